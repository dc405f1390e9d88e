"""Bots on the screens at home: they think while the screen goes on, are hurried, paused, replaced and taken back."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from engine import registry
from engine.core.added import VARIABLE
from engine.core.errors import Refused
from tests.made_up import MARSH_LIGHTS
from tests.tui.playing import ROOMY, SMALL, app_at, table_screen
from tests.tui.test_snapshots import SIZES, frozen  # noqa: F401  (also says where pictures are kept)
from tui.play import saves
from tui.play.chairs import Chair, parse
from tui.play.thinking import BotQuestion, Order, choose
from tui.widgets.dialogs import Choosing


def opened(typed="nabo=me,yainar=easy", game="horrors-of-war", **more):
    """A new table with these chairs, in the saves folder of the test."""
    rules = registry.game(game)
    chairs = parse(rules, typed)
    setup = saves.default_setup(
        rules,
        scenario=None,
        seats=",".join(chairs),
        challenges=(),
        options=more.pop("options", ()),
        seed=3,
        **more,
    )
    return saves.begin(rules, setup, None, chairs)


class Pondering:
    """Thinkers who answer when a test lets them, or refuse to."""

    def __init__(self):
        self.go, self.begun = asyncio.Event(), asyncio.Event()
        self.asked, self.hurried = [], 0
        self.refusal = ""

    async def choose(self, table, seat, level, luck, *, longest):
        self.asked.append((seat, level))
        self.begun.set()
        await self.go.wait()
        self.begun.clear()
        if self.refusal:
            raise Refused(self.refusal)
        return choose(
            BotQuestion.of(table, seat), 1.0, Order("easy", 1)
        ).move  # the chance of a bot depends on the id of the table

    def hurry(self):
        self.hurried += 1
        self.go.set()

    def close(self):
        pass


@pytest.fixture
def at_table(home):
    """The app in front of a table with bots whose thoughts the test controls."""

    def sit(table, **settings):
        app = app_at(table, motion=False, **settings)
        app._thinkers = Pondering()
        return app, app._thinkers

    return sit


async def until(pilot, true):
    """Wait for something to become true; the screen goes on meanwhile."""
    async with asyncio.timeout(60):
        while not true():
            await pilot.pause()
            await asyncio.sleep(0.001)
    await pilot.pause()


def asked(app):
    return table_screen(app).prompt.question.plain


async def passing(pilot, app):
    """Let the person at the keyboard pass."""
    await pilot.pause()
    screen = table_screen(app)
    with app._context():
        screen._make(screen.sitting.passes[0])
    await pilot.pause()


async def test_a_partner_thinks_in_a_process_and_plays_on_the_screen():
    """Horrors of War with a real process, from the person's pass until the person is asked again."""
    table = opened("nabo=me,yainar=normal")
    app = app_at(table)
    async with app.run_test(size=ROOMY) as pilot:
        await passing(pilot, app)
        assert asked(app).strip().startswith("Yainar (normal) thinks")
        await until(pilot, lambda: table_screen(app).sitting.asked == ("nabo",))
        assert [step.seat for step in table.table.steps[1:3]] == ["nabo", "yainar"]
        assert app.thinkers._pool is not None
    assert app._thinkers is None


async def test_the_screen_goes_on_while_a_bot_thinks(at_table):
    table = opened()
    app, bots = at_table(table)
    async with app.run_test(size=ROOMY) as pilot:
        await passing(pilot, app)
        await bots.begun.wait()
        assert "Yainar (easy) thinks." in asked(app)
        assert "◇Yainar" in table_screen(app).query_one("#heading").content.plain
        await pilot.press("1", "enter")  # nothing is for the person to answer
        assert table.table.steps[-1].seat == "nabo"
        await pilot.press("l")
        assert table_screen(app).open_tab == "log"
        bots.go.set()
        await until(pilot, lambda: table.table.steps[-1].seat == "yainar")
        assert bots.asked[0] == ("yainar", "easy")


async def test_the_sign_of_thinking_moves_and_sends_little(at_table, monkeypatch):
    table = opened()
    app, bots = at_table(table)
    app.settings.motion = True
    async with app.run_test(size=ROOMY) as pilot:
        await passing(pilot, app)
        await bots.begun.wait()
        screen, seen = table_screen(app), set()
        for _ in range(4):
            screen._blink()
            await pilot.pause()
            seen.add(asked(app).strip())
        assert len(seen) == 4
        bots.go.set()
        await until(pilot, lambda: not screen.is_thinking or table.table.number > 3)


async def test_bots_moves_are_played_back_step_by_step(at_table):
    table = opened()
    app, bots = at_table(table, pace="step")
    async with app.run_test(size=SMALL) as pilot:
        await passing(pilot, app)
        bots.go.set()
        await until(pilot, lambda: bool(table_screen(app).playing))
        screen = table_screen(app)
        number = table.table.number
        assert screen.playing[0].entry.words.startswith("Yainar (easy): ")
        assert "Yainar (easy): " in screen.prompt.told.plain
        while screen.playing and table.table.number == number:
            await pilot.press("space")
        await until(pilot, lambda: table.table.number > number or screen.sitting.asked == ("nabo",))


