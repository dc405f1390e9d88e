"""Plain mode: a table played by lines of text."""

import json
import random
import re

import pytest

from engine import registry
from engine.core.kinds import Setup
from tui.plain import PlainTable
from tui.play import saves


def answers(count, seed=1, highest=12):
    """Numbers as somebody might type them who does not read the question."""
    rng = random.Random(seed)
    return "".join(f"{rng.randint(1, highest)}\n" for _ in range(count))


def play(parley, *arguments, typed=""):
    return parley("play", "horrors-of-war", "--plain", "--seed", "3", *arguments, typed=typed)


def last_question(out):
    """The last question with its moves, up to the prompt."""
    return out[: out.rindex("\n> ")].rpartition("\n\n")[2]


def test_the_story_the_table_and_the_question_come_first(parley):
    ran = play(parley)
    assert ran.code == 0
    assert ran.err == ""
    told = ["Order in Chaos", "Meron's letter", "round 1", "== Map ==", "Do you play a card, or pass?", "  1. Play"]
    assert sorted(told, key=ran.out.index) == told


def test_a_game_is_played_to_its_end_from_a_pipe_in_ascii(process, home):
    """Also under LANG=C: `process` decodes strictly as ASCII."""
    ran = process("play", "horrors-of-war", "--plain", "--seed", 3, "--seats", "nabo,yainar", typed=answers(6000))
    assert ran.code == 0
    assert ran.err == ""
    table = saves.open_save(home / "saves" / "order-in-chaos-1.jsonl", writing=False).table
    assert table.rules.epilogue(table.state)
    assert table.rules.epilogue(table.state) in " ".join(ran.out.split())
    final = ran.out[ran.out.rindex("Rounds: ") :]
    assert "Fallen" in final
    assert "parley replay order-in-chaos-1" in final
    assert process("verify", "order-in-chaos-1").code == 0


def test_lines_fit_the_terminal(parley, monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    ran = play(parley, "--seats", "4", typed=answers(60) + "help\nstory\nlog 60\n")
    assert [line for line in ran.out.splitlines() if len(line) > 50] == []


def test_the_end_of_the_input_leaves_politely(parley):
    ran = play(parley, typed="1\n")
    assert ran.code == 0
    assert ran.out.endswith("The table is saved as order-in-chaos-1.\nGo on with: parley resume order-in-chaos-1\n")


@pytest.mark.parametrize("word", ["quit", "QUIT", "exit"])
def test_quit_leaves(parley, word):
    assert play(parley, typed=f"{word}\n1\n1\n").out.endswith("parley resume order-in-chaos-1\n")


def test_resume_asks_the_same_question(parley):
    left = play(parley, "--seats", "2", typed=answers(40) + "moves\n")
    resumed = parley("resume")
    assert last_question(resumed.out) == last_question(left.out)
    assert "Meron's letter" not in resumed.out


def test_undo_brings_the_question_back(parley):
    asked = last_question(play(parley, "--name", "one").out)
    ran = play(parley, "--name", "two", typed="1\nundo\n")
    assert "Taken back: Play " in ran.out
    assert last_question(ran.out) == asked
    assert "1 taken back" in parley("verify", "two").out


def test_undo_of_a_revealing_move_is_refused(parley):
    ran = play(parley, typed="pass\nundo\n")
    assert "revealed something new, so it cannot be taken back" in ran.out


def test_undo_of_nothing_is_refused(parley):
    assert "There is no move to take back." in play(parley, typed="undo\n").out


def test_open_undo_goes_back_without_limit(parley):
    asked = last_question(play(parley, "--name", "one").out)
    ran = play(parley, "--name", "two", "--open-undo", typed="pass\npass\n" + "undo\n" * 2)
    assert last_question(ran.out) == asked


def test_open_undo_goes_back_from_the_end(parley):
    ran = play(parley, "--open-undo", typed="pass\n1\n" * 2000 + "undo\n" + "quit\n")
    end = ran.out.index("Rounds: ")
    assert ran.code == 0
    assert "Type undo to take the last move back" in ran.out[end:]


def test_a_move_by_the_start_of_its_words(parley):
    by_number = play(parley, "--name", "one", typed="1\n")
    words = last_question(play(parley, "--name", "two").out).partition("1. ")[2][:12]
    assert last_question(play(parley, "--name", "three", typed=words.upper() + "\n").out) == last_question(
        by_number.out
    )


def test_the_start_of_several_moves_lists_them(parley):
    ran = play(parley, typed="play\n")
    assert "several moves; which one?\n  1. Play" in ran.out
    assert json.loads(parley("saves", "--json").out)[0]["moves"] == 0


def test_a_seat_before_the_words_says_whose_move_it_is(parley):
    ran = play(parley, "--seats", "nabo,yainar", typed="pass\nyainar pass\nlog 1\n")
    assert "Nabo: Pass" in ran.out
    assert "Move 1, Yainar: Pass" in ran.out


def test_everybody_passes_at_once(parley):
    ran = play(parley, "--seats", "nabo,yainar", typed="end\n")
    assert "Type end if everybody passes." in ran.out
    assert json.loads(parley("saves", "--json").out)[0]["round"] == 2


def test_nobody_can_pass_in_the_middle_of_a_card(parley):
    assert "Nobody can pass now." in play(parley, typed="1\nend\n").out


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("0", "There is no choice 0"),
        ("99", "There is no choice 99"),
        ("9" * 4000, "There is no choice 999"),
        ("-1", 'No move starts with "-1"'),
        ("dance", 'No move starts with "dance"'),
        ("look moon", 'There is no "moon" to look at'),
        ("\x1b[2J\x00", "No move starts with"),
        ("help", "take the last move back"),
        ("help", '"look map"'),
        ("help", '"look tambatro"'),
        ("help", "forecast"),
        ("?", "take the last move back"),
        ("save", "Everything is saved after every move"),
        ("story", "Advice: "),
        ("log", "the table is laid out"),
        ("look", "== Map =="),
    ],
)
def test_other_answers_change_nothing(parley, home, typed, answer):
    ran = play(parley, typed=f"{typed}\n")
    assert answer in ran.out.partition("\n> ")[2]
    assert ran.code == 0
    assert "\x1b" not in ran.out
    assert len((home / "saves" / "order-in-chaos-1.jsonl").read_bytes().splitlines()) == 2


