"""The `parley` command. Whatever a command needs is imported when it runs, so that `parley --help` is quick."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from engine.version import VERSION
from tui.cli import completion, data, measure, serve
from tui.cli.campaign import campaign_app
from tui.cli.house import house_app
from tui.cli.options import (
    AsJson,
    Budget,
    ChairsTyped,
    Challenges,
    Game,
    Options,
    Plain,
    Save,
    ScenarioName,
    Seed,
    Spoilers,
)
from tui.cli.screen import has_screen, open_app
from tui.console import columns, drop_output, say, say_json, warn, wrapped

if TYPE_CHECKING:
    from types import TracebackType


_INTERRUPTED = 130

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Board games in a terminal.",
    epilog="Example: parley play horrors-of-war --plain",
)
app.add_typer(data.data_app, name="data")
app.add_typer(serve.users_app, name="users")
app.add_typer(house_app, name="house")
app.add_typer(campaign_app, name="campaign")


# The command alone


def _show_version(wanted: bool) -> None:
    if wanted:
        say(f"parley {VERSION}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def welcome(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Board games in a terminal. Without a command: the home screen; without a terminal, how to play."""
    if context.invoked_subcommand is not None:
        return
    if has_screen():
        open_app()
        return
    from tui.play.lists import games

    say("Parley plays board games in your terminal.\n")
    say(columns([[f"parley play {rules.id} --plain", rules.title] for rules in games()], "  "))
    say("\n" + wrapped(_HOW_TO_PLAY))
    say("\n" + columns(_WAYS_ON, "  "))


_HOW_TO_PLAY = (
    "In plain mode you are shown the table and a numbered list of moves. Type a number, or the start of a move's "
    "words; type help for the rest. Every move is saved at once, so you can leave at any time."
)
_WAYS_ON = [
    ["parley games", "all games, scenarios, challenges, seats and options"],
    ["parley rules GAME", "how a game is played"],
    ["parley resume", "go on with the game you left"],
    ["parley --help", "all commands"],
]


@app.command("games", epilog="Example: parley games --json")
def list_games(json: AsJson = False, spoilers: Spoilers = False) -> None:
    """List the games. With their scenarios, challenges, seats and options."""
    from tui.play.lists import game_json, games, show_game

    if json:
        say_json([game_json(rules, spoilers=spoilers) for rules in games()])
        return
    for place, rules in enumerate(games()):
        say() if place else None
        show_game(rules, spoilers=spoilers)


@app.command("rules", epilog="Example: parley rules horrors-of-war --search motivation")
def show_rules(
    game: Game,
    search: Annotated[str | None, typer.Option("--search", help="Only the passages with this word.")] = None,
    ids: Annotated[bool, typer.Option("--ids", help="With the rule ids in square brackets.")] = False,
) -> None:
    """Print a game's rulebook. With --search only the passages that have a word in them."""
    from engine.core.errors import Refused
    from engine.registry import game as rules_of
    from tui.play.briefing import passages, rulebook_text, without_ids

    text = rulebook_text(rules_of(game).id)
    if search is None:
        say(text if ids else without_ids(text))
        return
    found = list(passages(text, search))
    if not found:
        raise Refused(f'The rulebook of {game} does not say "{search}" anywhere.')
    say("\n\n".join(found if ids else map(without_ids, found)))


# Playing


@app.command("play", epilog="Example: parley play horrors-of-war --seats nabo=me,yainar=hard")
def begin_game(
    game: Game,
    scenario: ScenarioName = None,
    challenge: Challenges = None,
    seats: ChairsTyped = None,
    option: Options = None,
    seed: Seed = None,
    plain: Plain = False,
    open_undo: Annotated[bool, typer.Option("--open-undo", help="Moves can be taken back without limit.")] = False,
    name: Annotated[str | None, typer.Option("--name", help="What the save is called.")] = None,
    spoilers: Spoilers = False,
) -> None:
    """Begin a game. It is saved after every move; one keyboard plays all seats that no bot plays."""
    from engine.registry import game as rules_of
    from tui.plain import play
    from tui.play import saves
    from tui.play.chairs import parse

    rules = rules_of(game)
    chairs = parse(rules, seats, scenario or rules.scenarios()[0].id)
    setup = saves.default_setup(
        rules,
        scenario=scenario,
        seats=",".join(chairs),
        challenges=challenge or (),
        options=option or (),
        seed=seed,
        open_undo=open_undo,
        spoilers=spoilers,
    )
    opened = saves.begin(rules, setup, name, chairs)
    if plain or not has_screen():
        play(opened, fresh=True)
    else:
        open_app(opened, fresh=True)


