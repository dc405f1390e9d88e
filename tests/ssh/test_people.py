"""Who owns which name."""

from __future__ import annotations

import json
import subprocess

import pytest

from engine.core.errors import Refused
from tui.house.people import Allowed, People, PeopleError, fingerprint_of, is_name

ONE, TWO, THREE = (f"SHA256:{letter * 43}" for letter in "abc")
LINE = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEl8B1VYb3mGr9YAgXYdSTVXqGFcVWR5nHd7QHX0ZGmE anna@home"


@pytest.fixture
def people(tmp_path):
    return People(tmp_path / "house")


@pytest.mark.parametrize("name", ["a", "anna", "anna-2", "a_b", "x" * 20])
def test_names_that_are_some(name):
    assert is_name(name)


@pytest.mark.parametrize(
    "name", ["", "2a", "-a", "_a", "x" * 21, "Anna", "a.b", "a/b", "a\n", "a b", "é", "a\x1b", "٣a", "a٣"]
)
def test_names_that_are_none(name):
    assert not is_name(name)


def test_the_first_key_owns_a_name(people):
    assert people.refusal("anna", ONE) == ""
    assert people.claim("anna", ONE) == ""
    assert "another key" in people.claim("anna", TWO)
    assert "another key" in people.refusal("anna")
    assert people.refusal("anna", ONE) == ""


def test_another_process_sees_what_was_written(people, tmp_path):
    other = People(tmp_path / "house")
    people.claim("anna", ONE)
    assert "another key" in other.refusal("anna", TWO)
    other.ban("anna")
    assert people.refusal("anna", ONE) == "anna may not come in here."


def test_a_claim_that_comes_second_does_not_overwrite_the_first(people, tmp_path):
    other = People(tmp_path / "house")
    assert other.owner("anna") is None
    people.claim("anna", ONE)
    other._stamp = None
    assert "another key" in other.claim("anna", TWO)
    assert people.refusal("anna", ONE) == ""


def test_a_name_that_somebody_had_stays_theirs(people):
    people.claim("anna", ONE)
    people.rename("anna", "hanna")
    assert people.refusal("anna", TWO) == "anna is called hanna now; come in under that name."
    assert people.refusal("hanna", ONE) == ""
    people.claim("bobby", TWO)
    with pytest.raises(Refused, match="anna belongs to hanna already"):
        people.rename("bobby", "anna")
    with pytest.raises(Refused, match="hanna belongs to somebody already"):
        people.rename("bobby", "hanna")
    with pytest.raises(Refused, match="anna is called hanna now"):
        people.add_key("anna", THREE)
    people.rename("hanna", "anna")
    assert people.refusal("anna", ONE) == ""
    assert "hanna is called anna" in people.refusal("hanna", ONE)


def test_a_ban_and_its_end(people):
    people.ban("nobody")
    assert people.refusal("nobody") == "nobody may not come in here."
    assert "may not" in people.claim("nobody", ONE)
    people.ban("nobody", is_banned=False)
    assert people.all() == []
    with pytest.raises(Refused, match="Nobody here is called"):
        people.ban("nobody", is_banned=False)


def test_a_ban_is_not_evaded_by_another_name(people):
    """The key is the same; and under a name that they have had all the time it opens nothing any more, either."""
    people.claim("anna", ONE)
    people.claim("annette", ONE)
    people.ban("anna")
    assert people.claim("hanna", ONE) == "hanna may not come in here."
    assert people.owner("hanna") is None
    assert people.refusal("annette", ONE) == "annette may not come in here."
    assert people.refusal("hanna", TWO) == ""
    people.ban("anna", is_banned=False)
    assert people.refusal("annette", ONE) == ""


def test_a_ban_is_not_evaded_by_a_reset(people):
    people.claim("anna", ONE)
    people.ban("anna")
    people.reset("anna")
    assert "may not" in people.claim("anna", TWO)


def test_a_reset_lets_the_next_key_in(people):
    people.claim("anna", ONE)
    people.reset("anna")
    assert people.claim("anna", TWO) == ""
    assert "another key" in people.refusal("anna", ONE)


def test_a_name_whose_keys_were_forgotten_is_not_for_guests(people):
    """It has seats, tables and settings, and a guest owns nothing."""
    people.claim("anna", ONE)
    people.reset("anna")
    assert "anna is somebody here already" in people.refusal("anna")
    assert people.refusal("anna", TWO) == ""


def test_more_keys(people):
    people.add_key("anna", ONE)
    people.add_key("anna", TWO)
    assert people.refusal("anna", ONE) == people.refusal("anna", TWO) == ""
    with pytest.raises(Refused, match="has that key already"):
        people.add_key("anna", TWO)
    for number in range(18):
        people.add_key("anna", f"SHA256:{number:043}")
    with pytest.raises(Refused, match="has 20 keys"):
        people.add_key("anna", THREE)


