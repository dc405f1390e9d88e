"""Nothing of a hidden card reaches the wire of another seat: all that is sent is recorded and searched."""

from __future__ import annotations

import asyncio
import re
from time import monotonic

import msgspec
import pyte

from engine import registry
from engine.core.kinds import NOBODY
from engine.core.table import Table
from engine.games.horrors_of_war.content.library import library
from engine.store.files import FileJournal
from tests.house.conftest import FULL, SETUP
from tests.ssh.conftest import RealHouse, needs_openssh
from tui.house.house import House, Wish
from tui.measure.terminal import Terminal

_CODES = re.compile(rb"\x1b(?:\[[0-9;?<>=]*[a-zA-Z~$]|[\]P][^\x07\x1b]*(?:\x07|\x1b\\)|.)")
SOON = 0.2
"""Seconds after which everything that a key led to has come."""

SIZE = (120, 40)
KEYS = ("c", "m", "o", "l", "i", "\t", "h", "p", "\x1b", "s", "\x1b", "g", "\x1b", "w", "\x1b", "?", "\x1b")
"""Every panel, a hint, a forecast, the story, the menu, the log again, and the keys."""

PRIVATE = msgspec.structs.replace(SETUP, options=("private-hands",), seed=None)


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


def ids(thing: object) -> set[str]:
    """Every text in something, which is where the cards are."""
    if isinstance(thing, str):
        return {thing}
    if isinstance(thing, dict):
        return ids(list(thing.items()))
    return set().union(*map(ids, thing)) if isinstance(thing, list | tuple | set | frozenset) else set()


def hidden_titles(table: Table, eyes: str) -> set[str]:
    """The cards of all decks and hands that somebody has had no way to know of, over the whole game."""
    rules, cards = table.rules, library()
    here, seen = set(), set()
    for step in table.steps:
        state = step.before.clone()
        for fact in step.facts:
            fact.apply(state)
            here |= ids(msgspec.to_builtins(state))
            seen |= ids(msgspec.to_builtins(rules.view(state, eyes))) | ids(
                msgspec.to_builtins(fact.seen_by(state, eyes))
            )
    known = {*cards.left, *cards.right, *cards.resources, *cards.horrors}
    return {cards.title(card) for card in here & known} - {cards.title(card) for card in seen & known}


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


class Wires:
    """Three people at a table with private hands, and all that was ever sent to each of them."""

    def __init__(self, folder) -> None:
        self.code = table_with_secrets(folder / "data")
        self.house = RealHouse(folder)
        self.people: dict[str, Terminal] = {}
        self.sent = dict.fromkeys(("mira", "tom", "eve"), b"")

    @property
    def table(self) -> Table:
        path = self.house.data / "tables" / f"{self.code}.jsonl"
        return Table.resume(registry.game("horrors-of-war"), FileJournal(path, writing=False))

    def come(self) -> None:
        for name in self.sent:
            self.people[name] = self.house.terminal(name, "join", self.code, options=["-t"], size=SIZE)
        for terminal in self.people.values():
            terminal.read_until(b"Log")

    def hang_up(self) -> None:
        for name, terminal in self.people.items():
            with terminal:
                self.sent[name] += terminal.seen
        self.people.clear()

    def read(self) -> None:
        """What one key led to, on every screen."""
        for number, terminal in enumerate(self.people.values()):
            terminal.read(SOON if not number else SOON / 10)

    def press_everywhere(self, *keys: str) -> None:
        for each in keys:
            for terminal in self.people.values():
                terminal.press(each)
            self.read()

    def screen_of(self, seat: str) -> str:
        """What the player of a seat sees now."""
        screen = pyte.Screen(*SIZE)
        pyte.ByteStream(screen).feed(self.people[FULL[seat].name].seen)
        return "\n".join(screen.display)

    def move(self, key: str) -> None:
        """Whoever is asked first presses a key, and a move is written down."""
        table = self.table
        seat = table.ask.seats[0]
        stop = monotonic() + 60
        while self.table.number == table.number:
            assert monotonic() < stop, f"{seat} could not move at {table.ask}: {self.screen_of(seat)}"
            self.close_recap(seat)
            for each in (key, "y"):  # if the armies would act now, one is asked once more
                self.people[FULL[seat].name].press(each)
                self.read()

    def close_recap(self, seat: str) -> None:
        """A player who was cut off before the armies had acted is told what happened, and has to close that page."""
        if "Enter or Esc closes" in self.screen_of(seat):
            self.people[FULL[seat].name].press("\r")
            self.read()

    def play_a_round(self) -> None:
        """Somebody plays a card, then they pass, and the armies act."""
        table = self.table
        self.move("1")
        now = table.rules.round_of(table.state)
        while self.table.ask is not None and table.rules.round_of(self.table.state) == now:
            self.move("e" if table.rules.opens_action(self.table.ask) else "1")


@needs_openssh
def test_no_hidden_card_is_on_anybodys_wire(tmp_path):
    """Neither another's hand, nor what lies face down in any deck; also for whoever comes back, asks for a hint, reads
    the log, or only watches."""
    wires = Wires(tmp_path)
    try:
        for _ in range(2):
            wires.come()
            wires.play_a_round()
            wires.press_everywhere(*KEYS)
            wires.hang_up()
    finally:
        wires.hang_up()
        wires.house.stop()
    table = wires.table
    hidden = {name: hidden_titles(table, seat) for name, seat in (("mira", "nabo"), ("tom", "yainar"), ("eve", NOBODY))}
    hers = [library().title(card) for card in table.steps[1].before.hands["nabo"]]
    shown = {name: everything_shown(sent, SIZE) for name, sent in wires.sent.items()}
    assert hidden["tom"] - hidden["mira"], "both know the same cards"
    assert hidden["mira"] & hidden["tom"] & hidden["eve"], "nothing lies face down"
    assert any(title[:12] in line for line in shown["mira"] for title in hers), "her own cards are shown to her"
    for name, cards in hidden.items():
        plain = _CODES.sub(b"", wires.sent[name]).decode("utf-8", "replace")
        for title in cards:
            assert not [line for line in shown[name] if title[:12] in line], f"{name} saw {title}"
            assert title not in plain
    assert_secret_is_in_the_journal_alone(wires)


def assert_secret_is_in_the_journal_alone(wires: Wires) -> None:
    """Whoever knew it could compute all cards and dice: it is neither sent, nor in a record, nor in the house's log."""
    journal = wires.house.data / "tables" / f"{wires.code}.jsonl"
    [secret] = re.findall(rb'"secrets":\[\[0,"([0-9a-f]{64})"', journal.read_bytes())
    others = {path.name: path.read_bytes() for path in wires.house.data.rglob("*") if path.is_file()}
    del others[journal.name]
    for name, content in (wires.sent | others).items():
        for part in (secret[:16], secret[-16:], bytes.fromhex(secret.decode())[:8]):
            assert part not in content, f"the secret of the table is in {name}"
