"""What one player alone is shown, while a finger rests on that player's pad."""

from ui import theme
from ui.presenting import Whisper
from ui.widgets.layout import Rect, put
from ui.widgets.panel import Panel
from ui.widgets.text import Text

HEAD_MM = 4.6
"""Height of a heading over a text."""


class WhisperPanel(Panel):
    """Headings and texts, as large as there is room for them. Made anew each time: nothing of it is kept."""

    def __init__(self, whisper: Whisper) -> None:
        super().__init__(theme.PANEL, theme.LINE)
        self._title = Text(whisper.title, role=theme.body(), tone=theme.DIM, bold=True)
        self._lines = [
            (
                Text(head, role=theme.body(), bold=True),
                Text(text, role=theme.body(), wraps=True, valign="top"),
            )
            for head, text in whisper.lines
        ]
        for part in (self._title, *(text for line in self._lines for text in line)):
            self.add_widget(part)

    def arrange(self, rect: Rect) -> None:
        """The title above; each text gets room by its length."""
        inner = rect.inset(theme.mm(2), theme.mm(1.5))
        title, rest = inner.cut_top(theme.mm(HEAD_MM), theme.mm(1))
        put(self._title, title)
        head = theme.mm(HEAD_MM)
        room = rest.height - head * len(self._lines)
        wanted = [max(1.0, len(text.text)) for _, text in self._lines]
        for (heading, text), share in zip(self._lines, wanted, strict=True):
            line, rest = rest.cut_top(head)
            below, rest = rest.cut_top(room * share / sum(wanted))
            put(heading, line)
            put(text, below)
