"""Software PWM: the pulses of one output, made by a thread of its own.

A period begins when it is due by the clock, so lateness doesn't add up and a frequency is kept in the mean.
A pulse is as long as it should be from when it really began, so a servo is off by one wake-up and not by two.
How good that is depends on how soon a thread is woken, and on who else holds Python's interpreter: a program
that computes without a pause delays every edge by milliseconds (docs/gpiozero_factory.md has figures).
"""

import ctypes
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import NamedTuple, Protocol

from companion.clock import SECOND, Clock, Instant, Nanoseconds

FASTEST = 10_000.0
"""Hz; lgpio's limit as well."""

PR_SET_TIMERSLACK = 29
"""Linux's prctl: by how many ns a thread may be woken late, together with others; 50,000 otherwise."""


class Pulse(NamedTuple):
    """A pulse of `high` in every `period`; all or none of it is a level that stays."""

    period: Nanoseconds
    high: Nanoseconds


class Orders(Protocol):
    """What a thread of pulses is told, from other threads; None: stop."""

    def put(self, order: Pulse | None) -> None:
        """Tell it."""
        ...

    def get(self, block: bool = True, timeout: float | None = None) -> Pulse | None:
        """Return the next order; queue.Empty if none has come in `timeout` seconds."""
        ...


class Pulses:
    """Writes levels with `write` from its thread, first of all False, and False when it stops.

    A new shape begins with the next period, as in a chip that makes pulses: none is cut short.
    """

    def __init__(self, write: Callable[[bool], None], clock: Clock, orders: Orders | None = None) -> None:
        self._write, self._clock = write, clock
        self._orders = orders or SimpleQueue[Pulse | None]()
        self._fault: OSError | None = None
        self._thread: threading.Thread | None = None
        self.frequency = FASTEST
        self.duty = 0.0

    def set(self, frequency: float, duty: float) -> None:
        """Have `frequency` pulses a second, on for `duty` of each (0 to 1); OSError when the line is gone."""
        if self._fault is not None:
            raise self._fault
        self.frequency, self.duty = frequency, duty
        period = Nanoseconds(round(SECOND / frequency))
        self._orders.put(Pulse(period, Nanoseconds(round(period * duty))))
        if self._thread is None:
            self._thread = threading.Thread(target=self._live, name="gpiod-pulses", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Leave the line low and end the thread; harmless where it has ended."""
        self._orders.put(None)
        if self._thread is not None:
            self._thread.join()

    def run(self) -> None:
        """Make pulses until told to stop; OSError when the line is gone."""
        shape = self._orders.get()
        due = self._clock.now()
        while shape is not None:
            self._write(shape.high > 0)
            if 0 < shape.high < shape.period:
                following = self._wait(shape, Instant(self._clock.now() + shape.high))
                self._write(False)
                # Periods that nobody could keep are left out. After a late one two pulses don't become one.
                fell = self._clock.now()
                due = Instant(due + shape.period * max(1, (fell - due) // shape.period))
                apart = Instant(fell + (shape.period - shape.high) // 2)
                shape = following and self._wait(following, max(due, apart))
            else:
                shape = self._orders.get()
                due = self._clock.now()

    def _live(self) -> None:
        with suppress(AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_TIMERSLACK, 1)
        try:
            self.run()
            self._write(False)
        except OSError as error:
            self._fault = error

    def _wait(self, shape: Pulse, until: Instant) -> Pulse | None:
        """Sleep until then; return the newest order, `shape` if none has come, None as soon as that comes."""
        newest: Pulse | None = shape
        while newest is not None and (left := until - self._clock.now()) > 0:
            try:
                newest = self._orders.get(timeout=left / SECOND)
            except Empty:
                break
        return newest
