"""A journal in memory, and a small campaign that tests change."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from engine.core.campaign.content import Campaign, load_campaign
from engine.core.campaign.ledger import LedgerHeader
from engine.core.content import decode
from engine.core.kinds import Setup

FOLDER = Path(__file__).parents[1] / "made_up" / "data" / "campaigns" / "long-fog"
LONG_FOG = load_campaign(FOLDER)
HEADER = LedgerHeader(
    id="0123456789abcdef",
    game="marsh-lights",
    campaign="long-fog",
    name="Ours",
    started=1,
    players={"amber": "me", "jade": "Ann"},
)
SETUP = Setup(game="marsh-lights", scenario="ford", seats=("amber", "jade"))


class Kept:
    """A journal in memory."""

    on = True
    name = "ours.jsonl"

    def __init__(self, *lines: bytes, torn: bool = False) -> None:
        self.kept = list(lines)
        self.torn = torn

    def lines(self):
        return iter(self.kept)

    def append(self, line: bytes) -> None:
        self.kept.append(line)


def changed(**parts: Any) -> Campaign:
    """The campaign of Marsh Lights with other parts."""
    fields = msgspec.to_builtins(LONG_FOG) | parts
    return decode("campaign.json", msgspec.json.encode(fields), Campaign)


def small(**parts: Any) -> Campaign:
    """A campaign of one chapter and one ending, with other parts."""
    fields: dict[str, Any] = {
        "id": "small",
        "title": "Small",
        "text": "",
        "start": "one",
        "chapters": [chapter("one", "home")],
        "endings": [{"id": "home", "title": "Home", "text": ""}],
    }
    return decode("campaign.json", msgspec.json.encode(fields | parts), Campaign)


def chapter(name: str, *ways: str | dict[str, Any], **more: Any) -> dict[str, Any]:
    """A chapter as a file has it; a way is a name, or a name with a condition."""
    following = [{"to": way} if isinstance(way, str) else way for way in ways]
    return {"id": name, "title": name, "scenario": "ford", "next": following, **more}
