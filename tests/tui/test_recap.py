"""What a seat has missed: told after the curtain, after a resume, and never more than the seat may see."""

from __future__ import annotations

import os
import time
from collections import Counter

import msgspec
import pytest

from engine import registry
from engine.core.added import VARIABLE
from engine.core.kinds import NOBODY, Setup
from engine.core.table import Table
from tests.contracts.playing import MemoryJournal, begun
from tests.made_up import MARSH_LIGHTS
from tests.made_up import moves as marsh_moves
from tests.made_up import rules as marsh
from tests.tui.playing import ROOMY, SMALL, app_at, opened, table_screen
from tui.play import note as notes
from tui.play import recap as recaps
from tui.play import saves
from tui.play.chairs import ANYBODY, Chairs
from tui.play.note import Looked, read_looked
from tui.play.playback import in_recap
from tui.play.recap import recap, unseen
from tui.play.sitting import Sitting
from tui.screens.curtain import Curtain
from tui.widgets.dialogs import Confirming, Reading

SEATS = marsh.seat_names[:3]
WAR = registry.game("horrors-of-war")


def hands_of(seats=("nabo", "yainar")):
    """A table of Horrors of War with private hands."""
    setup = Setup(game="horrors-of-war", scenario="order-in-chaos", seats=seats, options=("private-hands",), seed=3)
    return Table.begin(WAR, setup, MemoryJournal())


def bids_of():
    """A table of Marsh Lights after all three have bid in secret."""
    table = begun(marsh, seats=list(SEATS), seed=1)
    while len(table.ask.seats) > 1 or isinstance(table.moves(table.ask.seats[0])[0], marsh_moves.Bid):
        table.submit(table.ask.seats[0], table.moves(table.ask.seats[0])[0])
    return table


def played(table, count):
    """Some moves that everybody makes: the first one that does not pass, else the first one."""
    for _ in range(count):
        seat = table.ask.seats[0]
        listed = table.moves(seat)
        table.submit(seat, next((move for move in listed if not move.passes), listed[0]))
    return table


@pytest.mark.parametrize("table", [played(hands_of(), 25), played(bids_of(), 25)], ids=["war", "marsh"])
def test_a_recap_has_the_facts_of_the_log_as_the_seat_may_read_them(table):
    for seat in table.setup.seats:
        sitting = Sitting(table, [seat], looked={seat: 5})
        found = sitting.recap()
        assert found.steps == range(5, table.number)
        told = [each.entry for each in found.moments]
        logged = [entry for entry in sitting.entries if entry.step >= 5]
        assert [entry for entry in told if entry.fact >= 0] == [entry for entry in logged if entry.fact >= 0]
        assert [entry for entry in told if entry.fact < 0] == [
            entry
            for entry in logged
            if entry.fact < 0 and entry.words and not any(e.step == entry.step and e.fact >= 0 for e in logged)
        ]


@pytest.mark.parametrize("table", [played(hands_of(), 12), played(bids_of(), 12)], ids=["war", "marsh"])
def test_a_recap_is_seen_through_the_eyes_of_its_seat(table):
    """Each moment has the view of the seat at that time, with everything hidden that is hidden from it."""
    rules = table.rules
    for seat in table.setup.seats:
        for moment in recap(table, seat, 1).moments:
            state = table.steps[moment.entry.step].before.clone()
            for fact in table.steps[moment.entry.step].facts[: moment.entry.fact + 1 or None]:
                fact.apply(state)
            assert moment.view == rules.view(state, seat)
            assert moment.view != state


def test_a_move_that_led_to_nothing_that_is_told_is_told_itself(monkeypatch):
    table = played(hands_of(), 3)
    monkeypatch.setattr(type(WAR), "tell_fact", lambda *_: "")
    own = [each.entry for each in recap(table, table.steps[1].seat, 1).moments]
    assert [entry.step for entry in own] == [1, 2, 3]
    assert all(entry.words and entry.fact == -1 for entry in own)


