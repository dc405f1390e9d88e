"""The guided first game: a real table, and above it a coach who explains, asks for one thing at a time, and watches."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static

from engine.core.grammar import joined
from engine.core.lesson import Coach, Lesson
from tui.play.saves import Opened
from tui.screens.table import TableScreen
from tui.widgets.lines import strips

_COACH = 4
"""Lines of what the coach says."""
_NAMED = 2
"""How many cards are named at most; one where there is little room."""


class CoachPanel(Static):
    """What the coach says; a click goes on."""

    class Clicked(Message):
        """Somebody has read it."""

    def on_click(self, _: events.Click) -> None:
        """Go on."""
        self.post_message(self.Clicked())


class LessonScreen(TableScreen):
    """A table with a coach."""

    DEFAULT_CSS = """
    LessonScreen #coach { padding: 0 1; background: $surface; }
    LessonScreen.-over #coach { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,f2", "go_on", "Next step", id="lesson-next", tooltip="The next step of the lesson."),
        Binding("x", "end_lesson", "End the lesson", id="lesson-end", tooltip="Play on without the coach."),
    ]

    def __init__(self, opened: Opened, lesson: Lesson) -> None:
        """Sit down with a coach, who is told what was done before."""
        super().__init__(opened)
        self.coach = Coach(lesson)
        self.coach.watch(fact for step in opened.table.steps[1:] for fact in step.facts)
        self._watched = opened.table.number

    @property
    def pace(self) -> str:
        """Who learns has time to read: what plays by itself waits for a key."""
        return "stepped"

    def compose(self) -> ComposeResult:
        """The coach above everything."""
        yield CoachPanel(id="coach", classes="across")
        yield from super().compose()

    def around(self) -> tuple[int, int]:
        """The coach stands above the table until the lesson is over."""
        return (_COACH if self.coach.step else 0), 0

    # Watching

    def ask(self) -> None:
        """The coach has seen what came of the last action, once all of it is done."""
        super().ask()
        table = self.table
        self._watched = min(self._watched, table.number)
        if table.ask is None or table.rules.opens_action(table.ask):
            self.coach.watch(fact for step in table.steps[self._watched :] for fact in step.facts)
            self._watched = table.number
        self._show_coach()

    def _show_moment(self) -> None:
        """The coach sees what the player is shown, and no more."""
        super()._show_moment()
        entry = self.playing[0].entry
        self.coach.watch(self.table.steps[entry.step].facts[: entry.fact + 1])
        self._show_coach()

    # Speaking

    def _show_coach(self) -> None:
        coach, look = self.coach, self.look
        coach.is_watching = bool(self.playing)
        step = coach.step
        self.set_class(step is None, "-over")
        self._arrange()
        if step is None:
            return
        text = Text()
        text.append(
            f"{coach.lesson.steps.index(step) + 1}/{len(coach.lesson.steps)} {step.title}", style=f"bold {look.lit}"
        )
        text.append(f"   n {'skip' if step.done else 'next'}   x end the lesson\n", style=look.faint)
        text.append(step.text)
        panel = self.query_one(CoachPanel)
        if step.row and not self.playing:
            room = panel.size or self.size
            both, one = (
                text.copy().append(self._advice(step.row, count), f"bold {look.good}") for count in (_NAMED, 1)
            )
            text = both if len(strips(both, room.width)) <= room.height else one
        panel.update(text, layout=False)

    def _advice(self, row: str, count: int = _NAMED) -> str:
        """Cards that can be played for what is asked, up to the limit, or what to do where there is none."""
        ask = self.table.ask
        if ask is None or not self.table.rules.opens_action(ask):
            return ""
        fitting = [
            (words, f"{held.card.title} ({self.seat_title(held.seat)})")
            for held in self.hands.held
            for words, can, _ in held.card.lines
            if can and words.split()[0] == row
        ]
        if not fitting:
            return " No card can do that now: take a move back (u), or go on (n)."
        best = sorted(fitting, key=lambda each: each[0], reverse=True)  # travel 3 before travel 1
        return f" Try {joined((name for _, name in best[:count]), 'or')}."

    # Going on

    def on_coach_panel_clicked(self) -> None:
        """A click on the coach goes on."""
        self.action_go_on()

    def action_go_on(self) -> None:
        """The next step, whether this one was done or not."""
        self.coach.go_on()
        self._show_coach()

    def action_end_lesson(self) -> None:
        """No more coaching: from here on it is a table like any other."""
        self.coach.left = []
        self._show_coach()
        self.notify("The lesson is over; the table goes on.")
