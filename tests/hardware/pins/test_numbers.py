"""How early an edge may have happened, against a small model of the kernel's interrupts and threads."""

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.clock import MICROSECOND, MILLISECOND, SECOND, Instant
from hardware.pins.claim import JUST_THEN, PROMPT, InterruptNumbers, StampedEdge
from tests.games.plays import Play, plays
from tests.hardware.pins.fake_chip import LineThreads

Change = tuple[int, int]
"""When a line moved, in ns, and which line."""


class Kernel(LineThreads):
    """A request of some lines, simulated interrupt by interrupt; `numbers` reads it from time to time.

    `sleeps` are the times until a thread runs, `steps` the times from one of its steps to the next.
    """

    def __init__(
        self,
        lines: int,
        sleeps: Sequence[int] = (),
        steps: Sequence[int] = (),
        runs: Callable[[int], int] | None = None,
    ) -> None:
        waits, works = iter(sleeps), iter(steps)
        super().__init__(lines, runs or (lambda now: now + next(waits, 0)), lambda: next(works, 0))
        self.numbers = InterruptNumbers(range(lines))
        self.edges: dict[int, list[StampedEdge]] = {line: [] for line in range(lines)}
        self.lost = 0
        self.seen: list[int] = []
        self.whole = True
        """Whether at every reading all numbers up to the highest had been seen."""
        self.late = 2 * PROMPT
        """How long after the last event everything is read."""

    def play(self, changes: Sequence[Change], readings: Sequence[int] = ()) -> None:
        """Move the lines and run the threads; read at these times and at the end."""
        for at, line in changes:
            self.put(at, "change", line)
        for at in readings:
            self.put(at, "read")
        while self.due is not None:
            if self.happen() == "read":
                self.read()
        self.read()

    def read(self) -> None:
        events = self.take()
        self.seen += [event.interrupt for event in events]
        self.whole &= sorted(self.seen) == list(range(1, len(self.seen) + 1))
        for dated in self.numbers.date(events, Instant(self.now + self.late)):
            self.lost += dated.lost
            self.edges[dated.line].append(dated.edge)


def us(*edges: tuple[float, float]) -> list[tuple[int, int]]:
    return [(round(since * 1000), round(at * 1000)) for since, at in edges]


def intervals(kernel: Kernel, line: int) -> list[tuple[int, int]]:
    """Return the interval in which each edge of a line may have happened."""
    return [(edge.since, edge.at) for edge in kernel.edges[line]]


PLAYS = """
-: stamps that nothing overwrote are exact
  3 lines | 10 0, 20 1, 30 0, 30.5 2 -> 0: 10-10 30-30; 1: 20-20; 2: 30.5-30.5
-: an overwritten stamp shows in the number of the request: of closing, opening and closing one event is told
  2 lines 0 30 | 10 1, 20 0, 25 0, 30 0 -> 0: 10-30
-: alone in its request a line has no such number
  1 lines 30 | 20 0, 25 0 -> 0: 25-25
-: a missing number may be line 0's at 20, overwritten, or line 1's before 25: both share the doubt
  2 lines 30 0 | 20 0, 25 1, 30 0 -> 0: 0-30; 1: 0-25
-: who came before the missing number is in no doubt
  2 lines 0 30 | 19 1, 20 0, 30 0 -> 1: 19-19; 0: 19-30
-: a press long after a stamp was overwritten, in bounce when it was let go, is in no doubt
  3 lines 30 | 20 0, 30 0, 1e6 1, 1000001 2, 1000002 0 -> 0: 0-30 1000002-1000002; 1: 1e6-1e6;
    2: 1000001-1000001
-: a thread kept waiting for 19 ms may own the missing number: line 0 moved first, and only its last is told
  3 lines 19e3 | 1e3 0, 2e3 1, 10e3 2, 18e3 2, 19e3 0, read 3e3, read 15e3, read 18000.001 -> 0: 0-19e3;
    1: 0-2e3
-: an event that comes first, its thread being quicker, waits for the number before it in the same reading
  2 lines 9 0 | 20 0, 25 1 -> 0: 20-20; 1: 25-25
  | 20 0, 25 1, read 27 -> 0: 20-20; 1: 0-25
"""
"""How long threads sleep, which line moves when, and the interval that each edge must get; in µs."""


def ns(text: str) -> int:
    return round(float(text) * 1000)


@pytest.mark.parametrize("play", tuple(plays(PLAYS)), ids=lambda play: play.name)
def test_lines_move_and_are_told_to_have_moved(play: Play) -> None:
    lines, _, *sleeps = play.table.split()
    kernel = Kernel(int(lines), list(map(ns, sleeps)))
    moves = [step.split() for step in play.reports]
    reads = [ns(at) for what, at in moves if what == "read"]
    kernel.play([(ns(at), int(line)) for at, line in moves if at != "read"], reads)
    for hold in play.holds:
        line, expected = hold.split(": ")
        assert intervals(kernel, int(line)) == [tuple(map(ns, one.split("-"))) for one in expected.split()]


