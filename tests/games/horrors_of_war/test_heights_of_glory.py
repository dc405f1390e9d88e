"""Scenario 3, Heights of Glory: the road, the Secrets, the heights, the boulders and the two challenges."""

import random
from itertools import pairwise

import pytest

from engine.core.cards import HIDDEN
from engine.core.content import builtin
from engine.core.dice import Dice
from engine.core.errors import Refused
from engine.core.kinds import NOBODY, Fact
from engine.games.horrors_of_war import movement, rules
from engine.games.horrors_of_war.content import library
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.facts import (
    AdventurerMoved,
    AreaSpared,
    CardDiscarded,
    CardDrawn,
    CardReturned,
    FortificationsRemoved,
    GameEnded,
    HorrorRevealed,
    MotivationChanged,
    OrderDeckShuffled,
    OrderRevealed,
    OrderTurned,
    RoundBegan,
    StatusChecked,
    UnitAttacked,
    UnitBlocked,
    UnitDefeated,
    UnitMoved,
    UnitWounded,
)
from engine.games.horrors_of_war.frames import ChooseMore
from engine.games.horrors_of_war.moves import Choose, PlayCard, UseRow, UseScheme
from engine.games.horrors_of_war.state import SECRET, GameState
from engine.peacemakers.adventurers import ADVENTURERS
from tests.games.horrors_of_war.ground import Ground, only

SCENARIO = "heights-of-glory"
CARDS = library.read(builtin("horrors-of-war"))
SCENE = CARDS.scenes[SCENARIO]
FILE = SCENE.file
ROAD = FILE.roads[0].spaces
HEIGHTS = tuple(f"terrifying-heights-{number}" for number in range(1, 5))
DECKS = ("toucan.left", "toucan.right")
FAR = ("bear-warden", "circle", "I3", "down")
QUIMAYA, BEAK, SWOOPER, TELOXHEL = "toucan-1", "toucan-2", "toucan-3", "bear-1"
QUIET = {
    "toucan.left": "toucan-hg-l2",
    "toucan.right": "toucan-r5",
    "bear.left": "bear-ht-l2",
    "bear.right": "bear-ht-r5",
}
"""An order for each army in which no star toucan moves and no boulder falls; each side gains 1."""


def mountain(*seats: str, challenges: tuple[str, ...] = (), seed: int = 1) -> Ground:
    """A table of the scenario; nabo alone unless seats are named."""
    return Ground(*seats, scenario=SCENARIO, challenges=challenges, seed=seed)


def ground_of(folk: str) -> str:
    """The space of an army's second unit."""
    return mountain().unit(f"{folk}-2").space


def quiet(*challenges: str, **tracks: int) -> Ground:
    """A table whose next orders are quiet ones, with the tracks at these values."""
    ground = mountain(challenges=challenges)
    for deck, card in QUIET.items():
        ground.orders(deck, card)
    return ground.motivation(**tracks)


def secrets_of(deck: str) -> list[str]:
    """The Secrets that belong to an order deck."""
    return [card for card in CARDS.order_decks(SCENARIO)[deck] if half(card).secret]


def plain_of(deck: str) -> list[str]:
    """The cards of an order deck that are no Secrets."""
    return [card for card in CARDS.order_decks(SCENARIO)[deck] if not half(card).secret]


def half(card: str) -> object:
    return CARDS.left.get(card) or CARDS.right[card]


def height(space: str) -> int:
    return SCENE.board.terrain[space].height


def advance(ground: Ground, army: str, group: str, direction: op.Direction = "forward") -> list[Fact]:
    """What becomes of the units when a group moves."""
    facts = ground.do(op.Advance(direction=direction), army=army, group=group)
    return [fact for fact in facts if isinstance(fact, UnitMoved | UnitBlocked)]


def beside_a_toucan() -> Ground:
    """Nabo stands with a swooper and holds cards to survey with; only toucan decks are in reach."""
    ground = mountain().hand("nabo", "p-survey", "p-survey-extra", "p-heal")
    return ground.stand("nabo", ground.unit(SWOOPER).space)


def survey(ground: Ground, deck: str = "toucan.left", card: str = "p-survey") -> list[Fact]:
    """Play a card for its survey row on a deck."""
    facts = ground.use(card, "survey")
    return facts + (ground.submit(Choose(f"deck:{deck}")) if Choose(f"deck:{deck}") in ground.moves() else [])


# The map


def test_the_mountain_rises_from_the_valley_to_the_temple_on_the_peak() -> None:
    """HOW-S3-17: the map gives every space a height."""
    heights = {space: height(space) for space in SCENE.board.grid.spaces}
    assert set(heights.values()) == {0, 1, 2, 3}
    temple = mountain().unit(TELOXHEL).space
    assert heights[temple] == max(heights.values())
    assert height(ROAD[0]) == 0
    assert all(height(after) >= height(before) for before, after in pairwise(ROAD))


