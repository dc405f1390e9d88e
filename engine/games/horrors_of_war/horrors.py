"""Horrors: revealed one by one, for one adventurer or for all (rulebook: Horrors)."""

from __future__ import annotations

from engine.games.horrors_of_war import die
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.content.types import HorrorCard
from engine.games.horrors_of_war.facts import HorrorDiscarded, HorrorRevealed, HorrorStayed, HorrorWarded
from engine.games.horrors_of_war.frames import Effect, FinishHorror, ResolveHorrors
from engine.games.horrors_of_war.ongoing import end
from engine.games.horrors_of_war.reminders import remind
from engine.games.horrors_of_war.state import Turn, beside


def affected(card: HorrorCard, seats: tuple[str, ...]) -> tuple[str, ...]:
    """HOW-HOR-05, HOW-HOR-11: the topmost adventurer of the list that is in play; everybody if there is no list."""
    if not card.priority:
        return seats
    for who in card.priority:
        if who in seats:
            return (who,)
    return ()


def resolve_next(turn: Turn, frame: ResolveHorrors) -> None:
    """HOW-HOR-04, HOW-HOR-12..13: reveal the first horror that was set aside, then come back for the rest."""
    if not turn.state.aside:
        return
    name = turn.state.aside[0]
    card = turn.state.box.horrors[name]
    struck = affected(card, turn.state.seats)
    if card.everyone and len(struck) > 1:
        struck = from_the_first(struck, die.roll(turn, name))
    turn.emit(HorrorRevealed(name, struck))
    remind(turn, "horror")
    turn.push(*_effects(turn, card, _unwarded(turn, name, struck)), FinishHorror(name), ResolveHorrors())


def from_the_first(seats: tuple[str, ...], result: int) -> tuple[str, ...]:
    """HOW-S5-04, HOW-S5-11..12: the die says who is first; then clockwise by seat."""
    first = seats.index(die.pick(result, list(seats)))
    return seats[first:] + seats[:first]


def _unwarded(turn: Turn, card: str, struck: tuple[str, ...]) -> tuple[str, ...]:
    """Those whom no ward protects; a ward that does is used up, but not for what concerns the table alone."""
    horror = turn.state.box.horrors[card]
    if not horror.priority and not horror.everyone and all(map(concerns_the_table, horror.do)):
        return struck
    open_to_it = []
    for seat in struck:
        ward = beside(turn.state, "ward", f"adventurer:{seat}")
        if ward:
            turn.emit(HorrorWarded(card, seat))
            end(turn, ward)
        else:
            open_to_it.append(seat)
    return tuple(open_to_it)


def _effects(turn: Turn, card: HorrorCard, struck: tuple[str, ...]) -> list[Effect]:
    """One effect for each who is struck; what concerns the whole table happens once."""
    if card.priority or card.everyone:
        return [Effect(card.do, card.id, actor=seat) for seat in struck]
    effects = []
    for step in card.do:
        if concerns_the_table(step):
            effects.append(Effect((step,), card.id, actor=turn.state.seats[0]))
        else:
            effects += [Effect((step,), card.id, actor=seat) for seat in struck]
    return effects


def concerns_the_table(step: op.Ops) -> bool:
    """Whether an operation of a general horror is about the armies or the decks, and not about an adventurer."""
    if isinstance(step, op.Motivation):
        return step.of in ("each", "highest", "lowest")
    return isinstance(step, op.AddHorror) or (isinstance(step, op.Conceal) and step.decks == "all")


def finish(turn: Turn, horror: FinishHorror) -> None:
    """HOW-HOR-09, HOW-HOR-16: a resolved horror goes to the resource discard pile; an ongoing one stays."""
    card = horror.card
    ongoing = turn.state.ongoing
    stays = bool(ongoing) and card in [each.card for each in ongoing]
    turn.emit(HorrorStayed(card) if stays else HorrorDiscarded(card))