@app.command("resume", epilog="Example: parley resume order-in-chaos-1")
def resume_game(
    save: Annotated[
        str | None,
        typer.Argument(
            metavar="[SAVE]", help="The newest unfinished if left out.", autocompletion=completion.save_names
        ),
    ] = None,
    plain: Plain = False,
) -> None:
    """Go on with a saved game. The very question at which it was left is asked again."""
    from tui.plain import play
    from tui.play import saves

    path = saves.find(save) if save else saves.newest_unfinished()
    opened = saves.open_save(path, writing=True)
    if not plain and has_screen():
        open_app(opened)
        return
    if opened.table.notice:
        warn(opened.table.notice)
    play(opened, fresh=False)


# Playing with others

app.command("serve", epilog='Example: parley serve --guests --motd "Tea is ready."')(serve.serve)


# Saves


@app.command("saves", epilog="Example: parley saves --json")
def list_saves(json: AsJson = False) -> None:
    """List the saves. The newest comes first; what cannot be opened is listed with the reason."""
    import msgspec

    from tui.play import lists, saves

    if json:
        say_json(msgspec.to_builtins(list(saves.entries())))
    else:
        lists.show_saves(saves.entries())


@app.command("replay", epilog="Example: parley replay order-in-chaos-1 --from 20 --to 40")
def replay_save(
    save: Save,
    plain: Plain = False,
    first: Annotated[int, typer.Option("--from", min=0, help="The first move to tell; 0 lays the table out.")] = 0,
    last: Annotated[int | None, typer.Option("--to", min=0, help="The last move to tell.")] = None,
    seat: Annotated[str | None, typer.Option("--seat", help="As this seat saw it; else as a spectator would.")] = None,
    everything: Annotated[bool, typer.Option("--open", help="With all that was hidden.")] = False,
) -> None:
    """Watch a saved game again. With --plain, or any other option, its story is told fact by fact."""
    from tui.play import saves
    from tui.play.eyes import chosen
    from tui.play.opened import blaming
    from tui.play.story import Story, title_of
    from tui.play.verdict import told_end

    opened = saves.open_save(saves.find(save), writing=False)
    is_part = first or last is not None or seat or everything
    if not plain and not is_part and has_screen():
        open_app(theatre=opened)
        return
    table = opened.table
    watcher = chosen(table, opened.chairs, seat, everything)
    if not _sits_there(opened, watcher):
        return
    with blaming(opened):
        story = Story(watcher, first, last)
        say(wrapped(title_of(table)) + "\n")
        for line in story.told(opened.journal):
            say(line)
        if table.outcome and (last is None or last >= table.number - 1):
            say("\n" + wrapped(told_end(table)))
    if table.notice:
        warn(table.notice)


def _sits_there(opened: Any, watcher: Any) -> bool:
    """Draw a curtain at a terminal before a story that others at the table may not read; False if nobody sits there."""
    from tui.plain.keyboard import pass_to
    from tui.play.eyes import eyes
    from tui.play.story import Watcher

    found = eyes(opened.table, opened.chairs)
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if not at_terminal or not found.needs_curtain(Watcher(opened.table.rules), watcher):
        return True
    return pass_to(opened.table.rules.seat_title(watcher.seat), is_first=True)


@app.command("verify", epilog="Example: parley verify order-in-chaos-1 games/*.jsonl")
def verify_saves(names: Annotated[list[str], typer.Argument(metavar="SAVE...", help="Saves by name or path.")]) -> None:
    """Check saves. Fold them, check every digest, and play all moves again through today's rules."""
    from engine.core.errors import SaveError

    is_sound = True
    for name in names:
        try:
            _verify(name)
        except SaveError as error:
            is_sound = False
            warn(str(error))
    if not is_sound:
        raise typer.Exit(1)


def _verify(name: str) -> None:
    from engine.core.verify import verify
    from tui.play import saves
    from tui.play.opened import readable

    opened = saves.open_save(saves.find(name), writing=False)
    with readable(opened.path.name):
        found = verify(opened.table.rules, opened.journal)
    undone = f", {found.undone} taken back" if found.undone else ""
    say(f"{opened.name}: {found.moves} moves{undone}, {found.facts} facts: all as today's rules give them.")
    if opened.table.notice:
        warn(opened.table.notice)


