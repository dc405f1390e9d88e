"""The door with the real OpenSSH client: coming in, playing, leaving, and every way of being refused."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest

from tests.ssh.conftest import ROOT, Process, needs_openssh
from tests.ssh.test_whole_game import wait_for
from tui.measure.terminal import Terminal

pytestmark = needs_openssh

RESTORED = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1003l", b"\x1b[?2004l", b"\x1b[<u")


def is_restored(seen: bytes) -> bool:
    return all(code in seen for code in RESTORED)


def test_somebody_comes_in_presses_keys_and_leaves(real):
    with real.terminal("anna") as anna:
        anna.read_until(b"Welcome anna friend at lobby")
        anna.press("a")
        anna.read_until(b"key 1 a")
        anna.press("\x1b")
        anna.read_until(b"escape")
        anna.press("q")
        assert anna.wait() == 0
        assert is_restored(anna.seen)
        assert anna.seen.index(b"Goodbye then.") > anna.seen.index(b"\x1b[?1049l")


def test_the_window_can_be_resized_and_the_mouse_works(real):
    with real.terminal("anna") as anna:
        anna.read_until(b"size 80x24")
        anna.resize((100, 30))
        anna.read_until(b"100x30")
        anna.press("\x1b[<0;11;7M\x1b[<0;11;7m")
        anna.read_until(b"clicked 10,6")


def test_letters_outside_ascii_arrive_whole(real):
    with real.terminal("anna") as anna:
        anna.read_until(b"Welcome")
        anna.press("é")
        anna.read_until("key 1 é".encode())


@pytest.mark.parametrize(
    ("term", "code"), [("xterm-256color", b"38;5;"), ("xterm-kitty", b"38;2;215;95;0"), ("xterm", b"\x1b[3")]
)
def test_everybody_gets_the_colours_that_their_terminal_has(real, term, code):
    with real.terminal("anna", TERM=term) as anna:
        seen = anna.read_until(b"Welcome")
        assert code in seen
        assert (b"38;2;" in seen) == (term == "xterm-kitty")


def test_colorterm_is_believed_when_it_is_sent(real):
    with real.terminal("anna", options=["-o", "SendEnv=COLORTERM"], COLORTERM="truecolor") as anna:
        assert b"38;2;215;95;0" in anna.read_until(b"Welcome")


def test_a_dumb_terminal_gets_a_sentence(real):
    with real.terminal("anna", TERM="dumb") as anna:
        assert anna.wait() == 1
        assert b"cannot show screens" in anna.seen


def test_words_without_a_terminal(real):
    assert real.say("anna", "tables").stdout == "maple-7  open  Order in Chaos\n"
    assert "join CODE" in real.say("anna", "help").stdout


def test_a_table_is_entered_by_its_code(real):
    with real.terminal("anna", "join", "maple-7", options=["-t"]) as anna:
        anna.read_until(b"at maple-7")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("join", "maple-7"), "needs a terminal; come with: ssh -t"),
        (("join", "oak-9"), "There is no table oak-9."),
        (("join", "../../etc/passwd"), "Say which table by its code"),
        (("join",), "Say which table by its code"),
        (("sh", "-c", "id"), "nothing that can be done here"),
        (("scp", "-t", "/tmp"), "nothing that can be done here"),
        ((), "needs a terminal"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_sentence(real, words, sentence):
    said = real.say("anna", *words)
    assert said.returncode == 1
    assert sentence in said.stderr
    assert said.stdout == ""


def test_no_files_are_copied(real, tmp_path):
    said = real.say("anna", "sftp", options=["-s"])
    assert said.returncode == 1
    assert "nothing to copy" in said.stderr


def test_no_ports_are_forwarded(real):
    said = real.say("anna", options=["-W", "127.0.0.1:22"])
    assert said.returncode != 0
    assert "Nothing is forwarded here." in said.stderr
    back = real.say("anna", "tables", options=["-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:1"])
    assert "forwarding failed" in back.stderr
    for way in ("0:127.0.0.1:1", "/tmp/there:127.0.0.1:1"):
        back = real.say("anna", "tables", options=["-R", way])
        assert "Nothing is forwarded here." in back.stderr
        assert "maple-7" in back.stdout


def test_neither_agent_nor_windows_are_forwarded(real, tmp_path):
    """OpenSSH asks for it only where there is an agent and a display; it says itself that windows were refused."""
    place = tmp_path / "agent"
    with subprocess.Popen(["ssh-agent", "-D", "-a", str(place)], stdout=subprocess.DEVNULL) as agent:
        try:
            wait_for(place.is_socket, 90)
            more = {"DISPLAY": "127.0.0.1:99", "SSH_AUTH_SOCK": str(place)}
            said = real.say("anna", "tables", options=["-v", "-A", "-Y"], more=more)
        finally:
            agent.terminate()
    assert said.returncode == 0
    assert "maple-7" in said.stdout
    assert "Requesting authentication agent forwarding" in said.stderr
    assert "X11 forwarding request failed" in said.stderr
    assert "auth-agent@openssh.com" not in said.stderr, "nobody comes back to ask the agent anything"


async def test_a_request_for_the_agent_is_refused(door):
    """OpenSSH does not ask for an answer, so it cannot tell."""
    async with door.guest() as anna:
        screen = await anna.enter()
        assert not await screen.process.channel._make_request(b"auth-agent-req@openssh.com")
        [session] = door.server.sessions
        assert session._chan.get_agent_path() is None


@pytest.mark.parametrize("name", ["../../etc", "a b", "x" * 21, "7up", "anna;ls", "\x1b[31mred", "nämé", "-x"])
def test_a_name_that_is_none_is_refused_with_a_sentence(real, name):
    said = real.say(name, "tables", key="anna")
    assert said.returncode == 255
    assert (
        "A name has 1 to 20 of the letters" in said.stderr
        or "rohibited" in said.stderr
        or "user" in said.stderr.lower()
    )
    assert "\x1b" not in said.stderr


def test_capitals_in_a_name_are_small_letters(real):
    with real.terminal("ANNA", key="anna") as anna:
        anna.read_until(b"Welcome anna")


def test_the_first_key_owns_the_name(real):
    assert real.say("carla", "tables").returncode == 0
    said = real.say("carla", "tables", key="thief")
    assert said.returncode == 255
    assert "carla belongs to another key." in said.stderr
    assert real.say("carla", "tables").returncode == 0


def test_a_wrong_key_is_told_why_also_where_the_client_may_ask_nothing(real):
    """A client in a script never gets as far as the question in which the others are told."""
    assert real.say("wanda", "tables").returncode == 0
    said = real.say("wanda", "tables", key="thief", options=["-T", "-o", "BatchMode=yes"])
    assert said.returncode == 255
    assert "The key SHA256:" in said.stderr
    assert said.stderr.count("wanda belongs to another key.") == 1
    asked = real.say("wanda", "tables", key="thief")
    assert asked.stderr.count("wanda belongs to another key.") == 1


def test_who_has_several_keys_comes_in_with_the_right_one(real):
    assert real.say("walter", "tables").returncode == 0
    said = real.say("walter", "tables", key="thief", options=["-T", "-i", str(real.key("walter"))])
    assert said.stdout == "maple-7  open  Order in Chaos\n"


def test_without_a_key_one_is_told_how_to_make_one(real):
    said = real.say("dora", "tables", key=None)
    assert said.returncode == 255
    assert "ssh-keygen" in said.stderr


def test_a_client_without_a_key_that_may_ask_nothing_is_told_what_is_needed(real):
    said = real.say("dorothea", "tables", key=None, options=["-T", "-o", "BatchMode=yes"])
    assert said.returncode == 255
    assert "dorothea is a new name here: the first key that comes in under it owns it." in said.stderr
    assert "new name" in real.say("dorothea", "tables").stderr
    assert real.say("dorothea", "tables").stderr == "", "who has come before is not told again"


def test_a_crash_ends_one_app_with_a_sentence_and_the_others_play_on(real):
    with real.terminal("anna") as anna, real.terminal("bobby") as bobby:
        anna.read_until(b"Welcome")
        bobby.read_until(b"Welcome")
        anna.press("X")
        assert anna.wait() == 1
        assert is_restored(anna.seen)
        assert b"This is a mistake in Parley" in anna.seen
        assert b"ace of hearts" not in anna.seen
        bobby.press("b")
        bobby.read_until(b"key 1 b")
    assert "ace of hearts" not in (real.data / "door.log").read_text()


def test_a_house_that_fails_to_make_an_app_says_so(real):
    with real.terminal("broken") as broken:
        assert broken.wait() == 1
        assert b"This is a mistake in Parley" in broken.seen
        assert b"ace of hearts" not in broken.seen


def test_a_client_that_is_killed_ends_its_session(real):
    with real.terminal("erik") as erik:
        erik.read_until(b"Welcome")
        erik.signal(signal.SIGKILL)
        erik.wait()
    until(lambda: '"what":"went","name":"erik"' in (real.data / "door.log").read_text())


def until(is_so, seconds: float = 90) -> None:
    stop = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < stop
        time.sleep(0.05)


def test_every_line_of_the_log_is_json_and_no_key_is_in_it(real):
    real.say("anna", "tables")
    until(lambda: '"disconnected"' in (real.data / "door.log").read_text())
    text = (real.data / "door.log").read_text()
    told = [json.loads(line)["what"] for line in text.splitlines()]
    assert {"opened", "connected", "disconnected"} <= set(told)
    assert "PRIVATE" not in text
    assert "ssh-ed25519" not in text
    assert {(real.data / name).stat().st_mode & 0o777 for name in ("host_key", "door.log", "people.json")} == {0o600}


def test_in_tmux_the_screen_looks_right_and_comes_back(real, tmp_path):
    """What a terminal makes of our codes: the screen while playing, and the one from before afterwards."""
    if shutil.which("tmux") is None:
        pytest.skip("TMUX IS MISSING: install tmux (apt install tmux), or the screen is not looked at for real")
    tmux = ["tmux", "-S", str(tmp_path / "tmux"), "-f", "/dev/null"]

    def run(*words):
        return subprocess.run([*tmux, *words], check=True, capture_output=True, text=True).stdout

    run("new-session", "-d", "-x", "80", "-y", "24", "env", "HOME=/", "PS1=ready ", "sh")
    try:
        run("send-keys", "-l", " ".join(f"'{word}'" for word in real.command("anna")) + "\n")
        until(lambda: "Welcome anna" in run("capture-pane", "-p"))
        until(lambda: run("capture-pane", "-p").splitlines()[:2] == ["Welcome anna friend at lobby", "size 80x24"])
        run("send-keys", "Up")
        until(lambda: "key 1 up" in run("capture-pane", "-p"))
        run("send-keys", "q")
        until(lambda: "Goodbye then." in run("capture-pane", "-p"))
        assert "Welcome" not in run("capture-pane", "-p")
        assert run("display-message", "-p", "#{mouse_any_flag} #{alternate_on} #{cursor_flag}").split() == [
            "0",
            "0",
            "1",
        ]
    finally:
        run("kill-server")


# Houses of their own


def test_a_stop_tells_everybody_restores_their_terminals_and_ends_well(begin):
    house = begin()
    with house.terminal("anna") as anna, house.terminal("bobby") as bobby:
        for each in (anna, bobby):
            each.read_until(b"Welcome")
        assert house.stop(signal.SIGTERM) == 0
        for each in (anna, bobby):
            assert each.wait() == 0
            assert is_restored(each.seen)
            assert b"The house says goodbye" in each.seen
            assert b"The house closes for now. Every table is safe" in each.seen
    assert "Closed; every table is safe." in house.said


def test_the_host_sees_on_their_terminal_who_is_here_and_that_the_house_closes(tmp_path):
    command = [sys.executable, "-m", "tests.ssh.made_up", str(tmp_path / "data")]
    environ = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "TERM": "xterm-256color"}
    with Terminal(command, size=(80, 24), environ=environ) as host:
        host.read_until(b"0 here")
        port = re.findall(r"port (\d+)", host.seen.decode())[0]
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / "key")], check=True)
        options = ["StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "IdentitiesOnly=yes"]
        told = [word for option in options for word in ("-o", option)]
        client = ["ssh", "-F", "none", *told, "-i", str(tmp_path / "key"), "-p", port, "-l", "anna", "127.0.0.1"]
        with Terminal(client, environ=environ) as anna:
            anna.read_until(b"Welcome")
            host.read_until(b"1 here, 1 connected: anna")
            host.press("\x03")
            assert anna.wait() == 0
            assert host.wait() == 0
    assert b"connected" not in host.seen.partition(b"Closing")[2]


def test_the_host_key_and_the_names_last(begin, tmp_path):
    first = begin()
    assert first.say("anna", "tables").returncode == 0
    assert first.stop(signal.SIGINT) == 0
    again = Process(first.folder)
    try:
        assert [line for line in first.said.splitlines() if "SHA256" in line] == [
            line for line in again.said.splitlines() if "SHA256" in line
        ]
        assert "belongs to another key" in again.say("anna", "tables", key="thief").stderr
    finally:
        again.stop()


def test_a_folder_has_one_house(begin):
    house = begin()
    second = subprocess.run(
        [sys.executable, "-m", "tests.ssh.made_up", str(house.data)], cwd=ROOT, capture_output=True, text=True
    )
    assert second.returncode != 0
    assert "is open already" in second.stderr


def test_guests_come_in_without_a_key_under_names_that_nobody_owns(begin):
    house = begin(guests="true")
    assert house.say("anna", "tables").returncode == 0
    with house.terminal("visitor", key=None) as visitor:
        visitor.read_until(b"Welcome visitor guest")
        said = house.say("visitor", "tables", key="other", options=["-T", "-b", "127.0.0.2"])
        assert "A guest is here as visitor" in said.stderr
        assert house.say("visitor", "tables", key=None).returncode == 255, "nor from the same address"
    assert "belongs to another key" in house.say("anna", "tables", key=None).stderr
    assert "visitor" not in (house.data / "people.json").read_text()


def users(house: Process, *words: str) -> str:
    environ = {"PATH": os.environ["PATH"], "PARLEY_HOME": str(house.folder / "home"), "LANG": "C.UTF-8"}
    command = [sys.executable, "-m", "tui", "users", *words, "--data", str(house.data)]
    return subprocess.run(command, env=environ, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def test_the_host_bans_renames_and_adds_keys_while_the_house_is_open(begin):
    house = begin()
    with house.terminal("anna") as anna:
        anna.read_until(b"Welcome")
        users(house, "ban", "anna")
        assert anna.wait() == 0
        assert b"anna may not come in here." in anna.seen
        assert is_restored(anna.seen)
    assert "anna may not come in here." in house.say("anna", "tables").stderr
    users(house, "unban", "anna")
    assert house.say("anna", "tables").returncode == 0
    users(house, "rename", "anna", "hanna")
    assert "anna is called hanna now" in house.say("anna", "tables").stderr
    assert house.say("hanna", "tables", key="anna").returncode == 0
    users(house, "add-key", "hanna", f"{house.key('laptop')}.pub")
    assert house.say("hanna", "tables", key="laptop").returncode == 0
    users(house, "reset", "hanna")
    assert house.say("hanna", "tables", key="third").returncode == 0
    assert "belongs to another key" in house.say("hanna", "tables", key="laptop").stderr
    assert json.loads(users(house, "list", "--json"))[0]["name"] == "hanna"
