"""A plain table: what is shown of it, and what the player types."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from typing import Any

import msgspec

from engine.core.errors import ParleyError, Refused
from engine.core.kinds import NOBODY, Seat
from tui.console import command, fitted, say, warn, wrapped
from tui.plain import advice
from tui.plain.asides import PlainAsides
from tui.plain.bots import PlainBots
from tui.plain.help import told_help
from tui.plain.keyboard import pass_to, read_answer
from tui.play.briefing import briefing
from tui.play.moments import LogEntry
from tui.play.recap import Recap
from tui.play.saves import Opened, honours_of, note_result
from tui.play.sitting import Choice, Sitting
from tui.play.story import explained_choices, title_of
from tui.play.verdict import own_seats, told_end

_RECENT = 10

HELP = """\
Type the number of a move, or the start of its words; with several seats, "{seat} pass" says whose move it is.
  end           every seat that is asked passes
  aside [WORDS] what you can say or do outside what is asked, such as a remark or resigning; with a number or the
                start of its words it is done, with the name of another player at this keyboard they do it
  standby [off] who stands by, and until when; with "off" you are asked again
  undo          take the last move back, as long as it revealed nothing new
  look          the whole table again{parts}; "look {seat}" as a seat sees it
  moves         the question and its moves again (or just Enter)
  hint          what a bot would do that looks ahead, and why
  forecast      what would happen if everybody passed now
  why           why something is not among the moves, and the rules in question
  rules [WORD]  the rules with a word in them; without one, those that the question is about
  decks [NAME]  what every deck can still hold; with a name, card by card
  seat NAME     somebody else who is asked comes to the keyboard
  seats         who sits where; "seats {seat}=hard" gives a seat to a bot (easy, normal, hard), "seats {seat}=me" to you
  bots          bots that are asked as well act before you do
  log [N]       what happened in the last moves
  recap         what happened in the last round
  save          where the table is saved (it is saved after every move)
  story         the scenario's story and some advice
  help          this list
  quit          leave; `parley resume` goes on from here"""

_WITH_WORDS = ("aside", "standby", "look", "log", "rules", "decks", "seat", "seats")
"""Commands that may have something behind them."""


def _parts(told: str) -> dict[str, str]:
    """The parts of a view by their headings, which stand between == and ==."""
    parts = {}
    for part in re.split(r"^(?=== )", told, flags=re.MULTILINE)[1:]:
        parts[part.partition("\n")[0].strip("= ").casefold()] = part.strip("\n")
    return parts


class Numbered(msgspec.Struct, frozen=True):
    """A choice with the number by which it can be typed."""

    number: int
    choice: Choice

    def starts_with(self, text: str) -> bool:
        """Whether the text is the start of the move's words, with or without the seat, or names its thing."""
        words = self.choice.words.casefold()
        seat = self.choice.seat.casefold()
        if any(thing.partition(":")[2].casefold() == text for thing in self.choice.move.things()):
            return True
        return any(said.startswith(text) for said in (words, f"{seat} {words}", f"{seat}: {words}"))


