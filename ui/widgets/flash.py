"""A name or a word over the whole table for a second, as large as fits: readable from every chair."""

from kivy.clock import Clock

from ui.stage import fonts, theme
from ui.stage.kivy_types import Touch, Widget
from ui.table.presenting import Announcement
from ui.widgets.layout import Panel, Rect, place_widget
from ui.widgets.text import Lettering

SECONDS = 1.0
GREATEST_MM = 30.0
"""Font size; a word that is too wide for it is smaller."""
WIDE = 0.95
"""The share of the room that a word takes at most."""


class Flash(Panel):
    """It ends by itself, or by a tap, which does nothing else: nobody sees what is below."""

    def __init__(self) -> None:
        super().__init__()
        tone = theme.ON_PRIMARY
        self._title = Lettering(role=theme.mm(GREATEST_MM), tone=tone, bold=True, align="center")
        self._below = Lettering(role=theme.title(), tone=tone, align="center", wraps=True, valign="top")
        self.show_texts(self._title, self._below)
        self._ending = Clock.create_trigger(self.end, SECONDS)

    @property
    def title(self) -> str:
        """What is announced."""
        return self._title.text

    @property
    def below(self) -> str:
        """The line below it."""
        return self._below.text

    @property
    def shown(self) -> bool:
        """Whether it is on the screen."""
        return self.parent is not None

    def covers(self, part: Widget) -> bool:
        """Return whether a sibling widget is below it and wholly hidden by it."""
        if self.parent is None or not self.collide_point(*part.pos):
            return False
        order = self.parent.children
        return order.index(part) > order.index(self) and self.collide_point(part.right, part.top)

    def announce(self, announcement: Announcement, tone: theme.Tone) -> None:
        """Show an announcement on a ground of this tone; the caller puts it on top of everything."""
        self.paint(tone)
        self._title.text, self._below.text = str(announcement.title), str(announcement.subtitle)
        self.rearrange()
        self._ending.cancel()
        self._ending()

    def end(self, *_: object) -> None:
        """Go away."""
        self._ending.cancel()
        if self.parent is not None:
            self.parent.remove_widget(self)

    def on_touch_down(self, touch: Touch) -> bool | None:
        """End on a tap, which goes no further."""
        if not self.collide_point(*touch.pos):
            return None
        self.end()
        return True

    def arrange(self, rect: Rect) -> None:
        """Put the words in the middle, and the line, if any, below them."""
        inner = rect.inset(theme.mm(6), theme.mm(4))
        below, above = inner.cut_bottom(inner.height * 0.34 if self.below else 0)
        ems = fonts.width(self.title, 1.0, bold=True)
        self._title.role = min(theme.mm(GREATEST_MM), WIDE * above.width / max(ems, 1.0))
        place_widget(self._title, above)
        place_widget(self._below, below)


# Why a tap did nothing, shown for some seconds over the board; touches go through it.

TOAST_SECONDS = 4.0
TOAST_LETTERS = 18
"""Letters read in a second; a longer text is shown longer."""


class Toast(Panel):
    """A sentence that goes away by itself."""

    def __init__(self) -> None:
        super().__init__(theme.RAISED, theme.DIM)
        self._text = Lettering(role=theme.body(), align="center", wraps=True)
        self.show_texts(self._text)
        self.opacity = 0.0
        self._ending = Clock.create_trigger(self.hide)

    @property
    def text(self) -> str:
        """The text being shown, or an empty string."""
        return self._text.text if self.opacity else ""

    def say(self, text: str) -> None:
        """Show a text for some seconds; an empty one ends it."""
        self._text.text = str(text)
        self.opacity = 1.0 if text else 0.0
        self._ending.cancel()
        if text:
            self._ending = Clock.schedule_once(self.hide, seconds_for(text))

    def hide(self, *_: object) -> None:
        """Hide the text."""
        self.opacity = 0.0

    def arrange(self, rect: Rect) -> None:
        """Fill the panel with the text."""
        place_widget(self._text, rect.inset(theme.mm(2), theme.mm(0.8)))


def seconds_for(text: str) -> float:
    """Return how long a text is shown, in seconds."""
    return max(TOAST_SECONDS, len(str(text)) / TOAST_LETTERS)
