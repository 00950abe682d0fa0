"""The map of 108 hexes: one canvas, built once and then changed in place."""

from collections.abc import Callable, Sequence
from itertools import chain

from kivy.graphics import Color, InstructionGroup, Line, SmoothLine

from companion.games.cryptid.hexes import MAP, Hex
from companion.games.cryptid.maps import (
    ACROSS,
    DOWN,
    PIECE_COLUMNS,
    PIECE_ROWS,
    Cell,
    Piece,
    Structure,
    cell_at,
)
from companion.games.cryptid.model import Spot
from ui import theme
from ui.games.cryptid.hex_shapes import Lattice, fitted, piece_of
from ui.games.cryptid.labels import LETTERS_MM, NUMBERS_MM, Labels
from ui.games.cryptid.loupe import Loupe
from ui.games.cryptid.lying import EMPTY, Hexful, put_pieces
from ui.games.cryptid.marks import NOTHING, Marks, put_badges
from ui.games.cryptid.outlines import ROOM, Outline, outline
from ui.games.cryptid.terrain import ground
from ui.games.cryptid.tones import EDGE, LIGHT
from ui.kivy_types import Touch
from ui.widgets.face import Face
from ui.widgets.layout import Rect, rect_of
from ui.widgets.sprites import HIDDEN, Pool, Sprite, faded

__all__ = ["HexMap", "Marks"]

SEAM = 0.085
"""Width of the line between two pieces of the map, in widths of a hex."""
DIM = 0.3
"""What is left of a hex that isn't meant."""
FORBIDDEN = (1.0, 0.6, 0.36)
"""What is left of a hex by how many own clues forbid it."""
Tiles = Sequence[Sequence[Piece | None]]


