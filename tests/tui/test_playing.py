"""Whole games on the screens, won by keys alone and by mouse alone; taken back, left and gone on with."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from engine import registry
from engine.core.kinds import Move
from engine.core.table import Table
from engine.core.verify import verify
from engine.games.horrors_of_war.content.library import library
from engine.store.files import FileJournal
from tests.tui.playing import ROOMY, SMALL, app_at, opened, table_screen
from tui.app import ParleyApp
from tui.play import saves
from tui.play.hints import Hint
from tui.play.sitting import Choice
from tui.screens.curtain import Curtain
from tui.screens.ending import EndScreen
from tui.screens.home import HomeScreen
from tui.widgets.dialogs import Choosing, Confirming, Reading
from tui.widgets.lines import Lines

RECORDED = Path(__file__).parents[2] / "snapshots" / "horrors_of_war"


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))


def recorded(scenario: str) -> Table:
    """A game that was won."""
    rules = registry.game("horrors-of-war")
    return Table.resume(rules, FileJournal(RECORDED / f"{scenario}.jsonl", writing=False))


def same_again(game: Table) -> saves.Opened:
    """A new table with the cards and dice of that game."""
    return saves.begin(game.rules, game.setup, "again")


def place_of(app: ParleyApp, seat: str, move: Move) -> int:
    """Where a move is in the list; what concerns everybody is listed for one of them only."""
    choices = table_screen(app).sitting.choices
    places = [place for place, choice in enumerate(choices) if choice.move == move]
    return min(places, key=lambda place: choices[place].seat != seat)


async def click(app: ParleyApp, pilot: Pilot[None], x: int, y: int) -> None:
    """Press and let go as a terminal tells it, and wait once; a pilot's click waits four times."""
    for kind, button in ((events.MouseDown, 1), (events.MouseUp, 1)):
        app.post_message(kind(None, x, y, 0, 0, button, False, False, False, x, y))
    await pilot.pause()


# By keys


async def make_by_keys(app: ParleyApp, pilot: Pilot[None], seat: str, move: Move) -> None:
    """Press the number of a move, or pick it from the list of all."""
    place = place_of(app, seat, move)
    if place < 9:
        await pilot.press(str(place + 1))
    else:
        await pilot.press("slash")
        for _ in range(place):
            app.post_message(events.Key("down", None))
        await pilot.press("enter")
    if isinstance(app.screen, Confirming):
        await pilot.press("y")


async def test_a_whole_game_is_won_by_keys_alone():
    game = recorded("order-in-chaos")
    table = same_again(game)
    app = app_at(table)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for step in game.steps[1:]:
            await make_by_keys(app, pilot, step.seat, step.move)
            assert table.table.steps[-1].move == step.move
        assert isinstance(app.screen, EndScreen)
        for key in ("e", "escape"):
            await pilot.press("escape")
            assert app.screen is table_screen(app)
            assert "esc how it ended" in app.screen.prompt.render_line(app.screen.prompt.key_row).text
            await pilot.press(key)
            assert isinstance(app.screen, EndScreen)
    assert table.table.outcome.winners == ("nabo", "yainar")
    assert verify(game.rules, FileJournal(table.path, writing=False)).moves == game.number - 1


# By mouse


async def click_line(app: ParleyApp, pilot: Pilot[None], lines: Lines, place: int) -> None:
    """Scroll to a block of a list and click on it."""
    lines.scroll_to(0, lines._starts[place], animate=False)
    await pilot.pause()
    y = lines._starts[place] - lines.scroll_offset.y
    region = lines.content_region
    await click(app, pilot, region.x + 3, region.y + y)


async def click_key(app: ParleyApp, pilot: Pilot[None], action: str) -> None:
    """Click on a key of the prompt."""
    prompt = table_screen(app).prompt
    start = next(start for start, _, name in prompt._spots if name == action)
    await click(app, pilot, prompt.region.x + start, prompt.region.y + prompt.key_row)


