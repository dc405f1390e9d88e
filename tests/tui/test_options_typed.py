"""Options on the command line: how they are listed, typed, refused, told and kept."""

from __future__ import annotations

import json

import pytest

from tui.play import saves

CHOSEN = ("--option", "charm:jade=firefly", "--option", "sparks=many", "--option", "long-night")


@pytest.fixture(autouse=True)
def among_the_games(marsh_lights):
    """Marsh Lights can be played by the command."""


def play(parley, *arguments):
    return parley("play", "marsh-lights", "--plain", "--name", "evening", *arguments, typed="quit\n")


def setup_of(name):
    opened = saves.open_save(saves.find(name), writing=False)
    return opened.table.setup


def test_every_sort_of_option_can_be_typed(parley):
    assert play(parley, *CHOSEN).code == 0
    setup = setup_of("evening")
    assert (setup.seats, setup.options) == (("amber", "jade"), ("long-night", "sparks=many", "charm:jade=firefly"))


def test_plain_mode_tells_what_was_chosen_and_what_it_means(parley):
    refused = play(parley, *CHOSEN, "--challenge", "dim").sentence
    assert refused.startswith('There is no option "sparks". It can be charm, long-night, moonrise')
    out = " ".join(play(parley, *CHOSEN).out.split())
    assert "Marsh Lights - The Ford (Amber, Jade), Long night, Sparks: Many, Jade's Charm: Firefly" in out
    assert "Option: Long night. Two rounds more. Option: Sparks: Many. Four. " in out
    assert "Option: Jade's Charm: Firefly. One more spark at the start." in out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--option", "sprks=many"), 'There is no option "sprks". Did you mean "sparks"?'),
        (("--option", "sparks=mny"), 'The option "sparks" cannot be "mny". Did you mean "many"?'),
        (("--option", "charm:violet=firefly"), 'The option "charm" is for a seat that does not play: "violet".'),
        (("--scenario", "isle", "--seats", "2"), "The Isle is for 3 players."),
        (("--scenario", "isle", "--seats", "amber,jade"), "The Isle is for 3 players."),
        (("--seats", "4"), "Marsh Lights is for 2 or 3 players."),
    ],
)
def test_what_is_not_offered_is_refused_in_a_sentence(parley, home, arguments, why):
    ran = play(parley, *arguments)
    assert ran.code == 1
    assert ran.sentence.startswith(why)
    assert not (home / "saves" / "evening.jsonl").exists()


def test_a_scenario_has_its_own_number_of_seats(parley):
    assert play(parley, "--scenario", "isle").code == 0
    assert setup_of("evening").seats == ("amber", "jade", "violet")


def test_games_are_listed_with_their_options_and_values(parley):
    out = parley("games").out
    marsh = out[out.index("Marsh Lights (marsh-lights), 2 or 3 players") :]
    for line in (
        "  option: long-night - Long night: Two rounds more.",
        "  option: sparks=... - Sparks: How many sparks everybody begins with.",
        "     some - Some: Two. (if nothing is said)",
        "  option: charm:amber=... - Charm: What a rival carries.",
        "     firefly - Firefly: One more spark at the start.",
        "  3. The Isle (isle) *, 3 players",
        "     challenge: dim - Dim +*: Everybody begins without sparks.",
    ):
        assert line in marsh.splitlines()
    game = json.loads(parley("games", "--json").out)[-1]
    values = {each["id"]: [value["id"] for value in each["values"]] for each in game["options"]}
    assert (values["sparks"], values["moonrise"]) == (["few", "some", "many"], [])
    assert (game["kind"], game["scenarios"][2]["seats"]) == ("rivals", [3, 3])


def test_saves_are_listed_with_their_options(parley):
    play(parley, *CHOSEN)
    [entry] = json.loads(parley("saves", "--json").out)
    assert entry["options"] == ["long-night", "sparks=many", "charm:jade=firefly"]
    assert "ford + long-night + sparks=many + charm:jade=firefly" in parley("saves").out


def test_a_save_with_options_is_verified_as_any_other(parley):
    play(parley, *CHOSEN)
    assert parley("verify", "evening").code == 0
    assert "Long night" in parley("replay", "evening", "--plain").out
