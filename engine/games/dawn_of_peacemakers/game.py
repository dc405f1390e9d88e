"""Dawn of Peacemakers as a table asks it: which frame does what, and which answers an ask allows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from engine.core.dice import Dice
from engine.core.errors import ContentError
from engine.core.kinds import Ask, Fact, Frame, Move, Outcome, Seat, Setup
from engine.core.piles import Pile
from engine.core.rules import Kind, Option, Rules, Scenario
from engine.games.dawn_of_peacemakers import (
    actions,
    army,
    choices,
    effects,
    influence,
    movement,
    setup,
    status,
    value,
    words,
)
from engine.games.dawn_of_peacemakers import frames as f
from engine.games.dawn_of_peacemakers import moves as m
from engine.games.dawn_of_peacemakers import view as views
from engine.games.dawn_of_peacemakers.content import census
from engine.games.dawn_of_peacemakers.content import check as content_check
from engine.games.dawn_of_peacemakers.content.box import Box
from engine.games.dawn_of_peacemakers.content.library import GAME, library
from engine.games.dawn_of_peacemakers.content.operations import ROWS
from engine.games.dawn_of_peacemakers.decks import can_give
from engine.games.dawn_of_peacemakers.facts import CardTaken, Facts
from engine.games.dawn_of_peacemakers.state import GameState, Turn
from engine.games.dawn_of_peacemakers.words import piles, plain
from engine.peacemakers.adventurers import ADVENTURERS


class DawnOfPeacemakers(Rules[GameState]):
    """The rules of the game, by the names that every game answers to."""

    id = GAME
    title = "Dawn of Peacemakers"
    kind: Kind = "together"
    seats = (1, 4)
    seat_names: tuple[Seat, ...] = ADVENTURERS
    state_type = GameState
    move_types = m.Moves
    fact_types = Facts
    frame_types = f.Frames

    def scenarios(self) -> Sequence[Scenario]:
        """The chapters as scenarios, in the order of their numbers."""
        files = [scene.file for scene in library().scenes.values()]
        return [Scenario(file.id, file.number, file.title, file.stars) for file in files]

    def options(self, draft: Setup) -> Sequence[Option]:
        """Open hands, where there is more than one."""
        return setup.OPTIONS if len(draft.seats) > 1 else ()

    def box(self, setup_: Setup) -> Box | None:
        """The cards, units and map of a scenario, and what its marks change."""
        return library().box(setup_)

    def check(self, setup_: Setup) -> None:
        """Refuse a setup that cannot be played, with the reason."""
        setup.check(setup_, library().scenes)

    def set_up(self, turn: Turn, setup_: Setup) -> None:
        """Lay out the table."""
        setup.lay_out(turn, setup_)

    def run(self, turn: Turn, frame: Frame) -> None:
        """Do what a frame says."""
        _RUN[type(frame)](turn, frame)

    def take(self, turn: Turn, ask: Ask, seat: Seat, move: Move) -> None:
        """Carry out a legal answer to an ask."""
        _TAKE[type(ask)](turn, ask, seat, move)

    def moves(self, view: GameState, ask: Ask, seat: Seat) -> Sequence[Move]:
        """Every legal answer of a seat, from what that seat can see."""
        return _MOVES[type(ask)](view, ask, seat)

    def idlest(self, view: GameState, ask: Ask, seat: Seat) -> Move:
        """End the turn, let be, decline; cards go back in the order in which they came."""
        if isinstance(ask, f.Act):
            return _END_TURN
        found = _MOVES[type(ask)](view, ask, seat)
        return found[0] if isinstance(ask, f.PutInOrder | f.ChooseOrderDeck) else found[-1]

    def opens_action(self, ask: Ask) -> bool:
        """Whether a turn goes on; every other question is about an action that has begun."""
        return isinstance(ask, f.Act)

    def why_not(self, view: GameState, ask: Ask, seat: Seat, move: Move) -> str:
        """Why a move is not among the legal ones."""
        return words.why_not(view, ask, seat, move)

    def has_secrets(self, setup_: Setup) -> bool:
        """DOP-GEN-04, DOP-INF-04: order cards that one player looked at are secret, also with open hands."""
        return len(setup_.seats) > 1

    def view(self, state: GameState, seat: Seat) -> GameState:
        """The state as one seat may see it."""
        return views.view(state, seat)

    def imagine(self, view: GameState, seat: Seat, dice: Dice) -> GameState:
        """A full state that fits a view."""
        return views.imagine(view, seat, dice)

    def outcome(self, state: GameState) -> Outcome | None:
        """DOP-GEN-01: all win or lose together."""
        if state.won is None:
            return None
        return Outcome(state.seats if state.won else (), words.outcome(state))

    def epilogue(self, view: GameState) -> str:
        """What becomes of both sides and of the adventurers."""
        return words.epilogue(view)

    def marks(self, state: GameState) -> tuple[str, ...]:
        """What a finished game hands to its campaign."""
        return census.marks(state)

    def carries(self, scenario: str) -> frozenset[str]:
        """The marks that change a scenario or bring cards into its decks."""
        return census.carries(library(), scenario)

    def missing(self, state: GameState) -> Sequence[str]:
        """What a game speaks of and today's content no longer has."""
        return census.missing(library(), state)

    def honours(self, state: GameState) -> tuple[str, ...]:
        """A game that was won without a defeated unit, and agendas that were met."""
        found = ("no casualties",) if state.won and not state.fallen else ()
        return (*found, "every agenda") if state.won and state.agendas and len(state.met) > len(state.seats) else found

    def counts(self, state: GameState) -> dict[str, int]:
        """The defeated units and the agendas that were met."""
        return {"casualties": len(state.fallen), "agendas": len(state.met)}

    def used(self, fact: Fact) -> str:
        """The row, scheme, ploy, task or event that a fact shows in use."""
        return census.used(fact)

    def usable(self, setup_: Setup) -> Sequence[str]:
        """Every row, scheme, ploy, task and event of a game."""
        return census.usable(setup_)

    def content_mistakes(self, folder: Path) -> Sequence[ContentError]:
        """What is wrong with a folder of cards, units, maps and scenarios."""
        return content_check.check_folder(folder)

    def content_schemas(self) -> dict[str, dict[str, Any]]:
        """A JSON Schema for each kind of file."""
        return content_check.schemas()

    def round_of(self, state: GameState) -> int:
        """The number of the round."""
        return state.round

    def phase_of(self, state: GameState) -> str:
        """Who acts in this part of the round."""
        return words.phase_words(state)

    def value(self, view: GameState, seat: Seat) -> float:
        """How well things stand."""
        return value.value(view)

    def gist(self, state: GameState) -> Hashable:
        """All but which cards are held or spent."""
        return value.gist(state)

    def seat_title(self, seat: Seat) -> str:
        """An adventurer's name."""
        return words.adventurer(seat)

    def tell_move(self, view: GameState, seat: Seat, move: Move) -> str:
        """A move in words."""
        return words.tell_move(view, seat, move)

    def tell_answer(self, view: GameState, ask: Ask, seat: Seat, move: Move) -> str:
        """A move in words, beside the question that it answers."""
        return words.tell_answer(view, ask, seat, move)

    def tell_fact(self, view: GameState, fact: Fact) -> str:
        """A fact in words."""
        return words.tell_fact(view, fact)

    def tell_ask(self, view: GameState, ask: Ask, seat: Seat) -> str:
        """The question that a seat is asked."""
        return words.tell_ask(view, ask, seat)

    def tell_view(self, view: GameState, seat: Seat) -> str:
        """The whole view as plain text."""
        return plain.tell_view(view, seat)

    def piles(self, view: GameState) -> Sequence[Pile]:
        """The order decks and the resource deck."""
        return piles.piles(view)

    def accounted(self, state: GameState) -> Sequence[str]:
        """Every card and piece, sorted."""
        cards = [*state.resources.cards, *state.resources.discard, *state.played, *state.removed]
        cards += [card for hand in state.hands.values() for card in hand]
        cards += {each.card for each in state.ongoing}
        if state.influence:
            cards += [*state.influence.drawn, *state.influence.sorted]
        for deck in state.orders.values():
            cards += [*deck.cards, *deck.discard]
        return sorted(cards)


