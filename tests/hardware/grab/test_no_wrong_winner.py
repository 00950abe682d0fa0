"""Examples of what hands, wires and a late kernel do, each told in a line: who has to win, or why nobody."""

from collections.abc import Mapping, Sequence

import pytest
from msgspec import Struct

from tests.hardware.grab.deliveries import Log, at_once, edge_by_edge, late, play
from tests.hardware.grab.kernel_model import FOREVER, Closures, Thread, exact, kernel
from tests.hardware.table import words

TURN = -1
"""The turn button, in the same request: pressed right after the arming."""


class Case(Struct, frozen=True):
    """What happened, and what has to be said; milliseconds. The pad is armed at 0."""

    about: str
    said: str
    hands: Mapping[int, Sequence[tuple[float, float]]]
    waits: Mapping[int, tuple[float, ...]] = {}
    looks: Mapping[int, tuple[float, ...]] = {}


def log_of(case: Case) -> Log:
    """Return the case as the kernel hands it over."""
    hands: Mapping[int, Closures] = {
        seat: tuple((us(start), us(end)) for start, end in closed) for seat, closed in case.hands.items()
    }
    threads = {
        seat: Thread(
            tuple(map(us, case.waits.get(seat, (0.02,)))), tuple(map(us, case.looks.get(seat, (0,))))
        )
        for seat in hands
    }
    edges = kernel({**hands, TURN: ((1, 30_000),)}, threads)
    return Log(hands, 0, tuple(edge for edge in edges if edge.seat != TURN))


def us(milliseconds: float) -> int:
    """Return milliseconds as whole microseconds."""
    return FOREVER if milliseconds == ON else round(milliseconds * 1_000)


ON = float("inf")
"""The hand stays."""

PROMPT = [
    Case(
        "a hand that comes down as the pad is armed and bounces for long is a resting hand",
        "grab 0",
        {0: [(8, 60)], 1: [(-0.4, 0.4), (7.4, 60)]},
    ),
    Case(
        "a hand that comes down as the pad is armed, lets go and presses is none",
        "grab 1",
        {0: [(13, 60)], 1: [(-0.4, 0.4), (10.5, 60)]},
    ),
    Case("the first of two taps, long gone before anybody looks", "grab 0", {0: [(10, 40)], 1: [(20, 65)]}),
    Case(
        "a brush, and the real press 25 ms later; another hand after that",
        "grab 0",
        {0: [(10, 10.5), (35.5, 135)], 1: [(40, 140)]},
    ),
    Case(
        "a brush, and the real press 64 ms later; another hand after that",
        "grab 0",
        {0: [(10, 10.5), (74.5, 170)], 1: [(80, 180)]},
    ),
    Case(
        "the press after a brush has its own stamp: who came between wins",
        "grab 1",
        {0: [(10, 10.5), (35.5, 135)], 1: [(30, 140)]},
    ),
    Case(
        "two closures of 60 µs, 3 ms apart, on a seat nobody touched; a real press 1 ms later",
        "grab 1",
        {0: [(10, 10.06), (13.06, 13.12)], 1: [(14.12, 114)]},
    ),
    Case(
        "a resting hand's switch opens once for 0.2 ms; a grab 60 ms later",
        "grab 1",
        {0: [(-300, 20), (20.2, ON)], 1: [(80, 180)]},
    ),
    Case("a tap of 15 ms", "grab 0", {0: [(10, 25)]}),
    Case("a tap of 25 ms", "grab 0", {0: [(10, 35)]}),
    Case("a tap of exactly the minimum contact", "grab 0", {0: [(10, 12)]}),
    Case("a microsecond less than the minimum is a brush", "nothing", {0: [(10, 11.999)]}),
    Case(
        "short closures don't add up to a contact",
        "grab 1",
        {0: [(10 + 2 * n, 11.9 + 2 * n) for n in range(8)], 1: [(28, ON)]},
    ),
    Case(
        "a press that bounces is stamped at its first edge",
        "grab 0",
        {0: [(10, 10.3), (11, 11.2), (12.5, 80)], 1: [(10.5, 90)]},
    ),
    Case("bounce of 3 ms is still bounce", "grab 0", {0: [(10, 10.3), (13.3, 80)], 1: [(11, 90)]}),
    Case(
        "an opening of 3.001 ms can be bounce or not, and each names another winner",
        "void two_readings",
        {0: [(10, 10.3), (13.301, 80)], 1: [(12, 90)]},
    ),
    Case(
        "an opening of 6.2 ms can be bounce or not, and each names another winner",
        "void two_readings",
        {0: [(10, 10.3), (16.5, 80)], 1: [(12, 90)]},
    ),
    Case("an opening of 6.201 ms is no bounce", "grab 1", {0: [(10, 10.3), (16.501, 80)], 1: [(12, 90)]}),
    Case(
        "two readings that name the same winner are no reason for a void",
        "grab 0",
        {0: [(10, 10.3), (15.3, 80)], 1: [(40, 90)]},
    ),
    Case("a hand that let go for 10 ms after resting may win", "grab 0", {0: [(-300, 20), (30, 80)]}),
    Case("a hand that let go for less than 10 ms rests on", "nothing", {0: [(-300, 20), (29.999, 80)]}),
    Case(
        "a hand that let go just before the arming, and not for long enough",
        "grab 1",
        {0: [(-300, -1), (8, 80)], 1: [(20, 90)]},
    ),
    Case(
        "a brush isn't held against the real press 3 ms later",
        "grab 0",
        {0: [(10, 10.5), (13.5, 80)], 1: [(40, 90)]},
    ),
    Case("exactly the band apart is a dead heat", "dead heat [0, 1]", {0: [(10, 50)], 1: [(10.1, 50)]}),
    Case("a microsecond more isn't", "grab 0", {0: [(10, 50)], 1: [(10.101, 50)]}),
    Case(
        "bounce begins a contact only from 25 ms before it on",
        "grab 1",
        {0: [(10 + n, 10.5 + n) for n in range(30)] + [(40, 90)], 1: [(14, 90)]},
    ),
    Case(
        "a tap of 2.1 ms against a hand that comes 1 ms later and stays",
        "grab 0",
        {0: [(10, 12.1)], 1: [(11, ON)]},
    ),
    Case(
        "a release that bounces is no second press",
        "grab 0",
        {0: [(10, 40), (40.5, 40.7), (41, 41.1)], 1: [(42, 90)]},
    ),
    Case("nobody touched", "nothing", {0: [], 1: []}),
    Case("a spike alone", "nothing", {0: [(10, 10.05)], 1: []}),
]


