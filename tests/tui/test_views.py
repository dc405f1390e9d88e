"""Screens see views: they never hold a state, and never fold facts themselves."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import tui

TUI = Path(tui.__file__).parent
FOLDERS = ("cli", "games", "house", "plain", "screens", "ssh", "web", "widgets")
SCREENS = sorted(path for folder in FOLDERS for path in (TUI / folder).rglob("*.py"))
FORBIDDEN = {"state", "before"}
"""What only `tui.play` asks a table or a step for."""


def reached(tree: ast.AST) -> list[str]:
    """Where a module asks for a state, or applies a fact; the state of a worker is another thing."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "apply":
            found.append(f"line {node.lineno}: .apply()")
        is_event = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "event"
        if isinstance(node, ast.Attribute) and node.attr in FORBIDDEN and not is_event:
            found.append(f"line {node.lineno}: .{node.attr}")
    return found


@pytest.mark.parametrize("path", SCREENS, ids=lambda path: str(path.relative_to(TUI)))
def test_a_screen_asks_for_views_only(path):
    assert not reached(ast.parse(path.read_text("utf-8")))


@pytest.mark.parametrize("line", ["view = self.table.state", "fact.apply(copy)", "show(step.before)"])
def test_what_is_not_allowed_is_found(line):
    assert reached(ast.parse(line))


def test_a_moment_holds_a_view():
    from tui.play.moments import Moment

    assert "state" not in Moment.__struct_fields__
