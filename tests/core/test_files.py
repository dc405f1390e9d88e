"""Saves as files: one writer, nothing acknowledged is lost, nothing is overwritten, junk is refused."""

import errno
import os
import random
import signal
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

import pytest

from engine.core.errors import SaveError
from engine.core.table import Table
from engine.store.files import FileJournal, Folder
from tests.contracts.child import rules_of
from tests.contracts.playing import MemoryJournal, begun
from tests.made_up import moves, rules

ROOT = Path(__file__).parent.parent.parent
MEGABYTE = 1024 * 1024


@pytest.fixture
def path(tmp_path):
    """Where a save of three lines and two bids lies."""
    path = tmp_path / "marsh.jsonl"
    journal = FileJournal.create(path)
    table = begun(rules, journal=journal)
    table.submit("amber", moves.Bid(1))
    table.submit("jade", moves.Bid(0))
    journal.close()
    return path


def child(*arguments, **settings):
    """Another process that does what `tests.contracts.child` can do."""
    command = [sys.executable, "-m", "tests.contracts.child", *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, **settings)


def resumed(path, **settings):
    return Table.resume(rules, FileJournal(path, **settings))


# Writing


def test_a_save_is_a_text_file_with_a_line_for_each_move(path):
    journal = MemoryJournal()
    table = begun(rules, journal=journal)
    table.submit("amber", moves.Bid(1))
    table.submit("jade", moves.Bid(0))
    assert path.read_bytes() == b"".join(line + b"\n" for line in journal.kept)


def test_every_line_is_on_disk_before_the_move_is_answered(path, monkeypatch):
    """The file is synced after the line was written to it, and its size is what it will be."""
    synced = []
    sync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda file: (synced.append(os.fstat(file).st_size), sync(file)))
    table = resumed(path)
    table.submit("amber", moves.Rest())
    assert synced == [path.stat().st_size]


def test_a_new_save_takes_no_name_that_is_taken(path):
    before = path.read_bytes()
    with pytest.raises(SaveError, match=r"^There is already a save named marsh.jsonl\.$"):
        FileJournal.create(path)
    assert path.read_bytes() == before


def test_folders_are_made_for_a_new_save(tmp_path):
    journal = FileJournal.create(tmp_path / "a" / "b" / "c.jsonl")
    assert begun(rules, journal=journal).number == 1
    assert (tmp_path / "a" / "b" / "c.jsonl").stat().st_size > 0


def test_a_resumed_save_grows_and_keeps_what_it_had(path):
    before = path.read_bytes()
    table = resumed(path)
    table.submit("amber", moves.Rest())
    assert path.read_bytes().startswith(before)
    assert path.read_bytes().count(b"\n") == before.count(b"\n") + 1


@pytest.mark.parametrize("lines_read", [0, 1, 2])
def test_a_save_that_was_not_read_to_its_end_is_not_overwritten(path, lines_read):
    """A line goes after the last one, also when nobody has looked where that is, or only at the first lines."""
    before = path.read_bytes()
    journal = FileJournal(path)
    reading = journal.lines()
    for _ in range(lines_read):
        next(reading)
    journal.append(b'{"n":0}')
    assert path.read_bytes() == before + b'{"n":0}\n'


@pytest.mark.parametrize("failing", ["fsync", "pwrite"])
def test_a_line_that_could_not_be_written_leaves_nothing_behind(path, monkeypatch, failing):
    """The disk was full for a moment; the next, shorter line takes the place, and the save is whole."""
    real = getattr(os, failing)

    def fail(file, *data):
        if failing == "pwrite":
            real(file, data[0][:20], data[1])
        raise OSError(28, "No space left on device")

    table = resumed(path)
    table.submit("amber", moves.Send("amber-1"))
    number, before = table.number, path.read_bytes()
    monkeypatch.setattr(os, failing, fail)
    explore = next(move for move in table.moves("amber") if isinstance(move, moves.Explore))
    with pytest.raises(SaveError, match=r"^marsh.jsonl cannot be written: No space left on device\.$"):
        table.submit("amber", explore)
    monkeypatch.undo()
    assert table.number == number
    table.submit("amber", moves.LetBe())
    assert path.read_bytes().startswith(before)
    again = resumed(path, writing=False)
    assert (again.number, again.state, again.notice) == (table.number, table.state, "")


