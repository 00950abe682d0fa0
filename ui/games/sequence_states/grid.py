"""The ten by ten spaces: one canvas, built once and then changed in place."""

from kivy.graphics import Color, InstructionGroup, Line, Rectangle, RoundedRectangle, SmoothLine

from companion.games.sequence_states.cards import STATES
from companion.games.sequence_states.lines import SIDE, SPACES, Space
from companion.games.sequence_states.model import Colour
from companion.games.sequence_states.view import SpaceView, View
from ui import theme
from ui.games.sequence_states.aims import Aim
from ui.games.sequence_states.chips import DARK, TONES, chip
from ui.games.sequence_states.lights import Light, lights
from ui.stage.lettering import Caption
from ui.widgets.face import Face
from ui.widgets.layout import Rect

NUMBERS_MM = 3.2
"""Room for the numbers of rows and columns, at the left and above."""
CHIP = 0.9
"""Side of a chip's square, in cells."""
LOCKED_CHIP = 0.83
"""That of a chip in a sequence: the line shows between two of them."""
STUCK = 0.2
"""So far, in cells, a finger slides over an edge before it is on the next space: it rolls when it lifts."""
MOST_LINES = 12
"""More sequences than can ever lie on the board at once."""
CROSSES = 2

TINTS = tuple(theme.tone(code) for code in ("#1f2d35", "#262e40", "#27332f", "#342b38", "#30342a", "#2c3038"))
"""The grounds of the spaces: both of a state have the same one."""
LETTERS = theme.tone("#cdd3d8")
FAINT = theme.tone("#6d7881")
FOUND = theme.tone("#f4f1e8")
LIT = theme.tone("#aeb8bf")
LIFTED = theme.tone("#4b5a68")


def tint(space: SpaceView) -> theme.Tone:
    """Return the ground of a space: by its state, or like a chess board where nobody knows it."""
    if space.card is None:
        return TINTS[0] if (space.space.row + space.space.column) % 2 else TINTS[5]
    return TINTS[list(STATES).index(space.card) * 7 % len(TINTS)]


def mixed(one: theme.Tone, other: theme.Tone, share: float) -> theme.Tone:
    """Return `one` with a share of `other`."""
    red, green, blue = (a + (b - a) * share for a, b in zip(one[:3], other[:3], strict=True))
    return (red, green, blue, 1.0)


