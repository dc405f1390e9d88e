"""The rulebook of the game: every rule of the checklist stands in it, and nothing that a campaign still has sealed."""

import re

import pytest

from engine.core.content import builtin

RULEBOOK = builtin("dawn-of-peacemakers") / "rulebook.md"
RULES = {
    "SET": 13,
    "GEN": 17,
    "UNIT": 17,
    "TERR": 20,
    "ADV": 13,
    "INF": 20,
    "TRAV": 6,
    "SEC": 8,
    "SCH": 6,
    "END": 5,
    "ARMY": 22,
    "SPD": 6,
    "MOVE": 16,
    "COV": 3,
    "STR": 17,
    "DMG": 19,
    "MOT": 6,
    "STAT": 6,
    "CAMP": 14,
    "S1": 8,
}
"""How many rules each section has: setup, rules, campaign and the first chapter."""

CITED = re.compile(r"\bDOP-(?P<section>[A-Z0-9]+)-(?P<first>\d\d)(?:\.\.(?:DOP-[A-Z0-9]+-)?(?P<last>\d\d))?")


def in_the_rulebook() -> set[str]:
    """The ids that the rulebook names, those inside ranges included."""
    found = set()
    for cite in CITED.finditer(RULEBOOK.read_text(encoding="utf-8")):
        first = int(cite["first"])
        found |= {f"{cite['section']}-{number:02}" for number in range(first, int(cite["last"] or first) + 1)}
    return found


def every_rule() -> set[str]:
    """The ids of the checklist, without the letters of the game."""
    return {f"{section}-{number:02}" for section, count in RULES.items() for number in range(1, count + 1)}


def test_every_rule_of_the_checklist_stands_in_the_rulebook() -> None:
    assert sorted(every_rule() - in_the_rulebook()) == []


def test_the_rulebook_names_no_rule_that_is_not_on_the_checklist() -> None:
    assert sorted(in_the_rulebook() - every_rule()) == []


@pytest.mark.parametrize(
    "sealed", ["marsh", "village", "swift", "pierce", "thorn", "hill", "night", "toucan", "bear", "event", "third army"]
)
def test_the_rulebook_says_nothing_of_what_a_campaign_unlocks(sealed: str) -> None:
    """DOP-CAMP-08, DOP-CAMP-13"""
    assert not re.search(rf"\b{sealed}s?\b", RULEBOOK.read_text(encoding="utf-8"), re.IGNORECASE)