class HexMap(Face):
    """The hexes with all that lies on them; `on_tap` is told from which hex a finger was lifted."""

    def __init__(self) -> None:
        super().__init__()
        self.builds = 0
        self.on_tap: Callable[[Hex], None] | None = None
        self.lattice = Lattice(0, 0, 0, 0)
        self._tiles: tuple[tuple[Piece | None, ...], ...] = ()
        self._cells: tuple[Cell | None, ...] = (None,) * len(MAP)
        self._structures: tuple[Structure, ...] = ()
        self._spots: tuple[Spot, ...] = ()
        self._marks = NOTHING
        self._touch: Touch | None = None
        self._finger: Hex | None = None
        self._build()

    def show(
        self,
        tiles: Tiles,
        structures: Sequence[Structure],
        spots: Sequence[Spot] = (),
        marks: Marks = NOTHING,
    ) -> None:
        """Show a map, three rows of two pieces or as much as is known, and all that lies on it."""
        laid = tuple(tuple(row) for row in tiles)
        wanted = (laid, tuple(structures), tuple(spots), marks)
        if wanted == (self._tiles, self._structures, self._spots, self._marks):
            return
        if laid != self._tiles:
            self._cells = tuple(_cell(laid, at) for at in MAP)
        self._tiles, self._structures, self._spots, self._marks = wanted
        self._draw()

    def hex_at(self, x: float, y: float) -> Hex | None:
        """Return the hex nearest to a point, None beside the map."""
        return self.lattice.nearest(x, y)

    def centre(self, at: Hex) -> tuple[float, float]:
        """Return the middle of a hex, in pixels of the window."""
        return self.lattice.centre(at)

    @staticmethod
    def lattice_in(rect: Rect) -> Lattice:
        """Return the largest map in the middle of a room, with its letters and numbers."""
        _, right = rect.cut_left(theme.mm(LETTERS_MM))
        _, below = right.cut_top(theme.mm(NUMBERS_MM))
        return fitted(below)

    def arrange(self, rect: Rect) -> None:
        """Lay the largest map into the middle, with its letters and numbers."""
        self.lattice = lattice = self.lattice_in(rect)
        if lattice.width < 1:
            return
        self._labels.arrange(lattice)
        for line, points in zip(self._seams, lattice.seams(), strict=True):
            line.points, line.width = points, lattice.width * SEAM / 2
        self._draw()

    def on_touch_down(self, touch: Touch) -> bool | None:
        """Show which hex the finger is on."""
        if self.on_tap is None or not self.collide_point(*touch.pos):
            return super().on_touch_down(touch)
        if touch.is_mouse_scrolling:
            return False
        if self._touch is not None:
            # One finger at a time; another one is a hand that rests on the screen.
            return True
        self._finger = self.hex_at(*touch.pos)
        if self._finger is None:
            return super().on_touch_down(touch)
        self._touch = touch
        touch.grab(self)
        self._point()
        return True

    def on_touch_move(self, touch: Touch) -> bool | None:
        """Follow the finger to the next hex; off the map it is on none."""
        if touch.grab_current is not self:
            return super().on_touch_move(touch)
        self._finger = self.lattice.nearest(*touch.pos, self._finger)
        self._point()
        return True

    def on_touch_up(self, touch: Touch) -> bool | None:
        """Tell what the finger was on."""
        if touch.grab_current is not self:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        at, self._touch, self._finger = self._finger, None, None
        self._point()
        if at is not None and self.lattice.nearest(*touch.pos, at) == at and self.on_tap is not None:
            self.on_tap(at)
        return True

    def _build(self) -> None:
        self.builds += 1
        grounds, tops = InstructionGroup(), InstructionGroup()
        self._grounds = [Sprite(grounds) for _ in MAP]
        self._seam_tone = Color(*EDGE)
        self._seams = [SmoothLine(width=1) for _ in range(ACROSS + DOWN - 2)]
        self._pieces, self._badges = Pool(), Pool()
        self._frame_edge, self._frame_low = Color(*HIDDEN), Line(width=1, close=True, joint="miter")
        self._frame_tone, self._frame = Color(*HIDDEN), Line(width=1, close=True, joint="miter")
        self._also, self._chosen, self._pointed = Sprite(tops), Sprite(tops), Sprite(tops)
        self._labels, self._loupe = Labels(), Loupe()
        for part in chain(
            (grounds, self._seam_tone, *self._seams, self._pieces.group),
            (self._frame_edge, self._frame_low, self._frame_tone, self._frame),
            (self._badges.group, tops, self._labels.group, self._loupe.group),
        ):
            self.canvas.add(part)

    def _draw(self) -> None:
        if self.lattice.width < 1:
            return
        marks = self._marks
        self._draw_grounds(marks)
        put_pieces(self._pieces, self.lattice, self._structures, self._spots, marks)
        put_badges(self._badges, self.lattice, marks)
        self._draw_frame(marks)
        self._ring(self._also, Outline.ALSO, marks.also if marks.also != marks.chosen else None)
        self._ring(self._chosen, Outline.CHOSEN, marks.chosen)
        self._point()

    def _draw_grounds(self, marks: Marks) -> None:
        lattice = self.lattice
        width = int(lattice.width)
        for at, cell, sprite in zip(MAP, self._cells, self._grounds, strict=True):
            left = FORBIDDEN[min(len(marks.forbidden.get(at, ())), len(FORBIDDEN) - 1)]
            tint = faded(min(left, DIM) if marks.dims(at) else left)
            sprite.show(ground(cell, width, lattice.height), lattice.centre(at), width, tint)

    def _draw_frame(self, marks: Marks) -> None:
        """Draw the line around the piece of the map that is laid next."""
        self._frame_edge.rgba = EDGE if marks.piece is not None else HIDDEN
        self._frame_tone.rgba = LIGHT if marks.piece is not None else HIDDEN
        points = [] if marks.piece is None else self.lattice.outline(_hexes_of(*marks.piece))
        for line, width in ((self._frame_low, 0.16), (self._frame, 0.085)):
            line.points, line.width = points, max(1.0, self.lattice.width * width / 2)

    def _ring(self, sprite: Sprite, kind: Outline, at: Hex | None) -> None:
        if at is None:
            sprite.hide()
            return
        width = int(self.lattice.width)
        sprite.show(outline(kind, width, self.lattice.height), self.centre(at), round(width * ROOM))

    def _point(self) -> None:
        """Show where the finger is, in the same frame."""
        if self.lattice.width < 1:
            return
        at = self._finger
        self._ring(self._pointed, Outline.FINGER, at)
        self._labels.light(at or self._marks.chosen)
        if at is None:
            self._loupe.hide()
        else:
            there = next((s for s in self._structures if (s.row, s.col) == (at.row, at.column)), None)
            full = Hexful(there, self._spots[at.index] if self._spots else EMPTY, self._marks.begun(at))
            self._loupe.show(at, self._cells[at.index], full, self.centre(at), rect_of(self))


def _hexes_of(down: int, across: int) -> list[Hex]:
    return [
        Hex(down * PIECE_ROWS + row, across * PIECE_COLUMNS + column)
        for row in range(PIECE_ROWS)
        for column in range(PIECE_COLUMNS)
    ]


def _cell(tiles: tuple[tuple[Piece | None, ...], ...], at: Hex) -> Cell | None:
    """Return what a hex is, as far as its piece is laid."""
    down, across = piece_of(at)
    piece = tiles[down][across] if tiles else None
    # A hex is found by its own piece alone: the others may still lie in the box.
    return None if piece is None else cell_at(((piece,) * ACROSS,) * DOWN, at)
