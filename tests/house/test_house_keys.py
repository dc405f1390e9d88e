"""The keys that a shared table has besides those of every table."""

from __future__ import annotations

import pytest
from textual.binding import Binding

from engine.core.errors import Refused
from tui.house.table import HouseTableScreen
from tui.look import keys

HOUSE = [each for each in HouseTableScreen.__dict__["BINDINGS"] if isinstance(each, Binding) and each.id]


@pytest.mark.parametrize("binding", HOUSE, ids=lambda binding: binding.id)
def test_no_key_of_the_table_means_something_else_in_a_house(binding):
    taken = {key: deed.name for deed in keys.DEEDS for key in deed.keys.split(",")}
    assert not [taken[key] for key in binding.key.split(",") if key in taken]


@pytest.mark.parametrize("binding", HOUSE, ids=lambda binding: binding.id)
def test_no_player_can_put_a_key_of_the_table_in_their_place(binding):
    for key in binding.key.split(","):
        with pytest.raises(Refused, match="belongs to the tables of a house"):
            keys.check("zoom", key, {})
