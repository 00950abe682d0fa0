"""The edge thread on pipes: what is written arrives, in order, and the thread ends."""

import os
import threading
from collections.abc import Iterator

import pytest

from companion.clock import Instant
from hardware.gpiod_edges import EdgeThread, StampedEdge

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

    def take_edges(self) -> list[StampedEdge]:
        try:
            data = os.read(self.read_end, 100)
        except BlockingIOError:
            return []
        if not data:
            raise OSError("gone")
        return [StampedEdge(Instant(stamp), state=True) for stamp in data]

    def deliver(self, edge: StampedEdge) -> None:
        self.heard.append(edge.at)
        if len(self.heard) == self.expected:
            self.complete.set()

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
