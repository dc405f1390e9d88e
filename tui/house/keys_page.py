"""The keys that open the door for somebody: the list in the lobby, one more, one less."""

from __future__ import annotations

from rich.text import Text

from engine.core.errors import ParleyError
from tui.house import own_keys
from tui.house.app import HouseApp
from tui.house.people import LONGEST_LABEL
from tui.widgets.dialogs import Choosing, Confirming, Reading, Typing
from tui.widgets.lines import Block

_ADD = "add"


def open_keys(app: HouseApp) -> None:
    """Show somebody's keys, or tell a guest that they have none."""
    if app.is_guest:
        app.notify("You came in without a key. Come with one, and your name is yours.")
        return
    try:
        keys = own_keys.keys_of(app.house.people, app.person)
    except ParleyError as error:
        app.notify(str(error), severity="error")
        return
    blocks = [Block(Text(f"{own_keys.described(key, app.key)}\n  {key.fingerprint}"), key.fingerprint) for key in keys]

    def picked(what: str | None) -> None:
        if what == _ADD:
            add_key(app)
        elif what:
            remove_key(app, what)

    app.push_screen(Choosing("Your keys", [*blocks, Block(Text("Add a key", style="bold"), _ADD)]), picked)


def add_key(app: HouseApp) -> None:
    """Give a code with which one more key comes in."""

    def typed(label: str | None) -> None:
        if label is None:
            return
        try:
            code = app.house.people.new_code(app.person, label)
        except ParleyError as error:
            app.notify(str(error), severity="error")
            return
        app.push_screen(Reading("One more key", Text(own_keys.how_to_add(app.person, code))))

    app.push_screen(Typing("What do you call the key? (laptop)", longest=LONGEST_LABEL), typed)


def remove_key(app: HouseApp, fingerprint: str) -> None:
    """Ask, and remove a key."""

    def answered(is_sure: bool | None) -> None:
        if not is_sure:
            return
        try:
            own_keys.remove(app.house.people, app.person, fingerprint, app.key)
        except ParleyError as error:
            app.notify(str(error), severity="error")
        else:
            app.notify("That key opens the door for you no more.")

    question = f"Shall {fingerprint} open the door for you no more?"
    app.push_screen(Confirming(question, "Remove the key", "Keep it"), answered)
