"""What a campaign is made of, as content files: one folder a campaign, `campaigns/<id>/` in the content of its game.

`campaign.json` holds all but long texts; the text of a page may stand in `pages/<page id>.md` beside it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from engine.core.campaign.conditions import Condition, parts
from engine.core.content import ContentPart, builtin, is_there, load, own, read_regular
from engine.core.errors import ContentError
from engine.core.kinds import Seat

CAMPAIGNS = "campaigns"
"""The folder of campaigns in a game's content."""

FILE = "campaign.json"

Id = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
"""The name of a campaign, a chapter, a choice, an ending or a page."""

MarkName = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*(:[a-z0-9]+(-[a-z0-9]+)*)?$", max_length=120)]
"""What is remembered of a campaign: `name` or `kind:name`, such as `spared:bridge`."""

PageKind = Literal["letter", "envelope", "index", "story", "souvenir"]

WON, LOST = "won", "lost"


class Way(ContentPart, frozen=True):
    """Where a campaign goes on: the first way of a list whose condition is true is taken."""

    to: str
    """The id of a chapter, a choice or an ending."""
    when: Condition | None = None


class Chapter(ContentPart, frozen=True, kw_only=True):
    """A part of a campaign that is played at a table."""

    id: Id
    title: str
    scenario: str
    next: tuple[Way, ...]
    letter: str = ""
    """The page that is read before it."""
    after: dict[str, str] = {}
    """The pages that are read after it: by `won` and `lost`, and by marks that the game hands over."""
    hands: tuple[MarkName, ...] = ()
    """The marks that the game may hand over at its end; others are not taken."""
    gives: tuple[MarkName, ...] = ()
    """Marks for reaching it; those below for how it ended."""
    gives_won: tuple[MarkName, ...] = ()
    gives_lost: tuple[MarkName, ...] = ()
    sealed: bool = False
    """Whether its scenario is shown nowhere before a campaign reached it."""


class ChoiceOption(ContentPart, frozen=True, kw_only=True):
    """One of the things that can be chosen between chapters."""

    id: Id
    title: str
    text: str = ""
    gives: tuple[MarkName, ...] = ()
    to: str = ""
    """Where it leads; the ways of the choice decide if it is left out."""


class CampaignChoice(ContentPart, frozen=True, kw_only=True):
    """What the players decide between chapters."""

    id: Id
    title: str
    text: str
    options: tuple[ChoiceOption, ...]
    next: tuple[Way, ...] = ()

    def option(self, name: str) -> ChoiceOption | None:
        """An option by its id."""
        return next((each for each in self.options if each.id == name), None)


class Ending(ContentPart, frozen=True, kw_only=True):
    """How a campaign can end."""

    id: Id
    title: str
    text: str


class DeckCard(ContentPart, frozen=True, kw_only=True):
    """A card of the campaign deck, which has a fixed order. A lock stays on top until its condition is true."""

    number: int
    title: str
    text: str = ""
    kind: Literal["card", "lock"] = "card"
    when: Condition | None = None
    gives: tuple[MarkName, ...] = ()
    page: str = ""


class CampaignPage(ContentPart, frozen=True, kw_only=True):
    """Something to read. One that a chapter or a card names is opened there; any other when its condition is true."""

    id: Id
    kind: PageKind
    title: str
    text: str = ""
    """Left out if it stands in `pages/<id>.md`."""
    gist: str = ""
    """What the story so far says of it: a sentence or two. Without it the story has the first paragraph."""
    seat: Seat = ""
    """Of an envelope: the seat that it is addressed to."""
    when: Condition | None = None


Node = Chapter | CampaignChoice | Ending


