"""How a house is set up: its file, its options, its limits, its log, its key."""

from __future__ import annotations

import json
import logging
import tempfile

import pytest

from tui.cli import serve as commands
from tui.house.limits import ENTER_AGAIN, ENTERING, LONGEST_WAIT, NAME_AGAIN, Limits, neighbourhood, plain_address
from tui.ssh import config, door_log, server
from tui.ssh.client import believed, client


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def file(tmp_path, text: str):
    path = tmp_path / "house.toml"
    path.write_text(text)
    return path


# The file


def test_options_go_before_the_file_and_the_file_before_what_is_usual(home, tmp_path):
    path = file(tmp_path, 'port = 2200\nmotd = "Tea"\nmax-sessions = 7\ndata = "here"\nguests = true')
    found = config.load(path, port=2300, motd=None)
    assert (found.port, found.motd, found.max_sessions, found.guests) == (2300, "Tea", 7, True)
    assert found.data == tmp_path / "here"
    assert config.load(None).data == home / "house"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ports = 1", 'there is no setting named "ports". Did you mean "port"?'),
        ("max-session = 1", 'Did you mean "max-sessions"?'),
        ("port = 70000", "port: Expected `int` <= 65535"),
        ('port = "many"', "port: "),
        ("max_sessions = 0", "max-sessions: Expected `int` >= 1"),
        ("port = ", "is not TOML"),
        ("idle = -1", "idle: "),
        ('local = "../x"', 'there is no setting named "local"'),
    ],
)
def test_a_mistake_in_the_file_is_told_with_its_place(home, tmp_path, text, words):
    path = file(tmp_path, text)
    with pytest.raises(config.ConfigError) as told:
        config.load(path)
    assert str(told.value).startswith(str(path))
    assert words in str(told.value)
    assert "\n" not in str(told.value)


def test_a_file_that_is_not_there_is_told(home, tmp_path):
    with pytest.raises(config.ConfigError, match="cannot be read"):
        config.load(tmp_path / "none.toml")


# The command


def test_the_command_hands_its_options_to_the_house(home, tmp_path, monkeypatch):
    ran = []
    monkeypatch.setattr(commands, "open_house", lambda found: "the house")
    monkeypatch.setenv("TMPDIR", tempfile.gettempdir())
    monkeypatch.setattr(tempfile, "tempdir", tempfile.tempdir)
    monkeypatch.setattr(server, "run", lambda found, house, again: ran.append((found, house)))
    from tui.cli import command as cli

    path = file(tmp_path, "port = 1\nidle = 5")
    given = ["--config", str(path), "--port", "2", "--guests", "--max-sessions", "9", "--data", str(tmp_path)]
    assert cli.run(["serve", *given]) == 0
    [(found, house)] = ran
    assert house(found) == "the house"
    assert (found.port, found.idle, found.guests, found.max_sessions, found.data) == (2, 5, True, 9, tmp_path)
    assert tempfile.gettempdir() == str(tmp_path), "a service may write nowhere else"


def test_the_host_sees_and_changes_who_may_come_in(home, capsys):
    from tui.cli import command as cli

    def run(*words):
        code = cli.run(["users", *words])
        told = capsys.readouterr()
        return code, told.out + told.err

    assert run("list") == (0, "Nobody has come in yet.\n")
    assert run("ban", "Anna")[0] == 0
    assert "banned" in run("list")[1]
    assert run("unban", "anna")[0] == 0
    assert run("add-key", "anna", f"SHA256:{'a' * 43}")[0] == 0
    assert json.loads(run("rename", "anna", "hanna", "--json")[1])["former"] == ["anna"]
    assert "was anna" in run("list")[1]
    assert run("reset", "hannah") == (1, 'parley: Nobody here is called "hannah". Did you mean "hanna"?\n')
    assert run("add-key", "hanna", "rubbish")[0] == 1
    assert run("add-key", "hanna", "/no/such.pub") == (1, "parley: There is no file /no/such.pub.\n")
    assert "rename" in run()[1]


