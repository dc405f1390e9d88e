"""How a player picks a move: by words, by number, by a letter of its own, and by pointing at a space."""

import pytest
from rich.text import Text
from textual.pilot import Pilot

from engine.core.kinds import Move
from engine.games.horrors_of_war.moves import PlayCard, StepTo, Stop, UseRow, UseScheme
from tests.tui.playing import ROOMY, SMALL, app_at, opened, table_screen
from tui.games import showing
from tui.games.horrors_of_war.asked import LETTERS
from tui.house.table import HouseTableScreen
from tui.look import keys
from tui.play.sitting import Choice
from tui.screens.lesson import LessonScreen
from tui.screens.table import TableScreen
from tui.widgets.dialogs import Choosing, Confirming
from tui.widgets.lines import Block, Lines, having

pytestmark = pytest.mark.usefixtures("home")

UNITS = [
    Block(Text(words), words, label=Text(f"{number:>2}"))
    for number, words in enumerate(("Stone Warden 1 on B12", "Stone Warden 1 on C4", "Stone Warden 2 on B2"), 1)
]


# Filtering by words


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("stone warden 2", ["Stone Warden 2 on B2"]),  # and not line 2
        ("warden b", ["Stone Warden 1 on B12", "Stone Warden 2 on B2"]),
        ("warden 12", []),  # part of a space, but no number of its own
        ("2", ["Stone Warden 1 on C4"]),  # nothing but a number: line 2
        ("4", []),
        ("", [block.key for block in UNITS]),
    ],
)
def test_words_match_words_and_a_number_alone_is_that_of_a_line(typed, found):
    assert [block.key for block in having(UNITS, typed)] == found


async def test_all_moves_are_filtered_by_their_words_alone():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("slash", *"pirate")
        await pilot.pause()
        assert isinstance(app.screen, Choosing)
        lines = app.screen.query_one(Lines)
        assert lines.blocks
        assert all("pirate" in block.text.plain.casefold() for block in lines.blocks)


# Letters


def letters(choices: list[Choice]) -> dict[Move, str]:
    return {choice.move: showing("horrors-of-war").letter(choice.move) for choice in choices}


@pytest.mark.parametrize("card", ["r26", "r14"])
async def test_a_use_has_the_same_letter_on_every_card(card):
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        screen = table_screen(app)
        screen.make(next(each for each in screen.sitting.choices if each.move == PlayCard(card)))
        await pilot.pause()
        told = {block.key.move: block.label.plain for block in screen.lines("moves").blocks}
        assert told[UseRow("travel")] == "t"
        assert told == letters(screen.sitting.choices)
        await pilot.press("t")
        await pilot.pause()
        assert screen.table.steps[-1].move == UseRow("travel")


async def test_a_letter_does_nothing_while_its_move_is_not_asked_for():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        before = table_screen(app).table.number
        await pilot.press(*LETTERS.values())
        await pilot.pause()
        assert table_screen(app).table.number == before


async def test_a_window_with_choices_takes_their_numbers():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        screen = table_screen(app)
        screen.choose_among(screen.sitting.choices[:3], "")
        await pilot.press("2")
        await pilot.pause()
        assert screen.table.steps[-1].move == PlayCard(screen.table.steps[-1].facts[0].card)
        assert not isinstance(app.screen, Choosing)


def test_the_letters_of_the_game_are_no_keys_of_the_table():
    """At any table: one of one's own, that of the lesson, and one of a house."""
    screens = (LessonScreen, HouseTableScreen)
    taken = {key for deed in keys.DEEDS for key in deed.keys.split(",")}
    taken |= {key for screen in screens for binding in screen.BINDINGS for key in binding.key.split(",")}
    assert not taken & set(LETTERS.values())
    assert len(set(LETTERS.values())) == len(LETTERS)
    assert showing("horrors-of-war").letter(UseScheme()) == LETTERS["scheme"]


# Ways


async def about_to_travel(pilot: Pilot[None], screen: TableScreen) -> None:
    """Nabo has played a card for three steps, and stands on F3."""
    await pilot.pause()
    for move in (PlayCard("r26"), UseRow("travel")):
        screen.make(next(each for each in screen.sitting.choices if each.move == move))
        await pilot.pause()


