"""A table on the proving ground (tests/content): arrange it with facts and pieces, act with a move, look at the facts.

The map is nine columns by seven rows of plain, with one of everything: cliff E1 (impassable), forest C2 (stealth),
river G2 and fountain G4 (water, shatter 1), bridge C4, towers A4 and I4 (motivation 1, defence 1), rock formation C6
(defence 1), marsh G6 (range -1), thorns E6, village A6 (grief 1), hill I6 (range +1), camp E4 (start). Reds start on
row 1 and advance down, Blues on row 7 and advance up: a captain (leader, health 5) and a pike in circle, a pike in
star and one in cog each. Unit types as offence/range/defence/health: pike 2/2/0/3, bow 1/3/0/2, captain 2/2/0/5, wall
1/1/1/4.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, TypeVar

from msgspec.structs import replace

from engine.core.cards import Deck
from engine.core.dice import Dice
from engine.core.journal import NoJournal
from engine.core.kinds import Fact, Move, Setup
from engine.core.table import Table, Transaction
from engine.games.dawn_of_peacemakers import rules
from engine.games.dawn_of_peacemakers.frames import Act, ArmyPhase, Effect
from engine.games.dawn_of_peacemakers.moves import EndTurn, LetBe, PlayCard, UseRow, UseScheme
from engine.games.dawn_of_peacemakers.state import GameState
from engine.peacemakers.battlefield import Unit

F = TypeVar("F", bound=Fact)


class Ground:
    """A game that tests can arrange as they like."""

    def __init__(
        self,
        *seats: str,
        scenario: str = "proving-ground",
        options: Sequence[str] = (),
        carried: Sequence[str] = (),
        seed: int = 1,
    ) -> None:
        """Open a table; nabo alone unless seats are named. The first seat has the starting player token."""
        setup = Setup(
            game=rules.id,
            scenario=scenario,
            seats=seats or ("nabo",),
            seed=seed,
            options=tuple(options),
            carried=tuple(carried),
        )
        self.table: Table[GameState] = Table.begin(rules, setup, NoJournal())
        if len(setup.seats) > 1:
            self._begin_with(setup.seats)

    def _begin_with(self, seats: tuple[str, ...]) -> None:
        """Let the first seat begin, whatever the dice said."""
        state = copy(self.table.state)
        state.first = state.turn = seats[0]
        frames = rules.frame_types.__args__
        take = next(each for each in frames if each.__name__ == "TakeTurn")
        self.table.state = state
        self.table.stack = (ArmyPhase(), *map(take, reversed(seats[1:])), Act(seats=seats[:1]))
        self.table._forget()

    # Looking

    @property
    def state(self) -> GameState:
        """The whole state."""
        return self.table.state

    def unit(self, name: str) -> Unit:
        """A unit on the map."""
        return self.state.units[name]

    def space(self, name: str) -> str:
        """Where a unit stands."""
        return self.state.units[name].space

    def moves(self, seat: str = "nabo") -> Sequence[Move]:
        """What a seat can choose."""
        return self.table.moves(seat)

    def asked(self, kind: type) -> Any:
        """The open question, which has to be of this kind."""
        assert isinstance(self.table.ask, kind), self.table.ask
        return self.table.ask

    # Arranging

    def change(self, **fields: object) -> Ground:
        """Replace components of the state."""
        state = copy(self.table.state)
        for name, value in fields.items():
            assert hasattr(state, name), name
            setattr(state, name, value)
        self.table.state = state
        self.table._forget()
        return self

    def units(self, **placed: tuple[object, ...]) -> Ground:
        """Only these units: red_1=("pike", "circle", "C3"[, damage]); the army is the part before the _."""
        found = {}
        for key, (kind, group, space, *damage) in placed.items():
            army = key.partition("_")[0]
            front = self.state.fronts[self.state.sides[army]]
            found[key.replace("_", "-")] = Unit(army, kind, group, space, front, *damage)  # type: ignore[arg-type]
        return self.change(units=found)

    def stand(self, seat: str, space: str) -> Ground:
        """Put an adventurer somewhere."""
        return self.change(figures={**self.state.figures, seat: space})

    def hand(self, seat: str, *cards: str) -> Ground:
        """Give a seat exactly these cards; its old hand goes under the resource deck."""
        deck = [card for card in self.state.resources.cards if card not in cards]
        back = [card for card in self.state.hands[seat] if card not in cards]
        hands = {who: tuple(c for c in held if c not in cards) for who, held in self.state.hands.items()}
        return self.change(
            resources=replace(self.state.resources, cards=(*deck, *back)),
            hands={**hands, seat: cards},
        )

    def deck(self, *cards: str, discard: Sequence[str] = (), only: bool = False) -> Ground:
        """Put cards on top of the resource deck; with `only` they are all of it."""
        rest = () if only else tuple(card for card in self.state.resources.cards if card not in cards)
        return self.change(resources=Deck((*cards, *rest), discard=tuple(discard)))

    def orders(self, name: str, *cards: str, discard: Sequence[str] = ()) -> Ground:
        """Lay out an order deck such as red.ploy; short names stand for the cards of that army."""
        army = name.partition(".")[0]
        deck = Deck(tuple(f"{army}.{card}" for card in cards), discard=tuple(f"{army}.{card}" for card in discard))
        return self.change(orders={**self.state.orders, name: deck})

    def order(self, army: str, ploy: str, task: str) -> Ground:
        """The next order of an army: ploy and task on top of its decks, such as ("red", "plain", "move-star")."""
        for half, card in (("ploy", ploy), ("task", self.task(army, task))):
            name, full = f"{army}.{half}", f"{army}.{card}" if half == "ploy" else card
            deck = self.state.orders[name]
            rest = tuple(each for each in (*deck.cards, *deck.discard) if each != full)
            self.change(orders={**self.state.orders, name: Deck((full, *rest))})
        return self

    def task(self, army: str, wanted: str) -> str:
        """The id of a task card of an army, such as ``move-star``, or ``change``."""
        kind, _, group = wanted.partition("-")
        cards = self.state.box.orders[f"{army}.task"]
        box = self.state.box.tasks
        return next(card for card in cards if (box[card].task, box[card].group or "") == (kind, group))

    def motivation(self, **values: int) -> Ground:
        """Set the tracks."""
        return self.change(motivation={**self.state.motivation, **values})

    # Acting

    def submit(self, move: Move, seat: str = "nabo") -> list[Fact]:
        """One move and what came of it."""
        return list(self.table.submit(seat, move))

    def use(self, card: str, use: str, seat: str = "nabo") -> list[Fact]:
        """Play a card for a row or for its scheme."""
        self.submit(PlayCard(card), seat)
        return self.submit(UseScheme() if use == "scheme" else UseRow(use), seat)  # type: ignore[arg-type]

    def end_turns(self) -> list[Fact]:
        """Everybody ends the turn and lets everything be: the round ends."""
        facts: list[Fact] = []
        round_now = self.state.round
        while self.table.ask and self.state.round == round_now:
            seat = self.table.ask.seats[0]
            moves = self.moves(seat)
            facts += self.submit(next(move for move in moves if isinstance(move, EndTurn | LetBe)), seat)
        return facts

    def do(
        self, *ops: Any, army: str = "red", group: str = "circle", seat: str = "nabo", target: str = ""
    ) -> list[Fact]:
        """Carry out operations as an order of an army (or for a seat) would; no question may come up."""
        turn = Transaction.on(self.state, (), Dice(self.table.setup.seed or 0, 99))
        turn.push(Effect(tuple(ops), f"{army}.plain", actor=seat, army=army, group=group, target=target))
        turn.run(rules)
        assert not turn.stack, turn.stack
        self.table.state = turn.state
        self.table._forget()
        return turn.facts

    def phase(self) -> list[Fact]:
        """The whole army phase and the status check, until the next question."""
        turn = Transaction.on(self.state, (), Dice(self.table.setup.seed or 0, 98))
        turn.push(ArmyPhase())
        turn.run(rules)
        self.table.state, self.table.stack = turn.state, tuple(turn.stack)
        self.table._forget()
        return turn.facts

    def armies(
        self, red: tuple[str, str] = ("revoked-1", "cover-star"), blue: tuple[str, str] = ("revoked-2", "cover-star")
    ) -> list[Fact]:
        """An army phase with these orders, as ("plain", "move-star"); an army without one has a Revoked order.

        Motivation is given back first for what Revoked costs.
        """
        for army, (ploy, task) in (("red", red), ("blue", blue)):
            self.order(army, ploy, task)
            if ploy.startswith("revoked"):
                self.motivation(**{army: self.state.motivation[army] + 1})
        return self.phase()


def only(facts: Sequence[Fact], kind: type[F]) -> list[F]:
    """The facts of one kind."""
    return [fact for fact in facts if isinstance(fact, kind)]
