"""The edge thread on pipes: what is written arrives, in order, and the thread ends."""

import os
import threading
from collections.abc import Iterator

import pytest

from companion.clock import HandClock, Instant, Nanoseconds
from hardware.pins.edges import EdgeThread, Listener, StampedEdge

LONG = 60.0
"""Seconds no healthy machine needs; nothing here waits for a time, only for an event."""


class Pipe:
    """A source whose edges are bytes: each is a stamp."""

    def __init__(self, heard: list[int], expected: int) -> None:
        self.read_end, self.write_end = os.pipe()
        os.set_blocking(self.read_end, False)
        self.heard, self.expected = heard, expected
        self.complete = threading.Event()
        self.gone = threading.Event()
        self.settled: list[Instant] = []
        self.reminded = threading.Event()

    def take_edges(self) -> list[tuple[StampedEdge, Listener]]:
        try:
            data = os.read(self.read_end, 100)
        except BlockingIOError:
            return []
        if not data:
            raise OSError("gone")
        return [(StampedEdge(Instant(stamp), True, Instant(stamp)), self) for stamp in data]

    def deliver(self, edge: StampedEdge) -> None:
        self.heard.append(edge.at)
        if len(self.heard) == self.expected:
            self.complete.set()

    def settle(self, now: Instant) -> None:
        self.settled.append(now)
        self.reminded.set()

    def vanished(self) -> None:
        self.gone.set()


@pytest.fixture
def thread() -> Iterator[EdgeThread]:
    thread = EdgeThread()
    yield thread
    thread.close()


def test_edges_arrive_from_a_thread_of_their_own(thread: EdgeThread) -> None:
    source = Pipe([], 3)
    thread.watch(source.read_end, source)
    os.write(source.write_end, bytes([1, 2, 3]))
    assert source.complete.wait(LONG)
    assert source.heard == [1, 2, 3]


def test_catching_up_leaves_nothing_behind(thread: EdgeThread) -> None:
    """Whichever thread takes them, after catching up all that was written has been delivered."""
    heard: list[int] = []
    sources = [Pipe(heard, -1) for _ in range(5)]
    for source in sources:
        thread.watch(source.read_end, source)
    for number in range(50):
        os.write(sources[number % 5].write_end, bytes([number]))
    thread.catch_up()
    assert sorted(heard) == list(range(50))


def test_what_was_put_off_is_done_when_it_is_due(thread: EdgeThread) -> None:
    source = Pipe([], 1)
    thread.watch(source.read_end, source)
    thread.remind(source, Instant(0))
    assert source.reminded.wait(LONG)
    thread.remind(source, Instant(1 << 62))
    thread.remind(source, None)
    thread.catch_up()
    assert len(source.settled) == 1


def test_what_is_put_off_comes_after_the_edges_up_to_then() -> None:
    clock = HandClock(Instant(9))
    thread = EdgeThread(clock)
    source = Pipe([], 1)
    thread.remind(source, Instant(10))
    thread.catch_up()
    assert source.settled == []
    clock.advance(Nanoseconds(5))
    os.write(source.write_end, bytes([7]))
    source.settle = lambda now: source.heard.append(-now)  # type: ignore[method-assign]  # a spy
    thread.read([source])
    thread.close()
    assert source.heard == [7, -14]


def test_a_source_that_ends_is_told_so(thread: EdgeThread) -> None:
    source = Pipe([], 1)
    thread.watch(source.read_end, source)
    os.close(source.write_end)
    assert source.gone.wait(LONG)
    thread.unwatch(source.read_end)
    thread.unwatch(source.read_end)


def test_a_closed_thread_is_gone_and_closing_twice_is_harmless() -> None:
    before = set(threading.enumerate())
    thread = EdgeThread()
    source = Pipe([], 1)
    thread.watch(source.read_end, source)
    thread.close()
    thread.close()
    thread.catch_up()
    assert set(threading.enumerate()) <= before
