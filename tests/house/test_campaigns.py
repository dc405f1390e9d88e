"""Campaigns in the house: they belong to those who play them, and outlive every fall of the house."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.core.campaign.standing import AtEnding, MakeChoice, PlayChapter, ResumeAttempt
from engine.core.errors import Refused, SaveError
from engine.store.files import SUFFIX
from tests.house import campaigner
from tests.house.conftest import act
from tests.made_up import rules
from tui.house import campaigns as house_campaigns
from tui.house.house import House
from tui.house.menu import deeds
from tui.play.chairs import Chair

ROOT = Path(__file__).parents[2]
SEED = 4
MIRA, TOM, EVE = (Chair("person", name) for name in ("mira", "tom", "eve"))

pytestmark = pytest.mark.usefixtures("marsh_lights")


class Died(BaseException):
    """The process ends here."""


@pytest.fixture
def people(house):
    """mira, tom and eve are in the house, with keys."""
    for name in ("mira", "tom", "eve"):
        house.people.claim(name, f"SHA256:{name[0] * 43}")
        house.enter(name)


@pytest.fixture
def campaign(house, people):
    """mira plays Amber and tom plays Jade in The Long Fog."""
    return house.campaigns.begin("mira", rules, rules.campaigns()[0], {"amber": MIRA, "jade": TOM}, "Fog on Fridays")


def read_all(campaign):
    for name in campaign.present:
        for page in campaign.unread(name):
            campaign.read(name, page.id)


def gather(campaign, *names):
    for name in names or ("mira", "tom"):
        campaign.enter(name)
    read_all(campaign)


def begin(house, campaign, **chairs):
    return house.campaigns.begin_chapter("mira", campaign, campaign.chairs(house.here) | chairs)


def play_out(room):
    while room.table.ask is not None:
        act(room, room.person_of(room.table.ask.seats[0]))


async def reopened(house, tmp_path):
    await house.close("")
    return House(tmp_path / "house")


# Whose it is


async def test_a_campaign_is_listed_for_its_members_and_for_nobody_else(house, campaign):
    assert house.campaigns.listed("mira") == house.campaigns.listed("tom") == [campaign]
    assert house.campaigns.listed("eve") == []
    assert house.campaigns.find("tom", campaign.id) is campaign
    for name, wanted in (("eve", campaign.id), ("eve", "nothing"), ("mira", "nothing")):
        with pytest.raises(Refused, match="There is no such campaign here"):
            house.campaigns.find(name, wanted)


@pytest.mark.parametrize(
    "deed",
    [
        lambda each: each.enter("eve"),
        lambda each: each.read("eve", "welcome"),
        lambda each: each.wish("eve", "dry"),
        lambda each: each.choose("eve", "fork", "dry"),
        lambda each: each.resign("eve"),
        lambda each: each.pass_pages("eve"),
        lambda each: each.change_players("eve", {"amber": MIRA, "jade": EVE}),
        lambda each: each.abandon("eve"),
        lambda each: each.check_chairs("eve", {"amber": MIRA, "jade": TOM}),
    ],
)
async def test_a_stranger_can_do_nothing_about_a_campaign(campaign, deed):
    before = campaign.standing.digest()
    with pytest.raises(Refused, match="There is no such campaign here"):
        deed(campaign)
    assert campaign.standing.digest() == before


async def test_the_table_of_a_chapter_is_seen_by_members_alone(house, campaign):
    """Also its end, which the log of the house does not tell."""
    gather(campaign)
    room = begin(house, campaign)
    assert house.listed("tom") == [room]
    assert house.listed("eve") == []
    with pytest.raises(Refused, match="no table"):
        house.room("eve", room.code)
    play_out(room)
    assert room.record.is_logged
    assert not house.book.path.exists()
    assert house.listed("eve") == []


async def test_guests_and_people_without_a_key_play_no_campaign(house, people):
    house.enter("gast", is_guest=True)
    for name, jade in (("gast", MIRA), ("mira", Chair("person", "gast")), ("mira", Chair("person", "nobody"))):
        with pytest.raises(Refused, match="key"):
            house.campaigns.begin(name, rules, rules.campaigns()[0], {"amber": MIRA, "jade": jade})
    with pytest.raises(Refused, match="Take a seat"):
        house.campaigns.begin("eve", rules, rules.campaigns()[0], {"amber": MIRA, "jade": TOM})
    assert not house.campaigns.by_id


async def test_nobody_owns_any_number_of_campaigns(house, campaign, monkeypatch):
    monkeypatch.setattr(house_campaigns, "MOST_OWN", 1)
    with pytest.raises(Refused, match="put one of them away"):
        house.campaigns.begin("mira", rules, rules.campaigns()[0], {"amber": MIRA, "jade": TOM})
    house.campaigns.put_away("mira", campaign)
    house.campaigns.begin("mira", rules, rules.campaigns()[0], {"amber": MIRA, "jade": TOM})


# Pages


async def test_an_envelope_is_for_the_player_of_its_seat_alone(campaign):
    titles = {name: [page.title for page in campaign.unread(name)] for name in ("mira", "tom", "eve")}
    assert titles["mira"] == ["To those who are lost", "For Amber", "The ford"]
    assert titles["tom"] == ["To those who are lost", "For Jade", "The ford"]
    assert titles["eve"] == []
    gather(campaign)
    assert "For Jade" not in [page.title for page in campaign.pages("mira")]
    assert "For Jade" in [page.title for page in campaign.pages("tom")]
    assert campaign.pages("eve") == []


async def test_not_even_the_title_of_an_envelope_is_told_to_others(campaign):
    """Neither in the lobby nor in the story, also while nothing else is left to read."""
    campaign.enter("mira")
    campaign.enter("tom")
    for page in campaign.unread("mira"):
        campaign.read("mira", page.id)
    for page in ("welcome", "letter-first-light"):
        campaign.read("tom", page)
    assert campaign.told_next("tom") == "read For Jade"
    assert campaign.told_next("mira") == "the others still read"
    assert "Jade" not in "".join(campaign.story("mira"))


async def test_the_campaign_goes_on_when_all_who_are_here_have_read(campaign):
    campaign.enter("mira")
    campaign.enter("tom")
    for page in campaign.unread("mira"):
        campaign.read("mira", page.id)
    assert campaign.readers == ("tom",)
    assert not isinstance(campaign.standing.todo, PlayChapter)
    read_all(campaign)
    assert isinstance(campaign.standing.todo, PlayChapter)


async def test_a_house_that_fell_down_when_the_last_page_was_read_goes_on(house, campaign, tmp_path, monkeypatch):
    """What was read is in the record before the ledger: nobody reads it again."""

    def die(*_):
        raise Died

    with monkeypatch.context() as patch:
        patch.setattr(campaign.book, "read", die)
        with pytest.raises(Died):
            gather(campaign, "mira")
    again = await reopened(house, tmp_path)
    found = again.campaigns.find("mira", campaign.id)
    assert found.unread("mira") == []
    found.enter("mira")
    assert isinstance(found.standing.todo, PlayChapter)
    await again.close("")


async def test_nobody_reads_for_somebody_else(campaign):
    gather(campaign, "mira")
    campaign.read("mira", "envelope-jade")
    assert [page.title for page in campaign.unread("tom")] == ["To those who are lost", "For Jade", "The ford"]


async def test_pages_that_a_member_missed_are_kept_for_them(house, campaign, tmp_path):
    gather(campaign, "mira")
    assert isinstance(campaign.standing.todo, PlayChapter)
    again = await reopened(house, tmp_path)
    found = again.campaigns.find("tom", campaign.id)
    found.enter("tom")
    assert [page.id for page in found.unread("tom")] == ["welcome", "envelope-jade", "letter-first-light"]
    read_all(found)
    assert found.unread("tom") == []
    await again.close("")


async def test_those_who_read_on_are_not_waited_for_if_the_member_in_charge_says_so(campaign):
    campaign.enter("tom")
    campaign.enter("mira")
    with pytest.raises(Refused, match="Read the pages yourself"):
        campaign.pass_pages("mira")
    for page in campaign.unread("mira"):
        campaign.read("mira", page.id)
    with pytest.raises(Refused, match="mira decides"):
        campaign.pass_pages("tom")
    campaign.pass_pages("mira")
    assert isinstance(campaign.standing.todo, PlayChapter)
    assert len(campaign.unread("tom")) == 3


async def test_a_member_who_leaves_is_not_waited_for(campaign):
    campaign.enter("mira")
    campaign.enter("tom")
    for page in campaign.unread("mira"):
        campaign.read("mira", page.id)
    campaign.leave("tom")
    assert isinstance(campaign.standing.todo, PlayChapter)


# Choices


@pytest.fixture
def at_fork(campaign, house):
    """The campaign stands before a choice."""
    gather(campaign)
    while not campaign.choice:
        play_out(begin(house, campaign))
        read_all(campaign)
    return campaign


async def test_the_member_in_charge_decides_after_the_others_have_seen_the_choice(at_fork):
    at_fork.note_seen("mira")
    with pytest.raises(Refused, match="tom has not seen yet"):
        at_fork.choose("mira", "fork", "dry")
    at_fork.note_seen("tom")
    with pytest.raises(Refused, match="mira decides"):
        at_fork.choose("tom", "fork", "down")
    at_fork.wish("tom", "down")
    assert at_fork.wishes == {"tom": "down"}
    assert isinstance(at_fork.standing.todo, MakeChoice)
    at_fork.choose("mira", "fork", "down")
    assert at_fork.standing.path[-1].option == "down"
    assert at_fork.wishes == {}
    with pytest.raises(Refused, match="decided meanwhile"):
        at_fork.choose("mira", "fork", "dry")


async def test_while_the_owner_is_away_another_member_decides(at_fork):
    at_fork.leave("mira")
    at_fork.note_seen("tom")
    at_fork.choose("tom", "fork", "dry")
    assert at_fork.standing.path[-1].option == "dry"


# Chapters


async def test_a_chapter_is_played_at_a_table_and_its_result_is_in_the_ledger(house, campaign):
    gather(campaign)
    room = begin(house, campaign)
    assert room.record.chairs == {"amber": MIRA, "jade": TOM}
    assert isinstance(campaign.standing.todo, ResumeAttempt)
    assert house.campaigns.room_of(campaign) is room
    play_out(room)
    (attempt,) = campaign.standing.attempts
    assert attempt.result in ("won", "lost")
    assert attempt.reason == room.table.outcome.reason
    assert attempt.save == room.code


async def test_a_bot_plays_for_a_member_who_is_away_and_gives_the_seat_back(house, campaign):
    house.leave("tom")
    gather(campaign, "mira")
    room = begin(house, campaign)
    assert room.record.chairs["jade"] == Chair("bot", "normal", "tom")
    assert house.listed("tom") == [room]
    assert campaign.members == ("mira", "tom")
    room.enter("tom")
    room.take_from_bot("tom", "jade")
    assert room.record.chairs["jade"] == TOM


async def test_another_member_plays_for_one_who_is_away_and_gives_the_seat_back(house, campaign):
    house.leave("tom")
    gather(campaign, "mira")
    room = begin(house, campaign, jade=Chair("person", "mira", "tom"))
    assert room.seats_of("mira") == ("amber", "jade")
    room.enter("tom")
    (take,) = [do for words, do in deeds(room, "tom", print) if words == "Play Jade again in the place of mira"]
    take()
    assert room.record.chairs == {"amber": MIRA, "jade": TOM}
    assert campaign.members == ("mira", "tom")


async def test_one_who_plays_for_another_gives_the_seat_back_by_getting_up(house, campaign):
    gather(campaign)
    room = begin(house, campaign, jade=Chair("person", "mira", "tom"))
    room.enter("mira")
    room.seat_bot("mira", "jade", "easy")
    assert room.record.chairs["jade"] == Chair("bot", "easy", "tom")
    room.enter("tom")
    room.take_from_bot("tom", "jade")
    other = Chair("person", "mira", "tom")
    room.record.chairs["jade"] = other
    room.stand_up("mira", "jade")
    assert room.record.chairs["jade"] == TOM


@pytest.mark.parametrize("jade", [EVE, Chair("bot", "easy", "eve"), Chair()])
async def test_a_chapter_is_begun_with_members_and_bots_only(house, campaign, jade):
    gather(campaign)
    with pytest.raises(Refused):
        begin(house, campaign, jade=jade)
    assert not house.rooms
    assert campaign.standing.attempts == ()


async def test_a_chapter_whose_table_is_put_away_can_be_begun_again(house, campaign):
    gather(campaign)
    room = begin(house, campaign)
    house.end_room("mira", room.code)
    assert isinstance(campaign.standing.todo, PlayChapter)
    assert campaign.standing.attempts[0].result == "abandoned"
    play_out(begin(house, campaign))
    assert campaign.standing.attempts[1].result in ("won", "lost")


async def test_a_campaign_is_not_put_away_while_a_chapter_is_played(house, campaign):
    gather(campaign)
    room = begin(house, campaign)
    with pytest.raises(Refused, match="put that table away first"):
        house.campaigns.put_away("mira", campaign)
    house.end_room("mira", room.code)
    with pytest.raises(Refused, match="Only mira"):
        house.campaigns.put_away("tom", campaign)
    house.campaigns.put_away("mira", campaign)
    assert house.campaigns.listed("mira") == []
    assert campaign.is_gone


# Who plays


async def test_players_come_and_go_between_chapters(house, campaign):
    gather(campaign)
    house.campaigns.change_players("mira", campaign, {"amber": MIRA, "jade": EVE})
    assert campaign.members == ("mira", "eve")
    assert house.campaigns.listed("tom") == []
    with pytest.raises(Refused, match="key"):
        house.campaigns.change_players("mira", campaign, {"amber": MIRA, "jade": Chair("person", "nobody")})
    begin(house, campaign)
    with pytest.raises(Refused, match="between two chapters"):
        house.campaigns.change_players("mira", campaign, {"amber": MIRA, "jade": TOM})


async def test_a_member_who_resigns_leaves_the_seat_to_a_bot(house, campaign):
    campaign.resign("mira")
    assert campaign.standing.players == {"amber": "bot:normal", "jade": "tom"}
    assert campaign.owner == "tom"
    with pytest.raises(Refused, match="put the campaign away"):
        campaign.resign("tom")


async def test_a_member_with_another_name_keeps_the_campaign(house, campaign):
    gather(campaign, "mira")
    house.people.rename("tom", "tomas")
    house.enter("tomas")
    assert house.campaigns.listed("tomas") == [campaign]
    assert [page.title for page in campaign.unread("tomas")][1] == "For Jade"


# When the house falls down


async def test_a_house_opened_again_goes_on_in_the_middle_of_a_chapter(house, campaign, tmp_path):
    gather(campaign)
    room = begin(house, campaign)
    act(room, room.person_of(room.table.ask.seats[0]))
    before = campaign.standing.digest(), room.table.number
    again = await reopened(house, tmp_path)
    found = again.campaigns.find("tom", campaign.id)
    table = again.campaigns.room_of(found).table
    assert (found.standing.digest(), table.number) == before
    assert found.owner == "mira"
    await again.close("")


@pytest.mark.parametrize("moment", ["tui.play.campaigns.Table.begin", "tui.house.house.House.begin_room"])
async def test_a_table_that_was_not_furnished_is_furnished_when_the_house_opens(
    house, campaign, tmp_path, monkeypatch, moment
):
    """The house fell down after the ledger's line: there is no table yet, or no record of it."""

    def die(*_, **__):
        raise Died

    gather(campaign)
    with monkeypatch.context() as patch:
        patch.setattr(moment, die)
        with pytest.raises(Died):
            begin(house, campaign)
    campaign.book.close()
    again = House(tmp_path / "house") if "Table" in moment else None
    if again is None:
        path = next((tmp_path / "house" / "tables").glob(f"*{SUFFIX}"))
        kept = path.read_bytes()
        path.unlink()  # the journal is still locked by the house that did not fall down for real
        path.write_bytes(kept)
        again = House(tmp_path / "house")
    found = again.campaigns.find("mira", campaign.id)
    room = again.campaigns.room_of(found)
    assert room.record.chairs == {"amber": MIRA, "jade": TOM}
    assert again.listed("eve") == []
    again.start()
    play_out(room)
    assert found.standing.attempts[0].result in ("won", "lost")
    await again.close("")