def test_asyncssh_is_loaded_by_serve_alone(home):
    import subprocess
    import sys

    script = (
        "import sys; from tui.cli import command; command.run(['users', 'list']); sys.exit('asyncssh' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True).returncode == 0


# Limits


def test_patience_comes_back_with_time():
    limits = Limits(patience=3, most=10)
    assert [limits.spend("1.2.3.4", 1, 0.0) for _ in range(5)] == [0, 0, 0, 1, 2]
    assert limits.spend("9.9.9.9", 1, 0.0) == 0, "others are not slowed down"
    assert limits.spend("1.2.3.4", 1, 3.0) == 0
    for _ in range(100):
        longest = limits.spend("1.2.3.4", 10, 3.0)
    assert longest == LONGEST_WAIT
    assert limits.spend("1.2.3.4", 1, 3.0 + LONGEST_WAIT + 5) == 0


def test_addresses_with_which_all_is_well_are_forgotten():
    limits = Limits(patience=3, most=10)
    for number in range(30_000):
        limits.spend(f"10.{number >> 16}.{(number >> 8) & 255}.{number & 255}", 1, float(number))
    assert len(limits._patience) <= 10_001


def test_a_storm_is_over_when_it_is_quiet():
    limits = Limits(patience=5, most=5)
    assert [limits.is_storm("10.0.0.1", 100.0) for _ in range(12)] == [False] * 10 + [True] * 2
    assert not limits.is_storm("10.0.0.2", 100.0)
    assert limits.is_storm("10.0.0.1", 100.5)
    assert not limits.is_storm("10.0.0.1", 103.0)


def test_new_names_come_back_slowly():
    limits = Limits(patience=3, most=10, names=2)
    assert [limits.may_be_new("1.2.3.4", 0.0) for _ in range(3)] == [True, True, False]
    assert limits.may_be_new("9.9.9.9", 0.0)
    assert not limits.may_be_new("1.2.3.4", NAME_AGAIN - 1)
    assert limits.may_be_new("1.2.3.4", NAME_AGAIN + 1)


def test_apps_that_one_address_opens_again_and_again_have_to_wait():
    limits = Limits(patience=3, most=10)
    assert not any(limits.enter("203.0.113.7", 0) for _ in range(ENTERING))
    assert limits.enter("203.0.113.7", 0) == pytest.approx(ENTER_AGAIN)
    assert limits.enter("203.0.113.8", 0) == 0
    assert limits.enter("203.0.113.7", 10 * ENTER_AGAIN) == 0


def test_connections_are_counted_by_address():
    limits = Limits(patience=3, most=1)
    for address in ("1.2.3.4", "1.2.3.4", "5.6.7.8"):
        limits.came(address)
    assert limits.is_crowd("1.2.3.4")
    assert not limits.is_crowd("5.6.7.8")
    limits.went("1.2.3.4")
    assert not limits.is_crowd("1.2.3.4")
    assert limits.open == 2


def test_all_addresses_of_one_customer_are_one():
    assert neighbourhood("2001:db8:1:2::3") == neighbourhood("2001:db8:1:2:ffff::1")
    assert neighbourhood("2001:db8:1:2::3") != neighbourhood("2001:db8:1:3::3")
    assert neighbourhood("nonsense") == "nonsense"


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        (("1.2.3.4", 5), "1.2.3.4"),
        (("::ffff:1.2.3.4", 5, 0, 0), "1.2.3.4"),
        (("fe80::1%eth0", 5, 0, 3), "fe80::1"),
        (None, "unknown"),
    ],
)
def test_an_address_is_written_as_usual(peer, address):
    assert plain_address(peer) == address


# Terminals


@pytest.mark.parametrize(
    ("term", "environ", "depth"),
    [
        ("xterm-256color", {}, "256"),
        ("xterm-256color", {"COLORTERM": "truecolor"}, "truecolor"),
        ("xterm-256color", {"COLORTERM": "24bit", "NO_COLOR": "1"}, "mono"),
        ("xterm-256color", {"NO_COLOR": ""}, "256"),
        ("xterm-kitty", {}, "truecolor"),
        ("alacritty", {}, "truecolor"),
        ("xterm-direct", {}, "truecolor"),
        ("tmux-256color", {}, "256"),
        ("linux", {}, "16"),
        ("xterm", {}, "16"),
        ("vt100", {}, "mono"),
        ("xterm-mono", {}, "mono"),
    ],
)
def test_how_many_colours_a_terminal_has(term, environ, depth):
    assert client(term, (80, 24), environ).depth == depth


@pytest.mark.parametrize(
    ("environ", "is_ascii"),
    [({}, False), ({"LANG": "de_DE.UTF-8"}, False), ({"LANG": "C"}, True), ({"LC_ALL": "C.utf8", "LANG": "C"}, False)],
)
def test_which_letters_a_terminal_has(environ, is_ascii):
    assert client("xterm", (80, 24), environ).is_ascii == is_ascii


def test_sizes_are_believed_up_to_a_limit():
    assert believed(20000, 5000) == (300, 100)
    assert believed(0, 0) == (80, 24)
    assert believed(120, 40) == (120, 40)


@pytest.mark.parametrize(("seconds", "words"), [(24, "24 seconds"), (60, "a minute"), (3600, "60 minutes")])
def test_how_long_somebody_was_away(seconds, words):
    assert server._in_words(seconds) == words


# Files of the house


def test_the_host_key_is_made_once_and_for_the_host_alone(tmp_path):
    first = server.host_key(tmp_path / "house")
    path = tmp_path / "house" / "host_key"
    path.chmod(0o644)
    assert server.host_key(tmp_path / "house").get_fingerprint() == first.get_fingerprint()
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    path.write_text("rubbish")
    with pytest.raises(server.ServeError, match="is not a private key"):
        server.host_key(tmp_path / "house")
    assert path.read_text() == "rubbish"


def test_a_data_folder_that_cannot_be_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(server.ServeError):
        server.host_key(tmp_path / "file" / "house")
    with pytest.raises(server.ServeError), server.alone(tmp_path / "file" / "house"):
        pass


def test_the_log_does_not_grow_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr(door_log, "LARGEST", 2_000)
    log = door_log.DoorLog(tmp_path)
    for number in range(200):
        log.note("knocked", number=number, name="x" * 5_000)
    log.close()
    files = sorted(tmp_path.glob("door.log*"))
    assert len(files) == 1 + door_log.KEPT
    assert all(path.stat().st_size < 2_500 for path in files)
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
    assert json.loads(files[0].read_text().splitlines()[-1])["number"] == 199


def test_a_report_of_the_house_is_whole_in_the_log(tmp_path):
    """A line of the log is cut; what is needed to find a mistake must not be."""
    log = door_log.DoorLog(tmp_path)
    lines = [f"  line {number} of the report" for number in range(40)]
    noting = server.Noting(log)
    noting.handle(logging.makeLogRecord({"msg": "it failed:\n%s", "args": ("\n".join(lines),), "levelno": 40}))
    noting.handle(logging.makeLogRecord({"msg": "the disk is full", "levelno": 30}))
    log.close()
    first, second = map(json.loads, log.path.read_text().splitlines())
    assert (first["words"], first["told"]) == ("it failed:", lines)
    assert second["words"] == "the disk is full"
