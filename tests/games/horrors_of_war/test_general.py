"""Rounds, what may be looked at, what is nearby, and rules that hold everywhere."""

from copy import copy

import msgspec
import pytest

from engine.core.cards import HIDDEN
from engine.core.dice import Dice
from engine.core.errors import Refused
from engine.core.kinds import NOBODY, Fact, Setup
from engine.core.table import Transaction
from engine.games.horrors_of_war import rules
from engine.games.horrors_of_war.content.library import library
from engine.games.horrors_of_war.content.operations import (
    AddHorror,
    Advance,
    Attack,
    Bury,
    Defend,
    DigIn,
    Discard,
    Fortify,
    Mend,
    Raze,
    Reveal,
    Wound,
)
from engine.games.horrors_of_war.facts import (
    ArmyPhaseBegan,
    CardDrawn,
    CardGiven,
    CardShown,
    CardStayed,
    GameEnded,
    OrderBegan,
    Passed,
    RefreshDrawn,
    ResourceDeckShuffled,
    RoundBegan,
    StatusChecked,
    TableLaid,
    UnitMoved,
)
from engine.games.horrors_of_war.frames import Act, ChooseMore, Deal
from engine.games.horrors_of_war.moves import Choose, Pass, PlayCard, UseRow
from engine.games.horrors_of_war.state import HORROR, RESOURCE, GameState
from engine.games.horrors_of_war.words.names import known_horrors
from engine.games.horrors_of_war.words.plain import tell_piles
from tests.games.horrors_of_war.ground import Ground, only

ALL = ("tambatro", "nabo", "akezan", "yainar")
EVERYBODY = ("nabo", "tambatro", NOBODY)


def begin(*seats: str) -> Ground:
    """A table whose hands are dealt."""
    ground = Ground(*seats)
    while isinstance(ground.table.ask, ChooseMore):
        ground.submit(ground.moves(seats[0])[0], seats[0])
    return ground


def quiet(ground: Ground) -> Ground:
    """Order decks of a single card each, with which nothing happens."""
    for army in ("red", "blue"):
        ground.orders(f"{army}.left", f"{army}-quiet").orders(f"{army}.right", f"{army}-defend")
    return ground


def finish_round(ground: Ground) -> list[Fact]:
    """Everybody passes and the first choice is taken in whatever is asked, until the round is over."""
    facts: list[Fact] = []
    now = ground.state.round
    while ground.table.ask and ground.state.round == now:
        seat = ground.table.ask.seats[0]
        moves = ground.moves(seat)
        facts += ground.submit(Pass() if Pass() in moves else moves[0], seat)
    return facts


def cards_held(ground: Ground) -> int:
    return sum(map(len, ground.state.hands.values()))


# Rounds, winning and losing


def on_the_table(state: GameState) -> list[object]:
    """All that the number of players has no say in."""
    piles = [*state.resources.cards, *(card for hand in state.hands.values() for card in hand)]
    return [
        state.units,
        state.motivation,
        sorted(piles),
        sorted(state.horrors),
        {name: sorted(deck.cards) for name, deck in state.orders.items()},
    ]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_player_count_plays_the_same_game(players: int) -> None:
    """HOW-GEN-01"""
    ground = begin(*ALL[:players])
    assert on_the_table(ground.state) == on_the_table(Ground().state)
    assert cards_held(ground) == 8
    drawn = only(finish_round(quiet(ground)), RefreshDrawn)
    assert [len(fact.cards) for fact in drawn] == [4]
    assert cards_held(ground) == 12


@pytest.mark.parametrize(("red", "winners"), [(1, ALL), (0, ())])
def test_all_players_win_or_lose_together(red: int, winners: tuple[str, ...]) -> None:
    """HOW-GEN-02"""
    ground = quiet(begin(*ALL)).motivation(red=red, blue=1)
    ground.phase()
    assert ground.table.outcome is not None
    assert ground.table.outcome.winners == winners


def phases(facts: list[Fact]) -> list[type[Fact]]:
    watched = (Passed, ArmyPhaseBegan, OrderBegan, StatusChecked, RoundBegan, GameEnded)
    return [type(fact) for fact in facts if isinstance(fact, watched)]