async def make_by_mouse(app: ParleyApp, pilot: Pilot[None], seat: str, move: Move) -> None:
    """Click on the space or the card that a move concerns; else on the list."""
    screen = table_screen(app)
    choice = screen.sitting.choices[place_of(app, seat, move)]
    board, hands = screen.board, screen.hands
    spaces = {space for thing in choice.things for space in screen.game.spaces_of(screen.shown, thing)}
    cards = [place for place, held in enumerate(hands.held) if f"card:{held.card.id}" in choice.things]
    if spaces & board.lit:
        spot = board.region_of(min(spaces))
        # A hand is not that steady: clicks on the very same cell, as fast as this, are a double click.
        spot = spot.translate((len(screen.table.steps) % 2, 0))
        await click(app, pilot, board.region.x + spot.x + 3, board.region.y + spot.y + 1)
    elif cards and hands.display and (spot := hands.spot(cards[0])):
        for _ in range(1 if hands.index == cards[0] else 2):
            await click(app, pilot, hands.region.x + spot.x + 5, hands.region.y + spot.y)
    else:
        await click_key(app, pilot, "list")
    await answer_by_mouse(app, pilot, choice)


async def answer_by_mouse(app: ParleyApp, pilot: Pilot[None], choice: Choice) -> None:
    """Click through what is asked on top of the table."""
    if isinstance(app.screen, Choosing):
        lines = app.screen.query_one(Lines)
        while not lines.blocks:
            await pilot.pause(0.05)
        place = next(place for place, block in enumerate(lines.blocks) if block.key == choice)
        await click_line(app, pilot, lines, place)
    if isinstance(app.screen, Confirming):
        await click_line(app, pilot, app.screen.query_one(Lines), 0)


async def test_a_whole_game_is_won_by_mouse_alone():
    game = recorded("shifty-alliances")
    table = same_again(game)
    app = app_at(table)
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        for step in game.steps[1:]:
            await make_by_mouse(app, pilot, step.seat, step.move)
            assert table.table.steps[-1].move == step.move
        assert isinstance(app.screen, EndScreen)
    assert table.table.state.won


# Taken back, left, gone on with


async def test_a_move_is_taken_back_and_a_revealing_one_is_not():
    table = opened()
    app = app_at(table)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        before = table.table.state
        await pilot.press("enter", "u")
        await pilot.pause()
        assert table.table.state == before
        assert "Taken back" in table_screen(app).prompt.question.plain
        await pilot.press("e", "y")
        await pilot.pause()
        number = table.table.number
        await pilot.press("u")
        await pilot.pause()
        assert table.table.number == number
        assert "revealed" in table_screen(app).prompt.question.plain


async def test_a_table_that_was_left_asks_the_same_question_again():
    table = opened()
    app = app_at(table)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        asked = table_screen(app).prompt.question.plain
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        assert table_screen(app).prompt.question.plain == asked


# Secrets at one keyboard


async def test_a_curtain_hides_the_table_until_the_right_one_sits_there():
    rules = registry.game("horrors-of-war")
    setup = saves.default_setup(
        rules, scenario=None, seats="nabo,yainar", challenges=(), options=("private-hands",), seed=3
    )
    table = saves.begin(rules, setup, None)
    app = app_at(table)
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, Curtain)
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        screen = table_screen(app)
        shown = app.export_screenshot()
        hidden = [library().resources[card].title for card in table.table.state.hands["yainar"]]
        assert not any(title.replace(" ", "&#160;") in shown for title in hidden)
        assert {choice.seat for choice in screen.sitting.choices} == {"nabo"}
        await pilot.press("m", "end", "enter")
        await pilot.pause()
        assert screen.is_passing_on
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, Curtain)
        assert "Yainar" in app.export_screenshot()
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        assert {choice.seat for choice in screen.sitting.choices} == {"yainar"}
        mine = [library().resources[card].title for card in table.table.state.hands["nabo"]]
        assert not any(title.replace(" ", "&#160;") in app.export_screenshot() for title in mine)
        await pilot.press("u")
        await pilot.pause()
        assert "only Nabo" in screen.prompt.question.plain


