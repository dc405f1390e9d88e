"""Where a campaign stands follows from its ledger alone."""

from __future__ import annotations

import msgspec
import pytest

from engine.core.campaign.ledger import (
    AttemptAbandoned,
    AttemptBegun,
    AttemptEnded,
    ChapterTakenUp,
    ChoiceMade,
    NoteWritten,
    PagesRead,
    PastStep,
    PlayersChanged,
    Renamed,
    Restarted,
)
from engine.core.campaign.standing import (
    AtDeadEnd,
    AtEnding,
    MakeChoice,
    PlayChapter,
    ReadPages,
    ResumeAttempt,
    replay,
    standing,
)
from engine.core.errors import SaveError
from tests.core.campaigns import HEADER, LONG_FOG, SETUP, chapter, small


class Book:
    """A ledger as a list of lines, written like a story."""

    def __init__(self, campaign=LONG_FOG, header=HEADER):
        self.campaign, self.header, self.lines, self.attempts = campaign, header, [], 0

    def write(self, *lines):
        self.lines += lines
        return self

    def read_all(self):
        match self.now.todo:
            case ReadPages(pages):
                self.write(PagesRead(pages=pages))
        return self

    def play(self, name, won=True, *marks):
        self.read_all()
        self.attempts += 1
        return self.write(
            AttemptBegun(attempt=self.attempts, chapter=name, save=f"s{self.attempts}", setup=SETUP),
            AttemptEnded(attempt=self.attempts, won=won, marks=marks),
        ).read_all()

    def choose(self, choice, option):
        return self.write(ChoiceMade(choice=choice, option=option)).read_all()

    @property
    def now(self):
        return standing(self.campaign, self.header, self.lines)


@pytest.fixture
def book() -> Book:
    return Book()


def test_a_campaign_begins_with_pages_to_read(book):
    """The first letter, the envelopes of those who play, and the letter of the first chapter; no index page."""
    assert book.now.todo == ReadPages(("welcome", "envelope-amber", "envelope-jade", "letter-first-light"))


def test_an_envelope_is_for_those_who_play_its_seat(book):
    book.write(PlayersChanged(players={"amber": "me", "violet": "ann", "jade": "bot:hard"}))
    assert book.now.todo == ReadPages(("welcome", "envelope-amber", "letter-first-light"))


def test_pages_that_were_read_are_not_asked_for_again(book):
    book.write(PagesRead(pages=("welcome", "envelope-amber")))
    assert book.now.todo == ReadPages(("envelope-jade", "letter-first-light"))


def test_after_its_letter_a_chapter_is_played(book):
    assert book.read_all().now.todo == PlayChapter("first-light")


def test_an_attempt_that_was_begun_goes_on(book):
    book.read_all().write(AttemptBegun(attempt=1, chapter="first-light", save="s1", setup=SETUP))
    assert book.now.todo == ResumeAttempt(1)
    assert book.now.attempt.save == "s1"


def test_an_abandoned_attempt_is_kept_and_the_chapter_can_be_begun_again(book):
    begun = AttemptBegun(attempt=1, chapter="first-light", save="s1", setup=SETUP)
    book.read_all().write(begun, AttemptAbandoned(attempt=1, reason="Late."))
    assert book.now.todo == PlayChapter("first-light")
    assert [(each.result, each.counts) for each in book.now.attempts] == [("abandoned", False)]


def test_a_won_chapter_leads_elsewhere_than_a_lost_one(book):
    assert Book().play("first-light", True).now.run.node == "fork"
    assert Book().play("first-light", False).now.run.node == "cold-morning"


def test_a_choice_is_made_between_chapters(book):
    book.play("first-light")
    assert book.now.todo == MakeChoice("fork")
    assert Book().play("first-light").choose("fork", "dry").now.todo == PlayChapter("dyke-road")
    assert book.choose("fork", "down").now.todo == PlayChapter("sinkhole")
    assert "dared:dark" in book.now.marks


def test_marks_of_the_game_decide_the_ending(book):
    book.play("first-light").choose("fork", "down").play("sinkhole", True, "found:beacon")
    assert book.now.todo == AtEnding("dawn")
    other = Book().play("first-light").choose("fork", "down").play("sinkhole", True)
    assert other.now.todo == PlayChapter("last-light")


def test_a_mark_that_a_chapter_does_not_declare_is_not_taken(book):
    """So the check knows every mark that there can be."""
    book.play("first-light", True, "found:beacon", "found:gold")
    assert "found:beacon" in book.now.marks
    assert "found:gold" not in book.now.marks


def test_a_page_can_depend_on_a_mark_that_the_game_handed_over(book):
    book.play("first-light").choose("fork", "down").play("sinkhole", False, "fallen:keeper")
    assert "after-sinkhole" in [page.id for page in book.now.pages(LONG_FOG, "story")]


def test_the_deck_is_drawn_up_to_the_first_lock_that_stays_closed(book):
    assert [card.number for card in book.now.cards(LONG_FOG)] == [1]
    assert book.now.lock(LONG_FOG).number == 2
    book.play("first-light", False)
    assert [card.number for card in book.now.cards(LONG_FOG)] == [1, 2, 3]
    assert "gift:firefly" in book.now.carried
    book.play("cold-morning").choose("fork", "dry").play("dyke-road")
    assert book.now.lock(LONG_FOG) is None
    assert "souvenir" in book.now.run.pages


