"""Grab pads on the screen, for tables without buttons: many fingers at once, each stamped as it lands."""

from companion.game import Seat
from companion.journal import Plate
from ui import theme
from ui.kivy_types import Touch, number_of
from ui.stage.sides import Sides, seated
from ui.table.buttons import Buttons
from ui.widgets.along import Along
from ui.widgets.layout import Rect, put
from ui.widgets.panel import Panel
from ui.widgets.seat_mark import SeatMark

HEIGHT_MM = 12.0


class SeatPad(Panel):
    """One seat's pad: pressed while a finger is on it."""

    def __init__(self, seat: Seat, plate: Plate, buttons: Buttons) -> None:
        super().__init__(theme.seat_tone(plate, 0.28), theme.seat_tone(plate, 0.7))
        self.number = seat
        self._plate, self._buttons = plate, buttons
        self._mark = SeatMark(plate)
        self.add_widget(self._mark)

    def arrange(self, rect: Rect) -> None:
        """The mark in the middle."""
        side = min(rect.width, rect.height) * 0.74
        x, y = rect.center
        put(self._mark, Rect(x - side / 2, y - side / 2, side, side))

    def on_touch_down(self, touch: Touch) -> bool:
        """Press, before anything is drawn."""
        if not self.collide_point(*touch.pos):
            return False
        self._buttons.press(self.number, number_of(touch))
        touch.grab(self)
        self.paint(theme.seat_tone(self._plate, 0.75), theme.TEXT)
        return True

    def on_touch_up(self, touch: Touch) -> bool:
        """Let go."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._buttons.release(self.number)
        self.paint(theme.seat_tone(self._plate, 0.28), theme.seat_tone(self._plate, 0.7))
        return True


class GrabStrip(Along):
    """A pad for every seat, those of a side beside each other along its edge."""

    def __init__(self, plates: list[Plate], buttons: Buttons, sides: Sides) -> None:
        super().__init__()
        self.pads = [SeatPad(Seat(n), plate, buttons) for n, plate in enumerate(plates)]
        self.lay([(side, self.pads[n]) for n, side in seated(plates, sides)])
