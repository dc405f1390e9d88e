"""A new game: which game and scenario, how hard, who plays and how; then the table."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from engine import registry
from engine.core.errors import ParleyError
from engine.core.kinds import Setup
from engine.core.rules import Rules, Scenario
from tui.games import showing
from tui.look.inks import one_line
from tui.play import content, saves
from tui.play.briefing import Briefing, briefing
from tui.screens.page import BACK, Page
from tui.widgets.dialogs import Typing
from tui.widgets.lines import Block, Lines
from tui.widgets.preview import Preview
from tui.widgets.prompt import Key

Place = tuple[str, str]
"""A line of the form: what it is about, and which one of them."""

Line = tuple[Place, str, str]
"""A line of the form, its words, and what stands faintly behind them."""

UNDO = (
    "Moves can be taken back even after a card was turned or a die rolled. Good for practice: a win counts, but "
    "it sets no record and earns no honour."
)
SEED = (
    "The same seed, scenario and seats give the same cards and dice, so that others can repeat a game. Enter lets you "
    "type one. Everybody at the table sees it, and the game is practice: a win counts, but it sets no record and earns "
    "no honour. Leave it empty, and nobody can know what comes."
)
_TALL = 32
"""From so many lines on, the groups of the form stand apart."""


class Draft(msgspec.Struct):
    """What has been chosen so far."""

    rules: Rules[Any]
    scenario: Scenario
    seats: list[str]
    challenges: list[str] = []
    options: list[str] = []
    open_undo: bool = False
    seed: int | None = None

    @classmethod
    def of(cls, rules: Rules[Any]) -> Draft:
        """The first scenario for two, if the game is for two."""
        fewest, most = rules.seats
        return cls(rules, rules.scenarios()[0], list(rules.seat_names[: max(fewest, min(2, most))]))

    def setup(self, seed: int | None) -> Setup:
        """What a table is laid out from; seats and challenges in the order of the box."""
        return Setup(
            game=self.rules.id,
            scenario=self.scenario.id,
            seats=tuple(seat for seat in self.rules.seat_names if seat in self.seats),
            seed=seed,
            challenges=tuple(each.id for each in self.scenario.challenges if each.id in self.challenges),
            options=tuple(each.id for each in self.rules.options if each.id in self.options),
            open_undo=self.open_undo,
        )

    def problem(self) -> str:
        """Why this cannot be played, in the words of the rules; empty if it can."""
        try:
            self.rules.check(self.setup(0))
        except ParleyError as error:
            return str(error)
        return ""


class NewGameScreen(Page):
    """The form on the left; on the right what the line one points at means, and the map."""

    DEFAULT_CSS = """
    NewGameScreen #form { width: 40; }
    NewGameScreen #side { width: 1fr; padding: 0 0 0 1; }
    NewGameScreen #words { margin: 1 0 0 0; }
    NewGameScreen.-narrow #form { width: 35; }
    NewGameScreen.-narrow #side { padding: 0; }
    NewGameScreen.-narrow #words { margin: 0; }
    NewGameScreen.-words Preview { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pick", "Choose", show=False, id="choose", tooltip="Choose or drop the line."),
        Binding("b", "begin", "Begin", id="begin", tooltip="Begin the game."),
        Binding("m", "map", "Map", id="map", tooltip="The map, or more room for the words."),
    ]
    HEADING = "New game"
    KEYS = (
        Key("Enter", "choose", "pick"),
        Key("b", "begin", "begin"),
        Key("m", "map or story", "map"),
        Key("Tab", "read on", "app.focus_next"),
        BACK,
    )

    def __init__(self) -> None:
        """Nothing is chosen yet."""
        super().__init__()
        self.draft: Draft | None = None
        self._texts: dict[str, Briefing] = {}

    def body(self) -> ComposeResult:
        """The form, the map and the words."""
        yield Lines(is_list=True, id="form")
        with Vertical(id="side"):
            yield Preview()
            yield Lines(id="words")

    def on_mount(self) -> None:
        """Load the games while the page is there already."""
        super().on_mount()
        self.query_one("#form", Lines).focus()
        self._words(Text("Opening the box ..."))
        self._load()

    @work
    async def _load(self) -> None:
        try:
            names = registry.game_ids()
            self._games = await asyncio.to_thread(lambda: [registry.game(name) for name in names])
            self.choose_game(names[0])
            for error in (await asyncio.to_thread(content.own_mistakes))[:1]:
                self.notify(f"Not all of your own content can be played. {error}", severity="warning", timeout=10)
        except ParleyError as error:
            self._words(Text(str(error), style=self.look.bad))

    # The form

    def choose_game(self, name: str) -> None:
        """Begin the form anew for a game."""
        self.draft = Draft.of(next(rules for rules in self._games if rules.id == name))
        self._fill()
        self.query_one("#form", Lines).point_at(("scenario", self.draft.scenario.id))
        self._explain()

    def _fill(self) -> None:
        self.query_one("#form", Lines).refill(self._blocks())

    def _blocks(self) -> list[Block]:
        is_tall = self.size.height >= _TALL
        blocks: list[Block] = []
        for title, lines in self._groups(is_tall):
            gap = "\n" if blocks and is_tall and title else ""
            for number, (key, words, extra) in enumerate(lines):
                has_head = not number and (title or is_tall)
                head = Text(f"{gap}{title}" or " ", style=f"bold {self.look.lit}") if has_head else None
                blocks.append(Block(self._line(words, extra), key, head))
        return blocks

    def _groups(self, is_tall: bool) -> Iterator[tuple[str, list[Line]]]:
        """The form, group by group; a single game is not worth a line where there are few."""
        draft = self.draft
        assert draft is not None
        rules, scenario, strengths = draft.rules, draft.scenario, showing(draft.rules.id).strengths
        if is_tall or len(self._games) > 1:
            yield "Game", [(("game", each.id), _radio(each is rules, each.title), "") for each in self._games]
        yield (
            "Scenario",
            [
                (("scenario", each.id), _radio(each == scenario, f"{each.number} {each.title}"), self.stars(each.stars))
                for each in rules.scenarios()
            ],
        )
        yield (
            "Challenges",
            [
                (("challenge", each.id), _box(each.id in draft.challenges, each.title), f"+{self.stars(each.stars)}")
                for each in scenario.challenges
            ],
        )
        yield (
            "Who plays",
            [
                (("seat", each), _box(each in draft.seats, rules.seat_title(each)), _gist(strengths(each)))
                for each in rules.seat_names
            ],
        )
        seed = "by chance" if draft.seed is None else f"{draft.seed} (practice)"
        yield (
            "Options",
            [
                *(
                    (("option", each.id), _box(each.id in draft.options, each.title.partition(":")[0]), "")
                    for each in rules.options
                ),
                (("undo", ""), _box(draft.open_undo, "Open undo"), ""),
                (("seed", ""), f"Seed: {seed}", ""),
            ],
        )
        yield "", [(("begin", ""), "Begin", "(not yet)" if draft.problem() else "")]

    def _line(self, words: str, extra: str) -> Text:
        text = one_line(words, self.signs)
        if words == "Begin":
            text.stylize(f"bold {self.look.good if not extra else self.look.faint}")
        if extra:
            text.append(f" {extra}", style=self.look.faint)
        return text

    def on_resize(self) -> None:
        """Groups stand apart where there is room."""
        if self.draft is not None:
            self._fill()

    # The words and the map

    def on_lines_pointed(self, event: Lines.Pointed) -> None:
        """Tell what the line means."""
        if event.lines.id == "form":
            self._explain()

    def _explain(self) -> None:
        draft, key = self.draft, self.query_one("#form", Lines).key
        if draft is None or key is None:
            return
        what, name = key
        looked = draft
        if what == "scenario" and name != draft.scenario.id:
            scenario = next(each for each in draft.rules.scenarios() if each.id == name)
            looked = msgspec.structs.replace(draft, scenario=scenario, challenges=[])
        problem = draft.problem()
        try:
            shown = saves.preview(draft.rules, looked.setup(0)) if not looked.problem() else None
            text = self._told(looked, what, name)
        except ParleyError as error:
            shown, problem, text = None, str(error), Text()
        self.query_one(Preview).display = shown is not None
        if shown is not None:
            self.query_one(Preview).show(showing(draft.rules.id), shown, self.look, self.signs)
        if problem:
            text = Text.assemble((f"{problem}\n\n", f"bold {self.look.bad}"), text)
        self._words(text)
        self._head(draft)

    def _head(self, draft: Draft) -> None:
        hard = draft.scenario.stars_with(draft.challenges)
        names = ", ".join(draft.rules.seat_title(seat) for seat in draft.setup(0).seats)
        self.head(f"{draft.rules.title} - {draft.scenario.title} {self.stars(hard)}  {names}")

    def _words(self, text: Text) -> None:
        self.query_one("#words", Lines).write(text)

    def _told(self, draft: Draft, what: str, name: str) -> Text:
        """What a line of the form means."""
        texts = self._briefing(draft)
        if what == "scenario":
            title = f"{draft.scenario.number}. {draft.scenario.title} {self.stars(draft.scenario.stars)}"
            return titled(title, "\n\n".join(texts.story))
        if what == "challenge":
            challenge = next(each for each in draft.scenario.challenges if each.id == name)
            words = next((each.text for each in texts.challenges if each.id == name), "")
            return titled(f"{challenge.title} +{self.stars(challenge.stars)}", words)
        if what == "seat":
            return titled(draft.rules.seat_title(name), showing(draft.rules.id).strengths(name))
        if what == "option":
            title, _, words = next(each.title for each in draft.rules.options if each.id == name).partition(": ")
            return titled(title, words.capitalize())
        if what == "game":
            fewest, most = draft.rules.seats
            count = len(draft.rules.scenarios())
            return titled(draft.rules.title, f"{count} scenarios for {fewest} to {most} players.")
        return {
            "undo": titled("Open undo", UNDO),
            "seed": titled("Seed", SEED),
            "begin": titled("Begin", "Lays the table out. It is saved after every move."),
        }[what]

    def _briefing(self, draft: Draft) -> Briefing:
        scenario = draft.scenario.id
        if scenario not in self._texts:
            self._texts[scenario] = briefing(draft.rules.id, scenario)
        return self._texts[scenario]

    # Choosing

    def on_lines_picked(self, event: Lines.Picked) -> None:
        """Choose a line, or drop it."""
        draft = self.draft
        if draft is None:
            return
        what, name = event.key
        if what == "begin":
            self.action_begin()
        elif what == "seed":
            self._type_seed()
        elif what == "game":
            if name != draft.rules.id:
                self.choose_game(name)
        else:
            self._change(draft, what, name)

    def _change(self, draft: Draft, what: str, name: str) -> None:
        if what == "scenario" and name != draft.scenario.id:
            draft.scenario = next(each for each in draft.rules.scenarios() if each.id == name)
            draft.challenges = []
        elif what == "undo":
            draft.open_undo = not draft.open_undo
        elif what in ("challenge", "seat", "option"):
            chosen = {"challenge": draft.challenges, "seat": draft.seats, "option": draft.options}[what]
            if name in chosen:
                chosen.remove(name)
            else:
                chosen.append(name)
        self._fill()
        self._explain()

    def _type_seed(self) -> None:
        draft = self.draft
        assert draft is not None

        def typed(value: str | None) -> None:
            if value is None:
                return
            try:
                draft.seed = saves.seed_of(value)
            except ParleyError as error:
                self.notify(str(error), severity="error")
            self._fill()

        old = "" if draft.seed is None else str(draft.seed)
        self.app.push_screen(Typing("Seed (a number; empty for one by chance)", old), typed)

    def action_map(self) -> None:
        """Show the map, or give its room to the words."""
        self.toggle_class("-words")

    def action_begin(self) -> None:
        """Lay the table out, unless the rules refuse it."""
        draft = self.draft
        if draft is None:
            return
        try:
            setup = draft.setup(draft.seed)
            draft.rules.check(setup)
            opened = saves.begin(draft.rules, setup, None)
        except ParleyError as error:
            self.notify(str(error), severity="error")
            return
        self.app.pop_screen()
        self.app.open_table(opened, fresh=True)


def _radio(is_chosen: bool, words: str) -> str:
    return f"({'*' if is_chosen else ' '}) {words}"


def _box(is_chosen: bool, words: str) -> str:
    return f"[{'x' if is_chosen else ' '}] {words}"


def _gist(words: str) -> str:
    """What comes before the colon."""
    return words.partition(":")[0].lower()


def titled(title: str, words: str) -> Text:
    """A title above some words."""
    return Text.assemble((title, "bold"), f"\n{words}")
