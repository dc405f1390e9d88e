"""Measuring how hard scenarios are: what is played, what is kept, and what is told."""

import json

import msgspec
import pytest

from engine.core.kinds import Setup
from engine.registry import game
from tui.measure import balance, page
from tui.measure.share import Proportion, share

RULES = game("horrors-of-war")
SETUP = Setup(game="horrors-of-war", scenario="proving-ground", seats=("nabo", "yainar"), seed=3)


@pytest.mark.parametrize(
    ("wins", "games", "found"),
    [(0, 10, (0.0, 0.0, 0.2775)), (10, 10, (1.0, 0.7225, 1.0)), (50, 100, (0.5, 0.4038, 0.5962))],
)
def test_a_share_has_its_interval(wins, games, found):
    """Wilson's interval, as tables give it; without games nothing is known."""
    assert share(wins, games) == Proportion(*found)
    assert share(0, 0) == Proportion(0.0, 0.0, 1.0)


def test_every_choice_of_challenges_is_measured():
    scenario = next(each for each in RULES.scenarios() if each.id == "order-in-chaos")
    both = ("timid-invasion", "bad-memories")
    assert balance.sets(scenario) == [(), both[:1], both[1:], both]


def test_a_scenario_is_measured_with_every_number_of_seats_and_its_challenges_with_two():
    found = [cell for cell in balance.cells(RULES, 4) if cell.scenario == "order-in-chaos"]
    assert [cell.seats for cell in found if not cell.challenges] == [1, 2, 3, 4]
    assert [cell.seats for cell in found if cell.challenges] == [2, 2, 2]
    assert {cell.seats for cell in balance.cells(RULES, 1)} == {1}


def test_a_scenario_for_more_seats_than_are_measured_is_left_out(marsh_lights):
    for seats, scenarios in ((2, {"ford", "dyke", "sink"}), (3, {"ford", "dyke", "isle", "sink"})):
        found = balance.cells(marsh_lights, seats)
        assert {cell.scenario for cell in found} == scenarios
        assert max(cell.seats for cell in found) == seats
    assert {cell.seats for cell in found if cell.scenario == "isle"} == {3}


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
    low, bad = "low-tide", "bad-dreams"
    assert [(e.challenges, e.seats) for e in found.entries] == [
        ((), 1),
        ((), 2),
        ((low,), 2),
        ((bad,), 2),
        ((low, bad), 2),
    ]
    for entry in found.entries:
        assert (entry.games, entry.finished, len(entry.rounds)) == (2, 2, 2)
        assert entry.chance_games == 3
        assert entry.counts["casualties"] >= 0
        assert sum(use.times for use in entry.uses.values()) > 0
        assert sum(use.chance for use in entry.uses.values()) > 0
        assert all(use.won <= use.games <= use.times for use in entry.uses.values())


def test_what_was_measured_is_not_played_again_unless_it_changed(tmp_path, only_one, monkeypatch):
    path = tmp_path / "balance.json"
    found = measured(path)
    with monkeypatch.context() as patch:
        patch.setattr(balance, "played", lambda tasks, jobs: iter(pytest.fail("played again") if tasks else ()))
        assert measured(path) == found
    stale = msgspec.structs.replace(found.entries[1], edition="old", won=9)
    balance.write(path, msgspec.structs.replace(found, entries=(found.entries[0], stale, *found.entries[2:])))
    assert measured(path) == found


def test_a_measurement_goes_on_where_it_stopped(tmp_path, only_one, monkeypatch):
    """Two games and then three more are the same as five at once, and random play is not repeated."""
    at_once = measured(tmp_path / "at-once.json", games=5)
    path = tmp_path / "in-steps.json"
    measured(path, games=2)
    tasks = []
    with monkeypatch.context() as patch:
        played = balance.played
        patch.setattr(balance, "played", lambda chosen, jobs: (tasks.extend(chosen), played(chosen, jobs))[1])
        assert measured(path, games=5).entries == at_once.entries
    assert {index for _, index in tasks} == {2, 3, 4}


