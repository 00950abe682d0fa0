"""Whatever buttons do and however late edges arrive, no wrong winner stands and delay changes no verdict."""

import os
from collections.abc import Sequence

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.clock import MICROSECOND
from hardware.grab.adjudicate import DeadHeat, Decided, Verdict, Void
from tests.hardware.grab.deliveries import Log, Step, at_once, batches, edge_by_edge, play
from tests.hardware.grab.kernel_model import (
    FOREVER,
    Closures,
    Seen,
    Thread,
    changes,
    exact,
    faithful,
    kernel,
    overflow,
)
from tests.hardware.grab.oracle import Clock, clear_winners, grab_is_right, heat_is_right, truth
from tests.hardware.table import words

EXAMPLES = int(os.environ.get("GRAB_EXAMPLES", "0"))
"""Set by hand for a long run: GRAB_EXAMPLES=100000."""


def hard(examples: int) -> settings:
    """Return the settings of a property; GRAB_EXAMPLES overrides the count and makes each run random."""
    return settings(max_examples=EXAMPLES or examples, derandomize=not EXAMPLES)


# What buttons do -----------------------------------------------------------------------------------------

SHORT = st.integers(1, 100)
BRUSH = st.integers(100, 1_990)
HOLD = st.one_of(st.integers(2_000, 9_000), st.integers(2_000, 100_000))
BOUNCES = st.integers(5, 1_500)
DURATIONS = st.one_of(
    SHORT,
    BRUSH,
    BOUNCES,
    st.integers(1_400, 1_600),
    st.integers(1_900, 2_100),
    st.integers(2_000, 7_000),
    st.integers(6_100, 6_300),
    st.integers(9_900, 10_100),
    st.integers(8_000, 40_000),
    st.integers(24_000, 26_000),
)


@st.composite
def bounces(draw: st.DrawFn) -> list[int]:
    """Draw a press that bounces like Ganssle's switches, and its release: closed, open, closed ..."""
    durations: list[int] = []
    for _ in range(draw(st.integers(0, 5))):
        durations += [draw(BOUNCES), draw(BOUNCES)]
    durations.append(draw(HOLD))
    for _ in range(draw(st.integers(0, 3))):
        durations += [draw(BOUNCES), draw(BOUNCES)]
    return durations


@st.composite
def brushed(draw: st.DrawFn) -> list[int]:
    """Draw one to three brushes, and the real press 0.5 to 64 ms later."""
    durations: list[int] = []
    for _ in range(draw(st.integers(1, 3))):
        durations += [draw(st.one_of(SHORT, BRUSH)), draw(st.integers(500, 64_000))]
    return [*durations, *draw(bounces())]


@st.composite
def interference(draw: st.DrawFn) -> list[int]:
    """Draw closures too short for any hand, on a button that nobody touches."""
    durations: list[int] = []
    for _ in range(draw(st.integers(1, 8))):
        durations += [draw(SHORT), draw(st.integers(20, 7_000))]
    return durations[:-1]


@st.composite
def anything(draw: st.DrawFn) -> list[int]:
    """Draw closed and open times around every threshold."""
    return draw(st.lists(DURATIONS, min_size=1, max_size=14))


@st.composite
def hammering(draw: st.DrawFn) -> list[int]:
    """Draw strokes so fast that about fifteen fit into a second."""
    durations: list[int] = []
    for _ in range(draw(st.integers(13, 18))):
        durations += [draw(st.integers(2_000, 40_000)), draw(st.integers(10_000, 40_000))]
    return durations[:-1]


def closures(start: int, durations: Sequence[int], *, stays: bool = False) -> Closures:
    """Return durations (closed, open ...) from `start` on as closures; with `stays`, the last never ends."""
    pairs: list[tuple[int, int]] = []
    at = start
    for index, duration in enumerate(durations):
        if index % 2 == 0:
            pairs.append((at, at + duration))
        at += duration
    if stays and pairs:
        pairs[-1] = (pairs[-1][0], FOREVER)
    return tuple(pairs)


