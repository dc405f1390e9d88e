"""The table as people see it: heading, tracks, board, panels, hands, log. The table screen and the theatre share it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.events import DescendantFocus, Resize
from textual.geometry import Size
from textual.widgets import Static

from engine import registry
from engine.core.piles import Pile
from tui.games import Canvas, Panel, Showing, showing
from tui.games.base import Part
from tui.look.inks import Palette, Signs
from tui.look.settings import Zoom
from tui.paint.private import draw_in_pieces
from tui.screens import arrange
from tui.screens.logged import LoggedScreen
from tui.screens.piles import PilesScreen
from tui.widgets.dialogs import Choosing
from tui.widgets.hand import HandView, Held
from tui.widgets.hexboard import HexBoard
from tui.widgets.lines import Block, Lines
from tui.widgets.log import LogLines
from tui.widgets.prompt import Key, Prompt

NEEDED: dict[str, Part] = {
    "go_to": "picture",
    "minimap": "picture",
    "zoom": "picture",
    "forecast": "foretold",
    "threats": "threats",
    "panels": "panels",
    "hand": "hand",
}
"""The part of a game without which an action or a panel is not there."""

_WARY = "Figures: what would fall on a space if every piece attacked now. Point at a piece: what it aims at is marked."
"""What the figures of threat are."""
_SAFE = "No piece has another one in range now. Point at a piece: where it would go is marked."
"""The same where there are none."""


class Stage(LoggedScreen):
    """Shows a view and everything around it."""

    DEFAULT_CSS = """
    Stage { layout: grid; grid-size: 2; }
    Stage .across { column-span: 2; height: 100%; }
    Stage.-one .across { column-span: 1; }
    Stage.-three .across { column-span: 3; }
    Stage #heading, Stage #tracks { text-wrap: nowrap; text-overflow: ellipsis; }
    Stage #heading { background: $panel; }
    Stage #board { height: 100%; }
    Stage .pane { height: 100%; border: round $foreground 30%; border-title-color: $primary; padding: 0; }
    Stage .pane:focus { border: round $accent; }
    Stage #hand, Stage #hand:focus { border: none; }
    Stage.-tabs .pane { display: none; border: none; }
    Stage.-tabs .pane:focus { border: none; }
    Stage.-tabs .pane.-open { display: block; }
    Stage .front { display: none; }
    Stage .front.-open { display: block; }
    Stage .pane.-hidden { display: none; }
    Stage.-ascii .pane { border: ascii $foreground 30%; }
    Stage.-ascii .pane:focus { border: ascii $accent; }
    Stage.-ascii.-tabs .pane, Stage.-ascii.-tabs .pane:focus { border: none; }
    Stage.-ascii #heading, Stage.-ascii #tracks { text-overflow: clip; }
    Stage.-ascii Lines { scrollbar-size: 0 0; }
    Stage.-ascii #hand, Stage.-ascii #hand:focus { border: none; }
    """

    game: Showing

    def __init__(self, game: str) -> None:
        """Load how the game is shown."""
        super().__init__()
        draw_in_pieces(self)
        self.game_id = game
        self.game = showing(game)
        self.panels: dict[str, Panel] = {panel.name: panel for panel in self.game.panels()}
        """The game's own panels by name."""
        self.has_hand = self.game.has("hand")
        self.tabs = {
            **({"hand": "Hand"} if self.has_hand else {}),
            "moves": "Moves",
            **{name: panel.title for name, panel in self.panels.items()},
            "look": "Look",
            "log": "Log",
        }
        """The titles of all panels by name."""
        self.sides = (*self.panels, "look", "log")
        """The panels that can be hidden."""
        self.seat_title = registry.game(game).seat_title
        self.shown: Any = None
        self.is_wary = False
        """Whether the board shows what would fall on each space."""
        self.acting = ""
        """Who acts by itself now."""
        self.turned: frozenset[str] = frozenset()
        """The decks whose cards were turned in the move that is shown."""
        self.open_tab = "hand" if self.has_hand else "moves"
        self._open_panel = next(iter(self.panels), "")
        """The panel that is seen where the game's own share one place."""
        self._track_lines = arrange.TRACKS
        self._notice = ""
        self._shape: tuple[arrange.GridPlan, frozenset[str]] | None = None
        self._asked = arrange.PROMPT
        """How many lines the prompt has."""

    def compose(self) -> ComposeResult:
        """All panels; the style sheet decides which of them are seen."""
        yield Static(id="heading", classes="across")
        yield Static(id="tracks", classes="across")
        yield HexBoard(id="board")
        for pane in (*(Lines(is_list=True, id=name) for name in self.panels), Lines(id="look")):
            pane.add_class("pane")
            yield pane
        for front in (HandView(id="hand"), Lines(is_list=True, id="moves")):
            front.add_class("pane", "front")
            yield front
        log = LogLines(follow=True, id="log")
        log.add_class("pane")
        yield log
        prompt = Prompt(id="prompt")
        prompt.add_class("across")
        yield prompt

    def on_mount(self) -> None:
        """Titles of the panels."""
        for name, title in self.tabs.items():
            self.query_one(f"#{name}").border_title = title
        self.board.display = self.game.has("picture")
        self.set_class(self.signs.is_ascii, "-ascii")
        self.prompt.set_class(self.signs.is_ascii, "-ascii")
        self.board.has_vi_keys = self.app.settings.vi
        self.board.sight.overview = self.app.settings.overview
        self.watch(self.board, "cursor", self._look_at, init=False)
        self._fit(self.app.size)

    def _look_at(self, space: str) -> None:
        """The inspector follows the cursor, in the same frame: a message of its own would cost a second one.

        Where panels are tabs, it comes to the front while the cursor moves over the board.
        """
        if self.shown is None:
            return
        self.inspect(f"space:{space}")
        if self.is_wary:
            self.board.show(self.board.picture, self.board.lit, frozenset(self.game.aims(self.shown, space)))
        if self.has_tabs and self.board.has_focus and self.open_tab != "look":
            self.show_tab("look")
            self._show_prompt()
        self.hush()

    # The parts

    @property
    def board(self) -> HexBoard:
        """The board."""
        return self.query_one("#board", HexBoard)

    @property
    def hands(self) -> HandView:
        """The hands."""
        return self.query_one("#hand", HandView)

    @property
    def prompt(self) -> Prompt:
        """What is asked, and the keys."""
        return self.query_one("#prompt", Prompt)

    def lines(self, name: str) -> Lines:
        """One of the panels of lines."""
        return self.query_one(f"#{name}", Lines)

    @property
    def look(self) -> Palette:
        """The colours, those of the game among them."""
        return self.game.looks.palette(self.app.palette)

    @property
    def signs(self) -> Signs:
        """The signs, those of the game among them."""
        return self.game.looks.signs(self.app.signs)

    def in_signs(self, words: str) -> str:
        """Words of the game, with the signs of this terminal."""
        return self.game.in_signs(words, self.signs)

    # Showing

    @property
    def has_tabs(self) -> bool:
        """Whether panels are tabs now."""
        return self.has_class("-tabs")

    def on_resize(self, event: Resize) -> None:
        """Another size may be another arrangement."""
        self._fit(event.size)
        if self.shown is not None:
            self._show_prompt()
            self.call_after_refresh(self._refit)

    def _refit(self) -> None:
        """What depends on how large the parts have become."""
        self._show_tracks()
        self._show_prompt()

    def _fit(self, size: Size) -> None:
        """Panels become tabs where there is little room."""
        self.set_class(arrange.has_tabs(size), "-tabs")
        self._arrange(size)
        self.show_tab(self.open_tab)

    def around(self) -> tuple[int, int]:
        """Lines that a screen has above the table, and between its panels and the prompt."""
        return 0, 0

    @property
    def has_front(self) -> bool:
        """Whether the hand or the list of moves has something to show."""
        return True

    @property
    def is_planning(self) -> bool:
        """Whether the hand is what is read now, so that it lends no lines."""
        return False

    def _arrange(self, size: Size | None = None) -> None:
        """Share the room out anew; nothing is laid out if the shares stay the same."""
        size, chosen = size or self.app.size, self.app.settings
        width = self.hands.size.width or size.width
        beside = [name for name in (*self.panels, "look") if name not in chosen.hidden]
        has_log = "log" not in chosen.hidden
        room = arrange.GridRequest(
            size=size,
            boards=self.board.sizes(),
            above=self.around()[0],
            below=self.around()[1],
            asked=self._asked,
            front=self.hands.least(width) if self.has_hand else arrange.FRONT,
            most=arrange.HIGHEST_FRONT if has_log else self.hands.most(width, arrange.HIGHEST_FRONT),
            is_held=self.is_planning,
            has_board=self.game.has("picture"),
            tracks=self._track_lines,
            beside=len(beside),
            own=len([name for name in beside if name in self.panels]),
            least=max((panel.least for panel in self.panels.values()), default=arrange.LEAST_PANE),
            has_log=has_log,
            has_front=self.has_front,
            wider=chosen.wider,
            higher=chosen.higher,
        )
        plan = arrange.plan(room)
        hidden = self._out_of_sight(plan)
        if (plan, hidden) != self._shape:
            self._shape = (plan, hidden)
            self._take_shape(plan, hidden)

    def _out_of_sight(self, plan: arrange.GridPlan) -> frozenset[str]:
        """The panels that are not seen: hidden by the player, or behind another one in the same place."""
        if self.has_tabs:
            return frozenset()
        hidden = set(self.app.settings.hidden) & set(self.sides)
        shown = [name for name in self.panels if name not in hidden]
        if plan.is_shared and shown:
            hidden |= set(shown) - {self._open_panel if self._open_panel in shown else shown[0]}
        return frozenset(hidden)

    def _take_shape(self, plan: arrange.GridPlan, hidden: frozenset[str]) -> None:
        self.set_class(len(plan.columns) == 1, "-one")
        self.set_class(len(plan.columns) == 3, "-three")
        self.styles.grid_size_columns = len(plan.columns)
        self.styles.grid_columns, self.styles.grid_rows = " ".join(plan.columns), " ".join(plan.rows)
        self.board.styles.column_span, self.board.styles.row_span = plan.board
        for front in self.query(".front"):
            front.styles.column_span = plan.front
            front.set_class(not self.has_front and not self.has_tabs, "-hidden")
        self.log_lines.styles.column_span = plan.log
        for name in self.sides:
            self.query_one(f"#{name}").set_class(name in hidden, "-hidden")
        beside = [name for name in (*self.panels, "look") if name not in hidden]
        for name in beside:
            self.query_one(f"#{name}").styles.column_span = plan.last if name == beside[-1] else 1

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys for parts that the game does not have do nothing."""
        if action == "tab" and parameters == ("hand",):
            return self.has_hand
        return action not in NEEDED or self.game.has(NEEDED[action])

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Each panel has keys of its own."""
        if self.shown is not None:
            self._show_prompt()

    def show_tab(self, name: str) -> None:
        """Bring a panel to the front; of hand and moves one is always seen."""
        self.open_tab = name
        front = name if name in ("hand", "moves") else self._front()
        if name in self.panels and name != self._open_panel:
            self._open_panel = name
            self._arrange()
        for each in self.tabs:
            pane = self.query_one(f"#{each}")
            pane.set_class(each == name if self.has_tabs else each == front, "-open")

    def _front(self) -> str:
        return "hand" if self.has_hand and not self.query_one("#moves").has_class("-open") else "moves"

    def action_tab(self, name: str) -> None:
        """Go to a panel, which is seen again if it was hidden."""
        if name in self.app.settings.hidden:
            self._hide(set(self.app.settings.hidden) - {name})
        self.show_tab(name)
        self._show_prompt()
        self.query_one(f"#{name}").focus()

    def action_panels(self) -> None:
        """Go to the first of the game's own panels, or from one of them to the next."""
        names = list(self.panels)
        here = self.focused.id if self.focused is not None else None
        if names:
            self.action_tab(names[(names.index(here) + 1) % len(names)] if here in names else names[0])

    def panel_at(self, key: str) -> str:
        """The panel that a key of its own goes to."""
        return next((name for name, panel in self.panels.items() if panel.key == key), "")

    def on_key(self, event: events.Key) -> None:
        """The keys that a game gives to its panels."""
        if name := self.panel_at(event.key):
            event.stop()
            event.prevent_default()
            self.action_tab(name)

    # How the player likes it

    def action_wider(self, by: int) -> None:
        """More or fewer columns for the panels beside the board."""
        if self.has_tabs:
            self.say("Panels are tabs here; a terminal of 112 columns and 34 lines has them side by side.")
            return
        self.app.settings.wider = max(-arrange.SIDE, min(arrange.SIDE, self.app.settings.wider + by))
        self._keep_shape()

    def action_higher(self, by: int) -> None:
        """More or fewer lines for the panel below the board."""
        self.app.settings.higher = max(-arrange.FRONT, min(2 * arrange.FRONT, self.app.settings.higher + by))
        self._keep_shape()

    def action_hide(self) -> None:
        """Hide the panel that has the keyboard; from elsewhere all of them, or none."""
        hidden = set(self.app.settings.hidden)
        here = self.focused.id if self.focused is not None else None
        if self.has_tabs:
            self.say("Panels are tabs here, one at a time.")
        elif here in self.sides:
            (self.board if self.board.display else self.query_one(f"#{self._front()}")).focus()
            self._hide(hidden | {here})
            self.say(f"{self.tabs[here]} is hidden; its key brings it back.")
        else:
            self._hide(set() if hidden & set(self.sides) else set(self.sides))

    def _hide(self, names: Collection[str]) -> None:
        others = [name for name in self.app.settings.hidden if name not in self.sides]  # of another game
        self.app.settings.hidden = (*(name for name in self.sides if name in names), *others)
        self._keep_shape()

    def _keep_shape(self) -> None:
        """Take another shape, and keep it for all tables."""
        self.app.keep_settings()
        self._arrange()

    def say(self, words: str) -> None:
        """Say a sentence in the prompt until something else happens."""
        self._notice = words
        self._show_prompt()

    def hush(self) -> None:
        """Take back what was said: somebody looks elsewhere now."""
        if self._notice:
            self._notice = ""
            self._show_prompt()

    def write_prompt(self, question: Text, keys: tuple[Key, ...], told: Text | None = None, *, least: int = 0) -> bool:
        """Ask something, and tell something above it, in as many lines as that needs; whether all of it has room."""
        needed = max(least, self.prompt.lines_for(told or Text()) + self.prompt.lines_for(question) - 1)
        most = max(1, self.size.height // 3 - arrange.PROMPT)
        self._asked = arrange.PROMPT + max(0, min(needed, most))
        self._arrange()
        self.prompt.ask(question, keys, self.look, told)
        return needed <= most

    async def do_picked(self, action: str | None) -> None:
        """Do what was picked in the help."""
        if action:
            await self.run_action(action)

    def action_zoom(self) -> None:
        """The next size of the board."""
        zooms: tuple[Zoom, ...] = ("auto", "small", "wide", "large")
        settings = self.app.settings
        settings.zoom = zooms[(zooms.index(settings.zoom) + 1) % len(zooms)]
        self.board.dress(self.look, self.signs, settings.zoom)
        self.say(f"Zoom: {settings.zoom}.")

    def action_minimap(self) -> None:
        """Show or hide the overview of a board that is larger than its room, and keep that for all tables."""
        settings = self.app.settings
        settings.overview = "off" if self.board.sight.has_overview else "on"
        self.app.keep_settings()
        self.board.show_overview(settings.overview)
        self.say(f"The overview of a board that is larger than its room is {settings.overview}.")

    def action_go_to(self) -> None:
        """Choose a space by its name, and go there."""

        def found(space: str | None) -> None:
            if space is not None:
                self.board.focus()
                self.board.go_to(space)

        if self.board.picture.tiles:
            blocks = [Block(Text(space), space) for space in self.board.picture.tiles]
            self.app.push_screen(Choosing("Go to which space?", blocks, filtering=True), found)

    def action_threats(self) -> None:
        """Show on the board what would fall on each space, and whom the pieces under the cursor aim at; or no more."""
        if self.shown is None:
            return
        self.is_wary = not self.is_wary
        self.board.show_notes(self.game.threats(self.shown) if self.is_wary else {})
        marked = self.game.aims(self.shown, self.board.cursor) if self.is_wary else ()
        self.board.show(self.board.picture, self.board.lit, frozenset(marked))
        self.say((_WARY if self.board.notes else _SAFE) if self.is_wary else "")

    def action_overview(self) -> None:
        """A round of this game on one page."""
        self.app.open_overview(self.game_id)

    def held(self, view: Any, seats: Iterable[str], can: Collection[str] = ()) -> list[Held]:
        """The cards of some seats as a view shows them, and which of them can be played now."""
        return [Held(seat, card, f"card:{card.id}" in can) for seat in seats for card in self.game.hand(view, seat)]

    def show(
        self,
        view: Any,
        *,
        lit: frozenset[str] = frozenset(),
        marked: Iterable[str] = (),
        held: list[Held] | None = None,
    ) -> None:
        """Show a view: everything that is drawn from it, once per change."""
        self.shown = view
        self._show_heading(view)
        self._show_tracks()
        self.board.dress(self.look, self.signs, self.app.settings.zoom)
        spots = self._spots(marked)
        self.board.show(self.game.picture(view, self.signs), lit, spots)
        self.board.show_notes(self.game.threats(view) if self.is_wary else {})
        self.board.look_at(*sorted(spots))
        canvas = Canvas(self.look, self.signs, self.acting, self.turned, self.has_tabs)
        for name, panel in self.panels.items():
            lines = self.lines(name)
            lines.fill(panel.draw(view, canvas), index=0 if self.acting else lines.index)
        if held is not None:
            self.hands.dress(self.look, self.signs)
            self.hands.show(held)

    def _spots(self, things: Iterable[str]) -> frozenset[str]:
        """Where these things are, and the places that they speak of."""
        game, view = self.game, self.shown
        return frozenset(
            space
            for thing in things
            for space in (*game.spaces_of(view, thing), *game.spoken_of(view, thing, self.turned))
        )

    def rest(self) -> None:
        """Nobody acts by itself now."""
        self.acting, self.turned = "", frozenset()

    def note_acts(self, *facts: Any) -> None:
        """Note who begins to act by these facts, and which cards they turn."""
        for fact in facts:
            self.acting = self.game.acting(fact) or self.acting
            self.turned |= {self.game.turned(fact)}

    def mark(self, *things: str) -> None:
        """Mark on the board what these things are about, and nothing else."""
        self.board.show(self.board.picture, self.board.lit, self._spots(things))

    def _show_heading(self, view: Any) -> None:
        title, round_now, phases, place = self.game.heading(view)
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append(f" {title} ", style="bold")
        text.append(f" {round_now} ", style=f"bold {self.look.lit}")
        end = self.heading_end()
        told = self._phases(phases, place)
        if text.cell_len + told.cell_len + end.cell_len > self.size.width:
            told = self._phases(phases[place : place + 1], 0)
        self._write("#heading", text.append_text(told).append_text(end))

    def _write(self, name: str, text: Text) -> None:
        """Draw a line only if it is not as it was: a hundred viewers of a move have a hundred of them."""
        line = self.query_one(name, Static)
        if line.content != text:
            line.update(text, layout=False)

    def _phases(self, phases: Sequence[str], place: int) -> Text:
        """The phases of a round, with the one it is at."""
        text = Text()
        for number, phase in enumerate(phases):
            mark = ">" if self.signs.is_ascii else "›"
            text.append(f" {mark} " if number else "  ", style=self.look.faint)
            text.append(phase, style=f"bold {self.look.good}" if number == place else self.look.faint)
        return text

    def heading_end(self) -> Text:
        """What a screen adds to its heading."""
        return Text()

    def _show_tracks(self) -> None:
        tracks = self.query_one("#tracks", Static)
        text = self.game.tracks(self.shown, self.look, self.signs, tracks.size.width or self.size.width)
        lines = text.plain.count("\n") + 1 if text else 0
        if lines != self._track_lines:
            self._track_lines = lines
            tracks.display = lines > 0
            self._arrange()
        self._write("#tracks", text)

    def inspect(self, thing: str) -> None:
        """Explain a thing in the inspector."""
        panel = self.lines("look")
        panel.write(self.game.inspect(self.shown, thing, self.look, self.signs, is_wide=self.has_tabs))

    def read_pile(self, thing: str = "") -> None:
        """Look through a deck: what lies face up in it, what it can still hold, and what was discarded."""
        piles = self.piles() if self.shown is not None else ()
        if piles:
            self.app.push_screen(PilesScreen(piles, thing))

    def action_piles(self) -> None:
        """Look through the decks."""
        self.read_pile()

    def piles(self) -> Sequence[Pile]:
        """The decks, from what is shown."""
        raise NotImplementedError
