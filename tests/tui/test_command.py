"""The commands: what they print for people and for programs, and how they fail."""

import errno
import json
import os
import signal
import subprocess
import sys
from types import SimpleNamespace

import pytest

from engine.version import VERSION
from tui import console
from tui.cli import command as cli
from tui.measure import cost, hostile, load
from tui.measure import engine as bench
from tui.measure import screens as screens

COMMANDS = [
    "games",
    "play",
    "resume",
    "saves",
    "replay",
    "verify",
    "hint",
    "sim",
    "bench",
    "log",
    "rules",
    "data",
    "serve",
    "users",
]
SIM = ["sim", "horrors-of-war", "--scenario", "order-in-chaos", "--bot", "random", "--seed", "7"]


def test_the_version(process):
    assert process("--version").out == f"parley {VERSION}\n"


def test_the_command_alone_tells_how_to_play(process):
    ran = process()
    assert ran.code == 0
    assert "parley play horrors-of-war --plain" in ran.out
    assert "Peacemakers: Horrors of War" in ran.out


def test_help_names_every_command(parley):
    ran = parley("--help")
    assert ran.code == 0
    assert [name for name in COMMANDS if f"\n  {name} " not in ran.out] == []


@pytest.mark.parametrize(
    "command", [*([name] for name in COMMANDS), ["data", "check"], ["data", "schema"]], ids="-".join
)
def test_help_of_every_command_has_an_example(parley, command):
    ran = parley(*command, "--help")
    assert ran.code == 0
    assert f"Example: parley {' '.join(command)}" in ran.out


def test_starting_loads_no_game(process):
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, tui.cli.command; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert [
        name for name in loaded if name.startswith(("engine.games", "engine.core", "rich", "multiprocessing"))
    ] == []


# Lists


def test_games_as_json(process):
    games = json.loads(process("games", "--json").out)
    assert [game["id"] for game in games] == ["dawn-of-peacemakers", "horrors-of-war"]
    game = games[-1]
    assert list(game) == ["id", "title", "kind", "seats", "scenarios", "options", "campaigns"]
    assert (game["id"], game["seats"]) == ("horrors-of-war", [1, 4])
    scenario = game["scenarios"][0]
    assert list(scenario) == ["id", "number", "title", "kind", "seats", "stars", "challenges"]
    assert (scenario["id"], scenario["number"], scenario["title"]) == ("order-in-chaos", 1, "Order in Chaos")
    assert [list(challenge) for challenge in scenario["challenges"]] == [["id", "title", "text", "stars"]] * 2
    assert [option["id"] for option in game["options"]] == ["private-hands", "mini-expansion"]


def test_games_for_people(parley):
    out = parley("games").out
    for word in ("horrors-of-war", "1 to 4 players", "nabo", "mini-expansion", "order-in-chaos", "challenge: "):
        assert word in out


def test_saves_as_json(parley, put, lines, finished_lines):
    assert parley("saves", "--json").out == "[]\n"
    put(lines, "one")
    put(finished_lines, "two")
    put(b"junk", "three")
    listed = {entry["name"]: entry for entry in json.loads(parley("saves", "--json").out)}
    assert (listed["one"]["moves"], listed["one"]["finished"], listed["one"]["problem"]) == (60, False, "")
    assert listed["one"]["seats"] == ["nabo", "yainar"]
    assert listed["two"]["finished"]
    assert listed["two"]["outcome"]
    assert "not a Parley save" in listed["three"]["problem"]


def test_no_saves_yet(parley):
    assert "no saves yet" in parley("saves").out
    assert "no unfinished game" in parley("resume").sentence


def test_resume_takes_no_finished_game(parley, put, finished_lines):
    put(finished_lines)
    assert "no unfinished game" in parley("resume").sentence


# Replay


def test_replay_tells_every_move_by_round(parley, put, finished_lines):
    put(finished_lines)
    out = parley("replay", "game").out
    assert "Move 0: the table is laid out.\n" in out
    assert f"Move {len(finished_lines) - 2}, " in out
    assert out.index("\nRound 1\n") < out.index("\nRound 2\n")
    assert "You lost" in out[-200:] or "You won" in out[-200:]