@st.composite
def seat_closures(draw: st.DrawFn, anchor: int) -> Closures:
    """Draw what one seat does around `anchor`; the pad is armed at 0."""
    kinds = ["bounces", "brushed", "anything", "interference", "resting", "hammering", "heat"]
    kind = draw(st.sampled_from(kinds))
    stays = draw(st.booleans())
    if kind == "heat":
        return closures(anchor + draw(st.integers(0, 300)), draw(bounces()), stays=stays)
    if kind == "resting":
        rests = -draw(st.integers(3_000, 400_000))
        durations = [-rests + draw(st.integers(-2_500, 60_000)), *draw(st.lists(DURATIONS, max_size=10))]
        return closures(rests, durations, stays=stays)
    if kind == "hammering":
        return closures(anchor - draw(st.integers(0, 1_300_000)), draw(hammering()), stays=stays)
    how = {"bounces": bounces(), "brushed": brushed(), "anything": anything(), "interference": interference()}
    return closures(anchor + draw(st.integers(-30_000, 30_000)), draw(how[kind]), stays=stays)


@st.composite
def tables(draw: st.DrawFn, most: int = 5) -> dict[int, Closures]:
    """Draw what every seat does."""
    seats = draw(st.sampled_from([2, 2, 2, 2, 3, 3, 3, 4, most, 15]))
    anchor = draw(st.integers(1_000, 60_000))
    # No change is stamped at the very instant of the arming: the order of the two isn't defined.
    return {
        seat: tuple(
            (start + (start == 0), end + (end == 0) + (start == 0 and end == 1))
            for start, end in draw(seat_closures(anchor))
        )
        for seat in range(seats)
    }


# How it is delivered -------------------------------------------------------------------------------------

WAITS = st.one_of(st.integers(5, 60), st.integers(5, 60), st.integers(10, 3_000), st.integers(5_000, 60_000))
LOOKS = st.one_of(st.just(0), st.just(0), st.integers(0, 10), st.integers(0, 2_000))


@st.composite
def threads(draw: st.DrawFn) -> Thread:
    """Draw an interrupt thread: mostly prompt, sometimes starved, sometimes preempted before it looks."""
    waits = draw(st.lists(WAITS, min_size=1, max_size=4))
    return Thread(tuple(waits), tuple(draw(st.lists(LOOKS, min_size=1, max_size=3))))


TURN = -1
PROMPT = st.builds(Thread, st.lists(st.integers(5, 60), min_size=1, max_size=3).map(tuple))


@st.composite
def kernel_logs(draw: st.DrawFn, prompt: bool = False) -> Log:
    """Draw the log of a table whose buttons are all on the Pi's own pins, in one request."""
    table = draw(tables())
    lines = {seat: draw(PROMPT if prompt else threads()) for seat in table}
    # The turn button is in the same request: its edges show which numbers were used by then.
    turn = draw(st.sampled_from([{}, {TURN: ((1, 30_000),)}]))
    edges = kernel({**table, **turn}, lines, looking_back=draw(st.booleans()))
    return Log(table, 0, tuple(edge for edge in edges if edge.seat != TURN))


@st.composite
def board_logs(draw: st.DrawFn) -> Log:
    """Draw the log of a table with buttons on one to three grab boards, and perhaps on the Pi's pins."""
    table = draw(tables())
    # A board's clock is off by up to its bound: a change that close to the arming isn't defined.
    assume(not any(abs(at) <= 400 for closed in table.values() for at in changes(closed)))
    boards = [Clock(f"board {n}", 10, draw(st.integers(0, 400))) for n in range(draw(st.integers(1, 3)))]
    off = {board.name: draw(st.integers(-board.bound, board.bound)) for board in boards}
    where = {seat: draw(st.sampled_from([*boards, None])) for seat in table}
    clocks = {seat: board for seat, board in where.items() if board is not None}
    edges: list[Seen] = []
    for seat, closed in table.items():
        if seat in clocks:
            shift = off[clocks[seat].name]
            edges += [Seen(e.seat, e.at + shift, e.closed, None, e.ready) for e in exact({seat: closed})]
    edges += kernel({seat: closed for seat, closed in table.items() if seat not in clocks}, {})
    return Log(table, 0, tuple(sorted(edges, key=lambda edge: edge.ready)), clocks=clocks)


@st.composite
def mixers(draw: st.DrawFn) -> list[int]:
    """Draw the ranks by which a batch is mixed."""
    return draw(st.lists(st.integers(0, 9), min_size=1, max_size=7))


