"""Edges on pipes, in a loop turned by hand: what is written arrives, in order, and a source may go."""

import os
from collections.abc import Iterator

import pytest

from companion.clock import HandClock, Instant, Nanoseconds
from hardware.pins.edges import EdgeListener, Edges, StampedEdge
from tests.hardware.hand_loop import HandLoop


class Pipe:
    """A source whose edges are bytes: each is a stamp."""

    def __init__(self, heard: list[int]) -> None:
        self.read_end, self.write_end = os.pipe()
        os.set_blocking(self.read_end, False)
        self.heard = heard
        self.gone = 0

    def take_edges(self) -> list[tuple[StampedEdge, EdgeListener]]:
        try:
            data = os.read(self.read_end, 100)
        except BlockingIOError:
            return []
        if not data:
            raise OSError("gone")
        return [(StampedEdge(Instant(stamp), True, Instant(stamp)), self) for stamp in data]

    def deliver(self, edge: StampedEdge) -> None:
        self.heard.append(edge.at)

    def settle(self, now: Instant) -> None:
        self.heard.append(-now)

    def vanished(self) -> None:
        self.gone += 1


@pytest.fixture
def loop() -> Iterator[HandLoop]:
    loop = HandLoop(HandClock(Instant(9)))
    yield loop
    loop.close()


@pytest.fixture
def edges(loop: HandLoop) -> Edges:
    return Edges(loop)


def test_catching_up_leaves_nothing_behind(loop: HandLoop, edges: Edges) -> None:
    heard: list[int] = []
    sources = [Pipe(heard) for _ in range(5)]
    for source in sources:
        edges.watch(source.read_end, source)
    for number in range(50):
        os.write(sources[number % 5].write_end, bytes([number]))
    edges.catch_up()
    assert heard == list(range(50))
    loop.settle()
    assert len(heard) == 50


def test_what_is_put_off_comes_after_the_edges_up_to_then(loop: HandLoop, edges: Edges) -> None:
    source = Pipe([])
    edges.watch(source.read_end, source)
    edges.remind(source, Instant(10))
    loop.settle()
    assert source.heard == []
    loop.hand.advance(Nanoseconds(5))
    os.write(source.write_end, bytes([7]))
    loop.settle()
    assert source.heard == [7, -14]
    edges.remind(source, Instant(20))
    edges.remind(source, None)
    loop.until(Instant(99))
    assert source.heard == [7, -14]


def test_a_source_that_ends_is_told_so(loop: HandLoop, edges: Edges) -> None:
    source = Pipe([])
    edges.watch(source.read_end, source)
    os.close(source.write_end)
    loop.turn()
    assert source.gone == 1
    edges.unwatch(source.read_end)
    edges.unwatch(source.read_end)
    loop.settle()
    assert source.gone == 1
