"""One change, one picture: what a tap brings about is drawn when all of it has happened. Pure."""

from collections.abc import Callable


class OnePicture:
    """`with picture:` draws once what was to be drawn anew within, when all of it has changed."""

    def __init__(self, draw: Callable[[], None]) -> None:
        self._draw = draw
        self._changing = 0
        self._stale = False

    def __enter__(self) -> None:
        self._changing += 1

    def __exit__(self, *_: object) -> None:
        self._changing -= 1
        if self._stale:
            self.draw()

    def draw(self) -> None:
        """Draw; while more is changing, once that has been done."""
        self._stale = self._changing > 0
        if not self._stale:
            self._draw()
