"""The looks of Marsh Lights: three grounds and the fog, a sign for stones, and the colours of the rivals."""

from __future__ import annotations

from tui.look.looks import Ground, Looks

FOG, REEDS, FEN, RUIN = "fog", "reeds", "fen", "ruin"

looks = Looks(
    grounds={
        FOG: Ground("░", "%", "#5d6a72", "unexplored: send a walker"),
        REEDS: Ground("ψ", "|", "#4f6b2a", "where the walkers begin"),
        FEN: Ground("≈", "~", "#1f5f5a", "soft ground"),
        RUIN: Ground("∏", "R", "#6b4a3a", "brought a stone when it was found"),
    },
    pieces={"stone": ("◆", "$")},
    teams=("yellow", "green", "violet", "blue"),
)
