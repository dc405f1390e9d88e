"""What can be chosen before a game of Marsh Lights: an option of every sort."""

from __future__ import annotations

from engine.core.kinds import Seat, Setup
from engine.core.setup import ON, Option, Value, chosen

DIM = Option("dim", "Dim", "Everybody begins without sparks.", stars=1)

LONG_NIGHT = Option("long-night", "Long night", "Two rounds more.")
MOONRISE = Option("moonrise", "Moonrise", "Everybody begins with one more spark. Only for a long night.")
SPARKS = Option(
    "sparks",
    "Sparks",
    "How many sparks everybody begins with.",
    values=(Value("few", "Few", "One."), Value("some", "Some", "Two."), Value("many", "Many", "Four.")),
    default="some",
)
CHARM = Option(
    "charm",
    "Charm",
    "What a rival carries.",
    values=(Value("none", "None"), Value("firefly", "Firefly", "One more spark at the start.")),
    per_seat=True,
)
MUSTER = Option(
    "muster", "Secret muster", "Everybody arranges who stands under which cloak, in secret, before the first round."
)

_STOCK = {"few": 1, "some": 2, "many": 4}


def options(draft: Setup) -> list[Option]:
    """Those of a draft: the moon rises in a long night only, and in the dim there are no sparks to choose."""
    found = [LONG_NIGHT]
    if chosen(draft, LONG_NIGHT):
        found.append(MOONRISE)
    if DIM.id not in draft.challenges:
        found.append(SPARKS)
    return [*found, CHARM, MUSTER]


def rounds(setup: Setup, usual: int) -> int:
    """How many rounds a game has."""
    return usual + (2 if chosen(setup, LONG_NIGHT) else 0)


def sparks(setup: Setup) -> int:
    """How many sparks everybody begins with."""
    stock = 0 if DIM.id in setup.challenges else _STOCK[chosen(setup, SPARKS)]
    return stock + (chosen(setup, MOONRISE) == ON)


CARRIED = frozenset({"gift:firefly", "wet:boots"})
"""The marks of a campaign that change a game."""


def carried_sparks(setup: Setup) -> int:
    """How many sparks the campaign gives to the first seat, or takes from it."""
    return ("gift:firefly" in setup.carried) - ("wet:boots" in setup.carried and sparks(setup) > 0)


def has_muster(setup: Setup) -> bool:
    """Whether everybody arranges their walkers, instead of chance."""
    return chosen(setup, MUSTER) == ON


def has_firefly(setup: Setup, seat: Seat) -> bool:
    """Whether a seat begins with a spark more than the others."""
    return chosen(setup, CHARM, seat) == "firefly"
