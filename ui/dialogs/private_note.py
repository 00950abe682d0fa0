"""What one player alone is shown, while a finger rests on that player's pad."""

from math import ceil

from ui.stage import theme
from ui.stage.kivy_types import Touch
from ui.table.presenting import PrivateNote
from ui.widgets.layout import Rect, put
from ui.widgets.panel import DialogPanel
from ui.widgets.text import Lettering

HEAD_MM, GAP_MM = 4.8, 2.4
"""Height of a heading over a text, and the gap below a text."""
FILLED = 0.82
"""How much of a line is filled where words wrap."""


class PrivateNotePanel(DialogPanel):
    """Headings and texts, as large as there is room for them. Made anew each time: nothing of it is kept."""

    def __init__(self, private_note: PrivateNote) -> None:
        super().__init__(theme.PANEL, theme.LINE)
        self._title = Lettering(private_note.title, role=theme.body(), tone=theme.DIM, bold=True)
        self._lines = [
            (
                Lettering(head, role=theme.body(), bold=True),
                Lettering(text, role=theme.body(), wraps=True, valign="top"),
            )
            for head, text in private_note.lines
        ]
        self.add_parts(self._title, *(text for line in self._lines for text in line))

    def on_touch_down(self, touch: Touch) -> bool:
        """Let no touch through: nobody tells what a pad below says without seeing it."""
        return bool(self.collide_point(*touch.pos))

    def arrange(self, rect: Rect) -> None:
        """One under the other from the top; smaller, all of them, where there is little room."""
        inner = rect.inset(theme.mm(2), theme.mm(1.5))
        title, rest = inner.cut_top(theme.mm(HEAD_MM), theme.mm(1))
        put(self._title, title)
        head, gap = theme.mm(HEAD_MM), theme.mm(GAP_MM)
        lines = [ceil(text.natural_width / (inner.width * FILLED)) for _, text in self._lines]
        wanted = [count * theme.body() * 1.25 for count in lines]
        room = rest.height - (head + gap) * len(self._lines)
        fit = min(1.0, room / sum(wanted)) if wanted else 1.0
        for (heading, text), high in zip(self._lines, wanted, strict=True):
            line, rest = rest.cut_top(head)
            below, rest = rest.cut_top(high * fit, gap)
            put(heading, line)
            put(text, below)
