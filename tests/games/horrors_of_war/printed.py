"""The printed cards of Horrors of War for the laws of print: each text with every way through its operations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from engine.core.content import builtin
from engine.games.horrors_of_war.content import check, conditions, library
from engine.games.horrors_of_war.content import operations as op
from tests.contracts.laws_of_print import Card, Step, Way

CARDS = library.read(builtin("horrors-of-war"))
HALF_TURN = 3


def cards() -> Iterator[Card]:
    """Every scheme, bonus, horror and half an order."""
    for card in CARDS.resources.values():
        yield _card(card.id, card.scheme.text, card.scheme.do, _target(card.scheme.target))
        yield _card(f"{card.id}-bonus", card.scheme.bonus.text, card.scheme.bonus.do)
    for each in (*CARDS.horrors.values(), *CARDS.left.values(), *CARDS.right.values()):
        yield _card(each.id, each.text, each.do)


def _card(name: str, text: str, ops: Sequence[op.Ops], more: tuple[Step, ...] = ()) -> Card:
    return Card(name, text, tuple(ways(ops)), (*more, *_decisions(ops)))


def _target(target: Any) -> tuple[Step, ...]:
    return (Step("reach", rf"within {target.reach} spaces?"),) if target and target.reach > 0 else ()


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
    elif isinstance(each, op.Afterwards):
        yield from _branch("", (Step("afterwards", "Afterwards"),), each.do)
    elif isinstance(each, op.RollGroup):
        roll = Step("roll for a group", "Roll for a group")
        yield from _branch("a unit in the group", (roll,), each.do)
        yield from _branch("no unit in the group", (roll,), each.none)
    elif isinstance(each, op.RollNumber):
        for band in each.bands:
            yield from _branch(f"up to {band.upto}", _rolled(each, band), band.do)
    else:
        yield Way((), tuple(_told(each)))


def _branch(decision: str, steps: tuple[Step, ...], ops: Sequence[op.Ops]) -> Iterator[Way]:
    decided = (decision,) if decision else ()
    for way in ways(ops):
        yield Way((*decided, *way.decided), (*steps, *way.steps))


def _rolled(roll: op.RollNumber, band: op.Band) -> tuple[Step, ...]:
    """The roll and the band; a last band in which nothing happens is not printed."""
    steps = [Step("roll", r"\b[Rr]oll\b")]
    steps += [Step("reroll", "you may reroll")] if roll.reroll else []
    if band.do:
        more = "|on more" if band is roll.bands[-1] else ""
        steps.append(Step("band", rf"([Uu]p to|[Oo]n) {band.upto}\b{more}"))
    return tuple(steps)


# The words of operations


def _told(each: op.Ops) -> Iterator[Step]:
    """The steps of an operation; one with two numbers has two."""
    name = type(each).__name__.lower()
    words = _WORDS[type(each)](each)
    for part in (words,) if isinstance(words, str) else words:
        yield Step(name, part)


def _motivation(each: op.Motivation) -> str:
    verb, amount = "gains?" if each.by > 0 else "loses?", abs(each.by)
    words = rf"{verb} {amount} motivation|{verb} \d+ motivation, or {amount}\b"
    return rf"{_WHOSE.get(each.of, '')}({words})"


_WHOSE = {
    "each": "[Ee]ach side ",
    "highest": "side with more motivation (has 8 or more, it )?",
    "lowest": "side with less motivation ",
    **{side: rf"[Tt]he {side}s ([^.]*they )?" for side in ("macaw", "frog", "iguana", "toucan")},
}
"""Whose motivation it is; the own side and that of a target go by many names."""


def _move(each: op.Advance) -> str:
    times = f" {each.times} times" if each.times > 1 else r"(?! \d)"
    return rf"\b[Mm]oves? {each.direction}{times}|on more {each.direction}"


def _attack(each: op.Attack) -> str:
    return rf"\battacks?,? with {each.offence} more offence" if each.offence else r"\battacks?\b(?! with)"


def _turn(each: op.Face) -> str:
    """A half turn needs no direction."""
    steps = abs(each.by)
    return "3 steps" if steps == HALF_TURN else rf"{steps} steps? {'right' if each.by > 0 else 'left'}"


def _blast(each: op.Blast) -> tuple[str, ...]:
    there, hit = rf"the {each.area}\b", rf"attacked with {each.offence} offence"
    words = (
        rf"boulder with {each.offence} offence hits {there}",
        rf"on more {there}",
        rf"up to \d+ {there}.*?{hit}",
        rf"in {there} is {hit}",
    )
    razed = rf"(breaks|lose) {each.raze} fortifications?"
    return ("|".join(words), razed) if each.raze else ("|".join(words),)


def _discard(each: op.Discard) -> str:
    kind = f" with a {each.row} row" if each.row else ""
    return rf"\b[Dd]iscards? {each.count} cards?{kind}" + (" at random" if each.how == "random" else "(?! at random)")


def _flee(each: op.Flee) -> str:
    where = {"home": "towards the starting space", "away": "away from the nearest unit", "astray": "as the die says"}
    return rf"\bmoved? {each.steps} spaces?( {where[each.way]}|\.$)"


def _until(until: str) -> str:
    if until == "refresh":
        return "until the next refresh"
    played = until.removeprefix("after-")
    return "until you have played a " + ("scheme" if played == "scheme" else f"{played} row")


def _bar(each: op.Bar) -> str:
    what = " nor ".join("schemes" if use == "scheme" else f"{use} rows" for use in each.what)
    return ("can play neither " if len(each.what) > 1 else "cannot play ") + f"{what} {_until(each.until)}"


def _reveal(each: op.Reveal) -> str:
    return rf"[Rr]eveal (its|the) top {'' if each.count == 1 else f'{each.count} '}face-down cards?|1 more card of it"


def _lead(each: op.Lead) -> str:
    if each.way == "any":
        return "Move (it|a nearby unit) to an adjacent space"
    return rf"\b[Mm]oves? (it |a (wounded )?nearby unit )?{each.way}"


_WORDS: dict[type, Any] = {
    op.Advance: _move,
    op.Attack: _attack,
    op.Defend: lambda each: rf"gets? {each.amount} defence|has {each.amount} more defence",
    op.Face: _turn,
    op.Motivation: _motivation,
    op.Wound: lambda each: rf"(gets?|takes?) {each.amount} damage",
    op.Mend: lambda each: rf"(mends?|loses?|[Tt]ake) {each.amount} damage",
    op.DigIn: lambda each: rf"gets {each.amount} fortification",
    op.Raze: lambda each: rf"loses {each.amount} fortifications?",
    op.Look: lambda each: f"looks {each.facing}",
    op.Seek: lambda each: "turns to the closest",
    op.Spin: lambda each: "the die says where each unit",
    op.Blast: _blast,
    op.Jolt: lambda each: rf"[Aa]dventurers? (there |on the {each.area} )?(discard|loses?) {each.cards} cards?",
    op.Build: lambda each: rf"gets {each.amount} fortification",
    op.Switch: lambda each: rf"{each.army}s join the {each.to}s" if each.to else rf"{each.army}s change sides",
    op.AddHorror: lambda each: "(1|a) horror" if each.count == 1 else rf"{each.count} horrors",
    op.Heal: lambda each: rf"up to {each.upto} (more )?damage off",
    op.Sway: lambda each: rf"[Tt]urn (it|a unit|a nearby unit)( anywhere on the map)? up to {each.steps} steps",
    op.Lead: _lead,
    op.Reveal: _reveal,
    op.Arrange: lambda each: rf"top {each.depth} cards (of an order deck of a nearby army )?back in any order",
    op.Sink: lambda each: "at its bottom",
    op.Conceal: lambda each: "Shuffle an order deck" if each.decks == "target" else "Shuffle all order decks",
    op.Fortify: lambda each: rf"[Pp]ut {each.amount} (more )?fortifications?",
    op.Dismantle: lambda each: rf"take up to {each.upto} fortifications off",
    op.Travel: lambda each: rf"[Tt]ravel up to {each.steps} spaces",
    op.Bring: lambda each: "comes to your space",
    op.Join: lambda each: r"\b[Gg]o (to|there)",
    op.Ferry: lambda each: "Cross from",
    op.Draw: lambda each: rf"\b[Dd]raw {each.count} (more )?cards?",
    op.Recover: lambda each: "[Tt]ake a resource card",
    op.Hand: lambda each: rf"Give up to {each.upto} cards",
    op.Bury: lambda each: "top card of the resource deck at its bottom",
    op.Comfort: lambda each: "Discard one of your ongoing horrors",
    op.Discard: _discard,
    op.Flee: _flee,
    op.Shield: lambda each: rf"next damage to a nearby unit is lowered by {each.amount}",
    op.Guard: lambda each: rf"has {each.amount} more defence this round",
    op.Hold: lambda each: "do(es)? not move this round",
    op.Pacify: lambda each: "do(es)? not attack this round",
    op.Haste: lambda each: rf"{abs(each.by)} {'faster' if each.by > 0 else 'slower'}",
    op.Mix: lambda each: "You choose the group",
    op.Mute: lambda each: f"{each.half} half .*has no effect",
    op.Ward: lambda each: "next horror .*has no effect",
    op.Bar: _bar,
    op.Slow: lambda each: rf"have {each.by} icon less {_until(each.until)}",
    op.Numb: lambda each: f"draw no extra cards {_until(each.until)}",
}


# The words of conditions


def _decisions(ops: Sequence[op.Ops]) -> Iterator[Step]:
    for each in check.inside(ops):
        if isinstance(each, op.If):
            yield from _conditions(each.cond)


def _conditions(cond: conditions.Conditions) -> Iterator[Step]:
    while isinstance(cond, conditions.Not):
        cond = cond.that
    name = type(cond).__name__.lower()
    yield Step(name, _ABOUT[type(cond)](cond))
    if getattr(cond, "count", 1) > 1 and not isinstance(cond, conditions.Alive):
        yield Step(name, rf"{cond.count} or more|at least {cond.count}")  # type: ignore[union-attr]


def _alive(cond: conditions.Alive) -> str:
    return "none is left" if cond.count == 1 else rf"fewer than {cond.count}\b|with {cond.count}\b"


def _motivated(cond: conditions.Motivated) -> str:
    return rf"\b{cond.least} or more" if cond.least else rf"\b{cond.most} (motivation )?or less"


_ABOUT: dict[type, Any] = {
    conditions.On: lambda cond: "stands? (on|in|at)|is in",
    conditions.In: lambda cond: "stands? (on|in|at|there|east)|met an enemy",
    conditions.EnemyWithin: lambda cond: rf"enemy within {cond.distance} spaces",
    conditions.Astray: lambda cond: "looks? away from the closest",
    conditions.Hurt: lambda cond: "hurt|wounded",
    conditions.Watched: lambda cond: "stands with|nearby",
    conditions.Fortified: lambda cond: "fortification|fortified",
    conditions.Together: lambda cond: "with or next to",
    conditions.Tally: lambda cond: {"hit": "wound"}.get(cond.what, cond.what),
    conditions.Suffered: lambda cond: f"{cond.what} this round",
    conditions.Motivated: _motivated,
    conditions.High: lambda cond: rf"height {cond.least} or higher",
    conditions.Aloft: lambda cond: rf"height {cond.least}",
    conditions.Overlooked: lambda cond: rf"enemy within {cond.distance} spaces stands higher",
    conditions.Visited: lambda cond: "(adventurer|one|nobody) (stands|is) ",
    conditions.Alive: _alive,
    conditions.More: lambda cond: r"more \w+ than",
    conditions.Leads: lambda cond: "more motivation than",
    conditions.With: lambda cond: "side",
}
