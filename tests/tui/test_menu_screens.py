"""The screens behind the home menu, by key and by mouse."""

import os

import pytest
from rich.color import ColorType
from textual.widgets import Input

from engine import registry
from engine.store.files import FileJournal
from engine.store.log import Result, SeatResult
from tests.tui.playing import SMALL, app_at, opened
from tui.app import ParleyApp
from tui.look import settings
from tui.play import saves
from tui.screens.home import HomeScreen
from tui.screens.log import LogScreen
from tui.screens.new_game import NewGameScreen
from tui.screens.saves import SavesScreen
from tui.screens.settings import CHOICES, SettingsScreen
from tui.screens.table import TableScreen
from tui.widgets.dialogs import Menu, Pressing, Reading
from tui.widgets.lines import Lines
from tui.widgets.preview import Preview
from tui.widgets.prompt import KeyLine

SIZES = [(80, 24), (120, 40)]

HOME_OF_ALL_TESTS = os.environ["PARLEY_HOME"]


@pytest.fixture(autouse=True)
def one_game(monkeypatch):
    """Horrors of War alone in the menus; those of several games are in test_several_games.py and in the pictures."""
    monkeypatch.setattr(registry, "_own_ids", lambda: ("horrors-of-war",))


class Visit:
    """An app that stands on one screen of the menu."""

    def __init__(self, app, pilot):
        self.app, self.pilot = app, pilot
        self.said = []
        app.notify = lambda words, **_: self.said.append(words)

    async def settle(self):
        await self.pilot.pause()
        await self.app.workers.wait_for_complete()
        await self.pilot.pause()

    async def go(self, place):
        self.app.go_to(place, None)
        await self.settle()
        return self.app.screen

    async def press(self, *keys):
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def point(self, key, lines="#form"):
        self.app.screen.query_one(lines, Lines).point_at(key)
        await self.settle()

    def words(self, lines):
        return "\n".join(block.text.plain for block in self.app.screen.query_one(lines, Lines).blocks)

    async def type(self, text):
        """All but the last letter at once: a long path takes half a minute key by key."""
        self.app.screen.query_one(Input).value = text[:-1]
        await self.press("end", text[-1], "enter")


@pytest.fixture
def visit(home):
    """Open the app in a `with`, because a fixture cannot keep Textual's context."""

    class Opening:
        def __init__(self, size=(80, 24)):
            self._run = ParleyApp().run_test(size=size)

        async def __aenter__(self):
            pilot = await self._run.__aenter__()
            found = Visit(pilot.app, pilot)
            await found.settle()
            return found

        async def __aexit__(self, *problem):
            await self._run.__aexit__(*problem)

    return Opening


# Home


async def test_a_menu_that_is_being_taken_down_is_not_filled(visit, monkeypatch):
    async with visit() as here:
        screen = here.app.screen
        monkeypatch.setattr("tui.screens.home.newest", lambda _: (None, ""))
        await screen.query(KeyLine).remove()
        await screen.read().wait()


async def test_the_menu_tells_where_the_newest_table_stands(visit, put, lines):
    put(lines)
    async with visit() as here:
        menu = here.app.screen.query_one("#menu", Lines)
        assert menu.key == "continue"
        assert "Order in Chaos, round 3: Macaws 6, Ocelots 7\n            Nabo and Yainar, just now" in here.words(
            "#menu"
        )
        await here.press("enter")
        assert isinstance(here.app.screen, TableScreen)


async def test_continue_waits_until_the_newest_table_is_found(visit, put, lines):
    put(lines)
    async with visit() as here:
        home = here.app.screen
        home._newest, home._has_read = None, False
        home.action_go("continue")
        assert isinstance(here.app.screen, HomeScreen)
        home.read()
        await here.settle()
        assert isinstance(here.app.screen, TableScreen)
        assert here.said == []


async def test_without_a_table_there_is_nothing_to_continue(visit):
    async with visit() as here:
        assert here.app.screen.query_one("#menu", Lines).key == "new"
        await here.press("c")
        assert here.said == ["There is no unfinished table; begin a new game."]


