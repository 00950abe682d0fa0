"""Grab pads on the screen, for tables without buttons: many fingers at once, each stamped as it lands."""

from collections.abc import Collection
from typing import Protocol

from companion.game import Seat
from companion.journal import NamePlate
from ui.language import words
from ui.stage import theme
from ui.stage.kivy_types import Touch, number_of
from ui.stage.painter import Painter
from ui.stage.parts import marked
from ui.stage.rect import Sides, seated
from ui.widgets.layout import EdgeRow, Panel, Rect, place_widget
from ui.widgets.text import LEAST_MM, SHORTENED, Lettering

HEIGHT_MM = 14.0
WORD_MM, LEAST_WORD_MM = 6.0, 3.2
"""Font size of the word next to the mark, and below it on narrow pads."""
EDGE_MM = 0.8
"""Gap between that word and the edge of the pad."""
WIDE = 1.9
"""Width, in heights, beyond which a pad has the word next to its mark."""
FAINT = 0.2
"""Opacity of a pad whose presses don't count."""


class Pressed(Protocol):
    """What is notified of fingers on these pads."""

    def press(self, seat: Seat, finger: int | None = None) -> None:
        """Note a finger on the seat's pad; `finger` is its number, if the kernel gives one."""

    def release(self, seat: Seat) -> None:
        """Note that the seat's finger has gone."""


class SeatPad(Panel):
    """One seat's pad: pressed while a finger is on it."""

    def __init__(self, seat: Seat, plate: NamePlate, buttons: Pressed) -> None:
        super().__init__(theme.seat_tone(plate, 0.28), theme.seat_tone(plate))
        self.number, self.live = seat, True
        self._plate, self._buttons = plate, buttons
        self._mark = Painter(self.canvas)
        self._word = Lettering(words.GRAB, role=theme.mm(WORD_MM), bold=True, align="center")
        self.show_texts(self._word)

    def arrange(self, rect: Rect) -> None:
        """Put the word next to the mark, or below it on a narrow pad."""
        inner = rect.inset(theme.mm(0.7))
        if inner.width > inner.height * WIDE:
            mark, word = inner.cut_left(inner.height, theme.mm(0.5))
            word = word.cut_right(theme.mm(EDGE_MM))[1]
            self._word.role, self._word.visible = theme.mm(WORD_MM), True
        else:
            self._word.role = theme.mm(LEAST_WORD_MM)
            # Fifteen pads are hardly wider than their word; with more of them, the mark alone must do.
            inner = rect.inset(0, theme.mm(0.7))
            fits = inner.width >= self._word.natural_width * LEAST_MM / LEAST_WORD_MM + SHORTENED
            self._word.visible = fits
            word, mark = inner.cut_bottom(self._word.role * 1.25 if fits else 0)
        self._mark.draw(marked(self._plate, mark.on_pixels()))
        place_widget(self._word, word)

    def use(self, *, live: bool) -> None:
        """Dim a pad whose presses don't count; it keeps its place."""
        if live != self.live:
            self.live, self.opacity = live, 1.0 if live else FAINT

    def on_touch_down(self, touch: Touch) -> bool:
        """Press, before anything is drawn."""
        if not self.collide_point(*touch.pos):
            return False
        if not self.live:
            return True
        self._buttons.press(self.number, number_of(touch))
        touch.grab(self)
        self.paint(theme.seat_tone(self._plate, 0.75), theme.TEXT)
        return True

    def on_touch_up(self, touch: Touch) -> bool:
        """Release, if the finger was pressing this pad."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._buttons.release(self.number)
        self.paint(theme.seat_tone(self._plate, 0.28), theme.seat_tone(self._plate))
        return True


class GrabStrip(EdgeRow):
    """A pad for every seat along its edge, in the order of the seats; equal sizes, so none is easier."""

    def __init__(self, plates: list[NamePlate], buttons: Pressed, sides: Sides) -> None:
        super().__init__()
        self.pads = [SeatPad(Seat(n), plate, buttons) for n, plate in enumerate(plates)]
        self.lay([(side, self.pads[n]) for n, side in seated(plates, sides)])

    def open_to(self, seats: Collection[Seat]) -> None:
        """Dim all pads except those of these seats."""
        for pad in self.pads:
            pad.use(live=pad.number in seats)
