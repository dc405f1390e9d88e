"""What reaches into the private parts of asyncssh and, for far terminals, of Textual: fails when they change."""

from __future__ import annotations

import asyncio
import io
import sys
import zlib

import asyncssh
import pytest
from asyncssh import compression
from rich.color import ColorSystem
from textual import events
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.filter import ANSIToTruecolor

from tests.ssh.made_up import MadeUpHouse
from tui.app import ParleyApp
from tui.house.visitor import Visitor
from tui.look import settings
from tui.paint import cells, private
from tui.paint.keyboard import Keyboard
from tui.ssh.driver import FarDriver
from tui.ssh.keys import Typed
from tui.ssh.private import LARGEST_UNPACKED, Unpacking


class Line:
    """A terminal that remembers what it was sent."""

    def __init__(self) -> None:
        self.seen = b""

    def send(self, data: bytes) -> None:
        self.seen += data


async def run_far(app, depth: str, is_ascii: bool = False, size=(80, 24), until=None) -> Line:
    """Run an app on a far terminal until it has shown something."""
    line = Line()
    private.settle(app, depth, is_ascii)
    app.driver_class = lambda app, **more: FarDriver(app, line=line, typed=Typed(), **more)
    task = asyncio.create_task(app.run_async(size=size))
    async with asyncio.timeout(90):
        while not (until or (lambda: line.seen.endswith(b"\x1b[1;1H")))():
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.1)
        app.exit()
        await task
    return line


def made_up() -> App:
    return MadeUpHouse().app(Visitor("anna", "::1"), "")


# asyncssh


def test_asyncssh_still_asks_these_parts_of_itself():
    assert callable(asyncssh.SSHServerChannel._process_env_request)
    assert callable(asyncssh.SSHServerConnection.pause_writing)
    assert callable(asyncssh.SSHServerConnection.resume_writing)
    assert callable(asyncssh.SSHServerConnection.data_received)
    assert callable(asyncssh.SSHServerConnection.process_packet)
    assert {b"zlib", b"zlib@openssh.com"} <= set(compression._cmp_decompressors)


def test_what_was_packed_is_unpacked_up_to_a_limit():
    packer, unpacking = zlib.compressobj(), Unpacking()
    for text in (b"words", bytes(LARGEST_UNPACKED)):
        assert unpacking.decompress(packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH)) == text
    assert unpacking.decompress(packer.compress(bytes(10**7)) + packer.flush(zlib.Z_SYNC_FLUSH)) is None
    assert Unpacking().decompress(b"junk") is None


# Colours


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    return tmp_path


async def test_apps_with_different_colours_do_not_mix_them_up(home):
    """Textual and Rich keep codes for the first depth that anything was drawn with in a process."""
    kinds = ("truecolor", "256", "16", "mono", "truecolor")
    apps = [ParleyApp() for _ in kinds]
    lines = await asyncio.gather(*(run_far(app, kind) for app, kind in zip(apps, kinds, strict=True)))
    for kind, line in zip(kinds, lines, strict=True):
        assert (b"38;2;" in line.seen or b"48;2;" in line.seen) == (kind == "truecolor"), kind
        assert (b"38;5;" in line.seen or b"48;5;" in line.seen) == (kind == "256"), kind
        assert len(line.seen) > 1_000
    assert [app.depth for app in apps] == list(kinds)
    assert lines[0].seen == lines[4].seen


async def test_a_player_can_choose_more_colours_than_their_terminal_tells(home):
    settings.save(settings.Settings(depth="truecolor"))
    line = await run_far(ParleyApp(), "256")
    assert b"38;2;" in line.seen


async def test_letters_are_those_of_the_far_terminal(home, monkeypatch):
    """Not those that the server was started with."""
    monkeypatch.setenv("LANG", "C")
    ascii_only = await run_far(ParleyApp(), "256", is_ascii=True)
    assert ascii_only.seen.isascii()
    everything = await run_far(ParleyApp(), "256")
    assert not everything.seen.isascii()


async def test_a_far_app_leaves_the_signals_to_the_server(home, monkeypatch):
    taken = []
    monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", lambda *what: taken.append(what))
    await run_far(ParleyApp(), "256")
    assert taken == []


def test_styles_are_worked_out_once_for_all_terminals_of_a_kind():
    assert cells.inks(ColorSystem.EIGHT_BIT, False) is cells.inks(ColorSystem.EIGHT_BIT, False)
    assert cells.inks(None, False) is not cells.inks(None, True)


