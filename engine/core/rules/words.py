"""The part of the rules that a reader sees: moves, facts, questions and views in words."""

from __future__ import annotations

import re
from abc import ABC
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import msgspec

from engine.core.kinds import Ask, Fact, Move, Seat, State
from engine.core.piles import Pile

S = TypeVar("S", bound=State[Any])

_INNER_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class Words(ABC, Generic[S]):
    """How a game is told. The defaults are readable; a finished game has its own."""

    seat_names: tuple[Seat, ...]

    def seat_title(self, seat: Seat) -> str:
        """A seat as a player reads it; its id is for saves and commands."""
        return seat.capitalize()

    def tell_move(self, view: S, seat: Seat, move: Move) -> str:
        """A move in words; by default its name and its fields."""
        return self._told(move)

    def tell_answer(self, view: S, ask: Ask, seat: Seat, move: Move) -> str:
        """A legal move as a player reads it before making it: what it concerns here, or that it has no effect."""
        return self.tell_move(view, seat, move)

    def why_not(self, view: S, ask: Ask, seat: Seat, move: Move) -> str:
        """Why a move is not among the legal ones, as a sentence."""
        return "That is not possible now."

    def tell_fact(self, view: S, fact: Fact) -> str:
        """A fact in words; the empty string for one that says nothing to a reader."""
        return f"{self._told(fact)}."

    def tell_ask(self, view: S, ask: Ask, seat: Seat) -> str:
        """The question that a seat is asked."""
        return "What do you do?"

    def tell_scope(self, view: S, scope: str) -> str:
        """Until when a seat can stand by, such as "until the attack is over"."""
        return f"until the {scope} is over"

    def tell_view(self, view: S, seat: Seat) -> str:
        """The whole view as plain text; by default a line for each field."""
        return "\n".join(
            f"{spaced(name)}: {self._value(value)}" for name, value in msgspec.structs.asdict(view).items()
        )

    def phase_of(self, state: S) -> str:
        """The part of a round, in a word, for the log; empty where a round has no parts."""
        return ""

    def epilogue(self, view: S) -> str:
        """A short text on what becomes of a finished game; empty while it goes on, or where there is none."""
        return ""

    def piles(self, view: S) -> Sequence[Pile]:
        """Every deck with its cards by where they are, as far as the view tells: what it can still hold."""
        return ()

    def _told(self, thing: Move | Fact) -> str:
        """A move or fact by its name and its fields, such as "Stones taken: Left, 2"."""
        values = ", ".join(map(self._value, msgspec.structs.astuple(thing)))
        name = spaced(type(thing).__name__)
        return f"{name}: {values}" if values else name

    def _value(self, value: Any) -> str:
        if isinstance(value, dict):
            return ", ".join(f"{self._value(key)} {self._value(each)}" for key, each in value.items())
        if isinstance(value, tuple | list | frozenset):
            return ", ".join(map(self._value, value))
        return self.seat_title(value) if value in self.seat_names else str(value)


def spaced(name: str) -> str:
    """The name of a class or a field as words."""
    return _INNER_CAPITAL.sub(" ", name).replace("_", " ").capitalize()
