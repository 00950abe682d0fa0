"""Settings: one list with switches and values, and below it what ends something."""

from collections.abc import Callable, Sequence

from ui.appliance import care_words as words
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Figure, Header, Line, Pages, Screen, Tap, column, row
from ui.stage import theme

LINE_MM, WIDE_MM, MOST_LINE_MM, GAP_MM = 11.4, 44.0, 15.0, 2.0
"""Height and least width of a line, its most height, and the gap between two of them."""
END_MM = 13.5
"""Of the row of what ends something."""


class CareScreen(PartScreen):
    """The list as `lines` returns it; what ends something is held.

    They are given what shows them again after a change.

    `trouble`: why what was set isn't kept. `on`: it is a step of a new table's first start.
    """

    def __init__(
        self,
        lines: Callable[[Callable[[], None]], Sequence[Line | Figure]],
        ends: Sequence[tuple[str, str, Callable[[], None]]],
        back: Tap,
        trouble: Callable[[], str],
        title: str = words.SETTINGS,
        on: Tap = None,
    ) -> None:
        super().__init__()
        self._title, self._on = title, on
        self._lines, self._ends, self._back, self._trouble = lines, ends, back, trouble
        self.compose()

    def part(self) -> Screen:
        """Return the list, and the pads that end something by their name, title and what they do."""
        pages = Pages(
            tuple(self._lines(self.compose)),
            LINE_MM,
            WIDE_MM * theme.LARGER,
            MOST_LINE_MM,
            GAP_MM,
            name="settings",
        )
        ends = [
            Button(title, words.HOLD_HINT, held, held=True, name=name, role=theme.body)
            for name, title, held in self._ends
        ]
        foot = [row(*ends, mm=END_MM)] if ends else []
        header = Header(self._title, self._trouble(), self._back, self._on, warns="hint")
        return Screen(header, column(pages, *foot))
