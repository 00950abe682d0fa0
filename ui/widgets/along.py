"""Pads that belong to one seat each: along the edge where that seat sits, and turned to it."""

from collections.abc import Mapping, Sequence

from ui import theme
from ui.kivy_types import Widget
from ui.stage.sides import Side
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put, put_each
from ui.widgets.turned import Turned

MANY = 9
"""Pads beside each other, from which on they stand nearer together."""
NEARER_MM = 0.8
"""As near as that; and so near below each other, where height is dear."""


def gap_of(count: int) -> float:
    """Return what lies between so many pads beside each other, in pixels."""
    return theme.mm(theme.GAP_MM if count < MANY else NEARER_MM)


class RowOfParts(Face):
    """Widgets beside each other, or in a narrow room below each other."""

    def __init__(self, parts: Sequence[Widget]) -> None:
        super().__init__()
        self._parts = parts
        self.add_parts(*parts)

    def arrange(self, rect: Rect) -> None:
        """Share the length out."""
        count = len(self._parts)
        upright = rect.width < rect.height
        rooms = rect.rows(count, theme.mm(NEARER_MM)) if upright else rect.columns([1] * count, gap_of(count))
        put_each(self._parts, rooms)


class Along(Face):
    """Rows of pads, one for each side at which anybody sits; whoever lays it out puts each into its strip."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: dict[Side, Turned] = {}
        self._counts: dict[Side, int] = {}

    def lay(self, pads: Sequence[tuple[Side, Widget]]) -> None:
        """Take these pads and no others, those of a side from the left to the right of who sits there."""
        for row in self._rows.values():
            row.inside.clear_widgets()
            self.remove_widget(row)
        by_side: dict[Side, list[Widget]] = {}
        for side, pad in pads:
            by_side.setdefault(side, []).append(pad)
        self._counts = {side: len(parts) for side, parts in by_side.items()}
        self._rows = {side: Turned(RowOfParts(parts), side) for side, parts in by_side.items()}
        self.add_parts(*self._rows.values())

    def count(self, side: Side) -> int:
        """Return how many lie along an edge."""
        return self._counts.get(side, 0)

    def put_along(self, strips: Mapping[Side, Rect]) -> None:
        """Put the pads of each side into its strip."""
        for side, row in self._rows.items():
            if side in strips:
                put(row, strips[side])

    def collide_point(self, x: float, y: float) -> bool:
        """Tell whether a point is on one of the rows: between them lies what they lie around."""
        return any(row.collide_point(x, y) for row in self._rows.values())
