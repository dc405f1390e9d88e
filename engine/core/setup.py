"""What can be chosen before a game begins: scenarios, their challenges, and options.

A choice is written the same way in saves, on the command line and in reports: `mini-expansion` switches an option on,
`length=long` gives it a value, and `hero:amber=scout` gives one seat its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from engine.core.errors import Refused, nearest
from engine.core.kinds import Seat, Setup

Kind = Literal["together", "rivals", "teams"]
"""Whether all seats win or lose together, each plays for itself, or some of them for each other."""

HARDEST = 5
"""The most stars there are."""

ON = "on"
"""What is chosen of a switch that is on; one that is off has the empty string."""


class Value(msgspec.Struct, frozen=True):
    """One of the things that an option can be."""

    id: str
    title: str
    text: str = ""


class Option(msgspec.Struct, frozen=True):
    """Something to choose before a game. Without values it is a switch; with stars it is a challenge."""

    id: str
    title: str
    text: str = ""
    values: tuple[Value, ...] = ()
    default: str = ""
    """The id of the value that nobody has to choose; the first one if left out."""
    per_seat: bool = False
    """Whether each seat chooses for itself."""
    stars: int = 0
    """How much harder it makes the game, unless it has its default."""
    distinct: bool = False
    """Of an option per seat: whether no two seats can have the same value. Seats that do not choose get the next free
    values in the order of the list."""

    @property
    def usual(self) -> str:
        """What it is if nobody chooses."""
        return self.default or (self.values[0].id if self.values else "")

    def titled(self, value: str) -> str:
        """A value as a player reads it."""
        return next((each.title for each in self.values if each.id == value), value)


class Scenario(msgspec.Struct, frozen=True):
    """What a list of games shows of one scenario."""

    id: str
    number: int
    title: str
    stars: int
    challenges: tuple[Option, ...] = ()
    kind: Kind | None = None
    """Its mode, where that is not the game's own."""
    seats: tuple[int, int] | None = None
    """The fewest and the most seats, where they are not the game's own."""

    def stars_with(self, chosen: Collection[str]) -> int:
        """How hard it is with these challenges."""
        return min(HARDEST, self.stars + sum(each.stars for each in self.challenges if each.id in chosen))


class OptionChoice(NamedTuple):
    """What was chosen of one option, for one seat if the option is per seat."""

    option: str
    seat: Seat = ""
    value: str = ""

    def __str__(self) -> str:
        """As saves and the command line write it."""
        return self.option + (f":{self.seat}" if self.seat else "") + (f"={self.value}" if self.value else "")


def choice_of(written: str) -> OptionChoice:
    """A choice as it was written."""
    name, _, value = written.partition("=")
    option, _, seat = name.partition(":")
    return OptionChoice(option, seat, value)


def numbered(fewest: int, most: int) -> str:
    """How many seats, as a player reads it."""
    if fewest == most:
        return "1 player" if most == 1 else f"{most} players"
    return f"{fewest} {'or' if most == fewest + 1 else 'to'} {most} players"


# What was chosen


def chosen(setup: Setup, option: Option, seat: Seat = "") -> str:
    """The id of the value that an option has, for a seat if it is per seat; of a switch `ON` or nothing."""
    made = _made(setup, option)
    if seat in made:
        return made[seat] if option.values else ON
    if option.distinct and seat in setup.seats:
        return _free(setup, option, made)[seat]
    return option.usual


def is_changed(setup: Setup, option: Option) -> bool:
    """Whether an option is not what it is by default, for any seat."""
    return any(chosen(setup, option, seat) != option.usual for seat in _places(setup, option))


def stars_of(setup: Setup, scenario: Scenario, options: Sequence[Option]) -> int:
    """How hard a scenario is with everything that was chosen."""
    more = sum(option.stars for option in options if option.stars and is_changed(setup, option))
    return min(HARDEST, scenario.stars_with(setup.challenges) + more)


def _made(setup: Setup, option: Option) -> dict[Seat, str]:
    """The choices that were made of an option, by seat."""
    found = map(choice_of, setup.options)
    return {each.seat: each.value for each in found if each.option == option.id}


def _places(setup: Setup, option: Option) -> tuple[Seat, ...]:
    return setup.seats if option.per_seat else ("",)


def _free(setup: Setup, option: Option, made: dict[Seat, str]) -> dict[Seat, str]:
    """What the seats get that have not chosen: the values that are left, the default among the first."""
    left = [each.id for each in option.values if each.id not in made.values()]
    left.sort(key=lambda value: value != option.usual)
    waiting = [seat for seat in setup.seats if seat not in made]
    spare = [option.usual] * max(0, len(waiting) - len(left))
    return dict(zip(waiting, [*left, *spare], strict=False))


# Choosing