def test_replay_from_and_to(parley, put, lines):
    put(lines)
    out = parley("replay", "game", "--from", "5", "--to", "7").out
    assert [line.split(",")[0] for line in out.splitlines() if line.startswith("Move")] == [
        "Move 5",
        "Move 6",
        "Move 7",
    ]
    assert "\nRound " in out


def test_replay_tells_what_was_taken_back(parley):
    parley("play", "horrors-of-war", "--seed", "3", typed="1\nundo\npass\n")
    out = parley("replay", "order-in-chaos-1").out
    assert "Tambatro took move 1 back." in out
    assert "Move 1, Tambatro: Pass" in out


@pytest.fixture
def private_game(parley):
    """A game with private hands in which everybody has passed once."""
    options = ["--option", "private-hands", "--seats", "nabo,yainar", "--seed", "3", "--name", "private"]
    parley("play", "horrors-of-war", *options, typed="nabo play\n1\n1\nend\n")
    return "private"


def hands_told(out):
    start = out.index("The starting hands were dealt.")
    return " ".join(out[start : out.index("\nRound 1")].split())


def test_replay_hides_what_a_spectator_could_not_see(parley, private_game):
    spectator, nabo = (hands_told(parley("replay", private_game, *more).out) for more in ([], ["--seat", "nabo"]))
    card = nabo.partition("Nabo got ")[2].partition(",")[0]
    assert card
    assert card not in spectator


def test_nobody_sees_everything_before_the_game_is_over(parley, private_game, put, finished_lines, lines):
    ran = parley("replay", private_game, "--open")
    assert ran.sentence == "The game is not over: what is hidden stays hidden until then."
    assert not ran.out
    put(lines)
    assert parley("replay", "game", "--open").code == 1
    put(finished_lines, "done")
    assert parley("replay", "done", "--open").code == 0


def test_replay_for_a_seat_that_was_not_there(parley, put, lines):
    put(lines)
    assert 'no seat "nabu"' in parley("replay", "game", "--seat", "nabu").sentence


# Hint


def test_hint_names_a_move_and_the_reason(parley, put, lines):
    put(lines)
    found = json.loads(parley("hint", "game", "--budget", 100, "--json").out)
    assert list(found) == ["seat", "move", "why", "then", "steps", "moves"]
    assert found["why"].endswith(".")
    ran = parley("hint", "game", "--budget", 100)
    assert ran.code == 0
    told = " ".join(each for each in (found["move"], found["then"], found["why"]) if each)
    assert " ".join(ran.out.split()) == f"{found['seat'].capitalize()}: {told}"


def test_hint_changes_no_save(parley, put, lines):
    path = put(lines)
    before = path.read_bytes()
    parley("hint", "game", "--budget", 50)
    assert path.read_bytes() == before


def test_hint_does_not_tell_a_private_hand(parley, private_game):
    """What it says to one seat is the same whatever another holds, so it names none of the other's cards."""
    asked = json.loads(parley("hint", private_game, "--budget", 300, "--json").out)["seat"]
    other = "yainar" if asked == "nabo" else "nabo"
    told = hands_told(parley("replay", private_game, "--seat", other).out)
    cards = told.partition(f"{other.capitalize()} got ")[2].partition(";")[0].partition(".")[0]
    hint = parley("hint", private_game, "--seat", asked, "--budget", 300).out
    assert cards
    assert not [card for card in cards.replace(" and ", ", ").split(", ") if card in hint]


@pytest.mark.parametrize(("seat", "told"), [("nabu", 'no seat "nabu"'), ("tambatro", 'no seat "tambatro"')])
def test_hint_for_a_seat_that_is_not_there(parley, put, lines, seat, told):
    put(lines)
    ran = parley("hint", "game", "--seat", seat)
    assert ran.code == 1
    assert told in ran.sentence


def test_hint_for_a_finished_game(parley, put, finished_lines):
    put(finished_lines)
    ran = parley("hint", "game")
    assert ran.code == 1
    assert "The game is over" in ran.sentence


def test_hint_for_a_broken_save(parley, put):
    put(b"nonsense\n")
    ran = parley("hint", "game")
    assert ran.code == 1
    assert ran.sentence


# Verify


