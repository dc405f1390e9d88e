"""Campaigns on the screens: from the home menu back to the table, page by page, and never more than was reached."""

from __future__ import annotations

import os
import random

import pytest
from textual.widgets import Input

from engine.core.campaign.standing import AtEnding, MakeChoice, PlayChapter, ReadPages, ResumeAttempt
from engine.core.kinds import Setup
from tests.contracts import campaigner
from tests.made_up import rules
from tests.tui.playing import app_at, table_screen
from tests.tui.test_snapshots import SIZES, frozen
from tui.app import ParleyApp
from tui.play import saves
from tui.play.campaign_map import map_rows
from tui.play.campaigns import NewCampaign, begin, ledgers, open_campaign
from tui.play.chairs import ANYBODY, ME, Chair
from tui.screens.campaign import CampaignScreen
from tui.screens.campaign_choice import ChoiceScreen
from tui.screens.campaign_pages import AttemptsScreen, IndexScreen, MapScreen
from tui.screens.campaigns import CampaignsScreen
from tui.screens.curtain import Curtain
from tui.screens.ending import EndScreen
from tui.screens.home import HomeScreen
from tui.screens.new_campaign import NewCampaignScreen, PlayersScreen
from tui.screens.sheets import SheetsScreen
from tui.screens.table import TableScreen
from tui.screens.theatre import TheatreScreen
from tui.widgets.dialogs import Choosing, Confirming
from tui.widgets.lines import Lines

__all__ = ["frozen"]
pytestmark = pytest.mark.usefixtures("marsh_lights", "frozen")

ALONE = {"amber": Chair("person", ME), "jade": Chair("person", ME)}
SEED = 4


def fog(until=None, chairs=ALONE, *, name="", played=0, option="down", when=None):
    """A campaign of Marsh Lights that stands at a kind of step after some chapters; its file is closed."""
    book = begin(NewCampaign(rules=rules, campaign=campaign(), chairs=chairs, name=name, seed=SEED))
    if when is not None:
        book._clock = lambda: when
    while until is not None and not (isinstance(book.standing.todo, until) and len(book.standing.attempts) >= played):
        step(book, until, option)
    book.close()
    return book


def campaign():
    return next(each for each in rules.campaigns() if each.id == "long-fog")


def step(book, until, option):
    todo = book.standing.todo
    if isinstance(todo, MakeChoice):
        book.choose(option)
    elif isinstance(todo, PlayChapter) and until is ResumeAttempt:
        book.begin().leave()
    else:
        campaigner._step(book, SEED, lambda words: None)


def alone(name):
    """A table of a single game, which was left."""
    setup = Setup(game=rules.id, scenario="ford", seats=("amber", "jade"), seed=3)
    saves.begin(rules, setup, name, ALONE).leave()


class Visit:
    """The app, and what it says."""

    def __init__(self, pilot):
        self.app, self.pilot, self.said = pilot.app, pilot, []
        self.app.notify = lambda words, **_: self.said.append(words)

    async def settle(self):
        await self.pilot.pause()
        await self.app.workers.wait_for_complete()
        await self.pilot.pause()

    async def press(self, *pressed):
        for key in pressed:
            await self.pilot.press(key)
            await self.settle()

    async def pick(self, key, lines="#list"):
        """Choose a line of a list, and take it."""
        self.screen.query_one(lines, Lines).point_at(key)
        await self.press("enter")

    async def type(self, words):
        self.screen.query_one(Input).value = words
        await self.press("enter")

    @property
    def screen(self):
        return self.app.screen

    @property
    def todo(self):
        return self.hub.book.standing.todo

    @property
    def hub(self):
        return next(each for each in self.app.screen_stack if isinstance(each, CampaignScreen))

    def words(self, lines):
        found = self.screen.query_one(lines, Lines).blocks
        return "\n".join(f"{block.head.plain if block.head else ''}\n{block.text.plain}" for block in found)


@pytest.fixture
def visit():
    """Open the app in a `with`, because a fixture cannot keep Textual's context."""

    class Opening:
        def __init__(self, place=None, size=(80, 24)):
            self._run, self._place = app_at(None).run_test(size=size), place

        async def __aenter__(self):
            here = Visit(await self._run.__aenter__())
            await here.settle()
            if self._place is not None:
                self.open(here.app)
                await here.settle()
            return here

        def open(self, app):
            if isinstance(self._place, str):
                app.go_to(self._place, None)
            else:
                app.resume_campaign(self._place.path)

        async def __aexit__(self, *problem):
            await self._run.__aexit__(*problem)

    return Opening


