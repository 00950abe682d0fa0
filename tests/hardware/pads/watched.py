"""A pad with its own threads, watched by a test that waits for its reports and lamps."""

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue

from hardware.grab.adjudicate import Verdict
from hardware.grab.contacts import Seat, SeatState, SeatStatus
from hardware.pads.remote import Pad
from tests.hardware.boards.pty import PATIENCE, PtyBoard


class Watched:
    """A pad's reports, which a test can wait for."""

    def __init__(self, pad: Pad) -> None:
        self._pad = pad
        # No lock: the pad holds its own during its callbacks, and is asked for its states in between.
        self._signals: SimpleQueue[None] = SimpleQueue()
        self.verdicts: list[Verdict] = []
        pad.on_verdict = self.take
        pad.on_state_change = self._state

    def take(self, verdict: Verdict) -> None:
        self.verdicts.append(verdict)
        self._signals.put(None)

    def _state(self, seat: Seat, status: SeatStatus) -> None:
        self._signals.put(None)

    def until(self, done: Callable[[], bool]) -> None:
        """Wait until `done`; checks whenever the pad reports anything."""
        while not done():
            try:
                self._signals.get(timeout=PATIENCE)
            except Empty:
                raise AssertionError(self._pad.states) from None

    def until_all(self, state: SeatState) -> None:
        """Wait until all buttons are in this state."""
        self.until(lambda: {status.state for status in self._pad.states.values()} == {state})

    def verdict(self) -> Verdict:
        """Wait for the next verdict and remove it from the list."""
        self.until(lambda: bool(self.verdicts))
        return self.verdicts.pop(0)


class Lamps:
    """A board's lamps, which a test can wait for."""

    def __init__(self, board: PtyBoard) -> None:
        self._changed = threading.Condition()
        self._lit = 0
        board.on_light(self._light)

    def until(self, lit: int) -> None:
        """Wait until exactly these lamps are lit; a mask of pins."""
        with self._changed:
            assert self._changed.wait_for(lambda: self._lit == lit, PATIENCE), f"{self._lit:b}"

    def _light(self, lit: int) -> None:
        with self._changed:
            self._lit = lit
            self._changed.notify_all()


def until_ordered(pad: Pad, board: PtyBoard, seat: Seat, lamp: int) -> None:
    """Wait until the other process has carried out all orders so far, by lighting a seat's lamp (a mask).

    Orders are carried out in sequence; the lamp is out afterwards.
    """
    lamps = Lamps(board)
    pad.light([seat])
    lamps.until(lamp)
    pad.light(())
    lamps.until(0)
