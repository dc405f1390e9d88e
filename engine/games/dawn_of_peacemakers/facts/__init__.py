"""All facts of the game. Nothing else changes a state."""

from __future__ import annotations

from engine.games.dawn_of_peacemakers.facts.cards import (
    ActionEnded,
    CardDiscarded,
    CardGiven,
    CardPlayed,
    CardRecovered,
    CardShown,
    CardStayed,
    CardTaken,
    OngoingEnded,
    StepsGained,
    StepSpent,
    TargetChosen,
    TargetMissed,
    TokensGained,
    TokenSpent,
)
from engine.games.dawn_of_peacemakers.facts.map import (
    AbilitySlept,
    AbilityWoke,
    DefenceRaised,
    UnitAttacked,
    UnitBlocked,
    UnitDefeated,
    UnitMoved,
    UnitWounded,
)
from engine.games.dawn_of_peacemakers.facts.orders import (
    ArmyPhaseBegan,
    EdgeGained,
    InfluenceAdded,
    InfluenceBegan,
    InfluenceEnded,
    InfluenceLost,
    OrderBegan,
    OrderDrawn,
    OrderLost,
    OrderSorted,
    OrderSpoiled,
    OrdersRanked,
    OrdersReturned,
    OrderSunk,
    OrderTurned,
    PloyMuted,
    StepEnded,
    TaskMissing,
    TaskRemoved,
)
from engine.games.dawn_of_peacemakers.facts.setup import (
    AgendaDealt,
    AgendasChecked,
    CardDrawn,
    EventHappened,
    FrontTurned,
    GameEnded,
    OrderDeckShuffled,
    ResourceDeckShuffled,
    RoundBegan,
    StartingPlayerChosen,
    StatusChecked,
    TableLaid,
    TurnBegan,
    TurnEnded,
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
    "AbilitySlept",
    "AbilityWoke",
    "ActionEnded",
    "AdventurerMoved",
    "AgendaDealt",
    "AgendasChecked",
    "ArmyJoined",
    "ArmyPhaseBegan",
    "CardDiscarded",
    "CardDrawn",
    "CardGiven",
    "CardPlayed",
    "CardRecovered",
    "CardShown",
    "CardStayed",
    "CardTaken",
    "DefenceRaised",
    "DieRolled",
    "EdgeGained",
    "EventHappened",
    "Facts",
    "FortificationsPlaced",
    "FortificationsRemoved",
    "FrontTurned",
    "GameEnded",
    "InfluenceAdded",
    "InfluenceBegan",
    "InfluenceEnded",
    "InfluenceLost",
    "MotivationChanged",
    "MotivationSet",
    "OngoingEnded",
    "OrderBegan",
    "OrderDeckShuffled",
    "OrderDrawn",
    "OrderLost",
    "OrderSorted",
    "OrderSpoiled",
    "OrderSunk",
    "OrderTurned",
    "OrdersRanked",
    "OrdersReturned",
    "PloyMuted",
    "ResourceDeckShuffled",
    "RoundBegan",
    "StartingPlayerChosen",
    "StatusChecked",
    "StepEnded",
    "StepSpent",
    "StepsGained",
    "TableLaid",
    "TargetChosen",
    "TargetMissed",
    "TaskMissing",
    "TaskRemoved",
    "TokenSpent",
    "TokensGained",
    "TurnBegan",
    "TurnEnded",
    "UnitAttacked",
    "UnitBlocked",
    "UnitDefeated",
    "UnitMended",
    "UnitMoved",
    "UnitPlaced",
    "UnitWounded",
]

Facts = (
    CardTaken
    | CardShown
    | CardPlayed
    | ActionEnded
    | CardDiscarded
    | CardGiven
    | CardRecovered
    | StepsGained
    | StepSpent
    | TokensGained
    | TokenSpent
    | TargetChosen
    | TargetMissed
    | CardStayed
    | OngoingEnded
    | UnitMoved
    | UnitBlocked
    | DefenceRaised
    | UnitAttacked
    | UnitWounded
    | UnitDefeated
    | AbilityWoke
    | AbilitySlept
    | InfluenceBegan
    | InfluenceAdded
    | InfluenceLost
    | OrderDrawn
    | OrderSorted
    | OrdersReturned
    | InfluenceEnded
    | TaskRemoved
    | OrderSpoiled
    | OrderSunk
    | ArmyPhaseBegan
    | OrderTurned
    | TaskMissing
    | OrdersRanked
    | OrderBegan
    | OrderLost
    | PloyMuted
    | EdgeGained
    | StepEnded
    | TableLaid
    | UnitPlaced
    | FrontTurned
    | OrderDeckShuffled
    | ResourceDeckShuffled
    | CardDrawn
    | AgendaDealt
    | StartingPlayerChosen
    | RoundBegan
    | EventHappened
    | TurnBegan
    | TurnEnded
    | StatusChecked
    | AgendasChecked
    | GameEnded
    | AdventurerMoved
    | ArmyJoined
    | DieRolled
    | FortificationsPlaced
    | FortificationsRemoved
    | MotivationChanged
    | MotivationSet
    | UnitMended
)
