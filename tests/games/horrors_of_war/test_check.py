"""Content that cannot be played as it is written: each mistake is found, with its file and its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.core.content import builtin
from engine.core.errors import ContentError
from engine.games.horrors_of_war.content import check, library
from engine.games.horrors_of_war.content.library import GAME

Change = Callable[[dict[str, Any]], None]


def scenario(name: str) -> dict[str, Any]:
    """A built-in scenario, to be spoilt under another id."""
    return json.loads((builtin(GAME) / "scenarios" / f"{name}.json").read_text()) | {"id": "broken"}


def put(folder: Path, where: str, content: object) -> None:
    path = folder / where
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content))


def mistakes(folder: Path) -> list[str]:
    return [str(error) for error in check.check_folder(folder)]


def unit(army: int, portrait: int = 0, number: int = 0) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda file: file["armies"][army]["portraits"][portrait]["units"][number]


def wall_in(file: dict[str, Any]) -> None:
    """Cliffs all round the camp: every other space is out of reach."""
    file["legend"]["f"] = file["legend"]["o"] = file["legend"]["."] = {"name": "cliff", "impassable": True}
    file["legend"]["~"] = {"name": "cliff", "impassable": True}


BROKEN: list[tuple[str, Change, str, str]] = [
    ("order-in-chaos", lambda f: f.update(by_seats={"5": {}}), "$.by_seats", "Invalid enum value '5'"),
    (
        "order-in-chaos",
        lambda f: f.update(by_seats={"1": {"motivation": {"macaws": 4}}}),
        "$.by_seats.1.motivation",
        'There is no side "macaws". Did you mean "macaw"?',
    ),
    (
        "order-in-chaos",
        lambda f: f.update(by_seats={"1": {"motivation": {"macaw": 0}}}),
        "$.by_seats.1.motivation",
        "Motivation starts between 1 and 15.",
    ),
    ("order-in-chaos", lambda f: f.update(by_seats={"1": {"green": [0, 3]}}), "$.by_seats.1.green", "The green zone"),
    ("order-in-chaos", wall_in, "$.map", "cannot be reached from the starting space"),
    (
        "order-in-chaos",
        lambda f: unit(0)(f).update(space="Z9"),
        "$.armies[0].portraits[0].units[0].space",
        "not on the map",
    ),
    (
        "order-in-chaos",
        lambda f: unit(0)(f).update(space="D2"),
        "$.armies[0].portraits[0].units[0].space",
        "impassable",
    ),
    ("order-in-chaos", lambda f: unit(0)(f).update(space="D3"), "$.armies[1]", "An enemy starts on D3 too."),
    (
        "order-in-chaos",
        lambda f: f["armies"][1].update(right="iguana"),
        "$.armies[1]",
        "can tie with an order of macaw",
    ),
    ("order-in-chaos", lambda f: f["armies"][1].update(left="ocelott"), "$.armies[1].left", 'Did you mean "ocelot"?'),
    ("order-in-chaos", lambda f: f.update(areas={}), "$", 'There is no area "crossing".'),
    (
        "order-in-chaos",
        lambda f: f["epilogue"]["lost"].update(macaws="Alas."),
        "$.epilogue.lost.macaws",
        'Did you mean "macaw"?',
    ),
    (
        "order-in-chaos",
        lambda f: f.update(after_dealing=["frogs"]),
        "$.after_dealing[0]",
        'There is no horror "frogs".',
    ),
    ("order-in-chaos", lambda f: f.update(fortifications={"D2": 2}), "$.fortifications.D2", "D2 can never"),
    ("loose-cannon", lambda f: f.update(islands=[]), "$.map", "cannot be reached"),
    ("loose-cannon", lambda f: f.update(islands=["shipp"]), "$.islands[0]", 'Did you mean "ship"?'),
    ("loose-cannon", lambda f: f["challenges"][0].update(repeat={"Fire!": 3}), "$.challenges[0].repeat", '"Fire!"'),
    ("loose-cannon", lambda f: f.update(over_impassable=["x"]), "$.over_impassable[0]", 'There is no unit type "x".'),
    (
        "heights-of-glory",
        lambda f: f["challenges"][0]["after_armies"][0].update(army="x"),
        "$.challenges[0].after_armies",
        'There is no army "x".',
    ),
    (
        "heights-of-glory",
        lambda f: f["challenges"][0]["after_armies"][0].update(do=[{"op": "wound", "amount": 1, "who": "frog.leader"}]),
        "$.challenges[0].after_armies",
        'There is no choice of units "frog.leader".',
    ),
    (
        "heights-of-glory",
        lambda f: f["challenges"][0]["after_setup"][0].update(do=[{"op": "heal", "upto": 1}]),
        "$.challenges[0].after_setup",
        "cannot have heal",
    ),
    ("heights-of-glory", lambda f: f["challenges"][1].update(id="rising-stars"), "$.challenges[1].id", "there twice"),
    ("heights-of-glory", lambda f: f["roads"].append(f["roads"][0]), "$.roads[1]", "This group has a road already."),
    ("heights-of-glory", lambda f: f["roads"][0].update(army="toucans"), "$.roads[0].army", 'Did you mean "toucan"?'),
    ("heights-of-glory", lambda f: f["roads"][0]["spaces"].pop(3), "$.roads[0].spaces", ""),
    ("order-in-chaos", lambda f: f["armies"][1].update(id="macaw"), "$.armies[1].id", '"macaw" is there twice.'),
    (
        "order-in-chaos",
        lambda f: f["challenges"][0].update(motivation={"macaw": 16}),
        "$.challenges[0].motivation",
        "between 1 and 15",
    ),
    ("shifty-alliances", lambda f: f["armies"][2].update(faces={"x": "up"}), "$.armies[2].faces", 'no side "x"'),
    (
        "lost-in-the-jungle",
        lambda f: f["challenges"][0].update(regroup={"Z": "star"}),
        "$.challenges[0].regroup",
        'no unit "Z"',
    ),
    (
        "talking-in-circles",
        lambda f: f["challenges"][0].update(shunned=["x"]),
        "$.challenges[0].shunned",
        'no army "x"',
    ),
    ("talking-in-circles", lambda f: f["outward"].update(E4="E5"), "$.outward.E4", "does not lead away"),
    ("talking-in-circles", lambda f: f["outward"].update(E4="E1"), "$.outward.E4", "not adjacent"),
    ("talking-in-circles", lambda f: f["talks"].update(right="macaw"), "$.talks", "belongs to no army"),
]


@pytest.mark.parametrize(("name", "change", "place", "words"), BROKEN, ids=[f"{b[0]}-{b[2]}-{b[3]}" for b in BROKEN])
def test_a_spoilt_scenario_is_found_out(tmp_path: Path, name: str, change: Change, place: str, words: str) -> None:
    """Found at its place, and nothing is wrong with the scenario before."""
    file = scenario(name)
    put(tmp_path, "scenarios/broken.json", file)
    assert mistakes(tmp_path) == []
    change(file)
    put(tmp_path, "scenarios/broken.json", file)
    found = [told for told in mistakes(tmp_path) if f"at {place}" in told and words in told]
    assert found
    assert "broken.json" in found[0]


def test_a_deck_that_leaves_out_a_group_is_found_out(tmp_path: Path) -> None:
    """HOW-ARM-13"""
    orders = json.loads((builtin(GAME) / "orders" / "ocelot.json").read_text()) | {"id": "short", "left": []}
    for number, card in enumerate(orders["right"]):
        card["id"] = f"short-{number}"
    orders["right"][0]["groups"] = ["star", "cog"]
    file = scenario("order-in-chaos")
    file["armies"][1]["right"] = "short"
    put(tmp_path, "orders/short.json", orders)
    put(tmp_path, "scenarios/broken.json", file)
    (found,) = mistakes(tmp_path)
    assert 'The order card "short-0" leaves out the group circle.' in found


@pytest.mark.parametrize(
    ("green", "is_possible"), [([1, 15], True), ([1, 16], False), ([0, 2], False), ([3, 2], False)]
)
def test_the_green_zone_lies_on_the_track_above_0(tmp_path: Path, green: list[int], is_possible: bool) -> None:
    """HOW-STA-05, HOW-MOT-02"""
    put(tmp_path, "scenarios/broken.json", scenario("order-in-chaos") | {"green": green})
    assert any("at $.green" in told for told in mistakes(tmp_path)) is not is_possible


def test_there_are_as_many_figures_of_each_folk_as_in_the_box() -> None:
    """HOW-UNI-08"""
    figures = {"macaw": 5, "ocelot": 4, "bear": 4, "iguana": 4, "frog": 6, "tuatara": 1, "toucan": 5}
    assert figures == check.FIGURES


def left_half(name: str) -> dict[str, Any]:
    return {"id": name, "title": name, "speed": 1, "text": "Nothing.", "do": []}


def right_half(name: str) -> dict[str, Any]:
    return left_half(name) | {"speed": 0.1, "groups": ["circle"]}


@pytest.mark.parametrize(
    ("left", "right", "place"),
    [
        (["mine", "mine"], [], "$.left[1].id"),
        ([], ["mine", "mine"], "$.right[1].id"),
        (["mine"], ["other", "mine"], "$.right[1].id"),
        (["macaw-l1"], [], "$.left[0].id"),
        (["macaw-r1"], [], "$.left[0].id"),
        ([], ["macaw-l1"], "$.right[0].id"),
    ],
)
def test_no_two_order_cards_have_one_id(tmp_path: Path, left: list[str], right: list[str], place: str) -> None:
    orders = {"id": "twice", "left": [*map(left_half, left)], "right": [*map(right_half, right)]}
    put(tmp_path, "orders/twice.json", orders)
    with pytest.raises(ContentError, match="is there twice") as error:
        library.read(builtin(GAME), tmp_path)
    assert f"twice.json: at {place}" in str(error.value)


@pytest.mark.parametrize(
    ("change", "place", "words"),
    [
        ({"only": ["nowhere"]}, "$[0].only[0]", 'There is no scenario "nowhere".'),
        ({"only": [], "do": [{"op": "blast", "area": "field", "offence": 1}]}, "$[0]", 'There is no area "field".'),
        ({"priority": ["nabo", "nabo", "yainar", "akezan"]}, "$[0].priority", "all four adventurers once each"),
        ({"everyone": True, "priority": ["nabo", "tambatro", "yainar", "akezan"]}, "$[0].everyone", "not both"),
        ({"copies": 0}, "$[0]", "at least one such card"),
    ],
)
def test_a_spoilt_horror_is_found_out(tmp_path: Path, change: dict[str, Any], place: str, words: str) -> None:
    card = {"id": "mine", "title": "Mine", "text": "Discard 1 card.", "do": [{"op": "discard"}]}
    put(tmp_path, "horrors/mine.json", [card])
    assert mistakes(tmp_path) == []
    put(tmp_path, "horrors/mine.json", [card | change])
    assert any(f"at {place}" in told and words in told for told in mistakes(tmp_path))
