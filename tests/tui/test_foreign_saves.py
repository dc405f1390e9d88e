"""Saves that do not fit this Parley, files that are damaged, disks that refuse: a sentence, and all else goes on."""

from __future__ import annotations

import errno
import json
import os
import shutil
from pathlib import Path

import pytest

from engine.core.errors import ContentError, SaveError
from engine.games.horrors_of_war.content import check, library
from engine.store.files import FileJournal, Folder, SaveFile, Stamp
from tests.contracts.playing import reheaded
from tests.tui.playing import SMALL, app_at, opened
from tui.games import showing
from tui.look import settings
from tui.play import index, saves
from tui.play.briefing import briefing
from tui.play.opened import why_not_ours
from tui.screens.crash import CrashScreen
from tui.screens.home import HomeScreen, look
from tui.screens.saves import SavesScreen
from tui.screens.table import TableScreen
from tui.widgets.lines import Lines

HOME_OF_ALL_TESTS = os.environ["PARLEY_HOME"]
OWN = Path(__file__).parent.parent / "content"
SCENARIO = "scenarios/proving-ground.json"


def newest():
    """The name of the table that the home screen offers, what it says of it, and where that leads."""
    return look()[1:]


def read_content_again():
    for known in (library.library, check.own_mistakes, index.edition):
        known.cache_clear()
    library.library()


@pytest.fixture
def own(home):
    """Content of the user's own that can be edited; afterwards all tests have theirs again."""
    shutil.copytree(OWN, home / "content")
    read_content_again()

    def edit(change, name=SCENARIO):
        path = home / "content" / "horrors_of_war" / name
        path.write_text(change(path.read_text()))
        read_content_again()

    yield edit
    os.environ["PARLEY_HOME"] = HOME_OF_ALL_TESTS
    read_content_again()


def renamed(old, new):
    return lambda text: text.replace(f'"{old}"', f'"{new}"')


def smaller(text):
    """The scenario with the map of its first rows only."""
    scenario = json.loads(text)
    scenario["map"] = scenario["map"][:7]
    return json.dumps(scenario)


EDITS = [
    (renamed("red", "crimson"), "the side red"),
    (renamed("low-tide", "high-tide"), "the challenge low-tide"),
    (smaller, "the space "),
    (renamed("captain", "kaptain"), "captain"),
]


@pytest.mark.parametrize(("edit", "gone"), EDITS)
async def test_a_save_of_an_edited_scenario_is_listed_with_its_reason_and_the_app_opens(own, parley, edit, gone):
    mine = opened("proving-ground", challenges=("low-tide",))
    mine.journal.close()
    assert newest()[0] == mine.name
    files = ["units/drill.json", SCENARIO] if gone == "captain" else [SCENARIO]
    for name in files:
        own(edit, name)
    assert newest()[:2] == (None, "")
    listed = parley("saves")
    assert listed.code == 0
    assert f"needs content that is not there any more: {gone}" in " ".join(listed.out.split())
    for command in ("resume", "replay", "verify"):
        assert f"content that is not there any more: {gone}" in parley(command, mine.name).sentence
    app = app_at(None)
    async with app.run_test(size=SMALL) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        app.go_to("saves", None)
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, SavesScreen)
        assert "cannot be read" in app.screen.query_one("#list", Lines).blocks[0].text.plain


@pytest.mark.parametrize("text", ["{", "[" * 100_000, '{"id": 7}', "\udcff"], ids=["cut off", "deep", "type", "bytes"])
def test_broken_content_of_ones_own_blocks_only_the_saves_that_need_it(own, parley, text):
    mine, other = opened("proving-ground"), opened("winding-ways")
    for each in (mine, other):
        each.journal.close()
    built_in = opened()
    built_in.journal.close()
    path = Path(os.environ["PARLEY_HOME"]) / "content" / "horrors_of_war" / SCENARIO
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    read_content_again()
    for command in ("replay", "verify"):
        assert parley(command, built_in.name).code == parley(command, other.name).code == 0
    refused = parley("replay", mine.name).sentence
    assert "proving-ground.json" in refused
    assert "cannot be opened" in refused
    assert parley("games").code == 0


async def test_what_a_save_cannot_show_does_not_keep_home_from_opening(home, put, lines, monkeypatch):
    """Whatever goes wrong: the next table is shown instead."""
    put(lines, "old")
    path = put(lines, "new")
    os.utime(path, (2**33, 2**33))
    seen = []

    def fail_once(view):
        seen.append(view)
        if len(seen) == 1:
            raise ZeroDivisionError
        return {}

    monkeypatch.setattr(showing("horrors-of-war"), "standing", fail_once)
    assert newest()[0] == "old"


