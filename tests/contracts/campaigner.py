"""Bots that play a whole campaign in a user's folder, however often they are interrupted.

python -m tests.contracts.campaigner SEED     goes on with the campaign in PARLEY_HOME; each line is something on disk
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.core.added import VARIABLE
from engine.core.campaign.standing import AtEnding, MakeChoice, PlayChapter, ReadPages, ResumeAttempt
from engine.core.dice import Dice
from engine.store.files import FileJournal
from tests.made_up import MARSH_LIGHTS, rules
from tui.play.campaigns import NewCampaign, OpenCampaign, begin, ledgers, open_campaign
from tui.play.chairs import Chair
from tui.play.opened import Opened

CHAIRS = {"amber": Chair("person", "me"), "jade": Chair("bot", "easy")}

Watch = Callable[[str], Any]
"""Is told what is on disk."""


def opened(seed: int) -> OpenCampaign:
    """The campaign in the user's folder, begun if there is none."""
    files = ledgers().files()
    if files:
        return open_campaign(files[0].path, writing=True)
    return begin(NewCampaign(rules=rules, campaign=rules.campaigns()[0], chairs=CHAIRS, seed=seed))


def go_on(seed: int, watch: Watch = lambda words: None) -> None:
    """Play until the campaign is over."""
    book = opened(seed)
    try:
        while not isinstance(book.standing.todo, AtEnding):
            _step(book, seed, watch)
            watch(f"line {len(book.ledger.lines)}")
    finally:
        book.close()


def _step(book: OpenCampaign, seed: int, watch: Watch) -> None:
    match book.standing.todo:
        case ReadPages(pages):
            book.read(pages[:2])
        case MakeChoice(choice):
            node = next(each for each in book.campaign.choices if each.id == choice)
            book.choose(Dice(seed, len(book.standing.path)).choice(node.options).id)
        case PlayChapter():
            _play(book, book.begin(), seed, watch)
        case ResumeAttempt():
            _play(book, book.resume(), seed, watch)


def _play(book: OpenCampaign, opened: Opened, seed: int, watch: Watch) -> None:
    table = opened.table
    try:
        while table.ask is not None:
            dice = Dice(seed + len(book.standing.attempts), table.number)
            seat = dice.choice(table.ask.seats)
            table.submit(seat, dice.choice(table.moves(seat)))
            watch(f"move {table.number - 1}")
    finally:
        opened.journal.close()
    book.settle()


def digest() -> tuple[str, list[list[bytes]]]:
    """Where the campaign stands, and the states that its tables went through; names and times left out."""
    book = open_campaign(ledgers().files()[0].path, writing=False)
    tables = [FileJournal(book.table_of(attempt), writing=False) for attempt in book.standing.attempts]
    return book.standing.digest(), [[raw[-26:-10] for raw in table.lines()][1:] for table in tables]


def home() -> Path:
    """The user's folder."""
    return Path(os.environ["PARLEY_HOME"])


def _say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    os.environ[VARIABLE] = MARSH_LIGHTS
    go_on(int(sys.argv[1]), _say)
    _say("over")
