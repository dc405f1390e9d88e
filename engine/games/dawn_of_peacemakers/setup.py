"""Laying out a scenario (rulebook: Setting up)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.errors import Refused
from engine.core.kinds import Setup
from engine.core.setup import Option, check_names, check_options
from engine.games.dawn_of_peacemakers import decks
from engine.games.dawn_of_peacemakers.content.scene import Scene
from engine.games.dawn_of_peacemakers.content.types import Army
from engine.games.dawn_of_peacemakers.facts import (
    AgendaDealt,
    ArmyJoined,
    FortificationsPlaced,
    MotivationSet,
    OrderDeckShuffled,
    ResourceDeckShuffled,
    StartingPlayerChosen,
    TableLaid,
    UnitPlaced,
)
from engine.games.dawn_of_peacemakers.frames import BeginRound
from engine.games.dawn_of_peacemakers.state import OPEN_HANDS, Turn
from engine.peacemakers.adventurers import ADVENTURERS

OPTIONS = (Option(OPEN_HANDS, "Open hands", "Everybody sees all hands; order cards stay secret."),)


def check(setup: Setup, scenes: Mapping[str, Scene]) -> None:
    """DOP-GEN-01, DOP-SET-11: refuse what cannot be played."""
    check_names((setup.scenario,), scenes, "scenario")
    if not 1 <= len(setup.seats) <= len(ADVENTURERS):
        raise Refused("One to four adventurers can play.")
    check_names(setup.challenges, (), "challenge of this scenario")
    check_options(OPTIONS, setup)
    check_names(setup.seats, ADVENTURERS, "adventurer")


def lay_out(turn: Turn, setup: Setup) -> None:
    """DOP-SET-01..12: map, units, tracks, decks, hands and figures."""
    box = turn.state.box
    turn.emit(TableLaid(setup.scenario, setup.options, setup.seats, box.scene.board.start, box.fronts))
    for army in box.armies:
        _muster(turn, army)
    for space, tokens in box.fortifications.items():
        turn.emit(FortificationsPlaced(space, tokens))
    for side, value in box.motivation.items():
        turn.emit(MotivationSet(side, value))
    for name, cards in box.orders.items():
        turn.emit(OrderDeckShuffled(name, turn.dice.shuffled(cards)))
    turn.emit(ResourceDeckShuffled(turn.dice.shuffled(box.resource_deck)))
    for seat in setup.seats:
        for _ in range(box.start_cards + (f"favour:{seat}" in box.marks)):
            decks.draw_resource(turn, seat)
    if box.scene.file.agendas:
        _deal_agendas(turn, setup)
    if len(setup.seats) > 1:
        turn.emit(StartingPlayerChosen(turn.dice.choice(setup.seats)))
    turn.push(BeginRound())


def _muster(turn: Turn, army: Army) -> None:
    """DOP-SET-01: the units of an army onto their spaces."""
    turn.emit(ArmyJoined(army.id, army.side))
    number = 0
    for portrait in army.portraits:
        for unit in portrait.units:
            number += 1
            turn.emit(UnitPlaced(f"{army.id}-{number}", army.id, portrait.type, unit.group, unit.space, unit.letter))


def _deal_agendas(turn: Turn, setup: Setup) -> None:
    """DOP-CAMP-11: one agenda for each player, seen by nobody else, and one that all share."""
    box = turn.state.box
    there = [each for each in box.agendas.values() if not each.unlock or each.unlock in box.marks]
    personal = turn.dice.shuffled([each.id for each in there if not each.shared])
    for seat, agenda in zip(setup.seats, personal, strict=False):
        turn.emit(AgendaDealt(seat, agenda))
    shared = [each.id for each in there if each.shared]
    if shared:
        turn.emit(AgendaDealt("", turn.dice.choice(shared)))
