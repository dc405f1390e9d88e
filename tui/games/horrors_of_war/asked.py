"""Questions: which rules they are about, the letters of their answers, and the ways that take several of them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.kinds import Ask, Move
from engine.games.horrors_of_war import actions
from engine.games.horrors_of_war import frames as f
from engine.games.horrors_of_war import moves as m
from engine.games.horrors_of_war.state import GameState
from tui.peacemakers.walking import walks

_RULES: dict[type, tuple[str, ...]] = {
    f.Act: ("HOW-ADV-03", "HOW-ADV-05"),
    f.ChooseUse: ("HOW-ADV-05", "HOW-ADV-15"),
    f.ChooseDeck: ("HOW-SUR-01", "HOW-SUR-04"),
    f.ChooseReceiver: ("HOW-DEL-01", "HOW-DEL-04"),
    f.TravelOn: ("HOW-TRV-02", "HOW-TRV-05"),
    f.PickTarget: ("HOW-SCH-03", "HOW-SCH-14"),
    f.OfferBonus: ("HOW-SCH-04",),
}


def rules_about(view: GameState, ask: Ask) -> tuple[str, ...]:
    """The ids of the rules that one should know to answer."""
    if isinstance(ask, f.ChooseMore):
        return ("HOW-SET-13",) if ask.dealing else ("HOW-REF-12",)
    if isinstance(ask, f.Pick):
        return ("HOW-HOR-18",) if ask.effect.source in view.box.horrors else ("HOW-SCH-11",)
    return _RULES[type(ask)]


LETTERS = {"survey": "y", "travel": "t", "fortify": "f", "delegate": "a", "scheme": "k"}
"""The key of each use of a card, the same for all cards; none of them does anything else at a table of one's own."""


def letter(move: Move) -> str:
    """The key of a use of a card; other moves have none."""
    if isinstance(move, m.UseRow):
        return LETTERS[move.row]
    return LETTERS["scheme"] if isinstance(move, m.UseScheme) else ""


def ways(view: GameState, ask: Ask, seat: str) -> dict[str, tuple[Move, ...]]:
    """The shortest way to every space that the steps of a travel row reach."""
    if not isinstance(ask, f.TravelOn):
        return {}

    def steps_from(here: str) -> Sequence[str]:
        there = view.clone()
        there.figures = {**view.figures, seat: here}
        return actions.steps(there, seat)

    return walks(view.figures[seat], ask.steps, steps_from, m.StepTo)