def moves_since(screen: TableScreen, number: int) -> list[Move | None]:
    return [step.move for step in screen.table.steps[number:]]


def marked(lines: Lines) -> list[str]:
    """The lines of a list that look chosen."""
    return [text for y in range(lines.size.height) if (text := lines.render_line(y).text).startswith(">")]


async def test_there_is_one_cursor_and_it_is_on_the_board():
    app = app_at(opened())
    async with app.run_test(size=ROOMY) as pilot:
        screen = table_screen(app)
        await about_to_travel(pilot, screen)
        assert screen.board.has_focus
        assert screen.board.cursor == "F3"
        for name in ("moves", "orders", "log"):
            assert not marked(screen.lines(name))
        await pilot.press("m")
        assert len(marked(screen.lines("moves"))) == 1
        assert screen.board.painter.marks.here != "F3"


async def test_every_space_within_reach_is_lit_and_its_way_shown():
    app = app_at(opened())
    async with app.run_test(size=ROOMY) as pilot:
        screen = table_screen(app)
        await about_to_travel(pilot, screen)
        assert {"F2", "D4", "I3"} <= screen.board.lit
        assert not {"F3", "A3", "D2"} & screen.board.lit  # where one stands, too far, impassable
        assert screen.board.trail == ()
        screen.board.cursor = "I3"
        assert screen.board.trail[-1] == "I3"
        assert len(screen.board.trail) == 3
        signs = [screen.board.painter.sign(space) for space in screen.board.trail]
        assert signs == ["1", "2", "3"]


@pytest.mark.parametrize("by", ["key", "mouse"])
async def test_one_travels_to_any_lit_space_in_one_go_by_moves_of_their_own(by):
    app = app_at(opened())
    async with app.run_test(size=ROOMY) as pilot:
        screen = table_screen(app)
        await about_to_travel(pilot, screen)
        number, way = screen.table.number, screen.ways["H3"]
        if by == "key":
            screen.board.cursor = "H3"
            await pilot.press("enter")
        else:
            spot = screen.board.region_of("H3")
            await pilot.click(screen.board, offset=(spot.x + 4, spot.y + 1))
        await pilot.pause()
        assert moves_since(screen, number) == list(way) == [StepTo("G3"), StepTo("H3")]
        assert screen.shown.figures["nabo"] == "H3"
        assert screen.ways.keys() == screen.board.lit


async def test_take_back_takes_a_step_and_backspace_the_whole_action():
    app = app_at(opened())
    async with app.run_test(size=ROOMY) as pilot:
        screen = table_screen(app)
        first = screen.table.number
        await about_to_travel(pilot, screen)
        screen.board.cursor = "H3"
        await pilot.press("enter", "u")
        await pilot.pause()
        assert screen.shown.figures["nabo"] == "G3"
        await pilot.press("backspace")
        await pilot.pause()
        assert screen.table.number == first
        assert screen.shown.figures["nabo"] == "F3"


async def test_a_journey_ends_where_a_step_leads_to_something_else(monkeypatch):
    app = app_at(opened())
    async with app.run_test(size=ROOMY) as pilot:
        screen = table_screen(app)
        await about_to_travel(pilot, screen)
        number = screen.table.number
        monkeypatch.setattr(type(screen.table.steps[-1]), "reveals", True)
        screen.board.cursor = "H3"
        await pilot.press("enter")
        await pilot.pause()
        assert moves_since(screen, number) == [StepTo("G3")]


@pytest.mark.parametrize("size", [SMALL, ROOMY])
async def test_to_stop_has_a_key_that_is_always_seen_and_asks_first(size):
    app = app_at(opened())
    async with app.run_test(size=size) as pilot:
        screen = table_screen(app)
        await pilot.pause()
        assert "stop here" not in screen.prompt.render_line(screen.prompt.key_row).text
        await about_to_travel(pilot, screen)
        number = screen.table.number
        assert ". stop here" in screen.prompt.render_line(screen.prompt.key_row).text
        for key in ("full_stop", "enter"):  # Enter where one stands means the same
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(app.screen, Confirming)
            assert "3 steps" in app.screen._question
            await pilot.press("n")
            await pilot.pause()
            assert screen.table.number == number
        await pilot.press("full_stop", "y")
        await pilot.pause()
        assert moves_since(screen, number) == [Stop()]
