"""Checking a campaign: names that do not exist, and by playing it through every way what can never happen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import msgspec

from engine.core.campaign.conditions import (
    Chose,
    Lost,
    Mark,
    Marks,
    Played,
    Won,
    kind_of_mark,
)
from engine.core.campaign.content import (
    FILE,
    LOST,
    WON,
    Campaign,
    CampaignChoice,
    Known,
    campaign_folders,
    load_campaign,
)
from engine.core.campaign.explore import Explored, explore
from engine.core.errors import ContentError, Refused, nearest

LONGEST_LETTER = 120
"""The most words of a letter."""


def check(campaign: Campaign, known: Known, folder: Path) -> list[ContentError]:
    """What is wrong with a campaign; where names are wrong, the ways through it are not tried."""
    file = str(folder / FILE)
    found = [ContentError(file, path, problem) for path, problem in _wrong_names(campaign, known)]
    found += _stray_files(campaign, folder)
    if not found:
        found = [ContentError(file, path, problem) for path, problem in _wrong_ways(campaign, known)]
    return found


Problem = tuple[str, str]
"""The path in the file and what is wrong there."""


# Names


def _wrong_names(campaign: Campaign, known: Known) -> Iterator[Problem]:
    yield from _twice(campaign)
    yield from _wrong_targets(campaign)
    yield from _wrong_pages(campaign, known)
    yield from _wrong_conditions(campaign)
    for number, chapter in enumerate(campaign.chapters):
        path = f"$.chapters[{number}]"
        if chapter.scenario not in known.scenarios:
            hint = nearest(chapter.scenario, known.scenarios)
            yield f"{path}.scenario", f'there is no scenario "{chapter.scenario}".{hint}'
        for key in chapter.after:
            if key not in (WON, LOST, *chapter.hands):
                yield f"{path}.after", f'expected "won", "lost" or one of the marks in "hands", not "{key}".'
    for number, card in enumerate(campaign.deck):
        if (card.kind == "lock") != (card.when is not None):
            yield f"$.deck[{number}]", "expected a condition `when` of every lock, and of no other card."


def _twice(campaign: Campaign) -> Iterator[Problem]:
    nodes = [
        *((f"$.chapters[{number}].id", each.id) for number, each in enumerate(campaign.chapters)),
        *((f"$.choices[{number}].id", each.id) for number, each in enumerate(campaign.choices)),
        *((f"$.endings[{number}].id", each.id) for number, each in enumerate(campaign.endings)),
    ]
    pages = [(f"$.pages[{number}].id", each.id) for number, each in enumerate(campaign.pages)]
    cards = [(f"$.deck[{number}].number", str(each.number)) for number, each in enumerate(campaign.deck)]
    for group in (nodes, pages, cards):
        seen: set[str] = set()
        for path, name in group:
            if name in seen:
                yield path, f'"{name}" is there twice: chapters, choices and endings share their names.'
            seen.add(name)


def _wrong_targets(campaign: Campaign) -> Iterator[Problem]:
    options = (
        (f"$.choices[{number}].options[{place}].to", option.to)
        for number, choice in enumerate(campaign.choices)
        for place, option in enumerate(choice.options)
        if option.to
    )
    ways = ((f"{path}.to", way.to) for path, _, way in campaign.ways)
    for path, target in chain([("$.start", campaign.start)], ways, options):
        if target not in campaign.nodes:
            hint = nearest(target, campaign.nodes)
            yield path, f'there is no chapter, choice or ending "{target}".{hint}'


def _wrong_pages(campaign: Campaign, known: Known) -> Iterator[Problem]:
    for path, page in _named_pages(campaign):
        if page not in campaign.page_by_id:
            yield path, f'there is no page "{page}".{nearest(page, campaign.page_by_id)}'
    for number, each in enumerate(campaign.pages):
        path = f"$.pages[{number}]"
        if each.kind == "envelope" and not each.seat:
            yield path, "expected the `seat` that the envelope is addressed to."
        if each.seat and each.seat not in known.seats:
            yield f"{path}.seat", f'there is no seat "{each.seat}".{nearest(each.seat, known.seats)}'
        if each.kind == "letter" and (words := len(each.text.split())) > LONGEST_LETTER:
            yield path, f"expected a letter of at most {LONGEST_LETTER} words, not {words}."


def _named_pages(campaign: Campaign) -> Iterator[tuple[str, str]]:
    for number, chapter in enumerate(campaign.chapters):
        if chapter.letter:
            yield f"$.chapters[{number}].letter", chapter.letter
        for key, page in chapter.after.items():
            yield f"$.chapters[{number}].after[{key}]", page
    for number, card in enumerate(campaign.deck):
        if card.page:
            yield f"$.deck[{number}].page", card.page


def _wrong_conditions(campaign: Campaign) -> Iterator[Problem]:
    given = given_marks(campaign)
    kinds = {kind_of_mark(each) for each in given}
    chapters = [each.id for each in campaign.chapters]
    choices = {each.id: each for each in campaign.choices}
    for condition, path in campaign.conditions():
        match condition:
            case Won(chapter) | Lost(chapter) | Played(chapter) if chapter not in chapters:
                yield f"{path}.chapter", f'there is no chapter "{chapter}".{nearest(chapter, chapters)}'
            case Chose(choice, option):
                yield from _wrong_choice(choices, choice, option, path)
            case Mark(name) if name not in given:
                yield f"{path}.name", f'no chapter, choice or card gives the mark "{name}".{nearest(name, given)}'
            case Marks(kind) if kind not in kinds:
                yield f"{path}.kind", f'no chapter, choice or card gives a mark of the kind "{kind}".'
    for name in campaign.marks:
        if name not in given:
            yield f"$.marks[{name}]", f'no chapter, choice or card gives the mark "{name}".{nearest(name, given)}'


def _wrong_choice(choices: dict[str, CampaignChoice], choice: str, option: str, path: str) -> Iterator[Problem]:
    if choice not in choices:
        yield f"{path}.choice", f'there is no choice "{choice}".{nearest(choice, choices)}'
    elif choices[choice].option(option) is None:
        options = [each.id for each in choices[choice].options]
        yield f"{path}.option", f'the choice "{choice}" has no option "{option}".{nearest(option, options)}'


def _givers(campaign: Campaign) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Everything that gives marks, by its path in the file."""
    for number, each in enumerate(campaign.chapters):
        path = f"$.chapters[{number}]"
        yield f"{path}.hands", each.hands
        yield f"{path}.gives", each.gives
        yield f"{path}.gives_won", each.gives_won
        yield f"{path}.gives_lost", each.gives_lost
    for number, choice in enumerate(campaign.choices):
        for place, option in enumerate(choice.options):
            yield f"$.choices[{number}].options[{place}].gives", option.gives
    for number, card in enumerate(campaign.deck):
        yield f"$.deck[{number}].gives", card.gives


