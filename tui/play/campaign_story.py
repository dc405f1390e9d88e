"""A campaign in words: what comes next, and the story so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.campaign.content import LOST, WON, Campaign, CampaignChoice, CampaignPage, Chapter
from engine.core.campaign.ledger import PastStep
from engine.core.campaign.standing import (
    AtDeadEnd,
    AtEnding,
    CampaignStanding,
    MakeChoice,
    PlayChapter,
    ReadPages,
    Replay,
    ResumeAttempt,
)

LONG_AGO = 2 * 24 * 3600
"""Seconds after which players want to read what has happened so far."""

_TOGETHER = 3
"""How many chapters and choices share a paragraph of the story."""


def told_todo(campaign: Campaign, now: CampaignStanding) -> str:
    """What comes next, in a few words."""
    match now.todo:
        case ReadPages(pages):
            titles = [campaign.page_by_id[page].title for page in pages]
            return f"read {titles[0]}" + (f" and {len(titles) - 1} more" if len(titles) > 1 else "")
        case PlayChapter(chapter):
            return f"play {title_of(campaign, chapter)}"
        case ResumeAttempt(number):
            attempt = now.attempt_at(number)
            return f"in the middle of {title_of(campaign, attempt.chapter if attempt else '')}"
        case MakeChoice(choice):
            return f"decide: {title_of(campaign, choice)}"
        case AtEnding(ending):
            return f"over: {title_of(campaign, ending)}"
        case AtDeadEnd():
            return "no way leads on: a mistake in the campaign, which `parley data check` tells"


def title_of(campaign: Campaign, node: str) -> str:
    """The title of a chapter, a choice or an ending; its id if the campaign has it no longer."""
    found = campaign.nodes.get(node)
    return found.title if found else node


def is_long_ago(now: CampaignStanding, time: float) -> bool:
    """Whether players may have forgotten what happened."""
    return bool(now.path) and time - now.when >= LONG_AGO


def story_so_far(campaign: Campaign, now: CampaignStanding) -> list[str]:
    """What has happened, in a few paragraphs: chapters and choices, what is remembered, and what is open."""
    told = [_told_step(campaign, step) for step in now.path]
    paragraphs = [campaign.text] if campaign.text else []
    paragraphs += [" ".join(told[first : first + _TOGETHER]) for first in range(0, len(told), _TOGETHER)]
    if marks := told_marks(campaign, now.marks):
        paragraphs.append(" ".join(marks))
    if isinstance(now.todo, AtEnding):
        ending = next(each for each in campaign.endings if each.id == now.todo.ending)
        return [*paragraphs, f"{ending.title}. {ending.text}"]
    return [*paragraphs, f"Next: {told_todo(campaign, now)}."]


def told_marks(campaign: Campaign, marks: Sequence[str]) -> list[str]:
    """What marks mean, each in a sentence; those without words are left out."""
    return [campaign.marks[each] for each in marks if campaign.marks.get(each)]


def _told_step(campaign: Campaign, step: PastStep) -> str:
    node = campaign.nodes.get(step.node)
    if isinstance(node, CampaignChoice):
        option = node.option(step.option)
        return f"{node.title}: {option.title if option else step.option}."
    if not isinstance(node, Chapter):
        return f"{step.node}."
    told = [gist_of(page) for page in _pages_after(campaign, node, step)]
    return " ".join(told) or f"{node.title} was {WON if step.won else LOST}."


def _pages_after(campaign: Campaign, chapter: Chapter, step: PastStep) -> Iterator[CampaignPage]:
    for key in (WON if step.won else LOST, *step.marks):
        if page := campaign.page_by_id.get(chapter.after.get(key, "")):
            yield page


def gist_of(page: CampaignPage) -> str:
    """What the story says of a page: its gist, or its first paragraph."""
    return page.gist or " ".join(page.text.partition("\n\n")[0].split())


def told_replay(campaign: Campaign, found: Replay) -> list[str]:
    """What playing a chapter again would change, in sentences."""
    told = []
    if found.attempt:
        told.append("The chapter that is going on is abandoned; its save stays.")
    if found.steps:
        titles = ", ".join(title_of(campaign, step.node) for step in found.steps)
        told.append(f"What followed counts no longer, but stays in the ledger: {titles}.")
    if marks := told_marks(campaign, found.marks):
        told.append(f"This is no longer so: {' '.join(marks)}")
    return told or ["Nothing else changes."]
