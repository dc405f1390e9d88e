"""The rate limiter: one token bucket for all limits of the house."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import tui
from tui.house.rates import Bucket, Buckets


def test_a_bucket_is_spent_and_fills_up_again():
    bucket = Bucket(rate=2.0, most=3.0, now=0.0)
    assert bucket.left(0.0) == 3
    assert bucket.spend(2, 0.0) == 1
    assert bucket.left(0.5) == 2
    assert bucket.left(100.0) == 3, "no more than it holds"
    assert bucket.is_full(100.0)


def test_a_bucket_that_is_overdrawn_makes_its_owner_wait():
    bucket = Bucket(rate=2.0, most=1.0, now=0.0)
    assert bucket.wait(0.0) == 0
    assert bucket.spend(5, 0.0) == -4
    assert bucket.wait(0.0) == 2
    assert bucket.wait(1.5) == 0.5
    assert bucket.wait(2.0) == 0


def test_nobody_is_shut_out_for_longer_than_the_bucket_is_deep():
    bucket = Bucket(rate=1.0, most=1.0, now=0.0, deepest=3.0)
    for _ in range(100):
        left = bucket.spend(10, 0.0)
    assert left == -13, "what it would be"
    assert bucket.wait(0.0) == 3


def test_what_was_spent_counts_on_when_more_is_allowed():
    buckets = Buckets(rate=1.0, most=2)
    assert [buckets.take("a", 0.0) for _ in range(3)] == [True, True, False]
    buckets.change(3)
    assert [buckets.take("a", 0.0) for _ in range(2)] == [True, False]
    assert buckets.left("b", 0.0) == 3
    buckets.change(1)
    assert not buckets.has_one("a", 2.0)
    assert buckets.has_one("a", 3.0)


def test_everybody_has_a_bucket_of_their_own():
    buckets = Buckets(rate=0.1, most=1)
    assert buckets.take("a", 0.0)
    assert not buckets.take("a", 0.0)
    assert buckets.take("b", 0.0)
    assert not buckets.has_one("a", 9.9)
    assert buckets.has_one("a", 10.0), "a token is back in time, however it is rounded"


def test_full_buckets_are_forgotten_and_spent_ones_only_if_there_are_too_many():
    buckets = Buckets(rate=1.0, most=1, kept=5)
    for number in range(5):
        buckets.take(f"old-{number}", 0.0)
    assert len(buckets) == 5
    buckets.take("new", 10.0)
    assert len(buckets) == 1
    for number in range(20):
        buckets.take(f"many-{number}", 10.0)
    assert len(buckets) <= 5


@pytest.mark.parametrize("folder", ["house", "ssh", "web"])
def test_no_other_code_counts_tokens(folder):
    """A bucket is told by what it does: it multiplies a time that has passed by a rate."""
    for path in sorted((Path(tui.__file__).parent / folder).glob("*.py")):
        if path.name == "rates.py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            is_product = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)
            words = ast.unparse(node).lower() if is_product else ""
            assert not ("since" in words and "rate" in words), f"{path.name}: {words}"
