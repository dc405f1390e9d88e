"""The army phase: turning orders, their speed, and carrying them out."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

import pytest
from msgspec.structs import replace

from engine.core.content import builtin
from engine.core.dice import Dice
from engine.core.kinds import Fact
from engine.core.table import Transaction
from engine.games.horrors_of_war import army, rules
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.content.conditions import Tally
from engine.games.horrors_of_war.content.library import GAME, library, read
from engine.games.horrors_of_war.content.operations import Advance, If, Motivation
from engine.games.horrors_of_war.facts import (
    ArmyPhaseBegan,
    GameEnded,
    MotivationChanged,
    OrderBegan,
    OrderDeckShuffled,
    OrdersRanked,
    OrderTurned,
    Passed,
    RoundBegan,
    StatusChecked,
    UnitAttacked,
    UnitDefeated,
    UnitMoved,
    UnitTurned,
    UnitWounded,
)
from engine.games.horrors_of_war.frames import Act, ArmyPhase, Effect, StartHalf
from engine.games.horrors_of_war.moves import Pass
from engine.games.horrors_of_war.selection import decks_of
from tests.games.horrors_of_war.ground import Ground, only

BUILT_IN = read(builtin(GAME))
QUIET = ("blue-quiet", "blue-defend")
"""An order of the Blues that is in nobody's way."""


WITHOUT_CHOICE = (
    op.Advance,
    op.Attack,
    op.Defend,
    op.Face,
    op.Motivation,
    op.Wound,
    op.Mend,
    op.DigIn,
    op.Raze,
    op.Look,
    op.Seek,
    op.Spin,
    op.Blast,
    op.Jolt,
    op.Build,
    op.Switch,
    op.AddHorror,
    op.If,
    op.Afterwards,
    op.RollNumber,
    op.RollGroup,
    op.Conceal,
)
"""The operations that an order can be made of: nobody is asked anything by them."""


def orders(ground: Ground, **armies: tuple[str, str]) -> Ground:
    """Lay out one card for each order deck: the left and the right half of an army's order."""
    for name, (left, right) in armies.items():
        ground.orders(f"{name}.left", left).orders(f"{name}.right", right)
    return ground


def with_green(ground: Ground, left: str, right: str) -> Ground:
    """Add a green army with decks of its own that fights on the side of the Reds."""
    ground.change(sides={**ground.state.sides, "green": "red"})
    return orders(ground, green=(left, right))


def done_by(facts: Sequence[Fact], name: str) -> list[Fact]:
    """What happened from the beginning of an army's order to that of the next one, or to the status phase."""
    start = next(place for place, fact in enumerate(facts) if isinstance(fact, OrderBegan) and fact.army == name)
    rest = facts[start + 1 :]
    end = next(place for place, fact in enumerate(rest) if isinstance(fact, OrderBegan | StatusChecked))
    return list(rest[:end])


def speeds(ground: Ground) -> dict[str, int]:
    """The speeds of the orders that are turned now, in tenths; none of them is resolved."""
    turn = Transaction.on(ground.state, (), Dice(1, 1))
    army.begin(turn, ArmyPhase())
    return only(turn.facts, OrdersRanked)[0].speeds


def pairs_of_decks() -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """The left and the right halves of every army that has both, by scenario and army."""
    found = {}
    for scenario in BUILT_IN.scenes:
        decks = BUILT_IN.order_decks(scenario)
        for name in decks:
            owner, _, half = name.partition(".")
            if half == "left":
                found[f"{scenario}.{owner}"] = (decks[name], decks[f"{owner}.right"])
    return found


PAIRS = pairs_of_decks()


def all_ops(ops: Sequence[op.Ops]) -> Iterator[op.Ops]:
    """Every operation of an effect, those inside others included."""
    for each in ops:
        yield each
        for inner in ("do", "then", "orelse", "none"):
            yield from all_ops(getattr(each, inner, ()))
        for band in getattr(each, "bands", ()):
            yield from all_ops(band.do)


def duel(damage: int = 0) -> Ground:
    """A red circle at C4 and a blue cog next to it; a red star at G2 and a blue circle at I7 stand aside."""
    return Ground().units(
        red_1=("pike", "circle", "C4", "up", damage),
        red_2=("pike", "star", "G2", "down"),
        blue_1=("pike", "cog", "C5", "up"),
        blue_2=("pike", "circle", "I7", "up"),
    )


