"""What a player can ask for in plain mode: a hint, a forecast, the rules, reasons, the decks."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.errors import Refused
from engine.core.piles import Pile
from tui.console import say, wrapped
from tui.play import briefing
from tui.play.sitting import Sitting


def tell_hint(sitting: Sitting) -> None:
    """What the planner would do, what is meant to follow, and why."""
    from tui.play.hints import hint  # the planner is not loaded before somebody wants it

    say("Thinking...")
    found = hint(sitting.table, sitting.advised, None)
    name = f"{sitting.table.rules.seat_title(found.seat)}: " if len(sitting.table.setup.seats) > 1 else ""
    for words in (f"{name}{found.move}", found.then, found.why):
        if words:
            say(wrapped(words))


def tell_forecast(sitting: Sitting) -> None:
    """What would happen if everybody passed now."""
    from tui.games import showing
    from tui.look.inks import palette, signs
    from tui.play.forecast import forecast

    if sitting.ask is None:
        raise Refused("The game is over: there is nothing to foresee.")
    game = showing(sitting.table.setup.game)
    if not game.has("foretold"):
        raise Refused("This game has no forecast.")
    ends = forecast(sitting.table, sitting.front)
    told = game.foretold(sitting.view, ends, game.looks.palette(palette("dark")), game.looks.signs(signs("ascii")))
    say(wrapped(told.plain))
    say(wrapped(f"If everybody passed now, over {len(ends)} guesses at what lies face down and how dice fall."))


def tell_rules(sitting: Sitting, words: str) -> None:
    """The rules with these words; without words, those that the question is about."""
    book = briefing.rulebook_text(sitting.table.setup.game)
    if words:
        found = [briefing.without_ids(each) for each in briefing.passages(book, words)]
        if not found:
            raise Refused(f'The rulebook does not say "{words[:60]}" anywhere.')
    else:
        found = _rules_now(sitting, book)
        if not found:
            raise Refused('Type "rules" and a word to look for, for example: rules move.')
    for each in found:
        say(wrapped(" ".join(each.replace("**", "").split())) + "\n")


def _rules_now(sitting: Sitting, book: str) -> list[str]:
    from tui.games import showing

    if sitting.ask is None:
        return []
    return briefing.rules(book, showing(sitting.table.setup.game).rules_about(sitting.view, sitting.ask))


def tell_why(sitting: Sitting) -> None:
    """Which uses of the cards in front are not among the moves, and why; then the rules that are in question."""
    reasons = list(_reasons(sitting))
    for words in reasons:
        say(wrapped(words, "  ", "    "))
    rules = _rules_now(sitting, briefing.rulebook_text(sitting.table.setup.game))
    if not reasons and not rules:
        say("Everything that you could ever do here is among the moves.")
    for words in rules:
        say(wrapped(words))


def _reasons(sitting: Sitting) -> Iterator[str]:
    from tui.games import showing

    for card in showing(sitting.table.setup.game).hand(sitting.view, sitting.front):
        for words, can, why in card.lines:
            if not can and why:
                yield f"{card.title}, no {words.partition(' ')[0]}: {why}"


def tell_piles(sitting: Sitting, wanted: str) -> None:
    """The decks with how many cards are where; with a part of its title, every card of one."""
    piles = sitting.rules.piles(sitting.view)
    found = [pile for pile in piles if wanted and wanted in pile.title.casefold()]
    if wanted and not found:
        raise Refused(f'No deck is called "{wanted[:60]}"; type decks for the list.')
    for pile in found:
        _tell_pile(pile)
    for pile in () if found else piles:
        counts = ", ".join(f"{part.count} {part.title.partition(',')[0].lower()}" for part in pile.parts)
        say(wrapped(f"{pile.title}: {counts}."))


def _tell_pile(pile: Pile) -> None:
    say(pile.title)
    for part in pile.parts:
        say(wrapped(f"{part.title} ({part.count}). {part.note}".rstrip(), "  "))
        for card in part.cards:
            copies = f" x{card.count}" if card.count > 1 else ""
            say(wrapped(f"{card.title}{copies}. {card.text}".rstrip(), "    ", "      "))
