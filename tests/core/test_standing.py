"""Windows and standing by: several seats may react, and real passes are submitted for those who let it be."""

from __future__ import annotations

import pytest

from engine.core.standing import Standing, StandingPass, is_window, scopes
from tests.contracts.playing import begun
from tests.made_up import facts, frames, moves, rules
from tui.play.sitting import Sitting


def walker(table, seat, face):
    return next(item for item, each in table.state.faces.items() if each == f"{seat}.{face}")


@pytest.fixture
def table():
    """Amber's brute has attacked jade, the die is rolled, and violet stands beside it; four could dim it in pairs."""
    table = begun(rules, seats=["amber", "jade", "violet"])
    for seat in ("amber", "jade", "violet"):
        table.submit(seat, moves.Bid(0))
    table.submit("amber", moves.Send(walker(table, "amber", "brute")))
    table.submit("amber", moves.Attack("jade-1"))
    table.submit("jade", moves.GoOn())
    assert isinstance(table.ask, frames.Dim)
    return table


def test_a_bystander_is_asked_by_what_everybody_knows(table):
    assert table.ask.seats == ("violet",)
    assert is_window(table, "violet")
    assert not is_window(table, "amber")
    shade = walker(table, "violet", "shade")
    assert table.moves("violet") == [moves.GoOn(), moves.ShowShade(shade)]


def test_a_shade_dims_the_attack_and_closes_the_window(table):
    shade = walker(table, "violet", "shade")
    shown = table.submit("violet", moves.ShowShade(shade))
    assert shown == [facts.FaceShown(shade, "violet.shade"), facts.AttackDimmed(shade)]
    table.submit("amber", moves.RollAgain())
    assert isinstance(table.ask, frames.Reroll)


def test_a_bystander_whose_shade_was_seen_is_not_asked(table):
    table.submit("violet", moves.ShowShade(walker(table, "violet", "shade")))
    assert table.state.could_dim(table.ask.attacker, table.ask.target) == ()


def test_a_standing_pass_lasts_while_its_scope_is_on_the_stack(table):
    """The next roll opens the window again; the pass is a real move, and asks nobody."""
    standing = Standing()
    assert scopes(table.stack) == ("attack",)
    assert standing.passing(table, "violet") is None
    standing.stand_by(table, "violet", "attack")
    assert standing.passing(table, "violet") == moves.GoOn()
    table.submit("violet", standing.passing(table, "violet"))
    assert standing.passing(table, "amber") is None
    table.submit("amber", moves.RollAgain())
    assert isinstance(table.ask, frames.Dim)
    assert standing.passing(table, "violet") == moves.GoOn()


def test_a_standing_pass_ends_with_its_scope(table):
    standing = Standing()
    standing.stand_by(table, "violet", "attack")
    while scopes(table.stack):
        seat = table.ask.seats[0]
        table.submit(seat, moves.GoOn())
    standing.settle(table)
    assert standing.scope_of("violet") == ""


def test_standing_by_answers_nothing_but_windows(table):
    table.submit("violet", moves.GoOn())
    standing = Standing()
    standing.stand_by(table, "amber", "attack")
    assert isinstance(table.ask, frames.Reroll)
    assert standing.passing(table, "amber") is None
    standing.stop("amber")
    assert standing.scope_of("amber") == ""


def test_a_standing_pass_goes_with_the_pass_that_was_taken_back(table):
    """Otherwise the window would close again at once."""
    standing = Standing()
    table.submit("violet", moves.GoOn())
    standing.stand_by(table, "violet", "attack")
    table.undo("violet")
    assert standing.passing(table, "violet") is None


def test_a_kept_standing_pass_is_not_meant_for_a_later_attack(table):
    """It was written down, the attack ended, and nobody wrote that down before the next one."""
    table.submit("violet", moves.GoOn())
    kept = {"violet": StandingPass("attack", table.number)}
    standing = Standing(dict(kept))
    standing.resume(table)
    assert standing.scope_of("violet") == "attack"
    while scopes(table.stack):
        table.submit(table.ask.seats[0], moves.GoOn())
    while not scopes(table.stack):
        seat = table.ask.seats[0]
        fight = [move for move in table.moves(seat) if isinstance(move, moves.Attack | moves.Send)]
        table.submit(seat, (fight or table.moves(seat))[-1])
    standing = Standing(dict(kept))
    standing.resume(table)
    assert standing.scope_of("violet") == ""


# At a screen, and in a house


def choice(sitting, words):
    return next(each for each in sitting.choices if each.words.startswith(words))


def test_a_screen_offers_to_stand_by_and_passes_from_then_on(table):
    """Violet is asked once; the window after the second roll passes by itself, with a real pass in the journal."""
    violet, amber = Sitting(table, ["violet"]), Sitting(table, ["amber"])
    violet.make(choice(violet, "Stand by until the attack is over"))
    assert table.steps[-1].move == moves.GoOn()
    amber.make(choice(amber, "Have the die"))
    assert isinstance(table.ask, frames.Dim)
    violet.let_pass()
    assert (table.steps[-1].seat, table.steps[-1].move) == ("violet", moves.GoOn())
    assert not isinstance(table.ask, frames.Dim)


def test_one_screen_for_all_shows_what_comes_after_a_standing_pass(table):
    sitting = Sitting(table)
    sitting.look_as("violet")
    sitting.make(choice(sitting, "Stand by"))
    sitting.look_as("amber")
    number = table.number
    sitting.make(choice(sitting, "Have the die"))
    assert [step.seat for step in table.steps[number:]] == ["amber", "violet"]


def test_nobody_is_offered_to_stand_by_outside_a_window(table):
    table.submit("violet", moves.GoOn())
    assert not [each for each in Sitting(table, ["amber"]).choices if each.scope]
