"""Nothing of a hidden card reaches the wire of another seat: all that is sent is recorded and searched."""

from __future__ import annotations

import asyncio
import re

import msgspec
import pyte

from engine import registry
from engine.core.kinds import NOBODY
from engine.core.table import Table
from engine.store.files import FileJournal
from tests.house.conftest import FULL, SETUP
from tests.ssh.conftest import RealHouse, needs_openssh
from tui.games import showing
from tui.house.house import House, Wish

_CODES = re.compile(rb"\x1b(?:\[[0-9;?<>=]*[a-zA-Z~$]|[\]P][^\x07\x1b]*(?:\x07|\x1b\\)|.)")
SOON = 0.2
"""Seconds after which everything that a key led to has come."""

PRIVATE = msgspec.structs.replace(SETUP, options=("private-hands",))


def table_with_secrets(folder) -> str:
    """A table of mira and tom with private hands, in a house that nobody has opened yet; its code."""

    async def opened() -> str:
        house = House(folder)
        (folder / "settings").mkdir(exist_ok=True)
        for name in ("mira", "tom", "eve"):
            house.settings_of(name).write_text('{"pace": "instant"}')
            house.people.add_key(name, "SHA256:" + "a" * 43)
            house.people.reset(name)  # known here, and the next key that comes is theirs
        code = house.open_room("mira", Wish(PRIVATE, dict(FULL))).code
        await house.close("")
        return code

    return asyncio.run(opened())


def titles(table: Table, seat: str, eyes: str) -> set[str]:
    """The cards of a seat as somebody sees them, over the whole game."""
    game, rules = showing(table.setup.game), table.rules
    states = [*(step.before for step in table.steps[1:]), table.state]
    return {card.title for state in states for card in game.hand(rules.view(state, eyes), seat)}


def everything_shown(sent: bytes, size: tuple[int, int]) -> set[str]:
    """All lines that a terminal has shown while these bytes came in."""
    screen = pyte.Screen(*size)
    stream = pyte.ByteStream(screen)
    lines: set[str] = set()
    for start in range(0, len(sent), 2048):
        screen.dirty.clear()
        stream.feed(sent[start : start + 2048])
        display = screen.display
        lines.update(display[y] for y in screen.dirty)
    return lines


def read_all(people) -> None:
    """What one key led to, on every screen."""
    for number, terminal in enumerate(people.values()):
        terminal.read(SOON if not number else SOON / 10)


@needs_openssh
def test_a_private_hand_is_on_nobody_elses_wire(tmp_path):
    code = table_with_secrets(tmp_path / "data")
    house = RealHouse(tmp_path)
    path = tmp_path / "data" / "tables" / f"{code}.jsonl"
    size = (120, 40)
    sent = {}
    try:
        terminals = {
            name: house.terminal(name, "join", code, options=["-t"], size=size) for name in ("mira", "tom", "eve")
        }
        with terminals["mira"] as mira, terminals["tom"] as tom, terminals["eve"] as eve:
            people = {"mira": mira, "tom": tom, "eve": eve}
            for terminal in people.values():
                terminal.read_until(b"Log")
            for keys in ("e", "y"):  # mira passes, then tom, and the armies act: new cards are drawn
                for name in ("mira", "tom"):
                    people[name].press(keys)
                    read_all(people)
            for keys in ("c", "m", "o", "l", "i", "\t", "h", "p", "\x1b", "g", "\x1b", "w"):
                for terminal in people.values():
                    terminal.press(keys)
                read_all(people)
            sent = {name: terminal.seen for name, terminal in people.items()}
    finally:
        house.stop()
    table = Table.resume(registry.game("horrors-of-war"), FileJournal(path, writing=False))
    assert table.number > 2, "nobody moved"
    hidden = {
        "tom": titles(table, "nabo", "nabo") - titles(table, "yainar", "yainar"),
        "eve": titles(table, "nabo", "nabo") | titles(table, "yainar", "yainar"),
    }
    assert not titles(table, "nabo", NOBODY) & hidden["eve"]
    assert any(title[:12] in line for line in everything_shown(sent["mira"], size) for title in hidden["tom"])
    for name, cards in hidden.items():
        lines = everything_shown(sent[name], size)
        plain = _CODES.sub(b"", sent[name]).decode("utf-8", "replace")
        assert cards
        for title in cards:
            assert not [line for line in lines if title[:12] in line], f"{name} saw {title}"
            assert title not in plain
