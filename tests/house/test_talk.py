"""What people say reaches others as plain text, in measure."""

import pytest

from engine.core.errors import Refused
from tui.house.talk import KEPT, LONGEST, Pace, Talk, plain


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("\x1b[2Jgone", "[2Jgone"),
        ("\x1b]0;title\x07hello", "]0;titlehello"),
        ("a\r\nb\tc", "a b c"),
        ("\u202eturned", "turned"),
        ("\x9b31mred", "31mred"),
        ("nul\x00bell\x07del\x7f", "nulbelldel"),
        ("  gaps \u3000 here ", "gaps here"),
        ("e\u0301\u0301\u0301\u0301", "e\u0301\u0301"),
        ("half \ud83d pair", "half pair"),
        ("[bold]markup[/bold]", "[bold]markup[/bold]"),
    ],
)
def test_text_does_nothing_but_stand_there(typed, shown):
    assert plain(typed) == shown


def test_long_messages_are_cut():
    assert len(plain("x" * 1_000_000)) == LONGEST


def test_nothing_but_control_codes_is_nothing_to_say():
    with pytest.raises(Refused, match="Type something"):
        Talk().say("mira", "\x1b\x07")


def test_nobody_floods_and_time_heals():
    now = 0.0
    pace = Pace(burst=3, span=10.0, now=lambda: now)
    talk = Talk(pace=pace)
    for number in range(3):
        talk.say("mira", f"{number}")
    with pytest.raises(Refused, match="Not so fast"):
        talk.say("mira", "again")
    talk.say("tom", "me too")
    now = 11.0
    talk.say("mira", "better")
    assert [said.words for said in talk.said] == ["0", "1", "2", "me too", "better"]


def test_those_who_were_slow_enough_are_forgotten(monkeypatch):
    """Guests come under any number of names."""
    monkeypatch.setattr("tui.house.talk._MOST_PEOPLE", 5)
    now = 0.0
    pace = Pace(burst=1, span=10.0, now=lambda: now)
    for number in range(50):
        now += 3.0
        pace.check(f"guest-{number}")
    assert pace.remembered <= 6
    with pytest.raises(Refused, match="Not so fast"):
        pace.check("guest-49")


def test_old_messages_go_and_are_counted():
    talk = Talk(pace=Pace(burst=1000))
    for number in range(KEPT + 5):
        talk.say("mira", f"message {number}")
    assert (len(talk.said), talk.dropped) == (KEPT, 5)
    assert talk.said[0].words == "message 5"
