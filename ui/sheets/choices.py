"""Answers to tap: the likeliest largest, the others beside it, in pages where there are many."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ui import theme
from ui.table.presenting import Choice
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put, put_each
from ui.widgets.pad import Pad
from ui.widgets.pages import Pages

FEW = 4
"""Answers that stand in one row."""


class Choices(Face):
    """Pads for choices; `on_choice` gets the report of the one that is tapped."""

    def __init__(self, choices: Sequence[Choice], on_choice: Callable[[Any], None]) -> None:
        super().__init__()
        self._choices, self._on_choice = choices, on_choice
        self.pads = [
            Pad(
                choice.title,
                choice.subtitle,
                on_tap=partial(self._choose, number),
                primary=choice.primary,
                role=theme.heading() if choice.primary else theme.body(),
            )
            for number, choice in enumerate(choices)
        ]
        self._pages: Pages | None = None
        if len(self.pads) > FEW:
            self._pages = Pages(theme.mm(13), 2 if len(self.pads) <= FEW + 1 else 3)
            self._pages.show(self.pads[1:])
            self.add_parts(self._pages, self.pads[0])
        else:
            self.add_parts(*self.pads)

    def _choose(self, number: int) -> None:
        self._on_choice(self._choices[number].report)

    def retell(self, choices: Sequence[Choice]) -> None:
        """Have every pad say and tell its choice as it is now, where they are as many: no pad moves."""
        if len(choices) == len(self._choices):
            self._choices = choices
            for pad, choice in zip(self.pads, choices, strict=True):
                pad.say(choice.title, choice.subtitle)

    @property
    def rows(self) -> int:
        """How many rows of pads are wanted."""
        return 1 if self._pages is None else 2

    def arrange(self, rect: Rect) -> None:
        """One row for a few; the first one beside pages for many."""
        gap = theme.mm(theme.GAP_MM)
        if self._pages is not None:
            left, rest = rect.cut_left(rect.width * 0.26, gap)
            put(self.pads[0], left)
            put(self._pages, rest)
            return
        if not self.pads:
            return
        weights = [1.7 if pad.primary and len(self.pads) > 1 else 1.0 for pad in self.pads]
        put_each(self.pads, rect.columns(weights, gap))
