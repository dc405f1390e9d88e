"""The laws catch what they are for: each broken variant of the made-up game breaks the law that it should."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from msgspec import ValidationError
from msgspec.structs import replace

from engine.core.cards import HIDDEN
from engine.core.errors import SaveError
from engine.core.kinds import Ask
from engine.core.table import Table
from tests.contracts import laws_of_chance, laws_of_play, laws_of_saves, laws_of_secrets, laws_of_words
from tests.contracts.laws import LAWS
from tests.contracts.playing import Played, cases
from tests.made_up import clashes, facts, frames, moves, options, rounds, view, words
from tests.made_up.content import LIGHT
from tests.made_up.game import MarshLights
from tests.made_up.state import Fog
from tui.play.thinking import BotQuestion


def variant(**methods: Any) -> Any:
    """The made-up game with some of its answers replaced."""
    return type("Variant", (MarshLights,), methods)()


def games_of(rules: Any, seeds: Sequence[int]) -> Iterator[Played]:
    """Some games of a variant, played one after the other as they are looked at."""
    return (Played(case, thorough=True) for seed in seeds for case in cases(rules, "random", seed))


def one_game(rules: Any) -> Played:
    """A single game of a variant."""
    return next(games_of(rules, seeds=[1]))


def broken_by(law: Callable[[Played], None], rules: Any, seeds: Sequence[int] = range(1, 11)) -> bool:
    """Whether at least one of up to forty games breaks the law."""
    for game in games_of(rules, seeds):
        try:
            law(game)
        except AssertionError:
            return True
    return False


def test_secrets_that_a_game_denies_are_caught():
    law = laws_of_secrets.seats_see_the_same_where_they_have_no_secrets
    assert broken_by(law, variant(has_secrets=lambda self, setup: False), seeds=[1])


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_game_as_it_should_be_breaks_no_law(law):
    assert not broken_by(law, variant(), seeds=[1, 2])


# Views and facts that tell too much


def open_stack(self, state, seat):
    """A view that shows the tiles still to come."""
    return _with(view.view(state, seat), tiles=state.tiles)


def open_faces(self, state, seat):
    """A view that shows every face."""
    return _with(view.view(state, seat), faces=state.faces)


def open_all(self, state, seat):
    """A view that hides nothing."""
    return state.clone()


def open_bids(self, state, seat):
    """A view that shows the bids before all are in."""
    return _with(view.view(state, seat), bids=state.bids)


def shared_looks(self, state, seat):
    """A view in which everybody has seen what anybody has looked at."""
    anybody = frozenset().union(*state.looked.values())
    everywhere = {**state.faces, **{item: state.faces[item] for item in anybody}}
    shown = {item: everywhere[item] if item in anybody else face for item, face in view.view(state, seat).faces.items()}
    return _with(view.view(state, seat), faces=shown)


def _with(seen, **fields):
    for name, value in fields.items():
        setattr(seen, name, value)
    return seen


@pytest.mark.parametrize(
    ("leak", "law"),
    [
        (open_stack, laws_of_secrets.views_learn_ids_from_facts_only),
        (open_faces, laws_of_secrets.views_learn_ids_from_facts_only),
        (open_all, laws_of_secrets.imagined_states_are_not_the_truth),
        (open_all, laws_of_secrets.views_learn_ids_from_facts_only),
        (open_bids, laws_of_secrets.secret_choices_stay_secret),
        (shared_looks, laws_of_secrets.views_learn_ids_from_facts_only),
    ],
)
def test_a_view_that_tells_too_much_is_caught(leak, law):
    assert broken_by(law, variant(view=leak))


@pytest.mark.parametrize("fact", [facts.FacesShuffled, facts.TilesShuffled, facts.Looked])
def test_a_fact_that_tells_too_much_is_caught(fact, monkeypatch):
    """Also in the layout, which comes before the first question."""
    monkeypatch.setattr(fact, "seen_by", lambda self, state, seat: self)
    assert broken_by(laws_of_secrets.views_learn_ids_from_facts_only, variant())


def test_a_frame_that_tells_too_much_is_caught():
    def take(self, turn, ask, seat, move):
        if isinstance(move, moves.Send):
            turn.push(frames.TakeTurn(turn.state.faces[move.walker]))
        MarshLights.take(self, turn, ask, seat, move)

    assert broken_by(laws_of_secrets.frames_and_moves_hold_nothing_hidden, variant(take=take))


@pytest.mark.parametrize("fact", [facts.Looked, facts.TileFound, facts.FaceShown])
def test_a_reveal_that_could_be_taken_back_is_caught(fact, monkeypatch):
    for each in (facts.Looked, facts.TileFound, facts.FaceShown):
        monkeypatch.setattr(each, "reveals", each is not fact)
    assert broken_by(laws_of_secrets.a_step_that_reveals_nothing_tells_nothing, variant())


def test_chance_that_could_be_tried_again_is_caught(monkeypatch):
    """Whoever could take a shuffle of their own walkers back would shuffle until they like it."""
    monkeypatch.setattr(facts.FacesShuffled, "reveals", False)
    assert broken_by(laws_of_secrets.a_step_that_reveals_nothing_leaves_nothing_to_chance, variant())


def test_a_silent_check_of_something_hidden_is_caught():
    """Bright stones light up when somebody steps beside them; if one does not, that tells that it is dull."""

    def take(self, turn, ask, seat, move):
        MarshLights.take(self, turn, ask, seat, move)
        if isinstance(move, moves.StepTo) and isinstance(ask, frames.ChooseDeed):
            here = [stone for stone, space in turn.state.stones.items() if space == move.space]
            for stone in here:
                if LIGHT[turn.state.faces[stone]] > 1:
                    rounds.show(turn, stone)

    assert broken_by(laws_of_secrets.a_step_that_reveals_nothing_tells_nothing, variant(take=take))


# Asides, and moves as others hear them


def test_a_secret_move_that_others_hear_is_caught(monkeypatch):
    monkeypatch.setattr(moves.Bid, "seen_by", lambda self, state, seat: self)
    assert broken_by(laws_of_secrets.secret_choices_stay_secret, variant())


def test_a_move_that_tells_others_who_it_concerns_is_caught(monkeypatch):
    """A seat that sends a walker would say who it is."""

    def seen_by(self, state, seat):
        return moves.Send(state.faces[self.walker])

    monkeypatch.setattr(moves.Send, "seen_by", seen_by)
    assert broken_by(laws_of_secrets.moves_are_heard_as_far_as_they_are_seen, variant())


def test_an_aside_that_changes_what_is_asked_is_caught():
    def take_aside(self, turn, seat, move):
        MarshLights.take_aside(self, turn, seat, move)
        turn.push(frames.TakeTurn(seat))

    assert broken_by(laws_of_play.asides_leave_the_question_open, variant(take_aside=take_aside))


def test_an_aside_that_ends_the_game_without_a_warning_is_caught(monkeypatch):
    monkeypatch.setattr(moves.Resign, "decides", False)
    assert broken_by(laws_of_play.asides_leave_the_question_open, variant())


def test_an_answer_among_the_asides_is_caught():
    def asides(self, seen, seat):
        return [moves.Rest()]

    game = one_game(variant())
    game.rules = variant(asides=asides)
    with pytest.raises(AssertionError, match="is none"):
        laws_of_play.asides_leave_the_question_open(game)


# What is arranged apart


def test_an_arrangement_that_others_see_is_caught(monkeypatch):
    def told(self, seen, fact):
        return f"{fact.seat.title()} arranges." if isinstance(fact, facts.FacePlaced) else words.tell_fact(fact)

    law = laws_of_secrets.what_is_arranged_apart_is_seen_by_nobody_else
    assert broken_by(law, variant(tell_fact=told))
    monkeypatch.setattr(moves.Place, "seen_by", lambda self, state, seat: self)
    assert broken_by(law, variant())


def test_an_arrangement_that_meddles_with_others_is_caught():
    """A seat that places a walker gets a spark for each rival who has not begun: so the order of moves counts."""

    def take(self, turn, ask, seat, move):
        MarshLights.take(self, turn, ask, seat, move)
        if isinstance(move, moves.Place):
            turn.emit(facts.SparksChanged(seat, by=sum(face == HIDDEN for face in turn.state.faces.values())))

    assert broken_by(laws_of_saves.others_may_move_before_something_is_taken_back, variant(take=take))


# Windows, and those who play together


def test_asking_only_those_who_can_answer_is_caught(monkeypatch):
    """Being asked would show that there is a shade."""

    def could_dim(self, attacker, target):
        found = original(self, attacker, target)
        holds = {seat: {self.faces[each] for each in self.cloaked_beside(seat, target)} for seat in found}
        return tuple(seat for seat in found if f"{seat}.shade" in holds[seat])

    original = Fog.could_dim
    monkeypatch.setattr(Fog, "could_dim", could_dim)
    assert broken_by(laws_of_secrets.being_asked_in_a_window_tells_nothing, variant())


def test_partners_who_see_different_things_are_caught():
    def seen(self, state, seat):
        shown = view.view(state, seat)
        return _with(shown, faces={**shown.faces, "stone-1": seat or shown.faces["stone-1"]})

    assert broken_by(laws_of_secrets.allies_who_share_their_sight_see_the_same, variant(view=seen))


def test_sharing_sight_with_a_rival_is_caught():
    def sees_with(self, state, seat):
        return state.seats

    assert broken_by(laws_of_secrets.allies_who_share_their_sight_see_the_same, variant(sees_with=sees_with))


def test_half_a_side_that_wins_is_caught():
    def outcome(self, state):
        ended = MarshLights.outcome(self, state)
        return ended and replace(ended, winners=ended.winners[:1])

    assert broken_by(laws_of_play.the_game_ends, variant(outcome=outcome))


# Imagination


def test_an_imagined_state_that_does_not_look_the_same_is_caught():
    def imagine(self, seen, seat, dice):
        full = view.imagine(seen, seat, dice)
        items = sorted(full.faces)
        shuffled = dice.shuffled([full.faces[item] for item in items])
        return _with(full, faces=dict(zip(items, shuffled, strict=True)))

    assert broken_by(laws_of_secrets.imagined_states_fit_the_view, variant(imagine=imagine))


def test_an_imagined_state_that_lacks_a_piece_is_caught():
    def imagine(self, seen, seat, dice):
        full = view.imagine(seen, seat, dice)
        twice = full.tiles.cards[:1] * len(full.tiles.cards)
        return _with(full, tiles=replace(full.tiles, cards=twice))

    assert broken_by(laws_of_secrets.imagined_states_fit_the_view, variant(imagine=imagine))


# Piles


def test_a_pile_that_forgets_a_card_is_caught():
    def piles(self, seen):
        laid, tiles = set(seen.ground.values()), words.tiles(seen)
        return [tiles] if len(laid) < 2 else [replace(tiles, parts=tiles.parts[:1])]

    assert broken_by(laws_of_words.piles_hold_the_same_cards_all_game_long, variant(piles=piles))


# Playing


def test_a_game_that_never_ends_is_caught():
    def run(self, turn, frame):
        MarshLights.run(self, turn, frames.BeginRound() if isinstance(frame, frames.EndRound) else frame)

    def moves_of(self, seen, ask, seat):
        return [moves.Rest()] if isinstance(ask, frames.ChooseWalker) else [moves.Bid(0)]

    assert broken_by(laws_of_play.the_game_ends, variant(run=run, moves=moves_of))


def test_a_game_that_stops_without_an_outcome_is_caught():
    def run(self, turn, frame):
        if not isinstance(frame, frames.EndRound):
            MarshLights.run(self, turn, frame)

    assert broken_by(laws_of_play.the_game_ends, variant(run=run))


def test_a_question_that_nobody_can_answer_is_caught():
    def moves_of(self, seen, ask, seat):
        return [] if isinstance(ask, frames.React) else options.options(seen, ask, seat)

    with pytest.raises(AssertionError, match="Nobody has a legal answer"):
        list(games_of(variant(moves=moves_of), seeds=[1, 2]))


def test_a_seat_that_is_asked_and_cannot_answer_is_caught():
    def moves_of(self, seen, ask, seat):
        silent = isinstance(ask, frames.PlaceBid) and len(ask.seats) > 1 and seat == ask.seats[0]
        return [] if silent else options.options(seen, ask, seat)

    assert broken_by(laws_of_play.everybody_asked_can_answer, variant(moves=moves_of))


def test_a_move_listed_twice_is_caught():
    def moves_of(self, seen, ask, seat):
        return options.options(seen, ask, seat) * 2

    assert broken_by(laws_of_play.everybody_asked_can_answer, variant(moves=moves_of))


def test_a_listed_move_that_does_not_work_is_caught():
    """Even one that nobody chose: every listed move is carried out."""

    def moves_of(self, seen, ask, seat):
        listed = options.options(seen, ask, seat)
        return [*listed, moves.Look("nothing")] if isinstance(ask, frames.ChooseDeed) else listed

    game = one_game(variant())
    game.rules = variant(moves=moves_of)
    with pytest.raises(KeyError):
        laws_of_play.every_listed_move_is_accepted(game)


def test_an_idle_answer_that_is_not_allowed_is_caught():
    def idlest(self, seen, ask, seat):
        return moves.Rest()

    assert broken_by(laws_of_play.idling_ends_the_round, variant(idlest=idlest))


def test_idling_for_ever_is_caught():
    def take(self, turn, ask, seat, move):
        MarshLights.take(self, turn, ask, seat, move)
        if isinstance(move, moves.Rest):
            turn.push(ask)

    assert broken_by(laws_of_play.idling_ends_the_round, variant(take=take))


def test_a_lost_piece_is_caught(monkeypatch):
    def apply(self, state):
        state.walkers = {name: walker for name, walker in state.walkers.items() if name != self.walker}

    monkeypatch.setattr(facts.WalkerFell, "apply", apply)
    assert broken_by(laws_of_play.every_piece_is_accounted_for, variant())


def test_a_state_changed_in_place_is_caught(monkeypatch):
    def apply(self, state):
        state.sparks[self.seat] += self.by

    monkeypatch.setattr(facts.SparksChanged, "apply", apply)
    assert broken_by(laws_of_play.nothing_changes_behind_ones_back, variant())


def test_a_view_changed_by_imagining_is_caught():
    def imagine(self, seen, seat, dice):
        full = view.imagine(seen, seat, dice)
        seen.faces.update(full.faces)
        return full

    assert broken_by(laws_of_play.nothing_changes_behind_ones_back, variant(imagine=imagine))


# Saves


def test_chance_from_elsewhere_is_caught(monkeypatch):
    def roll(turn):
        result = random.SystemRandom().randint(1, 10**9)
        turn.emit(facts.DieRolled(result))
        return result

    monkeypatch.setattr(clashes, "_roll", roll)
    assert broken_by(laws_of_saves.the_same_moves_give_the_same_facts, variant())
    assert broken_by(laws_of_saves.open_undo_takes_anything_back, variant())


def test_a_fact_that_is_not_all_is_caught(monkeypatch):
    """A rule that changes a state behind the back of its facts is found out by folding them."""

    def take_bid(turn, ask, seat, sparks):
        original(turn, ask, seat, sparks)
        turn.state.sparks = {**turn.state.sparks, seat: turn.state.sparks[seat] + 1}

    original = rounds.take_bid
    monkeypatch.setattr(rounds, "take_bid", take_bid)
    with pytest.raises(SaveError, match="digest"):
        laws_of_saves.a_loaded_table_is_the_saved_one(one_game(variant()))


def test_a_frame_that_cannot_be_read_back_is_caught():
    frame_types = frames.BeginRound | frames.PlaceBid | frames.TakeTurn | frames.EndRound
    game = one_game(variant(frame_types=frame_types))
    with pytest.raises(ValidationError):
        laws_of_play.every_listed_move_is_accepted(game)


# Chance


def test_a_bot_that_is_sent_the_chance_of_the_table_is_caught(monkeypatch):
    def of(cls, table, seat):
        return cls(
            table.setup.game, (table.view(seat), table._chance), table.stack, seat, table.number, table.rules.kind
        )

    monkeypatch.setattr(BotQuestion, "of", classmethod(of))
    assert broken_by(laws_of_chance.nothing_but_the_dice_depends_on_the_secret, variant())


def test_a_view_that_tells_how_the_dice_will_fall_is_caught(monkeypatch):
    def told(table, seat):
        shown = table.rules.view(table.state, seat)
        return _with(shown, round=shown.round + table._chance.dice(table.number).below(2))

    monkeypatch.setattr(Table, "view", told)
    assert broken_by(laws_of_chance.nothing_but_the_dice_depends_on_the_secret, variant())


# Words


@pytest.mark.parametrize(
    "methods",
    [
        {"tell_move": lambda self, seen, seat, move: ""},
        {"tell_move": lambda self, seen, seat, move: "Do it"},
        {"tell_move": lambda self, seen, seat, move: repr(move)},
        {"tell_fact": lambda self, seen, fact: repr(fact)},
        {"tell_fact": lambda self, seen, fact: " " + words.tell_fact(fact)},
        {"tell_ask": lambda self, seen, ask, seat: ""},
        {"tell_view": lambda self, seen, seat: "\n"},
    ],
)
def test_missing_words_are_caught(methods):
    assert broken_by(laws_of_words.everything_can_be_told, variant(**methods))


def test_words_that_do_not_know_masked_facts_are_caught():
    def tell_fact(self, seen, fact):
        return f"{fact.sparks + 0} sparks" if isinstance(fact, facts.BidPlaced) else words.tell_fact(fact)

    with pytest.raises(TypeError):
        laws_of_words.everything_can_be_told(one_game(variant(tell_fact=tell_fact)))


def test_a_refusal_without_a_reason_is_caught():
    assert broken_by(laws_of_words.what_is_not_allowed_is_refused, variant(why_not=lambda *asked: ""))


@pytest.mark.parametrize(
    "methods",
    [
        {"seat_title": lambda self, seat: seat},
        {"tell_ask": lambda self, view, ask, seat: f"{ask.seats[0]}: what do you do?"},
        {"why_not": lambda self, view, ask, seat, move: f"That is not for {ask.seats[0]}."},
        {"tell_view": lambda self, view, seat: f"The marsh as {view.seats[0]} sees it."},
    ],
    ids=lambda methods: next(iter(methods)),
)
def test_the_id_of_a_seat_in_words_is_found(methods):
    assert broken_by(laws_of_words.seats_go_by_their_titles, variant(**methods))


# And nothing else


def test_the_made_up_game_needs_everything_that_it_was_made_up_for():
    """Every kind of move, fact and ask comes up, so that no law holds only because nothing happened."""
    games = list(games_of(variant(), seeds=range(1, 7)))
    met = {type(move) for game in games for move in (step.move for step in game.table.steps) if move is not None}
    happened = {type(fact) for game in games for step in game.table.steps for fact in step.facts}
    asked = {type(here.ask) for game in games for here in game.positions}
    assert met == set(moves.Moves.__args__)
    assert happened == set(facts.Facts.__args__)
    assert asked == {kind for kind in frames.Frames.__args__ if issubclass(kind, Ask)}
