"""The log of the house: what was won at its tables, by whomever."""

from __future__ import annotations

from engine.store.log import Log
from tui.screens.log import LogScreen


class HouseLogScreen(LogScreen):
    """The scenario log, as the house keeps it."""

    HEADING = "The log of the house"

    @property
    def book(self) -> Log:
        """The house's own."""
        book: Log = self.app.house.book
        return book
