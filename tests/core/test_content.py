"""Content files: decoded strictly; a mistake is reported with the file, the place and the nearest valid name."""

from typing import Literal

import msgspec
import pytest

from engine.core import content
from engine.core.errors import ContentError, nearest


class Op(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that a card does."""

    kind: Literal["heal", "hurt"]
    amount: int = 1


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card of a made-up content file."""

    name: str
    ops: tuple[Op, ...]
    suit: Literal["heels", "hands"] = "hands"


GOOD = b'[{"name": "Balm", "ops": [{"kind": "heal", "amount": 2}]}]'


def mistake_in(raw):
    """How a file with this text is refused."""
    with pytest.raises(ContentError) as found:
        content.decode("cards.json", raw, tuple[Card, ...])
    assert str(found.value) == f"cards.json: at {found.value.path}: {found.value.problem}"
    return found.value.path, found.value.problem


def test_a_good_file_becomes_what_it_describes(tmp_path):
    path = tmp_path / "cards.json"
    path.write_bytes(GOOD)
    assert content.load(path, tuple[Card, ...]) == (Card("Balm", (Op("heal", 2),)),)


@pytest.mark.parametrize(
    ("old", "new", "path", "problem"),
    [
        (b'"amount"', b'"amuont"', "$[0].ops[0]", 'Object contains unknown field "amuont". Did you mean "amount"?'),
        (b'"heal"', b'"heel"', "$[0].ops[0].kind", "Invalid enum value 'heel'. Did you mean \"heal\"?"),
        (b'"heal"', b'"sing"', "$[0].ops[0].kind", "Invalid enum value 'sing'. It can be heal, hurt."),
        (b'"Balm"', b"7", "$[0].name", 'Expected "str", got "int".'),
        (b'"name": "Balm", ', b"", "$[0]", 'Object missing required field "name".'),
        (b"2}", b'"two"}', "$[0].ops[0].amount", 'Expected "int", got "str".'),
    ],
)
def test_a_mistake_is_reported_with_its_place_and_what_was_expected(old, new, path, problem):
    assert mistake_in(GOOD.replace(old, new)) == (path, problem)


@pytest.mark.parametrize(
    ("raw", "path"),
    [
        (b'[\n  {"name" "Balm"}\n]', "line 2, column 11"),
        (b'[{"name": "Balm",\n "ops": []},,]', "line 2, column 13"),
        (b'[\n  {"name": "Balm",\n   "ops": []\n  }\n  {', "line 5, column 3"),
        (b"?", "line 1, column 1"),
    ],
)
def test_text_that_is_not_json_is_reported_by_line_and_column(raw, path):
    place, problem = mistake_in(raw)
    assert place == path
    assert problem.startswith("this is not JSON: ")


@pytest.mark.parametrize("raw", [b"", b"[", GOOD[:-1], GOOD[:-12]])
def test_a_file_that_stops_in_the_middle_is_reported_at_its_end(raw):
    assert mistake_in(raw) == ("end of file", "this is not JSON: Input data was truncated.")


def test_text_in_another_encoding_is_reported():
    path, problem = mistake_in(GOOD.replace(b"Balm", b"B\xe4lm"))
    assert path == "$"
    assert "UTF-8" in problem


def test_a_file_that_is_not_there_is_reported(tmp_path):
    with pytest.raises(ContentError) as found:
        content.load(tmp_path / "none.json", tuple[Card, ...])
    assert found.value.problem == "the file cannot be read: No such file or directory."
    assert found.value.file == str(tmp_path / "none.json")


def test_the_nearest_name_is_offered_or_all_of_a_few_or_none_of_many():
    names = ["scout", "keeper"]
    assert nearest("scuot", names) == ' Did you mean "scout"?'
    assert nearest("zebra", names) == " It can be keeper, scout."
    assert nearest("zebra", [f"name-{number}" for number in range(13)]) == ""
    assert nearest("zebra", []) == ""


def test_the_users_own_folder_can_be_chosen(monkeypatch, tmp_path):
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    assert content.home() == tmp_path
    assert content.own("marsh-lights") == tmp_path / "content" / "marsh_lights"
    monkeypatch.setenv("PARLEY_HOME", "~/parley")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert content.home() == tmp_path / "parley"


def test_without_a_choice_it_is_the_platforms_folder_for_data(monkeypatch, tmp_path):
    monkeypatch.delenv("PARLEY_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert content.home().name == "parley"
    assert tmp_path in content.home().parents


def test_the_built_in_content_is_beside_the_code():
    assert (content.builtin("horrors-of-war") / "scenarios").is_dir()
