"""Remembering the last result: for what is made again and again from a component that seldom changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

A = TypeVar("A")
R = TypeVar("R")


def last_result(make: Callable[[A], R]) -> Callable[[A], R]:
    """The function, which does its work only if it gets another object than the last time.

    Components of a state are replaced and never changed in place, so the same object has the same result.
    """
    last: tuple[A, R] | None = None

    def remembered(given: A) -> R:
        nonlocal last
        if last is None or last[0] is not given:
            last = (given, make(given))
        return last[1]

    return remembered
