"""A campaign that cannot work is reported with its file, the path in it, and what was expected."""

from __future__ import annotations

import json
import shutil

import pytest

from engine.core.campaign.check import check
from engine.core.campaign.content import Campaign, Known, load_campaign, load_campaigns
from engine.core.campaign.explore import Span, paths
from engine.core.errors import ContentError
from tests.core.campaigns import FOLDER, LONG_FOG, chapter, small
from tests.made_up import rules

KNOWN = Known(("ford", "dyke"), ("amber", "jade"), {"ford": {"gift:lamp"}})


def problems(campaign: Campaign, tmp_path) -> list[str]:
    return [f"{each.path}: {each.problem}" for each in check(campaign, KNOWN, tmp_path)]


def test_the_campaign_of_marsh_lights_has_no_mistakes():
    assert check(LONG_FOG, rules.known_to_campaigns(), FOLDER) == []


def test_a_report_tells_how_many_chapters_a_run_meets_and_which_endings_there_are():
    found = paths(LONG_FOG)
    assert (found.chapters, found.shortest, found.longest) == (5, 2, 4)
    assert found.endings == {"dawn": Span(2, 4), "dusk": Span(3, 4)}


def test_a_sound_small_campaign_has_no_mistakes(tmp_path):
    assert problems(small(), tmp_path) == []


WON_ONE = {"if": "won", "chapter": "one"}


@pytest.mark.parametrize(
    ("parts", "path", "words"),
    [
        ({"start": "two"}, "$.start", 'no chapter, choice or ending "two"'),
        ({"chapters": [chapter("one", "hom")]}, "$.chapters[0].next[0].to", 'Did you mean "home"?'),
        ({"chapters": [chapter("one", "home", scenario="fjord")]}, "$.chapters[0].scenario", 'Did you mean "ford"?'),
        ({"chapters": [chapter("one", "home", letter="none")]}, "$.chapters[0].letter", 'no page "none"'),
        ({"chapters": [chapter("one", "home", after={"draw": "x"})]}, "$.chapters[0].after", 'not "draw"'),
        ({"chapters": [chapter("one", "one")]}, "$.chapters", "goes in a circle: one → one"),
        ({"chapters": [chapter("one", {"to": "home", "when": WON_ONE})]}, "$.chapters[0]", "after one (lost)"),
        ({"chapters": [chapter("one", "home"), chapter("two", "home")]}, "$.chapters[1]", 'no way leads to "two"'),
        ({"chapters": [chapter("one", "home", gives=["gift:rope"])]}, "$.chapters[0].gives", "nothing uses the mark"),
        (
            {"chapters": [chapter("one", {"to": "home", "when": {"if": "not", "of": {"if": "won", "chapter": "on"}}})]},
            "$.chapters[0].next[0].when.of.chapter",
            'Did you mean "one"?',
        ),
        (
            {"chapters": [chapter("one", {"to": "home", "when": {"if": "mark", "name": "no:such"}}, "home")]},
            "$.chapters[0].next[0].when.name",
            'gives the mark "no:such"',
        ),
        (
            {
                "chapters": [
                    chapter("one", {"to": "home", "when": {"if": "marks", "kind": "no", "at_least": 1}}, "home")
                ]
            },
            "$.chapters[0].next[0].when.kind",
            'of the kind "no"',
        ),
        (
            {
                "chapters": [
                    chapter("one", {"to": "home", "when": {"if": "chose", "choice": "c", "option": "o"}}, "home")
                ]
            },
            "$.chapters[0].next[0].when.choice",
            'no choice "c"',
        ),
        (
            {"endings": [{"id": each, "title": "", "text": ""} for each in ("home", "away")]},
            "$.endings[1]",
            'no way leads to "away"',
        ),
        (
            {"endings": [{"id": each, "title": "", "text": ""} for each in ("home", "one")]},
            "$.endings[1].id",
            '"one" is there twice',
        ),
        (
            {"deck": [{"number": 1, "title": "", "kind": "lock", "when": {"if": "wins", "at_least": 2}}]},
            "$.deck[0]",
            "can never be opened",
        ),
        ({"deck": [{"number": 1, "title": "", "kind": "lock"}]}, "$.deck[0]", "a condition `when` of every lock"),
        ({"marks": {"no:such": "?"}}, "$.marks[no:such]", 'gives the mark "no:such"'),
        (
            {"pages": [{"id": "p", "kind": "story", "title": "", "text": "x", "when": {"if": "wins", "at_least": 2}}]},
            "$.pages[0]",
            "can never be opened",
        ),
        (
            {"pages": [{"id": "p", "kind": "letter", "title": "", "text": "word " * 121}]},
            "$.pages[0]",
            "at most 120 words, not 121",
        ),
        ({"pages": [{"id": "p", "kind": "envelope", "title": "", "text": "x"}]}, "$.pages[0]", "the `seat`"),
        (
            {"pages": [{"id": "p", "kind": "envelope", "title": "", "text": "x", "seat": "jad"}]},
            "$.pages[0].seat",
            'Did you mean "jade"?',
        ),
    ],
)
def test_a_mistake_is_found_with_its_path(parts, path, words, tmp_path):
    found = problems(small(**parts), tmp_path)
    assert any(each.startswith(f"{path}: ") and words in each for each in found), found