# No choices


def test_from_the_last_pass_to_the_next_round_nobody_is_asked() -> None:
    """HOW-ARM-01"""
    ground = Ground("nabo", "akezan")
    ground.submit(Pass(), "nabo")
    facts = ground.submit(Pass(), "akezan")
    kinds = [type(fact) for fact in facts]
    assert facts[0] == Passed("akezan")
    assert kinds.index(ArmyPhaseBegan) < kinds.index(OrderBegan) < kinds.index(StatusChecked)
    assert facts[-1] == RoundBegan(2)
    assert isinstance(ground.table.ask, Act)


def test_no_order_leaves_a_choice_to_anybody() -> None:
    """HOW-ARM-01"""
    halves = [*BUILT_IN.left.values(), *BUILT_IN.right.values()]
    assert halves
    for half in halves:
        for each in all_ops(half.do):
            assert isinstance(each, WITHOUT_CHOICE), half.id
            assert not getattr(each, "reroll", False), half.id


# Turning the cards


def test_the_top_card_of_every_order_deck_is_turned_before_any_order_is_resolved() -> None:
    """HOW-ARM-02"""
    ground = orders(Ground(), red=("red-gain", "red-march"), blue=QUIET)
    facts = ground.phase()
    first = next(place for place, fact in enumerate(facts) if isinstance(fact, OrderBegan))
    assert only(facts[:first], OrderTurned) == [
        OrderTurned("red.left", "red-gain"),
        OrderTurned("red.right", "red-march"),
        OrderTurned("blue.left", "blue-quiet"),
        OrderTurned("blue.right", "blue-defend"),
    ]
    assert only(facts[first:], OrderTurned) == []


def test_a_card_of_every_order_deck_is_turned_in_later_rounds_too() -> None:
    """HOW-ARM-02"""
    ground = Ground()
    for name, deck in ground.state.orders.items():
        ground.orders(name, *deck.cards[1:], discard=deck.cards[:1])
    facts = ground.phase()
    assert [fact.deck for fact in only(facts, OrderTurned)] == list(ground.state.orders)


def test_a_turned_card_lies_on_top_of_its_own_discard_pile() -> None:
    """HOW-ARM-02"""
    ground = orders(Ground(), red=("red-quiet", "red-march"), blue=QUIET)
    ground.orders("red.left", "red-gain", "red-late", discard=("red-quiet", "red-ruin"))
    ground.phase()
    assert ground.state.orders["red.left"].cards == ("red-late",)
    assert ground.state.orders["red.left"].discard == ("red-gain", "red-quiet", "red-ruin")


def test_an_empty_order_deck_is_rebuilt_from_its_own_discard_pile() -> None:
    """HOW-ARM-03, HOW-ARM-21"""
    ground = orders(Ground(), red=("red-quiet", "red-march"), blue=QUIET)
    pile = ("red-late", "red-gain", "red-quiet")
    facts = ground.orders("red.left", discard=pile).phase()
    (shuffled,) = only(facts, OrderDeckShuffled)
    assert shuffled.deck == "red.left"
    assert sorted(shuffled.order) == sorted(pile)
    turned = OrderTurned("red.left", shuffled.order[0])
    assert facts.index(shuffled) < facts.index(turned)
    assert ground.state.orders["red.left"].cards == shuffled.order[1:]
    assert ground.state.orders["red.left"].discard == shuffled.order[:1]


def test_a_rebuilt_order_deck_is_shuffled() -> None:
    """HOW-ARM-03"""
    pile = ("red-late", "red-gain", "red-quiet")
    tops = set()
    for seed in range(1, 30):
        ground = orders(Ground(seed=seed), red=("red-quiet", "red-march"), blue=QUIET)
        tops.add(only(ground.orders("red.left", discard=pile).phase(), OrderTurned)[0].card)
    assert tops == set(pile)


def test_the_card_of_the_last_order_is_in_the_rebuilt_deck() -> None:
    """HOW-ARM-21"""
    ground = orders(Ground(), red=("red-gain", "red-defend"), blue=QUIET)
    ground.phase()
    assert OrderDeckShuffled("red.left", ("red-gain",)) in ground.phase()


