"""Remembering the last result: for what is made again and again from a component that seldom changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")
R = TypeVar("R")


def last_result(make: Callable[[A, B], R]) -> Callable[[A, B], R]:
    """The function, which does its work only if it gets other objects than the last time.

    Components of a state are replaced and never changed in place, so the same objects have the same result.
    """
    last: tuple[A, B, R] | None = None

    def remembered(one: A, other: B) -> R:
        nonlocal last
        found = last
        if found is None or found[0] is not one or found[1] is not other:
            last = found = (one, other, make(one, other))
        return found[2]

    return remembered
