"""The campaign of the game: its ways, its pages and how both fit the chapters."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from engine.core.campaign import run as runs
from engine.core.campaign.content import Campaign, CampaignChoice, Chapter, Ending
from engine.core.campaign.ledger import PastStep
from engine.core.campaign.run import Run
from engine.games.dawn_of_peacemakers.content.library import library
from engine.games.dawn_of_peacemakers.content.types import ScenarioFile
from engine.games.dawn_of_peacemakers.game import DawnOfPeacemakers
from engine.peacemakers.adventurers import ADVENTURERS

INDEX_AT_THE_START = (
    "Components",
    "Campaign",
    "Campaign deck and lock card",
    "Resource card",
    "Companion",
    "Unit and unit card",
    "Leader",
    "Injured",
    "Order card",
    "Insignia",
    "Skirmish",
    "Setup",
    "Terrain",
    "Stealth",
    "Round overview",
    "Guard",
    "Adventurer phase",
    "Army phase",
    "Status phase",
)
RANDOM_RUNS = 400


@cache
def dawn() -> Campaign:
    """The campaign."""
    return DawnOfPeacemakers().campaigns()[0]


def file_of(chapter: Chapter) -> ScenarioFile:
    """The scenario of a chapter."""
    file: ScenarioFile = library().scenes[chapter.scenario].file
    return file


def given_by(chapter: Chapter, won: bool) -> set[str]:
    """The marks that every end of a chapter's game gives when it is won, or lost."""
    return set.intersection(*[set(end.gives) for end in file_of(chapter).ends if end.won == won])


def handed_by(chapter: Chapter) -> set[str]:
    """The marks that the game of a chapter can hand over."""
    file = file_of(chapter)
    ends = {mark for end in file.ends for mark in end.gives}
    favours = {f"favour:{seat}" for seat in ADVENTURERS if file.agendas}
    return ends | {each.mark for each in file.gives} | favours


def steps(seed: int) -> Iterator[Run]:
    """A run with results, marks and choices by chance: as it stands before each chapter and choice, and at its end."""
    chance, campaign = Random(seed), dawn()
    run = runs.begin(campaign)
    while True:
        yield run
        node = campaign.nodes[run.node]
        if isinstance(node, Ending):
            return
        if isinstance(node, CampaignChoice):
            run = runs.choose(campaign, run, node.id, chance.choice(node.options).id)
        else:
            marks = tuple(mark for mark in node.hands if chance.random() < 0.2)
            run = runs.finish(campaign, run, PastStep(node.id, won=chance.random() < 0.6, marks=marks))


@cache
def random_runs() -> tuple[tuple[Run, ...], ...]:
    """Many runs, each step by step."""
    return tuple(tuple(steps(seed)) for seed in range(RANDOM_RUNS))


def opened(campaign: Campaign, run: Run, kind: str) -> list[str]:
    """The titles of the pages of one kind that are open."""
    pages = [campaign.page_by_id[each] for each in run.pages]
    return [page.title for page in pages if page.kind == kind]


def test_a_run_meets_eight_to_ten_chapters_and_each_of_the_five_endings_is_found() -> None:
    """DOP-CAMP-01, DOP-CAMP-10"""
    lengths = {len(run[-1].past.results) for run in random_runs()}
    assert lengths == {8, 9, 10}
    assert {run[-1].node for run in random_runs()} == {ending.id for ending in dawn().endings}
    assert len(dawn().endings) == 5


def test_the_index_holds_the_first_rules_in_the_order_of_their_introduction() -> None:
    """DOP-CAMP-12"""
    assert opened(dawn(), runs.begin(dawn()), "index") == list(INDEX_AT_THE_START)


def test_every_rule_of_a_chapter_has_its_page_open_when_the_chapter_begins() -> None:
    """DOP-CAMP-09, DOP-CAMP-14"""
    for run in random_runs():
        for moment in run:
            node = dawn().nodes[moment.node]
            if isinstance(node, Chapter):
                assert set(file_of(node).rules) <= set(moment.pages), node.id


def test_a_later_rule_is_not_in_the_index_before_something_brings_it() -> None:
    """DOP-CAMP-13"""
    first = set(runs.begin(dawn()).pages)
    later = {page.id for page in dawn().pages if page.kind == "index"} - first
    assert {"marsh", "village", "swift", "pierce", "night", "agendas", "third-army", "events"} <= later
    assert {"hill", "thorns", "places"} <= later


def test_every_adventurer_has_an_envelope_and_the_fifth_stays_shut_until_the_council() -> None:
    """DOP-CAMP-03, DOP-CAMP-05"""
    begun = [dawn().page_by_id[each] for each in runs.begin(dawn()).pages]
    assert [page.seat for page in begun if page.kind == "envelope"] == list(ADVENTURERS)
    for run in random_runs():
        for moment in run:
            assert ("fifth-envelope" in moment.pages) == ("the-council-stones" in moment.past.results)


@pytest.mark.parametrize("chapter", dawn().chapters, ids=lambda chapter: chapter.id)
def test_a_chapter_declares_exactly_what_its_game_hands_over(chapter: Chapter) -> None:
    """DOP-CAMP-10: and gives by itself what every such end gives, so that an assumed past has it as well."""
    assert chapter.title == file_of(chapter).title
    assert set(chapter.hands) == handed_by(chapter)
    assert set(chapter.gives_won) == given_by(chapter, won=True)
    assert set(chapter.gives_lost) == given_by(chapter, won=False)


@pytest.mark.parametrize("chapter", dawn().chapters[1:], ids=lambda chapter: chapter.id)
def test_what_a_chapter_reacts_to_can_be_given_before_it(chapter: Chapter) -> None:
    """Every mark of a variant is one that some run brings along; otherwise the variant would never be seen."""
    brought = {
        mark for run in random_runs() for moment in run if moment.node == chapter.id for mark in moment.past.marks
    }
    asked = {mark for variant in file_of(chapter).variants for mark in variant.given}
    assert asked <= brought


def test_every_chapter_after_the_first_is_told_differently_after_different_pasts() -> None:
    """The notes that open with a chapter say what went before: each chapter has at least two sets of them."""
    told: dict[str, set[tuple[str, ...]]] = {}
    for run in random_runs():
        for before, moment in pairwise(run):
            if isinstance(dawn().nodes[moment.node], Chapter):
                notes = [each for each in moment.pages if each.startswith("note-") and each not in before.pages]
                told.setdefault(moment.node, set()).add(tuple(notes))
    assert {name for name, ways in told.items() if len(ways) < 2} == set()
    assert len(told) == len(dawn().chapters) - 1


def test_a_page_is_never_longer_than_its_kind_allows() -> None:
    """Letters have at most 120 words, endings between 100 and 200."""
    long = [page.id for page in dawn().pages if page.kind in ("letter", "envelope") and len(page.text.split()) > 120]
    assert long == []
    assert [ending.id for ending in dawn().endings if not 100 <= len(ending.text.split()) <= 200] == []


def test_only_the_first_chapter_is_shown_before_a_campaign_reaches_it() -> None:
    """DOP-CAMP-08"""
    assert [chapter.id for chapter in dawn().chapters if not chapter.sealed] == ["between-two-worlds"]
