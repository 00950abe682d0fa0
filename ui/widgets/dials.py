"""The clocks of a table: whose, and the time on each; what hasn't changed isn't drawn again."""

from ui import theme
from ui.table.stopwatch import Dial
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put
from ui.widgets.panel import Panel
from ui.widgets.text import Text

STRIP_MM = 15.0
"""Height of the clocks where something else lies below them."""
MOST_BESIDE = 6
"""Of more players only the clock of whoever's turn it is can be read from a metre."""
WIDE = 3.1
"""Width of 59:59 in its letters' heights."""
NAME_SHARE, GAP_MM, MOST_FIGURE_MM = 0.28, 1.8, 34.0


class Dials(Face):
    """A panel for each player in the order of the seats: the name, and below it the time."""

    def __init__(self, names: tuple[str, ...], tones: tuple[theme.Tone, ...]) -> None:
        super().__init__()
        self._names, self._tones = names, tones
        self.cells: list[tuple[Panel, Text, Text]] = []

    def show(self, dials: tuple[tuple[Dial, str], ...]) -> None:
        """Show the clocks, each with what stands on it."""
        if len(dials) > MOST_BESIDE:
            dials = tuple(each for each in dials if each[0].now)[:1]
        if len(dials) != len(self.cells):
            self._make(len(dials))
        for (ground, name, figure), (dial, says) in zip(self.cells, dials, strict=True):
            tone = self._tones[dial.seat] if dial.now else None
            ground.paint(theme.RAISED if dial.now else theme.PANEL, tone)
            name.text, figure.text = f"{self._names[dial.seat]} {dial.note}".rstrip(), says
            bright = theme.WARNING if dial.short or dial.lost else theme.TEXT
            figure.color = bright if dial.now or dial.lost else theme.DIM

    def _make(self, count: int) -> None:
        self.clear_widgets()
        self.cells = []
        for _ in range(count):
            cell = (
                Panel(),
                Text("", role=theme.heading(), bold=True, align="center"),
                Text("", role=theme.mm(MOST_FIGURE_MM), bold=True, align="center"),
            )
            self.cells.append(cell)
            for part in cell:
                self.add_widget(part)
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """Side by side."""
        gap = theme.mm(GAP_MM)
        for (ground, name, figure), cell in zip(
            self.cells, rect.columns([1] * max(1, len(self.cells)), gap), strict=False
        ):
            put(ground, cell)
            inner = cell.inset(gap)
            above, below = inner.cut_top(min(theme.mm(8), inner.height * NAME_SHARE))
            put(name, above)
            figure.role = min(theme.mm(MOST_FIGURE_MM), below.height, below.width / WIDE)
            put(figure, below)
