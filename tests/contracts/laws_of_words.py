"""Laws about words: every move, fact and ask can be told, and every refusal is a sentence that changes nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from engine.core.errors import Refused
from engine.core.kinds import NOBODY, Move
from engine.core.table import Table
from tests.contracts.playing import MemoryJournal, Played, Position, seen
from tui.play.story import Watcher

_REFERENCE = re.compile(r"[a-z]+:\S.*")


class Shrug(Move, frozen=True):
    """A move that no game knows."""


def everything_can_be_told(game: Played) -> None:
    """Questions and moves have words for those who are asked; what others hear and what happens has them as well."""
    for here in game.positions:
        for seat in game.onlookers(here):
            _check_question(game, here, seat)
            _check_story(game, here, seat)
    for seat in game.watchers:
        assert game.rules.tell_view(game.table.view(seat), seat).strip()


def seats_go_by_their_titles(game: Played) -> None:
    """A seat's id is for saves and commands; whatever is told names a seat by its title."""
    rules, seats = game.rules, game.setup.seats
    assert all(rules.seat_title(seat) not in (seat, "") for seat in seats)
    raw = re.compile(rf"(?<![\w.-])({'|'.join(seats)})(?![-.]?\w)")
    for here in game.positions[:: 1 if game.thorough else 7]:
        for seat in game.onlookers(here):
            for words in _told_at(game, here, seat):
                assert not raw.search(words), f"The id of a seat is told to {seat!r}: {words}"
    for seat in game.watchers:
        assert not raw.search(rules.tell_view(game.table.view(seat), seat))


def _told_at(game: Played, here: Position, seat: str) -> Iterator[str]:
    """The question, the moves, a refusal, and what happened."""
    rules, view = game.rules, game.view(here, seat)
    yield rules.tell_ask(view, here.ask, seat)
    yield rules.why_not(view, here.ask, seat, Shrug())
    for move in rules.moves(view, here.ask, seat) if seat in here.ask.seats else ():
        yield rules.tell_answer(view, here.ask, seat, move)
    for move in rules.asides(view, seat) if seat else ():
        yield rules.tell_move(view, seat, move)
    yield Watcher(rules, seat).move(here.state, here.step.seat, here.step.move)
    after = game.view_after(here, seat)
    for fact in seen(here.step.facts, here.state, seat):
        yield rules.tell_fact(after, fact)


def _check_question(game: Played, here: Position, seat: str) -> None:
    rules, view = game.rules, game.view(here, seat)
    assert _is_told(rules.tell_ask(view, here.ask, seat), here.ask)
    if here.number % 20 == 1:
        assert rules.tell_view(view, seat).strip()
    told = {}
    for move in game.listed(here, seat):
        words = rules.tell_move(view, seat, move)
        assert _is_told(words, move)
        words = words if move.aside else rules.tell_answer(view, here.ask, seat, move)
        assert _is_told(words, move)
        assert told.setdefault(words, move) == move, f"{move!r} and {told[words]!r} are told alike: {words}"
        assert all(_REFERENCE.fullmatch(thing) for thing in move.things()), move


def _check_story(game: Played, here: Position, seat: str) -> None:
    view, move = game.view_after(here, seat), here.step.move
    heard = Watcher(game.rules, seat).heard(here.state, here.step.seat, move)
    if heard is not None:
        assert _is_told(game.rules.tell_move(game.view(here, seat), here.step.seat, heard), heard)
        assert all(_REFERENCE.fullmatch(thing) for thing in heard.things()), heard
    for fact in seen(here.step.facts, here.state, seat):
        words = game.rules.tell_fact(view, fact)
        assert words == "" or _is_told(words, fact)
        assert all(_REFERENCE.fullmatch(thing) for thing in fact.things()), fact


def _is_told(words: str, thing: Any) -> bool:
    """Words for people: not empty, trimmed, and not how Python would print the thing."""
    return bool(words) and words == words.strip() and f"{type(thing).__name__}(" not in words


def piles_hold_the_same_cards_all_game_long(game: Played) -> None:
    """What a deck can still hold, what is seen of it and what was discarded are together all of its cards."""
    whole = _cards_in_piles(game, game.positions[0], NOBODY)
    for here in game.positions[:: 1 if game.thorough else 7]:
        for seat in game.onlookers(here):
            assert _cards_in_piles(game, here, seat) == whole


def _cards_in_piles(game: Played, here: Position, seat: str) -> dict[str, Counter[tuple[str, str]]]:
    piles: dict[str, Counter[tuple[str, str]]] = {}
    for pile in game.rules.piles(game.view(here, seat)):
        assert _REFERENCE.fullmatch(pile.id), pile.id
        assert _is_told(pile.title, pile)
        cards = piles[pile.id] = Counter()
        for part in pile.parts:
            for card in part.cards:
                cards[card.title, card.text] += card.count
    return piles


def what_is_not_allowed_is_refused(game: Played) -> None:
    """What is stale, out of turn, for another's seat or not legal gets a sentence, and nothing is changed."""
    journal = MemoryJournal()
    table = Table.begin(game.rules, game.setup, journal)
    met: dict[Move, None] = {}
    for here in game.positions:
        _check_refusals(table, journal, here, list(met))
        table.submit(here.step.seat, here.step.move, at=here.number)
        met[here.step.move] = None
    for seat in game.setup.seats:
        _assert_refused(table, journal, seat, game.positions[-1].step.move, None, "over")


def _check_refusals(table: Table[Any], journal: MemoryJournal, here: Position, met: list[Move]) -> None:
    mover, move = here.step.seat, here.step.move
    # A seat that somebody else was asked together with keeps its question while that one answers.
    answered_last = table.steps[-1].seat == mover and not table.steps[-1].is_aside and not move.aside
    for stale in (here.number - 1, here.number + 1) if answered_last else () if move.aside else (here.number + 1,):
        _assert_refused(table, journal, mover, move, stale, "moved on")
    for stranger in (NOBODY, "somebody else"):
        _assert_refused(table, journal, stranger, move, here.number, "no seat")
    for waiting in set(table.setup.seats).difference(here.ask.seats):
        _assert_refused(table, journal, waiting, _an_answer(table), here.number, "not for")
    illegal = [each for each in met if each not in (*table.moves(mover), *table.asides(mover))]
    for each in (*([Shrug()] if mover in here.ask.seats else []), *illegal[-3:]):
        _assert_refused(table, journal, mover, each, here.number, "")


def _an_answer(table: Table[Any]) -> Move:
    assert table.ask is not None
    return table.moves(table.ask.seats[0])[0]


def _assert_refused(table: Table[Any], journal: MemoryJournal, seat: str, move: Any, at: int | None, why: str) -> None:
    before = (table.state, table.stack, table.number, len(journal.kept))
    with pytest.raises(Refused, match=rf"^\S+ \S+ .*{why}.*[.?]$"):
        table.submit(seat, move, at)
    assert (table.state, table.stack, table.number, len(journal.kept)) == before
