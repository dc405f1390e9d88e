"""Questions: which rules they are about, the letters of their answers, and what is asked before one is given."""

from __future__ import annotations

from typing import Literal

from engine.core.kinds import Ask, Move
from engine.games.dawn_of_peacemakers import frames as f
from engine.games.dawn_of_peacemakers import moves as m
from engine.games.dawn_of_peacemakers.state import GameState
from engine.games.dawn_of_peacemakers.status import turn_order
from engine.peacemakers.words import counted, joined
from tui.peacemakers.walking import walks

_RULES: dict[type, tuple[str, ...]] = {
    f.Act: ("DOP-ADV-02", "DOP-ADV-03", "DOP-ADV-07", "DOP-TRAV-02", "DOP-SEC-02"),
    f.ChooseUse: ("DOP-ADV-03", "DOP-ADV-04"),
    f.ChooseArmy: ("DOP-INF-02", "DOP-INF-14"),
    f.ChooseOrderDeck: ("DOP-INF-03", "DOP-INF-04"),
    f.Feed: ("DOP-INF-05", "DOP-INF-06"),
    f.PutInOrder: ("DOP-INF-08",),
    f.RideAlong: ("DOP-MOVE-08",),
    f.PickTarget: ("DOP-SCH-01", "DOP-GEN-06"),
    f.Pick: ("DOP-SCH-01",),
}


def rules_about(ask: Ask) -> tuple[str, ...]:
    """The ids of the rules that one should know to answer."""
    return _RULES[type(ask)]


LETTERS = {"influence": "y", "travel": "t", "fortify": "f", "scheme": "k"}
"""The key of each use of a card, the same for all cards."""
PLACE, EXCHANGE = "f", "w"
"""The keys that fortify the space and exchange the card that is pointed at."""


def letter(move: Move) -> str:
    """The key of a move; those that Enter makes have none."""
    match move:
        case m.UseRow():
            return LETTERS[move.row]
        case m.UseScheme():
            return LETTERS["scheme"]
        case m.PlaceToken():
            return PLACE
        case m.Exchange():
            return EXCHANGE
    return ""


def ways(view: GameState, ask: Ask, seat: str) -> dict[str, tuple[Move, ...]]:
    """The shortest way to every space that the movement points of a turn reach."""
    if not isinstance(ask, f.Act) or not view.steps:
        return {}
    return walks(view.figures[seat], view.steps, view.box.scene.ways.__getitem__, m.StepTo)


def leads(view: GameState, ask: Ask) -> Literal["", "board", "hand"]:
    """Points and tokens are spent on the board; order cards that are looked at are in the hand."""
    if isinstance(ask, f.PutInOrder):
        return "hand"
    return "board" if isinstance(ask, f.Act) and (view.steps or view.tokens) else ""


def warns_of(view: GameState, ask: Ask, move: Move) -> tuple[str, str] | None:
    """What a move does that is easily done by mistake, and the answer that lets it happen."""
    if not isinstance(ask, f.Act) or not isinstance(move, m.EndTurn | m.Exchange):
        return None
    is_last = turn_order(view)[-1:] == ask.seats
    lost = [counted(view.steps, "movement point")] * bool(view.steps)
    lost += [counted(view.tokens, "fortification")] * bool(view.tokens)
    words = "Your turn ends"
    if lost:
        words += f" with {joined(lost)} unused"
    if is_last:
        words += ", and the armies act now" if lost else " and the armies act now"
    if not lost and not is_last and isinstance(move, m.EndTurn):
        return None
    return words, "Let them act" if is_last else "End it"


def passing(ask: Ask) -> str:
    """What passing is called."""
    return {f.Act: "end turn", f.Feed: "add nothing", f.RideAlong: "stay"}.get(type(ask), "")
