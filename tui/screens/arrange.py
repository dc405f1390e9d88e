"""Where the parts of a table stand: how many cells each of them gets in a terminal of some size."""

from __future__ import annotations

import msgspec
from textual.geometry import Size

ROOMY = (112, 34)
"""From this size on all panels are seen at once; below they become tabs."""

HEADING = 3
"""Lines above the board: where we are, and the tracks."""
PROMPT = 2
"""Lines of the prompt while its question fits one line: that and the keys."""
SIDE, WIDEST_SIDE = 30, 64
"""The columns of the panels beside the board, at least and at most."""
BESIDE = 24
"""Lines beside the board that two panels need, one above the other."""
LEAST_FRONT, FRONT, HIGHEST_FRONT = 7, 9, 22
"""Lines of the hand below the board, where there are no tabs: for the sake of a larger board, usually, at most."""
TAB, LEAST_TAB = 6, 4
"""Lines of a tab, and how many it keeps if it lends some."""
LEAST_BOARD = 8
"""Lines that the board keeps, however high the player makes the panels."""


class Room(msgspec.Struct, frozen=True):
    """What there is to share."""

    size: Size
    boards: tuple[Size, ...]
    """What the board takes in its layouts, the largest first."""
    above: int = 0
    """Lines of what a screen has above the table."""
    below: int = 0
    """The same between the panels and the prompt."""
    asked: int = PROMPT
    """Lines of the prompt."""
    front: int = FRONT
    """Lines in which the hand shows all that it should."""
    most: int = HIGHEST_FRONT
    """Lines that are of use to it."""
    is_held: bool = False
    """Whether the panel below the board keeps its lines, because it is what is read now."""
    hidden: frozenset[str] = frozenset()
    wider: int = 0
    """Columns that the player has added to the panels beside the board."""
    higher: int = 0
    """Lines that the player has added to the panel below it."""


class Plan(msgspec.Struct, frozen=True):
    """Columns and rows of the grid, and how many of them the parts take."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    board: tuple[int, int] = (1, 1)
    """Columns and rows of the board."""
    front: int = 1
    """Columns of the panel below it."""
    hidden: frozenset[str] = frozenset()


def has_tabs(size: Size) -> bool:
    """Whether panels are tabs in a terminal of this size."""
    return size.width < ROOMY[0] or size.height < ROOMY[1]


def plan(room: Room) -> Plan:
    """Share the room out."""
    return _tabs(room) if has_tabs(room.size) else _panels(room)


def _tabs(room: Room) -> Plan:
    """The board, and one panel below it: what the board leaves free is the panel's, and the prompt's before that."""
    left = room.size.height - HEADING - room.above - room.below
    board = room.boards[-1].height
    usual = max(TAB - bool(room.above or room.below), min(FRONT, left - PROMPT - board), room.is_held * room.front)
    tab = min(usual + room.higher, left - PROMPT - LEAST_BOARD)
    missing = max(0, board + tab + room.asked - left)
    if not room.is_held:
        tab = max(min(tab, LEAST_TAB), tab - min(missing, room.asked - PROMPT))
    return Plan(("1fr",), _rows(room, ["1fr"], tab))


def _panels(room: Room) -> Plan:
    """The board with panels beside it, and the hand and the log below."""
    width = room.size.width
    beside = [name for name in ("orders", "look") if name not in room.hidden]
    has_log = "log" not in room.hidden
    front = _front(room, len(beside))
    board = room.boards[0].width
    spare = max(SIDE, min(width - board, width // 2))
    if len(beside) == 2 and width - board >= 2 * SIDE:
        side = max(SIDE // 2, min(WIDEST_SIDE, spare // 2) + room.wider)
        return Plan(
            ("1fr", str(side), str(side)),
            _rows(room, ["1fr"], front),
            front=2 if has_log else 3,
            hidden=room.hidden,
        )
    side = max(SIDE // 2, min(WIDEST_SIDE, spare) + room.wider)
    if not beside and not has_log:
        return Plan(("1fr",), _rows(room, ["1fr"], front), hidden=room.hidden)
    lines = room.size.height - HEADING - room.above - room.below - room.asked - front
    rows = ["1fr", str(lines // 2)] if len(beside) == 2 else ["1fr"]
    return Plan(
        ("1fr", str(side)),
        _rows(room, rows, front),
        board=(1 if beside else 2, len(rows)),
        front=1 if has_log else 2,
        hidden=room.hidden,
    )


def _front(room: Room, beside: int) -> int:
    """Lines of the hand: what the board and the panels beside it do not need, and no fewer than it shows all in."""
    left = room.size.height - HEADING - room.above - room.below - room.asked
    usual = left + room.asked - PROMPT - min(FRONT, max(LEAST_FRONT, room.front))
    fitting = (size.height for size in room.boards if size.height <= usual)
    needed = max(next(fitting, room.boards[-1].height), BESIDE if beside else 0)
    most = HIGHEST_FRONT if "log" not in room.hidden else max(FRONT, room.most)  # a log has use for any number
    lines = max(min(room.front, FRONT), min(most, left - needed))
    return max(LEAST_TAB, min(lines + room.higher, left - LEAST_BOARD))


def _rows(room: Room, board: list[str], front: int) -> tuple[str, ...]:
    above = [str(room.above)] if room.above else []
    below = [str(room.below)] if room.below else []
    return (*above, "1", "2", *board, str(front), *below, str(room.asked))