@st.composite
def with_all_delivered(draw: st.DrawFn, log: Log) -> tuple[Step, ...]:
    """Draw a delivery in which the alarm rings only once everything stamped has been delivered."""
    way = draw(st.sampled_from(["batches", "at once", "stamps"]))
    if way == "stamps":
        return edge_by_edge(log)
    if way == "at once":
        return at_once(log, draw(st.sampled_from([10_000, 60_000, 2_000_000, 10_000_000])))
    ranks = draw(mixers())
    cuts = draw(st.lists(st.integers(-50_000, 400_000), min_size=1, max_size=6))

    def mixed(batch: list[int]) -> list[int]:
        return sorted(batch, key=lambda index: (ranks[index % len(ranks)], index))

    return batches(log, cuts, mixed)


# What must hold ------------------------------------------------------------------------------------------


def check_right(log: Log, verdict: Verdict | None) -> None:
    """Fail if a verdict names a seat that wasn't truly first."""
    what = truth(log.closures, log.armed, {seat: log.clock(seat) for seat in log.closures})
    if isinstance(verdict, Decided):
        assert grab_is_right(what, int(verdict.seat)), f"{words(verdict)}, but {what.seats}"
    if isinstance(verdict, DeadHeat):
        band = verdict.band // MICROSECOND
        seats = frozenset(map(int, verdict.seats))
        assert heat_is_right(what, seats, band), f"{words(verdict)}, but {what.seats}"


def named(verdict: Verdict | None) -> tuple[int, ...]:
    """Return the seats that a verdict names as winners."""
    if isinstance(verdict, Decided):
        return (int(verdict.seat),)
    return tuple(map(int, verdict.seats)) if isinstance(verdict, DeadHeat) else ()


def clear(log: Log) -> frozenset[int] | None:
    """Return who has to win, an empty set if nobody touched, or None if a void is good enough."""
    if log.lost or not faithful(log.closures, log.edges):
        return None
    return clear_winners(truth(log.closures, log.armed, {seat: log.clock(seat) for seat in log.closures}))


def check_same(log: Log, deliveries: Sequence[tuple[Step, ...]]) -> None:
    """Fail unless every delivery that was complete at each ruling ends in the same, whole verdict."""
    first = play(log, edge_by_edge(log))
    check_right(log, first.stands)
    due = clear(log)
    if due is not None:
        assert frozenset(named(first.stands)) == due, f"{words(first.stands)}, but {sorted(due)} is clear"
        assert not isinstance(first.stands, Void), f"{words(first.stands)}, though nobody touched"
    for delivery in deliveries:
        other = play(log, delivery)
        assert len(other.verdicts) <= 1, f"said more than once: {[words(each) for each in other.verdicts]}"
        assert words(other.stands) == words(first.stands), f"{words(other.stands)}, not {words(first.stands)}"
        assert other.finish == first.finish, f"another picture: {other.finish}, not {first.finish}"


@hard(120)
@given(st.data())
def test_on_the_pins_delay_changes_nothing_and_nobody_wins_who_was_not_first(data: st.DataObject) -> None:
    log = data.draw(kernel_logs())
    check_same(log, data.draw(st.lists(with_all_delivered(log), min_size=1, max_size=3)))


@hard(80)
@given(st.data())
def test_with_prompt_threads_a_clear_case_is_always_ruled(data: st.DataObject) -> None:
    log = data.draw(kernel_logs(prompt=True))
    check_same(log, [data.draw(with_all_delivered(log))])


@hard(80)
@given(st.data())
def test_on_boards_and_pins_together_it_is_the_same(data: st.DataObject) -> None:
    log = data.draw(board_logs())
    check_same(log, data.draw(st.lists(with_all_delivered(log), min_size=1, max_size=2)))


@hard(40)
@given(st.data())
def test_a_full_buffer_makes_no_wrong_winner(data: st.DataObject) -> None:
    whole = data.draw(kernel_logs())
    delivered = overflow(whole.edges, data.draw(st.integers(0, max(0, len(whole.edges) - 1))))
    log = Log(whole.closures, whole.armed, tuple(delivered), lost=len(whole.edges) - len(delivered))
    check_right(log, play(log, edge_by_edge(log)).stands)
    check_right(log, play(log, data.draw(with_all_delivered(log))).stands)