def test_toucans_have_five_units_and_bears_four() -> None:
    """HOW-S3-02, HOW-S3-12"""
    units = mountain().state.units
    toucans = [unit for unit in units.values() if unit.army == "toucan"]
    assert sorted(unit.type for unit in toucans) == ["toucan-beak", *["toucan-swooper"] * 3, "toucan-unifier"]
    assert {unit.type for unit in toucans if unit.group == "star"} == {"toucan-beak", "toucan-unifier"}
    assert len(units) - len(toucans) == 4


# The road


def test_the_road_leads_star_toucans_up_to_the_temple() -> None:
    """HOW-S3-02"""
    ground = mountain()
    assert (FILE.roads[0].army, FILE.roads[0].group) == ("toucan", "star")
    assert ROAD[-1] == ground.unit(TELOXHEL).space
    assert {ground.unit(name).space for name in (QUIMAYA, BEAK)} <= set(ROAD)


@pytest.mark.parametrize("facing", ["up", "down-left"])
@pytest.mark.parametrize(("here", "there"), list(pairwise(ROAD[:-1])))
def test_forward_on_the_road_is_along_the_arrow_and_backward_against_it(here: str, there: str, facing: str) -> None:
    """HOW-S3-02: whichever way the figure looks."""
    ground = mountain().units(toucan_1=("toucan-unifier", "star", here, facing), bear_1=FAR)
    assert advance(ground, "toucan", "star") == [UnitMoved("toucan-1", there)]
    assert advance(ground, "toucan", "star", "backward") == [UnitMoved("toucan-1", here)]


@pytest.mark.parametrize("space", ROAD)
def test_nothing_leads_a_star_toucan_off_the_road(space: str) -> None:
    """HOW-S3-02: a scheme that leads a unit to any adjacent space has only the road to offer."""
    ground = mountain().units(toucan_1=("toucan-beak", "star", space, "up"), bear_1=FAR)
    at = ROAD.index(space)
    beside = {ROAD[place] for place in (at - 1, at + 1) if 0 <= place < len(ROAD)}
    assert set(movement.reachable(ground.state, "toucan-1")) == beside


@pytest.mark.parametrize(("space", "direction"), [(ROAD[0], "backward"), (ROAD[-1], "forward")])
def test_at_the_ends_of_the_road_a_star_toucan_stays(space: str, direction: op.Direction) -> None:
    """HOW-S3-03"""
    ground = mountain().units(toucan_1=("toucan-beak", "star", space, "up"), bear_1=FAR)
    assert advance(ground, "toucan", "star", direction) == [UnitBlocked("toucan-1", "edge")]


@pytest.mark.parametrize("group", ["circle", "cog"])
def test_toucans_of_other_groups_move_by_their_own_facing_on_the_road_too(group: str) -> None:
    """HOW-S3-25: the arrow of D6 points to E6."""
    assert ROAD[ROAD.index("D6") + 1] == "E6"
    ground = mountain().units(toucan_1=("toucan-swooper", group, "D6", "up"), bear_1=FAR)
    assert advance(ground, "toucan", group) == [UnitMoved("toucan-1", "D5")]


def test_swoopers_may_enter_impassable_spaces() -> None:
    """HOW-S3-12"""
    [cliff, *_] = [space for space in SCENE.board.grid.spaces if SCENE.board.terrain[space].impassable]
    assert cliff == "F4"
    ground = mountain().units(
        toucan_1=("toucan-swooper", "cog", "F5", "up"),
        toucan_2=("toucan-beak", "cog", "F5", "up"),
        bear_1=FAR,
    )
    facts = advance(ground, "toucan", "cog")
    assert facts == [UnitMoved("toucan-1", "F4"), UnitBlocked("toucan-2", "impassable")]


def test_no_bear_may_enter_an_impassable_space() -> None:
    """HOW-S3-12"""
    ground = mountain().units(bear_1=("bear-warden", "cog", "F3", "down"), toucan_1=("toucan-beak", "star", "A7", "up"))
    assert advance(ground, "bear", "cog") == [UnitBlocked("bear-1", "impassable")]


# Secrets


def test_four_toucan_orders_are_secrets_two_in_each_deck() -> None:
    """HOW-S3-04"""
    assert [len(secrets_of(deck)) for deck in DECKS] == [2, 2]
    assert [secrets_of(deck) for deck in ("bear.left", "bear.right")] == [[], []]
    orders = mountain().state.orders
    assert all(set(secrets_of(deck)) < set(orders[deck].cards) for deck in DECKS)


@pytest.mark.parametrize("deck", DECKS)
def test_everybody_sees_at_any_time_where_the_secrets_lie(deck: str) -> None:
    """HOW-S3-05"""
    ground = mountain("nabo", "yainar")
    cards = ground.state.orders[deck].cards
    where = [place for place, card in enumerate(cards) if card in secrets_of(deck)]
    for seat in ("nabo", "yainar"):
        seen = ground.table.view(seat).orders[deck].cards
        assert [place for place, card in enumerate(seen) if card == SECRET] == where


