"""The looks of Marsh Lights: grounds, fog, deep water, a sign for stones, and the colours of the rivals."""

from __future__ import annotations

from tui.look.looks import Edge, Ground, Looks

FOG, REEDS, FEN, RUIN = "fog", "reeds", "fen", "ruin"
WATER = "deep water"

looks = Looks(
    grounds={
        FOG: Ground("░", "%", "#5d6a72", "unexplored: send a walker"),
        REEDS: Ground("ψ", "|", "#4f6b2a", "where the walkers begin"),
        FEN: Ground("≈", ",", "#1f5f5a", "soft ground"),
        RUIN: Ground("∏", "R", "#6b4a3a", "brought a stone when it was found"),
    },
    pieces={"stone": ("◆", "$")},
    edges={WATER: Edge("≀", "~", "river", "between two spaces: nobody steps or attacks across it")},
    teams=("yellow", "green", "violet", "blue"),
)
