"""The index beside the saves, lists that fill while they are seen, and leaving without waiting for them."""

import os
import sys
import threading

import msgspec
import pytest
from textual import events

from engine import registry
from engine.core.journal import NoJournal
from engine.core.kinds import Setup
from engine.core.table import Table
from tests.tui.playing import SMALL, app_at
from tui.measure.terminal import Terminal
from tui.play import background, index, saves
from tui.play.index import ends_in_its_last_line
from tui.play.opened import MemoryJournal
from tui.screens.home import HomeScreen, look
from tui.screens.saves import SavesScreen
from tui.screens.table import TableScreen
from tui.widgets.lines import Lines


@pytest.fixture
def folded(monkeypatch):
    """The names of the saves that were folded."""
    found, really = [], saves.open_save

    def open_save(path, *, writing):
        found.append(path.stem)
        return really(path, writing=writing)

    monkeypatch.setattr(saves, "open_save", open_save)
    return found


def listed():
    return {entry.name: entry for entry in saves.entries()}


def test_a_save_is_folded_once_and_again_when_it_has_changed(put, lines, finished_lines, folded):
    put(lines, "one")
    put(finished_lines, "two")
    before = listed()
    assert sorted(folded) == ["one", "two"]
    assert listed() == before
    assert sorted(folded) == ["one", "two"]
    put(lines[:-1], "one")
    assert listed()["one"].moves == before["one"].moves - 1
    assert folded[2:] == ["one"]


def test_the_reason_why_a_save_cannot_be_read_is_kept_as_well(put, folded):
    put(b"junk\n", "bad")
    reasons = [listed()["bad"].problem for _ in range(2)]
    assert reasons[0] == reasons[1] != ""
    assert folded == ["bad"]


@pytest.mark.parametrize("harm", [None, b"", b"junk", b"\xff", b'{"entries": 7}', b"[" * 100_000])
def test_the_index_may_be_deleted_or_damaged_at_any_time(home, put, lines, harm):
    put(lines, "one")
    before = listed()
    if harm is None:
        (home / index.FILE).unlink()
    else:
        (home / index.FILE).write_bytes(harm)
    assert listed() == before
    (home / index.FILE).write_bytes((home / index.FILE).read_bytes().replace(b'"nabo"', b"7"))
    assert listed() == before


def test_what_was_read_with_other_content_is_read_again(home, put, lines, folded, monkeypatch):
    put(lines, "one")
    listed()
    monkeypatch.setattr(index, "edition", lambda: "another")
    listed()
    assert folded == ["one", "one"]


def test_saves_that_are_gone_are_forgotten(home, put, lines):
    path = put(lines, "one")
    put(lines, "two")
    listed()
    path.unlink()
    put(lines[:-1], "two")
    listed()
    assert b'"one"' not in (home / index.FILE).read_bytes()


def test_a_folder_that_cannot_be_written_has_no_index_and_lists_all_the_same(home, put, lines):
    put(lines, "one")
    (home / index.FILE).mkdir()
    assert list(listed()) == ["one"]


def test_the_last_line_tells_that_a_game_is_over(put, lines, finished_lines):
    assert ends_in_its_last_line(put(finished_lines, "done"))
    assert not ends_in_its_last_line(put(lines, "open"))
    assert not ends_in_its_last_line(put(b"\n".join(finished_lines), "torn"))
    assert not ends_in_its_last_line(put(lines[:1], "header"))
    assert not ends_in_its_last_line(put(b"", "empty"))


def test_a_game_that_was_over_and_taken_back_is_not_over(put, finished_lines):
    rules, setup = registry.game("horrors-of-war"), msgspec.json.decode(finished_lines[0])["setup"]
    kept = MemoryJournal()
    table = Table.begin(rules, msgspec.convert(setup | {"open_undo": True}, Setup), kept)
    again = Table.begin(rules, table.setup, NoJournal())
    assert again.state == table.state
    for line in finished_lines[2:]:
        raw = msgspec.json.decode(line)
        table.submit(raw["seat"], msgspec.convert(raw["move"], rules.move_types))
    table.undo(table.steps[-1].seat)
    assert not ends_in_its_last_line(put(kept.kept, "back"))