def test_a_measurement_that_is_stopped_keeps_whole_batches_of_every_cell(tmp_path, only_one, monkeypatch):
    """The cells take turns: after the first batch each of them has some games."""
    path = tmp_path / "balance.json"
    monkeypatch.setattr(balance, "BATCH", 1)
    played, batches = balance.played, []

    def stops(tasks, jobs):
        batches.append(tasks)
        if len(batches) > 1:
            raise KeyboardInterrupt
        return played(tasks, jobs)

    monkeypatch.setattr(balance, "played", stops)
    with pytest.raises(KeyboardInterrupt):
        measured(path, games=3)
    assert [entry.games for entry in balance.read(path).entries] == [1] * 5


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
    assert "The scheme used most" in ran.out
    assert str(path) in ran.out.replace("\n", "")
    told = json.loads(parley("sim", "horrors-of-war", "--all", "--games", 1, "--into", path, "--json").out)
    assert [entry["seats"] for entry in told["entries"]] == [1, 2, 3, 4, 2, 2, 2]


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
ENTRIES = {entry.cell: entry for entry in MEASURED.entries}
SCENES = {each.id: each for each in RULES.scenarios() if each.number <= 6}
"""The scenarios of the game itself, without those of the tests."""

WANTED = [cell for cell in balance.cells(RULES, 4) if cell.scenario in SCENES]

ENOUGH = 48
"""What is asked of the figures holds for cells with so many games; fewer only have to be consistent with it."""


def test_only_what_is_wanted_was_measured():
    assert [entry.cell for entry in MEASURED.entries] == [cell for cell in WANTED if cell in ENTRIES]


def test_what_was_measured_are_the_cards_and_maps_as_they_are():
    """After a change, `parley sim horrors-of-war --all` plays the cells again that it concerns; see the README."""
    now = {cell: RULES.edition(balance.setup_of(MEASURED, cell)) for cell in ENTRIES}
    assert [cell for cell, entry in ENTRIES.items() if entry.edition != now[cell]] == []


def test_chance_alone_hardly_ever_wins():
    """With the usual number; alone the goal is closer, and four adventurers have nearly everything nearby."""
    most = {cell: 0.05 if cell.seats == balance.USUAL else 0.12 for cell in ENTRIES}
    assert [cell for cell, entry in ENTRIES.items() if entry.chance.rate > most[cell]] == []


def test_no_scheme_is_always_right():
    assert balance.favourite(MEASURED, "scheme")[1] <= 0.25


@pytest.mark.skipif(set(ENTRIES) != set(WANTED), reason="not everything is measured yet")
def test_no_card_is_dead():
    assert balance.unused(MEASURED) == []


# How hard the scenarios are


@pytest.mark.parametrize(
    ("rate", "stars"),
    [(0.8, 1), (0.61, 1), (0.6, 2), (0.41, 2), (0.4, 3), (0.21, 3), (0.2, 4), (0.11, 4), (0.1, 5), (0, 5)],
)
def test_what_is_won_less_often_has_more_stars(rate, stars):
    assert balance.stars_for(rate) == stars
    assert balance.stars_added(0.5, rate) == max(1, stars - 2)


def bare(scenario, seats=balance.USUAL):
    """A scenario without challenges; None if it is not measured yet."""
    return ENTRIES.get(balance.Cell(scenario, (), seats))


def bands(entry):
    """The stars that its win rate gives; with few games all those that its interval reaches."""
    if entry.games >= ENOUGH:
        return {balance.stars_for(entry.wins.rate)}
    return set(range(balance.stars_for(entry.wins.high), balance.stars_for(entry.wins.low) + 1))


def enough(*found):
    return all(entry and entry.games >= ENOUGH for entry in found)


KNOWN = [scenario for scenario in SCENES if bare(scenario)]


@pytest.mark.parametrize("scenario", KNOWN)
def test_the_stars_of_a_scenario_follow_from_its_win_rate(scenario):
    assert SCENES[scenario].stars in bands(bare(scenario))


