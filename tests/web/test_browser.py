"""Parley in a real browser: keys, clicks, sizes, leaving, and a tab that is closed in the middle of it."""

from __future__ import annotations

import pytest

from tests.web.chromium import Chromium, executable, until
from tests.web.conftest import is_free

pytestmark = pytest.mark.skipif(
    executable() is None,
    reason="CHROMIUM IS MISSING: without it (apt install chromium) Parley is not tried in a real browser",
)

LARGE, SMALL, TINY = (1200, 800), (724, 510), (500, 300)


def place_of(words: str, shown: str) -> tuple[int, int]:
    """The column and line at which words are shown."""
    line, text = next((y, text) for y, text in enumerate(shown.splitlines()) if words in text)
    return text.index(words), line


async def test_a_game_is_begun_by_keys_looked_at_by_mouse_and_kept_when_the_tab_is_closed(begin, tmp_path):
    page = begin()
    async with Chromium(tmp_path / "browser") as browser:
        tab = await browser.open(page.address, LARGE)
        await tab.sees("New game", "Learn")
        await tab.press("n")
        await tab.sees("Begin", "Seed: by chance")
        await tab.press("b")
        await tab.sees("Enter or Esc closes.")
        await tab.press("Escape")
        table = await tab.sees("Do you play a card, or pass?", "· G2")
        assert "G2 · plain" not in table
        await tab.click(*place_of("G2", table))
        await tab.sees("G2 · plain")

        await tab.resize(SMALL)
        await tab.sees("c Hand")
        await tab.resize(TINY)
        await tab.sees("Parley needs more room.")
        await tab.resize(LARGE)
        await tab.sees("G2 · plain")

        [save] = page.saves
        assert not is_free(save)
        await tab.close()
        await until(lambda: is_free(save))
        assert {address.startswith(page.address) for address in tab.requests} == {True}


async def test_a_table_is_open_in_one_tab_and_who_leaves_is_told_that_it_is_saved(begin, tmp_path):
    page = begin()
    async with Chromium(tmp_path / "browser") as browser:
        first = await browser.open(page.address)
        await first.sees("Learn")
        await first.press("n")
        await first.sees("Begin")
        await first.press("b")
        await first.sees("Enter or Esc closes.")
        second = await browser.open(page.address)
        await second.sees("Continue")
        await second.press("c")
        await second.sees("is open in another Parley")

        await second.press("q")
        await second.comes_to("getComputedStyle(document.querySelector('.closed')).display", "flex")
        assert await second.value("document.querySelector('.closed p').innerText") == (
            "Parley is closed here. Every table is saved."
        )
        await first.show()
        await first.press("Escape")
        await first.sees("· G2")
        await first.press("q")
        await first.sees("Continue")
        await second.show()
        await second.press("Enter")  # the button that opens it again has the keyboard
        await second.comes_to("document.body.classList.contains('-closed')", False)
        await second.sees("Continue")
        await second.press("c")
        await second.sees("Do you play a card, or pass?")

        assert page.stop() == 0
        await second.comes_to("document.body.classList.contains('-closed')", True)
    assert [is_free(save) for save in page.saves] == [True]