async def test_a_table_that_breaks_because_its_save_was_altered_says_so(put, lines, monkeypatch):
    lines = reheaded(lines, b'"seed":5', b'"seed":6')
    table = saves.open_save(put(lines), writing=True)
    app = app_at(table)
    app.catches_mistakes = True
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        app.tell_mistake(KeyError("nothing"))
        await pilot.pause()
        assert isinstance(app.screen, CrashScreen)
        assert "it was altered, or other rules led to it" in app.screen.why
    table.journal.close()


def test_a_mistake_in_ones_own_scenario_keeps_only_that_one_from_being_played(own):
    """It can be read, but nothing can be played with it."""
    own(lambda text: text.replace('"folk": "drill-red"', '"folk": "drill-rad"'))
    assert opened().table.ask
    assert opened("winding-ways").table.ask
    with pytest.raises(ContentError, match="proving-ground"):
        opened("proving-ground")


# Damaged files


@pytest.mark.parametrize(
    "content",
    [b"\xff", b'{"theme": "\xff"}', b'{"keys":' * 100_000, b'{"delay": -1}', b'{"delay": 1e300}', b""],
    ids=["byte", "string", "deep", "negative", "huge", "empty"],
)
def test_damaged_settings_are_replaced_by_the_usual_ones(home, content):
    home.mkdir()
    (home / "settings.json").write_bytes(content)
    found, notice = settings.load()
    assert found == settings.Settings()
    assert "cannot be read, so the usual ones are used" in notice


def test_settings_that_are_a_pipe_do_not_keep_the_app_waiting(home):
    home.mkdir()
    os.mkfifo(home / "settings.json")
    assert "it is not a file" in settings.load()[1]


def test_bad_text_in_a_frame_hides_no_other_save(parley, put, lines, resealed):
    good = put(lines, "good")
    last = lines[-1]
    assert b'"next":[{"frame":"' in last
    lines[-1] = resealed(last, b'"next":[{"frame":"', b'"next":[{"frame":"\xff')
    put(lines, "bad")
    listed = parley("saves")
    assert listed.code == 0
    assert good.stem in listed.out
    assert "bad: " in listed.out


def test_a_date_that_no_calendar_has_is_listed(parley, put, lines, monkeypatch):
    """Some file systems have such dates, and others do not."""
    path = put(lines)
    found = [
        SaveFile(name, str(path), Stamp(number, 0, changed))
        for number, (name, changed) in enumerate((("late", 2**38 * 10**9), ("early", -(2**38) * 10**9)))
    ]
    monkeypatch.setattr(Folder, "files", lambda _: found)
    assert parley("saves").code == 0
    assert [entry.modified[:4] for entry in saves.entries()] == ["9999", "0001"]
    assert newest()[0] == "late"


# Disks that refuse


