"""The edges of every line of a chip, handed to their pins in order of time."""

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple, Protocol

from companion.clock import Instant
from hardware.loop import Due, Loop


class StampedEdge(NamedTuple):
    """One edge as the kernel reports it.

    Between the line's edge before this one and `since` the line did not move; `since` is `at` unless a stamp
    in between may have been overwritten (hardware/pins/claim.py).
    """

    at: Instant
    state: bool
    """The level that the kernel's thread found after `at`: while a contact bounces it may be wrong."""
    since: Instant


class EdgeListener(Protocol):
    """Whoever is told of the edges of one line."""

    def deliver(self, edge: StampedEdge) -> None:
        """Take an edge."""

    def settle(self, now: Instant) -> None:
        """Do what was put off until now with `Edges.remind`."""


class EdgeSource(Protocol):
    """Lines whose edges are read together."""

    def take_edges(self) -> list[tuple[StampedEdge, EdgeListener]]:
        """Return all that the kernel holds by now; OSError when the lines are gone."""

    def vanished(self) -> None:
        """Take note that the lines are gone."""


class Edges:
    """Reads lines in a loop, which sleeps until one of them has edges: no polling."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._sources: dict[int, EdgeSource] = {}

    def watch(self, fd: int, source: EdgeSource) -> None:
        """Read `fd` from now on."""
        if fd not in self._sources:
            self._sources[fd] = source
            self._loop.watch(fd, partial(self._take, source))

    def unwatch(self, fd: int) -> None:
        """Read `fd` no longer; harmless for one that isn't watched."""
        if self._sources.pop(fd, None) is not None:
            self._loop.unwatch(fd)

    def remind(self, listener: EdgeListener, at: Instant | None) -> None:
        """Have `listener.settle` called at `at`, after the edges up to then; None: not at all."""
        self._loop.call_at(at, listener.settle)

    def catch_up(self) -> None:
        """Deliver, in the caller's thread, what the kernel holds by now; what is on its way is waited for.

        A ruling calls this first, and must not hold a lock that a listener wants.
        """
        self.read(list(self._sources.values()))

    def read(self, sources: Iterable[EdgeSource]) -> None:
        """Take all edges of these sources and deliver them by time: sources are read one after the other."""
        with self._loop.alone():
            self._loop.tell(told for source in sources for told in self._take(source))

    def _take(self, source: EdgeSource) -> list[Due]:
        try:
            return [(edge.at, partial(listener.deliver, edge)) for edge, listener in source.take_edges()]
        except OSError:
            source.vanished()
            return []
