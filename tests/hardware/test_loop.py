"""The loop, hand-driven on pipes: the order of calls, and what a fault costs. Then with its thread."""

import os
import threading
from collections.abc import Iterator

import pytest

from companion.clock import HandClock, Instant
from hardware.loop import AT_ONCE, Call, Due, Loop, LoopThread
from tests.hardware.hand_loop import HandLoop
from tests.hardware.table import START, ms

LONG = 60.0
"""Seconds that no healthy machine needs; nothing here waits for a time, only for an event."""


class Pipe:
    """A file whose bytes are instants; each is added to `heard` when it is called."""

    def __init__(self, loop: Loop, heard: list[int]) -> None:
        self._loop, self.heard = loop, heard
        self.file, self._end = os.pipe()
        loop.watch(self.file, self.read)

    def write(self, *instants: int) -> None:
        """Schedule events at these instants, 0 to 255 ns."""
        os.write(self._end, bytes(instants))

    def read(self) -> list[Due]:
        """Return the events written, each to be called at its instant."""
        return [(Instant(at), lambda at=at: self.tell(at)) for at in os.read(self.file, 100)]  # type: ignore[misc]

    def tell(self, at: int) -> None:
        self.heard.append(at)

    def close(self) -> None:
        self._loop.unwatch(self.file)
        os.close(self.file)
        os.close(self._end)


@pytest.fixture
def heard() -> list[int]:
    return []


@pytest.fixture
def loop() -> Iterator[HandLoop]:
    loop = HandLoop(HandClock(START))
    yield loop
    loop.close()


@pytest.fixture
def pipes(loop: HandLoop, heard: list[int]) -> Iterator[list[Pipe]]:
    pipes = [Pipe(loop, heard) for _ in range(3)]
    yield pipes
    for pipe in pipes:
        pipe.close()


def test_what_files_have_comes_in_order_of_time(loop: HandLoop, pipes: list[Pipe], heard: list[int]) -> None:
    pipes[0].write(3, 9)
    pipes[1].write(1, 7)
    pipes[2].write(5)
    loop.turn()
    assert heard == [1, 3, 5, 7, 9]


def test_what_is_due_comes_after_what_was_before(loop: HandLoop, pipes: list[Pipe], heard: list[int]) -> None:
    loop.call_at(Instant(START + ms(2)), lambda now: heard.append(200))
    loop.call_at(Instant(START + ms(1)), lambda now: heard.append(100))
    loop.turn()
    assert heard == []
    pipes[0].write(4)
    loop.turn()
    assert heard == [4, 100]
    loop.until(Instant(START + ms(9)))
    assert heard == [4, 100, 200]


def test_a_call_knows_up_to_when_all_has_been_told(loop: HandLoop) -> None:
    events: list[Instant] = []
    loop.call_at(Instant(START + ms(1)), events.append)
    loop.until(Instant(START + ms(5)))
    assert events == [START + ms(1)]


def test_a_call_is_put_off_set_anew_and_called_off(loop: HandLoop) -> None:
    called: list[int] = []

    def first(now: Instant) -> None:
        called.append(1)
        loop.call_at(None, second)
        loop.call_at(Instant(START + ms(8)), third)

    def second(now: Instant) -> None:
        called.append(2)

    def third(now: Instant) -> None:
        called.append(3)

    for call in (first, second, third):
        loop.call_at(Instant(START + ms(9)), call)
        loop.call_at(Instant(START + ms(1)), call)
    loop.until(Instant(START + ms(7)))
    assert called == [1]
    loop.until(Instant(START + ms(20)))
    assert called == [1, 3]


def test_catching_up_hears_these_files_alone(loop: HandLoop, pipes: list[Pipe], heard: list[int]) -> None:
    for at, pipe in enumerate(pipes):
        pipe.write(at)
    loop.call_at(START, lambda now: heard.append(200))
    loop.catch_up((pipes[0].file, pipes[2].file))
    assert heard == [0, 2]
    loop.settle()
    assert heard == [0, 2, 1, 200]


