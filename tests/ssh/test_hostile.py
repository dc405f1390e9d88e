"""What another player notices of each attack, measured: the server's time between a key and its frame."""

from __future__ import annotations

import sys

import pytest

from tui.ssh import hostile

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="The server's time is read from a clock of Linux.")


@pytest.mark.soak
@pytest.mark.parametrize("name", hostile.ATTACKS)
def test_an_attack_costs_the_others_little(name):
    found = hostile.measure((name,))
    quiet, attacked = found[hostile.QUIET], found[name]
    assert attacked.p95 < hostile.MOST * quiet.p95, f"{attacked.p95 * 1000:.1f} ms, quiet {quiet.p95 * 1000:.1f} ms"
