"""The state of a game of Horrors of War. Components are replaced, never changed in place."""

from __future__ import annotations

from engine.core import rules
from engine.core.cards import Deck
from engine.core.kinds import Seat
from engine.games.horrors_of_war.content.box import Box
from engine.peacemakers.battlefield import Battlefield
from engine.peacemakers.ongoing import Ongoing as Ongoing
from engine.peacemakers.ongoing import amount_beside as amount_beside
from engine.peacemakers.ongoing import beside as beside
from engine.peacemakers.ongoing import is_under as is_under
from engine.peacemakers.ongoing import named_beside as named_beside

HORROR = "?horror"
"""A hidden card that shows a horror's back."""

SECRET = "?secret"
"""A face-down order card with a back of its own (HOW-S3-04..05)."""

RESOURCE = "?resource"
"""A hidden card that shows a resource card's back."""


NONE_TAKEN: tuple[Seat, str] = ("", "")
"""Nobody has taken up a card."""


class GameState(Battlefield[Box]):
    """Everything on and around the map."""

    pools: dict[str, tuple[str, ...]] = {}
    """Which cards are in the game, by deck: ``resources``, ``horrors``, ``macaw.left``. A view leaves them out, because
    it names nothing that lies face down."""
    hands: dict[Seat, tuple[str, ...]] = {}
    orders: dict[str, Deck] = {}
    """The order decks, by names such as ``macaw.left``."""
    resources: Deck = Deck()
    known: frozenset[str] = frozenset()
    """Cards of the resource deck whose kind and place everybody saw (HOW-GEN-19)."""
    horrors: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    """Drawn horrors, face down, in the order in which they will be resolved."""
    fresh: int = 0
    """How many of those were drawn while the present horror was resolved; they come first (HOW-HOR-13)."""
    facing: str = ""
    """The horror that is being resolved."""
    drawn: tuple[str, ...] = ()
    """The cards of a refresh before they are divided, face down."""
    ongoing: tuple[Ongoing, ...] = ()

    taken: tuple[Seat, str] = NONE_TAKEN
    """Who has taken up a card to play it, and which; it is still in the hand."""
    passed: tuple[Seat, ...] = ()
    guards: dict[str, int] = {}
    """Defence that units have until the end of the round."""
    speeds: dict[str, int] = {}
    """The speeds of this round's orders, in tenths."""
    tally: dict[str, int] = {}
    """What units did in the order that is being resolved."""
    suffered: dict[str, int] = {}
    """What happened to each side this round, by names such as ``macaw.wounded``."""
    reminded: tuple[str, ...] = ()
    won: bool | None = None


Turn = rules.Turn[GameState]
"""The workbench of this game's rules."""


def masked(deck: Deck, secrets: frozenset[str]) -> Deck:
    """An order deck as everybody may see it: face-down cards have no name, but Secrets have a back of their own."""
    seen = deck.masked()
    if secrets.isdisjoint(deck.cards):
        return seen
    backs = [SECRET if new != old and old in secrets else new for old, new in zip(deck.cards, seen.cards, strict=True)]
    return Deck(tuple(backs), seen.faceup, seen.discard)
