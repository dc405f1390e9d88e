"""What a table is played with: carried by its states, and by nothing that is saved, compared or seen."""

from __future__ import annotations

import pickle
from copy import copy

import msgspec
import pytest
from msgspec.structs import replace

from engine.core.dice import Dice
from engine.core.journal import Fingerprint
from engine.core.kinds import Setup
from engine.core.table import Table
from engine.games.horrors_of_war import rules
from engine.games.horrors_of_war.attacks import offence
from engine.games.horrors_of_war.content.library import library
from engine.games.horrors_of_war.content.scene import scene_of
from engine.games.horrors_of_war.moves import Pass
from tests.contracts.playing import MemoryJournal
from tests.games.horrors_of_war.ground import Ground

SETUP = Setup(game="horrors-of-war", scenario="proving-ground", seats=("nabo",), seed=1)


def test_every_state_of_a_table_has_the_same_box() -> None:
    """The state after a move, the one before it, a clone, a view, a state imagined from it."""
    ground = Ground()
    box = ground.state.box
    ground.submit(Pass())
    view = ground.table.view("nabo")
    found = [
        ground.state,
        ground.table.steps[-1].before,
        copy(ground.state),
        view,
        rules.imagine(view, "nabo", Dice(1, 1)),
    ]
    assert all(state.box is box for state in found)


def test_two_editions_of_a_scenario_do_not_mix(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table goes on with the cards, units and map with which it was opened, whatever was edited since."""
    lib = library()
    old = Ground()
    scene = lib.scenes["proving-ground"]
    stronger = {name: replace(kind, offence=kind.offence + 5) for name, kind in lib.units.items()}
    edited = replace(lib, units=stronger, scenes={**lib.scenes, "proving-ground": replace(scene, towers={})})
    monkeypatch.setattr("engine.games.horrors_of_war.game.library", lambda: edited)
    new = Ground()
    assert (old.state.box.scene.towers, new.state.box.scene.towers) == (scene.towers, {})
    assert offence(new.state, "red-1") == offence(old.state, "red-1") + 5
    old.submit(Pass())
    assert old.state.box.units is lib.units


def test_scenarios_with_cards_of_their_own_do_not_mix() -> None:
    """HOW-SET-06: each table knows the decks of its own scenario."""
    jungle, proving = Ground(scenario="lost-in-the-jungle").state.box, Ground().state.box
    assert set(jungle.orders) != set(proving.orders)
    assert set(jungle.resource_deck) != set(proving.resource_deck)


def test_a_box_is_neither_encoded_nor_compared_nor_part_of_a_digest() -> None:
    """So saves, digests and what is sent over a wire are the same as without it."""
    ground = Ground()
    bare = copy(ground.state)
    bare.box = None  # type: ignore[assignment]
    assert bare == ground.state
    assert msgspec.json.encode(bare) == msgspec.json.encode(ground.state)
    prints = Fingerprint(rules.empty()), Fingerprint(rules.empty())
    assert prints[0].of(bare, ()) == prints[1].of(ground.state, ())


def test_a_view_takes_its_box_to_another_process_once() -> None:
    """However many views are sent, the other process has one box, equal to that of the table."""
    ground = Ground()
    sent = [pickle.loads(pickle.dumps(ground.table.view("nabo"))) for _ in range(2)]
    assert sent[0].box is sent[1].box
    assert sent[0] == ground.table.view("nabo")
    assert rules.moves(sent[0], ground.table.ask, "nabo") == ground.moves()  # type: ignore[arg-type]
    assert sent[0].box.resources == ground.state.box.resources
    assert sent[0].box.scene.file == ground.state.box.scene.file


def test_a_save_folds_without_the_content_it_was_played_with(monkeypatch: pytest.MonkeyPatch) -> None:
    """Facts are complete in themselves; what is gone is told, not stumbled over."""
    journal = MemoryJournal()
    table = Table.begin(rules, SETUP, journal)
    table.submit("nabo", Pass())
    lib = library()
    scenes = {name: scene for name, scene in lib.scenes.items() if name != "proving-ground"}
    monkeypatch.setattr("engine.games.horrors_of_war.game.library", lambda: replace(lib, scenes=scenes))
    found = Table.resume(rules, journal, every_digest=True)
    assert (found.state, found.state.box) == (table.state, None)
    assert rules.missing(found.state) == ["the scenario proving-ground"]


@pytest.mark.parametrize(
    "named", [{"scenario": "order-in-chaos"}, {"challenges": ("bad-dreams",)}, {"challenges": ("none",)}]
)
def test_a_header_that_names_another_set_up_than_the_facts_is_told(named: dict[str, object]) -> None:
    """Such a table would be played with the wrong cards."""
    state = copy(Ground().state)
    state.box = rules.box(replace(SETUP, **named))  # type: ignore[assignment]
    assert rules.missing(state) == ["the set-up that its header names"]


def test_a_scene_is_made_of_its_file_alone() -> None:
    """Nothing of another scenario or of the cards gets into it."""
    scene = library().scenes["proving-ground"]
    assert scene_of(scene.file) == scene
