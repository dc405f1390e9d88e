"""A fair share of the processor for each player: what their input costs is measured, and a flood of it has to wait."""

from __future__ import annotations

from asyncio import AbstractEventLoop, Task
from collections.abc import Callable, Coroutine, Generator
from contextvars import Context, ContextVar
from time import monotonic, thread_time
from typing import Any
from weakref import ReferenceType, WeakValueDictionary, ref

from tui.house.rates import Bucket

RATE, BURST = 0.1, 0.5
"""Seconds of processor time that a player gets back in a second, and the most that can be saved up."""

SHORT, SURCHARGE = 0.003, 6.0
"""An event of input that takes longer holds up everybody: the excess is charged this many times over."""

LINGER = 0.15
"""Seconds after an event of input in which the work of an app is charged; its frame may come only then."""

DEEPEST = 1.0
"""Seconds of processor time by which a share can be overdrawn."""

ACTIVE = 3.0
"""Seconds after an event of input in which a player is counted among those whom others may hold up."""

PLACE_RATE = 0.25
"""Seconds of processor time that all players of one address get back together in a second: names are cheap, and one
person can come in under many of them."""


TURN = 0.005
"""Seconds after which somebody looks again whether another player of the same address is still served."""


class Time(Bucket):
    """Processor time that several have together: it may be overdrawn once, and then fills up again."""

    __slots__ = ("_served",)

    def __init__(self, rate: float, now: float) -> None:
        """Nothing is spent yet."""
        super().__init__(rate, BURST, now, DEEPEST)
        self._served: ReferenceType[Share] | None = None

    def serve(self, share: Share) -> None:
        """Somebody of those who have it together is served."""
        self._served = ref(share)

    def is_serving(self, share: Share) -> bool:
        """Whether somebody else is still served."""
        served = self._served() if self._served else None
        return served is not None and served is not share and served.holder is not None


class Share:
    """The processor time of one player, and what all players of the same address have of it together."""

    def __init__(
        self, shares: Shares | None = None, clock: Callable[[], float] = monotonic, place: Time | None = None
    ) -> None:
        """Nothing is spent yet."""
        self._shares = shares or Shares()
        self._clock = clock
        self._own = Time(RATE, clock())
        self.place = place or Time(PLACE_RATE, clock())
        """What they share with all who come from the same address."""
        self._event = 0.0
        """What the last event of input has taken so far."""
        self.charged_until = 0.0
        """Until when the work of the player's tasks is charged."""
        self.steps = 0
        """Steps that all tasks of the player have made, to see whether any of them is still at work."""
        self.holder: object | None = None
        """Whose event of input is being worked on; one of all sessions of a player at a time."""

    def begin(self) -> None:
        """An event of input is given to an app."""
        self._event = 0.0
        self.place.serve(self)
        self.charge()

    def charge(self) -> None:
        """An event of input is worked on: what the tasks of the player do from now on is charged, for a while."""
        self.charged_until = self._clock() + LINGER

    def spend(self, seconds: float) -> None:
        """A task has made a step of so much processor time."""
        self.steps += 1
        now = self._clock()
        if now - seconds < self.charged_until:
            over = max(0.0, self._event + seconds - SHORT) - max(0.0, self._event - SHORT)
            self._event += seconds
            for bucket in (self._own, self.place):
                bucket.spend(seconds + SURCHARGE * over, now)

    def wait(self) -> float:
        """Seconds until the next event of input; nobody has to wait while nobody else plays."""
        now = self._clock()
        shares, since = self._shares, now - ACTIVE
        own = self._own.wait(now) if shares.is_contested(self, since) else 0.0
        if not shares.is_contested_elsewhere(self, since):
            return own
        return max(own, self.place.wait(now), TURN if self.place.is_serving(self) else 0.0)

    @property
    def is_contested_elsewhere(self) -> bool:
        """Whether somebody who comes from another address plays."""
        return self._shares.is_contested_elsewhere(self, self._clock() - ACTIVE)


class Shares:
    """The shares of all players who are here; sessions of one player have one in common."""

    def __init__(self) -> None:
        """Nobody is here."""
        self._known: WeakValueDictionary[str, Share] = WeakValueDictionary()
        self._places: WeakValueDictionary[str, Time] = WeakValueDictionary()

    def of(self, name: str, place: str = "") -> Share:
        """The share of a player who comes from a place."""
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = Share(self, place=self._place(place))
        return found

    def _place(self, place: str) -> Time:
        found = self._places.get(place)
        if found is None:
            found = self._places[place] = Time(PLACE_RATE, monotonic())
        return found

    def is_contested(self, share: Share, since: float) -> bool:
        """Whether anybody else has given input since a moment."""
        return any(other is not share and other.charged_until > since for other in self._known.values())

    def is_contested_elsewhere(self, share: Share, since: float) -> bool:
        """Whether anybody who comes from another place has given input since a moment."""
        return any(other.place is not share.place and other.charged_until > since for other in self._known.values())


# Measuring

_SHARE: ContextVar[Share] = ContextVar("share")


def context_for(share: Share) -> Context:
    """An empty context in which all tasks are charged to a share."""
    context = Context()
    context.run(_SHARE.set, share)
    return context


class Metered(Coroutine[Any, Any, Any]):
    """A coroutine whose steps are timed."""

    __slots__ = ("_coro", "_share")

    def __init__(self, coro: Coroutine[Any, Any, Any], share: Share) -> None:
        """Charge a share."""
        self._coro, self._share = coro, share

    def send(self, value: Any) -> Any:
        """Make a step."""
        began = thread_time()
        try:
            return self._coro.send(value)
        finally:
            self._share.spend(thread_time() - began)

    def throw(self, *error: Any) -> Any:
        """Make a step that begins with an error."""
        began = thread_time()
        try:
            return self._coro.throw(*error)
        finally:
            self._share.spend(thread_time() - began)

    def close(self) -> None:
        """End it."""
        self._coro.close()

    def __await__(self) -> Generator[Any, Any, Any]:
        """Await it as it is."""
        return self._coro.__await__()


def metered(loop: AbstractEventLoop, coro: Any, **more: Any) -> Task[Any]:
    """A task factory: tasks in the context of a share are charged to it."""
    context: Context | None = more.get("context")
    share = context.get(_SHARE) if context is not None else _SHARE.get(None)
    return Task(coro if share is None else Metered(coro, share), loop=loop, **more)