@pytest.mark.parametrize("deck", DECKS)
def test_a_shuffle_tells_everybody_where_the_secrets_came_to_lie_and_nothing_else(deck: str) -> None:
    """HOW-S3-05, HOW-S3-23"""
    ground = mountain("nabo", "yainar")
    [shuffled] = [fact for fact in only(ground.table.steps[0].facts, OrderDeckShuffled) if fact.deck == deck]
    backs = tuple(SECRET if card in secrets_of(deck) else HIDDEN for card in shuffled.order)
    assert [shuffled.seen_by(ground.state, seat).order for seat in ("nabo", "yainar", NOBODY)] == [backs] * 3


@pytest.mark.parametrize("deck", DECKS)
def test_a_facedown_secret_does_not_tell_which_one_it_is(deck: str) -> None:
    """HOW-S3-23"""
    one, other = secrets_of(deck)
    rest = plain_of(deck)

    def seen(*cards: str) -> tuple[str, ...]:
        shown: tuple[str, ...] = mountain().orders(deck, *cards).table.view("nabo").orders[deck].cards
        return shown

    assert seen(one, *rest, other) == seen(other, *rest, one)
    assert not {one, other, *rest} & set(seen(one, *rest, other))


@pytest.mark.parametrize("secret", secrets_of("toucan.left"))
def test_a_secret_on_top_cannot_be_surveyed(secret: str) -> None:
    """HOW-S3-06, HOW-S3-07: nor can anything below it, so that deck is not to be had."""
    ground = beside_a_toucan().orders("toucan.left", secret, *plain_of("toucan.left"))
    ground.orders("toucan.right", *plain_of("toucan.right"))
    facts = ground.use("p-survey", "survey")
    assert [fact.deck for fact in only(facts, OrderRevealed)] == ["toucan.right"]


def test_with_a_secret_on_top_of_both_decks_nobody_can_survey_at_all() -> None:
    """HOW-S3-06, HOW-S3-07"""
    ground = beside_a_toucan()
    for deck in DECKS:
        ground.orders(deck, *secrets_of(deck), *plain_of(deck))
    ground.submit(PlayCard("p-survey"))
    assert ground.moves() == [UseScheme()]
    with pytest.raises(Refused):
        ground.submit(UseRow("survey"))


def test_a_secret_below_open_cards_still_keeps_what_lies_under_it() -> None:
    """HOW-S3-07: the topmost face-down card is what counts."""
    first, second, third = plain_of("toucan.left")[:3]
    secret = secrets_of("toucan.left")[0]
    ground = beside_a_toucan().orders("toucan.left", first, secret, second, third, faceup=[first])
    ground.orders("toucan.right", *plain_of("toucan.right"))
    facts = survey(ground)
    assert [fact.deck for fact in only(facts, OrderRevealed)] == ["toucan.right"]


def test_a_secret_deeper_down_does_not_hinder_a_survey() -> None:
    """HOW-S3-21"""
    first, second = plain_of("toucan.left")[:2]
    ground = beside_a_toucan().orders("toucan.left", first, *secrets_of("toucan.left"), second)
    assert only(survey(ground), OrderRevealed) == [OrderRevealed("toucan.left", first)]


@pytest.mark.parametrize(("card", "rest"), [("p-survey", "p-survey-extra"), ("p-survey-extra", "p-survey")])
def test_a_survey_that_reaches_a_secret_after_a_shuffle_gives_the_card_back(card: str, rest: str) -> None:
    """HOW-S3-08, HOW-S3-09, HOW-S3-24: the Secret stays face down, the shuffle stands, and no extra card is drawn."""
    opened, secret = plain_of("toucan.left")[0], secrets_of("toucan.left")[0]
    ground = beside_a_toucan().orders("toucan.left", opened, faceup=[opened], discard=[secret])
    ground.orders("toucan.right", *secrets_of("toucan.right"))
    facts = survey(ground, card=card)
    assert only(facts, OrderDeckShuffled) == [OrderDeckShuffled("toucan.left", (opened, secret), faceup=(opened,))]
    assert only(facts, CardReturned) == [CardReturned("nabo", card)]
    assert only(facts, OrderRevealed) == only(facts, CardDrawn) == []
    deck = ground.state.orders["toucan.left"]
    assert (deck.cards, set(deck.faceup), deck.discard) == ((opened, secret), {opened}, ())
    assert sorted(ground.state.hands["nabo"]) == sorted([card, rest, "p-heal"])
    assert card not in ground.state.resources.discard


def test_after_a_shuffle_that_brings_up_another_card_the_survey_works_as_usual() -> None:
    """HOW-S3-08, HOW-S3-24: only a Secret on top gives the card back."""
    found = set()
    for seed in range(12):
        ground = mountain(seed=seed).hand("nabo", "p-survey", "p-heal")
        ground.stand("nabo", ground.unit(SWOOPER).space)
        ground.orders("toucan.left", discard=[secrets_of("toucan.left")[0], plain_of("toucan.left")[0]])
        ground.orders("toucan.right", *secrets_of("toucan.right"))
        facts = survey(ground)
        found.add(bool(only(facts, CardReturned)))
        assert bool(only(facts, OrderRevealed)) is not bool(only(facts, CardReturned))
    assert found == {True, False}


