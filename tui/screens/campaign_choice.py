"""A choice between two chapters of a campaign: what it is about, and what can be chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from engine.core.campaign.content import CampaignChoice
from tui.screens.page import BACK, Page
from tui.screens.sheets import titled_text
from tui.widgets.dialogs import Confirming
from tui.widgets.lines import Block, Lines
from tui.widgets.prompt import Key


class ChoiceScreen(Page):
    """The text above, the options below; a choice is asked about once more, because it stands."""

    DEFAULT_CSS = """
    ChoiceScreen #body { align: center top; }
    ChoiceScreen #options { width: 68; max-width: 100%; padding: 1 2; }
    ChoiceScreen.-roomy #options { padding: 3 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(str(number), f"number({number})", show=False) for number in range(1, 10)
    ]
    KEYS = (Key("Enter", "choose", "pick"), BACK)

    def __init__(self, heading: str, choice: CampaignChoice, on_chosen: Callable[[str], None]) -> None:
        """What is chosen, and who is told of it."""
        super().__init__()
        self.HEADING = f"{heading} - A choice"
        self._choice, self._on_chosen = choice, on_chosen

    def body(self) -> ComposeResult:
        """The text and the options, one below the other."""
        yield Lines(is_list=True, id="options")

    def on_mount(self) -> None:
        """Fill the list."""
        super().on_mount()
        lines = self.query_one(Lines)
        lines.fill(self._blocks())
        lines.focus()

    def _blocks(self) -> list[Block]:
        head = titled_text(self._choice.title, self._choice.text, self.look).append("\n ")
        blocks = []
        for number, option in enumerate(self._choice.options, start=1):
            text = Text.assemble((option.title, "bold"), f"\n{option.text}" if option.text else "")
            label = Text(str(number), style=f"bold {self.look.lit}")
            blocks.append(Block(text, option.id, head if number == 1 else Text(" "), label=label))
        return blocks

    def action_number(self, number: int) -> None:
        """Choose by number."""
        if number <= len(self._choice.options):
            self._ask(self._choice.options[number - 1].id)

    def on_lines_picked(self, event: Lines.Picked) -> None:
        """Choose what is pointed at."""
        self._ask(event.key)

    def _ask(self, name: str) -> None:
        option = self._choice.option(name)
        if option is None or not self.is_active:
            return

        def answered(is_sure: bool | None) -> None:
            if is_sure:
                self.app.pop_screen()
                self._on_chosen(name)

        question = f"{option.title}? The campaign goes on from here."
        self.app.push_screen(Confirming(question, option.title, "Not yet"), answered)
