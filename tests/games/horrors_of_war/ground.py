"""A table on the proving ground (tests/content): arrange it with facts and pieces, act with a move, look at the facts.

The map is nine columns by seven rows of plain, with one of everything: cliff E1 (impassable), forest C2 (stealth),
lake G2 (water), towers A4 and I4 (motivation 1), fortress C6 (motivation 2), rocks G6 (defence 1), camp E4 (start).
Reds start on row 1 facing down, Blues on row 7 facing up: a captain (leader) and a pike in the circle group, a pike
in star and one in cog each. Unit types: pike 2/2/0/3 (offence/range/defence/health), wall 1/1/1/4, bow 1/3/0/2,
captain 2/2/0/3, shade 1/2/0/2 with a stealth of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import TypeVar

from msgspec.structs import replace

from engine.core.cards import Deck
from engine.core.dice import Dice
from engine.core.journal import NoJournal
from engine.core.kinds import Fact, Move, Setup
from engine.core.table import Table, Transaction
from engine.games.horrors_of_war import rules
from engine.games.horrors_of_war.content.operations import Ops
from engine.games.horrors_of_war.frames import Effect
from engine.games.horrors_of_war.moves import Pass, PlayCard, UseRow, UseScheme
from engine.games.horrors_of_war.state import GameState
from engine.peacemakers.battlefield import Unit

F = TypeVar("F", bound=Fact)


class Ground:
    """A game that tests can arrange as they like."""

    def __init__(
        self,
        *seats: str,
        scenario: str = "proving-ground",
        challenges: Sequence[str] = (),
        options: Sequence[str] = (),
        seed: int = 1,
    ) -> None:
        """Open a table; nabo alone unless seats are named."""
        setup = Setup(
            game=rules.id,
            scenario=scenario,
            seats=seats or ("nabo",),
            seed=seed,
            challenges=tuple(challenges),
            options=tuple(options),
        )
        self.table: Table[GameState] = Table.begin(rules, setup, NoJournal())

    # Looking

    @property
    def state(self) -> GameState:
        """The whole state."""
        return self.table.state

    def unit(self, name: str) -> Unit:
        """A unit on the map."""
        return self.state.units[name]

    def moves(self, seat: str = "nabo") -> Sequence[Move]:
        """What a seat can choose."""
        return self.table.moves(seat)

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

    def given(self, *facts: Fact) -> Ground:
        """Let facts have happened."""
        state = copy(self.table.state)
        for fact in facts:
            fact.apply(state)
        self.table.state = state
        self.table._forget()
        return self

    def units(self, **placed: tuple[object, ...]) -> Ground:
        """Only these units: red_1=("pike", "circle", "C3", "down"[, damage]); the army is the part before the _."""
        found = {}
        for key, (kind, group, space, facing, *damage) in placed.items():
            army = key.partition("_")[0]
            found[key.replace("_", "-")] = Unit(army, kind, group, space, facing, *damage)  # type: ignore[arg-type]
        return self.change(units=found)

    def stand(self, seat: str, space: str) -> Ground:
        """Put an adventurer somewhere."""
        return self.change(figures={**self.state.figures, seat: space})

    def hand(self, seat: str, *cards: str) -> Ground:
        """Give a seat exactly these cards; its old hand goes under the resource deck."""
        deck = [card for card in self.state.resources.cards if card not in cards]
        back = [card for card in self.state.hands[seat] if card not in cards]
        return self.change(
            resources=replace(self.state.resources, cards=(*deck, *back)),
            hands={**self.state.hands, seat: cards},
        )

    def deck(self, *cards: str, discard: Sequence[str] = (), only: bool = False) -> Ground:
        """Put cards on top of the resource deck; with `only` they are all of it."""
        rest = () if only else tuple(card for card in self.state.resources.cards if card not in cards)
        return self.change(resources=Deck((*cards, *rest), discard=tuple(discard)), known=frozenset())

    def orders(self, name: str, *cards: str, faceup: Sequence[str] = (), discard: Sequence[str] = ()) -> Ground:
        """Lay out an order deck such as red.left."""
        deck = Deck(tuple(cards), frozenset(faceup), tuple(discard))
        return self.change(orders={**self.state.orders, name: deck})

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

    def pass_all(self) -> list[Fact]:
        """Everybody passes: the phase ends, and with it comes all that follows until the next question."""
        facts: list[Fact] = []
        round_now = self.state.round
        while self.table.ask and self.state.round == round_now and Pass() in self.moves(self.table.ask.seats[0]):
            facts += self.submit(Pass(), self.table.ask.seats[0])
        return facts

    def do(
        self, *ops: Ops, army: str = "red", group: str = "circle", seat: str = "nabo", target: str = ""
    ) -> list[Fact]:
        """Carry out operations as an order of an army (or for a seat) would; no question may come up."""
        turn = Transaction.on(self.state, (), Dice(self.table.setup.seed, 99))
        turn.push(Effect(tuple(ops), "red-quiet", actor=seat, army=army, group=group, target=target))
        turn.run(rules)
        assert not turn.stack, turn.stack
        self.table.state = turn.state
        self.table._forget()
        return turn.facts

    def phase(self) -> list[Fact]:
        """The whole army phase and the status check, without a refresh before it."""
        from engine.games.horrors_of_war.frames import ArmyPhase

        turn = Transaction.on(self.state, (), Dice(self.table.setup.seed, 98))
        turn.push(ArmyPhase())
        turn.run(rules)
        self.table.state, self.table.stack = turn.state, tuple(turn.stack)
        self.table._forget()
        return turn.facts


def only(facts: Sequence[Fact], kind: type[F]) -> list[F]:
    """The facts of one kind."""
    return [fact for fact in facts if isinstance(fact, kind)]
