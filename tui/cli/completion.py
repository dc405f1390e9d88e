"""Completion of the command for bash, zsh and fish: the scripts, where they belong, and what they ask for."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from tui.console import say

if TYPE_CHECKING:
    from engine.core.rules import Rules

Shell = Literal["bash", "zsh", "fish"]

ASKS = "_PARLEY_COMPLETE"
"""Set by the scripts when they ask Parley how a line can go on."""

# Bash breaks words at `:` and `=` and replaces only what follows the last of them, so the script splits the line itself
# and leaves out of each answer what stands on the line already.
_BASH = f"""\
_parley_completion() {{
    local line="${{COMP_LINE:0:COMP_POINT}}" words word
    read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    word="${{words[${{#words[@]}}-1]}}"
    local IFS=$'\\n'
    COMPREPLY=( $( env COMP_WORDS="${{words[*]}}" COMP_CWORD=$(( ${{#words[@]}} - 1 )) {ASKS}=complete_bash $1 ) )
    COMPREPLY=( "${{COMPREPLY[@]#"${{word%"${{word##*[:=]}}"}}"}}" )
    return 0
}}
complete -o default -F _parley_completion parley
"""
_ZSH = f"""\
#compdef parley
_parley_completion() {{
  eval $(env _TYPER_COMPLETE_ARGS="${{words[1,$CURRENT]}}" {ASKS}=complete_zsh parley)
}}
compdef _parley_completion parley
"""
_FISH_ASKS = f"env {ASKS}=complete_fish _TYPER_COMPLETE_ARGS=(commandline -cp) _TYPER_COMPLETE_FISH_ACTION"
_FISH = f"""\
complete --command parley --no-files --arguments "({_FISH_ASKS}=get-args parley)" \
--condition "{_FISH_ASKS}=is-args parley"
"""
SCRIPTS: dict[Shell, str] = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}


def get_ready() -> None:
    """Let Typer know its shells, if one of them asks; it loads them for nobody else."""
    if ASKS in os.environ:
        from typer.completion import get_completion_inspect_parameters

        get_completion_inspect_parameters()


def install(shell: Shell) -> Path:
    """Write the script where the shell finds it, and tell the shell's own file of it once."""
    home = Path.home()
    if shell == "fish":
        config = os.environ.get("XDG_CONFIG_HOME")
        return _written(Path(config or home / ".config") / "fish" / "completions" / "parley.fish", _FISH)
    if shell == "zsh":
        path = _written(home / ".zfunc" / "_parley", _ZSH)
        _tell(home / ".zshrc", "fpath+=~/.zfunc; autoload -Uz compinit; compinit")
        return path
    path = _written(home / ".bash_completions" / "parley.sh", _BASH)
    _tell(home / ".bashrc", "source ~/.bash_completions/parley.sh")
    return path


def _written(path: Path, script: str) -> Path:
    from engine.store.whole import write_whole

    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, script.encode())
    return path


def _tell(file: Path, line: str) -> None:
    """Add a line to a shell's file, if it is not there."""
    known = file.read_bytes() if file.exists() else b""
    if line.encode() not in known.splitlines():
        with file.open("ab") as opened:
            opened.write((b"" if not known or known.endswith(b"\n") else b"\n") + line.encode() + b"\n")


def save_names(incomplete: str) -> list[str]:
    """The names of saves that begin like this."""
    from engine.core.errors import ParleyError
    from tui.play import saves

    try:
        names = [file.name for file in saves.folder().files()]
    except ParleyError:
        return []
    return [name for name in names if name.startswith(incomplete) and saves.is_name(name)]


def campaign_names(incomplete: str) -> list[str]:
    """The campaigns whose files begin like this."""
    from engine.core.errors import ParleyError
    from tui.play.campaigns import ledgers

    try:
        return [file.name for file in ledgers().files() if file.name.startswith(incomplete)]
    except ParleyError:
        return []


def game_names(incomplete: str) -> list[str]:
    """The ids of games that begin like this."""
    from engine.registry import game_ids

    return [name for name in game_ids() if name.startswith(incomplete)]


def chairs(context: typer.Context, incomplete: str) -> list[str]:
    """Seats and who may sit on them, for the game that was named."""
    from tui.play.chairs import completions

    rules = _rules(typed_before(context))
    return completions(rules, incomplete) if rules else []


def scenario_names(context: typer.Context, incomplete: str) -> list[str]:
    """The scenarios of the game that was named; sealed ones only where spoilers are asked for."""
    from tui.play.campaign_list import shown_scenarios

    params = typed_before(context)
    rules = _rules(params)
    shown = shown_scenarios(rules, spoilers=bool(params.get("spoilers"))) if rules else []
    return [each.id for each in shown if each.id.startswith(incomplete)]


def challenge_names(context: typer.Context, incomplete: str) -> list[str]:
    """The challenges of the scenario that was named, or of the first."""
    params = typed_before(context)
    rules = _rules(params)
    scenario = rules.scenario(_scenario(params, rules)) if rules else None
    return [each.id for each in scenario.challenges if each.id.startswith(incomplete)] if scenario else []


def option_choices(context: typer.Context, incomplete: str) -> list[str]:
    """The choices that go with what was typed before: `private-hands`, `length=long`, `hero:amber=scout`."""
    from engine.core.errors import ParleyError
    from engine.core.kinds import Setup
    from engine.core.setup import choices
    from tui.play.chairs import parse

    params = typed_before(context)
    rules = _rules(params)
    if rules is None:
        return []
    scenario = _scenario(params, rules)
    try:
        seats = tuple(parse(rules, params.get("seats"), scenario))
    except ParleyError:
        seats = rules.seat_names
    challenges, options = (tuple(params.get(name) or ()) for name in ("challenge", "option"))
    draft = Setup(game=rules.id, scenario=scenario, seats=seats, challenges=challenges, options=options)
    found = [str(choice) for option in rules.options(draft) for choice in choices(option, seats)]
    return [each for each in found if each.startswith(incomplete) and each not in options]


def typed_before(context: typer.Context) -> dict[str, Any]:
    """What stands on the line before the option whose value is asked for.

    Typer gives up on a line that ends with an option without a value, so the line is read again without it.
    """
    words = (os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS", "")).split()
    first = words.index(context.info_name) + 1 if context.info_name in words else 0
    last = max((place for place, word in enumerate(words) if word.startswith("--")), default=len(words))
    again = context.command.make_context(context.info_name, words[first:last], resilient_parsing=True)
    return again.params


def _rules(params: dict[str, Any]) -> Rules[Any] | None:
    """The rules of the game that was named, if there is one."""
    from engine import registry

    game = params.get("game")
    return registry.game(game) if game in registry.game_ids() else None


def _scenario(params: dict[str, Any], rules: Rules[Any]) -> str:
    return params.get("scenario") or rules.scenarios()[0].id


def show_completion(
    shell: Annotated[Shell, typer.Argument(metavar="SHELL", help="bash, zsh or fish.")],
    into_place: Annotated[bool, typer.Option("--install", help="Write it where the shell finds it.")] = False,
) -> None:
    """Print what completes the command in a shell. With --install it is put where the shell finds it."""
    if into_place:
        say(f"Written: {install(shell)}\nIt works in every new {shell}.")
    else:
        say(SCRIPTS[shell].rstrip("\n"))
