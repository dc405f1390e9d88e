"""The journal: what was written is read back, and what is damaged is refused with its line and what is wrong there."""

import pickle
import re
from pathlib import Path

import pytest

from engine.core.errors import SaveError
from engine.core.journal import FORMAT, Fingerprint, Keeper, branched, is_intact, read_header, sealed
from engine.core.kinds import Setup, State
from engine.core.table import Table
from engine.core.verify import verify
from engine.store.files import FileJournal
from tests.contracts.playing import MemoryJournal, begun, every_game
from tests.made_up import moves, rules


@pytest.fixture
def kept():
    """The lines of a save: header, layout, two bids, a walker sent, taken back, and another one sent."""
    journal = MemoryJournal()
    table = begun(rules, journal=journal)
    table.submit("amber", moves.Bid(1))
    table.submit("jade", moves.Bid(0))
    table.submit("amber", moves.Send("amber-1"))
    table.undo("amber")
    table.submit("amber", moves.Send("amber-2"))
    return journal.kept


def resumed(lines):
    return Table.resume(rules, MemoryJournal(lines, name="my save"))


def refusal_of(lines):
    """The sentence with which a save is refused."""
    with pytest.raises(SaveError) as refused:
        resumed(lines)
    return str(refused.value)


def resealed(raw, old, new):
    """A line with the last of some bytes replaced and its checksum made right again; its digest stays."""
    before, found, after = raw.rpartition(old)
    assert found
    body, _, tail = (before + new + after).rpartition(b',"digest":"')
    return sealed(body + b"}", tail[:-10])


def replaced(lines, place, line):
    return [*lines[:place], line, *lines[place + 1 :]]


# What a line is


def test_a_line_has_its_number_seat_move_facts_frames_and_digest(kept):
    pattern = (
        rb'\{"n":1,"seat":"amber","move":\{"move":"Bid","sparks":1\},'
        rb'"facts":\[\{"fact":"BidPlaced","seat":"amber","sparks":1\}\],'
        rb'"next":\[\{"frame":"PlaceBid","seats":\["jade"\]\}\],"digest":"[0-9a-f]{24}"\}'
    )
    assert re.fullmatch(pattern, kept[2])


def test_the_header_says_what_was_chosen(kept):
    header = read_header("my save", kept[0])
    assert header.parley == FORMAT
    assert header.setup == Setup(game="marsh-lights", scenario="ford", seats=("amber", "jade"), seed=1)


# Secrets and the seal of the header


def begun_with_secret(**chosen):
    journal = MemoryJournal(name="my save")
    begun(rules, journal=journal, seed=None, **chosen)
    return journal.kept


def secret_in(lines):
    return re.search(rb'"secrets":\[\[0,"([0-9a-f]{64})"\]\]', lines[0])[1]


def test_a_table_has_a_secret_of_its_own_in_its_header():
    one, other = begun_with_secret(), begun_with_secret()
    assert secret_in(one) != secret_in(other)
    assert one[1] != other[1]
    assert b'"seed":null' in one[0]


def test_a_table_with_a_typed_seed_has_no_secret_and_can_be_repeated(kept):
    assert b'"seed":1,' in kept[0]
    assert b'"secrets":[]' in kept[0]
    again = MemoryJournal()
    begun(rules, journal=again)
    assert again.kept == kept[:2]


def test_the_secret_is_in_the_header_line_and_nowhere_else():
    journal = MemoryJournal()
    table = begun(rules, journal=journal, seed=None)
    table.submit("amber", moves.Bid(1))
    secret = secret_in(journal.kept)
    header = read_header("my save", journal.kept[0])
    for told in (*journal.kept[1:], repr(header).encode(), repr(table._chance).encode(), repr(table._chance.dice(0))):
        assert secret not in (told if isinstance(told, bytes) else told.encode())
    assert bytes.fromhex(secret.decode()) not in pickle.dumps((header, table.setup, table.state, table.steps[-1].facts))


