"""Peacemakers: Horrors of War as a table asks it: which frame does what, and which answers an ask allows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Any, get_args

from msgspec.structs import replace

from engine.core.dice import Dice
from engine.core.errors import ContentError
from engine.core.kinds import Ask, Fact, Frame, Move, Outcome, Seat, Setup
from engine.core.piles import Pile
from engine.core.rules import Kind, Option, Rules, Scenario
from engine.games.horrors_of_war import (
    actions,
    answers,
    army,
    choices,
    effects,
    horrors,
    refresh,
    setup,
    status,
    value,
    words,
)
from engine.games.horrors_of_war import frames as f
from engine.games.horrors_of_war import moves as m
from engine.games.horrors_of_war import view as views
from engine.games.horrors_of_war.content import census, missing
from engine.games.horrors_of_war.content import check as content_check
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.content.box import Box
from engine.games.horrors_of_war.content.library import GAME, library
from engine.games.horrors_of_war.content.operations import Row
from engine.games.horrors_of_war.facts import CardDelegated, CardTaken, Facts
from engine.games.horrors_of_war.resources import waiting_horrors
from engine.games.horrors_of_war.state import GameState, Turn
from engine.games.horrors_of_war.words import piles, plain
from engine.peacemakers.adventurers import ADVENTURERS
from engine.peacemakers.battlefield import adventurers_with


class HorrorsOfWar(Rules[GameState]):
    """The rules of the game, by the names that every game answers to."""

    id = GAME
    title = "Peacemakers: Horrors of War"
    kind: Kind = "together"
    seats = (1, 4)
    seat_names: tuple[Seat, ...] = ADVENTURERS
    state_type = GameState
    move_types = m.Moves
    fact_types = Facts
    frame_types = f.Frames

    def scenarios(self) -> Sequence[Scenario]:
        """The scenarios that can be played, in the order of their numbers."""
        return [
            Scenario(
                scene.file.id,
                scene.file.number,
                scene.file.title,
                scene.file.stars,
                tuple(Option(rule.id, rule.title, rule.text, stars=rule.stars) for rule in scene.file.challenges),
            )
            for scene in library().scenes.values()
        ]

    def options(self, draft: Setup) -> Sequence[Option]:
        """Private hands and the mini expansion, whatever else was chosen."""
        return setup.OPTIONS

    def box(self, setup_: Setup) -> Box | None:
        """The cards, units and map of a scenario, and what its challenges change."""
        return library().box(setup_)

    def check(self, setup_: Setup) -> None:
        """Refuse a setup that cannot be played, with the reason."""
        content_check.check_own(setup_.scenario)
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
        """Pass, stop, decline; a die is kept, and cards stay in their order."""
        if isinstance(ask, f.Act):
            return _PASS
        found = _MOVES[type(ask)](view, ask, seat)
        return found[0] if isinstance(ask, f.Pick) and isinstance(ask.op, _KEPT_FIRST) else found[-1]

    def opens_action(self, ask: Ask) -> bool:
        """Whether anybody may play a card; every other question is about one that is being played."""
        return isinstance(ask, f.Act)

    def why_not(self, view: GameState, ask: Ask, seat: Seat, move: Move) -> str:
        """Why a move is not among the legal ones."""
        return words.why_not(view, ask, seat, move)

    def has_secrets(self, setup: Setup) -> bool:
        """HOW-GEN-05: only hands can be private; decks are hidden from everybody alike."""
        return len(setup.seats) > 1 and "private-hands" in setup.options

    def view(self, state: GameState, seat: Seat) -> GameState:
        """The state as one seat may see it."""
        return views.view(state, seat)

    def imagine(self, view: GameState, seat: Seat, dice: Dice) -> GameState:
        """A full state that fits a view."""
        return views.imagine(view, dice)

    def outcome(self, state: GameState) -> Outcome | None:
        """HOW-GEN-02: all win or lose together."""
        if state.won is None:
            return None
        return Outcome(state.seats if state.won else (), words.outcome(state))

    def epilogue(self, view: GameState) -> str:
        """What becomes of both sides and of the adventurers."""
        return words.epilogue(view)

    def missing(self, state: GameState) -> Sequence[str]:
        """What a game speaks of and today's content no longer has."""
        return missing.missing(library(), state)

    def honours(self, state: GameState) -> tuple[str, ...]:
        """HOW-CHA-04..05: won without a defeated unit on either spot."""
        return ("no casualties",) if state.won and not state.fallen else ()

    def counts(self, state: GameState) -> dict[str, int]:
        """The defeated units."""
        return {"casualties": len(state.fallen)}

    def used(self, fact: Fact) -> str:
        """The row, scheme, horror or half an order that a fact shows in use."""
        return census.used(fact)

    def usable(self, setup_: Setup) -> Sequence[str]:
        """Every row, scheme, horror and half an order of a game."""
        return census.usable(setup_)

    def edition(self, setup_: Setup) -> str:
        """A short hash of a scenario's map, units and cards."""
        return census.edition(setup_)

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
        """The order decks, the resource deck and the horrors."""
        return piles.piles(view)

    def accounted(self, state: GameState) -> Sequence[str]:
        """Every card and piece, sorted."""
        cards = [*state.resources.cards, *state.resources.discard, *state.horrors, *state.aside, *state.drawn]
        cards += waiting_horrors(state)
        cards += [card for hand in state.hands.values() for card in hand]
        cards += {each.card for each in state.ongoing} | ({state.facing} if state.facing else set())
        for deck in state.orders.values():
            cards += [*deck.cards, *deck.discard]
        return sorted([*cards, *state.units, *state.fallen])


