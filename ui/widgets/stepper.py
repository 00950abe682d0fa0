"""A figure between a minus and a plus."""

from collections.abc import Callable

from kivy.clock import Clock

from ui.stage import icons, theme
from ui.stage.icons import Icon
from ui.widgets.layout import Arranged, Rect, put
from ui.widgets.pad import GlyphPad
from ui.widgets.text import Lettering

REPEAT_AFTER = 0.45
REPEAT_EVERY = 0.09
"""A pad that is held steps on by itself, this often: from 13 to 39 in a good two seconds."""


class RepeatPad(GlyphPad):
    """A pad that steps once for a tap and on and on while it is held."""

    def __init__(self, icon: Icon, on_step: Callable[[], None]) -> None:
        super().__init__(icon, on_step)
        self._starting = Clock.create_trigger(self._start, REPEAT_AFTER)
        self._stepping = Clock.schedule_interval(self._step, REPEAT_EVERY)
        self._stepping.cancel()
        self._repeated = False
        self.bind(pressed=self._press)

    def let_go(self) -> None:
        """A tap steps once; after repeating, letting go adds nothing."""
        if not self._repeated:
            self.tap()

    def _press(self, *_: object) -> None:
        self._starting.cancel()
        self._stepping.cancel()
        if self.pressed:
            self._repeated = False
            self._starting()

    def _start(self, *_: object) -> None:
        self._repeated = True
        self._stepping()

    def _step(self, *_: object) -> None:
        if self.live:
            self.tap()


class Stepper(Arranged):
    """A whole number from `least` to `most` that two pads change; `on_change` gets the new one."""

    def __init__(self) -> None:
        super().__init__()
        self._caption = Lettering(role=theme.small(), tone=theme.DIM, align="center")
        self.minus = RepeatPad(icons.minus, lambda: self.step(-1))
        self.plus = RepeatPad(icons.plus, lambda: self.step(1))
        self._figure = Lettering(role=theme.title(), bold=True, align="center")
        self.add_parts(self._caption, self.minus, self._figure, self.plus)

    def ask(
        self, value: int, least: int, most: int, caption: str, on_change: Callable[[int], None], step: int
    ) -> None:
        """Show another figure, or ask about another one; a finger that holds a pad steps on from there."""
        self.value, self._least, self._most, self._on_change = value, least, most, on_change
        self._by = step
        self._caption.text = str(caption)
        self._show()

    def step(self, by: int) -> None:
        """Change the figure, by so many steps."""
        self.value = min(self._most, max(self._least, self.value + by * self._by))
        self._show()
        self._on_change(self.value)

    def arrange(self, rect: Rect) -> None:
        """Put the figure between the pads."""
        pad = min(theme.mm(theme.TARGET_MM), rect.width * 0.36)
        left, rest = rect.cut_left(pad)
        right, middle = rest.cut_right(pad)
        put(self.minus, left)
        low, high = middle.cut_bottom(theme.small() * 1.2 if self._caption.text else 0)
        put(self._figure, high)
        put(self._caption, low)
        put(self.plus, right)

    def _show(self) -> None:
        self._figure.text = str(self.value)
        self.minus.live = self.value > self._least
        self.plus.live = self.value < self._most
