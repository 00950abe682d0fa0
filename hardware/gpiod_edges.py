"""One thread reads the edges of every line and hands them to their pins in order of time."""

import os
import select
import threading
from collections.abc import Iterable
from typing import NamedTuple, Protocol

from companion.clock import Instant
from hardware.alarm import report_fault


class StampedEdge(NamedTuple):
    """One edge as the kernel reports it: `at` in nanoseconds, `state` the level it led to."""

    at: Instant
    state: bool


class Source(Protocol):
    """A line whose edges are read here."""

    def take_edges(self) -> list[StampedEdge]:
        """Return what the kernel holds, oldest first; OSError when the line is gone."""
        ...

    def deliver(self, edge: StampedEdge) -> None:
        """Tell whoever listens."""
        ...

    def vanished(self) -> None:
        """Take note that the line is gone."""
        ...


class EdgeThread:
    """Sleeps until a line has edges; no polling. The thread starts with the first line watched."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._reading = threading.RLock()
        self._sources: dict[int, Source] = {}
        self._epoll = select.epoll()
        self._wake_read, self._wake_write = os.pipe()
        self._epoll.register(self._wake_read, select.EPOLLIN)
        self._thread: threading.Thread | None = None
        self._closed = False

    def watch(self, fd: int, source: Source) -> None:
        """Read `fd` from now on."""
        with self._lock:
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

    def close(self) -> None:
        """Stop the thread and wait for it, unless it is the one that calls."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
        os.write(self._wake_write, b"x")
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

    def read(self, sources: Iterable[Source]) -> None:
        """Take the edges of these sources and deliver them by time: lines are read one after the other."""
        with self._reading:
            self._read(sources)

    def _read(self, sources: Iterable[Source]) -> None:
        batch: list[tuple[StampedEdge, Source]] = []
        for source in sources:
            try:
                batch.extend((edge, source) for edge in source.take_edges())
            except OSError:
                source.vanished()
        batch.sort(key=lambda entry: entry[0].at)
        for edge, source in batch:
            try:
                source.deliver(edge)
            except Exception:  # noqa: BLE001 - one listener's fault must not end the edges of all others
                report_fault()

    def _run(self) -> None:
        while True:
            ready = self._epoll.poll()
            with self._lock:
                if self._closed:
                    self._let_go()
                    return
                sources = [self._sources[fd] for fd, _ in ready if fd in self._sources]
            self.read(sources)

    def _let_go(self) -> None:
        self._epoll.close()
        os.close(self._wake_read)
        os.close(self._wake_write)