@pytest.mark.parametrize("secrets", [b"", b'"secrets":[],', b'"secrets":[[1,"%s"]],' % (b"0" * 64)])
def test_a_header_with_neither_seed_nor_secret_is_refused(secrets):
    lines = begun_with_secret()
    header = resealed(lines[0], b'"secrets":[[0,"%s"]]' % secret_in(lines), secrets.rstrip(b",") or b'"none":0')
    assert refusal_of([header, *lines[1:]]) == (
        "my save: the header cannot be used: it has neither a seed nor a secret."
    )


@pytest.mark.parametrize("secret", [b'"abc"', b'"%s"' % (b"g" * 64), b"7", b"null", b'"%s"' % (b"0" * 66)])
def test_a_secret_that_is_none_is_refused(secret):
    lines = begun_with_secret()
    header = resealed(lines[0], b'"%s"' % secret_in(lines), secret)
    assert refusal_of([header, *lines[1:]]).startswith("my save: the header cannot be used: ")


ALTERED = "my save: line 1 was altered: it does not match the seal that line 2 keeps."


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"open_undo":true', b'"open_undo":false'),
        (b'"branched":false', b'"branched":true'),
        (b'"seats":["amber","jade"]', b'"seats":["jade","amber"]'),
        (b'"by":"', b'"by":"9'),
    ],
    ids=["open undo", "branched", "seats", "version"],
)
def test_an_altered_header_is_found_even_with_the_right_checksum(old, new):
    lines = begun_with_secret(open_undo=True)
    header = resealed(lines[0], old, new)
    assert is_intact(header)
    assert refusal_of([header, *lines[1:]]) == ALTERED


def test_a_seal_that_was_taken_off_is_found():
    lines = begun_with_secret(open_undo=True)
    seal = re.search(rb',"header":"[0-9a-f]{32}"', lines[1])[0]
    assert refusal_of([lines[0], resealed(lines[1], seal, b"")]) == ALTERED


def test_what_makes_a_game_practice():
    def practice(**chosen):
        return begun(rules, **chosen).practice

    assert practice(seed=None) == ""
    assert practice(seed=7) == "seed 7"
    assert practice(seed=None, open_undo=True) == "open undo"
    assert practice(seed=0, open_undo=True) == "open undo, seed 0"
    assert practice(seed=None, branched=True) == "branched off"


def test_practice_is_told_of_a_loaded_table_and_of_one_as_it_was_as_well(kept):
    assert resumed(kept).practice == resumed(kept).as_of(2).practice == "seed 1"


# Another journal


@pytest.mark.parametrize("seed", [1, None])
def test_a_table_that_is_written_to_another_journal_keeps_its_chance(seed):
    """Without the moves that were taken back; it goes on as it would have, and verifies."""
    journal, other = MemoryJournal(), MemoryJournal()
    table = begun(rules, journal=journal, seed=seed)
    table.submit("amber", moves.Bid(1))
    table.undo("amber")
    table.submit("amber", moves.Bid(0))
    table.write_to(other)
    assert other.kept == [*journal.kept[:2], journal.kept[4]]
    assert verify(rules, other).moves == 1


def test_a_save_without_secret_stays_one_in_another_journal():
    old = FileJournal(Path(__file__).parent / "saves" / "without-secret.jsonl", writing=False)
    other = MemoryJournal()
    Table.resume(rules, old).write_to(other)
    assert other.kept[0] == next(old.lines())
    assert resumed(other.kept).practice == ""
    assert verify(rules, other).moves == 39


# Branches


def branch(journal, last):
    return MemoryJournal(branched(journal, last, "other"), name="my save")


@pytest.mark.parametrize("seed", [1, None])
def test_a_branch_has_a_secret_of_its_own_for_what_comes(seed):
    """What was taken over stays what it was, and can be taken back and made again with the same dice."""
    journal = MemoryJournal()
    table = begun(rules, journal=journal, seed=seed)
    for seat in ("amber", "jade"):
        table.submit(seat, moves.Bid(1))
    one, other = (Table.resume(rules, branch(journal, 1)) for _ in range(2))
    assert one.practice == "branched off"
    assert one.state == other.state == table.steps[2].before
    rolls = [[each._chance.dice(move).below(1 << 64) for move in range(4)] for each in (table, one, other)]
    assert rolls[0][:2] == rolls[1][:2] == rolls[2][:2]
    assert len({tuple(each[2:]) for each in rolls}) == 3


