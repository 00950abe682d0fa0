"""The clocks of a table: whose, and the time on each; what hasn't changed isn't drawn again."""

from collections.abc import Callable, Sequence

from companion.journal import Plate
from ui import theme
from ui.stage.sides import Side, Sides, side_of
from ui.table.stopwatch import Dial
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.seat_mark import SeatMark
from ui.widgets.text import Text
from ui.widgets.turned import Turned

STRIP_MM = 15.0
"""Height of the clocks where something else lies below them."""
MOST_BESIDE = 6
"""Of more players only the clock of whoever's turn it is can be read from a metre."""
WIDE = 3.1
"""Width of 59:59 in its letters' heights."""
NAME_MM, NAME_SHARE, GAP_MM, MOST_FIGURE_MM = 8.0, 0.28, 1.8, 34.0
ROWS_MM = 40.0
"""Two who face each other have their clocks one above the other where there is as much room."""


class DialPad(Pad):
    """One player's clock: the mark and the name, and below them the time; a pad while it is that turn."""

    def __init__(self, plate: Plate, on_tap: Callable[[], None]) -> None:
        super().__init__(plate.name, on_tap=on_tap)
        self._plate = plate
        self._rim: theme.Tone | None = None
        self._mark = SeatMark(plate)
        self.figure = Text("", role=theme.mm(MOST_FIGURE_MM), bold=True, align="center")
        self.add_parts(self._mark, self.figure)

    def show(self, dial: Dial, says: str) -> None:
        """Show the clock, and what stands on it."""
        self.say(f"{self._plate.name} {dial.note}".rstrip())
        self.figure.text = says
        bright = theme.WARNING if dial.short or dial.lost else theme.TEXT
        self.figure.color = bright if dial.now or dial.lost else theme.DIM
        self._rim = theme.seat_tone(self._plate) if dial.now else None
        self.live = dial.now
        self._look()

    def arrange(self, rect: Rect) -> None:
        """The mark beside the name, the time as large as it goes."""
        inner = rect.inset(theme.mm(GAP_MM))
        above, below = inner.cut_top(min(theme.mm(NAME_MM), inner.height * NAME_SHARE))
        mark, name = above.cut_left(min(above.height, above.width * 0.3), theme.mm(1))
        put(self._mark, mark)
        put(self.title, name)
        self.figure.role = min(theme.mm(MOST_FIGURE_MM), below.height, below.width / WIDE)
        put(self.figure, below)

    def _look(self, *_: object) -> None:
        # One that isn't played now can be read as well as the others.
        now = theme.RAISED if self._rim else theme.PANEL
        self.paint(theme.PRESSED if self.pressed else now, self._rim)


class Dials(Face):
    """A clock for each player in the order of the seats, turned to who sits there.

    `on_tap`: whoever's turn it is has tapped its own.
    """

    def __init__(self, plates: Sequence[Plate], sides: Sides, on_tap: Callable[[], None]) -> None:
        super().__init__()
        self.cells = [DialPad(plate, on_tap) for plate in plates]
        self._turned = [
            Turned(cell, side_of(plate, sides)) for cell, plate in zip(self.cells, plates, strict=True)
        ]
        self._shown: list[Turned] = []

    def show(self, dials: tuple[tuple[Dial, str], ...]) -> None:
        """Show the clocks, each with what stands on it."""
        if len(dials) > MOST_BESIDE:
            dials = tuple(each for each in dials if each[0].now)[:1]
        for dial, says in dials:
            self.cells[dial.seat].show(dial, says)
        shown = [self._turned[dial.seat] for dial, _ in dials]
        if shown != self._shown:
            self._shown = shown
            self.set_parts(*shown)

    def arrange(self, rect: Rect) -> None:
        """Side by side; one above the other where two face each other."""
        gap = theme.mm(GAP_MM)
        facing = [turned.side for turned in self._shown] in ([Side.FRONT, Side.FAR], [Side.FAR, Side.FRONT])
        if facing and rect.height >= theme.mm(ROWS_MM):
            below, above = rect.cut_bottom((rect.height - gap) / 2, gap)
            for turned in self._shown:
                put(turned, below if turned.side is Side.FRONT else above)
            return
        for turned, room in zip(self._shown, rect.columns([1] * len(self._shown), gap), strict=False):
            put(turned, room)
