"""One way to write a file whole: the old one or the new one is there, never half of one."""

from __future__ import annotations

import ast
import threading
from pathlib import Path

import pytest

import engine
import tui
from engine.store import whole
from engine.store.whole import write_whole

PACKAGES = [Path(package.__file__).parent for package in (engine, tui)]
MODULES = sorted(path for folder in PACKAGES for path in folder.rglob("*.py"))
WRITERS = {"engine/store/whole.py", "engine/store/files.py"}
"""The atomic write itself, and the journal, which only grows."""


@pytest.mark.parametrize("at_once", [True, False])
def test_a_new_file_takes_the_place_of_the_old_one(tmp_path, at_once):
    path = tmp_path / "file"
    for data in (b"one", b"two", b""):
        write_whole(path, data, 0o600, at_once=at_once)
        assert path.read_bytes() == data
    assert path.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("step", ["write", "replace"])
def test_a_write_that_fails_leaves_the_old_file_and_no_draft(tmp_path, monkeypatch, step):
    path = tmp_path / "file"
    write_whole(path, b"old")

    def fail(*_, **__):
        raise OSError(28, "No space left on device")

    if step == "write":
        monkeypatch.setattr(whole.os, "fsync", fail)
    else:
        monkeypatch.setattr(whole.os, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_only_what_may_be_lost_does_not_wait_for_the_disk(tmp_path, monkeypatch):
    waited = []
    monkeypatch.setattr(whole.os, "fsync", waited.append)
    write_whole(tmp_path / "file", b"x", at_once=False)
    assert not waited
    write_whole(tmp_path / "file", b"x")
    assert len(waited) == 2, "the file and its folder"


def test_writers_at_the_same_time_do_not_mix(tmp_path):
    path = tmp_path / "file"
    texts = [letter * 200_000 for letter in (b"a", b"b", b"c")]

    def write(text):
        for _ in range(20):
            write_whole(path, text, at_once=False)
            assert path.read_bytes() in texts

    threads = [threading.Thread(target=write, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_bytes() in texts
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def written(tree: ast.AST) -> list[str]:
    """Where a module writes a file by itself."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    by_path = [
        call
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr in ("write_text", "write_bytes")
    ]
    opened = [
        call
        for call in calls
        if getattr(call.func, "id", getattr(call.func, "attr", "")) == "open"
        and any(isinstance(each, ast.Constant) and each.value in ("w", "wb") for each in call.args)
    ]
    return [f"line {call.lineno}" for call in (*by_path, *opened)]


def test_nothing_else_writes_a_file_whole():
    """Measurements may: what they write goes with them."""
    found = {}
    for path in MODULES:
        name = path.relative_to(PACKAGES[0].parent).as_posix() if path.is_relative_to(PACKAGES[0].parent) else path.name
        is_measured = path.parent.name == "measure" and path.name in ("engine.py", "growth.py", "screens.py")
        if name not in WRITERS and not is_measured:
            found[name] = written(ast.parse(path.read_text("utf-8")))
    assert {name: places for name, places in found.items() if places} == {}


@pytest.mark.parametrize("line", ["path.write_text(x)", "path.write_bytes(x)", "open(path, 'w')", "path.open('wb')"])
def test_a_write_of_its_own_is_found(line):
    assert written(ast.parse(line))