class _Cell:
    """The instructions of one space."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.low, self.middle, self.high = InstructionGroup(), InstructionGroup(), InstructionGroup()
        self._ground, self._box = Color(*TINTS[0]), RoundedRectangle()
        self._shade, self._chip = Color(1, 1, 1, 0), Rectangle()
        self._letters = Caption(LETTERS, bold=True)
        for group, parts in (
            (self.low, (self._ground, self._box)),
            (self.middle, (self._shade, self._chip)),
            (self.high, (self._letters.group,)),
        ):
            for part in parts:
                group.add(part)
        self._rect = Rect(0, 0, 0, 0)
        self._shown: tuple[SpaceView, Colour | None, Light] | None = None

    def arrange(self, rect: Rect, gap: float) -> None:
        """Move the space into `rect`."""
        self._rect = rect
        box = rect.inset(gap / 2)
        self._box.pos, self._box.size = (box.x, box.y), (box.width, box.height)
        self._box.radius = [box.width * 0.13]
        self._draw()

    def show(self, space: SpaceView, colour: Colour | None, light: Light) -> None:
        """Show the space; only what has changed is touched."""
        if (space, colour, light) != self._shown:
            self._shown = (space, colour, light)
            self._draw()

    def _draw(self) -> None:
        if self._shown is None or self._rect.width < 1:
            return
        space, colour, light = self._shown
        dim = light in (Light.DIM, Light.CROSSED)
        self._ground.rgba = self._ground_tone(space, colour, light)
        self._shade.a = 0.0 if colour is None else 0.32 if dim else 1.0
        if colour is not None:
            side = self._rect.width * (LOCKED_CHIP if space.locked else CHIP)
            x, y = self._rect.center
            self._chip.texture = chip(colour, space.locked, side)
            self._chip.pos, self._chip.size = (x - side / 2, y - side / 2), (side, side)
        self._letter(space, colour, light, dim)

    def _ground_tone(self, space: SpaceView, colour: Colour | None, light: Light) -> theme.Tone:
        if light is Light.FOUND:
            return FOUND
        if light is Light.TARGET:
            return LIT
        if light is Light.OPEN:
            return mixed(tint(space), LIFTED, 0.8)
        ground = tint(space)
        if colour is not None and space.locked:
            ground = mixed(ground, TONES[colour], 0.3)
        return mixed(ground, theme.GROUND, 0.6) if light in (Light.DIM, Light.CROSSED) else ground

    def _letter(self, space: SpaceView, colour: Colour | None, light: Light, dim: bool) -> None:
        rect = self._rect
        self._letters.show(space.card or f"{space.space.row + 1}·{space.space.column + 1}")
        size = rect.width * (0.46 if space.card else 0.3)
        if colour is not None:
            size = rect.width * (0.39 if space.card else 0.25) * (0.88 if space.locked else 1)
        self._letters.place(
            rect.x + rect.width * 0.06, rect.y, rect.width * 0.88, rect.height, min(size, theme.mm(4))
        )
        if light is Light.FOUND:
            tone = theme.ON_PRIMARY
        elif colour is not None:
            tone = DARK if not dim else (*LETTERS[:3], 0.75)
        elif dim:
            tone = (*LETTERS[:3], 0.3)
        else:
            tone = LETTERS if space.card else FAINT
        self._letters.paint(theme.TEXT if light is Light.OPEN else tone)


class _Line:
    """The line through the five chips of a sequence; its ends lie under them."""

    def __init__(self) -> None:
        self.group = InstructionGroup()
        self._tone, self._line = Color(0, 0, 0, 0), SmoothLine(points=[])
        self.group.add(self._tone)
        self.group.add(self._line)

    def show(self, tone: theme.Tone, ends: tuple[float, ...], width: float) -> None:
        """Draw the line between two middles."""
        self._tone.rgba = tone
        self._line.width, self._line.points = width / 2, list(ends)

    def hide(self) -> None:
        """Draw nothing."""
        self._tone.a = 0.0


class Grid(Face):
    """The spaces, their chips, and the numbers along two edges; `point` shows where a finger is."""

    def __init__(self) -> None:
        super().__init__()
        self.builds = 0
        self.room = Rect(0, 0, 0, 0)
        self._view: View | None = None
        self._aim: Aim = None
        self._pointed: Space | None = None
        self._cells = [_Cell(space) for space in SPACES]
        self._lines = [_Line() for _ in range(MOST_LINES)]
        self._rows = [Caption(FAINT, bold=True) for _ in range(SIDE)]
        self._columns = [Caption(FAINT, bold=True) for _ in range(SIDE)]
        self._last_tone, self._last = Color(0, 0, 0, 0), Line(width=1)
        self._finger_tone, self._finger = Color(0, 0, 0, 0), Line(width=1)
        self._crosses = [(Color(0, 0, 0, 0), SmoothLine(), SmoothLine()) for _ in range(CROSSES)]
        self._build()

    @property
    def cell(self) -> float:
        """Width of a space, in pixels."""
        return self.room.width / SIDE

    def rect(self, space: Space) -> Rect:
        """Return where a space lies."""
        side = self.cell
        return Rect(self.room.x + space.column * side, self.room.top - (space.row + 1) * side, side, side)

    def at(self, x: float, y: float, before: Space | None = None) -> Space | None:
        """Return the space at a point; a finger that was on `before` sticks to it a little."""
        room, side = self.room, self.cell
        if not (room.x <= x < room.right and room.y < y <= room.top) or side < 1:
            return None
        if before is not None:
            near, reach = self.rect(before), side * STUCK
            inside = near.x - reach <= x <= near.right + reach and near.y - reach <= y <= near.top + reach
            if inside:
                return before
        row, column = int((room.top - y) / side), int((x - room.x) / side)
        return SPACES[min(row, SIDE - 1) * SIDE + min(column, SIDE - 1)]

    def show(self, view: View, aim: Aim) -> None:
        """Show the board as it is now, and what has been begun."""
        if (view, aim) != (self._view, self._aim):
            self._view, self._aim = view, aim
            self._draw()

    def point(self, space: Space | None) -> None:
        """Show which space a finger is on."""
        if space != self._pointed:
            self._pointed = space
            self._draw_finger()

    def arrange(self, rect: Rect) -> None:
        """Lay the largest square into the left of `rect`, with the numbers beside it."""
        numbers = theme.mm(NUMBERS_MM)
        side = int((min(rect.width, rect.height) - numbers) / SIDE) * SIDE
        if side < SIDE:
            return
        self.room = room = Rect(round(rect.x + numbers), round(rect.top - numbers) - side, side, side)
        gap = max(1.0, round(self.cell * 0.045))
        for cell in self._cells:
            cell.arrange(self.rect(cell.space), gap)
        size = theme.mm(2.3)
        for n, (row, column) in enumerate(zip(self._rows, self._columns, strict=True)):
            at = self.rect(Space(n, n))
            row.place(room.x - numbers, at.y, numbers, at.height, size)
            column.place(at.x, room.top, at.width, numbers, size)
        self._draw()
        self._draw_finger()

    def _build(self) -> None:
        self.builds += 1
        for n, (row, column) in enumerate(zip(self._rows, self._columns, strict=True), 1):
            row.show(str(n))
            column.show(str(n))
        groups = [cell.low for cell in self._cells]
        groups += [line.group for line in self._lines]
        groups += [cell.middle for cell in self._cells]
        groups += [cell.high for cell in self._cells]
        groups += [number.group for number in (*self._rows, *self._columns)]
        for group in groups:
            self.canvas.add(group)
        marks = [self._last_tone, self._last]
        marks += [part for cross in self._crosses for part in cross]
        marks += [self._finger_tone, self._finger]
        for part in marks:
            self.canvas.add(part)

    def _draw(self) -> None:
        view = self._view
        if view is None or self.cell < 1:
            return
        lit = lights(view, self._aim)
        for cell, space, light in zip(self._cells, view.spaces, lit, strict=True):
            colour = None if space.side is None else view.sides[space.side].colour
            cell.show(space, colour, light)
        self._draw_lines(view, Light.DIM in lit)
        self._draw_crosses([cell.space for cell, light in zip(self._cells, lit, strict=True)
                            if light is Light.CROSSED])  # fmt: skip
        self._frame(self._last_tone, self._last, view.last, theme.mm(0.4), 0.9)

    def _draw_lines(self, view: View, dim: bool) -> None:
        for n, line in enumerate(self._lines):
            if n >= len(view.sequences):
                line.hide()
                continue
            sequence = view.sequences[n]
            tone = TONES[view.sides[sequence.side].colour]
            ends = (*self.rect(sequence.five[0]).center, *self.rect(sequence.five[-1]).center)
            line.show((*tone[:3], 0.3 if dim else 1.0), ends, self.cell * 0.34)

    def _draw_crosses(self, spaces: list[Space]) -> None:
        for n, (tone, one, other) in enumerate(self._crosses):
            tone.rgba = (*FOUND[:3], 0.9) if n < len(spaces) else (0, 0, 0, 0)
            if n < len(spaces):
                box = self.rect(spaces[n]).inset(self.cell * 0.14)
                one.width = other.width = max(1.0, theme.mm(0.28))
                one.points = [box.x, box.y, box.right, box.top]
                other.points = [box.x, box.top, box.right, box.y]

    def _draw_finger(self) -> None:
        if self.cell < 1:
            return
        self._frame(self._finger_tone, self._finger, self._pointed, theme.mm(0.7), 1.0)
        for n, (row, column) in enumerate(zip(self._rows, self._columns, strict=True)):
            pointed = self._pointed
            row.paint(theme.TEXT if pointed is not None and pointed.row == n else FAINT)
            column.paint(theme.TEXT if pointed is not None and pointed.column == n else FAINT)

    def _frame(self, tone: Color, line: Line, space: Space | None, width: float, opacity: float) -> None:
        tone.rgba = (*FOUND[:3], opacity if space is not None else 0.0)
        if space is None:
            return
        box = self.rect(space)
        line.width = width / 2
        line.rounded_rectangle = (box.x, box.y, box.width, box.height, self.cell * 0.16)
