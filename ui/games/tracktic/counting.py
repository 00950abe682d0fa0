"""The longest paths of a painted board, thought out beside the screen, which stays alive meanwhile."""

import threading
import time
from collections.abc import Callable
from typing import TypeAlias

from kivy.clock import Clock

from companion.games.tracktic.boards import Board
from companion.games.tracktic.model import Piece
from companion.games.tracktic.paths import Longest, longest
from ui.table.inbox import Inbox

BUDGET_SECONDS = 60.0
"""Longer than this nobody waits: what is found by then is told as "at least"."""


Enough: TypeAlias = Callable[[], bool]
"""Asked by a search, every few milliseconds, whether it is to end."""


class PathCount:
    """Counts one board at a time. `found` is told each colour's path, `ended` that all are told.

    The paths are looked for in a thread; it touches no widget, and what it finds comes through an inbox.
    """

    def __init__(self, found: Callable[[Piece, Longest], None], ended: Callable[[], None]) -> None:
        self._found, self._ended = found, ended
        self._stop = threading.Event()
        self._inbox = Inbox()
        self._inbox.wake = Clock.create_trigger(self._inbox.drain)
        self.running = False

    def start(self, board: Board, colours: tuple[Piece, ...]) -> None:
        """Begin with these colours, in this order; what was being counted is forgotten."""
        self.forget()
        self._stop = stop = threading.Event()
        self.running = True
        until = time.monotonic() + BUDGET_SECONDS

        def enough() -> bool:
            return stop.is_set() or time.monotonic() > until

        def count() -> None:
            try:
                white = board.cells_of(Piece.WHITE)
                for colour in colours:
                    path = longest(board.cells_of(colour), white, enough)
                    self._post(stop, lambda colour=colour, path=path: self._found(colour, path))  # type: ignore[misc]
            except Exception as error:  # noqa: BLE001 - whatever it is, the screen has to say it
                self._post(stop, lambda error=error: _fail(error))  # type: ignore[misc]
            else:
                self._post(stop, self._end)

        threading.Thread(target=count, name="tally", daemon=True).start()

    def enough(self) -> None:
        """Have the rest told as far as it is found."""
        self._stop.set()

    def forget(self) -> None:
        """End without another word."""
        self._stop.set()
        self._stop = threading.Event()
        self.running = False

    def _post(self, mine: threading.Event, call: Callable[[], None]) -> None:
        """Have `call` run in the UI thread, unless another board is counted by then."""
        self._inbox.post(lambda: call() if self._stop is mine else None)

    def _end(self) -> None:
        self.forget()
        self._ended()


def _fail(error: Exception) -> None:
    raise error
