"""The commands for those who write content: `parley data`. What they need is imported when they run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tui.console import say, say_json, warn

data_app = typer.Typer(
    rich_markup_mode=None,
    help="Check content files, or print their schemas.",
    epilog="Example: parley data check my-content/horrors_of_war",
)


@data_app.callback(invoke_without_command=True)
def data_help(context: typer.Context) -> None:
    """Check content files, or print their schemas."""
    if context.invoked_subcommand is None:
        say(context.get_help())


@data_app.command("check", epilog="Example: parley data check my-content/horrors_of_war")
def check_data(
    path: Annotated[Path | None, typer.Argument(metavar="[PATH]", help="A folder; all content if not given.")] = None,
) -> None:
    """Check content files. Every mistake is given with its file, its place in it, and what was expected."""
    from tui.play import content

    is_sound = True
    for game, folder in content.folders(path):
        found = content.mistakes(game, folder)
        for mistake in found:
            warn(str(mistake))
        is_sound = is_sound and not found
        if not found:
            say(f"{game}: no mistakes in {folder}")
    if not is_sound:
        raise typer.Exit(1)


@data_app.command("schema", epilog="Example: parley data schema --out schemas")
def write_schemas(
    out: Annotated[Path | None, typer.Option("--out", help="A folder for one file per kind of content.")] = None,
) -> None:
    """Print the JSON Schemas of content files. With --out they are written to a folder."""
    from tui.play import content

    if out is None:
        say_json(content.schemas())
        return
    for path in content.write_schemas(out):
        say(str(path))