def test_a_round_is_adventurer_phase_then_army_phase_then_status_phase() -> None:
    """HOW-GEN-03"""
    ground = quiet(Ground())
    once = [Passed, ArmyPhaseBegan, OrderBegan, OrderBegan, StatusChecked, RoundBegan]
    assert phases(finish_round(ground)) == once
    assert phases(finish_round(ground)) == once
    assert (ground.state.round, ground.state.phase) == (3, "adventurer")


def test_the_status_phase_ends_the_rounds() -> None:
    """HOW-GEN-03"""
    ground = quiet(Ground()).motivation(red=1, blue=2)
    assert phases(finish_round(ground))[-2:] == [StatusChecked, GameEnded]
    assert ground.table.ask is None


def test_there_is_no_round_limit() -> None:
    """HOW-GEN-04"""
    ground = quiet(Ground())
    for _ in range(120):
        finish_round(ground)
    assert (ground.state.round, ground.state.won) == (121, None)
    ground.change(round=10_000)
    assert phases(finish_round(ground))[-1] is RoundBegan


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_one_to_four_players_can_play(players: int) -> None:
    """HOW-GEN-18"""
    assert set(begin(*ALL[:players]).state.hands) == set(ALL[:players])
    assert rules.seats == (1, 4)


@pytest.mark.parametrize("seats", [(), (*ALL, "meron")])
def test_fewer_than_one_or_more_than_four_players_cannot(seats: tuple[str, ...]) -> None:
    """HOW-GEN-18"""
    with pytest.raises(Refused, match=r"^One to four adventurers can play\.$"):
        rules.check(Setup(game=rules.id, scenario="proving-ground", seats=seats, seed=1))


@pytest.mark.parametrize("scenario", [scene.id for scene in rules.scenarios()])
def test_every_scenario_can_be_played_at_once_and_again(scenario: str) -> None:
    """HOW-GEN-22"""
    for _ in range(2):
        ground = Ground(scenario=scenario)
        assert (ground.state.scenario, ground.state.round) == (scenario, 1)


def test_every_scenario_is_offered() -> None:
    """HOW-GEN-22"""
    numbers = [scene.number for scene in rules.scenarios()]
    assert [scene.id for scene in rules.scenarios()] == list(library().scenes)
    assert numbers == sorted(numbers)


def test_a_new_game_starts_from_the_full_card_pool() -> None:
    """HOW-GEN-17"""
    first = Ground("nabo", "tambatro", seed=5)
    laid = msgspec.json.encode(first.state)
    first.hand("nabo", "p-draw", "p-heal").use("p-draw", "scheme")
    first.do(Wound(9, who="army"))
    first.phase()
    assert first.table.outcome is not None
    assert msgspec.json.encode(Ground("nabo", "tambatro", seed=5).state) == laid


# What may be looked at


def hands_seen(ground: Ground, seat: str) -> dict[str, tuple[str, ...]]:
    return ground.table.view(seat).hands


def test_hands_are_open_by_default() -> None:
    """HOW-GEN-05"""
    ground = Ground("nabo", "tambatro")
    assert [hands_seen(ground, seat) for seat in ("nabo", "tambatro")] == [ground.state.hands] * 2


def test_players_may_keep_their_hands_private() -> None:
    """HOW-GEN-05"""
    ground = Ground("nabo", "tambatro", options=["private-hands"])
    own = ground.state.hands["nabo"]
    assert hands_seen(ground, "nabo") == {"nabo": own, "tambatro": (RESOURCE,) * 4}
    assert hands_seen(ground, "tambatro")["nabo"] == (RESOURCE,) * 4


def test_a_card_drawn_to_a_private_hand_is_told_to_nobody_else() -> None:
    """HOW-GEN-05"""
    ground = Ground("nabo", "tambatro", options=["private-hands"])
    fact = CardDrawn("nabo", "p-heal")
    assert [fact.seen_by(ground.state, seat).card for seat in EVERYBODY] == ["p-heal", RESOURCE, RESOURCE]


