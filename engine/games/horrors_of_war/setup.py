"""Laying out a scenario (rulebook: Setting up)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.errors import Refused
from engine.core.kinds import Setup
from engine.core.setup import Option, check_names, check_options
from engine.games.horrors_of_war import attacks, refresh
from engine.games.horrors_of_war.army import stand
from engine.games.horrors_of_war.content.scene import Scene
from engine.games.horrors_of_war.content.types import Army, Changes
from engine.games.horrors_of_war.facts import (
    ArmyJoined,
    CardsGathered,
    FortificationsPlaced,
    HorrorDeckShuffled,
    HorrorsTaken,
    MotivationSet,
    OrderDeckShuffled,
    ResourceDeckShuffled,
    TableLaid,
    UnitPlaced,
)
from engine.games.horrors_of_war.frames import BeginRound, Deal
from engine.games.horrors_of_war.state import Turn
from engine.peacemakers.adventurers import ADVENTURERS

OPTIONS = (
    Option("private-hands", "Private hands", "Each player sees only their own cards."),
    Option("mini-expansion", "Mini expansion", "Ten more horrors that strike the whole table."),
)


def check(setup: Setup, scenes: Mapping[str, Scene]) -> None:
    """HOW-SET-01, HOW-SET-11, HOW-SET-18, HOW-GEN-18: refuse what cannot be played."""
    check_names((setup.scenario,), scenes, "scenario")
    if not 1 <= len(setup.seats) <= len(ADVENTURERS):
        raise Refused("One to four adventurers can play.")
    challenges = [rule.id for rule in scenes[setup.scenario].file.challenges]
    check_names(setup.challenges, challenges, "challenge of this scenario")
    check_options(OPTIONS, setup)
    check_names(setup.seats, ADVENTURERS, "adventurer")


def lay_out(turn: Turn, setup: Setup) -> None:
    """HOW-SET-02..17: map, units, tracks, decks and figures; then the deal."""
    box = turn.state.box
    scene, changes = box.scene, box.changes
    turn.emit(TableLaid(setup.scenario, setup.challenges, setup.options, setup.seats, scene.board.start))
    for each in scene.file.armies:
        _muster(turn, each, changes)
    for space, tokens in scene.file.fortifications.items():
        turn.emit(FortificationsPlaced(space, tokens))
    for side in scene.file.sides:
        printed = scene.motivation(side, len(setup.seats))
        turn.emit(MotivationSet(side.id, changes.motivation.get(side.id, printed)))
    _shuffle_decks(turn)
    turn.push(BeginRound())
    refresh.share_out(turn, refresh.STARTING_CARDS, dealing=True)


def _muster(turn: Turn, army: Army, changes: Changes) -> None:
    """HOW-SET-02..03, HOW-S5-07: one unit for each group icon under each portrait."""
    turn.emit(ArmyJoined(army.id, army.side))
    number = 0
    for portrait in army.portraits:
        for unit in portrait.units:
            number += 1
            name, group = f"{army.id}-{number}", changes.regroup.get(unit.letter, unit.group)
            turn.emit(UnitPlaced(name, army.id, portrait.type, group, unit.space, unit.facing, unit.letter))


def _shuffle_decks(turn: Turn) -> None:
    """HOW-SET-06..07, HOW-SET-15..16: every deck on its own, all cards face down."""
    box = turn.state.box
    for name, cards in box.orders.items():
        turn.emit(CardsGathered(name, cards))
        turn.emit(OrderDeckShuffled(name, turn.dice.shuffled(cards)))
    resources, horrors = box.resource_deck, box.horror_deck
    turn.emit(CardsGathered("resources", resources))
    turn.emit(ResourceDeckShuffled(turn.dice.shuffled(resources)))
    turn.emit(CardsGathered("horrors", horrors))
    turn.emit(HorrorDeckShuffled(turn.dice.shuffled(horrors)))


def deal(turn: Turn, dealing: Deal) -> None:
    """HOW-SET-08..10, HOW-SET-14, HOW-SET-20: deal, then shuffle in horrors, put some on top, and what comes after."""
    refresh.deal(turn, dealing.more)
    state = turn.state
    changes, named = state.box.changes, state.box.own_horrors
    if named:
        turn.emit(CardsGathered("scenario horrors", named))
    random = state.horrors[: changes.horrors_after_dealing]
    if random:
        turn.emit(HorrorsTaken(len(random)))
    if named or random:
        turn.emit(ResourceDeckShuffled(turn.dice.shuffled(state.resources.cards + named + random)))
    attacks.add_horrors(turn, changes.horrors_on_top)
    stand(turn, changes.after_setup)
