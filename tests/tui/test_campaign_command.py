"""`parley campaign` and `parley sim --campaign`: from the first page to the last, and what is said on the way."""

from __future__ import annotations

import json
import shutil

import pytest

from tests.contracts import campaigner
from tests.core.campaigns import FOLDER
from tui.play.campaigns import ledgers, open_campaign

SEED = 4


@pytest.fixture(autouse=True)
def game(home, marsh_lights):
    return marsh_lights


@pytest.fixture
def played(game):
    """A campaign that was played to its end."""
    campaigner.go_on(SEED)
    return "the-long-fog"


def new(parley, *arguments, typed=""):
    return parley("campaign", "new", "marsh-lights", "--plain", *arguments, typed=typed)


def test_a_campaign_is_played_from_its_first_page_to_its_last(parley):
    """Pages are printed, choices asked by number, and each chapter leads to the next."""
    ran = new(parley, "--seats", "amber=easy,jade=easy", "--seed", 5, typed="\n1\n" * 60)
    assert (ran.code, ran.err) == (0, "")
    assert "To those who are lost" in ran.out
    assert "Next chapter: First light." in ran.out
    assert "1. Take the dyke. Slow, and everybody sees you." in ran.out
    assert "The campaign is over." in ran.out
    (entry,) = json.loads(parley("campaign", "list", "--json").out)
    assert entry["is_over"]
    assert parley("campaign", "verify", "the-long-fog").code == 0


def test_a_campaign_goes_on_where_it_was_left(parley):
    new(parley, "--seats", "amber=me,jade=easy", "--name", "Ours & theirs", typed="\n\n")
    assert [file.name for file in ledgers().files()] == ["ours-theirs"]
    ran = parley("campaign", "resume", "--plain", typed="\n\n1\n")
    assert "The ford" in ran.out
    assert "For Amber" not in ran.out
    assert "How many sparks do you bid" in ran.out
    ran = parley("campaign", "resume", "ours-theirs", "--plain", typed="")
    assert "Marsh Lights - The Ford (Amber, Jade)" in ran.out
    assert "Next chapter" not in ran.out


def test_the_envelope_of_a_bot_stays_closed(parley):
    ran = new(parley, "--seats", "amber=me,jade=easy", typed="\n" * 4)
    assert "For Amber" in ran.out
    assert "For Jade" not in ran.out


def test_what_can_be_typed_between_chapters(parley):
    typed = "\n\n\nhelp\nstory\nindex\nindex lantern\nindex zebra\npages\npages 1\ndeck\nplayers\n"
    typed += (
        "players amber=hard,violet=me\nnote It rains.\nnotes\nlog\nrename Theirs\nagain sinkhole\nfrobnicate\nquit\n"
    )
    out = " ".join(new(parley, "--seats", "amber=me,jade=easy", typed=typed).out.split())
    assert "Press Enter to go on. Between chapters you can also type:" in out
    assert "Next: play First light." in out
    assert "Lantern: A lantern shows the face of a stone." in out
    assert 'The index does not say "zebra" anywhere.' in out
    assert "1. To those who are lost" in out
    assert "2. Wet wood: nothing more may be drawn yet." in out
    assert "Amber: hard bot; Violet: you." in out
    assert "First light: It rains." in out
    assert 'This campaign has not come to a chapter "sinkhole". Did you mean' not in out
    assert '"frobnicate" is nothing that you can type here' in out
    assert "The campaign is kept. Go on with: parley campaign resume the-long-fog" in out
    now = open_campaign(ledgers().files()[0].path, writing=False).standing
    assert (now.name, list(now.players)) == ("Theirs", ["amber", "violet"])


def test_a_chapter_is_played_again_after_what_it_changes_was_told(parley, played):
    book = open_campaign(ledgers().files()[0].path, writing=True)
    book.take_up("first-light")
    book.close()
    ran = parley("campaign", "resume", "--plain", typed="again First light\nyes\nquit\n")
    assert "Nothing else changes." in ran.out
    ran = parley("campaign", "resume", "--plain", typed="restart\nno\nrestart\nyes\nquit\n")
    assert open_campaign(ledgers().files()[0].path, writing=False).standing.restarts == 1