def played_through(seed: int, options: tuple[str, ...]) -> list[Fact]:
    """Many moves of a game full of horrors amidst the armies, always chosen by the same dice."""
    ground = Ground("nabo", "tambatro", challenges=["bad-dreams"], options=options, seed=seed)
    ground.units(red_1=("p-gen-giant", "circle", "E4", "down"), blue_1=("p-gen-giant", "circle", "E4", "up"))
    dice = Dice(seed, 0)
    for _ in range(200):
        if ground.table.ask is None:
            break
        seat = dice.choice(ground.table.ask.seats)
        ground.submit(dice.choice(ground.moves(seat)), seat)
    facts = [fact for step in ground.table.steps for fact in step.facts]
    return [fact for fact in facts if not isinstance(fact, TableLaid | CardShown)]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_other_rule_depends_on_private_hands(seed: int) -> None:
    """HOW-GEN-23"""
    assert played_through(seed, ("private-hands",)) == played_through(seed, ())


def shown_table() -> Ground:
    """Two open cards in a deck of four, and something on the discard piles."""
    ground = Ground("nabo", "tambatro", options=["private-hands"])
    ground.orders("red.left", "red-quiet", "red-late", "red-ruin", faceup=["red-late"], discard=["red-gain"])
    ground.orders("blue.right", "blue-march", faceup=["blue-march"], discard=["blue-defend", "blue-attack"])
    return ground.deck("p-heal", "p-hold", discard=["p-travel", "q-home"])


@pytest.mark.parametrize("seat", EVERYBODY)
def test_anybody_may_look_at_face_up_cards_in_order_decks(seat: str) -> None:
    """HOW-GEN-06, HOW-GEN-07"""
    orders = shown_table().table.view(seat).orders
    assert orders["red.left"].cards == (HIDDEN, "red-late", HIDDEN)
    assert orders["blue.right"].cards == ("blue-march",)


@pytest.mark.parametrize("seat", EVERYBODY)
def test_anybody_may_look_through_every_discard_pile(seat: str) -> None:
    """HOW-GEN-06, HOW-GEN-07"""
    view = shown_table().table.view(seat)
    assert view.orders["red.left"].discard == ("red-gain",)
    assert view.orders["blue.right"].discard == ("blue-defend", "blue-attack")
    assert view.resources.discard == ("p-travel", "q-home")


@pytest.mark.parametrize("seat", EVERYBODY)
def test_plain_words_name_every_card_of_the_resource_discard_pile(seat: str) -> None:
    """HOW-GEN-06: a player who has only words may look through it as well."""
    words = " ".join(tell_piles(shown_table().table.view(seat)).split())
    assert "Discard pile: 2 cards, 1 of them a horror; from the top: Proof Of Travel, Fear Of Home." in words


def test_words_say_where_known_horrors_lie() -> None:
    """HOW-GEN-19, HOW-GEN-10: the one on top, and those below it that everybody saw."""
    ground = Ground().deck("p-heal", "q-home", only=True)
    ground.do(AddHorror(3))
    view = ground.table.view("nabo")
    assert known_horrors(view) == "Known horrors deeper in it: number 2 and 3 from the top."
    assert "a HORROR on top. Known horrors" in " ".join(tell_piles(view).split())
    assert known_horrors(Ground().deck("p-heal", "q-home", only=True).table.view("nabo")) == ""


def test_looking_changes_nothing() -> None:
    """HOW-GEN-07"""
    ground = shown_table()
    before = msgspec.json.encode(ground.state)
    for seat in EVERYBODY:
        ground.table.view(seat)
        ground.moves(seat)
    assert msgspec.json.encode(ground.state) == before


@pytest.mark.parametrize("seat", EVERYBODY)
def test_the_face_of_a_face_down_order_card_is_hidden_from_everybody(seat: str) -> None:
    """HOW-GEN-08"""
    ground = Ground("nabo", "tambatro")
    facedown = [card for deck in ground.state.orders.values() for card in deck.cards]
    seen = [msgspec.json.encode(ground.table.view(seat))]
    seen += [msgspec.json.encode(fact.seen_by(ground.state, seat)) for fact in ground.table.steps[0].facts]
    assert [card for card in facedown if any(f'"{card}"'.encode() in text for text in seen)] == []


def test_an_effect_can_show_a_face_down_order_card() -> None:
    """HOW-GEN-08"""
    ground = Ground("nabo", "tambatro").orders("red.left", "red-quiet", "red-late")
    ground.do(Reveal(), target="deck:red.left")
    assert [ground.table.view(seat).orders["red.left"].cards for seat in EVERYBODY] == [("red-quiet", HIDDEN)] * 3


