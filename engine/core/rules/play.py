"""The part of the rules by which a table is played; bots ask it as well."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import Any, Generic, Protocol, TypeVar, get_args

import msgspec

from engine.core.campaign.content import Campaign, Known, load_campaigns
from engine.core.dice import Dice
from engine.core.errors import Refused
from engine.core.kinds import Ask, Fact, Frame, Move, Outcome, Seat, Setup, State
from engine.core.setup import Kind, Option, Scenario, check_names, check_options, numbered

S = TypeVar("S", bound=State[Any])


class Turn(Protocol[S]):
    """The workbench of a rule: the state so far, chance, and the two things a rule may do."""

    state: S
    dice: Dice

    def emit(self, fact: Fact) -> None:
        """Let something happen: the fact is applied at once and goes into the journal."""

    def push(self, frame: Frame, *later: Frame) -> None:
        """Put frames on the stack; the first of them comes next."""


class Play(ABC, Generic[S]):
    """How a game is set up and played, in the order in which a table asks."""

    id: str
    """The folder of the game, with dashes."""
    title: str
    kind: Kind = "together"
    """Of a scenario that has no mode of its own; for a table ask `kind_of`."""
    seats: tuple[int, int]
    """The fewest and the most seats of a scenario that has no number of its own; for a table ask `seats_of`."""
    seat_names: tuple[Seat, ...]
    state_type: type[S]
    move_types: Any
    """The union of all moves; so are the facts and the frames below."""
    fact_types: Any
    frame_types: Any

    # Setting up

    def scenarios(self) -> Sequence[Scenario]:
        """The scenarios that can be played, in the order of their numbers; by default one, the game itself."""
        return [Scenario(self.id, 1, self.title, stars=1)]

    def scenario(self, name: str) -> Scenario | None:
        """A scenario by its id; None if there is none."""
        return next((each for each in self.scenarios() if each.id == name), None)

    def kind_of(self, setup: Setup) -> Kind:
        """Whether the seats of a table play together, as rivals or in teams; an option may decide it."""
        scenario = self.scenario(setup.scenario)
        return (scenario.kind if scenario else None) or self.kind

    def seats_of(self, scenario: str) -> tuple[int, int]:
        """The fewest and the most seats of a scenario."""
        found = self.scenario(scenario)
        return (found.seats if found else None) or self.seats

    def options(self, draft: Setup) -> Sequence[Option]:
        """What else can be chosen, given what has been chosen so far: scenario, seats and other options."""
        return ()

    def check(self, setup: Setup) -> None:
        """Refuse a setup that cannot be played, with the reason."""
        if self.scenario(setup.scenario) is None:
            shown = [each.id for each in self.scenarios() if not self.is_sealed(each.id)]
            check_names((setup.scenario,), shown, "scenario")
        check_names(setup.seats, self.seat_names, "seat")
        self.check_choices(setup)

    def check_choices(self, setup: Setup) -> None:
        """Refuse a number of seats, challenges and options that a known scenario does not have."""
        fewest, most = self.seats_of(setup.scenario)
        scenario = self.scenario(setup.scenario)
        if scenario is not None and not fewest <= len(setup.seats) <= most:
            raise Refused(f"{scenario.title} is for {numbered(fewest, most)}.")
        challenges = [each.id for each in scenario.challenges] if scenario else []
        check_names(setup.challenges, challenges, "challenge of this scenario")
        check_options(self.options(setup), setup)

    def empty(self) -> S:
        """The state before the first fact, without a box."""
        state = self.state_type()
        state.box = None
        return state

    def box(self, setup: Setup) -> Any:
        """What a game is played with, made ready for one set-up: every state of a table carries it as its `box`.

        By default nothing. None as well if today's content no longer has what a save was played with.
        """
        return None

    def start(self, setup: Setup) -> S:
        """The state before the first fact, with its box."""
        state = self.empty()
        state.box = self.box(setup)
        return state

    @abstractmethod
    def set_up(self, turn: Turn[S], setup: Setup) -> None:
        """Lay out the table: facts, and the first frame."""

    # Playing

    def run(self, turn: Turn[S], frame: Frame) -> None:
        """Do what a frame says; a game whose frames all wait for a seat has nothing to do here."""
        raise NotImplementedError(type(frame).__name__)

    @abstractmethod
    def take(self, turn: Turn[S], ask: Ask, seat: Seat, move: Move) -> None:
        """Carry out a legal answer to an ask."""

    @abstractmethod
    def moves(self, view: S, ask: Ask, seat: Seat) -> Sequence[Move]:
        """Every legal answer of a seat, from what that seat can see."""

    def idlest(self, view: S, ask: Ask, seat: Seat) -> Move:
        """The legal answer that does least: a round in which everybody gives it comes to an end.

        By default the answer that passes, or else the first one.
        """
        moves = self.moves(view, ask, seat)
        return next((move for move in moves if move.passes), moves[0])

    def asides(self, view: S, seat: Seat) -> Sequence[Move]:
        """What a seat may say or do outside a question: remarks, resigning, offering and accepting a draw.

        Asides have `Move.aside` set. By default there are none.
        """
        return ()

    @property
    def has_asides(self) -> bool:
        """Whether anything can ever be said or done outside a question."""
        return type(self).asides is not Play.asides

    @property
    def has_windows(self) -> bool:
        """Whether seats are ever asked in a window, so that they can stand by."""
        return any(getattr(kind, "window", False) for kind in get_args(self.frame_types) or (self.frame_types,))

    def take_aside(self, turn: Turn[S], seat: Seat, move: Move) -> None:
        """Carry out a legal aside, by facts alone: the frames on the stack stay, unless the game is over by it."""
        raise NotImplementedError(type(move).__name__)

    def opens_action(self, ask: Ask) -> bool:
        """Whether a question opens a new action; the others only settle one that has begun."""
        return True

    def players(self, state: S) -> tuple[Seat, ...]:
        """The seats that play, in the order of the table; by default the field `seats` of the state."""
        whole: Any = state
        seats: tuple[Seat, ...] = whole.seats
        return seats

    def sides(self, state: S) -> tuple[tuple[Seat, ...], ...]:
        """Who wins and loses together; by default all seats, or where they are rivals each for itself.

        A game with teams says who they are.
        """
        players = self.players(state)
        return (players,) if self.kind == "together" else tuple((seat,) for seat in players)

    def side_of(self, state: S, seat: Seat) -> tuple[Seat, ...]:
        """The seats that win and lose with a seat, itself among them."""
        return next((side for side in self.sides(state) if seat in side), (seat,))

    # Seeing

    def has_secrets(self, setup: Setup) -> bool:
        """Whether seats of such a game may see different things; by default where a view hides anything at all."""
        return len(setup.seats) > 1 and type(self).view is not Play.view

    def sees_with(self, state: S, seat: Seat) -> tuple[Seat, ...]:
        """The seats that share all they know with a seat, itself among them: their views are the same.

        By default nobody else, also where nothing is hidden; a view tells who that is as well as a state.
        """
        return (seat,)

    def view(self, state: S, seat: Seat) -> S:
        """The state as one seat may see it, with hidden ids masked; by default nothing is hidden."""
        return state

    def imagine(self, view: S, seat: Seat, dice: Dice) -> S:
        """A full state that fits a view."""
        return view.clone()

    # Judging

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def round_of(self, state: S) -> int:
        """The number of the round; a game without rounds stays in its first."""
        return 1

    def value(self, view: S, seat: Seat) -> float:
        """How well things stand for a seat, from 0 (lost) to 1 (won), for bots; by default only the end counts."""
        outcome = self.outcome(view)
        return 0.5 if outcome is None else float(outcome.is_won_by(seat))

    def gist(self, state: S) -> Hashable:
        """All of a state but which cards are held or spent: for bots, actions that lead to the same gist are alike."""
        return msgspec.json.encode(state, order="deterministic")

    # In a campaign

    def campaigns(self) -> Sequence[Campaign]:
        """The campaigns of the game; by default those in the folders `campaigns` of its content."""
        return load_campaigns(self.id)

    def campaign(self, name: str) -> Campaign | None:
        """A campaign by its id; None if there is none."""
        return next((each for each in self.campaigns() if each.id == name), None)

    def is_sealed(self, scenario: str) -> bool:
        """Whether a scenario is shown nowhere before a campaign reached it."""
        return any(each.seals(scenario) for each in self.campaigns())

    def wins_chapter(self, state: S) -> bool:
        """Whether a finished game counts as a won chapter; by default if anybody has won it."""
        outcome = self.outcome(state)
        return outcome is not None and bool(outcome.winners)

    def marks(self, state: S) -> tuple[str, ...]:
        """What a finished game hands to its campaign, such as `fallen:commander`; a chapter's `hands` declares it."""
        return ()

    def carries(self, scenario: str) -> frozenset[str]:
        """The marks in `Setup.carried` that make a difference to a scenario; all others are ignored."""
        return frozenset()

    def known_to_campaigns(self) -> Known:
        """The names that the campaigns of the game may use."""
        scenarios = tuple(each.id for each in self.scenarios())
        return Known(scenarios, self.seat_names, {each: self.carries(each) for each in scenarios})
