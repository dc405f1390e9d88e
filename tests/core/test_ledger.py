"""A ledger is sealed line by line, only grows, and says what is wrong with it."""

from __future__ import annotations

import msgspec
import pytest

from engine.core.campaign.ledger import ChoiceMade, Ledger, Newer, NoteWritten, PagesRead, chained
from engine.core.errors import SaveError
from tests.core.campaigns import HEADER, Kept


@pytest.fixture
def kept() -> Kept:
    """A ledger of a header and three lines."""
    journal = Kept()
    ledger = Ledger.begun(journal, HEADER)
    for line in (
        PagesRead(pages=("welcome",), when=2),
        NoteWritten(text="Rain.", when=3),
        ChoiceMade(choice="a", option="b"),
    ):
        ledger.append(line)
    return journal


def test_what_was_appended_is_read_again(kept):
    ledger = Ledger.opened(Kept(*kept.kept))
    assert ledger.header == HEADER
    assert ledger.lines == [
        PagesRead(pages=("welcome",), when=2),
        NoteWritten(text="Rain.", when=3),
        ChoiceMade(choice="a", option="b"),
    ]


def test_a_ledger_goes_on_after_it_was_opened_again(kept):
    Ledger.opened(kept).append(NoteWritten(text="Sun."))
    assert Ledger.opened(kept).lines[-1] == NoteWritten(text="Sun.")


@pytest.mark.parametrize("line", range(4))
def test_an_altered_line_is_found(kept, line):
    kept.kept[line] = kept.kept[line].replace(b"me", b"mE").replace(b"Rain", b"Ruin").replace(b'"b"', b'"c"')
    with pytest.raises(SaveError, match=f"line {line + 1} is damaged or was altered"):
        Ledger.opened(kept)


def test_a_line_that_was_left_out_is_found(kept):
    """Checksums are chained: each line is sound in itself."""
    del kept.kept[2]
    with pytest.raises(SaveError, match="line 3 is damaged or was altered"):
        Ledger.opened(kept)


def test_lines_that_changed_places_are_found(kept):
    kept.kept[1:3] = reversed(kept.kept[1:3])
    with pytest.raises(SaveError, match="line 2 is damaged or was altered"):
        Ledger.opened(kept)


def test_every_byte_is_sealed(kept):
    """No byte of any line can be changed, whatever it is changed to."""
    for number, line in enumerate(kept.kept):
        for place in range(len(line)):
            other = bytes([line[place] ^ 1])
            lines = [*kept.kept[:number], line[:place] + other + line[place + 1 :], *kept.kept[number + 1 :]]
            with pytest.raises(SaveError):
                Ledger.opened(Kept(*lines))


def test_a_torn_last_line_is_told(kept):
    ledger = Ledger.opened(Kept(*kept.kept, torn=True))
    assert ledger.notice == "The last line of ours.jsonl was cut off in mid-write and has been dropped."


def test_a_line_of_a_newer_version_is_refused_and_nothing_is_written(kept):
    raw, _ = chained(b'{"line":"Dreamt","of":"spring"}', kept.kept[-1][-18:-2])
    kept.append(raw)
    before = list(kept.kept)
    with pytest.raises(Newer, match="line 5 holds something this version of Parley does not know"):
        Ledger.opened(kept)
    assert kept.kept == before


def test_a_newer_format_is_refused():
    raw, _ = chained(msgspec.json.encode(msgspec.structs.replace(HEADER, ledger=2)), b"")
    with pytest.raises(Newer, match="has ledger format 2; this version of Parley reads format 1"):
        Ledger.opened(Kept(raw))


@pytest.mark.parametrize("raw", [b"", b"null", b"[]", b"{}", b"\xff", b'{"ledger":1}', b'{"parley":1}', b"[" * 5000])
def test_what_is_no_ledger_is_refused(raw):
    with pytest.raises(SaveError, match=r"^ours.jsonl"):
        Ledger.opened(Kept(raw))


def test_an_empty_file_is_no_ledger():
    with pytest.raises(SaveError, match="has no header line"):
        Ledger.opened(Kept())
