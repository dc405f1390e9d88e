"""Ways of several steps, so that a player points at where an adventurer is to go."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.core.kinds import Move


def walks(
    start: str, count: int, steps_from: Callable[[str], Iterable[str]], step: Callable[[str], Move]
) -> dict[str, tuple[Move, ...]]:
    """The shortest way to every space that this many steps reach, as moves."""
    found: dict[str, tuple[Move, ...]] = {start: ()}
    edge = [start]
    for _ in range(count):
        reached = []
        for here in edge:
            for space in steps_from(here):
                if space not in found:
                    found[space] = (*found[here], step(space))
                    reached.append(space)
        edge = reached
    return {space: way for space, way in found.items() if space != start}
