"""The top of every screen before the table: back, what to do here, and on."""

from collections.abc import Callable

from ui.language import words
from ui.stage import icons, theme
from ui.stage.painter import Painter
from ui.stage.shapes import Box
from ui.widgets.layout import Arranged, Rect, put, put_each
from ui.widgets.pad import GlyphPad, HoldPad, IconPad, Pad
from ui.widgets.text import Lettering

HEIGHT_MM, LARGE_MM, UPRIGHT_MM = 15.0, 18.0, 22.0
"""Height in ordinary and in large text, and on an upright screen, where a title takes two lines."""
TWO_LEAST_MM = 7.0
"""Height of two lines in the smallest letters."""
MARGIN_MM = 3.0
NEXT_MM = 36.0
"""Width of the pad that leads on."""
MOST_NEXT = 0.32
"""The share of an upright screen's width that it takes at most."""


class TitleLine(Arranged):
    """A title with a hint below it, between the pads for back and on, if any.

    Without a hint the title may wrap. Every screen before the table has these pads in this place.
    """

    def __init__(self, *, goes_back: bool, goes_on: bool, held: bool = False) -> None:
        super().__init__()
        self.back = GlyphPad(icons.back)
        self.title = Lettering(role=theme.title(), bold=True)
        self.hint = Lettering(role=theme.small() * 1.1, tone=theme.DIM, wraps=True)
        self.next = HoldPad() if held else Pad(primary=True)
        self.add_parts(self.title, self.hint, *[self.back] * goes_back, *[self.next] * goes_on)

    def say(self, title: str, hint: str, warns: str) -> None:
        """Change the words; `warns`: which of them are a warning, the "title" or the "hint"."""
        if (title, hint) != (self.title.text, self.hint.text):
            self.rearrange()
        self.title.say(title, warning=warns == "title")
        self.hint.say(hint, warning=warns == "hint")

    def arrange(self, rect: Rect) -> None:
        """Put back at the left, on at the right, and the words between them.

        A long hint gets a second line; upright, a third if it doesn't fit on two.
        """
        gap = theme.mm(theme.GAP_MM)
        rest = rect
        if self.back.parent is not None:
            left, rest = rect.cut_left(theme.mm(theme.TARGET_MM + 2), gap)
            put(self.back, left)
        if self.next.parent is not None:
            right, rest = rest.cut_right(min(theme.mm(NEXT_MM), rect.width * MOST_NEXT), gap)
            put(self.next, right)
        wide = self.hint.natural_width > rest.width
        under = theme.small() * (2.8 if wide else 1.6) if self.hint.text else 0.0
        stands = rect.height > theme.mm(LARGE_MM)
        if stands and wide and not self.hint.fits(Rect(0, 0, rest.width, under)):
            under = theme.small() * 3.6
        self.title.wraps = not self.hint.text or self.title.natural_width > rest.width
        low, high = rest.inset(0, theme.mm(1)).cut_bottom(under)
        if not self.title.fits(high):
            low, high = rest.inset(0, theme.mm(1)).cut_bottom(min(under, theme.mm(TWO_LEAST_MM)))
        put(self.title, high)
        put(self.hint, low)


def body_of(rect: Rect) -> tuple[Rect, Rect]:
    """Return the header's rectangle, and what is left for the screen."""
    margin = theme.mm(MARGIN_MM)
    lies = LARGE_MM if theme.now.large else HEIGHT_MM
    return rect.inset(margin).cut_top(theme.mm(lies if rect.width > rect.height else UPRIGHT_MM), margin)


# The bar that is always there: back, undo, history, referee.

WIDTH_MM = 14.0


class RefereeBar(Arranged):
    """Four pads, one below the other, always in the same place."""

    def __init__(
        self,
        back: Callable[[], None],
        undo: Callable[[], None],
        history: Callable[[], None],
        referee: Callable[[], None],
    ) -> None:
        super().__init__()
        self._ground = Painter(self.canvas.before)
        self.back = IconPad(icons.back, words.BACK, back)
        self.undo = IconPad(icons.undo, words.UNDO, undo)
        self.history = IconPad(icons.history, words.HISTORY, history)
        self.referee = IconPad(icons.referee, words.REFEREE, referee)
        self.add_parts(*self.pads)

    @property
    def pads(self) -> tuple[IconPad, ...]:
        """All four, from the top."""
        return (self.back, self.undo, self.history, self.referee)

    def arrange(self, rect: Rect) -> None:
        """Share the height out among the four."""
        self._ground.draw((Box(rect, theme.BAR),))
        put_each(self.pads, rect.inset(theme.mm(0.6)).rows(4, theme.mm(3)))
