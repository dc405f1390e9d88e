"""What the others at a table are asked when somebody wants to take back more than a last move."""

from __future__ import annotations

import msgspec


class TakingBack(msgspec.Struct, frozen=True):
    """Somebody wants to take back moves of which the later ones are not theirs."""

    by: str
    number: int
    """The first move that goes."""
    words: str
    """What the move was, as far as everybody may know it."""
    missing: tuple[str, ...]
    """Who has to agree yet."""
    serial: int = 0
    """Which question of this kind it is: whoever agrees, agrees to this one."""
