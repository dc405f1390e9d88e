"""The data folder: no command of root follows a link in it, nobody else reads it, and a held lock stops nobody."""

from __future__ import annotations

import asyncio
import fcntl
import os
import subprocess
import sys
from contextlib import contextmanager

import pytest

from engine.core.errors import Refused
from engine.store.whole import locked, read_whole, write_whole
from tests.ssh.conftest import ROOT, RealHouse, opened
from tests.ssh.test_bad_guests import Banner
from tui.cli import serve as commands
from tui.house.people import People, PeopleError
from tui.ssh.control import SOCKET, Control, ask
from tui.ssh.folder import ServeError, make_private

OTHER = 65534
"""The account of a service."""

FILES = ("people.json", "people.json.lock", "people.json.new")

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="ONLY ROOT CAN TEST THIS: run the tests once as root")


def parley(*words: str) -> subprocess.CompletedProcess[str]:
    environ = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    return subprocess.run(
        [sys.executable, "-m", "tui", *words], cwd=ROOT, env=environ, capture_output=True, text=True, timeout=60
    )


@pytest.fixture
def treasure(tmp_path):
    """A file that is none of the house's business."""
    path = tmp_path / "treasure"
    path.write_text("gold")
    path.chmod(0o640)
    return path


@pytest.fixture
def folder(tmp_path):
    """A data folder; when the tests run as root, that of a service."""
    path = tmp_path / "house"
    path.mkdir(mode=0o755)
    if os.geteuid() == 0:
        os.chown(path, OTHER, OTHER)
    return path


def state(path) -> tuple:
    found = path.stat()
    return path.read_bytes(), found.st_uid, found.st_gid, found.st_mode, found.st_nlink


# Links


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("kind", ["symlink", "hardlink"])
@pytest.mark.parametrize("whose", ["own", "of the service"])
def test_users_does_not_touch_what_a_link_leads_to(folder, treasure, name, kind, whose):
    if whose == "own":
        os.chown(folder, os.geteuid(), os.getegid())
    trap = folder / name
    trap.symlink_to(treasure) if kind == "symlink" else trap.hardlink_to(treasure)
    before = state(treasure)
    told = parley("users", "ban", "anna", "--data", str(folder))
    if name.endswith(".new"):  # a draft that was left behind is thrown away, whatever it is
        before = (*before[:4], 1)
        assert told.returncode == 0
    else:
        assert told.returncode == 1
        # Another name of a file that the owner of the folder cannot even open is refused by the system itself.
        assert any(words in told.stderr for words in ("it is a link", "one name", "ermission denied"))
    assert state(treasure) == before
    assert "gold" not in told.stdout + told.stderr


@pytest.mark.parametrize("name", FILES[:2])
def test_a_link_to_nothing_makes_no_file(folder, tmp_path, name):
    (folder / name).symlink_to(tmp_path / "new")
    assert parley("users", "ban", "anna", "--data", str(folder)).returncode == 1
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("name", FILES[:2])
def test_a_pipe_does_not_hold_a_command_up(folder, name):
    os.mkfifo(folder / name)
    os.chown(folder / name, folder.stat().st_uid, folder.stat().st_gid)
    assert "not a file" in parley("users", "ban", "anna", "--data", str(folder)).stderr


@as_root
def test_what_root_changes_stays_the_houses_own(folder):
    for _ in range(2):
        assert parley("users", "ban", "anna", "--data", str(folder)).returncode == 0
    files = list(folder.iterdir())
    assert {path.name for path in files} == {"people.json", "people.json.lock"}
    assert {(path.stat().st_uid, path.stat().st_gid, path.stat().st_mode & 0o777) for path in files} == {
        (OTHER, OTHER, 0o600)
    }


@as_root
def test_root_follows_no_link_of_somebody_else_to_the_data_folder(folder, tmp_path):
    target = tmp_path / "roots"
    target.mkdir(mode=0o755)
    (folder / "data").symlink_to(target)
    told = parley("users", "ban", "anna", "--data", str(folder / "data"))
    assert "a link leads there" in told.stderr
    assert list(target.iterdir()) == []
    assert parley("users", "ban", "anna", "--data", str(folder / "data" / "inner")).returncode == 1
    own = tmp_path / "link"
    own.symlink_to(target)
    assert parley("users", "ban", "anna", "--data", str(own)).returncode == 0
    assert (target / "people.json").exists()


@as_root
def test_root_does_in_the_folder_of_another_only_what_they_could(folder):
    """Whatever else may be tried with links, the rights of root are not there."""
    folder.chmod(0o500)
    assert "ermission denied" in parley("users", "ban", "anna", "--data", str(folder)).stderr
    assert (os.geteuid(), os.getegid()) == (0, 0)


@as_root
async def test_root_reaches_the_house_of_another_with_their_rights(folder, tmp_path):
    control = Control(folder, lambda words: words)
    await control.open()
    try:
        assert (folder / SOCKET).stat().st_uid == OTHER
        assert await asyncio.to_thread(ask, folder, ["tables"]) == ["tables"]
    finally:
        control.close()
    (tmp_path / SOCKET).write_text("")
    (folder / SOCKET).symlink_to(tmp_path / SOCKET)
    with pytest.raises(Refused, match="No house is open"):
        ask(folder, ["tables"])


