"""What somebody in a room can do about its seats, its spectators and the table itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from engine.bots.levels import LEVELS
from engine.core.kinds import NOBODY, Seat
from tui.house.room import Room

Deed = tuple[str, Callable[[], Any]]
"""In words, and what it does."""


def deeds(room: Room, person: str, sit_down: Callable[[Seat], Any]) -> list[Deed]:
    """All that somebody may do now; how they sit down, or ask to, is up to the screen."""
    found: list[Deed] = [("Nudge those whom the table waits for", partial(room.nudge, person))]
    found += [*_free_seats(room, person, sit_down), *_seats(room, person), *_seats_of_others(room, person)]
    if room.record.owner == person or room.seats_of(person):
        if room.record.paused:
            found.append(("Let the table go on", partial(room.resume, person)))
        else:
            found.append(("Stop the table, and its clock", partial(room.pause, person)))
    return [*found, *_bots(room, person), *_spectators(room, person), *_owning(room, person)]


def _bots(room: Room, person: str) -> Iterator[Deed]:
    if not any(chair.is_bot for chair in room.record.chairs.values()) or room.stands == "finished":
        return
    if room.seats_of(person) and room.turns.asked and not room.turns.next:
        yield "Let the bots act first", partial(room.hurry_bots, person)
    if room.in_charge == person:
        wait = not room.record.bots_wait
        yield f"Let the bots {'wait' if wait else 'go on'}", partial(room.hold_bots, person, wait)


def _free_seats(room: Room, person: str, sit_down: Callable[[Seat], Any]) -> Iterator[Deed]:
    for seat in room.open_seats:
        asks = "Ask to sit down" if room.must_ask_for(person, seat) else "Sit down"
        yield f"{asks} as {room.title_of(seat)}", partial(sit_down, seat)


def _seats(room: Room, person: str) -> Iterator[Deed]:
    for seat in (*room.seats_of(person), *room.seats_without_player(person)):
        for level in LEVELS:
            yield f"Let the {level} bot play {_seat(room, seat)}", partial(room.seat_bot, person, seat, level)
    for seat in room.seats_of(person):
        for other in sorted(set(room.here) - {person}):
            yield f"Offer {room.title_of(seat)} to {other}", partial(room.hand_over, person, seat, other)
        yield f"Get up from {room.title_of(seat)}", partial(room.stand_up, person, seat)
    for seat in room.record.chairs:
        if room.may_take_from_bot(person, seat):
            yield f"Play {room.title_of(seat)} in the place of the bot", partial(room.take_from_bot, person, seat)
        if room.may_take_from_stand_in(person, seat):
            words = f"Play {room.title_of(seat)} again in the place of {room.person_of(seat)}"
            yield words, partial(room.take_from_stand_in, person, seat)


def _seats_of_others(room: Room, person: str) -> Iterator[Deed]:
    for seat in room.record.chairs if room.in_charge == person else ():
        if why := room.why_freed(seat):
            yield f"Free {room.title_of(seat)}: {why}", partial(room.free_seat, person, seat)


def _seat(room: Room, seat: str) -> str:
    """A seat by its name, and by whose it is if they are away or do not answer."""
    chair, name = room.record.chairs[seat], room.title_of(seat)
    if chair.kind != "person" or not (why := room.without_player(seat)):
        return name
    return f"{name} for {chair.name}, who{why.removeprefix(chair.name)}"


def _owning(room: Room, person: str) -> Iterator[Deed]:
    for other in sorted(set(room.here) - {person}) if room.record.owner == person else ():
        yield f"Offer the table to {other}", partial(room.hand_on, person, other)


def _spectators(room: Room, person: str) -> Iterator[Deed]:
    if room.in_charge != person:
        return
    for who in room.spectators():
        if who not in room.record.muted:
            yield f"Mute {who} at this table", partial(room.mute, person, who)
        yield f"Remove {who} from this table", partial(room.remove, person, who)
    for who in room.record.muted:
        yield f"Let {who} be heard again", partial(room.unmute, person, who)
    if room.record.eyes:
        yield "Let spectators see no more than an outsider", partial(room.show_eyes, person, NOBODY)
    for seat in room.seats_of(person):
        if seat != room.record.eyes:
            yield f"Let spectators see what {room.title_of(seat)} sees", partial(room.show_eyes, person, seat)
