"""Players that are programs: they see a view and its moves, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from engine.bots.chance import Random
from engine.bots.greedy import Greedy
from engine.bots.planner import Planner
from engine.core.dice import Dice
from engine.core.errors import Refused, nearest
from engine.core.kinds import Frame, Move, Seat
from engine.core.rules import Rules


class Bot(Protocol):
    """Chooses one of the legal moves."""

    def choose(
        self, rules: Rules[Any], view: Any, stack: tuple[Frame, ...], seat: Seat, moves: Sequence[Move], dice: Dice
    ) -> Move:
        """The move to make; the bot's own dice are all the chance it has."""


_BOTS: dict[str, Callable[[], Bot]] = {"random": Random, "greedy": Greedy, "planner": Planner}


def names() -> tuple[str, ...]:
    """The bots there are, the weakest first."""
    return tuple(_BOTS)


def bot(name: str, budget: int | None = None, seconds: float | None = None) -> Bot:
    """A bot by its name, for one game; the budget is for bots that think, and so are the seconds they have at most."""
    if name not in _BOTS:
        raise Refused(f'There is no bot "{name}".{nearest(name, _BOTS)}')
    if budget is not None and name == "planner":
        return Planner(budget, seconds)
    return _BOTS[name]()
