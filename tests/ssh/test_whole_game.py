"""Friends with nothing but ssh clients play a game to its end, through lost connections and a house that falls down."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from time import monotonic, sleep

import msgspec
import pytest

from engine import registry
from engine.core.table import Table
from engine.core.verify import verify
from engine.store.files import FileJournal
from tests.ssh.conftest import RealHouse, needs_openssh
from tui.house.people import People
from tui.house.record import RoomRecord
from tui.house.sight import JUST_CHANGED
from tui.measure.terminal import Terminal
from tui.play.sitting import Sitting

CLOSES = "Enter or Esc closes."
SEED = 5
"""With this one the armies tire soon if nobody does much."""


class Tmux:
    """Terminals side by side."""

    def __init__(self, folder):
        self.command = ["tmux", "-S", str(folder / "tmux"), "-f", "/dev/null"]
        self.run("new-session", "-d", "-s", "idle", "-x", "80", "-y", "24", "sleep 600")

    def run(self, *words):
        return subprocess.run([*self.command, *words], check=True, capture_output=True, text=True).stdout

    def pane(self, name, command, size=(80, 24)):
        self.run("new-session", "-d", "-s", name, "-x", str(size[0]), "-y", str(size[1]), shlex.join(command))
        self.run("set-option", "-t", name, "remain-on-exit", "on")
        return Pane(self, name)


class Pane:
    """One of them."""

    def __init__(self, tmux, name):
        self.tmux, self.name = tmux, name

    def keys(self, *keys):
        self.tmux.run("send-keys", "-t", self.name, *keys)

    @property
    def text(self):
        return self.tmux.run("capture-pane", "-p", "-t", self.name)

    def until(self, words, longest=90.0):
        wait_for(
            lambda: words in self.text, longest, lambda: f"{words!r} is not on the screen of {self.name}:\n{self.text}"
        )

    def kill(self):
        """Cut the line in the hardest way."""
        number = int(self.tmux.run("display-message", "-p", "-t", self.name, "#{pane_pid}"))
        subprocess.run(["kill", "-9", str(number)], check=True)
        self.close()

    def close(self):
        self.tmux.run("kill-session", "-t", self.name)


def wait_for(condition, longest=90.0, told=lambda: "it never came"):
    end = monotonic() + longest
    while not condition():
        assert monotonic() < end, told()
        sleep(0.08)


class Evening:
    """Three people at one table; what its journal says is what happened."""

    game = "horrors-of-war"
    house_type = RealHouse

    def __init__(self, folder):
        self.folder = folder
        self.house = self.house_type(folder / "house")
        (self.house.data / "settings").mkdir(exist_ok=True)
        for name in ("mira", "tom", "eve"):
            (self.house.data / "settings" / f"{name}.json").write_text('{"pace": "instant"}')
        self.tmux = Tmux(folder)
        self.panes = {}
        self.code = ""
        self._read = (-1, None)

    def end(self):
        self.tmux.run("kill-server")
        if self.house.process.poll() is None:
            self.house.stop(signal.SIGKILL)

    # Coming together

    def open_table(self):
        mira = self.panes["mira"] = self.tmux.pane("mira", self.house.command("mira"))
        mira.until("Open a new table")
        mira.keys("n")
        mira.until("Who plays")
        mira.keys("Home", "Down", "Enter")
        mira.until("Horrors of War - Order in Chaos")
        mira.keys("End", "Up", "Enter")
        mira.until("Seed (a number")
        mira.keys(str(SEED), "Enter")
        mira.until(f"Seed: {SEED}")
        mira.keys("b")
        mira.until(CLOSES)
        mira.keys("Escape")
        mira.until("Waiting for somebody to play Nabo")
        self.code = self.house.say("tom", "tables").stdout.split()[0]

    def come(self, name, size=(80, 24)):
        command = self.house.command(name, "join", self.code, options=["-t"])
        self.panes[name] = self.tmux.pane(name, command, size)
        return self.panes[name]

    def sit_down(self):
        tom = self.come("tom", (120, 40))
        tom.until("Sit down as Nabo")
        tom.keys("Enter")
        tom.until(CLOSES)
        tom.keys("Escape")
        tom.until("Nabo: Do you play a card, or pass?")
        self.come("eve").until("You watch.")
        self.panes["mira"].until("Do you play a card, or pass?")

    # Playing

    @property
    def path(self):
        return self.house.data / "tables" / f"{self.code}.jsonl"

    @property
    def table(self):
        """Read anew when the journal has grown."""
        size = self.path.stat().st_size
        if self._read[0] != size:
            self._read = size, Table.resume(registry.game(self.game), FileJournal(self.path, writing=False))
        return self._read[1]

    def pane_of(self, seat):
        record = msgspec.json.decode(self.path.with_suffix(".json").read_bytes(), type=RoomRecord)
        return self.panes[record.chairs[seat].name]

    def move(self, choose):
        """Make a move by its number on the screen of whoever is asked first, and see it written down."""
        table = self.table
        seat = table.ask.seats[0]
        choices = Sitting(table, [seat]).choices
        place = choices.index(choose(choices))
        pane = self.pane_of(seat)
        keys = [str(place + 1)] if place < 9 else ["/", *["Down"] * place, "Enter"]
        pane.keys(*keys)

        def is_made():
            if JUST_CHANGED in pane.text:  # too soon after a move of the others
                pane.keys("Escape")
                wait_for(lambda: JUST_CHANGED not in pane.text)
                pane.keys(*keys)
                sleep(0.1)
            if CLOSES in pane.text:  # what happened while they were away
                pane.keys("Escape")
                wait_for(lambda: CLOSES not in pane.text)
                pane.keys(*keys)
                sleep(0.1)
            if "Let them act (y)" in pane.text:
                pane.keys("y")
                sleep(0.1)
            return self.path.read_bytes().count(b"\n") > table.number + 1

        wait_for(is_made, told=lambda: f"{seat} could not move:\n{pane.text}")

    def play_a_card(self):
        self.move(lambda choices: choices[0])
        while not self.table.rules.opens_action(self.table.ask):
            self.move(lambda choices: choices[0])

    def pass_once(self):
        self.move(lambda choices: next((each for each in choices if each.move.passes), choices[0]))

    # What goes wrong

    def break_line(self):
        """The line of one breaks; the table waits, and who comes back stands before the same question."""
        number = self.table.number
        self.panes["tom"].kill()
        self.panes["mira"].until("away")
        self.come("tom", (120, 40)).until("Do you play a card, or pass?")
        assert self.table.number == number

    def fall_down(self):
        """The house falls down in the middle of everything and is built up again."""
        number, port = self.table.number, self.house.port
        self.house.stop(signal.SIGKILL)
        for pane in self.panes.values():
            pane.close()
        self.house = self.house_type(self.folder / "house", port=port)
        assert self.table.number == number
        self.come("tom", (120, 40)).until("Nabo")
        self.come("mira").until("The table waits for tom (Nabo).")
        self.come("eve").until("You watch.")


@needs_openssh
@pytest.mark.skipif(
    shutil.which("tmux") is None, reason="TMUX IS MISSING: without it (apt install tmux) no game over ssh is played"
)
def test_two_players_and_a_spectator_play_to_the_end(tmp_path):
    evening = Evening(tmp_path)
    try:
        evening.open_table()
        evening.sit_down()
        evening.play_a_card()
        while evening.table.rules.round_of(evening.table.state) == 1:
            evening.pass_once()
        evening.break_line()
        evening.pass_once()
        evening.fall_down()
        while evening.table.ask is not None:
            evening.pass_once()
        how = evening.table.outcome.reason.partition(":")[0]
        for pane in evening.panes.values():
            pane.until(how)
        assert evening.house.stop(signal.SIGTERM) == 0
        assert verify(evening.table.rules, FileJournal(evening.path, writing=False)).moves == evening.table.number - 1
        assert [path.name for path in evening.house.folder.iterdir() if path.is_dir()] == ["data"], "written elsewhere"
        checked = evening.house.parley("verify", str(evening.path))
        assert checked.returncode == 0, checked.stderr
    finally:
        evening.end()


def local(folder):
    """The host opens a house and plays in it."""
    command = [sys.executable, "-m", "tui", "serve", "--local", "--name", "Hosty", "--host", "127.0.0.1", "--port", "0"]
    environ = {"PATH": os.environ["PATH"], "PARLEY_HOME": str(folder), "TERM": "xterm-256color", "LANG": "C.UTF-8"}
    return Terminal([*command, "--data", str(folder / "data")], size=(80, 24), environ=environ)


def test_the_host_plays_in_the_same_process_and_the_house_closes_with_them(tmp_path):
    with local(tmp_path) as host:
        host.read_until(b"You are hosty.")
        host.read()
        host.press("q")
        assert host.wait() == 0
    assert b"Closed; every table is safe." in host.seen
    assert json.loads((tmp_path / "data" / "people.json").read_text())["people"][0]["name"] == "hosty"


@needs_openssh
def test_the_host_who_leaves_others_behind_is_told_that_all_is_safe(tmp_path):
    with local(tmp_path) as host:
        host.read_until(b"You are hosty.")
        port = json.loads((tmp_path / "data" / "door.log").read_text().splitlines()[0])["port"]
        key = tmp_path / "key"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
        told = ["-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-i", str(key)]
        environ = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "TERM": "xterm-256color"}
        with Terminal(["ssh", *told, "-p", str(port), "-l", "anna", "127.0.0.1"], environ=environ) as anna:
            anna.read_until(b"You are anna.")
            host.press("q")
            host.read_until(b"One other is here: anna.")
            host.press("\r")  # to stay is what is chosen
            host.read()
            anna.press("s")
            anna.read_until(b"Settings")
            host.press("\x11")
            host.read_until(b"One other is here: anna.")
            host.press("\x1b[B\r")
            assert anna.wait() == 0
            assert b"The house closes for now." in anna.seen
            assert host.wait() == 0
    assert b"Closed; every table is safe." in host.seen


def test_the_host_does_not_play_as_somebody_else(tmp_path):
    """Their seats and hands are not the host's; the host's own second key can be added."""
    (tmp_path / "data").mkdir()
    People(tmp_path / "data").add_key("hosty", "SHA256:" + "a" * 43)
    with local(tmp_path) as host:
        assert host.wait() == 1
    told = " ".join(host.seen.decode().split())
    assert "hosty is somebody in this house already" in told
    added = re.findall(r"users add-key hosty (SHA256:[A-Za-z0-9+/]{43})", told)
    People(tmp_path / "data").add_key("hosty", added[0])
    with local(tmp_path) as host:
        host.read_until(b"You are hosty.")