async def test_a_save_that_cannot_be_read_does_not_keep_the_menu_away(visit, put):
    put(b"nonsense\n")
    async with visit() as here:
        assert isinstance(here.app.screen, HomeScreen)
        assert here.app.screen.query_one("#menu", Lines).key == "new"


@pytest.mark.parametrize(
    ("place", "kind"),
    [("new", NewGameScreen), ("saves", SavesScreen), ("log", LogScreen), ("settings", SettingsScreen)],
)
async def test_escape_leads_back(visit, place, kind):
    async with visit() as here:
        assert isinstance(await here.go(place), kind)
        await here.press("escape")
        assert isinstance(here.app.screen, HomeScreen)


# A new game


@pytest.mark.parametrize("size", SIZES)
async def test_a_game_is_begun_by_keys_alone(visit, home, size):
    async with visit(size) as here:
        await here.go("new")
        await here.press("down", "enter", "b")
        table = here.app.screen_stack[2]
        assert isinstance(here.app.screen, Reading)
        assert isinstance(table, TableScreen)
        assert table.table.setup.scenario == "loose-cannon"
        assert (home / "saves" / "loose-cannon-1.jsonl").exists()
        await here.press("escape", "q")
        assert isinstance(here.app.screen, HomeScreen)


async def test_everything_can_be_chosen(visit):
    async with visit((120, 40)) as here:
        screen = await here.go("new")
        for key in (
            ("scenario", "heights-of-glory"),
            ("challenge", "rising-stars"),
            ("seat", "yainar"),
            ("option", "private-hands"),
            ("undo", ""),
        ):
            await here.point(key)
            await here.press("space")
        await here.point(("seat", "tambatro"))
        await here.press("left", "left")
        await here.point(("seed", ""))
        await here.press("enter")
        await here.type("42")
        setup = screen.draft.setup
        assert (setup.scenario, setup.challenges, setup.seats) == (
            "heights-of-glory",
            ("rising-stars",),
            ("nabo", "yainar"),
        )
        assert (setup.options, setup.open_undo, setup.seed) == (("private-hands",), True, 42)


async def test_the_map_follows_what_is_pointed_at(visit):
    async with visit() as here:
        screen = await here.go("new")
        shown = screen.query_one(Preview)
        await here.press("down")
        assert shown._shown[1].scenario == "loose-cannon"
        assert screen.draft.scenario.id == "order-in-chaos"
        await here.point(("challenge", "timid-invasion"))
        await here.press("enter")
        assert shown._shown[1].motivation == {"macaw": 2, "ocelot": 10}
        assert "start at 2 motivation" in here.words("#words")


async def test_challenges_of_another_scenario_are_dropped(visit):
    async with visit() as here:
        screen = await here.go("new")
        await here.point(("challenge", "timid-invasion"))
        await here.press("enter")
        await here.point(("scenario", "loose-cannon"))
        await here.press("enter")
        assert screen.draft.setup.challenges == ()


async def test_every_seat_turns_through_all_who_can_sit_there(visit):
    async with visit() as here:
        screen = await here.go("new")
        await here.point(("seat", "yainar"))
        told = []
        for _ in range(6):
            await here.press("enter")
            blocks = screen.query_one("#form").blocks
            told.append(next(block.text.plain for block in blocks if block.key == ("seat", "yainar")))
        words = [each.partition("] ")[2] for each in told]
        assert words[-1].startswith("Yainar ")
        chairs = ["you", "a person", "easy bot", "normal bot", "hard bot"]
        assert all(each.startswith(f"Yainar: {chair}") for each, chair in zip(words[:5], chairs, strict=True))
        assert "yainar" not in screen.draft.setup.seats
        assert "hard bot" in " ".join(here.words("#words").split())


async def test_a_game_begins_with_the_chairs_of_the_form(visit, home):
    async with visit() as here:
        await here.go("new")
        await here.point(("seat", "tambatro"))
        await here.press("left")
        await here.point(("seat", "nabo"))
        await here.press("enter")
        await here.press("b")
        opened = here.app.tables[-1]
        assert {seat: chair.words for seat, chair in opened.chairs.items()} == {"tambatro": "you", "nabo": "easy bot"}
        opened.leave()
        assert saves.open_save(opened.path, writing=False).chairs["nabo"].is_bot


