"""The theatre: a save watched again."""

import random
from functools import partial

import pytest

from engine import registry
from engine.core.journal import NoJournal
from engine.core.kinds import NOBODY, Setup
from engine.core.table import Table
from engine.core.verify import verify
from engine.games.horrors_of_war.content.library import library
from tui.app import ParleyApp
from tui.measure import simulate
from tui.play import saves
from tui.play.replay import Replay
from tui.screens.table import TableScreen
from tui.screens.theatre import TheatreScreen

GAME = "horrors-of-war"


@pytest.fixture
def opened(put, lines):
    return saves.open_save(put(lines), writing=False)


@pytest.fixture
def finished(put, finished_lines):
    return saves.open_save(put(finished_lines, "done"), writing=False)


def theatre(opened, **settings):
    app = ParleyApp(theatre=opened)
    for name, value in {"glyphs": "unicode", **settings}.items():
        setattr(app.settings, name, value)
    return app


def private_table(most=40):
    """A game in which nobody sees the others' hands."""
    setup = Setup(game=GAME, scenario="order-in-chaos", seats=("nabo", "yainar"), seed=5, options=("private-hands",))
    table = Table.begin(registry.game(GAME), setup, NoJournal())
    simulate.play_out(table, simulate.SimulationPlan(setup, "random", most), 11)
    return table


# The replay


def test_every_line_shows_the_table_as_it_was_then(opened):
    replay = Replay(opened.table)
    steps = opened.table.steps
    for place in replay.told.ends:
        replay.go(place)
        step = replay.entry.step
        after = steps[step + 1].before if step + 1 < len(steps) else opened.table.state
        assert replay.view == opened.table.rules.view(after, NOBODY)


def test_rounds_begin_where_the_bar_marks_them(finished):
    replay = Replay(finished.table)
    for place, number in replay.told.rounds.items():
        assert replay.entries[place].round == number
        assert replay.entries[place - 1].round == number - 1
        replay.go(place)
        assert finished.table.rules.round_of(replay.view) == number


def test_a_replay_goes_by_line_move_and_round_and_stops_at_both_ends(finished):
    replay = Replay(finished.table)
    replay.by_round(-1)
    assert replay.place == 0
    replay.by_move(1)
    assert replay.entry.step == 0
    assert replay.ends_move
    replay.by_move(1)
    assert replay.entry.step == 1
    replay.by_round(1)
    assert replay.entry.round == 2
    replay.by_round(-1)
    assert replay.entry.round == 1
    for _ in range(len(replay.told.rounds) + 2):
        replay.by_round(1)
    assert replay.place == replay.last
    assert replay.view == finished.table.view(NOBODY)


def test_what_a_seat_could_not_see_stays_hidden():
    """HOW-GEN-05; once the game is over, somebody may see everything."""
    table = private_table(5000)
    replay = Replay(table)
    replay.by_move(1)
    hands = table.steps[1].before.hands
    assert all(hands.values())
    seen = {}
    for _ in replay.watchers:
        who = "open" if replay.watcher.open else replay.watcher.seat
        seen[who] = {seat for seat in hands if replay.view.hands[seat] == hands[seat]}
        replay.next_watcher()
    assert seen == {"": set(), "nabo": {"nabo"}, "yainar": {"yainar"}, "open": {"nabo", "yainar"}}


def test_a_hidden_move_names_no_card():
    """HOW-GEN-05"""
    replay = Replay(private_table())
    moves = [entry for entry in replay.entries if entry.fact < 0]
    assert moves
    cards = library().resources
    titles = [library().title(card) for card in cards]
    assert not [entry for entry in moves if any(title in entry.words for title in titles)]
    assert not [entry for entry in moves if any(thing.removeprefix("card:") in cards for thing in entry.things)]
    assert "Play a card" in {entry.words for entry in moves}


def test_other_eyes_see_the_same_moment(opened):
    replay = Replay(opened.table)
    replay.go(40)
    here = (replay.entry.step, replay.entry.fact)
    for _ in replay.watchers:
        replay.next_watcher()
        assert (replay.entry.step, replay.entry.fact) == here


