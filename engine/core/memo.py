"""Remembering the last result: for what is made again and again from components that seldom change.

Components of a state are replaced and never changed in place, so the same objects have the same result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
R = TypeVar("R")


def last_of_two(make: Callable[[A, B], R]) -> Callable[[A, B], R]:
    """The function of two components, which does its work only if it gets other objects than the last time."""
    last: tuple[Any, Any, Any] = (None, None, None)

    def remembered(one: A, other: B) -> R:
        nonlocal last
        result: R
        last_one, last_other, result = last
        if last_one is not one or last_other is not other:
            result = make(one, other)
            last = (one, other, result)
        return result

    return remembered


def last_of_three(make: Callable[[A, B, C], R]) -> Callable[[A, B, C], R]:
    """The same for a function of three components."""
    last: tuple[Any, Any, Any, Any] = (None, None, None, None)

    def remembered(one: A, other: B, third: C) -> R:
        nonlocal last
        result: R
        last_one, last_other, last_third, result = last
        if last_one is not one or last_other is not other or last_third is not third:
            result = make(one, other, third)
            last = (one, other, third, result)
        return result

    return remembered
