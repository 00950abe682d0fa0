"""The hands of simulated players, which act on the screen in front as people would."""

import itertools
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent

from ui.games.players import Deed, PressedNow, Submitted, Tapped, Touched
from ui.main.frame import Frame, Services
from ui.parts.shown import PartScreen
from ui.screens.table import TableScreen
from ui.stage.kivy_types import Widget
from ui.widgets.pad import Pad

# A finger: it touches the window as a real one does, through Kivy's own dispatch.

_uids = itertools.count(1)


class FingerEvent(MotionEvent):  # type: ignore[misc]  # Kivy ships no types
    """A touch event; positions are fractions of the window, 0 to 1, as Kivy wants them."""

    def depack(self, args: dict[str, float]) -> None:
        """Take a position from its arguments."""
        self.is_touch = True
        self.profile = ["pos"]
        self.sx, self.sy = args["sx"], args["sy"]
        super().depack(args)


class Finger:
    """A finger on the window, in pixels from the bottom left."""

    def __init__(self) -> None:
        self._event: FingerEvent | None = None

    def down(self, x: float, y: float) -> None:
        """Put the finger down."""
        self._event = FingerEvent("finger", next(_uids), _at(x, y), is_touch=True, type_id="touch")
        EventLoop.post_dispatch_input("begin", self._event)

    def move(self, x: float, y: float) -> None:
        """Move the finger."""
        assert self._event is not None
        self._event.move(_at(x, y))
        EventLoop.post_dispatch_input("update", self._event)

    def up(self) -> None:
        """Lift the finger."""
        assert self._event is not None
        EventLoop.post_dispatch_input("end", self._event)
        self._event = None


def _at(x: float, y: float) -> dict[str, float]:
    width, height = Window.size
    return {"sx": x / width, "sy": y / height}


T = TypeVar("T", bound=Widget)

LIFT = 0.15
"""Seconds until hands leave the buttons, and a finger leaves a pad."""

LOOK = 0.8
"""Seconds that a finger rests on the board, so that spectators see what is under it."""


class Hands:
    """Hands at a frame's table; `speed` shortens how long a finger rests, but not a press."""

    def __init__(self, frame: Frame, services: Services, speed: float) -> None:
        self._frame = frame
        self._services = services
        self._speed = speed

    def do(self, deed: Deed, on_done: Callable[[bool], None]) -> None:
        """Do a deed; `on_done` gets, once the hands are off again, whether it could be done."""
        table = self._frame.table
        if table is None:
            on_done(False)
            return
        if table.flash.shown and isinstance(deed, Tapped | Touched):
            _later(LIFT, lambda: self.do(deed, on_done))
            return
        match deed:
            case Submitted(report):
                table.tell_now(report)
                on_done(True)
            case PressedNow(presses):
                start = self._services.clock.now()
                for seat, after in presses:
                    self._services.buttons.press_at(seat, start + round(after * 1_000_000))
                _later(LIFT, lambda: self._release(deed, on_done))
            case Tapped(title):
                self._tap(table, title, on_done)
            case Touched(place):
                if table.dialog is not None or table.opened is not None:
                    on_done(False)
                    return
                board = table.board
                self._touch(board.to_window(*board.scene.middle(place)), LOOK, lambda: on_done(True))

    def _release(self, pressed: PressedNow, on_done: Callable[[bool], None]) -> None:
        for seat, _after in pressed.presses:
            self._services.buttons.release(seat)
        on_done(True)

    def _tap(self, table: TableScreen, title: str, on_done: Callable[[bool], None]) -> None:
        """Tap the pad with this title on the topmost part; turn pages until it is there."""
        upper: Widget = table.opened or table.dialog or table
        pads = [pad for pad in _all(upper, Pad) if pad.title.text == title and pad.live]
        if pads:
            self._touch(_middle(pads[0]), LIFT, lambda: on_done(True))
            return
        onwards = [pad for screen in _all(upper, PartScreen) for pad in screen.turners() if pad.live]
        if not onwards:
            on_done(False)
            return
        # The next page's pads are in place a frame after it was turned.
        again = partial(self._tap, table, title, on_done)
        self._touch(_middle(onwards[0]), LIFT, lambda: _later(LIFT / self._speed, again))

    def _touch(self, at: tuple[float, float], seconds: float, on_done: Callable[[], None]) -> None:
        """Put a finger down for `seconds` seconds, on the table as it is now."""
        self._frame.front_seen()
        if self._frame.table is not None:
            self._frame.table.settle()
            self._frame.table.front_seen()
        finger = Finger()
        finger.down(*at)

        def lift() -> None:
            finger.up()
            on_done()

        _later(seconds / self._speed, lift)


def _later(seconds: float, action: Callable[[], None]) -> None:
    Clock.schedule_once(lambda _: action(), seconds)


def _all(widget: Widget, kind: type[T]) -> Iterator[T]:
    """Yield the widgets of a kind within one, the topmost first."""
    for child in widget.children:
        yield from _all(child, kind)
    if isinstance(widget, kind):
        yield widget


def _middle(widget: Widget) -> tuple[float, float]:
    """Return the middle of a widget in the window."""
    x, y = widget.to_window(*widget.center)
    return x, y
