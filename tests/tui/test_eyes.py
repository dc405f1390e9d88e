"""An unfinished game with secrets is watched through one's own eyes only; a finished one through anybody's."""

from __future__ import annotations

import io
import sys

import pytest
from msgspec.structs import replace

from engine import registry
from engine.core.added import VARIABLE
from engine.core.errors import Refused
from engine.core.kinds import NOBODY, Setup
from tests.made_up import MARSH_LIGHTS
from tests.made_up import rules as marsh
from tests.tui.playing import ROOMY, app_at
from tui.cli import command as cli
from tui.measure import simulate
from tui.play import saves
from tui.play.chairs import ANYBODY, ME, Chair, Chairs
from tui.play.eyes import chosen, eyes, eyes_of, why_no_branch
from tui.play.sitting import Sitting
from tui.play.story import Watcher, markdown
from tui.screens.curtain import Curtain
from tui.screens.theatre import TheatreScreen
from tui.widgets.dialogs import Choosing

OPEN_HANDS = Setup(game="horrors-of-war", scenario="order-in-chaos", seats=("nabo", "yainar"), seed=5)
HANDS = replace(OPEN_HANDS, options=("private-hands",))
MARSH = Setup(game=marsh.id, scenario="ford", seats=("amber", "jade", "violet"), seed=5)


@pytest.fixture(autouse=True)
def marsh_lights(monkeypatch):
    monkeypatch.setenv(VARIABLE, MARSH_LIGHTS)


@pytest.fixture
def begun(home):
    """A save after some moves by chance."""

    def made(setup, most=40, chairs=None):
        found = saves.begin(registry.game(setup.game), setup, None, chairs)
        simulate.play_out(found.table, simulate.SimulationPlan(setup, "random", most), 11)
        return found

    return made


def names(found):
    return ["open" if each.open else each.seat for each in found.watchers]


@pytest.mark.parametrize("setup", [HANDS, MARSH], ids=["war", "marsh"])
def test_before_the_end_nobody_sees_all_and_others_come_behind_a_curtain(begun, setup):
    table = begun(setup).table
    found = eyes(table)
    assert names(found) == [NOBODY, *setup.seats]
    spectator, first, second, *_ = found.watchers
    assert found.needs_curtain(spectator, first)
    assert found.needs_curtain(first, second)
    assert not found.needs_curtain(first, spectator)
    assert not found.needs_curtain(first, first)


@pytest.mark.parametrize("setup", [HANDS, MARSH], ids=["war", "marsh"])
def test_a_finished_game_is_seen_by_all_eyes(begun, setup):
    table = begun(setup, 5000).table
    assert table.ask is None
    found = eyes(table)
    assert names(found) == [NOBODY, *setup.seats, "open"]
    assert not any(found.needs_curtain(one, two) for one in found.watchers for two in found.watchers)


def test_without_secrets_everybody_is_seen_but_no_deck(begun):
    found = eyes(begun(OPEN_HANDS).table)
    assert names(found) == [NOBODY, *OPEN_HANDS.seats]
    assert not found.needs_curtain(found.watchers[0], found.watchers[1])


def test_nobody_sees_through_the_eyes_of_a_bot(begun):
    chairs = {"amber": Chair("person", ME), "jade": Chair("bot", "easy"), "violet": Chair("bot", "hard")}
    opened = begun(MARSH, chairs=chairs)
    found = eyes(opened.table, opened.chairs)
    assert names(found) == ["amber", NOBODY], "one's own eyes come first"
    assert not found.needs_curtain(found.watchers[1], found.watchers[0])
    with pytest.raises(Refused, match="A bot plays Jade"):
        chosen(opened.table, opened.chairs, "jade", False)


def test_seats_of_one_person_watch_with_one_pair_of_eyes(begun):
    chairs = Chairs({"amber": Chair("person", ME), "jade": Chair("person", ME), "violet": ANYBODY})
    found = eyes(begun(MARSH).table, chairs)
    spectator, ours, violet = found.watchers
    assert ours.seats == ("amber", "jade")
    assert ours.title == "Amber and Jade"
    assert not found.needs_curtain(ours, ours)
    assert found.needs_curtain(ours, violet)
    assert found.needs_curtain(violet, ours)
    assert found.needs_curtain(spectator, ours)


def test_at_the_table_only_the_party_in_front_watches(begun):
    table = begun(MARSH).table
    chairs = Chairs({"amber": Chair("person", ME), "violet": ANYBODY, "jade": Chair("person", ME)})
    sitting = Sitting(table, chairs=chairs)
    sitting.look_as("jade")
    if sitting.front == "jade":
        assert sitting.party == ("jade", "amber")
    sitting.look_as("violet")
    if sitting.front == "violet":
        assert sitting.party == ("violet",)
    assert [each.seats for each in eyes_of(table, sitting.party).watchers] == [sitting.party]
    assert names(eyes_of(table, ())) == [NOBODY]


