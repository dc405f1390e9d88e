"""What another player notices of each attack, measured: the server's time between a key and its frame."""

from __future__ import annotations

import sys

import pytest

from tui.measure import hostile

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="The server's time is read from a clock of Linux.")


@pytest.mark.soak
@pytest.mark.parametrize("name", hostile.ATTACKS)
def test_an_attack_costs_the_others_little(name):
    found = hostile.measure((name,))
    quiet, attacked = found[hostile.QUIET], found[name]
    assert attacked.p95 < hostile.MOST * quiet.p95, f"{attacked.p95 * 1000:.1f} ms, quiet {quiet.p95 * 1000:.1f} ms"


def test_a_freeze_counts_for_all_keys_that_would_have_been_pressed_meanwhile():
    """Measured key by key, 20 seconds without a frame would be one slow key, and the 95th percentile as before."""
    assert list(hostile.meanwhile(0.003)) == [0.003]
    waited = list(hostile.meanwhile(20.0))
    assert len(waited) == 200
    assert waited[0] == 20.0
    assert 0 < waited[-1] < 0.11
