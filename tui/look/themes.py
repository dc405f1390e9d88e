"""The themes of the app: frames, lists and dialogs; the board has its own colours in `looks`."""

from __future__ import annotations

from textual.theme import Theme

TITLES = {"dark": "Dark", "light": "Light", "contrast": "High contrast", "safe": "Colour-blind safe"}

THEMES = (
    Theme(
        name="dark",
        primary="#8ecbff",
        secondary="#ffd166",
        accent="#ffe066",
        foreground="#e8eadf",
        background="#101418",
        surface="#171d23",
        panel="#1f2831",
        success="#7ee08a",
        warning="#ffd166",
        error="#ff7b72",
        dark=True,
    ),
    Theme(
        name="light",
        primary="#0a4fa0",
        secondary="#8a5a00",
        accent="#b00060",
        foreground="#1c2014",
        background="#f2f0e6",
        surface="#fbfaf3",
        panel="#e2dfce",
        success="#15702a",
        warning="#8a5a00",
        error="#b3261e",
        dark=False,
    ),
    Theme(
        name="contrast",
        primary="#ffffff",
        secondary="#ffff00",
        accent="#ffff00",
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#1c1c1c",
        success="#5fff5f",
        warning="#ffff00",
        error="#ff5f5f",
        dark=True,
    ),
    Theme(
        name="safe",
        primary="#56b4e9",
        secondary="#f0e442",
        accent="#f0e442",
        foreground="#e8eadf",
        background="#101418",
        surface="#171d23",
        panel="#1f2831",
        success="#56b4e9",
        warning="#f0e442",
        error="#e69f00",
        dark=True,
    ),
)
