"""The printed cards of Dawn of Peacemakers for the laws of print: each text with every way through its operations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from engine.core.content import builtin, load
from engine.games.dawn_of_peacemakers.content import conditions as on
from engine.games.dawn_of_peacemakers.content import operations as op
from engine.games.dawn_of_peacemakers.content.types import Agenda, Ploy, PloyFile, ResourceCard, TaskCard, UnitType
from tests.contracts.laws_of_print import Card, Step, Way

FOLDER = builtin("dawn-of-peacemakers")
RESOURCES: list[ResourceCard] = [
    card for path in sorted(FOLDER.glob("resources/*.json")) for card in load(path, list[ResourceCard])
]
PLOYS: list[PloyFile] = [load(path, PloyFile) for path in sorted(FOLDER.glob("ploys/*.json"))]
TASKS: list[TaskCard] = load(FOLDER / "tasks.json", list[TaskCard])
UNITS: list[UnitType] = [unit for path in sorted(FOLDER.glob("units/*.json")) for unit in load(path, list[UnitType])]
AGENDAS: list[Agenda] = load(FOLDER / "agendas.json", list[Agenda])
TITLES = {unit.id: unit.title for unit in UNITS}
BACK = 3
LOST_BY_REVOKED = op.Motivation(by=-1)
"""DOP-ARMY-15"""


def cards() -> Iterator[Card]:
    """Every scheme, ploy, task, unit card and agenda with a text."""
    for card in RESOURCES:
        yield _card(card.id, card.scheme.text, card.scheme.do, _target(card.scheme.target))
    for ploy in (ploy for file in PLOYS for ploy in file.ploys):
        yield _revoked(ploy) if ploy.revoked else _card(ploy.id, ploy.text, ploy.do)
    for task in TASKS:
        yield Card(task.id, task.text, (Way((), (Step("task", _TASKS[task.task].format(task.group)),)),))
    for unit in UNITS:
        if unit.text:
            yield _unit(unit)
    for agenda in AGENDAS:
        yield Card(agenda.id, agenda.text, (), tuple(_conditions(agenda.when)))


def _card(name: str, text: str, ops: Sequence[op.Ops], more: tuple[Step, ...] = ()) -> Card:
    return Card(name, text, tuple(ways(ops)), (*more, *_decisions(ops)))


def _revoked(ploy: Ploy) -> Card:
    """DOP-ARMY-15..16"""
    steps = (*_told(LOST_BY_REVOKED), Step("revoked", "task is not carried out"))
    return Card(ploy.id, ploy.text, (Way((), steps),))


def _target(target: Any) -> tuple[Step, ...]:
    """Whom a scheme can reach, and which of them."""
    if target is None:
        return ()
    where = {0: r"\bcompanion", -1: r"\bany\b|wherever that one is"}
    steps = [Step("reach", where.get(target.reach, rf"within {target.reach} spaces?"))]
    return (*steps, Step("damaged", "hurt|injured")) if target.damaged else tuple(steps)


_TASKS = {
    "move": "{} group takes 1 step forward",
    "cover": "{} group has 2 more defence this round",
    "strike": "[Ee]ach unit of the {} group strikes",
    "change": "Shuffle this card and the task discard pile .*Turn another",
}


# Unit cards


def _unit(unit: UnitType) -> Card:
    """The text of a unit card: its abilities in order, or its keyword."""
    steps = [step for ability in unit.abilities for step in (Step("when", _WHEN[ability.when]),)]
    chosen = [
        Way(way.decided, (step, *way.steps))
        for step, ability in zip(steps, unit.abilities, strict=True)
        for way in ways(ability.do)
    ]
    return Card(unit.id, unit.text, (*chosen, Way((), tuple(_keywords(unit)))))


def _keywords(unit: UnitType) -> Iterator[Step]:
    if unit.swift:
        yield Step("swift", "Swift: a move takes it up to 2 steps")
    if unit.guard:
        yield Step("guard", "Guard: enemies that can must strike at it")
    if unit.stealth:
        yield Step("stealth", "Stealth: only units within 1 space")
    if unit.pierce:
        yield Step("pierce", rf"Pierce {unit.pierce}\b")
        yield Step("pierce", rf"ignore {unit.pierce} fortifications")
    if unit.range > 2:
        yield Step("range", "Strikes farther")


_WHEN = {
    "injured": "When s?he becomes injured",
    "mended": "When s?he no longer is",
    "defeated": "When it is defeated",
    **{verb: rf"When (it|s?he) has {verb}" for verb in ("moved", "covered", "struck")},
    "hit": "When (it|s?he) has wounded",
}


# Ways through operations


def ways(ops: Sequence[op.Ops]) -> Iterator[Way]:
    """All ways through operations; what is done afterwards comes last, wherever it stands."""
    late = [each for each in ops if isinstance(each, op.Afterwards)]
    for chosen in product(*(list(_ways_of(each)) for each in (*(each for each in ops if each not in late), *late))):
        yield Way(
            tuple(decision for way in chosen for decision in way.decided),
            tuple(step for way in chosen for step in way.steps),
        )


def _ways_of(each: op.Ops) -> Iterator[Way]:
    if isinstance(each, op.If):
        yield from _branch(f"{each.cond}: yes", (), each.then)
        yield from _branch(f"{each.cond}: no", (), each.orelse)
    elif isinstance(each, op.For):
        late = any(isinstance(inner, op.Afterwards) for inner in each.do)
        yield from _branch(each.task, (), each.do, f"After a {each.task}" if late else "")
        yield Way((f"no {each.task}",), ())
    elif isinstance(each, op.Afterwards):
        yield from _branch("", (Step("afterwards", "Afterwards|After a"),), each.do)
    elif isinstance(each, op.RollNumber):
        for band in each.bands:
            rolled = (Step("roll", r"\b[Rr]oll\b"), Step("band", rf"up to {band.upto}\b"))
            yield from _branch(f"up to {band.upto}", rolled, band.do)
    else:
        yield Way((), tuple(_told(each)))


def _branch(decision: str, steps: tuple[Step, ...], ops: Sequence[op.Ops], late: str = "") -> Iterator[Way]:
    """The ways behind a decision; `late` are the words for what comes after a certain task."""
    decided = (decision,) if decision else ()
    for way in ways(ops):
        inner = (Step(each.name, late) if late and each.name == "afterwards" else each for each in way.steps)
        yield Way((*decided, *way.decided), (*steps, *inner))


# The words of operations


def _told(each: op.Ops) -> Iterator[Step]:
    yield Step(type(each).__name__.lower(), _WORDS[type(each)](each))


def _motivation(each: op.Motivation) -> str:
    verb, amount = "gains?" if each.by > 0 else "loses?", abs(each.by)
    return rf"{_WHOSE.get(each.of, '')}{verb} {amount} motivation"


_WHOSE = {
    "own": "(?<!other side )",
    "each": "[Ee]ach side ",
    "enemy": "[Tt]he other side ",
    "highest": "side that has more motivation ",
    "lowest": "one that has less ",
}
"""Whose motivation it is; the own side and that of a target have many names."""


def _edge(each: op.Edge) -> str:
    amount, more = abs(each.by), "more" if each.by > 0 else "less"
    return {
        "offence": rf"strike has {amount} {more} offence",
        "range": rf"strike has {amount} {more} range",
        "pierce": rf"strike ignores {amount} fortifications?",
        "steps": rf"move goes {amount} steps? farther",
        "cover": rf"cover gives {amount} {more} defence",
    }[each.kind]


def _veer(each: op.Veer) -> str:
    way = "goes back" if each.by == BACK else f"veers {'right' if each.by > 0 else 'left'}"
    return f"{way}, even away from enemies" if each.free else f"{way}(?!, even)"


def _haste(each: op.Haste) -> str:
    return rf"is {abs(each.by)} speed {'faster' if each.by > 0 else 'slower'}"


_WORDS: dict[type, Any] = {
    op.Edge: _edge,
    op.Veer: _veer,
    op.Everybody: lambda each: "whole army carries out the task",
    op.March: lambda each: "takes 1 step back",
    op.Motivation: _motivation,
    op.Mend: lambda each: rf"mends {each.amount} damage|Take {each.amount} damage off each companion unit",
    op.DigIn: lambda each: rf"space( of the group)? gets {each.amount} fortification",
    op.Raze: lambda each: rf"{'with an enemy' if each.who == 'enemies' else 'of the group'} loses {each.amount} fort",
    op.Travel: lambda each: rf"Get {each.points} movement points?",
    op.Secure: lambda each: rf"Get {each.tokens} fortification tokens",
    op.Spy: lambda each: rf"Look at {each.cards} order cards .*put them back in any order",
    op.Spoil: lambda each: "Discard the top card",
    op.Sink: lambda each: "top card .*to its bottom",
    op.Shuffle: lambda each: "Shuffle an order deck",
    op.Lead: lambda each: "Move .*to an adjacent space" if each.way == "any" else "Move .* forward",
    op.Heal: lambda each: rf"up to {each.upto} damage off",
    op.Fortify: lambda each: rf"Put {each.amount} fortifications",
    op.Dismantle: lambda each: rf"Take up to {each.upto} fortifications off",
    op.Bring: lambda each: "comes to your space",
    op.Join: lambda each: r"\bGo (to|there)",
    op.Draw: lambda each: rf"Draw {each.count} cards?",
    op.Recover: lambda each: "Choose a card of the resource discard pile",
    op.Hand: lambda each: rf"gets up to {each.upto} of your cards",
    op.Guard: lambda each: "has guard this round",
    op.Shield: lambda each: rf"next damage to .*is lowered by {each.amount}",
    op.Defend: lambda each: rf"has {each.amount} more defence this round",
    op.Hold: lambda each: "(does not move|No unit .*moves) this round",
    op.Pacify: lambda each: "(does not strike|No unit .*strikes) this round",
    op.Mix: lambda each: "You choose the group for the next task",
    op.Mute: lambda each: "ploy of the next order .*has no effect",
    op.Haste: _haste,
}


# The words of conditions


def _decisions(ops: Sequence[op.Ops]) -> Iterator[Step]:
    """What the branches of a card depend on."""
    for each in ops:
        if isinstance(each, op.If):
            yield from _conditions(each.cond)
            yield from _decisions((*each.then, *each.orelse))
        elif isinstance(each, op.RollNumber):
            yield from _decisions([inner for band in each.bands for inner in band.do])
        elif isinstance(each, op.For | op.Afterwards):
            yield from _decisions(each.do)


def _conditions(cond: on.Conditions, negated: bool = False) -> Iterator[Step]:
    if isinstance(cond, on.Not):
        yield from _conditions(cond.that, negated=not negated)
    elif isinstance(cond, on.All | on.Any):
        for each in cond.of:
            yield from _conditions(each, negated=negated)
    else:
        yield Step(type(cond).__name__.lower(), _ABOUT[type(cond)](cond, negated))
        if getattr(cond, "count", 1) > 1:
            yield Step("count", rf"{cond.count} or more|[Aa]t least {cond.count}\b")  # type: ignore[union-attr]


def _motivated(cond: on.Motivated, negated: bool) -> str:
    if cond.of == "highest":
        return "more motivation than the other"
    if cond.least == cond.most:
        return rf"exactly {cond.least} motivation"
    if cond.least:
        return rf"{cond.least} motivation or more"
    return rf"less than {cond.most + 1} motivation" if negated else rf"{cond.most} motivation or less"


_ABOUT: dict[type, Any] = {
    on.On: lambda cond, negated: {"stealth": "in a forest", "defence": "on rocks or on a tower"}[cond.feature],
    on.EnemyWithin: lambda cond, negated: rf"enemy within {cond.distance} spaces?",
    on.Hurt: lambda cond, negated: "hurt",
    on.Injured: lambda cond, negated: "injured",
    on.Watched: lambda cond, negated: "[Aa]dventurers? stands? with",
    on.Fortified: lambda cond, negated: "stands? on a fortification|with a unit on a fort|stand on fortifications",
    on.Together: lambda cond, negated: "each unit of the group stands with or next to another",
    on.Tally: lambda cond, negated: {"hit": "it wounded an enemy", "moved": "units? moved"}[cond.what],
    on.Suffered: lambda cond, negated: f"{cond.what} this round",
    on.Motivated: _motivated,
    on.Alive: lambda cond, negated: r"[Yy]ou stand with",
    on.Leads: lambda cond, negated: "more motivation than the other",
    on.Rounds: lambda cond, negated: rf"{'Fewer than' if negated else '[Aa]t least'} {cond.least} rounds",
    on.Fell: lambda cond, negated: rf"{TITLES[cond.what]}\b.*has been defeated",
    on.Built: lambda cond, negated: "no fortification on the map" if cond.count == 1 else "fortifications on the map",
}