async def test_a_chapter_whose_journal_is_damaged_can_be_begun_again(house, campaign, tmp_path):
    gather(campaign)
    room = begin(house, campaign)
    with pytest.raises(Refused, match="can be opened"):
        campaign.abandon("mira")
    await house.close("")
    room.opened.path.write_bytes(b"junk\n")
    again = House(tmp_path / "house")
    found = again.campaigns.find("mira", campaign.id)
    assert "not a Parley save" in found.book.problem
    assert again.campaigns.room_of(found) is None
    again.enter("mira")
    found.enter("mira")
    found.abandon("mira")
    assert isinstance(found.standing.todo, PlayChapter)
    await again.close("")


async def test_a_ledger_that_cannot_be_read_leaves_the_house_and_the_other_campaigns_alone(house, campaign, tmp_path):
    other = house.campaigns.begin("mira", rules, rules.campaigns()[0], {"amber": MIRA, "jade": TOM})
    await house.close("")
    campaign.book.path.write_bytes(b"junk\n")
    other.record_path.write_bytes(b"junk\n")
    again = House(tmp_path / "house")
    assert list(again.campaigns.by_id) == [other.id]
    assert again.campaigns.by_id[other.id].owner == "mira"
    assert f"campaigns/{campaign.book.name}" in again.problems
    await again.close("")


