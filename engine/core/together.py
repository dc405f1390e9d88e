"""What several seats know together: their views, facts and moves as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from engine.core.kinds import State

T = TypeVar("T")


def together(seen: Sequence[T], public: T) -> T:
    """The same thing as several seats see it, with all that any of them knows.

    `public` is the thing as an outsider sees it: where a seat sees something else than that, the seat knows it. Nothing
    but what the seats see goes in, so nothing else can come out.
    """
    merged: T = _merged(list(seen), public)
    return merged


def _merged(seen: list[Any], public: Any) -> Any:
    first = seen[0]
    if all(each is first or each == first for each in seen[1:]):
        return first
    if len({type(each) for each in (*seen, public)}) == 1:
        if isinstance(first, msgspec.Struct):
            return _struct(seen, public)
        if isinstance(first, dict):
            return _dict(seen, public)
        if type(first) in (tuple, list) and len({len(each) for each in (*seen, public)}) == 1:
            return type(first)(_merged(list(parts), outside) for *parts, outside in zip(*seen, public, strict=True))
    return next((each for each in seen if each != public), first)


def _struct(seen: list[Any], public: Any) -> Any:
    names = seen[0].__struct_fields__
    fields = {name: _merged([getattr(each, name) for each in seen], getattr(public, name)) for name in names}
    if not isinstance(seen[0], State):
        return type(seen[0])(**fields)
    whole = seen[0].clone()
    for name, value in fields.items():
        setattr(whole, name, value)
    return whole


def _dict(seen: list[Any], public: Any) -> Any:
    return {
        key: _merged([each[key] for each in seen if key in each], public.get(key))
        for key in dict.fromkeys(key for each in seen for key in each)
    }
