"""One thread reads the edges of every line and hands them to their pins in order of time."""

import os
import select
import threading
from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple, Protocol

from companion.clock import SECOND, Clock, Instant, Nanoseconds, SystemClock
from hardware.faults import report_fault

LONGEST_WAIT = Nanoseconds(3_600 * SECOND)
"""epoll counts its milliseconds in 31 bits; whoever wakes too early looks at the clock and sleeps on."""


class StampedEdge(NamedTuple):
    """One edge as the kernel reports it.

    Between the line's edge before this one and `since` the line did not move; `since` is `at` unless a stamp
    in between may have been overwritten (hardware/pins/numbers.py).
    """

    at: Instant
    state: bool
    """The level that the kernel's thread found after `at`: while a contact bounces it may be wrong."""
    since: Instant


class Listener(Protocol):
    """Whoever is told of the edges of one line."""

    def deliver(self, edge: StampedEdge) -> None:
        """Take an edge."""
        ...

    def settle(self, now: Instant) -> None:
        """Do what was put off until now with `EdgeThread.remind`."""
        ...


class EdgeSource(Protocol):
    """Lines whose edges are read together."""

    def take_edges(self) -> list[tuple[StampedEdge, Listener]]:
        """Return all that the kernel holds by now; OSError when the lines are gone."""
        ...

    def vanished(self) -> None:
        """Take note that the lines are gone."""
        ...


class EdgeThread:
    """Sleeps until a line has edges; no polling. The thread starts with the first line watched."""

    def __init__(self, clock: Clock | None = None) -> None:
        self._clock = clock or SystemClock()
        self._lock = threading.Lock()
        self._reading = threading.RLock()
        self._sources: dict[int, EdgeSource] = {}
        self._due: dict[Listener, Instant] = {}
        self._epoll = select.epoll()
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        os.set_blocking(self._wake_write, False)
        self._epoll.register(self._wake_read, select.EPOLLIN)
        self._thread: threading.Thread | None = None
        self._closed = False

    def watch(self, fd: int, source: EdgeSource) -> None:
        """Read `fd` from now on."""
        with self._lock:
            if fd in self._sources:
                return
            self._sources[fd] = source
            self._epoll.register(fd, select.EPOLLIN)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="gpiod-edges", daemon=True)
                self._thread.start()

    def unwatch(self, fd: int) -> None:
        """Read `fd` no longer; harmless for one that isn't watched."""
        with self._lock:
            if self._sources.pop(fd, None) is not None:
                self._epoll.unregister(fd)

    def remind(self, listener: Listener, at: Instant | None) -> None:
        """Have `listener.settle` called at `at`, after the edges up to then; None: not at all."""
        with self._lock:
            if at is None:
                self._due.pop(listener, None)
                return
            self._due[listener] = at
            if not self._closed and self._thread is not threading.current_thread():
                self._wake()

    def close(self) -> None:
        """Stop the thread and wait for it, unless it is the one that calls."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._wake()
        if self._thread is None:
            self._let_go()
        elif self._thread is not threading.current_thread():
            self._thread.join()

    def catch_up(self) -> None:
        """Deliver, in the caller's thread, what the kernel holds by now; what is on its way is waited for.

        A ruling calls this first, and must not hold a lock that a listener wants.
        """
        with self._reading:
            with self._lock:
                if self._closed:
                    return
                sources = [self._sources[fd] for fd, _ in self._epoll.poll(0) if fd in self._sources]
            self.read(sources)

    def read(self, sources: Iterable[EdgeSource]) -> None:
        """Take all edges of these sources and deliver them by time: sources are read one after the other."""
        with self._reading:
            self._read(sources)

    def _read(self, sources: Iterable[EdgeSource]) -> None:
        # Before the kernel is asked: whatever is put off until now then has all edges up to it.
        now = self._clock.now()
        batch: list[tuple[StampedEdge, Listener]] = []
        for source in sources:
            try:
                batch.extend(source.take_edges())
            except OSError:
                source.vanished()
        batch.sort(key=lambda entry: entry[0].at)
        for edge, listener in batch:
            try:
                listener.deliver(edge)
            except Exception:  # noqa: BLE001 - one listener's fault must not end the edges of all others
                report_fault()
        for listener in self._take_due(now):
            try:
                listener.settle(now)
            except Exception:  # noqa: BLE001 - as above
                report_fault()

    def _take_due(self, now: Instant) -> list[Listener]:
        with self._lock:
            due = [listener for listener, at in self._due.items() if at <= now]
            for listener in due:
                del self._due[listener]
        return due

    def _run(self) -> None:
        while True:
            ready = self._epoll.poll(self._patience())
            with self._lock:
                if self._closed:
                    self._let_go()
                    return
                with suppress(BlockingIOError):
                    os.read(self._wake_read, 64)
                sources = [self._sources[fd] for fd, _ in ready if fd in self._sources]
            self.read(sources)

    def _patience(self) -> float | None:
        """Return the seconds until something that was put off is due."""
        with self._lock:
            if not self._due:
                return None
            wait = Nanoseconds(min(self._due.values()) - self._clock.now())
            return max(0, min(wait, LONGEST_WAIT)) / SECOND

    def _wake(self) -> None:
        # A full pipe wakes just as well.
        with suppress(BlockingIOError):
            os.write(self._wake_write, b"x")

    def _let_go(self) -> None:
        self._epoll.close()
        os.close(self._wake_read)
        os.close(self._wake_write)
