"""What a test lets another process do: play for its life, or tell how it plays.

python -m tests.contracts.child play GAME SAVE SEED     each line of the output is a move that is on disk
python -m tests.contracts.child tell GAME SEED          each line of the output is a case and the sum of its save
python -m tests.contracts.child open SAVE               opens a save for writing, says so, and waits for a line
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any
from zlib import crc32

from engine.core.dice import Dice
from engine.core.errors import SaveError
from engine.store.files import FileJournal
from tests.contracts.playing import Played, begun, cases, every_game


def say(text: object) -> None:
    """One line, at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def rules_of(game: str) -> Any:
    """The rules of a game, the made-up one included."""
    return next(rules for rules in every_game() if rules.id == game)


def play(game: str, save: str, seed: str) -> None:
    """Play a random game into a file and say the number of each move once it has been accepted."""
    table = begun(rules_of(game), seed=int(seed), journal=FileJournal.create(Path(save)))
    while table.ask is not None:
        dice = Dice(int(seed), table.number)
        seat = dice.choice(table.ask.seats)
        number = table.number
        table.submit(seat, dice.choice(table.moves(seat)))
        say(number)


def tell(game: str, seed: str) -> None:
    """Play one game of each kind and say what its save adds up to."""
    for case in cases(rules_of(game), "random", int(seed)):
        say(f"{case} {crc32(b''.join(Played(case).journal.kept)):08x}")


def open_(save: str) -> None:
    """Hold a save open for writing, or say why that cannot be."""
    try:
        journal = FileJournal(Path(save))
    except SaveError as error:
        say(error)
        return
    say("open")
    sys.stdin.readline()
    journal.close()


if __name__ == "__main__":
    {"play": play, "tell": tell, "open": open_}[sys.argv[1]](*sys.argv[2:])
