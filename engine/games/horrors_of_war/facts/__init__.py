"""All facts of the game. Nothing else changes a state."""

from __future__ import annotations

from engine.games.horrors_of_war.facts.cards import (
    CardDelegated,
    CardDiscarded,
    CardDrawn,
    CardGiven,
    CardPlayed,
    CardRecovered,
    CardReturned,
    CardShown,
    CardStayed,
    CardTaken,
    HorrorAdded,
    HorrorDiscarded,
    HorrorRevealed,
    HorrorSetAside,
    HorrorStayed,
    HorrorWarded,
    OngoingEnded,
    RefreshDivided,
    RefreshDrawn,
    TargetChosen,
    TargetMissed,
    TopCardBuried,
)
from engine.games.horrors_of_war.facts.map import (
    AreaSpared,
    DefenceRaised,
    Passed,
    UnitAttacked,
    UnitBlocked,
    UnitDefeated,
    UnitMoved,
    UnitTurned,
    UnitWounded,
)
from engine.games.horrors_of_war.facts.orders import (
    ArmyPhaseBegan,
    HalfMuted,
    OrderBegan,
    OrderCardsMoved,
    OrderRevealed,
    OrdersRanked,
    OrderTurned,
)
from engine.games.horrors_of_war.facts.setup import (
    CardsGathered,
    GameEnded,
    HandsDealt,
    HorrorDeckShuffled,
    HorrorsTaken,
    OrderDeckShuffled,
    Reminded,
    ResourceDeckShuffled,
    RoundBegan,
    StatusChecked,
    TableLaid,
    UnitPlaced,
)
from engine.peacemakers.facts import (
    AdventurerMoved,
    ArmyJoined,
    DieRolled,
    FortificationsPlaced,
    FortificationsRemoved,
    MotivationChanged,
    MotivationSet,
    UnitMended,
)

__all__ = [
    "AdventurerMoved",
    "AreaSpared",
    "ArmyJoined",
    "ArmyPhaseBegan",
    "CardDelegated",
    "CardDiscarded",
    "CardDrawn",
    "CardGiven",
    "CardPlayed",
    "CardRecovered",
    "CardReturned",
    "CardShown",
    "CardStayed",
    "CardTaken",
    "CardsGathered",
    "DefenceRaised",
    "DieRolled",
    "Facts",
    "FortificationsPlaced",
    "FortificationsRemoved",
    "GameEnded",
    "HalfMuted",
    "HandsDealt",
    "HorrorAdded",
    "HorrorDeckShuffled",
    "HorrorDiscarded",
    "HorrorRevealed",
    "HorrorSetAside",
    "HorrorStayed",
    "HorrorWarded",
    "HorrorsTaken",
    "MotivationChanged",
    "MotivationSet",
    "OngoingEnded",
    "OrderBegan",
    "OrderCardsMoved",
    "OrderDeckShuffled",
    "OrderRevealed",
    "OrderTurned",
    "OrdersRanked",
    "Passed",
    "RefreshDivided",
    "RefreshDrawn",
    "Reminded",
    "ResourceDeckShuffled",
    "RoundBegan",
    "StatusChecked",
    "TableLaid",
    "TargetChosen",
    "TargetMissed",
    "TopCardBuried",
    "UnitAttacked",
    "UnitBlocked",
    "UnitDefeated",
    "UnitMended",
    "UnitMoved",
    "UnitPlaced",
    "UnitTurned",
    "UnitWounded",
]

Facts = (
    TableLaid
    | ArmyJoined
    | UnitPlaced
    | MotivationSet
    | CardsGathered
    | OrderDeckShuffled
    | HorrorDeckShuffled
    | ResourceDeckShuffled
    | HorrorsTaken
    | HandsDealt
    | RoundBegan
    | Reminded
    | CardTaken
    | CardShown
    | CardPlayed
    | CardDelegated
    | CardGiven
    | CardDrawn
    | CardRecovered
    | CardReturned
    | CardDiscarded
    | TopCardBuried
    | RefreshDrawn
    | RefreshDivided
    | HorrorAdded
    | HorrorSetAside
    | HorrorRevealed
    | HorrorWarded
    | HorrorDiscarded
    | HorrorStayed
    | TargetChosen
    | TargetMissed
    | CardStayed
    | OngoingEnded
    | AdventurerMoved
    | FortificationsPlaced
    | FortificationsRemoved
    | Passed
    | OrderRevealed
    | OrderCardsMoved
    | ArmyPhaseBegan
    | OrderTurned
    | OrdersRanked
    | OrderBegan
    | DieRolled
    | HalfMuted
    | UnitMoved
    | UnitBlocked
    | UnitTurned
    | DefenceRaised
    | AreaSpared
    | UnitAttacked
    | UnitWounded
    | UnitMended
    | UnitDefeated
    | MotivationChanged
    | StatusChecked
    | GameEnded
)