def test_verify_accepts_a_good_save(parley, put, finished_lines):
    path = put(finished_lines)
    ran = parley("verify", "game", path)
    assert ran.code == 0
    assert ran.out.count("all as today's rules give them") == 2


# The log


def test_a_finished_game_is_logged_once(parley, put, finished_lines):
    """HOW-LOG-01"""
    put(finished_lines)
    for _ in range(2):
        ran = parley("resume", "game")
        assert ran.code == 0
        assert "Rounds: " in ran.out
    lines = json.loads(parley("log", "--json").out)
    mine = [line for line in lines if line["scenario"] == "order-in-chaos"]
    assert sum(line["wins"] + line["losses"] for line in mine) == 1


def test_the_log_tells_tables_apart_by_more_than_name_and_seed(parley, home):
    """A game that is deleted and begun again under the same name and seed is another table."""
    ids = set()
    for _ in range(2):
        parley("play", "horrors-of-war", "--plain", "--name", "again", "--seed", "5", typed="quit\n")
        (save,) = home.glob("saves/again*.jsonl")
        ids.add(json.loads(save.read_bytes().splitlines()[0])["setup"]["table"])
        save.unlink()
    assert len(ids) == 2


def test_the_log_has_four_lines_for_a_scenario_with_two_challenges(parley):
    """HOW-LOG-03"""
    lines = json.loads(parley("log", "--json").out)
    sets = [tuple(line["challenges"]) for line in lines if line["scenario"] == "order-in-chaos"]
    assert sets == [(), ("timid-invasion",), ("bad-memories",), ("timid-invasion", "bad-memories")]
    assert "timid-invasion + bad-memories" in parley("log").out


def test_a_damaged_log_is_said_to_be_damaged(parley, home):
    home.mkdir()
    (home / "log.json").write_bytes(b"{")
    assert "is damaged" in parley("log").sentence
    assert (home / "log.json").read_bytes() == b"{"


# Simulations


def test_sim_as_json_is_the_same_for_any_number_of_processes(process):
    ran = [process(*SIM, "--games", 12, "--json", "--jobs", jobs) for jobs in (1, 2)]
    one, two = (json.loads(each.out) for each in ran)
    keys = ["games", "finished", "wins", "losses", "rounds_median", "moves", "facts", "moves_per_second"]
    assert list(one) == keys
    assert one.pop("moves_per_second") > 0
    assert two.pop("moves_per_second") > 0
    assert one == two
    assert one["games"] == one["finished"] == one["wins"] + one["losses"] == 12
    assert [each.err for each in ran] == ["", ""]


def test_sim_keeps_journals_that_verify(parley, tmp_path):
    kept = tmp_path / "games"
    assert parley(*SIM, "--games", 3, "--save", kept, "--challenge", "bad-memories").code == 0
    saves = sorted(kept.iterdir())
    assert len(saves) == 3
    assert parley("verify", *saves).code == 0
    assert "already a save" in parley(*SIM, "--games", 1, "--save", kept).sentence


def test_sim_counts_a_game_that_is_too_long_as_not_finished(parley):
    ran = parley(*SIM, "--games", 2, "--max-moves", 10)
    assert ran.out.splitlines()[1].split() == ["finished", "0"]
    assert "Not finished: the games with the seeds" in ran.out


def test_sim_with_the_greedy_bot(parley):
    report = json.loads(parley(*SIM[:-4], "--bot", "greedy", "--games", 1, "--max-moves", 30, "--json").out)
    assert report["games"] == 1


def test_sim_with_the_planner_is_the_same_for_any_number_of_processes(process):
    bot = ["--bot", "planner", "--budget", 40, "--games", 2, "--json"]
    one, two = (json.loads(process(*SIM[:-4], *bot, "--jobs", jobs).out) for jobs in (1, 2))
    assert one.pop("moves_per_second") > 0
    assert two.pop("moves_per_second") > 0
    assert one == two
    assert one["finished"] == 2


# Measurements, content and the rulebook


