"""What a client types, on its way to the app."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.ssh.keys import LONGEST_PASTE, MOST_WAITING, QUIET, Typed

BEGIN, END = "\x1b[200~", "\x1b[201~"


def typed(*pieces: bytes) -> str:
    found = Typed()
    for piece in pieces:
        found.add(piece, 0.0)
    return found.take(1_000_000)


def torn(text: str, places: list[int]) -> list[bytes]:
    data = text.encode()
    cuts = sorted({0, len(data), *(place % (len(data) + 1) for place in places)})
    return [data[a:b] for a, b in pairwise(cuts)]


@given(st.lists(st.integers(0, 10_000), max_size=12))
def test_it_does_not_matter_where_a_text_is_torn(places):
    text = f"aé{BEGIN}one\ntwo ü{END}b\x1b[A{BEGIN}{END}c"
    assert typed(*torn(text, places)) == text


@given(st.lists(st.integers(0, 40_000), max_size=12))
def test_a_long_paste_is_cut_wherever_it_is_torn(places):
    text = f"a{BEGIN}{'x' * 20_000}{END}b"
    assert typed(*torn(text, places)) == f"a{BEGIN}{'x' * LONGEST_PASTE}{END}b"


def test_escape_codes_in_a_paste_are_not_keys():
    assert typed(f"{BEGIN}rm\x1b[Ax{END}".encode()) == f"{BEGIN}rm[Ax{END}"


def test_an_escape_alone_is_not_held_back():
    """It may be the key, and is told apart by time."""
    assert typed(b"\x1b") == "\x1b"


def test_bytes_that_are_no_letters_become_question_marks():
    assert typed(b"a\xff\xc3(") == "a\ufffd\ufffd("


def test_what_is_too_much_is_thrown_away_until_it_is_quiet():
    found = Typed()
    now = 0.0
    assert found.add(b"a" * MOST_WAITING, now)
    assert not found.add(b"b" * MOST_WAITING, now)
    assert not found
    for _ in range(10):
        now += QUIET / 2
        assert found.add(b"c", now)
        assert not found
    found.add(b"d", now + QUIET)
    assert found.take(9) == "d"


@pytest.mark.parametrize("most", [1, 3, 100])
def test_letters_are_taken_in_order(most):
    found = Typed()
    found.add(b"abcdefg", 0.0)
    taken = ""
    while found:
        taken += found.take(most)
    assert taken == "abcdefg"


def test_what_begins_with_an_escape_is_taken_in_one_piece():
    """The rest may be read much later, and would be taken for letters."""
    found = Typed()
    found.add(b"ab\x1b[A\x1b[Bcdefgh", 0.0)
    assert [found.take(7) for _ in range(3)] == ["ab\x1b[A", "\x1b[Bcdef", "gh"]
