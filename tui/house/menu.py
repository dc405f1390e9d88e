"""What somebody in a room can do about its seats, its spectators and the table itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from engine.bots import names as bot_names
from engine.core.kinds import NOBODY
from tui.house.room import Room

Deed = tuple[str, Callable[[], Any]]
"""In words, and what it does."""

BOTS = tuple(reversed(bot_names()[1:]))
"""Bots that can be given a seat, the strongest first: nobody wants one that plays by chance."""


def deeds(room: Room, person: str) -> list[Deed]:
    """All that somebody may do now."""
    found: list[Deed] = [("Nudge those whom the table waits for", partial(room.nudge, person)), *_seats(room, person)]
    if room.record.owner == person or room.seats_of(person):
        if room.record.paused:
            found.append(("Let the table go on", partial(room.resume, person)))
        else:
            found.append(("Stop the table, and its clock", partial(room.pause, person)))
    return [*found, *_spectators(room, person)]


def _seats(room: Room, person: str) -> Iterator[Deed]:
    mine = room.seats_of(person)
    for seat in room.open_seats:
        yield f"Sit down as {seat.capitalize()}", partial(room.sit_down, person, seat)
    for seat in (*mine, *room.seats_without_player(person)):
        for bot in BOTS:
            yield f"Let the {bot} bot play {_seat(room, seat)}", partial(room.seat_bot, person, seat, bot)
    for seat in mine:
        for other in sorted(set(room.here) - {person}):
            yield f"Hand {seat.capitalize()} to {other}", partial(room.hand_over, person, seat, other)
        yield f"Get up from {seat.capitalize()}", partial(room.stand_up, person, seat)
    for seat in room.record.chairs:
        if room.may_take_from_bot(person, seat):
            yield f"Play {seat.capitalize()} in the place of the bot", partial(room.take_from_bot, person, seat)


def _seat(room: Room, seat: str) -> str:
    """A seat by its name, and by whose it is if they are away."""
    name = seat.capitalize()
    return f"{name} for {room.person_of(seat)}, who is away" if room.is_away(seat) else name


def _spectators(room: Room, person: str) -> Iterator[Deed]:
    if room.record.owner != person:
        return
    if room.record.eyes:
        yield "Let spectators see no more than an outsider", partial(room.show_eyes, person, NOBODY)
    for seat in room.seats_of(person):
        if seat != room.record.eyes:
            yield f"Let spectators see what {seat.capitalize()} sees", partial(room.show_eyes, person, seat)
