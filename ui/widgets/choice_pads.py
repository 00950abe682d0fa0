"""Answers in pages, all of one size: a pad for each."""

from collections.abc import Callable, Sequence
from typing import Any

from ui import theme
from ui.table.presenting import Choice
from ui.widgets.pad import Pad
from ui.widgets.pages import Pages

COLUMNS = 3


class ChoicePads(Pages):
    """Pads for choices; `told` gets the report of the one that is tapped."""

    def __init__(
        self, choices: Sequence[Choice], told: Callable[[Any], None], columns: int = COLUMNS
    ) -> None:
        super().__init__(theme.mm(theme.TARGET_MM), columns, most=theme.mm(theme.PRIMARY_MM))
        self.pads = [
            Pad(
                choice.title,
                choice.subtitle,
                on_tap=lambda report=choice.report: told(report),  # type: ignore[misc]
                role=theme.body() * 1.1,
            )
            for choice in choices
        ]
        self.show(self.pads)
