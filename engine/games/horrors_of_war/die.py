"""The group icons of the die (rulebook: The die); its numbers are those of both games."""

from __future__ import annotations

from engine.peacemakers.die import facing, pick, roll

__all__ = ["facing", "icon", "pick", "roll"]

ICONS = ("circle", "star", "cog")


def icon(result: int) -> str:
    """HOW-DIE-02: each icon stands on four faces."""
    return ICONS[(result - 1) // 4]