def test_bench_as_json(parley, monkeypatch):
    ratio = SimpleNamespace(name="load", ratio=3.0, goal=1.0, holds=True)
    monkeypatch.setattr(bench, "run", lambda: iter([ratio]))
    monkeypatch.setattr(screens, "run", lambda: iter([]))
    monkeypatch.setattr(load, "run", lambda plan: iter([]))
    monkeypatch.setattr(cost, "run", lambda: iter([]))
    monkeypatch.setattr(hostile, "run", lambda: iter([]))
    assert json.loads(parley("bench", "--json").out) == [{"name": "load", "ratio": 3.0, "goal": 1.0, "holds": True}]
    assert parley("bench").out.split()[-4:] == ["load", "3.00", "1", "yes"]


def test_data_check_of_the_games_own_content(parley):
    ran = parley("data", "check")
    assert ran.code == 0
    assert "horrors-of-war: no mistakes" in ran.out


def test_data_check_names_file_place_and_the_nearest_name(parley, tmp_path):
    folder = tmp_path / "horrors_of_war"
    (folder / "units").mkdir(parents=True)
    (folder / "units" / "mine.json").write_text('[{"id": "x", "tittle": "X"}]')
    for path in (folder, tmp_path):
        ran = parley("data", "check", path)
        assert ran.code == 1
        assert "mine.json" in ran.sentence
        assert "$[0]" in ran.sentence
        assert 'Did you mean "title"?' in ran.sentence


def test_data_check_of_no_content(parley, tmp_path):
    assert "no content folder" in parley("data", "check", tmp_path).sentence
    assert "is not a folder" in parley("data", "check", tmp_path / "none").sentence


def test_data_schema(parley, tmp_path):
    printed = json.loads(parley("data", "schema").out)
    ran = parley("data", "schema", "--out", tmp_path)
    for game, schemas in printed.items():
        assert "scenarios" in schemas
        folder = tmp_path / game.replace("-", "_")
        assert [json.loads((folder / f"{name}.schema.json").read_text()) for name in schemas] == list(schemas.values())
    assert list(printed) == ["dawn-of-peacemakers", "horrors-of-war"]
    assert len(ran.out.splitlines()) == sum(map(len, printed.values()))


def test_the_rulebook(parley):
    whole = parley("rules", "horrors-of-war").out
    assert "green zone" in whole
    assert "[HOW-" not in whole
    assert "[HOW-" in parley("rules", "horrors-of-war", "--ids").out
    assert "codes in square brackets" in parley("rules", "horrors-of-war", "--ids").out
    assert "codes in square brackets" not in parley("rules", "horrors-of-war").out, "nor are they announced"
    found = parley("rules", "horrors-of-war", "--search", "Green Zone").out
    assert found.startswith("#")
    assert 0 < len(found) < len(whole) / 4
    assert "does not say" in parley("rules", "horrors-of-war", "--search", "xyzzy").sentence


# Errors


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "horrors-of-wax"], 'Did you mean "horrors-of-war"?'),
        (["play", "horrors-of-war", "--scenario", "order"], 'no scenario "order"'),
        (["play", "horrors-of-war", "--seats", "nabo,nobody"], 'no adventurer "nobody"'),
        (["play", "horrors-of-war", "--seats", "5"], "1 to 4 players"),
        (["play", "horrors-of-war", "--seats", "nabo,nabo"], "named twice"),
        (["play", "horrors-of-war", "--seats", ","], "1 to 4 players"),
        (["play", "horrors-of-war", "--challenge", "hard"], 'no challenge of this scenario "hard"'),
        (["play", "horrors-of-war", "--option", "mini"], 'no option "mini"'),
        (["play", "horrors-of-war", "--name", "../up"], "letters, digits"),
        (["sim", "horrors-of-war", "--bot", "clever"], 'no bot "clever"'),
        (["rules", "chess"], 'no game "chess"'),
    ],
)
def test_what_cannot_be_played_is_refused(parley, home, arguments, words):
    ran = parley(*arguments)
    assert ran.code == 1
    assert words in ran.sentence
    assert not (home / "saves").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["plya"], "play"),
        (["play"], "Missing argument"),
        (["play", "horrors-of-war", "--seed", "many"], "--seed"),
        (["play", "horrors-of-war", "--seed", "-1"], "--seed"),
        (["replay", "x", "--from", "-1"], "--from"),
        (["sim", "horrors-of-war", "--games", "0"], "--games"),
        (["games", "--xml"], "--xml"),
        (["verify"], "Missing argument"),
    ],
)
def test_wrong_usage_is_one_sentence_and_code_2(parley, arguments, words):
    ran = parley(*arguments)
    assert ran.code == 2
    assert words in ran.sentence