# Long games, which are told in parts


def moment(replay):
    return replay.watcher.seat, replay.entry.step, replay.entry.fact, replay.ends_move


def test_a_story_told_in_parts_is_the_same_story(finished):
    """Every line on the way there and back, and in leaps."""
    whole, parts = Replay(finished.table), Replay(finished.table, block=4)
    assert whole.is_whole
    assert not parts.is_whole
    lines = len(whole.entries)
    for by in (1, -1):
        for _ in range(lines + 1):
            assert moment(parts) == moment(whole)
            assert parts.view == whole.view
            assert parts.is_over == whole.is_over
            whole.by_line(by)
            parts.by_line(by)
    assert len(parts.entries) < lines / 3


def test_a_story_told_in_parts_has_the_same_moves_and_rounds(finished):
    whole, parts = Replay(finished.table), Replay(finished.table, block=4)
    rng = random.Random(1)
    deeds = ["by_line", "by_move", "by_round"]
    for _ in range(400):
        deed = rng.choice(deeds)
        by = rng.choice((1, 1, 1, -1, -1))
        for replay in (whole, parts):
            getattr(replay, deed)(by)
        assert moment(parts) == moment(whole), (deed, by)
        if rng.random() < 0.1:
            for replay in (whole, parts):
                replay.next_watcher()
        if rng.random() < 0.05:
            rng.choice((Replay.go_first, Replay.go_last))(parts)
            whole.go_to(parts.entry)


