"""People, bots, clocks and spectators do anything at any moment, and the house falls down in between."""

from __future__ import annotations

import asyncio
import random

import msgspec
import pytest

from engine.core.errors import Refused
from engine.core.kinds import NOBODY
from engine.core.verify import verify
from engine.store.files import FileJournal
from tests.house.conftest import OPEN, SETUP
from tui.house import room as rooms
from tui.house.house import House, Wish
from tui.house.record import Chair
from tui.house.sitting import RoomSitting
from tui.house.talk import Pace

SEATS = ("nabo", "yainar", "akezan")
PEOPLE = ("mira", "tom", "eve")
STEPS = 400


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Nobody is too fast here, and a passer-by who knows nothing chooses the moves of bots."""
    monkeypatch.setattr(Pace, "refuse_hasty", lambda self, who: None)


class Evening:
    """A table at which anything may happen next."""

    def __init__(self, folder, seed: int) -> None:
        self.folder = folder
        self.chance = random.Random(seed)
        self.house = House(folder)
        for name in PEOPLE:
            self.house.people.claim(name, "SHA256:" + name[0] * 43)
        setup = msgspec.structs.replace(SETUP, seats=SEATS, seed=seed, options=("private-hands",))
        chairs = dict(zip(SEATS, (Chair("person", "mira"), OPEN, Chair("bot", "random")), strict=True))
        self.code = self.house.open_room("mira", Wish(setup, chairs, clock=60, delay=60)).code
        self._move_in()

    def _move_in(self) -> None:
        async def think(table, seat, name, luck):
            moves = table.moves(seat)
            for _ in range(self.chance.randrange(4)):
                await asyncio.sleep(0)
            return self.chance.choice(moves)

        self.house.thinkers.choose = think
        self.house.start()
        self.room = self.house.rooms[self.code]
        self.sittings = {name: RoomSitting(self.room, name) for name in PEOPLE}

    async def fall_down(self) -> None:
        """Stop in the middle of everything, and open the house again."""
        before = self.room.table.view(NOBODY), self.room.record.chairs, self.room.record.paused
        if self.chance.random() < 0.5:
            await self.house.close("")
        else:  # by kill -9: nothing more is written, and nothing is told
            self.room._is_closed = True
            for task in self.room._tasks:
                task.cancel()
            self.room.clock.stop()
            self.room.opened.journal.close()
        self.house = House(self.folder)
        self._move_in()
        assert (self.room.table.view(NOBODY), self.room.record.chairs, self.room.record.paused) == before

    def deed(self) -> None:
        """Something that somebody tries; most of it is refused, and all refusals are sentences."""
        room, chance = self.room, self.chance
        who, seat, other = chance.choice(PEOPLE), chance.choice(SEATS), chance.choice(PEOPLE)
        asked = room.taking_back
        chance.choice(
            [
                *[lambda: self._move(who)] * 20,
                lambda: room.enter(who),
                lambda: room.leave(who) if room.here[who] else None,
                *[lambda: room.sit_down(who, seat)] * 6,
                lambda: room.stand_up(who, seat),
                lambda: room.hand_over(who, seat, other),
                lambda: room.seat_bot(who, seat, "random"),
                *[lambda: room.take_from_bot(who, seat)] * 2,
                *[lambda: room.take_back(who)] * 2,
                *[lambda: room.agree(who, chance.random() < 0.7, asked.serial if asked else 0)] * 3,
                lambda: room.pause(who),
                *[lambda: room.resume(who)] * 3,
                lambda: room.say(who, "well"),
                lambda: room.nudge(who),
                lambda: room.show_eyes(who, chance.choice((NOBODY, seat))),
                lambda: room.clock._up(),
                *[lambda: room.questions(who)[0].answer(chance.random() < 0.7) if room.questions(who) else None] * 6,
                lambda: room.free_seat(who, seat),
                lambda: room.hand_on(who, other),
                lambda: room.mute(who, other),
                lambda: room.unmute(who, other),
                lambda: self._pass_time(chance.choice((1.0, 400.0, 700.0))),
            ]
        )()

    def _pass_time(self, seconds: float) -> None:
        """Those who are away have been so for longer."""
        self.room.record.left = {name: when - seconds for name, when in self.room.record.left.items()}
        self.room.settle_charge()

    def _move(self, who: str) -> None:
        sitting = self.sittings[who]
        if choices := sitting.choices:
            sitting.make(self.chance.choice(choices))

    def check(self) -> None:
        """What holds whatever happens."""
        room = self.room
        assert len(room.delay._made) == room.table.number
        assert room.seen_by_spectators().number >= 1
        assert room.delay.is_holding or room.seen_by_spectators().number <= room.table.number
        eyes = room.record.eyes
        assert not eyes or room.record.chairs[eyes].kind == "person", "nobody else opens a seat to spectators"
        assert not room.here[room.record.owner] or room.in_charge == room.record.owner
        assert room.record.deputy in ("", *room.people)
        assert set(room.record.chairs) == set(SEATS)
        for name, sitting in self.sittings.items():
            sitting.catch_up()
            assert sitting.seats == room.played_by(name)
            if not sitting.seats:
                assert sitting.view == room.seen_by_spectators().view(room.eyes_of(name))
                assert sitting.choices == []
            assert sitting.entries
        runs = room._is_running and bool(room._asked("person"))
        assert bool(room.clock.deadline) == runs or room._tasks or room._is_overdue
        assert not room._next_bot() or room._bots_think, "it is for a bot to act, and nobody lets it think"


@pytest.mark.parametrize("seed", range(6))
async def test_whatever_happens_the_table_goes_on(tmp_path, seed, monkeypatch):
    monkeypatch.setattr(rooms, "BREATH", 0.0)
    evening = Evening(tmp_path / "house", seed)
    refused = set()
    for step in range(STEPS):
        if evening.room.table.ask is None:
            break
        try:
            evening.deed()
        except Refused as refusal:
            refused.add(str(refusal))
        evening.check()
        if evening.chance.random() < 0.3:
            await asyncio.sleep(0)
        if step % 40 == 39 and evening.room.stands != "finished":
            await evening.fall_down()
    assert evening.room.table.question > 10
    assert all(words.endswith(".") for words in refused)
    assert not [said for said in evening.room.talk.said if "mistake" in said.words]
    await evening.house.close("")
    assert verify(evening.room.table.rules, FileJournal(evening.room.opened.path, writing=False)).moves
