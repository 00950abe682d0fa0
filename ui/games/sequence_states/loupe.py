"""What lies under a finger, in large letters beside it: a space is smaller than a fingertip."""

from kivy.graphics import Color, Line, Rectangle, RoundedRectangle

from companion.games.sequence_states.cards import STATES
from companion.games.sequence_states.model import Colour
from companion.games.sequence_states.view import SpaceView
from ui import theme
from ui.games.sequence_states import words
from ui.games.sequence_states.chips import DARK, chip
from ui.games.sequence_states.grid import LETTERS, mixed, tint
from ui.stage.lettering import Caption
from ui.widgets.face import Face
from ui.widgets.layout import Rect

SIZE_MM = (60.0, 25.0)
NARROW_MM = 52.0
"""A bubble less wide than this has words only."""
AWAY_MM = 9.0
"""So far from the space the bubble stays: there the finger is, and the hand below it."""


def beside(cell: Rect, room: Rect, width: float, height: float, away: float) -> Rect:
    """Return where a bubble lies: above the finger, or beside it near the upper edge; inside `room`."""
    width, height = min(width, room.width), min(height, room.height)
    y = cell.top + away
    if y + height <= room.top:
        x = cell.center[0] - width / 2
        return Rect(min(max(x, room.x), room.right - width), y, width, height)
    # At the upper edge it moves to the side with more room, and is as narrow as that.
    left, right = cell.x - away - room.x, room.right - cell.right - away
    width = min(width, max(left, right))
    x = cell.x - away - width if left > right else cell.right + away
    return Rect(x, room.top - height, width, height)


class Loupe(Face):
    """A bubble with a space's state, its capital and its place; in sight while a finger is down."""

    def __init__(self) -> None:
        super().__init__()
        self.opacity = 0
        self.bubble = Rect(0, 0, 0, 0)
        with self.canvas:
            Color(0, 0, 0, 0.5)
            self._shadow = RoundedRectangle()
            Color(*theme.RAISED)
            self._ground = RoundedRectangle()
            Color(*theme.PRIMARY)
            self._edge = Line(width=1)
            self._tile_tone = Color()
            self._tile = RoundedRectangle()
            self._shade = Color(1, 1, 1, 0)
            self._chip = Rectangle()
        self._letters = Caption(LETTERS, bold=True)
        self._name = Caption(theme.TEXT, bold=True, align=0)
        self._capital = Caption(theme.DIM, align=0)
        self._place = Caption(theme.TEXT, bold=True, align=0)
        self._chip_words = Caption(theme.DIM, align=0)
        for caption in (self._letters, self._name, self._capital, self._place, self._chip_words):
            self.canvas.add(caption.group)

    def show(self, space: SpaceView, colour: Colour | None, cell: Rect, room: Rect) -> None:
        """Show a space that lies at `cell`, inside `room`."""
        self.opacity = 1
        width, height = map(theme.mm, SIZE_MM)
        at = beside(cell, room, width, height, theme.mm(AWAY_MM))
        self.bubble = at = Rect(round(at.x), round(at.y), round(at.width), round(at.height))
        radius = [theme.mm(theme.RADIUS_MM)]
        for box, spread in ((self._shadow, theme.mm(0.9)), (self._ground, 0.0)):
            grown = at.inset(-spread) if spread else at
            box.pos, box.size, box.radius = (grown.x, grown.y), (grown.width, grown.height), radius
        line = theme.mm(0.5)
        self._edge.width = line / 2
        inner = at.inset(line / 2)
        self._edge.rounded_rectangle = (inner.x, inner.y, inner.width, inner.height, radius[0])
        text = at.inset(theme.mm(2.4), theme.mm(2))
        narrow = at.width < theme.mm(NARROW_MM) or (space.card is None and colour is None)
        tile, rest = text.cut_left(0 if narrow else theme.mm(15), theme.mm(3))
        self._show_tile(space, colour, tile)
        text = text if narrow else rest
        self._show_words(space, colour, text)

    def hide(self) -> None:
        """Show nothing."""
        self.opacity = 0

    def _show_tile(self, space: SpaceView, colour: Colour | None, room: Rect) -> None:
        side = min(room.width, room.height)
        x, y = room.center[0] - side / 2, room.center[1] - side / 2
        self._tile_tone.rgba = mixed(tint(space), LETTERS, 0.1) if side else (0, 0, 0, 0)
        self._tile.pos, self._tile.size, self._tile.radius = (x, y), (side, side), [side * 0.13]
        self._shade.a = 1.0 if colour is not None and side else 0.0
        self._chip.pos = (x + side * 0.05, y + side * 0.05)
        self._chip.size = (side * 0.9, side * 0.9)
        if colour is not None:
            self._chip.texture = chip(colour, space.locked, side)
        self._letters.show(space.card or "" if side else "")
        self._letters.place(x, y, side, side, side * (0.46 if colour is None else 0.36))
        self._letters.paint(LETTERS if colour is None else DARK)

    def _show_words(self, space: SpaceView, colour: Colour | None, room: Rect) -> None:
        state = STATES[space.card] if space.card is not None else None
        lines = [(self._place, words.place(space.space), theme.heading() * 0.95)]
        if state is not None:
            lines = [
                (self._name, state.name, theme.title()),
                (self._capital, state.capital, theme.body()),
                *lines,
            ]
        lines.append(
            (
                self._chip_words,
                words.OPEN if colour is None else words.chip_there(colour, space.locked),
                theme.small() * 1.1,
            )
        )
        shown = [caption for caption, _, _ in lines]
        for caption in (self._name, self._capital):
            if caption not in shown:
                caption.show("")
        height = sum(size for _, _, size in lines)
        room_per = min(1.28, room.height / height)
        y = room.center[1] + height * room_per / 2
        for caption, text, size in lines:
            y -= size * room_per
            caption.place(room.x, y, room.width, size * room_per, size)
            caption.show(text)
