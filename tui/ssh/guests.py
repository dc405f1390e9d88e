"""Guests are known again by a code: many people can share an address, and a name that nobody owns proves nothing."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable

_LETTERS, _LENGTH = "23456789abcdefghjkmnpqrstuvwxyz", 8
_MANY = 100


class Guests:
    """The codes of the guests of a house; they are gone when it closes, like all that guests have."""

    def __init__(self, is_held: Callable[[str], bool]) -> None:
        """Nobody is here; `is_held` tells whether a name is kept for the guest who has it."""
        self._is_held = is_held
        self._codes: dict[str, str] = {}

    def fresh(self, name: str) -> str:
        """A new code, for a guest who has just taken a name."""
        if len(self._codes) > _MANY:
            self._codes = {name: code for name, code in self._codes.items() if self._is_held(name)}
        self._codes[name] = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
        return self._codes[name]

    def is_code(self, name: str, code: str) -> bool:
        """Whether a code is that of the guest who has a name."""
        known = self._codes.get(name, "")
        typed = code.strip().lower().replace("-", "")
        return bool(known) and hmac.compare_digest(known.encode(), typed.encode())
