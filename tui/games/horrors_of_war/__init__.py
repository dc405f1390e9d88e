"""How Horrors of War is shown."""

from tui.games.horrors_of_war.showing import showing

__all__ = ["showing"]