# Torn lines


def test_a_torn_last_line_is_dropped_wherever_it_was_cut(path):
    """With a notice; what was acknowledged before is there."""
    data = path.read_bytes()
    start = data.rindex(b"\n", 0, len(data) - 1) + 1
    for cut in range(start + 1, len(data)):
        path.write_bytes(data[:cut])
        table = resumed(path, writing=False)
        assert table.number == 2
        assert table.ask.seats == ("jade",)
        assert table.notice == "The last line of marsh.jsonl was cut off in mid-write and has been dropped."
        assert path.read_bytes() == data[:cut]


def test_a_save_cut_between_two_lines_needs_no_notice(path):
    data = path.read_bytes()
    path.write_bytes(data[: data.rindex(b"\n", 0, len(data) - 1) + 1])
    table = resumed(path)
    assert (table.number, table.notice) == (2, "")


@pytest.mark.parametrize("left", [1, 100])
def test_the_next_move_takes_the_place_of_a_torn_line(path, left):
    data = path.read_bytes()
    start = data.rindex(b"\n", 0, len(data) - 1) + 1
    path.write_bytes(data[: start + left])
    resumed(path).submit("jade", moves.Bid(0))
    assert path.read_bytes() == data


def test_nothing_is_left_of_a_torn_line_behind_a_shorter_one(path):
    """Amber takes her bid back, which is a short line, where a long one was torn."""
    path.write_bytes(path.read_bytes()[:-1])
    table = resumed(path)
    table.undo("amber")
    assert path.read_bytes().endswith(b'"}\n')
    again = resumed(path, writing=False)
    assert (again.number, again.state, again.notice) == (1, table.state, "")


def test_a_torn_header_is_no_save(path):
    path.write_bytes(path.read_bytes()[:40])
    with pytest.raises(SaveError, match=r"^marsh.jsonl is not a Parley save: it has no header line\.$"):
        resumed(path)


# One writer


def test_a_save_is_locked_against_another_process_as_long_as_it_is_open(path):
    with child("open", path, stdin=subprocess.PIPE) as other:
        assert other.stdout.readline() == "open\n"
        before = path.read_bytes()
        with pytest.raises(SaveError, match=r"^marsh.jsonl is open in another Parley; close it there"):
            FileJournal(path)
        assert resumed(path, writing=False).number == 3
        assert path.read_bytes() == before
        other.communicate("done\n")
    assert resumed(path).number == 3


def test_another_process_is_refused_while_this_one_plays(path):
    table = resumed(path)
    with child("open", path, stdin=subprocess.PIPE) as other:
        assert "is open in another Parley" in other.communicate()[0]
    table.submit("amber", moves.Rest())
    assert resumed(path, writing=False).state == table.state


def test_the_same_process_cannot_open_a_save_twice_either(path):
    journal = FileJournal(path)
    with pytest.raises(SaveError, match="open in another Parley"):
        FileJournal(path)
    journal.close()
    FileJournal(path).close()


def test_a_lock_ends_with_the_process_that_held_it(path):
    with child("open", path, stdin=subprocess.PIPE) as other:
        other.stdout.readline()
        other.kill()
        other.wait()
        FileJournal(path).close()


def test_who_only_reads_cannot_write(path):
    before = path.read_bytes()
    table = resumed(path, writing=False)
    with pytest.raises(SaveError, match=r"^marsh.jsonl is open for reading only\.$"):
        table.submit("amber", moves.Rest())
    assert table.number == 3
    assert path.read_bytes() == before