class Campaign(ContentPart, frozen=True, kw_only=True, dict=True):
    """Chapters under one story, and the ways between them."""

    id: Id
    title: str
    text: str
    start: str
    chapters: tuple[Chapter, ...]
    endings: tuple[Ending, ...]
    choices: tuple[CampaignChoice, ...] = ()
    deck: tuple[DeckCard, ...] = ()
    pages: tuple[CampaignPage, ...] = ()
    marks: dict[MarkName, str] = {}
    """What marks mean, each in a sentence for the story so far."""

    @cached_property
    def nodes(self) -> dict[str, Node]:
        """Chapters, choices and endings by their ids."""
        nodes: list[Node] = [*self.chapters, *self.choices, *self.endings]
        return {each.id: each for each in nodes}

    @cached_property
    def ways(self) -> list[tuple[str, Chapter | CampaignChoice, Way]]:
        """Every way, with its path in the file and the chapter or choice that it leads on from."""
        of_chapters = [
            (f"$.chapters[{number}].next[{place}]", chapter, way)
            for number, chapter in enumerate(self.chapters)
            for place, way in enumerate(chapter.next)
        ]
        of_choices = [
            (f"$.choices[{number}].next[{place}]", choice, way)
            for number, choice in enumerate(self.choices)
            for place, way in enumerate(choice.next)
        ]
        return [*of_chapters, *of_choices]

    def conditions(self) -> Iterator[tuple[Condition, str]]:
        """Every condition, those inside others as well, with its path in the file."""
        for path, _, way in self.ways:
            yield from parts(way.when, f"{path}.when")
        for number, card in enumerate(self.deck):
            yield from parts(card.when, f"$.deck[{number}].when")
        for number, page in enumerate(self.pages):
            yield from parts(page.when, f"$.pages[{number}].when")

    @cached_property
    def page_by_id(self) -> dict[str, CampaignPage]:
        """The pages by their ids."""
        return {each.id: each for each in self.pages}

    @cached_property
    def named_pages(self) -> frozenset[str]:
        """The pages that a chapter or a card names, so that they are opened there and nowhere else."""
        of_chapters = {page for each in self.chapters for page in (each.letter, *each.after.values())}
        return frozenset(of_chapters | {each.page for each in self.deck})

    @cached_property
    def loose_pages(self) -> tuple[CampaignPage, ...]:
        """The pages that open by their condition alone."""
        return tuple(each for each in self.pages if each.id not in self.named_pages)

    @cached_property
    def edition(self) -> str:
        """A short hash of all that decides where the campaign goes on and what it opens, apart from its words."""
        ways = [
            (each.id, each.scenario, each.next, each.gives, each.gives_won, each.gives_lost) for each in self.chapters
        ]
        choices = [(each.id, [(one.id, one.gives, one.to) for one in each.options], each.next) for each in self.choices]
        deck = [(each.number, each.kind, each.when, each.gives, each.page) for each in self.deck]
        pages = [(each.id, each.seat, each.when) for each in self.pages]
        opened = [(each.letter, each.after) for each in self.chapters]
        parts = [self.start, ways, choices, [each.id for each in self.endings], deck, pages, opened]
        return blake2b(msgspec.json.encode(parts, order="sorted"), digest_size=6).hexdigest()

    def chapter(self, name: str) -> Chapter | None:
        """A chapter by its id."""
        node = self.nodes.get(name)
        return node if isinstance(node, Chapter) else None

    def seals(self, scenario: str) -> bool:
        """Whether a scenario is shown nowhere before this campaign reached it."""
        return any(each.sealed and each.scenario == scenario for each in self.chapters)


class Known(msgspec.Struct, frozen=True):
    """What a game says about the names that its campaigns use."""

    scenarios: tuple[str, ...]
    seats: tuple[Seat, ...]
    carries: Mapping[str, Collection[str]] = {}
    """The marks that each scenario understands, by its id."""


def load_campaign(folder: Path) -> Campaign:
    """Read the folder of a campaign, or say exactly what is wrong with it."""
    file = folder / FILE
    campaign: Campaign = load(file, Campaign)
    if campaign.id != folder.name:
        raise ContentError(str(file), "$.id", f'expected "{folder.name}", the name of the folder.')
    pages = tuple(_whole_page(folder, number, page) for number, page in enumerate(campaign.pages))
    return msgspec.structs.replace(campaign, pages=pages)


def _whole_page(folder: Path, number: int, page: CampaignPage) -> CampaignPage:
    """A page with its text."""
    text = folder / "pages" / f"{page.id}.md"
    if page.text:
        if is_there(text):
            raise ContentError(str(folder / FILE), f"$.pages[{number}].text", f"the text also stands in {text}.")
        return page
    try:
        return msgspec.structs.replace(page, text=read_regular(text).decode().strip())
    except UnicodeDecodeError:
        raise ContentError(str(text), "$", "the file is not UTF-8 text.") from None
    except OSError:
        raise ContentError(
            str(folder / FILE), f"$.pages[{number}]", f"there is neither a text nor a file {text}."
        ) from None


def campaign_folders(content: Path) -> list[Path]:
    """The folders of the campaigns in a game's content, in alphabetical order."""
    try:
        return sorted(each.parent for each in (content / CAMPAIGNS).glob(f"*/{FILE}"))
    except OSError:
        return []


def load_campaigns(game: str) -> tuple[Campaign, ...]:
    """The campaigns of a game, built-in ones first; one of the user's own that cannot be read is left out."""
    return _loaded(builtin(game), own(game))


@cache
def _loaded(ours: Path, theirs: Path) -> tuple[Campaign, ...]:
    found = {folder.name: load_campaign(folder) for folder in campaign_folders(ours)}
    for folder in campaign_folders(theirs):
        try:
            found.setdefault(folder.name, load_campaign(folder))
        except ContentError:
            continue
    return tuple(found.values())
