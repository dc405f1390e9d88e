"""The part of a round that plays by itself, in steps: what belongs together is watched as one."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from engine.core.kinds import Fact
from tui.play.moments import Moment

if TYPE_CHECKING:
    from tui.games import Showing

Part = Literal["", "shown", "told"]
"""How a fact belongs to the step before it: not at all, shown with it, or told with it as well."""

READ_AT_ONCE = 40
"""The number of letters that are read in the time of one step."""

LONGEST = 200
"""The most letters of a step: a longer one would not fit below the board of a small terminal."""


def in_steps(moments: Iterable[Moment], game: Showing) -> list[Moment]:
    """The moments that are watched one by one; what says nothing is shown with the next one."""
    steps: list[Moment] = []
    silent: tuple[Fact, ...] = ()
    for each in moments:
        if each.facts and game.says_nothing(each.fact):
            silent = (*silent, each.fact)
            continue
        part: Part = game.goes_with(steps[-1].facts, each.fact) if _may_join(steps, each) and not silent else ""
        if part and (both := _together(steps[-1], each, part)):
            steps[-1] = both
        else:
            steps.append(replace(each, facts=(*silent, *each.facts)))
        silent = ()
    return steps


def in_recap(moments: Iterable[Moment], game: Showing) -> list[Moment]:
    """The steps of a recap: every move has at least one, also if it says nothing in the middle of a round."""
    moves = [list(found) for _, found in groupby(moments, key=lambda each: each.entry.step)]
    return [step for found in moves for step in in_steps(found, game) or found[-1:]]


def _may_join(steps: list[Moment], then: Moment) -> bool:
    """Whether a moment belongs to the same move as the step before it."""
    return bool(steps and then.facts) and steps[-1].entry.step == then.entry.step


def _together(first: Moment, then: Moment, part: Part) -> Moment | None:
    """Two moments as one step; None if their words are too long for it."""
    words = f"{first.entry.words} {then.entry.words}" if part == "told" else first.entry.words
    if part == "told" and len(words) > LONGEST:
        return None
    things = tuple(dict.fromkeys((*first.entry.things, *(then.entry.things if part == "told" else ()))))
    entry = replace(first.entry, words=words, things=things, fact=then.entry.fact)
    return Moment(then.view, entry, (*first.facts, then.fact), first.reveals or then.reveals)


def patience(words: str) -> float:
    """How much longer than a short sentence a long one is shown."""
    return max(1.0, len(words) / READ_AT_ONCE)
