"""Remembering the last result: for what is made again and again from a component that seldom changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

A = TypeVar("A")
B = TypeVar("B")
R = TypeVar("R")


def last_result(make: Callable[[A, B], R]) -> Callable[[A, B], R]:
    """The function, which does its work only if it gets other objects than the last time.

    Components of a state are replaced and never changed in place, so the same objects have the same result.
    """
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


def last_of_one(make: Callable[[A], R]) -> Callable[[A], R]:
    """The same for a function of one component."""
    last: tuple[Any, Any] = (None, None)

    def remembered(one: A) -> R:
        nonlocal last
        result: R
        last_one, result = last
        if last_one is not one:
            result = make(one)
            last = (one, result)
        return result

    return remembered
