"""What is written on a space: every piece is drawn or counted, and told apart without colours."""

import re
from itertools import product

import pytest

from engine.games.horrors_of_war.content.library import library
from tests.tui.playing import ROOMY, SMALL, app_at, opened, table_screen
from tui.games import showing
from tui.games.horrors_of_war.board import picture
from tui.look.inks import ASCII, UNICODE, Signs, palette, style, with_sides
from tui.peacemakers.board import kind_letter
from tui.widgets.hexboard import LAYOUTS
from tui.widgets.picture import Tile, Token
from tui.widgets.tiles import Brush, large, small

pytestmark = pytest.mark.usefixtures("home")

LOOK = palette("dark")
PLAIN = style(LOOK.ink, LOOK.void)


def painted(tile: Tile, layout: str, *, is_here: bool = False, signs: Signs = UNICODE) -> list[str]:
    """The lines of a space, with its brackets; nothing may stick out of it or hide something else."""
    rows = LAYOUTS[layout].rows("A1")
    brush = Brush(
        look=LOOK,
        signs=signs,
        ground=LOOK.void,
        sign=tile.sign,
        sign_style=PLAIN,
        name="A1",
        name_style=PLAIN,
        is_here=is_here,
    )
    cells = {y: [" "] * (last - first) for y, first, last in rows}
    for y, x, words, _ in (large if len(rows) > 2 else small)(tile, rows, brush):
        first = next(first for line, first, _ in rows if line == y)
        for place, letter in enumerate(words, x - first):
            assert 0 <= place < len(cells[y])
            assert cells[y][place] == " " or y == rows[0][0]  # above, a ground has its sign twice
            cells[y][place] = letter
    if is_here:
        bottom = cells[rows[-1][0]]
        assert bottom[0] == bottom[-1] == " "
    return ["".join(cells[y]) for y, _, _ in rows]


@pytest.mark.parametrize("layout", ["small", "wide", "large"])
@pytest.mark.parametrize("signs", [UNICODE, with_sides(UNICODE)], ids=["colours", "letters"])
def test_every_piece_is_drawn_or_counted(layout, signs):
    for people, tokens, is_here, walls in product(range(5), range(7), (False, True), (0, 2)):
        tile = Tile(
            "plain",
            ".",
            walls=walls,
            tokens=tuple(Token("●", 0, "↑", str(number % 3 or ""), kind="k", side="M") for number in range(tokens)),
            people=tuple(Token(letter, -1) for letter in "NYTA"[:people]),
        )
        words = "\n".join(painted(tile, layout, is_here=is_here, signs=signs))
        more = sum(int(number) for number in re.findall(r"\+(\d)", words))
        drawn = sum(words.count(letter) for letter in "●NYT") + words.replace("A1", "").count("A")
        assert drawn + more == people + tokens, words
        assert words.count("M") == (words.count("●") if signs.has_sides else 0)


def test_a_piece_without_a_letter_has_that_of_its_team():
    pieces = tuple(Token("●", team) for team in range(3))
    shown = "".join(painted(Tile("plain", ".", tokens=pieces), "wide", signs=with_sides(UNICODE)))
    assert [letter for letter in "ABC" if f"{letter}●" in shown] == ["A", "B", "C"]


def test_four_people_have_room_on_the_compact_board():
    people = tuple(Token(letter, -1) for letter in "NYTA")
    assert painted(Tile("plain", ".", people=people), "small")[1].startswith("NYTA")
    assert "N+3" in painted(Tile("plain", ".", people=people), "small", is_here=True)[1]


def test_a_large_space_has_the_kinds_and_the_damage_of_its_units():
    unit = Token("●", 0, "↑", "2", kind="k")
    assert any("k●↑2" in line for line in painted(Tile("plain", ".", tokens=(unit,)), "large"))
    crowd = painted(Tile("plain", ".", tokens=(unit,) * 4), "large")
    assert "".join(crowd).count("k●↑2") == 4


@pytest.mark.parametrize("scenario", sorted(library().scenes))
def test_the_kinds_of_a_scenario_have_different_letters(scenario):
    view = opened(scenario).table.view("nabo")
    kinds = {unit.type for unit in view.units.values()}
    assert len({kind_letter(view, kind) for kind in kinds}) == len(kinds)


@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("scenario", sorted(library().scenes))
def test_armies_are_told_apart_by_letters(scenario, signs):
    view = opened(scenario).table.view("nabo")
    own = showing("horrors-of-war").looks.signs(signs)
    tokens = [token for tile in picture(view, own).tiles.values() for token in tile.tokens]
    letters = {(token.team, token.side) for token in tokens}
    teams = {token.team for token in tokens}
    assert len(letters) == len(teams) == len({letter for _, letter in letters})


@pytest.mark.parametrize("size", [SMALL, ROOMY])
@pytest.mark.parametrize(
    ("settings", "is_told"),
    [
        ({"depth": "mono"}, True),
        ({"sides": "letters"}, True),
        ({}, False),
        ({"depth": "mono", "sides": "colours"}, False),
    ],
)
async def test_without_colours_the_board_has_letters(size, settings, is_told):
    app = app_at(opened("loose-cannon"), **settings)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        board = table_screen(app).board
        lines = "\n".join(board.render_line(y).text for y in range(board.size.height))
        for letter in "MBT":
            assert (f"{letter}●" in lines) is is_told