async def test_an_end_that_could_not_be_written_is_noted_when_a_member_looks(house, campaign, monkeypatch):
    gather(campaign)
    room = begin(house, campaign)

    def full(*_):
        raise SaveError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(campaign.book.ledger, "append", full)
        play_out(room)
    assert isinstance(campaign.standing.todo, ResumeAttempt)
    house.campaigns.settle(campaign)
    assert campaign.standing.attempts[0].result in ("won", "lost")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A campaign that two members played without any interruption."""
    folder = tmp_path_factory.mktemp("whole") / "house"
    assert _run(folder).communicate()[0].endswith("over\n")
    return folder


def _run(folder):
    command = [sys.executable, "-m", "tests.house.campaigner", str(folder), str(SEED)]
    environ = os.environ | {"PARLEY_HOME": str(folder.parent / "home")}
    return subprocess.Popen(command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, text=True)


def killed(folder, rng):
    """Let the house go on and kill it after some lines of output; whether it came to the end."""
    with _run(folder) as process:
        patience, line = rng.randrange(40), "?"
        while patience and (line := process.stdout.readline()) and line != "over\n":
            patience -= 1
        assert line, "the house failed"
        process.send_signal(signal.SIGKILL)
        return line == "over\n"


def test_a_house_that_is_killed_again_and_again_plays_the_same_campaign(whole, tmp_path):
    """kill -9"""
    folder, rng = tmp_path / "house", random.Random(1)
    while not killed(folder, rng):
        pass
    assert campaigner.digest(folder) == campaigner.digest(whole)


async def test_a_whole_campaign_is_played_to_its_ending(house, campaign):
    gather(campaign)
    while not campaign.standing.is_over:
        if campaign.choice:
            for name in ("mira", "tom"):
                campaign.note_seen(name)
            campaign.choose("mira", campaign.choice.id, campaign.choice.options[-1].id)
        elif isinstance(campaign.standing.todo, PlayChapter):
            play_out(begin(house, campaign))
        read_all(campaign)
    assert isinstance(campaign.standing.todo, AtEnding)
