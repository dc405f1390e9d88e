"""Pipes and devices among the user's files: each is told in a sentence, and none keeps a reader waiting for ever."""

from __future__ import annotations

import os

import pytest

from engine.core.content import load
from engine.core.errors import ContentError, SaveError
from tui.play import index, saves


@pytest.fixture(params=["pipe", "device"])
def odd(request):
    """Makes something at a path that is no file."""

    def make(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if request.param == "pipe":
            os.mkfifo(path)
        else:
            path.symlink_to("/dev/zero")
        return path

    return make


def test_an_index_that_is_no_file_is_replaced(home, put, lines, odd):
    put(lines, "good")
    kept = odd(home / index.FILE)
    assert [entry.name for entry in saves.entries()] == ["good"]
    assert kept.is_file()


def test_a_log_that_is_no_file_is_told(parley, home, odd):
    odd(home / "log.json")
    assert parley("log").sentence.endswith("log.json cannot be read: it is not a file.")


def test_content_that_is_no_file_is_told(tmp_path, odd):
    with pytest.raises(ContentError, match="cannot be read: it is not a file"):
        load(odd(tmp_path / "scenario.json"), dict)


def test_a_save_that_is_no_file_is_not_exported(home, tmp_path, odd):
    path = odd(home / "saves" / "odd.jsonl")
    with pytest.raises(SaveError, match=r"^odd.jsonl cannot be read: it is not a file\.$"):
        saves.export(path, str(tmp_path / "copy"))
    assert not (tmp_path / "copy").exists()


def test_a_save_that_is_listed_with_a_reason_is_refused_with_it(parley, home, odd):
    odd(home / "saves" / "odd.jsonl")
    for command in ("replay", "verify", "resume", "hint"):
        assert parley(command, "odd").sentence == "odd.jsonl is not a file."


def test_a_link_that_leads_nowhere_hides_no_other_content_from_the_index(home):
    content = home / "content"
    content.mkdir(parents=True)
    for number in range(9):  # wherever the folder lists them
        (content / f"lost-{number}.json").symlink_to(content / "nowhere")
        (content / f"here-{number}.json").write_text("{}")
    assert len(list(index._stamps(str(content)))) == 9
