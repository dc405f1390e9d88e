"""What happens to units on the map."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from engine.core.kinds import Fact
from engine.games.dawn_of_peacemakers.state import GameState
from engine.peacemakers.facts import more


def _noted(tally: dict[str, int], what: str, names: tuple[str, ...]) -> dict[str, int]:
    """The tally with one more thing that each of these units did."""
    for name in names:
        tally = more(tally, f"{what}:{name}")
    return tally


class UnitMoved(Fact, frozen=True):
    """A unit moved to an adjacent space."""

    unit: str
    to: str

    def apply(self, state: GameState) -> None:
        """Move the figure."""
        units = state.units.copy()
        units[self.unit] = replace(units[self.unit], space=self.to)
        state.units = units
        state.tally = more(state.tally, f"moved:{self.unit}")

    def things(self) -> tuple[str, ...]:
        """The unit and the space."""
        return (f"unit:{self.unit}", f"space:{self.to}")


class UnitBlocked(Fact, frozen=True):
    """A unit stayed where it was, although it tried to move."""

    unit: str
    why: str

    def apply(self, state: GameState) -> None:
        """Count it."""
        state.tally = more(state.tally, f"blocked:{self.unit}")

    def things(self) -> tuple[str, ...]:
        """The unit."""
        return (f"unit:{self.unit}",)


class DefenceRaised(Fact, frozen=True):
    """DOP-COV-01: a unit has more defence for the rest of the round."""

    unit: str
    by: int

    def apply(self, state: GameState) -> None:
        """Add it."""
        state.guards = more(state.guards, self.unit, self.by)

    def things(self) -> tuple[str, ...]:
        """The unit."""
        return (f"unit:{self.unit}",)


class UnitAttacked(Fact, frozen=True):
    """Units of one army struck at a unit together."""

    attackers: tuple[str, ...]
    target: str
    offence: int

    def apply(self, state: GameState) -> None:
        """Count the attackers."""
        state.tally = _noted(state.tally, "attacked", self.attackers)

    def things(self) -> tuple[str, ...]:
        """The target and the attackers."""
        return (f"unit:{self.target}", *(f"unit:{name}" for name in self.attackers))


class UnitWounded(Fact, frozen=True):
    """DOP-DMG-08: a unit got damage tokens."""

    unit: str
    amount: int
    attackers: tuple[str, ...] = ()

    def apply(self, state: GameState) -> None:
        """Put them on the unit."""
        units = state.units.copy()
        unit = units[self.unit]
        units[self.unit] = replace(unit, damage=unit.damage + self.amount)
        state.units = units
        state.suffered = more(state.suffered, f"{state.sides[unit.army]}.wounded")
        state.tally = _noted(state.tally, "hit", self.attackers)

    def things(self) -> tuple[str, ...]:
        """The unit."""
        return (f"unit:{self.unit}",)


class UnitDefeated(Fact, frozen=True):
    """DOP-DMG-10, DOP-DMG-19: a unit left the map for its side board and is out of play."""

    tells: ClassVar[bool] = True
    unit: str

    def apply(self, state: GameState) -> None:
        """Move the figure; its damage goes back to the supply."""
        units = state.units.copy()
        unit = units.pop(self.unit)
        state.units = units
        state.fallen = {**state.fallen, self.unit: replace(unit, damage=0)}
        state.hurting = state.hurting - {self.unit}
        state.suffered = more(state.suffered, f"{state.sides[unit.army]}.defeated")
        state.tally = more(state.tally, f"defeated:{self.unit}")

    def things(self) -> tuple[str, ...]:
        """The unit."""
        return (f"unit:{self.unit}",)


class AbilityWoke(Fact, frozen=True):
    """DOP-UNIT-09..12: an ability began to work, because its unit is injured."""

    tells: ClassVar[bool] = True
    unit: str

    def apply(self, state: GameState) -> None:
        """Note it; what it does are facts of their own."""
        if self.unit in state.units:
            state.hurting = state.hurting | {self.unit}

    def things(self) -> tuple[str, ...]:
        """The unit."""
        return (f"unit:{self.unit}",)


class AbilitySlept(Fact, frozen=True):
    """DOP-UNIT-11: an ability stopped, because its unit is no longer injured."""

    tells: ClassVar[bool] = True
    unit: str

    def apply(self, state: GameState) -> None:
        """Note it."""
        state.hurting = state.hurting - {self.unit}

    def things(self) -> tuple[str, ...]:
        """The unit."""
        return (f"unit:{self.unit}",)
