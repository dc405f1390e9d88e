"""Saves changed at random by somebody who knows the format: checksums and digests are made right again."""

from __future__ import annotations

import json
import random
from hashlib import blake2b

from engine import registry
from engine.core.errors import ParleyError
from engine.core.journal import Fingerprint, Keeper, sealed
from tui.play.opened import MemoryJournal

WORDS = [
    "",
    "nabo",
    "yainar",
    "nobody",
    "macaw",
    "ocelot",
    "bear",
    "A1",
    "Z99",
    "up",
    "left",
    "macaw.left",
    "\x1b]0;x\x07",
]
NUMBERS = [0, 1, -1, 2, 7, 99, 10**6, 2**63, -(2**63) - 1, 1.5]


def mutated(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """The lines of a save with one to three changes, sealed anew."""
    parsed = [json.loads(line) for line in lines]
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        rng.choice((_change, _change, _change, _change_header, _change_last, _drop, _copy, _swap))(parsed, rng)
    return _sealed(parsed) if rng.random() < 0.3 else digested(parsed)


def _places(node, path=()):
    """Every value inside a line, by its path."""
    yield path
    children = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, inner in children:
        yield from _places(inner, (*path, key))


def _other(value, parsed, rng):
    """Another value, mostly of the same kind: from the save itself, or odd."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return rng.choice([value + 1, value - 1, *NUMBERS])
    if isinstance(value, str):
        return rng.choice([*WORDS, _string_of(rng.choice(parsed), rng)])
    if isinstance(value, list):
        return rng.choice([[], value[1:], value[:-1], value * 2, value[::-1]])
    if isinstance(value, dict):
        return rng.choice([{}, dict(list(value.items())[1:]), dict(reversed(value.items()))])
    return rng.choice([None, 0, "", [], {}])


def _string_of(node, rng):
    found = [each for each in (_at(node, path) for path in _places(node)) if isinstance(each, str)]
    return rng.choice(found) if found else ""


def _at(node, path):
    for key in path:
        node = node[key]
    return node


def _change_line(line, parsed, rng):
    paths = [path for path in _places(line) if path and path[-1] != "digest"]
    path = rng.choice(paths)
    holder = _at(line, path[:-1])
    if rng.random() < 0.1:
        del holder[path[-1]]
    elif rng.random() < 0.05:
        holder[path[-1]] = rng.choice([None, 0, "", [], {}])
    else:
        holder[path[-1]] = _other(holder[path[-1]], parsed, rng)


def _change(parsed, rng):
    _change_line(rng.choice(parsed), parsed, rng)


def _change_header(parsed, rng):
    _change_line(parsed[0].get("setup") or parsed[0], parsed, rng)


def _change_last(parsed, rng):
    _change_line(parsed[-1], parsed, rng)


def _drop(parsed, rng):
    if len(parsed) > 3:
        del parsed[rng.randrange(1, len(parsed))]


def _copy(parsed, rng):
    parsed.insert(rng.randrange(1, len(parsed) + 1), json.loads(json.dumps(rng.choice(parsed))))


def _swap(parsed, rng):
    one, two = (rng.choice(parsed) for _ in range(2))
    if isinstance(one.get("facts"), list) and isinstance(two.get("facts"), list):
        one["facts"], two["facts"] = two["facts"], one["facts"]


def _sealed(parsed) -> list[bytes]:
    """Every line with its checksum, and the seal of the header on the second; the digests stay what they were."""
    if len(parsed) > 1 and "header" in parsed[1]:
        parsed[1]["header"] = blake2b(_seal(parsed[0], ""), digest_size=16).hexdigest()
    return [_seal(line, str(line.get("digest", ""))[:-8]) for line in parsed]


def _seal(line, digest: str) -> bytes:
    body = json.dumps({key: value for key, value in line.items() if key != "digest"}, separators=(",", ":"))
    return sealed(body.encode("utf-8", "surrogatepass"), digest.encode("ascii", "replace"))


def digested(parsed, game="horrors-of-war") -> list[bytes]:
    """Every line with the digest of the state that its facts lead to, as far as they can be folded."""
    for number, line in enumerate(parsed[1:]):
        if "undo" not in line and "n" in line:
            line["n"] = number
    raw = _sealed(parsed)
    lines = MemoryJournal()
    lines.kept = list(raw)
    rules = registry.game(game)
    try:
        keeper, state, done = Keeper(rules, lines), rules.empty(), [raw[0]]
        fingerprint = Fingerprint(rules.empty())
        for given, (_, line) in zip(parsed[1:], keeper.read_to_fold()[1], strict=True):
            for fact in line.facts:
                fact.apply(state)
            stack = keeper.frames(raw[len(done)])
            done.append(_seal(given, fingerprint.of(state, stack).decode()))
    except (ParleyError, LookupError, ValueError, TypeError, AttributeError, OverflowError):
        return raw
    return done
