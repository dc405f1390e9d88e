"""The commands of the host: `parley serve` and `parley users`. Nothing of the server is loaded before it runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tui.console import columns, say, say_json

if TYPE_CHECKING:
    from tui.house.people import People, Person
    from tui.house.visitor import AnyHouse
    from tui.ssh.config import Config

users_app = typer.Typer(
    rich_markup_mode=None,
    help="See and change who may come in, while the house is open or not.",
    epilog="Example: parley users ban anna",
)

Data = Annotated[Path | None, typer.Option("--data", help="The data folder of the house, if it is not the usual one.")]
Setup = Annotated[Path | None, typer.Option("--config", help="A TOML file with these settings and more.")]
SomeName = Annotated[str | None, typer.Argument(metavar="[NAME]", help="A player's name.")]
Address = Annotated[str | None, typer.Option("--address", help="An IP address, or a network of them: 203.0.113.0/24.")]
AsJson = Annotated[bool, typer.Option("--json", help="Machine-readable output.")]
_LONGEST_WAIT = 5.0
"""Seconds that a command waits while somebody else writes the same file."""

Name = Annotated[str, typer.Argument(metavar="NAME", help="A player's name, as `parley users list` has it.")]


def open_house(config: Config) -> AnyHouse:
    """The house behind the door."""
    from tui.house.house import House

    return House(config.data, welcome=config.motd, from_one_place=config.tables_per_address)


def serve(
    host: Annotated[str | None, typer.Option("--host", help="The address to listen at; all if not given.")] = None,
    port: Annotated[int | None, typer.Option("--port", min=0, max=65535, help="2222 if not given.")] = None,
    data: Data = None,
    max_sessions: Annotated[
        int | None, typer.Option("--max-sessions", min=1, max=10_000, help="How many can be here at a time.")
    ] = None,
    idle: Annotated[
        float | None, typer.Option("--idle", min=0, help="Minutes without a key until one is shown out; 0 for never.")
    ] = None,
    motd: Annotated[str | None, typer.Option("--motd", help="What you have to say to everybody.")] = None,
    guests: Annotated[bool | None, typer.Option("--guests/--no-guests", help="Let people in who have no key.")] = None,
    local: Annotated[
        bool, typer.Option("--local", help="Play here yourself; the house closes when you leave.")
    ] = False,
    name: Annotated[
        str | None, typer.Option("--name", help="Your name with --local; else the one you log in with.")
    ] = None,
    config: Setup = None,
    web: Annotated[
        bool, typer.Option("--web", help="Instead of the house, open your own Parley in your browser.")
    ] = False,
    web_port: Annotated[
        int | None, typer.Option("--web-port", min=0, max=65535, help="With --web: 8000 if not given.")
    ] = None,
    web_host: Annotated[
        str | None,
        typer.Option("--web-host", help="With --web: another address than 127.0.0.1; all who reach it play as you."),
    ] = None,
) -> None:
    """Open a game house. Friends come in with nothing but ssh; Ctrl+C closes it, and every table is safe."""
    from tui.ssh import config as setup

    chosen: dict[str, object] = {"host": host, "port": port, "data": data and str(data), "max_sessions": max_sessions}
    chosen |= {"idle": idle, "motd": motd, "guests": guests}
    if web:
        open_page({**chosen, "config": config, "local": local or None, "name": name}, web_host, web_port)
        return
    if web_port is not None or web_host is not None:
        from engine.core.errors import Refused

        raise Refused("--web-port and --web-host go with --web.")
    chosen["local"] = _own_name(name) if local else None

    def load() -> Config:
        return setup.load(config, **chosen)

    found = load()
    _stay_in(found.data)
    from tui.ssh import server

    server.run(found, open_house, load)


def _stay_in(folder: Path) -> None:
    """Let nothing be written outside a folder, not even for a moment.

    When asyncssh is loaded, it looks for libraries with the help of a compiler, which wants files; as a service that
    may write nowhere else the house would not even open.
    """
    import os
    import tempfile

    from tui.ssh.folder import prepare

    prepare(folder)
    os.environ["TMPDIR"] = str(folder.absolute())
    tempfile.tempdir = None


def _own_name(typed: str | None) -> str:
    """The name under which the host plays."""
    import getpass
    import sys

    from engine.core.errors import Refused
    from tui.house.people import HOW_NAMES_ARE, is_name

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Refused("To play here yourself, Parley needs a terminal; leave --local out.")
    name = (typed or getpass.getuser()).lower()
    if not is_name(name):
        raise Refused(f"{HOW_NAMES_ARE.partition(':')[0]}; choose one with --name.")
    return name


def open_page(house: dict[str, Any], host: str | None, port: int | None) -> None:
    """Open Parley in the host's own browser, with nothing of the house."""
    from importlib.util import find_spec

    from engine.core.errors import Refused

    given = [f"--{name.replace('_', '-')}" for name, value in house.items() if value is not None]
    if given:
        raise Refused(f"--web opens your own Parley, and no house: it does not go with {', '.join(given)}.")
    if find_spec("textual_serve") is None:
        raise Refused("For the browser Parley needs textual-serve. Install Parley with it: pipx install '.[web]'")
    from tui.web import server

    server.run(host or server.LOOPBACK, server.PORT if port is None else port)


# People


@users_app.callback(invoke_without_command=True)
def users_help(context: typer.Context) -> None:
    """See and change who may come in, while the house is open or not."""
    if context.invoked_subcommand is None:
        say(context.get_help())


def _people(data: Path | None, config: Path | None) -> People:
    from tui.house.people import People
    from tui.ssh import config as setup

    return People(setup.load(config, data=data and str(data)).data, wait=_LONGEST_WAIT)


