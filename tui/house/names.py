"""Names that nobody can claim at the door: those of the host, of the house itself, of bots and of seats."""

from __future__ import annotations

import re
from functools import cache

from engine import registry
from engine.bots import names as bot_names
from engine.bots.levels import LEVELS
from tui.house.people import look_alike

_OFFICES = (
    "host hostess owner house parley server service daemon system sys sysop sysadmin root admin administrator "
    "operator staff support mod moderator security ssh sshd"
)
_NO_ONE = (
    "nobody noone none null anybody anyone everybody everyone all somebody someone unknown anonymous me you here "
    "guest guests spectator spectators stranger"
)
_THINGS = "bot bots computer player players seat seats table tables lobby open free empty"
_TAIL = re.compile(r"[0-9]+$")


def is_reserved(name: str) -> bool:
    """Whether a name would be taken for somebody or something else; a number or a dash more does not help."""
    plain = name.replace("-", "").replace("_", "")
    return _TAIL.sub("", plain) in _reserved() or any(look_alike(name, word) for word in _reserved())


@cache
def _reserved() -> frozenset[str]:
    bots = [word for bot in (*bot_names(), *LEVELS) for word in (bot, f"{bot}bot")]
    seats = [seat for game in registry.game_ids() for seat in registry.game(game).seat_names]
    words = f"{_OFFICES} {_NO_ONE} {_THINGS}".split()
    return frozenset([*words, *(f"the{word}" for word in words), *bots, *(seat.lower() for seat in seats)])
