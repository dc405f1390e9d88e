"""A real browser without a window, driven by its own protocol, and what the terminal on a page shows."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import itertools
import shutil
import subprocess
from pathlib import Path

import aiohttp

NAMES = ("chromium", "chromium-browser", "google-chrome")
LONGEST = 60
"""Seconds after which something will not happen any more."""

# textual.js keeps its terminal to itself; this hands over the object that holds it, when it is made.
_LISTEN = """
Object.defineProperty(Object.prototype, "websocket_url", {
  configurable: true,
  set(url) {
    window.page = this;
    Object.defineProperty(this, "websocket_url", {value: url, writable: true});
  },
});
"""
_TEXT = """
window.page === undefined ? "" : Array.from({length: page.terminal.rows}, (_, y) =>
  page.terminal.buffer.active.getLine(y)?.translateToString(true, 0, page.terminal.cols) ?? "").join("\\n")
"""
_CELL = """
(() => {
  const screen = document.querySelector(".xterm-screen").getBoundingClientRect();
  return [screen.x, screen.y, screen.width / page.terminal.cols, screen.height / page.terminal.rows];
})()
"""
_KEYS = {"Enter": 13, "Escape": 27, "Tab": 9, "ArrowDown": 40, "ArrowUp": 38, "F1": 112}


def executable() -> str | None:
    """Where the browser is."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Chromium:
    """A browser with a profile of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future] = {}
        self._tabs: dict[str, Tab] = {}

    async def __aenter__(self) -> Chromium:
        command = [executable(), "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"]
        command += ["--no-first-run", "--disable-background-networking", "--disable-dev-shm-usage"]
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(
            [*command, f"--user-data-dir={self._folder}", "about:blank"], stdout=quiet, stderr=quiet
        )
        port = self._folder / "DevToolsActivePort"
        await until(lambda: port.exists() and port.read_text().count("\n") == 1)
        number, path = port.read_text().split()
        self._session = aiohttp.ClientSession()
        self._line = await self._session.ws_connect(f"ws://127.0.0.1:{number}{path}", max_msg_size=0)
        self._reader = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_) -> None:
        with contextlib.suppress(aiohttp.ClientError, ConnectionError):
            await self._line.send_json({"id": 0, "method": "Browser.close"})
        try:
            await asyncio.to_thread(self._process.wait, 10)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._reader.cancel()
        await self._session.close()

    async def _read(self) -> None:
        async for message in self._line:
            told = message.json()
            if future := self._answers.pop(told.get("id"), None):
                future.set_result(told)
            elif told.get("method") == "Network.requestWillBeSent" and told.get("sessionId") in self._tabs:
                self._tabs[told["sessionId"]].requests.append(told["params"]["request"]["url"])

    async def do(self, method: str, session: str | None = None, **params):
        """Let the browser do something; what it answers."""
        number = next(self._numbers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        await self._line.send_json(
            {"id": number, "method": method, "params": params} | ({"sessionId": session} if session else {})
        )
        told = await asyncio.wait_for(answer, LONGEST)
        assert "error" not in told, told
        return told["result"]

    async def open(self, address: str, size: tuple[int, int] = (1200, 800)) -> Tab:
        """Open an address in a new tab."""
        target = (await self.do("Target.createTarget", url="about:blank"))["targetId"]
        session = (await self.do("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        tab = self._tabs[session] = Tab(self, target, session)
        await tab.do("Page.enable")
        await tab.do("Network.enable")
        await tab.do("Page.addScriptToEvaluateOnNewDocument", source=_LISTEN)
        await tab.resize(size)
        await tab.do("Page.navigate", url=address)
        return tab


class Tab:
    """A tab, with a page that has a terminal on it."""

    def __init__(self, browser: Chromium, target: str, session: str) -> None:
        self._browser, self._target, self._session = browser, target, session
        self.requests: list[str] = []
        """The addresses from which it asked for something."""

    async def do(self, method: str, **params):
        return await self._browser.do(method, self._session, **params)

    async def value(self, script: str):
        """What a script on the page comes to."""
        answer = await self.do("Runtime.evaluate", expression=script, returnByValue=True)
        return answer["result"].get("value")

    async def text(self) -> str:
        """What the terminal shows."""
        return await self.value(_TEXT)

    async def sees(self, *words: str) -> str:
        """Wait until the terminal shows some words; all that it shows then."""
        shown = ""
        for _ in range(LONGEST * 20):
            shown = await self.text()
            if all(each in shown for each in words):
                return shown
            await asyncio.sleep(0.05)
        raise AssertionError(f"{words} cannot be seen:\n{shown}")

    async def comes_to(self, script: str, wanted) -> None:
        """Wait until a script on the page comes to a value."""
        found = None
        for _ in range(LONGEST * 20):
            found = await self.value(script)
            if found == wanted:
                return
            await asyncio.sleep(0.05)
        raise AssertionError(f"{script} is {found}")

    async def press(self, *keys: str) -> None:
        """Press keys, each by its name or letter."""
        for key in keys:
            if key in _KEYS:
                named = {"key": key, "code": key, "windowsVirtualKeyCode": _KEYS[key]}
                named |= {"text": "\r"} if key == "Enter" else {}
            else:
                named = {"key": key, "text": key}
            await self.do("Input.dispatchKeyEvent", type="keyDown", **named)
            await self.do("Input.dispatchKeyEvent", type="keyUp", **named)

    async def click(self, column: int, line: int) -> None:
        """Click a cell of the terminal."""
        left, top, width, height = await self.value(_CELL)
        where = {"x": left + (column + 0.5) * width, "y": top + (line + 0.5) * height}
        await self.do("Input.dispatchMouseEvent", type="mouseMoved", **where)
        for what in ("mousePressed", "mouseReleased"):
            await self.do("Input.dispatchMouseEvent", type=what, button="left", clickCount=1, **where)

    async def show(self) -> None:
        """Go to the tab from another one."""
        await self.do("Page.bringToFront")

    async def resize(self, size: tuple[int, int]) -> None:
        """Give the window another size, in pixels."""
        width, height = size
        await self.do(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )

    async def picture(self) -> bytes:
        """The page as a PNG."""
        return base64.b64decode((await self.do("Page.captureScreenshot", format="png"))["data"])

    async def close(self) -> None:
        """Close the tab."""
        await self._browser.do("Target.closeTarget", targetId=self._target)


async def until(is_so, seconds: float = LONGEST) -> None:
    """Wait until something is so."""
    stop = asyncio.get_running_loop().time() + seconds
    while not is_so():
        assert asyncio.get_running_loop().time() < stop
        await asyncio.sleep(0.02)