def test_home_folds_no_finished_game(put, lines, finished_lines, folded):
    for number in range(5):
        put(finished_lines, f"done-{number}")
    os.utime(put(lines, "open"), (1, 1))
    assert look()[1] == "open"
    assert set(folded) == {"open"}


# Lists that fill


async def test_the_list_is_seen_while_the_rest_is_still_being_read(put, lines, monkeypatch):
    put(lines, "one")
    [entry] = saves.entries()
    go_on = threading.Event()

    def entries():
        for number in range(background.FIRST + 5):
            if number == background.FIRST:
                go_on.wait()
            yield msgspec.structs.replace(entry, name=f"save-{number}")

    monkeypatch.setattr(saves, "entries", entries)
    app = app_at(None)
    async with app.run_test(size=SMALL) as pilot:
        app.go_to("saves", None)
        await pilot.pause()
        assert isinstance(app.screen, SavesScreen)
        while not app.screen.query_one("#list", Lines).blocks:
            await pilot.pause()
        listed = app.screen.query_one("#list", Lines)
        assert len(listed.blocks) == background.FIRST
        await pilot.press("down", "down")
        assert listed.key == "save-2"
        go_on.set()
        await app.workers.wait_for_complete()
        assert len(listed.blocks) == background.FIRST + 5
        assert listed.key == "save-2"


def test_the_command_prints_saves_as_they_are_read(parley, put, lines, monkeypatch):
    put(lines, "one")
    put(b"junk\n", "bad")
    one, bad = sorted(saves.entries(), key=lambda entry: entry.problem)
    seen = []

    def entries():
        for number in range(250):
            seen.append(sys.stdout.getvalue().count("\n"))
            yield msgspec.structs.replace(one, name="x" * (number // 50 + 1)) if number % 100 else bad

    monkeypatch.setattr(saves, "entries", entries)
    ran = parley("saves")
    assert (seen[99], seen[100], seen[200]) == (0, 100, 199)
    assert ran.out.count("\n") == 1 + 247 + 3
    assert ran.out.rstrip().endswith("its first line is not a header.")


_ENDLESS = """
import sys, threading
from tui.cli import command as cli
from tui.play import saves
def entries():
    print("reading", file=sys.__stderr__, flush=True)
    threading.Event().wait()
    yield
saves.entries = entries
sys.exit(cli.run([]))
"""


def test_leaving_does_not_wait_for_the_saves_to_be_read(home):
    environ = {"PATH": os.environ["PATH"], "PARLEY_HOME": str(home), "TERM": "xterm-256color", "LANG": "C.UTF-8"}
    with Terminal([sys.executable, "-c", _ENDLESS], size=SMALL, environ=environ) as terminal:
        terminal.read_until(b"Quit")
        terminal.read()
        terminal.press("\x1b[B\x1b[B\r")
        terminal.read_until(b"reading")
        terminal.press("\x11")
        assert terminal.wait() == 0


# Continue


async def test_continue_notices_that_another_parley_has_played(put, lines, finished_lines):
    os.utime(put(lines[:-2], "mine"), (1, 1))
    app = app_at(None)
    said = []
    async with app.run_test(size=SMALL) as pilot:

        async def settle():
            await pilot.pause()
            await app.workers.wait_for_complete()
            await pilot.pause()

        await settle()
        home = app.screen
        assert isinstance(home, HomeScreen)
        app.notify = lambda words, **_: said.append(words)
        put(lines, "other")
        await pilot.press("c")
        await settle()
        assert app.screen is home
        assert said == ["other was played since, so it is the newest table now."]
        put(finished_lines, "other")
        app.post_message(events.AppBlur())
        await settle()
        assert "Continue" in home.query_one("#menu", Lines).blocks[0].text.plain
        assert home._newest == "mine"
        await pilot.press("c")
        await settle()
        assert isinstance(app.screen, TableScreen)
        assert app.screen.opened.name == "mine"