def play_out(screen):
    """Play a table to its end by chance."""
    table, chance = screen.table, random.Random(3)
    while table.ask is not None:
        seat = table.ask.seats[0]
        table.submit(seat, chance.choice(list(table.moves(seat))))


# Home


async def test_continue_leads_back_to_the_middle_of_a_chapter_in_one_key(visit):
    fog(ResumeAttempt)
    async with visit() as here:
        assert "The Long Fog: in the middle of First light" in here.words("#menu")
        await here.press("enter")
        while isinstance(here.screen, SheetsScreen | Curtain):
            await here.press("enter")
        assert any(isinstance(each, TableScreen) for each in here.app.screen_stack)
        assert here.todo == ResumeAttempt(1)


async def test_people_who_share_a_keyboard_are_back_at_the_table_in_three_keys(visit):
    """Continue, the curtain, and what happened meanwhile."""
    fog(ResumeAttempt, chairs={"amber": ANYBODY, "jade": ANYBODY})
    async with visit() as here:
        await here.press("c")
        presses = 1
        while here.screen is not table_screen(here.app):
            await here.press("enter")
            presses += 1
        assert presses <= 3


async def test_continue_between_two_chapters_opens_the_page_of_the_campaign(visit):
    fog(MakeChoice)
    async with visit() as here:
        await here.press("c")
        assert isinstance(here.screen, CampaignScreen)
        await here.press("enter")
        assert isinstance(here.screen, ChoiceScreen)


async def test_after_some_days_continue_begins_with_what_has_happened_so_far(visit):
    book = fog(ResumeAttempt, played=2, when=1_600_000_000)
    os.utime(book.table_of(book.standing.attempt), (1_600_000_000,) * 2)
    async with visit() as here:
        await here.press("enter")
        assert "What has happened so far" in here.words("#sheet")
        await here.press("enter")
        assert any(isinstance(each, TableScreen) for each in here.app.screen_stack)


async def test_a_chapter_that_was_played_today_needs_no_story(visit):
    fog(ResumeAttempt, played=2, when=1_600_000_000)
    async with visit() as here:
        await here.press("enter")
        assert any(isinstance(each, TableScreen) for each in here.app.screen_stack)


async def test_continue_takes_the_table_if_it_was_played_after_the_campaign(visit):
    book = fog(MakeChoice)
    os.utime(book.path, (1_600_000_000,) * 2)
    alone("later")
    async with visit() as here:
        await here.press("c")
        assert table_screen(here.app).opened.name == "later"


async def test_a_campaign_that_is_over_is_not_continued(visit):
    fog(AtEnding)
    async with visit() as here:
        assert "Continue" not in here.words("#menu")


# The list


async def test_a_campaign_is_begun_from_the_home_menu(visit):
    async with visit() as here:
        await here.pick("campaigns", "#menu")
        assert isinstance(here.screen, CampaignsScreen)
        await here.press("enter")
        assert isinstance(here.screen, NewCampaignScreen)
        place = next(
            block.key for block in here.screen.query_one("#form", Lines).blocks if "Long Fog" in block.text.plain
        )
        await here.pick(place, "#form")
        await here.pick(("name", ""), "#form")
        await here.type("Ours")
        await here.press("b")
        assert isinstance(here.screen, CampaignScreen)
        book = here.screen.book
        assert (book.standing.name, book.campaign.id) == ("Ours", "long-fog")


async def test_a_form_without_players_is_refused(visit):
    async with visit("campaigns") as here:
        await here.press("n")
        form = here.screen
        form.seating.clear()
        form.fill()
        await here.press("b")
        assert here.screen is form
        assert "nobody would play" in here.said[-1]


async def test_options_are_chosen_for_the_whole_campaign(visit):
    async with visit("campaigns") as here:
        await here.press("n")
        form = here.screen
        form.choose("campaign", next(str(n) for n, each in enumerate(form._offers) if each.campaign.id == "long-fog"))
        options = [block.key for block in form.query_one("#form", Lines).blocks if block.key[0] == "option"]
        await here.pick(options[0], "#form")
        await here.press("b")
        book = here.hub.book
        assert book.ledger.header.options
        while isinstance(book.standing.todo, ReadPages):
            book.read(book.standing.todo.pages)
        assert book.draft().options == book.ledger.header.options


