"""Verifying: a save folds, every digest holds, and today's rules play it the same way."""

import random
import re
from pathlib import Path

import msgspec
import pytest

from engine import registry
from engine.core.errors import SaveError
from engine.core.journal import Fingerprint, Keeper, sealed
from engine.core.kinds import Setup
from engine.core.table import Table
from engine.core.verify import Difference, Verified, verify
from engine.store.files import FileJournal
from tests.contracts.playing import reheaded
from tests.made_up import rules as marsh_lights

RULES = registry.game("horrors-of-war")
SETUP = Setup(game=RULES.id, scenario="order-in-chaos", seats=("nabo", "yainar"), seed=8)


class Pages:
    """A journal in memory."""

    name = "pages"
    on = True
    torn = False

    def __init__(self, lines=()):
        self.kept = list(lines)

    def lines(self):
        return iter(self.kept)

    def append(self, line):
        self.kept.append(line)


def played(moves, setup=SETUP, undo_every=0):
    """The journal of a random game so far; every so many moves one is taken back."""
    pages, rng = Pages(), random.Random(2)
    table = Table.begin(RULES, setup, pages)
    for number in range(moves):
        seat = rng.choice(table.ask.seats)
        table.submit(seat, rng.choice(table.moves(seat)))
        if undo_every and number % undo_every == 0:
            table.undo(seat)
    return pages


def forged(pages, place, old, new):
    """Change a line of the journal and make its checksum and all digests right again."""
    raw = pages.kept[place]
    assert old in raw
    raw = raw.replace(old, new)
    pages.kept[place] = sealed(raw.rpartition(b',"digest":"')[0] + b"}", b"0" * 16)
    state, print_of = RULES.empty(), Fingerprint(RULES.empty())
    _, lines = Keeper(RULES, Pages(pages.kept)).read()
    for number, line in enumerate(lines, start=1):
        for fact in line.facts:
            fact.apply(state)
        body = pages.kept[number].rpartition(b',"digest":"')[0] + b"}"
        pages.kept[number] = sealed(body, print_of.of(state, line.next))
    return pages


def test_a_game_verifies_with_its_counts():
    pages = played(50)
    facts = sum(len(step.facts) for step in Table.resume(RULES, pages).steps)
    assert verify(RULES, pages) == Verified(lines=52, moves=50, undone=0, facts=facts)


def test_moves_that_were_taken_back_are_played_and_taken_back_again():
    pages = played(40, msgspec.structs.replace(SETUP, open_undo=True), undo_every=3)
    found = verify(RULES, pages)
    assert (found.moves, found.undone, found.lines) == (26, 14, 56)


def forged_header(pages, old, new):
    """Change the header and make its checksum right again, and its seal on the line that lays the table out."""
    pages.kept = reheaded(pages.kept, old, new)
    return pages


# Chance


def test_a_table_with_a_secret_verifies():
    pages = played(40, msgspec.structs.replace(SETUP, seed=None, open_undo=True), undo_every=3)
    assert verify(RULES, pages).undone == 14


def test_another_secret_is_found():
    """What is on the table does not follow from it."""
    pages = played(3, msgspec.structs.replace(SETUP, seed=None))
    old = re.search(rb'"secrets":\[\[0,"([0-9a-f]{64})"\]\]', pages.kept[0])[1]
    with pytest.raises(Difference, match="line 2 differs"):
        verify(RULES, forged_header(pages, old, old[::-1]))


def test_a_save_without_secret_verifies_as_before():
    """Saves from before tables had one keep the chance that follows from their seed alone, and are no practice."""
    journal = FileJournal(Path(__file__).parent / "saves" / "without-secret.jsonl", writing=False)
    assert verify(marsh_lights, journal) == Verified(lines=55, moves=39, undone=7, facts=60)
    table = Table.resume(marsh_lights, journal)
    assert (table.setup.seed, table.practice, table.as_of(9).practice) == (4711, "", "")


def test_a_save_without_secret_cannot_get_another_seed():
    pages = Pages((Path(__file__).parent / "saves" / "without-secret.jsonl").read_bytes().splitlines())
    with pytest.raises(Difference, match="line 2 differs"):
        verify(marsh_lights, forged_header(pages, b'"seed":4711', b'"seed":4712'))


# Forgeries


def test_a_forged_fact_is_found_even_with_all_sums_made_right():
    fact = b'"fact":"MotivationSet","side":"macaw","value":'
    pages = forged(played(2), 1, fact + b"5", fact + b"2")
    assert Table.resume(RULES, pages, every_digest=True).state.motivation["macaw"] != 5
    with pytest.raises(Difference) as found:
        verify(RULES, pages)
    assert found.value.line == 2
    assert '"value":2' in found.value.expected
    assert '"value":5' in found.value.got
    assert "pages: line 2 differs from today's rules: fact " in str(found.value)


def test_a_forged_seed_is_found():
    with pytest.raises(Difference, match="line 2 differs"):
        verify(RULES, forged_header(played(3), b'"seed":8', b'"seed":9'))


def test_a_forged_move_is_found():
    """The facts stay the same, so it folds; the rules refuse the move, or make something else of it."""
    pages = played(50)
    place = next(n for n, raw in enumerate(pages.kept) if b'"move":{"move":"Pass"}' in raw)
    pages = forged(pages, place, b'"move":{"move":"Pass"}', b'"move":{"move":"PlayCard","card":"nothing"}')
    with pytest.raises(Difference, match=r"PlayCard.*refused") as found:
        verify(RULES, pages)
    assert found.value.line == place + 1


def test_a_move_that_is_missing_is_found():
    pages = played(50)
    place = next(n for n, raw in enumerate(pages.kept) if b'"move":{"move":"Pass"}' in raw)
    with pytest.raises(Difference, match="missing in the save"):
        verify(RULES, forged(pages, place, b'"move":{"move":"Pass"},', b""))


def test_a_fact_too_many_is_found():
    pages = forged(
        played(10),
        1,
        b'{"fact":"RoundBegan","round":1}',
        b'{"fact":"RoundBegan","round":1},{"fact":"RoundBegan","round":1}',
    )
    with pytest.raises(Difference, match="and nothing by the rules"):
        verify(RULES, pages)


def test_other_frames_waiting_are_found():
    pages = forged(played(0), 1, b'"frame":"Act","seats":["nabo","yainar"]', b'"frame":"Act","seats":["nabo"]')
    with pytest.raises(Difference, match="frame 1 after move 0"):
        verify(RULES, pages)


def test_a_layout_made_by_a_seat_is_found():
    pages = forged(played(0), 1, b'"n":0,', b'"n":0,"seat":"nabo",')
    with pytest.raises(Difference, match="layout"):
        verify(RULES, pages)


def test_every_digest_is_checked():
    """Loading looks at the last one only, as long as that is right."""
    pages = played(10)
    raw = pages.kept[5]
    pages.kept[5] = sealed(raw.rpartition(b',"digest":"')[0] + b"}", b"0123456789abcdef")
    Table.resume(RULES, pages)
    with pytest.raises(SaveError, match="line 6 does not fold"):
        verify(RULES, pages)


def test_a_save_of_another_game_or_of_a_lost_scenario_cannot_be_verified():
    with pytest.raises(SaveError, match="save of dawn"):
        verify(RULES, forged_header(played(0), b'"game":"horrors-of-war"', b'"game":"dawn"'))
    with pytest.raises(SaveError, match="cannot be played by today's rules: There is no scenario"):
        verify(RULES, forged_header(played(0), b'"scenario":"order-in-chaos"', b'"scenario":"lost"'))