# Frames that run by themselves


_RUN: dict[type, Callable[[Turn, Any], None]] = {
    f.Effect: effects.run,
    f.Settle: lambda turn, frame: effects.answer(turn, frame, frame.thing),
    f.BeginRound: status.begin_round,
    f.TakeTurn: actions.take_turn,
    f.EndOfTurn: actions.end_of_turn,
    f.EndAction: actions.end_action,
    f.DrawInfluence: influence.draw_due,
    f.EndInfluence: influence.end,
    f.ArmyPhase: army.begin,
    f.ResolveStep: army.resolve,
    f.PerformTask: army.perform,
    f.MoveStep: movement.begin_step,
    f.Relocate: movement.relocate,
    f.EndStep: army.end_step,
    f.EndArmyPhase: army.end,
    f.StatusPhase: status.check,
}


# Answers


def _take_act(turn: Turn, ask: f.Act, seat: Seat, move: Any) -> None:
    match move:
        case m.PlayCard():
            turn.emit(CardTaken(seat, move.card))
            turn.push(f.ChooseUse(seats=(seat,)))
        case m.StepTo():
            actions.step(turn, seat, move.space)
        case m.PlaceToken():
            actions.place(turn, seat, move.space)
        case m.Exchange():
            actions.exchange(turn, seat, move.card)
        case _:
            turn.push(f.EndOfTurn(seat))


