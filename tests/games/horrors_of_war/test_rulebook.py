"""The rulebook of the game: every rule of the checklist stands in it, and every rule in it is cited by a test."""

import re
from pathlib import Path

from engine.core.content import builtin

TESTS = Path(__file__).parents[2]
RULEBOOK = builtin("horrors-of-war") / "rulebook.md"
RULES = {
    "SET": 20,
    "GEN": 23,
    "ADV": 20,
    "SUR": 14,
    "TRV": 6,
    "FOR": 9,
    "DEL": 6,
    "SCH": 14,
    "REF": 13,
    "HOR": 20,
    "ARM": 26,
    "MOV": 14,
    "ATK": 20,
    "DMG": 22,
    "MOT": 16,
    "STA": 8,
    "MAP": 11,
    "DIE": 4,
    "CHA": 5,
    "LOG": 4,
    "UNI": 8,
    "S1": 4,
    "S2": 17,
    "S3": 27,
    "S4": 25,
    "S5": 12,
    "S6": 20,
}
"""How many rules each section has: setup, rules and scenarios."""

CITED = re.compile(r"\bHOW-(?P<section>[A-Z0-9]+)-(?P<first>\d\d)(?:\.\.(?:HOW-[A-Z0-9]+-)?(?P<last>\d\d))?")


def cited(text: str) -> set[str]:
    """The ids that a text names, those inside ranges included."""
    found = set()
    for cite in CITED.finditer(text):
        first = int(cite["first"])
        found |= {f"{cite['section']}-{number:02}" for number in range(first, int(cite["last"] or first) + 1)}
    return found


def every_rule() -> set[str]:
    """The ids of the checklist, without the letters of the game."""
    return {f"{section}-{number:02}" for section, count in RULES.items() for number in range(1, count + 1)}


def in_the_rulebook() -> set[str]:
    """The ids that the rulebook names."""
    return cited(RULEBOOK.read_text(encoding="utf-8"))


def in_tests() -> set[str]:
    """The ids that the tests name."""
    return {rule for path in TESTS.rglob("test_*.py") for rule in cited(path.read_text(encoding="utf-8"))}


def test_every_rule_of_the_checklist_stands_in_the_rulebook() -> None:
    assert sorted(every_rule() - in_the_rulebook()) == []


def test_the_rulebook_names_no_rule_that_is_not_on_the_checklist() -> None:
    known = {rule for rule in in_the_rulebook() if rule.partition("-")[0] in RULES}
    assert sorted(known - every_rule()) == []


def test_every_rule_in_the_rulebook_is_cited_by_a_test() -> None:
    assert sorted(in_the_rulebook() - in_tests()) == []


def test_a_range_names_every_rule_in_it() -> None:
    game = "HOW"
    assert cited(f"[{game}-DMG-10..12, {game}-S1-01]") == {"DMG-10", "DMG-11", "DMG-12", "S1-01"}
