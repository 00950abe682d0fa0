"""A finger without a hand: it touches the window as a real one does, through Kivy's own dispatch."""

import itertools

from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent

_uids = itertools.count(1)


class FingerEvent(MotionEvent):  # type: ignore[misc]  # Kivy ships no types
    """One finger; positions are given as Kivy wants them, 0 to 1 of the window."""

    def depack(self, args: dict[str, float]) -> None:
        """Take a position over."""
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
