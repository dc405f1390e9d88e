"""Put what was measured into the README: ``python -m tests.measured`` writes its tables from ``balance.json``.

Run it after `parley sim horrors-of-war --all`, which the README gives in full.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.core.rules import Scenario
from engine.registry import game
from tui.measure import balance

README = Path(__file__).parents[1] / "README.md"
RULES = game("horrors-of-war")
HEADS = (
    "| scenario | stars | 1 adventurer | 2 adventurers | 3 adventurers | 4 adventurers | median rounds of 2 |",
    "| scenario | one challenge | the other | both |",
)


def scenes() -> dict[str, Scenario]:
    """The scenarios of the game itself, without those of the tests."""
    return {each.id: each for each in RULES.scenarios() if each.number <= 6}


def share_of(entry: balance.Entry | None) -> str:
    """A win rate with its number of games and its interval."""
    if entry is None:
        return "not measured"
    won = entry.wins
    return f"{won.rate * 100:.0f} % of {entry.games} ({won.low * 100:.0f} to {won.high * 100:.0f})"


def rows(measured: balance.Balance, scene: Scenario) -> tuple[str, str]:
    """A scenario's rows of the two tables: by number of adventurers, and with challenges."""
    found = {entry.cell: entry for entry in measured.entries}
    name = f"{scene.number}. {scene.title}"
    by_seats = [found.get(balance.Cell(scene.id, (), seats)) for seats in range(1, 5)]
    usual = by_seats[balance.USUAL - 1]
    titles = {each.id: each.title for each in scene.challenges}
    chosen = [found.get(balance.Cell(scene.id, each, balance.USUAL)) for each in balance.sets(scene)[1:]]
    labels = [*(f"{title}: " for title in titles.values()), ""]
    told = [label + share_of(entry) for label, entry in zip(labels, chosen, strict=True)]
    rounds = f"{usual.rounds_median:g}" if usual else "-"
    return _row(name, "★" * scene.stars, *map(share_of, by_seats), rounds), _row(name, *told)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def chance(measured: balance.Balance) -> str:
    """What random play wins at most."""
    entry = max(measured.entries, key=lambda each: each.chance.rate)
    return f"Random play won at most {entry.chance.rate * 100:g} % of {entry.chance_games} games."


def written(text: str, measured: balance.Balance) -> str:
    """The README with today's figures."""
    lines = text.splitlines()
    for number, head in enumerate(HEADS):
        first = lines.index(head) + 2
        tables: list[Any] = [rows(measured, scene)[number] for scene in scenes().values()]
        lines[first : first + len(tables)] = tables
    said = next(place for place, line in enumerate(lines) if line.startswith("Random play won at most"))
    lines[said] = chance(measured)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    found = balance.read(balance.place(RULES.id))
    assert found
    README.write_text(written(README.read_text(encoding="utf-8"), found), encoding="utf-8")
