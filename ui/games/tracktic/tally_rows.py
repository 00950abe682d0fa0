"""The pads of the tally: brushes to paint with, and a line for each colour's points."""

from collections.abc import Callable, Iterator
from functools import partial

from companion.games.tracktic.model import Piece
from companion.games.tracktic.paths import Longest
from ui import theme
from ui.games.tracktic import art
from ui.games.tracktic import board_words as words
from ui.games.tracktic.tones import PIECES
from ui.games.tracktic.words import COLOURS
from ui.stage import scene
from ui.stage.painter import Painter, room_in
from ui.stage.scene import Item, Room
from ui.stage.shapes import Rim, Stroke
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.text import Text

PIECE_MM = 7.5
FIGURE_MM = 17.0
LEAST = 4
"""Smaller ones can't be drawn."""


def _piece(room: Room, kind: Piece) -> Iterator[Item]:
    """Yield a piece in the middle of a room."""
    side, (x, y) = _side(room), room.rect.center
    if side >= LEAST:
        yield scene.PlacedArt(
            art.piece(kind), (round(x - side / 2) + side / 2, round(y - side / 2) + side / 2), side
        )


def _rubber(room: Room) -> Iterator[Item]:
    """Yield an empty cell with a stroke through it."""
    side, (x, y) = _side(room), room.rect.center
    if side < LEAST:
        return
    rect = Rect(round(x - side / 2), round(y - side / 2), side, side)
    inner, line = rect.inset(side * 0.3), side * 0.07
    yield Rim(rect.inset(side * 0.1), theme.DIM, line, side * 0.2)
    yield Stroke(((inner.x, inner.y), (inner.right, inner.top)), theme.DIM, line)


def _side(room: Room) -> int:
    return round(min(room.rect.width, room.rect.height, room.mm(PIECE_MM)))


class BrushPad(Pad):
    """What is painted with: a colour, white, or nothing; and how many of it lie there."""

    def __init__(self, brush: Piece | None, on_tap: Callable[[], None]) -> None:
        title = words.RUBBER if brush is None else COLOURS[brush]
        super().__init__(title, on_tap=on_tap, role=theme.body())
        self.title.wraps = self.subtitle.wraps = False
        self.subtitle.halign = "left"
        self.subtitle.role = theme.body()
        self._picture = _rubber if brush is None else partial(_piece, kind=brush)
        self._painter = Painter(self.canvas)

    def arrange(self, rect: Rect) -> None:
        """The piece with its number above, the word below."""
        inner = rect.inset(theme.mm(1.0), theme.mm(1.2))
        low, high = inner.cut_bottom(self.title.role * 1.25, theme.mm(0.5))
        put(self.title, low)
        side = min(high.height, theme.mm(PIECE_MM))
        number = theme.mm(7) if self.subtitle.text else 0.0
        x = high.center[0] - (side + number) / 2
        self._painter.draw(self._picture(room_in(Rect(x, high.y, side, high.height))))
        put(self.subtitle, Rect(x + side + theme.mm(1.2), high.y, max(1.0, number), high.height))
        self.subtitle.opacity = 1.0 if number else 0.0


class ScorePad(Pad):
    """A colour's line: its piece, its name, and its points in large figures."""

    def __init__(self, colour: Piece, on_tap: Callable[[], None]) -> None:
        super().__init__(on_tap=on_tap)
        self.colour = colour
        self.longest: Longest | None = None
        self._winner = False
        self._name = Text(COLOURS[colour], role=theme.title(), bold=True)
        self._figure = Text(role=theme.glance(), bold=True, align="right")
        self._note = Text(words.AT_LEAST_ONE, role=theme.small(), tone=theme.DIM, align="right")
        self.add_parts(self._name, self._figure, self._note)
        self._painter = Painter(self.canvas)

    def show(self, longest: Longest | None, *, chosen: bool, winner: bool) -> None:
        """Show a colour's longest path; None: it is still being looked for."""
        before = (self.longest, self.chosen, self._winner)
        if (longest, chosen, winner) == before and self._figure.text:
            return
        self.longest, self.chosen, self._winner = longest, chosen, winner
        self._figure.text = "…" if longest is None else str(len(longest.path))
        self._figure.color = theme.TEXT if winner or chosen else theme.DIM
        self._note.opacity = 1.0 if longest is not None and not longest.exact else 0.0
        self._look()
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """The piece at the left, the name beside it, the figure at the right."""
        put(self.title, Rect(rect.x, rect.y, 1, 1))
        put(self.subtitle, Rect(rect.x, rect.y, 1, 1))
        inner = rect.inset(theme.mm(2.5), theme.mm(0.8))
        left, rest = inner.cut_left(min(inner.height, theme.mm(PIECE_MM)), theme.mm(2.5))
        self._painter.draw(_piece(room_in(left), self.colour))
        right, name = rest.cut_right(min(theme.mm(FIGURE_MM), rest.width * 0.5), theme.mm(1))
        self._figure.role = min(theme.glance(), right.height / 1.2)
        put(self._figure, right)
        if self._note.opacity:
            note, name = name.cut_right(min(theme.mm(12), name.width * 0.5))
            put(self._note, note)
        put(self._name, name)

    def _look(self, *_: object) -> None:
        lit = self.chosen or self._winner
        ground = theme.PRESSED if self.pressed else theme.RAISED if lit else theme.PANEL
        self.paint(ground, theme.line(PIECES[self.colour]) if self.chosen else None)