def test_a_shuffle_that_shows_where_secrets_lie_cannot_be_taken_back() -> None:
    """HOW-S3-05, HOW-S3-09: whoever could take it back would survey until no Secret comes up."""
    ground = beside_a_toucan().orders("toucan.left", discard=[secrets_of("toucan.left")[0]])
    ground.orders("toucan.right", *secrets_of("toucan.right"))
    assert only(survey(ground), CardReturned)
    with pytest.raises(Refused, match="revealed something new"):
        ground.table.undo("nabo")


@pytest.mark.parametrize(("folk", "stands"), [("toucan", True), ("bear", False)])
def test_only_a_shuffled_deck_with_secrets_shows_anything(folk: str, stands: bool) -> None:
    """HOW-S3-05: of other decks nobody sees how their cards lie."""
    ground = mountain().hand("nabo", "r26").stand("nabo", ground_of(folk))
    ground.use("r26", "scheme")
    ground.submit(Choose(f"deck:{folk}.left"))
    assert ground.table.steps[-1].reveals is stands


@pytest.mark.parametrize("deck", DECKS)
def test_secrets_do_not_hinder_schemes(deck: str) -> None:
    """HOW-S3-10: an effect turns a Secret, moves it, and reaches the cards below."""
    secret, below = secrets_of(deck)[0], plain_of(deck)[0]
    ground = beside_a_toucan().orders(deck, secret, below, *plain_of(deck)[1:])
    facts = ground.do(op.Reveal(2), target=f"deck:{deck}")
    assert facts == [OrderRevealed(deck, secret), OrderRevealed(deck, below)]
    ground.do(op.Sink(), target=f"deck:{deck}")
    assert ground.state.orders[deck].cards[-1] == secret


def test_a_secret_that_lies_open_no_longer_keeps_the_cards_below() -> None:
    """HOW-S3-11"""
    secret, below = secrets_of("toucan.left")[0], plain_of("toucan.left")[0]
    ground = beside_a_toucan().orders("toucan.left", secret, below, faceup=[secret])
    assert only(survey(ground), OrderRevealed) == [OrderRevealed("toucan.left", below)]


def test_in_the_army_phase_a_secret_is_turned_and_resolved_like_any_other_order() -> None:
    """HOW-S3-22: Night Climb takes the star toucans up the road; Silent Signal lets the others follow."""
    ground = quiet().orders("toucan.left", "toucan-hg-l9").orders("toucan.right", "toucan-r10")
    before = {name: unit.space for name, unit in ground.state.units.items()}
    facts = ground.phase()
    turned = {fact.deck: fact.card for fact in only(facts, OrderTurned)}
    assert (turned["toucan.left"], turned["toucan.right"]) == ("toucan-hg-l9", "toucan-r10")
    assert ground.unit(BEAK).space == ROAD[ROAD.index(before[BEAK]) + 2]
    assert ground.unit(SWOOPER).space != before[SWOOPER]
    assert ground.state.orders["toucan.left"].discard == ("toucan-hg-l9",)


# Terrifying Heights


@pytest.mark.parametrize("seed", range(1, 6))
def test_four_terrifying_heights_are_shuffled_into_the_resource_deck_after_the_deal(seed: int) -> None:
    """HOW-S3-01"""
    state = mountain("nabo", "yainar", seed=seed).state
    assert [CARDS.horrors[card].title for card in HEIGHTS] == ["Terrifying Heights"] * 4
    assert set(HEIGHTS) <= set(state.resources.cards)
    assert not {*state.hands["nabo"], *state.hands["yainar"]} & set(CARDS.horrors)
    assert not set(HEIGHTS) & set(state.horrors)
    assert sum(card in CARDS.horrors for card in state.resources.cards) == 4


def test_while_three_players_settle_the_deal_the_horrors_wait_beside_the_deck() -> None:
    """HOW-S3-01, HOW-SET-09: they are there, but in no deck, and nobody imagines them in one."""
    table = mountain("nabo", "yainar", "akezan").table
    assert isinstance(table.ask, ChooseMore)
    before = rules.accounted(table.state)
    assert set(HEIGHTS) <= set(before)
    assert not set(HEIGHTS) & set(table.state.resources.cards)
    imagined = rules.imagine(table.view("nabo"), "nabo", Dice(1, 1))
    assert not set(HEIGHTS) & {*imagined.resources.cards, *imagined.horrors}
    while isinstance(table.ask, ChooseMore):
        table.submit("nabo", table.moves("nabo")[0])
    assert rules.accounted(table.state) == before
    assert set(HEIGHTS) <= set(table.state.resources.cards)


def test_terrifying_heights_lie_anywhere_in_the_deck() -> None:
    """HOW-S3-01"""
    decks = [mountain(seed=seed).state.resources.cards for seed in range(1, 25)]
    places = {deck.index(card) for deck in decks for card in HEIGHTS}
    assert len(places) > len(decks[0]) // 2


def test_other_scenarios_have_no_terrifying_heights() -> None:
    """HOW-S3-01"""
    assert not set(HEIGHTS) & set(Ground(scenario="order-in-chaos").state.resources.cards)