async def test_a_key_lets_the_bot_move_now(at_table):
    table = opened()
    app, bots = at_table(table)
    async with app.run_test(size=ROOMY) as pilot:
        await passing(pilot, app)
        await bots.begun.wait()
        await pilot.press("b")
        assert bots.hurried == 1
        await until(pilot, lambda: table.table.steps[-1].seat == "yainar")


async def test_the_same_key_lets_a_bot_act_before_the_person(at_table):
    table = opened()
    app, bots = at_table(table)
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        await pilot.pause()
        assert not bots.asked
        assert table_screen(app).sitting.asked == ("nabo",)
        await pilot.press("b")
        await bots.begun.wait()
        bots.go.set()
        await until(pilot, lambda: table.table.number > 1)
        assert table.table.steps[1].seat == "yainar"


async def test_taking_back_while_a_bot_thinks_drops_the_thought(at_table):
    table = opened()
    app, bots = at_table(table)
    async with app.run_test(size=ROOMY) as pilot:
        await passing(pilot, app)
        await bots.begun.wait()
        await pilot.press("u")
        await pilot.pause()
        assert table.table.number == 1
        assert not table_screen(app).is_thinking
        bots.go.set()
        await pilot.pause()
        await pilot.pause()
        assert table.table.number == 1
        assert table_screen(app).sitting.asked == ("nabo",)


async def test_with_open_undo_a_person_goes_back_to_the_own_question(at_table):
    table = opened("nabo=me,yainar=easy", open_undo=True)
    app, bots = at_table(table)
    async with app.run_test(size=ROOMY) as pilot:
        bots.go.set()
        await passing(pilot, app)
        await until(pilot, lambda: table_screen(app).sitting.asked == ("nabo",))
        assert table.table.steps[-1].seat == "yainar"
        before = [step.seat for step in table.table.steps]
        await pilot.press("u")
        await pilot.pause()
        assert table.table.number == 1, (before, [step.seat for step in table.table.steps], asked(app))


async def test_without_it_the_person_is_told_why_not(at_table):
    table = opened()
    app, bots = at_table(table)
    async with app.run_test(size=ROOMY) as pilot:
        bots.go.set()
        await passing(pilot, app)
        await until(pilot, lambda: table_screen(app).sitting.asked == ("nabo",))
        number = table.table.number
        await pilot.press("u")
        await pilot.pause()
        assert "moves of bots are taken back only at a table with open undo" in asked(app)
        assert table.table.number == number


async def test_bots_wait_while_they_are_paused(at_table):
    table = opened()
    app, bots = at_table(table)
    async with app.run_test(size=ROOMY) as pilot:
        await passing(pilot, app)
        await bots.begun.wait()
        await pilot.press("P")
        assert "The bots wait. Yainar (easy) is next; P lets them go on." in asked(app)
        bots.go.set()
        await pilot.pause()
        assert table.table.steps[-1].seat == "nabo"
        await pilot.press("P")
        await until(pilot, lambda: table.table.steps[-1].seat == "yainar")


async def test_bots_alone_are_watched_and_paused(at_table):
    table = opened("nabo=easy,yainar=normal")
    app, bots = at_table(table)
    async with app.run_test(size=ROOMY) as pilot:
        await bots.begun.wait()
        assert table_screen(app).sitting.front == ""
        bots.go.set()
        await until(pilot, lambda: table.table.number > 12)
        await pilot.press("P")
        await pilot.pause()
        number = table.table.number
        for _ in range(5):
            await pilot.pause()
        assert table.table.number == number
        assert {"nabo", "yainar"} == {step.seat for step in table.table.steps[1:]}


async def test_a_bot_is_replaced_by_a_person_and_back(at_table):
    table = opened()
    app, bots = at_table(table)
    async with app.run_test(size=SMALL) as pilot:
        await passing(pilot, app)
        await bots.begun.wait()
        await pilot.press("S")
        assert isinstance(app.screen, Choosing)
        await pilot.press("2", "1")
        await pilot.pause()
        screen = table_screen(app)
        assert table.chairs["yainar"] == Chair("person", "me")
        assert screen.sitting.asked == ("yainar",)
        assert not screen.is_thinking
        assert "Yainar: you from now on." in asked(app)
        await pilot.press("S", "2", "5")
        await until(pilot, lambda: ("yainar", "hard") in bots.asked)
        table.journal.close()
        again = saves.open_save(table.path, writing=False)
        assert again.chairs["yainar"] == Chair("bot", "hard")


async def test_resuming_goes_on_with_the_bots(at_table):
    table = opened()
    app, bots = at_table(table)
    async with app.run_test(size=ROOMY) as pilot:
        await passing(pilot, app)
        await bots.begun.wait()
        await pilot.press("q")
        await pilot.pause()
        assert bots.hurried  # nobody waits any more
    app, bots = at_table(saves.open_save(table.path, writing=True))
    async with app.run_test(size=ROOMY) as pilot:
        await bots.begun.wait()
        assert bots.asked == [("yainar", "easy")]


