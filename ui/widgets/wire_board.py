"""A board with its wires: the Pi's header or a Pico, pin by pin, every wire with the mark of its seat."""

from collections.abc import Callable, Collection

from kivy.graphics import (
    Color,
    InstructionGroup,
    Line,
    Rectangle,
    RoundedRectangle,
    SmoothEllipse,
    SmoothLine,
)

from companion.game import Seat
from companion.journal import Plate
from ui import theme
from ui.kivy_types import Touch
from ui.stage.lettering import Caption
from ui.table import wiring_words
from ui.table.wires import WireBoard, WireEnd, WirePin
from ui.widgets.face import Face
from ui.widgets.layout import Rect
from ui.widgets.seat_mark import DrawnMark

ROWS, ACROSS = 20, 25
"""How many rows the pins have, and how many rows wide the board is with a name on either side."""
NO_TONE = (0.0, 0.0, 0.0, 0.0)
FAINT = 0.45
"""Opacity of what isn't wired yet, and of seats that nobody sits at."""
LIT = 0.4
"""Opacity of the row of a pressed button."""
MORE, NAMED = 1.8, 4.6
"""Room for "+12" and for "totem switch", in rows."""

Who = Callable[[Seat], tuple[Plate, str, bool]]
"""The mark and the name of a seat, and whether somebody sits there."""


def label(end: WireEnd, who: Who) -> str:
    """Return what a wire belongs to, in words."""
    if end.seat is None:
        return wiring_words.TURN_BUTTON if end.role == "turn" else wiring_words.TOTEM
    name = who(end.seat)[1]
    return wiring_words.lamp_of(name) if end.role == "lamp" else name