def way_home(space: str) -> list[str]:
    """A shortest walk from a space to the camp."""
    ways, home = SCENE.ways, SCENE.board.start
    found: dict[str, list[str]] = {home: []}
    edge = [home]
    while edge:
        here = edge.pop(0)
        for there in ways[here]:
            if there not in found:
                found[there] = [here, *found[here]]
                edge.append(there)
    return found[space]


def struck(space: str, horror: str = HEIGHTS[0]) -> tuple[int, int]:
    """How many cards a horror costs nabo on a space, and how many spaces nearer to the camp it brings him."""
    ground = mountain().stand("nabo", space)
    ground.hand("nabo", "p-fortify-extra", "p-travel", "p-delegate", "p-heal", "p-survey").deck(horror)
    facts = ground.use("p-fortify-extra", "fortify")
    while not ground.moves() or not isinstance(ground.moves()[0], PlayCard):
        facts += ground.submit(ground.moves()[0])
    away = {place: len(way_home(place)) for place in (space, ground.state.figures["nabo"])}
    assert len(only(facts, AdventurerMoved)) == away[space] - away[ground.state.figures["nabo"]]
    return len(only(facts, CardDiscarded)), len(only(facts, AdventurerMoved))


@pytest.mark.parametrize("horror", HEIGHTS)
def test_terrifying_heights_are_worse_the_higher_one_stands(horror: str) -> None:
    """HOW-S3-17"""
    by_height = {height(space): struck(space, horror) for space in ("B5", "C5", "F3", "F1")}
    assert by_height == {0: (1, 0), 1: (1, 0), 2: (2, 1), 3: (3, 2)}


@pytest.mark.parametrize("horror", HEIGHTS)
def test_terrifying_heights_strike_the_first_of_an_ordinary_list(horror: str) -> None:
    """HOW-S3-26"""
    card = CARDS.horrors[horror]
    assert sorted(card.priority) == sorted(ADVENTURERS)
    assert not card.everyone
    for absent in (0, 2, 3):
        seats = card.priority[absent:]
        ground = mountain(*reversed(seats)).deck(horror)
        first = seats[0]
        ground.hand(first, "p-fortify-extra", "p-heal")
        facts = ground.use("p-fortify-extra", "fortify", seat=first)
        assert only(facts, HorrorRevealed) == [HorrorRevealed(horror, (first,))]


def test_each_adventurer_is_first_on_one_of_them_and_yainar_never_later_than_second() -> None:
    """HOW-S3-26"""
    lists = [CARDS.horrors[card].priority for card in HEIGHTS]
    assert {names[0] for names in lists} == set(ADVENTURERS)
    assert max(names.index("yainar") for names in lists) == 1


# Teloxhel and the boulders


def test_nothing_moves_teloxhel() -> None:
    """HOW-S3-02: neither an order nor a scheme; the others of his group go."""
    ground = mountain()
    directions: tuple[op.Direction, ...] = ("forward", "backward")
    for direction in directions:
        facts = advance(ground, "bear", "star", direction)
        assert TELOXHEL not in [fact.unit for fact in only(facts, UnitMoved)]
    assert movement.reachable(ground.state, TELOXHEL) == []
    assert ground.unit(TELOXHEL).space == ROAD[-1]


@pytest.mark.parametrize(("card", "area", "offence", "cards"), [("r1", "gully", 2, 1), ("r2", "chute", 3, 2)])
def test_a_boulder_hits_friend_and_enemy_and_spares_no_adventurer(
    card: str, area: str, offence: int, cards: int
) -> None:
    """HOW-DMG-18: one boulder is bigger than the other."""
    top, *_, last = FILE.areas[area]
    ground = mountain("nabo", "yainar").stand("nabo", top).hand("nabo", "p-travel", "p-heal", "p-survey")
    ground.units(
        bear_1=("bear-larderer", "cog", top, "down"),
        bear_2=("bear-warden", "circle", "I6", "down"),
        toucan_1=("toucan-swooper", "circle", last, "up"),
        toucan_2=("toucan-swooper", "circle", "A7", "up"),
    )
    ground.change(fortifications={top: 1})
    facts = ground.do(*CARDS.right[f"bear-ht-{card}"].do, army="bear", group="circle")
    attacked = {fact.target: (fact.attackers, fact.offence) for fact in only(facts, UnitAttacked)}
    assert attacked == {"bear-1": ((), offence), "toucan-1": ((), offence)}
    assert FortificationsRemoved(top, 1) in facts
    wounds = {fact.unit: fact.amount for fact in only(facts, UnitWounded)}
    assert wounds["bear-1"] == offence - 1
    assert wounds["toucan-1"] == offence
    assert [fact.seat for fact in only(facts, CardDiscarded)] == ["nabo"] * cards


