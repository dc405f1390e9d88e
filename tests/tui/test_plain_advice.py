"""Plain mode: what a player can ask for, and one hand at a time where hands are private."""

import os
import pty
import re
import subprocess
import sys

import pytest

from engine.games.horrors_of_war.content.library import library
from tui.play import saves

PRIVATE = ("--option", "private-hands", "--seats", "nabo,yainar")


def play(parley, *arguments, typed=""):
    return parley("play", "horrors-of-war", "--plain", "--seed", "3", *arguments, typed=typed)


def answered(ran):
    """What was told after the first prompt, in one line."""
    return " ".join(ran.out.partition("\n> ")[2].split())


def hands():
    """The titles of the cards that each seat of the newest save holds."""
    table = saves.open_save(saves.newest_unfinished(), writing=False).table
    titles = library().resources
    return {seat: {titles[card].title for card in hand} for seat, hand in table.state.hands.items()}


def test_a_hint_is_told_with_its_reason(parley):
    told = answered(play(parley, typed="hint\n"))
    assert re.search(r"Thinking\.\.\. (Play .+|Pass) That gives \d+ chances in 100", told)


def test_a_forecast_is_told_without_signs(parley):
    told = answered(play(parley, typed="forecast\n"))
    assert "If everybody passed now, over 40 guesses" in told
    assert "Macaws" in told


def test_the_rules_in_question_and_the_rules_with_a_word(parley):
    assert "card" in answered(play(parley, "--name", "one", typed="rules\n")).casefold()
    told = answered(play(parley, "--name", "two", typed="rules green zone\n"))
    assert "green zone" in told
    assert "[HOW-" not in told
    assert 'does not say "zeppelin"' in answered(play(parley, "--name", "three", typed="rules zeppelin\n"))


def test_why_something_is_not_among_the_moves(parley):
    """Alone there is nobody to whom a card could be handed on."""
    assert re.search(r"\w, no delegate: \w.+\.", answered(play(parley, typed="why\n")))


def test_the_decks_and_every_card_of_one(parley):
    told = answered(play(parley, typed="decks\ndecks macaws, left\ndecks tower\n"))
    assert "Macaws, left orders: 10 still face down." in told
    assert "Looted Supplies (speed 1). If an adventurer" in told
    assert 'No deck is called "tower"' in told


def test_a_private_hand_is_shown_to_its_seat_alone(parley):
    ran = play(parley, *PRIVATE, typed="decks resource\nlook yainar\nlog\nquit\n")
    mine, other = hands()["nabo"], hands()["yainar"]
    shown = ran.out.partition("Not seen")[0]
    assert ran.out.index("Pass to Nabo.") < ran.out.index("== Hands ==")
    assert all(title in shown for title in mine)
    assert not any(title in shown for title in other - mine)
    assert "Only Yainar may look at that." in ran.out


def test_the_next_player_is_told_what_happened_meanwhile(parley):
    ran = play(parley, *PRIVATE, typed="pass\nquit\n")
    before, _, after = ran.out.partition("Pass to Yainar.")
    assert "What happened meanwhile:" in after.partition("== Map ==")[0]
    assert "What happened meanwhile:" not in before
    mine = hands()["nabo"] - hands()["yainar"]
    assert not any(title in after.partition("== Hands ==")[2] for title in mine)


@pytest.mark.parametrize("name", ["somebody", "nabo"])
def test_only_seats_that_are_asked_come_to_the_keyboard(parley, name):
    told = answered(play(parley, "--seats", "nabo,yainar", typed="yainar pass\nseat " + name + "\nseat yainar\n"))
    assert "Type seat and one of: Nabo, Yainar." in told or name == "nabo"
    assert "Nothing is asked of Yainar now." in told


def test_a_terminal_is_cleared_before_it_is_passed_on(home):
    """Nothing of a hand is left on the screen or above it when the next player sits down."""
    parent, child = pty.openpty()
    kept = {name: os.environ[name] for name in ("PATH", "PARLEY_HOME")}
    command = [sys.executable, "-m", "tui", "play", "horrors-of-war", "--plain", "--seed", "3", *PRIVATE]
    running = subprocess.Popen(command, stdin=child, stdout=child, stderr=child, env=kept | {"TERM": "xterm"})
    os.close(child)
    seen = b""

    def until(words):
        nonlocal seen
        start = len(seen)
        while words not in seen[start:]:
            seen += os.read(parent, 4096)
        return seen[start:]

    until(b"Pass to Nabo")
    os.write(parent, b"\n")
    until(b"> ")
    os.write(parent, b"seat yainar\n")
    until(b"then the screen is cleared")
    os.write(parent, b"\n")
    assert b"\x1b[2J\x1b[3J" in until(b"Pass to Yainar")
    os.write(parent, b"\nquit\n")
    until(b"parley resume")
    running.wait()
    os.close(parent)
    assert running.returncode == 0
