"""A house that is open, and clients of both kinds: OpenSSH on a terminal, and asyncssh where bytes have to be odd."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import asyncssh
import pytest

from tests.ssh.made_up import MadeUpHouse
from tui.measure.terminal import Terminal
from tui.ssh import config
from tui.ssh.server import Server

ROOT = Path(__file__).parents[2]
KEYS = {name: asyncssh.generate_private_key("ssh-ed25519") for name in ("anna", "bobby", "other")}


def setup(folder: Path, **options) -> config.Config:
    return config.load(None, **{"data": str(folder), "host": "127.0.0.1", "port": 0, "names_per_key": 1000} | options)


class Screen:
    """A session of a client that is not OpenSSH."""

    def __init__(self, process) -> None:
        self.process = process
        self.seen = b""

    def press(self, data: bytes | str) -> None:
        self.process.stdin.write(data.encode() if isinstance(data, str) else data)

    async def until(self, wanted: str, longest: float = 90) -> bytes:
        """What is sent until this comes."""
        start = len(self.seen)
        async with asyncio.timeout(longest):
            while wanted.encode() not in self.seen[start:]:
                data = await self.process.stdout.read(65536)
                assert data, f"{wanted!r} never came, but {self.seen[start:][-300:]!r}"
                self.seen += data
        return self.seen[start:]

    async def quiet(self, seconds: float = 0.1) -> None:
        """Read until nothing has come for a while."""
        with suppress(TimeoutError):
            while True:
                async with asyncio.timeout(seconds):
                    self.seen += await self.process.stdout.read(65536)

    async def end(self, longest: float = 90) -> int:
        """How the session ends; the rest of what is sent is read."""
        async with asyncio.timeout(longest):
            while data := await self.process.stdout.read(65536):
                self.seen += data
            await self.process.wait_closed()
        return self.process.exit_status


class Guest:
    """A client that does what it wants."""

    def __init__(self, conn) -> None:
        self.conn = conn

    async def screen(self, size=(80, 24), term="xterm-256color", **more) -> Screen:
        process = await self.conn.create_process(term_type=term, term_size=size, encoding=None, **more)
        return Screen(process)

    async def enter(self, **more) -> Screen:
        screen = await self.screen(**more)
        await screen.until("Welcome")
        return screen


class Open:
    """A house that is open in this process."""

    def __init__(self, server: Server, house: MadeUpHouse) -> None:
        self.server, self.house = server, house

    @asynccontextmanager
    async def guest(self, name="anna", key: str | None = None, client_factory=None, **more):
        keys = [] if key == "" else [KEYS[key or (name if name in KEYS else "other")]]
        async with asyncssh.connect(
            "127.0.0.1",
            self.server.port,
            username=name,
            client_keys=keys,
            known_hosts=None,
            config=None,
            agent_path=None,
            client_factory=client_factory,
            **more,
        ) as conn:
            yield Guest(conn)

    def log(self) -> str:
        return self.server.record.path.read_text()


@asynccontextmanager
async def opened(folder: Path, **options):
    house = MadeUpHouse()
    server = Server(setup(folder, **options), house)
    await server.open()
    try:
        yield Open(server, house)
    finally:
        await server.close()


@pytest.fixture
async def door(tmp_path):
    """A house with the usual rules."""
    async with opened(tmp_path / "house", patience=1000) as found:
        yield found


# In a process of its own, with OpenSSH


class Process:
    """A house in a process of its own."""

    def __init__(self, folder: Path, **options) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        command = self._command(**options)
        environ = {"PATH": os.environ["PATH"], "PARLEY_HOME": str(folder / "home"), "LANG": "C.UTF-8"}
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.said = ""
        while "Ctrl+C" not in self.said:
            line = self.process.stdout.readline()
            assert line, f"the house did not open: {self.said}"
            self.said += line
        self.port = int(re.search(r"port (\d+)", self.said)[1])

    def _command(self, **options) -> list[str]:
        given = [f"{name}={value}" for name, value in options.items()]
        return [sys.executable, "-m", "tests.ssh.made_up", str(self.data), *given]

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        self.said += self.process.communicate(timeout=30)[0]
        return self.process.returncode

    def key(self, name: str) -> Path:
        path = self.folder / f"key-{name}"
        if not path.exists():
            made = asyncssh.generate_private_key("ssh-ed25519")
            made.write_private_key(path)
            made.write_public_key(f"{path}.pub")
            path.chmod(0o600)
        return path

    def command(self, name: str, *words: str, key: str | None = "", options=()) -> list[str]:
        identity = ["-i", str(self.key(key or name.lower()))] if key is not None else ["-o", "PubkeyAuthentication=no"]
        known = f"UserKnownHostsFile={self.folder / 'known'}"
        usual = ["-F", "none", "-o", "StrictHostKeyChecking=accept-new", "-o", known, "-o", "IdentitiesOnly=yes"]
        return ["ssh", *usual, *identity, *options, "-p", str(self.port), "-l", name, "127.0.0.1", *words]

    def say(self, name: str, *words: str, key: str | None = "", options=("-T",), more=None):
        """Run ssh without a terminal."""
        environ = {"PATH": os.environ["PATH"], "HOME": str(self.folder)} | (more or {})
        command = self.command(name, *words, key=key, options=options)
        return subprocess.run(
            command, env=environ, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL
        )

    def terminal(self, name: str, *words: str, key: str | None = "", options=(), size=(80, 24), **environ) -> Terminal:
        """Run ssh on a terminal."""
        usual = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "TERM": "xterm-256color"}
        command = self.command(name, *words, key=key, options=options)
        return Terminal(command, size=size, environ=usual | environ)


class RealHouse(Process):
    """`parley serve`, with lobby and tables."""

    module = "tui"
    """What runs the command; another one has other games in it."""

    def _command(self, port=0, **options) -> list[str]:
        given = [word for name, value in options.items() for word in (f"--{name}", str(value))]
        usual = ["--host", "127.0.0.1", "--port", str(port), "--data", str(self.data)]
        return [sys.executable, "-m", self.module, "serve", *usual, *given]

    def parley(self, *words: str):
        """Run another command of Parley."""
        environ = {"PATH": os.environ["PATH"], "PARLEY_HOME": str(self.folder / "home"), "LANG": "C.UTF-8"}
        return subprocess.run(
            [sys.executable, "-m", self.module, *words], cwd=ROOT, env=environ, capture_output=True, text=True
        )


needs_openssh = pytest.mark.skipif(
    shutil.which("ssh") is None,
    reason="OPENSSH IS MISSING: without it (apt install openssh-client) the door is not tested for real",
)


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    """A house in a process of its own, for all tests of a file."""
    house = Process(tmp_path_factory.mktemp("house"), patience=1000)
    yield house
    house.stop()


@pytest.fixture
def begin(tmp_path):
    """Open a house in a process of its own."""
    begun = []

    def start(**options):
        begun.append(Process(tmp_path / f"house-{len(begun)}", **options))
        return begun[-1]

    yield start
    for house in begun:
        if house.process.poll() is None:
            house.stop()
