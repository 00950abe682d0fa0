"""The map of 108 hexes: one canvas, built once and then changed in place."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain

from kivy.graphics import Color, InstructionGroup, Line, SmoothLine
from msgspec import Struct

from companion.games.cryptid.hexes import COLUMNS, MAP, ROWS, Hex
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
from companion.games.cryptid.model import Disc, Hue, Spot
from ui import theme
from ui.games.cryptid import words
from ui.games.cryptid.hex_shapes import Lattice, fitted, piece_of
from ui.games.cryptid.outlines import ROOM, Outline, cross, halo, outline, star
from ui.games.cryptid.pieces import cube, disc, shade, structure
from ui.games.cryptid.slots import Slot, places
from ui.games.cryptid.sprites import HIDDEN, Pool, Sprite
from ui.games.cryptid.terrain import ground
from ui.games.cryptid.tones import EDGE, LIGHT
from ui.kivy_types import Touch
from ui.widgets.face import Face
from ui.widgets.layout import Rect
from ui.widgets.lettering import Caption
from ui.widgets.smooth import Texture

LETTERS_MM, NUMBERS_MM = 3.6, 2.9
"""Room for the letters of the rows at the left, and the numbers of the columns above."""
LABEL_MM = 2.5
FAINT = theme.tone("#7d8892")
SEAM = 0.085
"""Width of the line between two pieces of the map, in widths of a hex."""
DIM, DIM_PIECES = 0.3, 0.45
"""What is left of a hex that isn't meant, and of what lies on it."""
FORBIDDEN = (1.0, 0.6, 0.36)
"""What is left of a hex by how many own clues forbid it."""
BEGUN = 0.6
"""Opacity of discs that aren't told yet."""
CROSSES = (Slot(-0.37, 0, 0.62), Slot(0.37, 0, 0.62))
"""Where crosses stand: each clue's own place, so that one clue can be followed over the map."""


class Marks(Struct, frozen=True):
    """What is marked on the map beside the pieces.

    `chosen` has a thick outline, `also` a dashed one: the space asked about or searched. `placed` are discs
    of a search that aren't told yet. Hexes outside `lit` are dimmed, unless it is empty. `forbidden` (by
    which colours' clues) and `allowed` are private. `habitat` is marked after the game. `piece` (down,
    across) and `structure` are what is laid next.
    """

    chosen: Hex | None = None
    also: Hex | None = None
    placed: tuple[Disc, ...] = ()
    lit: frozenset[Hex] = frozenset()
    forbidden: dict[Hex, tuple[Hue, ...]] = {}
    allowed: frozenset[Hex] = frozenset()
    habitat: Hex | None = None
    piece: tuple[int, int] | None = None
    structure: Structure | None = None


