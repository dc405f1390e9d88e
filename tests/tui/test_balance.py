"""Measuring how hard scenarios are: what is played, what is kept, and what is told."""

import json
from pathlib import Path

import msgspec
import pytest

from engine.core.kinds import Setup
from engine.registry import game
from tui import balance
from tui.balance import Share, share

RULES = game("horrors-of-war")
SETUP = Setup(game="horrors-of-war", scenario="proving-ground", seats=("nabo", "yainar"), seed=3)


@pytest.mark.parametrize(
    ("wins", "games", "found"),
    [(0, 10, (0.0, 0.0, 0.2775)), (10, 10, (1.0, 0.7225, 1.0)), (50, 100, (0.5, 0.4038, 0.5962))],
)
def test_a_share_has_its_interval(wins, games, found):
    """Wilson's interval, as tables give it; without games nothing is known."""
    assert share(wins, games) == Share(*found)
    assert share(0, 0) == Share(0.0, 0.0, 1.0)


def test_every_choice_of_challenges_is_measured():
    scenario = next(each for each in RULES.scenarios() if each.id == "order-in-chaos")
    both = ("timid-invasion", "bad-memories")
    assert balance.sets(scenario) == [(), both[:1], both[1:], both]


@pytest.fixture
def only_one(monkeypatch):
    """As if the game had one scenario, so that measuring it is cheap."""
    chosen = [each for each in RULES.scenarios() if each.id == "proving-ground"]
    monkeypatch.setattr(type(RULES), "scenarios", lambda self: chosen)


@pytest.fixture(autouse=True)
def few(monkeypatch):
    """Random play needs few games here."""
    monkeypatch.setattr(balance, "CHANCE", 3)


def measured(path, games=2):
    before = balance.begin(path, SETUP, "random", None)
    return balance.measure(RULES, before, games, path, 1, 5000)


def test_the_file_holds_what_was_measured(tmp_path, only_one):
    path = tmp_path / "balance.json"
    found = measured(path)
    assert balance.read(path) == found
    assert [entry.challenges for entry in found.entries] == [
        (),
        ("low-tide",),
        ("bad-dreams",),
        ("low-tide", "bad-dreams"),
    ]
    for entry in found.entries:
        assert (entry.games, entry.finished) == (2, 2)
        assert entry.counts["casualties"] >= 0
        assert sum(use.times for use in entry.uses.values()) > 0
        assert sum(use.chance for use in entry.uses.values()) > 0
        assert all(use.won <= use.games <= use.times for use in entry.uses.values())


def test_what_was_measured_is_not_played_again_unless_it_changed(tmp_path, only_one, monkeypatch):
    path = tmp_path / "balance.json"
    found = measured(path)
    monkeypatch.setattr(balance, "played", lambda tasks, jobs: iter(pytest.fail("played again") if tasks else ()))
    assert measured(path) == found
    monkeypatch.undo()
    monkeypatch.setattr(balance, "CHANCE", 3)
    chosen = [each for each in RULES.scenarios() if each.id == "proving-ground"]
    monkeypatch.setattr(type(RULES), "scenarios", lambda self: chosen)
    stale = msgspec.structs.replace(found.entries[1], edition="old", wins=Share(9, 9, 9))
    balance.write(path, msgspec.structs.replace(found, entries=(found.entries[0], stale, *found.entries[2:])))
    assert measured(path) == found


def test_another_bot_begins_anew(tmp_path, only_one):
    path = tmp_path / "balance.json"
    measured(path)
    assert balance.begin(path, SETUP, "random", None).entries
    assert not balance.begin(path, SETUP, "greedy", None).entries
    assert not balance.begin(path, msgspec.structs.replace(SETUP, seed=4), "random", None).entries


def test_all_is_told_as_a_table_and_as_json(parley, tmp_path, only_one):
    path = tmp_path / "mine.json"
    ran = parley("sim", "horrors-of-war", "--all", "--games", 1, "--into", path)
    assert ran.code == 0
    assert "95 % interval" in ran.out
    assert "won without" in ran.out
    assert "The scheme played most" in ran.out
    assert str(path) in ran.out.replace("\n", "")
    told = json.loads(parley("sim", "horrors-of-war", "--all", "--games", 1, "--into", path, "--json").out)
    assert [entry["scenario"] for entry in told["entries"]] == ["proving-ground"] * 4


def test_all_goes_with_no_single_scenario(parley):
    ran = parley("sim", "horrors-of-war", "--all", "--scenario", "order-in-chaos")
    assert ran.code != 0
    assert "--all plays every scenario" in ran.sentence


def test_a_damaged_file_is_said_to_be_so(parley, tmp_path):
    path = tmp_path / "balance.json"
    path.write_text("{")
    ran = parley("sim", "horrors-of-war", "--all", "--games", 1, "--into", path)
    assert ran.code != 0
    assert "balance.json" in ran.sentence
    assert path.read_text() == "{"


