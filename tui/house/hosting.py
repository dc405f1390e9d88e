"""What the host of a house does about its tables and its people, from outside of it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from engine.core.errors import Refused, nearest

if TYPE_CHECKING:
    from tui.house.house import House

LOG = logging.getLogger("parley.house")
HOST = "host"
"""Under which name the host speaks; nobody can claim it."""


class Hosting:
    """The house as its host has it in hand."""

    def __init__(self, house: House) -> None:
        """Of a house."""
        self._house = house

    def tables(self) -> list[dict[str, Any]]:
        """All tables, also those that are not listed for everybody; nothing of what is hidden at them."""
        order = {"open": 0, "running": 1, "finished": 2}
        rooms = sorted(self._house.rooms.values(), key=lambda room: (order[room.stands], -room.record.opened))
        return [
            {
                "table": room.code,
                "stands": room.stands,
                "title": room.title,
                "progress": room.progress,
                "owner": room.record.owner,
                "access": room.record.access,
                "seats": {room.title_of(seat): room.person_of(seat) for seat in room.record.chairs},
                "here": sorted(room.here),
            }
            for room in rooms
        ]

    def end(self, code: str) -> None:
        """Put a table away for good, whose ever it is; its journal stays."""
        code = code.strip().lower()
        room = self._house.rooms.get(code)
        if room is None:
            raise Refused(f'There is no table "{code[:30]}".{nearest(code, self._house.rooms)}')
        self._house.put_away(room, "The host")

    def announce(self, words: str) -> str:
        """Say something to all in the lobby; what was said."""
        said = self._house.talk.say(HOST, words)
        self._house.bells.ring()
        return said.words

    def change(self, *, welcome: str, from_one_place: int) -> None:
        """Take other settings."""
        self._house.welcome = welcome
        self._house.limit_places(from_one_place)
        self._house.bells.ring()

    def forget(self, name: str) -> None:
        """Keep nothing for a guest who was shown out."""
        self._house.forget_guest(name)
