"""What fingers hit: pads that look pressed at once, and pads that must be held."""

from collections.abc import Callable
from itertools import pairwise

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Line
from kivy.properties import BooleanProperty, NumericProperty

from ui import theme
from ui.kivy_types import Touch, number_of
from ui.widgets.layout import Rect, put
from ui.widgets.panel import Panel
from ui.widgets.text import Text

HOLD_SECONDS = 0.8
"""How long a dangerous pad must be held."""


EDGE_MM = 0.25
"""Width of the line around what can be tapped."""

NARROW_MM = 18.0
"""Pads that stand in half a column."""
BESIDE = 0.36
"""So much of the width a picture beside the words takes at most."""


class Pad(Panel):
    """A pad with a title and, where there is room, a line below it; `on_tap` when a finger lets go on it.

    A pad that isn't `live` is dim and takes no touch.
    """

    pressed = BooleanProperty(False)
    live = BooleanProperty(True)

    def __init__(
        self,
        title: str = "",
        subtitle: str = "",
        *,
        on_tap: Callable[[], None] | None = None,
        primary: bool = False,
        role: float | None = None,
    ) -> None:
        super().__init__(*((theme.PRIMARY,) if primary else (theme.RAISED, theme.EDGE, EDGE_MM)))
        self.primary = primary
        self.chosen = False
        self.when_tapped = on_tap
        self.when_held: Callable[[bool, int | None], None] | None = None
        self._lit: theme.Tone | None = None
        role = theme.heading() if role is None else role
        ink, dim = (theme.ON_PRIMARY, theme.ON_PRIMARY_DIM) if primary else (theme.TEXT, theme.DIM)
        self._drawn_by: Callable[[InstructionGroup, Rect], None] | None = None
        self._drawn: InstructionGroup | None = None
        self.title = Text(title, role=role, tone=ink, bold=True, align="center", wraps=True)
        self.subtitle = Text(subtitle, role=theme.small(), tone=dim, align="center", wraps=True)
        self.add_parts(self.title, self.subtitle)
        self.bind(pressed=self._look, live=self._look)

    def say(self, title: str, subtitle: str = "") -> None:
        """Change the words."""
        if (title, subtitle) != (self.title.text, self.subtitle.text):
            self.title.text, self.subtitle.text = title, subtitle
            self.rearrange()

    def draw_beside(self, draw: Callable[[InstructionGroup, Rect], None] | None) -> None:
        """Have something drawn beside the words; None: nothing."""
        self._drawn_by = draw
        if draw is not None and self._drawn is None:
            self._drawn = InstructionGroup()
            self.canvas.add(self._drawn)
        self.rearrange()

    def choose(self, chosen: bool) -> None:
        """Mark the pad as the chosen one of several."""
        self.chosen = chosen
        self._look()

    def light(self, lit: theme.Tone | None) -> None:
        """Have the pad shine in a tone, as a lamp would; None: not any more."""
        if lit != self._lit:
            self._lit = lit
            self._look()

    def cut(self, *, left: bool) -> None:
        """Let a name be cut off; in a list its line begins at the left."""
        self.title.wraps = False
        for text in (self.title, self.subtitle):
            text.cuts, text.halign = True, "left" if left else "center"

    def arrange(self, rect: Rect) -> None:
        """Put the line below the title, or leave it out where there is no room."""
        # In half a column a long word has no room; its beginning is read, and not all of it guessed at.
        # So it is in large text; and beside a picture, which says it as well.
        if rect.width < theme.mm(NARROW_MM) or theme.now.large or self._drawn_by is not None:
            self.title.cuts = self.subtitle.cuts = True
        inner = rect.inset(theme.mm(1.2), theme.mm(0.8))
        if self._drawn is not None:
            self._drawn.clear()
            if self._drawn_by is not None:
                beside, inner = inner.cut_left(min(inner.height, inner.width * BESIDE), theme.mm(0.8))
                self._drawn_by(self._drawn, beside)
        line = theme.small() * 1.2
        room = inner.height > line / theme.LARGER * 2.4 and (
            rect.width > theme.mm(16) or not self._long(inner.width)
        )
        if not self.subtitle.text or not room:
            put(self.title, inner)
            put(self.subtitle, Rect(rect.x, rect.y, 1, 1))
            self.subtitle.opacity = 0
            return
        self.subtitle.opacity = 1
        above = self.title.role * 1.25
        least = self.title.role / theme.LARGER * 1.15
        if self._long(inner.width) and inner.height < least + 2 * line - 1:
            # Two lines of ordinary size are read more easily than a large one that is squeezed.
            line /= theme.LARGER
        two = inner.height >= least + 2 * line - 1
        lines = 2 if self.subtitle.wraps and self._long(inner.width) and two else 1
        above = min(above, max(least, inner.height - line * lines))
        wide = self.title.natural_width > inner.width
        if wide and self.title.wraps and inner.height >= above * 1.8 + line * lines:
            above *= 2
        both = min(inner.height, above + line * lines)
        block = Rect(inner.x, inner.y + (inner.height - both) / 2, inner.width, both)
        under, over = block.cut_bottom(line * lines)
        small = theme.now.large and self.title.size_in(over) < self.title.role / theme.LARGER
        if small or not self.title.fits(over):
            # What matters is read whole, and in large text is larger: the line below gives way.
            put(self.title, inner)
            put(self.subtitle, Rect(rect.x, rect.y, 1, 1))
            self.subtitle.opacity = 0
            return
        put(self.title, over)
        put(self.subtitle, under)

    def tap(self) -> None:
        """Do what the pad is for."""
        if self.when_tapped is not None:
            self.when_tapped()

    def on_touch_down(self, touch: Touch) -> bool:
        """Look pressed, in the same frame."""
        if not self.live or touch.is_mouse_scrolling or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self.pressed = True
        if self.when_held is not None:
            self.when_held(True, number_of(touch))
        return True

    def on_touch_move(self, touch: Touch) -> bool:
        """A finger that slides off takes it back."""
        if touch.grab_current is not self:
            return False
        self.pressed = self.collide_point(*touch.pos)
        return True

    def on_touch_up(self, touch: Touch) -> bool:
        """Tap, if the finger is still on the pad."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if self.when_held is not None:
            self.when_held(False, None)
        hit, self.pressed = self.pressed, False
        if hit and self.live:
            self.let_go()
        return True

    def let_go(self) -> None:
        """The finger left the pad while on it."""
        self.tap()

    def _long(self, width: float) -> bool:
        return self.subtitle.natural_width > width

    def _look(self, *_: object) -> None:
        if self.primary:
            ground = theme.PRIMARY_PRESSED if self.pressed else theme.PRIMARY
        else:
            ground = theme.PRESSED if self.pressed else theme.RAISED
        if self.primary:
            self.paint(ground)
        elif self._lit is not None:
            self.paint(self._lit, (*self._lit[:3], 1.0))
        elif self.chosen:
            self.paint(ground, theme.PRIMARY)
        else:
            self.paint(ground, theme.EDGE, EDGE_MM)
        self.opacity = 1.0 if self.live else 0.4


class HoldPad(Pad):
    """A pad for what can't be undone by a tap: it must be held while a ring closes around it."""

    held = NumericProperty(0.0)

    def __init__(
        self,
        title: str = "",
        subtitle: str = "",
        *,
        on_held: Callable[[], None] | None = None,
        role: float | None = None,
        seconds: float = HOLD_SECONDS,
    ) -> None:
        super().__init__(title, subtitle, on_tap=on_held, role=role)
        self._seconds = seconds
        with self.canvas.after:
            self._ring_tone = Color(*theme.WARNING)
            self._ring = Line(points=[], width=theme.mm(0.45))
        self._ticking = Clock.schedule_interval(self._tick, 0)
        self._ticking.cancel()
        self.bind(pressed=self._start_or_stop, held=self._draw_ring)

    def let_go(self) -> None:
        """Letting go does nothing: the tap came when the ring closed, or not at all."""

    def _start_or_stop(self, *_: object) -> None:
        self._ticking.cancel()
        self.held = 0.0
        if self.pressed:
            self._ticking()

    def _tick(self, passed: float) -> None:
        self.held = min(1.0, self.held + passed / self._seconds)
        if self.held >= 1.0:
            self.pressed = False
            self.tap()

    def _draw_ring(self, *_: object) -> None:
        inner = Rect(self.x, self.y, self.width, self.height).inset(theme.mm(0.45))
        corners = [
            (inner.x + inner.width / 2, inner.top), (inner.right, inner.top), (inner.right, inner.y),
            (inner.x, inner.y), (inner.x, inner.top), (inner.x + inner.width / 2, inner.top),
        ]  # fmt: skip
        self._ring.points = _along(corners, self.held)


def _along(corners: list[tuple[float, float]], share: float) -> list[float]:
    """Return the points of the first `share` of a path."""
    lengths = [abs(b[0] - a[0]) + abs(b[1] - a[1]) for a, b in pairwise(corners)]
    left = sum(lengths) * share
    if left <= 0:
        return []
    points = [*corners[0]]
    for (ax, ay), (bx, by), length in zip(corners[:-1], corners[1:], lengths, strict=True):
        part = min(1.0, left / length) if length else 1.0
        points += [ax + (bx - ax) * part, ay + (by - ay) * part]
        left -= length
        if left <= 0:
            break
    return points