async def test_what_cannot_be_played_is_refused_before_it_begins(visit, home):
    async with visit() as here:
        screen = await here.go("new")
        for seat in ("tambatro", "nabo"):
            await here.point(("seat", seat))
            await here.press("left", "left")
        assert "One to four adventurers can play." in here.words("#words")
        await here.press("b")
        assert here.app.screen is screen
        assert here.said == ["One to four adventurers can play."]
        assert not (home / "saves").exists()


async def test_a_seed_that_is_none_is_refused(visit):
    async with visit() as here:
        screen = await here.go("new")
        await here.point(("seed", ""))
        await here.press("enter")
        await here.type("many")
        assert here.said[0].startswith("A seed is a number")
        assert screen.draft.setup.seed is None


async def test_content_that_is_broken_is_told(visit, home):
    own = home / "content" / "horrors_of_war" / "scenarios"
    own.mkdir(parents=True)
    (own / "mine.json").write_text("{")
    from engine.games.horrors_of_war.content import check, library

    library.library.cache_clear()
    check.own_mistakes.cache_clear()
    try:
        async with visit() as here:
            await here.go("new")
            assert "mine.json" in here.said[0]
            await here.press("b")
            assert any(isinstance(screen, TableScreen) for screen in here.app.screen_stack), (
                "what is built in is played"
            )
    finally:
        # Content is read once, so it has to be read again as all other tests know it.
        os.environ["PARLEY_HOME"] = HOME_OF_ALL_TESTS
        library.library.cache_clear()
        check.own_mistakes.cache_clear()
        library.library()


async def test_a_game_is_begun_by_mouse_alone(visit):
    async with visit() as here:
        screen = await here.go("new")
        await here.pilot.click("#form", offset=(6, 6))
        await here.settle()
        assert screen.draft.scenario.id == "talking-in-circles"
        await here.pilot.click("#form", offset=(6, 0))
        await here.settle()
        assert screen.draft.scenario.id == "talking-in-circles"
        form = screen.query_one("#form", Lines)
        form.scroll_end(animate=False)
        await here.settle()
        await here.pilot.click("#form", offset=(4, form._starts[-1] - form.scroll_offset.y))
        await here.settle()
        assert isinstance(here.app.screen, Reading)


# Saves


@pytest.fixture
def shelf(put, lines, finished_lines):
    """Three saves, the newest first: open, finished, and one that cannot be read."""
    for age, (name, content) in enumerate((("open", lines), ("done", finished_lines), ("bad", b"nonsense\n"))):
        path = put(content, name)
        stamp = path.stat().st_mtime - 100 * age
        os.utime(path, (stamp, stamp))


@pytest.mark.parametrize("size", SIZES)
async def test_every_save_is_listed_with_where_it_stands(visit, shelf, size):
    async with visit(size) as here:
        screen = await here.go("saves")
        words = here.words("#list")
        assert [block.key for block in screen.query_one("#list", Lines).blocks] == ["open", "done", "bad"]
        assert "round 3" in words
        assert "finished" in words
        assert "Order in Chaos: Nabo, Yainar" in words
        await here.press("end")
        assert "not a Parley save" in here.words("#words")
        await here.press("enter")
        assert here.app.screen is screen
        assert "not a Parley save" in here.said[0]


async def test_enter_opens_a_table(visit, shelf):
    async with visit() as here:
        await here.go("saves")
        await here.press("enter")
        assert isinstance(here.app.screen, TableScreen)
        await here.press("q")
        assert isinstance(here.app.screen, SavesScreen)


async def test_a_table_that_is_open_elsewhere_is_refused(visit, shelf, home):
    journal = FileJournal(home / "saves" / "open.jsonl")
    async with visit() as here:
        screen = await here.go("saves")
        await here.press("enter", "d")
        assert here.app.screen is screen
        assert ["open in another Parley" in words for words in here.said] == [True, True]
    journal.close()


