"""Which rules of the rulebook a question is about."""

from __future__ import annotations

from engine.core.kinds import Ask
from engine.games.horrors_of_war import frames as f
from engine.games.horrors_of_war.library import library

_RULES: dict[type, tuple[str, ...]] = {
    f.Act: ("HOW-ADV-03", "HOW-ADV-05"),
    f.ChooseUse: ("HOW-ADV-05", "HOW-ADV-15"),
    f.ChooseDeck: ("HOW-SUR-01", "HOW-SUR-04"),
    f.ChooseReceiver: ("HOW-DEL-01", "HOW-DEL-04"),
    f.TravelOn: ("HOW-TRV-02", "HOW-TRV-05"),
    f.PickTarget: ("HOW-SCH-03", "HOW-SCH-14"),
    f.OfferBonus: ("HOW-SCH-04",),
}


def rules_about(ask: Ask) -> tuple[str, ...]:
    """The ids of the rules that one should know to answer."""
    if isinstance(ask, f.ChooseMore):
        return ("HOW-SET-13",) if ask.dealing else ("HOW-REF-12",)
    if isinstance(ask, f.Pick):
        return ("HOW-HOR-18",) if ask.effect.source in library().horrors else ("HOW-SCH-11",)
    return _RULES[type(ask)]
