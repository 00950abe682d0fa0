"""Examples of what hands, wires and a late kernel do, one line each: who has to win, or why nobody does."""

from collections.abc import Mapping, Sequence

import pytest
from msgspec import Struct

from tests.games.plays import plays
from tests.hardware.grab.deliveries import Log, at_once, edge_by_edge, late, play
from tests.hardware.grab.kernel_model import FOREVER, Closures, Thread, exact, kernel
from tests.hardware.table import words

TURN = -1
"""The turn button, in the same request, pressed right after the arming."""


class Case(Struct, frozen=True):
    """What happened and what must be said, in milliseconds. The pad is armed at 0."""

    about: str
    said: str
    hands: dict[int, Sequence[tuple[float, float]]]
    waits: dict[int, tuple[float, ...]] = {}
    looks: dict[int, tuple[float, ...]] = {}


def log_of(case: Case) -> Log:
    """Return the case as the kernel delivers it."""
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
"""The end of a press that lasts."""


def cases(text: str) -> list[Case]:
    """Parse cases: each seat's closures, such as `0 10..12*8/20` for eight of them, 20 ms apart."""
    found = []
    for one in plays(text):
        case = Case(one.name.removesuffix(" 1"), one.holds[0], {}, {}, {})
        for step in one.reports:
            what, *words = step.split()
            if what in ("waits", "looks"):
                getattr(case, what)[int(words[0])] = tuple(map(float, words[1:]))
            else:
                case.hands[int(what)] = [touch for word in words for touch in touches(word)]
        found.append(case)
    return found


def touches(word: str) -> list[tuple[float, float]]:
    """Return a line's closures as (from, to)."""
    times, _, often = word.replace("on", "inf").partition("*")
    start, end = map(float, times.split(".."))
    count, apart = map(float, (often or "1/0").split("/"))
    return [(start + apart * n, end + apart * n) for n in range(int(count))]


PROMPT = cases("""
-: a hand that comes down as the pad is armed and bounces for long is a resting hand
  | 0 8..60, 1 -0.4..0.4 7.4..60 -> grab 0
-: a hand that comes down as the pad is armed, lets go and presses is none
  | 0 13..60, 1 -0.4..0.4 10.5..60 -> grab 1
-: the first of two taps, long gone before anybody looks
  | 0 10..40, 1 20..65 -> grab 0
-: a brush, and the real press 25 ms later; another hand after that
  | 0 10..10.5 35.5..135, 1 40..140 -> grab 0
-: a brush, and the real press 64 ms later; another hand after that
  | 0 10..10.5 74.5..170, 1 80..180 -> grab 0
-: the press after a brush has its own stamp: who came between wins
  | 0 10..10.5 35.5..135, 1 30..140 -> grab 1
-: two closures of 60 µs, 3 ms apart, on a seat nobody touched; a real press 1 ms later
  | 0 10..10.06 13.06..13.12, 1 14.12..114 -> grab 1
-: a resting hand's switch opens once for 0.2 ms; a grab 60 ms later
  | 0 -300..20 20.2..on, 1 80..180 -> grab 1
-: a tap of 15 ms
  | 0 10..25 -> grab 0
-: a tap of 25 ms
  | 0 10..35 -> grab 0
-: a tap of exactly the minimum contact
  | 0 10..12 -> grab 0
-: a microsecond less than the minimum is a brush
  | 0 10..11.999 -> nothing
-: short closures don't add up to a contact
  | 0 10..11.9*8/2, 1 28..on -> grab 1
-: a press that bounces is stamped at its first edge
  | 0 10..10.3 11..11.2 12.5..80, 1 10.5..90 -> grab 0
-: bounce of 3 ms is still bounce
  | 0 10..10.3 13.3..80, 1 11..90 -> grab 0
-: an opening of 3.001 ms can be bounce or not, and each names another winner
  | 0 10..10.3 13.301..80, 1 12..90 -> void two_readings
-: an opening of 6.2 ms can be bounce or not, and each names another winner
  | 0 10..10.3 16.5..80, 1 12..90 -> void two_readings
-: an opening of 6.201 ms is no bounce
  | 0 10..10.3 16.501..80, 1 12..90 -> grab 1
-: two readings that name the same winner are no reason for a void
  | 0 10..10.3 15.3..80, 1 40..90 -> grab 0
-: a hand that let go for 10 ms after resting may win
  | 0 -300..20 30..80 -> grab 0
-: a hand that let go for less than 10 ms rests on
  | 0 -300..20 29.999..80 -> nothing
-: a hand that let go just before the arming, and not for long enough
  | 0 -300..-1 8..80, 1 20..90 -> grab 1
-: a brush isn't held against the real press 3 ms later
  | 0 10..10.5 13.5..80, 1 40..90 -> grab 0
-: exactly the band apart is a dead heat
  | 0 10..50, 1 10.1..50 -> dead heat [0, 1]
-: a microsecond more isn't
  | 0 10..50, 1 10.101..50 -> grab 0
-: bounce begins a contact only from 25 ms before it on
  | 0 10..10.5*30/1 40..90, 1 14..90 -> grab 1
-: a tap of 2.1 ms against a hand that comes 1 ms later and stays
  | 0 10..12.1, 1 11..on -> grab 0
-: a release that bounces is no second press
  | 0 10..40 40.5..40.7 41..41.1, 1 42..90 -> grab 0
-: nobody touched
  | 0, 1 -> nothing
-: a spike alone
  | 0 10..10.05, 1 -> nothing
""")


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


LATE = cases("""
-: a tap whose press was overwritten; another hand within it
  | 0 10..40, 1 20..65, waits 0 35 -> void two_readings
-: a stamp that is unsure by less than a millisecond, and another hand within that
  | 0 10..10.03 10.13..80, 1 9.9..90, waits 0 0.05 -> dead heat [0, 1]
-: a press labelled open, since the line bounced before its thread looked
  | 0 10..10.3 10.5..80, 1 40..90, looks 0 0.35 0 -> grab 0
-: spikes before the arming, all in one late event: a press 9.4 ms later isn't surely a resting hand
  | 0 3..3.05 9.3..11.3, 1 -0.004..-0.003 -0.002..-0.001 9.4..on, 2 -3.5..-3,
    waits 1 5 0.02 -> void two_readings
""")


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
