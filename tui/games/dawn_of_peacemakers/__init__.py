"""How Dawn of Peacemakers is shown."""

from tui.games.dawn_of_peacemakers.showing import showing

__all__ = ["showing"]