@pytest.mark.parametrize(("late", "since"), [(0, 9.7), (0.5, 8.5), (4, 2)])
def test_a_line_moved_no_earlier_than_threads_were_seen_to_lag(late: float, since: float) -> None:
    """Number 2 was overwritten some time after number 1 came, at 2 ms: a prompt reading limits that time."""
    kernel = Kernel(2, sleeps=[0, 1_000])
    kernel.late = round(late * MILLISECOND)
    changes = [(2 * MILLISECOND, 1), (10 * MILLISECOND - 500, 0), (10 * MILLISECOND, 0)]
    kernel.play(changes, readings=[2 * MILLISECOND + 1])
    assert [edge.since for edge in kernel.edges[0]] == [pytest.approx(since * MILLISECOND, abs=2000)]


STARVED = [(100, 0), (500_000, 0), (MILLISECOND, 1), (1_100_000, 0), (8 * MILLISECOND, 0)]
"""Line 0 moves first; then the processor stands still until shortly after 8 ms."""


def test_a_stamp_read_at_once_says_nothing_of_how_long_its_thread_had_waited() -> None:
    """Line 1's edge was read late: threads were kept waiting, and line 0's may have been woken long before.

    Seen on the emulated kernel, where a busy host stopped one of two processors: a later hand was named.
    """
    kernel = Kernel(2, sleeps=[8_001_000, 7_001_000])
    kernel.late = 0
    kernel.play(STARVED, readings=[8_002_000])
    assert intervals(kernel, 0) == [(0, 8 * MILLISECOND)]
    assert_none_unseen(kernel, STARVED)
    assert kernel.lost == 0


def test_an_edge_that_is_read_after_another_was_dated_behind_it_counts_as_lost() -> None:
    """The same with a reading between the two events: line 0's looked prompt, line 1's shows it wasn't."""
    kernel = Kernel(2, sleeps=[8_001_000, 7_003_000])
    kernel.late = 0
    kernel.play(STARVED, readings=[8_002_000, 8_004_000])
    assert intervals(kernel, 0) == [(7_700_000, 8 * MILLISECOND)]
    assert kernel.lost == 1


@pytest.mark.parametrize(
    "interrupted",
    [
        [20_500],
        # The time is already copied: this edge gets its own stamp when the thread runs again.
        [21_500],
        # The slot is clear: this edge also gives its number to the edge before.
        [22_500],
        [23_500],
        [21_500, 22_500],
        # Two such runs in a row.
        [22_500, 26_500],
        [22_500, 27_500, 31_500],
    ],
)
def test_an_interrupt_while_the_thread_is_at_work_is_not_before_since(interrupted: list[int]) -> None:
    changes = [(20_000, 0), *((at, 0) for at in interrupted)]
    kernel = Kernel(2, steps=[1_000] * 40)
    kernel.play(changes)
    assert_none_unseen(kernel, changes)


def test_a_thread_that_sleeps_over_the_level_covers_what_came_meanwhile() -> None:
    """As on chips that read the level under a lock: an edge carries the number of a much later interrupt."""
    ms = MILLISECOND
    changes = [(1 * ms, 0), (3 * ms, 0), (7 * ms, 0), (12 * ms, 0)]
    kernel = Kernel(2, steps=[0, 0, 9 * ms, 0, 3 * ms])
    kernel.play(changes, readings=[11 * ms])
    assert intervals(kernel, 0) == [(0, 1 * ms), (1 * ms, 12 * ms)]
    assert_none_unseen(kernel, changes)


def test_numbers_are_forgotten_once_they_are_of_no_use() -> None:
    kernel = Kernel(2)
    kernel.play([(turn * MILLISECOND, turn % 2) for turn in range(1, 1000)])
    kernel.play([(2 * SECOND, 0), (3 * SECOND, 0)])
    assert len(kernel.numbers._numbers) == 2


def test_a_line_watched_later_owns_none_of_the_numbers_before() -> None:
    kernel = Kernel(2, sleeps=[30_000])
    kernel.play([(20_000, 0), (30_000, 0)])
    kernel.numbers.watch(1, Instant(40_000))
    kernel.play([(60_000, 1)])
    assert intervals(kernel, 1) == us((60, 60))