@as_root
def test_root_does_not_open_a_house_in_the_folder_of_another(folder):
    told = parley("serve", "--port", "0", "--host", "127.0.0.1", "--data", str(folder))
    assert told.returncode == 1
    assert "open the house as that user, not as root" in told.stderr
    assert list(folder.iterdir()) == []


@as_root
def test_root_puts_no_passing_file_into_the_folder_of_another(folder, monkeypatch):
    """Libraries are looked for with a compiler, which opens files by name that the owner could have replaced."""
    monkeypatch.setenv("TMPDIR", "/elsewhere")
    with pytest.raises(ServeError):
        commands._stay_in(folder)
    assert os.environ["TMPDIR"] == "/elsewhere"


@as_root
def test_root_opens_no_house_with_a_link_in_its_folder(tmp_path):
    (tmp_path / "house" / "tables").mkdir(parents=True)
    (tmp_path / "house" / "tables" / "maple-7.jsonl").symlink_to("/etc/hostname")
    with pytest.raises(ServeError, match=r"tables/maple-7\.jsonl in the data folder is a link"):
        make_private(tmp_path / "house")


@pytest.mark.parametrize("name", ["host_key", "door.log", "serve.lock"])
def test_a_house_does_not_open_through_a_link(tmp_path, treasure, name):
    data = tmp_path / "house"
    data.mkdir()
    (data / name).symlink_to(treasure)
    before = state(treasure)
    told = parley("serve", "--port", "0", "--host", "127.0.0.1", "--data", str(data))
    assert told.returncode == 1
    assert told.stderr.count("\n") == 1
    assert state(treasure) == before


def test_a_missing_folder_is_made_for_its_owner_alone(tmp_path):
    with locked(tmp_path / "a" / "b" / "file"):
        write_whole(tmp_path / "a" / "b" / "file", b"x", 0o600)
    assert read_whole(tmp_path / "a" / "b" / "file") == b"x"
    assert (tmp_path / "a" / "b").stat().st_mode & 0o777 == 0o700


# Rights


def test_a_house_takes_away_what_others_could_read(tmp_path):
    """As an older Parley left it: a folder for everybody, journals that anybody could read."""
    data = tmp_path / "data"
    (data / "tables" / "ended").mkdir(parents=True)
    files = [data / "tables" / "maple-7.jsonl", data / "tables" / "ended" / "oak-1.jsonl", data / "people.json.lock"]
    for path in (*files, data / "own-notes.txt"):
        path.write_text("")
        path.chmod(0o644)
    for path in (data, data / "tables"):
        path.chmod(0o755)
    house = RealHouse(tmp_path)
    house.stop()
    modes = {path.relative_to(data).as_posix(): path.stat().st_mode & 0o777 for path in data.rglob("*")}
    assert data.stat().st_mode & 0o777 == 0o700
    assert modes.pop("own-notes.txt") == 0o644, "what is not the house's stays as it is"
    assert {mode for name, mode in modes.items() if (data / name).is_file()} == {0o600}
    assert {mode for name, mode in modes.items() if (data / name).is_dir()} == {0o700}
    assert '"what":"made private","count":' in (data / "door.log").read_text()


# Locks


@contextmanager
def held(path):
    """Another process has a lock, perhaps only to read."""
    file = os.open(path, os.O_RDONLY | os.O_CREAT, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_SH)
        yield
    finally:
        os.close(file)


async def test_a_held_lock_stops_nobody_who_is_here(tmp_path):
    async with opened(tmp_path / "house", patience=1000) as door, door.guest() as anna:
        screen = await anna.enter()
        with held(tmp_path / "house" / "people.json.lock"):
            async with door.guest("bobby", client_factory=Banner) as bobby:
                told = await bobby.conn.run("tables")
            assert "Nobody can come in at the moment" in told.stderr
            screen.press("h")
            await screen.until("key 1 h")
            async with door.guest() as again:
                assert (await again.conn.run("tables")).exit_status == 0, "who is known needs no lock"
        assert "another process holds its lock" in door.log()
        async with door.guest("bobby") as bobby:
            assert (await bobby.conn.run("tables")).exit_status == 0


def test_a_command_says_who_is_in_its_way(tmp_path):
    people = People(tmp_path)
    with held(tmp_path / "people.json.lock"), pytest.raises(PeopleError, match="another process holds its lock"):
        people.ban("anna")
    people.ban("anna")
    assert (tmp_path / "people.json.lock").stat().st_mode & 0o777 == 0o600


def test_a_command_waits_for_one_that_is_quick(tmp_path):
    async def both() -> None:
        with held(tmp_path / "people.json.lock"):
            waiting = asyncio.create_task(asyncio.to_thread(People(tmp_path, wait=60).ban, "anna"))
            await asyncio.sleep(0.1)
            assert not waiting.done()
        await waiting

    asyncio.run(both())
    assert People(tmp_path).all()[0].is_banned