# Bad files


def test_a_save_that_is_not_there_is_refused_in_words(tmp_path):
    for writing in (True, False):
        with pytest.raises(SaveError, match=r"^none.jsonl cannot be (opened|read): No such file or directory\.$"):
            resumed(tmp_path / "none.jsonl", writing=writing)


def test_a_folder_is_not_a_save(tmp_path):
    for writing in (True, False):
        with pytest.raises(SaveError, match="Is a directory"):
            resumed(tmp_path, writing=writing)


def test_an_empty_file_is_not_a_save(path):
    path.write_bytes(b"")
    with pytest.raises(SaveError, match=r"^marsh.jsonl is empty\.$"):
        resumed(path)


@pytest.mark.parametrize("junk", [b"\0", b"\n", b"junk\n"], ids=repr)
def test_junk_of_200_megabytes_is_refused_without_being_read_to_its_end(path, junk):
    """The file has a hole in it, so that it takes no room on the disk."""
    with path.open("wb") as file:
        file.write(junk)
        file.truncate(200 * MEGABYTE)
    message, peak = refused_with_memory(path)
    assert message.startswith("marsh.jsonl is not a Parley save: ")
    assert peak < 50 * MEGABYTE
    assert path.stat().st_size == 200 * MEGABYTE


def refused_with_memory(path):
    """How a save is refused, and how much memory that took."""
    tracemalloc.start()
    try:
        with pytest.raises(SaveError) as refused:
            resumed(path)
        return str(refused.value), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_an_endless_line_inside_a_save_is_refused_without_being_read_to_its_end(path):
    """It is longer than a torn line can be, so it is neither dropped nor cut off by the next move."""
    with path.open("ab") as file:
        file.truncate(path.stat().st_size + 100 * MEGABYTE)
    message, peak = refused_with_memory(path)
    assert message == "marsh.jsonl is not a Parley save: a line has more than 16,777,216 bytes."
    assert peak < 50 * MEGABYTE


# The folder of saves


def test_the_newest_save_comes_first(path):
    for place, name in enumerate(("old", "new")):
        copy = path.parent / f"{name}.jsonl"
        copy.write_bytes(path.read_bytes())
        os.utime(copy, (place, place))
    path.unlink()
    (path.parent / "notes.txt").write_text("no save")
    assert [file.name for file in Folder(path.parent).files()] == ["new", "old"]


def test_a_save_that_is_no_file_is_in_the_list_with_its_reason_and_a_folder_is_not(path):
    (path.parent / "lost.jsonl").symlink_to(path.parent / "nowhere")
    (path.parent / "folder.jsonl").mkdir()
    os.mkfifo(path.parent / "pipe.jsonl")
    problems = {file.name: file.problem for file in Folder(path.parent).files()}
    assert problems == {
        "marsh": "",
        "lost": "lost.jsonl cannot be read: No such file or directory.",
        "pipe": "pipe.jsonl is not a file.",
    }


def test_a_folder_that_is_not_there_has_no_saves(tmp_path):
    assert Folder(tmp_path / "none").files() == []
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("writing", [True, False])
def test_a_pipe_and_a_device_are_refused_without_waiting(tmp_path, writing):
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "device.jsonl").symlink_to("/dev/zero")
    for name in ("pipe", "device"):
        with pytest.raises(SaveError, match="it is not a file"):
            resumed(tmp_path / f"{name}.jsonl", writing=writing)


# Files that something else changes while they are open


def remove(path):
    path.unlink()


def replace(path):
    other = path.with_suffix(".other")
    other.write_bytes(path.read_bytes())
    other.replace(path)


def cut_off(path):
    os.truncate(path, path.stat().st_size - 10)


def write_more(path):
    with path.open("ab") as file:
        file.write(b"{}\n")


