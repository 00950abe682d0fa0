"""Paths drawn piece by piece: one after the other, and then nothing ticks any more."""

from collections.abc import Callable, Sequence

from kivy.clock import Clock

PIECE_SECONDS = 0.06
"""From one piece of a path to the next."""
REST_PIECES = 12
"""A path that is drawn stands for so many pieces before the next begins."""


class PathRun:
    """Counts through paths of these lengths; `drawn` is told which one, and how many pieces of it."""

    def __init__(self, drawn: Callable[[int, int], None], ended: Callable[[], None] | None = None) -> None:
        self._drawn, self._ended = drawn, ended
        self._lengths: tuple[int, ...] = ()
        self._path = self._piece = self._rest = 0
        self._ticking = Clock.schedule_interval(lambda _seconds: self.step(), PIECE_SECONDS)
        self._ticking.cancel()

    @property
    def running(self) -> bool:
        """Whether there is more to draw."""
        return self._path < len(self._lengths)

    def start(self, lengths: Sequence[int]) -> None:
        """Begin with the first path."""
        self.stop()
        self._lengths = tuple(lengths)
        self._path = self._piece = self._rest = 0
        if self.running:
            self._ticking()

    def step(self) -> None:
        """Draw one more piece, or go on to the next path."""
        if not self.running:
            return
        if self._piece < self._lengths[self._path]:
            self._piece += 1
            self._drawn(self._path, self._piece)
            return
        self._rest += 1
        last = self._path == len(self._lengths) - 1
        if last or self._rest >= REST_PIECES:
            self._path, self._piece, self._rest = self._path + 1, 0, 0
        if not self.running:
            self.stop()
            if self._ended is not None:
                self._ended()

    def stop(self) -> None:
        """Draw no more."""
        self._ticking.cancel()
        self._lengths = ()