def test_a_branch_of_a_branch_keeps_what_it_took_over():
    journal = MemoryJournal()
    table = begun(rules, journal=journal, seed=None)
    for seat in ("amber", "jade"):
        table.submit(seat, moves.Bid(1))
    first = branch(journal, 1)
    Table.resume(rules, first).submit("jade", moves.Bid(1))
    second, early = branch(first, 2), branch(first, 0)
    assert verify(rules, second).moves == 2
    assert verify(rules, early).moves == 0
    assert len(re.findall(rb"[0-9a-f]{64}", second.kept[0])) == 3
    assert len(re.findall(rb"[0-9a-f]{64}", early.kept[0])) == 2


def test_the_header_of_a_branch_is_sealed_as_well():
    journal = MemoryJournal(begun_with_secret())
    lines = branch(journal, 0).kept
    assert refusal_of([resealed(lines[0], b'"branched":true', b'"branched":false'), *lines[1:]]) == ALTERED


def test_a_save_without_secret_branches():
    journal = FileJournal(Path(__file__).parent / "saves" / "without-secret.jsonl", writing=False)
    assert verify(rules, branch(journal, 20)).moves == 20


# Lines


def test_every_line_carries_the_checksum_of_its_bytes(kept):
    assert all(map(is_intact, kept))
    assert not is_intact(kept[1].replace(b'"n":0', b'"n":1'))


def test_reading_gives_the_moves_facts_and_frames_that_were_written(kept):
    header, lines = Keeper(rules, MemoryJournal(kept)).read()
    read = list(lines)
    table = resumed(kept)
    assert header.setup == table.setup
    assert [line.n for line in read] == [0, 1, 2, 3, -1, 3]
    assert [line.undo for line in read] == [None, None, None, None, 3, None]
    assert read[-1].move == moves.Send("amber-2")
    assert read[-1].next == table.stack


# Folding


def test_a_move_that_was_taken_back_is_folded_away(kept):
    table = resumed(kept)
    assert table.number == 4
    assert [step.move for step in table.steps[1:]] == [moves.Bid(1), moves.Bid(0), moves.Send("amber-2")]
    assert table.ask.walker == "amber-2"


def test_every_undo_of_a_long_series_is_folded():
    journal = MemoryJournal()
    table = begun(rules, journal=journal, open_undo=True)
    for _ in range(3):
        for seat in ("amber", "jade"):
            table.submit(seat, moves.Bid(1))
        table.undo("amber")
        table.undo("jade")
    assert resumed(journal.kept).state == table.state
    assert resumed(journal.kept).number == 1


@pytest.mark.parametrize("undone", [0, 1, 2, 4, 9])
def test_only_the_last_move_can_be_undone_by_a_line(kept, undone):
    line = resealed(kept[5], b'"undo":3', b'"undo":%d' % undone)
    expected = f"my save: line 6 takes back move {undone}, but the last move was 3."
    assert refusal_of(replaced(kept, 5, line)) == expected


def test_the_layout_cannot_be_undone_by_a_line(kept):
    line = resealed(kept[5], b'"undo":3', b'"undo":0')
    assert refusal_of([*kept[:2], line]) == "my save: line 3 takes back move 0, but the last move was 0."


def test_a_move_that_does_not_follow_is_refused_although_it_was_taken_back(kept):
    """An undo right after a move takes both away, but only if the move was the next one."""
    lines = [*kept[:4], resealed(kept[4], b'{"n":3', b'{"n":2'), resealed(kept[5], b'"undo":3', b'"undo":2')]
    assert refusal_of(lines) == "my save: line 5 has number 2 where 3 was expected."


def test_the_facts_of_a_move_are_not_decoded_if_the_next_line_takes_it_back(kept):
    """So it costs less to load than a move that stands; reading every line still finds what is unknown in it."""
    lines = replaced(kept, 4, resealed(kept[4], b'"next":', b'"facts":[{"fact":"Unknown"}],"next":'))
    assert resumed(lines).state == resumed(kept).state
    with pytest.raises(SaveError, match="line 5 holds something"):
        Table.resume(rules, MemoryJournal(lines, name="my save"), every_digest=True)


