"""The grounds of Dawn of Peacemakers that the shared palettes do not have; each theme tints their hues."""

from __future__ import annotations

from tui.look.looks import Ground, Looks

GROUNDS = {
    "fountain": Ground(sign="◡", letter="w", hue="#2a6f97"),
    "ford": Ground(sign="∴", letter=":", hue="#3f6f7a"),
    "bridge": Ground(sign="═", letter="H", hue="#6b5a3a"),
    "marsh": Ground(sign="ψ", letter="m", hue="#3d5a4a"),
    "village": Ground(sign="∏", letter="v", hue="#7a5233"),
    "hill": Ground(sign="◠", letter="h", hue="#6f7a3a"),
    "thorns": Ground(sign="×", letter="x", hue="#5f3a3a"),
    "rampart": Ground(sign="▤", letter="#", hue="#6a6a72"),
    "fence": Ground(sign="╫", letter="I", hue="#5a5230"),
    "place": Ground(sign="◊", letter="P", hue="#4f4a70"),
}

looks = Looks(grounds=GROUNDS)
