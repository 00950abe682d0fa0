"""The table of Ungle Speed: one canvas, built once for its seats and then changed in place."""

from collections.abc import Callable

from kivy.graphics import Color, Ellipse, InstructionGroup, Line, PopMatrix, PushMatrix, Rectangle, Rotate

from companion.game import Seat
from companion.games.ungle_speed.view import View
from ui import theme
from ui.games.ungle_speed import words
from ui.games.ungle_speed.card import Faces, faces_of, ink
from ui.games.ungle_speed.seat_panel import TILTS, SeatPanel
from ui.games.ungle_speed.seating import TWO_HANDS, seating
from ui.kivy_types import Touch
from ui.stage.lettering import Caption
from ui.table.presenting import Its, Presenter
from ui.widgets.face import Face
from ui.widgets.layout import Rect

PANEL_MM = 19.0
"""Greatest height of a seat's panel."""
GAP_MM = 1.6
MIDDLE_MM = (26.0, 19.0)
"""What the totem and the pot need at least."""
POT_SHOWN = 5
"""More cards than these don't make the fan under the totem any larger."""


class UngleBoard(Face):
    """The seats around the table, the totem in its middle; `on_tap` is called with a tapped seat."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__()
        self.on_tap: Callable[[Its], None] | None = None
        self.builds = 0
        self._presenter = presenter
        self._view: View | None = None
        self._panels: list[SeatPanel] = []
        self._middle: _Middle | None = None
        self._pressed: SeatPanel | None = None

    def show(self, view: View, aim: object = None) -> None:
        """Show the table as it is now; nothing is ever begun on it."""
        if self._view is None or (view.deck, len(view.seats)) != (self._view.deck, len(self._view.seats)):
            self._build(view)
        self._view = view
        assert self._middle is not None
        self._middle.show(view)
        for panel, seat in zip(self._panels, view.seats, strict=True):
            panel.show(seat)

    def arrange(self, rect: Rect) -> None:
        """Move everything into `rect`."""
        if self._view is None or self._middle is None or rect.width < 2:
            return
        middle = (theme.mm(MIDDLE_MM[0]), theme.mm(MIDDLE_MM[1]))
        gap = theme.mm(GAP_MM)
        hands = self._view.two_handed
        places = seating(rect, len(self._panels), theme.mm(PANEL_MM), gap, middle, opposite=hands)
        order = TWO_HANDS if hands else map(Seat, range(len(places)))
        for place, seat in zip(places, order, strict=True):
            self._panels[seat].arrange(place)
        self._middle.arrange(rect, places)

    def on_touch_down(self, touch: Touch) -> bool | None:
        """Show which seat the finger is on."""
        if not self.collide_point(touch.x, touch.y) or self.on_tap is None:
            return super().on_touch_down(touch)
        self._pressed = self._at(touch)
        if self._pressed is None:
            return super().on_touch_down(touch)
        self._pressed.press(True)
        touch.grab(self)
        return True

    def on_touch_up(self, touch: Touch) -> bool | None:
        """Tell which seat was tapped, if the finger is still on it."""
        if touch.grab_current is not self or self._pressed is None:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        panel, self._pressed = self._pressed, None
        panel.press(False)
        if self._at(touch) is panel and self.on_tap is not None:
            self.on_tap(Seat(self._panels.index(panel)))
        return True

    def _at(self, touch: Touch) -> SeatPanel | None:
        for panel in self._panels:
            rect = panel.rect
            if rect.x <= touch.x <= rect.right and rect.y <= touch.y <= rect.top:
                return panel
        return None

    def _build(self, view: View) -> None:
        self.builds += 1
        self.canvas.clear()
        faces = faces_of(view.deck)
        self._middle = _Middle(faces, view.deck.colours)
        self.canvas.add(self._middle.group)
        self._panels = [
            SeatPanel(
                self._presenter.seat_plate(seat.seat),
                (words.RIGHT_SHORT if seat.seat < 2 else words.LEFT_SHORT) if view.two_handed else "",
                faces,
                TILTS[seat.seat % len(TILTS)],
            )
            for seat in view.seats
        ]
        for panel in self._panels:
            self.canvas.add(panel.group)
        self.rearrange()


class _Middle:
    """The table itself, the totem, the pot under it, and a ring of colours while colours match."""

    def __init__(self, faces: Faces, colours: tuple[str, ...]) -> None:
        self.group = InstructionGroup()
        self._faces = faces
        self._view: View | None = None
        self._foot, self._side = (0.0, 0.0), 0.0
        self._felt, self._rim = Ellipse(), Line(width=1.2)
        self._ring = [(Color(*ink(colour, colours), 0), Line(width=2, cap="none")) for colour in colours]
        self._shade = Ellipse()
        self._fan = [(Rotate(axis=(0, 0, 1)), Color(1, 1, 1, 0), Rectangle()) for _ in range(POT_SHOWN)]
        self._totem = Rectangle()
        self._pot = Caption(theme.DIM)
        for instruction in (Color(*theme.FELT), self._felt, Color(*theme.FELT_LINE), self._rim):
            self.group.add(instruction)
        for tint, arc in self._ring:
            self.group.add(tint)
            self.group.add(arc)
        self.group.add(Color(0, 0, 0, 0.35))
        self.group.add(self._shade)
        for turn, tint, card in self._fan:
            for instruction in (PushMatrix(), turn, tint, card, PopMatrix()):
                self.group.add(instruction)
        for instruction in (Color(1, 1, 1), self._totem, self._pot.group):
            self.group.add(instruction)

    def arrange(self, room: Rect, panels: list[Rect]) -> None:
        """Lay the table under the panels, and the totem into what they leave free."""
        height = panels[0].height
        table = room.inset(
            min(panels[0].width * 0.4, room.width * 0.2), min(height * 0.35, room.height * 0.2)
        )
        self._felt.pos, self._felt.size = (table.x, table.y), (table.width, table.height)
        self._rim.ellipse = (table.x, table.y, table.width, table.height)
        low = max((p.top for p in panels if p.y < room.y + 1 and _spans(p, room)), default=room.y)
        high = min((p.y for p in panels if p.top > room.top - 1 and _spans(p, room)), default=room.top)
        text = theme.mm(4.2)
        # Below the totem: a tenth of its height for its shadow, and the words of the pot.
        tall = max(0.0, min((high - low - text - theme.mm(2)) / 1.1, theme.mm(26)))
        x, y = room.center[0], (low + high - tall * 1.1 - text) / 2 + text + tall * 0.1
        self._totem.texture = self._faces.totem(tall)
        self._totem.pos, self._totem.size = (round(x - tall / 2), round(y)), (tall, tall)
        self._shade.pos, self._shade.size = (x - tall * 0.45, y - tall * 0.1), (tall * 0.9, tall * 0.24)
        self._pot.place(x - theme.mm(13), y - tall * 0.1 - text, theme.mm(26), text, theme.body())
        self._foot, self._side = (x, y), tall * 0.34
        for _, _, card in self._fan:
            card.texture = self._faces.face(None, self._side)
        self._spread()
        reach = min(tall * 0.72, (high - low) / 2 - theme.mm(0.8))
        count = max(1, len(self._ring))
        for n, (_, arc) in enumerate(self._ring):
            arc.width = theme.mm(0.55)
            start = 360 * n / count
            arc.circle = (x, (low + high) / 2, reach, start + 6, start + 360 / count - 6)

    def show(self, view: View) -> None:
        """Show the pot, and whether colours match."""
        if self._view is not None and (self._view.pot, self._view.by_colour) == (view.pot, view.by_colour):
            return
        self._view = view
        self._pot.show(words.pot_of(view.pot))
        self._pot.paint(theme.TEXT if view.pot else theme.DIM)
        for tint, _ in self._ring:
            tint.a = float(view.by_colour)
        self._spread()

    def _spread(self) -> None:
        """Fan the pot's cards out under the totem."""
        shown = min(self._view.pot, POT_SHOWN) if self._view is not None else 0
        (x, y), side = self._foot, self._side
        for n, (turn, tint, card) in enumerate(self._fan):
            off = n - (shown - 1) / 2
            tint.a = float(n < shown)
            card.size = (side, side)
            card.pos = (x - side / 2 + off * side * 0.45, y - side * 0.22)
            turn.angle, turn.origin = -off * 11, (card.pos[0] + side / 2, y)


def _spans(panel: Rect, room: Rect) -> bool:
    """Tell whether a panel lies above or below the totem rather than beside it."""
    near = room.width * 0.3
    return panel.x < room.center[0] + near and panel.right > room.center[0] - near
