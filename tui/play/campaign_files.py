"""Whole campaigns: taking one along as a file, bringing one in, and checking one with all of its tables."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from engine.core.campaign.ledger import Ledger
from engine.core.campaign.standing import Attempt, CampaignStanding, standing
from engine.core.content import home, read_regular
from engine.core.errors import ParleyError, Refused, SaveError
from engine.core.journal import read_header
from engine.core.verify import verify
from engine.store.bundle import Bundle, pack, unpack
from engine.store.files import SUFFIX, FileJournal
from engine.store.ledgers import FOLDER, LedgerFile, checked_name, stem_of
from tui.play import saves
from tui.play.campaigns import OpenCampaign, campaign_of, end_of, ledgers, open_campaign
from tui.play.opened import MemoryJournal, readable

ARCHIVE = ".zip"


# Taking it along


class Moved(msgspec.Struct, frozen=True):
    """Where a campaign went, and which of its tables did not come along."""

    path: Path
    saves: int
    left_out: tuple[str, ...] = ()


def export(path: Path, typed: str) -> Moved:
    """Write a campaign and all of its tables to one new file."""
    opened = open_campaign(path, writing=False)
    found, lost = {}, []
    for attempt in opened.standing.attempts:
        try:
            table = opened.table_of(attempt)
            found[table.name.removesuffix(SUFFIX)] = _whole_lines(table)
        except ParleyError as error:
            lost.append(str(error))
    packed = pack(_whole_lines(path), found)
    return Moved(saves.write_typed(typed, f"{opened.name}{ARCHIVE}", packed), len(found), tuple(lost))


def _whole_lines(path: Path) -> bytes:
    """The complete lines of a file: one that is being written stays behind."""
    try:
        raw = read_regular(path)
    except OSError as error:
        raise SaveError(f"{path.name} cannot be read: {error.strerror}.") from None
    return raw[: raw.rfind(b"\n") + 1]


def bring_in(path: Path) -> Moved:
    """Bring in a campaign that was exported; nothing that is here already is changed."""
    bundle = unpack(path)
    with readable(path.name):
        ledger, now = _checked(path.name, bundle)
    if there := ledgers().by_id(ledger.header.id):
        raise Refused(f"This campaign is here already, as {there.name.removesuffix(SUFFIX)}; nothing was changed.")
    # The ledger comes last: before it is there, nothing speaks of the saves, and the same file can be brought in again.
    for name, raw in bundle.saves.items():
        _place_save(name, raw)
    folder = ledgers().path
    target = saves.fresh_file(folder, stem_of(now.name))
    saves.write_new(target, bundle.ledger)
    return Moved(target, len(bundle.saves), tuple(_without_table(now, bundle)))


def _checked(name: str, bundle: Bundle) -> tuple[Ledger, CampaignStanding]:
    """The ledger of an archive, if it is sound and its saves are its own."""
    journal = MemoryJournal()
    journal.name = name
    journal.kept = bundle.ledger.split(b"\n")[:-1]
    ledger = Ledger.opened(journal)
    _, campaign = campaign_of(ledger.header, name)
    now = standing(campaign, ledger.header, ledger.lines)
    checked_name(now.name)
    setups = [attempt.setup for attempt in now.attempts]
    for save, raw in bundle.saves.items():
        if read_header(save, raw.partition(b"\n")[0]).setup not in setups:
            raise SaveError(f"{name} cannot be brought in: {save} is not the save of one of its chapters.")
    return ledger, now


def _without_table(now: CampaignStanding, bundle: Bundle) -> Iterator[str]:
    """What to say about attempts whose save is not in an archive."""
    brought = [read_header(save, raw.partition(b"\n")[0]).setup for save, raw in bundle.saves.items()]
    for attempt in now.attempts:
        if attempt.setup not in brought:
            yield f"The save of attempt {attempt.number}, {attempt.save}, is not in the file."


def _place_save(name: str, raw: bytes) -> None:
    """Put a save into the folder; under another name if its own is taken by another table."""
    folder = saves.folder().path
    named = folder / f"{name}{SUFFIX}"
    if named.is_file() and read_regular(named) == raw:
        return
    saves.write_new(saves.fresh_file(folder, name), raw)


# Putting it away


def delete(path: Path) -> Path:
    """Put a ledger into the trash, from which it can be brought back; the saves of its tables stay."""
    file = LedgerFile(path)  # refused while another process has it open
    target = home() / saves.TRASH / FOLDER / f"{time.time_ns()}~{path.name}"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        return path.replace(target)
    except OSError as error:
        raise SaveError(f"{path.name} cannot be put into the trash: {error.strerror}.") from None
    finally:
        file.close()


def restore() -> Path:
    """Bring the campaign back that was deleted last; under another name if its own was taken meanwhile."""
    trash = sorted((home() / saves.TRASH / FOLDER).glob(f"*~*{SUFFIX}"), key=lambda path: path.name)
    if not trash:
        raise Refused("No campaign lies in the trash.")
    target = saves.fresh_file(ledgers().path, trash[-1].name.partition("~")[2].removesuffix(SUFFIX))
    try:
        return trash[-1].replace(target)
    except OSError as error:
        target.unlink(missing_ok=True)
        raise SaveError(f"{trash[-1].name} cannot be brought back: {error.strerror}.") from None


# Checking


class CheckedCampaign(msgspec.Struct, frozen=True):
    """What was found when a campaign was checked."""

    name: str
    attempts: int
    moves: int
    problems: tuple[str, ...] = ()


def verify_campaign(path: Path) -> CheckedCampaign:
    """Check the seals of a ledger, play every table again by today's rules, and compare the results."""
    opened = open_campaign(path, writing=False)
    now, moves, problems = opened.standing, 0, []
    for attempt in now.attempts:
        try:
            with readable(attempt.save):
                moves += _verify_attempt(opened, attempt)
        except (ParleyError, OSError) as error:
            problems.append(f"Attempt {attempt.number}: {error}")
    return CheckedCampaign(opened.name, len(now.attempts), moves, tuple(problems))


def _verify_attempt(opened: OpenCampaign, attempt: Attempt) -> int:
    """How many moves a table has that is as today's rules give it, and as the ledger has it."""
    path = opened.table_of(attempt)
    table = saves.open_save(path, writing=False)
    found = verify(opened.rules, FileJournal(path, writing=False))
    line = end_of(attempt, table)
    if attempt.result in ("won", "lost"):
        if line is None:
            raise SaveError(f"{path.name} goes on, but the ledger says that it was {attempt.result}.")
        told = (attempt.result == "won", attempt.reason, attempt.scores, attempt.marks, attempt.digest)
        if told != (line.won, line.reason, line.scores, line.marks, line.digest):
            raise SaveError(f"{path.name} did not end as the ledger says.")
    return found.moves
