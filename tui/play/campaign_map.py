"""The map of a campaign, row by row: the path that was taken, and beside it what else lies there.

What no run has reached has no name: its spot says only that there is something.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from engine.core.campaign.content import LOST, WON, Campaign, CampaignChoice, Chapter, Ending
from engine.core.campaign.ledger import PastStep
from engine.core.campaign.standing import CampaignStanding, ResumeAttempt
from tui.play.campaign_story import title_of

SpotState = Literal["passed", "here", "reached", "hidden"]
"""On the path, where the campaign stands, reached on another path, or never reached."""


class MapSpot(msgspec.Struct, frozen=True):
    """A chapter, a choice or an ending on the map."""

    standing: SpotState
    kind: Literal["chapter", "choice", "ending", ""] = ""
    """Empty while it is hidden."""
    title: str = ""
    words: str = ""
    """What became of it."""


HIDDEN = MapSpot("hidden")


class MapRow(msgspec.Struct, frozen=True):
    """What lies equally far from the start."""

    trunk: MapSpot | None
    """The spot on the path, if the path has one here."""
    others: tuple[MapSpot, ...]
    is_behind: bool
    """Whether the path has passed this row or stands in it."""


def map_rows(campaign: Campaign, now: CampaignStanding) -> list[MapRow]:
    """The map from the start to the endings."""
    layers: dict[int, list[str]] = {}
    for node, depth in _depths(campaign).items():
        layers.setdefault(depth, []).append(node)
    steps = {step.node: step for step in now.path}
    known = _known(now)
    last = max((depth for depth, nodes in layers.items() if _on_path(nodes, steps, now)), default=0)
    rows = []
    for depth in sorted(layers):
        here = _on_path(layers[depth], steps, now)
        others = [_spot(campaign, now, each, known) for each in layers[depth] if each != here]
        trunk = _trunk(campaign, now, here, steps) if here else None
        rows.append(MapRow(trunk, tuple(sorted(others, key=lambda spot: spot.standing == "hidden")), depth <= last))
    return rows


def _depths(campaign: Campaign) -> dict[str, int]:
    """How many steps lie at most before each chapter, choice and ending that the start leads to."""
    found = {campaign.start: 0}
    for _ in campaign.nodes:  # no path is longer, so that a campaign with a circle ends as well
        for node, to in _edges(campaign):
            if node in found and to in campaign.nodes:
                found[to] = min(len(campaign.nodes), max(found.get(to, 0), found[node] + 1))
    deepest = max(found.values())
    return {node: deepest if isinstance(campaign.nodes.get(node), Ending) else depth for node, depth in found.items()}


def _edges(campaign: Campaign) -> Iterator[tuple[str, str]]:
    for _, node, way in campaign.ways:
        yield node.id, way.to
    for choice in campaign.choices:
        yield from ((choice.id, option.to) for option in choice.options if option.to)


def _on_path(nodes: list[str], steps: dict[str, PastStep], now: CampaignStanding) -> str:
    """The node of a row that is on the path; empty if none is."""
    return next((each for each in nodes if each == now.run.node or each in steps), "")


def _known(now: CampaignStanding) -> set[str]:
    """Everything that a run of this ledger has come to."""
    return {*now.reached, *(step.node for path in now.reached.values() for step in path)}


def _spot(campaign: Campaign, now: CampaignStanding, node: str, known: set[str]) -> MapSpot:
    if node not in known:
        return HIDDEN
    return MapSpot("reached", _kind(campaign, node), title_of(campaign, node))


def _kind(campaign: Campaign, node: str) -> Literal["chapter", "choice", "ending"]:
    found = campaign.nodes.get(node)
    return "choice" if isinstance(found, CampaignChoice) else "ending" if isinstance(found, Ending) else "chapter"


def _trunk(campaign: Campaign, now: CampaignStanding, node: str, steps: dict[str, PastStep]) -> MapSpot:
    """A spot on the path, with what became of it."""
    kind, title = _kind(campaign, node), title_of(campaign, node)
    if node == now.run.node:
        words = "the end" if kind == "ending" else "going on" if isinstance(now.todo, ResumeAttempt) else "next"
        return MapSpot("here", kind, title, words)
    return MapSpot("passed", kind, title, _told(campaign, steps[node]))


def _told(campaign: Campaign, step: PastStep) -> str:
    node = campaign.nodes.get(step.node)
    if isinstance(node, CampaignChoice):
        option = node.option(step.option)
        return option.title if option else step.option
    return (WON if step.won else LOST) if isinstance(node, Chapter) else ""
