"""What every game answers, in the order in which a table asks it."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Any, Literal, Protocol, TypeVar

import msgspec

from engine.core.dice import Dice
from engine.core.kinds import Ask, Fact, Frame, Move, Outcome, Seat, Setup, State
from engine.core.piles import Pile

S = TypeVar("S", bound=State)


Kind = Literal["together", "rivals", "teams"]
"""Whether all seats win or lose together, each plays for itself, or some of them for each other."""

HARDEST = 5
"""The most stars there are."""


class Challenge(msgspec.Struct, frozen=True):
    """A way to make a scenario harder."""

    id: str
    title: str
    stars: int = 0
    """How much harder it is."""


class Scenario(msgspec.Struct, frozen=True):
    """What a list of games shows of one scenario."""

    id: str
    number: int
    title: str
    stars: int
    challenges: tuple[Challenge, ...] = ()

    def stars_with(self, chosen: Collection[str]) -> int:
        """How hard it is with these challenges."""
        return min(HARDEST, self.stars + sum(each.stars for each in self.challenges if each.id in chosen))


class Turn(Protocol[S]):
    """The workbench of a rule: the state so far, chance, and the two things a rule may do."""

    state: S
    dice: Dice

    def emit(self, fact: Fact) -> None:
        """Let something happen: the fact is applied at once and goes into the journal."""

    def push(self, frame: Frame, *later: Frame) -> None:
        """Put frames on the stack; the first of them comes next."""


class Rules(Protocol[S]):
    """One game. Rules are pure: no clock, no I/O, no chance but the turn's dice."""

    id: str
    title: str
    kind: Kind
    seats: tuple[int, int]
    seat_names: tuple[Seat, ...]
    options: tuple[Challenge, ...]
    state_type: type[S]
    move_types: Any
    fact_types: Any
    frame_types: Any

    def scenarios(self) -> Sequence[Scenario]:
        """The scenarios that can be played, in the order of their numbers."""

    def check(self, setup: Setup) -> None:
        """Refuse a setup that cannot be played, with the reason."""

    def empty(self) -> S:
        """The state before the first fact."""

    def set_up(self, turn: Turn[S], setup: Setup) -> None:
        """Lay out the table: facts, and the first frame."""

    def run(self, turn: Turn[S], frame: Frame) -> None:
        """Do what a frame says."""

    def take(self, turn: Turn[S], ask: Ask, seat: Seat, move: Move) -> None:
        """Carry out a legal answer to an ask."""

    def moves(self, view: S, ask: Ask, seat: Seat) -> Sequence[Move]:
        """Every legal answer of a seat, from what that seat can see."""

    def idlest(self, view: S, ask: Ask, seat: Seat) -> Move:
        """The legal answer that does least: a round in which everybody gives it comes to an end."""

    def opens_action(self, ask: Ask) -> bool:
        """Whether a question opens a new action; the others only settle one that has begun."""

    def why_not(self, view: S, ask: Ask, seat: Seat, move: Move) -> str:
        """Why a move is not among the legal ones, as a sentence."""

    def players(self, state: S) -> tuple[Seat, ...]:
        """The seats that play, in the order of the table."""

    def view(self, state: S, seat: Seat) -> S:
        """The state as one seat may see it, with hidden ids masked."""

    def imagine(self, view: S, seat: Seat, dice: Dice) -> S:
        """A full state that fits a view."""

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def epilogue(self, view: S) -> str:
        """A short text on what becomes of a finished game; empty while it goes on, or where there is none."""
        return ""

    def missing(self, state: S) -> Sequence[str]:
        """What a saved game needs and today's content no longer has; it folds, but cannot be played or shown."""

    def honours(self, state: S) -> tuple[str, ...]:
        """What a finished game is remembered for besides being won."""

    def counts(self, state: S) -> dict[str, int]:
        """Numbers of a finished game that reports average, such as casualties."""

    def used(self, fact: Fact) -> str:
        """Which piece of the content a fact shows in use, for reports; empty for most."""

    def usable(self, setup: Setup) -> Sequence[str]:
        """Every piece of the content that can come into use, by the names that `used` gives."""

    def edition(self, setup: Setup) -> str:
        """A short hash of everything that such a game is played with, apart from its words, its seed and its seats."""

    def round_of(self, state: S) -> int:
        """The number of the round, for lists and reports."""

    def phase_of(self, state: S) -> str:
        """The part of a round, in a word, for the log; empty where a round has no parts."""

    def value(self, view: S, seat: Seat) -> float:
        """How well things stand for a seat, from 0 (lost) to 1 (won), for bots."""

    def gist(self, state: S) -> Hashable:
        """All of a state but which cards are held or spent: for bots, actions that lead to the same gist are alike."""

    def seat_title(self, seat: Seat) -> str:
        """A seat as a player reads it; its id is for saves and commands."""
        return seat.capitalize()

    def tell_move(self, view: S, seat: Seat, move: Move) -> str:
        """A move in words."""

    def tell_answer(self, view: S, ask: Ask, seat: Seat, move: Move) -> str:
        """A legal move as a player reads it before making it: what it concerns here, or that it has no effect."""
        return self.tell_move(view, seat, move)

    def tell_fact(self, view: S, fact: Fact) -> str:
        """A fact in words; the empty string for one that says nothing to a reader."""

    def tell_ask(self, view: S, ask: Ask, seat: Seat) -> str:
        """The question that a seat is asked."""

    def tell_view(self, view: S, seat: Seat) -> str:
        """The whole view as plain text."""

    def piles(self, view: S) -> Sequence[Pile]:
        """Every deck with its cards by where they are, as far as the view tells: what it can still hold."""

    def accounted(self, state: S) -> Sequence[str]:
        """Every card and piece, sorted: the same list all game long, or something was lost."""