async def test_a_campaign_begins_at_a_chapter_that_another_came_to(visit):
    fog(PlayChapter, played=2)
    async with visit("campaigns") as here:
        await here.press("n")
        form = here.screen
        form.choose("campaign", next(str(n) for n, each in enumerate(form._offers) if each.campaign.id == "long-fog"))
        form.query_one("#form", Lines).point_at(("start", ""))
        await here.press("left", "b")
        assert here.hub.book.ledger.header.start == "sinkhole"
        assert [step.node for step in here.hub.book.standing.path] == ["first-light", "cold-morning", "fork"]


async def test_campaigns_are_renamed_deleted_and_brought_back(visit):
    fog()
    async with visit("campaigns") as here:
        await here.press("r")
        await here.type("Ours")
        assert "Ours" in here.words("#list")
        await here.press("d")
        assert ledgers().files() == []
        await here.press("u")
        assert "Ours" in here.words("#list")


async def test_a_campaign_is_exported_and_brought_in(visit, tmp_path):
    fog(MakeChoice)
    async with visit("campaigns") as here:
        await here.press("x")
        await here.type(str(tmp_path / "ours.zip"))
        assert (tmp_path / "ours.zip").is_file()
        await here.press("d", "i")
        await here.type(str(tmp_path / "ours.zip"))
        assert "Decide: The fork" in here.words("#list")
        await here.press("i")
        await here.type(str(tmp_path / "no.zip"))
        assert "no.zip" in here.said[-1]


# Pages, choices, chapters


async def test_pages_are_read_one_by_one_and_noted(visit):
    async with visit(fog()) as here:
        await here.press("enter")
        assert "Follow the lights" in here.words("#sheet")
        await here.press("enter", "left")
        assert "Follow the lights" in here.words("#sheet")
        await here.press("escape")
        assert here.todo.pages[0] == "envelope-amber"
        await here.press("enter", *["enter"] * len(here.todo.pages))
        assert here.todo == PlayChapter("first-light")


async def test_an_envelope_waits_behind_a_curtain_where_people_share_the_keyboard(visit):
    async with visit(fog(chairs={"amber": ANYBODY, "jade": ANYBODY})) as here:
        await here.press("enter", "enter")
        assert isinstance(here.screen, Curtain)
        sheets = here.app.screen_stack[-2]
        assert "promised" not in "".join(block.text.plain for block in sheets.query_one(Lines).blocks)
        await here.press("enter")
        assert "promised" in here.words("#sheet")


async def test_a_choice_is_asked_about_and_written_down(visit):
    async with visit(fog(MakeChoice)) as here:
        await here.press("enter", "2")
        assert isinstance(here.screen, Confirming)
        await here.press("n")
        assert here.todo == MakeChoice("fork")
        await here.press("2", "y")
        assert isinstance(here.screen, CampaignScreen)
        assert here.hub.book.standing.path[-1].option == "down"


async def test_a_chapter_that_ends_leads_back_to_the_campaign_and_is_noted(visit):
    async with visit(fog(PlayChapter)) as here:
        await here.press("enter")
        table = table_screen(here.app)
        while here.screen is not table:
            await here.press("escape")
        play_out(table)
        table.ask()
        await here.settle()
        assert isinstance(here.screen, EndScreen)
        assert "Play again" not in here.words("Lines")
        await here.press("enter")
        assert isinstance(here.screen, CampaignScreen)
        assert here.hub.book.standing.attempts[0].result in ("won", "lost")
        assert isinstance(here.todo, ReadPages)


async def test_leaving_in_the_middle_returns_to_the_campaign(visit):
    async with visit(fog(PlayChapter)) as here:
        await here.press("enter")
        table = table_screen(here.app)
        while here.screen is not table:
            await here.press("escape")
        await here.press("q")
        assert isinstance(here.screen, CampaignScreen)
        assert here.todo == ResumeAttempt(1)
        await here.press("escape")
        assert isinstance(here.screen, HomeScreen)
        assert "in the middle of First light" in here.words("#menu")


async def test_a_table_that_was_opened_among_the_saves_leads_to_its_campaign_at_its_end(visit):
    book = fog(ResumeAttempt)
    async with visit() as here:
        here.app.resume(book.standing.attempt.save)
        await here.settle()
        table = table_screen(here.app)
        while here.screen is not table:
            await here.press("enter")
        play_out(table)
        table.ask()
        await here.settle()
        await here.press("enter")
        assert isinstance(here.screen, CampaignScreen)
        assert here.hub.book.standing.attempts[0].result