@pytest.mark.parametrize(("card", "area"), [("bear-ht-l6", "gully"), ("bear-ht-l7", "chute")])
def test_a_boulder_rolls_before_the_bears_take_heart_from_it(card: str, area: str) -> None:
    """HOW-ARM-10: what stands first on a card happens first; bears whom their own boulder makes surrender stay at 0."""
    here = FILE.areas[area][0]
    units = {"bear_1": ("bear-larderer", "cog", here, "down", 4), "bear_2": ("bear-warden", "circle", "I6", "down")}
    ground = mountain().units(**units, toucan_1=("toucan-swooper", "circle", here, "up", 3)).motivation(bear=1)
    facts = ground.do(*CARDS.left[card].do, army="bear", group="circle")
    assert [fact.unit for fact in only(facts, UnitDefeated)] == ["bear-1", "toucan-1"]
    assert ground.state.motivation["bear"] == 0
    ground = mountain().units(bear_2=units["bear_2"], toucan_1=("toucan-swooper", "circle", here, "up", 3))
    facts = ground.motivation(bear=5).do(*CARDS.left[card].do, army="bear", group="circle")
    kinds = [type(fact) for fact in facts if isinstance(fact, UnitDefeated) or getattr(fact, "side", "") == "bear"]
    assert kinds == [UnitDefeated, MotivationChanged]
    assert ground.state.motivation["bear"] == {"bear-ht-l6": 6, "bear-ht-l7": 7}[card]


def test_a_boulder_that_hits_nobody_is_told() -> None:
    """HOW-DMG-18: and one that hits somebody is told by whom it hits."""
    ground = mountain().units(bear_1=("bear-warden", "cog", "I6", "down"), toucan_1=("toucan-beak", "star", "A7", "up"))
    blast = op.Blast("gully", 2)
    assert ground.do(blast, army="bear", group="cog") == [AreaSpared("gully")]
    ground.units(toucan_1=("toucan-beak", "star", FILE.areas["gully"][0], "up"))
    assert not only(ground.do(blast, army="bear", group="cog"), AreaSpared)


def test_half_the_mountain_takes_one_way_or_the_other() -> None:
    """HOW-DMG-18: boulders take sudden turns."""
    places = {"toucan-1": FILE.areas["gully"][0], "toucan-2": FILE.areas["chute"][-1]}
    ground = quiet().orders("bear.right", "bear-ht-r3")
    hit = set()
    for seed in range(12):
        ground = mountain(seed=seed).units(
            toucan_1=("toucan-beak", "circle", places["toucan-1"], "up"),
            toucan_2=("toucan-beak", "circle", places["toucan-2"], "up"),
            bear_1=("bear-warden", "cog", "I3", "down"),
        )
        facts = ground.do(*CARDS.right["bear-ht-r3"].do, army="bear", group="cog")
        hit.add(tuple(fact.target for fact in only(facts, UnitAttacked)))
    assert hit == {("toucan-1",), ("toucan-2",)}


# What the folks hope for


def after(card: str, army: str, ground: Ground) -> int:
    """By how much a left half changes its own side's motivation."""
    now, late = CARDS.halves[card]
    before = ground.state.motivation[army]
    ground.do(*now, *late, army=army, group="circle")
    return ground.state.motivation[army] - before


def test_quimaya_loses_heart_when_she_stands_high() -> None:
    """HOW-S3-02: the road takes her there."""
    for space in ROAD[:-2]:
        ground = mountain().units(toucan_1=("toucan-unifier", "star", space, "up"), bear_1=FAR)
        assert after("toucan-hg-l2", "toucan", ground) == (-1 if height(space) >= 2 else 1)


@pytest.mark.parametrize(("space", "by"), [("E4", 1), ("F3", 0), ("B6", 0)])
def test_toucans_are_provoked_by_an_enemy_above_them(space: str, by: int) -> None:
    """HOW-S3-17: height 1 below a bear at height 2; as high as it; too far away."""
    ground = mountain().units(
        toucan_1=("toucan-swooper", "circle", space, "up"), bear_1=("bear-warden", "star", "E3", "down")
    )
    assert after("toucan-hg-l1", "toucan", ground) == by
    ground.stand("nabo", "E3")
    assert after("toucan-hg-l1", "toucan", ground) == -2


def test_a_toucan_in_the_larder_breaks_the_will_of_the_bears() -> None:
    """HOW-S3-12: swoopers get there fast."""
    for space in ("B4", *FILE.areas["larder"]):
        ground = mountain().units(
            toucan_1=("toucan-swooper", "circle", space, "up"), bear_1=("bear-warden", "star", "E3", "down")
        )
        assert after("bear-ht-l1", "bear", ground) == (1 if space == "B4" else -3)


PLACES = [
    *(("toucan-hg-l7", "toucan", space, -3) for space in FILE.areas["forest"]),
    *(("toucan-hg-l5", "toucan", space, -2) for space in FILE.areas["larder"]),
    *(("bear-ht-l2", "bear", space, -2) for space in FILE.areas["larder"]),
    *(("bear-ht-l3", "bear", space, -2) for space in FILE.areas["altars"]),
    *(("bear-ht-l4", "bear", space, -2) for space in FILE.areas["summit"]),
    *(("bear-ht-l6", "bear", space, -1) for space in FILE.areas["gully"]),
    *(("bear-ht-l10", "bear", space, -2) for space in FILE.areas["chute"]),
    ("bear-ht-l5", "bear", ROAD[-1], -3),
    ("toucan-hg-l4", "toucan", ROAD[3], -2),
    ("toucan-hg-l9", "toucan", ROAD[5], -2),
]


