"""The seats of a table and its owner: who may sit where, give a seat away, and decide about the table."""

from __future__ import annotations

from engine.core.errors import Refused
from engine.core.kinds import NOBODY, Seat
from tui.house.around import Around
from tui.house.record import OPEN, Chair
from tui.house.taking_back import TakingBack
from tui.house.talk import plain
from tui.ssh.people import is_name

MOST_INVITED = 50


class Seats(Around):
    """A table whose seats change hands."""

    taking_back: TakingBack | None = None
    """What the others are asked to agree to."""

    def _go_on(self) -> None:
        """The table has moved, or who plays it has changed."""
        self._changed()

    # Seats

    def sit_down(self, name: str, seat: Seat) -> None:
        """Take an open seat."""
        if seat not in self.record.chairs:
            raise Refused(f'There is no seat "{seat}" at this table.')
        if seat not in self.open_seats:
            raise Refused(f"{seat.capitalize()} is taken: {self.person_of(seat)} sits there.")
        self._deeds.check(name)
        self._settle(seat, Chair("person", name), f"{name} sits down as {seat.capitalize()}.")

    def seat_bot(self, name: str, seat: Seat, bot: str) -> None:
        """Give a seat to a bot: one's own, or at one's own table one without a player."""
        if seat not in (*self.seats_of(name), *self.seats_without_player(name)):
            raise Refused(f"{seat.capitalize()} is not yours to give away.")
        self._deeds.check(name)
        player = self.record.chairs[seat].name
        self._settle(seat, Chair("bot", bot, player), f"The {bot} bot plays {seat.capitalize()} now.")

    def seats_without_player(self, name: str) -> tuple[Seat, ...]:
        """The seats at somebody's own table at which nobody is: the open ones, and those whose players are away."""
        if name != self.record.owner:
            return ()
        return (*self.open_seats, *filter(self.is_away, self.record.chairs))

    def hand_over(self, name: str, seat: Seat, to: str) -> None:
        """Give one's seat to somebody who is in the room."""
        self._must_sit(name, seat)
        if to == name or not self.here[to]:
            raise Refused(f"{to} is not in the room.")
        self._deeds.check(name)
        self._settle(seat, Chair("person", to), f"{name} hands {seat.capitalize()} to {to}.")

    def stand_up(self, name: str, seat: Seat) -> None:
        """Give a seat up; it is open for anybody then."""
        self._must_sit(name, seat)
        self._deeds.check(name)
        self._settle(seat, OPEN, f"{name} gets up; {seat.capitalize()} is open.")

    def take_from_bot(self, name: str, seat: Seat) -> None:
        """Play in the place of a bot."""
        if self.record.chairs.get(seat, OPEN).kind != "bot":
            raise Refused(f"No bot plays {seat.capitalize()}.")
        if not self.may_take_from_bot(name, seat):
            raise Refused(
                "Only the player it belongs to, or if there is none somebody of this table, can take a bot's seat."
            )
        self._deeds.check(name)
        self._settle(seat, Chair("person", name), f"{name} plays {seat.capitalize()} now.")

    def may_take_from_bot(self, name: str, seat: Seat) -> bool:
        """Whether somebody may have a bot's seat: it was theirs; or it was nobody's, and they are of this table."""
        chair = self.record.chairs.get(seat, OPEN)
        is_of_table = name == self.record.owner or bool(self.seats_of(name))
        return chair.kind == "bot" and (chair.giver == name if chair.giver else is_of_table)

    def free(self, name: str) -> None:
        """Somebody who owns nothing has left the house: their seats are open again."""
        for seat in self.seats_of(name):
            self._settle(seat, OPEN, f"{name} has left; {seat.capitalize()} is open.")
        for seat, chair in self.record.chairs.items():
            if chair.giver == name:
                self.record.chairs[seat] = Chair(chair.kind, chair.name)

    def _settle(self, seat: Seat, chair: Chair, words: str) -> None:
        self.record.chairs[seat] = chair
        if self.record.eyes == seat:  # whoever sits there now has not allowed it
            self.record.eyes = NOBODY
        self.taking_back = None
        self._announce(words)
        self._go_on()

    def _must_sit(self, name: str, seat: Seat) -> None:
        if seat not in self.seats_of(name):
            raise Refused(f"{seat.capitalize()} is not your seat.")

    def rename(self, former: set[str], name: str) -> None:
        """Somebody has another name now."""
        record = self.record
        record.owner = name if record.owner in former else record.owner
        record.invited = [name if each in former else each for each in record.invited]
        for seat, chair in record.chairs.items():
            if chair.kind == "person" and chair.name in former:
                record.chairs[seat] = Chair("person", name)
            elif chair.giver in former:
                record.chairs[seat] = Chair(chair.kind, chair.name, name)
        self.keep()

    # What the owner decides

    def _must_own(self, name: str) -> None:
        if name != self.record.owner:
            raise Refused(f"Only {self.record.owner}, whose table it is, can do that.")
        self._deeds.check(name)

    def invite(self, name: str, guest: str) -> None:
        """Let somebody in."""
        self._must_own(name)
        guest = guest.strip().lower()
        if not is_name(guest):
            raise Refused(f"{plain(guest, 20) or 'That'} is no name that anybody could come in with.")
        if len(self.record.invited) >= MOST_INVITED:
            raise Refused(f"{MOST_INVITED} are invited, and there is no room for more.")
        if guest not in self.record.invited:
            self.record.invited.append(guest)
        self._announce(f"{guest} is invited.")
        self._changed()

    def show_eyes(self, name: str, seat: Seat) -> None:
        """Let spectators see what a seat sees, or no more than an outsider."""
        self._must_own(name)
        if seat and seat not in self.seats_of(name):
            raise Refused("You can open your own seat to spectators, not somebody else's.")
        self.record.eyes = seat
        self._announce(
            f"Spectators see what {seat.capitalize()} sees." if seat else "Spectators see what an outsider may see."
        )
        self._changed()

    def pause(self, name: str) -> None:
        """Stop the table and its clock."""
        self._must_be_of(name)
        if not self.record.paused:
            self.record.paused = True
            self._announce(f"{name} stops the table.")
            self._go_on()

    def resume(self, name: str) -> None:
        """Let a stopped table go on."""
        self._must_be_of(name)
        if self.record.paused:
            self.record.paused = False
            self._announce(f"{name} lets the table go on.")
            self._go_on()

    def _must_be_of(self, name: str) -> None:
        if name != self.record.owner and not self.seats_of(name):
            raise Refused("Only somebody of this table can do that.")
        self._deeds.check(name)

    def put_away(self, name: str) -> None:
        """The owner ends the table before its game is over: whoever is there is told."""
        self._must_own(name)
        self.is_gone = True
        self._announce(f"{name} has put the table away.")
        self._changed()
