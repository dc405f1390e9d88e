"""What plays by itself is watched in steps: what belongs together is one, and what says nothing is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.table import Table
from engine.games.horrors_of_war import facts as t
from engine.registry import game
from engine.store.files import FileJournal
from tui.games import showing
from tui.play.moments import moments
from tui.play.playback import LONGEST, in_steps
from tui.play.story import Watcher

RECORDED = sorted((Path(__file__).parents[2] / "snapshots" / "horrors_of_war").glob("*.jsonl"))
RULES, GAME = game("horrors-of-war"), showing("horrors-of-war")
ATTACKED = [t.UnitAttacked(("macaw-1",), "ocelot-1", 2, 0), t.UnitWounded("ocelot-1", 2, ("macaw-1",))]
FELL = [t.UnitDefeated("ocelot-1"), t.MotivationChanged("ocelot", 4, "defeat"), t.HorrorAdded("h01")]


def armies_act(path):
    """The moments of each move of a recorded game by which the armies came to act."""
    table = Table.resume(RULES, FileJournal(path, writing=False))
    for number, step in enumerate(table.steps):
        found = list(moments(Watcher(RULES, "nabo"), step, number))
        if any(GAME.is_automatic(each.fact) for each in found):
            yield found


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_nothing_is_lost_and_no_step_is_too_long_to_be_read_at_once(path):
    for found in armies_act(path):
        steps = in_steps(found, GAME)
        assert [fact for step in steps for fact in step.facts] == [each.fact for each in found]
        assert steps[-1].view == found[-1].view
        single = {each.entry.words for each in found}
        assert all(len(step.entry.words) <= LONGEST or step.entry.words in single for step in steps)
        told = " ".join(step.entry.words for step in steps)
        wanted = [each for each in found if not isinstance(each.fact, t.Passed | t.RefreshDrawn | t.UnitTurned)]
        assert all(each.entry.words in told for each in wanted)


def test_half_of_the_steps_are_left():
    counts = [(len(found), len(in_steps(found, GAME))) for path in RECORDED for found in armies_act(path)]
    facts, steps = (sorted(each)[len(counts) // 2] for each in zip(*counts, strict=True))
    assert steps <= 0.6 * facts, f"{steps} steps for {facts} facts"


def grouped(*facts):
    """How many facts each step has."""
    groups = []
    for fact in facts:
        if groups and GAME.goes_with(groups[-1], fact):
            groups[-1].append(fact)
        else:
            groups.append([fact])
    return [len(group) for group in groups]


def test_an_attack_is_one_step_with_its_damage_its_defeat_and_what_that_costs():
    assert grouped(t.OrderTurned("macaw.left", "macaw-l1"), *ATTACKED, *FELL) == [1, 5]


def test_a_group_moves_in_one_step_with_what_the_spaces_give():
    moved = [t.UnitMoved("macaw-1", "C4"), t.UnitBlocked("macaw-2", "enemy"), t.UnitMoved("macaw-3", "C6")]
    assert grouped(t.OrdersRanked({}), *moved, t.MotivationChanged("macaw", 5, "tower")) == [1, 4]


def test_a_move_and_an_attack_are_two_steps():
    assert grouped(t.UnitMoved("macaw-1", "C4"), *ATTACKED) == [1, 2]


def test_what_one_order_does_is_not_mixed_with_the_next():
    assert grouped(*ATTACKED, t.OrderBegan("ocelot", "circle"), t.UnitMoved("ocelot-1", "C4")) == [2, 2]


def test_a_reminder_is_read_with_what_it_is_about():
    assert grouped(t.OrderBegan("macaw", "circle"), t.Reminded("order"), t.OrderBegan("ocelot", "star")) == [2, 1]


def test_the_end_of_a_round_is_one_step():
    assert grouped(t.StatusChecked({}), t.OngoingEnded("r16"), t.RoundBegan(2)) == [3]
