"""Saves that are damaged, foreign or tampered with: one sentence, exit code 1, and the file stays as it is."""

import os

import pytest

from engine.store.files import FileJournal

JUNK = 20 * 1024 * 1024


def every_command(parley, name):
    return {command: parley(command, name) for command in ("resume", "replay", "verify")}


def check(parley, path, *words):
    """All three commands refuse with the words, and none changes the file."""
    before = path.read_bytes()
    for command, ran in every_command(parley, "game").items():
        assert ran.code == 1, command
        assert path.name in ran.sentence
        assert [word for word in words if word not in ran.sentence] == [], (command, ran.sentence)
        assert ran.out == ""
    assert path.read_bytes() == before


def test_a_save_cut_off_in_its_header(parley, put, lines):
    check(parley, put(lines[0][:30]), "header")


def test_an_empty_save(parley, put):
    check(parley, put(b""), "is empty")


def test_a_save_cut_off_before_its_first_move(parley, put, lines):
    check(parley, put(lines[:1]), "ends before its first move")


def test_a_flipped_byte(parley, put, lines):
    middle = len(lines[30]) // 2
    lines[30] = lines[30][:middle] + bytes([lines[30][middle] ^ 1]) + lines[30][middle + 1 :]
    check(parley, put(lines), "line 31", "checksum")


def test_a_flipped_byte_in_the_header(parley, put, lines):
    lines[0] = lines[0].replace(b"order-in-chaos", b"order-in-chaps")
    check(parley, put(lines), "line 1", "checksum")


def test_another_version(parley, put, lines, resealed):
    lines[0] = resealed(lines[0], b'{"parley":1', b'{"parley":2')
    check(parley, put(lines), "format 2", "format 1")


def test_an_unknown_game(parley, put, lines, resealed):
    lines[0] = resealed(lines[0], b'"game":"horrors-of-war"', b'"game":"horrors-of-wax"')
    check(parley, put(lines), 'no game "horrors-of-wax"', 'Did you mean "horrors-of-war"?')


def test_an_unknown_scenario(parley, put, lines, resealed):
    lines[0] = resealed(lines[0], b'"scenario":"order-in-chaos"', b'"scenario":"order-in-chairs"')
    check(parley, put(lines), 'no scenario "order-in-chairs"')


def test_a_fact_that_does_not_decode(parley, put, lines, resealed):
    lines[1] = resealed(lines[1], b'"fact":"RoundBegan"', b'"fact":"RoundBagan"')
    check(parley, put(lines), "line 2", "RoundBagan")


def test_a_fact_about_something_that_is_not_there(parley, put, lines, resealed):
    lines[1] = resealed(lines[1], b'"fact":"RoundBegan","round":1', b'"fact":"UnitTurned","unit":"x","facing":"up"')
    check(parley, put(lines))


def test_a_digest_that_does_not_match(parley, put, lines, resealed):
    digest = lines[-1].rpartition(b'"digest":"')[2][:16]
    lines[-1] = resealed(lines[-1], digest, b"0123456789abcdef")
    check(parley, put(lines), f"line {len(lines)}", "digest")


def test_a_move_out_of_sequence(parley, put, lines):
    del lines[20]
    check(parley, put(lines), "line 21", "number 20 where 19 was expected")


@pytest.mark.parametrize(
    "junk",
    [b"\0" * JUNK, b"a" * JUNK, b"line\n" * (JUNK // 5), bytes(range(256)) * (JUNK // 256)],
    ids=["zeros", "one line", "lines", "bytes"],
)
def test_megabytes_of_junk(parley, put, junk):
    check(parley, put(junk), "not a Parley save")


def test_a_folder_in_the_place_of_a_save(parley, home):
    (home / "saves" / "game.jsonl").mkdir(parents=True)
    assert "no save" in parley("resume", "game").sentence
    assert parley("saves").code == 0


def test_a_torn_last_line_is_dropped_with_a_notice(parley, put, lines):
    path = put(b"\n".join(lines)[:-20])
    before = path.read_bytes()
    ran = parley("resume", "game")
    assert ran.code == 0
    assert "cut off" in ran.sentence
    assert path.read_bytes() == before
    assert parley("resume", "game", typed="1\n").code == 0
    assert parley("verify", "game").err == ""


def test_a_second_process_cannot_write_the_same_save(process, put, lines):
    path = put(lines)
    first = FileJournal(path)
    refused = process("resume", "game")
    assert refused.code == 1
    assert "open in another Parley" in refused.sentence
    assert process("replay", "game").code == 0
    first.close()
    assert process("resume", "game").code == 0
    assert path.read_bytes() == b"".join(line + b"\n" for line in lines)


def test_bad_saves_are_listed_with_their_reason(parley, put, lines):
    put(lines, "good")
    put(b"junk\n", "bad")
    listed = parley("saves")
    assert listed.code == 0
    assert "bad: bad.jsonl is not a Parley save" in listed.out
    assert "good" in listed.out


def test_a_bad_save_does_not_keep_the_good_one_from_being_resumed(parley, put, lines):
    good = put(lines, "good")
    bad = put(b"junk\n", "bad")
    os.utime(good, (1, 1))
    os.utime(bad, (2, 2))
    assert "saved as good" in parley("resume").out


def test_verify_goes_on_after_a_bad_save(parley, put, lines):
    put(lines, "good")
    put(b"junk\n", "bad")
    ran = parley("verify", "bad", "good")
    assert ran.code == 1
    assert "bad.jsonl is not a Parley save" in ran.sentence
    assert ran.out.startswith("good: 60 moves")


def test_there_is_no_such_save(parley, put, lines):
    put(lines, "good")
    assert parley("replay", "goot").sentence == 'There is no save named "goot". Did you mean "good"?'


@pytest.mark.parametrize("header", [b'{"parley": "\xff"}\n', b'{"a":' * 100_000 + b"\n"], ids=["not UTF-8", "too deep"])
def test_a_header_that_json_cannot_hold(parley, put, header):
    check(parley, put(header), "not a Parley save")
