"""Plain mode: one keyboard plays all seats by numbered choices, for screen readers, dumb terminals, scripts, pipes."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

import msgspec

from engine.core.errors import ParleyError, Refused
from engine.core.kinds import NOBODY, Move, Seat
from engine.core.table import Step
from tui.briefing import briefing
from tui.console import command, fitted, printable, say, warn, wrapped
from tui.saves import Opened, honours_of, note_result
from tui.story import Watcher, title_of

_LONGEST_ANSWER = 4096
_RECENT = 10

HELP = """\
Type the number of a move, or the start of its words; with several seats, "nabo pass" says whose move it is.
  end         every seat that is asked passes
  undo        take the last move back, as long as it revealed nothing new
  look        the whole table again; "look map", "look units", "look orders", "look hands" for a part of it,
              "look nabo" as a seat sees it
  moves       the question and its moves again (or just Enter)
  log [N]     what happened in the last moves
  save        where the table is saved (it is saved after every move)
  story       the scenario's story and some advice
  help        this list
  quit        leave; `parley resume` goes on from here"""


def _parts(told: str) -> dict[str, str]:
    """The parts of a view by their headings, which stand between == and ==."""
    parts = {}
    for part in re.split(r"^(?=== )", told, flags=re.MULTILINE)[1:]:
        parts[part.partition("\n")[0].strip("= ").casefold()] = part.strip("\n")
    return parts


class Stopped(ParleyError):
    """Ctrl-C at a table."""

    exit_code = 130


class Choice(msgspec.Struct, frozen=True):
    """A numbered move of one seat."""

    number: int
    seat: Seat
    move: Move
    words: str

    def starts_with(self, text: str) -> bool:
        """Whether the text is the start of the move's words, with or without the seat, or names its thing."""
        words = self.words.casefold()
        seat = self.seat.casefold()
        if any(thing.partition(":")[2].casefold() == text for thing in self.move.things()):
            return True
        return any(said.startswith(text) for said in (words, f"{seat} {words}", f"{seat}: {words}"))


def play(opened: Opened, *, fresh: bool) -> None:
    """Play a table to its end, or until the player leaves."""
    _edit_lines()
    try:
        PlainTable(opened).play(fresh=fresh)
    except KeyboardInterrupt:
        say()
        raise Stopped(
            f"Stopped; the table is saved as {opened.name}. Go on with: {command()} resume {opened.name}"
        ) from None
    finally:
        opened.journal.close()


