"""The scenario log: what it counts, and that nothing of it is ever lost."""

import json
import os
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from engine.core.errors import SaveError
from engine.store.log import Log, Result, Rivalry, ScenarioTally, SeatResult, records_of, rivalries_of

WON = Result("how", "one", (), (SeatResult("nabo", True),), 9)
LOST = Result("how", "one", (), (SeatResult("nabo", False),), 4)


def won(rounds=9, challenges=(), honours=()):
    """A game that was won together."""
    return msgspec.structs.replace(WON, rounds=rounds, challenges=challenges, honours=honours)


@pytest.fixture
def log(tmp_path):
    return Log(tmp_path / "home" / "log.json")


def test_a_log_that_was_never_written_is_empty(log):
    assert log.records() == []
    assert not log.path.exists()


def test_wins_losses_and_the_fewest_rounds_of_a_win(log):
    """HOW-LOG-01"""
    for name, result in {"a": WON, "b": LOST, "c": won(7)}.items():
        assert log.record(name, result)
    assert log.records() == [ScenarioTally("how", "one", (), wins=2, losses=1, fewest_rounds=7)]


def test_each_set_of_challenges_has_its_own_record(log):
    """HOW-LOG-03: none, the one, the other, both, in whatever order they were named."""
    for place, challenges in enumerate([(), ("x",), ("y",), ("x", "y"), ("y", "x")]):
        log.record(str(place), won(5, challenges))
    assert [(each.challenges, each.wins) for each in log.records()] == [
        ((), 1),
        (("x",), 1),
        (("x", "y"), 2),
        (("y",), 1),
    ]


def test_honours_are_kept_for_each_set_of_challenges(log):
    """HOW-LOG-04, HOW-CHA-04"""
    log.record("a", won(5, honours=("no casualties",)))
    log.record("b", won(3))
    log.record("c", won(3, ("x",)))
    assert [each.honours for each in log.records()] == [("no casualties",), ()]


def test_a_lost_game_earns_no_honour(log):
    """HOW-CHA-04: the honour is for winning."""
    log.record("a", msgspec.structs.replace(LOST, honours=("no casualties",)))
    assert log.records()[0].honours == ()


def test_a_table_counts_once(log):
    assert log.record("a", WON)
    assert not log.record("a", WON)
    assert log.records()[0].wins == 1


def test_what_this_version_does_not_know_is_kept(log):
    log.record("a", WON)
    raw = json.loads(log.path.read_text())
    raw["later"] = {"x": [1, 2.5, None]}
    raw["results"][0]["mood"] = "merry"
    log.path.write_text(json.dumps(raw))
    log.record("b", LOST)
    kept = json.loads(log.path.read_text())
    assert kept["later"] == raw["later"]
    assert kept["results"][0] == raw["results"][0]
    assert len(kept["results"]) == 2


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"version": 1}',
        b'{"version": "one", "results": []}',
        b'{"version": 1, "results": [{"game": 3}]}',
        b'{"version": 2, "results": [{"game": "g", "scenario": "s", "challenges": [], "won": true, "rounds": 1}]}',
        b'{"a":' * 50_000,
    ],
)
def test_a_damaged_log_is_set_aside_and_never_overwritten(log, damage):
    log.path.parent.mkdir()
    log.path.write_bytes(damage)
    with pytest.raises(SaveError, match="is damaged"):
        log.records()
    assert log.path.read_bytes() == damage
    assert log.record("a", WON)
    assert log.notice == "log.json was damaged; it has been set aside as log.damaged-1.json, and a new one begun."
    assert (log.path.parent / "log.damaged-1.json").read_bytes() == damage
    assert log.records()[0].wins == 1


def test_a_win_for_practice_counts_but_sets_no_record_and_earns_no_honour():
    """HOW-LOG-03: whoever knows what comes shows nothing by a fast game."""
    practised = msgspec.structs.replace(WON, rounds=1, honours=("no casualties",), practice=True)
    (record,) = records_of([WON, practised])
    assert (record.wins, record.fewest_rounds, record.honours) == (2, WON.rounds, ())
    (record,) = records_of([practised])
    assert (record.wins, record.fewest_rounds, record.honours) == (1, None, ())


def test_a_second_damaged_log_does_not_replace_the_first(log):
    log.path.parent.mkdir()
    for number in (1, 2):
        log.path.write_bytes(b"%d" % number)
        log.record("a", WON)
    aside = sorted(log.path.parent.glob("log.damaged-*.json"))
    assert [path.read_bytes() for path in aside] == [b"1", b"2"]


def test_a_log_of_a_newer_version_is_left_alone(log):
    log.path.parent.mkdir()
    text = b'{"version": 3, "games": {}}'
    log.path.write_bytes(text)
    for use in (log.records, lambda: log.record("a", WON)):
        with pytest.raises(SaveError, match=r"newer Parley \(version 3\)"):
            use()
    assert log.path.read_bytes() == text


def test_a_write_that_fails_leaves_the_old_log(log, monkeypatch):
    log.record("a", WON)
    before = log.path.read_bytes()

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(SaveError, match="cannot be written: No space left on device"):
        log.record("b", LOST)
    assert log.path.read_bytes() == before


def test_games_that_end_at_the_same_moment_are_all_counted(log):
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda name: Log(log.path, wait=600.0).record(str(name), WON), range(24)))
    assert log.records()[0].wins == 24