def test_moves_are_listed_again_only_when_they_changed_or_are_asked_for(parley):
    assert play(parley, "--name", "one", typed="dance\nhelp\n").out.count("  1. Play") == 1
    assert play(parley, "--name", "two", typed="\nmoves\n").out.count("  1. Play") == 3


def test_the_whole_table_is_shown_once_a_round(parley):
    assert play(parley, typed="1\nundo\npass\n").out.count("== Map ==") == 2


def test_input_that_is_not_text(parley, process, home):
    ran = process(
        "play", "horrors-of-war", "--seed", 3, typed="\udce9\n".encode("utf-8", "surrogateescape").decode("latin1")
    )
    assert ran.code == 0


def test_private_hands_are_told_as_the_acting_seat_sees_them(parley):
    ran = play(parley, "--option", "private-hands", "--seats", "nabo,yainar", typed="end\n")
    assert "nabo got" not in ran.out.casefold().partition("== hands ==")[0]


def test_what_concerns_everybody_is_asked_once(parley):
    """Three adventurers settle together who gets more cards: three choices, not three for each of them."""
    ran = play(parley, "--seats", "nabo,akezan,yainar", typed="nabo gets\nyainar gets\n")
    asked = ran.out.partition("\nNabo, Akezan or Yainar: ")[2].partition("\n> ")[0]
    assert re.findall(r"^ +\d+\. (.+)$", asked, re.MULTILINE) == [
        f"{who} gets one more" for who in ("Nabo", "Akezan", "Yainar")
    ]
    assert re.search(r"Named\s+already:\s+Nabo\.", ran.out)
    assert "The starting hands were dealt." in ran.out


def test_everybody_has_a_pass_of_their_own(parley):
    ran = play(parley, "--seats", "nabo,yainar")
    assert last_question(ran.out).count(". Pass") == 2


def test_every_question_of_a_random_game_has_moves_with_words(home):
    rules = registry.game("horrors-of-war")
    setup = Setup(game=rules.id, scenario="order-in-chaos", seats=("nabo", "akezan", "yainar"), seed=9)
    plain = PlainTable(saves.begin(rules, setup, None))
    rng = random.Random(4)
    for _ in range(150):
        if plain.table.ask is None:
            break
        plain._number_choices()
        assert all(each.choice.words.strip() and each.choice.words.isascii() for each in plain.listed)
        plain.sitting.make(rng.choice(plain.listed).choice)


def test_look_at_a_part_of_the_table(parley):
    """A small terminal cannot show everything: one part can be asked for by its heading."""
    ran = parley("play", "horrors-of-war", "--plain", "--seed", "3", typed="look map\nlook fish\nquit\n")
    part = re.split(r"^> ", ran.out, flags=re.MULTILINE)[1]
    assert "== Map ==" in part
    assert "== Units ==" not in part
    assert 'There is no "fish" to look at; there is: motivation, map' in " ".join(ran.out.split())
