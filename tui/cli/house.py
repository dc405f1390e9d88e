"""The commands of the host for a house that is open: `parley house`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tui.cli.serve import AsJson, Data, Setup
from tui.console import columns, say, say_json

house_app = typer.Typer(
    rich_markup_mode=None,
    help="See and change what goes on in a house that is open.",
    epilog='Example: parley house announce "The house closes at ten."',
)


@house_app.callback(invoke_without_command=True)
def house_help(context: typer.Context) -> None:
    """See and change what goes on in a house that is open."""
    if context.invoked_subcommand is None:
        say(context.get_help())


def _ask(data: Data, config: Setup, *words: str) -> Any:
    from tui.ssh import config as setup
    from tui.ssh.control import ask

    return ask(setup.load(config, data=data and str(data)).data, list(words))


@house_app.command("tables", epilog="Example: parley house tables --json")
def list_tables(json: AsJson = False, data: Data = None, config: Setup = None) -> None:
    """List all tables. Also those that are found by their code or by invitation."""
    found = _ask(data, config, "tables")
    if json:
        say_json(found)
    elif found:
        say(columns([["table", "", "owner", "here", ""], *map(_table, found)]))
    else:
        say("No table is open.")


def _table(table: dict[str, Any]) -> list[str]:
    seats = ", ".join(f"{seat} {who}" for seat, who in table["seats"].items())
    about = f"{table['title']}, {table['progress']}: {seats}"
    return [table["table"], table["stands"], table["owner"], str(len(table["here"])), about]


@house_app.command("people", epilog="Example: parley house people")
def list_people(json: AsJson = False, data: Data = None, config: Setup = None) -> None:
    """List who is here, and from which address."""
    found = _ask(data, config, "people")
    if json:
        say_json(found)
    elif found:
        rows = [[each["name"], each["address"], "guest" if each["is_guest"] else ""] for each in found]
        say(columns([["name", "address", ""], *rows]))
    else:
        say("Nobody is here.")


@house_app.command("end", epilog="Example: parley house end maple-7")
def end_table(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="A table's code, as `parley house tables` has it.")],
    data: Data = None,
    config: Setup = None,
) -> None:
    """End a table. Nobody plays it any more; its journal stays in the data folder."""
    say(_ask(data, config, "end", table.lower()))


@house_app.command("kick", epilog="Example: parley house kick anna")
def kick(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Somebody's name, as `parley house people` has it.")],
    data: Data = None,
    config: Setup = None,
) -> None:
    """Show somebody out. They can come back; `parley users ban` keeps them out."""
    say(_ask(data, config, "kick", name.lower()))


@house_app.command("announce", epilog='Example: parley house announce "The house closes at ten."')
def announce(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What everybody is told.")],
    data: Data = None,
    config: Setup = None,
) -> None:
    """Tell everybody something, wherever they are in the house."""
    say(_ask(data, config, "announce", text))


@house_app.command("reload", epilog="Example: parley house reload")
def reload(data: Data = None, config: Setup = None) -> None:
    """Read the settings file and the list of those who may come in again. The signal HUP does the same."""
    say(_ask(data, config, "reload"))
