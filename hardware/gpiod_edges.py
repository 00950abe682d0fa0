"""One thread reads the edges of every line and hands them to their pins in order of time."""

import os
import select
import sys
import threading
from collections.abc import Iterable
from typing import NamedTuple, Protocol

from companion.clock import Instant


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

    def read(self, sources: Iterable[Source]) -> None:
        """Take the edges of these sources and deliver them by time: lines are read one after the other."""
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
                kind, error, trace = sys.exc_info()
                if kind is not None:
                    threading.excepthook(
                        threading.ExceptHookArgs((kind, error, trace, threading.current_thread()))
                    )

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
