"""The inspector: what stands under the cursor, what it would do now, and why its figures are as they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import registry
from engine.core.table import Table
from engine.games.horrors_of_war import attacks
from engine.games.horrors_of_war.content.library import library
from engine.games.horrors_of_war.state import GameState, Ongoing
from engine.store.files import FileJournal
from tests.tui.playing import SMALL, app_at, opened, table_screen
from tui.games import showing
from tui.look.inks import ASCII, UNICODE, Signs, palette

WON = Path(__file__).parents[2] / "snapshots" / "horrors_of_war" / "loose-cannon.jsonl"

pytestmark = pytest.mark.usefixtures("home")


def battle(scenario: str = "order-in-chaos", **units: dict[str, Any]) -> GameState:
    """A table on which only these units are left, each changed as told."""
    state: GameState = opened(scenario).table.state.clone()
    changed = {name.replace("_", "-"): changes for name, changes in units.items()}
    state.units = {name: msgspec.structs.replace(state.units[name], **changes) for name, changes in changed.items()}
    return state


def told(state: GameState, thing: str, signs: Signs = UNICODE, *, is_wide: bool = False) -> str:
    """What the inspector says."""
    game = showing("horrors-of-war")
    return game.inspect(state, thing, palette("dark"), game.looks.signs(signs), is_wide=is_wide).plain


def names(state: GameState) -> tuple[str, str]:
    """A unit of each army."""
    one, two = state.units
    return one, two


MACAW, OCELOT = "macaw_1", "ocelot_1"


def duel(**ocelot: Any) -> GameState:
    """A macaw on A4 that looks down, and an ocelot below it."""
    return battle(**{MACAW: {"space": "A4", "facing": "down"}, OCELOT: {"space": "A5", "facing": "up", **ocelot}})


def test_a_unit_says_whom_it_would_attack_and_with_what_damage():
    """HOW-ATK-02, HOW-DMG-02"""
    state = duel()
    macaw, ocelot = names(state)
    damage = attacks.damage_alone(state, macaw, ocelot)
    assert damage > 0
    assert f"on A5: {damage} damage" in told(state, f"unit:{macaw}")


def test_fortifications_lower_the_damage_to_expect():
    """HOW-DMG-04"""
    state = duel()
    macaw, ocelot = names(state)
    state.fortifications = {"A5": 9}
    assert attacks.damage_alone(state, macaw, ocelot) == 0
    assert "on A5: 0 damage" in told(state, f"unit:{macaw}")


def test_a_scheme_that_lowers_the_next_damage_counts():
    state = duel()
    macaw, ocelot = names(state)
    before = attacks.damage_alone(state, macaw, ocelot)
    state.ongoing = (Ongoing("r21", "shield", f"unit:{ocelot}", "", 1),)
    assert attacks.damage_alone(state, macaw, ocelot) == before - 1


def test_an_attack_that_would_defeat_says_so():
    state = duel()
    _, ocelot = names(state)
    left = attacks.health_left(state, ocelot)
    state = duel(damage=left - 1)
    assert "1 damage, defeated" not in told(state, f"unit:{ocelot}")
    assert "damage, defeated" in told(state, f"unit:{names(state)[0]}")


def test_a_unit_says_where_it_would_go_and_what_is_in_its_way():
    """HOW-MOV-04..06"""
    state = duel()
    macaw, _ = names(state)
    assert "forward: blocked by an enemy" in told(state, f"unit:{macaw}")
    state = battle(**{MACAW: {"space": "A4", "facing": "down"}})
    assert "forward: A5" in told(state, f"unit:{macaw}")
    state = battle(**{MACAW: {"space": "A3", "facing": "up"}})
    assert "forward: blocked by the edge of the map" in told(state, f"unit:{macaw}")


def test_letters_say_where_a_unit_faces():
    state = duel()
    assert "forward (down): " in told(state, f"unit:{names(state)[0]}", ASCII)


def test_stealth_and_further_defence_say_where_they_come_from():
    """HOW-MAP-03, HOW-DMG-15"""
    state = duel(space="D3")
    _, ocelot = names(state)
    state.guards = {ocelot: 2}
    words = told(state, f"unit:{ocelot}")
    assert "stealth from the forest" in words
    assert "own, 2 this round" in words


@pytest.mark.parametrize(
    ("scenario", "words"), [("order-in-chaos", "Nobody can enter."), ("loose-cannon", "Only a Macaw Ranger can enter.")]
)
def test_closed_ground_says_who_may_enter_it(scenario, words):
    """HOW-MAP-05, HOW-MOV-06"""
    state = opened(scenario).table.state
    terrain = library().scenes[scenario].board.terrain
    closed = [space for space in terrain if terrain[space].impassable]
    assert closed
    assert all(words in told(state, f"space:{space}") for space in closed)


def test_a_side_says_how_it_stands_and_who_is_left():
    state = duel(damage=1)
    words = told(state, "side:ocelot")
    assert words.startswith(f"Ocelots\nmotivation {state.motivation['ocelot']} of 15")
    assert "green zone 1 to 3" in words
    assert "Prowler" in words


def test_whatever_a_fact_or_a_move_speaks_of_is_explained():
    """No id is ever read on the screen."""
    game = Table.resume(registry.game("horrors-of-war"), FileJournal(WON, writing=False))
    for step in game.steps[1:]:
        for speaker in (step.move, *step.facts):
            for thing in speaker.things() if speaker else ():
                assert thing not in told(game.state, thing)


def test_where_there_is_width_a_unit_takes_fewer_lines():
    state = duel()
    thing = f"unit:{names(state)[0]}"
    assert told(state, thing, is_wide=True).count("\n") < told(state, thing).count("\n")


async def test_whoever_walks_over_the_board_reads_what_is_there_also_where_panels_are_tabs():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        screen = table_screen(app)
        await pilot.press("tab")
        assert screen.open_tab == "hand"
        await pilot.press("right")
        assert screen.open_tab == "look"
        assert screen.lines("look").display
        words = screen.lines("look").blocks[0].text.plain
        assert words.startswith(screen.board.cursor)
        await pilot.press("c", "right")
        assert screen.open_tab == "hand"