def test_a_folder_that_another_process_makes_at_the_same_moment_is_used(tmp_path, monkeypatch):
    make = os.mkdir

    def made_twice(*args, **options):
        make(*args, **options)
        make(*args, **options)

    monkeypatch.setattr(os, "mkdir", made_twice)
    log = Log(tmp_path / "home" / "log.json")
    assert log.record("a", WON)
    assert log.records()[0].wins == 1


def test_the_log_lies_in_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "home").write_text("a file")
    with pytest.raises(SaveError, match="cannot be written"):
        Log(tmp_path / "home" / "log.json").record("a", WON)


# Version 1


FIRST = {
    "version": 1,
    "mood": "merry",
    "results": [
        {"table": "a", "game": "how", "scenario": "one", "challenges": ["x"], "won": True, "rounds": 9, "mood": 1,
         "honours": ["no casualties"], "practice": False},
        {"table": "b", "game": "how", "scenario": "one", "challenges": [], "won": False, "rounds": 4},
    ],
}  # fmt: skip


@pytest.fixture
def first(log):
    """A log as the first version wrote it."""
    log.path.parent.mkdir()
    log.path.write_text(json.dumps(FIRST))
    return log


def backups(log):
    return {path.name: path.read_text() for path in log.path.parent.glob("log.v*.json")}


def test_a_log_of_the_first_version_is_read_as_before_and_not_changed_by_looking(first):
    assert first.records() == [
        ScenarioTally("how", "one", (), losses=1),
        ScenarioTally("how", "one", ("x",), wins=1, fewest_rounds=9, honours=("no casualties",)),
    ]
    assert first.rivalries() == []
    assert json.loads(first.path.read_text()) == FIRST
    assert backups(first) == {}


def test_the_first_result_migrates_the_log_and_keeps_the_old_one_beside_it(first):
    before = first.records()
    assert not first.record("a", WON)
    assert backups(first) == {}
    assert first.record("c", won(7, ("x",)))
    assert backups(first) == {"log.v1.json": json.dumps(FIRST)}
    raw = json.loads(first.path.read_text())
    assert (raw["version"], raw["mood"], raw["results"][0]["mood"]) == (2, "merry", 1)
    assert raw["results"][1]["seats"] == [{"seat": "", "won": False, "score": None, "who": "me"}]
    assert first.records() == [before[0], msgspec.structs.replace(before[1], wins=2, fewest_rounds=7)]
    assert first.record("d", LOST)
    assert list(backups(first)) == ["log.v1.json"]


def test_a_backup_is_never_overwritten(first):
    backup = first.path.with_name("log.v1.json")
    backup.write_text("somebody else's")
    first.record("c", WON)
    assert backups(first) == {"log.v1.json": "somebody else's", "log.v1-2.json": json.dumps(FIRST)}


def test_a_migration_that_fails_leaves_the_old_log(first, monkeypatch):
    monkeypatch.setattr("engine.store.log.write_whole", lambda *_: (_ for _ in ()).throw(OSError(28, "full")))
    with pytest.raises(SaveError, match="full"):
        first.record("c", WON)
    assert json.loads(first.path.read_text()) == FIRST


# Rivals


def duel(*seats, kind="rivals", **more):
    return Result("marsh", "ford", (), tuple(SeatResult(*each) for each in seats), 5, kind=kind, **more)


def test_a_game_of_rivals_is_won_by_those_who_won_it():
    won_it = duel(("amber", True, 12, "me"), ("jade", False, 9, "bot:hard"))
    lost_it = duel(("amber", True, 20, "bot:hard"), ("jade", False, 3, "me"))
    other = duel(("amber", False, 3, "me"), ("jade", True, 9, "bot:easy"))
    assert rivalries_of([won_it, lost_it, won_it, other]) == [
        Rivalry("marsh", "ford", (), "me", ("bot:easy",), played=1),
        Rivalry("marsh", "ford", (), "me", ("bot:hard",), played=3, won=2, best=12, by_seat={"amber": 2}),
    ]
    assert records_of([won_it]) == []


def test_everybody_at_a_table_has_a_record_of_their_own():
    game = duel(("amber", True, 12, "mira"), ("jade", False, 9, "tom"), ("violet", False, 1, "bot:easy"))
    assert [(each.who, each.against, each.won) for each in rivalries_of([game])] == [
        ("mira", ("bot:easy", "tom"), 1),
        ("tom", ("bot:easy", "mira"), 0),
    ]


def test_one_who_plays_all_seats_wins_against_nobody():
    games = [duel(("amber", seat == "amber"), ("jade", seat == "jade")) for seat in ("amber", "jade", "amber")]
    [line] = rivalries_of(games)
    assert (line.against, line.played, line.won, line.by_seat) == ((), 3, 0, {"amber": 2, "jade": 1})


def test_partners_of_a_team_are_no_opponents():
    game = duel(("a", True, None, "mira"), ("b", True, None, "bot:hard"), ("c", False, None, "tom"), kind="teams")
    assert [(each.who, each.against) for each in rivalries_of([game])] == [
        ("mira", ("tom",)),
        ("tom", ("bot:hard", "mira")),
    ]


def test_a_win_for_practice_has_no_best_score():
    game = duel(("amber", True, 12, "me"), ("jade", False, 9, "bot:hard"), practice=True)
    [line] = rivalries_of([game])
    assert (line.won, line.practice, line.best) == (1, 1, None)


def test_rivals_are_written_and_read_again(log):
    game = duel(("amber", True, 12, "me"), ("jade", False, 9, "bot:hard"))
    log.record("a", game)
    assert Log(log.path).results() == [game]
    assert log.records() == []
    assert log.rivalries()[0].won == 1