def test_a_mark_that_a_scenario_understands_is_in_use(tmp_path):
    assert problems(small(chapters=[chapter("one", "home", gives=["gift:lamp"])]), tmp_path) == []


def test_a_dead_end_that_needs_two_marks_of_different_chapters_is_found(tmp_path):
    """Every set of marks that chapters may hand over is tried."""
    both = {"if": "all", "of": [{"if": "mark", "name": "a"}, {"if": "mark", "name": "b"}]}
    ways = {"to": "home", "when": {"if": "not", "of": both}}
    chapters = [chapter("one", "two", hands=["a"]), chapter("two", ways, hands=["b"])]
    (problem,) = problems(small(chapters=chapters), tmp_path)
    assert problem.startswith("$.chapters[1]: no way leads on")
    assert "one (won with a), two (won with b)" in problem


def test_a_lock_behind_a_mark_of_the_deck_itself_opens(tmp_path):
    lock = {"number": 2, "title": "", "kind": "lock", "when": {"if": "mark", "name": "key"}}
    deck = [{"number": 1, "title": "", "gives": ["key"]}, lock, {"number": 3, "title": ""}]
    assert problems(small(deck=deck), tmp_path) == []


def test_a_campaign_that_is_not_in_the_folder_of_its_name_is_refused(tmp_path):
    shutil.copytree(FOLDER, tmp_path / "other")
    with pytest.raises(ContentError, match=r'\$\.id: expected "other"'):
        load_campaign(tmp_path / "other")


def test_a_page_without_a_text_is_refused(tmp_path):
    shutil.copytree(FOLDER, tmp_path / "long-fog")
    (tmp_path / "long-fog" / "pages" / "letter-first-light.md").unlink()
    with pytest.raises(ContentError, match=r"\$\.pages\[3\]: there is neither a text nor a file"):
        load_campaign(tmp_path / "long-fog")


def test_a_text_that_no_page_has_is_found(tmp_path):
    shutil.copytree(FOLDER, tmp_path / "long-fog")
    (tmp_path / "long-fog" / "pages" / "lost.md").write_text("?")
    (found,) = check(load_campaign(tmp_path / "long-fog"), rules.known_to_campaigns(), tmp_path / "long-fog")
    assert found.file.endswith("lost.md")


def test_a_field_that_does_not_exist_is_refused(tmp_path):
    shutil.copytree(FOLDER, tmp_path / "long-fog")
    file = tmp_path / "long-fog" / "campaign.json"
    fields = json.loads(file.read_text())
    fields["chapters"][0]["lettr"] = "x"
    file.write_text(json.dumps(fields))
    with pytest.raises(ContentError, match='Did you mean "letter"'):
        load_campaign(tmp_path / "long-fog")


def test_campaigns_of_ones_own_stand_beside_the_built_in_ones_and_a_broken_one_is_left_out(tmp_path, monkeypatch):
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    monkeypatch.setenv("PARLEY_GAMES", "marsh-lights=tests.made_up")
    folder = tmp_path / "content" / "marsh_lights" / "campaigns"
    shutil.copytree(FOLDER, folder / "mine")
    file = folder / "mine" / "campaign.json"
    file.write_text(file.read_text().replace('"id": "long-fog"', '"id": "mine"'))
    (folder / "broken").mkdir()
    (folder / "broken" / "campaign.json").write_text("{")
    assert [each.id for each in load_campaigns("marsh-lights")] == ["long-fog", "mine"]
