"""The chance of a table at home: its secret is told nowhere, and a typed seed is told everywhere and is practice."""

import json
import re

import pytest

from engine import registry
from engine.store.log import ScenarioTally
from tests.tui.playing import app_at, opened, table_screen
from tui.look.settings import Settings
from tui.plain.table import final_lines
from tui.play import lists, saves
from tui.play.report import report
from tui.screens.saves import SavesScreen
from tui.widgets.dialogs import Reading

GAME = "horrors-of-war"


@pytest.fixture
def secret(parley):
    """The secret of a table that was begun without a seed, as its journal has it."""
    assert parley("play", GAME, "--plain", "--name", "mine", typed="1\n1\nundo\nlook\nhint\nlog\nquit\n").code == 0
    return re.search(rb'"secrets":\[\[0,"([0-9a-f]{64})"', saves.find("mine").read_bytes())[1].decode()


@pytest.mark.parametrize(
    "command",
    [
        ["saves"],
        ["saves", "--json"],
        ["games", "--json"],
        ["log", "--json"],
        ["replay", "mine"],
        ["verify", "mine"],
        ["hint", "mine", "--budget", "5", "--json"],
        ["resume", "mine", "--plain"],
    ],
    ids=" ".join,
)
def test_no_command_prints_the_secret(parley, secret, command):
    ran = parley(*command, typed="look\nlog\nsave\nstory\nundo\nquit\n")
    assert ran.code == 0
    assert secret[:8] not in ran.out + ran.err


def test_a_refusal_has_no_secret_either(parley, secret):
    ran = parley("replay", "mine", "--open")
    assert ran.sentence == "The game is not over: what is hidden stays hidden until then."
    assert secret[:8] not in ran.out + ran.err


def test_neither_a_story_nor_a_report_of_a_mistake_has_the_secret(secret, tmp_path):
    table = saves.open_save(saves.find("mine"), writing=False)
    told = saves.export_story(table, str(tmp_path / "told.md")).read_text()
    try:
        raise RuntimeError(repr(table.table._chance), table.table._chance.dice(3))
    except RuntimeError as error:
        told += report(error, Settings()) + str(error)
    assert "Chance(...)" in told
    assert secret[:8] not in told


def test_a_game_without_a_typed_seed_shows_none(parley):
    ran = parley("play", GAME, "--plain", typed="quit\n")
    assert "seed" not in ran.out
    [entry] = json.loads(parley("saves", "--json").out)
    assert entry["practice"] == ""
    assert "practice" not in parley("saves").out


def test_two_games_without_a_typed_seed_are_not_alike(parley):
    for name in ("one", "other"):
        parley("play", GAME, "--plain", "--name", name, typed="quit\n")
    one, other = (saves.find(name).read_bytes().splitlines()[1] for name in ("one", "other"))
    assert one != other


# A typed seed


def test_a_typed_seed_repeats_a_game_and_is_told(parley):
    for name in ("one", "other"):
        ran = parley("play", GAME, "--plain", "--seed", "42", "--name", name, typed="quit\n")
        assert f"Saved as {name}; practice (seed 42)." in ran.out
    one, other = (saves.open_save(saves.find(name), writing=False).table for name in ("one", "other"))
    assert one.state == other.state
    assert [entry["practice"] for entry in json.loads(parley("saves", "--json").out)] == ["seed 42", "seed 42"]
    assert "open, practice (seed 42)" in parley("saves").out


@pytest.mark.parametrize("typed", ["abc", "-1", "1.5", "99999999999999999999"])
def test_what_is_no_seed_is_refused_in_a_sentence_of_our_own(parley, typed):
    ran = parley("play", GAME, "--seed", typed)
    assert ran.code == 2
    assert ran.sentence == f'"{typed}" cannot be a --seed. A seed is a number from 0 to 9223372036854775807.'


async def test_the_story_and_the_list_of_saves_tell_what_makes_a_game_practice(home):
    app = app_at(opened(seed=42))
    async with app.run_test(size=(120, 40)) as pilot:
        table_screen(app).action_story()
        await pilot.pause()
        assert isinstance(app.screen, Reading)
        assert "seed 42. A win counts, but" in app.export_screenshot().replace("&#160;", " ")
    app = app_at(None)
    async with app.run_test(size=(120, 40)) as pilot:
        await app.push_screen(SavesScreen(watching=False))
        while "Practice (seed 42)." not in app.export_screenshot().replace("&#160;", " "):
            await pilot.pause()


# The log


def test_a_finished_game_with_a_typed_seed_is_practice_in_the_log_and_on_the_last_page(put, finished_lines, parley):
    table = saves.open_save(put(finished_lines), writing=False)
    assert "Practice (seed 5)." in " ".join(final_lines(table))
    saves.note_result(table)
    [result] = json.loads(saves.log().path.read_text())["results"]
    assert result["practice"] is True


def test_a_win_at_a_branched_table_is_called_practice(parley):
    """By the number of such wins, beside all wins."""
    scene = registry.game(GAME).scenarios()[0].id
    record = ScenarioTally(GAME, scene, (), wins=3, practice=1, fewest_rounds=7)
    line = lists._log_row(record)
    assert line[:3] == ["none", "3", "1"]
    assert "practice" in parley("log").out.splitlines()[1]