@app.command("hint", epilog="Example: parley hint order-in-chaos-1 --seat nabo")
def give_hint(
    save: Save,
    seat: Annotated[str | None, typer.Option("--seat", help="Who asks; the first who can answer if left out.")] = None,
    budget: Budget = None,
    json: AsJson = False,
) -> None:
    """Say what the planner would do. And why, in one sentence, from what that seat can see."""
    import msgspec

    from tui.play import saves
    from tui.play.hints import hint
    from tui.play.opened import blaming

    opened = saves.open_save(saves.find(save), writing=False)
    if opened.table.notice:
        warn(opened.table.notice)
    with blaming(opened):
        found = hint(opened.table, seat, budget)
    if json:
        say_json(msgspec.to_builtins(found))
    else:
        say(wrapped(f"{opened.table.rules.seat_title(found.seat)}: {found.move}"))
        for line in filter(None, (found.then, found.why)):
            say(wrapped(line))


@app.command("log", epilog="Example: parley log")
def show_scenario_log(json: AsJson = False) -> None:
    """Show the log of finished games. Which were won, with which challenges, how fast; of rivals, against whom."""
    import msgspec

    from tui.play import lists, saves

    book = saves.log()
    records, rivalries = book.records(), book.rivalries()
    if json:
        say_json(msgspec.to_builtins([*lists.log_lines(records), *rivalries]))
    else:
        lists.show_log(records, rivalries)


# Simulations and measurements

app.command("sim", epilog="Example: parley sim horrors-of-war --games 1000 --bot random --seed 7")(
    measure.simulate_games
)
app.command("bench", epilog="Example: parley bench --json")(measure.measure_speed)


# Setting it up

app.command("completion", epilog="Example: parley completion zsh --install")(completion.show_completion)


# Running it


def main() -> NoReturn:
    """The entry point: run the command, end with its exit code."""
    sys.excepthook = _report_bug
    _replace_closed_streams()
    sys.exit(run(sys.argv[1:]))


def _replace_closed_streams() -> None:
    """Started with a closed stream (`parley games >&-`), read and write nothing there.

    Its number must not go to the next file that is opened, which would be a save.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    sys.stdin = sys.stdin or io.StringIO()
    sys.stdout = sys.stdout or io.StringIO()
    sys.stderr = sys.stderr or io.StringIO()


def run(arguments: Sequence[str]) -> int:
    """Run the command; every error is one sentence on standard error. Returns the exit code."""
    from engine.core.errors import ParleyError

    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    completion.get_ready()
    try:
        command = typer.main.get_command(app)
        code = command.main(list(arguments), prog_name="parley", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        warn(_usage(error))
        return error.exit_code
    except ParleyError as error:
        warn(str(error))
        return getattr(error, "exit_code", 1)
    except BrokenPipeError:
        return _reader_has_left()
    except SystemExit as leaving:
        # Typer leaves so when a shell has asked for completions, or when it meets a broken pipe itself.
        return 0 if leaving.code == 0 else _reader_has_left()
    except OSError as error:
        warn(f"{error.filename}: {error.strerror}." if error.filename else f"{error.strerror or error}.")
        return 1
    if code == _INTERRUPTED:
        warn("Stopped.")
    return code if isinstance(code, int) else 0


def _usage(error: Any) -> str:
    """What is wrong with the command line, and where to read how it goes."""
    context = getattr(error, "ctx", None)
    hint = f" Try: {context.command_path} --help" if context else ""
    message = " ".join(str(error.format_message()).split()).rstrip(".")
    return f"{message}.{hint}"


def _reader_has_left() -> int:
    """Nobody reads our output any more (`parley replay x | head`): leave without a word."""
    drop_output()
    return 1


def _report_bug(kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> None:
    """Anything unforeseen is our mistake: say so in one sentence; PARLEY_TRACEBACK=1 shows where it happened."""
    if os.environ.get("PARLEY_TRACEBACK"):
        sys.__excepthook__(kind, error, traceback)
        return
    what = " ".join(f"{kind.__name__}: {error}".split())
    warn(f"This is a mistake in Parley, not yours ({what}); saves are intact. PARLEY_TRACEBACK=1 shows where it is.")
