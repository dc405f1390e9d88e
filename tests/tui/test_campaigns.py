"""Campaigns over their tables: what was begun goes on, whenever the process died, and nothing is lost."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.core.campaign.ledger import Ledger
from engine.core.campaign.standing import AtEnding, MakeChoice, PlayChapter, ReadPages, ResumeAttempt
from engine.core.errors import Refused, SaveError
from engine.store.files import FileJournal
from tests.contracts import campaigner
from tests.made_up import rules
from tui.play import saves
from tui.play.campaign_list import check_shown, entries, newest, shown_scenarios, single_game
from tui.play.campaign_story import story_so_far
from tui.play.campaigns import Missing, NewCampaign, begin, ledgers, open_campaign
from tui.play.chairs import ANYBODY, Chair

ROOT = Path(__file__).parents[2]
SEED = 4


class Died(BaseException):
    """The process ends here."""


@pytest.fixture(autouse=True)
def game(home, marsh_lights):
    """Marsh Lights is among the games, and the folder is empty."""
    return marsh_lights


@pytest.fixture
def book(game):
    """A campaign that has just begun."""
    opened = begin(NewCampaign(rules=rules, campaign=rules.campaigns()[0], chairs=campaigner.CHAIRS, seed=SEED))
    yield opened
    opened.close()


def read_all(book):
    while isinstance(todo := book.standing.todo, ReadPages):
        book.read(todo.pages)


def play_out(book):
    """Play the next chapter by chance."""
    read_all(book)
    number = len(book.standing.attempts)
    while isinstance(book.standing.todo, PlayChapter | ResumeAttempt) and len(book.standing.attempts) <= number + 1:
        campaigner._step(book, SEED, lambda words: None)
        if book.standing.attempts and book.standing.attempts[-1].result:
            return


def reopened(book):
    book.close()
    return open_campaign(book.path, writing=True)


@pytest.fixture
def whole(game, tmp_path, monkeypatch):
    """What an uninterrupted campaign comes to, and how often something was put on disk."""
    told = []
    with monkeypatch.context() as patch:
        patch.setenv("PARLEY_HOME", str(tmp_path / "whole"))
        campaigner.go_on(SEED, told.append)
        found = campaigner.digest()
    assert len(found[1]) >= 2
    return found, told


# Interruptions


def test_a_campaign_interrupted_at_every_line_of_its_ledger_is_equal_to_one_that_was_not(whole, monkeypatch):
    """Each line is written and then the process dies; or it dies in its place, and the line is written later."""
    expected, told = whole
    really = Ledger.append
    died = []

    def dies(when):
        def append(self, line):
            if when == "after":
                really(self, line)
            if (len(self.lines), when) not in died:
                died.append((len(self.lines), when))
                raise Died
            if when == "before":
                really(self, line)

        return append

    for when in ("before", "after"):
        shutil.rmtree(campaigner.home(), ignore_errors=True)
        with monkeypatch.context() as patch:
            patch.setattr(Ledger, "append", dies(when))
            _until_it_is_over()
        assert campaigner.digest() == expected
    lines = max(int(words.split()[1]) for words in told if words.startswith("line"))
    assert len(died) == 2 * lines


def _until_it_is_over(watch=lambda words: None):
    while True:
        try:
            campaigner.go_on(SEED, watch)
        except Died:
            continue
        return


def test_a_campaign_interrupted_at_a_hundred_random_moves_is_equal_to_one_that_was_not(whole):
    expected, told = whole
    rng = random.Random(7)

    def dies(words):
        if words.startswith("move") and rng.random() < 100 / len(told):
            raise Died

    _until_it_is_over(dies)
    assert campaigner.digest() == expected


def killed(rng):
    """Let a child go on with the campaign and kill it after some lines of output; whether it came to the end."""
    command = [sys.executable, "-m", "tests.contracts.campaigner", str(SEED)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as player:
        patience, line = rng.randrange(60), "?"
        while patience and (line := player.stdout.readline()) and line != "over\n":
            patience -= 1
        os.kill(player.pid, signal.SIGKILL)
        return line == "over\n"


def assert_kills_change_nothing(expected, rng):
    while not killed(rng):
        list(entries())
    assert campaigner.digest() == expected


@pytest.mark.parametrize("round_", range(2))
def test_a_campaign_that_is_killed_again_and_again_is_equal_to_one_that_was_not(whole, round_):
    """kill -9"""
    assert_kills_change_nothing(whole[0], random.Random(round_))


@pytest.mark.soak
@pytest.mark.parametrize("round_", range(40))
def test_a_campaign_that_is_killed_a_thousand_times_is_equal_to_one_that_was_not(whole, round_):
    assert_kills_change_nothing(whole[0], random.Random(100 + round_))


def test_an_attempt_whose_table_was_never_laid_out_is_laid_out_when_the_campaign_goes_on(book, monkeypatch):
    """The process died after the ledger's line: the save is empty, or has nothing but its header."""
    read_all(book)
    for torn in (b"", b'{"parley"'):
        with monkeypatch.context() as patch:
            patch.setattr("tui.play.campaigns.Table.begin", _dying)
            with pytest.raises(Died):
                book.begin() if not book.standing.attempts else book.resume()
        (path,) = saves.folder().path.glob("*.jsonl")
        path.write_bytes(torn)
        book = reopened(book)
        assert isinstance(book.standing.todo, ResumeAttempt)
        assert book.problem == ""
    book.resume().journal.close()
    path.write_bytes(path.read_bytes().partition(b"\n")[0] + b"\n")  # nothing but the header
    book = reopened(book)
    assert book.problem == ""
    opened = book.resume()
    assert opened.table.setup == book.standing.attempt.setup
    assert opened.table.number == 1
    opened.journal.close()
    book.close()