@pytest.mark.parametrize("seat", EVERYBODY)
def test_the_resource_deck_does_not_show_where_its_horrors_are(seat: str) -> None:
    """HOW-GEN-09"""
    ground = Ground("nabo", "tambatro").deck("p-heal", "q-home", "p-hold", "q-add", only=True)
    assert ground.table.view(seat).resources.cards == (RESOURCE, HIDDEN, HIDDEN, HIDDEN)


@pytest.mark.parametrize("seat", EVERYBODY)
def test_a_shuffle_of_the_resource_deck_tells_nobody_its_order(seat: str) -> None:
    """HOW-GEN-09"""
    ground = Ground("nabo", "tambatro", challenges=["bad-dreams"])
    told = [fact.seen_by(ground.state, seat) for fact in only(ground.table.steps[0].facts, ResourceDeckShuffled)]
    assert [set(fact.order) for fact in told] == [{HIDDEN}, {HIDDEN}]


@pytest.mark.parametrize("seat", EVERYBODY)
@pytest.mark.parametrize(("top", "back"), [("q-home", HORROR), ("p-heal", RESOURCE)])
def test_everybody_sees_whether_the_top_card_is_a_horror_but_not_which(seat: str, top: str, back: str) -> None:
    """HOW-GEN-10"""
    view = Ground("nabo", "tambatro").deck(top).table.view(seat)
    assert view.resources.cards[0] == back
    view = Ground("nabo", "tambatro").deck(top, only=True).table.view(seat)
    assert view.resources.cards == (back,)


def test_horrors_put_on_top_stay_known_below_each_other() -> None:
    """HOW-GEN-19, HOW-GEN-09: the horror at the bottom, which nobody saw, is not shown with them."""
    ground = Ground().deck("p-heal", "q-home", only=True)
    ground.do(AddHorror(2))
    assert ground.table.view("nabo").resources.cards == (HORROR, HORROR, HIDDEN, HIDDEN)


def test_what_is_known_of_the_resource_deck_ends_with_a_shuffle() -> None:
    """HOW-GEN-19"""
    ground = Ground().deck("p-heal", only=True)
    ground.do(AddHorror(2))
    ground.given(ResourceDeckShuffled(ground.state.resources.cards))
    assert ground.table.view("nabo").resources.cards == (HORROR, HIDDEN, HIDDEN)


@pytest.mark.parametrize(("top", "back"), [("q-home", HORROR), ("p-travel", RESOURCE)])
def test_the_kind_of_a_card_that_everybody_saw_going_to_the_bottom_stays_known(top: str, back: str) -> None:
    """HOW-GEN-19: nobody has to forget what was just laid there; what lies above it is hidden as before."""
    ground = Ground().deck(top, "p-heal", "q-discard", only=True)
    ground.do(Bury())
    assert ground.table.view("nabo").resources.cards == (RESOURCE, HIDDEN, back)


def test_a_horror_that_was_drawn_and_shuffled_back_is_known_no_longer() -> None:
    """HOW-GEN-19"""
    ground = Ground().hand("nabo", "p-fortify-extra", "p-travel").deck("p-heal", only=True)
    ground.change(horrors=("q-home",)).do(AddHorror())
    ground.use("p-fortify-extra", "fortify")
    deck = ground.state.resources
    ground.given(ResourceDeckShuffled((*deck.cards, *deck.discard), with_discard=True))
    assert ground.state.resources.cards[1:] == ("q-home", "p-fortify-extra")
    assert ground.table.view("nabo").resources.cards[1:] == (HIDDEN, HIDDEN)


# Nearby


def rows_offered(ground: Ground, card: str) -> list[str]:
    ground.submit(PlayCard(card))
    return [move.row for move in ground.moves() if isinstance(move, UseRow)]


@pytest.mark.parametrize(("space", "rows"), [("E4", ["survey"]), ("E3", []), ("F4", []), ("E6", [])])
def test_only_a_unit_in_the_same_space_is_nearby(space: str, rows: list[str]) -> None:
    """HOW-GEN-11, HOW-GEN-20"""
    ground = Ground().units(red_1=("pike", "circle", space, "down")).hand("nabo", "p-survey")
    assert rows_offered(ground, "p-survey") == rows