@pytest.mark.parametrize(("place", "key"), [("replays", "enter"), ("saves", "w")])
async def test_a_table_is_watched_again(visit, shelf, place, key):
    watched = []
    async with visit() as here:
        here.app.open_theatre = watched.append
        await here.go(place)
        await here.press(key)
    assert [opened.name for opened in watched] == ["open"]


async def test_a_save_is_renamed(visit, shelf):
    async with visit() as here:
        screen = await here.go("saves")
        await here.press("r")
        await here.type("done")
        assert here.said == ["There is already a save named done."]
        await here.press("r")
        await here.type("evening")
        assert screen.query_one("#list", Lines).key == "evening"
        assert {entry.name for entry in saves.entries()} == {"evening", "done", "bad"}


async def test_a_deleted_save_comes_back(visit, shelf):
    async with visit() as here:
        screen = await here.go("saves")
        await here.press("down", "d")
        assert [entry.name for entry in saves.entries()] == ["open", "bad"]
        await here.press("u")
        assert screen.query_one("#list", Lines).key == "done"
        await here.press("u")
        assert here.said[-1] == "Nothing lies in the trash."


async def test_a_save_is_exported_and_its_story(visit, shelf, tmp_path):
    async with visit() as here:
        await here.go("saves")
        await here.press("x", "enter")
        await here.type(str(tmp_path / "copy.jsonl"))
        await here.press("x", "down", "enter")
        await here.type(str(tmp_path / "story.md"))
        await here.press("x", "enter")
        await here.type(str(tmp_path / "copy.jsonl"))
    assert (tmp_path / "story.md").read_text().startswith("# Peacemakers")
    assert here.said[0] == f"Written: {tmp_path / 'copy.jsonl'}"
    assert "already a file" in here.said[2]


async def test_the_keys_below_can_be_clicked(visit, shelf):
    async with visit() as here:
        await here.go("saves")
        spot = next(start for start, _, action in here.app.screen.query_one(KeyLine)._spots if action == "delete")
        await here.pilot.click(KeyLine, offset=(spot, 0))
        await here.settle()
        assert [entry.name for entry in saves.entries()] == ["done", "bad"]


async def test_no_saves_are_a_sentence_and_no_key_does_harm(visit):
    async with visit() as here:
        screen = await here.go("saves")
        await here.press("enter", "o", "w", "r", "d", "x", "home", "down")
        assert here.app.screen is screen
        assert "There are no saves" in here.words("#words")


# The log


async def test_the_log_tells_wins_rounds_and_honours(visit):
    game = "horrors-of-war"
    saves.log().record("a", Result(game, "order-in-chaos", (), (SeatResult("nabo", True),), 7, ("no casualties",)))
    saves.log().record("b", Result(game, "order-in-chaos", (), (SeatResult("nabo", False),), 3))
    async with visit() as here:
        await here.go("log")
        words = here.words("#log")
        count = len(registry.game(game).scenarios())
        assert words.startswith(f"2 games, 1 won and 1 lost; 1 of {count} scenarios won.")
        assert "without challenges                    1     1              7  no casualties" in words
        assert "Timid Invasion + Bad Memories" in words


async def test_a_damaged_log_is_a_sentence(visit, home):
    home.mkdir()
    (home / "log.json").write_text("nonsense")
    async with visit() as here:
        await here.go("log")
        assert "is damaged" in here.words("#log")


# Settings


async def test_a_change_is_seen_at_once_and_kept(visit):
    async with visit() as here:
        await here.go("settings")
        await here.press("right")
        assert here.app.theme == "light"
        assert settings.load()[0].theme == "light"
        await here.press("left", "left")
        assert settings.load()[0].theme == "safe"
        await here.press("backspace")
        assert settings.load()[0].theme == "dark"


async def test_every_value_of_every_setting_can_be_taken(visit):
    async with visit() as here:
        await here.go("settings")
        for choice in (choice for group in CHOICES.values() for choice in group):
            await here.point(choice.field, "#list")
            seen = set()
            for _ in choice.values:
                await here.press("enter")
                seen.add(getattr(settings.load()[0], choice.field))
            assert seen == {value for value, _ in choice.values}


