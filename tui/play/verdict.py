"""How a game ended, in words: by the names of the winners, or as "you" where one person holds some of the seats."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.core.grammar import joined
from engine.core.kinds import Outcome, Seat
from engine.core.table import Table
from tui.play.opened import Opened


def own_seats(opened: Opened) -> tuple[Seat, ...]:
    """The seats of the person at this screen; none where several people share it, or one plays all of the seats."""
    people = opened.chairs.people
    is_one = len(set(opened.chairs.parties.values())) == 1
    return people if is_one and len(people) < len(opened.table.setup.seats) else ()


def is_won(table: Table[Any], mine: Collection[Seat] = ()) -> bool | None:
    """Whether those who look at the end have won; None among rivals for somebody without a seat of their own."""
    outcome = table.outcome
    if outcome is None:
        return None
    if table.rules.kind_of(table.setup) == "together":
        return bool(outcome.winners)
    return any(map(outcome.is_won_by, mine)) if mine else None


def verdict(table: Table[Any], mine: Collection[Seat] = ()) -> str:
    """Who won, with the scores: "Amber wins (12 to 9)", "You lost (9 to 12)"; empty while the game goes on.

    Where all play together, or for somebody with seats of their own, it is they who won or lost.
    """
    outcome = table.outcome
    if outcome is None:
        return ""
    won = is_won(table, mine)
    if table.rules.kind_of(table.setup) == "together":
        return "Won" if won else "Lost"
    if won is None:
        names = [table.rules.seat_title(seat) for seat in outcome.winners]
        who = joined(names) if names else "Nobody"
        return f"{who} {'win' if len(names) > 1 else 'wins'}{_scores(outcome, outcome.winners)}"
    return f"You {'won' if won else 'lost'}{_scores(outcome, mine)}"


def in_a_list(table: Table[Any], mine: Collection[Seat] = ()) -> str:
    """The verdict where it is a part of a line: "lost", "you won (12 to 9)", "Amber wins (12 to 9)"."""
    words = verdict(table, mine)
    return words if is_won(table, mine) is None else words[:1].lower() + words[1:]


def told_end(table: Table[Any], mine: Collection[Seat] = ()) -> str:
    """How a game ended, and why."""
    outcome = table.outcome
    if outcome is None:
        return "The game is over."
    if table.rules.kind_of(table.setup) == "together":
        return outcome.reason
    return f"{verdict(table, mine)}: {outcome.reason}"


def _scores(outcome: Outcome, first: Collection[Seat]) -> str:
    """The scores from the highest, those of some seats before the others."""
    seats = sorted(outcome.scores, key=lambda seat: (seat not in first, -outcome.scores[seat]))
    return f" ({' to '.join(str(outcome.scores[seat]) for seat in seats)})" if seats else ""