def _dying(*arguments):
    raise Died


def test_a_game_that_ended_before_its_ledger_knew_is_noted_when_the_campaign_is_opened(book, monkeypatch):
    read_all(book)
    monkeypatch.setattr(book, "settle", lambda: None)
    campaigner._step(book, SEED, lambda words: None)
    assert book.standing.attempt is not None
    book.close()
    again = open_campaign(book.path, writing=True)
    assert again.standing.attempts[0].result in ("won", "lost")
    again.close()


def test_a_chapter_that_ends_outside_the_campaign_is_noted_at_once(book):
    """`parley resume SAVE` plays it as any other table."""
    read_all(book)
    opened = book.begin()
    book.close()
    campaigner_table(opened)
    assert saves.note_result(opened) == ""
    assert open_campaign(book.path, writing=False).standing.attempts[0].result


def campaigner_table(opened):
    table = opened.table
    while table.ask is not None:
        seat = table.ask.seats[0]
        table.submit(seat, table.rules.idlest(table.view(seat), table.ask, seat))
    opened.journal.close()


# Tables that are lost


def begun_table(book):
    read_all(book)
    opened = book.begin()
    opened.journal.close()
    return opened.path


def test_a_missing_save_is_told_and_the_chapter_can_be_begun_again(book):
    begun_table(book).unlink()
    book = reopened(book)
    assert (
        book.problem
        == "The save of attempt 1, the-long-fog-" + book.ledger.header.id[:6] + "-1.jsonl, is not there any more."
    )
    before = book.path.read_bytes()
    with pytest.raises(Missing):
        book.resume()
    assert book.path.read_bytes() == before
    book.abandon()
    assert book.standing.todo == PlayChapter("first-light")
    book.close()


def test_the_table_of_an_attempt_can_also_be_laid_out_anew(book):
    begun_table(book).unlink()
    opened = book.begin_again()
    assert opened.table.setup == book.standing.attempt.setup
    opened.journal.close()


def test_a_save_that_was_renamed_is_found(book):
    path = begun_table(book)
    saves.rename(path, "elsewhere")
    opened = book.resume()
    assert opened.name == "elsewhere"
    opened.journal.close()


def test_an_altered_save_is_told_and_left_as_it_is(book):
    path = begun_table(book)
    altered = path.read_bytes().replace(b'"facts"', b'"fakts"', 1)
    path.write_bytes(altered)
    book = reopened(book)
    assert "line 2 is damaged" in book.problem
    with pytest.raises(SaveError, match="line 2 is damaged"):
        book.resume()
    assert path.read_bytes() == altered
    book.close()


def test_a_save_from_a_newer_parley_is_told(book):
    path = begun_table(book)
    path.write_bytes(path.read_bytes().replace(b'{"parley":1', b'{"parley":2', 1))
    book = reopened(book)
    assert "has save format 2" in book.problem
    book.close()


def test_two_programs_cannot_write_a_campaign_at_once(book):
    with pytest.raises(SaveError, match="another Parley; close it there, or look at it with `parley campaign show`"):
        open_campaign(book.path, writing=True)
    assert open_campaign(book.path, writing=False).standing == book.standing


def test_a_ledger_that_names_a_path_reaches_no_file_outside_the_saves(book, tmp_path):
    outside = tmp_path / "outside.jsonl"
    outside.touch()
    begun_table(book).unlink()
    line = book.ledger.lines[-1]
    book.ledger.lines[-1] = type(line)(
        attempt=1, chapter=line.chapter, save="../../outside", setup=line.setup, when=line.when
    )
    book._standing = None
    with pytest.raises(Missing):
        book.resume()
    assert outside.exists()


def test_a_file_of_another_kind_in_the_place_of_a_save_is_left_alone(book):
    path = begun_table(book)
    path.write_text("my shopping list")
    with pytest.raises(Missing, match="is not a Parley save"):
        book.resume()
    assert path.read_text() == "my shopping list"


# Going back


def test_a_chapter_is_played_again_and_the_newest_attempt_counts(book):
    play_out(book)
    read_all(book)
    book.take_up("first-light")
    play_out(book)
    assert [(each.number, each.counts) for each in book.standing.attempts] == [(1, False), (2, True)]
    assert len(list(saves.folder().path.glob("*.jsonl"))) == 2