@users_app.command("list", epilog="Example: parley users list --json")
def list_users(json: AsJson = False, data: Data = None, config: Setup = None) -> None:
    """List everybody who owns a name or is banned."""
    people = _people(data, config)
    found, banned = people.all(), people.addresses()
    if json:
        say_json([*map(_without_codes, found)])
        return
    if found:
        say(columns([["name", "keys", "since", "from", ""], *map(_row, found)]))
    elif not banned:
        say("Nobody has come in yet.")
    for each in banned:
        say(f"Nobody may come in from {each.network}, since {each.since}.")


@users_app.command("addresses", epilog="Example: parley users addresses --json")
def list_addresses(json: AsJson = False, data: Data = None, config: Setup = None) -> None:
    """List the addresses from which nobody may come in."""
    import msgspec

    found = _people(data, config).addresses()
    if json:
        say_json(msgspec.to_builtins(found))
    else:
        say("\n".join(f"{each.network}  since {each.since}" for each in found) or "No address is banned.")


def _without_codes(person: Person) -> dict[str, Any]:
    import msgspec

    return {name: value for name, value in msgspec.to_builtins(person).items() if name != "codes"}


def _row(person: Person) -> list[str]:
    notes = ["banned"] if person.is_banned else []
    notes += [f"was {', '.join(person.former)}"] if person.former else []
    return [person.name, str(len(person.keys)), person.since, person.place, "; ".join(notes)]


def _tell(people: People, name: str, words: str, json: bool) -> None:
    """Say what was done, or how the person stands now."""
    if json:
        owner = people.owner(name)
        say_json(_without_codes(owner) if owner else None)
    else:
        say(words)


@users_app.command("rename", epilog="Example: parley users rename anna hanna")
def rename_user(
    name: Name,
    new: Annotated[str, typer.Argument(metavar="NEW", help="The new name.")],
    json: AsJson = False,
    data: Data = None,
    config: Setup = None,
) -> None:
    """Give somebody another name. The old one stays theirs."""
    people = _people(data, config)
    people.rename(name.lower(), new.lower())
    _tell(people, new.lower(), f"{name} is {new} now.", json)


@users_app.command("ban", epilog="Example: parley users ban anna")
def ban_user(
    name: SomeName = None, address: Address = None, json: AsJson = False, data: Data = None, config: Setup = None
) -> None:
    """Keep somebody out, or everybody from an address. Those who are here are shown out within seconds."""
    _ban(_people(data, config), name, address, is_banned=True, json=json)


@users_app.command("unban", epilog="Example: parley users unban anna")
def unban_user(
    name: SomeName = None, address: Address = None, json: AsJson = False, data: Data = None, config: Setup = None
) -> None:
    """Let somebody in again, or everybody from an address."""
    _ban(_people(data, config), name, address, is_banned=False, json=json)


def _ban(people: People, name: str | None, address: str | None, *, is_banned: bool, json: bool) -> None:
    from engine.core.errors import Refused

    if not name and not address:
        raise Refused("Say who it is: a name, or --address with an address.")
    how = "may not come in any more" if is_banned else "may come in again"
    if address:
        network = people.ban_address(address, is_banned)
        say_json({"address": network, "is_banned": is_banned}) if json else say(f"Everybody from {network} {how}.")
    if name:
        people.ban(name.lower(), is_banned)
        _tell(people, name.lower(), f"{name} {how}.", json)


@users_app.command("reset", epilog="Example: parley users reset anna")
def reset_user(name: Name, json: AsJson = False, data: Data = None, config: Setup = None) -> None:
    """Forget somebody's keys. The next key that comes in under the name owns it."""
    people = _people(data, config)
    people.reset(name.lower())
    _tell(people, name.lower(), f"The keys of {name} are forgotten; the next one that comes owns the name.", json)


@users_app.command("add-key", epilog="Example: parley users add-key anna ~/anna.pub")
def add_key(
    name: Name,
    key: Annotated[str, typer.Argument(metavar="KEY", help="A public key: a file, its line, or a fingerprint.")],
    json: AsJson = False,
    data: Data = None,
    config: Setup = None,
) -> None:
    """Let one more key open the door for somebody."""
    from engine.core.errors import Refused
    from tui.house.people import fingerprint_of

    people = _people(data, config)
    file = Path(key).expanduser()
    is_file = " " not in key and file.is_file()
    if not is_file and (key.endswith(".pub") or key.startswith(("/", "~", "."))):
        raise Refused(f"There is no file {key}.")
    fingerprint = fingerprint_of(file.read_text(encoding="utf-8", errors="replace") if is_file else key)
    people.add_key(name.lower(), fingerprint)
    _tell(people, name.lower(), f"{fingerprint} opens the door for {name}.", json)


@users_app.command("remove-key", epilog="Example: parley users remove-key anna SHA256:...")
def remove_key(
    name: Name,
    key: Annotated[str, typer.Argument(metavar="KEY", help="A fingerprint, as `list --json` has it.")],
    json: AsJson = False,
    data: Data = None,
    config: Setup = None,
) -> None:
    """Take a key away from somebody. Not the last one: `reset` forgets all of them."""
    from tui.house.people import fingerprint_of

    people = _people(data, config)
    fingerprint = fingerprint_of(key)
    people.remove_key(name.lower(), fingerprint)
    _tell(people, name.lower(), f"{fingerprint} opens the door for {name} no more.", json)


@users_app.command("code", epilog="Example: parley users code anna")
def give_code(name: Name, data: Data = None, config: Setup = None) -> None:
    """Make a code for somebody who has lost their key. With it they come in with another one."""
    from tui.house.own_keys import how_to_add

    say(how_to_add(name.lower(), _people(data, config).new_code(name.lower())))