# Damage


def test_an_empty_save_is_refused():
    assert refusal_of([]) == "my save is empty."


def test_a_save_without_its_first_move_is_refused(kept):
    assert refusal_of(kept[:1]) == "my save ends before its first move: the table was never laid out."


@pytest.mark.parametrize(
    "junk",
    [b"", b"hello", b"[]", b"7", b"{}", b'{"parley":"1"}', b"\xff\xfe\x00", b'{"a":' * 100_000, b"[" * 100_000],
    ids=lambda junk: repr(junk[:20]),
)
def test_what_has_no_header_is_not_a_save(junk):
    assert refusal_of([junk]) == "my save is not a Parley save: its first line is not a header."


@pytest.mark.parametrize("version", [0, 2, 999])
def test_another_save_format_is_refused(kept, version):
    header = resealed(kept[0], b'"parley":1', b'"parley":%d' % version)
    assert refusal_of(replaced(kept, 0, header)).startswith(
        f"my save has save format {version}; this version of Parley"
    )


def test_a_header_that_lacks_something_is_refused(kept):
    header = resealed(kept[0], b'"scenario":"ford",', b"")
    assert refusal_of(replaced(kept, 0, header)).startswith("my save: the header cannot be used: ")


def test_a_missing_line_is_found(kept):
    assert refusal_of([*kept[:3], *kept[4:]]) == "my save: line 4 has number 3 where 2 was expected."


def test_a_repeated_line_is_found(kept):
    assert refusal_of([*kept[:3], kept[2], *kept[3:]]) == "my save: line 4 has number 1 where 2 was expected."


def test_two_lines_in_the_wrong_order_are_found(kept):
    swapped = [*kept[:2], kept[3], kept[2], *kept[4:]]
    assert refusal_of(swapped) == "my save: line 3 has number 2 where 1 was expected."


def test_a_damaged_line_is_found_by_its_checksum(kept):
    damaged = replaced(kept, 2, kept[2].replace(b'"sparks":1', b'"sparks":2'))
    assert refusal_of(damaged) == "my save: line 3 is damaged: its bytes do not match its checksum."


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"fact":"BidPlaced"', b'"fact":"BidSung"'),
        (b'"fact":"BidPlaced","seat":"amber"', b'"fact":"BidPlaced"'),
        (b'"sparks":1}]', b'"sparks":"one"}]'),
        (b'"n":1', b'"n":"one"'),
        (b'"amber"', b'"\xff"'),
        (b'"amber"', b"[" * 100_000),
    ],
    ids=["unknown fact", "field missing", "wrong type", "wrong number", "no text", "nested without end"],
)
def test_a_fact_that_does_not_decode_is_found_even_with_the_right_checksum(kept, old, new):
    line = resealed(kept[2], old, new)
    assert refusal_of(replaced(kept, 2, line)).startswith("my save: line 3 holds something this version of Parley")


def test_a_fact_about_something_that_is_not_there_is_found(kept):
    line = resealed(kept[2], b'"facts":[', b'"facts":[{"fact":"SparksChanged","seat":"nobody","by":1},')
    assert refusal_of(replaced(kept, 2, line)).startswith("my save: line 3 does not fold: ")


def test_a_changed_fact_is_found_by_the_digest_even_with_the_right_checksum(kept):
    """The line is named, although the digest is only looked at when the last one is wrong."""
    line = resealed(kept[3], b'"bids":{"amber":1,"jade":0}', b'"bids":{"amber":0,"jade":0}')
    expected = "my save: line 4 does not fold to the state it was saved with: its digest does not match."
    assert refusal_of(replaced(kept, 3, line)) == expected


def test_changed_frames_are_found_by_the_digest_as_well(kept):
    line = resealed(kept[6], b'"walker":"amber-2"}],"digest"', b'"walker":"amber-3"}],"digest"')
    assert "line 7 does not fold" in refusal_of(replaced(kept, 6, line))