def test_a_deck_of_faceup_cards_is_not_empty_and_is_not_shuffled() -> None:
    """HOW-ARM-04, HOW-ARM-19"""
    ground = orders(Ground(), red=("red-quiet", "red-march"), blue=QUIET)
    ground.orders("red.left", "red-gain", "red-late", faceup=("red-gain", "red-late"), discard=("red-quiet",))
    facts = ground.phase()
    assert only(facts, OrderDeckShuffled) == []
    assert only(facts, OrderTurned)[0] == OrderTurned("red.left", "red-gain")
    assert ground.state.orders["red.left"].cards == ("red-late",)


def test_a_faceup_card_is_turned_like_any_other_when_it_reaches_the_top() -> None:
    """HOW-ARM-19"""
    ground = orders(Ground(), red=("red-quiet", "red-march"), blue=QUIET)
    ground.orders("red.left", "red-quiet", "red-gain", "red-late", faceup=("red-gain",))
    ground.phase()
    assert ground.state.orders["red.left"].top == "red-gain"
    ground.orders("red.right", "red-march").orders("blue.left", QUIET[0]).orders("blue.right", QUIET[1])
    assert OrderTurned("red.left", "red-gain") in ground.phase()
    assert ground.state.orders["red.left"].cards == ("red-late",)
    assert ground.state.orders["red.left"].faceup == frozenset()


def test_an_effect_that_shuffles_order_decks_leaves_the_order_in_force_on_the_discard_pile() -> None:
    """HOW-ARM-23"""
    ground = orders(Ground(), red=("red-quiet", "red-march"), blue=QUIET).given(ArmyPhaseBegan())
    ground.orders("red.left", "red-gain", "red-late", discard=("red-quiet", "red-ruin"))
    ground.orders("red.right", discard=("red-march", "red-attack"))
    ground.do(op.Conceal("all"))
    assert ground.state.orders["red.left"].discard[0] == "red-quiet"
    assert ground.state.orders["red.right"].discard[0] == "red-march"
    assert "red-quiet" not in ground.state.orders["red.left"].cards
    assert "red-march" not in ground.state.orders["red.right"].cards


# Two decks, one order


def test_an_army_has_a_deck_of_left_halves_and_a_deck_of_right_halves() -> None:
    """HOW-ARM-24"""
    ground, lib = Ground(), library()
    assert decks_of(ground.state, "red") == ["red.left", "red.right"]
    assert decks_of(ground.state, "blue") == ["blue.left", "blue.right"]
    assert set(ground.state.orders["red.left"].cards) <= set(lib.left)
    assert set(ground.state.orders["red.right"].cards) <= set(lib.right)


def test_the_two_cards_on_top_of_the_discard_piles_form_the_order() -> None:
    """HOW-ARM-05"""
    ground = orders(duel(), red=("red-quiet", "red-march"), blue=QUIET).motivation(red=6)
    ground.orders("red.left", "red-gain", "red-late", discard=("red-ruin",))
    ground.orders("red.right", "red-retreat", "red-march", discard=("red-attack",))
    assert done_by(ground.phase(), "red") == [MotivationChanged("red", 7, "red-gain"), UnitMoved("red-2", "G1")]


@pytest.mark.parametrize(
    ("left", "right", "tenths"),
    [("red-quiet", "red-march", 21), ("red-gain", "red-march", 31), ("red-late", "red-defend", 111)],
)
def test_the_speed_of_an_order_is_the_sum_of_both_halves(left: str, right: str, tenths: int) -> None:
    """HOW-ARM-06"""
    facts = orders(Ground(), red=(left, right), blue=QUIET).phase()
    assert only(facts, OrdersRanked)[0].speeds == {"red": tenths, "blue": 92}


@pytest.mark.parametrize("army_name", PAIRS)
def test_the_sum_keeps_its_decimal_exactly(army_name: str) -> None:
    """HOW-ARM-18"""
    for left, right in product(*PAIRS[army_name]):
        speed = speeds(orders(Ground(), red=(left, right), blue=QUIET))["red"]
        assert isinstance(speed, int)
        assert speed == (BUILT_IN.left[left].speed + BUILT_IN.right[right].speed) * 10


def test_an_order_of_a_single_card_has_that_cards_own_speed() -> None:
    """HOW-ARM-08"""
    ground = orders(Ground(), red=("red-quiet", "red-attack"), blue=QUIET)
    ground.change(orders={name: deck for name, deck in ground.state.orders.items() if name != "red.left"})
    assert speeds(ground) == {"blue": 92, "red": 31}


