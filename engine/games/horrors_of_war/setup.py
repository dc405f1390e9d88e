"""Laying out a scenario (rulebook: Setting up)."""

from __future__ import annotations

from engine.core.errors import Refused, nearest
from engine.core.kinds import Setup
from engine.core.rules import Turn as CoreTurn
from engine.games.horrors_of_war import refresh
from engine.games.horrors_of_war.content import Army
from engine.games.horrors_of_war.facts import (
    ArmyJoined,
    CardsGathered,
    HorrorDeckShuffled,
    HorrorsTaken,
    MotivationSet,
    OrderDeckShuffled,
    ResourceDeckShuffled,
    TableLaid,
    UnitPlaced,
)
from engine.games.horrors_of_war.frames import BeginRound
from engine.games.horrors_of_war.library import library
from engine.games.horrors_of_war.state import GameState

Turn = CoreTurn[GameState]

ADVENTURERS = ("tambatro", "nabo", "akezan", "yainar")
OPTIONS = ("private-hands", "mini-expansion")


def check(setup: Setup) -> None:
    """HOW-SET-01, HOW-SET-11, HOW-SET-18: refuse what cannot be played."""
    scenes = library().scenes
    if setup.scenario not in scenes:
        raise Refused(f'There is no scenario "{setup.scenario}".{nearest(setup.scenario, scenes)}')
    challenges = [rule.id for rule in scenes[setup.scenario].file.challenges]
    for names, valid, what in (
        (setup.challenges, challenges, "challenge of this scenario"),
        (setup.options, OPTIONS, "option"),
        (setup.seats, ADVENTURERS, "adventurer"),
    ):
        for name in names:
            if name not in valid:
                raise Refused(f'There is no {what} "{name}".{nearest(name, valid)}')
        if len(set(names)) != len(names):
            raise Refused(f"The same {what} is named twice.")
    if not 1 <= len(setup.seats) <= len(ADVENTURERS):
        raise Refused("One to four adventurers can play.")


def lay_out(turn: Turn, setup: Setup) -> None:
    """HOW-SET-02..17: map, units, tracks, decks and figures; then the deal."""
    scene = library().scenes[setup.scenario]
    turn.emit(TableLaid(setup.scenario, setup.challenges, setup.options, setup.seats, scene.board.start))
    for army in scene.file.armies:
        _muster(turn, army)
    for side in scene.file.sides:
        turn.emit(MotivationSet(side.id, _starting_motivation(setup, side.id, side.motivation)))
    _shuffle_decks(turn, setup)
    turn.push(BeginRound())
    refresh.share_out(turn, refresh.STARTING_CARDS, dealing=True)


def _muster(turn: Turn, army: Army) -> None:
    """HOW-SET-02..03: one unit for each group icon under each portrait."""
    turn.emit(ArmyJoined(army.id, army.side))
    number = 0
    for portrait in army.portraits:
        for unit in portrait.units:
            number += 1
            turn.emit(UnitPlaced(f"{army.id}-{number}", army.id, portrait.type, unit.group, unit.space, unit.facing))


def _starting_motivation(setup: Setup, side: str, printed: int) -> int:
    """HOW-SET-05, HOW-S1-02: the printed value, unless a challenge sets another."""
    scene = library().scenes[setup.scenario]
    for name in setup.challenges:
        printed = scene.challenge(name).motivation.get(side, printed)
    return printed


def _shuffle_decks(turn: Turn, setup: Setup) -> None:
    """HOW-SET-06..07, HOW-SET-15..16: every deck on its own, all cards face down."""
    lib = library()
    for army in lib.scenes[setup.scenario].file.armies:
        for half in ("left", "right"):
            cards = lib.decks.get(f"{army.folk}.{half}", ())
            if cards:
                turn.emit(CardsGathered(f"{army.id}.{half}", cards))
                turn.emit(OrderDeckShuffled(f"{army.id}.{half}", turn.dice.shuffled(cards)))
    resources, horrors = lib.resource_deck(setup.scenario), lib.horror_deck(setup.options)
    turn.emit(CardsGathered("resources", resources))
    turn.emit(ResourceDeckShuffled(turn.dice.shuffled(resources)))
    turn.emit(CardsGathered("horrors", horrors))
    turn.emit(HorrorDeckShuffled(turn.dice.shuffled(horrors)))


def deal(turn: Turn, more: tuple[str, ...]) -> None:
    """HOW-SET-08..10, HOW-SET-14, HOW-SET-20: deal, then shuffle in the horrors that a challenge adds."""
    refresh.deal(turn, more)
    state = turn.state
    scene = library().scenes[state.scenario]
    wanted = sum(scene.challenge(name).horrors_after_dealing for name in state.challenges)
    horrors = state.horrors[:wanted]
    if horrors:
        turn.emit(HorrorsTaken(len(horrors)))
        turn.emit(ResourceDeckShuffled(turn.dice.shuffled(state.resources.cards + horrors)))
