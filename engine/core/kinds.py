"""The five kinds of data that make a game: moves, facts, frames, asks and the state they work on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

Seat = str
"""Who may answer: the name of a seat at the table."""

NOBODY: Seat = ""
"""The spectator's seat: sees what an outsider may see and answers nothing."""

BOT = "bot:"
"""What a bot's name begins with in the log and in ledgers; its level follows."""


class Move(msgspec.Struct, frozen=True, tag=True, tag_field="move", gc=False):
    """What a seat chooses. Its class name is its tag in saves."""

    passes: ClassVar[bool] = False
    """Whether it leaves the others to act; when nobody else is asked, it ends that part of the round."""

    stays: ClassVar[bool] = False
    """Whether it leaves the mover's figure where it stands, so that pointing at that place means it."""

    aside: ClassVar[bool] = False
    """Whether it is made outside a question, at any time: a remark, resigning, offering a draw."""

    decides: ClassVar[bool] = False
    """Whether it can decide the game at once, as resigning does: people are asked once more before they make it."""

    def seen_by(self, state: Any, seat: Seat) -> Self | None:
        """The move as another seat may hear it, hidden ids masked; None if the seat may hear nothing of it.

        The state is the one before the move. The mover's own move is never masked.
        """
        return self

    def things(self) -> tuple[str, ...]:
        """What the move concerns, as references such as ``space:C4`` or ``card:r12``."""
        return ()


class Fact(msgspec.Struct, frozen=True, tag=True, tag_field="fact", gc=False):
    """What happened, complete in itself. Its class name is its tag in saves and is never renamed."""

    reveals: ClassVar[bool] = False
    """Whether such a fact tells somebody something new, so that what led to it cannot be taken back."""

    tells: ClassVar[bool] = False
    """Whether players should be told at once what it says, because it decides how they stand."""

    teaches: ClassVar[bool] = False
    """Whether it explains a rule to those who meet it for the first time."""

    def reveals_in(self, state: Any) -> bool:
        """Whether it told somebody something new, where that depends on what the table is played with."""
        return self.reveals

    def reveals_to(self, state: Any, seat: Seat) -> bool:
        """Whether it told this seat something new; to show what one knows is news to the others alone."""
        return self.reveals_in(state)

    def apply(self, state: Any) -> None:
        """Change the state. Components of a state are replaced, never changed in place."""
        raise NotImplementedError(type(self).__name__)

    def seen_by(self, state: Any, seat: Seat) -> Self:
        """The fact as one seat may see it, hidden ids masked; the state is the one right after this fact."""
        return self

    def things(self) -> tuple[str, ...]:
        """What the fact concerns, as references such as ``space:C4`` or ``unit:guard-2``."""
        return ()


class Frame(msgspec.Struct, frozen=True, tag=True, tag_field="frame", gc=False, omit_defaults=True):
    """What the table does next, as plain data on a stack. Frames hold nothing that is hidden from anybody."""

    waits: ClassVar[bool] = False
    """Whether it waits for a seat; true of asks alone."""

    @property
    def scope(self) -> str:
        """What lasts as long as the frame is on the stack, in a word such as "attack"; empty for most frames.

        A player can stand by for a scope: windows pass by until it is over.
        """
        return ""


class Ask(Frame, frozen=True, kw_only=True):
    """A frame that waits: any one of its seats may answer it."""

    waits: ClassVar[bool] = True

    window: ClassVar[bool] = False
    """Whether it is a short chance for several seats to react, which most let pass.

    Every seat that could hold an answer by what everybody knows is asked, so that being asked tells nothing.
    """

    apart: ClassVar[bool] = False
    """Whether its seats arrange something at the same time, each in secret and for itself, as in a secret set-up.

    An answer concerns nothing but the mover's own arrangement, and leaves the others asked as they were. So it can be
    taken back until the mover is no longer asked, although others have moved meanwhile.
    """

    seats: tuple[Seat, ...]


B = TypeVar("B")
_copied: Callable[[Any], Any] = msgspec.Struct.__copy__  # type: ignore[attr-defined]


class Boxed(Generic[B]):
    """Holds the box of a state beside its fields, so that saves, digests and comparisons never meet it."""

    __slots__ = ("box",)
    box: B
    """What the game is played with: its cards, pieces and map, of the edition with which the table was opened.

    It is None in a game without content, and where today's content no longer has what a save was played with: facts are
    applied without it.
    """


class State(msgspec.Struct, Boxed[B], gc=False):
    """Everything about a game, hidden things included.

    Its components are immutable values (tuples, frozen structs, dicts that are replaced and never changed), so a
    copy of the struct alone is a clone, a view shares all that is not hidden, and an old state stays what it was.
    A new state gets its box from the rules; what is made of another state takes it along.
    """

    def clone(self) -> Self:
        """A state of its own, which shares every component and the box with this one."""
        new: Self = _copied(self)
        new.box = self.box
        return new

    __copy__ = clone

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickled state takes its box along: a bot in another process plays with the same edition."""
        fields = tuple(getattr(self, name) for name in self.__struct_fields__)
        return _boxed, (type(self), fields, self.box)


def _boxed(kind: type[State[Any]], fields: tuple[Any, ...], box: Any) -> State[Any]:
    state = kind(*fields)
    state.box = box
    return state


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended, for whom, and in what words."""

    winners: tuple[Seat, ...]
    reason: str
    scores: dict[Seat, int] = {}
    """The points of each seat, in a game that counts them."""

    def is_won_by(self, seat: Seat) -> bool:
        """Whether a seat has won; that somebody has says nothing of the others."""
        return seat in self.winners


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What was chosen before a game began; the header of a save keeps it."""

    game: str
    scenario: str
    seats: tuple[Seat, ...]
    seed: int | None = None
    """What was typed to repeat a game; without it chance follows from a secret of the table, which is not in here."""
    challenges: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    open_undo: bool = False
    branched: bool = False
    """Whether it goes on from a moment of another table, whose players may know what comes."""
    table: str = ""
    """By which the log knows the table, whatever its save is called; a table that is not logged needs none."""
    carried: tuple[str, ...] = ()
    """The marks that the table got from its campaign, so that a save replays and verifies by itself."""
    campaign: str = ""
    """The campaign that the table belongs to: the id of its ledger and the number of the attempt, `3f9c20d1/4`."""

    def written(self) -> dict[str, Any]:
        """The fields as a save keeps them; a table outside a campaign has no word of one."""
        fields: dict[str, Any] = msgspec.to_builtins(self)
        return {name: value for name, value in fields.items() if value or name not in ("carried", "campaign")}