def test_the_index_holds_the_rules_met_so_far(book):
    assert [page.id for page in book.now.pages(LONG_FOG, "index")] == ["index-lantern"]
    book.play("first-light", False)
    assert [page.id for page in book.now.pages(LONG_FOG, "index")] == ["index-lantern", "index-firefly", "index-wet"]


def test_a_chapter_played_again_lets_the_newest_attempt_count(book):
    book.play("first-light").choose("fork", "down").play("sinkhole", True, "found:beacon")
    assert book.now.todo == AtEnding("dawn")
    book.write(ChapterTakenUp(chapter="first-light"))
    assert book.now.path == ()
    assert [each.counts for each in book.now.attempts] == [False, False]
    book.play("first-light", False)
    assert book.now.run.node == "cold-morning"
    assert "found:beacon" not in book.now.marks
    assert [each.counts for each in book.now.attempts] == [False, False, True]
    assert list(book.now.reached) == ["first-light", "sinkhole", "cold-morning"]


def test_its_letter_is_read_again_when_a_chapter_is_taken_up(book):
    book.play("first-light").write(ChapterTakenUp(chapter="first-light"))
    assert "letter-first-light" in book.now.todo.pages


def test_what_a_replay_changes_is_told_before(book):
    book.play("first-light").choose("fork", "down").play("sinkhole", False, "fallen:keeper")
    found = replay(LONG_FOG, HEADER, book.lines, "sinkhole")
    assert [step.node for step in found.steps] == ["sinkhole"]
    assert found.marks == ("fallen:keeper",)
    assert found.pages == ("after-sinkhole", "letter-last")
    assert replay(LONG_FOG, HEADER, book.lines, "dyke-road") is None


def test_taking_a_chapter_up_abandons_the_attempt_that_goes_on(book):
    book.play("first-light").choose("fork", "dry")
    book.write(AttemptBegun(attempt=2, chapter="dyke-road", save="s2", setup=SETUP))
    assert replay(LONG_FOG, HEADER, book.lines, "first-light").attempt == 2
    book.write(ChapterTakenUp(chapter="first-light"))
    assert [each.result for each in book.now.attempts] == ["won", "abandoned"]


def test_a_restarted_campaign_keeps_its_attempts(book):
    book.play("first-light").choose("fork", "dry").write(Restarted())
    assert book.now.todo == Book().now.todo
    assert (book.now.restarts, len(book.now.attempts), book.now.marks) == (1, 1, ())


def test_notes_and_names_are_kept(book):
    book.play("first-light").write(NoteWritten(text="Rain.", who="ann", when=7), Renamed(name="Theirs"))
    assert (book.now.name, book.now.when) == ("Theirs", 7)
    assert [(note.text, note.chapter) for note in book.now.notes] == [("Rain.", "fork")]


def test_a_campaign_can_begin_at_a_later_chapter_with_an_assumed_past():
    past = (PastStep("first-light", won=False), PastStep("cold-morning", won=True), PastStep("fork", option="down"))
    header = msgspec.structs.replace(HEADER, past=past, start="sinkhole")
    now = Book(header=header).now
    assert now.todo == ReadPages(("letter-sinkhole",))
    assert {"wet:boots", "dared:dark", "gift:firefly"} <= set(now.marks)


def test_what_was_played_counts_although_the_campaign_would_go_another_way_today(book):
    book.play("first-light", True).play("cold-morning")
    assert [step.node for step in book.now.path] == ["first-light", "cold-morning"]


def test_a_campaign_without_a_way_on_is_at_a_dead_end():
    book = Book(small(chapters=[chapter("one", {"to": "home", "when": {"if": "won", "chapter": "one"}})]))
    assert book.play("one", False).now.todo == AtDeadEnd("one")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (AttemptBegun(attempt=1, chapter="gone", save="s", setup=SETUP), 'speaks of "gone"'),
        (
            AttemptBegun(attempt=2, chapter="first-light", save="s", setup=SETUP),
            "begins attempt 2 where 1 was expected",
        ),
        (AttemptEnded(attempt=1, won=True), "ends attempt 1, which is not going on"),
        (AttemptAbandoned(attempt=3), "ends attempt 3, which is not going on"),
        (ChoiceMade(choice="fork", option="up"), 'takes the option "up"'),
        (ChoiceMade(choice="first-light", option="up"), 'takes the option "up"'),
        (ChapterTakenUp(chapter="sinkhole"), 'takes up the chapter "sinkhole", which was not reached'),
    ],
)
def test_a_line_that_does_not_fit_the_campaign_is_told(book, line, words):
    with pytest.raises(SaveError, match=f"line 2 of its ledger {words}"):
        book.write(line).now  # noqa: B018


def test_the_digest_of_a_standing_does_not_depend_on_the_clock(book):
    late = Book().write(NoteWritten(text="x", when=99)).now.digest()
    assert late == Book().write(NoteWritten(text="x", when=5)).now.digest()
    assert late != Book().write(NoteWritten(text="y", when=5)).now.digest()
