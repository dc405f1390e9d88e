"""Colours: whatever a terminal has, signs and names stand out from the ground they are written on."""

import pytest
from rich.color import Color, ColorSystem

from tui.games import showing
from tui.look.inks import ASCII, READABLE, TEAMS, UNICODE, Palette, contrast, palette, quiet
from tui.look.looks import Ground, Looks, tinted
from tui.look.themes import TITLES

SYSTEMS = {"truecolor": ColorSystem.TRUECOLOR, "256": ColorSystem.EIGHT_BIT, "16": ColorSystem.STANDARD}
INKS = ("ink", "faint", "lit", "edge")
GAMES = pytest.mark.parametrize("game", ["horrors-of-war", "marsh-lights"])
pytestmark = pytest.mark.usefixtures("marsh_lights")


def look_of(game: str, theme: str, depth: str) -> Palette:
    return showing(game).looks.palette(palette(theme, depth))


@GAMES
@pytest.mark.parametrize("theme", TITLES)
@pytest.mark.parametrize("depth", SYSTEMS)
def test_no_ink_is_the_colour_of_a_ground(theme, depth, game):
    look = look_of(game, theme, depth)

    def sent(colour):
        return Color.parse(colour).downgrade(SYSTEMS[depth])

    grounds = {name: sent(tint) for name, tints in look.grounds.items() for tint in tints}
    clashes = [
        (ink, name) for ink in INKS for name, ground in grounds.items() if sent(getattr(look, ink))[1:] == ground[1:]
    ]
    assert clashes == []


@GAMES
@pytest.mark.parametrize("theme", TITLES)
@pytest.mark.parametrize("depth", SYSTEMS)
def test_the_name_of_a_space_can_be_read_on_every_ground(theme, depth, game):
    look = look_of(game, theme, depth)
    grounds = [*look.grounds.values(), (look.lit_ground,)]
    assert [tints for tints in grounds for tint in tints if contrast(quiet(look, *tints), tint) < READABLE] == []
    assert contrast("#ffffff", "#000000") == pytest.approx(21)


@pytest.mark.parametrize("theme", TITLES)
@pytest.mark.parametrize("depth", SYSTEMS)
def test_six_teams_are_told_apart_and_read_on_their_badge(theme, depth):
    look = palette(theme, depth)
    sent = {Color.parse(colour).downgrade(SYSTEMS[depth])[1:] for colour in look.teams}
    assert len(sent) == len(look.teams) == len(TEAMS) == 6
    assert all(contrast(colour, look.badge) >= READABLE for colour in look.teams)


@pytest.mark.parametrize("theme", TITLES)
def test_every_theme_tints_any_hue_so_that_names_are_read_on_it(theme):
    look = palette(theme)
    for hue in ("#ff0000", "#00ff00", "#0000ff", "#ffff00", "#808080", "#000000", "#ffffff"):
        tints = tinted(hue, theme)
        assert all(contrast(quiet(look, *tints), tint) >= READABLE for tint in tints), hue
    assert len({tinted("#1d3b70", each) for each in TITLES}) == len(TITLES)


def test_a_game_adds_grounds_pieces_and_the_order_of_its_teams():
    looks = Looks({"ice": Ground("*", "i", "#99ccff")}, {"sledge": ("▬", "=")}, teams=("blue", "red"))
    shared = palette("dark")
    look = looks.palette(shared)
    assert look.teams == (shared.teams[3], shared.teams[0])
    assert look.grounds.keys() == shared.grounds.keys() | {"ice"}
    assert (looks.signs(UNICODE).pieces["sledge"], looks.signs(ASCII).pieces["sledge"]) == ("▬", "=")
    assert looks.palette(shared) is look
