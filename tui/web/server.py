"""A page that is open: it gives every browser tab an app of its own, and lets no other site in."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import WSCloseCode, web
from textual_serve.server import Server, to_int

from engine.core.errors import ParleyError
from tui.console import say, warn, wrapped
from tui.web.service import Service

LOOPBACK, PORT = "127.0.0.1", 8000

MOST = 12
"""How many tabs can be open at a time; each has a process."""

_PAGE = Path(__file__).parent / "page"
_SAFE = {
    # Nothing from elsewhere, so that the page works without a network; and in no frame of another site.
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self' ws: wss:; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
}
_FULL = "Too many pages are open; close one of them."
_STRANGE = "This page is for those who come by its own address, as `parley serve --web` gives it."

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class WebError(ParleyError):
    """The page cannot be opened."""


class WebPage(Server):
    """A page and all tabs that show it."""

    def __init__(self, host: str, port: int) -> None:
        """Set up, but not yet open."""
        super().__init__("parley", host, port, title="Parley")
        self._sockets: set[web.WebSocketResponse] = set()
        self._names = {"localhost", host.lower(), name := socket.gethostname().lower(), f"{name}.local"}
        self._runner: web.AppRunner | None = None

    # Opening and closing

    async def open(self) -> None:
        """Listen."""
        self._runner = web.AppRunner(await self._make_app(), access_log=None, handle_signals=False)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self.host, self.port).start()
        except OSError as error:
            reason = (
                os.strerror(error.errno) if error.errno is not None and error.errno > 0 else "there is no such address"
            )
            await self._runner.cleanup()
            raise WebError(f"No page can be opened at {self.host}, port {self.port}: {reason}.") from None
        self.port = self._runner.addresses[0][1]

    async def close(self) -> None:
        """End every app, and tell every tab."""
        for each in list(self._sockets):
            with contextlib.suppress(ConnectionError):
                await each.close(code=WSCloseCode.GOING_AWAY)
        if self._runner is not None:
            await self._runner.cleanup()

    async def _make_app(self) -> web.Application:
        app = web.Application(middlewares=[self._only_our_own])
        app.add_routes(
            [
                web.get("/", self.handle_index),
                web.get("/ws", self.handle_websocket),
                web.static("/page", _PAGE),
                web.static("/static", self.statics_path),
            ]
        )
        return app

    @property
    def address(self) -> str:
        """What to open in a browser."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/"

    # Who may come in

    @web.middleware
    async def _only_our_own(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Let nobody in through another site that the host has open: it could play as the host."""
        if not self._is_our_own(request):
            raise web.HTTPForbidden(text=_STRANGE)
        return await handler(request)

    def _is_our_own(self, request: web.Request) -> bool:
        """Whether a site of another name has not been pointed at us, and no other site asks for a connection."""
        host = request.url.host or ""
        origin = request.headers.get("Origin")
        if request.path == "/ws" and (origin or "").partition("://")[2] != request.host:
            return False
        return host in self._names or _is_number(host)

    # What they get

    async def handle_index(self, request: web.Request) -> web.StreamResponse:
        """The page, if there is room for one more."""
        if len(self._sockets) >= MOST:
            raise web.HTTPServiceUnavailable(text=_FULL)
        return web.FileResponse(_PAGE / "index.html", headers=_SAFE)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """An app of its own for a tab, until either of them ends."""
        if len(self._sockets) >= MOST:
            raise web.HTTPServiceUnavailable(text=_FULL)
        websocket = web.WebSocketResponse(heartbeat=15)
        self._sockets.add(websocket)

        async def close() -> None:
            await websocket.close()

        service = Service(
            self.command,
            write_bytes=websocket.send_bytes,
            write_str=websocket.send_str,
            close=close,
            download_manager=self.download_manager,
        )
        try:
            await websocket.prepare(request)
            width, height = (to_int(request.query.get(side, ""), 0) for side in ("width", "height"))
            await service.start(width, height)
            await self._process_messages(websocket, service)
        except (ValueError, LookupError, TypeError, AttributeError, AssertionError):  # nothing that our own page sends
            await websocket.close(code=WSCloseCode.UNSUPPORTED_DATA)
        finally:
            self._sockets.discard(websocket)
            await service.stop()
        return websocket


def _is_number(host: str) -> bool:
    """Whether a host is named by its number, which no other site can be."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


# The command


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine alone."""
    return host.lower() == "localhost" or (_is_number(host) and ipaddress.ip_address(host).is_loopback)


def run(host: str, port: int) -> None:
    """Open the page until somebody stops it."""
    logging.getLogger("aiohttp").setLevel(logging.CRITICAL)
    asyncio.run(_run(WebPage(host, port)))


async def _run(page: WebPage) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        loop.add_signal_handler(number, stop.set)
    await page.open()
    _greet(page)
    try:
        await stop.wait()
    finally:
        await page.close()
        say("Closed; every table is safe.")


def _greet(page: WebPage) -> None:
    if not is_loopback(page.host):
        warn("Anybody who reaches this page plays as you, with your saves and settings, and nothing is encrypted.")
    say(f"Parley is open in the browser at:\n\n  {page.address}\n")
    say(wrapped("A tab is an app of its own, with your saves. Ctrl+C closes it; every table is safe."))
    sys.stdout.flush()
