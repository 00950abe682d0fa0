"""Beside the map: the two players, their colours, and how many pieces of each lie on the map."""

from kivy.graphics import Color, InstructionGroup, Line, RoundedRectangle

from companion.game import Seat
from companion.games.cryptid.model import Hue
from companion.games.cryptid.view import View
from ui import theme
from ui.games.cryptid.pieces import cube, disc
from ui.presenting import Presenter
from ui.stage.lettering import Caption
from ui.widgets.face import Face
from ui.widgets.layout import Rect
from ui.widgets.seat_mark import Mark
from ui.widgets.sprites import HIDDEN, Sprite

SEATS = (Seat(0), Seat(1))
COLOURS = 2
"""So many each player has, one for each clue."""
GAP_MM = 2.0
MARK_MM, NAME_MM, SPACE_MM = 7.6, 4.8, 1.4
ROW_MM, HIGH_ROW_MM = 6.4, 9.2
"""Height of a colour's line, with the numbers beside the pieces and below them."""
ICON_MM, NUMBER_MM = 4.9, 5.0
BESIDE_MM = 22.0
"""From this width on the name stands beside the mark, and numbers beside their pieces."""


class _Count:
    """A piece, and how many of it lie on the map."""

    def __init__(self, group: InstructionGroup) -> None:
        self._icon, self._number = Sprite(group), Caption(theme.TEXT, bold=True)
        group.add(self._number.group)
        self._at = (0, 0)

    def arrange(self, room: Rect) -> None:
        """Move into a room: the number beside the piece, or below it where the room is high."""
        icon, gap, size = theme.mm(ICON_MM), theme.mm(0.9), theme.mm(theme.BODY_MM)
        x, y = room.center
        if room.height > 1.5 * icon:
            self._at = (round(x - icon / 2), round(room.top - icon))
            self._number.place(room.x, room.y, room.width, room.height - icon, size)
        else:
            self._at = (round(room.x), round(y - icon / 2))
            wide = min(room.width - icon - gap, theme.mm(NUMBER_MM))
            self._number.place(room.x + icon + gap, room.y, wide, room.height, size)

    def show(self, hue: Hue, disc_of: bool, count: int) -> None:
        """Show a cube or a disc of a colour; none at all are dim."""
        side = round(theme.mm(ICON_MM))
        texture = disc(hue, side) if disc_of else cube(hue, side)
        self._icon.show(texture, (self._at[0] + side / 2, self._at[1] + side / 2), side)
        self._number.show(str(count))
        self._number.paint(theme.TEXT if count else theme.DIM)


class _Card:
    """The instructions of one player."""

    def __init__(self, seat: Seat, presenter: Presenter) -> None:
        self.group = InstructionGroup()
        self._seat, self._plate = seat, presenter.seat_plate(seat)
        self._ground, self._box = Color(*theme.PANEL), RoundedRectangle()
        self._edge, self._outline = Color(*HIDDEN), Line(width=1)
        for part in (self._ground, self._box, self._edge, self._outline):
            self.group.add(part)
        self._mark = Mark()
        self._mark.show(self._plate)
        self._centred, self._beside = Caption(theme.TEXT, bold=True), Caption(theme.TEXT, bold=True, align=0)
        for drawn in (self._mark.group, self._centred.group, self._beside.group):
            self.group.add(drawn)
        self._counts = [(_Count(self.group), _Count(self.group)) for _ in range(COLOURS)]

    def arrange(self, rect: Rect) -> None:
        """Mark and name above, a line for each colour below."""
        self._box.pos, self._box.size = (rect.x, rect.y), (rect.width, rect.height)
        radius, line = theme.mm(theme.RADIUS_MM), theme.mm(0.4)
        self._box.radius = [radius]
        self._outline.width = line / 2
        inner = rect.inset(line / 2)
        self._outline.rounded_rectangle = (inner.x, inner.y, inner.width, inner.height, radius)
        beside = rect.width >= theme.mm(BESIDE_MM)
        mark, space = theme.mm(MARK_MM), theme.mm(SPACE_MM)
        row = theme.mm(ROW_MM if beside else HIGH_ROW_MM)
        name = 0.0 if beside else theme.mm(NAME_MM)
        spare = (rect.height - mark - name - space - COLOURS * row) / 2
        room = rect.inset(min(theme.mm(2.2), rect.width * 0.1), max(0.0, spare))
        head, below = room.cut_top(mark + name, space)
        text = self._plate.name
        if beside:
            left, right = head.cut_left(mark, theme.mm(1.6))
            self._mark.place(round(left.x), round(left.y), mark)
            self._beside.place(right.x, right.y, right.width, right.height, theme.mm(theme.HEADING_MM))
        else:
            self._mark.place(round(head.center[0] - mark / 2), round(head.top - mark), mark)
            self._centred.place(head.x, head.y, head.width, name, theme.mm(theme.BODY_MM))
        self._beside.show(text if beside else "")
        self._centred.show("" if beside else text)
        wide = min(room.width, theme.mm(19))
        lines = Rect(
            room.center[0] - wide / 2 if not beside else room.x, below.top - COLOURS * row, wide, row
        )
        for n, counts in enumerate(self._counts):
            columns = Rect(lines.x, lines.y + (COLOURS - 1 - n) * row, wide, row).columns([1, 1], 0)
            for count, column in zip(counts, columns, strict=True):
                count.arrange(column)

    def show(self, view: View) -> None:
        """Show the player as the table is now."""
        moves = view.ended is None and view.mover == self._seat
        self._ground.rgba = theme.RAISED if moves else theme.PANEL
        self._edge.rgba = theme.seat_tone(self._plate, 0.9) if moves else HIDDEN
        for caption in (self._centred, self._beside):
            caption.paint(theme.TEXT if moves else theme.DIM)
        hues = view.hues[COLOURS * self._seat : COLOURS * self._seat + COLOURS]
        for hue, (cubes, discs) in zip(hues, self._counts, strict=True):
            cubes.show(hue, False, sum(spot.cube is hue for spot in view.spots))
            discs.show(hue, True, sum(hue in spot.discs for spot in view.spots))


class Legend(Face):
    """Both players, one canvas that is built once."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__()
        self._cards = [_Card(seat, presenter) for seat in SEATS]
        for card in self._cards:
            self.canvas.add(card.group)
        self._view: View | None = None

    def show(self, view: View) -> None:
        """Show both players as the table is now."""
        if view != self._view:
            self._view = view
            self._draw(view)

    def arrange(self, rect: Rect) -> None:
        """One below the other, as far apart as the map is high."""
        gap = theme.mm(GAP_MM)
        for card, room in zip(self._cards, rect.rows(len(self._cards), gap), strict=True):
            card.arrange(room)
        if self._view is not None:
            self._draw(self._view)

    def _draw(self, view: View) -> None:
        for card in self._cards:
            card.show(view)
