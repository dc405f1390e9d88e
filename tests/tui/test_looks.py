"""Colours: whatever a terminal has, signs and names stand out from the ground they are written on."""

import pytest
from rich.color import Color, ColorSystem

from tui.look.inks import READABLE, contrast, palette, quiet
from tui.look.themes import TITLES

SYSTEMS = {"truecolor": ColorSystem.TRUECOLOR, "256": ColorSystem.EIGHT_BIT, "16": ColorSystem.STANDARD}
INKS = ("ink", "faint", "lit", "edge")


@pytest.mark.parametrize("theme", TITLES)
@pytest.mark.parametrize("depth", SYSTEMS)
def test_no_ink_is_the_colour_of_a_ground(theme, depth):
    look = palette(theme, depth)

    def sent(colour):
        return Color.parse(colour).downgrade(SYSTEMS[depth])

    grounds = {name: sent(tint) for name, tints in look.grounds.items() for tint in tints}
    clashes = [
        (ink, name) for ink in INKS for name, ground in grounds.items() if sent(getattr(look, ink))[1:] == ground[1:]
    ]
    assert clashes == []


@pytest.mark.parametrize("theme", TITLES)
@pytest.mark.parametrize("depth", SYSTEMS)
def test_the_name_of_a_space_can_be_read_on_every_ground(theme, depth):
    look = palette(theme, depth)
    grounds = [*look.grounds.values(), (look.lit_ground,)]
    assert [tints for tints in grounds for tint in tints if contrast(quiet(look, *tints), tint) < READABLE] == []
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