@pytest.mark.parametrize(("space", "rows"), [("E4", ["delegate"]), ("E3", []), ("F4", []), ("E6", [])])
def test_only_an_adventurer_in_the_same_space_is_nearby(space: str, rows: list[str]) -> None:
    """HOW-GEN-11, HOW-GEN-20"""
    ground = Ground("nabo", "tambatro").stand("tambatro", space).hand("nabo", "p-delegate")
    assert rows_offered(ground, "p-delegate") == rows


def test_nearby_is_counted_from_where_the_own_figure_stands_now() -> None:
    """HOW-GEN-11"""
    ground = Ground().units(red_1=("pike", "circle", "G4", "down")).stand("nabo", "G4").hand("nabo", "p-survey")
    assert rows_offered(ground, "p-survey") == ["survey"]


@pytest.mark.parametrize(("space", "shielded"), [("E4", ["unit:red-1"]), ("E3", []), ("F4", [])])
def test_a_scheme_for_a_nearby_unit_needs_it_in_the_same_space(space: str, shielded: list[str]) -> None:
    """HOW-GEN-11, HOW-GEN-20"""
    ground = Ground().units(red_1=("pike", "circle", space, "down")).hand("nabo", "p-shield", "p-heal")
    stayed = only(ground.use("p-shield", "scheme"), CardStayed)
    assert [fact.ongoing.on for fact in stayed] == shielded


def decks_offered(ground: Ground) -> list[str]:
    ground.hand("nabo", "p-survey").use("p-survey", "survey")
    return [move.thing for move in ground.moves() if isinstance(move, Choose)]


@pytest.mark.parametrize("count", [1, 2])
def test_one_nearby_unit_makes_all_order_decks_of_its_army_nearby(count: int) -> None:
    """HOW-GEN-12"""
    units = {f"red_{number}": ("pike", "circle", "E4", "down") for number in range(count)}
    ground = Ground().units(**units, red_9=("pike", "star", "A1", "down"), blue_1=("pike", "circle", "A7", "up"))
    assert decks_offered(ground) == ["deck:red.left", "deck:red.right"]


def test_a_nearby_unit_does_not_make_the_order_of_an_allied_army_nearby() -> None:
    """HOW-GEN-21"""
    ground = Ground().units(red_1=("pike", "circle", "E4", "down"), blue_1=("pike", "circle", "A7", "up"))
    ground.change(sides={"red": "red", "blue": "red"})
    assert decks_offered(ground) == ["deck:red.left", "deck:red.right"]


def test_your_own_figure_is_not_nearby_itself() -> None:
    """HOW-GEN-13"""
    ground = Ground("nabo", "tambatro").stand("tambatro", "E3").hand("nabo", "p-gen-hand", "p-heal")
    ground.use("p-gen-hand", "scheme")
    assert isinstance(ground.table.ask, Act)
    assert ground.state.hands["nabo"] == ("p-heal",)


def test_an_effect_on_a_nearby_adventurer_finds_the_other_one() -> None:
    """HOW-GEN-11, HOW-GEN-13"""
    ground = Ground("nabo", "tambatro").hand("tambatro").hand("nabo", "p-gen-hand", "p-heal")
    ground.use("p-gen-hand", "scheme")
    assert ground.submit(Choose("card:p-heal")) == [CardGiven("nabo", "tambatro", "p-heal")]


# Tokens, contradictions, and what cannot be done completely


def test_fortification_tokens_never_run_out() -> None:
    """HOW-GEN-14"""
    ground = Ground()
    ground.do(Fortify(25), target="space:B2")
    ground.do(Fortify(25), target="space:B3")
    assert ground.state.fortifications == {"B2": 25, "B3": 25}


def test_damage_tokens_never_run_out() -> None:
    """HOW-GEN-14"""
    giant = ("p-gen-giant", "circle", "E3", "down")
    ground = Ground().units(red_1=giant, red_2=giant, blue_1=giant)
    ground.do(Wound(40))
    assert [ground.unit(name).damage for name in ("red-1", "red-2")] == [40, 40]


def test_a_card_may_let_a_unit_move_farther_than_the_rules() -> None:
    """HOW-GEN-15"""
    ground = Ground().units(red_1=("pike", "circle", "B2", "down"), blue_1=("pike", "circle", "I7", "up"))
    assert only(ground.do(Advance(times=2)), UnitMoved) == [UnitMoved("red-1", "B3"), UnitMoved("red-1", "B4")]


