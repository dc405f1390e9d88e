"""The decks beside the board: looked through, chosen for what is asked, and face-down cards told from others."""

from __future__ import annotations

import pytest

from engine.core.cards import Deck
from engine.games.horrors_of_war.content.library import library
from engine.games.horrors_of_war.facts import HorrorAdded, OrdersRanked, OrderTurned
from tests.tui.playing import ROOMY, SMALL, app_at, opened, table_screen
from tui.games import Canvas
from tui.look.inks import signs
from tui.play import saves
from tui.play.sitting import Sitting
from tui.screens.piles import PilesScreen
from tui.screens.theatre import TheatreScreen
from tui.widgets.lines import Lines

pytestmark = pytest.mark.usefixtures("home")


def order_half(card):
    """A card of an order deck as it is printed."""
    return library().left.get(card) or library().right[card]


async def after_a_round(pilot):
    """Everybody passes, the armies act, and each deck has a card on its discard pile."""
    await pilot.pause()
    await pilot.press("e", "y")
    await pilot.pause()


def read(app):
    assert isinstance(app.screen, PilesScreen)
    return "\n".join(block.text.plain for block in app.screen.query_one("#cards", Lines).blocks)


@pytest.mark.parametrize("size", [SMALL, ROOMY])
async def test_enter_on_a_deck_shows_its_discard_pile(size):
    table = opened()
    app = app_at(table)
    async with app.run_test(size=size) as pilot:
        await after_a_round(pilot)
        await pilot.press("o", "down", "enter")
        (card,) = table.table.state.orders["macaw.right"].discard
        assert order_half(card).text in read(app)
        await pilot.press("escape")
        assert app.screen is table_screen(app)


async def test_a_click_on_a_deck_does_the_same():
    table = opened()
    app = app_at(table)
    async with app.run_test(size=ROOMY) as pilot:
        await after_a_round(pilot)
        decks = table_screen(app).lines("orders")
        place = [block.key for block in decks.blocks].index("deck:ocelot.left")
        await pilot.click(offset=(decks.content_region.x + 4, decks.content_region.y + decks._starts[place]))
        await pilot.pause()
        (card,) = table.table.state.orders["ocelot.left"].discard
        assert order_half(card).title in read(app)


async def test_the_discarded_resources_are_shown_with_their_texts():
    app = app_at(opened())
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        screen = table_screen(app)
        await pilot.press("1", "1")
        await pilot.pause()
        (card,) = screen.table.state.resources.discard
        await pilot.press("o", "end", "enter")
        discarded = read(app).partition("Discarded")[2]
        assert library().resources[card].title in discarded
        assert library().resources[card].scheme.text in discarded


async def test_known_horrors_are_shown_with_the_resource_deck():
    """HOW-GEN-19: nobody has to remember where a horror was put."""
    table = opened()
    for _ in range(3):
        HorrorAdded(table.table.state.horrors[0]).apply(table.table.state)
    app = app_at(table)
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        await pilot.press("o", "end", "enter")
        assert "A HORROR lies on top." in read(app)
        assert "Known horrors deeper in it: number 2 and 3 from the top." in read(app)


async def test_anybody_can_look_where_secrets_lie():
    """HOW-S3-05: those that lie face down, and not what they are."""
    table = opened(scenario="heights-of-glory")
    deck = table.table.state.orders["toucan.left"]
    secrets = sorted(library().secrets.intersection(deck.cards))
    rest = [card for card in deck.cards if card not in secrets]
    laid = Deck((rest[0], secrets[0], *rest[1:3], secrets[1], *rest[3:]))
    table.table.state.orders = {**table.table.state.orders, "toucan.left": laid}
    app = app_at(table)
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        await pilot.press("o")
        lines = table_screen(app).lines("orders")
        await pilot.press(*["down"] * [block.key for block in lines.blocks].index("deck:toucan.left"), "enter")
        assert "Secrets: number 2 and 5 from the top." in read(app)
        may_come, _, told = read(app).partition("Secrets face down")
        assert all(order_half(card).title in told for card in secrets)
        assert not any(order_half(card).title in may_come for card in secrets)


async def test_a_key_shows_what_every_deck_can_still_hold():
    table = opened()
    app = app_at(table)
    async with app.run_test(size=SMALL) as pilot:
        await after_a_round(pilot)
        await pilot.press("d")
        deck = table.table.state.orders["macaw.left"]
        may_come, _, discarded = read(app).partition("Discarded")
        assert all(order_half(card).text in may_come for card in deck.cards)
        assert all(order_half(card).text in discarded for card in deck.discard)
        await pilot.press("down", "enter")
        assert read(app).startswith("Macaws, right orders")
        await pilot.press("escape")
        assert app.screen is table_screen(app)


async def test_a_deck_is_chosen_where_a_deck_is_asked_for():
    app = app_at(opened())
    async with app.run_test(size=ROOMY) as pilot:
        await after_a_round(pilot)
        screen = table_screen(app)
        made = []
        deck = screen.lines("orders").blocks[0].key
        choice = screen.sitting.choices[0]
        screen.sitting.about = lambda *things: [choice] if deck in things else []
        screen.make = made.append
        await pilot.press("o", "enter")
        assert made == [choice]


async def test_face_down_orders_have_a_sign_even_where_nothing_is_hidden(put, finished_lines):
    table = opened()
    app = app_at(None, theatre=saves.open_save(put(finished_lines), writing=False))
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        await pilot.press("v", "v", "v")
        await pilot.pause()
        theatre = app.screen
        assert isinstance(theatre, TheatreScreen)
        assert theatre.seen == "nothing hidden"
        first, *_ = theatre.panels["orders"].draw(table.table.state, Canvas(app.palette, signs("ascii")))
        titles = [order_half(card).title for card in table.table.state.orders["macaw.left"].cards]
        assert all(f"? {title}" in first.text.plain for title in titles)
        seen = table.table.state.clone()
        top = seen.orders["macaw.left"].top
        seen.orders = {**seen.orders, "macaw.left": seen.orders["macaw.left"].turned_up(top)}
        first, *_ = theatre.panels["orders"].draw(seen, Canvas(app.palette, signs("ascii")))
        assert f"? {titles[0]}" not in first.text.plain
        assert titles[0] in first.text.plain


@pytest.mark.parametrize("size", [SMALL, ROOMY])
async def test_an_order_is_face_up_from_the_moment_it_is_turned(size):
    """All that were turned so far are, at the table and in the theatre, also before their speeds are compared."""
    table = opened()
    app = app_at(table, pace="stepped")
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("e", "y")
        await pilot.pause()
        screen = table_screen(app)
        turned = []
        while not isinstance(screen.playing[0].fact, OrdersRanked):
            if isinstance(screen.playing[0].fact, OrderTurned):
                turned.append(order_half(screen.playing[0].fact.card).text)
            shown = "\n".join(block.text.plain for block in screen.lines("orders").blocks)
            assert [words for words in turned if words not in shown] == []
            await pilot.press("space")
        assert len(turned) == 4


async def test_the_theatre_shows_a_turned_order_face_up():
    table = opened()
    sitting = Sitting(table.table)
    for _ in table.table.setup.seats:
        sitting.make(sitting.passes[0])
    app = app_at(None, theatre=table)
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        theatre = app.screen
        assert isinstance(theatre, TheatreScreen)
        card = next(fact.card for fact in table.table.steps[-1].facts if isinstance(fact, OrderTurned))
        while f"card:{card}" not in theatre.replay.entry.things:
            await pilot.press("right")
        assert order_half(card).text in "".join(block.text.plain for block in theatre.lines("orders").blocks)