def choices(option: Option, seats: Sequence[Seat]) -> Iterator[OptionChoice]:
    """Every choice that can be made of an option."""
    for seat in seats if option.per_seat else ("",):
        for value in [each.id for each in option.values] or [""]:
            yield OptionChoice(option.id, seat, value)


def with_choice(setup: Setup, option: Option, value: str, seat: Seat = "") -> Setup:
    """A setup in which an option has another value; of a distinct option, the seat that has it swaps."""
    made = _made(setup, option)
    if option.distinct:
        made = {each: chosen(setup, option, each) for each in setup.seats}
        made |= {each: made[seat] for each, held in made.items() if held == value}
    made[seat] = value
    kept = [each for each in setup.options if choice_of(each).option != option.id]
    new = [str(OptionChoice(option.id, each, "" if held == ON else held)) for each, held in made.items() if held]
    return msgspec.structs.replace(setup, options=(*kept, *new))


def next_value(setup: Setup, option: Option, seat: Seat = "", by: int = 1) -> str:
    """The value after the chosen one; a switch is turned over."""
    values = [each.id for each in option.values] or ["", ON]
    now = chosen(setup, option, seat)
    return values[(values.index(now) + by) % len(values)] if now in values else values[0]


def settled(offered: Callable[[Setup], Sequence[Option]], setup: Setup) -> tuple[Setup, list[OptionChoice]]:
    """A setup without the choices that it no longer offers, and those; the others in the order of the options."""
    dropped: list[OptionChoice] = []
    while True:
        options = {each.id: each for each in offered(setup)}
        lost = [each for each in setup.options if _problem(options, each, setup.seats)]
        if not lost:
            return msgspec.structs.replace(setup, options=tuple(_in_order(options.values(), setup))), dropped
        dropped += map(choice_of, lost)
        kept = tuple(each for each in setup.options if each not in lost)
        setup = msgspec.structs.replace(setup, options=kept)


def _in_order(options: Iterable[Option], setup: Setup) -> Iterable[str]:
    """The choices of a setup in the order of the options and the seats; the defaults need no words."""
    for option in options:
        made = _made(setup, option)
        for seat in _places(setup, option):
            if seat in made and (option.distinct or chosen(setup, option, seat) != option.usual):
                yield str(OptionChoice(option.id, seat, made[seat]))


# Refusing


def check_options(options: Sequence[Option], setup: Setup) -> None:
    """Refuse choices that these options do not offer, with the nearest name."""
    offered = {each.id: each for each in options}
    for written in setup.options:
        if problem := _problem(offered, written, setup.seats):
            raise Refused(problem)
    choices = [choice_of(each)[:2] for each in setup.options]
    if len(set(choices)) != len(choices):
        raise Refused("The same option is named twice.")
    for option in options:
        if option.distinct:
            _check_distinct(option, list(_made(setup, option).values()))


def check_names(names: Sequence[str], valid: Collection[str], what: str) -> None:
    """Refuse names that are unknown, with the nearest one, or named twice."""
    for name in names:
        if name not in valid:
            raise Refused(f'There is no {what} "{name}".{nearest(name, valid)}')
    if len(set(names)) != len(names):
        raise Refused(f"The same {what} is named twice.")


def _check_distinct(option: Option, values: list[str]) -> None:
    twice = next((each for each in values if values.count(each) > 1), None)
    if twice is not None:
        raise Refused(f"{option.title}: {option.titled(twice)} can be chosen by one seat only.")


def _problem(options: dict[str, Option], written: str, seats: Sequence[Seat]) -> str:
    """Why a choice cannot be made, as a sentence; empty if it can."""
    choice = choice_of(written)
    option = options.get(choice.option)
    if option is None or str(choice) != written.removesuffix("="):
        return f'There is no option "{choice.option}".{nearest(choice.option, options)}'
    return _problem_of_seat(option, choice.seat, seats) or _problem_of_value(option, choice.value, written)


def _problem_of_seat(option: Option, seat: Seat, seats: Sequence[Seat]) -> str:
    if not option.per_seat:
        return f'The option "{option.id}" is for the whole table, not for a seat.' if seat else ""
    if not seat:
        value = f"={option.values[0].id}" if option.values else ""
        return (
            f'The option "{option.id}" is chosen for each seat, as in {option.id}:{seats[0]}{value}.' if seats else ""
        )
    if seat not in seats:
        return f'The option "{option.id}" is for a seat that does not play: "{seat}".{nearest(seat, seats)}'
    return ""


def _problem_of_value(option: Option, value: str, written: str) -> str:
    values = [each.id for each in option.values]
    if not values:
        return f'The option "{option.id}" is on or off and has no value.' if "=" in written else ""
    if not value:
        return f'The option "{option.id}" needs a value.{nearest(value, values)}'
    if value not in values:
        return f'The option "{option.id}" cannot be "{value}".{nearest(value, values)}'
    return ""
