"""A guided first game as content: steps that explain, and the facts by which it is known that they were done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, get_args

import msgspec

from engine.core.errors import nearest
from engine.core.kinds import Fact, Seat


class Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of fact, and what its fields have to be."""

    fact: str
    having: dict[str, str | int | bool] = {}
    last: bool = False
    """Whether only the last fact of this kind in an action counts: to pass by is not to stay."""

    def fits(self, fact: Fact) -> bool:
        """Whether a fact is one of these."""
        is_kind = type(fact).__name__ == self.fact
        return is_kind and all(getattr(fact, name) == value for name, value in self.having.items())


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to do, or only to read."""

    title: str
    text: str
    row: str = ""
    """For what a card is to be played, so that fitting cards can be named."""
    done: tuple[Seen, ...] = ()
    """Any of these ends the step; one without is read and left."""
    watching: bool = False
    """Whether it is for the part of a round that plays by itself."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table that is laid out the same way each time, and the steps of what is learned at it."""

    scenario: str
    seats: tuple[Seat, ...]
    seed: int
    steps: tuple[LessonStep, ...]


def lesson_problems(lesson: Lesson, fact_types: Any) -> Iterator[tuple[str, str]]:
    """Steps that wait for facts which cannot happen: where in the file, and what is wrong."""
    kinds = {kind.__name__: kind for kind in get_args(fact_types)}
    for number, step in enumerate(lesson.steps):
        for place, seen in enumerate(step.done):
            where = f".steps[{number}].done[{place}]"
            if seen.fact not in kinds:
                yield f"{where}.fact", f'There is no fact "{seen.fact}".{nearest(seen.fact, kinds)}'
                continue
            for name in seen.having:
                fields = kinds[seen.fact].__struct_fields__
                if name not in fields:
                    yield f"{where}.having", f'{seen.fact} has no field "{name}".{nearest(name, fields)}'


class Coach:
    """Follows what happens at the table of a lesson; whatever the player does, some step comes next."""

    def __init__(self, lesson: Lesson) -> None:
        """Begin with the first step."""
        self.lesson = lesson
        self.left = list(range(len(lesson.steps)))
        self.is_watching = False
        """Whether the player only watches at the moment."""

    @property
    def place(self) -> int | None:
        """Which step comes now: the first that is left, and that fits whether the player acts or watches.

        A player who watches without a step for it goes on reading; a step for watching waits for something to see.
        """
        steps = self.lesson.steps
        fitting = (place for place in self.left if steps[place].watching == self.is_watching)
        return next(fitting, self.left[0] if self.left and self.is_watching else None)

    @property
    def step(self) -> LessonStep | None:
        """What is to be done or read now; nothing once all is done."""
        return None if self.place is None else self.lesson.steps[self.place]

    def watch(self, facts: Iterable[Fact]) -> None:
        """See what happened: steps that it fulfils are done, and so is all reading that comes before them."""
        steps, facts = self.lesson.steps, list(facts)
        final = {type(fact): place for place, fact in enumerate(facts)}
        for place, fact in enumerate(facts):
            is_last = final[type(fact)] == place
            done = {
                number
                for number in self.left
                if any(seen.fits(fact) and (is_last or not seen.last) for seen in steps[number].done)
            }
            if done:
                last = max(done)
                self.left = [each for each in self.left if each not in done and (each > last or steps[each].done)]

    def go_on(self) -> None:
        """Leave the step, done or not."""
        here = self.place
        self.left = [place for place in self.left if place != here]
