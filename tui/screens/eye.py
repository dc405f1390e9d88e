"""Where a player looks next: the hand, the board, or the list of moves, whichever has the answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.play.sitting import Choice
    from tui.screens.seated import SeatedScreen


def lead(screen: SeatedScreen, choices: Iterable[Choice], lit: Collection[str]) -> None:
    """Give the keyboard to where the answer is."""
    choices = list(choices)
    things = {thing for choice in choices for thing in choice.things}
    ask = screen.table.ask
    leads = screen.game.leads(screen.shown, ask) if ask is not None else ""
    is_spending = bool(lit) and leads == "board"
    if is_spending:
        things = {thing for thing in things if screen.game.spaces_of(screen.shown, thing)}
    if any(f"card:{held.card.id}" in things for held in screen.hands.held):
        screen.show_tab("hand")
        if leads == "hand":
            screen.hands.point_at_playable()
        screen.hands.focus()
        screen.inspect_card()
    elif lit and all(len(screen.game.spaces_of(screen.shown, thing)) == 1 for thing in things):
        if screen.board.cursor not in lit or (screen.ways and not is_spending):
            screen.board.cursor = nearest(screen, lit)
        screen.show_tab("moves")
        screen.board.focus()
        screen.inspect(f"space:{screen.board.cursor}")
    else:
        screen.show_tab("moves")
        screen.lines("moves").focus()


def nearest(screen: SeatedScreen, lit: Collection[str]) -> str:
    """Where the front seat stands if it can go from there or be chosen, or the first lit space of the map."""
    here = screen.where_front_stands()
    return here if here in lit or screen.ways else next(space for space in screen.board.picture.tiles if space in lit)


def point_at(screen: SeatedScreen, choices: Iterable[Choice]) -> None:
    """Point at the first of these moves wherever it can be taken, so that Enter makes it."""
    for choice in choices:
        lead(screen, [choice], screen.board.lit)
        screen.lines("moves").point_at(choice)
        for place, held in enumerate(screen.hands.held):
            if f"card:{held.card.id}" in choice.things:
                screen.hands.action_step(place - screen.hands.index)
        spaces = {space for thing in choice.things for space in screen.game.spaces_of(screen.shown, thing)}
        if spaces & screen.board.lit:
            screen.board.cursor = min(spaces & screen.board.lit)
        return
