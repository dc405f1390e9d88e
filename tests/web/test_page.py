"""The page without a browser: who is let in, what ends with what, and every way of being refused."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import re
import signal
import socket

import aiohttp
import pytest

from tests.web.chromium import until
from tests.web.conftest import ROOT, is_free
from tui.cli import command as cli
from tui.web import server, service


class Visitor:
    """What a page's script does: it sends what is typed, and takes what is shown."""

    def __init__(self, line: aiohttp.ClientWebSocketResponse) -> None:
        self.line = line
        self.seen = b""

    async def sees(self, words: bytes) -> None:
        """Take frames until some words come."""
        async with asyncio.timeout(90):
            while words not in self.seen:
                message = await self.line.receive()
                assert message.type is aiohttp.WSMsgType.BINARY, message
                self.seen += message.data
        self.seen = b""

    async def press(self, keys: str) -> None:
        await self.line.send_json(["stdin", keys])

    async def is_closed(self) -> bool:
        """Take what comes until nothing does."""
        async with asyncio.timeout(90):
            while (await self.line.receive()).type is aiohttp.WSMsgType.BINARY:
                pass
        return self.line.closed


@contextlib.asynccontextmanager
async def visiting(address: str, query: str = "?width=120&height=40", **headers: str):
    """Connect as the page itself does."""
    usual = {"Origin": address.rstrip("/")}
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{address}ws{query}", headers=usual | headers, max_msg_size=0) as line,
    ):
        yield Visitor(line)


@contextlib.asynccontextmanager
async def opened():
    """A page in this process."""
    page = server.WebPage(server.LOOPBACK, 0)
    await page.open()
    try:
        yield page
    finally:
        await page.close()


async def begin_a_game(visitor: Visitor) -> None:
    await visitor.sees(b"Learn")
    await visitor.press("n")
    await visitor.sees(b"by chance")
    await visitor.press("b")
    await visitor.sees(b"closes.")


# Who is let in


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://example.org"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://example.org", "Host": "example.org"},
    ],
    ids=["another site", "a file or a frame", "nobody", "another name for this machine"],
)
async def test_no_other_site_can_play_as_the_host(headers):
    async with opened() as page:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refusal:
            async with visiting(page.address, **headers):
                pass
        assert refusal.value.status == 403


@pytest.mark.parametrize(
    ("host", "status"), [("localhost", 200), ("127.0.0.1:8000", 200), ("[::1]:8000", 200), ("example.org", 403)]
)
async def test_the_page_is_asked_for_by_a_name_of_this_machine(host, status):
    async with (
        opened() as page,
        aiohttp.ClientSession() as session,
        session.get(page.address, headers={"Host": host}) as answer,
    ):
        assert answer.status == status
        assert status == 200 or "by its own address" in await answer.text()


async def test_no_other_site_can_put_the_page_in_a_frame_and_nothing_comes_from_elsewhere():
    async with opened() as page, aiohttp.ClientSession() as session, session.get(page.address) as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "://" not in await answer.text()


