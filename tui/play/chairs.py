"""Chairs: who answers for a seat, at home and in the house, and how a chair is typed."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Literal, Protocol

import msgspec

from engine.bots import names as bot_names
from engine.bots.levels import LEVELS
from engine.core.errors import Refused, nearest
from engine.core.kinds import NOBODY, Ask, Seat
from engine.core.rules import Rules
from engine.core.setup import numbered
from engine.core.table import Table
from engine.store.log import BOT
from engine.store.log import ME as ME

PERSON = "person"
"""Stands for a person of their own, without a name."""

_NAME = re.compile(r"[^\W_][\w-]{0,19}")
_LIKE_A_LEVEL = 0.75
"""How alike a word and a level are that was meant."""


class Chair(msgspec.Struct, frozen=True):
    """Who answers for a seat: a person, a bot, or nobody yet."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    """Of a person, or the level of a bot; a person without a name plays this seat alone."""
    giver: str = ""
    """Whose seat it is while a bot, or another member of a campaign, plays it.

    They may have it back, and nobody else may look into its hand.
    """

    @property
    def is_bot(self) -> bool:
        """Whether a bot answers."""
        return self.kind == "bot"

    @property
    def words(self) -> str:
        """Who sits here, in a word or two."""
        if self.kind == "bot":
            return f"{self.name} bot"
        return {"": "a person", ME: "you"}.get(self.name, self.name) if self.kind == "person" else "nobody yet"

    @property
    def logged(self) -> str:
        """Who sits here, as the log of finished games has it."""
        return f"{BOT}{self.name}" if self.is_bot else self.name or ME

    @property
    def typed(self) -> str:
        """What stands for it on a command line."""
        return self.name or PERSON


OPEN = Chair()
ANYBODY = Chair("person")
"""A person of their own."""


TURNS: tuple[Chair | None, ...] = (
    None,
    Chair("person", ME),
    ANYBODY,
    *(Chair("bot", level) for level in LEVELS),
)
"""Who can sit on a seat at home, in the order in which a form turns them; None for a seat that takes no part."""


def turned(chair: Chair | None, by: int = 1) -> Chair | None:
    """The next one who can sit on a seat; somebody with a name counts as a person."""
    place = TURNS.index(chair if chair in TURNS else ANYBODY)
    return TURNS[(place + by) % len(TURNS)]


# Typing


def chair_of(typed: str) -> Chair:
    """The chair that a word stands for: a level, `me`, `person`, or somebody's name."""
    word = typed.strip()
    if word in LEVELS:
        return Chair("bot", word)
    if word in ("", PERSON):
        return ANYBODY
    if word in bot_names():
        raise Refused(f'"{word}" plays in simulations only; a bot at a table has a level: {", ".join(LEVELS)}.')
    # A name with a capital letter is always a name; any other word may be a level with a slip in it.
    if word.islower() and (meant := difflib.get_close_matches(word, LEVELS, n=1, cutoff=_LIKE_A_LEVEL)):
        raise Refused(
            f'There is no level "{word}". Did you mean "{meant[0]}"? '
            f"For a person of that name type {word.capitalize()}."
        )
    if not _NAME.fullmatch(word):
        raise Refused("A person's name has at most 20 letters, digits and dashes, and begins with a letter or a digit.")
    return Chair("person", word)


def parse(rules: Rules[Any], typed: str | None, scenario: str = "") -> dict[Seat, Chair]:
    """Seats with who sits there (`amber=me,jade=hard`), by name alone (`amber,jade`), or how many (`2`).

    A seat by its name alone has a person of its own. Without anything, the fewest seats that the scenario allows.
    """
    fewest, most = rules.seats_of(scenario)
    if typed is None or not typed.strip():
        return dict.fromkeys(rules.seat_names[:fewest], ANYBODY)
    if typed.strip().isdecimal():
        count = int(typed) if len(typed) < 4 else most + 1
        if not fewest <= count <= most:
            raise Refused(_how_many(rules, scenario))
        return dict.fromkeys(rules.seat_names[:count], ANYBODY)
    by_name, found = named(rules, rules.seat_names), {}
    for part in filter(None, map(str.strip, typed.split(","))):
        name, _, who = part.partition("=")
        seat = by_name.get(name.strip().casefold(), name.strip())  # the game has its own word for a seat that is none
        if seat in found:
            raise Refused(f"{rules.seat_title(seat)} is named twice in --seats.")
        found[seat] = chair_of(who)
    if not found:
        raise Refused(_how_many(rules, scenario))
    return found


def _how_many(rules: Rules[Any], scenario: str) -> str:
    """For how many a scenario is, or the game if the scenario has no number of its own."""
    own = rules.scenario(scenario)
    title = own.title if own and own.seats else rules.title
    return f"{title} is for {numbered(*rules.seats_of(scenario))}."


def seat_of(rules: Rules[Any], name: str, seats: Sequence[Seat]) -> Seat:
    """A seat of a table by its id or its title; refused with the nearest name if there is none."""
    seat = named(rules, seats).get(name.casefold())
    if seat is None:
        raise Refused(f'There is no seat "{name}" at this table.{nearest(name.casefold(), seats)}')
    return seat