def test_an_unknown_frame_is_found(kept):
    line = resealed(kept[6], b'"frame":"ChooseDeed"', b'"frame":"ChooseFate"')
    assert "ChooseFate" in refusal_of(replaced(kept, 6, line))


def test_the_save_of_another_game_is_refused(kept):
    for other in every_game():
        if other.id != rules.id:
            with pytest.raises(SaveError):
                Table.resume(other, MemoryJournal(kept))


def every_flip(data, bits):
    """The bytes with one bit wrong, at every place of them."""
    for place in range(len(data)):
        for bit in bits(place):
            flipped = bytearray(data)
            flipped[place] ^= 1 << bit
            yield place, bytes(flipped)


def assert_every_flip_is_noticed(kept, path, bits):
    """A save with a wrong bit is refused; if it is the end of the last line, that line is dropped with a notice."""
    data = b"".join(line + b"\n" for line in kept)
    for place, damaged in every_flip(data, bits):
        path.write_bytes(damaged)
        journal = FileJournal(path, writing=False)
        if place == len(data) - 1:
            assert Table.resume(rules, journal).notice
        else:
            with pytest.raises(SaveError, match=re.escape(path.name)):
                Table.resume(rules, journal)
        assert path.read_bytes() == damaged


def test_a_flipped_bit_is_noticed_at_every_byte_of_a_save(kept, tmp_path):
    assert_every_flip_is_noticed(kept, tmp_path / "flipped.jsonl", bits=lambda place: [place % 8])


@pytest.mark.soak
def test_every_flipped_bit_of_a_save_is_noticed(kept, tmp_path):
    assert_every_flip_is_noticed(kept, tmp_path / "flipped.jsonl", bits=lambda place: range(8))


# Fingerprints


class Small(State):
    """A state of three components."""

    one: int = 0
    many: dict[str, int] = {}
    some: frozenset[str] = frozenset()


def test_equal_states_have_equal_digests_however_they_came_about():
    """The order in which a dict was filled or a set is kept makes no difference."""
    one = Small(1, {"a": 1, "b": 2}, frozenset("xyz"))
    other = Small(1, {"b": 2, "a": 1}, frozenset("zyx"))
    assert Fingerprint(Small()).of(one, ()) == Fingerprint(Small()).of(other, ())


@pytest.mark.parametrize(
    "changed", [Small(2, {"a": 1}), Small(1, {"a": 2}), Small(1, {"b": 1}), Small(1, {"a": 1}, frozenset("x"))]
)
def test_another_state_has_another_digest(changed):
    assert Fingerprint(Small()).of(Small(1, {"a": 1}), ()) != Fingerprint(Small()).of(changed, ())


def test_another_stack_has_another_digest(kept):
    stack = resumed(kept).stack
    assert Fingerprint(Small()).of(Small(), ()) != Fingerprint(Small()).of(Small(), stack)
    assert Fingerprint(Small()).of(Small(), stack) != Fingerprint(Small()).of(Small(), stack[::-1])


class Grown(State):
    """The same state in a later version of its game: it has got a component more, and not at the end."""

    new: tuple[str, ...] = ()
    one: int = 0
    many: dict[str, int] = {}
    some: frozenset[str] = frozenset()


def test_a_component_that_a_later_version_adds_does_not_change_old_digests():
    """As long as it has the value that it has before the first fact; a save from before still folds to its digests."""
    old, new = Fingerprint(Small()), Fingerprint(Grown())
    assert new.of(Grown((), 1, {"a": 1}), ()) == old.of(Small(1, {"a": 1}), ())
    assert new.of(Grown(("x",), 1, {"a": 1}), ()) != old.of(Small(1, {"a": 1}), ())


def test_a_fingerprint_forgets_nothing_and_remembers_nothing_wrong():
    """It keeps the parts that did not change; going on and back gives what a fresh one gives."""
    kept_by_one = Fingerprint(Small())
    states = [Small(1), Small(2), Small(2, {"a": 1}), Small(1), Small(1, {"a": 1}, frozenset("x")), Small(1)]
    assert [kept_by_one.of(state, ()) for state in states] == [Fingerprint(Small()).of(state, ()) for state in states]