@pytest.fixture
def full(monkeypatch):
    """A disk without room from now on."""

    def refuse(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    return lambda: monkeypatch.setattr("engine.store.files.os.pwrite", refuse)


def test_a_full_disk_leaves_no_empty_save(home, parley, full):
    full()
    ran = parley("play", "horrors-of-war", "--plain")
    assert "cannot be written: No space left on device." in ran.sentence
    assert list((home / "saves").iterdir()) == []


async def test_a_full_disk_at_play_again_is_a_sentence(home, full):
    table = opened()
    app = app_at(table)
    said = []
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        app.notify = lambda words, **_: said.append(words)
        full()
        app.after_end("again", table)
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
    assert said == ["order-in-chaos-2.jsonl cannot be written: No space left on device."]
    assert [path.name for path in (home / "saves").glob("*.jsonl")] == ["order-in-chaos-1.jsonl"]


def test_a_folder_of_saves_that_cannot_be_made_is_a_sentence(home, parley):
    home.mkdir()
    (home / "saves").touch()
    ran = parley("play", "horrors-of-war", "--plain")
    assert f"The folder of saves, {home / 'saves'}, cannot be read." in ran.sentence


def test_a_log_that_cannot_be_written_is_a_sentence_at_the_end_of_a_game(home, put, finished_lines, monkeypatch):
    def refuse(*_):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("engine.store.log.write_whole", refuse)
    table = saves.open_save(put(finished_lines), writing=False)
    assert saves.note_result(table).endswith("log.json cannot be written: Read-only file system.")


def test_a_failed_opening_gives_its_lock_back(put, lines):
    path = put([*lines[:-1], lines[-1].replace(b'"n"', b'"m"')])
    with pytest.raises(SaveError, match="damaged"):
        saves.open_save(path, writing=True)
    FileJournal(path).close()


# Files that are lost during play


def move_once(table):
    seat = table.ask.seats[0]
    table.submit(seat, table.moves(seat)[0])


@pytest.mark.parametrize(
    "harm", [Path.unlink, lambda path: os.truncate(path, 100), lambda path: path.write_bytes(b"x")]
)
def test_a_table_whose_save_is_lost_goes_on_in_a_new_one(put, lines, harm):
    mine, told = saves.open_save(put(lines), writing=True), []
    mine.tell = told.append
    move_once(mine.table)
    harm(mine.path)
    left = mine.path.read_bytes() if mine.path.exists() else None
    for _ in range(3):
        move_once(mine.table)
    assert (mine.name, len(told)) == ("game-1", 1)
    assert "while it was open. Everything is kept in a new save, game-1." in told[0]
    old = mine.path.with_name("game.jsonl")
    assert (old.read_bytes() if old.exists() else None) == left
    assert mine.leave() == "The table is saved as game-1."
    again = saves.open_save(mine.path, writing=True).table
    assert (again.number, again.state, again.stack) == (mine.table.number, mine.table.state, mine.table.stack)
    assert why_not_ours(mine) == ""


def test_a_save_that_is_lost_after_the_last_move_is_written_again_on_leaving(put, lines):
    mine = saves.open_save(put(lines), writing=True)
    mine.path.unlink()
    assert mine.leave() == "The table is saved as game-1."
    assert saves.open_save(mine.path, writing=False).table.state == mine.table.state


def test_plain_mode_says_where_the_table_is_when_its_save_was_removed(parley, put, lines, monkeypatch):
    path = put(lines)
    monkeypatch.setattr("tui.plain.table.PlainTable._help", lambda *_: path.unlink())
    ran = parley("resume", "game", "--plain", typed="help\n1\n")
    assert "The table is saved as game-1." in ran.out
    assert "game was removed while it was open. Everything is kept in a new save, game-1." in ran.sentence
    assert parley("verify", "game-1").code == 0


async def test_the_app_says_where_the_table_is_when_its_save_was_removed(home):
    table = opened()
    app = app_at(table)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        said = []
        app.notify = lambda words, **_: said.append(words)
        table.path.unlink()
        await pilot.press("enter", "1")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert any("Everything is kept in a new save, order-in-chaos-1-1" in words for words in said)
    assert app.leave_tables() == app.last_notices


def test_a_save_that_can_be_kept_nowhere_is_not_said_to_be_saved(put, lines, full):
    mine = saves.open_save(put(lines), writing=True)
    mine.path.unlink()
    full()
    assert mine.leave().startswith("The table is not saved. ")
    assert list(mine.path.parent.glob("*.jsonl")) == []


# Folders that may not be looked into


@pytest.fixture
def closed(home, monkeypatch):
    """A user's folder to which they have no right, whoever runs the tests."""
    home.mkdir()

    def guarded(really):
        def look(path, *arguments, **named):
            if str(path).startswith(f"{home}{os.sep}"):
                raise PermissionError(errno.EACCES, "Permission denied", str(path))
            return really(path, *arguments, **named)

        return look

    for name in ("stat", "lstat", "open", "scandir", "listdir", "mkdir"):
        monkeypatch.setattr(os, name, guarded(getattr(os, name)))
    really = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: str(path) != str(home) and really(path, mode))


async def test_a_folder_that_is_closed_to_its_user_is_a_sentence_and_the_app_opens(closed, home, parley):
    assert settings.load() == (settings.Settings(), "")
    assert saves.deleted() == []
    assert briefing("horrors-of-war", "order-in-chaos").title == "Order in Chaos"
    for command in (("saves",), ("play", "horrors-of-war", "--plain"), ("resume",)):
        assert parley(*command).sentence == f"The folder of saves, {home / 'saves'}, cannot be reached."
    app = app_at(None)
    async with app.run_test(size=SMALL) as pilot:
        for place in ("saves", "new"):
            app.go_to(place, None)
            await pilot.pause()
            await app.workers.wait_for_complete()
            await pilot.press("escape")
        assert isinstance(app.screen, HomeScreen)


def test_a_mistake_in_a_file_named_like_a_built_in_scenario_hides_neither_its_story_nor_its_saves(own, home, parley):
    mine = opened()
    mine.journal.close()
    (home / "content" / "horrors_of_war" / "scenarios" / "order-in-chaos.json").write_text("{")
    read_content_again()
    assert briefing("horrors-of-war", "order-in-chaos").story
    assert parley("resume", mine.name, "--plain").code == 0
    assert why_not_ours(mine) == "", "a mistake in content is no sign of an altered save"
    assert opened().table.ask