@pytest.mark.parametrize("harm", [remove, replace, cut_off, write_more])
def test_a_file_that_was_changed_while_it_was_open_gets_no_more_moves(path, harm):
    table = resumed(path)
    harm(path)
    left = path.read_bytes() if path.exists() else None
    with pytest.raises(SaveError, match=r"^marsh.jsonl was .* while it was open; the move was not saved\.$"):
        table.submit("amber", moves.Rest())
    assert table.number == 3
    assert (path.read_bytes() if path.exists() else None) == left


def test_a_file_that_cannot_be_locked_is_refused_in_words_and_leaves_nothing_behind(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr("fcntl.flock", refuse)
    path = tmp_path / "new.jsonl"
    with pytest.raises(SaveError, match=r"^new.jsonl cannot be locked, so it is not opened \(Invalid argument\)"):
        FileJournal.create(path)
    assert not path.exists()


@pytest.mark.parametrize("blocked", ["file", "file/inside"])
def test_a_folder_that_cannot_be_made_is_refused_in_words(tmp_path, blocked):
    (tmp_path / "file").touch()
    with pytest.raises(SaveError, match=r"new.jsonl cannot be made: "):
        FileJournal.create(tmp_path / blocked / "new.jsonl")


def test_a_save_is_found_by_its_name_with_or_without_its_ending_and_by_its_path(path, monkeypatch):
    saves = Folder(path.parent)
    assert saves.find("marsh") == saves.find("marsh.jsonl") == saves.find(str(path)) == path
    with pytest.raises(SaveError, match=r'^There is no save named "mash"\.'):
        saves.find("mash")


def test_a_fresh_name_is_one_that_no_save_has(path):
    saves = Folder(path.parent)
    assert saves.fresh("marsh").name == "marsh-1.jsonl"
    (path.parent / "marsh-1.jsonl").touch()
    (path.parent / "marsh-3.jsonl").touch()
    assert saves.fresh("marsh").name == "marsh-2.jsonl"


# kill -9


def killed(save, game, rng):
    """Let a child play, kill it at a random moment, and return the last move that it acknowledged."""
    last = 0
    with child("play", game, save, rng.randrange(10**6)) as player:
        patience = rng.randrange(-20, 150)
        if patience < 0:
            time.sleep(rng.uniform(0, 0.5))
        while last < patience and (line := player.stdout.readline()):
            last = int(line)
        os.kill(player.pid, signal.SIGKILL)
        # What it still said before it died counts as well.
        for line in player.stdout:
            last = int(line)
    return last


def assert_nothing_acknowledged_is_lost(save, game, rng):
    last = killed(save, game, rng)
    the_rules = rules_of(game)
    try:
        table = Table.resume(the_rules, FileJournal(save))
    except SaveError:
        assert last == 0, "Moves were acknowledged, but the save cannot be opened."
        return
    assert table.number > last
    again = begun(the_rules, seed=table.setup.seed)
    for step in table.steps[1:]:
        again.submit(step.seat, step.move)
    assert (again.state, again.stack) == (table.state, table.stack)
    if table.ask is not None:
        seat = table.ask.seats[0]
        table.submit(seat, table.moves(seat)[0])
        assert Table.resume(the_rules, FileJournal(save, writing=False)).state == table.state


@pytest.mark.parametrize("round_", range(5))
def test_nothing_acknowledged_is_lost_when_the_process_is_killed(tmp_path, round_):
    """At a random moment of a random game; afterwards the game goes on."""
    game = ("horrors-of-war", "marsh-lights")[round_ % 2]
    assert_nothing_acknowledged_is_lost(tmp_path / "killed.jsonl", game, random.Random(round_))


@pytest.mark.soak
@pytest.mark.parametrize("round_", range(1000))
def test_nothing_acknowledged_is_lost_in_a_thousand_kills(tmp_path, round_):
    game = ("horrors-of-war", "marsh-lights")[round_ % 2]
    assert_nothing_acknowledged_is_lost(tmp_path / "killed.jsonl", game, random.Random(1000 + round_))