def test_a_name_that_is_taken(parley):
    for _ in range(2):
        ran = parley("play", "horrors-of-war", "--name", "mine")
    assert ran.sentence == "There is already a save named mine.jsonl."


def test_a_home_that_cannot_be_used(parley, home):
    home.write_text("not a folder")
    ran = parley("play", "horrors-of-war")
    assert ran.code == 1
    assert "Not a directory" in ran.sentence or "File exists" in ran.sentence


def test_a_full_disk(process):
    """Everything that can be written is on /dev/full."""
    with open("/dev/full", "w") as full:  # noqa: PTH123
        command = [sys.executable, "-m", "tui", "games"]
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert ran.returncode == 1
    assert ran.stderr == "parley: No space left on device.\n"


def disk_with_room_for(monkeypatch, writes):
    """A disk that is full after so many lines of a save."""
    real, left = os.pwrite, [writes]

    def pwrite(*arguments):
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(*arguments)

    monkeypatch.setattr(os, "pwrite", pwrite)


def test_a_table_that_finds_no_room_leaves_no_save(parley, home, monkeypatch):
    disk_with_room_for(monkeypatch, 1)
    assert "cannot be written: No space left on device." in parley("play", "horrors-of-war").sentence
    assert list((home / "saves").iterdir()) == []


def test_a_disk_that_fills_up_costs_no_move_that_was_shown(parley, monkeypatch):
    with monkeypatch.context() as full:
        disk_with_room_for(full, 4)
        ran = parley("play", "horrors-of-war", "--seed", 3, "--name", "game", typed="pass\n" * 5)
    assert ran.code == 1
    assert "game.jsonl cannot be written: No space left on device." in ran.sentence
    assert "Round 3 began." in ran.out
    assert parley("verify", "game").out.startswith("game: 2 moves")


def test_a_reader_that_leaves_early_is_no_error(put, finished_lines):
    path = put(finished_lines)
    command = [sys.executable, "-m", "tui", "replay", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as replay:
        replay.stdout.readline()
        replay.stdout.close()
        assert replay.stderr.read() == b""


def test_ctrl_c_at_a_table_says_that_it_is_saved(home):
    command = [sys.executable, "-m", "tui", "play", "horrors-of-war"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    # A shell lets its background jobs ignore SIGINT, and so would this test's child.
    with subprocess.Popen(command, **pipes, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as table:
        while "Type help" not in table.stdout.readline():
            pass
        table.send_signal(signal.SIGINT)
        assert table.wait() == 130  # its input stays open until then
        err = table.stderr.read()
    assert err == (
        "parley: Stopped. The table is saved as order-in-chaos-1. Go on with: parley resume order-in-chaos-1\n"
    )


def test_a_mistake_of_ours_is_one_sentence_too(monkeypatch, capsys):
    monkeypatch.delenv("PARLEY_TRACEBACK", raising=False)
    cli._report_bug(KeyError, KeyError("macaw\n-9"), None)
    assert capsys.readouterr().err.startswith("parley: This is a mistake in Parley, not yours (KeyError: ")


def test_text_is_spelled_in_ascii_where_nothing_else_can_be_shown(monkeypatch):
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(encoding="utf-8"))
    monkeypatch.setenv("LANG", "C")
    assert console.printable("caf\u00e9 \u2013 \u201cx\u201d\u2026 \u2603") == 'cafe - "x"... ?'
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert console.printable("caf\u00e9") == "caf\u00e9"
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(encoding="latin-1"))
    assert console.printable("caf\u00e9") == "cafe"


def test_closed_streams_do_no_harm(process, home):
    """The save must not take the number of a closed stream, where others would write into it."""
    command = f"exec {sys.executable} -m tui play horrors-of-war --name closed <&- >&- 2>&-"
    assert subprocess.run(["sh", "-c", command]).returncode == 0
    assert process("verify", "closed").code == 0