class PlainTable:
    """A table, the keyboard in front of it, and what was last shown."""

    def __init__(self, opened: Opened) -> None:
        """Sit down at an open table."""
        self.opened = opened
        self.sitting = Sitting(opened.table, chairs=opened.chairs, looked=opened.looks(), standing=opened.stands())
        self.bots = PlainBots(opened, self.sitting, self._tell_entries)
        self.table = opened.table
        self.rules = opened.table.rules
        self.listed: list[Numbered] = []
        self.shown_round = -1
        self.shown_number = -1
        self._was_passed = False
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
            "standby": self._standby,
            "aside": PlainAsides(self.sitting, self._make, self._bring).take,
            "seats": self.bots.seats,
            "bots": self.bots.go_first,
            "recap": self._last_round,
            "seat": self._seat,
            "hint": lambda _: advice.tell_hint(self.sitting),
            "forecast": lambda _: advice.tell_forecast(self.sitting),
            "why": lambda _: advice.tell_why(self.sitting),
            "rules": lambda words: advice.tell_rules(self.sitting, words),
            "decks": lambda words: advice.tell_piles(self.sitting, words),
        }

    def play(self, *, fresh: bool) -> None:
        """Ask and answer until the game or the input ends."""
        self._welcome(fresh=fresh)
        while True:
            if self.bots.play():
                self.sitting.look()
            if self.table.ask is None:
                self._finish()
                if not self.table.setup.open_undo or not self._goes_back():
                    return
            if not self._bring(self.sitting.awaited):
                self._say_goodbye()
                return
            self._show_new_round()
            self._show_new_question()
            self.sitting.look()
            if not self._answer():
                self._say_goodbye()
                return

    # Who sits at the keyboard

    def _bring(self, seat: Seat) -> bool:
        """Let somebody else come to the keyboard, behind a curtain; False at the end of the input."""
        if not seat:
            return True
        if not pass_to(self.table.rules.seat_title(seat), is_first=not self._was_passed):
            return False
        self._was_passed = True
        self.sitting.look_as(seat)
        self.shown_round = self.shown_number = -1
        self._recap()
        return True

    def _recap(self) -> None:
        """What happened since the front seat last looked, as far as it may know."""
        self._tell_recap(self.sitting.recap(), "What happened meanwhile:")

    def _tell_recap(self, found: Recap, heading: str) -> None:
        if found:
            say(f"\n{heading}")
            if found.left_out:
                say(wrapped(f"({found.left_out} earlier moves are in the log.)"))
            self._tell_entries(entry for entry in self.sitting.entries if entry.step in found.steps)

    def _last_round(self, _: str) -> None:
        """What happened in the last round, once more."""
        found = self.sitting.last_round()
        if not found:
            raise Refused("Nothing has happened yet.")
        self._tell_recap(found, "What happened in the last round:")

    def _seat(self, name: str) -> None:
        """Another seat comes to the front, if it is asked as well."""
        titles = {self.rules.seat_title(seat): seat for seat in self.table.setup.seats}
        name = next((seat for title, seat in titles.items() if name in (title.casefold(), seat)), "")
        if not name:
            raise Refused(f"Type seat and one of: {', '.join(titles)}.")
        if name not in self.sitting.asked:
            raise Refused(f"Nothing is asked of {self.table.rules.seat_title(name)} now.")
        if self.sitting.has_secrets:
            if name != self.sitting.front:
                self._bring(name)
        else:
            self.sitting.look_as(name)
            self._look("")

    # What is shown

    def _welcome(self, *, fresh: bool) -> None:
        say(wrapped(title_of(self.table)))
        setup = self.table.setup
        texts = briefing(setup.game, setup.scenario)
        for paragraph in texts.story if fresh else ():
            say("\n" + wrapped(paragraph))
        for what, title, text in explained_choices(self.rules, setup):
            say("\n" + wrapped(f"{title}. {text}".rstrip(), f"{what}: "))
        if not self.opened.chairs.are_usual:
            say()
            self.bots.tell_seats()
        practice = f"; practice ({self.table.practice})" if self.table.practice else ""
        say("\n" + wrapped(f"Saved as {self.opened.name}{practice}. Type help for what you can type."))
        if self.opened.was_long_ago and self.table.ask is not None and not self.sitting.has_secrets:
            say(wrapped("Type recap to read what happened in the last round."))

    def _show_new_round(self) -> None:
        """The whole table at the start and whenever a round has begun."""
        if self.rules.round_of(self.sitting.view) != self.shown_round:
            self._look("")

    def _show_new_question(self) -> None:
        """The moves, unless they are the ones that the player has just seen."""
        if self.table.number != self.shown_number:
            self._moves("")

    def _look(self, at: str) -> None:
        """The table, or the part of it with that heading, or the table as that seat sees it."""
        seats = self.sitting.seats
        if at in seats and not self.sitting.look_together(at, self.sitting.front):
            raise Refused(f"Only {self.table.rules.seat_title(at)} may look at that.")
        seat = at if at in seats else self.sitting.front
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
            self.shown_round = self.rules.round_of(self.sitting.view)
        say("\n" + fitted(told))

    def _moves(self, _: str) -> None:
        """The question and its numbered answers, seat by seat."""
        self.shown_number = self.table.number
        self._number_choices()
        seats = list(dict.fromkeys(each.choice.seat for each in self.listed))
        if len(seats) == 1:
            say("\n" + wrapped(self._addressed(self.sitting.front, self.sitting.question)))
            self._show(self.listed)
        else:
            self._show_by_seat(seats)
        if len(self.sitting.passes) > 1:
            say("Type end if everybody passes.")
        if told := self.sitting.told_standing:
            say(wrapped(f'{told} Type "standby off" to be asked again.'))

    def _show_by_seat(self, seats: Iterable[Seat]) -> None:
        """A heading for each seat: its name, with what it is asked unless all are asked the same."""
        ask = self.sitting.ask
        assert ask is not None
        told = {seat: self.rules.tell_ask(self.table.view(seat), ask, seat) for seat in seats}
        is_shared = len(set(told.values())) == 1
        say("\n" + wrapped(next(iter(told.values()))) if is_shared else "")
        for seat, words in told.items():
            say(f"{self.rules.seat_title(seat)}:" if is_shared else wrapped(self._addressed(seat, words)))
            self._show([each for each in self.listed if each.choice.seat == seat])

    def _addressed(self, seat: Seat, words: str) -> str:
        """The words with the seat's name before them, unless they have it already or nobody else plays."""
        is_alone = len(self.table.setup.seats) == 1
        said = words.casefold()
        has_name = any(said.startswith(self.rules.seat_title(each).casefold()) for each in self.table.setup.seats)
        return words if is_alone or has_name else f"{self.rules.seat_title(seat)}: {words}"

    def _number_choices(self) -> None:
        choices = self.sitting.choices
        if not choices:
            raise ParleyError(f"The table is stuck: nobody has a legal move. Please report {self.opened.path}.")
        self.listed = [Numbered(number, choice) for number, choice in enumerate(choices, start=1)]

    def _show(self, listed: list[Numbered], *, with_seat: bool = False) -> None:
        digits = len(str(len(self.listed)))
        for each in listed:
            seat = f"{self.rules.seat_title(each.choice.seat)}: " if with_seat else ""
            say(wrapped(seat + each.choice.words, f"  {each.number:>{digits}}. "))

    # Answers

    def _answer(self) -> bool:
        """Do what the player types; False when they leave."""
        text = read_answer()
        if text is None or text.casefold() in ("quit", "exit"):
            return False
        word, _, rest = text.casefold().partition(" ")
        try:
            if word in self._commands and (not rest or word in _WITH_WORDS):
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
        if not 1 <= number <= len(self.listed):
            say(wrapped(f"There is no choice {text[:20]}; type a number from 1 to {len(self.listed)}, or help."))
            return
        self._make(self.listed[number - 1].choice)

    def _choose_words(self, text: str) -> None:
        fitting = [each for each in self.listed if each.starts_with(text)]
        exact = [each for each in fitting if each.choice.words.casefold() == text]
        if len(fitting) == 1 or len(exact) == 1:
            self._make((exact or fitting)[0].choice)
        elif fitting:
            say("That is the start of several moves; which one?")
            self._show(fitting, with_seat=len(self.table.setup.seats) > 1)
        else:
            say(wrapped(f'No move starts with "{text[:60]}"; type a number from 1 to {len(self.listed)}, or help.'))

    def _make(self, choice: Choice) -> None:
        """Make a move and tell what it led to; the move itself is repeated only if it led to nothing."""
        moments = self.sitting.make(choice)
        for moment in moments:
            say(wrapped(moment.entry.words, "  ", "    "))
        if not moments:
            say(wrapped(self._addressed(choice.seat, choice.words)))
        self.sitting.look()

    # Commands

    def _end(self, _: str) -> None:
        """Every seat that is asked passes, as long as the same round goes on."""
        passing = self.sitting.passes
        if not passing:
            raise Refused("Nobody can pass now.")
        now = self.rules.round_of(self.sitting.view)
        for choice in passing:
            if self.rules.round_of(self.sitting.view) == now and choice.move in self.table.moves(choice.seat):
                self._make(choice)

    def _standby(self, typed: str) -> None:
        """Who stands by, and until when; or ask them again."""
        if typed not in ("", "off"):
            raise Refused('Type "standby", or "standby off" to be asked again.')
        told = self.sitting.ask_again() if typed else self.sitting.told_standing
        say(wrapped(told or "Nobody here stands by now."))

    def _undo(self, _: str) -> None:
        seats = self.sitting.seats
        seat = next((step.seat for step in reversed(self.table.steps) if step.seat in seats), NOBODY)
        words = self.sitting.take_back()
        say(wrapped(f"Taken back: {self._addressed(seat, words)}"))

    def _log(self, count: str) -> None:
        number = int(count) if count.isdecimal() and len(count) < 9 else _RECENT
        first = max(self.table.number - number, 0)
        if not first:
            say("Move 0: the table is laid out.")
        self._tell_entries(entry for entry in self.sitting.entries if entry.step >= first)

    def _tell_entries(self, entries: Iterable[LogEntry]) -> None:
        for entry in entries:
            if entry.fact < 0:
                say(wrapped(f"Move {entry.step}, {self.rules.seat_title(entry.seat)}: {entry.words or 'moves'}"))
            else:
                say(wrapped(entry.words, "  ", "    "))

    def _save(self, _: str) -> None:
        say(f"Everything is saved after every move, in {self.opened.path}")
        say(f"Go on later with: {command()} resume {self.opened.name}")

    def _help(self, _: str) -> None:
        """What can be typed at this table."""
        from tui.games import showing  # not before: it loads Textual

        parts = [heading.partition(" ")[0] for heading in _parts(self.rules.tell_view(self.sitting.view, NOBODY))]
        without = [] if showing(self.rules.id).has("foretold") else ["forecast"]
        without += [] if self.rules.piles(self.sitting.view) else ["decks"]
        say(told_help(HELP, self.table.setup.seats[0], parts, without))

    def _story(self, _: str) -> None:
        texts = briefing(self.table.setup.game, self.table.setup.scenario)
        for paragraph in texts.story:
            say(wrapped(paragraph) + "\n")
        for tip in texts.tips:
            say(wrapped(tip, "Advice: "))

    # Leaving

    def _say_goodbye(self) -> None:
        say(f"\n{self.opened.leave()}\nGo on with: {command()} resume {self.opened.name}")

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
        reason, *rest = final_lines(self.opened, own_seats(self.opened))[1:]
        epilogue = self.rules.epilogue(self.table.view(NOBODY))
        for line in ("", reason, *((epilogue, "") if epilogue else ()), *rest):
            say(wrapped(line))
        notice = note_result(self.opened)
        if notice:
            warn(notice)


def final_lines(opened: Opened, mine: Collection[Seat] = ()) -> list[str]:
    """How the game ended, for one who holds these seats, and where to find it."""
    from tui.games import showing  # not before: it loads Textual

    table: Any = opened.table
    lines = ["", told_end(table, mine)]
    lines.append(f"Rounds: {table.rules.round_of(table.view(NOBODY))}; moves: {table.number - 1}.")
    lines += showing(table.setup.game).ending(table.view(NOBODY))
    honours = honours_of(table)
    if table.practice:
        lines.append(f"Practice ({table.practice}).")
    elif honours:
        lines.append(f"Honours: {', '.join(honours)}.")
    return [*lines, f"Saved in {opened.path}", f"Read the whole story with: {command()} replay {opened.name}"]