def test_the_counters_go_on_past_32_bits() -> None:
    kernel = Kernel(2, sleeps=[0] * 5 + [30_000])
    kernel.request.sequence = 0xFFFFFFFD
    kernel.numbers._numbers = [(0xFFFFFFFD, Instant(0))]
    for line in kernel.request.lines:
        kernel.request.lines[line].sequence = 0xFFFFFFFE
        kernel.numbers._lines[line].event = 0xFFFFFFFE
        kernel.numbers.watch(line, Instant(0))
    changes = [(10_000 * turn, turn % 2) for turn in range(1, 7)]
    kernel.play([*changes, (65_000, 0)])
    assert intervals(kernel, 0) == us((20, 20), (40, 40), (50, 65))
    assert intervals(kernel, 1) == us((10, 10), (30, 30), (50, 50))


def assert_none_unseen(kernel: Kernel, changes: Sequence[Change]) -> None:
    """Fail unless every change is within the interval of the line's first edge stamped at or after it."""
    for at, line in changes:
        edge = next((edge for edge in kernel.edges[line] if edge.at >= at), None)
        assert edge is not None, f"no edge shows line {line} moving at {at}"
        assert edge.since <= at, f"line {line} moved at {at}, unseen before {edge}"
    for edges in kernel.edges.values():
        assert all(edge.since <= edge.at for edge in edges)
        assert all(before.at <= edge.since for before, edge in pairwise(edges))


BOUNCES = st.integers(1, 20 * MICROSECOND)
WAITS = st.one_of(BOUNCES, st.integers(1, 2 * MILLISECOND), st.integers(1, 3 * JUST_THEN))
SLEEPS = st.one_of(st.just(0), st.integers(0, 60 * MICROSECOND), st.integers(0, JUST_THEN // 2))
STEPS = st.one_of(st.integers(0, 20 * MICROSECOND), st.integers(0, JUST_THEN // 12))
"""Two runs of the thread, of at most six steps each, take less than `LATE`."""


@st.composite
def movements(draw: st.DrawFn) -> list[Change]:
    """Draw the changes of a few lines, from bounces to long rests."""
    steps = draw(st.lists(st.tuples(WAITS, st.integers(0, 2)), max_size=25))
    at, changes = 0, []
    for wait, line in steps:
        at += wait
        changes.append((at, line))
    return changes


@settings(max_examples=150)
@given(
    movements(),
    st.lists(SLEEPS, max_size=25),
    st.lists(STEPS, max_size=100),
    st.lists(st.integers(0, 200 * MILLISECOND), max_size=6),
)
def test_no_line_moves_unseen_and_nothing_is_in_doubt_without_need(
    changes: list[Change], sleeps: list[int], steps: list[int], readings: list[int]
) -> None:
    kernel = Kernel(3, sleeps, steps)
    kernel.play(changes, readings)
    assert_none_unseen(kernel, changes)
    assert kernel.lost == 0
    if kernel.whole:
        assert all(edge.since == edge.at for edges in kernel.edges.values() for edge in edges)


STOPS = st.lists(st.tuples(st.integers(0, 24), st.integers(1, 16)), max_size=3)
"""After which change the processor stands still, and for how many ms."""

QUICK = st.lists(st.tuples(st.integers(1, 20), st.integers(0, 2)), min_size=4, max_size=25)
"""Changes of three lines: tenths of a ms after the previous change, and the line."""


@settings(max_examples=300)
@given(QUICK, STOPS)
def test_however_a_processor_is_stopped_nobody_is_dated_before_a_line_that_moved_first(
    waits: list[tuple[int, int]], stopped: list[tuple[int, int]]
) -> None:
    """Threads wait only while the processor stands still; all their events so far are then read at once."""
    ats = accumulate(wait * MILLISECOND // 10 for wait, _ in waits)
    changes = [(at, line) for at, (_, line) in zip(ats, waits, strict=True)]
    stops = [(changes[turn % len(changes)][0], lasts * MILLISECOND) for turn, lasts in stopped]
    kernel = Kernel(3, runs=lambda now: wait_until(now, stops))
    kernel.late = 0
    kernel.play(changes, [wait_until(at, stops) + 1 for at, _ in changes])
    for at, line in changes:
        first = next(edge for edge in kernel.edges[line] if edge.at >= at)
        moved = {later for later, other in changes if other != line and later > at}
        stamped = {edge.at for other in kernel.edges for edge in kernel.edges[other] if other != line}
        assert all(first.since <= later for later in moved & stamped)
    assert kernel.lost == 0


def wait_until(at: int, stops: Sequence[tuple[int, int]]) -> int:
    """Return when a thread woken now runs: after 1 µs, or when the processor runs again."""
    runs = at + MICROSECOND
    for start, lasts in sorted(stops):
        if start <= runs < start + lasts:
            runs = start + lasts
    return runs
