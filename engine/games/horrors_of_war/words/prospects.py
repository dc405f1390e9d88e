"""Whether a scheme or a bonus would change anything as things stand, so that a choice without effect can say so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from engine.games.horrors_of_war import attacks, choices, effects
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.frames import Effect
from engine.games.horrors_of_war.selection import holds, nearby_armies, sides, units
from engine.games.horrors_of_war.state import GameState
from engine.peacemakers.motivation import moved


def has_effect(view: GameState, effect: Effect) -> bool:
    """Whether one of the operations can do something now; what chance or a question decides counts as something."""
    return any(_does(view, effect, each) for each in effect.ops)


def flaw(view: GameState, effect: Effect) -> str:
    """What keeps an effect, or what it is mainly about, from doing anything; empty if nothing does."""
    if not has_effect(view, effect):
        return "no effect now"
    army = effect.target.startswith("army:")
    void = [type(each) for each in effect.ops if army and type(each) in _MISSING and not _does(view, effect, each)]
    return f"{_MISSING[void[0]]}; only the rest has an effect" if void else ""


def scheme_flaw(view: GameState, seat: str, card: str) -> str:
    """The flaw that a scheme has with every target in reach, or without one if there is none."""
    scheme = view.box.resources[card].scheme
    effect = Effect(scheme.do, card, actor=seat)
    found: Sequence[str] = choices.possible_targets(view, scheme.target, seat) if scheme.target else ()
    flaws = [flaw(view, replace(effect, target=target)) for target in found or ("",)]
    return flaws[0] if all(flaws) else ""


def _does(view: GameState, effect: Effect, each: op.Ops) -> bool:
    does = _DOES.get(type(each))
    if does:
        return does(view, effect, each)
    if type(each) in choices.OPTIONS and not isinstance(each, op.RollNumber | op.RollGroup):
        return bool(choices.options(view, effect, each, ()))
    return True


def _if(view: GameState, effect: Effect, each: op.If) -> bool:
    branch = each.then if holds(view, effect, each.cond) else each.orelse
    return has_effect(view, replace(effect, ops=branch))


def _motivation(view: GameState, effect: Effect, each: op.Motivation) -> bool:
    """HOW-MOT-02, HOW-MOT-14: a side at 0 is never raised, and none goes beyond the end of its track."""
    values = [view.motivation[side] for side in sides(view, effect, each.of)]
    return any(moved(now, each.by) != now for now in values)


def _deck(view: GameState, effect: Effect) -> Any:
    kind, _, name = effect.target.partition(":")
    return view.orders.get(name) if kind == "deck" else None


def _reveal(view: GameState, effect: Effect, each: op.Reveal) -> bool:
    deck = _deck(view, effect)
    return deck is not None and deck.has_facedown()


def _sink(view: GameState, effect: Effect, each: op.Sink) -> bool:
    deck = _deck(view, effect)
    return deck is not None and len(deck.cards) > 1


def _conceal(view: GameState, effect: Effect, each: op.Conceal) -> bool:
    if each.decks == "target":
        return bool(effect.target)
    return each.decks == "all" or bool(nearby_armies(view, effect.actor))


def _mute(view: GameState, effect: Effect, each: op.Mute) -> bool:
    """HOW-ARM-24: an army with a single order deck has no left half."""
    kind, _, army = effect.target.partition(":")
    return kind == "army" and f"{army}.{each.half}" in view.orders


def _stops(view: GameState, effect: Effect, each: op.Hold | op.Pacify) -> bool:
    return bool(units(view, effect, "target"))


def _fortify(view: GameState, effect: Effect, each: op.Fortify) -> bool:
    space = choices.place(view, effect, each.where)
    return bool(space) and effects.can_fortify(view, space)


def _join(view: GameState, effect: Effect, each: op.Join) -> bool:
    """HOW-S2-06: only to a space that one could walk to, and not where one stands."""
    regions, here = view.box.scene.regions, view.figures[effect.actor]
    space = choices.place(view, effect, "target")
    return space != here and regions.get(space) == regions[here]


def _bring(view: GameState, effect: Effect, each: op.Bring) -> bool:
    return effect.target.startswith("adventurer:")


def _attack(view: GameState, effect: Effect, each: op.Attack) -> bool:
    return any(attacks.aims(view, name) for name in units(view, effect, each.who))


def _mend(view: GameState, effect: Effect, each: op.Mend) -> bool:
    return any(view.units[name].damage for name in units(view, effect, each.who))


def _any_units(view: GameState, effect: Effect, each: Any) -> bool:
    return bool(units(view, effect, each.who))


def _lead(view: GameState, effect: Effect, each: op.Lead) -> bool:
    if each.way == "any":
        return bool(choices.options(view, effect, each, ()))
    return bool(units(view, effect, "target"))


def _aimed(view: GameState, effect: Effect, each: Any) -> bool:
    return bool(effect.target)


_MISSING = {op.Mute: "no left half", op.Hold: "no units", op.Pacify: "no units", op.Mix: "no groups"}
"""What an army lacks for which one of these does nothing."""

_DOES: dict[type, Callable[[GameState, Effect, Any], bool]] = {
    op.If: _if,
    op.Motivation: _motivation,
    op.Reveal: _reveal,
    op.Sink: _sink,
    op.Conceal: _conceal,
    op.Mute: _mute,
    op.Hold: _stops,
    op.Pacify: _stops,
    op.Fortify: _fortify,
    op.Join: _join,
    op.Bring: _bring,
    op.Attack: _attack,
    op.Mend: _mend,
    op.Lead: _lead,
    op.Face: _any_units,
    op.Defend: _any_units,
    op.Haste: _aimed,
    op.Shield: _aimed,
    op.Guard: _aimed,
    op.AddHorror: lambda view, effect, each: bool(view.horrors),
    op.Bury: lambda view, effect, each: len(view.resources.cards) > 1,
    op.Draw: lambda view, effect, each: bool(view.resources.cards or view.resources.discard),
}
"""What an operation needs to do anything. Of the others those with a choice need one; the rest always do something."""
