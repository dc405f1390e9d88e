"""Lists and plurals in words."""

from __future__ import annotations

import pytest

from engine.core.grammar import counted, joined


@pytest.mark.parametrize(
    ("names", "told"),
    [([], ""), (["Jade"], "Jade"), (["Jade", "Amber"], "Jade or Amber"), (["A", "B", "C"], "A, B or C")],
)
def test_a_list_has_commas_and_one_word_before_its_last_name(names, told):
    assert joined(iter(names), "or") == told


def test_only_one_thing_has_no_plural():
    assert [counted(count, "spark") for count in range(3)] == ["0 sparks", "1 spark", "2 sparks"]
