"""One run through a campaign: what happens when a chapter is reached, ends, or a choice is made. Everything is pure."""

from __future__ import annotations

import msgspec

from engine.core.campaign.conditions import Past, holds
from engine.core.campaign.content import LOST, WON, Campaign, CampaignChoice, Chapter, Ending, Way
from engine.core.campaign.ledger import PastStep

replace = msgspec.structs.replace


class Run(msgspec.Struct, frozen=True):
    """How far a run has come. It is replaced, never changed, so that a run from before can be taken up again."""

    node: str = ""
    """The chapter or choice that comes next, or the ending that was reached; empty at a dead end."""
    path: tuple[PastStep, ...] = ()
    past: Past = Past()
    pages: tuple[str, ...] = ()
    """The pages that were opened, in their order."""
    drawn: int = 0
    """How many cards of the campaign deck were drawn."""
    read: frozenset[str] = frozenset()
    """The pages that were read."""


def begin(campaign: Campaign, start: str = "", past: tuple[PastStep, ...] = ()) -> Run:
    """A run that stands before its first chapter, or at a later one after an assumed past."""
    run = _settle(campaign, Run())
    if not past and not start:
        return reach(campaign, run, campaign.start)
    for step in past:
        run = _passed(campaign, reach(campaign, run, step.node), step)
    run = reach(campaign, run, start) if start else _go_on(campaign, run)
    return replace(run, read=frozenset(run.pages) - {_letter(campaign, run.node)})


def reach(campaign: Campaign, run: Run, node: str) -> Run:
    """Come to a chapter, a choice or an ending: marks are given and pages opened."""
    found, past = campaign.nodes.get(node), run.past
    run = replace(run, node=node if found else "")
    if isinstance(found, Chapter):
        run = _open(_give(run, found.gives), found.letter)
    return run if run.past is past else _settle(campaign, run)


def finish(campaign: Campaign, run: Run, step: PastStep) -> Run:
    """Go on after a chapter that was played to its end."""
    return _go_on(campaign, _passed(campaign, run, step))


def choose(campaign: Campaign, run: Run, choice: str, option: str) -> Run:
    """Go on after a choice."""
    return _go_on(campaign, _passed(campaign, run, PastStep(choice, option=option)))


def _passed(campaign: Campaign, run: Run, step: PastStep) -> Run:
    """A run in which a chapter or a choice lies behind."""
    node = campaign.nodes.get(step.node)
    run = replace(run, path=(*run.path, step))
    if isinstance(node, Chapter):
        won = bool(step.won)
        run = replace(run, past=replace(run.past, results={**run.past.results, node.id: won}))
        handed = tuple(mark for mark in step.marks if mark in node.hands)
        run = _give(run, (*handed, *(node.gives_won if won else node.gives_lost)))
        for key in (WON if won else LOST, *handed):
            run = _open(run, node.after.get(key, ""))
    elif isinstance(node, CampaignChoice):
        run = replace(run, past=replace(run.past, chosen={**run.past.chosen, node.id: step.option}))
        option = node.option(step.option)
        run = _give(run, option.gives if option else ())
    return _settle(campaign, run)


def _go_on(campaign: Campaign, run: Run) -> Run:
    """Take the way that leads on from the last step; without one it is a dead end."""
    last = run.path[-1]
    node = campaign.nodes.get(last.node)
    if isinstance(node, CampaignChoice) and (option := node.option(last.option)) and option.to:
        return reach(campaign, run, option.to)
    ways: tuple[Way, ...] = () if node is None or isinstance(node, Ending) else node.next
    way = next((each for each in ways if holds(each.when, run.past)), None)
    return reach(campaign, run, way.to) if way else replace(run, node="")


def _settle(campaign: Campaign, run: Run) -> Run:
    """Draw from the deck up to the first lock that stays closed, and open the pages whose condition is true now."""
    while run.drawn < len(campaign.deck):
        card = campaign.deck[run.drawn]
        if card.kind == "lock" and not holds(card.when, run.past):
            break
        run = _open(_give(replace(run, drawn=run.drawn + 1), card.gives), card.page)
    opened = [page.id for page in campaign.loose_pages if page.id not in run.pages and holds(page.when, run.past)]
    return replace(run, pages=(*run.pages, *opened)) if opened else run


def _give(run: Run, marks: tuple[str, ...]) -> Run:
    if not marks:
        return run
    fresh = tuple(dict.fromkeys(each for each in marks if each not in run.past.marks))
    return replace(run, past=replace(run.past, marks=(*run.past.marks, *fresh))) if fresh else run


def _open(run: Run, page: str) -> Run:
    return replace(run, pages=(*run.pages, page)) if page and page not in run.pages else run


def _letter(campaign: Campaign, node: str) -> str:
    chapter = campaign.chapter(node)
    return chapter.letter if chapter else ""