async def test_a_curtain_is_drawn_before_hands_that_are_dealt_after_a_question_to_all():
    """Whoever of three names the ones who get a card more is not always Nabo, whose hand would be seen next."""
    rules = registry.game("horrors-of-war")
    setup = saves.default_setup(
        rules, scenario=None, seats="nabo,yainar,akezan", challenges=(), options=("private-hands",), seed=3
    )
    table = saves.begin(rules, setup, None)
    app = app_at(table)
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        assert table_screen(app).is_current
        while not any(table.table.state.hands.values()):
            number = table.table.number
            await pilot.press("1")
            await pilot.pause()
            assert table.table.number > number
        assert isinstance(app.screen, Curtain)
        assert "Nabo" in app.export_screenshot()
        await pilot.press("enter")
        await pilot.pause()
        assert table_screen(app).is_current
        assert {choice.seat for choice in table_screen(app).sitting.choices} == {"nabo"}


async def test_the_keys_of_the_prompt_fit_the_room():
    """Panels become tabs when the terminal shrinks, and the prompt says how to reach them; and back."""
    app = app_at(opened())
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()

        async def tells_of_tabs(wanted: bool) -> bool:
            """The prompt is written after the layout, which may take a moment."""
            for _ in range(100):
                if ("Orders" in [key.word for key in table_screen(app).prompt.keys]) is wanted:
                    return True
                await pilot.pause(0.02)
            return False

        assert await tells_of_tabs(False)
        await pilot.resize_terminal(*SMALL)
        assert await tells_of_tabs(True)
        await pilot.resize_terminal(*ROOMY)
        assert await tells_of_tabs(False)


def private_table() -> saves.Opened:
    return opened(options=("private-hands",))


def titles_of(table: saves.Opened, seat: str) -> list[str]:
    return [library().resources[card].title for card in table.table.state.hands[seat]]


async def test_nobody_is_asked_twice_about_what_can_be_taken_back():
    table = opened(open_undo=True)
    app = app_at(table)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await pilot.press("e")
        await pilot.pause()
        assert table.table.state.round == 2
        await pilot.press("u")
        await pilot.pause()
        assert table.table.state.round == 1


async def test_a_hint_points_at_its_move_so_that_enter_makes_it(monkeypatch):
    table = opened()
    app = app_at(table)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        screen = table_screen(app)
        for place in (3, 0, 4):  # the fourth card, the first of its rows, a space to step to
            wanted = screen.sitting.choices[place]
            monkeypatch.setattr(
                "tui.screens.advice.hint",
                lambda *_, told=wanted: Hint(told.seat, told.words, "Because.", moves=(told.move,)),
            )
            await pilot.press("l", "h")
            await app.workers.wait_for_complete()
            await pilot.pause()
            await pilot.press("escape", "enter")
            await pilot.pause()
            assert table.table.steps[-1].move == wanted.move


async def test_a_hint_is_for_whoever_looks_and_for_nobody_else(monkeypatch):
    """The planner is asked for the seat in front, and what it finds is not shown behind somebody's back."""
    asked = []

    def found(table, seat, budget):
        asked.append(seat)
        return Hint(seat, f"Play {titles_of(private, seat)[0]}", "")

    monkeypatch.setattr("tui.screens.advice.hint", found)
    private = private_table()
    app = app_at(private)
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("v", "enter")
        await pilot.pause()
        assert table_screen(app).sitting.front == "yainar"
        await pilot.press("h")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert asked == ["yainar"]
        assert isinstance(app.screen, Reading)
        await pilot.press("escape")
        table_screen(app)._thought_of = (table_screen(app).table.question, "nabo")
        table_screen(app)._think("nabo")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert not isinstance(app.screen, Reading)
