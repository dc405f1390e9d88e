"""What the page of a campaign says about each of its lines."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from engine.core.campaign.content import CampaignChoice, CampaignPage, Ending
from engine.core.campaign.standing import (
    AtDeadEnd,
    AtEnding,
    Attempt,
    MakeChoice,
    PlayChapter,
    ReadPages,
    ResumeAttempt,
)
from tui.look.inks import Palette, Signs
from tui.plain.campaign import told_time
from tui.play.campaign_list import statistics
from tui.play.campaign_map import MapRow, MapSpot, map_rows
from tui.play.campaign_story import story_so_far, title_of, told_todo
from tui.play.campaigns import OpenCampaign, chair_for

READ_ONCE = ("letter", "envelope", "story", "souvenir")
"""The kinds of pages that are read on the way; the index is a list of its own."""


def what_now(book: OpenCampaign) -> str:
    """What comes next, as the first line of the list."""
    campaign, now = book.campaign, book.standing
    match now.todo:
        case ReadPages(pages):
            return f"Read: {campaign.page_by_id[pages[0]].title}"
        case MakeChoice(choice):
            return f"Decide: {title_of(campaign, choice)}"
        case PlayChapter(chapter):
            return f"Play: {title_of(campaign, chapter)}"
        case ResumeAttempt():
            chapter = now.attempt.chapter if now.attempt else ""
            return f"Go on with: {title_of(campaign, chapter)}"
        case AtEnding(ending):
            return f"The end: {title_of(campaign, ending)}"
        case AtDeadEnd():
            return told_todo(campaign, now).capitalize()


def pages_read(book: OpenCampaign) -> list[CampaignPage]:
    """The pages that were read so far, apart from the index."""
    pages = book.standing.pages(book.campaign, *READ_ONCE)
    return [page for page in pages if page.id in book.standing.run.read]


def count_of(book: OpenCampaign, key: str) -> str:
    """How much there is behind a line of the list."""
    now = book.standing
    counts: dict[str, Callable[[], int]] = {
        "pages": lambda: len(pages_read(book)),
        "index": lambda: len(now.pages(book.campaign, "index")),
        "deck": lambda: sum(card.kind == "card" for card in now.cards(book.campaign)),
        "log": lambda: len(now.attempts),
        "notes": lambda: len(now.notes),
    }
    return f" ({counts[key]()})" if key in counts else ""


def explained(book: OpenCampaign, key: str, look: Palette, signs: Signs, width: int) -> Text:
    """What a line of the list is about."""
    told: dict[str, Callable[[], Text]] = {
        "now": lambda: _now(book, look, signs),
        "story": lambda: Text("\n\n".join(story_so_far(book.campaign, book.standing))),
        "map": lambda: drawn_map(book, look, signs, width),
        "pages": lambda: _listed([page.title for page in pages_read(book)], "No page was read yet."),
        "index": lambda: _index(book, look),
        "deck": lambda: _deck(book, look),
        "log": lambda: attempts_told(book, look),
        "notes": lambda: _notes(book, look),
        "players": lambda: players_told(book, look),
    }
    return told[key]() if key in told else Text(_EXPLAINED[key])


_EXPLAINED = {
    "again": "Goes back to a chapter of this run. The attempt before is kept, the newest one counts, and what follows "
    "from it is told before anything changes.",
    "single": "Plays a chapter that you came to as a game of its own, with what the campaign had carried to it. "
    "The campaign stays as it is.",
    "rename": "Gives the campaign another name.",
    "restart": "Begins the whole campaign again. Everything so far stays in the ledger, but counts no longer.",
}


def _now(book: OpenCampaign, look: Palette, signs: Signs) -> Text:
    """What comes next, in some words."""
    campaign, now = book.campaign, book.standing
    text = Text.assemble((f"{campaign.title}\n", f"bold {look.lit}"))
    if not now.path:
        text.append(f"{campaign.text}\n")
    text.append(f"\n{_next_words(book)}")
    text.append("\n\n")
    text.append_text(players_told(book, look))
    if book.problem:
        text.append(f"\n\n{book.problem}", style=look.bad)
    if now.path:
        text.append("\n\nThe way so far", style=f"bold {look.lit}")
        for row in map_rows(campaign, now):
            if row.trunk is not None:
                text.append("\n").append_text(_drawn_spot(row.trunk, look, signs))
    return text


def _next_words(book: OpenCampaign) -> str:
    campaign, now = book.campaign, book.standing
    match now.todo:
        case ReadPages(pages):
            titles = "\n".join(campaign.page_by_id[page].title for page in pages)
            return f"Something to read. Enter opens it.\n\n{titles}"
        case MakeChoice(choice):
            node = campaign.nodes[choice]
            assert isinstance(node, CampaignChoice)
            return f"{node.title}. {node.text} Enter shows what you can choose."
        case PlayChapter(chapter):
            return f"The next chapter is {title_of(campaign, chapter)}. Enter lays its table out."
        case ResumeAttempt():
            begun = f", begun {told_time(now.attempt.begun)}" if now.attempt else ""
            title = title_of(campaign, now.attempt.chapter if now.attempt else "")
            return f"You are in the middle of {title}{begun}. Enter goes back to the table."
        case AtEnding(ending):
            node = campaign.nodes[ending]
            assert isinstance(node, Ending)
            return f"{node.title}. {node.text}\n\nThe campaign is over. Enter reads its ending and its story again."
        case AtDeadEnd():
            return f"{campaign.title}: {told_todo(campaign, now)}."


def players_told(book: OpenCampaign, look: Palette) -> Text:
    """Who plays which seat."""
    text = Text.assemble(("Players", f"bold {look.lit}"))
    for seat, who in book.standing.players.items():
        text.append(f"\n{book.rules.seat_title(seat)}: {chair_for(who).words}")
    return text


def _listed(titles: list[str], otherwise: str) -> Text:
    return Text("\n".join(titles) or otherwise)


def _index(book: OpenCampaign, look: Palette) -> Text:
    titles = [page.title for page in book.standing.pages(book.campaign, "index")]
    text = Text("The rules that you have met so far. Enter opens them, and they can be searched.\n\n", style=look.faint)
    return text.append(", ".join(titles) or "The index is still empty.", style=look.ink)


def _deck(book: OpenCampaign, look: Palette) -> Text:
    """The lock on top of the deck, and below it the cards that were drawn, the newest first."""
    text = Text()
    lock = book.standing.lock(book.campaign)
    if lock is not None:
        text.append(f"Locked: {lock.title}\n", style=f"bold {look.bad}")
        text.append(f"{lock.text}\n" if lock.text else "")
        text.append("Nothing more may be drawn yet.", style=look.faint)
    else:
        words = "All cards were drawn." if book.campaign.deck else "This campaign has no deck."
        text.append(words, style=look.faint)
    for card in reversed(book.standing.cards(book.campaign)):
        if card.kind == "card":
            text.append(f"\n\n{card.number}. {card.title}", style="bold")
            text.append(f"\n{card.text}" if card.text else "")
    return text


def _notes(book: OpenCampaign, look: Palette) -> Text:
    text = Text("Enter writes a note.", style=look.faint)
    for note in reversed(book.standing.notes):
        where = title_of(book.campaign, note.chapter)
        text.append(f"\n\n{told_time(note.when)}, {where}\n", style=look.faint)
        text.append(note.text, style=look.ink)
    return text


# Attempts


def told_result(attempt: Attempt) -> str:
    """How an attempt ended, and whether it counts."""
    if attempt.result in ("", "abandoned"):
        return attempt.result or "going on"
    return attempt.result if attempt.counts else f"{attempt.result}, counts no longer"


def attempts_told(book: OpenCampaign, look: Palette) -> Text:
    """Every attempt in two lines, the newest first."""
    text = Text() if book.standing.attempts else Text("No chapter was begun yet.", style=look.faint)
    for each in reversed(book.standing.attempts):
        text.append_text(attempt_told(book, each, look)).append("\n\n")
    return text


def attempt_told(book: OpenCampaign, attempt: Attempt, look: Palette) -> Text:
    """An attempt: when, which chapter, and how it ended."""
    ink = {"won": look.good, "lost": look.bad}.get(attempt.result, look.faint)
    rounds = f", {attempt.rounds} rounds" if attempt.rounds else ""
    return Text.assemble(
        (title_of(book.campaign, attempt.chapter), f"bold {look.ink}"),
        (f"  {told_result(attempt)}", ink),
        (f"\n{told_time(attempt.begun)}{rounds}", look.faint),
    )


def statistics_told(book: OpenCampaign, look: Palette) -> Text:
    """All attempts by chapter, also those that count no longer."""
    tallies = statistics(book.standing)
    won, lost = sum(each.won for each in tallies), sum(each.lost for each in tallies)
    attempts = len(book.standing.attempts)
    total = f"{attempts} {'attempt' if attempts == 1 else 'attempts'}, {won} won, {lost} lost"
    restarts = f", {book.standing.restarts} restarts" if book.standing.restarts else ""
    text = Text.assemble((f"{total}{restarts}\n", "bold"))
    for each in tallies:
        time = f", {each.seconds // 60} min" if each.seconds >= 60 else ""
        words = f"{each.attempts} begun, {each.won} won, {each.lost} lost{time}"
        text.append(f"\n{title_of(book.campaign, each.chapter)}\n")
        text.append(f"  {words}", style=look.faint)
    return text


# The map


_LEAST_TRUNK, _BESIDE = 20, 8
"""Columns of the path at least, and what it leaves to its right for what else lies there."""


def drawn_map(book: OpenCampaign, look: Palette, signs: Signs, width: int) -> Text:
    """The map, from the start downwards: the path on the left, what else lies there on the right."""
    text = Text(no_wrap=True, overflow="crop" if signs.is_ascii else "ellipsis")
    rows = map_rows(book.campaign, book.standing)
    longest = max((_length(row.trunk) for row in rows if row.trunk and row.others), default=0)
    trunk = min(longest + 6, max(_LEAST_TRUNK, width - _BESIDE))
    line = "|" if signs.is_ascii else "│"
    for place, row in enumerate(rows):
        if place:
            is_path = row.is_behind
            text.append(f"\n {line if is_path else ' '}\n", style=look.lit if is_path else look.faint)
        text.append_text(_drawn_row(row, look, signs, trunk))
    return text


def legend(look: Palette, signs: Signs) -> Text:
    """What the signs of the map mean."""
    spots = [
        (MapSpot("passed", "chapter"), "played"),
        (MapSpot("passed", "choice"), "chosen"),
        (MapSpot("here", "chapter"), "here"),
        (MapSpot("reached", "chapter"), "reached on another path"),
        (MapSpot("hidden"), "not reached yet"),
    ]
    text = Text(no_wrap=True)
    for spot, words in spots:
        text.append(_sign(spot, signs), style=_ink(spot, look))
        text.append(f" {words}   ", style=look.faint)
    return text


def _length(spot: MapSpot) -> int:
    return len(f"{spot.title}  {spot.words}") if spot.words else len(spot.title)


def _drawn_row(row: MapRow, look: Palette, signs: Signs, trunk: int) -> Text:
    text = Text(" ")
    if row.trunk is not None:
        text.append_text(_drawn_spot(row.trunk, look, signs))
    elif row.is_behind:
        text.append("|" if signs.is_ascii else "│", style=look.lit)
    if row.is_behind and row.others:
        text.append(" " * max(2, trunk - len(text)))
    for spot in row.others:
        text.append(_sign(spot, signs), style=_ink(spot, look))
        text.append(f" {spot.title}   " if spot.title else "   ", style=look.faint)
    text.rstrip()
    return text


def _drawn_spot(spot: MapSpot, look: Palette, signs: Signs) -> Text:
    """A spot of the path with its name and what became of it."""
    ink = look.lit if spot.standing == "here" else look.ink
    return Text.assemble(
        (f"{_sign(spot, signs)} ", _ink(spot, look)),
        (spot.title, f"bold {ink}"),
        (f"  {spot.words}", _result_ink(spot, look)),
    )


def _sign(spot: MapSpot, signs: Signs) -> str:
    if spot.standing == "hidden":
        return "." if signs.is_ascii else "·"
    if spot.standing == "here":
        return "@" if signs.is_ascii else "◉"
    if spot.standing == "reached":
        return "o" if signs.is_ascii else "○"
    return ("+" if signs.is_ascii else "◆") if spot.kind == "choice" else ("*" if signs.is_ascii else "●")


def _ink(spot: MapSpot, look: Palette) -> str:
    return {"here": f"bold {look.lit}", "passed": look.lit}.get(spot.standing, look.faint)


def _result_ink(spot: MapSpot, look: Palette) -> str:
    return {"won": look.good, "lost": look.bad}.get(spot.words, look.faint)
