"""Who is in charge of a table, and what they decide: invitations, spectators, stopping it, putting it away.

The person who opened a table owns it. While the owner is away for long, or here without pressing a key, the person who
has sat there longest is in charge in their place; when the owner comes back, the table is theirs again. Only the owner
can put it away for good.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextvars import Context
from typing import Any

from engine.core.errors import Refused
from engine.core.kinds import Seat
from tui.house.around import Around
from tui.house.people import is_name
from tui.house.talk import plain

MOST_INVITED = 50

MOST_REMOVED = 200
"""How many people can be muted at a table, and how many removed."""

LONG = 300.0
"""Seconds after which a player who is away, or does not answer, can lose the seat."""

STALLED = 900.0
"""Seconds without a move after which a player whom the table waits for can lose the seat, whatever keys they press."""

OWNER_AWAY = 600.0
"""Seconds after which somebody else is in charge while the owner is away."""


def later(seconds: float, do: Callable[..., Any], *told: Any) -> asyncio.TimerHandle | None:
    """Do something after some seconds, in a context of its own: otherwise the timer would keep the app of its caller.

    Nothing happens in a house that does not run yet.
    """
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return None
    return loop.call_later(seconds, do, *told, context=Context())


class Charge(Around):
    """A table that somebody is in charge of."""

    stirred: dict[str, float]
    """When each person in the room last pressed a key, by the clock of this machine."""
    _succession: asyncio.TimerHandle | None = None

    # Being here

    def stir(self, name: str) -> None:
        """Note that somebody in the room has pressed a key."""
        self.stirred[name] = time.monotonic()
        self.note_looked(name)
        if name == self.record.owner and self.record.deputy:
            self.settle_charge()

    def _note_here(self, name: str) -> None:
        """Somebody has come into the room."""
        self.stir(name)
        self.record.left.pop(name, None)
        if name in self.record.unseen:
            self.record.unseen.remove(name)
            self.keep()
        self.settle_charge()

    def _note_gone(self, name: str) -> None:
        """Somebody has left the room; what counts is since when those of the table are away."""
        self.stirred.pop(name, None)
        self._shown.pop(name, None)
        self._note_left()
        self.settle_charge()
        self.keep()

    def _note_left(self) -> None:
        """Note since when people of the table are away; those who were here when the house closed, since it opened."""
        now, left = round(time.time(), 1), self.record.left
        away = [name for name in (self.record.owner, *self.people, *self.givers) if not self.here[name]]
        self.record.left = {name: left.get(name, now) for name in away}

    def gone_for(self, name: str) -> float:
        """For how many seconds somebody has been away."""
        return 0.0 if self.here[name] else max(0.0, time.time() - self.record.left.get(name, time.time()))

    def idle_for(self, seat: Seat) -> float:
        """For how many seconds the player of a seat has not pressed a key, if they are here and the table waits.

        While seats are open, it waits for everybody; else for those who are asked.
        """
        name, stands = self.record.chairs[seat].name, self.stands
        if not self.here[name] or not (stands == "open" or self._is_waited_for(seat)):
            return 0.0
        return max(0.0, time.monotonic() - max(self.stirred.get(name, 0.0), self.delay.last_made))

    def stalled_for(self, seat: Seat) -> float:
        """For how many seconds the table has waited for the player of a seat, whatever keys they press meanwhile."""
        return max(0.0, time.monotonic() - self.delay.last_made) if self._is_waited_for(seat) else 0.0

    def _is_waited_for(self, seat: Seat) -> bool:
        return self.stands == "running" and not self.record.paused and seat in self._asked("person")

    # Being in charge

    @property
    def in_charge(self) -> str:
        """Who decides about the table now."""
        return self.record.deputy or self.record.owner

    def settle_charge(self) -> None:
        """Find out who is in charge now, and look again when the owner has been away for long enough."""
        deputy, owner = self._deputy_now(), self.record.owner
        if deputy != self.record.deputy:
            self.record.deputy = deputy
            words = f"{owner} has been away for long: {deputy} is in charge of the table now."
            self._announce(words if deputy else f"{owner} is in charge of the table again.")
            self._changed()
        self._await_owner(OWNER_AWAY - self._owner_away_for)

    @property
    def _owner_away_for(self) -> float:
        """For how many seconds the owner has been away, or here without pressing a key."""
        owner = self.record.owner
        return time.monotonic() - self.stirred.get(owner, 0.0) if self.here[owner] else self.gone_for(owner)

    def _await_owner(self, seconds: float) -> None:
        """Look again after some seconds who is in charge, if the owner is away until then."""
        if self._succession is not None:
            self._succession.cancel()
            self._succession = None
        if seconds > 0 and self.stands != "finished" and not self._is_closed:
            self._succession = later(seconds + 0.1, self.settle_charge)

    def _deputy_now(self) -> str:
        """Who stands in for the owner; one who has gone stays it until somebody else of the table is here."""
        deputy, owner = self.record.deputy, self.record.owner
        if self._owner_away_for < OWNER_AWAY:
            return ""
        people = [name for name in self.by_seniority if name != owner]
        if self.here[deputy] and deputy in people:
            return deputy
        return next((name for name in people if self.here[name]), deputy if deputy in people else "")

    @property
    def by_seniority(self) -> list[str]:
        """Who sits at the table, the one who has sat longest first."""
        people = self.people
        return list(dict.fromkeys([*(name for name in self.record.seated if name in people), *people]))

    def _must_lead(self, name: str) -> None:
        if name != self.in_charge:
            whose = "whose table it is" if self.in_charge == self.record.owner else "who is in charge of the table"
            raise Refused(f"Only {self.in_charge}, {whose}, can do that.")
        self._deeds.check(name)

    # What they decide

    def invite(self, name: str, guest: str) -> None:
        """Let somebody in."""
        self._must_lead(name)
        guest = guest.strip().lower()
        if not is_name(guest):
            raise Refused(f"{plain(guest, 20) or 'That'} is no name that anybody could come in with.")
        if len(self.record.invited) >= MOST_INVITED:
            raise Refused(f"{MOST_INVITED} are invited, and there is no room for more.")
        if guest not in self.record.invited:
            self.record.invited.append(guest)
            self.record.unseen += [] if self.here[guest] else [guest]
        if guest in self.record.removed:
            self.record.removed.remove(guest)
        self._announce(f"{guest} is invited.")
        self._changed()

    def spectators(self) -> list[str]:
        """Who is in the room without having a part in the game."""
        of_table = {self.record.owner, self.in_charge, *self.people, *self.givers}
        return sorted(set(self.here) - of_table)

    def mute(self, name: str, who: str) -> None:
        """Let nobody hear what a spectator says at this table."""
        self._must_lead(name)
        self._must_watch(who, self.record.muted)
        self.record.muted.append(who)
        self._announce(f"{who} is muted.")
        self._changed()

    def unmute(self, name: str, who: str) -> None:
        """Let somebody be heard again."""
        self._must_lead(name)
        if who in self.record.muted:
            self.record.muted.remove(who)
            self._announce(f"{who} is heard again.")
            self._changed()

    def remove(self, name: str, who: str) -> None:
        """Show a spectator out; they cannot come to this table again unless they are invited."""
        self._must_lead(name)
        self._must_watch(who, self.record.removed)
        self.record.removed.append(who)
        for names in (self.record.invited, self.record.unseen):
            names[:] = (each for each in names if each != who)
        self._announce(f"{who} is removed from the table.")
        self._changed()

    def _must_watch(self, who: str, listed: list[str]) -> None:
        if who not in self.spectators() or who in listed:
            raise Refused(f"{who} does not watch here.")
        if len(listed) >= MOST_REMOVED:
            raise Refused("There are too many of them already; make the table one for whom you invite.")

    def show_eyes(self, name: str, seat: Seat) -> None:
        """Let spectators see what a seat sees, or no more than an outsider."""
        self._must_lead(name)
        if seat and seat not in self.seats_of(name):
            raise Refused("You can open your own seat to spectators, not somebody else's.")
        self.record.eyes = seat
        self._announce(
            f"Spectators see what {self.title_of(seat)} sees." if seat else "Spectators see what an outsider may see."
        )
        self._changed()

    def check_owner(self, name: str) -> None:
        """Refuse everybody but the owner, and an owner in a hurry."""
        if name != self.record.owner:
            raise Refused(f"Only {self.record.owner}, whose table it is, can do that.")
        self._deeds.check(name)

    def put_away(self, name: str) -> None:
        """The owner or the host ends the table before its game is over: everybody there is told."""
        self.is_gone = True
        self._announce(f"{name} has put the table away.")
        self._changed()

    def rename(self, former: set[str], name: str) -> None:
        """Somebody has another name now."""
        record = self.record

        def renamed(who: str) -> str:
            return name if who in former else who

        record.owner, record.deputy = renamed(record.owner), renamed(record.deputy)
        for names in (
            record.invited,
            record.unseen,
            record.seated,
            record.muted,
            record.removed,
            *record.known.values(),
        ):
            names[:] = dict.fromkeys(map(renamed, names))
        record.left = {renamed(who): when for who, when in record.left.items()}
        for seat, chair in record.chairs.items():
            who = renamed(chair.name) if chair.kind == "person" else chair.name
            record.chairs[seat] = type(chair)(chair.kind, who, renamed(chair.giver))
        self.keep()