NOTHING = Marks()

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
        size = theme.mm(LABEL_MM)
        letters, numbers = theme.mm(LETTERS_MM), theme.mm(NUMBERS_MM)
        for row, caption in enumerate(self._rows):
            _, y = lattice.centre(Hex(row, 0))
            caption.place(lattice.left - letters, y - size, letters, 2 * size, size)
        for column, caption in enumerate(self._columns):
            x, _ = lattice.centre(Hex(0, column))
            caption.place(x - lattice.width / 2, lattice.top, lattice.width, numbers, size)
        for line, points in zip(self._seams, lattice.seams(), strict=True):
            line.points, line.width = points, lattice.width * SEAM / 2
        self._draw()
        self._point()

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
        self._rows = [Caption(FAINT, bold=True) for _ in range(ROWS)]
        self._columns = [Caption(FAINT, bold=True) for _ in range(COLUMNS)]
        for row, caption in enumerate(self._rows):
            caption.show(words.ROWS[row])
        for column, caption in enumerate(self._columns, 1):
            caption.show(str(column))
        for part in chain(
            (grounds, self._seam_tone, *self._seams, self._pieces.group),
            (self._frame_edge, self._frame_low, self._frame_tone, self._frame),
            (self._badges.group, tops),
            (caption.group for caption in (*self._rows, *self._columns)),
        ):
            self.canvas.add(part)

    def _draw(self) -> None:
        if self.lattice.width < 1:
            return
        marks = self._marks
        self._draw_grounds(marks)
        self._draw_pieces(marks)
        self._draw_badges(marks)
        self._draw_frame(marks)
        self._ring(self._also, Outline.ALSO, marks.also if marks.also != marks.chosen else None)
        self._ring(self._chosen, Outline.CHOSEN, marks.chosen)
        self._paint_labels()

    def _meant(self, at: Hex) -> bool:
        """Tell whether a hex isn't dimmed."""
        marks = self._marks
        return (not marks.lit or at in marks.lit) and (marks.piece is None or marks.piece == piece_of(at))

    def _draw_grounds(self, marks: Marks) -> None:
        lattice = self.lattice
        width = int(lattice.width)
        for at, cell, sprite in zip(MAP, self._cells, self._grounds, strict=True):
            left = FORBIDDEN[min(len(marks.forbidden.get(at, ())), len(FORBIDDEN) - 1)]
            tint = shade(left if self._meant(at) else min(left, DIM))
            sprite.show(ground(cell, width, lattice.height), lattice.centre(at), width, tint)

    def _draw_pieces(self, marks: Marks) -> None:
        standing = {(s.row, s.col): s for s in self._structures}
        begun: dict[Hex, list[Hue]] = {}
        for each in marks.placed:
            begun.setdefault(each.at, []).append(each.hue)
        self._pieces.clear()
        for at in MAP:
            spot = self._spots[at.index] if self._spots else Spot()
            there, new = standing.get((at.row, at.column)), begun.get(at, [])
            if there is None and spot.cube is None and not spot.discs and not new:
                continue
            opacity = 1.0 if self._meant(at) else DIM_PIECES
            where = places(there is not None, spot.cube is not None, len(spot.discs) + len(new))
            if there is not None:
                self._put(at, where.structure, partial(structure, there.type, there.colour), opacity)
                if there == marks.structure:
                    self._put(at, Slot(where.structure.x, where.structure.y, 1.0), halo, 1.0)
            fades = [opacity] * len(spot.discs) + [opacity * BEGUN] * len(new)
            for hue, fade, slot in zip((*spot.discs, *new), fades, where.discs, strict=False):
                self._put(at, slot, partial(disc, hue), fade)
            if spot.cube is not None:
                self._put(at, where.cube, partial(cube, spot.cube), opacity)
        self._pieces.done()

    def _put(self, at: Hex, slot: Slot, make: Callable[[int], Texture], opacity: float) -> None:
        """Put a piece into a place of a hex, on whole pixels so that its letter stays sharp."""
        height = self.lattice.height
        side = max(8, round(slot.side * height))
        x, y = slot.place(self.centre(at), height)
        middle = (round(x - side / 2) + side / 2, round(y - side / 2) + side / 2)
        self._pieces.put(make(side), middle, side, shade(opacity))

    def _draw_badges(self, marks: Marks) -> None:
        lattice = self.lattice
        width, height = int(lattice.width), lattice.height
        self._badges.clear()
        for at in sorted(marks.allowed):
            texture = outline(Outline.ALLOWED, width, height)
            self._badges.put(texture, self.centre(at), round(width * ROOM))
        hues = sorted({hue for each in marks.forbidden.values() for hue in each}, key=list(Hue).index)
        for at in sorted(marks.forbidden):
            for hue in marks.forbidden[at]:
                slot = CROSSES[hues.index(hue) % len(CROSSES)]
                side = round(slot.side * height)
                self._badges.put(cross(hue, side), slot.place(self.centre(at), height), side)
        if marks.habitat is not None:
            x, y = self.centre(marks.habitat)
            texture = outline(Outline.HABITAT, width, height)
            self._badges.put(texture, (x, y), round(width * ROOM))
            self._badges.put(star(round(width * 0.56)), (x, y + height * 0.62), round(width * 0.56))
        self._badges.done()

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
        if self.lattice.width >= 1:
            self._ring(self._pointed, Outline.FINGER, self._finger)
            self._paint_labels()

    def _paint_labels(self) -> None:
        """Light the letter and the number of what the finger is on, or else of what is chosen."""
        at = self._finger or self._marks.chosen
        for row, caption in enumerate(self._rows):
            caption.paint(theme.TEXT if at is not None and at.row == row else FAINT)
        for column, caption in enumerate(self._columns):
            caption.paint(theme.TEXT if at is not None and at.column == column else FAINT)


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
