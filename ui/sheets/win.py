"""The end of a match: its picture, and what can be done then."""

from collections.abc import Callable, Sequence
from typing import Any

from ui import theme
from ui.sheets.choices import Choices
from ui.stage.end_picture import End, end_picture
from ui.stage.rect import Rect
from ui.stage.scene import Drawing, Room, Scene
from ui.stage.shapes import Box
from ui.stage.stage import Stage
from ui.table.presenting import Choice
from ui.widgets.choice_pads import ChoicePads
from ui.widgets.layout import cut_pads, put
from ui.widgets.pad import Pad
from ui.widgets.sheet import SheetPanel

PADS_MM = 33.0
"""Width of the pads at the right."""
UPRIGHT_MM = 48.0
"""Height of the pads below it."""
PICTURE = (1280, 720, 1.6)
"""Width, height and density of the picture for a stick."""
EDGE_MM = 4.0
"""Around what is in it."""


class WinSheet(SheetPanel):
    """Shows an end with the final board; `on_choice` gets what was tapped, the first choice is large."""

    def __init__(
        self, end: End, board: Drawing | None, choices: Sequence[Choice], on_choice: Callable[[Any], None]
    ) -> None:
        super().__init__(theme.PANEL)
        self.end, self._board = end, board
        self.shown = Stage()
        self.first = Choices(choices[:1], on_choice)
        self.others = ChoicePads(choices[1:], on_choice, columns=1)
        self.add_parts(self.shown, self.first, self.others)
        self.tell(end)

    @property
    def pads(self) -> list[Pad]:
        """All pads, the large one first."""
        return [*self.first.pads, *self.others.pads]

    def tell(self, end: End) -> None:
        """Show more that is told; the pads stay where a finger may be on its way to."""
        self.end = end
        self.shown.draw(lambda room, _finger: end_picture(end, self._board, room))

    def picture(self) -> tuple[int, int, bytes]:
        """Return the picture for a stick: width, height and rows of RGBA bytes from the top."""
        # Not before somebody wants it.
        from ui.offscreen import pixels

        width, height, density = PICTURE

        def drawing(room: Room, _finger: object) -> Scene:
            inner = Room(room.rect.inset(theme.DP_PER_MM * density * EDGE_MM), density)
            return Scene((Box(room.rect, theme.GROUND), *end_picture(self.end, self._board, inner).items))

        stage = Stage()
        put(stage, Rect(0, 0, width, height))
        stage.draw(drawing)
        return pixels(stage)

    def arrange(self, rect: Rect) -> None:
        """The picture at the left and the pads at the right; on an upright panel they stand below it."""
        gap, inner = theme.mm(theme.GAP_MM), self.inner(rect)
        upright = inner.height > inner.width
        cut = (
            inner.cut_bottom(theme.mm(UPRIGHT_MM), gap)
            if upright
            else cut_pads(inner, theme.mm(PADS_MM), gap)
        )
        pads, left = cut
        self.others.fill(2 if upright else 1)
        put(self.shown, left)
        above, below = pads.cut_top(theme.mm(theme.PRIMARY_MM), gap)
        put(self.first, above)
        put(self.others, below)
