"""Schemes made up for a test: operations carried out as if a card had just been played for them."""

from collections.abc import Iterable

from engine.core.dice import Dice
from engine.core.kinds import Fact
from engine.core.table import Transaction
from engine.games.horrors_of_war import rules
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.facts import CardPlayed
from engine.games.horrors_of_war.frames import Effect, Pick
from engine.games.horrors_of_war.moves import Choose
from tests.games.horrors_of_war.ground import Ground

LEFT = ("red-quiet", "red-gain", "red-late", "red-ruin")


class Loaded(Dice):
    """A die that gives these results, in this order; shuffles and choices stay chance."""

    seed: int = 1
    move: int = 97
    results: list[int] = []

    def roll(self, sides: int) -> int:
        return self.results.pop(0)


def scheme(
    ground: Ground,
    *ops: op.Ops,
    target: str = "",
    seat: str = "nabo",
    card: str = "p-survey",
    army: str = "",
    die: Iterable[int] = (),
) -> list[Fact]:
    """Carry out operations as the scheme of a card just played does, up to its first question."""
    hands = {who: tuple(each for each in hand if each != card) for who, hand in ground.state.hands.items()}
    ground.change(hands=hands).hand(seat, *hands[seat], card).given(CardPlayed(seat, card, "scheme"))
    turn = Transaction.on(ground.state, ground.table.stack, Loaded(results=list(die)))
    turn.push(Effect(tuple(ops), card, actor=seat, target=target, army=army))
    turn.run(rules)
    ground.table.state, ground.table.stack = turn.state, tuple(turn.stack)
    ground.table._forget()
    return turn.facts


def options(ground: Ground, seat: str = "nabo") -> list[str]:
    """What a seat can choose for the operation that asks, as references."""
    assert isinstance(ground.table.ask, Pick)
    return [move.thing for move in ground.moves(seat) if isinstance(move, Choose)]


def alone(damage: int = 0) -> Ground:
    """A red pike on D3 facing down, where nabo stands, and a blue one far away on H7."""
    ground = Ground().units(
        red_1=("pike", "circle", "D3", "down", damage),
        blue_1=("pike", "circle", "H7", "up"),
    )
    return ground.stand("nabo", "D3")


def duel() -> Ground:
    """A red pike on D3 and a blue one on D4, eye to eye, and nabo with the red one."""
    ground = Ground().units(
        red_1=("pike", "circle", "D3", "down"),
        red_2=("pike", "star", "A1", "down"),
        blue_1=("pike", "circle", "D4", "up"),
        blue_2=("pike", "star", "I7", "up"),
    )
    return ground.stand("nabo", "D3")


def quiet(ground: Ground) -> Ground:
    """Orders in which nobody moves or attacks: reds gain 1 and defend (10.1), blues defend (9.2)."""
    ground.orders("red.left", "red-gain", "red-quiet").orders("red.right", "red-defend", "red-march")
    return ground.orders("blue.left", "blue-quiet", "blue-gain").orders("blue.right", "blue-defend", "blue-march")
