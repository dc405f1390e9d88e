"""What the host does while the house is open: see tables and people, end, kick, announce, and read the setup again."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from engine.core.errors import ParleyError, Refused, nearest
from tui.console import drop_output, say
from tui.house.people import Allowed
from tui.ssh.config import Config

if TYPE_CHECKING:
    from tui.ssh.server import Server

FIXED = ("host", "port", "data", "local", "login")
"""Settings that an open house cannot change."""

KICKED = "The host asks you to leave for now."


class Host:
    """Does what the host asks for from another terminal."""

    def __init__(self, server: Server, again: Callable[[], Config] | None = None) -> None:
        """Of an open house; `again` reads its setup once more."""
        self.server = server
        self._again = again
        self._had_terminal = os.isatty(0)

    def do(self, words: list[str]) -> Any:
        """Do what a command says; what it gets for an answer."""
        match words:
            case ["tables"]:
                return self.server.house.host.tables()
            case ["people"]:
                return self.people()
            case ["end", code]:
                self.server.house.host.end(code)
                return f"The table {code} is put away; its journal stays."
            case ["kick", name]:
                return self.kick(name)
            case ["announce", text]:
                return self.announce(text)
            case ["reload"]:
                return self.reload()
        raise Refused("The house that is open knows no such command; it may be an older Parley.")

    def people(self) -> list[dict[str, Any]]:
        """Who is here, by connection."""
        doors = sorted((door for door in self.server.doors if door.is_known), key=lambda door: door.visitor.name)
        return [
            {
                "name": door.visitor.name,
                "address": door.visitor.address,
                "is_guest": door.visitor.is_guest,
                "sessions": len(door.sessions),
            }
            for door in doors
        ]

    def kick(self, name: str) -> str:
        """Show somebody out; they may come back."""
        server = self.server
        doors = [door for door in server.doors if door.is_known and door.visitor.name == name]
        if not doors:
            here = {door.visitor.name for door in server.doors if door.is_known}
            raise Refused(f'Nobody here is called "{name[:30]}".{nearest(name, here)}')
        for door in doors:
            door.refusal = door.refusal or KICKED
            server.show_out(door, KICKED)
            if not door.sessions:
                door.close(KICKED)
        server.house.host.forget(name)
        return f"{name} is shown out; `parley users ban` keeps them out."

    def announce(self, text: str) -> str:
        """Tell everybody something, wherever they are."""
        said = self.server.house.host.announce(text)
        for session in list(self.server.sessions):
            session.tell(f"The host says: {said}")
        return f"{len(self.server.sessions)} were told."

    # The setup

    def hang_up(self, stop: Callable[[], None]) -> None:
        """Heed the signal: a house whose terminal is gone closes, any other reads its setup again."""
        if self._had_terminal and not os.isatty(0):
            stop()
            return
        try:
            words = self.reload()
        except ParleyError as error:
            words = f"The settings stay as they are: {error}"
            self.server.record.note("cannot reload", why=str(error))
        if not self.server.is_silent:
            tell_host(words)

    def reload(self) -> str:
        """Read the setup again; a mistake in it changes nothing."""
        server = self.server
        before = server.config
        found = self._again() if self._again else before
        kept = {name: getattr(before, name) for name in FIXED}
        stuck = [name for name in FIXED if getattr(found, name) != kept[name]]
        found = msgspec.structs.replace(found, **kept)
        allowed = Allowed(found.allow)
        server.config, server.allowed = found, allowed
        server.limits.change(found.patience, found.connections_per_address, found.names_per_address)
        server.house.host.change(welcome=found.motd, from_one_place=found.tables_per_address)
        server.check_everybody()
        changed = [name for name in Config.__struct_fields__ if getattr(found, name) != getattr(before, name)]
        server.record.note("reloaded", changed=changed, needs_restart=stuck)
        return _told(changed, stuck)


def tell_host(words: str) -> None:
    """Say something on the terminal of the house, in the place of the line that says who is here."""
    try:
        if sys.stdout.isatty():
            sys.stdout.write("\r\x1b[K")
        say(words)
        sys.stdout.flush()
    except OSError:  # it is gone
        drop_output()


def _told(changed: list[str], stuck: list[str]) -> str:
    words = f"The settings were read again; changed: {', '.join(changed) or 'nothing'}."
    return words + (f" Only a restart changes {', '.join(stuck)}." if stuck else "")
