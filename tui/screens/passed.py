"""A table that is passed from player to player: the result of a move, the curtain, and what happened meanwhile."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import events

from engine.core.kinds import Seat
from tui.look import keys
from tui.play.moments import Moment
from tui.play.playback import in_recap
from tui.play.recap import NOTHING, Recap
from tui.screens import asides
from tui.screens.curtain import Curtain
from tui.screens.seated import SeatedScreen
from tui.widgets.dialogs import Reading
from tui.widgets.prompt import Key

AT_ONCE = Key("Enter", "all at once", "recap_at_once")
SKIP = Key("esc", "skip", "skip")
_FEW_STEPS = 3
"""As many steps are told above a question in one paragraph."""


class PassedScreen(SeatedScreen):
    """Shows a mover what came of the move, draws the curtain, and tells the next player what happened meanwhile."""

    _has_result = False
    """Whether the front seat has made a move and may still look at what came of it."""
    _recapped: tuple[Moment, ...] = ()
    """The recap that is played now, as steps."""
    _offered = NOTHING
    """The recap that was offered and not played yet."""

    # The result of a move

    @property
    def is_passing_on(self) -> bool:
        """Whether the mover looks at the result, and somebody else has to come to the keyboard next."""
        return self._has_result and not self.playing and bool(self.sitting.awaited) and self.sitting.is_seated

    def show_result(self, moments: list[Moment]) -> None:
        """Note what the move of the front seat led to, in words, for as long as the mover looks at it."""
        self._has_result = True
        if self.sitting.awaited and not self._news[2]:
            words = " ".join(each.entry.words for each in moments) or "You have made your move."
            self._news = (self.table.number, self.sitting.front, words)

    def _show_passing_on(self) -> None:
        """The table as the mover sees it, with the result; nothing can be chosen any more."""
        self.rest()
        self.board.hush(False)
        self.ways = {}
        self.show(self.sitting.view, held=self._held())
        self.show_log(self.sitting.entries)
        self.lines("moves").fill([])
        self.sitting.look()
        self._show_prompt()

    def _show_prompt(self) -> None:
        if not self.is_passing_on:
            super()._show_prompt()
            return
        look, seat = self.look, self.sitting.awaited
        asked = (
            "This is what came of it." if self.told else f"Nothing is asked of {self.seat_title(self.sitting.front)}."
        )
        question = Text(f" {self._notice or asked}", style=f"bold {look.lit}")
        pass_on = Key("Enter", f"pass to {self.seat_title(seat)}", "pass_on", is_on=True)
        offered = [name for name in ("take-back", "ask-again", "aside", "help", "leave") if self._is_of_use(name)]
        others = (self._key(name, asides.ASKING[name]) for name in offered)
        is_whole = self.write_prompt(question, (pass_on, *others), self._above())
        if not is_whole and self.is_current and self._read != self._news:
            self._read = self._news
            self.app.push_screen(Reading("What happened", Text(self.told)))

    def action_pass_on(self) -> None:
        """The mover has seen the result: draw the curtain for the next player."""
        if self.is_passing_on:
            self._draw_curtain(self.sitting.awaited)

    # The curtain

    def _draw_curtain(self, seat: Seat) -> None:
        """Hide everything until a seat has taken the keyboard."""
        self._has_result = False
        self.opened.keep_looked()

        def seated(who: Seat | None) -> None:
            if who:
                self.sitting.look_as(who)
                # A seat that is not asked looks, and may say something, before it passes the keyboard back.
                self._has_result = who not in self.sitting.asked
                self.forget_log()
                self._shown_question = -1
                self.tell_meanwhile(self.sitting.recap())

        self.app.push_screen(Curtain(seat, self.table.rules.seat_title(seat)), seated)

    def action_seat(self) -> None:
        """The next seat comes to the front, behind a curtain where seats have secrets."""
        seats = self.sitting.seats
        if self.playing or len(seats) < 2:
            return
        seat = seats[(seats.index(self.sitting.front) + 1) % len(seats)]
        if self.sitting.has_secrets:
            self._draw_curtain(seat)
        else:
            self.sitting.look_as(seat)
            self._shown_question = -1
            self.ask()
            self.hands.point_at_hand(seat)

    # What happened meanwhile

    def tell_meanwhile(self, found: Recap) -> None:
        """Play what the front seat has missed; a single step is told above the question instead."""
        steps = in_recap(found.moments, self.game)
        if len(steps) <= 1 or self.pace == "instant":
            self.ask()
            self._tell_at_once(steps)
            return
        self._recapped = tuple(steps)
        if found.left_out:
            self.notify(f"{found.left_out} earlier moves are in the log.")
        self._play(steps)

    def _tell_at_once(self, steps: list[Moment]) -> None:
        """Tell a few steps above the question, where they open in a window if there is no room; many in a list."""
        if len(steps) > _FEW_STEPS:
            self._list_steps(steps)
        elif steps and self.shown is not None:
            words = " ".join(each.entry.words for each in steps)
            self._news = (self.table.number, self.sitting.front, words)
            self._show_prompt()

    def sit_down(self) -> None:
        """Show the table, and offer a recap after a long time or where something was not seen to its end."""
        is_missed = self.sitting.has_missed
        self._offered = self.sitting.recap() if is_missed else NOTHING
        self.ask()
        if self.table.ask is not None and (is_missed or self.opened.was_long_ago):
            what = "what you have not seen yet" if is_missed else "what happened in the last round"
            self.notify(f"{keys.key_of('recap', self.app.settings)} shows {what}.")

    def action_recap(self) -> None:
        """Play what was offered, or what happened in the last round, once more."""
        if self.playing or self.is_passing_on:
            return
        found, self._offered = self._offered or self.sitting.last_round(), NOTHING
        steps = in_recap(found.moments, self.game)
        if not steps:
            self.say("Nothing has happened yet.")
            return
        self._shown_question = -1
        self._recapped = tuple(steps)
        self._play(steps)

    def action_recap_at_once(self) -> None:
        """Stop playing the recap, and show all of it as a text."""
        steps, self._recapped = self._recapped, ()
        if not steps or not self.playing:
            return
        self.action_skip()
        self._list_steps(steps)

    def _list_steps(self, steps: Sequence[Moment]) -> None:
        """Show steps in a window, each on a line of its own."""
        text = Text("\n".join(f"{self.signs.dot} {each.entry.words}" for each in steps))
        self.app.push_screen(Reading("What happened", text))

    @property
    def is_recap(self) -> bool:
        """Whether what is played happened while the front seat did not look."""
        return bool(self.playing and self._recapped)

    def playing_keys(self) -> tuple[Key, ...]:
        """The keys while something plays; a recap can be read at once, or left out."""
        usual = super().playing_keys()
        return (usual[0], AT_ONCE, SKIP) if self.is_recap else usual

    def playing_words(self) -> Text:
        """What is shown now, and that it has happened before."""
        words = super().playing_words()
        if not self.is_recap:
            return words
        entry = self.playing[0].entry
        mover = f"{self.seat_title(entry.seat)}: " if entry.fact < 0 else ""
        place = len(self._recapped) - len(self.playing) + 1
        told = f"What happened, {place} of {len(self._recapped)}: " if place > 0 else ""
        return Text.assemble((told, self.look.faint), (mover, f"bold {self.look.people}"), words)

    def on_key(self, event: events.Key) -> None:
        """Enter passes the keyboard on; Enter and End show a recap at once."""
        if self.is_passing_on and event.key in ("enter", "space"):
            self._take(event)
            self.action_pass_on()
        elif self.is_recap and event.key in ("enter", "end"):
            self._take(event)
            self.action_recap_at_once()

    def _take(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
