"""Tables that branch off from a save."""

import pytest

from engine import registry
from engine.core.errors import SaveError
from engine.core.verify import verify
from tui.play import saves


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


def test_what_comes_after_branching_is_left_to_new_chance(opened):
    """Whoever has seen the other table knows its cards, but not how dice will fall here; and the save verifies."""
    branches = [saves.branch(opened, 30) for _ in range(3)]
    rolls = {each.table._chance.dice(31).below(1 << 64) for each in (opened, *branches)}
    assert len(rolls) == 4
    for each in branches:
        seat = each.table.ask.seats[0]
        each.table.submit(seat, each.table.moves(seat)[0])
        assert verified(each).moves == 31


def test_a_move_at_a_branch_that_is_taken_back_and_made_again_has_the_same_dice(home):
    """Also one that was made at the other table."""
    branch = saves.branch(begun(), 9)
    table = branch.table
    for _ in range(6):
        seat = table.ask.seats[0]
        table.submit(seat, table.moves(seat)[0])
    made = table.steps[5:]
    for _ in made:
        table.undo("nabo")
    for step in made:
        assert table.submit(step.seat, step.move) == list(step.facts)
    assert verified(branch).undone == len(made)


def begun(undo_every=99, seed=None):
    """A table with open undo, twelve moves later."""
    rules = registry.game("horrors-of-war")
    setup = saves.default_setup(
        rules, scenario=None, seats="nabo,yainar", challenges=(), options=(), seed=seed, open_undo=True
    )
    opened = saves.begin(rules, setup, None)
    table = opened.table
    for number in range(12):
        seat = table.ask.seats[0]
        table.submit(seat, table.moves(seat)[number % len(table.moves(seat))])
        if number % undo_every == 0:
            table.undo(seat)
    return opened


def test_moves_that_were_taken_back_stay_behind(home):
    opened = begun(undo_every=3, seed=3)
    table = opened.table
    assert verified(opened).undone == 4
    branch = saves.branch(opened, 5)
    found = verified(branch)
    assert (found.moves, found.undone) == (5, 0)
    assert branch.table.state == table.steps[6].before


def test_a_move_that_is_not_there_is_refused_and_leaves_no_save(opened, home):
    with pytest.raises(SaveError, match="has no move 600"):
        saves.branch(opened, 600)
    assert [path.name for path in (home / "saves").iterdir()] == ["game.jsonl"]
