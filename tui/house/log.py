"""The log of the house: what was won at its tables, by whomever."""

from __future__ import annotations

from textual import getters

from engine.store.log import Log
from tui.house.app import HouseApp
from tui.screens.log import LogScreen


class HouseLogScreen(LogScreen):
    """The scenario log, as the house keeps it."""

    app = getters.app(HouseApp)

    HEADING = "The log of the house"

    @property
    def book(self) -> Log:
        """The house's own."""
        return self.app.house.book