# One order after another


@pytest.mark.parametrize(
    ("red", "blue", "first"),
    [
        (("red-quiet", "red-march"), ("blue-quiet", "blue-march"), "blue"),
        (("red-gain", "red-march"), ("blue-quiet", "blue-march"), "red"),
        (("red-ruin", "red-march"), ("blue-quiet", "blue-defend"), "blue"),
        (("red-late", "red-defend"), ("blue-late", "blue-attack"), "red"),
    ],
)
def test_the_fastest_order_is_resolved_first(red: tuple[str, str], blue: tuple[str, str], first: str) -> None:
    """HOW-ARM-09"""
    facts = orders(Ground(), red=red, blue=blue).phase()
    assert [fact.army for fact in only(facts, OrderBegan)] == (["red", "blue"] if first == "red" else ["blue", "red"])
    assert next(iter(only(facts, OrdersRanked)[0].speeds)) == first


def test_an_order_is_finished_before_the_next_begins() -> None:
    """HOW-ARM-09"""
    ground = orders(duel(), red=("red-late", "red-retreat"), blue=("blue-quiet", "blue-march")).motivation(red=6)
    facts = ground.phase()
    start = facts.index(OrderBegan("red", "star"))
    assert facts[start : start + 5] == [
        OrderBegan("red", "star"),
        UnitMoved("red-2", "G1"),
        MotivationChanged("red", 5, "red-late"),
        OrderBegan("blue", "circle"),
        UnitMoved("blue-2", "I6"),
    ]


def test_the_left_half_comes_before_the_right_half() -> None:
    """HOW-ARM-10"""
    ground = orders(duel(), red=("red-gain", "red-march"), blue=QUIET).motivation(red=6)
    assert done_by(ground.phase(), "red") == [MotivationChanged("red", 7, "red-gain"), UnitMoved("red-1", "C3")]


def test_each_half_is_resolved_from_top_to_bottom(monkeypatch: pytest.MonkeyPatch) -> None:
    """HOW-ARM-10"""
    lib = library()
    left = replace(lib.left["red-quiet"], do=(op.Face(by=1), op.Motivation(-1)))
    right = replace(lib.right["red-march"], do=(op.Advance(), op.Face(by=-1)))
    monkeypatch.setitem(lib.left, left.id, left)
    monkeypatch.setitem(lib.halves, left.id, (left.do, ()))
    monkeypatch.setitem(lib.right, right.id, right)
    ground = orders(duel(), red=(left.id, right.id), blue=QUIET).motivation(red=6)
    assert done_by(ground.phase(), "red") == [
        UnitTurned("red-1", "up-right"),
        MotivationChanged("red", 5, "red-quiet"),
        UnitMoved("red-1", "D3"),
        UnitTurned("red-1", "up"),
    ]


def test_a_left_half_may_say_that_part_of_it_comes_after_the_right_half() -> None:
    """HOW-ARM-10"""
    ground = orders(duel(), red=("red-late", "red-march"), blue=QUIET).motivation(red=6)
    assert done_by(ground.phase(), "red") == [UnitMoved("red-1", "C3"), MotivationChanged("red", 5, "red-late")]


# One group


def test_an_order_affects_only_the_group_of_the_leftmost_icon() -> None:
    """HOW-ARM-11"""
    ground = orders(Ground(), red=("red-quiet", "red-march"), blue=QUIET)
    facts = ground.phase()
    assert OrderBegan("red", "circle") in facts
    assert done_by(facts, "red") == [UnitMoved("red-1", "A2"), UnitMoved("red-2", "B2")]


@pytest.mark.parametrize(
    ("groups", "chosen"),
    [
        (("circle", "star", "cog"), "star"),
        (("circle", "cog"), "cog"),
        (("circle",), "circle"),
    ],
)
def test_the_first_icon_whose_group_has_a_unit_on_the_map_counts(groups: tuple[str, ...], chosen: str) -> None:
    """HOW-ARM-11, HOW-ARM-12"""
    reds = {f"red_{number}": ("pike", group, f"{'ACG'[number]}2", "down") for number, group in enumerate(groups)}
    ground = Ground().units(**reds, blue_1=("pike", "star", "E7", "up"))
    facts = orders(ground, red=("red-quiet", "red-retreat"), blue=QUIET).phase()
    assert OrderBegan("red", chosen) in facts
    assert [ground.unit(fact.unit).group for fact in only(done_by(facts, "red"), UnitMoved)] == [chosen]


