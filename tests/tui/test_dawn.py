"""Dawn of Peacemakers on the screens: every part of a round as a picture, what is hidden, and its keys."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from engine import registry
from engine.core.kinds import Setup
from engine.games.dawn_of_peacemakers import frames as f
from engine.games.dawn_of_peacemakers import moves as m
from tests.tui.playing import SMALL, app_at, table_screen
from tests.tui.test_snapshots import SIZES, frozen, keys
from tui.play import saves
from tui.play.saves import Opened
from tui.screens.table import TableScreen

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
