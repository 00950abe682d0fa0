"""A place at the table, while people sit down and while buttons are tried."""

from collections.abc import Callable

from kivy.graphics import Color, InstructionGroup, Line

from companion.journal import Plate
from ui import theme
from ui.stage.parts import felt
from ui.stage.scene import Scene
from ui.stage.stage import Stage
from ui.widgets import icons
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.seat_mark import SeatMark


class PlacePad(Pad):
    """Somebody's place, or an empty one with a plus."""

    def __init__(self, on_tap: Callable[[], None]) -> None:
        super().__init__(on_tap=on_tap, role=theme.small() * 1.12)
        self.plate: Plate | None = None
        self.title.wraps = False
        self.subtitle.wraps = False
        self._mark: SeatMark | None = None
        self._plus = InstructionGroup()
        self.canvas.add(self._plus)
        self._lit = False
        self._look()

    def seat(self, plate: Plate | None, title: str = "", subtitle: str = "") -> None:
        """Show who sits here; None: nobody."""
        self.plate = plate
        if self._mark is not None:
            self.remove_widget(self._mark)
            self._mark = None
        if plate is not None:
            self._mark = SeatMark(plate)
            self.add_widget(self._mark)
        self.title.text = title
        self.subtitle.text = subtitle
        self._look()
        self.rearrange()

    def light(self, lit: bool) -> None:
        """Light the place up, as its button's lamp would."""
        if lit != self._lit:
            self._lit = lit
            self._look()

    def arrange(self, rect: Rect) -> None:
        """Put the mark over the name, and the rest below it."""
        self._plus.clear()
        if self._mark is None:
            radius = min(rect.height, theme.mm(11)) * 0.42
            x, y = rect.center
            self._plus.add(Color(*theme.LINE))
            self._plus.add(Line(circle=(x, y, radius), width=theme.mm(0.16)))
            icons.plus(self._plus, x, y, radius * 1.3, theme.DIM)
            return
        inner = rect.inset(theme.mm(1), theme.mm(0.8))
        if self.subtitle.text:
            # Two lines leave no height for the mark, so it stands beside them.
            mark, words_at = inner.cut_left(min(inner.width * 0.38, inner.height), theme.mm(0.8))
            upper, lower = words_at.inset(0, max(0.0, (inner.height - theme.mm(9)) / 2)).rows(2, 0)
        else:
            words_at, mark = inner.cut_bottom(self.title.role * 1.3)
            upper = lower = words_at
        put(self._mark, mark)
        put(self.title, upper)
        put(self.subtitle, lower)
        self.title.opacity = 1
        self.subtitle.opacity = 1 if self.subtitle.text else 0

    def _look(self, *_: object) -> None:
        # An empty place lets the table show through.
        ground = theme.PANEL if self.plate is not None else (0.0, 0.0, 0.0, 0.0)
        if self._lit and self.plate is not None:
            ground = theme.seat_tone(self.plate, 0.35)
        outline = theme.seat_tone(self.plate) if self._lit and self.plate is not None else None
        if self.pressed:
            ground = theme.PRESSED
        self.paint(ground, outline or (theme.LINE if self.plate is not None else None))
        self.opacity = 1.0


class Felt(Stage):
    """The table itself, on the screens where people sit down around it."""

    def __init__(self) -> None:
        super().__init__()
        self.draw(lambda room, _: Scene(felt(room.rect)))


def around(room: Rect, across: int, up: int, width: float, height: float) -> list[Rect]:
    """Return places around a table, `across` above and below and `up` at each side, clockwise.

    The first is at the bottom left, as on the boards of the games.
    """
    step = room.width / across
    left = [room.x + step * (n + 0.5) - width / 2 for n in range(across)]
    between = room.height - 2 * height
    rise = between / up if up else 0.0
    sides = [room.y + height + rise * (n + 0.5) - height / 2 for n in range(up)]
    below = [Rect(x, room.y, width, height) for x in left]
    above = [Rect(x, room.top - height, width, height) for x in left]
    return [
        below[0],
        *(Rect(left[0], y, width, height) for y in sides),
        *above,
        *(Rect(left[-1], y, width, height) for y in reversed(sides)),
        *reversed(below[1:]),
    ]