def test_a_lost_save_is_told_and_the_chapter_begun_again(parley, home):
    new(parley, "--seats", "amber=me,jade=easy", typed="\n\n\n\n1\n")
    for path in (home / "saves").glob("*.jsonl"):
        path.unlink()
    ran = parley("campaign", "resume", "--plain", typed="1\nquit\n")
    assert "is not there any more." in ran.out
    assert "Next chapter: First light." in ran.out


def test_a_campaign_is_shown(parley, played):
    ran = parley("campaign", "show", played)
    assert ran.code == 0
    assert "Attempts:" in ran.out
    assert "->" not in ran.out
    assert "sinkhole -> dawn (if)" in parley("campaign", "show", played, "--spoilers").out
    shown = json.loads(parley("campaign", "show", played, "--json").out)
    assert shown["todo"]["type"] == "ended"
    assert "paths" not in shown


def test_a_campaign_is_exported_and_brought_in(parley, played, tmp_path, monkeypatch):
    ran = parley("campaign", "export", played, tmp_path / "ours.zip")
    assert ran.out.startswith("Written: ")
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path / "elsewhere"))
    assert parley("campaign", "import", tmp_path / "ours.zip").out.startswith("Here as the-long-fog (")
    assert parley("campaign", "verify", "the-long-fog").out.endswith("all as today's rules give them.\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["new", "horrors-of-war"], "has no campaign."),
        (["new", "marsh-lights", "long-frog"], 'has no campaign "long-frog". Did you mean "long-fog"?'),
        (["new", "marsh-lights", "--seats", "1"], "Marsh Lights is for 2 or 3 players."),
        (["new", "marsh-lights", "--at", "sinkhole"], "--spoilers begins there all the same."),
        (["new", "marsh-lights", "--at", "sinkhol", "--spoilers"], 'Did you mean "sinkhole"?'),
        (["new", "marsh-lights", "--at", "sinkhole", "--spoilers", "--past", "fork=up"], "has one of its options."),
        (["new", "marsh-lights", "--name", " "], "letters that can be shown"),
        (["resume"], "There is no campaign to go on with"),
        (["resume", "x"], 'There is no campaign named "x".'),
        (["show", "x"], 'There is no campaign named "x".'),
        (["verify", "x"], 'There is no campaign named "x".'),
        (["export", "x", "y.zip"], 'There is no campaign named "x".'),
        (["import", "nowhere.zip"], "cannot be read"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(parley, arguments, sentence):
    ran = parley("campaign", *arguments)
    assert ran.code == 1
    assert sentence in ran.sentence
    assert not list(ledgers().files())


def test_a_campaign_begins_at_a_chapter_that_was_reached_before(parley, played):
    reached = open_campaign(ledgers().files()[0].path, writing=False).standing.reached
    ran = new(parley, "--at", list(reached)[1], "--name", "Later", typed="quit\n")
    assert ran.code == 0
    now = open_campaign(ledgers().find("Later"), writing=False).standing
    assert now.run.node == list(reached)[1]
    assert [step.node for step in now.path] == [step.node for step in reached[list(reached)[1]]]


def test_a_campaign_begins_anywhere_with_spoilers(parley):
    past = "first-light=lost+fallen:keeper,cold-morning=won,fork=down"
    ran = new(parley, "--at", "sinkhole", "--spoilers", "--past", past, typed="quit\n")
    assert "Hold the rope." in ran.out
    now = open_campaign(ledgers().files()[0].path, writing=False).standing
    assert {"fallen:keeper", "wet:boots", "dared:dark"} <= set(now.marks)
    assert new(parley, "--at", "last-light", "--spoilers", typed="quit\n").code == 0


def test_a_reached_chapter_is_played_as_a_single_game(parley, played):
    ran = parley("campaign", "play", played, "first-light", "--plain", "--seats", "amber=me,jade=easy", typed="")
    assert "Marsh Lights - The Ford (Amber, Jade)" in ran.out
    before = len(open_campaign(ledgers().files()[0].path, writing=False).standing.attempts)
    assert parley("campaign", "play", played, "nowhere", "--plain").code == 1
    assert len(open_campaign(ledgers().files()[0].path, writing=False).standing.attempts) == before


def test_damaged_campaigns_are_listed_with_the_reason(parley, played):
    path = ledgers().files()[0].path
    path.write_bytes(path.read_bytes().replace(b"amber", b"omber"))
    (path.parent / "junk.jsonl").write_bytes(b"\x1b]0;title\x07\n")
    ran = parley("campaign", "list")
    assert (ran.code, ran.err) == (0, "")
    assert "the-long-fog: the-long-fog.jsonl: line 1 is damaged or was altered" in ran.out
    assert "junk: junk.jsonl is not the ledger of a campaign" in ran.out
    assert "\x1b" not in ran.out


# What is sealed


def test_a_sealed_scenario_is_in_no_list_before_a_campaign_came_to_it(parley):
    assert "The Sink" not in parley("games").out
    assert '"sink"' not in parley("games", "--json").out
    assert '"sink"' in parley("games", "--json", "--spoilers").out
    assert "Sink" not in parley("log").out
    ran = parley("play", "marsh-lights", "--scenario", "sink", "--plain")
    assert ran.sentence == (
        'The scenario "sink" is sealed until a campaign comes to it; --spoilers opens it all the same.'
    )
    assert "sink" not in parley("play", "marsh-lights", "--scenario", "zink", "--plain").err
    assert parley("play", "marsh-lights", "--scenario", "sink", "--plain", "--spoilers").code == 0


def test_campaigns_are_in_the_list_of_games(parley):
    assert "campaign: The Long Fog (long-fog): Amber's people" in parley("games").out


# Content of one's own


def own_campaign(home, **changes):
    folder = home / "content" / "marsh_lights" / "campaigns" / "mine"
    shutil.copytree(FOLDER, folder)
    fields = json.loads((folder / "campaign.json").read_text()) | {"id": "mine"} | changes
    (folder / "campaign.json").write_text(json.dumps(fields))
    return folder


def test_a_campaign_of_ones_own_is_checked(parley, home):
    own_campaign(home)
    ran = parley("data", "check", home / "content" / "marsh_lights")
    assert (ran.code, ran.err) == (0, "")


def test_mistakes_in_a_campaign_of_ones_own_are_told_with_file_and_path(parley, home):
    folder = own_campaign(home, start="nowhere")
    ran = parley("data", "check")
    assert ran.code == 1
    assert f'{folder}/campaign.json: at $.start: there is no chapter, choice or ending "nowhere".' in ran.err


def test_a_game_without_campaigns_of_its_own_can_have_one_of_the_users(parley, home):
    folder = home / "content" / "horrors_of_war" / "campaigns" / "mine"
    folder.mkdir(parents=True)
    chapter = {"id": "a", "title": "A", "scenario": "loose-cannon", "next": [{"to": "b"}]}
    fields = {"id": "mine", "title": "Mine", "text": "", "start": "a", "chapters": [chapter]}
    fields["endings"] = [{"id": "b", "title": "B", "text": ""}]
    (folder / "campaign.json").write_text(json.dumps(fields))
    assert parley("data", "check", home / "content" / "horrors_of_war").code == 0
    assert parley("campaign", "new", "horrors-of-war", "--plain", typed="quit\n").code == 0


# Simulations


def simulated(parley, *arguments):
    ran = parley("sim", "marsh-lights", "--campaign", "--json", "--jobs", 1, *arguments)
    assert ran.code == 0, ran.err
    found = json.loads(ran.out)
    del found["moves_per_second"]
    return found


def test_whole_campaigns_are_simulated(parley):
    found = simulated(parley, "--games", 30, "--bot", "random", "--seed", 2)
    assert (found["games"], found["finished"]) == (30, 30)
    assert set(found["endings"]) == {"dawn", "dusk"}
    assert sum(found["endings"].values()) == 30
    first = found["chapters"]["first-light"]
    assert (first["played"], first["place"], first["undeclared"]) == (30, 1.0, [])
    assert 0 < first["wins"] < 30
    assert sum(found["choices"]["fork"].values()) == 30
    assert found == simulated(parley, "--games", 30, "--bot", "random", "--seed", 2)
    assert found != simulated(parley, "--games", 30, "--bot", "random", "--seed", 3)


def test_a_simulation_of_campaigns_is_told_in_words(parley):
    ran = parley("sim", "marsh-lights", "--campaign", "--games", 3, "--jobs", 1)
    assert ran.out.startswith("3 of 3 campaigns came to an end")
    ran = parley("sim", "marsh-lights", "--campaign", "--scenario", "ford")
    assert ran.sentence.startswith("--campaign goes with none of")
    assert 'has no campaign "x"' in parley("sim", "marsh-lights", "--campaign", "--which", "x").sentence