# What was measured of the game as it is

MEASURED = balance.read(balance.place("horrors-of-war"))
README = (Path(__file__).parents[2] / "README.md").read_text()


def test_every_scenario_was_measured_with_every_choice_of_challenges():
    wanted = [(each.id, chosen) for each in RULES.scenarios() if each.number <= 6 for chosen in balance.sets(each)]
    assert [(entry.scenario, entry.challenges) for entry in MEASURED.entries] == wanted


def test_what_was_measured_are_the_cards_and_maps_as_they_are():
    """After a change, `parley sim horrors-of-war --all` plays the scenarios again that it concerns; see the README."""
    assert [entry.scenario for entry in MEASURED.entries if entry.edition != RULES.edition(entry.scenario)] == []


def test_chance_alone_hardly_ever_wins():
    assert max(entry.chance.rate for entry in MEASURED.entries) <= 0.05


def test_no_card_is_dead_and_no_scheme_is_always_right():
    assert balance.unused(MEASURED) == []
    assert balance.favourite(MEASURED)[1] <= 0.25


# How hard the scenarios are


def rates(count):
    """The win rate for each choice of so many challenges."""
    return {
        (entry.scenario, entry.challenges): entry.wins for entry in MEASURED.entries if len(entry.challenges) == count
    }


BARE = {scenario: wins.rate for (scenario, _), wins in rates(0).items()}


@pytest.mark.parametrize(
    ("rate", "stars"),
    [(0.8, 1), (0.61, 1), (0.6, 2), (0.41, 2), (0.4, 3), (0.21, 3), (0.2, 4), (0.11, 4), (0.1, 5), (0, 5)],
)
def test_what_is_won_less_often_has_more_stars(rate, stars):
    assert balance.stars_for(rate) == stars
    assert balance.stars_added(0.5, rate) == max(1, stars - 2)


@pytest.mark.parametrize("scenario", BARE)
def test_the_stars_of_a_scenario_follow_from_its_win_rate(scenario):
    [shown] = [each.stars for each in RULES.scenarios() if each.id == scenario]
    assert shown == balance.stars_for(BARE[scenario])


def test_the_first_scenario_is_the_gentlest_the_sixth_the_hardest_and_the_fourth_has_two_stars():
    order = sorted(BARE, key=BARE.__getitem__)
    assert (order[0], order[-1]) == ("talking-in-circles", "order-in-chaos")
    assert 0.6 <= BARE["order-in-chaos"] <= 0.8
    assert 0.2 <= BARE["talking-in-circles"] <= 0.4
    assert balance.stars_for(BARE["shifty-alliances"]) == 2


@pytest.mark.parametrize(("scenario", "challenges"), rates(1))
def test_every_challenge_lowers_the_win_rate_and_adds_stars_by_it(scenario, challenges):
    rate = rates(1)[scenario, challenges].rate
    [scene] = [each for each in RULES.scenarios() if each.id == scenario]
    assert rate < BARE[scenario]
    assert [each.stars for each in scene.challenges if each.id in challenges] == [
        balance.stars_added(BARE[scenario], rate)
    ]


@pytest.mark.parametrize(("scenario", "challenges"), rates(2))
def test_both_challenges_are_no_easier_than_the_harder_one(scenario, challenges):
    """As far as the number of games can tell."""
    both = rates(2)[scenario, challenges]
    assert both.low <= min(rates(1)[scenario, (each,)].rate for each in challenges)


def test_a_game_takes_six_to_fourteen_rounds():
    medians = [entry.rounds_median for entry in MEASURED.entries if not entry.challenges]
    assert min(medians) >= 6
    assert max(medians) <= 14


def told_row(scene):
    """A row of the README's table: what was measured of a scenario, by itself and with its challenges."""
    found = {entry.challenges: entry for entry in MEASURED.entries if entry.scenario == scene.id}
    bare, both = found[()], found[tuple(each.id for each in scene.challenges)]
    alone = [f"{each.title} {found[each.id,].wins.rate:.0%}" for each in scene.challenges]
    cells = [
        f"{scene.number}. {scene.title}",
        "\u2605" * scene.stars,
        f"{bare.wins.rate:.0%} ({bare.wins.low:.0%} to {bare.wins.high:.0%})",
        f"{bare.rounds_median:g}",
        f"{', '.join(alone)}, both {both.wins.rate:.0%}",
        f"{100 * max(entry.chance.rate for entry in found.values()):g}%",
    ]
    return f"| {' | '.join(cells)} |".replace("%", " %")


@pytest.mark.parametrize("scenario", BARE)
def test_the_readme_tells_what_was_measured(scenario):
    [scene] = [each for each in RULES.scenarios() if each.id == scenario]
    assert told_row(scene) in README.splitlines()