def given_marks(campaign: Campaign) -> set[str]:
    """Every mark that can be given in a campaign."""
    return {mark for _, marks in _givers(campaign) for mark in marks}


def _stray_files(campaign: Campaign, folder: Path) -> list[ContentError]:
    """Texts that no page has."""
    texts = sorted((folder / "pages").glob("*.md"))
    return [
        ContentError(str(text), "$", f'no page of the campaign is called "{text.stem}".')
        for text in texts
        if text.stem not in campaign.page_by_id
    ]


# Ways


def _wrong_ways(campaign: Campaign, known: Known) -> Iterator[Problem]:
    cycle = _cycle(campaign)
    if cycle:
        yield "$.chapters", f"the campaign goes in a circle: {' → '.join(cycle)}. Nothing can come twice in a run."
        return
    try:
        found = explore(campaign)
    except Refused as refusal:
        yield "$", str(refusal)
        return
    yield from _unused_marks(campaign, known)
    yield from _never(campaign, found)
    for node, example in found.dead_ends.items():
        yield _path_of(campaign, node), f"no way leads on, for example after {example}. Expected a way without `when`."


def _cycle(campaign: Campaign) -> list[str]:
    """A circle of nodes; empty if there is none."""
    after: dict[str, list[str]] = {}
    for _, node, way in campaign.ways:
        after.setdefault(node.id, []).append(way.to)
    for choice in campaign.choices:
        after.setdefault(choice.id, []).extend(option.to for option in choice.options if option.to)
    done: set[str] = set()

    def search(node: str, path: list[str]) -> list[str]:
        if node in path:
            return [*path[path.index(node) :], node]
        if node in done:
            return []
        done.add(node)
        return next(filter(None, (search(each, [*path, node]) for each in after.get(node, ()))), [])

    return next(filter(None, (search(node, []) for node in after)), [])


def _unused_marks(campaign: Campaign, known: Known) -> Iterator[Problem]:
    conditions = [condition for condition, _ in campaign.conditions()]
    names = {each.name for each in conditions if isinstance(each, Mark)}
    kinds = {each.kind for each in conditions if isinstance(each, Marks)}
    understood = {mark for each in campaign.chapters for mark in known.carries.get(each.scenario, ())}
    after = {key for each in campaign.chapters for key in each.after}
    for path, marks in _givers(campaign):
        for mark in marks:
            if mark not in names | understood | after and kind_of_mark(mark) not in kinds:
                yield path, f'nothing uses the mark "{mark}": no condition names it, and no chapter understands it.'


def _never(campaign: Campaign, found: Explored) -> Iterator[Problem]:
    for node in campaign.nodes:
        if node not in found.nodes:
            yield _path_of(campaign, node), f'no way leads to "{node}".'
    for number, page in enumerate(campaign.pages):
        if page.id not in found.pages:
            yield f"$.pages[{number}]", f'the page "{page.id}" can never be opened.'
    for number, card in enumerate(campaign.deck):
        if number == found.drawn:
            yield (
                f"$.deck[{number}]",
                f"this lock can never be opened, so card {card.number} and all after it stay shut.",
            )


def _path_of(campaign: Campaign, node: str) -> str:
    groups: Iterable[tuple[str, Iterable[str]]] = (
        ("chapters", [each.id for each in campaign.chapters]),
        ("choices", [each.id for each in campaign.choices]),
        ("endings", [each.id for each in campaign.endings]),
    )
    return next(f"$.{group}[{list(ids).index(node)}]" for group, ids in groups if node in list(ids))


def folder_mistakes(content: Path, known: Known) -> list[ContentError]:
    """What is wrong with all campaigns in a folder of a game's content, whose own scenarios count as known."""
    own = tuple(path.stem for path in sorted((content / "scenarios").glob("*.json")))
    known = msgspec.structs.replace(known, scenarios=(*known.scenarios, *own))
    found: list[ContentError] = []
    for folder in campaign_folders(content):
        try:
            found += check(load_campaign(folder), known, folder)
        except ContentError as error:
            found.append(error)
    return found