# What a process shares


async def test_an_app_leaves_the_streams_of_the_process_alone():
    before = sys.stdout, sys.stderr
    during = []
    app = made_up()
    app.call_later(lambda: during.append((sys.stdout, sys.stderr)))
    await run_far(app, "256", until=lambda: during)
    assert during == [before]
    assert (sys.stdout, sys.stderr) == before


async def test_a_traceback_goes_nowhere_but_into_the_last_words(capfd):
    """Textual would print it, with the values of all variables, on the terminal of the host."""

    class Broken(App):
        def on_mount(self):
            raise RuntimeError("the ace of hearts")

    app = Broken()
    app.driver_class = lambda app, **more: FarDriver(app, line=Line(), typed=Typed(), **more)
    last_words = private.settle(app, "256", False)
    await app.run_async(size=(80, 24))
    assert isinstance(private.mistake_of(app), RuntimeError)
    assert "ace of hearts" in last_words.getvalue()
    assert "ace of hearts" not in "".join(capfd.readouterr())


async def test_painting_stops_while_it_is_held():
    app = made_up()
    line = Line()
    private.settle(app, "256", False)
    app.driver_class = lambda app, **more: FarDriver(app, line=line, typed=Typed(), **more)
    task = asyncio.create_task(app.run_async(size=(80, 24)))
    while b"Welcome" not in line.seen:
        await asyncio.sleep(0.01)
    private.hold(app)
    sent = len(line.seen)
    app.post_message(events.Key("a", "a"))
    while app.keys != 1:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.2)
    assert len(line.seen) == sent
    private.let_go(app)
    while b"key 1 a" not in line.seen:
        await asyncio.sleep(0.01)
    assert private.waiting(app) == 0
    app.exit()
    assert private.is_ending(app)
    await task


# Keys


def test_an_escape_is_a_key_when_nothing_follows(monkeypatch):
    keyboard = Keyboard()
    assert keyboard.read("\x1b") == []
    assert keyboard.is_waiting
    monkeypatch.setattr("textual._parser.get_time", lambda: 1e12)
    assert [event.key for event in keyboard.tick()] == ["escape"]
    assert not keyboard.is_waiting
    assert [event.key for event in keyboard.read("\x1b[A")] == ["up"]


def test_a_key_that_no_keyboard_has_does_not_break_the_keyboard():
    keyboard = Keyboard()
    for junk in ("\x1b[1114112u", "\x1b[4294967296;1u", "\x1b[99999999999999;9u"):
        keyboard.read(junk)
        assert [event.key for event in keyboard.read("a")] == ["a"]


def test_of_a_mouse_on_its_way_the_last_place_counts():
    found = Keyboard().read("".join(f"\x1b[<35;{x};5M" for x in range(1, 50)) + "\x1b[<0;9;9M\x1b[<35;8;8M")
    assert [type(event).__name__ for event in found] == ["MouseMove", "MouseDown", "MouseMove"]
    assert found[0].x == 48


def test_sizes_in_between_are_not_believed():
    keyboard = Keyboard()
    assert keyboard.read("\x1b[48;5000;20000;0;0t") == []
    [click] = keyboard.read("\x1b[<0;11;7M")
    assert (click.x, click.y) == (10, 6)


async def test_what_textual_remembers_of_ended_apps_is_cleared():
    """Each of these is a method whose results are cached with the object that they were asked of."""
    cached = (XTermParser._parse_extended_key, StylesCache.get_inner_outer, ANSIToTruecolor.truecolor_style)
    app = made_up()
    async with app.run_test() as pilot:
        await pilot.pause()
        keyboard = Keyboard()
        keyboard.read("\x1b[A")
        assert all(each.cache_info().currsize for each in cached[:2])
    keyboard.close()
    assert [each.cache_info().currsize for each in cached] == [0, 0, 0]


# What would happen on the wrong machine


async def test_no_browser_is_opened_and_no_file_is_written(monkeypatch, tmp_path):
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.chdir(tmp_path)
    told = []

    class Busy(App):
        def on_mount(self):
            self.open_url("https://example.org")
            self.deliver_text(io.StringIO("secret"), save_directory=tmp_path, save_filename="x.txt")

        def notify(self, words, **more):
            told.append(words)

    await run_far(Busy(), "256", until=lambda: len(told) == 2)
    assert told == ["https://example.org", "Files cannot be saved over a connection."]
    assert opened == []
    assert list(tmp_path.iterdir()) == []
