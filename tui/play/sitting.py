"""What happens between a screen and its table: choices with words, moves made and taken back, and the log so far.

Nothing here knows a widget, so that the same sitting serves the app, the theatre and tests.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import msgspec

from engine.core.errors import Refused
from engine.core.grammar import joined
from engine.core.kinds import NOBODY, Ask, Move, Seat
from engine.core.standing import Standing, is_window, scopes
from engine.core.steps import Step
from engine.core.table import Table
from tui.play.chairs import Chairs
from tui.play.eyes import party_of
from tui.play.moments import LogEntry, Moment, entries, moments, move_words
from tui.play.recap import NOTHING, Recap, forget_moves, recap
from tui.play.story import Watcher


class Choice(msgspec.Struct, frozen=True):
    """A legal move of one seat, in words, with the things that it concerns."""

    seat: Seat
    move: Move
    words: str
    things: tuple[str, ...]
    at: int = -1
    """The question that it answers."""
    scope: str = ""
    """Of a pass in a window: until what is over the seat lets windows pass after it as well."""


def _things(seat: Seat, move: Move) -> tuple[str, ...]:
    """What a move concerns; a move that stays concerns the mover alone."""
    return (f"seat:{seat}",) if move.stays else move.things()


class Sitting:
    """People in front of one table: all seats, or some of them, at this screen."""

    def __init__(
        self,
        table: Table[Any],
        seats: Sequence[Seat] | None = None,
        *,
        chairs: Chairs | None = None,
        looked: dict[Seat, int] | None = None,
        standing: Standing | None = None,
    ) -> None:
        """Sit down on these seats, or on those that chairs have for people, or on all of them.

        `looked` is the number of moves that each seat has seen, as far as it is known; it is kept up to date.
        """
        self.table = table
        self.looked = looked if looked is not None else {}
        self.rules = table.rules
        self.chairs = chairs
        self.waits_for: Seat = NOBODY
        """The bot whose turn it is, although people may be asked as well."""
        if seats is None:
            seats = table.setup.seats if chairs is None else chairs.people
        self.seats = tuple(seats)
        self._front: Seat = self.seats[0] if self.seats else NOBODY
        self._is_seated = False
        """Whether somebody has come to the front since the seats have secrets."""
        self._entries: list[LogEntry] = []
        self._told = 0
        self.retold = 0
        """How often the log was told anew, because somebody else looks."""
        self._moments: dict[int, list[Moment]] = {}
        """What the last moves led to, until the log has it as well."""
        self._choices: tuple[int, list[Choice]] = (-1, [])
        self._party_view: tuple[Any, Any] = (None, None)
        """What a party sees of the table as it stands, and of which."""
        self.standing = standing or Standing()
        """Who at this screen lets windows pass."""

    # Who looks and who is asked

    @property
    def ask(self) -> Ask | None:
        """What is asked now."""
        return self.table.ask

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats of this screen that may answer; none while all wait for a bot."""
        if self.waits_for:
            return ()
        return tuple(seat for seat in self.ask.seats if seat in self.seats) if self.ask else ()

    @property
    def front(self) -> Seat:
        """Through whose eyes the table is shown: the seat in front, or the only one that is asked."""
        asked = self.asked
        if asked and self._front not in asked and (self._is_seated or not self.has_secrets):
            self._bring_mate(asked)
        return self._front

    def _bring_mate(self, asked: tuple[Seat, ...]) -> None:
        """Bring a seat to the front that is asked and needs no curtain, unless several see what the front seat sees."""
        view = self.table.view
        mates = [seat for seat in asked if self.look_together(seat, self._front)]
        alike = [seat for seat in mates if view(seat) == view(self._front)]
        if alike:
            self._front = alike[0] if len(asked) == 1 else self._front
        elif mates:
            self.look_as(mates[0])

    def party_of(self, seat: Seat) -> str:
        """Who plays a seat: seats of one party are one person's."""
        return self.chairs.parties.get(seat, seat) if self.chairs is not None else seat

    @property
    def party(self) -> tuple[Seat, ...]:
        """The front seat, the other seats that the same person plays, and those that share all with one of them."""
        front = self.front
        return party_of(self.table, (front, *self._others)) if front in self.seats else (front,)

    @property
    def _others(self) -> tuple[Seat, ...]:
        """The other seats of the person in front."""
        front = self.front
        if front not in self.seats:
            return ()
        return tuple(seat for seat in self.seats if seat != front and self.party_of(seat) == self.party_of(front))

    @property
    def watcher(self) -> Watcher:
        """The eyes of the person in front: of all their seats, where seats have secrets."""
        others = self._others if len(self.seats) > 1 and self.rules.has_secrets(self.table.setup) else ()
        return Watcher(self.rules, self.front, others=others)

    def look_together(self, one: Seat, other: Seat) -> bool:
        """Whether two seats need no curtain between them: one person plays both, or they see the same."""
        return self.party_of(one) == self.party_of(other) or self.table.view(one) == self.table.view(other)

    def look_as(self, seat: Seat) -> None:
        """Bring a seat to the front; the log is told anew as that person saw it, if it is another person."""
        self._is_seated = True
        if seat in self.seats and seat != self._front:
            is_same = self.party_of(seat) == self.party_of(self._front)
            self._front, self._choices = seat, (-1, [])
            if not is_same:
                self.start_over()

    @property
    def has_secrets(self) -> bool:
        """Whether the people at this screen see different things, so that only one of them may look at a time."""
        if len({self.party_of(seat) for seat in self.seats}) < 2:
            return False
        first, *others = [self.table.view(seat) for seat in self.seats]
        if all(view == first for view in others):
            return False
        return not all(self.look_together(one, other) for one, other in combinations(self.seats, 2))

    @property
    def is_seated(self) -> bool:
        """Whether the front seat has come to the keyboard, so that it may go on looking after its move."""
        return self._is_seated

    @property
    def awaited(self) -> Seat:
        """Who has to come to the front before anything can be answered; nobody if the front seat is asked.

        Where secrets come up in the middle, as when hands are dealt after a question to all, the front seat has to
        come as well: anybody may sit there.
        """
        asked = self.asked
        self._is_seated = self._is_seated and self.has_secrets
        if not asked or (self._is_seated and self.front in asked) or not self.has_secrets:
            return NOBODY
        return self.front if self.front in asked else asked[0]

    @property
    def view(self) -> Any:
        """What the person in front sees, with all their seats."""
        watcher = self.watcher
        if not watcher.others:
            return self.table.view(watcher.seat)
        key = (self.table, self.table.question, frozenset(watcher.seats))
        if self._party_view[0] != key:
            self._party_view = (key, watcher.view(self.table.state))
        return self._party_view[1]

    def follow_chairs(self) -> None:
        """Somebody else sits on a seat now: people may have come to the keyboard or left it."""
        if self.chairs is None:
            return
        self.seats = self.chairs.people
        for seat in self.chairs.bots:
            self.standing.stop(seat)
        if self._front not in self.seats:
            self._front, self._is_seated = (self.seats[0] if self.seats else NOBODY), False
        self.start_over()

    @property
    def advised(self) -> Seat | None:
        """For whom a hint is: the front seat, or all who are asked where they are all here and see the same."""
        ask, view = self.ask, self.table.view
        is_for_all = ask is not None and len(self.seats) > 1 and self.asked == ask.seats
        if is_for_all and all(view(seat) == view(self.front) for seat in self.asked):
            return None
        return self.front

    # What the seats have seen

    def look(self) -> None:
        """The front seat sees the table as it stands, and so do all who look together with it."""
        if self._is_unattended:
            return
        front = self.front
        for seat in self.seats:
            if self.look_together(seat, front):
                self.looked[seat] = self.table.number

    @property
    def _is_unattended(self) -> bool:
        """Whether secrets have come up and nobody has come to the front since."""
        return not self._is_seated and self.has_secrets

    @property
    def has_missed(self) -> bool:
        """Whether the front seat is known not to have seen the last moves."""
        return self.looked.get(self.front, self.table.number) < self.table.number

    def recap(self) -> Recap:
        """What happened since the front seat last looked; the last round, if that is not known."""
        seen = self.looked.get(self.front)
        return recap(self.table, self.front, seen, self.watcher.others) if self.front in self.seats else NOTHING

    def last_round(self) -> Recap:
        """What happened in the last round, as the front seat saw it."""
        return recap(self.table, self.front, None, self.watcher.others)

    def view_before(self, number: int) -> Any:
        """What the person in front saw before a move."""
        return self.watcher.view(self.table.steps[number].before)

    # Choices

    @property
    def choices(self) -> list[Choice]:
        """Every legal move of the seats at this screen that see the same as the front seat."""
        number = self.table.question
        if self.waits_for:
            return []
        if self._choices[0] != number:
            self._choices = (number, self._listed())
        return self._choices[1]

    def _listed(self) -> list[Choice]:
        front = self.front
        table, tell = self.table, self.rules.tell_answer
        found: list[Choice] = []
        shared: set[Move] = set()
        ask = table.ask
        if ask is None:
            return found
        for seat in self.asked:
            for move in table.moves(seat) if seat == front or table.view(seat) == table.view(front) else ():
                # A question to all has one choice per answer, whichever seat gives it. Passing is everybody's own.
                if move in shared:
                    continue
                if not move.passes:
                    shared.add(move)
                words = tell(table.view(seat), ask, seat, move)
                found.append(Choice(seat, move, words, _things(seat, move), table.question))
        return [*found, *self._standing_passes(ask, front)]

    def _standing_passes(self, ask: Ask, seat: Seat) -> Iterator[Choice]:
        """In a window: to pass, and to let windows pass until something is over."""
        if not is_window(self.table, seat) or seat not in self.seats:
            return
        view = self.table.view(seat)
        move = self.rules.idlest(view, ask, seat)
        for scope in scopes(self.table.stack):
            words = f"Stand by {self.rules.tell_scope(view, scope)}"
            yield Choice(seat, move, words, (), self.table.question, scope)

    @property
    def asides(self) -> list[Choice]:
        """What the front seat, and others here who look together with it, may say or do outside a question."""
        if self._is_unattended:
            return []
        table, front = self.table, self.front
        seats = sorted((seat for seat in self.seats if self.look_together(seat, front)), key=lambda seat: seat != front)
        return [
            Choice(seat, move, self.rules.tell_move(table.view(seat), seat, move), (), table.question)
            for seat in seats
            for move in table.asides(seat)
        ]

    def let_pass(self) -> None:
        """Submit the passes of the seats here that stand by; call it after a move that was not made here."""
        self.standing.let_pass(self.table, self.seats)

    @property
    def standing_by(self) -> tuple[Seat, ...]:
        """The seats that stand by, of those who look now: nobody else has to know it."""
        if not self.standing.kept or self._is_unattended:
            return ()
        front = self.front
        return tuple(seat for seat in self.seats if seat in self.standing.kept and self.look_together(seat, front))

    @property
    def told_standing(self) -> str:
        """Who of them stands by and until when, in words; empty if nobody does."""
        return " ".join(f"{self.rules.seat_title(seat)} stands by {self._until(seat)}." for seat in self.standing_by)

    def _until(self, seat: Seat) -> str:
        return self.rules.tell_scope(self.table.view(seat), self.standing.scope_of(seat))

    def ask_again(self) -> str:
        """Take the standing passes of those who look back; who is asked again, in words."""
        seats = self.standing_by
        if not seats:
            raise Refused("Nobody here stands by now.")
        self._stop_standing(seats)
        names = joined(map(self.rules.seat_title, seats))
        return f"{names} {'are' if len(seats) > 1 else 'is'} asked again from now on."

    def _stop_standing(self, seats: Sequence[Seat]) -> None:
        for seat in seats:
            self.standing.stop(seat)

    def about(self, *things: str) -> list[Choice]:
        """The choices that concern one of these things."""
        wanted = set(things)
        return [choice for choice in self.choices if wanted.intersection(choice.things)]

    @property
    def passes(self) -> list[Choice]:
        """The choices that leave everything to the others."""
        return [choice for choice in self.choices if choice.move.passes]

    def ends_phase(self, choice: Choice) -> bool:
        """Whether a move is the last pass, after which what plays by itself begins."""
        return choice.move.passes and self.ask is not None and len(self.ask.seats) == 1

    @property
    def question(self) -> str:
        """What is asked, in words: of the front seat, or of all who sit here if any of them may answer."""
        ask, front = self.ask, self.front
        if ask is None:
            return ""
        if self.chairs is not None and not self.asked:
            return self.thinking(self.waits_for or ask.seats[0])
        is_for_all = len(ask.seats) > 1 and self.asked == ask.seats and not self.has_secrets
        return self.rules.tell_ask(self.view, ask, NOBODY if is_for_all else front)

    def thinking(self, seat: Seat) -> str:
        """That a bot thinks, in words."""
        title = self.chairs.titled(seat, self.rules) if self.chairs is not None else self.rules.seat_title(seat)
        return f"{title} thinks"

    # Moves

    def make(self, choice: Choice) -> list[Moment]:
        """Make a move; the moments that followed from it, as the mover saw them."""
        number = self.table.number
        self.table.submit(choice.seat, choice.move)
        if choice.scope:
            self.standing.stand_by(self.table, choice.seat, choice.scope)
        self.let_pass()
        return self._made(choice, number)

    def _made(self, choice: Choice, number: int) -> list[Moment]:
        """What a move led to, as the mover saw it; as an outsider did, if others may sit at the keyboard."""
        if not choice.move.aside:
            self._front = choice.seat
        made = range(number, self.table.number)
        if self._is_unattended:
            return [each for step in made for each in moments(Watcher(self.rules), self.table.steps[step], step)]
        return [each for step in made for each in self.moments(step)]

    def take_back(self) -> str:
        """Take the last move back, with open undo also over moves of bots; what it was, in words."""
        number = self.table.takes_back(self.front)
        last = self.table.steps[number]
        if self.chairs is not None and last.seat in self.chairs.bots:
            return self._take_back_over_bots(last)
        owner = self.table.rules.seat_title(last.seat)
        if last.seat and last.seat not in self.seats:
            raise Refused(f"The last move was {owner}'s.")
        if last.seat and last.seat != self.front and self.has_secrets:
            raise Refused(f"The last move was {owner}'s; only {owner} can take it back.")
        words = self._move_words(last)
        self.table.undo(last.seat or self.front)
        self._forget(number)
        return words

    def _take_back_over_bots(self, last: Step) -> str:
        """Take moves back up to the last one of the front seat's party, if only bots have moved since."""
        bots = self.chairs.bots if self.chairs is not None else ()
        steps = self.table.steps
        number = next((each for each in range(len(steps) - 1, 0, -1) if steps[each].seat not in bots), 0)
        mine = steps[number]
        if not number or self.front not in self.seats:
            raise Refused("There is no move of yours to take back.")
        owner = self.rules.seat_title(mine.seat)
        if not self.look_together(mine.seat, self.front):
            raise Refused(f"The last move of a person was {owner}'s; only {owner} can take it back.")
        if not self.table.setup.open_undo:
            title = self.rules.seat_title(last.seat)
            raise Refused(f"{title} has moved since; moves of bots are taken back only at a table with open undo.")
        words = self._move_words(mine)
        while self.table.number > number:
            self.table.undo(self.table.steps[-1].seat)
        self._forget(number)
        return words

    def _move_words(self, step: Step) -> str:
        return move_words(self.table, step)

    # The log

    def moments(self, number: int) -> list[Moment]:
        """What a move led to, fact by fact, through the eyes of the front seat; told once for screen and log."""
        if number not in self._moments:
            self._moments[number] = list(moments(self.watcher, self.table.steps[number], number))
        return self._moments[number]

    def told(self, number: int) -> list[LogEntry]:
        """A move and what it led to, as the front seat may know it; as an outsider may, where nobody has come yet."""
        step = self.table.steps[number]
        if self._is_unattended:
            return list(entries(Watcher(self.rules), step, number))
        return list(entries(self.watcher, step, number, self.moments(number)))

    @property
    def entries(self) -> list[LogEntry]:
        """The log of the whole game, as the front seat saw it."""
        while self._told < self.table.number:
            self._tell_next()
        return self._entries

    def _tell_next(self) -> None:
        watcher = self.watcher
        told = self._moments.pop(self._told, None)
        self._entries += entries(watcher, self.table.steps[self._told], self._told, told)
        self._told += 1

    def start_over(self) -> None:
        """Somebody else looks: the log and the choices are theirs."""
        self._told, self._entries, self._moments = 0, [], {}
        self._choices = (-1, [])
        self.retold += 1

    def _forget(self, number: int | None = None) -> None:
        """A move was taken back: its lines go with it, and those after it are told anew."""
        self._told = min(self._told, self.table.number if number is None else number)
        self._entries = [entry for entry in self._entries if entry.step < self._told]
        self._moments = {}
        forget_moves(self.looked, self.table.number)
