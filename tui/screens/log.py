"""The scenario log as a page: what was won, how fast, and with which honours."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from rich.text import Text
from textual import work
from textual.app import ComposeResult

from engine.core.errors import ParleyError
from engine.core.rules import Scenario
from engine.store.log import Log, Record
from tui.play import lists, saves
from tui.screens.page import BACK, Page
from tui.widgets.lines import Lines
from tui.widgets.prompt import Key

_COLUMNS = (("won", 5), ("lost", 6), ("fewest rounds", 15))


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
            found = await asyncio.to_thread(lambda: lists.by_scenario(self.book.records()))
            lines.write(self._page(found))
        except ParleyError as error:
            lines.write(Text(str(error), style=self.look.bad))

    def _page(self, found: dict[tuple[str, str], list[Record]]) -> Text:
        scenes = {(rules.id, scene.id): scene for rules in lists.games() for scene in rules.scenarios()}
        titles = {rules.id: rules.title for rules in lists.games()}
        text = self._summary(found)
        game = ""
        for key, lines in found.items():
            if key[0] != game:
                game = key[0]
                text.append(f"\n{titles.get(game, game)}\n", style=f"bold {self.look.lit}")
            self._add_scenario(text, scenes.get(key), key[1], lines)
        return text

    def _summary(self, found: dict[tuple[str, str], list[Record]]) -> Text:
        lines = [line for each in found.values() for line in each]
        wins, losses = sum(line.wins for line in lines), sum(line.losses for line in lines)
        won = sum(any(line.wins for line in each) for each in found.values())
        if not wins + losses:
            return Text("No game has been finished yet; each one that is gets its place here.\n", style=self.look.faint)
        games = "1 game" if wins + losses == 1 else f"{wins + losses} games"
        return Text(f"{games}, {wins} won and {losses} lost; {won} of {len(found)} scenarios won.\n")

    def _add_scenario(self, text: Text, scene: Scenario | None, name: str, lines: Sequence[Record]) -> None:
        width = 36 if self.has_class("-narrow") else 50
        title = f"{scene.number}. {scene.title} {self.stars(scene.stars)}" if scene else name
        text.append(f"\n{title:<{width}}", style="bold")
        for column, wide in _COLUMNS:
            text.append(f"{column:>{wide}}", style=self.look.faint)
        text.append("  honours\n", style=self.look.faint)
        for line in lines:
            self._add_line(text, scene, line, width)

    def _add_line(self, text: Text, scene: Scenario | None, line: Record, width: int) -> None:
        titles = {each.id: each.title for each in scene.challenges} if scene else {}
        names = " + ".join(titles.get(each, each) for each in line.challenges) or "without challenges"
        was_played = line.wins + line.losses > 0
        ink = self.look.good if line.wins else self.look.ink if was_played else self.look.faint
        short = names if len(names) < width - 2 else f"{names[: width - 5]}.."
        text.append(f"  {short:<{width - 2}}", style=ink)
        fewest = "-" if line.fewest_rounds is None else str(line.fewest_rounds)
        for value, (_, wide) in zip((line.wins or "-", line.losses or "-", fewest), _COLUMNS, strict=True):
            text.append(f"{value:>{wide}}", style=ink)
        text.append(f"  {', '.join(line.honours)}", style=f"bold {self.look.lit}")
        if line.practice:
            text.append(f"  practice: {line.practice} of {line.wins}", style=self.look.faint)
        text.append("\n")
