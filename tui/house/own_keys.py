"""What people do about their own keys: list them, get a code for one more, remove a lost one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import Refused
from tui.house.people import CODE_LASTS, LoginKey, People

if TYPE_CHECKING:
    from tui.house.visitor import Visitor

WORDS = ("keys", "add-key", "remove-key")
_NO_KEY = "You came in without a key. Come with one, and your name is yours."
_SHORTEST = 4


def keys_of(people: People, name: str) -> tuple[LoginKey, ...]:
    """The keys that open the door under a name."""
    person = people.owner(name)
    return person.keys if person else ()


def described(key: LoginKey, in_use: str) -> str:
    """A key in words, without its fingerprint."""
    words = f"{key.label or 'a key'}, since {key.added[:10] or 'long ago'}"
    return f"{words}, with which you are here" if key.fingerprint == in_use else words


def how_to_add(name: str, code: str) -> str:
    """What to do with a code."""
    return (
        f"Within {CODE_LASTS / 60:.0f} minutes, from the computer that has the key, come in once as\n\n"
        f"  ssh -p PORT {name}+{code}@HOST\n\n"
        f"with PORT and HOST as you know them, and -i KEY if it has several. The key that you come with opens the door "
        f"for {name} from then on. Give the code to nobody else."
    )


def remove(people: People, name: str, fingerprint: str, in_use: str) -> None:
    """Take a key away from one's name; not the one with which one is here."""
    if fingerprint == in_use:
        raise Refused("You are here with that key; to remove it, come in with another one.")
    people.remove_key(name, fingerprint)


def answer(people: People, visitor: Visitor, words: list[str]) -> str:
    """Do what is said without a terminal: `keys`, `add-key [NAME]` or `remove-key FINGERPRINT`."""
    if visitor.is_guest:
        raise Refused(_NO_KEY)
    match words:
        case ["keys"]:
            keys = keys_of(people, visitor.name)
            return "\n".join(f"{key.fingerprint}  {described(key, visitor.fingerprint)}" for key in keys)
        case ["add-key", *label]:
            return how_to_add(visitor.name, people.new_code(visitor.name, " ".join(label)))
        case ["remove-key", wanted]:
            key = _found(people, visitor.name, wanted)
            remove(people, visitor.name, key.fingerprint, visitor.fingerprint)
            return f"{key.fingerprint} opens the door for {visitor.name} no more."
    raise Refused("Say which key by its fingerprint, as `keys` lists it: remove-key SHA256:...")


def _found(people: People, name: str, wanted: str) -> LoginKey:
    """The key whose fingerprint begins so."""
    wanted = wanted if wanted.startswith("SHA256:") else f"SHA256:{wanted}"
    found = [key for key in keys_of(people, name) if key.fingerprint.startswith(wanted)]
    if len(found) != 1 or len(wanted) < len("SHA256:") + _SHORTEST:
        raise Refused("No key of yours, or more than one, begins like that; `keys` lists them.")
    return found[0]
