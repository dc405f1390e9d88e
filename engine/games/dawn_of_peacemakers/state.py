"""The state of a game of Dawn of Peacemakers. Components are replaced, never changed in place."""

from __future__ import annotations

import msgspec

from engine.core import rules
from engine.core.cards import Deck
from engine.core.hexes import Facing
from engine.core.kinds import Seat
from engine.games.dawn_of_peacemakers.content.box import Box
from engine.peacemakers.battlefield import Battlefield
from engine.peacemakers.ongoing import Ongoing

RESOURCE = "?resource"
"""A hidden resource card."""

PLOY, TASK = "?ploy", "?task"
"""Hidden order cards: their backs tell ploys from tasks."""

AGENDA = "?agenda"
"""The hidden agenda of another player."""

OPEN_HANDS = "open-hands"
"""DOP-GEN-15: the option with which everybody sees all hands."""

NONE_TAKEN: tuple[Seat, str] = ("", "")
"""Nobody has taken up a card."""


class Influence(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The influence that is being used: whose, on which army, and the order cards in hand."""

    seat: Seat
    army: str
    due: int = 0
    """How many cards are still to be drawn (DOP-INF-01)."""
    drawn: tuple[str, ...] = ()
    """The drawn cards, which only the influencing player sees (DOP-INF-04)."""
    sorted: tuple[str, ...] = ()
    """Those that have a place already: the first of each deck will lie on top."""


class GameState(Battlefield[Box]):
    """Everything on and around the map."""

    fronts: dict[str, Facing] = {}
    """The frontline of each side: the direction in which it advances."""
    hands: dict[Seat, tuple[str, ...]] = {}
    orders: dict[str, Deck] = {}
    """The order decks, by names such as ``macaw.ploy`` and ``macaw.task``."""
    known: dict[Seat, frozenset[str]] = {}
    """The cards in order decks whose place a seat knows, because it put them there."""
    resources: Deck = Deck()
    removed: tuple[str, ...] = ()
    """Task cards that are out of play (DOP-ADV-11)."""
    first: Seat = ""
    """Who has the starting player token."""
    turn: Seat = ""
    """Whose turn it is."""
    acted: bool = False
    """Whether the turn contains an action (DOP-ADV-07)."""
    steps: int = 0
    """Movement points that are left (DOP-TRAV-02)."""
    tokens: int = 0
    """Fortification tokens that are left (DOP-SEC-02)."""
    taken: tuple[Seat, str] = NONE_TAKEN
    """Who has taken up a card to play it, and which; it is still in the hand."""
    played: tuple[str, ...] = ()
    """The cards of the present action, which are discarded when it is resolved (DOP-ADV-06)."""
    influence: Influence | None = None
    ongoing: tuple[Ongoing, ...] = ()

    turned: dict[str, tuple[str, str]] = {}
    """The order of each army this round: its ploy and its task, which may be missing."""
    acting: tuple[str, ...] = ()
    """The armies that carry out their orders in the present step."""
    guards: dict[str, int] = {}
    """Defence that units have until the end of the round."""
    edges: dict[str, int] = {}
    """What ploys add to the tasks that are being carried out, by names such as ``macaw.offence``."""
    hurting: frozenset[str] = frozenset()
    """The injured units whose ability works."""
    tally: dict[str, int] = {}
    """How often each unit did something in the step that is being resolved, by names such as ``moved:macaw-2``."""
    suffered: dict[str, int] = {}
    """What happened to each side this round, by names such as ``macaw.wounded``."""
    night: bool = False
    happened: tuple[str, ...] = ()
    """The events so far."""
    agendas: dict[Seat, str] = {}
    shared_agenda: str = ""
    met: tuple[Seat, ...] = ()
    """Whose agenda was met at the end; the shared one has the empty name."""
    ending: str = ""
    """The end condition that was met."""
    won: bool | None = None


Turn = rules.Turn[GameState]
"""The workbench of this game's rules."""


def back_of(box: Box, card: str) -> str:
    """The back of an order card."""
    return PLOY if card == PLOY or card in box.ploys else TASK


def has_open_hands(state: GameState) -> bool:
    """DOP-GEN-04, DOP-GEN-15: whether everybody sees all hands; alone there is nothing to hide."""
    return OPEN_HANDS in state.options or len(state.seats) == 1


def sees_hand(state: GameState, seat: Seat, of: Seat) -> bool:
    """DOP-GEN-04: whether a seat sees a hand."""
    return seat == of or has_open_hands(state)
