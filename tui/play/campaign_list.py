"""Lists of campaigns, and which scenarios they have opened: a sealed one is shown nowhere before it was reached."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from engine.core.campaign.content import Campaign
from engine.core.campaign.explore import paths
from engine.core.campaign.ledger import PastStep
from engine.core.campaign.run import begin as begin_run
from engine.core.campaign.standing import Attempt, CampaignStanding
from engine.core.errors import ParleyError, Refused, nearest
from engine.core.kinds import Seat, Setup
from engine.core.rules import Rules, Scenario
from engine.store.files import SaveFile
from engine.store.ledgers import Ledgers
from tui.play.campaign_story import told_todo
from tui.play.campaigns import OpenCampaign, ledgers, open_campaign


class CampaignEntry(msgspec.Struct, frozen=True, kw_only=True):
    """What a list shows of one campaign."""

    file: str
    path: str
    name: str = ""
    game: str = ""
    campaign: str = ""
    title: str = ""
    players: dict[Seat, str] = {}
    chapters: int = 0
    """How many chapters of this run lie behind."""
    attempts: int = 0
    todo: str = ""
    """What comes next, in words."""
    is_over: bool = False
    last: int = 0
    """When something happened last, in seconds since 1970."""
    problem: str = ""


def entries(within: Ledgers | None = None) -> Iterator[CampaignEntry]:
    """Every campaign, the newest first; what cannot be opened is listed with the reason."""
    for file in (within or ledgers()).files():
        entry = CampaignEntry(file=file.name, path=file.where, problem=file.problem)
        yield entry if file.problem else _entry(file, entry)


def _entry(file: SaveFile, entry: CampaignEntry) -> CampaignEntry:
    try:
        opened = open_campaign(file.path, writing=False)
    except (ParleyError, OSError) as error:
        return msgspec.structs.replace(entry, problem=str(error))
    now, campaign = opened.standing, opened.campaign
    return msgspec.structs.replace(
        entry,
        name=now.name,
        game=opened.rules.id,
        campaign=campaign.id,
        title=campaign.title,
        players=now.players,
        chapters=sum(step.won is not None for step in now.path),
        attempts=len(now.attempts),
        todo=told_todo(campaign, now),
        is_over=now.is_over,
        last=now.when,
    )


def newest(within: Ledgers | None = None) -> CampaignEntry | None:
    """The campaign that was played last and is not over."""
    return next((each for each in entries(within) if not each.problem and not each.is_over), None)


def campaign_json(book: OpenCampaign, *, spoilers: bool = False) -> dict[str, Any]:
    """A campaign as `parley campaign show --json` gives it; what was not reached only with spoilers."""
    now, campaign = book.standing, book.campaign
    shown = [each.id for each in campaign.chapters if spoilers or each.id in now.reached]
    found: dict[str, Any] = {
        "file": book.name,
        "name": now.name,
        "game": book.rules.id,
        "campaign": campaign.id,
        "players": now.players,
        "todo": msgspec.to_builtins(now.todo),
        "next": told_todo(campaign, now),
        "path": msgspec.to_builtins(now.path),
        "marks": list(now.marks),
        "chapters": shown,
        "attempts": msgspec.to_builtins(now.attempts),
        "notes": msgspec.to_builtins(now.notes),
        "statistics": msgspec.to_builtins(statistics(now)),
        "digest": now.digest(),
    }
    return found | ({"paths": msgspec.to_builtins(paths(campaign))} if spoilers else {})


class ChapterTally(msgspec.Struct, frozen=True):
    """All attempts at one chapter."""

    chapter: str
    attempts: int
    won: int
    lost: int
    seconds: int
    """From the beginning to the end of those that came to an end."""


def statistics(now: CampaignStanding) -> list[ChapterTally]:
    """All attempts of a campaign by chapter, also those that count no longer."""
    by_chapter: dict[str, list[Attempt]] = {}
    for each in now.attempts:
        by_chapter.setdefault(each.chapter, []).append(each)
    return [
        ChapterTally(
            chapter,
            len(tries),
            sum(each.result == "won" for each in tries),
            sum(each.result == "lost" for each in tries),
            sum(each.ended - each.begun for each in tries if each.ended > each.begun),
        )
        for chapter, tries in by_chapter.items()
    ]


# Going back to a chapter


def reached_before(rules: Rules[Any], campaign: Campaign) -> dict[str, tuple[PastStep, ...]]:
    """Every chapter that one of the user's campaigns has come to, and how the newest of them came there."""
    found: dict[str, tuple[PastStep, ...]] = {}
    for file in ledgers().files():
        try:
            opened = open_campaign(file.path, writing=False)
        except (ParleyError, OSError):
            continue
        if (opened.rules.id, opened.campaign.id) == (rules.id, campaign.id):
            found = {**opened.standing.reached, **found}
    return found


def way_before(rules: Rules[Any], campaign: Campaign, chapter: str) -> tuple[PastStep, ...] | None:
    """How one of the user's campaigns came to a chapter, the newest first; None if none did."""
    return reached_before(rules, campaign).get(chapter)


def single_game(book: OpenCampaign, name: str) -> Setup:
    """A chapter that was reached as a single game, with what the campaign had carried to it."""
    chapter = book.campaign.chapter(name)
    if chapter is None or name not in book.standing.reached:
        raise Refused(f'This campaign has not come to a chapter "{name}".{nearest(name, book.standing.reached)}')
    run = begin_run(book.campaign, name, book.standing.reached[name])
    return Setup(
        game=book.rules.id,
        scenario=chapter.scenario,
        seats=tuple(book.standing.players),
        carried=tuple(sorted(run.past.marks)),
    )


# What is sealed


def shown_scenarios(rules: Rules[Any], *, spoilers: bool = False, within: Ledgers | None = None) -> list[Scenario]:
    """The scenarios that may be shown: all but the sealed ones that no campaign has reached."""
    found = list(rules.scenarios())
    sealed = {each.id for each in found if rules.is_sealed(each.id)}
    if spoilers or not sealed:
        return found
    reached = reached_scenarios(rules.id, within)
    return [each for each in found if each.id not in sealed or each.id in reached]


def is_shown(rules: Rules[Any], scenario: str) -> bool:
    """Whether a scenario may be shown."""
    return not rules.is_sealed(scenario) or scenario in reached_scenarios(rules.id)


def check_shown(rules: Rules[Any], scenario: str, *, spoilers: bool = False) -> None:
    """Refuse a scenario that no campaign has reached."""
    if rules.scenario(scenario) and not spoilers and not is_shown(rules, scenario):
        raise Refused(
            f'The scenario "{scenario}" is sealed until a campaign comes to it; --spoilers opens it all the same.'
        )


def reached_scenarios(game: str, within: Ledgers | None = None) -> frozenset[str]:
    """The scenarios of all chapters that a campaign has come to."""
    try:
        files = (within or ledgers()).files()
    except ParleyError:
        return frozenset()
    return _reached(game, tuple(file for file in files if not file.problem))


@lru_cache(maxsize=8)
def _reached(game: str, files: tuple[SaveFile, ...]) -> frozenset[str]:
    found: set[str] = set()
    for file in files:
        try:
            opened = open_campaign(file.path, writing=False)
        except (ParleyError, OSError):
            continue
        if opened.rules.id == game:
            chapters = map(opened.campaign.chapter, opened.standing.reached)
            found |= {each.scenario for each in chapters if each}
    return frozenset(found)