# Branches


@pytest.mark.parametrize("setup", [HANDS, MARSH], ids=["war", "marsh"])
def test_no_branch_tells_the_secrets_of_a_game_that_goes_on(begun, setup):
    opened = begun(setup)
    with pytest.raises(Refused, match="not over"):
        saves.branch(opened, 3)
    assert len(list(saves.folder().files())) == 1
    opened.leave()
    ended = begun(setup, 5000)
    assert saves.branch(ended, 3).table.number == 4


def test_who_plays_all_seats_alone_may_branch(begun):
    opened = begun(HANDS, chairs=dict.fromkeys(HANDS.seats, Chair("person", ME)))
    assert saves.branch(opened, 3).table.number == 4


def test_a_bot_has_secrets_as_well(begun):
    chairs = {"nabo": Chair("person", ME), "yainar": Chair("bot", "easy")}
    opened = begun(HANDS, chairs=chairs)
    assert why_no_branch(opened.table, opened.chairs)


# The theatre


async def theatre_of(app, pilot):
    await pilot.pause()
    await pilot.pause()
    screen = app.screen
    assert isinstance(screen, TheatreScreen)
    return screen


@pytest.mark.parametrize("setup", [HANDS, MARSH], ids=["war", "marsh"])
async def test_the_theatre_asks_who_watches_and_draws_a_curtain(begun, setup):
    opened = begun(setup)
    app = app_at(None, theatre=opened)
    async with app.run_test(size=ROOMY) as pilot:
        screen = await theatre_of(app, pilot)
        assert screen.shown == opened.table.rules.view(screen.shown, NOBODY), "a spectator at first"
        await pilot.press("v")
        await pilot.pause()
        assert isinstance(app.screen, Choosing)
        await pilot.press("down", "enter")
        await pilot.pause()
        assert isinstance(app.screen, Curtain)
        assert screen.replay.watcher.seat == NOBODY, "nothing is seen before somebody sits there"
        assert app.screen.seat == setup.seats[0]
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen is screen
        assert screen.replay.watcher.seat == setup.seats[0]
        assert screen.shown == opened.table.rules.view(screen.shown, setup.seats[0])
        assert "b" not in [key.key for key in screen.prompt.keys]
        await pilot.press("b")
        assert "not over" in screen.prompt.question.plain


async def test_the_exported_story_is_that_of_the_one_who_watches(begun, home):
    opened = begun(HANDS)
    app = app_at(None, theatre=opened)
    async with app.run_test(size=ROOMY) as pilot:
        screen = await theatre_of(app, pilot)
        await pilot.press("x")
        await pilot.press("v")
        await pilot.pause()
        await pilot.press("down", "enter")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert screen.replay.watcher.seat == "nabo"
        await pilot.press("x")
        await pilot.pause()
    written = sorted((home / "exports").glob("*.md"), key=lambda path: len(path.name))
    outside, nabo = (path.read_text() for path in written)
    assert outside == markdown(opened.table, Watcher(opened.table.rules))
    assert nabo == markdown(opened.table, Watcher(opened.table.rules, "nabo"))
    hands = opened.table.steps[1].before.hands
    titles = {seat: [opened.table.state.box.resources[card].title for card in hands[seat]] for seat in hands}
    dealt = nabo.partition("## Round 1")[0]
    assert all(title in dealt for title in titles["nabo"])
    assert not any(title in dealt for title in titles["yainar"])


# The command


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(("seat", "typed", "is_told"), [("nabo", "\n", True), ("nabo", "", False), (None, "", True)])
def test_a_story_of_one_seat_comes_behind_a_curtain_at_a_terminal(begun, monkeypatch, seat, typed, is_told):
    """Without anybody who sits down there nothing is told; a spectator's story is for everybody."""
    opened = begun(HANDS)
    opened.leave()
    typing, shown = Terminal(typed), Terminal()
    monkeypatch.setattr(sys, "stdin", typing)
    monkeypatch.setattr(sys, "stdout", shown)
    monkeypatch.setattr("builtins.input", lambda prompt="": _line(typing))
    cli.run(["replay", opened.name, "--plain", *(["--seat", seat] if seat else [])])
    assert ("Pass to Nabo." in shown.getvalue()) == bool(seat)
    assert ("The starting hands were dealt." in shown.getvalue()) == is_told


def _line(typing):
    line = typing.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")
