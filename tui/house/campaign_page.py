"""A campaign between its chapters, as a member has it on the screen: pages, choices, and who else is there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual import getters, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.css.query import NoMatches

from engine.core.campaign.content import CampaignChoice, CampaignPage
from engine.core.campaign.standing import AtEnding, PlayChapter, ReadPages, ResumeAttempt
from engine.core.errors import ParleyError
from engine.core.grammar import joined
from tui.house.app import HouseApp
from tui.house.campaign import HouseCampaign, chair_of_player
from tui.house.campaign_forms import begin_chapter, change_players, told_chair
from tui.house.sight import JUST_CHANGED
from tui.play.campaign_story import title_of, told_todo
from tui.screens.page import BACK, Page
from tui.widgets.dialogs import Choosing, Confirming, Reading, Typing
from tui.widgets.lines import Block, Lines
from tui.widgets.prompt import Key

Deed = tuple[str, str]
"""What a line is about, and which one of them."""

REST = 0.25
"""Seconds between two refreshes, however much happens."""

ALWAYS: dict[str, str] = {
    "story": "The story so far",
    "pages": "Read a page again",
    "log": "Cards and attempts",
    "notes": "Notes",
    "players": "Who plays",
    "resign": "Play no longer",
    "away": "Put it away",
}


class HouseCampaignScreen(Page):
    """What comes next on the left; what it says, and who is there, on the right."""

    DEFAULT_CSS = """
    HouseCampaignScreen #deeds { width: 40; }
    HouseCampaignScreen #side { width: 1fr; padding: 0 0 0 1; }
    HouseCampaignScreen #words { height: 1fr; }
    HouseCampaignScreen #here { height: auto; max-height: 30%; margin: 1 0 0 0; }
    HouseCampaignScreen.-narrow #deeds { width: 30; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pick", "Choose", show=False, id="choose", tooltip="Take the line.")
    ]
    KEYS = (Key("Enter", "take the line", "pick"), Key("Tab", "read on", "app.focus_next"), BACK)

    app = getters.app(HouseApp)

    def __init__(self, campaign: HouseCampaign) -> None:
        """Of a campaign."""
        super().__init__()
        self.campaign = campaign
        self.book = campaign.book
        self._is_in = False
        self._pointed: Any = None
        """What was pointed at when others changed the list, while one may not have seen the change."""

    @property
    def person(self) -> str:
        """Who looks at it."""
        return self.app.person

    def body(self) -> ComposeResult:
        """What can be done, what it says, who is here."""
        yield Lines(is_list=True, id="deeds")
        with Vertical(id="side"):
            yield Lines(id="words")
            yield Lines(id="here")

    def on_mount(self) -> None:
        """Come in, and follow what happens."""
        super().on_mount()
        self.app.house.campaigns.settle(self.campaign)
        self.campaign.enter(self.person)
        self._is_in = True
        lines = self.query_one("#deeds", Lines)
        lines.is_marked = True
        lines.focus()
        self.show_all()
        self.follow()

    def on_unmount(self) -> None:
        """Gone, however it came about."""
        if self._is_in:
            self._is_in = False
            self.campaign.leave(self.person)

    def on_screen_resume(self) -> None:
        """Back from the table of a chapter, or from a window."""
        super().on_screen_resume()
        if self._is_in:
            self.app.house.campaigns.settle(self.campaign)
            self.show_all()

    @work(group="following")
    async def follow(self) -> None:
        """Look anew when something has changed, but not all the time."""
        with self.campaign.bells.listening() as bell:
            while True:
                await bell.wait()
                over = await self.app.turns.turn()
                bell.clear()
                try:
                    if self.is_current:
                        self.show_all()
                except NoMatches:  # the screen is being taken down
                    return
                finally:
                    self.call_after_refresh(over)
                await asyncio.sleep(REST)

    # What is shown

    def show_all(self) -> None:
        """Where the campaign stands now."""
        if self.campaign.is_gone or self.person not in self.campaign.members:
            self.app.pop_screen()
            self.notify("You do not play that campaign any more.")
            return
        now = self.campaign.standing
        self.head(f"{now.name}: {self.book.campaign.title}, {self.book.rules.title}")
        lines = self.query_one("#deeds", Lines)
        before, pointed = [block.key for block in lines.blocks], lines.key
        blocks = list(self._blocks())
        keys = [block.key for block in blocks]
        lines.refill(blocks) if pointed in keys else lines.fill(blocks)
        if before and before != keys:
            if self.app.sight.is_settled:
                self._pointed = pointed
            self.app.sight.changed()
        self._explain()
        self.query_one("#here", Lines).write(self._here())

    def _blocks(self) -> Iterator[Block]:
        head, deeds = self._next()
        for number, (key, words) in enumerate(deeds):
            above = Text(head, style=f"bold {self.look.lit}") if not number else None
            yield Block(Text(words, style="bold"), key, above)
        names = [name for name in ALWAYS if name != "away" or self.campaign.owner == self.person]
        for number, name in enumerate(names):
            above = Text("\nThe campaign", style=f"bold {self.look.lit}") if not number else None
            yield Block(Text(ALWAYS[name]), (name, ""), above)

    def _next(self) -> tuple[str, list[tuple[Deed, str]]]:
        """What comes next for this member: a title, and lines that can be taken."""
        if unread := self.campaign.unread(self.person):
            return "To read", [(("page", page.id), page.title) for page in unread]
        if choice := self.campaign.choice:
            self.campaign.note_seen(self.person)
            return f"Decide: {choice.title}", [(("option", each.id), each.title) for each in choice.options]
        match self.campaign.standing.todo:
            case PlayChapter(chapter):
                return "Next chapter", [(("begin", chapter), title_of(self.book.campaign, chapter))]
            case ResumeAttempt():
                return self._going_on()
            case AtEnding(ending):
                return "The end", [(("ending", ending), title_of(self.book.campaign, ending))]
            case ReadPages():
                return "Others still read", self._waiting()
            case _:
                return "No way leads on", [(("stuck", ""), "A mistake in the campaign")]

    def _waiting(self) -> list[tuple[Deed, str]]:
        words = "Go on without waiting" if self.campaign.in_charge == self.person else "Wait"
        return [(("pass", ""), words)]

    def _going_on(self) -> tuple[str, list[tuple[Deed, str]]]:
        if room := self.app.house.campaigns.room_of(self.campaign):
            return f"Being played: {room.title}", [(("table", room.code), f"Go to the table {room.code}")]
        return "The chapter cannot go on", [(("abandon", ""), "Begin this chapter again")]

    # What it says

    def on_lines_pointed(self, event: Lines.Pointed) -> None:
        """Tell what the line is about."""
        if event.lines.id == "deeds":
            self._explain()

    def _explain(self) -> None:
        what, which = self.query_one("#deeds", Lines).key or ("", "")
        self.query_one("#words", Lines).write(self._told(what, which))

    def _told(self, what: str, which: str) -> Text:
        campaign = self.book.campaign
        if what == "page":
            return page_text(campaign.page_by_id[which], "\nEnter: I have read it.")
        if what == "option" and (choice := self.campaign.choice):
            return self._told_option(choice, which)
        if what == "ending":
            return paragraphs(title_of(campaign, which), [getattr(campaign.nodes[which], "text", "")])
        told: dict[str, Callable[[], Text]] = {
            "begin": self._told_begin,
            "log": self._told_log,
            "notes": self._told_notes,
            "players": self._told_players,
            "story": lambda: paragraphs("The story so far", self.campaign.story(self.person)),
        }
        return told[what]() if what in told else Text(self._sentence(what))

    def _sentence(self, what: str) -> str:
        names, campaign = joined(self.campaign.readers), self.campaign
        return {
            "pass": f"{names} still read{'s' if len(campaign.readers) == 1 else ''}. {campaign.in_charge} can go on "
            "without waiting; the pages are kept for them.",
            "table": "Enter goes to the table. When its game is over, the campaign goes on here.",
            "abandon": f"{campaign.book.problem} What was played of it is left as it is.",
            "pages": "All pages that you have read, and the index of the rules that you have met.",
            "resign": "A bot has your seat from then on, and you see the campaign no more.",
            "away": "Nobody plays the campaign any more. Its files stay with the host.",
            "stuck": f"{told_todo(campaign.book.campaign, campaign.standing)}.",
        }.get(what, "")

    def _told_option(self, choice: CampaignChoice, which: str) -> Text:
        option = choice.option(which)
        text = paragraphs(choice.title, [choice.text])
        if option:
            text.append(f"\n\n{option.title}", style="bold")
            text.append(f"\n{option.text}" if option.text else "")
        for name, wish in self.campaign.wishes.items():
            wished = choice.option(wish)
            text.append(f"\n\n{name} would choose: {wished.title if wished else wish}", style=self.look.people)
        decides = "You decide for all" if self._leads else f"{self.campaign.in_charge} decides; Enter says your wish"
        text.append(f"\n\n{decides}.", style=self.look.faint)
        return text

    @property
    def _leads(self) -> bool:
        return self.campaign.in_charge == self.person

    def _told_begin(self) -> Text:
        text = self._told_players()
        words = "Enter begins it" if self._leads else f"{self.campaign.in_charge} begins it"
        text.append(f"\n\n{words}, with those who are there: a seat of somebody who is away goes to a bot or to ")
        text.append("another member for this chapter, and back when they come.")
        return text

    def _told_players(self) -> Text:
        players = self.campaign.standing.players.items()
        told = [f"{self.book.rules.seat_title(s)}: {told_chair(chair_of_player(who), self.app)}" for s, who in players]
        return paragraphs("Who plays", ["\n".join(told)])

    def _told_log(self) -> Text:
        now, campaign = self.campaign.standing, self.book.campaign
        cards = [f"{card.number}. {card.title}. {card.text}".rstrip() for card in now.cards(campaign)]
        text = paragraphs("Cards of the campaign", ["\n".join(cards) or "None was drawn yet."])
        tries = [
            f"{each.number}. {title_of(campaign, each.chapter)}: {each.result or 'going on'}"
            f"{'' if each.counts or each.result == 'abandoned' else ', counts no longer'}. {each.reason}".rstrip()
            for each in now.attempts
        ]
        return text.append("\n\n").append(paragraphs("Attempts", ["\n".join(tries) or "None yet."]))

    def _told_notes(self) -> Text:
        notes = [f"{note.who or 'somebody'}: {note.text}" for note in self.campaign.standing.notes]
        return paragraphs("Notes", ["\n".join(notes) or "None yet.", "Enter writes one; every member sees it."])

    def _here(self) -> Text:
        present, campaign = self.campaign.present, self.campaign
        text = Text(f"Here: {', '.join(present)}", style=self.look.people)
        if len(present) > 1:
            text.append(f"\n{campaign.in_charge} decides for all.", style=self.look.faint)
        if late := [name for name in campaign.readers if name != self.person]:
            text.append(f"\n{joined(late)} still read{'s' if len(late) == 1 else ''}.", style=self.look.faint)
        for notice in self.book.notices:
            text.append(f"\n{notice}", style=self.look.faint)
        return text

    # What one can do

    def on_lines_picked(self, event: Lines.Picked) -> None:
        """Take a line; not one that others have put under the cursor a moment ago."""
        if event.lines.id != "deeds" or event.key is None:
            return
        if not self.app.sight.is_settled and event.key != self._pointed:
            self.app.sight.ask()
            self.notify(JUST_CHANGED)
            return
        what, which = event.key
        self._do(lambda: self._take(what, which))

    def _take(self, what: str, which: str) -> None:
        campaign, person = self.campaign, self.person
        match what:
            case "page":
                campaign.read(person, which)
            case "option":
                self._choose(which)
            case "begin":
                self._begin(which)
            case "table":
                self.app.go_to_table(which)
            case "pass" if self._leads:
                campaign.pass_pages(person)
            case "abandon":
                campaign.abandon(person)
            case "story":
                self.app.push_screen(Reading("The story so far", self._told("story", "")))
            case "pages":
                self._read_again(campaign.pages(person))
            case "notes":
                self._write_note()
            case "players" | "resign" | "away":
                self._about_players(what)
        if not campaign.is_gone and self.is_current:
            self.show_all()

    def _choose(self, option: str) -> None:
        choice = self.campaign.choice
        found = choice.option(option) if choice else None
        if choice is None or found is None:
            return
        if not self._leads:
            self.campaign.wish(self.person, option)
            return
        self._confirm(
            f"{found.title}: decide so for all?",
            "Decide",
            lambda: self.campaign.choose(self.person, choice.id, option),
        )

    def _begin(self, chapter: str) -> None:
        if self._leads:
            begin_chapter(self.app, self.campaign, title_of(self.book.campaign, chapter))
        else:
            self.notify(f"{self.campaign.in_charge} begins the chapter for all.")

    def _read_again(self, pages: Sequence[CampaignPage]) -> None:
        def picked(number: int | None) -> None:
            if number is not None:
                self.app.push_screen(Reading(pages[number].title, page_text(pages[number])))

        if not pages:
            self.notify("You have read no page yet.")
            return
        blocks = [Block(Text(page.title), number) for number, page in enumerate(pages)]
        self.app.push_screen(Choosing("Pages", blocks, filtering=True), picked)

    def _write_note(self) -> None:
        def typed(words: str | None) -> None:
            if words:
                self._do(lambda: self.campaign.note(self.person, words))

        self.app.push_screen(Typing("A note for all who play"), typed)

    def _about_players(self, what: str) -> None:
        campaign, person = self.campaign, self.person
        if what == "resign":
            self._confirm("Play this campaign no longer?", "A bot has my seat", lambda: campaign.resign(person))
        elif what == "away":
            campaigns = self.app.house.campaigns
            self._confirm("Put this campaign away?", "Put it away", lambda: campaigns.put_away(person, campaign))
        elif self._leads:
            change_players(self.app, campaign)
        else:
            self.notify(f"{campaign.in_charge} decides who plays.")

    def _confirm(self, question: str, yes: str, deed: Callable[[], Any]) -> None:
        def answered(is_sure: bool | None) -> None:
            if is_sure and self._do(deed) and self.is_attached:
                self.show_all()

        self.app.push_screen(Confirming(question, yes, "No"), answered)

    def _do(self, deed: Callable[[], Any]) -> bool:
        try:
            deed()
        except ParleyError as error:
            self.notify(str(error), severity="error", timeout=10)
            return False
        return True


def paragraphs(title: str, texts: Sequence[str]) -> Text:
    """A title and what stands below it."""
    return Text.assemble((title, "bold"), *(f"\n\n{text}" for text in texts if text))


def page_text(page: CampaignPage, last: str = "") -> Text:
    """A page with its title."""
    texts = [" ".join(each.split()) for each in page.text.split("\n\n")]
    return paragraphs(page.title, [*texts, last.strip()])
