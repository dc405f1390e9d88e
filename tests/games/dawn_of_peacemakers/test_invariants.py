"""Random games, watched by laws that are computed anew from the facts and know nothing of the rules' code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from random import Random

from engine.core.journal import NoJournal
from engine.core.kinds import Fact, Move, Setup
from engine.core.table import Table
from engine.games.dawn_of_peacemakers import rules
from engine.games.dawn_of_peacemakers.content.library import library
from engine.games.dawn_of_peacemakers.facts import (
    ArmyJoined,
    ArmyPhaseBegan,
    MotivationChanged,
    OrderBegan,
    OrderDeckShuffled,
    OrderSpoiled,
    OrderTurned,
    RoundBegan,
    TaskRemoved,
    UnitDefeated,
    UnitMoved,
    UnitPlaced,
)
from engine.games.dawn_of_peacemakers.state import GameState
from engine.peacemakers.adventurers import ADVENTURERS

SCENARIOS = [name for name, scene in library().scenes.items() if scene.file.number <= 12]
GAMES = 4
"""How many games of each scenario are played with each number of players."""
MOVES = 600
"""Enough for most games; the others stop in the middle."""
LOOKED_FOR = {
    "UnitMoved",
    "UnitBlocked",
    "UnitDefeated",
    "FortificationsRemoved",
    "OrderSpoiled",
    "OrdersReturned",
    "TaskRemoved",
    "CardStayed",
    "OngoingEnded",
    "ArmyJoined",
    "OrderLost",
    "GameEnded",
}


class Watch:
    """What a watcher knows who saw the setup and every fact since."""

    def __init__(self, state: GameState) -> None:
        """Take note of the table as it was laid."""
        self.cards = Counter(rules.accounted(state))
        self.discards: dict[str, list[str]] = {name: [] for name in state.orders}
        self.gone: set[str] = set()
        self.places = {name: unit.space for name, unit in state.units.items()}
        self.armies = {name: unit.army for name, unit in state.units.items()}
        self.sides = dict(state.sides)
        self.motivation = dict(state.motivation)
        self.towers = self._held(state)
        self.lifted = dict.fromkeys(state.motivation, 0)
        self.at_an_end: set[str] = set()
        self.turned: Counter[str] = Counter()
        self.began: Counter[str] = Counter()

    # What one move led to

    def see(self, facts: list[Fact], box_tasks: dict[str, str]) -> None:
        """Follow the facts, and check what each of them claims."""
        moved: set[str] = set()
        for fact in facts:
            self._follow_orders(fact, box_tasks)
            if isinstance(fact, UnitMoved):
                self.places[fact.unit] = fact.to
                moved.add(fact.unit)
            elif moved:
                self._no_enemies_beside(moved)
                moved = set()
            if isinstance(fact, UnitPlaced):
                assert fact.unit not in self.armies, "the number of a unit is used once"
                self.places[fact.unit], self.armies[fact.unit] = fact.space, fact.army
            elif isinstance(fact, UnitDefeated):
                del self.places[fact.unit]
            elif isinstance(fact, ArmyJoined):
                self.sides[fact.army] = fact.side
            elif isinstance(fact, MotivationChanged):
                self._follow_track(fact)

    def _no_enemies_beside(self, moved: set[str]) -> None:
        """DOP-MOVE-02: when a step is over, nobody who moved shares a space with an enemy."""
        for name in moved:
            side = self.sides[self.armies[name]]
            here = {
                self.sides[self.armies[other]] for other, space in self.places.items() if space == self.places[name]
            }
            assert here == {side}, name

    def _follow_track(self, fact: MotivationChanged) -> None:
        """DOP-MOT-03..05: within 0 and 15, never up from 0, never a change by nothing."""
        before = self.motivation[fact.side]
        assert 0 <= fact.to <= 15
        assert before > 0
        assert fact.to != before
        self.motivation[fact.side] = fact.to
        self.lifted[fact.side] += fact.to - before if fact.why == "tower" else 0
        if fact.to in (0, 15):
            self.at_an_end.add(fact.side)

    def _held(self, state: GameState) -> dict[str, int]:
        """DOP-TERR-11..14: what each side has from towers, counted anew."""
        terrain = state.box.scene.board.terrain
        held = {(self.sides[self.armies[name]], space) for name, space in self.places.items()}
        return {side: sum(terrain[at].motivation for of, at in held if of == side) for side in state.motivation}

    def _follow_orders(self, fact: Fact, box_tasks: dict[str, str]) -> None:
        """DOP-ARMY-01..08, DOP-ARMY-20, DOP-ADV-11: the discard piles, as the facts tell them."""
        if isinstance(fact, RoundBegan | ArmyPhaseBegan):
            self.turned.clear()
            self.began.clear()
        elif isinstance(fact, OrderTurned | OrderSpoiled):
            assert fact.card not in self.gone
            assert box_tasks.get(fact.card) != "change"
            self.discards[fact.deck].insert(0, fact.card)
            if isinstance(fact, OrderTurned):
                self.turned[fact.deck] += 1
                assert self.turned[fact.deck] == 1, "one card of each deck in a round"
        elif isinstance(fact, OrderDeckShuffled):
            assert not self.gone & set(fact.order), "no shuffle brings back what is out of play"
            self.discards[fact.deck] = list(fact.discard)
        elif isinstance(fact, TaskRemoved):
            assert fact.card not in self.gone
            self.gone.add(fact.card)
            if fact.card in self.discards[fact.deck]:
                self.discards[fact.deck].remove(fact.card)
        elif isinstance(fact, OrderBegan):
            self.began[fact.army] += 1
            assert self.began[fact.army] == 1, "at most one order of each army in a round"

    # What is true between moves

    def check(self, state: GameState) -> None:
        """Compare what the watcher knows with the table."""
        assert Counter(rules.accounted(state)) == self.cards, "no card is lost or doubled"
        assert {name: list(deck.discard) for name, deck in state.orders.items()} == self.discards
        assert set(state.removed) == self.gone
        assert {name: unit.space for name, unit in state.units.items()} == self.places
        assert not set(state.units) & set(state.fallen)
        assert set(state.units) | set(state.fallen) == set(self.armies)
        assert state.motivation == self.motivation
        for side, now in self._held(state).items():
            if side not in self.at_an_end:
                assert self.lifted[side] == now - self.towers[side], "towers gave and took what they should"
        terrain = state.box.scene.board.terrain
        assert not any(terrain[space].impassable for space in (*state.figures.values(), *self.places.values()))
        assert not any(terrain[space].water or terrain[space].impassable for space in state.fortifications)
        assert all(count > 0 for count in state.fortifications.values())
        health = state.box.units
        assert all(0 <= unit.damage < health[unit.type].health for unit in state.units.values())
        self._check_cards_in_play(state)
        self._check_dead_groups(state)

    def _check_cards_in_play(self, state: GameState) -> None:
        """DOP-SCH-02: a card lies beside a unit in play, and nowhere else at the same time."""
        for each in state.ongoing:
            kind, _, name = each.on.partition(":")
            assert name in (state.units if kind == "unit" else state.sides)
            assert each.card not in (*state.resources.discard, *state.resources.cards, *state.played)
        for name, deck in state.orders.items():
            assert all(card.startswith(f"{name.partition('.')[0]}.") for card in (*deck.cards, *deck.discard))

    def _check_dead_groups(self, state: GameState) -> None:
        """DOP-ARMY-08: when players choose, no discarded task names a group without units."""
        if state.phase != "adventurers" or state.influence or state.played:
            return
        alive = {(unit.army, unit.group) for unit in state.units.values()}
        for name, deck in state.orders.items():
            army, _, half = name.partition(".")
            for card in deck.discard if half == "task" else ():
                assert (army, state.box.tasks[card].group) in alive, card


def likely(chance: Random, options: Sequence[Move]) -> Move:
    """A move by chance: first its kind, so that turns end and cards are played about as often."""
    kind = chance.choice(sorted({type(each).__name__ for each in options}))
    return chance.choice([each for each in options if type(each).__name__ == kind])


def watched(scenario: str, seats: int, number: int) -> set[str]:
    """Play a game by chance under the watcher's eyes; the kinds of facts that came up."""
    chance = Random(f"{scenario} {seats} {number}")
    setup = Setup(game=rules.id, scenario=scenario, seats=ADVENTURERS[:seats], seed=chance.randrange(999))
    table: Table[GameState] = Table.begin(rules, setup, NoJournal())
    watch = Watch(table.state)
    tasks: dict[str, str] = {card: task.task for card, task in table.state.box.tasks.items()}
    kinds: set[str] = set()
    for _ in range(MOVES):
        if table.ask is None:
            break
        seat = chance.choice(table.ask.seats)
        facts = list(table.submit(seat, likely(chance, table.moves(seat))))
        watch.see(facts, tasks)
        watch.check(table.state)
        kinds |= {type(fact).__name__ for fact in facts}
    return kinds


def test_random_games_keep_the_laws() -> None:
    """DOP-MOVE-02, DOP-MOT-03..05, DOP-ARMY-01, DOP-ARMY-08, DOP-ARMY-11, DOP-ADV-11, DOP-SCH-02, DOP-TERR-04"""
    seen: set[str] = set()
    for scenario, seats, number in product(SCENARIOS, range(1, 5), range(GAMES)):
        seen |= watched(scenario, seats, number)
    assert seen >= LOOKED_FOR, "the laws are not looked at in vain"
