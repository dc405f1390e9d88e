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
    is_shared: bool = False
    """Whether people at one keyboard hide something from each other."""

    def needs_curtain(self, now: Watcher, then: Watcher) -> bool:
        """Whether somebody else has to come to the keyboard before the table is seen through other eyes."""
        return self.is_shared and not set(then.seats) <= set(now.seats)


def has_secrets(table: Table[Any]) -> bool:
    """Whether the seats of a table hide something from each other, because its game is not over."""
    return table.ask is not None and table.rules.has_secrets(table.setup)


def eyes(table: Table[Any], chairs: Chairs | None = None) -> Eyes:
    """Who may watch a table at home: anybody once it is over; before that nobody sees all, nor a bot's secrets.

    A person with several seats, and allies who share all they know, watch it with the eyes of their party.
    """
    rules, seats = table.rules, table.setup.seats
    spectator = Watcher(rules, NOBODY)
    everybody = tuple(Watcher(rules, seat) for seat in seats)
    if not rules.has_secrets(table.setup):
        return Eyes((spectator, *everybody, *_all_open(table)))
    parties = _parties(table, chairs.parties if chairs is not None else {seat: seat for seat in seats})
    if table.ask is None:
        return Eyes((spectator, *(each for each in parties if each.others), *everybody, *_all_open(table)))
    return Eyes((*parties, spectator)) if len(parties) == 1 else Eyes((spectator, *parties), is_shared=True)


def _all_open(table: Table[Any]) -> tuple[Watcher, ...]:
    """The watcher who sees everything, once the game is over."""
    return (Watcher(table.rules, NOBODY, open=True),) if table.ask is None else ()


def _parties(table: Table[Any], players: Mapping[Seat, str]) -> tuple[Watcher, ...]:
    """A watcher for each person, with the eyes of all their seats and of those that share all with them; each once."""
    found: dict[frozenset[Seat], Watcher] = {}
    for player in dict.fromkeys(players.values()):
        own = [seat for seat, each in players.items() if each == player]
        party = party_of(table, own)
        found.setdefault(frozenset(party), Watcher(table.rules, party[0], others=party[1:]))
    return tuple(found.values())


def party_of(table: Table[Any], own: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats of one person, and then those that share all they know with one of them."""
    allies = (ally for seat in own for ally in table.rules.sees_with(table.view(seat), seat))
    return tuple(dict.fromkeys([*own, *allies]))


def eyes_of(table: Table[Any], seats: Sequence[Seat]) -> Eyes:
    """The eyes of the party that looks at a table now, or a spectator's."""
    return Eyes((Watcher(table.rules, seats[0], others=tuple(seats[1:])) if seats else Watcher(table.rules),))


def chosen(table: Table[Any], chairs: Chairs, seat: str | None, everything: bool) -> Watcher:
    """The watcher that was asked for on the command line, if there is one; the spectator if none was."""
    if seat is not None and seat not in table.setup.seats:
        raise Refused(f'There was no seat "{seat}" at this table.{nearest(seat, table.setup.seats)}')
    if everything and table.ask is not None:
        raise Refused(NOT_OVER)
    allowed = {each for watcher in eyes(table, chairs).watchers for each in watcher.seats}
    if seat and seat not in allowed:
        raise Refused(f"A bot plays {table.rules.seat_title(seat)}. {NOT_OVER}")
    return Watcher(table.rules, seat or NOBODY, everything)


def why_no_branch(table: Table[Any], chairs: Chairs) -> str:
    """Why no table can branch off at home; empty if one can.

    At a branch one could play it out in the place of the others, and then see what they hide in the game itself.
    """
    is_alone = not chairs.bots and len(set(chairs.parties.values())) == 1
    if is_alone or not has_secrets(table):
        return ""
    return "The game is not over and its players have secrets. Once it is over, one can go on from any of its moves."