def test_who_catches_up_while_being_told_hears_the_rest_in_order(
    loop: HandLoop, pipes: list[Pipe], heard: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def tell(at: int) -> None:
        heard.append(at)
        if at == 1:
            pipes[1].write(4)
            loop.catch_up((pipes[1].file,))
            heard.append(100)

    monkeypatch.setattr(pipes[0], "tell", tell)
    pipes[0].write(1, 3, 5)
    loop.turn()
    assert heard == [1, 3, 4, 5, 100]


def test_pumping_serves_one_file_up_to_a_time(loop: HandLoop, pipes: list[Pipe], heard: list[int]) -> None:
    loop.call_at(START, lambda now: heard.append(200))
    pipes[0].write(1)
    pipes[1].write(2)
    loop.pump(pipes[1].file, Instant(START + ms(5)))
    assert (heard, loop.clock.now()) == ([2], START)
    loop.pump(pipes[1].file, Instant(START + ms(5)))
    assert (heard, loop.clock.now()) == ([2], START + ms(5))
    loop.settle()
    assert heard == [2, 1, 200]


def test_a_file_that_a_reading_had_closed_is_not_read(
    loop: HandLoop, pipes: list[Pipe], heard: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def closes_the_others(events: list[Due]) -> list[Due]:
        for pipe in pipes:
            loop.unwatch(pipe.file)
        return events

    for pipe in pipes:
        pipe.write(7)
        loop.watch(pipe.file, lambda read=pipe.read: closes_the_others(read()))  # type: ignore[misc]
    loop.turn()
    assert heard == [7]


def test_a_file_is_written_when_it_takes_something(loop: HandLoop) -> None:
    reading, writing = os.pipe()
    written: list[str] = []
    loop.watch(writing, list, lambda: written.append("x"))
    loop.turn()
    loop.watch(writing, list)
    loop.settle()
    assert written == ["x"]
    loop.unwatch(writing)
    loop.unwatch(writing)
    os.close(reading)
    os.close(writing)


def test_one_fault_costs_nobody_else_anything(
    loop: HandLoop, pipes: list[Pipe], heard: list[int], faults: list[str]
) -> None:
    def broken(*_: object) -> list[Due]:
        raise ZeroDivisionError

    loop.watch(pipes[0].file, broken)
    loop.watch(pipes[1].file, lambda: [(Instant(1), broken)])
    loop.call_at(START, broken)
    loop.call_at(START, lambda now: heard.append(200))
    for pipe in pipes:
        pipe.write(7)
    loop.turn()
    assert (heard, faults) == ([7, 200], ["ZeroDivisionError"] * 3)
    # A file that can't be read is no longer watched: it would keep the others waiting for ever.
    os.read(pipes[1].file, 1)
    loop.settle()
    assert len(faults) == 3


def test_whose_thread_serves_it_is_inside(loop: HandLoop) -> None:
    inside: list[bool] = []
    loop.call_at(START, lambda now: inside.append(loop.inside))
    loop.settle()
    with loop.locked(), loop.locked():
        inside.append(loop.inside)
    assert [*inside, loop.inside] == [True, True, False]


def test_what_takes_long_is_done_elsewhere_and_its_end_comes_back() -> None:
    loop = Loop()
    threads: list[threading.Thread] = []

    def ended(now: Instant) -> None:
        threads.append(threading.current_thread())
        loop.stop()

    def job() -> Call:
        threads.append(threading.current_thread())
        return ended

    loop.work(job)
    loop.run()
    loop.close()
    assert threads[1] is threading.current_thread() is not threads[0]
    assert not threads[0].is_alive()


def test_what_is_still_opening_is_handed_over_when_the_loop_closes(faults: list[str]) -> None:
    loop, opened, handed = Loop(), threading.Event(), list[str]()

    def late() -> Call:
        assert opened.wait(LONG)
        return lambda now: handed.append("a port")

    def broken() -> Call:
        raise ZeroDivisionError

    loop.work(late)
    loop.work(broken)
    opened.set()
    loop.close()
    assert (handed, faults) == (["a port"], ["ZeroDivisionError"])


def test_a_thread_starts_with_the_first_thing_and_ends_with_the_loop(heard: list[int]) -> None:
    before = set(threading.enumerate())
    loop = LoopThread()
    assert set(threading.enumerate()) == before
    pipe, events = Pipe(loop, heard), threading.Event()
    loop.watch(pipe.file, lambda: [*pipe.read(), (Instant(999), events.set)])
    pipe.write(1, 2)
    assert events.wait(LONG)
    assert heard == [1, 2]
    loop.close()
    loop.close()
    assert set(threading.enumerate()) == before
    loop.watch(pipe.file, pipe.read)
    loop.call_at(START, lambda now: heard.append(200))
    pipe.close()
    assert heard == [1, 2]


def test_what_another_thread_wants_sooner_wakes_it() -> None:
    """The clock stands still, so what is due is due at once, whatever the machine is doing."""
    loop = LoopThread(HandClock(START))
    called = [threading.Event() for _ in range(50)]
    loop.call_at(Instant(START + ms(10**9)), lambda now: None)
    for event in called:
        loop.call_at(START, lambda now, event=event: event.set())  # type: ignore[misc]
        assert event.wait(LONG)
    loop.close()


def test_it_may_be_closed_from_within() -> None:
    loop = LoopThread()
    closed = threading.Event()

    def close(now: Instant) -> None:
        loop.close()
        closed.set()

    # On the machine's own clock, which is before START until a quarter of an hour after boot.
    loop.call_at(AT_ONCE, close)
    assert closed.wait(LONG)
    loop.close()


def test_one_that_is_stopped_just_before_it_waits_does_not_wait() -> None:
    """A thread that closed a pad while another was about to wait hung for ever in the kernel lane."""

    class StopsHere(HandClock):
        def now(self) -> Instant:
            stopped.stop()
            return super().now()

    # A hand loop fails instead of waiting for something that never comes.
    stopped = HandLoop(StopsHere(START))
    stopped.run()
    stopped.close()


def test_one_that_never_had_anything_to_do_closes() -> None:
    LoopThread().close()
    Loop().close()
