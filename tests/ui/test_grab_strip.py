"""From touch reports to the verdict: Kivy's own touch provider, pads on the screen, a late screen."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from kivy.base import EventLoop
from kivy.input.providers import mtdev

from companion.clock import MILLISECOND, HandClock, Instant, Nanoseconds
from companion.game import Seat
from hardware.grab import contacts
from hardware.grab.adjudicate import ERROR_BANDS, Quality
from hardware.pads.screen_pad import ScreenPad, TouchStamps
from hardware.usb.reports import ABS, SYN, SYN_REPORT
from hardware.wiring.wiring import UsbPlug
from tests.hardware.usb.table import HandDevice, fingers_down, found
from tests.ui.rig import Rig
from ui.stage import theme
from ui.stage.kivy_types import Widget
from ui.table.buttons import News, Seized
from ui.table.session import Inbox
from ui.widgets.grab_strip import SeatPad
from ui.widgets.layout import Rect, place_widget
from ui.wiring import PadButtons

SLOT, X, Y, NUMBER = 0x2F, 0x35, 0x36, 0x39
WIDTH, HEIGHT = 800, 480


class Event(NamedTuple):
    """A touch event as libmtdev reports it."""

    type: int
    code: int
    value: int


class Panel:
    """A touch device as libmtdev presents it: it has some events, and ends."""

    def __init__(self, events: list[Event]) -> None:
        self._events = events

    def __bool__(self) -> bool:
        return bool(self._events)

    def get_abs(self, axis: int) -> Any:
        class Ends:
            minimum, maximum = 0, WIDTH if axis == mtdev.MTDEV_ABS_POSITION_X else HEIGHT

        return Ends

    def idle(self, _milliseconds: int) -> bool:
        """Return whether nothing waits: there is always an event."""
        return False

    def get(self) -> Event | None:
        return self._events.pop(0) if self._events else None


class Table:
    """Two pads side by side on a panel of 800x480, and the news they lead to."""

    def __init__(self, rig: Rig) -> None:
        self.clock = HandClock(Instant(1_000 * MILLISECOND))
        self.device = HandDevice(found())
        stamps = TouchStamps(lambda listener: self.device.link(UsbPlug("panel"), listener))
        self.inbox = Inbox()
        self.buttons = PadButtons(ScreenPad(map(contacts.Seat, range(2)), self.clock, stamps), self.inbox)
        self.heard: list[News] = []
        self.buttons.hear = self.heard.append
        rig.size(WIDTH, HEIGHT)
        ground = Widget()
        self.pads = [SeatPad(Seat(n), plate, self.buttons) for n, plate in enumerate(theme.plates()[:2])]
        for n, pad in enumerate(self.pads):
            ground.add_widget(pad)
            place_widget(pad, Rect(n * WIDTH / 2, 0, WIDTH / 2, HEIGHT))
        rig.show(ground)

    def wait(self, milliseconds: int) -> None:
        self.clock.advance(Nanoseconds(milliseconds * MILLISECOND))


@pytest.fixture
def table(rig: Rig) -> Iterator[Table]:
    table = Table(rig)
    table.buttons.arm(True)
    yield table
    table.buttons.close()
    rig.clear()


@pytest.mark.parametrize("first", [0, 1])
def test_fingers_at_once_are_told_apart(table: Table, first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pressed = table.clock.now() + 100 * MILLISECOND
    told: list[Event] = []
    for slot, seat in enumerate((first, 1 - first)):
        number = 41 + slot
        table.device.tell(fingers_down(pressed + slot * 40 * MILLISECOND, number))
        x, y = map(int, table.pads[seat].center)
        place = ((SLOT, slot), (NUMBER, number), (X, x), (Y, HEIGHT - y))
        told += [*(Event(ABS, code, value) for code, value in place), Event(SYN, SYN_REPORT, 0)]
    monkeypatch.setattr(mtdev, "Device", lambda path: Panel(told))
    reader = mtdev.MTDMotionEventProvider("touch", "/dev/input/event0")
    reader.start()
    reader.thread.join()
    table.wait(300)
    table.buttons.begin_frame()
    reader.update(EventLoop.post_dispatch_input)
    for _ in range(6):
        table.wait(16)
        table.buttons.begin_frame()
    table.inbox.drain()
    (ruled,) = (news for news in table.heard if isinstance(news, Seized))
    assert ruled.first == (first,)
    assert [touch.after for touch in ruled.touches] == [0, 40 * MILLISECOND]
    assert ruled.band == ERROR_BANDS[Quality.SCREEN]
