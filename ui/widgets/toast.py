"""Why a tap did nothing, said for some seconds over the board; it takes no touch."""

from kivy.clock import Clock

from ui import theme
from ui.widgets.layout import Rect, put
from ui.widgets.panel import Panel
from ui.widgets.text import Text

SECONDS = 4.0
LETTERS = 18
"""Letters read in a second; a longer text stays longer."""


class Toast(Panel):
    """A sentence that goes away by itself."""

    def __init__(self) -> None:
        super().__init__(theme.RAISED, theme.DIM)
        self._text = Text(role=theme.body(), align="center", wraps=True)
        self.add_widget(self._text)
        self.opacity = 0.0
        self._ending = Clock.create_trigger(self.hide)

    @property
    def text(self) -> str:
        """What is being said, or an empty string."""
        return self._text.text if self.opacity else ""

    def say(self, text: str) -> None:
        """Say something for some seconds."""
        self._text.text = text
        self.opacity = 1.0 if text else 0.0
        self._ending.cancel()
        if text:
            self._ending = Clock.schedule_once(self.hide, seconds_for(text))

    def hide(self, *_: object) -> None:
        """Say no more."""
        self.opacity = 0.0

    def arrange(self, rect: Rect) -> None:
        """Fill the panel with the text."""
        put(self._text, rect.inset(theme.mm(2), theme.mm(0.8)))


def seconds_for(text: str) -> float:
    """Return how long a text is shown."""
    return max(SECONDS, len(text) / LETTERS)
