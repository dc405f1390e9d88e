"""Helpers for tests that play on the screens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine import registry
from tui.app import ParleyApp
from tui.play import saves
from tui.play.saves import Opened
from tui.screens.table import TableScreen

ROOMY, SMALL = (120, 40), (80, 24)


def opened(scenario: str = "order-in-chaos", seats: str = "nabo,yainar", seed: int = 3, **more: Any) -> Opened:
    """A new table in the saves folder of the test."""
    rules = registry.game("horrors-of-war")
    setup = saves.default_setup(
        rules,
        scenario=scenario,
        seats=seats,
        challenges=more.pop("challenges", ()),
        options=more.pop("options", ()),
        seed=seed,
        **more,
    )
    return saves.begin(rules, setup, None)


def app_at(table: Opened | None, theatre: Opened | None = None, **settings: Any) -> ParleyApp:
    """The app in front of a table; nothing moves by itself unless the test wants it to."""
    app = ParleyApp(table, theatre=theatre)
    for name, value in {"pace": "instant", "glyphs": "unicode", **settings}.items():
        setattr(app.settings, name, value)
    app.theme = app.settings.theme
    return app


def table_screen(app: ParleyApp) -> TableScreen:
    """The table, whatever lies on top of it."""
    return next(screen for screen in reversed(app.screen_stack) if isinstance(screen, TableScreen))


def save_path(name: str) -> Path:
    """The file of a save."""
    return saves.find(name)
