"""Cards that stay in play beside the thing they affect, in both games (HOW-SCH-05, DOP-SCH-02)."""

from __future__ import annotations

from typing import Protocol

import msgspec

from engine.peacemakers.battlefield import Unit


class Ongoing(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A card that stays in play beside the thing it affects."""

    card: str
    kind: str
    """What it does: the name of its operation."""
    on: str
    """What it affects: ``unit:…``, ``army:…`` or ``adventurer:…``."""
    until: str
    amount: int = 0
    what: tuple[str, ...] = ()


class Lasting(Protocol):
    """A state with cards that stay in play."""

    ongoing: tuple[Ongoing, ...]
    units: dict[str, Unit]


def beside(state: Lasting, kind: str, on: str) -> Ongoing | None:
    """The first card of a kind that stays in play beside a thing."""
    for each in state.ongoing:
        if each.kind == kind and each.on == on:
            return each
    return None


def amount_beside(state: Lasting, kind: str, on: str) -> int:
    """What the cards of a kind beside a thing come to."""
    amount = 0
    for each in state.ongoing:
        if each.kind == kind and each.on == on:
            amount += each.amount
    return amount


def named_beside(state: Lasting, kind: str, on: str) -> tuple[str, ...]:
    """What the cards of a kind beside a thing name: groups, halves of an order, or uses of cards."""
    named: tuple[str, ...] = ()
    for each in state.ongoing:
        if each.kind == kind and each.on == on:
            named += each.what
    return named


def is_under(state: Lasting, kind: str, name: str) -> bool:
    """Whether a card of a kind lies beside a unit or beside its army."""
    if not state.ongoing:
        return False
    return bool(beside(state, kind, f"unit:{name}") or beside(state, kind, f"army:{state.units[name].army}"))
