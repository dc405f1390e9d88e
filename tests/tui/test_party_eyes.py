"""The eyes of a party: one person with several seats, and allies who share all, watch and read together."""

from __future__ import annotations

import pytest

from engine import registry
from engine.core.kinds import Setup
from tests.made_up import moves
from tests.tui.playing import ROOMY, SMALL, app_at, table_screen
from tests.tui.test_made_up import sit_down
from tests.tui.test_snapshots import SIZES, frozen, keys
from tui.play import saves
from tui.play.chairs import parse
from tui.play.eyes import eyes
from tui.play.sitting import Sitting
from tui.play.story import Watcher
from tui.screens.curtain import Curtain
from tui.screens.theatre import TheatreScreen
from tui.widgets.dialogs import Choosing
from tui.widgets.lines import Lines
from tui.widgets.log import LogLines

__all__ = ["frozen"]
pytestmark = pytest.mark.usefixtures("marsh_lights", "frozen")


def opened(typed, scenario="ford"):
    """A table of Marsh Lights with these chairs, after the bids."""
    rules = registry.game("marsh-lights")
    chairs = parse(rules, typed, scenario)
    setup = Setup(game=rules.id, scenario=scenario, seats=tuple(chairs), seed=3)
    found = saves.begin(rules, setup, None, chairs)
    for number, seat in enumerate(setup.seats):
        found.table.submit(seat, moves.Bid(number % 2))
    found.looks().update(dict.fromkeys(setup.seats, found.table.number))
    return found


def paired():
    """Four people in two pairs at one keyboard."""
    names = registry.game("marsh-lights").seat_names[:4]
    people = ("ann", "bob", "cat", "dan")
    return opened(",".join(f"{seat}={name}" for seat, name in zip(names, people, strict=True)), "causeway")


def bids(entries):
    return [entry.words for entry in entries if entry.fact < 0 and entry.words.startswith("Bid")]


# At home


def test_the_log_of_one_person_with_two_seats_has_the_eyes_of_both():
    found = opened("amber=me,jade=me,violet=ann")
    sitting = Sitting(found.table, chairs=found.chairs)
    sitting.look_as("amber")
    assert set(sitting.watcher.seats) == {"amber", "jade"}
    assert bids(sitting.entries) == ["Bid 0", "Bid 1", "Bid in secret"]
    assert sitting.view == Watcher(found.table.rules, "amber", others=("jade",)).view(found.table.state)
    sitting.look_as("violet")
    assert bids(sitting.entries) == ["Bid in secret", "Bid in secret", "Bid 0"]
    assert sitting.view == found.table.view("violet")


def test_the_recap_of_one_person_has_the_eyes_of_all_their_seats():
    found = opened("amber=me,jade=me,violet=ann")
    sitting = Sitting(found.table, chairs=found.chairs, looked={"amber": 1, "jade": 1})
    sitting.look_as("amber")
    told = " ".join(moment.entry.words for moment in sitting.recap().moments)
    assert "Amber bids 0." in told
    assert "Jade bids 1." in told
    assert "Violet bids in secret." in told


def test_allies_who_share_all_have_no_curtain_at_the_table_and_one_pair_of_eyes_in_the_theatre():
    found = paired()
    first, second, third, fourth = found.table.setup.seats
    sitting = Sitting(found.table, chairs=found.chairs)
    assert sitting.look_together(first, third)
    assert not sitting.look_together(first, second)
    sitting.look_as(first)
    assert set(sitting.party) == {first, third}
    seen = eyes(found.table, found.chairs)
    spectator, ours, theirs = seen.watchers
    assert spectator.seats == ()
    assert [set(each.seats) for each in (ours, theirs)] == [{first, third}, {second, fourth}]
    assert ours.view(found.table.state) == found.table.view(first) == found.table.view(third)
    assert seen.needs_curtain(ours, theirs)
    assert not seen.needs_curtain(ours, spectator)


def test_an_ally_of_one_of_my_seats_does_not_see_the_other():
    """I play one of each pair: each partner watches with their own pair's eyes."""
    rules = registry.game("marsh-lights")
    first, second, third, fourth = rules.seat_names[:4]
    found = opened(f"{first}=me,{second}=me,{third}=ann,{fourth}=bob", "causeway")
    seen = eyes(found.table, found.chairs)
    _, mine, ann, bob = seen.watchers
    assert set(mine.seats) == {first, second, third, fourth}
    assert [set(each.seats) for each in (ann, bob)] == [{first, third}, {second, fourth}]
    assert not seen.needs_curtain(mine, ann)
    assert seen.needs_curtain(ann, mine)
    assert seen.needs_curtain(ann, bob)


def test_a_pair_against_bots_watches_without_a_curtain():
    rules = registry.game("marsh-lights")
    first, second, third, fourth = rules.seat_names[:4]
    found = opened(f"{first}=ann,{second}=easy,{third}=bob,{fourth}=easy", "causeway")
    seen = eyes(found.table, found.chairs)
    assert [each.seats for each in seen.watchers] == [(first, third), ()]
    assert not any(seen.needs_curtain(one, two) for one in seen.watchers for two in seen.watchers)


def test_a_finished_game_offers_parties_and_every_seat():
    found = paired()
    for seat in found.table.setup.seats[::2]:
        found.table.submit(seat, moves.Resign())
    seats = found.table.setup.seats
    seen = [("open" if each.open else each.seats) for each in eyes(found.table, found.chairs).watchers]
    assert seen == [(), seats[::2], seats[1::2], *((seat,) for seat in seats), "open"]


# The theatre


async def watch_as(pilot, *pressed):
    """Open the list of eyes and press keys."""
    await pilot.pause()
    await pilot.press("v")
    await pilot.pause()
    for key in pressed:
        await pilot.press(key)
        await pilot.pause()


async def test_a_pair_chooses_its_own_eyes_in_the_theatre():
    found = paired()
    app = app_at(None, theatre=found)
    titles = [found.table.rules.seat_title(seat) for seat in found.table.setup.seats]
    async with app.run_test(size=ROOMY) as pilot:
        await watch_as(pilot)
        screen = next(each for each in app.screen_stack if isinstance(each, TheatreScreen))
        assert isinstance(app.screen, Choosing)
        lines = [block.text.plain for block in app.screen.query_one(Lines).blocks]
        assert lines == ["A spectator", f"{titles[0]} and {titles[2]}", f"{titles[1]} and {titles[3]}"]
        await pilot.press("down", "enter")
        await pilot.pause()
        assert isinstance(app.screen, Curtain)
        assert app.screen.seat_title == f"{titles[0]} and {titles[2]}"
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen is screen
        assert screen.seen == f"as {titles[0]} and {titles[2]} saw it"


@SIZES
def test_the_theatre_with_the_eyes_of_a_pair(snap_compare, size):
    async def run(pilot):
        await watch_as(pilot, "down", "enter", "enter")
        await keys("end")(pilot)

    assert snap_compare(app_at(None, theatre=paired()), terminal_size=size, run_before=run)


async def test_from_the_table_one_person_watches_with_all_their_seats():
    found = opened("amber=me,jade=me,violet=easy")
    app = app_at(found)
    async with app.run_test(size=SMALL) as pilot:
        await sit_down(pilot)
        screen = table_screen(app)
        screen.post_message(LogLines.Watched(screen.log_lines, screen.sitting.entries[-1]))
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, TheatreScreen)
        (watcher,) = app.screen.replay.watchers
        assert set(watcher.seats) == {"amber", "jade"}
        assert bids(app.screen.replay.entries)[:2] == ["Bid 0", "Bid 1"]
