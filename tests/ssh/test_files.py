"""Nothing is written outside the data folder, whoever comes and whatever they do."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.house.conftest import SETUP
from tests.ssh.conftest import RealHouse, needs_openssh
from tests.ssh.test_whole_game import wait_for
from tui.house.house import House, Wish
from tui.house.record import Chair

WATCHER = """
import os, sys

_log = os.open({log!r}, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_FOLDERS = {{"os.mkdir": (2,), "os.rename": (2, 3), "os.remove": (1,), "os.rmdir": (1,), "os.link": (2, 3)}}
_FOLDERS |= {{"os.symlink": (2,), "os.truncate": (), "os.chmod": (2,)}}
_opening = []
_open = os.open


def open_and_tell(path, flags, mode=0o777, *, dir_fd=None):
    _opening.append(dir_fd)  # of which the event says nothing
    try:
        return _open(path, flags, mode, dir_fd=dir_fd)
    finally:
        _opening.pop()


def tell(event, path, folder):
    if not isinstance(path, int):
        base = os.getcwd() if folder in (None, -1) else os.readlink(f"/proc/self/fd/{{folder}}")
        os.write(_log, (event + " " + os.path.normpath(os.path.join(base, os.fsdecode(path))) + chr(10)).encode())


def watch(event, args):
    if event == "open" and (not isinstance(args[2], int) or args[2] & _WRITES):
        tell(event, args[0], _opening[-1] if _opening else None)
    elif event in _FOLDERS:
        places = _FOLDERS[event] or (None,)
        for path, place in zip(args, places):
            tell(event, path, None if place is None else args[place])


os.open = open_and_tell
sys.addaudithook(watch)
"""
"""Every process of the house writes down what it writes."""


class Watched(RealHouse):
    """A house of which all that it writes is known."""

    def _command(self, **options) -> list[str]:
        watch = self.folder / "watch"
        watch.mkdir()
        (watch / "sitecustomize.py").write_text(WATCHER.format(log=str(self.log)))
        return [
            "env",
            f"PYTHONPATH={watch}",
            f"HOME={self.folder / 'nobody'}",
            *super()._command(**options),
            "--guests",
        ]

    @property
    def log(self) -> Path:
        return self.folder / "written.log"

    def moves(self) -> int:
        """How many were made at the table."""
        [journal] = (self.data / "tables").glob("*.jsonl")
        return journal.read_bytes().count(b"\n") - 2

    def written(self) -> set[Path]:
        """What was written, without bytecode beside modules and without memory that processes share."""
        paths = {Path(line.partition(" ")[2]) for line in self.log.read_text().splitlines()}
        shared = {path for path in paths if path.match("/dev/shm/pym-*")}
        assert not any(path.exists() for path in shared)  # unlinked as soon as it is open
        return {path for path in paths - shared if "__pycache__" not in path.parts}


def table_with_a_bot(folder: Path) -> None:
    """A table at which bots play, in a house that nobody has opened yet."""

    async def open_it() -> None:
        house = House(folder)
        house.people.add_key("mira", "SHA256:" + "a" * 43)
        house.people.reset("mira")  # known here, and the next key that comes is hers
        house.open_room("mira", Wish(SETUP, dict.fromkeys(SETUP.seats, Chair("bot", "greedy"))))
        await house.close("")

    asyncio.run(open_it())


@needs_openssh
def test_nothing_is_written_outside_the_data_folder(tmp_path):
    table_with_a_bot(tmp_path / "data")
    house = Watched(tmp_path)
    try:
        for name in ("../../etc", "a/../../b", "mira"):
            house.say(name, "join", "../../escape", key="mira")
        for name, words in (("mira", b"You are mira"), ("passer", b"a guest")):
            with house.terminal(name, key="mira" if name == "mira" else None) as somebody:
                somebody.read_until(words)
                somebody.press("s")
                somebody.read_until(b"Settings")
                somebody.press("\r")
                somebody.read()
        wait_for(lambda: house.moves() > 0, 60)  # thought of in a process of its own
    finally:
        house.stop()
    written = house.written()
    inside = {path for path in written if path.is_relative_to(house.data)}
    assert {path.suffix for path in inside} >= {".jsonl", ".json", ".log"}
    assert written - inside <= {Path("/dev/null")}
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == ["data", "watch"]
