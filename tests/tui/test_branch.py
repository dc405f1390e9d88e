"""Tables that branch off from a save."""

import pytest

from engine import registry
from engine.core.errors import SaveError
from engine.core.verify import verify
from tui import saves


@pytest.fixture
def opened(put, lines):
    return saves.open_save(put(lines), writing=False)


def verified(opened):
    return verify(opened.table.rules, opened.journal)


@pytest.mark.parametrize("last", [0, 1, 17, 59])
def test_a_branch_stands_where_the_original_stood_after_that_move(opened, last):
    branch = saves.branch(opened, last)
    steps = opened.table.steps
    assert branch.table.number == last + 1
    after = steps[last + 1].before if last + 1 < len(steps) else opened.table.state
    assert branch.table.state == after
    assert verified(branch).moves == last


def test_the_original_is_left_untouched_and_the_branch_is_known_to_the_log_by_another_name(opened):
    before = opened.path.read_bytes()
    branch = saves.branch(opened, 20)
    assert branch.path != opened.path
    assert branch.table.setup.table not in ("", opened.table.setup.table)
    seat = branch.table.ask.seats[0]
    branch.table.submit(seat, branch.table.moves(seat)[0])
    assert opened.path.read_bytes() == before


def test_a_branch_is_known_as_one(opened):
    """A win at it sets no record: its players may have seen what comes."""
    branch = saves.branch(opened, 20)
    assert branch.table.setup.branched
    assert not opened.table.setup.branched


def test_the_same_moves_after_branching_lead_to_the_same_facts(opened):
    """Chance comes from the seed and the number of the move, so a branch that does the same is the same."""
    branch = saves.branch(opened, 30)
    for step in opened.table.steps[31:45]:
        branch.table.submit(step.seat, step.move)
        assert branch.table.steps[-1].facts == step.facts


def test_moves_that_were_taken_back_stay_behind(home):
    rules = registry.game("horrors-of-war")
    setup = saves.default_setup(
        rules, scenario=None, seats="nabo,yainar", challenges=(), options=(), seed=3, open_undo=True
    )
    opened = saves.begin(rules, setup, None)
    table = opened.table
    for number in range(12):
        seat = table.ask.seats[0]
        table.submit(seat, table.moves(seat)[number % len(table.moves(seat))])
        if number % 3 == 0:
            table.undo(seat)
    assert verified(opened).undone == 4
    branch = saves.branch(opened, 5)
    found = verified(branch)
    assert (found.moves, found.undone) == (5, 0)
    assert branch.table.state == table.steps[6].before


def test_a_move_that_is_not_there_is_refused_and_leaves_no_save(opened, home):
    with pytest.raises(SaveError, match="has no move 600"):
        saves.branch(opened, 600)
    assert [path.name for path in (home / "saves").iterdir()] == ["game.jsonl"]