@pytest.mark.parametrize("seen", [None, 10_000, -1], ids=["missing", "too-many", "negative"])
def test_what_nobody_knows_is_the_last_round(seen):
    table = played(bids_of(), 40)
    steps, left_out = unseen(table, seen)
    number = marsh.round_of(table.steps[-1].before)
    assert number > 1
    assert [marsh.round_of(table.steps[each].before) for each in steps] == [number] * len(steps)
    assert marsh.round_of(table.steps[steps.start - 1].before) < number
    assert left_out == 0


def test_the_laying_out_of_the_table_is_never_recapped():
    table = hands_of()
    for seen in (None, 0, 1):
        assert not recap(table, "nabo", seen)


def test_a_long_absence_is_cut_and_says_so(monkeypatch):
    monkeypatch.setattr(recaps, "MOST", 5)
    table = played(hands_of(), 12)
    found = recap(table, "nabo", 2)
    assert found.steps == range(table.number - 5, table.number)
    assert found.left_out == table.number - 5 - 2


def test_every_move_has_a_step_of_a_recap():
    from tui.games import showing

    table = hands_of()
    table.submit("nabo", next(move for move in table.moves("nabo") if move.passes))
    steps = in_recap(recap(table, "yainar", 1).moments, showing("horrors-of-war"))
    assert [step.entry.words for step in steps] == ["Nabo passed."]


# Who has looked


def test_with_secrets_only_the_front_seat_has_looked():
    sitting = Sitting(hands_of())
    sitting.look_as("yainar")
    sitting.look()
    assert sitting.looked == {"yainar": 1}


def test_without_secrets_all_have_looked():
    setup = Setup(game="horrors-of-war", scenario="order-in-chaos", seats=("nabo", "yainar"), seed=3)
    sitting = Sitting(Table.begin(WAR, setup, MemoryJournal()))
    sitting.look()
    assert sitting.looked == {"nabo": 1, "yainar": 1}
    assert not sitting.has_missed


def test_nobody_has_looked_at_secrets_before_somebody_came_to_the_front():
    sitting = Sitting(hands_of())
    sitting.look()
    assert not sitting.looked


def test_what_is_taken_back_was_not_seen():
    sitting = Sitting(hands_of(), looked={"nabo": 1, "yainar": 2})
    sitting.look_as("nabo")
    sitting.make(next(choice for choice in sitting.choices if choice.move.passes))
    sitting.look()
    assert sitting.looked["nabo"] == 2
    sitting.take_back()
    assert sitting.looked == {"nabo": 1, "yainar": 1}


def test_a_move_after_which_secrets_come_up_is_told_as_to_an_outsider(monkeypatch):
    """Three players settle together who gets more cards; the hands are dealt then, and anybody may sit there."""
    sitting = Sitting(hands_of(("nabo", "yainar", "akezan")))
    told = []
    while not sitting.has_secrets:
        choice = sitting.choices[0]
        told = sitting.make(choice)
    assert told
    last = sitting.table.number - 1
    outside = [each.entry for each in recap(sitting.table, NOBODY, last).moments]
    assert [each.entry for each in told] == outside
    assert not sitting.looked.get(sitting.front)


@pytest.mark.parametrize("table", [hands_of(), bids_of()], ids=["war", "marsh"])
def test_a_fact_is_told_once_for_the_screen_and_the_log(table, monkeypatch):
    sitting = Sitting(table, [table.ask.seats[0]])
    assert sitting.entries
    told: Counter[int] = Counter()
    kind = type(table.rules)
    tell = kind.tell_fact

    def counted(self, view, fact):
        told[id(fact)] += 1
        return tell(self, view, fact)

    monkeypatch.setattr(kind, "tell_fact", counted)
    moments = sitting.make(sitting.choices[0])
    entries = [entry for entry in sitting.entries if entry.step == table.number - 1 and entry.fact >= 0]
    assert entries == [each.entry for each in moments]
    assert sum(told.values()) == len(table.steps[-1].facts)


# What is kept beside a save


@pytest.fixture
def setup():
    return Setup(game="g", scenario="s", seats=("a", "b"), table="feed")


def write_looked(save, looked, table="feed"):
    return notes.keep(save, table, Chairs(dict.fromkeys(("a", "b"), ANYBODY)), looked)