def _take_use(turn: Turn, ask: f.ChooseUse, seat: Seat, move: m.UseRow | m.UseScheme) -> None:
    actions.play(turn, seat, turn.state.taken[1], move.row if type(move) is m.UseRow else "scheme")


def _take_feed(turn: Turn, ask: f.Feed, seat: Seat, move: m.AddInfluence | m.LetBe) -> None:
    if isinstance(move, m.AddInfluence):
        influence.feed(turn, seat, move.card)
    else:
        influence.let_be(turn, ask, seat)


def _take_ride(turn: Turn, ask: f.RideAlong, seat: Seat, move: m.RideTo | m.LetBe) -> None:
    riders = (*ask.riders, (seat, move.space)) if isinstance(move, m.RideTo) else ask.riders
    turn.push(*_asked_next(ask, seat, riders))


def _asked_next(ask: f.RideAlong, seat: Seat, riders: tuple[tuple[Seat, str], ...]) -> list[Frame]:
    """The others are asked; when all have answered, the units move and take their riders along."""
    others = tuple([each for each in ask.seats if each != seat])
    if others:
        return [replace(ask, seats=others, riders=riders)]
    return [f.Relocate(ask.armies, ask.number, riders, ask.outing)]


def _take_pick(turn: Turn, ask: f.Pick, seat: Seat, move: m.Choose | m.Decline) -> None:
    if isinstance(move, m.Choose):
        effects.answer(turn, ask, move.thing)


_TAKE: dict[type, Callable[[Turn, Any, Seat, Any], None]] = {
    f.Act: _take_act,
    f.ChooseUse: _take_use,
    f.Feed: _take_feed,
    f.RideAlong: _take_ride,
    f.Pick: _take_pick,
    f.ChooseArmy: lambda turn, ask, seat, move: influence.begin_with(
        turn, seat, move.thing.partition(":")[2], ask.icons
    ),
    f.ChooseOrderDeck: lambda turn, ask, seat, move: influence.draw_from(turn, seat, move.deck, closed=ask.closed),
    f.PutInOrder: lambda turn, ask, seat, move: influence.put_back(turn, seat, move.card),
    f.PickTarget: lambda turn, ask, seat, move: actions.start_scheme(turn, ask.effect, move.thing),
}


# Legal moves


_END_TURN, _LET_BE, _DECLINE = m.EndTurn(), m.LetBe(), m.Decline()
_USES: dict[str, Move] = {"scheme": m.UseScheme(), **{row: m.UseRow(row) for row in ROWS}}


def _moves_act(view: GameState, ask: f.Act, seat: Seat) -> list[Move]:
    hand = view.hands[seat]
    found: list[Move] = [*map(m.PlayCard, hand)]
    found += map(m.StepTo, actions.steps(view, seat))
    found += map(m.PlaceToken, actions.placings(view, seat))
    if not view.acted:
        found += map(m.Exchange, hand)
    return [*found, _END_TURN]


def _moves_use(view: GameState, ask: f.ChooseUse, seat: Seat) -> list[Move]:
    return [*map(_USES.__getitem__, actions.uses(view, seat, view.taken[1]))]


def _moves_pick(view: GameState, ask: f.Pick, seat: Seat) -> list[Move]:
    found: list[Move] = [m.Choose(thing) for thing in choices.options(view, ask.effect, ask.op)]
    return [*found, _DECLINE] if choices.may_decline(ask.op) else found


def _moves_deck(view: GameState, ask: f.ChooseOrderDeck, seat: Seat) -> list[Move]:
    held = view.influence
    assert held is not None
    return [m.DrawOrder(deck) for deck in influence.decks_of(held.army) if can_give(view, deck)]


_MOVES: dict[type, Callable[[GameState, Any, Seat], Sequence[Move]]] = {
    f.Act: _moves_act,
    f.ChooseUse: _moves_use,
    f.Pick: _moves_pick,
    f.ChooseOrderDeck: _moves_deck,
    f.ChooseArmy: lambda view, ask, seat: [m.Choose(f"army:{each}") for each in influence.influenced(view, seat)],
    f.Feed: lambda view, ask, seat: [*map(m.AddInfluence, influence.feeds(view, seat)), _LET_BE],
    f.RideAlong: lambda view, ask, seat: [*map(m.RideTo, movement.ride_options(view, ask, seat)), _LET_BE],
    f.PutInOrder: lambda view, ask, seat: [m.PutBack(card) for card in influence.unsorted(view)],
    f.PickTarget: lambda view, ask, seat: [
        m.Choose(thing) for thing in choices.possible_targets(view, ask.target, seat)
    ],
}
