"""The part of a round that plays by itself, in steps: what belongs together is watched as one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from engine.core.kinds import Fact
from tui.play.sitting import Moment

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
        if game.says_nothing(each.fact):
            silent = (*silent, each.fact)
            continue
        part: Part = game.goes_with(steps[-1].facts, each.fact) if steps and not silent else ""
        if part and (both := _together(steps[-1], each, part)):
            steps[-1] = both
        else:
            steps.append(replace(each, facts=(*silent, each.fact)))
        silent = ()
    return steps


def _together(first: Moment, then: Moment, part: Part) -> Moment | None:
    """Two moments as one step; None if their words are too long for it."""
    words = f"{first.entry.words} {then.entry.words}" if part == "told" else first.entry.words
    if part == "told" and len(words) > LONGEST:
        return None
    things = tuple(dict.fromkeys((*first.entry.things, *(then.entry.things if part == "told" else ()))))
    entry = replace(first.entry, words=words, things=things, fact=then.entry.fact)
    return Moment(then.state, entry, first.fact, (*first.facts, then.fact))


def patience(words: str) -> float:
    """How much longer than a short sentence a long one is shown."""
    return max(1.0, len(words) / READ_AT_ONCE)
