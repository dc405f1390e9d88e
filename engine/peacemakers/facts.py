"""Facts that both games have. A fact's class name is its tag in saves, so none of these is ever renamed."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from engine.core.kinds import Fact, Seat
from engine.peacemakers.battlefield import AnyField


def more(counts: dict[str, int], key: str, by: int = 1) -> dict[str, int]:
    """The counts with one of them raised; the old dict stays as it was."""
    raised = counts.copy()
    raised[key] = counts.get(key, 0) + by
    return raised


class ArmyJoined(Fact, frozen=True):
    """An army took a side, at the start or by changing sides."""

    tells: ClassVar[bool] = True

    army: str
    side: str

    def apply(self, state: AnyField) -> None:
        """Note the side."""
        state.sides = {**state.sides, self.army: self.side}

    def things(self) -> tuple[str, ...]:
        """The army and its side."""
        return (f"army:{self.army}", f"side:{self.side}")


class MotivationSet(Fact, frozen=True):
    """A side's bead was put on its starting value."""

    side: str
    value: int

    def apply(self, state: AnyField) -> None:
        """Set the track."""
        state.motivation = {**state.motivation, self.side: self.value}


class MotivationChanged(Fact, frozen=True):
    """A side's motivation moved along its track."""

    tells: ClassVar[bool] = True
    side: str
    to: int
    why: str

    def apply(self, state: AnyField) -> None:
        """Move the bead."""
        motivation = state.motivation.copy()
        motivation[self.side] = self.to
        state.motivation = motivation

    def things(self) -> tuple[str, ...]:
        """The side."""
        return (f"side:{self.side}",)


class AdventurerMoved(Fact, frozen=True):
    """An adventurer's figure moved."""

    seat: Seat
    to: str

    def apply(self, state: AnyField) -> None:
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

    def apply(self, state: AnyField) -> None:
        """Add the tokens."""
        state.fortifications = more(state.fortifications, self.space, self.count)

    def things(self) -> tuple[str, ...]:
        """The space."""
        return (f"space:{self.space}",)


class FortificationsRemoved(Fact, frozen=True):
    """A space lost fortification tokens."""

    space: str
    count: int

    def apply(self, state: AnyField) -> None:
        """Take the tokens away."""
        left = state.fortifications[self.space] - self.count
        others = {space: count for space, count in state.fortifications.items() if space != self.space}
        state.fortifications = {**others, self.space: left} if left else others

    def things(self) -> tuple[str, ...]:
        """The space."""
        return (f"space:{self.space}",)


class UnitMended(Fact, frozen=True):
    """A unit lost damage tokens."""

    unit: str
    amount: int

    def apply(self, state: AnyField) -> None:
        """Take the tokens off."""
        unit = state.units[self.unit]
        state.units = {**state.units, self.unit: replace(unit, damage=unit.damage - self.amount)}

    def things(self) -> tuple[str, ...]:
        """The unit."""
        return (f"unit:{self.unit}",)


class DieRolled(Fact, frozen=True):
    """The twelve-sided die was rolled for something."""

    reveals: ClassVar[bool] = True
    result: int
    why: str

    def apply(self, state: AnyField) -> None:
        """A result changes nothing by itself."""
