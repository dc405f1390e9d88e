"""What happens on the map: to adventurers, fortifications, units and the motivation of sides."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from engine.core.hexes import Facing
from engine.core.kinds import Fact, Seat
from engine.games.horrors_of_war.state import GameState


def more(counts: dict[str, int], key: str, by: int = 1) -> dict[str, int]:
    """The counts with one of them raised; the old dict stays as it was."""
    raised = counts.copy()
    raised[key] = counts.get(key, 0) + by
    return raised


class AdventurerMoved(Fact, frozen=True):
    """An adventurer's figure moved."""

    seat: Seat
    to: str

    def apply(self, state: GameState) -> None:
        """Move the figure."""
        figures = state.figures.copy()
        figures[self.seat] = self.to
        state.figures = figures

    def things(self) -> tuple[str, ...]:
        """The adventurer and the space."""
        return (f"adventurer:{self.seat}", f"space:{self.to}")


class FortificationsPlaced(Fact, frozen=True):
    """A space got fortification tokens."""

    space: str
    count: int

    def apply(self, state: GameState) -> None:
        """Add the tokens."""
        state.fortifications = more(state.fortifications, self.space, self.count)

    def things(self) -> tuple[str, ...]:
        """The space."""
        return (f"space:{self.space}",)


class FortificationsRemoved(Fact, frozen=True):
    """A space lost fortification tokens."""

    space: str
    count: int

    def apply(self, state: GameState) -> None:
        """Take the tokens away."""
        left = state.fortifications[self.space] - self.count
        others = {space: count for space, count in state.fortifications.items() if space != self.space}
        state.fortifications = {**others, self.space: left} if left else others

    def things(self) -> tuple[str, ...]:
        """The space."""
        return (f"space:{self.space}",)


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


class UnitMended(Fact, frozen=True):
    """A unit lost damage tokens."""

    unit: str
    amount: int

    def apply(self, state: GameState) -> None:
        """Take the tokens off."""
        unit = state.units[self.unit]
        state.units = {**state.units, self.unit: replace(unit, damage=unit.damage - self.amount)}

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


class MotivationChanged(Fact, frozen=True):
    """A side's motivation moved along its track."""

    tells: ClassVar[bool] = True
    side: str
    to: int
    why: str

    def apply(self, state: GameState) -> None:
        """Move the bead."""
        motivation = state.motivation.copy()
        motivation[self.side] = self.to
        state.motivation = motivation

    def things(self) -> tuple[str, ...]:
        """The side."""
        return (f"side:{self.side}",)