def named(rules: Rules[Any], seats: Sequence[Seat]) -> dict[str, Seat]:
    """Seats by what people type for them: their titles and ids, in small letters."""
    return {word.casefold(): seat for seat in seats for word in (rules.seat_title(seat), seat)}


def completions(rules: Rules[Any], incomplete: str) -> list[str]:
    """How what was typed after --seats can go on."""
    before, comma, last = incomplete.rpartition(",")
    seat, equals, who = last.partition("=")
    taken = {part.partition("=")[0] for part in before.split(",")}
    if equals:
        ways = [f"{seat}={each}" for each in (ME, PERSON, *LEVELS) if each.startswith(who)]
    else:
        ways = [each for each in rules.seat_names if each.startswith(last) and each not in taken]
    return [f"{before}{comma}{way}" for way in ways]


# At a table


class Chairs:
    """Who sits on the seats of a table at home."""

    def __init__(self, chairs: Mapping[Seat, Chair]) -> None:
        """Note who sits where."""
        self._chairs = dict(chairs)
        self.notice = ""
        """What the players have to know about how the chairs were read."""

    def __getitem__(self, seat: Seat) -> Chair:
        """The chair of a seat."""
        return self._chairs[seat]

    def __setitem__(self, seat: Seat, chair: Chair) -> None:
        """Give a seat to somebody else."""
        self._chairs[seat] = chair

    def items(self) -> Iterator[tuple[Seat, Chair]]:
        """Every seat with its chair."""
        return iter(self._chairs.items())

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of people."""
        return tuple(seat for seat, chair in self._chairs.items() if not chair.is_bot)

    @property
    def bots(self) -> tuple[Seat, ...]:
        """The seats of bots."""
        return tuple(seat for seat, chair in self._chairs.items() if chair.is_bot)

    @property
    def parties(self) -> dict[Seat, str]:
        """Who plays each seat of a person: seats with the same name are played by one person."""
        return {seat: self._chairs[seat].name or f"={seat}" for seat in self.people}

    @property
    def are_usual(self) -> bool:
        """Whether every seat has a person of its own."""
        return all(chair == ANYBODY for chair in self._chairs.values())

    def titled(self, seat: Seat, rules: Rules[Any]) -> str:
        """A seat by its title, with the level of a bot or the name of a person."""
        chair, title = self._chairs[seat], rules.seat_title(seat)
        return f"{title} ({chair.name})" if chair.name not in ("", ME) else title


def at_home(chair: Chair) -> Chair | None:
    """A chair if it can stand at a table at home; None otherwise."""
    is_bot = chair.kind == "bot" and chair.name in LEVELS
    is_person = chair.kind == "person" and (not chair.name or _NAME.fullmatch(chair.name))
    return chair if is_bot or is_person else None


def luck_of(table: str, seat: Seat) -> int:
    """The chance of a bot, which knows nothing of the table's own: the same question gets the same answer."""
    return int.from_bytes(blake2b(f"{table}/{seat}".encode(), digest_size=6).digest())


# Whose turn it is among bots and people


class Seating(Protocol):
    """Who sits where, at home or in a house."""

    def __getitem__(self, seat: Seat, /) -> Chair:
        """The chair of a seat."""
        ...

    def items(self) -> Iterable[tuple[Seat, Chair]]:
        """Every seat with its chair."""
        ...


class BotTurns:
    """When bots answer: where people are asked at the same time, they go first, and then bots and people alternate."""

    def __init__(self, table: Table[Any], chairs: Seating) -> None:
        """Nobody has moved yet."""
        self._table, self._chairs = table, chairs
        self._due: list[Seat] = []
        """The bots that have an action of their own before it is for people to act."""
        self._seen = table.number

    def _bots(self) -> list[Seat]:
        return [seat for seat, chair in self._chairs.items() if chair.is_bot]

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The bots that may answer."""
        ask = self._table.ask
        return tuple(seat for seat in ask.seats if self._chairs[seat].is_bot) if ask is not None else ()

    @property
    def next(self) -> Seat:
        """The bot that answers now; nobody if it is for people to answer, or the game is over."""
        self._follow()
        asked, ask = self.asked, self._table.ask
        if ask is None or not asked:
            return NOBODY
        return asked[0] if asked == ask.seats else next((seat for seat in self._due if seat in asked), NOBODY)

    def _follow(self) -> None:
        """Note the moves that were made since the last look; after a take-back people go first."""
        if self._table.number < self._seen:
            self._due = []
        for number in range(self._seen, self._table.number):
            self._note(number)
        self._seen = self._table.number

    def _note(self, number: int) -> None:
        """An action of a person gives every bot one of its own; that of a bot is one less to come; asides are none."""
        steps = self._table.steps
        if steps[number].is_aside:
            return
        after = steps[number + 1].waiting[-1] if number + 1 < len(steps) else self._table.ask
        if isinstance(after, Ask) and not self._table.rules.opens_action(after):
            return
        seat = steps[number].seat
        if not self._chairs[seat].is_bot:
            self._due = self._bots()
        elif seat in self._due:
            self._due.remove(seat)

    def go_first(self) -> None:
        """Let every bot that is asked act before the people."""
        self._follow()
        self._due = self._bots()

    def forget(self) -> None:
        """Others sit there now: people go first."""
        self._follow()
        self._due = []
