"""A cover between fingers and the app: dark while nobody plays, locked while the table is wiped.

A tap that wakes the screen does nothing else. Grab buttons don't come through here: a grab in the dark
counts, and wakes the screen.
"""

from collections.abc import Callable

from kivy.clock import Clock

from ui.appliance import care_words as words
from ui.appliance.screen_file import Backlight
from ui.stage import theme
from ui.stage.kivy_types import Touch, Widget
from ui.stage.painter import Painter
from ui.stage.shapes import Box
from ui.widgets.layout import LATE_SECONDS, Arranged, Panel, Rect, place_widget
from ui.widgets.pad import HoldPad
from ui.widgets.text import Lettering

UNLOCK_SECONDS = 1.6
"""How long to hold the pad: a cloth rests for a moment, a finger that means it for longer."""

WIDE_MM, HIGH_MM = 62.0, 34.0
"""Size of the lock's panel."""
BLACK = (0.0, 0.0, 0.0, 1.0)


class LockPanel(Panel):
    """Says that the screen is locked, and how to unlock it."""

    def __init__(self, unlock: HoldPad) -> None:
        super().__init__(theme.PANEL, theme.DIM)
        self._title = Lettering(words.LOCKED, role=theme.title(), bold=True, align="center")
        self._hint = Lettering(
            words.LOCKED_HINT, role=theme.small(), tone=theme.DIM, align="center", wraps=True
        )
        self.unlock = unlock
        self.show_texts(self._title, self._hint)
        self.add_widget(unlock)

    def arrange(self, rect: Rect) -> None:
        """Put the words above and the pad below."""
        pad, over = rect.inset(theme.mm(2)).cut_bottom(theme.mm(theme.PRIMARY_MM), theme.mm(1))
        place_widget(self.unlock, pad)
        low, high = over.cut_bottom(theme.small() * 1.5)
        place_widget(self._title, high)
        place_widget(self._hint, low)


class ScreenCover(Arranged):
    """Holds the app (`below`), and the dark or the lock over it."""

    def __init__(self, below: Widget, light: Backlight | None = None) -> None:
        super().__init__()
        self.below = below
        self.asleep = False
        self.light = light
        self._dark = Painter()
        self._falling = Clock.create_trigger(lambda _: self.sleep())
        self._falls = False
        self._waking = False
        self._woke: Callable[[], None] | None = None
        self.panel: LockPanel | None = None
        self.add_widget(below)

    @property
    def locked(self) -> bool:
        """Whether touches are blocked by the lock."""
        return self.panel is not None

    def sleep_after(self, minutes: int) -> None:
        """Make the screen go dark after `minutes` in which nothing happens; 0: never."""
        self._falling.cancel()
        self._falls = minutes > 0
        self._falling = Clock.create_trigger(lambda _: self.sleep(), minutes * 60.0)
        self.stir()

    def stir(self) -> None:
        """Note that something has happened: wake up, and start the wait for sleep again."""
        self._falling.cancel()
        if self._falls:
            self._falling()
        if self.asleep:
            self._wake()

    def sleep(self) -> None:
        """Make the screen dark."""
        if self.asleep:
            return
        self._falling.cancel()
        self.asleep = True
        self.canvas.after.add(self._dark.group)
        if self.light is not None:
            self.light.off()

    def nap(self, woke: Callable[[], None]) -> None:
        """Go dark now, whatever is set; `woke` is called once somebody has woken the screen."""
        self._woke = woke
        self.sleep()

    def lock(self) -> None:
        """Block all touches until somebody holds the pad."""
        if self.panel is None:
            self.panel = LockPanel(HoldPad(words.UNLOCK, self.unlock, UNLOCK_SECONDS))
            self.add_widget(self.panel)
            self.rearrange()

    def unlock(self) -> None:
        """Let touches through again."""
        if self.panel is not None:
            self.remove_widget(self.panel)
            self.panel = None

    def on_touch_down(self, touch: Touch) -> bool | None:
        """Wake the screen, or pass the touch on."""
        dark = self.asleep or self._waking
        self.stir()
        if dark:
            return True
        if self.panel is not None:
            self.panel.on_touch_down(touch)
            return True
        return super().on_touch_down(touch)

    def arrange(self, rect: Rect) -> None:
        """Fill everything with the app; put the lock in its middle."""
        place_widget(self.below, rect)
        self._dark.draw((Box(rect, BLACK),))
        if self.panel is not None:
            wide, high = theme.mm(WIDE_MM), theme.mm(HIGH_MM)
            x, y = rect.center
            place_widget(self.panel, Rect(x - wide / 2, y - high / 2, wide, high))

    def _wake(self) -> None:
        self.asleep = False
        self.canvas.after.remove(self._dark.group)
        if self.light is not None:
            self.light.on()
        # The second tap of a quick pair was meant for the dark as well.
        self._waking = True
        Clock.schedule_once(self._woken, LATE_SECONDS)
        woke, self._woke = self._woke, None
        if woke is not None:
            woke()

    def _woken(self, _seconds: float) -> None:
        self._waking = False
