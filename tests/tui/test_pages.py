"""Pages of what was measured: how fast Parley is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tui.measure import cost, engine, hostile, load, page, screens
from tui.measure.engine import Ratio, at_most

SPEED = Path(engine.__file__).parent / "speed.md"


def test_a_page_of_speed_has_a_row_for_each_figure():
    found = [at_most("bytes of a key", 1004, 1024), Ratio("moves a second", 1.5, 2.2, False, more_is_better=True)]
    text = page.speed(found)
    assert "| bytes of a key | 1,004 | 1,024 or less | yes |" in text
    assert "| moves a second | 1.50 | 2.2 or more | no |" in text


@pytest.fixture
def quick(monkeypatch):
    """As if every part of the benchmark had one row."""
    for part in (engine, screens, cost, hostile):
        monkeypatch.setattr(part, "run", lambda part=part: iter([at_most(part.__name__, 1.0, 2.0)]))
    monkeypatch.setattr(load, "run", lambda plan: iter([at_most("load", 3.0, 2.0)]))


def test_the_benchmark_writes_its_page(parley, tmp_path, quick):
    path = tmp_path / "speed.md"
    assert parley("bench", "--out", path).code == 0
    assert "| load | 3.00 | 2 or less | no |" in path.read_text()
    assert len(re.findall(r"\| (yes|no) \|", path.read_text())) == 5


def test_the_page_in_the_repository_is_one_that_the_benchmark_writes():
    text = SPEED.read_text(encoding="utf-8")
    assert text.startswith(page.speed([]).split("| what")[0])
    assert re.search(r"\n\| random play of 2 adventurers against python-chess \| [\d.]+ \| 2.2 or more \|", text)
