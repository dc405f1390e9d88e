"""Standing by at home: a sign that says until when, a key that ends it, and it survives leaving the table."""

from __future__ import annotations

import pytest

from engine.core.errors import Refused
from engine.core.kinds import NOBODY
from tests.made_up import frames, moves
from tests.tui.playing import ROOMY, app_at, table_screen
from tests.tui.test_bots_at_the_table import opened
from tests.tui.test_made_up import sit_down
from tests.tui.test_snapshots import SIZES, frozen, keys
from tui.play import note, saves
from tui.play.chairs import Chair
from tui.play.sitting import Sitting

__all__ = ["frozen"]
pytestmark = pytest.mark.usefixtures("marsh_lights", "frozen")

SIGN = "Violet stands by until the attack is over."


def attacked(seats="amber=me,jade=me,violet=me"):
    """Amber's brute has attacked jade, and violet is asked in a window."""
    found = opened(seats, game="marsh-lights")
    table = found.table
    for seat in table.setup.seats:
        table.submit(seat, moves.Bid(0))
    brute = next(item for item, face in table.state.faces.items() if face == "amber.brute")
    table.submit("amber", moves.Send(brute))
    table.submit("amber", moves.Attack("jade-1"))
    table.submit("jade", moves.GoOn())
    assert isinstance(table.ask, frames.Dim)
    assert table.asked == ("violet",)
    return found


def sat(found):
    """The sitting that a screen at home makes."""
    return Sitting(found.table, chairs=found.chairs, looked=found.looks(), standing=found.stands())


def stands_by(sitting):
    sitting.make(next(each for each in sitting.choices if each.scope))


async def press_stand_by(pilot):
    await sit_down(pilot)
    screen = table_screen(pilot.app)
    number = next(place for place, each in enumerate(screen.sitting.choices, 1) if each.scope)
    await keys(str(number))(pilot)


@SIZES
def test_the_sign_that_a_seat_stands_by(snap_compare, size):
    assert snap_compare(app_at(attacked()), terminal_size=size, run_before=press_stand_by)


async def test_a_sign_says_until_when_and_a_key_ends_it():
    found = attacked()
    app = app_at(found)
    async with app.run_test(size=ROOMY) as pilot:
        await press_stand_by(pilot)
        screen = table_screen(app)
        assert found.table.steps[-1].move == moves.GoOn()
        assert SIGN in screen.prompt.told.plain
        assert "X" in [key.key for key in screen.prompt.keys]
        await pilot.press("X")
        await pilot.pause()
        assert "Violet is asked again" in screen.prompt.question.plain
        assert SIGN not in screen.prompt.told.plain
        assert "X" not in [key.key for key in screen.prompt.keys]
        await pilot.press("X")
        await pilot.pause()
        assert "Nobody here stands by now." in screen.prompt.question.plain
        with app._context():
            screen._make(next(each for each in screen.sitting.choices if each.move == moves.RollAgain()))
        await pilot.pause()
        assert found.table.asked == ("violet",), "the window is asked again"


def test_the_sign_is_for_those_who_look_alone():
    """Another player at the keyboard neither sees it nor ends it."""
    sitting = sat(attacked("amber=ann,jade=bob,violet=cat"))
    sitting.look_as("violet")
    stands_by(sitting)
    assert sitting.told_standing == SIGN
    sitting.look_as("amber")
    assert sitting.told_standing == ""
    with pytest.raises(Refused, match="Nobody here"):
        sitting.ask_again()
    sitting.look_as("violet")
    assert sitting.told_standing == SIGN


def test_taking_the_pass_back_ends_it():
    found = attacked()
    sitting = sat(found)
    stands_by(sitting)
    sitting.take_back()
    sitting.let_pass()
    assert found.table.asked == ("violet",)
    assert sitting.told_standing == ""


def test_a_bot_that_takes_the_seat_does_not_stand_by():
    found = attacked("amber=me,jade=me,violet=me")
    sitting = sat(found)
    stands_by(sitting)
    found.seat("violet", Chair("bot", "easy"))
    sitting.follow_chairs()
    assert found.stands().scope_of("violet") == ""


# Leaving and coming back


def again(found):
    found.journal.close()
    return saves.open_save(found.path, writing=True)


def test_it_survives_the_end_of_the_process():
    """Nobody has left the table in order: the note was written when it began."""
    found = attacked()
    stands_by(sat(found))
    back = again(found)
    sitting = sat(back)
    assert sitting.told_standing == SIGN
    sitting.make(next(each for each in sitting.choices if each.move == moves.RollAgain()))
    assert (back.table.steps[-1].seat, back.table.steps[-1].move) == ("violet", moves.GoOn())


def test_its_end_survives_as_well():
    found = attacked()
    sitting = sat(found)
    stands_by(sitting)
    sitting.ask_again()
    assert sat(again(found)).told_standing == ""


def test_a_change_of_chairs_and_leaving_keep_it():
    found = attacked()
    stands_by(sat(found))
    back = again(found)
    back.seat("jade", Chair("bot", "easy"))
    back.leave()
    assert sat(again(back)).standing_by == ("violet",)


def test_a_note_of_an_older_parley_has_nobody_who_stands_by(tmp_path):
    found = attacked()
    found.leave()
    path = note.file_of(found.path)
    before = path.read_text() if path.exists() else "{}"
    assert note.read_standing(found.path, found.table.setup) == {}
    path.write_text(before.replace('"standing":{}', '"looked":null'))
    assert note.read_standing(found.path, found.table.setup) == {}
    assert sat(again(found)).standing_by == ()


# Plain mode


@pytest.fixture
def plain(parley):
    def resume(found, typed):
        found.leave()
        return " ".join(parley("resume", found.name, "--plain", typed=typed).out.split())

    return resume


def test_plain_mode_tells_who_stands_by_and_ends_it(plain):
    out = plain(attacked(), "stand by\nstandby\nstandby off\nstandby\n")
    assert f'{SIGN} Type "standby off" to be asked again.' in out
    assert f"> standby {SIGN}" in out
    assert "> standby off Violet is asked again from now on." in out
    assert "> standby Nobody here stands by now." in out


def test_plain_mode_goes_on_standing_by_after_a_resume(plain, parley):
    found = attacked()
    plain(found, "stand by\n")
    out = " ".join(parley("resume", found.name, "--plain", typed="have the die\n").out.split())
    assert SIGN in out
    back = saves.open_save(found.path, writing=False)
    assert (back.table.steps[-1].seat, back.table.steps[-1].move) == ("violet", moves.GoOn())


def test_plain_mode_says_how_standby_is_typed(plain):
    assert 'Type "standby", or "standby off" to be asked again.' in plain(attacked(), "standby now\n")


def test_nobody_stands_by_in_front_of_a_curtain():
    found = attacked("amber=ann,jade=bob,violet=cat")
    first = sat(found)
    first.look_as("violet")
    stands_by(first)
    second = sat(again(found))
    assert second.awaited != NOBODY
    assert second.told_standing == ""
