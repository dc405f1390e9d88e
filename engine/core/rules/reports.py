"""The part of the rules that lists, the log and measurements ask."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from engine.core.campaign.content import CAMPAIGNS
from engine.core.content import builtin, own
from engine.core.errors import ContentError
from engine.core.kinds import Fact, Seat, Setup, State

S = TypeVar("S", bound=State[Any])

MEASURED = "balance.json"
"""The file beside the content that holds measurements of it, and is no content itself."""


class Reports(ABC, Generic[S]):
    """What is remembered, counted and checked. The defaults report nothing."""

    id: str

    def missing(self, state: S) -> Sequence[str]:
        """What a saved game needs and today's content no longer has; it folds, but cannot be played or shown."""
        return ()

    def honours(self, state: S) -> tuple[str, ...]:
        """What a finished game is remembered for besides being won."""
        return ()

    def counts(self, state: S) -> dict[str, int]:
        """Numbers of a finished game that reports average, such as casualties."""
        return {}

    def used(self, fact: Fact) -> str:
        """Which piece of the content a fact shows in use, for reports; empty for most."""
        return ""

    def usable(self, setup: Setup) -> Sequence[str]:
        """Every piece of the content that can come into use, by the names that `used` gives."""
        return ()

    def edition(self, setup: Setup) -> str:
        """A short hash of everything that such a game is played with, apart from its seed and who sits where.

        By default of all JSON files of the game, its scenario, options and number of seats.
        """
        seats: tuple[Seat, ...] = tuple(str(number) for number, _ in enumerate(setup.seats))
        played = msgspec.structs.replace(
            setup, seats=seats, seed=None, table="", open_undo=False, branched=False, campaign=""
        )
        content = blake2b(msgspec.json.encode(played.written()), digest_size=6)
        for folder in (builtin(self.id), own(self.id)):
            for path in sorted(folder.rglob("*.json")):
                if path.name != MEASURED and CAMPAIGNS not in path.relative_to(folder).parts:
                    content.update(path.read_bytes())
        return content.hexdigest()

    def content_mistakes(self, folder: Path) -> Sequence[ContentError]:
        """What is wrong with a folder of this game's content; by default nothing is checked."""
        return ()

    def content_schemas(self) -> dict[str, dict[str, Any]]:
        """A JSON Schema for each kind of content file, by a name such as `scenarios`; none by default."""
        return {}

    def accounted(self, state: S) -> Sequence[str]:
        """Every card and piece, sorted: the same list all game long, or something was lost."""
        return ()
