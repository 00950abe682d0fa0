"""A hex in large, with its name, beside the finger that covers it."""

from kivy.graphics import Color, InstructionGroup, Line, RoundedRectangle

from companion.games.cryptid.hexes import Hex
from companion.games.cryptid.maps import Cell
from ui import theme
from ui.games.cryptid.hex_shapes import TALL
from ui.games.cryptid.lying import Hexful, put_hexful
from ui.games.cryptid.terrain import ground
from ui.games.cryptid.words import space
from ui.stage.lettering import Caption
from ui.widgets.layout import Point, Rect
from ui.widgets.loupe import beside
from ui.widgets.sprites import HIDDEN, Pool

HEX_MM = 15.0
"""Width of the large hex."""
NAME_MM = 6.6
"""Height of the name below it."""


class Loupe:
    """The instructions of the loupe; hidden until a finger is down."""

    def __init__(self) -> None:
        self.group = InstructionGroup()
        self.bubble = Rect(0, 0, 0, 0)
        self._ground, self._box = Color(*HIDDEN), RoundedRectangle(size=(0, 0))
        self._edge, self._outline = Color(*HIDDEN), Line(width=1)
        self._name = Caption(theme.TEXT, bold=True)
        self._pool = Pool()
        for part in (
            self._ground, self._box, self._edge, self._outline, self._name.group, self._pool.group
        ):  # fmt: skip
            self.group.add(part)

    def show(self, at: Hex, cell: Cell | None, full: Hexful, middle: Point, room: Rect) -> None:
        """Show a hex that lies around a point, inside `room` and not under the finger."""
        self.bubble = bubble = beside(middle, room)
        radius, line = theme.mm(theme.RADIUS_MM), theme.mm(0.35)
        self._ground.rgba, self._edge.rgba = theme.RAISED, theme.LINE
        self._box.pos, self._box.size, self._box.radius = (
            (bubble.x, bubble.y),
            (bubble.width, bubble.height),
            [radius],
        )
        self._outline.width = line / 2
        self._outline.rounded_rectangle = (bubble.x, bubble.y, bubble.width, bubble.height, radius)
        head, below = bubble.cut_top(theme.mm(NAME_MM))
        self._name.place(head.x, head.y - theme.mm(0.6), head.width, head.height, theme.mm(theme.HEADING_MM))
        self._name.show(space(at))
        width = round(theme.mm(HEX_MM) / 2) * 2
        height = round(width * TALL)
        x, y = below.center
        around = (round(x), round(y))
        self._pool.clear()
        self._pool.put(ground(cell, width, height), around, width)
        put_hexful(self._pool, around, height, full)
        self._pool.done()

    def hide(self) -> None:
        """Show nothing."""
        self._ground.rgba = self._edge.rgba = HIDDEN
        self._name.show("")
        self._pool.clear()
        self._pool.done()
