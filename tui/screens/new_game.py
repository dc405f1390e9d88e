"""A new game: which game and scenario, how hard, who plays and how; then the table."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import ClassVar

import msgspec
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from engine import registry
from engine.core.errors import ParleyError
from engine.core.kinds import Seat
from engine.core.setup import ON, Option, Scenario, choice_of, chosen, numbered
from tui.games import showing
from tui.look.inks import one_line
from tui.play import content, saves
from tui.play.briefing import Briefing, briefing
from tui.play.campaign_list import shown_scenarios
from tui.play.chairs import ANYBODY, Chair, turned
from tui.play.draft import Draft
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
SEAT = (
    "Enter or the arrows change who sits there: nobody, you, another person at this keyboard, or an easy, normal or "
    "hard bot. Seats that are yours have no curtain between them. Bots can be replaced at any time during the game."
)
KINDS = {
    "together": "All win or lose together.",
    "rivals": "Everybody plays for themselves.",
    "teams": "Some play for each other.",
}
_TALL = 32
"""From this many lines on, the groups of the form stand apart."""


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
        Binding("left", "turn(-1)", "Before", show=False, id="before", tooltip="Turn the line to the value before."),
        Binding("right", "turn(1)", "Next", show=False, id="next", tooltip="Turn the line to its next value."),
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
        self.seating: dict[Seat, Chair] = {}
        """Who sits on the seats that were changed; the others have a person of their own."""

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
        self.draft, self.seating = Draft.of(next(rules for rules in self._games if rules.id == name)), {}
        self._fill()
        self.query_one("#form", Lines).point_at(("scenario", self.draft.setup.scenario))
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
        if is_tall or len(self._games) > 1:
            yield "Game", [(("game", each.id), _radio(each is draft.rules, each.title), "") for each in self._games]
        yield "Scenario", [self._scenario_line(draft, each) for each in shown_scenarios(draft.rules)]
        if draft.scenario.challenges:
            yield "Challenges", [self._challenge_line(draft, each) for each in draft.scenario.challenges]
        yield _who_plays(draft), list(self._seat_lines(draft))
        yield from self._more_groups(draft)
        yield "Options", list(self._option_lines(draft))
        yield "", [(("begin", ""), "Begin", "(not yet)" if draft.problem() else "")]

    def _more_groups(self, draft: Draft) -> Iterator[tuple[str, list[Line]]]:
        """What a form of another sort asks between the seats and the options."""
        yield from ()

    def _scenario_line(self, draft: Draft, scenario: Scenario) -> Line:
        words = _radio(scenario.id == draft.setup.scenario, f"{scenario.number} {scenario.title}")
        return ("scenario", scenario.id), words, self.stars(scenario.stars)

    def _challenge_line(self, draft: Draft, challenge: Option) -> Line:
        words = _box(challenge.id in draft.setup.challenges, challenge.title)
        return ("challenge", challenge.id), words, f"+{self.stars(challenge.stars)}"

    def _seat_lines(self, draft: Draft) -> Iterator[Line]:
        """Every seat, and below each one that plays what it can choose for itself."""
        for seat in draft.rules.seat_names:
            yield self._seat_line(draft, seat)
            for option in draft.options if seat in draft.setup.seats else ():
                if option.per_seat:
                    yield self._option_line(draft, option, seat)

    def _seat_line(self, draft: Draft, seat: Seat) -> Line:
        """Who sits on a seat; what it is good at while nobody does."""
        chair, title = self._chair(draft, seat), draft.rules.seat_title(seat)
        if chair is not None:
            return ("seat", seat), _box(True, f"{title}: {chair.words}"), ""
        return ("seat", seat), _box(False, title), _gist(showing(draft.rules.id).strengths(seat))

    def _chair(self, draft: Draft, seat: Seat) -> Chair | None:
        """Who sits on a seat; None if it takes no part."""
        return self.seating.get(seat, ANYBODY) if seat in draft.setup.seats else None

    def _turn_seat(self, draft: Draft, seat: Seat, by: int) -> None:
        """Give a seat to the next who can sit there, or to nobody."""
        chair = turned(self._chair(draft, seat), by)
        if chair is not None:
            self.seating[seat] = chair
        if (chair is None) == (seat in draft.setup.seats):
            draft.toggle_seat(seat)

    def _option_lines(self, draft: Draft) -> Iterator[Line]:
        for option in draft.options:
            if not option.per_seat:
                yield self._option_line(draft, option)
        seed = "by chance" if draft.setup.seed is None else f"{draft.setup.seed} (practice)"
        yield ("undo", ""), _box(draft.setup.open_undo, "Open undo"), ""
        yield ("seed", ""), f"Seed: {seed}", ""

    def _option_line(self, draft: Draft, option: Option, seat: Seat = "") -> Line:
        """A switch as a box; anything else with its value, which Enter turns to the next."""
        value = chosen(draft.setup, option, seat)
        words = f"{option.title}: {option.titled(value)}" if option.values else _box(value == ON, option.title)
        stars = f"+{self.stars(option.stars)}" if option.stars else ""
        name = f"{option.id}:{seat}" if seat else option.id
        return ("option", name), f"{'    ' if seat else ''}{words}", stars

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
        looked = draft.copy()
        if what == "scenario":
            looked.choose_scenario(name)
        problem = draft.problem()
        try:
            shown = (
                None if looked.problem() else saves.preview(draft.rules, msgspec.structs.replace(looked.setup, seed=0))
            )
            text = self._told(looked, what, name)
        except ParleyError as error:
            shown, problem, text = None, str(error), Text()
        self.query_one(Preview).display = shown is not None
        if shown is not None:
            self.query_one(Preview).show(showing(draft.rules.id), shown, self.look, self.signs)
        self._words(self._with_notes(draft, problem, text))
        self._head(draft)

    def _with_notes(self, draft: Draft, problem: str, text: Text) -> Text:
        """What stands in the way and what the last change brought with it, above the words."""
        for words, ink in ((" ".join(draft.notes), self.look.lit), (problem, self.look.bad)):
            if words:
                text = Text.assemble((f"{words}\n\n", f"bold {ink}"), text)
        return text

    def _head(self, draft: Draft) -> None:
        names = ", ".join(draft.rules.seat_title(seat) for seat in draft.setup.seats)
        self.head(f"{draft.rules.title} - {draft.scenario.title} {self.stars(draft.stars)}  {names}")

    def _words(self, text: Text) -> None:
        self.query_one("#words", Lines).write(text)

    def _told(self, draft: Draft, what: str, name: str) -> Text:
        """What a line of the form means."""
        if what == "scenario":
            return self._told_scenario(draft)
        if what == "challenge":
            challenge = next(each for each in draft.scenario.challenges if each.id == name)
            return titled(f"{challenge.title} +{self.stars(challenge.stars)}", challenge.text)
        if what == "seat":
            words = "\n\n".join(filter(None, [showing(draft.rules.id).strengths(name), SEAT]))
            return titled(draft.rules.seat_title(name), words)
        if what == "option":
            return self._told_option(draft, name)
        if what == "game":
            count = len(shown_scenarios(draft.rules))
            scenarios = "1 scenario" if count == 1 else f"{count} scenarios"
            return titled(draft.rules.title, f"{scenarios} for {numbered(*draft.rules.seats)}.")
        return {
            "undo": titled("Open undo", UNDO),
            "seed": titled("Seed", SEED),
            "begin": titled("Begin", "Lays the table out. It is saved after every move."),
        }[what]

    def _told_scenario(self, draft: Draft) -> Text:
        scenario = draft.scenario
        own = [f"For {numbered(*scenario.seats)}."] if scenario.seats else []
        own += [KINDS[scenario.kind]] if scenario.kind else []
        story = "\n\n".join(self._briefing(draft).story)
        title = f"{scenario.number}. {scenario.title} {self.stars(scenario.stars)}"
        return titled(title, "\n\n".join(filter(None, [" ".join(own), story])))

    def _told_option(self, draft: Draft, name: str) -> Text:
        """An option with all its values; which one it has is marked."""
        option, seat = draft.option(name), choice_of(name).seat
        value = chosen(draft.setup, option, seat)
        text = titled(f"{option.title}{f' of {draft.rules.seat_title(seat)}' if seat else ''}", option.text)
        for place, each in enumerate(option.values):
            text.append("\n" if place else "\n\n")
            text.append(_radio(each.id == value, each.title), style="bold" if each.id == value else "")
            text.append(f"  {each.text}" if each.text else "", style=self.look.faint)
        if option.values:
            text.append("\n\nEnter or the right arrow takes the next one.", style=self.look.faint)
        return text

    def _briefing(self, draft: Draft) -> Briefing:
        scenario = draft.setup.scenario
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

    def action_turn(self, by: int) -> None:
        """Turn a line with several values forth or back."""
        draft, key = self.draft, self.query_one("#form", Lines).key
        if draft is not None and key is not None and key[0] in ("option", "seat"):
            self._change(draft, key[0], key[1], by)

    def _change(self, draft: Draft, what: str, name: str, by: int = 1) -> None:
        """Change what a line stands for."""
        if what == "scenario":
            draft.choose_scenario(name)
        elif what == "challenge":
            draft.toggle_challenge(name)
        elif what == "seat":
            self._turn_seat(draft, name, by)
        elif what == "option":
            draft.turn(name, by)
        elif what == "undo":
            draft.change(seed=draft.setup.seed, open_undo=not draft.setup.open_undo)
        self._fill()
        self._explain()

    def _type_seed(self) -> None:
        draft = self.draft
        assert draft is not None

        def typed(value: str | None) -> None:
            if value is None:
                return
            try:
                draft.change(seed=saves.seed_of(value), open_undo=draft.setup.open_undo)
            except ParleyError as error:
                self.notify(str(error), severity="error")
            self._fill()

        old = "" if draft.setup.seed is None else str(draft.setup.seed)
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
            draft.rules.check(draft.setup)
            chairs = {seat: self.seating.get(seat, ANYBODY) for seat in draft.setup.seats}
            opened = saves.begin(draft.rules, draft.setup, None, chairs)
        except ParleyError as error:
            self.notify(str(error), severity="error")
            return
        self.app.pop_screen()
        self.app.open_table(opened, fresh=True)


def _who_plays(draft: Draft) -> str:
    """The heading of the seats; how many there are if the scenario itself says so."""
    seats = draft.scenario.seats
    return f"Who plays ({numbered(*seats)})" if seats else "Who plays"


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