@pytest.mark.parametrize("scenario", SCENES)
def test_every_number_of_adventurers_has_about_the_same_chances(scenario):
    """No two numbers are more than 15 points apart, as far as the games can tell."""
    found = [entry.wins for seats in range(1, 5) if (entry := bare(scenario, seats))]
    assert not found or max(wins.low for wins in found) - min(wins.high for wins in found) <= 0.15


@pytest.mark.skipif(not enough(*map(bare, SCENES)), reason="too few games are measured yet")
def test_the_first_scenario_is_the_gentlest_and_the_sixth_the_hardest():
    rates = {scenario: bare(scenario).wins.rate for scenario in SCENES}
    order = sorted(rates, key=rates.__getitem__)
    assert (order[0], order[-1]) == ("talking-in-circles", "order-in-chaos")


def easier_than(cell):
    """What a cell with challenges has to be harder than: the scenario itself, or each of its challenges alone."""
    if len(cell.challenges) == 1:
        return [bare(cell.scenario, cell.seats)]
    return [ENTRIES.get(balance.Cell(cell.scenario, (each,), cell.seats)) for each in cell.challenges]


CHALLENGED = [cell for cell in ENTRIES if cell.challenges and all(easier_than(cell))]


@pytest.mark.parametrize("cell", CHALLENGED, ids=str)
def test_challenges_make_a_scenario_harder(cell):
    """Below the interval of what they are added to; with few games, not above it."""
    here, others = ENTRIES[cell], easier_than(cell)
    for other in others:
        assert here.wins.rate < other.wins.low if enough(here, other) else here.wins.low <= other.wins.high


@pytest.mark.parametrize("cell", [cell for cell in CHALLENGED if len(cell.challenges) == 1], ids=str)
def test_the_stars_of_a_challenge_follow_from_how_much_harder_it_is(cell):
    """As many as the bands that the win rate falls by, and at least one."""
    [shown] = [each.stars for each in SCENES[cell.scenario].challenges if each.id in cell.challenges]
    before, after = bands(bare(cell.scenario)), bands(ENTRIES[cell])
    assert shown in {max(1, late - early) for early in before for late in after}


@pytest.mark.parametrize("scenario", [scenario for scenario in KNOWN if enough(bare(scenario))])
def test_a_game_takes_six_to_fourteen_rounds(scenario):
    assert 6 <= bare(scenario).rounds_median <= 14


# The page beside it


def test_the_page_gives_what_was_measured():
    """If not: parley sim horrors-of-war --all --table"""
    written = page.place(balance.place("horrors-of-war")).read_text(encoding="utf-8")
    assert written == page.text(RULES, MEASURED)


def test_the_page_has_every_scenario_with_every_number_of_players_and_all_challenges():
    text = page.text(RULES, MEASURED)
    head = "| scenario | stars | 1 player | 2 players | 3 players | 4 players | median rounds of 2 |"
    assert head in text
    for scene in SCENES.values():
        [row] = [line for line in text.splitlines() if line.startswith(f"| {scene.number}. {scene.title} | ★")]
        assert row.count("|") == head.count("|")
        for challenge in scene.challenges:
            assert f"| {scene.number}. {scene.title} | {challenge.title} | " in text


def test_the_page_gives_the_command_that_measures():
    bot, budget, seed, seats = MEASURED.bot, MEASURED.budget, MEASURED.seed, ",".join(MEASURED.seats)
    said = page.text(RULES, MEASURED)
    assert f"--all --bot {bot} --budget {budget} --games" in said
    assert f"--seats {seats} --seed {seed}\n" in said


def test_the_page_is_written_anew_without_a_game(parley, tmp_path, only_one, monkeypatch):
    path = tmp_path / "balance.json"
    measured(path)
    monkeypatch.setattr(balance, "played", lambda tasks, jobs: pytest.fail("played"))
    assert parley("sim", "horrors-of-war", "--all", "--table", "--into", path).code == 0
    assert (tmp_path / "balance.md").read_text().startswith(f"# How hard {RULES.title} is\n")
    ran = parley("sim", "horrors-of-war", "--all", "--table", "--into", tmp_path / "none.json")
    assert "Nothing is measured yet" in ran.sentence