def test_what_seats_have_seen_follows_a_save_that_is_moved(tmp_path, setup):
    old, new = tmp_path / "old.jsonl", tmp_path / "new.jsonl"
    write_looked(old, Looked({"a": 3, "b": 5}, time.time()))
    notes.move(old, new)
    found = read_looked(new, setup)
    assert found.seats == {"a": 3, "b": 5}
    assert not found.is_long_ago(0)
    assert read_looked(old, setup) == Looked()


def test_what_the_seats_of_another_table_have_seen_is_not_taken(tmp_path, setup):
    save = tmp_path / "x.jsonl"
    write_looked(save, Looked({"a": 3}), table="beef")
    assert read_looked(save, setup) == Looked()


@pytest.mark.parametrize(
    "content", [None, b"", b"{", b"\xff", b"[]", b'{"table": "feed", "chairs": {}, "looked": {"seats": {"a": "x"}}}']
)
def test_a_damaged_note_is_no_note(tmp_path, setup, content):
    save = tmp_path / "x.jsonl"
    if content is not None:
        notes.file_of(save).write_bytes(content)
    assert read_looked(save, setup) == Looked()
    write_looked(save, Looked({"a": 1}))
    assert read_looked(save, setup).seats == {"a": 1}


def test_a_note_that_cannot_be_written_stops_nobody(tmp_path):
    (tmp_path / "file").touch()
    assert write_looked(tmp_path / "file" / "x.jsonl", Looked({"a": 1}))
    (tmp_path / "x.note").mkdir()
    assert write_looked(tmp_path / "x.jsonl", Looked({"a": 1}))


@pytest.mark.parametrize(("table", "key"), [("feed", "feed"), ("", "x:7")])
def test_what_an_older_parley_kept_of_all_saves_is_still_read(home, tmp_path, setup, table, key):
    """It had one file for all saves; a save without an id of its table was known by its name and seed."""
    home.mkdir(exist_ok=True)
    (home / notes.OLD_FILE).write_text(f'{{"other": {{}}, "{key}": {{"seats": {{"a": 4}}, "when": 5.0}}}}')
    save, setup = tmp_path / "x.jsonl", msgspec.structs.replace(setup, table=table, seed=7)
    assert read_looked(save, setup) == Looked({"a": 4}, 5.0)
    write_looked(save, Looked({"a": 6}), table)
    assert read_looked(save, setup).seats == {"a": 6}, "the note beside the save is newer"


# In the app


def told(screen):
    return " ".join(filter(None, (each.plain for each in (screen.prompt.told, screen.prompt.question) if each)))


async def sits(pilot):
    """Come out from behind the curtain."""
    await pilot.press("enter")
    await pilot.pause()
    await pilot.pause()


async def passes(screen, pilot):
    screen.make(next(choice for choice in screen.sitting.choices if choice.move.passes))
    await pilot.pause()


@pytest.mark.parametrize("size", [ROOMY, SMALL])
async def test_the_mover_sees_the_result_until_a_key_and_then_the_curtain_falls(home, size):
    app = app_at(opened(options=("private-hands",)))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await sits(pilot)
        screen = table_screen(app)
        await passes(screen, pilot)
        assert app.screen is screen
        assert screen.is_passing_on
        assert screen.sitting.front == "nabo"
        assert "Nabo passed." in told(screen)
        assert [each for each in screen.prompt.keys if each.action == "pass_on"]
        assert not screen.sitting.choices
        await pilot.press("1", "e", "m")
        assert app.screen is screen
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, Curtain)
        assert app.screen.seat == "yainar"


async def test_a_result_can_be_taken_back_before_the_curtain(home):
    app = app_at(opened(options=("private-hands",)))
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        await sits(pilot)
        screen = table_screen(app)
        await passes(screen, pilot)
        await pilot.press("u")
        await pilot.pause()
        assert app.screen is screen
        assert not screen.is_passing_on
        assert {choice.seat for choice in screen.sitting.choices} == {"nabo"}


