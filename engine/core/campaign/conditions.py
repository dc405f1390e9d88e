"""Conditions of a campaign: what has to be true of its past, as data.

In a file each is an object whose `if` says which kind it is: `{"if": "won", "chapter": "ford"}`,
`{"if": "all", "of": [{"if": "mark", "name": "spared:bridge"}, {"if": "not", "of": {"if": "lost", "chapter": "b"}}]}`.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.core.content import ContentPart


class Past(msgspec.Struct, frozen=True):
    """What a condition can ask about: the results, choices and marks so far."""

    results: dict[str, bool] = {}
    """Whether each chapter that was played to its end was won."""
    chosen: dict[str, str] = {}
    """The option that was taken of each choice."""
    marks: tuple[str, ...] = ()
    """In the order in which they were given."""

    @property
    def wins(self) -> int:
        """How many chapters were won."""
        return sum(self.results.values())


class _Condition(ContentPart, frozen=True, tag_field="if"):
    """What has to be true of a campaign's past."""


class Won(_Condition, frozen=True, tag="won"):
    """A chapter was won."""

    chapter: str

    def holds(self, past: Past) -> bool:
        """Whether it is true."""
        return past.results.get(self.chapter) is True


class Lost(_Condition, frozen=True, tag="lost"):
    """A chapter was lost."""

    chapter: str

    def holds(self, past: Past) -> bool:
        """Whether it is true."""
        return past.results.get(self.chapter) is False


class Played(_Condition, frozen=True, tag="played"):
    """A chapter was played to its end."""

    chapter: str

    def holds(self, past: Past) -> bool:
        """Whether it is true."""
        return self.chapter in past.results


class Mark(_Condition, frozen=True, tag="mark"):
    """A mark was given."""

    name: str

    def holds(self, past: Past) -> bool:
        """Whether it is true."""
        return self.name in past.marks


class Marks(_Condition, frozen=True, tag="marks"):
    """A number of marks of one kind were given: `fallen` counts `fallen:archer`, `fallen:scout` and so on."""

    kind: str
    at_least: int

    def holds(self, past: Past) -> bool:
        """Whether it is true."""
        return sum(kind_of_mark(each) == self.kind for each in past.marks) >= self.at_least


class Chose(_Condition, frozen=True, tag="chose"):
    """An option of a choice was taken."""

    choice: str
    option: str

    def holds(self, past: Past) -> bool:
        """Whether it is true."""
        return past.chosen.get(self.choice) == self.option


class Wins(_Condition, frozen=True, tag="wins"):
    """A number of chapters were won."""

    at_least: int

    def holds(self, past: Past) -> bool:
        """Whether it is true."""
        return past.wins >= self.at_least


class AllOf(_Condition, frozen=True, tag="all"):
    """All of these are true."""

    of: tuple[Condition, ...]

    def holds(self, past: Past) -> bool:
        """Whether it is true."""
        return all(each.holds(past) for each in self.of)


class AnyOf(_Condition, frozen=True, tag="any"):
    """At least one of these is true."""

    of: tuple[Condition, ...]

    def holds(self, past: Past) -> bool:
        """Whether it is true."""
        return any(each.holds(past) for each in self.of)


class Not(_Condition, frozen=True, tag="not"):
    """Something is not true."""

    of: Condition

    def holds(self, past: Past) -> bool:
        """Whether it is true."""
        return not self.of.holds(past)


Condition = Won | Lost | Played | Mark | Marks | Chose | Wins | AllOf | AnyOf | Not


def holds(condition: Condition | None, past: Past) -> bool:
    """Whether a condition is true; none at all always is."""
    return condition is None or condition.holds(past)


def parts(condition: Condition | None, path: str) -> Iterator[tuple[Condition, str]]:
    """A condition and all conditions in it, each with its path in the file."""
    if condition is None:
        return
    yield condition, path
    if isinstance(condition, AllOf | AnyOf):
        for number, inner in enumerate(condition.of):
            yield from parts(inner, f"{path}.of[{number}]")
    elif isinstance(condition, Not):
        yield from parts(condition.of, f"{path}.of")


def kind_of_mark(mark: str) -> str:
    """The kind of a mark such as `fallen:commander`; empty for a mark without a kind."""
    kind, colon, _ = mark.partition(":")
    return kind if colon else ""