class PlainTable:
    """A table, the keyboard in front of it, and what was last shown."""

    def __init__(self, opened: Opened) -> None:
        """Sit down at an open table."""
        self.opened = opened
        self.table = opened.table
        self.rules = opened.table.rules
        self.choices: list[Choice] = []
        self.shown_round = -1
        self.shown_number = -1
        self._commands: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "look": self._look,
            "log": self._log,
            "save": self._save,
            "moves": self._moves,
            "story": self._story,
            "help": self._help,
            "?": self._help,
            "end": self._end,
        }

    def play(self, *, fresh: bool) -> None:
        """Ask and answer until the game or the input ends."""
        self._welcome(fresh=fresh)
        while True:
            if self.table.ask is None:
                self._finish()
                if not self.table.setup.open_undo or not self._goes_back():
                    return
            self._show_new_round()
            self._show_new_question()
            if not self._answer():
                self._say_goodbye()
                return

    # What is shown

    def _welcome(self, *, fresh: bool) -> None:
        say(wrapped(title_of(self.table)))
        setup = self.table.setup
        texts = briefing(setup.game, setup.scenario)
        for paragraph in texts.story if fresh else ():
            say("\n" + wrapped(paragraph))
        for challenge in texts.challenges:
            if challenge.id in setup.challenges:
                say("\n" + wrapped(f"{challenge.title}. {challenge.text}", "Challenge: "))
        if "private-hands" in setup.options and len(setup.seats) > 1:
            say("\n" + wrapped("All of you share this keyboard, so whoever sits here is shown every hand in turn."))
        say("\n" + wrapped(f"Saved as {self.opened.name}; seed {setup.seed}. Type help for what you can type."))

    def _show_new_round(self) -> None:
        """The whole table at the start and whenever a round has begun."""
        if self.rules.round_of(self.table.state) != self.shown_round:
            self._look("")

    def _show_new_question(self) -> None:
        """The moves, unless they are the ones that the player has just seen."""
        if self.table.number != self.shown_number:
            self._moves("")

    def _look(self, at: str) -> None:
        """The table, or the part of it with that heading, or the table as that seat sees it."""
        seats = self.table.setup.seats
        seat = at if at in seats else self._front_seat()
        told = self.rules.tell_view(self.table.view(seat), seat)
        parts = _parts(told)
        if at and at not in seats:
            found = [part for heading, part in parts.items() if heading.startswith(at)]
            if not found:
                there = ", ".join([*parts, *seats])
                say(wrapped(f'There is no "{at}" to look at; there is: {there}.'))
                return
            told = "\n\n".join(found)
        else:
            self.shown_round = self.rules.round_of(self.table.state)
        say("\n" + fitted(told))

    def _front_seat(self) -> Seat:
        """Whose eyes the table is shown through: the seat that moved last, if it is asked again."""
        ask = self.table.ask
        last = self.table.steps[-1].seat
        asked = ask.seats if ask else self.table.setup.seats
        return last if last in asked else asked[0]

    def _moves(self, _: str) -> None:
        """The question and its numbered answers, seat by seat."""
        ask = self.table.ask
        assert ask is not None
        self.shown_number = self.table.number
        self._list_choices(ask.seats)
        if len(ask.seats) > 1 and len({choice.seat for choice in self.choices}) == 1:
            say("\n" + wrapped(self.rules.tell_ask(self.table.view(NOBODY), ask, NOBODY)))
            self._show(self.choices)
            return
        told = {seat: self.rules.tell_ask(self.table.view(seat), ask, seat) for seat in ask.seats}
        is_shared = len(ask.seats) > 1 and len(set(told.values())) == 1
        say("\n" + wrapped(told[ask.seats[0]]) if is_shared else "")
        for seat in ask.seats:
            say(f"{seat}:" if is_shared else wrapped(self._addressed(seat, told[seat])))
            self._show([choice for choice in self.choices if choice.seat == seat])
        if len(self._passes()) > 1:
            say("Type end if everybody passes.")

    def _addressed(self, seat: Seat, words: str) -> str:
        """The words with the seat's name before them, unless they begin with it or nobody else plays."""
        is_alone = len(self.table.setup.seats) == 1
        return words if is_alone or words.casefold().startswith(seat.casefold()) else f"{seat}: {words}"

    def _list_choices(self, seats: tuple[Seat, ...]) -> None:
        moves: list[tuple[Seat, Move]] = []
        for seat in seats:
            # What concerns all of them is one choice, whoever makes it; passing is everybody's own.
            listed = {move for _, move in moves if not move.passes}
            moves += [(seat, move) for move in self.table.moves(seat) if move not in listed]
        if not moves:
            raise ParleyError(f"The table is stuck: nobody has a legal move. Please report {self.opened.path}.")
        self.choices = [
            Choice(number, seat, move, self.rules.tell_move(self.table.view(seat), seat, move))
            for number, (seat, move) in enumerate(moves, start=1)
        ]

    def _show(self, choices: list[Choice], *, with_seat: bool = False) -> None:
        digits = len(str(len(self.choices)))
        for choice in choices:
            seat = f"{choice.seat}: " if with_seat else ""
            say(wrapped(seat + choice.words, f"  {choice.number:>{digits}}. "))

    # Answers

    def _answer(self) -> bool:
        """Do what the player types; False when they leave."""
        text = read_answer()
        if text is None or text.casefold() in ("quit", "exit"):
            return False
        word, _, rest = text.casefold().partition(" ")
        try:
            if word in self._commands and (not rest or word in ("look", "log")):
                self._commands[word](rest.strip())
            elif text:
                self._choose(text)
            else:
                self._moves("")
        except Refused as refusal:
            say(wrapped(str(refusal)))
        return True

    def _choose(self, text: str) -> None:
        if text.isdecimal():
            self._choose_number(text)
        else:
            self._choose_words(text.casefold())

    def _choose_number(self, text: str) -> None:
        number = int(text) if len(text) < 9 else 0
        if not 1 <= number <= len(self.choices):
            say(wrapped(f"There is no choice {text[:20]}; type a number from 1 to {len(self.choices)}, or help."))
            return
        self._make(self.choices[number - 1])

    def _choose_words(self, text: str) -> None:
        fitting = [choice for choice in self.choices if choice.starts_with(text)]
        exact = [choice for choice in fitting if choice.words.casefold() == text]
        if len(fitting) == 1 or len(exact) == 1:
            self._make((exact or fitting)[0])
        elif fitting:
            say("That is the start of several moves; which one?")
            self._show(fitting, with_seat=len(self.table.setup.seats) > 1)
        else:
            say(wrapped(f'No move starts with "{text[:60]}"; type a number from 1 to {len(self.choices)}, or help.'))

    def _make(self, choice: Choice) -> None:
        """Submit a move and tell what came of it; the move itself is repeated only if nothing did."""
        self.table.submit(choice.seat, choice.move)
        if not self._tell(self.table.steps[-1]):
            say(wrapped(self._addressed(choice.seat, choice.words)))

    def _tell(self, step: Step) -> bool:
        """What came of a move, as the seat that made it saw it; whether there was anything to tell."""
        told = list(Watcher(self.rules, step.seat).facts(step.before, step.facts))
        for _, words in told:
            say(wrapped(words, "  ", "    "))
        return bool(told)

    def _passes(self) -> list[Choice]:
        return [choice for choice in self.choices if choice.move.passes]

    # Commands

    def _end(self, _: str) -> None:
        """Every seat that is asked passes, as long as the same round goes on."""
        passing = self._passes()
        if not passing:
            raise Refused("Nobody can pass now.")
        now = self.rules.round_of(self.table.state)
        for choice in passing:
            if self.rules.round_of(self.table.state) == now and choice.move in self.table.moves(choice.seat):
                self._make(choice)

    def _undo(self, _: str) -> None:
        last = self.table.steps[-1]
        self.table.undo(last.seat)
        words = self.rules.tell_move(self.table.view(last.seat), last.seat, last.move) if last.move else ""
        say(wrapped(f"Taken back: {self._addressed(last.seat, words)}"))

    def _log(self, count: str) -> None:
        number = int(count) if count.isdecimal() and len(count) < 9 else _RECENT
        first = max(self.table.number - number, 0)
        for place, step in enumerate(self.table.steps[first:], start=first):
            if step.move:
                words = self.rules.tell_move(self.rules.view(step.before, step.seat), step.seat, step.move)
                say(wrapped(f"Move {place}, {step.seat}: {words}"))
            else:
                say(f"Move {place}: the table is laid out.")
            self._tell(step)

    def _save(self, _: str) -> None:
        say(f"Everything is saved after every move, in {self.opened.path}")
        say(f"Go on later with: {command()} resume {self.opened.name}")

    def _help(self, _: str) -> None:
        say(fitted(HELP))

    def _story(self, _: str) -> None:
        texts = briefing(self.table.setup.game, self.table.setup.scenario)
        for paragraph in texts.story:
            say(wrapped(paragraph) + "\n")
        for tip in texts.tips:
            say(wrapped(tip, "Advice: "))

    # Leaving

    def _say_goodbye(self) -> None:
        say(f"\nThe table is saved as {self.opened.name}.\nGo on with: {command()} resume {self.opened.name}")

    def _goes_back(self) -> bool:
        """With open undo even a finished game can go on: whether the player takes the last move back."""
        say(wrapped("Type undo to take the last move back, or anything else to leave."))
        if (read_answer() or "").casefold() != "undo":
            return False
        self._undo("")
        return True

    def _finish(self) -> None:
        """The final screen, and the entry in the log."""
        self._look("")
        for line in final_lines(self.opened):
            say(wrapped(line))
        notice = note_result(self.opened)
        if notice:
            warn(notice)


