"""A campaign in plain mode: pages are printed, choices asked by number, and chapters played one after the other."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime

from engine.core.campaign.content import CampaignChoice, CampaignPage
from engine.core.campaign.standing import (
    AtDeadEnd,
    AtEnding,
    MakeChoice,
    PlayChapter,
    ReadPages,
    ResumeAttempt,
)
from engine.core.errors import ParleyError, Refused
from engine.core.kinds import BOT
from tui.console import command, fitted, say, warn, wrapped
from tui.plain.keyboard import Stopped, edit_lines, pass_to, read_answer
from tui.play.campaign_story import is_long_ago, story_so_far, title_of, told_marks, told_replay, told_todo
from tui.play.campaigns import Missing, OpenCampaign, chair_for
from tui.play.chairs import ME, parse
from tui.play.opened import Opened

HELP = """\
Press Enter to go on. Between chapters you can also type:
  story           what has happened so far
  index [WORD]    the rules that you have met; with a word, those with it
  pages [N]       the pages that you have read; with a number, one of them again
  deck            the cards that were drawn from the campaign deck
  log             all attempts
  players [SEATS] who plays; "players NAME=me,NAME=hard" changes it
  note TEXT       write something down
  notes           what was written down
  again CHAPTER   play a chapter of this run again
  restart         begin the whole campaign again
  rename NAME     give the campaign another name
  quit            leave; everything is kept"""


class _Left(Exception):
    """The player leaves the campaign."""


class PlainCampaign:
    """A campaign and the keyboard in front of it."""

    def __init__(self, book: OpenCampaign, show: Callable[[Opened, bool], None]) -> None:
        """`show` plays a table: it is given the table, and whether it was just laid out."""
        self.book, self.campaign, self._show = book, book.campaign, show
        self._commands: dict[str, Callable[[str], None]] = {
            "story": lambda _: tell_story(book),
            "index": self._index,
            "pages": self._pages,
            "deck": lambda _: self._deck(),
            "log": lambda _: tell_attempts(book),
            "players": self._players,
            "note": self._note,
            "notes": lambda _: tell_notes(book),
            "again": self._again,
            "restart": lambda _: self._restart(),
            "rename": lambda typed: book.rename(typed),
            "help": lambda _: say(fitted(HELP)),
            "?": lambda _: say(fitted(HELP)),
        }

    def play(self) -> None:
        """Go on until the campaign ends or the player leaves."""
        edit_lines()
        now = self.book.standing
        say(wrapped(f"{now.name}: {self.campaign.title}, {self.book.rules.title}"))
        for notice in self.book.notices:
            warn(notice)
        if is_long_ago(now, time.time()):
            say("\nWhat has happened so far:")
            tell_story(self.book)
        going_on = f"The campaign is kept. Go on with: {command()} campaign resume {self.book.name}"
        try:
            while self._step():
                pass
        except _Left:
            say(f"\n{going_on}")
        except KeyboardInterrupt:
            say()
            raise Stopped(f"Stopped. {going_on}") from None

    def _step(self) -> bool:
        """Do what comes next; False once the campaign is over."""
        match self.book.standing.todo:
            case ReadPages(pages):
                self._read(self.campaign.page_by_id[pages[0]], len(pages))
            case MakeChoice(choice):
                self._choose(choice)
            case PlayChapter(chapter):
                say("\n" + wrapped(f"Next chapter: {title_of(self.campaign, chapter)}."))
                if self._asked("Press Enter to begin it, or type help."):
                    self._play(self.book.begin(), fresh=True)
            case ResumeAttempt():
                self._resume()
            case AtEnding(ending):
                node = self.campaign.nodes[ending]
                say("\n" + wrapped(node.title))
                say(wrapped(getattr(node, "text", "")))
                say(
                    "\n"
                    + wrapped(f"The campaign is over. Read it again with: {command()} campaign show {self.book.name}")
                )
                return False
            case AtDeadEnd():
                warn(f"{self.campaign.title}: {told_todo(self.campaign, self.book.standing)}.")
                return False
        return True

    # What is typed

    def _answer(self) -> str:
        """What was typed; at the end of the input, or for quit, the campaign is left."""
        typed = read_answer()
        if typed is None or typed.casefold() in ("quit", "q", "exit"):
            raise _Left
        return typed

    def _asked(self, words: str) -> bool:
        """Whether the player goes on; False if a command has changed what comes next."""
        before = self.book.standing.todo
        while self.book.standing.todo == before:
            say(wrapped(words))
            typed = self._answer()
            if not typed:
                return True
            self._obey(typed)
        return False

    def _obey(self, typed: str) -> None:
        """Carry out a command between chapters."""
        word, _, rest = typed.partition(" ")
        obey = self._commands.get(word.casefold())
        try:
            if obey is None:
                raise Refused(f'"{word[:40]}" is nothing that you can type here; type help for the list.')
            obey(rest.strip())
        except _Left:
            raise
        except ParleyError as error:
            say(wrapped(str(error)))

    # What comes next

    def _read(self, page: CampaignPage, left: int) -> None:
        if page.seat and self._is_shared:
            pass_to(self.book.rules.seat_title(page.seat), is_first=True)
        say()
        tell_page(page)
        more = f"Press Enter to read on ({left - 1} more)." if left > 1 else "Press Enter when you have read this."
        if self._asked(more):
            self.book.read([page.id])

    @property
    def _is_shared(self) -> bool:
        """Whether several people share the keyboard."""
        players = self.book.standing.players
        people = [player for player in players.values() if not player.startswith(BOT)]
        return len(people) > 1 and set(people) != {ME}

    def _choose(self, name: str) -> None:
        choice = self.campaign.nodes[name]
        assert isinstance(choice, CampaignChoice)
        say("\n" + wrapped(f"{choice.title}\n\n{choice.text}\n"))
        for number, option in enumerate(choice.options, start=1):
            say(wrapped(f"{option.title}. {option.text}".rstrip(), f"  {number}. "))
        say(wrapped("Type a number, or help."))
        typed = self._answer()
        chosen = _picked(choice, typed)
        if chosen:
            self.book.choose(chosen)
        elif typed:
            self._obey(typed)

    def _resume(self) -> None:
        try:
            opened = self.book.resume()
        except Missing as error:
            self._without_table(str(error))
            return
        except ParleyError as error:
            self._without_table(f"The chapter that is going on cannot be opened. {error}")
            return
        self._play(opened, fresh=opened.table.number <= 1)

    def _without_table(self, problem: str) -> None:
        say("\n" + wrapped(problem))
        say("  1. Begin this chapter again; what was played of it is left as it is.\n  2. Leave.")
        if self._answer() != "1":
            raise _Left
        self.book.abandon("its save could not be opened")

    def _play(self, opened: Opened, *, fresh: bool) -> None:
        if opened.table.notice:
            warn(opened.table.notice)
        self._show(opened, fresh)
        if self.book.settle() is None:
            raise _Left

    # Between chapters

    def _index(self, word: str) -> None:
        pages = self.book.standing.pages(self.campaign, "index")
        found = [each for each in pages if word.casefold() in f"{each.title} {each.text}".casefold()]
        if not found:
            raise Refused(f'The index does not say "{word[:60]}" anywhere.' if word else "The index is still empty.")
        for page in found:
            say(wrapped(f"{page.title}: {' '.join(page.text.split())}"))

    def _pages(self, number: str) -> None:
        pages = self.book.standing.pages(self.campaign, "letter", "envelope", "story", "souvenir")
        read = [page for page in pages if page.id in self.book.standing.run.read]
        if number.isdecimal() and len(number) < 5 and 0 < int(number) <= len(read):
            tell_page(read[int(number) - 1])
            return
        for place, page in enumerate(read, start=1):
            say(wrapped(page.title, f"  {place}. "))

    def _deck(self) -> None:
        for card in self.book.standing.cards(self.campaign):
            say(wrapped(f"{card.title}. {card.text}".rstrip(), f"  {card.number}. "))
        if lock := self.book.standing.lock(self.campaign):
            say(wrapped(f"{lock.title}: nothing more may be drawn yet. {lock.text}".rstrip(), f"  {lock.number}. "))

    def _players(self, typed: str) -> None:
        if typed:
            self.book.change_players(parse(self.book.rules, typed))
        tell_players(self.book)

    def _note(self, text: str) -> None:
        self.book.note(text)
        say("Noted.")

    def _again(self, typed: str) -> None:
        chapter = _chapter(self.book, typed)
        for words in told_replay(self.campaign, self.book.replayed(chapter)):
            say(wrapped(words))
        if self._confirmed(f"Type yes to play {title_of(self.campaign, chapter)} again."):
            self.book.take_up(chapter)

    def _restart(self) -> None:
        if self._confirmed("Everything so far stays in the ledger but counts no longer. Type yes to begin again."):
            self.book.restart()

    def _confirmed(self, words: str) -> bool:
        say(wrapped(words))
        return self._answer().casefold() in ("yes", "y")


def _picked(choice: CampaignChoice, typed: str) -> str:
    """The option that was typed, by its number or its id; empty if it is none."""
    if typed.isdecimal() and len(typed) < 4 and 0 < int(typed) <= len(choice.options):
        return choice.options[int(typed) - 1].id
    return next((each.id for each in choice.options if typed.casefold() in (each.id, each.title.casefold())), "")


def _chapter(book: OpenCampaign, typed: str) -> str:
    """A chapter by its id or its title."""
    by_title = {each.title.casefold(): each.id for each in book.campaign.chapters if each.id in book.standing.reached}
    return by_title.get(typed.casefold(), typed)


# What is told


def tell_page(page: CampaignPage) -> None:
    """A page with its title."""
    say(wrapped(page.title))
    for paragraph in page.text.split("\n\n"):
        say("\n" + wrapped(" ".join(paragraph.split())))


def tell_story(book: OpenCampaign) -> None:
    """What has happened so far."""
    for paragraph in story_so_far(book.campaign, book.standing):
        say("\n" + wrapped(paragraph))


def tell_players(book: OpenCampaign) -> None:
    """Who plays which seat."""
    told = [f"{book.rules.seat_title(seat)}: {chair_for(who).words}" for seat, who in book.standing.players.items()]
    say(wrapped("; ".join(told) + "."))


def tell_attempts(book: OpenCampaign) -> None:
    """Every attempt, and how it ended."""
    for each in book.standing.attempts:
        result = each.result or "going on"
        older = "" if each.counts or each.result == "abandoned" else ", counts no longer"
        reason = f" {each.reason}" if each.reason else ""
        title = title_of(book.campaign, each.chapter)
        say(wrapped(f"{title}, {told_time(each.begun)}: {result}{older}.{reason}", f"  {each.number}. "))


def tell_notes(book: OpenCampaign) -> None:
    """The players' own notes."""
    for note in book.standing.notes:
        where = title_of(book.campaign, note.chapter)
        say(wrapped(f"{told_time(note.when)}, {where}: {note.text}", "  "))


def tell_marks(book: OpenCampaign) -> None:
    """What is remembered."""
    for words in told_marks(book.campaign, book.standing.marks):
        say(wrapped(words, "  "))


def told_time(seconds: int) -> str:
    """A day and a time; a time that no calendar has is not told."""
    try:
        return f"{datetime.fromtimestamp(seconds):%Y-%m-%d %H:%M}"
    except (OverflowError, ValueError, OSError):
        return "some day"