@pytest.mark.parametrize(("card", "army", "space", "by"), PLACES)
def test_an_adventurer_in_the_right_place_foils_what_a_folk_hopes_for(
    card: str, army: str, space: str, by: int
) -> None:
    """HOW-ARM-16: left alone it lifts them; the star toucans of the Night Climb are met where they arrive."""
    assert after(card, army, mountain()) == 1
    assert after(card, army, mountain().stand("nabo", space)) == by


def test_only_somebody_on_the_summit_lifts_toucans_who_wonder_who_is_up_there() -> None:
    """HOW-ARM-16: what is a loss if nobody does anything."""
    assert after("toucan-hg-l6", "toucan", mountain()) == -1
    for space in FILE.areas["summit"]:
        assert after("toucan-hg-l6", "toucan", mountain().stand("nabo", space)) == 2


def test_a_fortification_below_the_battering_beak_stops_the_nation() -> None:
    """HOW-S3-02"""
    here = mountain().unit(BEAK).space
    assert after("toucan-hg-l3", "toucan", mountain()) == 1
    assert after("toucan-hg-l3", "toucan", mountain().change(fortifications={here: 1})) == -2


@pytest.mark.parametrize(
    ("card", "army", "low", "high"),
    [
        ("toucan-hg-l3", "toucan", 1, 3),
        ("toucan-hg-l9", "toucan", 1, 3),
        ("bear-ht-l8", "bear", -1, 2),
        ("bear-ht-l10", "bear", 1, 2),
    ],
)
def test_the_higher_the_star_toucans_the_prouder_both_sides(card: str, army: str, low: int, high: int) -> None:
    """HOW-S3-14: what makes stars that rise by themselves hard to bear."""
    for space, by in ((ROAD[0], low), ("H3", high)):
        ground = mountain().units(toucan_1=("toucan-beak", "star", space, "up"), bear_1=FAR)
        assert after(card, army, ground) == by


@pytest.mark.parametrize(("space", "walls", "by"), [("E4", 0, 1), ("E4", 3, -2), ("E7", 0, 1)])
def test_a_dive_that_wounds_nobody_dismays_the_toucans(space: str, walls: int, by: int) -> None:
    """HOW-ARM-10: after the right half; a dive that finds no target dismays nobody."""
    ground = mountain().units(
        toucan_1=("toucan-swooper", "circle", space, "up"), bear_1=("bear-warden", "star", "E3", "down")
    )
    ground.change(fortifications={"E3": walls})
    now, late = CARDS.halves["toucan-hg-l8"]
    before = ground.state.motivation["toucan"]
    ground.do(*now, op.Attack(), *late, army="toucan", group="circle")
    assert ground.state.motivation["toucan"] - before == by


# Rising Stars


def test_rising_stars_moves_each_star_toucan_three_spaces_back_after_setup() -> None:
    """HOW-S3-13"""
    plain, state = mountain().state, mountain(challenges=("rising-stars",)).state
    for name in (QUIMAYA, BEAK):
        assert ROAD.index(state.units[name].space) == ROAD.index(plain.units[name].space) - 3
    others = set(plain.units) - {QUIMAYA, BEAK}
    assert [name for name in others if plain.units[name] != state.units[name]] == []


def test_rising_stars_moves_each_star_toucan_one_space_on_after_each_army_phase() -> None:
    """HOW-S3-14: after the last order and before the check."""
    ground = quiet("rising-stars")
    before = {name: ROAD.index(ground.unit(name).space) for name in (QUIMAYA, BEAK)}
    facts = ground.phase()
    assert {name: ROAD.index(ground.unit(name).space) - at for name, at in before.items()} == {QUIMAYA: 1, BEAK: 1}
    climbs = [place for place, fact in enumerate(facts) if isinstance(fact, UnitMoved) and fact.unit in before]
    last_order = max(place for place, fact in enumerate(facts) if isinstance(fact, UnitAttacked | MotivationChanged))
    assert last_order < min(climbs)
    assert max(climbs) < facts.index(only(facts, StatusChecked)[0])


def test_rising_stars_goes_on_in_later_rounds() -> None:
    """HOW-S3-14"""
    ground = quiet("rising-stars", toucan=6, bear=6)
    before = ROAD.index(ground.unit(BEAK).space)
    for climbed in (1, 2, 3):
        ground.phase()
        assert (ground.state.round, ROAD.index(ground.unit(BEAK).space) - before) == (climbed + 1, climbed)


def test_without_rising_stars_no_star_toucan_moves_by_itself() -> None:
    """HOW-S3-14"""
    ground = quiet()
    before = ground.unit(QUIMAYA).space
    ground.phase()
    assert ground.unit(QUIMAYA).space == before


