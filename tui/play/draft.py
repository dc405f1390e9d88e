"""What has been chosen of a new game so far. Every form of a new game works on a draft; it needs no screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from engine.core.errors import ParleyError
from engine.core.grammar import joined
from engine.core.kinds import Seat, Setup
from engine.core.rules import Rules, Scenario
from engine.core.setup import Option, OptionChoice, choice_of, next_value, numbered, settled, stars_of, with_choice
from tui.play.campaign_list import shown_scenarios

_USUAL = 2
"""How many play if nothing is said, where the scenario allows it."""


class Draft(msgspec.Struct):
    """A setup in the making. A change keeps the rest of it possible, and `notes` says what else it changed."""

    rules: Rules[Any]
    setup: Setup
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, rules: Rules[Any]) -> Draft:
        """The first scenario, for two if it is for two."""
        scenario = shown_scenarios(rules)[0]
        fewest, most = rules.seats_of(scenario.id)
        seats = rules.seat_names[: max(fewest, min(_USUAL, most))]
        return cls(rules, Setup(game=rules.id, scenario=scenario.id, seats=seats))

    def copy(self) -> Draft:
        """Another draft that can be changed without this one."""
        return Draft(self.rules, self.setup)

    # What there is

    @property
    def scenario(self) -> Scenario:
        """The chosen scenario."""
        return next(each for each in self.rules.scenarios() if each.id == self.setup.scenario)

    @property
    def options(self) -> Sequence[Option]:
        """What can be chosen besides scenario, challenges and seats, as things stand."""
        return self.rules.options(self.setup)

    def option(self, name: str) -> Option:
        """An option by its id, or by a choice of it."""
        return next(each for each in self.options if each.id == choice_of(name).option)

    @property
    def stars(self) -> int:
        """How hard it is with all that was chosen."""
        return stars_of(self.setup, self.scenario, self.options)

    def problem(self) -> str:
        """Why this cannot be played, in the words of the rules; empty if it can."""
        try:
            self.rules.check(self.setup)
        except ParleyError as error:
            return str(error)
        return ""

    # Changing it

    def choose_scenario(self, name: str) -> None:
        """Take another scenario; challenges belong to one scenario, and so may the number of seats."""
        if name != self.setup.scenario:
            self._change(scenario=name, challenges=(), seats=self._fitting(name))

    def toggle_challenge(self, name: str) -> None:
        """Choose a challenge or drop it; they stay in the order of the scenario."""
        wanted = {*self.setup.challenges} ^ {name}
        self._change(challenges=tuple(each.id for each in self.scenario.challenges if each.id in wanted))

    def toggle_seat(self, seat: Seat) -> None:
        """Let a seat play, or not."""
        self.seat({*self.setup.seats} ^ {seat})

    def seat(self, seats: Iterable[Seat]) -> None:
        """Let these seats play, in the order of the box."""
        wanted = set(seats)
        self._change(seats=tuple(each for each in self.rules.seat_names if each in wanted))

    def turn(self, name: str, by: int = 1) -> None:
        """Give an option its next value; `name` is its id, or `id:seat` of one that is per seat."""
        option, seat = self.option(name), choice_of(name).seat
        changed = with_choice(self.setup, option, next_value(self.setup, option, seat, by), seat)
        self._change(options=changed.options)

    def change(self, *, seed: int | None, open_undo: bool) -> None:
        """Set what concerns no rule."""
        self._change(seed=seed, open_undo=open_undo)

    def _change(self, **changes: Any) -> None:
        before = self.copy()
        self.setup, dropped = settled(self.rules.options, msgspec.structs.replace(self.setup, **changes))
        self.notes = (*before.told_seats(self.setup), *(self._told(before, each) for each in dropped))

    def _fitting(self, scenario: str) -> tuple[Seat, ...]:
        """The seats that play, fewer or more of them if a scenario needs it."""
        fewest, most = self.rules.seats_of(scenario)
        others = [each for each in self.rules.seat_names if each not in self.setup.seats]
        kept = [*self.setup.seats[:most], *others[: max(0, fewest - len(self.setup.seats))]]
        return tuple(each for each in self.rules.seat_names if each in kept)

    # What a change brought with it

    def told_seats(self, new: Setup) -> Iterable[str]:
        """That seats had to join or to leave because of another scenario."""
        if new.scenario == self.setup.scenario or new.seats == self.setup.seats:
            return
        scenario = self.rules.scenario(new.scenario)
        assert scenario is not None
        for verb, one, other in (("joins", new, self.setup), ("leaves", self.setup, new)):
            names = [self.rules.seat_title(each) for each in one.seats if each not in other.seats]
            if names:
                words = verb if len(names) == 1 else verb.removesuffix("s")
                count = numbered(*self.rules.seats_of(scenario.id))
                yield f"{scenario.title} is for {count}: {joined(names)} {words}."

    def _told(self, before: Draft, dropped: OptionChoice) -> str:
        """That a choice is gone."""
        old = before.option(dropped.option)
        name = f"{old.title} ({self.rules.seat_title(dropped.seat)})" if dropped.seat else old.title
        now = next((each for each in self.options if each.id == old.id), None)
        if now is None or dropped.seat not in ("", *self.setup.seats):
            return f"{name} can no longer be chosen."
        return f"{name} is {now.titled(now.usual)} again: {old.titled(dropped.value)} can no longer be chosen."
