"""A new campaign: which one, its name, and who plays; and the same for those who change between two chapters."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import msgspec
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from engine import registry
from engine.core.campaign.content import Campaign
from engine.core.campaign.ledger import PastStep
from engine.core.errors import ParleyError, Refused
from engine.core.kinds import Seat, Setup
from engine.core.rules import Rules
from engine.core.setup import ON, chosen, numbered, settled
from tui.games import showing
from tui.look.inks import one_line
from tui.play.campaign_list import reached_before
from tui.play.campaign_story import title_of
from tui.play.campaigns import NewCampaign, OpenCampaign, begin, chair_for
from tui.play.chairs import ANYBODY, Chair, turned
from tui.play.draft import Draft
from tui.screens.page import BACK, Page
from tui.widgets.dialogs import Typing
from tui.widgets.lines import Block, Lines
from tui.widgets.prompt import Key

SEAT = (
    "Enter or the arrows change who sits there: nobody, you, another person at this keyboard, or an easy, normal or "
    "hard bot. Between two chapters players may come and go."
)
Place = tuple[str, str]
"""A line of the form: what it is about, and which one of them."""


class Offer(msgspec.Struct, frozen=True):
    """A campaign that can be begun, and the game that it is of."""

    rules: Rules[Any]
    campaign: Campaign
    reached: dict[str, tuple[PastStep, ...]] = {}
    """The chapters at which it can begin, because another campaign came to them; and how."""

    @property
    def starts(self) -> list[str]:
        """The chapters at which it can begin, the first one first."""
        return [self.campaign.start, *(each for each in self.reached if each != self.campaign.start)]


class SeatsForm(Page):
    """A form with seats, who sits on each, and a line that says that it is done."""

    DEFAULT_CSS = """
    SeatsForm #form { width: 40; border-right: solid $foreground 30%; }
    SeatsForm.-narrow #form { width: 35; }
    SeatsForm.-ascii #form { border-right: ascii $foreground 30%; }
    SeatsForm #words { width: 1fr; padding: 0 1; }
    SeatsForm.-roomy #body { padding: 1 0 0 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pick", "Choose", show=False, id="form-choose", tooltip="Choose the line."),
        Binding("left", "turn(-1)", "Before", show=False, id="form-before", tooltip="The value before."),
        Binding("right", "turn(1)", "Next", show=False, id="form-next", tooltip="The next value."),
        Binding("b", "done", "Done", id="form-done", tooltip="Take the form as it is."),
    ]
    DONE = "Begin"

    def __init__(self) -> None:
        """Nobody sits anywhere yet."""
        super().__init__()
        self.KEYS = (Key("Enter", "choose", "pick"), Key("b", self.DONE.lower(), "done"), BACK)
        self.seating: dict[Seat, Chair] = {}

    def body(self) -> ComposeResult:
        """The form, and what the chosen line means."""
        yield Lines(is_list=True, id="form")
        yield Lines(id="words")

    def on_mount(self) -> None:
        """The keyboard goes to the form."""
        super().on_mount()
        self.query_one("#words").can_focus = False
        self.query_one("#form", Lines).focus()

    @property
    def rules(self) -> Rules[Any]:
        """The game whose seats they are."""
        raise NotImplementedError

    @property
    def scenario(self) -> str:
        """The scenario that is played next."""
        raise NotImplementedError

    def lines(self) -> Iterator[tuple[str, Place, str]]:
        """Heading, key and words of every line above the seats."""
        yield from ()

    def options(self) -> Iterator[tuple[str, Place, str]]:
        """The same for every line below the seats."""
        yield from ()

    def fill(self) -> None:
        """The whole form."""
        self.query_one("#form", Lines).refill(self._blocks())
        self.explain()

    def _blocks(self) -> list[Block]:
        blocks: list[Block] = []
        last = ""
        seats = f"Who plays ({numbered(*self.rules.seats_of(self.scenario))})"
        seated = [(seats, ("seat", seat), self._seat_words(seat)) for seat in self.rules.seat_names]
        for heading, key, words in (*self.lines(), *seated, *self.options()):
            gap = "\n" if blocks else ""
            head = Text(f"{gap}{heading}", style=f"bold {self.look.lit}") if heading != last else None
            blocks.append(Block(one_line(words, self.signs), key, head))
            last = heading
        done = Text(self.DONE, style=f"bold {self.look.faint if self.problem() else self.look.good}")
        return [*blocks, Block(done, ("done", ""), Text(" "))]

    def _seat_words(self, seat: Seat) -> str:
        chair, title = self.seating.get(seat), self.rules.seat_title(seat)
        return f"[x] {title}: {chair.words}" if chair else f"[ ] {title}"

    def problem(self) -> str:
        """Why the form cannot be taken as it is; empty if it can."""
        fewest, most = self.rules.seats_of(self.scenario)
        if fewest <= len(self.seating) <= most:
            return ""
        return f"This is for {numbered(fewest, most)}, and {len(self.seating) or 'nobody'} would play."

    def on_lines_pointed(self, event: Lines.Pointed) -> None:
        """Tell what the line means."""
        if event.lines.id == "form":
            self.explain()

    def explain(self) -> None:
        """Tell what the chosen line means, below what stands in the way."""
        what, name = self.query_one("#form", Lines).key or ("done", "")
        text = Text()
        if problem := self.problem():
            text.append(f"{problem}\n\n", style=f"bold {self.look.bad}")
        self.query_one("#words", Lines).write(text.append_text(self.told(what, name)))

    def told(self, what: str, name: str) -> Text:
        """What a line means."""
        if what != "seat":
            return Text()
        words = "\n\n".join(filter(None, [showing(self.rules.id).strengths(name), SEAT]))
        return Text.assemble((self.rules.seat_title(name), f"bold {self.look.lit}"), f"\n{words}")

    def on_lines_picked(self, event: Lines.Picked) -> None:
        """Choose a line."""
        what, name = event.key
        if what == "done":
            self.action_done()
        elif not self.turn(what, name, 1):
            self.choose(what, name)

    def choose(self, what: str, name: str) -> None:
        """Choose a line above the seats that has no values to turn."""

    def action_turn(self, by: int) -> None:
        """Turn a line with several values forth or back."""
        what, name = self.query_one("#form", Lines).key or ("", "")
        self.turn(what, name, by)

    def turn(self, what: str, name: str, by: int) -> bool:
        """Turn a line to another value; False if it has none."""
        if what == "seat":
            self._turn_seat(name, by)
        return what == "seat"

    def _turn_seat(self, seat: Seat, by: int) -> None:
        chair = turned(self.seating.get(seat), by)
        if chair is None:
            self.seating.pop(seat, None)
        else:
            self.seating[seat] = chair
        self.seating = {each: self.seating[each] for each in self.rules.seat_names if each in self.seating}
        self.fill()

    def action_done(self) -> None:
        """Take the form as it is, or say why not."""
        try:
            if problem := self.problem():
                raise Refused(problem)
            self.take()
        except ParleyError as error:
            self.notify(str(error), severity="error", timeout=10)

    def take(self) -> None:
        """What the form is for."""