@pytest.mark.parametrize("path", ["static/", "static/../server.py", "page/../server.py", "download/x"])
async def test_nothing_but_the_page_is_given_out(path):
    async with opened() as page:
        reader, writer = await asyncio.open_connection(page.host, page.port)
        writer.write(f"GET /{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        assert (await reader.read()).split()[1] in (b"403", b"404")
        writer.close()
        await writer.wait_closed()


async def test_one_tab_too_many_is_told_so(monkeypatch):
    monkeypatch.setattr(server, "MOST", 0)
    async with opened() as page, aiohttp.ClientSession() as session:
        async with session.get(page.address) as answer:
            assert answer.status == 503
            assert "close one of them" in await answer.text()
        with pytest.raises(aiohttp.WSServerHandshakeError):
            async with visiting(page.address):
                pass


# What they get


async def test_the_app_has_all_colours_and_letters_whatever_the_terminal_of_the_host_has(begin):
    async with visiting(begin().address) as visitor:
        await visitor.sees("▀▄".encode())
        await visitor.press("n")
        await visitor.sees(b"38;2;")


async def test_a_page_may_claim_any_size(begin):
    async with visiting(begin().address, "?width=20000&height=-7") as visitor:
        await visitor.sees(b"Learn")
        await visitor.line.send_json(["resize", {"width": 99999, "height": 99999}])
        await visitor.press("n")
        await visitor.sees(b"by chance")
    assert service._size(20000, 5000) == (300, 100)
    assert service._size(-1, 0) == (80, 24)


@pytest.mark.parametrize("junk", ["junk", "{}", "[]", "7", '["stdin"]', '["resize", {"width": "x"}]', '["stdin", 7]'])
async def test_junk_ends_a_tab_and_no_other(junk):
    async with opened() as page, visiting(page.address) as one, visiting(page.address) as other:
        await one.line.send_str(junk)
        assert await one.is_closed()
        await other.sees(b"Learn")


# What ends with what


async def test_who_leaves_by_a_key_ends_the_tab(begin):
    async with visiting(begin().address) as visitor:
        await visitor.sees(b"Learn")
        await visitor.press("q")
        assert await visitor.is_closed()


async def test_an_app_that_cannot_begin_ends_the_tab(monkeypatch):
    monkeypatch.setattr(service, "_MODULE", "tui.nothing")
    async with opened() as page, visiting(page.address) as visitor:
        assert await visitor.is_closed()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_a_stop_ends_every_app_and_frees_every_save(begin, number):
    page = begin()
    async with visiting(page.address) as visitor:
        await begin_a_game(visitor)
        assert not is_free(page.saves[0])
        stopped = asyncio.create_task(asyncio.to_thread(page.stop, number))
        assert await visitor.is_closed()
        assert await stopped == 0
    assert is_free(page.saves[0])
    assert page.said.endswith("Closed; every table is safe.\n")
    assert "Traceback" not in page.said


async def test_apps_end_when_the_server_is_killed(begin):
    page = begin()
    async with visiting(page.address) as visitor:
        await begin_a_game(visitor)
        await asyncio.to_thread(page.stop, signal.SIGKILL)
        await until(lambda: is_free(page.saves[0]))


async def test_an_app_that_does_not_end_is_ended(monkeypatch):
    monkeypatch.setattr(service, "PATIENCE", 0.5)
    begun = []
    usual = service.Service.start

    async def start(self, width, height):
        await usual(self, width, height)
        begun.append(self._process)

    monkeypatch.setattr(service.Service, "start", start)
    async with opened() as page:
        async with visiting(page.address) as visitor:
            await visitor.sees(b"Learn")
            begun[0].send_signal(signal.SIGSTOP)
        await until(lambda: begun[0].returncode is not None)
    assert begun[0].returncode == -signal.SIGKILL


# The command


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--web", "--port", "2222"], "it does not go with --port."),
        (["--web", "--guests", "--max-sessions", "3"], "it does not go with --max-sessions, --guests."),
        (["--web", "--config", "house.toml"], "it does not go with --config."),
        (["--web-port", "8000"], "--web-port and --web-host go with --web."),
        (["--web-host", "0.0.0.0"], "--web-port and --web-host go with --web."),
        (["--web", "--web-host", "192.0.2.1"], "No page can be opened at 192.0.2.1, port 8000: Cannot assign"),
        (["--web", "--web-host", "nobody.invalid"], "No page can be opened at nobody.invalid, port 8000: there is no"),
    ],
)
def test_what_cannot_be_opened_is_refused_with_a_sentence(options, sentence, capsys):
    assert cli.run(["serve", *options]) == 1
    told = capsys.readouterr()
    assert sentence in told.err
    assert told.err.count("\n") == 1
    assert told.out == ""


def test_a_port_that_is_taken_is_named(capsys):
    with socket.create_server((server.LOOPBACK, 0)) as taken:
        port = str(taken.getsockname()[1])
        assert cli.run(["serve", "--web", "--web-port", port]) == 1
    assert f"No page can be opened at 127.0.0.1, port {port}: Address already in use." in capsys.readouterr().err


def test_without_textual_serve_one_is_told_how_to_get_it(monkeypatch, capsys):
    usual = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "textual_serve" else usual(name))
    assert cli.run(["serve", "--web"]) == 1
    assert "pipx install '.[web]'" in capsys.readouterr().err


def test_the_page_is_for_this_machine_unless_the_host_says_otherwise(begin):
    page = begin()
    assert page.address.startswith("http://127.0.0.1:")
    assert "plays as you" not in page.said
    page.stop()
    assert "Anybody who reaches this page plays as you" in begin("--web-host", "0.0.0.0").said


@pytest.mark.parametrize(
    ("host", "is_here"),
    [("127.0.0.1", True), ("127.9.9.9", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("::", False)],
)
def test_what_is_reached_from_this_machine_alone(host, is_here):
    assert server.is_loopback(host) == is_here


def test_the_house_loads_nothing_of_the_page():
    """Neither aiohttp nor Jinja is loaded before somebody wants the page."""
    sources = [path for path in (ROOT / "tui").rglob("*.py") if (ROOT / "tui" / "web") not in path.parents]
    named = re.compile(r"^(from|import) (tui\.web|aiohttp|textual_serve)", re.MULTILINE)
    assert [path.name for path in sources if named.search(path.read_text(encoding="utf-8"))] == []
