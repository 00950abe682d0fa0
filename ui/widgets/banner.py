"""The line at the top: whose turn it is, what is awaited, the time of day, and whether all is saved."""

from kivy.clock import Clock

from companion.journal import Plate
from ui import theme
from ui.widgets.layout import Rect, put
from ui.widgets.panel import Panel
from ui.widgets.seat_mark import SeatMark
from ui.widgets.text import Text

CHANGE_SECONDS = 5.0
"""How long the last change stands in the banner."""
FEW = 12
"""Letters of the small print at the right that need no more room than the time of day."""
READABLE = 0.65
"""Where the title would be smaller than this share of its size, the time of day makes room for it."""
NOBODY = Plate("", "ivory", "circle", "")


class BannerLine(Panel):
    """Says who and what at the left, time and saving at the right."""

    def __init__(self) -> None:
        super().__init__()
        self._mark = SeatMark(NOBODY)
        self.title = Text(role=theme.title(), bold=True)
        self.subtitle = Text(role=theme.small(), tone=theme.DIM)
        self.clock = Text(role=theme.heading(), align="right")
        self.saving = Text(role=theme.small(), tone=theme.DIM, align="right")
        self.add_parts(self.title, self.subtitle, self.clock, self.saving)
        self._standing = ""
        self._change = ""
        self._warning = False
        self._ending = Clock.create_trigger(self._end, CHANGE_SECONDS)

    def say(self, plate: Plate | None, title: str, subtitle: str) -> None:
        """Show whom it concerns, and what is awaited."""
        if plate is not None:
            self._mark.show(plate)
        if (plate is None) == (self._mark.parent is not None):
            if plate is None:
                self.remove_widget(self._mark)
            else:
                self.add_widget(self._mark)
        self.title.text, self._standing = title, subtitle
        self._show_line()

    def tell_change(self, text: str) -> None:
        """Say what has just changed, for some seconds, in place of the small print."""
        self._change = text
        self._ending.cancel()
        if text:
            self._ending()
        self._show_line()

    def _end(self, *_: object) -> None:
        self._change = ""
        self._show_line()

    def _show_line(self) -> None:
        self.subtitle.text = self._change or self._standing
        self.subtitle.color = theme.TEXT if self._change else theme.DIM
        self.rearrange()

    def tell_time(self, time: str) -> None:
        """Show the time of day."""
        if self.clock.text != time:
            self.clock.text = time

    def tell_saving(self, words: str, warning: bool) -> None:
        """Show whether the record is on the disk, or how long it has been played."""
        if self.saving.text != words:
            self._warning = warning
            self.saving.say(words, warning=warning)
            self.rearrange()

    @staticmethod
    def high_mm() -> float:
        """Return how high it is."""
        return 12.0 * theme.LARGER

    def arrange(self, rect: Rect) -> None:
        """Give the right as much room as it needs."""
        inner = rect.inset(theme.mm(2.4), theme.mm(0.7))
        # A warning is a sentence and gets a line of its own, under everything.
        long = self._warning
        clock = theme.mm(20 if len(self.saving.text) <= FEW else 34)
        seen = long or inner.width - clock - inner.height > self.title.natural_width * READABLE
        self.clock.opacity = self.saving.opacity = float(seen)
        right, left = inner.cut_right(clock if seen else 0, theme.mm(2 if seen else 0))
        if self._mark.parent is not None:
            mark, left = left.cut_left(inner.height * 0.9, theme.mm(2.4))
            put(self._mark, mark.inset(0, inner.height * 0.05))
        under = theme.small() * 1.25
        if long:
            low, _ = inner.cut_bottom(under)
            warning, subtitle = low.cut_right(low.width * 0.62, theme.mm(2))
            put(self.saving, warning)
            put(self.subtitle, Rect(left.x, subtitle.y, max(1.0, warning.x - left.x - theme.mm(2)), under))
            put(self.clock, right.cut_bottom(under)[1])
            put(self.title, left.cut_bottom(under)[1])
            return
        low, high = left.cut_bottom(under if self.subtitle.text else 0)
        put(self.title, high)
        put(self.subtitle, low)
        low, high = right.cut_bottom(under)
        put(self.saving, low)
        put(self.clock, high)