async def next_round(app, pilot):
    """Nabo and Yainar pass, and Nabo is asked again in the next round; what each is shown is passed over."""
    screen = table_screen(app)
    now = WAR.round_of(screen.table.state)
    for _ in range(100):
        if WAR.round_of(screen.table.state) > now and isinstance(app.screen, Curtain):
            return screen
        if isinstance(app.screen, Curtain):
            await sits(pilot)
        elif isinstance(app.screen, Confirming):
            await pilot.press("y")
        elif isinstance(app.screen, Reading) or screen.playing:
            await pilot.press("escape")
        elif screen.is_passing_on:
            await pilot.press("enter")
        elif screen.sitting.passes:
            await passes(screen, pilot)
        else:
            screen.make(screen.sitting.choices[0])
        await pilot.pause()
    raise AssertionError("The next round does not begin.")


@pytest.mark.parametrize("key", ["space", "escape", "enter", "end"])
async def test_the_next_player_sees_step_by_step_what_happened(home, key):
    app = app_at(opened(options=("private-hands",)), pace="stepped")
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        screen = await next_round(app, pilot)
        seat = app.screen.seat
        seen = screen.sitting.looked[seat]
        assert seen < screen.table.number
        await sits(pilot)
        assert screen.sitting.front == seat
        steps = in_recap(recap(screen.table, seat, seen).moments, screen.game)
        assert screen.playing == steps
        assert f"What happened, 1 of {len(steps)}" in screen.prompt.told.plain
        assert steps[0].entry.words in screen.prompt.told.plain
        assert screen.shown == steps[0].view
        assert screen.sitting.looked[seat] == seen, "what is not shown yet counts as not seen"
        await pilot.press(*[key] * (len(steps) if key == "space" else 1))
        await pilot.pause()
        assert not screen.playing
        assert screen.sitting.looked[seat] == screen.table.number
        if key in ("enter", "end"):
            assert isinstance(app.screen, Reading)
            await pilot.press("escape")
        assert app.screen is screen
        assert {choice.seat for choice in screen.sitting.choices} == {seat}


async def test_a_recap_goes_on_where_the_save_was_left(home):
    """Who has seen what is remembered per save, and the journal says nothing of it."""
    table = opened(options=("private-hands",))
    app = app_at(table, pace="stepped")
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        screen = await next_round(app, pilot)
        seat, looked = app.screen.seat, dict(screen.sitting.looked)
        number = screen.table.number
    table.leave()
    assert b"looked" not in table.path.read_bytes()
    path = saves.rename(table.path, "another-name")
    app = app_at(saves.open_save(path, writing=True), pace="stepped")
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        screen = table_screen(app)
        assert screen.sitting.looked == looked
        assert app.screen.seat == seat
        await sits(pilot)
        assert [step.entry.step for step in screen.playing] == [
            step.entry.step for step in in_recap(recap(screen.table, seat, looked[seat]).moments, screen.game)
        ]
        assert screen.table.number == number


async def test_without_a_note_the_last_round_is_shown(home):
    table = opened(options=("private-hands",))
    app = app_at(table, pace="stepped")
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        await next_round(app, pilot)
    table.leave()
    notes.file_of(table.path).write_bytes(b"\xff{")
    app = app_at(saves.open_save(table.path, writing=True), pace="stepped")
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        screen, seat = table_screen(app), app.screen.seat
        await sits(pilot)
        steps = in_recap(recap(screen.table, seat, None).moments, screen.game)
        assert [step.entry.words for step in steps] == ["Yainar passed."]
        assert not screen.playing, "a single step is told above the question"
        assert "Yainar passed." in told(screen)


async def test_where_nothing_is_secret_nobody_is_stopped(home):
    app = app_at(opened(), pace="stepped")
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        screen = table_screen(app)
        assert app.screen is screen
        await passes(screen, pilot)
        assert app.screen is screen
        assert not screen.playing
        assert not screen.is_passing_on
        assert {choice.seat for choice in screen.sitting.choices} == {"yainar"}


