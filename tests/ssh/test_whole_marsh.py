"""Two friends with ssh clients and a bot play Marsh Lights, a game of rivals with secrets, to its end in a house."""

from __future__ import annotations

import random
import shutil
import signal

import pytest

from engine.core.verify import verify
from engine.store.files import FileJournal
from tests.ssh.conftest import RealHouse, needs_openssh
from tests.ssh.test_whole_game import CLOSES, Evening, wait_for
from tui.house.sight import JUST_CHANGED
from tui.play.sitting import Sitting

pytestmark = pytest.mark.usefixtures("marsh_lights")


class MarshHouse(RealHouse):
    """A house with Marsh Lights among its games."""

    module = "tests.made_up"


def cursor(pane):
    """The line of a form that the cursor is on; none while the screen is painted."""
    found = [line for line in pane.text.splitlines() if line.startswith(">")]
    return found[0] if len(found) == 1 else ""


class Night(Evening):
    """mira plays Amber on a small terminal, tom Jade on a large one, and a bot Violet."""

    game = "marsh-lights"
    house_type = MarshHouse
    people = {"amber": "mira", "jade": "tom"}

    def open_table(self):
        mira = self.panes["mira"] = self.tmux.pane("mira", self.house.command("mira"))
        mira.until("Open a new table")
        mira.keys("n")
        mira.until("Who plays")
        for place, line, key, then in (
            (2, "Marsh Lights", "Enter", "Marsh Lights - The Ford"),
            (5, "3 The Isle", "Enter", "Marsh Lights - The Isle"),
            (12, "Violet: free for anybody", "Right", "Violet: the easy bot"),
        ):
            self.point(mira, place, line)
            mira.keys(key)
            mira.until(then)
        mira.keys("b")
        mira.until(CLOSES)
        mira.keys("Escape")
        mira.until("Waiting for somebody to play Jade.")
        wait_for(lambda: CLOSES not in mira.text)
        assert "keeper" not in mira.text.replace("perhaps a keeper", ""), "nobody sees their walkers before all sit"
        self.code = self.house.say("tom", "tables").stdout.split()[0]

    def point(self, pane, place, words):
        """Go to a line of the form by its place: what is on the screen may be half drawn while one goes down."""
        pane.keys("Home", *["Down"] * place)
        wait_for(lambda: words in cursor(pane), told=lambda: f"not at {words!r}:\n{pane.text}")

    def sit_down(self):
        tom = self.come("tom", (120, 40))
        tom.until("Sit down as Jade")
        tom.keys("Enter")
        tom.until(CLOSES)
        tom.keys("Escape")
        wait_for(lambda: CLOSES not in tom.text)
        for pane in self.panes.values():
            pane.until("How many sparks do you bid for moving first?")

    def asked(self):
        """Which person is asked, once the bot has moved; nobody when the game is over."""
        wait_for(lambda: self.table.ask is None or set(self.table.ask.seats) & self.people.keys())
        ask = self.table.ask
        return next((seat for seat in ask.seats if seat in self.people), "") if ask else ""

    def move(self, choose):
        """One of those who are asked makes a move by its number, and it is in the journal."""
        seat = self.asked()
        if not seat:
            return
        number, sitting = self.table.number, Sitting(self.table, [seat])
        pane, question = self.panes[self.people[seat]], sitting.question
        key = str(sitting.choices.index(choose(sitting.choices)) + 1)
        wait_for(lambda: question[:70] in pane.text, told=lambda: f"{seat} is not asked {question}:\n{pane.text}")
        pane.keys(key)
        pressed = number

        def is_made():
            nonlocal pressed
            if any(step.seat == seat for step in self.table.steps[number:]):
                return True
            is_covered = JUST_CHANGED in pane.text or CLOSES in pane.text
            if is_covered or self.table.number > pressed:  # a key right after a move of others does nothing
                pressed = self.table.number
                pane.keys(*(["Escape"] if is_covered else []))
                wait_for(lambda: JUST_CHANGED not in pane.text and CLOSES not in pane.text)
                pane.keys(key)
            return False

        wait_for(is_made, told=lambda: f"{seat} could not move:\n{pane.text}")


@needs_openssh
@pytest.mark.skipif(
    shutil.which("tmux") is None, reason="TMUX IS MISSING: without it (apt install tmux) no game over ssh is played"
)
def test_two_rivals_and_a_bot_play_to_the_end(tmp_path):
    """Each sees their own walkers and nobody else's, and both are told how it ended."""
    night, chance = Night(tmp_path), random.Random(4)
    try:
        night.open_table()
        night.sit_down()
        rivals = night.panes["tom"].text
        assert "brute, keeper, scout, shade" in rivals
        assert rivals.count("4 cloaked") == 2
        while night.table.ask is not None:
            night.move(lambda choices: chance.choice(choices[:9]))
        how = night.table.outcome.reason
        for pane in night.panes.values():
            pane.until(how.partition(":")[0])
        assert {step.seat for step in night.table.steps[1:]} == {"amber", "jade", "violet"}
        assert night.house.stop(signal.SIGTERM) == 0
        assert verify(night.table.rules, FileJournal(night.path, writing=False)).moves == night.table.number - 1
        checked = night.house.parley("verify", str(night.path))
        assert checked.returncode == 0, checked.stderr
    finally:
        night.end()
