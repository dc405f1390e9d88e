"""Games to look at: which tables are set, how they are played, and what is written down about them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from hashlib import blake2b
from itertools import product
from typing import Any, NamedTuple

import msgspec

from engine import bots, registry
from engine.bots.greedy import Greedy
from engine.core.dice import Dice
from engine.core.journal import Fingerprint, sealed
from engine.core.kinds import NOBODY, Ask, Fact, Frame, Move, Seat, Setup
from engine.core.setup import ON, choices, settled, with_choice
from engine.core.steps import Step
from engine.core.table import Table, Transaction
from tests.made_up import rules as marsh_lights

CAP = 5000
"""No game may take more moves."""

MOST_ROUNDS = 200
"""Nor more rounds."""

ASIDE = 12
"""At one question in this many somebody says or does something outside it first."""

LAST_WORD = 4
"""An aside that ends the game is made only one time in this many."""

THOUGHT = 40
"""The budget of bots that think: the laws are about the games, not about playing them well."""


def quick(name: str) -> bots.Bot:
    """A bot that thinks as little as it can; in a soak the greedy one tries each move as often as ever."""
    return Greedy(futures=1, tries=1) if name == "greedy" else bots.bot(name, THOUGHT)


def every_game() -> list[Any]:
    """The games of the registry and the made-up one; with `make test GAME=...` that game alone."""
    games = [*map(registry.game, registry.game_ids()), marsh_lights]
    chosen = os.environ.get("PARLEY_TEST_GAME")
    return [game for game in games if not chosen or game.id == chosen]


class Case(NamedTuple):
    """One game to be played."""

    rules: Any
    setup: Setup
    policy: str

    def __str__(self) -> str:
        """For example ``horrors-of-war-order-in-chaos-2p-bad-memories-private-hands-random-1``."""
        setup = self.setup
        parts = [setup.game, setup.scenario, f"{len(setup.seats)}p", *setup.challenges, *setup.options]
        return "-".join([*parts, self.policy, str(setup.seed)])


def all_cases(rules: Any, policy: str, seed: int) -> Iterator[Case]:
    """Every scenario with every number of seats, every set of challenges and every set of options."""
    for scenario in rules.scenarios():
        for seats, challenges in product(_parties(rules, scenario), _sets(scenario.challenges)):
            for options in option_sets(rules, _setup(rules, scenario, seats, seed, challenges)):
                yield _case(rules, scenario, seats, seed, challenges, options, policy)


def cases(rules: Any, policy: str, seed: int) -> Iterator[Case]:
    """Every scenario with every number of seats; the sets of challenges and of options take turns, seed by seed."""
    for scenario in rules.scenarios():
        challenges = _sets(scenario.challenges)
        for place, seats in enumerate(_parties(rules, scenario), start=seed):
            chosen = challenges[place % len(challenges)]
            options = option_sets(rules, _setup(rules, scenario, seats, seed, chosen))
            yield _case(rules, scenario, seats, seed, chosen, options[(place + seed) % len(options)], policy)


def option_sets(rules: Any, setup: Setup) -> list[tuple[str, ...]]:
    """The sets of options that a setup can have: none, each choice by itself, and as many as go together."""
    alone = [
        with_choice(setup, option, choice.value or ON, choice.seat).options
        for option in rules.options(setup)
        for choice in choices(option, setup.seats[:1])
        if choice.value != option.usual or not option.values
    ]
    full = setup
    for _ in rules.options(setup):  # a choice may bring others with it
        for option in rules.options(full):
            for seat in setup.seats if option.per_seat else ("",):
                value = option.values[-1].id if option.values else ON
                full = full if option.distinct else with_choice(full, option, value, seat)
    return list(dict.fromkeys([(), *alone, settled(rules.options, full)[0].options]))


def _setup(rules: Any, scenario: Any, seats: Any, seed: int, challenges: Any, options: Any = ()) -> Setup:
    chosen = {"scenario": scenario.id, "challenges": tuple(challenges), "options": tuple(options)}
    return Setup(game=rules.id, seats=seats, seed=seed, **chosen)


def _case(rules: Any, scenario: Any, seats: Any, seed: int, challenges: Any, options: Any, policy: str) -> Case:
    return Case(rules, _setup(rules, scenario, seats, seed, challenges, options), policy)


def _parties(rules: Any, scenario: Any) -> list[tuple[Seat, ...]]:
    """A party of each size; the seats start at different names, so that each of them has its game alone."""
    names = rules.seat_names
    least, most = rules.seats_of(scenario.id)
    return [tuple((names[size % len(names) :] + names)[:size]) for size in range(least, most + 1)]


def _sets(choices: Sequence[Any]) -> list[list[str]]:
    """None, each alone, and all together."""
    ids = [choice.id for choice in choices]
    return [[], *([one] for one in ids), *([ids] if len(ids) > 1 else [])]


class MemoryJournal:
    """A save that is a list of lines."""

    on = True
    torn = False

    def __init__(self, kept: Sequence[bytes] = (), name: str = "a save in memory") -> None:
        self.name = name
        self.kept = list(kept)

    def lines(self) -> Iterator[bytes]:
        return iter(list(self.kept))

    def append(self, line: bytes) -> None:
        self.kept.append(line)


def reheaded(lines: Sequence[bytes], old: bytes, new: bytes) -> list[bytes]:
    """A save with something in its header replaced, and with checksum and seal made right again."""
    text, count = re.subn(old, new, lines[0])
    assert count == 1
    header = sealed(text.rpartition(b',"digest":"')[0] + b"}")
    seal = blake2b(header, digest_size=16).hexdigest().encode()
    body, _, tail = re.sub(rb'"header":"[0-9a-f]*"', b'"header":"%s"' % seal, lines[1]).rpartition(b',"digest":"')
    return [header, sealed(body + b"}", tail[:-10]), *lines[2:]]


class Position(NamedTuple):
    """The table when a question was open, and the step that answered it."""

    number: int
    state: Any
    stack: tuple[Frame, ...]
    step: Step
    after: Any
    left: tuple[Frame, ...]

    @property
    def ask(self) -> Ask:
        """The open question."""
        ask = self.stack[-1]
        assert isinstance(ask, Ask)
        return ask


class Played:
    """A game from beginning to end, with the digest that each position had at the time."""

    def __init__(self, case: Case, *, thorough: bool = False) -> None:
        self.case = case
        self.thorough = thorough
        self._views: dict[tuple[int, Seat], Any] = {}
        self.rules, self.setup = case.rules, case.setup
        self.journal = MemoryJournal()
        self.table: Table[Any] = Table.begin(self.rules, self.setup, self.journal)
        self.digests = [digest(self.rules, self.table.state, self.table.stack)]
        self._play(bots.bot(case.policy, THOUGHT) if thorough else quick(case.policy))

    def _play(self, bot: bots.Bot) -> None:
        table = self.table
        while table.ask is not None and table.number <= CAP:
            self._speak(Dice(self.setup.seed + 2_000_003, table.number))
            if table.ask is None:
                return
            dice = Dice(self.setup.seed + 1_000_003, table.number)
            able = [seat for seat in table.ask.seats if table.moves(seat)]
            assert able, f"Nobody has a legal answer to {table.ask!r}."
            seat = dice.choice(able)
            move = bot.choose(self.rules, table.view(seat), table.stack, seat, table.moves(seat), dice)
            table.submit(seat, move)
            self.digests.append(digest(self.rules, table.state, table.stack))

    def _speak(self, dice: Dice) -> None:
        """Let a seat make an aside, whether or not it is asked."""
        table, seat = self.table, dice.choice(self.setup.seats)
        asides = table.asides(seat)
        if not asides or dice.below(ASIDE):
            return
        move = dice.choice(asides)
        turn = Transaction.on(table.state, table.stack, dice)
        turn.take_aside(self.rules, seat, move)
        if turn.stack or not dice.below(LAST_WORD):
            table.submit(seat, move)
            self.digests.append(digest(self.rules, table.state, table.stack))

    @property
    def watchers(self) -> tuple[Seat, ...]:
        """All who look on: the seats and the spectator."""
        return (*self.setup.seats, NOBODY)

    def onlookers(self, here: Position) -> tuple[Seat, ...]:
        """Whose eyes to look through at a question: the mover's, and those of the others in turn (in a soak, all)."""
        other = self.watchers[here.number % len(self.watchers)]
        return self.watchers if self.thorough else tuple({here.step.seat: None, other: None})

    def view(self, here: Position, seat: Seat) -> Any:
        """What a seat saw when a question was open; made once for all laws."""
        key = (here.number, seat)
        if key not in self._views:
            self._views[key] = self.rules.view(here.state, seat)
        return self._views[key]

    def view_after(self, here: Position, seat: Seat) -> Any:
        """What a seat saw once the question was answered."""
        if here.number < len(self.positions):
            return self.view(self.positions[here.number], seat)
        return self.table.view(seat)

    @cached_property
    def positions(self) -> list[Position]:
        """Every question of the game and what came of it."""
        steps = self.table.steps
        ends = [*((step.before, step.waiting) for step in steps[1:]), (self.table.state, self.table.stack)]
        return [
            Position(number, step.before, step.waiting, step, *ends[number])
            for number, step in enumerate(steps)
            if number
        ]

    def carried_out(self, here: Position, state: Any, seat: Seat, move: Move, luck: int = 0) -> Transaction[Any]:
        """What a move would come to in a position, or in one that looks the same: the same stack, the same dice.

        Other luck gives other dice.
        """
        turn = Transaction.on(state, here.stack, Dice(self.setup.seed + luck, here.number))
        if move.aside:
            turn.take_aside(self.rules, seat, move)
        else:
            turn.stack.pop()
            self.rules.take(turn, here.ask, seat, move)
            turn.run(self.rules)
        return turn

    def listed(self, here: Position, seat: Seat) -> list[Move]:
        """All that a seat could do at a question: its answers, if it was asked, and its asides."""
        view = self.view(here, seat)
        answers = self.rules.moves(view, here.ask, seat) if seat in here.ask.seats else ()
        return [*answers, *(self.rules.asides(view, seat) if seat else ())]


def seen(facts: Iterable[Fact], before: Any, seat: Seat) -> list[Fact]:
    """The facts of a move as a seat sees them, each with the state right after it; `before` is the one before all."""
    state, shown = before.clone(), []
    for fact in facts:
        fact.apply(state)
        shown.append(fact.seen_by(state, seat))
    return shown


@lru_cache(maxsize=4)
def played(case: Case) -> Played:
    """Play a game; the laws look at it one after the other."""
    return Played(case)


def digest(rules: Any, state: Any, stack: tuple[Frame, ...]) -> bytes:
    """The digest of a position, with nothing remembered from another."""
    return Fingerprint(rules.empty()).of(state, stack)


def begun(rules: Any, **chosen: Any) -> Table[Any]:
    """A new table of a game with the fewest seats and a save in memory, unless something else is chosen."""
    journal = chosen.pop("journal", None) or MemoryJournal()
    usual = {"scenario": rules.scenarios()[0].id, "seats": rules.seat_names[: rules.seats[0]], "seed": 1}
    return Table.begin(rules, msgspec.convert({"game": rules.id, **usual, **chosen}, Setup), journal)
