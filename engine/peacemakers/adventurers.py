"""The four adventurers, who are the same people in both games."""

from __future__ import annotations

from typing import Literal

Adventurer = Literal["tambatro", "nabo", "akezan", "yainar"]

ADVENTURERS: tuple[Adventurer, ...] = ("tambatro", "nabo", "akezan", "yainar")

ADVENTURER_TITLES: dict[str, str] = {
    "tambatro": "Tambatro",
    "nabo": "Nabo",
    "akezan": "Akezan",
    "yainar": "Yainar",
}
"""The adventurers as a player reads them."""