async def test_bots_that_cannot_think_stop_the_table_and_a_person_can_play_on(at_table):
    table = opened()
    app, bots = at_table(table)
    bots.refusal = "The bots cannot think now."
    bots.go.set()
    async with app.run_test(size=ROOMY) as pilot:
        await passing(pilot, app)
        await until(pilot, lambda: table_screen(app).is_paused)
        assert "The bots cannot think now." in asked(app)
        await pilot.press("S", "2", "1")
        await pilot.pause()
        assert table_screen(app).sitting.asked == ("yainar",)


async def test_damaged_chairs_are_said_on_the_screen(at_table):
    table = opened()
    table.leave()
    table.path.with_suffix(".note").write_text("{")
    app, _ = at_table(saves.open_save(table.path, writing=True))
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        assert any("every seat is a person's again" in each.message for each in app._notifications)


async def test_playing_again_keeps_the_chairs(at_table):
    table = opened()
    app, _ = at_table(table)
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        table.leave()
        with app._context():
            app.play_again(table)
        await pilot.pause()
        assert table_screen(app).opened.chairs["yainar"] == Chair("bot", "easy")


async def test_a_person_plays_two_rivals_who_are_bots_to_the_end(at_table, monkeypatch):
    """Marsh Lights, with private knowledge, bids at the same time and reactions in the middle of a move."""
    monkeypatch.setenv(VARIABLE, MARSH_LIGHTS)
    table = opened("amber=me,jade=normal,violet=easy", "marsh-lights")
    app, bots = at_table(table)
    bots.go.set()
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        screen = table_screen(app)
        while table.table.ask is not None:
            await until(pilot, lambda: bool(screen.sitting.choices) or table.table.ask is None)
            assert {choice.seat for choice in screen.sitting.choices} <= {"amber"}
            if screen.sitting.choices and table.table.ask is not None:
                with app._context():
                    screen._make(screen.sitting.choices[-1])
            await pilot.press("escape")
        assert {step.seat for step in table.table.steps[1:]} == {"amber", "jade", "violet"}
        assert set(bots.asked) == {("jade", "normal"), ("violet", "easy")}


async def test_what_a_rival_does_is_shown_as_far_as_the_person_may_see(at_table, monkeypatch):
    """A bid is nobody's business before all are in."""
    monkeypatch.setenv(VARIABLE, MARSH_LIGHTS)
    table = opened("amber=me,jade=easy", "marsh-lights")
    app, bots = at_table(table, pace="step")
    bots.go.set()
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        await pilot.pause()
        screen = table_screen(app)
        with app._context():
            screen._make(screen.sitting.choices[0])
        await until(pilot, lambda: bool(screen.playing))
        assert screen.playing[0].entry.words == "Jade (easy): Bid in secret"


@SIZES
@pytest.mark.parametrize("game", ["horrors-of-war", "marsh-lights"])
def test_the_table_while_a_bot_thinks(snap_compare, at_table, monkeypatch, game, size):
    monkeypatch.setenv(VARIABLE, MARSH_LIGHTS)
    monkeypatch.setattr("tui.app.ParleyApp.thinkers", Pondering())
    chairs = {"horrors-of-war": "nabo=me,yainar=hard", "marsh-lights": "amber=me,jade=hard,violet=easy"}[game]
    app = app_at(opened(chairs, game), motion=False)

    async def think(pilot):
        await pilot.pause()
        await pilot.pause()
        screen = table_screen(app)
        with app._context():
            screen._make((screen.sitting.passes or screen.sitting.choices)[0])
        await pilot.pause()

    assert snap_compare(app, terminal_size=size, run_before=think)


KILLED = """
import asyncio, sys
from tests.tui.test_bots_at_the_table import opened, passing
from tests.tui.playing import app_at, ROOMY

async def main():
    app = app_at(opened("nabo=me,yainar=hard"))
    async with app.run_test(size=ROOMY) as pilot:
        await passing(pilot, app)
        pool = app.thinkers._started()
        while not pool._processes:
            await asyncio.sleep(0.01)
        print(*pool._processes, file=sys.__stdout__, flush=True)
        await asyncio.sleep(3600)

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
async def test_processes_end_with_an_app_that_is_killed(tmp_path, home):
    from tests.house.test_thinking import is_there

    script = tmp_path / "killed.py"
    script.write_text(KILLED)
    here = str(Path(__file__).parents[2])
    app = await asyncio.create_subprocess_exec(
        sys.executable, script, stdout=asyncio.subprocess.PIPE, env={**os.environ, "PYTHONPATH": here}
    )
    pids = (await app.stdout.readline()).split()
    assert pids
    app.kill()
    await app.wait()
    while any(is_there(int(pid)) for pid in pids):
        await asyncio.sleep(0.01)
