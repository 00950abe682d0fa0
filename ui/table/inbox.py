"""The one way from other threads into the UI thread.

Hardware and the saver post what they have to say; it is run in the UI thread, in order. Nothing else than the
UI thread touches a widget.
"""

import time
from collections.abc import Callable
from queue import Empty, SimpleQueue

Call = Callable[[], None]


class Inbox:
    """A queue of things to do in the UI thread; `wake` must bring about a `drain` there, soon."""

    def __init__(self, wake: Call | None = None) -> None:
        self.wake = wake
        self._calls: SimpleQueue[Call] = SimpleQueue()

    def post(self, call: Call) -> None:
        """Have `call` run in the UI thread; from any thread."""
        self._calls.put(call)
        if self.wake is not None:
            self.wake()

    def drain_until(self, done: Callable[[], bool], seconds: float) -> None:
        """Run what is posted until that is so, for so many seconds at the most; in the UI thread."""
        ends = time.monotonic() + seconds
        while not done() and (left := ends - time.monotonic()) > 0:
            try:
                call = self._calls.get(timeout=left)
            except Empty:
                return
            call()

    def drain(self, *_: object) -> None:
        """Run what has been posted; in the UI thread. What is posted meanwhile waits for the next time."""
        for _turn in range(self._calls.qsize()):
            try:
                call = self._calls.get_nowait()
            except Empty:
                return
            try:
                call()
            except BaseException:
                # What stands behind it must not be lost with it: it comes in the next frame.
                if self.wake is not None and not self._calls.empty():
                    self.wake()
                raise
