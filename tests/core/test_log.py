"""The scenario log: what it counts, and that nothing of it is ever lost."""

import json
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from engine.core.errors import SaveError
from engine.store.log import Log, Record, Result, records_of

WON = Result("how", "one", (), True, 9)
LOST = Result("how", "one", (), False, 4)


@pytest.fixture
def log(tmp_path):
    return Log(tmp_path / "home" / "log.json")


def test_a_log_that_was_never_written_is_empty(log):
    assert log.records() == []
    assert not log.path.exists()


def test_wins_losses_and_the_fewest_rounds_of_a_win(log):
    """HOW-LOG-01"""
    for name, result in {"a": WON, "b": LOST, "c": Result("how", "one", (), True, 7)}.items():
        assert log.record(name, result)
    assert log.records() == [Record("how", "one", (), wins=2, losses=1, fewest_rounds=7)]


def test_each_set_of_challenges_has_its_own_record(log):
    """HOW-LOG-03: none, the one, the other, both, in whatever order they were named."""
    for place, challenges in enumerate([(), ("x",), ("y",), ("x", "y"), ("y", "x")]):
        log.record(str(place), Result("how", "one", challenges, True, 5))
    assert [(each.challenges, each.wins) for each in log.records()] == [
        ((), 1),
        (("x",), 1),
        (("x", "y"), 2),
        (("y",), 1),
    ]


def test_honours_are_kept_for_each_set_of_challenges(log):
    """HOW-LOG-04, HOW-CHA-04"""
    log.record("a", Result("how", "one", (), True, 5, ("no casualties",)))
    log.record("b", Result("how", "one", (), True, 3))
    log.record("c", Result("how", "one", ("x",), True, 3))
    assert [each.honours for each in log.records()] == [("no casualties",), ()]


def test_a_lost_game_earns_no_honour(log):
    """HOW-CHA-04: the honour is for winning."""
    log.record("a", Result("how", "one", (), False, 5, ("no casualties",)))
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
    text = b'{"version": 2, "games": {}}'
    log.path.write_bytes(text)
    for use in (log.records, lambda: log.record("a", WON)):
        with pytest.raises(SaveError, match=r"newer Parley \(version 2\)"):
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


def test_the_log_lies_in_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "home").write_text("a file")
    with pytest.raises(SaveError, match="cannot be written"):
        Log(tmp_path / "home" / "log.json").record("a", WON)
