"""The grounds of Horrors of War that no other game has, with their colours in every theme."""

from __future__ import annotations

from tui.look.looks import Ground, Looks

GROUNDS = {
    "mist": Ground(
        sign="░",
        letter="%",
        hue="#4f5f66",
        tints={
            "dark": ("#4f5f66", "#586a72", "#46545a"),
            "light": ("#d3dde0", "#cbd6da", "#dbe4e6"),
            "contrast": ("#3a3a3a", "#3a3a3a", "#3a3a3a"),
            "256": ("#5f5f87", "#5f5f87", "#5f5f87"),
            "16": ("#000000", "#000000", "#000000"),
        },
    ),
    "sea": Ground(
        sign="~",
        letter="w",
        hue="#12264a",
        tints={
            "dark": ("#12264a", "#152c55", "#0f2140"),
            "light": ("#8fb4e0", "#86acda", "#98bbe5"),
            "contrast": ("#00005f", "#00005f", "#00005f"),
            "256": ("#000087", "#000087", "#000087"),
            "16": ("#000080", "#000080", "#000080"),
        },
    ),
    "ship": Ground(
        sign="‡",
        letter="S",
        hue="#5b4636",
        tints={
            "dark": ("#5b4636", "#5b4636", "#5b4636"),
            "light": ("#d8c0a4", "#d8c0a4", "#d8c0a4"),
            "contrast": ("#5f2f00", "#5f2f00", "#5f2f00"),
            "256": ("#875f5f", "#875f5f", "#875f5f"),
            "16": ("#000000", "#000000", "#000000"),
        },
    ),
    "beach": Ground(
        sign=":",
        letter=":",
        hue="#6f6440",
        tints={
            "dark": ("#6f6440", "#786c46", "#665c3a"),
            "light": ("#f3e7bd", "#efe1b1", "#f7ecc8"),
            "contrast": ("#3a3a00", "#3a3a00", "#3a3a00"),
            "256": ("#87875f", "#87875f", "#87875f"),
            "16": ("#000000", "#000000", "#000000"),
        },
    ),
    "low": Ground(
        sign="1",
        letter="1",
        hue="#4a5530",
        tints={
            "dark": ("#4a5530", "#525e36", "#424c2a"),
            "light": ("#dde3bd", "#d5dcb1", "#e4e9c8"),
            "contrast": ("#1c1c00", "#1c1c00", "#1c1c00"),
            "256": ("#005f00", "#005f00", "#005f00"),
            "16": ("#000000", "#000000", "#000000"),
        },
    ),
    "middle": Ground(
        sign="2",
        letter="2",
        hue="#66623a",
        tints={
            "dark": ("#66623a", "#706c41", "#5b5733"),
            "light": ("#e4dcae", "#ddd4a1", "#eae3bb"),
            "contrast": ("#3a3a00", "#3a3a00", "#3a3a00"),
            "256": ("#5f5f00", "#5f5f00", "#5f5f00"),
            "16": ("#000000", "#000000", "#000000"),
        },
    ),
    "high": Ground(
        sign="3",
        letter="3",
        hue="#837a58",
        tints={
            "dark": ("#837a58", "#8d8460", "#787050"),
            "light": ("#efe7cd", "#e9e0c2", "#f4eed9"),
            "contrast": ("#5f5f2f", "#5f5f2f", "#5f5f2f"),
            "256": ("#87875f", "#87875f", "#87875f"),
            "16": ("#000000", "#000000", "#000000"),
        },
    ),
}

looks = Looks(grounds=GROUNDS)
