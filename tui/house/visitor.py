"""Who comes in at the door, and what the house behind it has to answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import msgspec

if TYPE_CHECKING:
    from textual.app import App


HERE = "here"
"""The address of the host, who plays on the terminal that the house was opened from."""


class Visitor(msgspec.Struct, frozen=True):
    """Who came in."""

    name: str
    """The login name, already checked."""
    address: str
    """The IP address that they come from."""
    is_guest: bool = False
    """Whether they came without a key, which only a house that admits guests allows."""
    fingerprint: str = ""
    """Of their key; guests have none."""
    code: str = ""
    """By which a guest whose line breaks is known again."""


class AnyHosting(Protocol):
    """What the host does about a house, from outside of it."""

    def tables(self) -> list[dict[str, Any]]:
        """All tables, with nothing of what is hidden at them."""
        ...

    def end(self, code: str) -> None:
        """Put a table away for good."""
        ...

    def announce(self, words: str) -> str:
        """Say something to all; what was said, without anything that could move a terminal."""
        ...

    def change(self, *, welcome: str, from_one_place: int) -> None:
        """Take other settings."""
        ...

    def forget(self, name: str) -> None:
        """Keep nothing for a guest who was shown out."""
        ...


class AnyHouse(Protocol):
    """What stands behind the door."""

    problems: dict[str, str]
    """Tables that cannot be opened, and why."""

    @property
    def host(self) -> AnyHosting:
        """The house as its host has it in hand."""
        ...

    def start(self) -> None:
        """The loop runs: what happens by itself may begin."""
        ...

    def app(self, visitor: Visitor, errand: str) -> App[Any]:
        """A new app for one connection; the errand is nothing, or the code of a table ("maple-7")."""
        ...

    def tables(self, visitor: Visitor) -> str:
        """The list that `ssh host tables` prints."""
        ...

    def has_table(self, visitor: Visitor, code: str) -> str:
        """Nothing if they may go to that table, else a sentence that says why not."""
        ...

    def holds_guest(self, name: str) -> bool:
        """Whether a name is kept for a guest, who is here or whose line broke a moment ago."""
        ...

    async def close(self, words: str) -> None:
        """The house closes: everybody is told, and the tables are safe when this returns."""
        ...
