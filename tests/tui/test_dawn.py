"""Dawn of Peacemakers on the screens: every part of a round as a picture, what is hidden, and its keys."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from engine import registry
from engine.core.kinds import Setup
from engine.core.lesson import lesson_problems
from engine.games.dawn_of_peacemakers import facts as t
from engine.games.dawn_of_peacemakers import frames as f
from engine.games.dawn_of_peacemakers import moves as m
from engine.games.dawn_of_peacemakers.facts import Facts
from tests.tui.playing import ROOMY, SMALL, app_at, table_screen
from tests.tui.test_snapshots import SIZES, frozen, keys
from tui.games import Canvas, showing
from tui.games.dawn_of_peacemakers import watching
from tui.look.inks import UNICODE, palette
from tui.play import saves
from tui.play.briefing import lesson
from tui.play.moments import entries
from tui.play.saves import Opened
from tui.play.story import Watcher
from tui.screens.learn import first_game
from tui.screens.lesson import LessonScreen
from tui.screens.table import TableScreen
from tui.widgets.dialogs import Confirming

__all__ = ["frozen"]
pytestmark = pytest.mark.usefixtures("frozen")

GAME = "dawn-of-peacemakers"
CHAPTER = "between-two-worlds"
INFLUENCE, TRAVEL, FORTIFY = "influence", "travel", "fortify"


def dawn(scenario: str = CHAPTER, seats: tuple[str, ...] = ("nabo", "yainar"), *, seed: int = 3, **more: Any) -> Opened:
    """A new table, at which Nabo has the first turn and a card for each kind of action."""
    rules = registry.game(GAME)
    while True:
        opened = saves.begin(rules, Setup(game=GAME, scenario=scenario, seats=seats, seed=seed, **more), None)
        if opened.table.ask is not None and opened.table.ask.seats == (seats[0],):
            break
        seed += 1
    state = opened.table.state
    hand = _hand(state)
    others = [card for card in state.resources.cards if card not in hand]
    state.hands = {seat: tuple(hand) if seat == seats[0] else tuple(others[:3]) for seat in seats}
    state.resources = replace(state.resources, cards=tuple(others[3:]))
    return seen(opened)


def _hand(state: Any) -> list[str]:
    """A card with 2 icons of each row."""
    hand: list[str] = []
    for row in (INFLUENCE, TRAVEL, FORTIFY):
        found = (card for card in state.box.resource_deck if state.box.resources[card].rows.get(row) == 2)
        hand.append(next(card for card in found if card not in hand))
    return hand


def seen(opened: Opened) -> Opened:
    """Everybody has seen everything so far."""
    table = opened.table
    table._views.clear()
    opened.looks().update(dict.fromkeys(table.setup.seats, table.number))
    return opened


def make(opened: Opened, *moves: Any) -> Opened:
    """Make moves of those who are asked."""
    for move in moves:
        assert opened.table.ask is not None
        opened.table.submit(opened.table.ask.seats[0], move)
    return seen(opened)


def until(opened: Opened, *kinds: type) -> Opened:
    """Make the idlest moves until a question of one of these kinds is asked, or the game is over."""
    table = opened.table
    while table.ask is not None and not isinstance(table.ask, kinds):
        seat = table.ask.seats[0]
        table.submit(seat, table.rules.idlest(table.view(seat), table.ask, seat))
    return seen(opened)


def influencing(opened: Opened, draws: int) -> Opened:
    """Nabo stands with a unit and has drawn some of the 2 order cards."""
    state = opened.table.state
    state.figures = {**state.figures, "nabo": next(iter(state.units.values())).space}
    army = next(iter(state.units.values())).army
    make(opened, m.PlayCard(state.hands["nabo"][0]), m.UseRow(INFLUENCE))
    decks = (f"{army}.ploy", f"{army}.ploy")
    return make(opened, *map(m.DrawOrder, decks[:draws]))


def seated(*pressed: str) -> Callable[[Pilot[None]], Awaitable[None]]:
    """Open the curtain, then press keys, for a picture."""

    async def run(pilot: Pilot[None]) -> None:
        await sit_down(pilot)
        await keys(*pressed)(pilot)

    return run


async def sit_down(pilot: Pilot[None]) -> TableScreen:
    """Open the curtain and read what happened meanwhile, until the table is to be seen."""
    await pilot.pause()
    while pilot.app.screen is not table_screen(pilot.app):
        await pilot.press("enter")
        await pilot.pause()
    return table_screen(pilot.app)


# Pictures


@SIZES
def test_the_start_of_a_turn(snap_compare, size):
    assert snap_compare(app_at(dawn()), terminal_size=size, run_before=seated())


@SIZES
def test_points_and_tokens_to_spend(snap_compare, size):
    """The space under the cursor can be stepped to and fortified, and the inspector names both keys."""
    opened = dawn()
    hand = opened.table.state.hands["nabo"]
    make(opened, m.PlayCard(hand[1]), m.UseRow(TRAVEL), m.PlayCard(hand[2]), m.UseRow(FORTIFY))
    assert snap_compare(app_at(opened), terminal_size=size, run_before=seated("left"))


@SIZES
def test_influence_seen_by_the_influencer(snap_compare, size):
    assert snap_compare(app_at(influencing(dawn(), 1)), terminal_size=size, run_before=seated())


@SIZES
def test_putting_order_cards_in_order(snap_compare, size):
    opened = until(influencing(dawn(), 2), f.PutInOrder)
    assert snap_compare(app_at(opened), terminal_size=size, run_before=seated())


@SIZES
def test_another_seat_is_asked_for_influence(snap_compare, size):
    opened = make(influencing(dawn(), 2), m.LetBe())
    assert snap_compare(app_at(opened), terminal_size=size, run_before=seated())


@SIZES
@pytest.mark.parametrize("steps", [4, 6], ids=["two-orders", "carried-out"])
def test_the_armies_act(snap_compare, steps, size):
    app = app_at(dawn(seats=("nabo",)), pace="stepped")
    assert snap_compare(app, terminal_size=size, run_before=keys("e", "y", *["space"] * steps))


@SIZES
def test_a_strike(snap_compare, size):
    """Two armies strike in one step, and the step is lit while the blows fall."""
    opened = dawn(seats=("nabo",))
    state = opened.table.state
    for army in ("macaw", "ocelot"):
        ploys = [card for card, ploy in state.box.ploys.items() if ploy.speed == "normal" and not ploy.revoked]
        ploy = next(card for card in ploys if card in state.orders[f"{army}.ploy"].cards)
        on_top(state, f"{army}.ploy", ploy)
        on_top(state, f"{army}.task", f"{army}.strike-circle-1")
    state.units = {
        name: replace(unit, space="E3" if unit.army == "macaw" else "E4") if unit.group == "circle" else unit
        for name, unit in state.units.items()
    }

    async def run(pilot: Pilot[None]) -> None:
        await keys("e", "y")(pilot)
        screen = table_screen(pilot.app)
        while not any(isinstance(fact, t.UnitAttacked) for fact in screen.playing[0].facts):
            await pilot.press("space")
            await pilot.pause()

    assert snap_compare(app_at(seen(opened), pace="stepped"), terminal_size=size, run_before=run)


def on_top(state: Any, deck: str, card: str) -> None:
    """Put a card of a deck on top of it."""
    cards = state.orders[deck].cards
    assert card in cards
    rest = tuple(each for each in cards if each != card)
    state.orders = {**state.orders, deck: replace(state.orders[deck], cards=(card, *rest))}


@SIZES
def test_the_aims(snap_compare, size):
    """DOP-CAMP-11: agendas stand beside the end conditions, and the heading tells that it is night."""
    opened = dawn("night-on-the-border", seed=2)
    until(make(opened, m.EndTurn(), m.EndTurn()), f.Act)
    assert snap_compare(app_at(opened), terminal_size=size, run_before=seated("a"))


@SIZES
def test_three_armies(snap_compare, size):
    assert snap_compare(app_at(dawn("three-banners")), terminal_size=size, run_before=seated("o"))


@SIZES
def test_the_end(snap_compare, size):
    assert snap_compare(app_at(until(dawn(seats=("nabo",)))), terminal_size=size, run_before=keys())


def test_the_table_in_a_large_terminal(snap_compare):
    assert snap_compare(app_at(dawn()), terminal_size=(200, 60), run_before=seated())


CHAPTERS = [scene.id for scene in registry.game(GAME).scenarios() if 1 < scene.number <= 12]


@pytest.mark.parametrize("scenario", CHAPTERS)
def test_every_chapter(snap_compare, scenario):
    assert snap_compare(app_at(dawn(scenario)), terminal_size=SMALL, run_before=seated())


@SIZES
def test_letters_instead_of_signs(snap_compare, size):
    app = app_at(dawn("the-old-road"), glyphs="ascii", depth="mono")
    assert snap_compare(app, terminal_size=size, run_before=seated())


# The guided first game


def test_the_lesson_waits_for_facts_that_can_happen():
    assert list(lesson_problems(lesson(GAME), Facts)) == []


@pytest.mark.parametrize("size", [SMALL, ROOMY])
async def test_a_pupil_is_led_through_the_lesson(size):
    app = app_at(None)
    async with app.run_test(size=size) as pilot:
        await app.push_screen(first_game(GAME))
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, LessonScreen)
        coach, table = screen.coach, screen.table
        titles = [step.title for step in coach.lesson.steps]

        async def make(*moves: Any) -> str:
            for move in moves:
                screen.make(next(each for each in screen.sitting.choices if each.move == move))
                await pilot.pause()
            while screen.playing:
                await pilot.press("space")
                await pilot.pause()
            return coach.step.title if coach.step else ""

        async def play(row: str) -> None:
            hand = table.state.hands["nabo"]
            rows = {card: table.state.box.resources[card].rows for card in hand}
            await make(m.PlayCard(max(hand, key=lambda card: rows[card].get(row, 0))), m.UseRow(row))

        await pilot.press("n")
        assert coach.step is not None
        assert coach.step.title == "Travel"
        await play(TRAVEL)
        assert await make(m.StepTo("D3")) == "Influence"
        await play(INFLUENCE)
        while isinstance(table.ask, f.ChooseOrderDeck):
            await make(m.DrawOrder("macaw.ploy"))
        while isinstance(table.ask, f.Feed | f.PutInOrder):
            await make(table.rules.idlest(table.view("nabo"), table.ask, "nabo"))
        assert coach.step.title == "Read the orders"
        await pilot.press("n")
        await make(m.EndTurn())
        while isinstance(table.ask, f.RideAlong):
            await make(m.LetBe())
        assert coach.step.title == "Fortify"
        await play(FORTIFY)
        assert await make(m.PlaceToken(table.state.figures["nabo"])) == "Scheme"
        assert titles[-1] == "That is all"


@SIZES
def test_the_first_game(snap_compare, size):
    async def begin(pilot: Pilot[None]) -> None:
        await pilot.app.push_screen(first_game(GAME))
        await keys("n")(pilot)

    assert snap_compare(app_at(None), terminal_size=size, run_before=begin)


# Keys and secrets


async def test_enter_steps_and_a_letter_fortifies_the_same_space():
    """DOP-TRAV-02, DOP-SEC-02"""
    opened = dawn()
    hand = opened.table.state.hands["nabo"]
    make(opened, m.PlayCard(hand[1]), m.UseRow(TRAVEL), m.PlayCard(hand[2]), m.UseRow(FORTIFY))
    app = app_at(opened)
    async with app.run_test(size=ROOMY) as pilot:
        screen = await sit_down(pilot)
        await pilot.press("left", "f")
        space = screen.board.cursor
        assert opened.table.state.fortifications == {space: 1}
        assert opened.table.state.figures["nabo"] != space
        await pilot.press("enter")
        await pilot.pause()
        assert opened.table.state.figures["nabo"] == space


async def test_a_letter_exchanges_the_card_that_is_pointed_at_after_asking():
    """DOP-ADV-07: Enter plays a card, although it could be exchanged as well."""
    opened = dawn()
    card = opened.table.state.hands["nabo"][1]
    app = app_at(opened)
    async with app.run_test(size=ROOMY) as pilot:
        await sit_down(pilot)
        await pilot.press("right", "w")
        await pilot.pause()
        assert isinstance(app.screen, Confirming)
        await pilot.press("y")
        await pilot.pause()
        assert opened.table.state.resources.discard == (card,)


async def test_putting_in_order_points_at_a_card_that_can_be_chosen():
    """DOP-INF-08: also if a card that cannot be put back was looked at before."""
    app = app_at(influencing(dawn(seats=("nabo",)), 1))
    async with app.run_test(size=ROOMY) as pilot:
        screen = await sit_down(pilot)
        await pilot.press("c", "end", "m", "1")
        await pilot.pause()
        while isinstance(screen.table.ask, f.Feed):
            await pilot.press("e")
            await pilot.pause()
        assert isinstance(screen.table.ask, f.PutInOrder)
        assert screen.hands.here is not None
        assert screen.hands.here.can


async def test_the_key_for_passing_ends_one_turn_only():
    """DOP-ADV-01"""
    opened = dawn(options=("open-hands",))
    opened.chairs.parties.update(dict.fromkeys(("nabo", "yainar"), "me"))
    app = app_at(opened)
    async with app.run_test(size=ROOMY) as pilot:
        await sit_down(pilot)
        await pilot.press("e")
        await pilot.pause()
        assert opened.table.state.turn == "yainar"


@pytest.mark.parametrize("watcher", ["yainar", ""])
def test_cards_that_are_looked_at_are_told_to_nobody_else(watcher):
    """DOP-INF-04: neither panels nor hands nor the question, the log or a recap name them."""
    opened = influencing(dawn(), 2)
    table, game = opened.table, showing(GAME)
    held = table.state.influence
    assert held is not None
    titles = {table.state.box.title(card) for card in held.drawn}
    view = table.view(watcher)
    canvas = Canvas(palette("dark"), UNICODE)
    told = [
        block.text.plain + (block.head.plain if block.head else "")
        for p in game.panels()
        for block in p.draw(view, canvas)
    ]
    told += [card.title for seat in table.setup.seats for card in game.hand(view, seat)]
    told += [table.rules.tell_ask(view, table.ask, watcher)]
    told += [
        entry.words
        for number, step in enumerate(table.steps)
        for entry in entries(Watcher(table.rules, watcher), step, number)
    ]
    assert not [words for words in told for title in titles if title in words]
    mine = [block.text.plain for block in game.panels()[0].draw(table.view("nabo"), canvas)]
    assert all(any(title in words for words in mine) for title in titles)
    assert any("2 ploys" in words for words in told)


def test_what_units_do_at_the_same_time_is_one_step():
    """DOP-SPD-03: moves of both armies, and a strike with what it leads to, are each watched at once."""
    moved = [
        t.UnitMoved("a", "A1"),
        t.UnitMoved("b", "B1"),
        t.UnitBlocked("c", "enemy"),
        t.AdventurerMoved("nabo", "A1"),
    ]
    struck = [
        t.UnitAttacked(("a",), "b", 2),
        t.UnitWounded("b", 2),
        t.UnitDefeated("b"),
        t.MotivationChanged("x", 2, "defeat"),
    ]
    for facts in (moved, struck):
        for place in range(1, len(facts)):
            assert watching.goes_with(facts[:place], facts[place]) == "told"
    assert watching.goes_with(moved, struck[0]) == ""
