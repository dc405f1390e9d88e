"""The scenario log as a page: what was won, how fast, and with which honours."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TypeVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult

from engine.core.errors import ParleyError
from engine.core.rules import Scenario
from engine.store.log import ME, Log, Rivalry, ScenarioTally, records_of, rivalries_of
from tui.play import lists, saves
from tui.screens.page import BACK, Page
from tui.widgets.lines import Lines
from tui.widgets.prompt import Key

_COLUMNS = (("won", 5), ("lost", 6), ("fewest rounds", 15))
_RIVAL_COLUMNS = (("played", 8), ("won", 5), ("best score", 12))

T = TypeVar("T")

Found = dict[tuple[str, str], list[T]]
"""Lines of the log by game and scenario."""


class LogScreen(Page):
    """A table for each scenario, a line for each set of challenges."""

    DEFAULT_CSS = """
    LogScreen #log { padding: 0 1; }
    """
    HEADING = "Log"
    KEYS = (Key("Up", "", "scroll(-1)"), Key("Down", "read on", "scroll(1)"), BACK)

    def body(self) -> ComposeResult:
        """One long text."""
        yield Lines(id="log")

    def on_mount(self) -> None:
        """Read the log while the page is there already."""
        super().on_mount()
        self.query_one(Lines).focus()
        self.query_one(Lines).write(Text("Reading the log ..."))
        self._read()

    @property
    def book(self) -> Log:
        """The log that is shown."""
        return saves.log()

    def action_scroll(self, by: int) -> None:
        """Read on, as the arrows do."""
        self.query_one(Lines).action_step(by)

    @work
    async def _read(self) -> None:
        lines = self.query_one(Lines)
        try:
            results = await asyncio.to_thread(self.book.results)
            together = await asyncio.to_thread(lists.by_scenario, records_of(results))
            rivals = await asyncio.to_thread(lists.by_rivals, rivalries_of(results))
            lines.write(self._page(together, rivals))
        except ParleyError as error:
            lines.write(Text(str(error), style=self.look.bad))

    def _page(self, together: Found[ScenarioTally], rivals: Found[Rivalry]) -> Text:
        scenes = {(rules.id, scene.id): scene for rules in lists.games() for scene in rules.scenarios()}
        titles = {rules.id: rules.title for rules in lists.games()}
        text = self._summary(together, rivals)
        games = dict.fromkeys(key[0] for key in (*together, *rivals))
        for game in games:
            text.append(f"\n{titles.get(game, game)}\n", style=f"bold {self.look.lit}")
            for key, lines in together.items():
                if key[0] == game:
                    self._add_scenario(text, scenes.get(key), key[1], lines)
            for key, against in rivals.items():
                if key[0] == game:
                    self._add_rivals(text, scenes.get(key), key[1], against)
        return text

    def _summary(self, together: Found[ScenarioTally], rivals: Found[Rivalry]) -> Text:
        lines = [line for each in together.values() for line in each]
        wins, losses = sum(line.wins for line in lines), sum(line.losses for line in lines)
        mine = [line for each in rivals.values() for line in each if line.who == ME]
        parts = []
        if wins + losses:
            won = sum(any(line.wins for line in each) for each in together.values())
            parts.append(
                f"{_games(wins + losses)}, {wins} won and {losses} lost; {won} of {len(together)} scenarios won."
            )
        if mine:
            others = [line for line in mine if line.against]
            played, won = sum(line.played for line in others), sum(line.won for line in others)
            parts += [f"Against rivals: {_games(played)}, {won} won."] if others else []
            alone = sum(line.played for line in mine if not line.against)
            parts += [f"At one keyboard: {_games(alone)}."] if alone else []
        if not parts and not any(rivals.values()):
            return Text("No game has been finished yet; each one that is gets its place here.\n", style=self.look.faint)
        return Text("\n".join([*parts, ""]))

    def _add_scenario(self, text: Text, scene: Scenario | None, name: str, lines: Sequence[ScenarioTally]) -> None:
        width = 36 if self.has_class("-narrow") else 50
        title = f"{scene.number}. {scene.title} {self.stars(scene.stars)}" if scene else name
        text.append(f"\n{title:<{width}}", style="bold")
        for column, wide in _COLUMNS:
            text.append(f"{column:>{wide}}", style=self.look.faint)
        text.append("  honours\n", style=self.look.faint)
        for line in lines:
            self._add_line(text, scene, line, width)

    def _add_rivals(self, text: Text, scene: Scenario | None, name: str, lines: Sequence[Rivalry]) -> None:
        """Who played against whom, how often and with what success."""
        width = 36 if self.has_class("-narrow") else 50
        title = f"{scene.number}. {scene.title} {self.stars(scene.stars)}" if scene else name
        text.append(f"\n{title:<{width}}", style="bold")
        for column, wide in _RIVAL_COLUMNS:
            text.append(f"{column:>{wide}}", style=self.look.faint)
        text.append("  wins by seat\n" if lines else "\n", style=self.look.faint)
        if not lines:
            text.append("  not played yet\n", style=self.look.faint)
        for line in lines:
            self._add_rival(text, scene, line, width)

    def _add_rival(self, text: Text, scene: Scenario | None, line: Rivalry, width: int) -> None:
        who = "" if line.who == ME else f"{line.who} "
        words = f"{who}against {lists.told_opponents(line)}" if line.against else f"{who}at one keyboard"
        words += "".join(f" + {each}" for each in _titles(scene, line.challenges))
        ink = self.look.good if line.won else self.look.ink
        text.append(f"  {_short(words, width - 2):<{width - 2}}", style=ink)
        won = line.won if line.against else "-"
        best = "-" if line.best is None else line.best
        for value, (_, wide) in zip((line.played, won, best), _RIVAL_COLUMNS, strict=True):
            text.append(f"{value:>{wide}}", style=ink)
        text.append(f"  {lists.told_seats(line)}", style=ink)
        if line.practice:
            text.append(f"  practice: {line.practice} of {line.won}", style=self.look.faint)
        text.append("\n")

    def _add_line(self, text: Text, scene: Scenario | None, line: ScenarioTally, width: int) -> None:
        names = " + ".join(_titles(scene, line.challenges)) or "without challenges"
        was_played = line.wins + line.losses > 0
        ink = self.look.good if line.wins else self.look.ink if was_played else self.look.faint
        text.append(f"  {_short(names, width - 2):<{width - 2}}", style=ink)
        fewest = "-" if line.fewest_rounds is None else str(line.fewest_rounds)
        for value, (_, wide) in zip((line.wins or "-", line.losses or "-", fewest), _COLUMNS, strict=True):
            text.append(f"{value:>{wide}}", style=ink)
        text.append(f"  {', '.join(line.honours)}", style=f"bold {self.look.lit}")
        if line.practice:
            text.append(f"  practice: {line.practice} of {line.wins}", style=self.look.faint)
        text.append("\n")


def _titles(scene: Scenario | None, challenges: Sequence[str]) -> list[str]:
    titles = {each.id: each.title for each in scene.challenges} if scene else {}
    return [titles.get(each, each) for each in challenges]


def _short(words: str, width: int) -> str:
    return words if len(words) < width else f"{words[: width - 3]}.."


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"
