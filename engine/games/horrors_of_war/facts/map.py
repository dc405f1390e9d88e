"""What happens to units on the map, with what cards count of it."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from engine.core.hexes import Facing
from engine.core.kinds import Fact, Seat
from engine.games.horrors_of_war.state import GameState
from engine.peacemakers.facts import more


class Passed(Fact, frozen=True):
    """A player did not want to play a card."""

    seat: Seat

    def apply(self, state: GameState) -> None:
        """Remember it until somebody acts."""
        state.passed = (*state.passed, self.seat)


class UnitMoved(Fact, frozen=True):
    """A unit moved to another space."""

    unit: str
    to: str

    def apply(self, state: GameState) -> None:
        """Move the unit; its facing and its damage stay."""
        units = state.units.copy()
        units[self.unit] = replace(units[self.unit], space=self.to)
        state.units = units
        state.tally = more(state.tally, "moved")

    def things(self) -> tuple[str, ...]:
        """The unit and the space."""
        return (f"unit:{self.unit}", f"space:{self.to}")


class UnitBlocked(Fact, frozen=True):
    """A unit tried to move and could not."""

    unit: str
    why: str

    def apply(self, state: GameState) -> None:
        """Count it."""
        state.tally = more(state.tally, "blocked")

    def things(self) -> tuple[str, ...]:
        """The unit."""
        return (f"unit:{self.unit}",)


class UnitTurned(Fact, frozen=True):
    """A unit got another facing."""

    unit: str
    facing: Facing

    def apply(self, state: GameState) -> None:
        """Turn the unit."""
        state.units = {**state.units, self.unit: replace(state.units[self.unit], facing=self.facing)}

    def things(self) -> tuple[str, ...]:
        """The unit."""
        return (f"unit:{self.unit}",)


class DefenceRaised(Fact, frozen=True):
    """A unit has more defence until the end of the round."""

    unit: str
    by: int

    def apply(self, state: GameState) -> None:
        """Note it."""
        state.guards = more(state.guards, self.unit, self.by)

    def things(self) -> tuple[str, ...]:
        """The unit."""
        return (f"unit:{self.unit}",)


class AreaSpared(Fact, frozen=True):
    """What would have hit every unit in a named area met none."""

    area: str

    def apply(self, state: GameState) -> None:
        """Nothing has changed."""


class UnitAttacked(Fact, frozen=True):
    """Units attacked one enemy together with the sum of their offence."""

    attackers: tuple[str, ...]
    target: str
    offence: int
    defence: int

    def apply(self, state: GameState) -> None:
        """Count the attackers."""
        state.tally = more(state.tally, "attacked", len(self.attackers))

    def things(self) -> tuple[str, ...]:
        """The target first, then the attackers."""
        return (f"unit:{self.target}", *(f"unit:{unit}" for unit in self.attackers))


class UnitWounded(Fact, frozen=True):
    """A unit got damage tokens."""

    unit: str
    amount: int
    by: tuple[str, ...] = ()

    def apply(self, state: GameState) -> None:
        """Put the tokens on the unit and count."""
        unit = state.units[self.unit]
        state.units = {**state.units, self.unit: replace(unit, damage=unit.damage + self.amount)}
        state.suffered = more(state.suffered, f"{state.sides[unit.army]}.wounded")
        state.tally = more(state.tally, "hit", len(self.by))

    def things(self) -> tuple[str, ...]:
        """The unit."""
        return (f"unit:{self.unit}",)


class UnitDefeated(Fact, frozen=True):
    """A unit left the map for its side's spot of defeated units, without its damage tokens."""

    tells: ClassVar[bool] = True
    unit: str

    def apply(self, state: GameState) -> None:
        """Move the figure and count."""
        unit = state.units[self.unit]
        state.units = {name: each for name, each in state.units.items() if name != self.unit}
        state.fallen = {**state.fallen, self.unit: replace(unit, damage=0)}
        state.suffered = more(state.suffered, f"{state.sides[unit.army]}.defeated")
        state.tally = more(state.tally, "defeated")

    def things(self) -> tuple[str, ...]:
        """The unit."""
        return (f"unit:{self.unit}",)
