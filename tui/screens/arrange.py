"""Where the parts of a table stand: how many cells each of them gets in a terminal of some size."""

from __future__ import annotations

import msgspec
from textual.geometry import Size

ROOMY = (112, 34)
"""From this size on all panels are seen at once; below they become tabs."""

HEADING = 1
"""The line above the tracks: where we are."""
TRACKS = 2
"""Lines of the tracks, until a game has said how many it has."""
PROMPT = 2
"""Lines of the prompt while its question fits one line: that and the keys."""
SIDE, WIDEST_SIDE = 30, 64
"""The columns of the panels beside the board, at least and at most."""
BESIDE = 24
"""Lines beside the board that two panels need, one above the other."""
LEAST_PANE = 8
"""Lines that each of several panels beside the board needs, unless a game says more; else they share one place."""
LEAST_FRONT, FRONT, HIGHEST_FRONT = 7, 9, 22
"""Lines of the hand below the board, where there are no tabs: for the sake of a larger board, usually, at most."""
TAB, LEAST_TAB = 6, 4
"""Lines of a tab, and how many it keeps if it lends some."""
LEAST_BOARD = 8
"""Lines that the board keeps, however high the player makes the panels."""


class GridRequest(msgspec.Struct, frozen=True):
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
    has_board: bool = True
    tracks: int = TRACKS
    """Lines of the tracks."""
    beside: int = 2
    """How many panels stand beside the board, as far as they are not hidden."""
    own: int = 1
    """How many of them are the game's own."""
    least: int = LEAST_PANE
    """Lines that each of several panels needs."""
    has_log: bool = True
    has_front: bool = True
    """Whether there is a panel below the board besides the log."""
    wider: int = 0
    """Columns that the player has added to the panels beside the board."""
    higher: int = 0
    """Lines that the player has added to the panel below it."""


class GridPlan(msgspec.Struct, frozen=True):
    """Columns and rows of the grid, and how many of them the parts take."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    board: tuple[int, int] = (1, 1)
    """Columns and rows of the board."""
    front: int = 1
    """Columns of the panel below it."""
    log: int = 1
    """Columns of the log."""
    last: int = 1
    """Columns of the last panel beside it."""
    is_shared: bool = False
    """Whether the game's own panels share one place."""


def has_tabs(size: Size) -> bool:
    """Whether panels are tabs in a terminal of this size."""
    return size.width < ROOMY[0] or size.height < ROOMY[1]


def plan(room: GridRequest) -> GridPlan:
    """Share the room out; the log has the whole width where nothing stands beside it."""
    if has_tabs(room.size):
        return _tabs(room)
    found = _panels(room)
    return found if room.has_front else msgspec.structs.replace(found, log=len(found.columns))


def _lines(room: GridRequest) -> int:
    """The lines that are left when what is always there has its own."""
    return room.size.height - HEADING - room.tracks - room.above - room.below


def _tabs(room: GridRequest) -> GridPlan:
    """The board, and one panel below it: what the board leaves free is the panel's, and the prompt's before that."""
    if not room.has_board:
        return GridPlan(("1fr",), _rows(room, [], "1fr"))
    left = _lines(room)
    board = room.boards[-1].height
    usual = max(TAB - bool(room.above or room.below), min(FRONT, left - PROMPT - board), room.is_held * room.front)
    tab = min(usual + room.higher, left - PROMPT - LEAST_BOARD)
    missing = max(0, board + tab + room.asked - left)
    if not room.is_held:
        tab = max(min(tab, LEAST_TAB), tab - min(missing, room.asked - PROMPT))
    return GridPlan(("1fr",), _rows(room, ["1fr"], str(tab)))


def _panels(room: GridRequest) -> GridPlan:
    """The board with panels beside it, and the hand and the log below."""
    front = _front(room)
    lines = _lines(room) - room.asked - front
    if not room.has_board:
        return _without_board(room, front, lines)
    width, board = room.size.width, room.boards[0].width
    spare = max(SIDE, min(width - board, width // 2))
    if room.beside >= 2 and width - board >= 2 * SIDE:
        side = max(SIDE // 2, min(WIDEST_SIDE, spare // 2) + room.wider)
        high = (room.beside + 1) // 2
        return GridPlan(
            ("1fr", str(side), str(side)),
            _rows(room, _shares(high, lines), str(front)),
            board=(1, high),
            front=2 if room.has_log else 3,
            last=1 + room.beside % 2,
        )
    side = max(SIDE // 2, min(WIDEST_SIDE, spare) + room.wider)
    if not room.beside and not room.has_log:
        return GridPlan(("1fr",), _rows(room, ["1fr"], str(front)))
    is_shared = room.own > 1 and lines // room.beside < room.least
    high = max(1, room.beside - (room.own - 1) * is_shared)
    return GridPlan(
        ("1fr", str(side)),
        _rows(room, _shares(high, lines), str(front)),
        board=(1 if room.beside else 2, high),
        front=1 if room.has_log else 2,
        is_shared=is_shared,
    )


def _without_board(room: GridRequest, front: int, lines: int) -> GridPlan:
    """Panels side by side, and the hand and the log below."""
    if not room.beside:
        return GridPlan(("1fr", "1fr"), _rows(room, [], "1fr"), front=1 if room.has_log else 2)
    rows = _shares((room.beside + 1) // 2, lines)
    front_columns = 1 if room.has_log else 2
    return GridPlan(
        ("1fr", "1fr"), _rows(room, rows, str(front)), board=(1, 1), front=front_columns, last=1 + room.beside % 2
    )


def _shares(count: int, lines: int) -> list[str]:
    """Equal shares of lines; what is left over is the first one's."""
    return ["1fr", *[str(lines // count)] * (count - 1)]


def _front(room: GridRequest) -> int:
    """Lines of the hand: what the board and the panels beside it do not need, and no fewer than it shows all in."""
    left = _lines(room) - room.asked
    usual = left + room.asked - PROMPT - min(FRONT, max(LEAST_FRONT, room.front))
    fitting = (size.height for size in room.boards if size.height <= usual)
    needed = max(next(fitting, room.boards[-1].height), BESIDE if room.beside else 0)
    most = HIGHEST_FRONT if room.has_log else max(FRONT, room.most)  # a log has use for any number
    lines = max(min(room.front, FRONT), min(most, left - needed))
    return max(LEAST_TAB, min(lines + room.higher, left - LEAST_BOARD))


def _rows(room: GridRequest, board: list[str], front: str) -> tuple[str, ...]:
    above = [str(room.above)] if room.above else []
    below = [str(room.below)] if room.below else []
    tracks = [str(room.tracks)] if room.tracks else []
    return (*above, "1", *tracks, *board, front, *below, str(room.asked))