def test_a_chapter_of_another_path_is_begun_in_a_new_campaign(book):
    play_out(book)
    reached = [each for each in book.standing.reached if each != "first-light"]
    read_all(book)
    book.restart()
    for chapter in reached:
        with pytest.raises(Refused, match="lies on another path now"):
            book.take_up(chapter)


def test_a_chapter_can_be_begun_in_a_save_of_the_caller(book, tmp_path):
    """A house names the saves of its tables itself."""
    read_all(book)
    journal = FileJournal.create(saves.folder().path / "maple-7.jsonl")
    opened = book.begin(journal=journal)
    assert (opened.name, book.standing.attempt.save) == ("maple-7", "maple-7")
    opened.journal.close()
    book.resume().journal.close()


def test_a_chapter_that_was_not_reached_cannot_be_played_again(book):
    with pytest.raises(Refused, match='has not come to a chapter "sinkhole"'):
        book.take_up("sinkhole")
    assert not book.ledger.lines


def test_a_choice_can_only_be_made_when_it_comes(book):
    with pytest.raises(Refused, match="nothing to choose"):
        book.choose("down")


def test_players_come_and_go_between_chapters(book):
    book.change_players({"jade": ANYBODY, "violet": Chair("bot", "hard")})
    read_all(book)
    opened = book.begin()
    assert opened.table.setup.seats == ("jade", "violet")
    assert dict(opened.chairs.items()) == {"jade": ANYBODY, "violet": Chair("bot", "hard")}
    opened.journal.close()
    with pytest.raises(Refused, match='no seat "jad"'):
        book.change_players({"jad": ANYBODY})


def test_too_few_players_are_refused_before_the_ledger_knows_of_an_attempt(book):
    book.change_players({"jade": ANYBODY})
    read_all(book)
    with pytest.raises(Refused, match="is for 2 or 3 players"):
        book.begin()
    assert not book.standing.attempts


def test_what_a_campaign_carries_changes_its_next_table(book):
    play_out(book)
    read_all(book)
    if isinstance(book.standing.todo, MakeChoice):
        book.choose("dry")
        read_all(book)
    opened = book.begin()
    assert "gift:firefly" in opened.table.setup.carried
    opened.journal.close()


def test_a_reached_chapter_can_be_played_as_a_single_game(book):
    play_out(book)
    setup = single_game(book, "first-light")
    assert (setup.scenario, setup.campaign, setup.carried) == ("ford", "", ())
    with pytest.raises(Refused, match='has not come to a chapter "sinkhole"'):
        single_game(book, "sinkhole")


# Lists and stories


def test_a_list_tells_what_comes_next(book):
    (entry,) = entries()
    assert (entry.name, entry.todo, entry.problem) == ("The Long Fog", "read To those who are lost and 2 more", "")
    assert newest() == entry


def test_two_campaigns_of_the_same_name_stand_side_by_side(book):
    other = begin(NewCampaign(rules=rules, campaign=rules.campaigns()[0], chairs=campaigner.CHAIRS))
    other.close()
    assert sorted(each.file for each in entries()) == ["the-long-fog", "the-long-fog-2"]


def test_mutated_and_truncated_ledgers_never_crash_a_list(book):
    play_out(book)
    good = book.path.read_bytes()
    rng = random.Random(3)
    for _ in range(150):
        raw = bytearray(good)
        for _ in range(rng.randrange(1, 4)):
            raw[rng.randrange(len(raw))] = rng.randrange(256)
        book.path.write_bytes(bytes(raw[: rng.randrange(len(raw) + 1)]) if rng.random() < 0.5 else bytes(raw))
        for entry in entries():
            assert entry.problem or entry.todo
        shown_scenarios(rules)


def test_the_story_so_far_is_told_in_a_few_paragraphs(book):
    play_out(book)
    told = story_so_far(book.campaign, book.standing)
    result = book.standing.attempts[0].result
    gist = "They crossed the ford at first light." if result == "won" else "They were turned back at the ford"
    assert any(words.startswith(gist) for words in told)
    assert told[-1].startswith("Next: ")


# What is sealed


def test_a_sealed_scenario_is_shown_nowhere_before_a_campaign_reached_it(game, home):
    assert "sink" not in [each.id for each in shown_scenarios(rules)]
    assert "sink" in [each.id for each in shown_scenarios(rules, spoilers=True)]
    with pytest.raises(Refused, match='"sink" is sealed'):
        check_shown(rules, "sink")
    book = begin(NewCampaign(rules=rules, campaign=rules.campaigns()[0], chairs=campaigner.CHAIRS, start="sinkhole"))
    book.close()
    assert "sink" in [each.id for each in shown_scenarios(rules)]
    check_shown(rules, "sink")


def test_the_whole_campaign_comes_to_an_end(whole, monkeypatch, tmp_path):
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path / "whole"))
    (file,) = ledgers().files()
    now = open_campaign(file.path, writing=False).standing
    assert isinstance(now.todo, AtEnding)
    assert all(each.result in ("won", "lost") and each.digest for each in now.attempts)