def test_a_damaged_file_is_left_as_it_is(people):
    people.claim("anna", ONE)
    people.path.write_text('{"version": 1, "people": [{')
    with pytest.raises(PeopleError, match="is damaged"):
        people.refusal("anna", ONE)
    with pytest.raises(PeopleError, match="is damaged"):
        people.claim("bobby", TWO)
    assert people.path.read_text() == '{"version": 1, "people": [{'


def test_a_file_of_a_newer_parley_is_left_as_it_is(people):
    people.claim("anna", ONE)
    people.path.write_text(json.dumps({"version": 99, "people": []}))
    with pytest.raises(PeopleError, match="newer Parley"):
        people.ban("anna")


def test_a_refused_change_changes_nothing(people):
    people.claim("anna", ONE)
    before = people.path.read_bytes()
    with pytest.raises(Refused):
        people.rename("anna", "../etc")
    with pytest.raises(Refused, match='Did you mean "anna"'):
        people.reset("ana")
    assert people.path.read_bytes() == before


def test_fingerprints_are_those_of_openssh(tmp_path):
    (tmp_path / "key.pub").write_text(LINE + "\n")
    assert fingerprint_of(LINE) == fingerprint_of(f'from="*" {LINE}')
    assert fingerprint_of(ONE) == ONE
    try:
        told = subprocess.run(["ssh-keygen", "-lf", tmp_path / "key.pub"], capture_output=True, text=True)
    except FileNotFoundError:
        pytest.skip("ssh-keygen is missing")
    assert told.stdout.split()[1] == fingerprint_of(LINE)


@pytest.mark.parametrize(
    "text", ["", "anna", "ssh-ed25519", "ssh-ed25519 AAAA", "ssh-rsa " + LINE.split()[1], "SHA256:x"]
)
def test_what_is_no_key_is_refused(text):
    with pytest.raises(Refused, match="not a public key"):
        fingerprint_of(text)


def test_a_mistake_in_the_allow_list_is_told_with_its_line(tmp_path):
    path = tmp_path / "allow"
    path.write_text("anna\n\n# friends\nwhat is this\n")
    with pytest.raises(PeopleError, match="line 4: this is neither a name nor a public key"):
        Allowed(path)
    with pytest.raises(PeopleError, match="cannot be read"):
        Allowed(tmp_path / "none")


# How many names, and from where


def test_names_are_counted_by_key_and_by_address(people):
    def refusal(key, place):
        return people.too_many_names(key, place, per_key=2, per_place=2)

    for number, (key, place) in enumerate([(ONE, "1.2.3.4"), (ONE, "5.6.7.8"), (TWO, "1.2.3.4")]):
        assert refusal(key, place) == ""
        people.claim(f"anna-{number}", key, place)
    assert "Your key has 2 names" in refusal(ONE, "9.9.9.9")
    assert "Many new names have come from your address" in refusal(THREE, "1.2.3.4")
    assert refusal(THREE, "5.6.7.8") == ""


def test_the_many_networks_of_one_customer_do_not_bring_any_number_of_names(people):
    for number in range(8):
        place = f"2001:db8:1:{number:x}::/64"
        assert people.too_many_names(TWO, place, per_key=2, per_place=2) == ""
        people.claim(f"anna-{number}", ONE, place)
    assert people.too_many_names(TWO, "2001:db8:1:ffff::/64", per_key=2, per_place=2)
    assert people.too_many_names(TWO, "2001:db8:2:1::/64", per_key=2, per_place=2) == ""


def test_an_address_stands_for_what_one_customer_has(people):
    assert people.ban_address("2001:db8:1:2::3") == "2001:db8:1:2::/64"
    assert people.ban_address("203.0.113.7") == "203.0.113.7/32"
    assert people.refusal("anna", ONE, "2001:db8:1:2:ffff::1") == "Nobody may come in from your address."
    assert people.refusal("anna", ONE, "203.0.113.8") == ""
    assert people.refusal("anna", ONE, "unknown") == ""
    with pytest.raises(Refused, match="is no address"):
        people.ban_address("home")
    with pytest.raises(Refused, match="is not banned"):
        people.ban_address("203.0.113.8", is_banned=False)
    people.ban_address("203.0.113.7", is_banned=False)
    assert people.refusal("anna", ONE, "203.0.113.7") == ""


def test_a_network_that_is_none_is_told(people):
    people.ban_address("203.0.113.7")
    people.path.write_text(people.path.read_text().replace("203.0.113.7/32", "home"))
    with pytest.raises(PeopleError, match="is no network"):
        people.refusal("anna", ONE)