def test_a_card_may_deal_damage_that_defence_and_fortifications_do_not_stop() -> None:
    """HOW-GEN-15"""
    ground = Ground().units(red_1=("wall", "circle", "G6", "down"), blue_1=("pike", "circle", "A7", "up"))
    ground.do(Defend(amount=2), DigIn(3), Wound(1))
    assert (ground.unit("red-1").damage, ground.state.fortifications) == (1, {"G6": 3})


def test_a_card_may_give_an_order_to_another_group_than_the_first_in_the_row() -> None:
    """HOW-GEN-15"""
    ground = Ground().units(red_1=("pike", "circle", "E4", "down"), red_2=("pike", "cog", "B2", "down"))
    ground.orders("red.left", "red-quiet").orders("red.right", "red-march").hand("nabo", "p-mix", "p-heal")
    ground.use("p-mix", "scheme")
    ground.submit(Choose("group:cog"))
    facts = ground.phase()
    assert OrderBegan("red", "cog") in facts
    assert UnitMoved("red-2", "B3") in facts


def test_a_horror_may_take_away_an_extra_card() -> None:
    """HOW-GEN-15"""
    ground = Ground().hand("nabo", "p-fortify-extra", "p-travel-extra", "p-hold").deck("q-numb", "p-heal")
    ground.use("p-travel-extra", "travel")
    ground.submit(ground.moves()[-1])
    assert only(ground.use("p-fortify-extra", "fortify"), CardDrawn) == []


def lone_pike(space: str, damage: int = 0) -> Ground:
    return Ground().units(red_1=("pike", "circle", space, "down", damage), blue_1=("pike", "circle", "B6", "up"))


def test_an_order_to_move_twice_moves_once_where_the_second_step_is_blocked() -> None:
    """HOW-GEN-16"""
    ground = lone_pike("B4")
    assert only(ground.do(Advance(times=2)), UnitMoved) == [UnitMoved("red-1", "B5")]


def test_an_order_goes_on_after_a_step_that_cannot_be_carried_out() -> None:
    """HOW-GEN-16"""
    ground = lone_pike("E7")
    ground.do(Advance(), Attack(), Mend(1), Raze(1), Defend(amount=1))
    assert ground.state.guards == {"red-1": 1}


def test_more_is_mended_and_razed_than_there_is_as_far_as_possible() -> None:
    """HOW-GEN-16"""
    ground = lone_pike("E7", damage=2).change(fortifications={"E7": 1})
    ground.do(Mend(5), Raze(5))
    assert (ground.unit("red-1").damage, ground.state.fortifications) == (0, {})


def test_a_horror_takes_as_many_cards_as_there_are() -> None:
    """HOW-GEN-16"""
    ground = Ground().hand("nabo", "p-heal")
    ground.do(Discard(count=3))
    assert ground.state.hands["nabo"] == ()


def test_as_many_horrors_are_added_as_the_horror_deck_holds() -> None:
    """HOW-GEN-16"""
    ground = Ground().change(horrors=("q-home", "q-add"))
    ground.do(AddHorror(5))
    assert ground.state.resources.cards[:2] == ("q-add", "q-home")


def test_a_scenario_shuffles_in_as_many_horrors_as_there_are() -> None:
    """HOW-GEN-16"""
    state = copy(Ground(challenges=["bad-dreams"]).state)
    state.horrors = ("q-home", "q-add")
    turn = Transaction.on(state, (), Dice(1, 1))
    turn.push(Deal(()))
    turn.run(rules)
    assert turn.state.horrors == ()
    assert {"q-home", "q-add"} <= set(turn.state.resources.cards)


@pytest.mark.parametrize(("options", "is_final"), [((), False), (("private-hands",), True)])
def test_a_card_from_a_private_hand_cannot_be_taken_back_once_the_others_saw_it(
    options: tuple[str, ...], is_final: bool
) -> None:
    """HOW-GEN-05: open hands hide nothing, so there the play can be taken back."""
    ground = Ground("nabo", "yainar", options=options).hand("nabo", "p-fortify", "p-travel")
    ground.use("p-fortify", "fortify")
    assert ground.table.steps[-1].reveals == is_final
