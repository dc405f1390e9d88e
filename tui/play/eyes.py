"""Through whose eyes a table may be watched again: one's own until the game is over, then anybody's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from engine.core.errors import Refused, nearest
from engine.core.kinds import NOBODY, Seat
from engine.core.table import Table
from tui.play.story import Watcher

if TYPE_CHECKING:
    from tui.play.chairs import Chairs

NOT_OVER = "The game is not over: what is hidden stays hidden until then."


class Eyes(msgspec.Struct, frozen=True):
    """The watchers that a replay offers."""

    watchers: tuple[Watcher, ...]
    parties: Mapping[Seat, str] = {}
    """Who plays each seat; only for a table at which people hide something from each other."""

    def needs_curtain(self, now: Watcher, then: Watcher) -> bool:
        """Whether somebody else has to come to the keyboard before the table is seen through other eyes."""
        if not then.seat or len(set(self.parties.values())) < 2:
            return False
        return self.parties.get(now.seat) != self.parties.get(then.seat)


def has_secrets(table: Table[Any]) -> bool:
    """Whether the seats of a table hide something from each other, because its game is not over."""
    return table.ask is not None and table.rules.has_secrets(table.setup)


def eyes(table: Table[Any], chairs: Chairs | None = None) -> Eyes:
    """Who may watch a table at home: anybody once it is over; before that nobody sees all, nor a bot's secrets."""
    rules, seats = table.rules, table.setup.seats
    spectator = Watcher(rules, NOBODY)
    everybody = tuple(Watcher(rules, seat) for seat in seats)
    if table.ask is None:
        return Eyes((spectator, *everybody, Watcher(rules, NOBODY, open=True)))
    if not has_secrets(table):
        return Eyes((spectator, *everybody))
    parties = chairs.parties if chairs is not None else {seat: seat for seat in seats}
    own = tuple(each for each in everybody if each.seat in parties)
    is_one = len(set(parties.values())) == 1
    return Eyes((*own, spectator) if is_one else (spectator, *own), parties)


def eyes_of(table: Table[Any], seats: Sequence[Seat]) -> Eyes:
    """The eyes of those who look at a table now, the first of them in front."""
    return Eyes(tuple(Watcher(table.rules, seat) for seat in seats or (NOBODY,)))


def chosen(table: Table[Any], chairs: Chairs, seat: str | None, everything: bool) -> Watcher:
    """The watcher that was asked for on the command line, if there is one; the spectator if none was."""
    if seat is not None and seat not in table.setup.seats:
        raise Refused(f'There was no seat "{seat}" at this table.{nearest(seat, table.setup.seats)}')
    wanted = Watcher(table.rules, seat or NOBODY, everything)
    if everything and table.ask is not None:
        raise Refused(NOT_OVER)
    if not everything and wanted not in eyes(table, chairs).watchers:
        raise Refused(f"A bot plays {table.rules.seat_title(wanted.seat)}. {NOT_OVER}")
    return wanted


def why_no_branch(table: Table[Any], chairs: Chairs) -> str:
    """Why no table can branch off at home; empty if one can.

    At a branch one could play it out in the place of the others, and then see what they hide in the game itself.
    """
    is_alone = not chairs.bots and len(set(chairs.parties.values())) == 1
    if is_alone or not has_secrets(table):
        return ""
    return "The game is not over and its players have secrets. Once it is over, one can go on from any of its moves."
