"""`parley campaign`: chapters under one story, over days and weeks. What a command needs is imported when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tui.cli import completion
from tui.cli.options import AsJson, ChairsTyped, Game, Options, Plain, Seed, Spoilers
from tui.cli.screen import has_screen, open_app
from tui.console import columns, say, say_json, warn, wrapped

if TYPE_CHECKING:
    from engine.core.campaign.content import Campaign
    from engine.core.campaign.ledger import PastStep
    from engine.core.rules import Rules
    from tui.play.campaigns import OpenCampaign
    from tui.play.opened import Opened

campaign_app = typer.Typer(
    rich_markup_mode=None,
    help="Play campaigns: begin one, go on, look at it, take it along.",
    epilog="Example: parley campaign resume",
)

CampaignName = Annotated[
    str,
    typer.Argument(
        metavar="CAMPAIGN",
        help="As `parley campaign list` lists it.",
        autocompletion=completion.campaign_names,
    ),
]


@campaign_app.callback(invoke_without_command=True)
def campaign_help(context: typer.Context) -> None:
    """Play campaigns: begin one, go on, look at it, take it along."""
    if context.invoked_subcommand is None:
        say(context.get_help())


# Playing


@campaign_app.command("new", epilog="Example: parley campaign new dawn-of-peacemakers --seats 2 --name Ours")
def begin_campaign(
    game: Game,
    campaign: Annotated[str | None, typer.Argument(metavar="[CAMPAIGN]", help="Its id; the first if left out.")] = None,
    name: Annotated[str | None, typer.Option("--name", help="What you call it.")] = None,
    seats: ChairsTyped = None,
    option: Options = None,
    seed: Seed = None,
    at: Annotated[str | None, typer.Option("--at", help="Begin at this chapter, which you came to before.")] = None,
    past: Annotated[
        str | None,
        typer.Option("--past", help="With --at and --spoilers: what lies behind, as in first-light=won,fork=down."),
    ] = None,
    spoilers: Spoilers = False,
    plain: Plain = False,
) -> None:
    """Begin a campaign. It is kept after every step, and you can leave at any time."""
    from engine.registry import game as rules_of
    from tui.play.campaigns import NewCampaign, begin
    from tui.play.chairs import parse

    rules = rules_of(game)
    found = campaign_of_game(rules, campaign)
    steps = _past(rules, found, at, past, spoilers=spoilers) if at else ()
    first = found.chapter(at or found.start)
    chairs = parse(rules, seats, first.scenario if first else "")
    book = begin(
        NewCampaign(
            rules=rules,
            campaign=found,
            chairs=chairs,
            name=name or "",
            options=tuple(option or ()),
            seed=seed,
            start=at or "",
            past=steps,
        )
    )
    _play(book, plain=plain)


def campaign_of_game(rules: Rules[Any], name: str | None) -> Campaign:
    """A campaign of a game by its id, or the first; refused if there is none."""
    from engine.core.errors import Refused, nearest

    known = rules.campaigns()
    if not known:
        raise Refused(f"{rules.title} has no campaign.")
    found = known[0] if name is None else rules.campaign(name)
    if found is None:
        raise Refused(f'{rules.title} has no campaign "{name}".{nearest(name or "", [each.id for each in known])}')
    return found


def _past(rules: Rules[Any], campaign: Campaign, at: str, typed: str | None, *, spoilers: bool) -> tuple[PastStep, ...]:
    """What lies behind a campaign that begins later: as another one came there, as typed, or the shortest way."""
    from engine.core.campaign.explore import way_to
    from engine.core.errors import Refused
    from tui.play.campaign_list import way_before

    if not spoilers:
        if typed is not None:
            raise Refused("--past goes with --spoilers.")
        found = way_before(rules, campaign, at)
        if found is None:
            raise Refused(f'None of your campaigns has come to a chapter "{at}"; --spoilers begins there all the same.')
        return found
    if typed is not None:
        return tuple(_step(campaign, each.strip()) for each in typed.split(",") if each.strip())
    way = way_to(campaign, at)
    if way is None:
        from engine.core.errors import nearest

        raise Refused(f'There is no chapter "{at}".{nearest(at, [each.id for each in campaign.chapters])}')
    return way


def _step(campaign: Campaign, typed: str) -> PastStep:
    """A part of --past: a chapter with won or lost, or a choice with its option; marks follow after a +."""
    from engine.core.campaign.content import CampaignChoice, Chapter
    from engine.core.campaign.ledger import PastStep
    from engine.core.errors import Refused, nearest

    name, _, rest = typed.partition("=")
    result, *marks = rest.split("+")
    node = campaign.nodes.get(name)
    if isinstance(node, Chapter) and result in ("won", "lost"):
        return PastStep(name, won=result == "won", marks=tuple(marks))
    if isinstance(node, CampaignChoice) and node.option(result):
        return PastStep(name, option=result)
    if node is None:
        raise Refused(f'There is no chapter or choice "{name}".{nearest(name, campaign.nodes)}')
    raise Refused(f'"{typed}" cannot be: a chapter is won or lost, and a choice has one of its options.')


@campaign_app.command("resume", epilog="Example: parley campaign resume the-long-fog")
def resume_campaign(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[CAMPAIGN]", help="The newest if left out.", autocompletion=completion.campaign_names),
    ] = None,
    plain: Plain = False,
) -> None:
    """Go on with a campaign: in the middle of a chapter, at its end, or between two."""
    from engine.core.errors import SaveError
    from tui.play.campaign_list import newest
    from tui.play.campaigns import ledgers, open_campaign

    if name is None:
        found = newest()
        if found is None:
            raise SaveError("There is no campaign to go on with; begin one with: parley campaign new GAME")
        path = Path(found.path)
    else:
        path = ledgers().find(name)
    _play(open_campaign(path, writing=True), plain=plain)


def _play(book: OpenCampaign, *, plain: bool) -> None:
    """Play a campaign until the player leaves: on the screens if there are any, or as text."""
    try:
        if plain or not has_screen():
            from tui.plain.campaign import PlainCampaign

            PlainCampaign(book, _shown_plain).play()
        else:
            open_app(campaign=book)
    finally:
        book.close()


def _shown_plain(opened: Opened, fresh: bool) -> None:
    from tui.plain import play

    play(opened, fresh=fresh)


def _shown_on_screen(opened: Opened, fresh: bool) -> None:
    open_app(opened, fresh=fresh)
    opened.leave()


@campaign_app.command("play", epilog="Example: parley campaign play ours first-chapter --seats 2")
def play_chapter(
    name: CampaignName,
    chapter: Annotated[str, typer.Argument(metavar="CHAPTER", help="A chapter that this campaign came to.")],
    seats: ChairsTyped = None,
    option: Options = None,
    seed: Seed = None,
    plain: Plain = False,
) -> None:
    """Play a chapter as a single game. With what the campaign had carried to it; the campaign stays as it is."""
    from tui.play import saves
    from tui.play.campaign_list import single_game
    from tui.play.campaigns import ledgers, open_campaign
    from tui.play.chairs import parse

    book = open_campaign(ledgers().find(name), writing=False)
    setup = single_game(book, chapter)
    chairs = parse(book.rules, seats, setup.scenario)
    setup = saves.checked(book.rules, setup, tuple(chairs), tuple(option or ()), seed)
    opened = saves.begin(book.rules, setup, None, chairs)
    (_shown_plain if plain or not has_screen() else _shown_on_screen)(opened, True)


# Looking


@campaign_app.command("list", epilog="Example: parley campaign list --json")
def list_campaigns(json: AsJson = False) -> None:
    """List your campaigns. The newest comes first; what cannot be opened is listed with the reason."""
    import msgspec

    from tui.play.campaign_list import entries

    found = list(entries())
    if json:
        say_json(msgspec.to_builtins(found))
        return
    good = [each for each in found if not each.problem]
    if good:
        rows = [[each.file, each.name, each.title, str(each.chapters), each.todo] for each in good]
        say(columns([["campaign", "name", "of", "chapters", "next"], *rows]))
    for each in found:
        if each.problem:
            say(wrapped(each.problem, f"{each.file}: "))
    if not found:
        say("There are no campaigns yet; begin one with: parley campaign new GAME")


@campaign_app.command("show", epilog="Example: parley campaign show the-long-fog")
def show_campaign(
    name: CampaignName,
    json: AsJson = False,
    spoilers: Spoilers = False,
) -> None:
    """Show a campaign: the story so far, all attempts, notes, and what comes next."""
    from tui.plain import campaign as plain
    from tui.play.campaign_list import campaign_json
    from tui.play.campaigns import ledgers, open_campaign

    book = open_campaign(ledgers().find(name), writing=False)
    if json:
        say_json(campaign_json(book, spoilers=spoilers))
        return
    say(wrapped(f"{book.standing.name}: {book.campaign.title}, {book.rules.title}"))
    for notice in book.notices:
        warn(notice)
    plain.tell_players(book)
    plain.tell_story(book)
    for heading, tell, is_any in (
        ("Attempts:", plain.tell_attempts, book.standing.attempts),
        ("Notes:", plain.tell_notes, book.standing.notes),
    ):
        if is_any:
            say(f"\n{heading}")
            tell(book)
    if spoilers:
        say("\nEvery way:")
        for _, node, way in book.campaign.ways:
            say(f"  {node.id} -> {way.to}" + (" (if)" if way.when else ""))


# Taking along


@campaign_app.command("export", epilog="Example: parley campaign export the-long-fog backup.zip")
def export_campaign(
    name: CampaignName, target: Annotated[str, typer.Argument(metavar="FILE", help="A new file, or a folder.")]
) -> None:
    """Write a campaign to one file. With the saves of all its chapters."""
    from tui.play.campaign_files import export
    from tui.play.campaigns import ledgers

    found = export(ledgers().find(name), target)
    say(f"Written: {found.path} ({found.saves} saves)")
    for words in found.left_out:
        warn(words)


@campaign_app.command("import", epilog="Example: parley campaign import backup.zip")
def import_campaign(source: Annotated[Path, typer.Argument(metavar="FILE", help="What was exported.")]) -> None:
    """Bring in a campaign that was exported. Nothing that is here already is changed."""
    from tui.play.campaign_files import bring_in

    found = bring_in(source)
    say(f"Here as {found.path.name.removesuffix('.jsonl')} ({found.saves} saves)")
    for words in found.left_out:
        warn(words)


@campaign_app.command("verify", epilog="Example: parley campaign verify the-long-fog")
def verify_campaigns(
    names: Annotated[list[str], typer.Argument(metavar="CAMPAIGN...", autocompletion=completion.campaign_names)],
) -> None:
    """Check campaigns. The seals of the ledger, every save by today's rules, and that results agree."""
    from engine.core.errors import ParleyError
    from tui.play.campaign_files import verify_campaign
    from tui.play.campaigns import ledgers

    is_sound = True
    for name in names:
        try:
            found = verify_campaign(ledgers().find(name))
        except ParleyError as error:
            warn(str(error))
            is_sound = False
            continue
        for problem in found.problems:
            warn(f"{found.name}: {problem}")
        is_sound = is_sound and not found.problems
        if not found.problems:
            say(f"{found.name}: {found.attempts} attempts, {found.moves} moves: all as today's rules give them.")
    if not is_sound:
        raise typer.Exit(1)