async def test_a_chapter_whose_save_is_gone_can_be_begun_again(visit):
    book = fog(ResumeAttempt)
    book.table_of(book.standing.attempt).unlink()
    async with visit(book) as here:
        await here.press("enter")
        assert isinstance(here.screen, Confirming)
        await here.press("y")
        assert here.todo == PlayChapter("first-light")


async def test_the_ledger_is_free_again_when_the_page_is_left(visit):
    book = fog()
    async with visit(book) as here:
        await here.press("escape")
        await here.settle()
        open_campaign(book.path, writing=True).close()


# What it holds


async def test_the_index_is_searched(visit):
    async with visit(fog(MakeChoice)) as here:
        await here.press("i")
        assert isinstance(here.screen, IndexScreen)
        assert "Lantern" in here.words("#titles")
        await here.press("slash", *"firefl")
        assert "Lantern" not in here.words("#titles")
        assert "begins with a spark more" in here.words("#text")
        await here.press("x")
        assert 'does not say "fireflx"' in here.words("#text")
        await here.press("escape")
        assert "Lantern" in here.words("#titles")
        await here.press("escape")
        assert isinstance(here.screen, CampaignScreen)


async def test_the_index_is_readable_from_the_table(visit):
    fog(ResumeAttempt)
    async with visit() as here:
        await here.press("enter")
        table = table_screen(here.app)
        while here.screen is not table:
            await here.press("escape")
        await here.press("I")
        assert isinstance(here.screen, IndexScreen)
        assert "Lantern" in here.words("#titles")
        await here.press("escape")
        assert here.screen is table


async def test_a_single_game_has_no_index(visit):
    alone("alone")
    async with visit() as here:
        await here.press("enter")
        assert not table_screen(here.app).offers("index")


async def test_attempts_are_watched_again(visit):
    async with visit(fog(MakeChoice)) as here:
        await here.press("l")
        assert isinstance(here.screen, AttemptsScreen)
        assert "First light" in here.words("#attempts")
        await here.press("enter")
        assert isinstance(here.screen, TheatreScreen)


async def test_a_note_is_written(visit):
    async with visit(fog()) as here:
        await here.press("n")
        await here.type("The knot holds.")
        assert here.hub.book.standing.notes[0].text == "The knot holds."
        here.screen.query_one("#list", Lines).point_at("notes")
        await here.settle()
        assert "The knot holds." in here.words("#words")


async def test_players_change_between_chapters(visit):
    async with visit(fog()) as here:
        await here.pick("players")
        assert isinstance(here.screen, PlayersScreen)
        here.screen.query_one("#form", Lines).point_at(("seat", "violet"))
        await here.press("enter", "b")
        assert "violet" in here.hub.book.standing.players


async def test_playing_a_chapter_again_tells_before_what_follows(visit):
    async with visit(fog(PlayChapter, played=2)) as here:
        await here.pick("again")
        assert isinstance(here.screen, Choosing)
        await here.press("enter")
        assert "counts no longer" in here.screen._question
        await here.press("enter")  # a second Enter by mistake changes nothing
        assert here.hub.book.standing.path
        await here.pick("again")
        await here.press("enter", "y")
        assert here.hub.book.standing.path == ()


async def test_a_chapter_is_played_as_a_single_game(visit):
    async with visit(fog(MakeChoice)) as here:
        before = here.hub.book.standing.digest()
        await here.pick("single")
        await here.press("enter")
        setup = table_screen(here.app).table.setup
        assert (setup.scenario, setup.campaign) == ("ford", "")
        assert here.hub.book.standing.digest() == before


async def test_the_command_opens_the_page_of_a_campaign():
    book = open_campaign(fog(MakeChoice).path, writing=True)
    async with ParleyApp(campaign=book).run_test() as pilot:
        await pilot.pause()
        assert isinstance(pilot.app.screen, CampaignScreen)


async def test_a_restart_is_asked_about(visit):
    async with visit(fog(MakeChoice)) as here:
        await here.pick("restart")
        await here.press("y")
        assert here.hub.book.standing.restarts == 1


# Sealed


async def test_nothing_that_was_not_reached_has_a_name(visit):
    """Only what a run has come to is named, on every line of the page and on the map."""
    async with visit(fog(MakeChoice), size=(120, 40)) as here:
        told = []
        for block in list(here.screen.query_one("#list", Lines).blocks):
            here.screen.query_one("#list", Lines).point_at(block.key)
            await here.settle()
            told.append(here.words("#words"))
        await here.press("m")
        assert isinstance(here.screen, MapScreen)
        told.append(here.words("#map"))
        words = "\n".join(told)
        assert "First light" in words
        for title in ("The sinkhole", "The dyke road", "Last light", "Dawn", "Dusk", "pebble"):
            assert title not in words


