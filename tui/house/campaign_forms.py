"""Forms about campaigns in the house: a new one, who plays it, and who plays the next chapter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from rich.text import Text

from engine import registry
from engine.bots.levels import LEVELS
from engine.core.campaign.content import Campaign, Chapter
from engine.core.errors import ParleyError, Refused
from engine.core.kinds import BOT, Seat
from engine.core.rules import Rules
from tui.house.app import HouseApp
from tui.house.campaign import HouseCampaign, chair_of_player
from tui.house.campaigns import NO_CAMPAIGNS_OF_GUESTS
from tui.play.chairs import Chair
from tui.widgets.dialogs import Choosing, Typing
from tui.widgets.lines import Block

Chairs = dict[Seat, Chair]
Choices = Callable[[Seat], list[Chair | None]]
"""Who may have a seat; None stands for nobody."""

_DONE, _SOMEBODY = "done", "somebody"
_LONGEST_NAME = 80


def all_campaigns() -> list[tuple[Rules[Any], Campaign]]:
    """Every campaign of every game."""
    games = [registry.game(name) for name in registry.game_ids()]
    return [(rules, campaign) for rules in games for campaign in rules.campaigns()]


# A new campaign


def new_campaign(app: HouseApp) -> None:
    """Ask which campaign, under which name, and who plays; then begin it."""
    if app.is_guest:
        app.notify(NO_CAMPAIGNS_OF_GUESTS)
        return
    try:
        found = all_campaigns()
    except ParleyError as error:
        app.notify(str(error), severity="error")
        return
    if not found:
        app.notify("None of the games here has a campaign.")
        return

    def picked(number: int | None) -> None:
        if number is not None:
            _ask_name(app, *found[number])

    blocks = [Block(_told(rules, campaign), number) for number, (rules, campaign) in enumerate(found)]
    app.push_screen(Choosing("Which campaign?", blocks), picked)


def _told(rules: Rules[Any], campaign: Campaign) -> Text:
    text = Text(campaign.title, style="bold")
    text.append(f"  {rules.title}\n{campaign.text}", style="not bold")
    return text


def _ask_name(app: HouseApp, rules: Rules[Any], campaign: Campaign) -> None:
    def typed(name: str | None) -> None:
        if name is not None:
            ask_chairs(
                app,
                rules,
                f"Who plays {name or campaign.title}?",
                first_chairs(rules, campaign, app.person),
                partial(_candidates, app),
                partial(_begin, app, rules, campaign, name),
                "Begin the campaign",
            )

    title = "What do you call it? The players see this name."
    app.push_screen(Typing(title, campaign.title, longest=_LONGEST_NAME), typed)


def first_chairs(rules: Rules[Any], campaign: Campaign, person: str) -> Chairs:
    """One seat for the person who begins it, and one for a bot until somebody else is chosen."""
    node = campaign.nodes[campaign.start]
    fewest, most = rules.seats_of(node.scenario) if isinstance(node, Chapter) else (1, 2)
    seats = rules.seat_names[: max(fewest, min(2, most))]
    return {seat: Chair("bot", "normal") if number else Chair("person", person) for number, seat in enumerate(seats)}


def _begin(app: HouseApp, rules: Rules[Any], campaign: Campaign, name: str, chairs: Chairs) -> None:
    found = app.house.campaigns.begin(app.person, rules, campaign, chairs, name, app.place)
    app.open_house_campaign(found)


def _candidates(app: HouseApp, _: Seat) -> list[Chair | None]:
    """Who may have a seat of a campaign: those who are here with a key, bots, nobody; others are typed."""
    others = sorted(set(app.house.here) - app.house.guests - {app.person})
    people = [Chair("person", name) for name in (app.person, *others)]
    return [*people, *(Chair("bot", level) for level in LEVELS), None]


# Who plays from now on


def change_players(app: HouseApp, campaign: HouseCampaign) -> None:
    """Ask who plays the campaign from the next chapter on."""
    chairs = {seat: chair_of_player(player) for seat, player in campaign.standing.players.items()}
    done = partial(app.house.campaigns.change_players, app.person, campaign)
    rules = campaign.book.rules
    ask_chairs(app, rules, "Who plays from now on?", chairs, partial(_candidates, app), done, "Keep it so")


# Who plays the next chapter


def begin_chapter(app: HouseApp, campaign: HouseCampaign, title: str) -> None:
    """Ask who plays a chapter of those who are there; then lay out its table."""
    players = campaign.standing.players

    def choices(seat: Seat) -> list[Chair | None]:
        player = players[seat]
        if player.startswith(BOT):
            return [chair_of_player(player)]
        others = [Chair("person", name, player) for name in campaign.present if name != player]
        return [Chair("person", player), *others, *(Chair("bot", level, player) for level in LEVELS)]

    def done(chairs: Chairs) -> None:
        room = app.house.campaigns.begin_chapter(app.person, campaign, chairs, app.place)
        app.open_room(room, fresh=True)

    rules, chairs = campaign.book.rules, campaign.chairs(app.house.here)
    ask_chairs(app, rules, f"Who plays {title}?", chairs, choices, done, "Begin the chapter")


# Seats


def ask_chairs(
    app: HouseApp,
    rules: Rules[Any],
    title: str,
    chairs: Chairs,
    choices: Choices,
    done: Callable[[Chairs], Any],
    words: str,
) -> None:
    """Ask who has which seat, until it is settled or given up."""
    again = partial(ask_chairs, app, rules, title, choices=choices, done=done, words=words)
    may_add = None in choices(next(iter(chairs)))
    seats = rules.seat_names if may_add else tuple(chairs)
    blocks = [Block(Text(words, style="bold"), _DONE)]
    blocks += [Block(Text(f"{rules.seat_title(seat)}: {told_chair(chairs.get(seat), app)}"), seat) for seat in seats]

    def picked(what: str | None) -> None:
        if what == _DONE:
            if not _done(app, done, chairs):
                again(chairs=chairs)
        elif what is not None:
            _ask_chair(app, rules, what, choices, lambda chair: again(chairs=_with(rules, chairs, what, chair)))

    app.push_screen(Choosing(title, blocks), picked)


def _done(app: HouseApp, done: Callable[[Chairs], Any], chairs: Chairs) -> bool:
    """Whether that was all; what was refused can be changed."""
    try:
        done(chairs)
    except ParleyError as error:
        app.notify(str(error), severity="error", timeout=10)
        return not isinstance(error, Refused)
    return True


def _with(rules: Rules[Any], chairs: Mapping[Seat, Chair], seat: Seat, chair: Chair | None) -> Chairs:
    """Seats with another chair, in the order of the game; the last one stays."""
    changed = {**chairs, seat: chair} if chair else {name: each for name, each in chairs.items() if name != seat}
    kept = {name: each for name in rules.seat_names if (each := changed.get(name))}
    return kept or dict(chairs)


def _ask_chair(
    app: HouseApp, rules: Rules[Any], seat: Seat, choices: Choices, settle: Callable[[Chair | None], Any]
) -> None:
    offered = choices(seat)
    blocks = [Block(Text(told_chair(chair, app)), number) for number, chair in enumerate(offered)]
    if None in offered:
        blocks.insert(-1, Block(Text("somebody else, by name"), _SOMEBODY))

    def typed(name: str | None) -> None:
        if name:
            settle(Chair("person", name.lower()))

    def picked(what: int | str | None) -> None:
        if what == _SOMEBODY:
            app.push_screen(Typing("The name with which they come to this house", longest=40), typed)
        elif isinstance(what, int):
            settle(offered[what])

    app.push_screen(Choosing(f"Who plays {rules.seat_title(seat)}?", blocks), picked)


def told_chair(chair: Chair | None, app: HouseApp) -> str:
    """Who sits on a chair, and for whom."""
    if chair is None:
        return "nobody"
    who = "you" if chair == Chair("person", app.person) or chair.name == app.person else chair.name
    told = f"the {chair.name} bot" if chair.is_bot else who
    if chair.giver:
        return f"{told}, for {'you' if chair.giver == app.person else chair.giver}"
    is_away = chair.kind == "person" and not app.house.here[chair.name]
    return f"{told} (not in the house now)" if is_away else told
