"""What a printed card promises: its operations happen in the order of its sentences, with the numbers in them.

A game gives its cards in a module `tests/games/<game>/printed.py` with a function `cards`. An operation is a step with
a pattern for the words that announce it. The branches of a card (a condition, a roll) give it several ways.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

ALTERNATIVE = re.compile(r", or (\d+)")
"""What follows a number that depends on a condition: `gain 1 motivation, or 2 if they have 8 or more`."""


class Step(msgspec.Struct, frozen=True):
    """One operation and the words that announce it."""

    name: str
    words: str
    """A regular expression with the operation's numbers in it."""


class Way(msgspec.Struct, frozen=True):
    """One way through a card: what was decided, and what is done then, in order."""

    decided: tuple[str, ...]
    steps: tuple[Step, ...]


class Card(msgspec.Struct, frozen=True):
    """A text and all ways through what it stands for."""

    id: str
    text: str
    ways: tuple[Way, ...]
    conditions: tuple[Step, ...] = ()
    """What branches depend on; a condition may be printed before or after what it decides."""


def sentences(text: str) -> list[str]:
    """The sentences of a text, and the parts of one that a semicolon divides."""
    return [each for each in re.split(r"[.;](?:\s+|$)", text) if each]


def placed(text: str, steps: tuple[Step, ...]) -> list[re.Match[str]]:
    """Where the words of each step stand, each no earlier than those of the step before."""
    found: list[re.Match[str]] = []
    for step in steps:
        start = found[-1].start() if found else 0
        match = re.compile(step.words).search(text, start)
        assert match, f"{step.name} ({step.words}) is not announced after {text[:start]!r} in {text!r}"
        found.append(match)
    return found


def steps_happen_in_the_order_of_the_sentences(card: Card) -> None:
    """On every way through the card the words of its steps stand in the order of the steps."""
    for way in card.ways:
        placed(card.text, way.steps)


def a_printed_alternative_is_open_wherever_it_is_printed(card: Card) -> None:
    """A way that ends at `1, or 2 if ...` has a sibling with the other number."""
    for way in card.ways:
        for step, match in zip(way.steps, placed(card.text, way.steps), strict=True):
            alternative = ALTERNATIVE.match(card.text, match.end())
            if alternative:
                assert _has_sibling(card, way, step, alternative), f"{step.name} without the alternative: {way.decided}"


def _has_sibling(card: Card, way: Way, step: Step, alternative: re.Match[str]) -> bool:
    """Whether another last decision leads to the alternative's number."""
    for other in card.ways:
        if other != way and other.decided[:-1] == way.decided[:-1]:
            matches = placed(card.text, other.steps)
            if any(match.end() == alternative.end() for match in matches):
                return True
    return False


def every_sentence_stands_for_something(card: Card) -> None:
    """No sentence is printed for which nothing is done or decided."""
    matches = [match for way in card.ways for match in placed(card.text, way.steps)]
    for condition in card.conditions:
        match = re.search(condition.words, card.text)
        assert match, f"{condition.name} ({condition.words}) is not printed in {card.text!r}"
        matches.append(match)
    places = {place for match in matches for place in (match.start(), match.end() - 1)}
    start = 0
    for sentence in sentences(card.text):
        start = card.text.index(sentence, start)
        end = start + len(sentence)
        assert any(start <= place < end for place in places), f"{sentence!r} stands for nothing."


def every_number_is_one_of_a_step_or_condition(card: Card) -> None:
    """Every number of the text stands in the words of a step or a condition."""
    spans = [match.span() for way in card.ways for match in placed(card.text, way.steps)]
    for condition in card.conditions:
        spans += [match.span() for match in re.finditer(condition.words, card.text)]
    for number in re.finditer(r"\d+", card.text):
        assert any(start <= number.start() < end for start, end in spans), (
            f"{number[0]} at {number.start()} is nobody's"
        )


LAWS = (
    steps_happen_in_the_order_of_the_sentences,
    a_printed_alternative_is_open_wherever_it_is_printed,
    every_sentence_stands_for_something,
    every_number_is_one_of_a_step_or_condition,
)


def broken(card: Card) -> Iterator[str]:
    """The laws that a card breaks, with the reason."""
    for law in LAWS:
        try:
            law(card)
        except AssertionError as error:
            yield f"{law.__name__}: {error}"