class WireBoardView(Face):
    """Draws one board; `on_read` gets the pin under a finger, also while the finger slides."""

    def __init__(self, who: Who, on_read: Callable[[WirePin], None]) -> None:
        super().__init__()
        self._who, self._on_read = who, on_read
        self._board: WireBoard | None = None
        self._faint = True
        self._drawing = InstructionGroup()
        self.canvas.add(self._drawing)
        self._glows: dict[int, Color] = {}
        self._lit: frozenset[int] = frozenset()
        self._read: frozenset[int] = frozenset()
        self._pitch = 1.0

    def show(self, board: WireBoard, *, faint: bool) -> None:
        """Show another board; `faint`: what is only proposed is drawn fainter."""
        if (board, faint) != (self._board, self._faint):
            self._board, self._faint = board, faint
            self._lit, self._read = frozenset(), frozenset()
            self.rearrange()

    def light(self, positions: Collection[int], read: Collection[int]) -> None:
        """Light the pins of pressed buttons up, and lift those that are read about; no others."""
        self._lit, self._read = frozenset(positions), frozenset(read)
        for position, glow in self._glows.items():
            glow.rgba = self._glow(position)

    @property
    def lit(self) -> frozenset[int]:
        """Positions of the pins that are lit up."""
        return self._lit

    def row_of(self, position: int) -> Rect:
        """Return the row of a pin, from the middle of the board to the edge."""
        pin = self._pins[position - 1]
        middle = self.x + self.width / 2
        low = self.top - self._pitch * (pin.row + 1)
        x = self.x if pin.side == "left" else middle
        return Rect(x, low, self.width / 2, self._pitch)

    def on_touch_down(self, touch: Touch) -> bool:
        """Read the pin under the finger."""
        if touch.is_mouse_scrolling or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._touched(*touch.pos)
        return True

    def on_touch_move(self, touch: Touch) -> bool:
        """Read on along the pins."""
        if touch.grab_current is not self:
            return False
        self._touched(*touch.pos)
        return True

    def on_touch_up(self, touch: Touch) -> bool:
        """What was read last stays."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        return True

    def arrange(self, rect: Rect) -> None:
        """Draw everything anew."""
        self._drawing.clear()
        self._glows = {}
        if self._board is None:
            return
        self._pitch = min(rect.height / ROWS, rect.width / ACROSS)
        rect, _ = rect.cut_top(self._pitch * ROWS)
        self._body(rect, self._board)
        for pin in self._board.pins:
            self._draw(pin, rect)

    @property
    def _pins(self) -> tuple[WirePin, ...]:
        return () if self._board is None else self._board.pins

    def _touched(self, x: float, y: float) -> None:
        row = min(max(int((self.top - y) / self._pitch), 0), ROWS - 1)
        side = "left" if x < self.x + self.width / 2 else "right"
        for pin in self._pins:
            if (pin.row, pin.side) == (row, side):
                self._on_read(pin)

    def _glow(self, position: int) -> theme.Tone:
        if position in self._lit:
            end = self._pins[position - 1].end
            if end is None or end.seat is None:
                return (*theme.TEXT[:3], LIT)
            return theme.seat_tone(self._who(end.seat)[0], LIT)
        return theme.RAISED if position in self._read else NO_TONE

    def _half(self, rect: Rect) -> float:
        """How far the pins are from the middle."""
        pico = self._board is not None and self._board.model == "pico"
        return min(rect.width * 0.13, self._pitch * 4.2) if pico else self._pitch * 0.5

    def _body(self, rect: Rect, board: WireBoard) -> None:
        half, pitch = self._half(rect), self._pitch
        x = rect.center[0]
        wide = 2 * half + pitch * 0.9
        self._drawing.add(Color(*theme.PANEL))
        self._drawing.add(
            RoundedRectangle(pos=(x - wide / 2, rect.y), size=(wide, rect.height), radius=[pitch * 0.3])
        )
        self._drawing.add(Color(*theme.LINE))
        edge = (x - wide / 2, rect.y, wide, rect.height, pitch * 0.3)
        self._drawing.add(Line(rounded_rectangle=edge, width=1))
        if board.model == "pico":
            usb = Rect(x - pitch, rect.top - pitch * 1.25, pitch * 2, pitch * 1.25)
            self._drawing.add(RoundedRectangle(pos=(usb.x, usb.y), size=(usb.width, usb.height), radius=[3]))
            self._caption(wiring_words.USB, usb, 0.5, theme.TEXT, pitch * 0.6)

    def _draw(self, pin: WirePin, rect: Rect) -> None:
        """Draw one pin, and outwards from it its position, its name and what goes there."""
        way = -1 if pin.side == "left" else 1
        pitch = self._pitch
        middle, half = rect.center[0], self._half(rect)
        y = rect.top - pitch * (pin.row + 0.5)
        inside = self._board is not None and self._board.model == "pico"
        glow = Color(*self._glow(pin.position))
        self._glows[pin.position] = glow
        begin = middle + way * (half - pitch * 0.5)
        end = rect.x if way < 0 else rect.right
        self._drawing.add(glow)
        self._drawing.add(
            RoundedRectangle(
                pos=(min(begin, end), y - pitch / 2), size=(abs(end - begin), pitch), radius=[pitch * 0.3]
            )
        )
        self._dot(pin, middle + way * half, y)

        def room(start: float, wide: float) -> Rect:
            return Rect(start if way > 0 else start - wide, y - pitch / 2, wide, pitch)

        x = middle + way * (half + pitch * 0.6)
        size, outward = pitch * 0.72, 0.0 if way > 0 else 1.0
        number = str(pin.position)
        if inside:
            at = middle + way * (half - pitch * 0.6)
            self._caption(
                number, room(at - way * pitch * 1.3, pitch * 1.3), 1 - outward, theme.DIM, size * 0.85
            )
        else:
            self._caption(number, room(x, pitch * 1.2), 0.5, theme.DIM, size * 0.85)
            x += way * pitch * 1.3
        used = pin.end is not None or bool(pin.returns) or bool(pin.link)
        tone = theme.TEXT if used else theme.DIM
        self._caption(pin.name, room(x, pitch * 3.3), outward, tone, size, bold=used)
        x += way * pitch * 3.5
        wire = pitch * 1.6
        if pin.end is not None:
            self._wire(pin.end, x, x + way * wire, y)
            x += way * wire
            if pin.end.seat is not None:
                self._mark(pin.end, x if way > 0 else x - pitch, y - pitch * 0.46)
                x += way * pitch * 1.25
            words = label(pin.end, self._who)
            self._caption(words, room(x, abs(end - x) - 2), outward, self._ink(pin.end), size)
        elif pin.link:
            words = wiring_words.to_other("pico" if inside else "pi", pin.link)
            self._caption(words, room(x, abs(end - x)), outward, theme.TEXT, size)
        elif pin.returns:
            self._returns(pin.returns, x, x + way * wire, end, y)

    def _dot(self, pin: WirePin, x: float, y: float) -> None:
        radius = self._pitch * 0.34
        tone = theme.BAR
        if pin.kind == "ground":
            tone = theme.DIM
        if pin.end is not None:
            tone = self._tone(pin.end)
        self._drawing.add(Color(*tone))
        shape = Rectangle if pin.end is not None and pin.end.role == "lamp" else SmoothEllipse
        self._drawing.add(shape(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius)))
        if pin.end is None:
            self._drawing.add(Color(*theme.DIM))
            self._drawing.add(SmoothLine(circle=(x, y, radius), width=1))

    def _wire(self, end: WireEnd, x: float, to: float, y: float) -> None:
        """Draw a wire; a lamp's is dashed, so that it isn't told by colour alone."""
        self._drawing.add(Color(*self._tone(end)))
        thick = max(2.0, self._pitch * 0.17)
        left, wide = min(x, to), abs(to - x)
        dashes = 4 if end.role == "lamp" else 1
        step = wide / dashes
        long = wide if dashes == 1 else step * 0.55
        for dash in range(dashes):
            self._drawing.add(Rectangle(pos=(left + dash * step, y - thick / 2), size=(long, thick)))

    def _returns(self, owners: tuple[WireEnd, ...], x: float, to: float, end: float, y: float) -> None:
        """Draw whose other wires come here; those without room are counted."""
        pitch, way = self._pitch, 1 if to > x else -1
        self._drawing.add(Color(*theme.LINE))
        self._drawing.add(Rectangle(pos=(min(x, to), y - 1), size=(abs(to - x), 2)))
        at = to + way * pitch * 0.1
        for place, owner in enumerate(owners):
            left, free = len(owners) - place, abs(end - at) / pitch
            if owner.seat is not None and free >= (1 if left == 1 else 1 + MORE):
                self._mark(owner, at if way > 0 else at - pitch, y - pitch * 0.46)
                at += way * pitch * 1.1
                continue
            fits = owner.seat is None and free >= NAMED + (0 if left == 1 else MORE)
            words = label(owner, self._who) if fits else wiring_words.more(left)
            room = Rect(min(at, end), y - pitch / 2, abs(end - at), pitch)
            wide = self._caption(words, room, 0.0 if way > 0 else 1.0, self._ink(owner), pitch * 0.66)
            if not fits:
                return
            at += way * (wide + pitch * 0.4)

    def _mark(self, end: WireEnd, x: float, y: float) -> None:
        assert end.seat is not None, "turn and totem have no mark"
        plate, _, sits = self._who(end.seat)
        mark = DrawnMark()
        mark.show(plate, FAINT if not sits or self._fades(end) else 1.0)
        mark.place(x, y, self._pitch * 0.92)
        self._drawing.add(mark.group)

    def _caption(
        self, words: str, room: Rect, align: float, tone: theme.Tone, size: float, *, bold: bool = False
    ) -> float:
        """Write a line into its room, and return how wide it came out."""
        caption = Caption(tone, bold=bold, align=align)
        caption.place(room.x, room.y, room.width, room.height, size)
        caption.show(words)
        self._drawing.add(caption.group)
        return caption.width

    def _fades(self, end: WireEnd) -> bool:
        return self._faint and end.proposed

    def _ink(self, end: WireEnd) -> theme.Tone:
        return theme.DIM if self._fades(end) else theme.TEXT

    def _tone(self, end: WireEnd) -> theme.Tone:
        opacity = FAINT if self._fades(end) else 1.0
        if end.seat is None:
            return (*theme.TEXT[:3], opacity)
        plate, _, sits = self._who(end.seat)
        return theme.seat_tone(plate, opacity if sits else FAINT)
