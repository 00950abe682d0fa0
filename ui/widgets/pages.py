"""Many things in little room: as many as fit, and two large pads to turn the page.

Nothing scrolls: a list that slides under a finger is hit in the wrong place.
"""

from collections.abc import Callable, Sequence
from typing import Any

from ui.stage import icons, theme
from ui.stage.kivy_types import Widget
from ui.table.presenting import Choice
from ui.widgets.layout import Arranged, Rect, cut_pads, put
from ui.widgets.pad import GlyphPad, Pad


def _nothing(n: int) -> Widget:
    raise IndexError(n)


class PagedGrid(Arranged):
    """Shows widgets in a grid of `columns`, each at least `row` pixels high, page by page."""

    def __init__(
        self, row: float, columns: int = 1, *, most: float | None = None, gap: float | None = None
    ) -> None:
        super().__init__()
        self._row = row
        self._columns = columns
        self._most = most
        self._gap = theme.mm(theme.GAP_MM) if gap is None else gap
        self._items: list[Widget | None] = []
        self._make: Callable[[int], Widget] = _nothing
        self.page = 0
        self._brought: int | None = None
        self.before = GlyphPad(icons.up, lambda: self.turn(-1))
        self.after = GlyphPad(icons.down, lambda: self.turn(1))

    def show(self, items: Sequence[Widget | Callable[[], Widget]]) -> None:
        """Show other things, from the first page on; of many each may be made when its page comes."""
        items = tuple(items)

        def made(n: int) -> Widget:
            item = items[n]
            return item if isinstance(item, Widget) else item()

        self.show_many(len(items), made)

    def show_many(self, count: int, make: Callable[[int], Widget]) -> None:
        """Show `count` other things, each made when its page comes; they count from 0."""
        self._items = [None] * count
        self._make = make
        self.page = 0
        self.rearrange()

    def item(self, n: int) -> Widget:
        """Return one of the things, made if it wasn't yet; they count from 0."""
        item = self._items[n]
        if item is None:
            item = self._items[n] = self._make(n)
        return item

    @property
    def count(self) -> int:
        """How many things there are, on all pages."""
        return len(self._items)

    def fill(self, columns: int) -> None:
        """Change how many stand beside each other."""
        if columns != self._columns:
            self._columns = columns
            self.rearrange()

    def turn(self, by: int) -> None:
        """Turn the page."""
        self.page = max(0, self.page + by)
        self.rearrange()

    def bring(self, n: int) -> None:
        """Turn to the page that a thing is on, as soon as it is known how many fit; they count from 0."""
        self._brought = n
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """Lay out the page that is shown."""
        self.clear_widgets()
        if not self._items:
            return
        rows = max(1, int((rect.height + self._gap) / (self._row + self._gap) + 0.02))
        room, fits = rect, rows * self._columns
        if self._brought is not None:
            self.page, self._brought = self._brought // fits, None
        if len(self._items) > fits:
            side, room = cut_pads(rect, theme.mm(theme.TARGET_MM), self._gap)
            last = -(-len(self._items) // fits) - 1
            self.page = min(self.page, last)
            upper, lower = side.rows(2, self._gap)
            put(self.before, upper)
            put(self.after, lower)
            self.before.live, self.after.live = self.page > 0, self.page < last
            self.add_parts(self.before, self.after)
        else:
            self.page = 0
            rows = min(rows, -(-len(self._items) // self._columns))
        height = (room.height - self._gap * (rows - 1)) / rows
        if self._most is not None and height > self._most:
            height = self._most
        used = Rect(
            room.x,
            room.top - rows * height - (rows - 1) * self._gap,
            room.width,
            rows * height + (rows - 1) * self._gap,
        )
        cells = used.grid(rows * self._columns, self._columns, self._gap)
        for n, cell in zip(range(self.page * fits, len(self._items)), cells, strict=False):
            item = self.item(n)
            put(item, cell)
            self.add_widget(item)


# Answers in pages, all of one size: a pad for each.

COLUMNS = 3


class ChoicePads(PagedGrid):
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
