"""Renaming, deleting, bringing back and exporting saves: nothing is ever overwritten, and nothing is lost."""

import errno
import time

import msgspec
import pytest

from engine.core.errors import Refused, SaveError
from engine.store.files import FileJournal
from tui.play import saves


def test_a_save_gets_another_name(put, lines):
    path = put(lines, "game")
    found = saves.rename(path, "evening")
    assert (found.name, path.exists(), [entry.name for entry in saves.entries()]) == (
        "evening.jsonl",
        False,
        ["evening"],
    )


def test_a_save_never_takes_the_name_of_another(put, lines, finished_lines):
    path, other = put(lines, "game"), put(finished_lines, "other")
    before = other.read_bytes()
    with pytest.raises(Refused, match="already a save named other"):
        saves.rename(path, "other")
    assert path.exists()
    assert other.read_bytes() == before


@pytest.mark.parametrize("name", ["../out", "a b", "", ".hidden", "x" * 101])
def test_a_name_is_checked(put, lines, name):
    path = put(lines)
    with pytest.raises(Refused, match="letters, digits"):
        saves.rename(path, name)
    assert path.exists()


def test_a_name_may_stay_what_it_is(put, lines):
    path = put(lines)
    assert saves.rename(path, "game") == path


def test_a_deleted_save_comes_back_as_it_was(put, lines, home):
    path = put(lines)
    content = path.read_bytes()
    trashed = saves.delete(path)
    assert trashed.parent == home / "trash"
    assert list(saves.entries()) == []
    assert saves.restore() == path
    assert path.read_bytes() == content


def test_the_last_deleted_comes_back_first_and_none_of_the_same_name_is_lost(put, lines, finished_lines):
    saves.delete(put(lines, "game"))
    saves.delete(put(finished_lines, "game"))
    first, second = saves.restore(), saves.restore()
    assert (first.name, second.name) == ("game.jsonl", "game-1.jsonl")
    assert [entry.finished for entry in saves.entries() if entry.name == "game"] == [True]


def test_saves_deleted_long_ago_go_for_good(put, lines, home):
    old, recent = (saves.delete(put(lines, name)) for name in ("old", "recent"))
    stranger = home / "trash" / "notes~mine.jsonl"
    stranger.write_text("not a save that was deleted")
    days = saves.KEPT_DAYS * 24 * 3600 * 1_000_000_000
    second = 1_000_000_000
    now = time.time_ns()
    old = old.rename(old.with_name(f"{now - days - 60 * second}~old.jsonl"))
    recent = recent.rename(recent.with_name(f"{now - days + 60 * second}~recent.jsonl"))
    saves.empty_trash()
    assert not old.exists()
    assert recent.exists()
    assert stranger.exists()
    assert saves.restore().name == "recent.jsonl"


def test_an_empty_trash_is_said_so(home):
    with pytest.raises(Refused, match="Nothing lies in the trash"):
        saves.restore()


@pytest.mark.parametrize("change", [saves.delete, lambda path: saves.rename(path, "other")])
def test_a_save_that_is_open_elsewhere_stays_where_it_is(put, lines, change):
    path = put(lines)
    journal = FileJournal(path)
    with pytest.raises(SaveError, match="open in another Parley"):
        change(path)
    journal.close()
    assert path.exists()


def test_a_save_that_cannot_be_read_can_still_be_put_away(put):
    path = put(b"nonsense\n", "bad")
    saves.rename(path, "worse")
    saves.delete(path.with_name("worse.jsonl"))
    assert list(saves.entries()) == []


def test_an_export_is_the_same_file(put, lines, tmp_path):
    path = put(lines)
    target = saves.export(path, str(tmp_path / "copy.jsonl"))
    assert target.read_bytes() == path.read_bytes()
    assert saves.export(path, str(tmp_path)) == tmp_path / "game.jsonl"


def test_an_export_overwrites_nothing(put, lines, tmp_path):
    target = tmp_path / "mine.txt"
    target.write_text("mine")
    with pytest.raises(Refused, match="already a file"):
        saves.export(put(lines), str(target))
    assert target.read_text() == "mine"


@pytest.mark.parametrize("where", ["", "  ", "/nowhere/at/all/x", "x" * 300, "a\0b", "~nobody-of-that-name/x"])
def test_an_export_to_nowhere_is_a_sentence(put, lines, where):
    with pytest.raises((Refused, SaveError), match=r"\.$"):
        saves.export(put(lines), where)


def test_the_story_is_told_as_markdown(put, finished_lines, tmp_path):
    opened = saves.open_save(put(finished_lines), writing=False)
    target = saves.export_story(opened, str(tmp_path))
    words = target.read_text()
    assert target.name == "game.md"
    assert words.startswith("# Peacemakers: Horrors of War - Order in Chaos (Nabo, Yainar)\n")
    assert words.count("## Round ") == opened.table.rules.round_of(opened.table.state)
    assert words.endswith(f"**{opened.table.outcome.reason}**\n")


def test_a_preview_leaves_no_trace(home):
    rules = saves.registry.game("horrors-of-war")
    setup = saves.default_setup(
        rules, scenario="loose-cannon", seats="nabo,yainar", challenges=(), options=("private-hands",), seed=1
    )
    view = saves.preview(rules, setup)
    assert view.figures.keys() == {"nabo", "yainar"}
    assert view == rules.view(view, "")
    assert not home.exists()


@pytest.mark.parametrize(("typed", "seed"), [("", None), (" ", None), ("7", 7), (" 12 ", 12)])
def test_a_seed_is_a_number_or_left_to_chance(typed, seed):
    assert saves.seed_of(typed) == seed


@pytest.mark.parametrize("typed", ["x", "-1", "1.5", "9" * 19, "9" * 5000, "²"])
def test_what_is_no_seed_is_refused(typed):
    with pytest.raises(Refused, match="A seed is a number"):
        saves.seed_of(typed)


def test_the_newest_table_that_can_go_on_is_found(put, lines, finished_lines):
    assert saves.newest() is None
    put(b"nonsense\n", "bad")
    put(finished_lines, "done")
    path = put(lines, "going")
    assert msgspec.structs.asdict(saves.newest())["path"] == str(path)


def test_an_export_that_cannot_be_finished_leaves_nothing(put, lines, tmp_path, monkeypatch):
    path, target = put(lines), tmp_path / "copy.jsonl"

    def refuse(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", refuse)
    with pytest.raises(SaveError, match="cannot be written: No space left on device"):
        saves.export(path, str(target))
    assert not target.exists()