@pytest.mark.parametrize("case", PROMPT, ids=lambda case: case.about)
def test_with_a_prompt_kernel(case: Case) -> None:
    log = log_of(case)
    for delivery in (edge_by_edge(log), at_once(log, 10_000), at_once(log, 10_000_000)):
        assert words(play(log, delivery).stands) == case.said


@pytest.mark.parametrize("case", PROMPT, ids=lambda case: case.about)
def test_from_a_source_that_labels_rightly(case: Case) -> None:
    hands = log_of(case).closures
    log = Log(hands, 0, tuple(exact(hands)))
    for delivery in (edge_by_edge(log), at_once(log, 60_000), at_once(log, 2_000_000)):
        assert words(play(log, delivery).stands) == case.said


LATE = [
    Case(
        "a tap whose press was overwritten; another hand within it",
        "void two_readings",
        {0: [(10, 40)], 1: [(20, 65)]},
        waits={0: (35,)},
    ),
    Case(
        "a stamp that is unsure by less than a millisecond, and another hand within that",
        "dead heat [0, 1]",
        {0: [(10, 10.03), (10.13, 80)], 1: [(9.9, 90)]},
        waits={0: (0.05,)},
    ),
    Case(
        "a press labelled open, since the line bounced before its thread looked",
        "grab 0",
        {0: [(10, 10.3), (10.5, 80)], 1: [(40, 90)]},
        looks={0: (0.35, 0)},
    ),
    Case(
        "spikes before the arming, all in one late event: a press 9.4 ms later isn't surely a resting hand",
        "void two_readings",
        {0: [(3, 3.05), (9.3, 11.3)], 1: [(-0.004, -0.003), (-0.002, -0.001), (9.4, ON)], 2: [(-3.5, -3)]},
        waits={1: (5, 0.02)},
    ),
]


@pytest.mark.parametrize("case", LATE, ids=lambda case: case.about)
def test_with_a_late_kernel(case: Case) -> None:
    log = log_of(case)
    for delivery in (edge_by_edge(log), at_once(log, 10_000), at_once(log, 10_000_000)):
        assert words(play(log, delivery).stands) == case.said


def test_a_hand_that_rests_before_the_pad_is_armed_is_held_however_late_its_edge_comes() -> None:
    hands = {0: ((-5_000, FOREVER),), 1: ((30_000, 90_000),)}
    log = Log(hands, 0, tuple(exact(hands)))
    assert words(play(log, late(log, (60_000,))).stands) == "grab 1"


def test_fifteen_strokes_within_a_second_make_a_seat_deaf_until_it_rests() -> None:
    strokes = tuple((-1_200_000 + 60_000 * n, -1_170_000 + 60_000 * n) for n in range(25))
    hands = {0: strokes, 1: ((50_000, 90_000),)}
    log = Log(hands, 0, tuple(exact(hands)))
    assert words(play(log, edge_by_edge(log)).stands) == "grab 1"
    rested = {0: (*strokes[:-10], (3_400_000, 3_450_000)), 1: ((3_500_000, 3_550_000),)}
    log = Log(rested, 0, tuple(exact(rested)))
    assert words(play(log, at_once(log, 10_000_000)).stands) == "grab 0"


def test_lost_edges_make_it_void_whoever_is_left() -> None:
    hands = {0: ((10_000, 60_000),), 1: ((20_000, 70_000),)}
    edges = exact(hands)
    log = Log(hands, 0, tuple(edges[1:]), lost=1)
    assert words(play(log, edge_by_edge(log)).stands) == "void sequence_gap"
    assert words(play(log, at_once(log, 2_000_000)).stands) == "void sequence_gap"
