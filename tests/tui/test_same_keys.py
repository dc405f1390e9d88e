"""Table and theatre: what both of them do has one key, and both prefer the large board."""

from __future__ import annotations

from tests.tui.playing import ROOMY
from tui.app import ParleyApp
from tui.look import keys
from tui.play import saves
from tui.screens import theatre


def test_what_table_and_theatre_both_do_has_the_same_keys():
    at_the_table = {deed.action: deed.keys for deed in keys.DEEDS}
    shared = {
        action: (pressed, at_the_table[action]) for _, pressed, action, _ in theatre.DEEDS if action in at_the_table
    }
    assert len(shared) > 12
    assert [action for action, (there, here) in shared.items() if there != here] == []


async def test_the_theatre_takes_two_lines_of_the_hand_for_a_large_board(put, lines):
    app = ParleyApp(theatre=saves.open_save(put(lines), writing=False))
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        await pilot.pause()
        assert app.screen.board.layout_now.name == "large"