def test_units_of_another_army_do_not_make_a_group_present() -> None:
    """HOW-ARM-12"""
    ground = Ground().units(red_1=("pike", "cog", "C2", "down"), blue_1=("pike", "star", "E7", "up"))
    facts = orders(ground, red=("red-quiet", "red-retreat"), blue=QUIET).phase()
    assert OrderBegan("red", "cog") in facts


def test_the_row_of_icons_covers_every_group_of_the_army() -> None:
    """HOW-ARM-13"""
    rows = 0
    for scene in BUILT_IN.scenes.values():
        for each in scene.file.armies:
            groups = {unit.group for portrait in each.portraits for unit in portrait.units}
            for card in BUILT_IN.decks[f"{each.right or each.folk}.right"]:
                row = BUILT_IN.right[card].groups
                assert groups <= set(row), card
                assert len(set(row)) == len(row), card
                rows += 1
    assert rows


def test_losses_from_a_faster_order_count_when_the_group_is_chosen() -> None:
    """HOW-ARM-14"""
    ground = orders(duel(damage=2), red=("red-quiet", "red-march"), blue=("blue-quiet", "blue-attack"))
    facts = ground.phase()
    assert facts.index(UnitDefeated("red-1")) < facts.index(OrderBegan("red", "star"))
    assert done_by(facts, "red") == [UnitMoved("red-2", "G3")]


def test_losses_from_a_slower_order_come_too_late_for_the_choice() -> None:
    """HOW-ARM-14"""
    ground = orders(duel(damage=2), red=("red-late", "red-defend"), blue=("blue-quiet", "blue-attack"))
    assert OrderBegan("red", "circle") in ground.phase()


@pytest.mark.parametrize(("is_there", "motivation"), [(True, 7), (False, 6)])
def test_an_army_without_units_turns_its_cards_but_its_order_has_no_effect(is_there: bool, motivation: int) -> None:
    """HOW-ARM-15"""
    greens = {"green_1": ("pike", "cog", "E6", "up")} if is_there else {}
    ground = Ground().units(red_1=("pike", "circle", "C2", "down"), blue_1=("pike", "circle", "C7", "up"), **greens)
    orders(ground, red=("red-quiet", "red-march"), blue=QUIET)
    facts = with_green(ground, "red-gain", "red-retreat").motivation(red=6).phase()
    assert OrderTurned("green.left", "red-gain") in facts
    assert OrderTurned("green.right", "red-retreat") in facts
    assert bool(done_by(facts, "green")) is is_there
    assert ground.state.motivation["red"] == motivation


def test_if_the_left_half_removes_the_chosen_group_no_other_takes_over() -> None:
    """HOW-ARM-22"""
    ground = orders(duel(), red=("red-ruin", "red-march"), blue=QUIET)
    facts = done_by(ground.phase(), "red")
    assert only(facts, UnitDefeated) == [UnitDefeated("red-1")]
    assert only(facts, UnitMoved) == []
    assert ground.unit("red-2").space == "G2"


