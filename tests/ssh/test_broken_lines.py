"""Many lines that break at once: their sessions end one after another, and the others play on meanwhile."""

from __future__ import annotations

from contextlib import AsyncExitStack

from tests.ssh.conftest import opened
from tests.ssh.made_up import MadeUpApp
from tests.ssh.test_bad_guests import app_of, plays_on, until
from tui.paint import private
from tui.ssh import server as serving
from tui.ssh.server import Server


async def test_many_lines_that_break_end_one_after_another_with_one_collection(tmp_path, monkeypatch):
    many, collected, ending = 12, [], []
    monkeypatch.setattr(Server, "_clear_away", lambda self: collected.append(len(self.sessions)))
    monkeypatch.setattr(serving, "_SETTLED", 0.3)
    unmount = MadeUpApp.on_unmount

    def note(app) -> None:
        ending.append(sum(private.is_ending(each) for each in app.house.apps))
        unmount(app)

    monkeypatch.setattr(MadeUpApp, "on_unmount", note)
    limits = {"sessions_per_player": many, "connections_per_player": many, "patience": 1000}
    async with opened(tmp_path / "house", **limits) as door, AsyncExitStack() as here:
        other = await (await here.enter_async_context(door.guest("bobby"))).enter()
        lines = [await here.enter_async_context(door.guest()) for _ in range(many)]
        for line in lines:
            await line.enter()
        for line in lines:
            line.conn.abort()
        await plays_on(other)
        await until(lambda: len(door.server.sessions) == 1)
        monkeypatch.setattr(serving, "_QUIET", 0.0)
        await until(lambda: door.server._tidying is None)
        assert ending == [1] * many
        assert collected == [1]


async def test_an_app_that_has_ended_is_taken_apart(door):
    """The garbage collector would have to find the widgets of a hundred apps in one go, and everybody would wait."""
    async with door.guest() as anna:
        screen = await anna.enter()
        app = app_of(door, "anna")
        slate = app.slate
        screen.press("q")
        await screen.end()
        await until(lambda: not vars(app))
        assert not vars(slate)