def test_rising_stars_is_ordinary_movement_that_a_bear_on_the_road_blocks() -> None:
    """HOW-S3-27"""
    ground = quiet("rising-stars").orders("bear.right", "bear-ht-r10")
    ahead = ROAD[ROAD.index(ground.unit(BEAK).space) + 1]
    units = dict(ground.state.units)
    ground.units(
        toucan_1=("toucan-unifier", "star", units[QUIMAYA].space, "up"),
        toucan_2=("toucan-beak", "star", units[BEAK].space, "up"),
        toucan_3=("toucan-swooper", "circle", "I6", "up"),
        bear_1=("bear-warden", "star", ahead, "down"),
    )
    facts = ground.phase()
    assert UnitBlocked(BEAK, "enemy") in facts
    assert UnitMoved(QUIMAYA, units[BEAK].space) in facts


def test_three_free_spaces_lie_behind_every_star_toucan() -> None:
    """HOW-S3-27"""
    state = mountain().state
    stars = [unit.space for unit in state.units.values() if unit.army == "toucan" and unit.group == "star"]
    first = min(map(ROAD.index, stars))
    assert first >= 3
    assert not {unit.space for unit in state.units.values()} & set(ROAD[:first])


# The Great Fall


def checked(toucan: int, bear: int, *challenges: str) -> tuple[bool | None, list[Fact]]:
    """Won, lost or None, when the check finds these values."""
    ground = mountain(challenges=challenges).motivation(toucan=toucan, bear=bear)
    for deck, card in NEUTRAL.items():
        ground.orders(deck, card)
    facts = ground.phase()
    assert only(facts, StatusChecked) == [StatusChecked({"toucan": toucan, "bear": bear})]
    return ground.state.won, facts


NEUTRAL = {
    "toucan.left": "red-quiet",
    "toucan.right": "toucan-r5",
    "bear.left": "blue-quiet",
    "bear.right": "bear-ht-r5",
}
"""Orders that change no motivation."""


@pytest.mark.parametrize(("toucan", "bear"), [(1, 1), (1, 2), (2, 2)])
def test_under_the_great_fall_both_sides_green_is_a_loss(toucan: int, bear: int) -> None:
    """HOW-S3-15"""
    assert checked(toucan, bear)[0] is True
    assert checked(toucan, bear, "the-great-fall")[0] is False


@pytest.mark.parametrize(("toucan", "bear"), [(0, 6), (6, 0), (0, 1), (2, 0)])
def test_under_the_great_fall_one_side_alone_at_0_is_a_loss(toucan: int, bear: int) -> None:
    """HOW-S3-16, HOW-S3-18: so both must get there in the same round."""
    won, facts = checked(toucan, bear, "the-great-fall")
    assert won is False
    assert only(facts, GameEnded) == [GameEnded(won=False)]


def test_under_the_great_fall_both_sides_at_0_is_the_win() -> None:
    """HOW-S3-16, HOW-S3-19"""
    assert checked(0, 0)[0] is False
    assert checked(0, 0, "the-great-fall")[0] is True


@pytest.mark.parametrize(("toucan", "bear"), [(1, 4), (4, 2), (6, 6), (15, 1)])
def test_under_the_great_fall_a_new_round_starts_in_all_other_cases(toucan: int, bear: int) -> None:
    """HOW-S3-20"""
    won, facts = checked(toucan, bear, "the-great-fall")
    assert won is None
    assert only(facts, RoundBegan)


def test_the_end_of_the_great_fall_is_told_with_its_reason() -> None:
    """HOW-S3-15, HOW-S3-18, HOW-S3-19"""

    def told(toucan: int, bear: int) -> str:
        ground = mountain(challenges=("the-great-fall",)).motivation(toucan=toucan, bear=bear)
        for deck, card in NEUTRAL.items():
            ground.orders(deck, card)
        ground.phase()
        outcome = rules.outcome(ground.state)
        assert outcome is not None
        return outcome.reason

    assert told(0, 0) == "You won in round 1: the Toucans and the Bears had no motivation left."
    assert told(0, 4) == "You lost in round 1: the Toucans had no motivation left."
    assert told(1, 2) == "You lost in round 1: both sides are ready for peace (Toucans 1 and Bears 2)."


# Whole games


@pytest.mark.parametrize("challenges", [(), ("rising-stars",), ("the-great-fall",), ("rising-stars", "the-great-fall")])
@pytest.mark.parametrize("seed", range(3))
def test_games_played_by_chance_come_to_an_end_and_keep_to_the_road(challenges: tuple[str, ...], seed: int) -> None:
    """HOW-S3-02: after every move the star toucans are on the road and Teloxhel on his peak."""
    table = mountain(*ADVENTURERS[: 1 + seed], challenges=challenges, seed=seed).table
    chance = random.Random(seed)
    while table.ask:
        seat = chance.choice(table.ask.seats)
        table.submit(seat, chance.choice(table.moves(seat)))
        assert keeps_to_its_places(table.state)
        assert table.state.round < 80
    assert table.state.won is not None


def keeps_to_its_places(state: GameState) -> bool:
    stars = [unit for unit in state.units.values() if unit.army == "toucan" and unit.group == "star"]
    seated = [unit for unit in state.units.values() if unit.type == "bear-teloxhel"]
    return all(unit.space in ROAD for unit in stars) and all(unit.space == ROAD[-1] for unit in seated)