def test_the_bar_of_a_long_game_goes_by_moves(finished):
    parts = Replay(finished.table, block=4)
    number = finished.table.number
    assert (parts.bar.place, parts.bar.last) == (0, number - 1)
    parts.go_to_bar(number // 2)
    assert (parts.entry.step, parts.ends_move) == (number // 2, True)
    assert parts.bar.place == number // 2
    assert list(parts.bar.rounds.values()) == sorted(set(parts.bar.rounds.values()))


# The screen


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_keys_step_by_line_move_and_round(opened, size):
    app = theatre(opened)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TheatreScreen)
        start = screen.replay.place
        await pilot.press("right", "right", "left")
        assert screen.replay.place == start + 1
        await pilot.press("full_stop")
        assert screen.replay.ends_move
        await pilot.press("pagedown")
        assert screen.replay.entry.round == 2
        assert screen.lines("log").index == screen.replay.place
        await pilot.press("end")
        assert screen.shown == opened.table.view("")
        await pilot.press("home")
        assert screen.replay.place == 0
        await pilot.press("escape")
        assert not isinstance(app.screen, TheatreScreen)


async def test_a_click_on_the_bar_and_on_the_log_jumps(opened):
    app = theatre(opened)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        await pilot.click("#scrub", offset=(78, 0))
        assert screen.replay.place == screen.replay.last
        await pilot.click("#scrub", offset=(1, 0))
        assert screen.replay.place == 0
        await pilot.click("#scrub", offset=(40, 0))
        before = screen.replay.place
        assert 0 < before < screen.replay.last
        await pilot.pause()
        await pilot.click("#log", offset=(5, 0))
        assert screen.replay.place != before
        assert screen.replay.place == screen.lines("log").index


async def test_it_plays_by_itself_until_somebody_pauses_it(opened):
    app = theatre(opened)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        start = screen.replay.place
        await pilot.press("3", "space")
        assert ">>> as a spectator" in str(screen.query_one("#heading").render())
        while screen.replay.place < start + 2:
            await pilot.pause(0.05)
        await pilot.press("space")
        assert screen._timer is None


async def test_without_motion_space_shows_the_next_line(opened):
    app = theatre(opened, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        start = screen.replay.place
        await pilot.press("space")
        assert screen.replay.place == start + 1
        assert screen._timer is None
        assert [key.word for key in screen.prompt.keys if key.action == "play"] == ["next"]
        await pilot.press("2")
        assert "motion is off" in screen.prompt.question.plain


async def test_v_goes_round_all_eyes_and_the_heading_says_whose(finished):
    app = theatre(finished)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        heads = []
        for _ in range(5):
            heads.append(app.screen.seen)
            assert app.screen.seen in str(app.screen.query_one("#heading").render())
            await pilot.press("v")
        assert heads == ["as a spectator", "as Nabo saw it", "as Yainar saw it", "nothing hidden", "as a spectator"]


async def test_continue_opens_a_new_table_that_verifies(opened):
    app = theatre(opened)
    before = opened.path.read_bytes()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press(*["full_stop"] * 6)
        assert app.screen.replay.entry.step == 6
        await pilot.press("b", "y")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        assert screen.table.number == 7
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, TheatreScreen)
    branch = saves.open_save(screen.opened.path, writing=False)
    assert verify(branch.table.rules, branch.journal).moves == 6
    assert opened.path.read_bytes() == before


async def test_in_the_middle_of_a_move_the_branch_asks_it_again(opened):
    replay = Replay(opened.table)
    place = next(
        place for place, entry in enumerate(replay.entries) if entry.step > 3 and place not in replay.told.ends
    )
    replay.go(place)
    assert replay.branching == replay.entry.step - 1


async def test_nothing_continues_after_the_end(finished):
    app = theatre(finished)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("end", "b")
        assert isinstance(app.screen, TheatreScreen)
        assert "The game is over here" in app.screen.prompt.question.plain


async def test_export_writes_a_picture_and_the_story(opened, home):
    app = theatre(opened)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        await pilot.press("x")
        await pilot.pause()
    folder = home / "exports"
    (picture,) = folder.glob("game-*.svg")
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert "## Round 1\n" in (folder / "game.md").read_text(encoding="utf-8")


async def test_an_export_never_overwrites_an_earlier_one(opened, home):
    app = theatre(opened)
    folder = home / "exports"
    folder.mkdir()
    (folder / "game.md").write_text("mine")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        for _ in range(2):
            await pilot.press("x")
            await pilot.pause()
    assert (folder / "game.md").read_text() == "mine"
    assert sorted(path.name for path in folder.glob("*.md")) == ["game-2.md", "game-3.md", "game.md"]
    assert len(list(folder.glob("*.svg"))) == 2


async def test_a_folder_that_cannot_be_written_is_said_in_a_sentence(opened, home):
    (home / "exports").write_text("in the way")
    app = theatre(opened)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("x")
        await pilot.pause()
        assert any("Nothing could be exported" in note.message for note in app._notifications)


async def test_what_a_line_speaks_of_is_in_sight_on_a_board_that_is_too_large(opened):
    app = theatre(opened, zoom="large")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        for _ in range(12):
            await pilot.press("full_stop")
            await pilot.pause()
            board = screen.board
            if len(board.marked) == 1:
                assert board.region_of(next(iter(board.marked))) in board.size.region
        assert board.sight.is_larger


async def test_a_long_game_is_shown_in_parts(finished, monkeypatch):
    """The log has the moves around the present one, and says which."""
    monkeypatch.setattr("tui.screens.theatre.Replay", partial(Replay, block=8))
    app = theatre(finished)
    last = finished.table.number - 1
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        screen = app.screen
        log = screen.log_lines
        assert log.border_title == "Log, moves 0 to 31"
        await pilot.press("end")
        assert screen.shown == finished.table.view("")
        assert log.border_title.endswith(f"to {last}")
        assert log.key.step == last
        await pilot.press("pageup", "v")
        assert log.key == screen.replay.entry
        await pilot.press("home")
        assert (screen.replay.entry.step, log.key.step) == (0, 0)
        await pilot.click("#scrub", offset=(60, 0))
        middle = screen.replay.entry.step
        assert 0.4 < middle / last < 0.6
        assert log.key.step == middle
        log.focus()
        log.narrow("nabo")
        await pilot.pause()
        assert f"Only moves {screen.replay.window.start} to" in screen.prompt.question.plain
        log.narrow("")
        await pilot.pause()
        assert log.border_title.startswith("Log, moves")