@pytest.mark.parametrize(("others", "motivation"), [({}, 5), ({"green_2": ("pike", "star", "E2", "up")}, 7)])
def test_what_an_army_does_afterwards_is_lost_with_its_last_unit(
    others: dict[str, tuple[str, ...]], motivation: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """HOW-ARM-15, HOW-ARM-22: the side that it leaves behind loses a unit, and gains nothing by its plan."""
    monkeypatch.setitem(library().halves, "red-late", ((op.Wound(9),), (op.Motivation(2),)))
    greens = {"green_1": ("pike", "circle", "E6", "up"), **others}
    ground = Ground().units(red_1=("pike", "circle", "C2", "down"), blue_1=("pike", "circle", "C7", "up"), **greens)
    orders(ground, red=("red-quiet", "red-march"), blue=QUIET)
    facts = with_green(ground, "red-late", "red-march").motivation(red=6).phase()
    assert UnitDefeated("green-1") in done_by(facts, "green")
    assert ground.state.motivation["red"] == motivation


@pytest.mark.parametrize(("right", "hit"), [("red-march", ["red-1"]), ("red-retreat", ["red-2"])])
def test_a_left_half_that_speaks_of_the_group_means_the_one_chosen_by_the_right_half(
    right: str, hit: list[str]
) -> None:
    """HOW-ARM-25"""
    facts = orders(duel(), red=("red-ruin", right), blue=QUIET).phase()
    assert [fact.unit for fact in only(facts, UnitWounded)] == hit


# Consequences


def test_the_phase_goes_on_when_a_side_reaches_0() -> None:
    """HOW-ARM-20"""
    ground = orders(duel(damage=2), red=("red-quiet", "red-march"), blue=("blue-quiet", "blue-attack")).motivation(
        red=1
    )
    facts = ground.phase()
    assert facts.index(MotivationChanged("red", 0, "defeat")) < facts.index(UnitMoved("red-2", "G3"))
    assert facts[-2:] == [StatusChecked({"red": 0, "blue": 7}), GameEnded(won=False)]


def test_defence_of_a_defend_order_counts_in_the_orders_that_follow() -> None:
    """HOW-ARM-26"""
    ground = orders(duel(), red=("red-quiet", "red-defend"), blue=("blue-quiet", "blue-attack"))
    assert only(ground.phase(), UnitAttacked) == [UnitAttacked(("blue-1",), "red-1", 2, 1)]


def test_defence_of_a_defend_order_ends_with_the_round() -> None:
    """HOW-ARM-26"""
    ground = orders(duel(), red=("red-quiet", "red-defend"), blue=("blue-quiet", "blue-attack"))
    ground.phase()
    orders(ground, red=("red-quiet", "red-retreat"), blue=("blue-quiet", "blue-attack"))
    assert only(ground.phase(), UnitAttacked) == [UnitAttacked(("blue-1",), "red-1", 2, 0)]


# The cards themselves


def test_no_two_orders_of_a_scenario_can_tie() -> None:
    """HOW-ARM-07"""
    for scene in BUILT_IN.scenes.values():
        decimals = []
        for each in scene.file.armies:
            rights = [BUILT_IN.right[card].speed for card in BUILT_IN.decks[f"{each.right or each.folk}.right"]]
            assert all(speed % 1 for speed in rights)
            decimals.append({speed % 1 for speed in rights})
        assert all(one.isdisjoint(other) for one, other in combinations(decimals, 2)), scene.file.id


@pytest.mark.parametrize("army_name", PAIRS)
def test_more_left_than_right_halves_change_motivation(army_name: str) -> None:
    """HOW-ARM-16"""
    shelf = BUILT_IN.left | BUILT_IN.right

    def moving(cards: tuple[str, ...]) -> int:
        return sum(any(isinstance(each, op.Motivation) for each in all_ops(shelf[card].do)) for card in cards)

    left, right = PAIRS[army_name]
    assert moving(left) > moving(right)


def test_every_right_half_tells_the_group_what_to_attempt() -> None:
    """HOW-ARM-17"""
    attempts = (op.Advance, op.Attack, op.Defend, op.Face, op.DigIn)
    halves = {name for _, right in PAIRS.values() for name in right}
    assert halves
    for card in map(BUILT_IN.right.__getitem__, sorted(halves)):
        tried = [each for each in all_ops(card.do) if isinstance(each, attempts)]
        assert any(each.who == "group" for each in tried), card.id


def test_the_right_half_does_not_count_what_the_left_half_made_units_do() -> None:
    """HOW-ARM-10: a unit that the left half's own move blocked was not blocked by the right half."""
    ground = Ground().units(
        red_1=("pike", "circle", "C3", "down"),
        red_2=("pike", "star", "G4", "down"),
        blue_1=("pike", "circle", "C4", "up"),
    )
    blocked = Tally("blocked")
    turn = Transaction.on(ground.state, (), Dice(1, 1))
    left = Effect((Advance(who="group"),), "red-quiet", army="red", group="circle")
    right = Effect((If(blocked, (Motivation(-1),)),), "red-march", army="red", group="star")
    late = Effect((If(blocked, (Motivation(-2),)),), "red-quiet", army="red", group="circle")
    turn.push(left, StartHalf(right), late)
    turn.run(rules)
    assert [fact.to for fact in only(turn.facts, MotivationChanged)] == [4]
