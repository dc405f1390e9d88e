"""Options that several commands have."""

from __future__ import annotations

from typing import Annotated

import typer

from tui.cli import completion


class WrongUsage(typer.TyperException):
    """A command line that makes no sense, in a sentence of our own."""

    exit_code = 2


def _seed(typed: str | int) -> int | None:
    """A seed, or the sentence that says what one is."""
    from engine.core.errors import Refused
    from tui.play.saves import seed_of

    try:
        return seed_of(str(typed))
    except Refused as refusal:
        raise WrongUsage(f'"{typed}" cannot be a --seed. {refusal}') from None


Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A game's id, as `parley games` lists it.", autocompletion=completion.game_names
    ),
]
Save = Annotated[
    str,
    typer.Argument(
        metavar="SAVE",
        help="A save's name, as `parley saves` lists it, or its path.",
        autocompletion=completion.save_names,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Machine-readable output.")]
Plain = Annotated[bool, typer.Option("--plain", help="Plain text with numbered choices, instead of the screens.")]
ScenarioName = Annotated[
    str | None,
    typer.Option(
        "--scenario",
        help="A scenario's id; the first if not given.",
        autocompletion=completion.scenario_names,
    ),
]
Challenges = Annotated[
    list[str] | None,
    typer.Option(
        "--challenge",
        help="A challenge's id; can be given several times.",
        autocompletion=completion.challenge_names,
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        help="A choice as `parley games` lists it; can be given several times. A switch by its id, a value as in "
        "length=long, that of one seat as in hero:amber=scout.",
        autocompletion=completion.option_choices,
    ),
]
Seats = Annotated[str | None, typer.Option("--seats", help="Seats by name (nabo,yainar), or how many (2).")]
ChairsTyped = Annotated[
    str | None,
    typer.Option(
        "--seats",
        help="Seats by name or how many (2), each with who sits there: me, a name, or a bot (easy, normal, hard). "
        "For example nabo=me,yainar=hard.",
        autocompletion=completion.chairs,
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed", parser=_seed, metavar="NUMBER", help="Repeats a game: the same seed gives the same cards and dice."
    ),
]
Budget = Annotated[
    int | None, typer.Option("--budget", min=0, help="How many moves the planner tries before it decides.")
]
Spoilers = Annotated[bool, typer.Option("--spoilers", help="Also what no campaign of yours has come to yet.")]