class PlayersScreen(SeatsForm):
    """Who plays from the next chapter on."""

    DONE = "Keep"

    def __init__(self, book: OpenCampaign) -> None:
        """The players of a campaign."""
        super().__init__()
        self.book = book
        self.HEADING = f"{book.standing.name} - Players"
        self.seating = {seat: chair_for(who) for seat, who in book.standing.players.items()}

    def on_mount(self) -> None:
        """Fill the form."""
        super().on_mount()
        self.fill()

    @property
    def rules(self) -> Rules[Any]:
        """The game of the campaign."""
        return self.book.rules

    @property
    def scenario(self) -> str:
        """That of the chapter where the campaign stands."""
        chapter = self.book.campaign.chapter(self.book.standing.run.node)
        return chapter.scenario if chapter else ""

    def told(self, what: str, name: str) -> Text:
        """What a line means."""
        if what != "done":
            return super().told(what, name)
        later = " The chapter that is going on keeps its seats." if self.book.standing.attempt else ""
        return Text(f"They play from the next chapter on.{later}")

    def take(self) -> None:
        """Write the players down."""
        self.book.change_players(self.seating)
        self.app.pop_screen()


class NewCampaignScreen(SeatsForm):
    """Which campaign, its name, and who plays."""

    HEADING = "New campaign"

    def __init__(self, on_begun: Callable[[OpenCampaign], None]) -> None:
        """`on_begun` is given the campaign, which is open."""
        super().__init__()
        self._on_begun = on_begun
        self._offers: list[Offer] = []
        self._chosen = self._start = 0
        self._typed = ""
        """What was typed; empty for the title of the campaign."""
        self._options: tuple[str, ...] = ()
        """What was chosen besides the seats; every chapter begins with it."""

    def on_mount(self) -> None:
        """Load the campaigns while the page is there already."""
        super().on_mount()
        self.query_one("#words", Lines).write(Text("Opening the box ..."))
        self._load()

    @work
    async def _load(self) -> None:
        words = "No game has a campaign."
        try:
            self._offers = await asyncio.to_thread(offers)
        except ParleyError as error:
            words = str(error)
        if not self._offers:
            self.query_one("#words", Lines).write(Text(words, style=self.look.bad))
            return
        self._sit_down()
        self.fill()

    def _sit_down(self) -> None:
        """The fewest seats, each with a person of its own."""
        fewest, _ = self.rules.seats_of(self.scenario)
        self.seating = dict.fromkeys(self.rules.seat_names[: max(1, fewest)], ANYBODY)

    @property
    def _offer(self) -> Offer:
        return self._offers[self._chosen]

    @property
    def rules(self) -> Rules[Any]:
        """The game of the chosen campaign."""
        return self._offer.rules

    @property
    def scenario(self) -> str:
        """That of the first chapter."""
        chapter = self._offer.campaign.chapter(self._offer.starts[self._start])
        return chapter.scenario if chapter else ""

    def lines(self) -> Iterator[tuple[str, Place, str]]:
        """The campaigns and the name."""
        for number, offer in enumerate(self._offers):
            chosen = "*" if number == self._chosen else " "
            yield "Campaign", ("campaign", str(number)), f"({chosen}) {offer.campaign.title}"
        yield "Name", ("name", ""), self._typed or self._offer.campaign.title
        if len(self._offer.starts) > 1:
            yield "Begins with", ("start", ""), title_of(self._offer.campaign, self._offer.starts[self._start])

    @property
    def _draft(self) -> Draft:
        """The first chapter as it would be set up."""
        setup = Setup(game=self.rules.id, scenario=self.scenario, seats=tuple(self.seating), options=self._options)
        return Draft(self.rules, settled(self.rules.options, setup)[0])

    def options(self) -> Iterator[tuple[str, Place, str]]:
        """What the game lets players choose, for all or for each seat."""
        draft = self._draft
        for option in draft.options:
            for seat in self.seating if option.per_seat else ("",):
                value, whose = chosen(draft.setup, option, seat), f"{self.rules.seat_title(seat)}, " if seat else ""
                box = f"[{'x' if value == ON else ' '}] {whose}{option.title}"
                words = f"{whose}{option.title}: {option.titled(value)}" if option.values else box
                yield "Options", ("option", f"{option.id}:{seat}" if seat else option.id), words

    def turn(self, what: str, name: str, by: int) -> bool:
        """Turn the chapter with which it begins, an option or a seat."""
        if what == "start":
            self._start = (self._start + by) % len(self._offer.starts)
        elif what == "option":
            draft = self._draft
            draft.turn(name, by)
            self._options = draft.setup.options
        else:
            return super().turn(what, name, by)
        self.fill()
        return True

    def told(self, what: str, name: str) -> Text:
        """What a line means."""
        if what == "campaign":
            offer = self._offers[int(name)]
            title = (offer.campaign.title, f"bold {self.look.lit}")
            return Text.assemble(title, (f"\n{offer.rules.title}\n\n", self.look.faint), offer.campaign.text)
        if what == "name":
            return Text("Enter lets you type a name, so that you know several campaigns apart.")
        if what == "option":
            option = self._draft.option(name)
            return Text.assemble((option.title, f"bold {self.look.lit}"), f"\n{option.text}")
        if what == "start":
            return Text(
                "Enter or the arrows take another chapter that you came to before, with what lay behind it then."
            )
        if what == "done":
            return Text("Opens the first page. The campaign is kept after every step, and you can leave at any time.")
        return super().told(what, name)

    def choose(self, what: str, name: str) -> None:
        """Another campaign, or another name."""
        if what == "campaign":
            self._chosen, self._start, self._options = int(name), 0, ()
            self._sit_down()
            self.fill()
            return

        def typed(words: str | None) -> None:
            if words is not None:
                self._typed = words
                self.fill()

        title = self._typed or self._offer.campaign.title
        self.app.push_screen(Typing("A name for the campaign", title, longest=80), typed)

    def action_done(self) -> None:
        """Begin, once there is something to begin."""
        if self._offers:
            super().action_done()

    def take(self) -> None:
        """Begin the campaign."""
        offer = self._offer
        start = offer.starts[self._start] if self._start else ""
        new = NewCampaign(
            rules=offer.rules,
            campaign=offer.campaign,
            chairs=self.seating,
            name=self._typed,
            options=self._draft.setup.options,
            start=start,
            past=offer.reached[start] if start else (),
        )
        book = begin(new)
        self.app.pop_screen()
        self._on_begun(book)


def offers() -> list[Offer]:
    """Every campaign of every game."""
    games = [registry.game(name) for name in registry.game_ids()]
    return [
        Offer(rules, campaign, reached_before(rules, campaign)) for rules in games for campaign in rules.campaigns()
    ]