@pytest.mark.parametrize("place", ["home", "new", "saves", "log", "settings"])
async def test_ascii_signs_leave_nothing_else_on_the_screen(visit, shelf, place):
    async with visit((120, 40)) as here:
        here.app.settings.glyphs = "ascii"
        await here.go("settings")
        await here.press("escape")
        if place != "home":
            await here.go(place)
        leaves = [each for each in here.app.screen.walk_children() if not each.children and each.size]
        shown = [line.text for leaf in leaves for line in leaf.render_lines(leaf.size.region)]
        assert shown
        assert [line for line in shown if not line.isascii()] == []


@pytest.mark.parametrize("depth", ["256", "16", "mono"])
async def test_fewer_colours_are_sent_when_fewer_are_wanted(visit, depth):
    async with visit() as here:
        here.app.settings.depth = depth
        await here.go("settings")
        sample = here.app.screen.query_one("#sample")
        kinds = {
            colour.type
            for line in sample.render_lines(sample.size.region)
            for part in line
            if part.style
            for colour in (part.style.color, part.style.bgcolor)
            if colour
        }
        assert ColorType.TRUECOLOR not in kinds
        assert (kinds <= {ColorType.DEFAULT}) == (depth == "mono")


async def test_a_key_is_replaced_and_works_at_the_table(visit, put, lines):
    put(lines)
    async with visit() as here:
        await here.go("settings")
        await here.point("key:help", "#list")
        await here.press("enter")
        assert isinstance(here.app.screen, Pressing)
        await here.press("x")
        assert settings.load()[0].keys == {"help": "x"}
        await here.press("escape")
        here.app.resume("game")
        await here.settle()
        await here.press("question_mark")
        assert isinstance(here.app.screen, TableScreen)
        await here.press("x")
        assert isinstance(here.app.screen, Menu)
        assert "x  what is asked" in here.words("Lines")


@pytest.mark.parametrize(
    ("pressed", "sentence"),
    [
        ("h", "h is taken by Hint; give that another key first."),
        ("enter", "enter always chooses what is pointed at; take another key."),
        ("5", "5 always makes a move by its number; take another key."),
    ],
)
async def test_two_things_on_one_key_are_refused(visit, pressed, sentence):
    async with visit() as here:
        await here.go("settings")
        await here.point("key:zoom", "#list")
        await here.press("enter", pressed)
        assert here.said == [sentence]
        assert settings.load()[0].keys == {}


async def test_a_usual_key_comes_back_unless_it_is_taken(visit):
    async with visit() as here:
        await here.go("settings")
        await here.point("key:zoom", "#list")
        await here.press("enter", "x")
        await here.point("key:story", "#list")
        await here.press("enter", "z")
        await here.point("key:zoom", "#list")
        await here.press("backspace")
        assert here.said == ["z is taken by Story; give that another key first."]
        await here.point("key:story", "#list")
        await here.press("backspace")
        await here.point("key:zoom", "#list")
        await here.press("backspace")
        assert settings.load()[0].keys == {}


async def test_reset_brings_everything_back(visit):
    async with visit() as here:
        await here.go("settings")
        await here.press("right")
        await here.point("key:zoom", "#list")
        await here.press("enter", "x", "end", "enter", "y")
        assert settings.load()[0] == settings.Settings()
        assert here.app.theme == "dark"


async def test_keys_in_the_file_that_cannot_be_used_are_passed_over(visit, home):
    home.mkdir()
    (home / "settings.json").write_text('{"keys": {"zoom": "h", "story": "x", "dance": "d", "log": "a,b"}}')
    async with visit() as here:
        assert here.app.settings.keys == {"story": "x"}


async def test_home_tells_of_going_on_only_where_there_is_a_table_to_go_on_with(home):
    app = app_at(None)
    async with app.run_test(size=SMALL) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "continue" not in app.screen.query_one(KeyLine).render_line(0).text
    opened()
    app = app_at(None)
    async with app.run_test(size=SMALL) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "c continue" in app.screen.query_one(KeyLine).render_line(0).text
