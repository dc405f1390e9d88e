"""Asides at a plain table: what can be said or done outside a question, by number or by the start of its words."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.errors import Refused
from engine.core.kinds import Seat
from tui.console import say, wrapped
from tui.plain.keyboard import read_answer
from tui.play.chairs import named
from tui.play.sitting import Choice, Sitting


class PlainAsides:
    """The asides of one plain table."""

    def __init__(self, sitting: Sitting, make: Callable[[Choice], None], bring: Callable[[Seat], bool]) -> None:
        """Note how a move is made and told, and how somebody else comes to the keyboard."""
        self._sitting, self._make, self._bring = sitting, make, bring

    def take(self, typed: str) -> None:
        """List the asides; with a number or words make one; with the name of another player let them make one."""
        if not self._sitting.rules.has_asides:
            raise Refused("In this game nothing is said or done outside what is asked.")
        seat = named(self._sitting.rules, self._sitting.seats).get(typed)
        if typed and seat is None:
            self._choose(typed)
        elif seat is None or self._sitting.look_together(seat, self._sitting.front):
            self._list('Type "aside" and a number or the start of the words.')
        elif self._bring(seat):
            self._list("Type a number or the start of the words, or just Enter to say nothing.")
            if answer := read_answer():
                self._choose(answer.casefold())

    def _list(self, how: str) -> None:
        asides = self._asides()
        say(wrapped(f"Outside what is asked, which stays as it is. {how}"))
        for number, each in enumerate(asides, start=1):
            say(wrapped(self._told(each), f"  {number:>{len(str(len(asides)))}}. "))

    def _asides(self) -> list[Choice]:
        asides = self._sitting.asides
        if not asides:
            raise Refused("There is nothing that you could say or do outside what is asked now.")
        return asides

    def _told(self, choice: Choice) -> str:
        """An aside in words, with whose it is where several seats look together."""
        several = len({each.seat for each in self._sitting.asides}) > 1
        return f"{self._sitting.rules.seat_title(choice.seat)}: {choice.words}" if several else choice.words

    def _choose(self, typed: str) -> None:
        asides = self._asides()
        if typed.isdecimal():
            found = asides[int(typed) - 1 : int(typed)] if 0 < int(typed[:9]) <= len(asides) else []
        else:
            told = [(each, (each.words.casefold(), self._told(each).casefold())) for each in asides]
            fitting = [each for each, words in told if any(one.startswith(typed) for one in words)]
            found = [each for each, words in told if typed in words] or fitting
        if not found:
            raise Refused(f'There is no aside "{typed[:60]}"; type aside for the list.')
        if len(found) > 1:
            raise Refused(f"That is the start of several: {'; '.join(map(self._told, found))}.")
        if self._is_sure(found[0]):
            self._make(found[0])

    def _is_sure(self, choice: Choice) -> bool:
        """Ask once more before what can decide the game."""
        if not choice.move.decides:
            return True
        say(wrapped(f"{self._told(choice)}? That can decide the game at once. Type yes to do it, or anything else."))
        if (read_answer() or "").casefold() in ("yes", "y"):
            return True
        say("Nothing was done.")
        return False