@pytest.mark.parametrize(("hours", "is_offered"), [(1, False), (72, True)])
@pytest.mark.parametrize("has_note", [True, False])
async def test_after_a_long_time_a_recap_is_offered_and_not_forced(home, hours, is_offered, has_note):
    table = opened()
    played(table.table, 4)
    table.looks()
    table.looked.seats.update(dict.fromkeys(table.table.setup.seats, table.table.number))
    table.leave()
    then = time.time() - hours * 3600
    os.utime(table.path, (then, then))
    if has_note:
        file = notes.file_of(table.path)
        note = read_looked(table.path, table.table.setup)
        file.write_bytes(file.read_bytes().replace(str(note.when).encode(), str(round(then, 1)).encode()))
    else:
        notes.file_of(table.path).unlink()
    app = app_at(saves.open_save(table.path, writing=True), pace="stepped")
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        await pilot.pause()
        screen = table_screen(app)
        assert app.screen is screen
        assert not screen.playing
        said = [note.message for note in app._notifications]
        assert ("W shows what happened in the last round." in said) == is_offered
        await pilot.press("W")
        await pilot.pause()
        assert screen.playing == in_recap(recap(screen.table, screen.sitting.front, None).moments, screen.game)


async def test_what_was_left_in_the_middle_is_offered(home):
    table = opened()
    played(table.table, 4)
    table.looks()
    table.looked.seats.update(dict.fromkeys(table.table.setup.seats, 3))
    table.leave()
    app = app_at(saves.open_save(table.path, writing=True), pace="stepped")
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        await pilot.pause()
        screen = table_screen(app)
        assert "W shows what you have not seen yet." in [note.message for note in app._notifications]
        await pilot.press("W")
        await pilot.pause()
        assert {step.entry.step for step in screen.playing} <= {3, 4}


# In plain mode


def test_plain_mode_prints_what_a_seat_has_missed(parley):
    play = ("play", "horrors-of-war", "--plain", "--seats", "nabo,yainar", "--option", "private-hands", "--seed", 3)
    first = parley(*play, "--name", "hands", typed="pass\n")
    assert "What happened meanwhile:\nMove 1, Nabo" in first.out
    again = parley("resume", "hands", "--plain", typed="")
    assert "What happened" not in again.out, "Yainar has seen it"
    notes.file_of(saves.find("hands")).unlink()
    unknown = parley("resume", "hands", "--plain", typed="recap\n")
    assert unknown.out.count("Move 1, Nabo") == 2


def test_plain_mode_offers_a_recap_after_a_long_time(parley, home):
    play = ("play", "horrors-of-war", "--plain", "--seats", "nabo,yainar", "--seed", 3)
    parley(*play, "--name", "open", typed="nabo pass\n")
    assert "Type recap" not in parley("resume", "open", "--plain").out
    notes.file_of(saves.find("open")).unlink()
    os.utime(saves.find("open"), (0, 0))
    ran = parley("resume", "open", "--plain", typed="recap\n")
    assert "Type recap to read what happened in the last round." in ran.out
    assert "What happened in the last round:\nMove 1, Nabo" in ran.out


# Marsh Lights on the screens


@pytest.fixture
def marsh_table(home, monkeypatch):
    """A new table of Marsh Lights for three rivals at one keyboard."""
    monkeypatch.setenv(VARIABLE, MARSH_LIGHTS)
    setup = Setup(game=marsh.id, scenario=marsh.scenarios()[0].id, seats=SEATS, seed=1)
    return saves.begin(registry.game(marsh.id), setup, None)


async def test_rivals_pass_the_keyboard_and_see_what_the_others_did(marsh_table):
    """Bids are secret until all have bid; who comes next sees that there was a bid, and not how high it is."""
    app = app_at(marsh_table, pace="stepped")
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        screen, bids = table_screen(app), []
        for seat in SEATS:
            assert isinstance(app.screen, Curtain)
            assert app.screen.seat == seat
            await sits(pilot)
            seen = " ".join(filter(None, (told(screen), *(each.entry.words for each in screen.playing))))
            assert all(title in seen for title in bids), "what the others did is told"
            assert not screen.playing or len(bids) > 1
            await pilot.press("escape")
            choice = screen.sitting.choices[-1]
            screen.make(choice)
            await pilot.pause()
            bids.append(marsh.seat_title(seat))
            assert screen.is_passing_on or screen.sitting.front in screen.sitting.asked
            assert screen.sitting.front == seat
            if screen.is_passing_on:
                await pilot.press("enter")
                await pilot.pause()
