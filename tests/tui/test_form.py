"""The form of a new game, for a game with options of every sort: on the screen at home and in the house."""

from __future__ import annotations

import pytest

from tests.tui.test_menu_screens import SIZES, visit  # noqa: F401  (a fixture)
from tui.widgets.preview import Preview


@pytest.fixture
def form(marsh_lights):
    """The form of Marsh Lights."""

    async def opened(here):
        screen = await here.go("new")
        screen.choose_game("marsh-lights")
        await here.settle()
        return screen

    return opened


def lines_of(here):
    return [block.text.plain for block in here.app.screen.query_one("#form").blocks]


@pytest.mark.parametrize("size", SIZES)
async def test_every_sort_of_option_has_its_line(visit, form, size):  # noqa: F811
    async with visit(size) as here:
        await form(here)
        lines = lines_of(here)
        start = lines.index("[x] Amber: a person")
        assert lines[start : start + 6] == [
            "[x] Amber: a person",
            "    Charm: None",
            "[x] Jade: a person",
            "    Charm: None",
            "[ ] Violet",
            "[ ] Slate",
        ]
        assert lines[start + 6 : start + 8] == ["[ ] Long night", "Sparks: Some"]


async def test_options_are_chosen_by_keys_and_reach_the_setup(visit, form):  # noqa: F811
    async with visit((120, 40)) as here:
        screen = await form(here)
        for key, press in (
            ("long-night", "space"),
            ("moonrise", "enter"),
            ("sparks", "left"),
            ("charm:jade", "right"),
        ):
            await here.point(("option", key))
            await here.press(press)
        assert screen.draft.setup.options == ("long-night", "moonrise", "sparks=few", "charm:jade=firefly")
        assert screen.query_one(Preview)._shown[1].sparks == {"amber": 2, "jade": 3}


async def test_the_words_show_every_value_and_which_one_it_is(visit, form):  # noqa: F811
    async with visit() as here:
        await form(here)
        await here.point(("option", "sparks"))
        words = here.words("#words")
        assert words.startswith("Sparks\nHow many sparks everybody begins with.")
        assert "( ) Few  One.\n(*) Some  Two.\n( ) Many  Four." in words
        await here.point(("option", "charm:jade"))
        assert here.words("#words").startswith("Charm of Jade\n")


async def test_a_choice_that_is_gone_is_said_on_the_form(visit, form):  # noqa: F811
    async with visit() as here:
        await form(here)
        for key in ("long-night", "moonrise", "long-night"):
            await here.point(("option", key))
            await here.press("enter")
        assert here.words("#words").startswith("Moonrise can no longer be chosen.")
        await here.press("enter")
        assert "no longer" not in here.words("#words")


async def test_a_scenario_with_its_own_number_of_seats_says_so(visit, form):  # noqa: F811
    async with visit((120, 40)) as here:
        screen = await form(here)
        await here.point(("scenario", "isle"))
        assert here.words("#words").startswith("3. The Isle")
        assert "For 3 players." in here.words("#words")
        assert screen.draft.setup.seats == ("amber", "jade")
        await here.press("enter")
        assert screen.draft.setup.seats == ("amber", "jade", "violet")
        assert here.words("#words").startswith("The Isle is for 3 players: Violet joins.")
        heads = [block.head.plain.strip() for block in screen.query_one("#form").blocks if block.head]
        assert "Who plays (3 players)" in heads
        await here.point(("seat", "jade"))
        await here.press("left", "left")
        assert here.words("#words").startswith("The Isle is for 3 players.")