def final_lines(opened: Opened) -> list[str]:
    """How the game ended, and where to find it."""
    table: Any = opened.table
    outcome = table.outcome
    lines = ["", outcome.reason if outcome else "The game is over."]
    lines.append(f"Rounds: {table.rules.round_of(table.state)}; moves: {table.number - 1}.")
    fallen = getattr(table.state, "fallen", None)
    if fallen is not None:
        lines.append(f"Fallen units: {len(fallen) or 'none'}.")
    honours = honours_of(table)
    if honours:
        lines.append(f"Honours: {', '.join(honours)}.")
    return [*lines, f"Saved in {opened.path}", f"Read the whole story with: {command()} replay {opened.name}"]


def read_answer() -> str | None:
    """One line from the keyboard or the pipe; None at its end."""
    sys.stdout.flush()
    if sys.stdin.isatty():
        try:
            return _cleaned(input("> "))
        except EOFError:
            return None
    line = sys.stdin.readline(_LONGEST_ANSWER)
    text = _cleaned(line)
    # A terminal shows what was typed; a transcript of a piped game should show it too.
    sys.stdout.write(printable(f"> {text}\n") if line else "> \n")
    return text if line else None


def _cleaned(line: str) -> str:
    """What was typed, without control characters."""
    return "".join(letter if letter.isprintable() else " " for letter in line).strip()


def _edit_lines() -> None:
    """Let arrow keys edit what is typed and bring back what was typed before, where Python can."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import_module("readline")