def test_the_map_has_the_path_and_dots():
    book = fog(PlayChapter, played=2)
    rows = map_rows(book.campaign, book.standing)
    path = [row.trunk.title for row in rows if row.trunk]
    assert path[0] == "First light"
    assert rows[0].trunk.words in ("won", "lost")
    ahead = [spot for row in rows if not row.is_behind for spot in row.others]
    assert ahead
    assert not any(spot.title or spot.kind for spot in ahead)


def test_a_map_with_a_circle_has_an_end():
    """A campaign of somebody's own may have mistakes that only `parley data check` finds."""
    import msgspec

    from engine.core.campaign.content import Way

    book = fog(PlayChapter)
    first = msgspec.structs.replace(book.campaign.chapters[0], next=(Way(to="first-light"),))
    circle = msgspec.structs.replace(book.campaign, chapters=(first, *book.campaign.chapters[1:]))
    assert map_rows(circle, book.standing)


# Pictures


@pytest.fixture
def timeless(monkeypatch):
    """The same times in every picture."""
    monkeypatch.setattr("tui.screens.campaign_told.told_time", lambda seconds: "2026-05-04 19:30")
    monkeypatch.setattr("tui.play.going_on.told_when", lambda seconds: "yesterday")
    monkeypatch.setattr("tui.screens.campaigns.told_when", lambda seconds: "yesterday")


def shown(book, *pressed):
    """Open the page of a campaign and press keys."""

    async def run(pilot):
        here = Visit(pilot)
        await here.settle()
        if book is not None:
            pilot.app.resume_campaign(book.path)
            await here.settle()
        await here.press(*pressed)

    return run


PICTURES = {
    "hub": (PlayChapter, 2, ()),
    "begun": (None, 0, ()),
    "letter": (None, 0, ("enter",)),
    "choice": (MakeChoice, 1, ("enter",)),
    "map": (PlayChapter, 2, ("m",)),
    "index": (PlayChapter, 2, ("i",)),
    "attempts": (PlayChapter, 2, ("l",)),
    "story": (PlayChapter, 2, ("s",)),
    "deck": (PlayChapter, 2, ("down", "down", "down", "down", "down")),
    "ending": (AtEnding, 1, ()),
    "again": (PlayChapter, 2, ("end", "up", "up", "up", "enter", "enter")),
    "players": (PlayChapter, 2, ("end", "up", "up", "up", "up", "enter", "down")),
}


@SIZES
@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.usefixtures("timeless")
def test_the_campaign(snap_compare, name, size):
    until, played, pressed = PICTURES[name]
    book = fog(until, played=played)
    assert snap_compare(app_at(None), terminal_size=size, run_before=shown(book, *pressed))


@SIZES
@pytest.mark.usefixtures("timeless")
def test_home_with_a_campaign(snap_compare, size):
    fog(ResumeAttempt)
    assert snap_compare(app_at(None), terminal_size=size, run_before=shown(None))


@SIZES
@pytest.mark.usefixtures("timeless")
def test_the_list_of_campaigns(snap_compare, size):
    for place, (name, until) in enumerate({"Rainy evenings": None, "Ours": MakeChoice, "Finished": AtEnding}.items()):
        os.utime(fog(until, name=name).path, (1_600_000_000 + place,) * 2)
    assert snap_compare(app_at(None), terminal_size=size, run_before=shown(None, *_to_campaigns()))


def _to_campaigns():
    return ("home", "down", "down", "enter", "down")


@SIZES
def test_the_form_of_a_campaign(snap_compare, size):
    assert snap_compare(
        app_at(None), terminal_size=size, run_before=shown(None, "down", "enter", "n", "down", "enter", "end", "up")
    )


@SIZES
@pytest.mark.usefixtures("timeless")
def test_the_end_of_a_chapter(snap_compare, size):
    async def run(pilot):
        here = Visit(pilot)
        await here.press("c", "enter")
        table = table_screen(here.app)
        while here.screen is not table:
            await here.press("escape")
        play_out(table)
        table.ask()
        await here.settle()

    fog(PlayChapter)
    assert snap_compare(app_at(None), terminal_size=size, run_before=run)


@pytest.mark.usefixtures("timeless")
def test_the_map_in_letters_and_without_colours(snap_compare):
    app = app_at(None, depth="mono", glyphs="ascii")
    assert snap_compare(app, terminal_size=(80, 24), run_before=shown(fog(PlayChapter, played=2), "m"))