# Frames that run by themselves


_RUN: dict[type, Callable[[Turn, Any], None]] = {
    f.Effect: effects.run,
    f.StartHalf: army.start_half,
    f.Settle: lambda turn, frame: answers.answer(turn, frame, frame.thing),
    f.Deal: setup.deal,
    f.BeginRound: status.begin_round,
    f.Refresh: refresh.refresh,
    f.Divide: refresh.divide,
    f.FinishRefresh: refresh.finish,
    f.ArmyPhase: army.begin,
    f.ResolveOrder: army.resolve,
    f.EndOrder: army.end_order,
    f.EndArmyPhase: army.end,
    f.Encore: army.encore,
    f.StatusPhase: status.check,
    f.DrawExtra: actions.draw_extra,
    f.EndAction: actions.end_action,
    f.NextAction: lambda turn, frame: actions.ask_for_action(turn),
    f.ResolveHorrors: horrors.resolve_next,
    f.FinishHorror: horrors.finish,
}


# Answers


def _take_act(turn: Turn, ask: f.Act, seat: Seat, move: m.PlayCard | m.Pass) -> None:
    if type(move) is m.PlayCard:
        turn.emit(CardTaken(seat, move.card))
        turn.push(f.ChooseUse(seats=(seat,)))
    else:
        actions.pass_by(turn, seat)


def _take_use(turn: Turn, ask: f.ChooseUse, seat: Seat, move: m.UseRow | m.UseScheme) -> None:
    actions.play(turn, seat, turn.state.taken[1], move.row if type(move) is m.UseRow else "scheme")


def _take_step(turn: Turn, ask: f.TravelOn, seat: Seat, move: m.StepTo | m.Stop) -> None:
    if type(move) is m.StepTo:
        actions.step(turn, seat, move.space, ask.steps)


def _take_pick(turn: Turn, ask: f.Pick, seat: Seat, move: m.Choose | m.Decline) -> None:
    if isinstance(move, m.Choose):
        answers.answer(turn, ask, move.thing)


def _take_bonus(turn: Turn, ask: f.OfferBonus, seat: Seat, move: m.Choose | m.Decline) -> None:
    if isinstance(move, m.Choose):
        turn.push(ask.effect)


_TAKE: dict[type, Callable[[Turn, Any, Seat, Any], None]] = {
    f.Act: _take_act,
    f.ChooseUse: _take_use,
    f.TravelOn: _take_step,
    f.Pick: _take_pick,
    f.OfferBonus: _take_bonus,
    f.ChooseMore: lambda turn, ask, seat, move: refresh.give_more(turn, ask, move.seat),
    f.ChooseDeck: lambda turn, ask, seat, move: actions.survey_deck(turn, seat, ask.card, move.thing.partition(":")[2]),
    f.ChooseReceiver: lambda turn, ask, seat, move: turn.emit(
        CardDelegated(seat, move.thing.partition(":")[2], ask.card)
    ),
    f.PickTarget: lambda turn, ask, seat, move: actions.start_scheme(turn, replace(ask.effect, target=move.thing)),
}


# Legal moves


_PASS, _STOP, _DECLINE = m.Pass(), m.Stop(), m.Decline()
_KEPT_FIRST = (op.Arrange, op.RollNumber, op.RollGroup)
"""The operations whose first option leaves things as they are; of the others the last one does least."""

_USES: dict[str, Move] = {"scheme": m.UseScheme(), **{row: m.UseRow(row) for row in get_args(Row)}}


def _moves_act(view: GameState, ask: f.Act, seat: Seat) -> list[Move]:
    return [*map(m.PlayCard, actions.playable(view, seat)), _PASS]


def _moves_use(view: GameState, ask: f.ChooseUse, seat: Seat) -> list[Move]:
    return [*map(_USES.__getitem__, actions.uses(view, seat, view.taken[1]))]


def _moves_step(view: GameState, ask: f.TravelOn, seat: Seat) -> list[Move]:
    return [*map(m.StepTo, actions.steps(view, seat)), _STOP]


def _moves_pick(view: GameState, ask: f.Pick, seat: Seat) -> list[Move]:
    found: list[Move] = [m.Choose(thing) for thing in choices.options(view, ask.effect, ask.op, ask.picked)]
    return [*found, _DECLINE] if choices.may_decline(ask.op) else found


_MOVES: dict[type, Callable[[GameState, Any, Seat], Sequence[Move]]] = {
    f.Act: _moves_act,
    f.ChooseUse: _moves_use,
    f.TravelOn: _moves_step,
    f.Pick: _moves_pick,
    f.ChooseMore: lambda view, ask, seat: [m.GiveMore(who) for who in view.seats if who not in ask.chosen],
    f.ChooseDeck: lambda view, ask, seat: [m.Choose(f"deck:{deck}") for deck in actions.surveyable(view, seat)],
    f.ChooseReceiver: lambda view, ask, seat: [m.Choose(f"adventurer:{who}") for who in adventurers_with(view, seat)],
    f.PickTarget: lambda view, ask, seat: [
        m.Choose(thing) for thing in choices.possible_targets(view, ask.target, seat)
    ],
    f.OfferBonus: lambda view, ask, seat: [m.Choose("bonus:use"), _DECLINE],
}
