"""What a player can ask for at the table: help, the story, the rulebook, a forecast, a hint."""

from __future__ import annotations

from typing import Any

from textual import work
from textual.worker import Worker, WorkerState

from engine.core.errors import ContentError, ParleyError
from engine.core.kinds import Seat
from tui.look import keys
from tui.play import briefing
from tui.play.forecast import forecast
from tui.play.hints import Hint, hint
from tui.play.saves import Opened
from tui.play.sitting import Sitting
from tui.screens import asides, eye
from tui.screens.curtain import Curtain
from tui.screens.passed import PassedScreen
from tui.widgets.dialogs import Menu, Reading
from tui.widgets.lines import Block


class AdvisedScreen(PassedScreen):
    """Answers what a player asks about the table; nothing here changes it."""

    def __init__(self, opened: Opened, sitting: Sitting | None = None) -> None:
        """Nothing was asked yet."""
        super().__init__(opened, sitting)
        self._thought_of: tuple[int, Seat] = (-1, "")
        """The question that the planner was asked about, and by whom."""
        self._hinted: tuple[int, Hint | None] = (0, None)
        """The last hint, and how many moves were made before it."""

    def action_help(self) -> None:
        """What is asked, the rule in question, and the keys, which can be picked."""
        deeds = (deed for deed in keys.DEEDS if self.offers(deed.name))
        blocks = asides.told_keys(self.sitting.question, self._rules_now(), deeds, self.app.settings, self.look)
        self.app.push_screen(Menu("Rules and keys", [*blocks, *self.more_keys()]), self.do_picked)

    def more_keys(self) -> list[Block]:
        """Lines of the help about keys that only some tables have."""
        return []

    def _rules_now(self) -> list[str]:
        """The rules that what is asked is about."""
        if self.playing or self.table.ask is None:
            return []
        about = self.game.rules_about(self.sitting.view, self.table.ask)
        try:
            return briefing.rules(briefing.rulebook_text(self.table.setup.game), about)
        except ContentError:  # a game without a rulebook
            return []

    def action_story(self) -> None:
        """The scenario's story and advice."""
        aims = self.game.told_aims(self.sitting.view)
        text = asides.told_story(self.table.setup, self.table.practice, aims, self.look, self.signs)
        if text:
            self.app.push_screen(Reading(self.game.heading(self.sitting.view).title, text))

    def action_rulebook(self) -> None:
        """The rulebook."""
        self.app.open_rulebook(self.table.setup.game)

    def action_index(self) -> None:
        """The rules that the campaign of this table has brought so far."""
        from tui.screens.campaign_pages import index_of

        try:
            self.app.push_screen(index_of(self.app.campaign_of(self.opened)))
        except ParleyError as error:
            self.say(str(error))

    def action_forecast(self) -> None:
        """What would happen if everybody passed now."""
        if self.playing or self.table.ask is None:
            return
        self.show_forecast(forecast(self.table, self.sitting.front))

    def show_forecast(self, ends: list[Any]) -> None:
        """Tell how the round may end."""
        text = asides.told_forecast(self.game, self.sitting.view, ends, self.look, self.signs)
        self.app.push_screen(Reading("Forecast", text))

    def action_hint(self) -> None:
        """Ask the planner; the answer comes when it has thought."""
        if not self.playing and self.table.ask is not None:
            self.say("Thinking...")
            self._thought_of = self._asked_now()
            self._think(self._hint_for())

    def _asked_now(self) -> tuple[int, Seat]:
        """Which question is open, and who looks at it."""
        return self.table.question, self.sitting.front

    def _hint_for(self) -> Seat | None:
        """A player of all seats wants what is best for all of them; where seats have secrets, only one is told."""
        return self.sitting.advised

    @work(thread=True, exclusive=True, group="hint", exit_on_error=False)
    def _think(self, seat: Seat | None) -> Hint:
        return hint(self.table, seat, None)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Show what the planner found, unless the table has moved on or somebody else looks at it now."""
        is_late = self._thought_of != self._asked_now() or isinstance(self.app.screen, Curtain)
        if event.worker.group != "hint" or is_late:
            return
        if event.state is WorkerState.SUCCESS and event.worker.result is not None:
            self._notice = ""
            self._show_prompt()
            found = event.worker.result
            self._hinted = (len(self.table.steps), found)
            self.follow_hint()
            name = self.table.rules.seat_title(found.seat)
            self.app.push_screen(Reading("A hint", asides.told_hint(found, name, self.game, self.signs)))
        elif event.state is WorkerState.ERROR:
            self.say(str(event.worker.error))

    def follow_hint(self) -> None:
        """Point at the next move of a hint while no other moves than its own were made."""
        begun, found = self._hinted
        made = [(step.seat, step.move) for step in self.table.steps[begun:] if not step.is_aside]
        if found is None or len(self.table.steps) < begun:
            return
        meant = [(found.seat, move) for move in found.moves]
        if made == meant[: len(made)]:
            left = meant[len(made) : len(made) + 1]
            eye.point_at(self, [each for each in self.sitting.choices if (each.seat, each.move) in left])
