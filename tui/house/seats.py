"""The seats of a table: who may sit where, and how a seat changes hands.

Before the game begins, the person in charge may free every seat. Later a player who is in the room and plays keeps the
seat: the person in charge may let a bot play for somebody who is away, and free the seat of a player who has been away,
or has not answered, for LONG, or has not moved for STALLED. Nobody frees the seat of the owner.

Where seats have secrets nobody gets to see them by a change of seats alone: they are shown once every seat has been
taken; then the person in charge has to agree before a stranger sits down, and who has seen those of one seat takes no
other.
"""

from __future__ import annotations

from engine.core.errors import Refused
from engine.core.kinds import NOBODY, Seat
from tui.house.asking import Asking, What
from tui.house.charge import LONG, STALLED, Charge
from tui.house.record import OPEN, Chair
from tui.house.taking_back import TakingBack
from tui.house.talk import Pace

QUESTIONS = (3, 60.0)
"""How often somebody may ask others something, in how many seconds: every question rings on their screens."""


class Seats(Charge):
    """A table whose seats change hands."""

    taking_back: TakingBack | None = None
    """What the others are asked to agree to."""
    askings: list[Asking]
    """What else somebody waits for an answer to."""
    _questions: Pace
    _asked_so_far: int = 0
    _declined: set[tuple[str, str, Seat]]
    """Who was told no to what: nobody is asked the same again and again."""

    def _go_on(self) -> None:
        """The table has moved, or who plays it has changed."""
        self._changed()

    # Sitting down and getting up

    def sit_down(self, name: str, seat: Seat) -> bool:
        """Take an open seat, or ask for it where its hand is private; whether one sits there now."""
        self._must_be_open(seat)
        if why := self.why_not(name) or self._why_no_second(name, seat):
            raise Refused(why)
        if not self.must_ask_for(name, seat):
            self._deeds.check(name)
            self._settle(seat, Chair("person", name), f"{name} sits down as {self.title_of(seat)}.")
            return True
        self._ask(name, "sit", seat=seat)
        self._announce(f"{name} would like to play {self.title_of(seat)}; {self.in_charge} is asked.")
        self._changed()
        return False

    def _must_be_open(self, seat: Seat) -> None:
        if seat not in self.record.chairs:
            raise Refused(f'There is no seat "{seat}" at this table.')
        if seat not in self.open_seats:
            raise Refused(f"{self.title_of(seat)} is taken: {self.person_of(seat)} sits there.")

    def must_ask_for(self, name: str, seat: Seat) -> bool:
        """Whether somebody has to ask before they sit down: they would see secrets that they have not seen."""
        if not self.record.begun or name == self.in_charge or name in self.record.known.get(seat, ()):
            return False
        return self.has_secrets

    def _why_no_second(self, name: str, seat: Seat) -> str:
        """Why somebody who has seen the secrets of one seat gets no other; empty if they may."""
        known = [each for each, names in self.record.known.items() if name in names]
        if not known or seat in known or not self.has_secrets:
            return ""
        seen = self.title_of(known[0])
        return f"You have seen what only {seen} may see: you cannot play {self.title_of(seat)} at this table."

    def stand_up(self, name: str, seat: Seat) -> None:
        """Give a seat up; it is open then."""
        self._must_sit(name, seat)
        self._deeds.check(name)
        if giver := self.record.chairs[seat].giver:
            self._settle(seat, Chair("person", giver), f"{name} gets up; {self.title_of(seat)} is {giver}'s again.")
        else:
            self._settle(seat, OPEN, f"{name} gets up; {self.title_of(seat)} is open.")

    def hand_over(self, name: str, seat: Seat, to: str) -> None:
        """Offer one's seat to somebody who is in the room."""
        self._must_sit(name, seat)
        self._must_be_here(name, to)
        self._ask(name, "seat", to=to, seat=seat)
        self._announce(f"{name} offers {self.title_of(seat)} to {to}.")
        self._changed()

    def hand_on(self, name: str, to: str) -> None:
        """Offer the table itself to somebody who is in the room."""
        if name != self.record.owner:
            raise Refused(f"Only {self.record.owner}, whose table it is, can do that.")
        self._must_be_here(name, to)
        self._ask(name, "table", to=to)
        self._announce(f"{name} offers the table to {to}.")
        self._changed()

    def _must_be_here(self, name: str, to: str) -> None:
        if to == name or not self.here[to]:
            raise Refused(f"{to} is not in the room.")

    # Seats of others

    def without_player(self, seat: Seat) -> str:
        """Why a seat has nobody who plays it, in words; empty if somebody does."""
        chair = self.record.chairs[seat]
        if chair.kind == "open":
            return "it is open"
        if self.is_away(seat):
            return f"{chair.name} is away"
        if chair.kind == "person" and self.idle_for(seat) >= LONG:
            return f"{chair.name} does not answer"
        return ""

    def why_freed(self, seat: Seat) -> str:
        """Why a seat may be freed, in words; empty if it may not: its player is here and plays, or was so lately."""
        chair = self.record.chairs[seat]
        player = chair.name if chair.kind == "person" else chair.giver
        if not player or self._is_protected(player):
            return ""
        if not self.record.begun:
            return "the game has not begun"
        if (gone := self.gone_for(player)) >= LONG:
            return f"{player} has been away for {round(gone) // 60} minutes"
        if chair.kind != "person":
            return ""
        idle, stalled = self.idle_for(seat), self.stalled_for(seat)
        if idle >= LONG or stalled >= STALLED:
            return f"{player} has not answered for {round(idle if idle >= LONG else stalled) // 60} minutes"
        return ""

    def _is_protected(self, player: str) -> bool:
        """Whether nobody can take somebody's seat: one's own is given up, and the owner's a bot may play meanwhile."""
        return player in (self.record.owner, self.in_charge)

    def seat_bot(self, name: str, seat: Seat, level: str) -> None:
        """Give a seat to a bot of a level: one's own, or one without a player if one is in charge."""
        if seat not in (*self.seats_of(name), *self.seats_without_player(name)):
            raise Refused(f"{self.title_of(seat)} is not yours to give away.")
        self._deeds.check(name)
        player = self.record.chairs[seat].giver or self.record.chairs[seat].name
        self._settle(seat, Chair("bot", level, player), f"The {level} bot plays {self.title_of(seat)} now.")

    def seats_without_player(self, name: str) -> tuple[Seat, ...]:
        """The seats that nobody plays, for the one who is in charge: open ones, and those of players away or idle."""
        return tuple(filter(self.without_player, self.record.chairs)) if name == self.in_charge else ()

    def free_seat(self, name: str, seat: Seat) -> None:
        """Open the seat of a player who has been away, or has not answered, for long."""
        self._must_lead(name)
        if seat not in self.record.chairs or not (why := self.why_freed(seat)):
            raise Refused(
                f"{self.title_of(seat)} has a player; a seat is freed when its player has been away for long."
            )
        self._settle(seat, OPEN, f"{name} frees {self.title_of(seat)}: {why}.")

    def take_from_bot(self, name: str, seat: Seat) -> None:
        """Play in the place of a bot."""
        if self.record.chairs.get(seat, OPEN).kind != "bot":
            raise Refused(f"No bot plays {self.title_of(seat)}.")
        if not self.may_take_from_bot(name, seat):
            raise Refused(
                self._why_no_second(name, seat)
                or "Only the player it belongs to, or if there is none somebody of this table, can take a bot's seat."
            )
        self._deeds.check(name)
        self._settle(seat, Chair("person", name), f"{name} plays {self.title_of(seat)} now.")

    def may_take_from_bot(self, name: str, seat: Seat) -> bool:
        """Whether somebody may have a bot's seat: it was theirs; or it was nobody's, and they are of this table."""
        chair = self.record.chairs.get(seat, OPEN)
        if chair.kind != "bot" or chair.giver:
            return chair.kind == "bot" and chair.giver == name
        is_of_table = name in (self.record.owner, self.in_charge) or bool(self.seats_of(name))
        return is_of_table and not self._why_no_second(name, seat)

    def take_from_stand_in(self, name: str, seat: Seat) -> None:
        """Play one's own seat again, which somebody else has played meanwhile."""
        if not self.may_take_from_stand_in(name, seat):
            raise Refused(f"Nobody plays {self.title_of(seat)} in your place.")
        self._deeds.check(name)
        self._settle(seat, Chair("person", name), f"{name} plays {self.title_of(seat)} again.")

    def may_take_from_stand_in(self, name: str, seat: Seat) -> bool:
        """Whether another person plays somebody's seat in their place; they have it back unless they saw a hand."""
        chair = self.record.chairs.get(seat, OPEN)
        return chair.kind == "person" and chair.giver == name and not self._why_no_second(name, seat)

    def free(self, name: str) -> None:
        """Somebody who owns nothing has left the house: their seats are open again."""
        for seat in self.seats_of(name):
            self._settle(seat, OPEN, f"{name} has left; {self.title_of(seat)} is open.")
        for seat, chair in self.record.chairs.items():
            if chair.giver == name:
                self.record.chairs[seat] = Chair(chair.kind, chair.name)
        for names in self.record.known.values():  # the next of that name is somebody else
            if name in names:
                names.remove(name)

    # Asking each other

    def _ask(self, by: str, what: What, *, to: str = "", seat: Seat = NOBODY) -> None:
        """Ask something; what the same person asked before is withdrawn."""
        if (by, what, seat or to) in self._declined:
            raise Refused("The answer to that was no.")
        self._deeds.check(by)
        self._questions.check(by)
        self._asked_so_far += 1
        asking = Asking(self._asked_so_far, by, what, to, seat, self.title_of(seat) if seat else "")
        self.askings = [*(each for each in self.askings if each.by != by), asking]

    def asked_of(self, name: str) -> list[Asking]:
        """What somebody has to answer."""
        return [each for each in self.askings if (each.to or self.in_charge) == name and self._can_grant(each)]

    def _can_grant(self, asking: Asking) -> bool:
        """Whether what is asked could still be granted."""
        if not self.here[asking.by]:
            return False
        if asking.what == "sit":
            return asking.seat in self.open_seats
        if asking.what == "seat":
            return asking.seat in self.seats_of(asking.by)
        return asking.by == self.record.owner

    def answer(self, name: str, yes: bool, serial: int) -> None:
        """Say yes or no to what somebody asks; the question may be over by now."""
        asking = next((each for each in self.asked_of(name) if each.serial == serial), None)
        if asking is None:
            raise Refused("Nobody asks you that any more.")
        self.askings.remove(asking)
        if not yes:
            self._declined.add((asking.by, asking.what, asking.seat or asking.to))
            self._announce(f"{name} {asking.refusal}")
            self._changed()
        elif asking.what == "sit":
            words = f"{name} lets {asking.by} sit down as {self.title_of(asking.seat)}."
            self._settle(asking.seat, Chair("person", asking.by), words)
        elif asking.what == "seat":
            words = f"{asking.by} hands {self.title_of(asking.seat)} to {name}."
            giver = self.record.chairs[asking.seat].giver
            self._settle(asking.seat, Chair("person", name, giver if giver != name else ""), words)
        else:
            self.record.owner, self.record.deputy = name, ""
            self._announce(f"{asking.by} hands the table to {name}, who owns it now.")
            self._changed()

    def _settle(self, seat: Seat, chair: Chair, words: str) -> None:
        record = self.record
        record.chairs[seat] = chair
        record.standing.pop(seat, None)
        if record.eyes == seat:  # the one who sits there now has not allowed it
            record.eyes = NOBODY
        self.taking_back = None
        self._note_seated()
        self._announce(words)
        self.settle_charge()
        self._go_on()

    def _note_seated(self) -> None:
        """Note who sits here for how long, and who has seen which hand since the game began."""
        record = self.record
        record.seated = self.by_seniority
        record.begun = record.begun or not self.open_seats
        sitting = (*self.people, *self.givers)
        record.looked = {name: number for name, number in record.looked.items() if name in sitting}
        self._note_left()
        for seat, chair in record.chairs.items():
            names = record.known.setdefault(seat, [])
            if record.begun and chair.kind == "person" and chair.name not in names:
                names.append(chair.name)

    def _must_sit(self, name: str, seat: Seat) -> None:
        if seat not in self.seats_of(name):
            raise Refused(f"{self.title_of(seat)} is not your seat.")

    # Stopping

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
