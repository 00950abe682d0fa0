"""Edges that arrive after the ruling can void it and never name another winner; found by an adversary."""

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.grab.adjudicate import Void
from tests.hardware.grab.deliveries import Log, Step, at_once, edge_by_edge, late, play
from tests.hardware.grab.kernel_model import FOREVER, Closures, Seen, Thread, exact, kernel
from tests.hardware.grab.oracle import Clock
from tests.hardware.grab.test_delay_invariance import board_logs, check_right, hard, kernel_logs
from tests.hardware.grab.test_no_wrong_winner import Case, cases, log_of
from tests.hardware.table import words


def check_late(log: Log, delivery: tuple[Step, ...]) -> None:
    """Fail if late exact edges leave a wrong winner, or if a verdict is replaced by anything but a void."""
    calm = play(log, edge_by_edge(log))
    hasty = play(log, delivery)
    assert all(isinstance(verdict, Void) for verdict in hasty.verdicts[1:]), "a verdict was replaced"
    assert len(hasty.verdicts) <= 2, "two take-backs"
    # An edge with two readings doesn't undo a verdict that was given.
    if all(edge.since is None for edge in log.edges) and not isinstance(calm.stands, Void):
        check_right(log, hasty.stands)
        if isinstance(hasty.stands, Void):
            return
        assert words(hasty.stands) == words(calm.stands), f"{words(hasty.stands)}, not {words(calm.stands)}"
        assert hasty.finish == calm.finish, f"another picture: {hasty.finish}, not {calm.finish}"


Touch = tuple[float, float]

DELAYS = st.one_of(st.integers(0, 100), st.integers(0, 8_000), st.integers(0, 80_000), st.just(2_000_000))


@hard(80)
@given(st.data())
def test_edges_later_than_the_ruling_take_it_back_but_name_nobody_else(data: st.DataObject) -> None:
    log = data.draw(st.one_of(kernel_logs(), board_logs()))
    check_late(log, late(log, data.draw(st.lists(DELAYS, min_size=1, max_size=8))))


FOUND = cases("""
-: an opening is measured to a stamp that was overwritten: the real one was bounce
  | 0 5..5.5 6.5..13 13.05..on, 1 5.2..on, waits 0 0.02 0.02 6.6 -> grab 0
-: a tap whose thread was starved; somebody else 3.3 s later
  | 0 5..35, 1 3300..on, waits 0 45 -> void two_readings
-: a sixteenth stroke within a second, and nobody saw all of them: it may be hammering
  | 0 -600..-580*15/40 10..30, 1 22..on, waits 0 0.02 0.02 0.02 25 -> void two_readings
-: spikes whose thread looks 1.8 ms late, so that it finds the second one closed 3.6 ms after it was over
  | 0 3.102..5.102, 1 0.001..0.007 3.102..3.103 3.123..3.124 3.597..3.697, waits 0 0.005, waits 1 0.005,
    looks 1 1.796 -> void two_readings
""")


@pytest.mark.parametrize("case", FOUND, ids=lambda case: case.about)
def test_no_wrong_winner_stands(case: Case) -> None:
    log = log_of(case)
    for delivery in (edge_by_edge(log), at_once(log, 10_000_000)):
        result = play(log, delivery).stands
        check_right(log, result)
        assert result is not None


@pytest.mark.parametrize("other", [(), ((40, 90),)], ids=["the hand alone", "another hand 30 ms later"])
@pytest.mark.parametrize("turn", [True, False])
def test_a_bounce_faster_than_the_threads_wake_up_is_ruled(other: tuple[Touch, ...], turn: bool) -> None:
    """The switch bounces 30 µs after the press, and the line's thread wakes after 50 µs."""
    log = log_of(Case("", "", {0: [(10, 10.03), (10.13, 80)], 1: other}, waits={0: (0.05,)}))
    if not turn:
        # The request's last edge was long before the arming, as in most duels.
        hands = {**log.closures, 2: ((-1_000_000, -900_000),)}
        log = Log(hands, 0, tuple(kernel(hands, {0: Thread((50,))})))
    assert words(play(log, edge_by_edge(log)).stands) == "grab 0"


def test_a_starved_tap_alone_is_not_passed_over_in_silence() -> None:
    log = log_of(Case("", "", {0: [(5, 35)]}, waits={0: (45,)}))
    assert play(log, edge_by_edge(log)).stands is not None


def test_somebody_who_surely_was_earlier_undoes_it_and_is_drawn() -> None:
    hands = {0: ((1000, 60_000),), 1: ((3000, 60_000),)}
    log = Log(hands, 0, (Seen(1, 3000, True, None, 3005), Seen(0, 1000, True, None, 12_000)))
    result = play(log, late(log, (0,)))
    assert [words(each) for each in result.verdicts] == ["grab 1", "void late_edge"]
    assert [(int(each.seat), each.after) for each in result.verdicts[1].contacts] == [(0, 0), (1, 2_000_000)]


def test_a_brush_whose_release_comes_late_does_not_win() -> None:
    edges = Seen(0, 5000, True, None, 5020), Seen(0, 5500, False, None, 17500)
    log = Log({0: ((5000, 5500),), 1: ()}, 0, edges)
    assert [words(each) for each in play(log, late(log, (0,))).verdicts] in ([], ["grab 0", "void late_edge"])


def test_band_and_quality_of_a_void_do_not_depend_on_when_a_later_contact_was_delivered() -> None:
    hands = {0: ((10_000, 60_000),), 1: ((-4_023, -3_974), (957, FOREVER)), 2: ((30_000, FOREVER),)}
    boards = {0: Clock("board", 10, 144)}
    log = Log(hands, 0, tuple(exact(hands)), clocks=boards)
    first = play(log, edge_by_edge(log)).finish
    assert isinstance(first, Void)
    assert play(log, at_once(log, 10_000)).finish == first


@pytest.mark.parametrize("on_board", [0, 1])
def test_a_press_that_bounces_past_the_window_is_waited_for_if_the_clocks_leave_open_who_was_first(
    on_board: int,
) -> None:
    """Within the board's bound of 0.3 ms both were first, though one is sure only 0.9 ms after the window."""
    hands = {0: ((10_000, 60_000),), 1: ((10_200, 11_500), (13_900, 60_000))}
    log = Log(hands, 0, tuple(exact(hands)), clocks={on_board: Clock("board", 10, 300)})
    for delivery in (edge_by_edge(log), at_once(log, 10_000)):
        assert [words(verdict) for verdict in play(log, delivery).verdicts] == ["dead heat [0, 1]"]


def seen(hands: Mapping[int, Closures], *edges: Seen) -> Log:
    """Return a log of these edges; without any, of all edges exactly as they were."""
    return Log(hands, 0, edges or tuple(exact(hands)))


def seven_taps() -> Log:
    """Return taps that count as fourteen: each bounces for 20 µs after 3 ms; its thread wakes after 40."""
    taps = [-900_000 + 95_000 * tap for tap in range(7)]
    first = tuple((at + a, at + b) for at in taps for a, b in ((0, 3_000), (3_020, 20_000)))
    hands = {0: (*first, (10_000, 60_000)), 1: ((30_000, 80_000),)}
    edges = [*kernel({0: hands[0]}, {0: Thread((40,))}), *exact({1: hands[1]})]
    return seen(hands, *sorted(edges, key=lambda edge: edge.ready))


def by_themselves(log: Log) -> tuple[Step, ...]:
    """Deliver every edge when it is ready."""
    return late(log, (0,))


def together(log: Log) -> tuple[Step, ...]:
    """Deliver all edges 10 ms after the last."""
    return at_once(log, 10_000)


READ = {
    "press and release both labelled open, of a line without numbers: parity says that it was a contact": (
        seen(
            {0: ((5000, 15_000),), 1: ((9000, FOREVER),)},
            Seen(1, 9000, True, None, 9020),
            Seen(0, 5000, False, None, 16_020),
            Seen(0, 15_000, False, None, 16_020),
        ),
        (edge_by_edge, together),
        "void two_readings",
    ),
    "the same within 3 ms": (
        seen(
            {0: ((5000, 7500),), 1: ((6000, FOREVER),)},
            Seen(1, 6000, True, None, 6020),
            Seen(0, 5000, False, None, 8020),
            Seen(0, 7500, False, None, 8020),
        ),
        (edge_by_edge, together),
        "void two_readings",
    ),
    "what is only in doubt undoes no verdict that was said: 0 moved at some time between 0 and 3 ms": (
        seen(
            {0: ((1000, 3000), (3005, 3010)), 1: ((500, 5995),)},
            Seen(1, 500, True, None, 505),
            Seen(0, 3010, False, 1, 6000),
            Seen(1, 5995, False, None, 6000),
        ),
        (by_themselves,),
        "grab 1",
    ),
    "what is pressed after the window undoes nothing": (
        seen({0: ((1000, 60_000),), 1: ((9000, 9300), (9500, 60_000)), 2: ((30_000, 90_000),)}),
        (edge_by_edge,),
        "grab 0",
    ),
    "a bounce within a tap doesn't count as a second stroke": (seven_taps(), (edge_by_edge,), "grab 0"),
    "a press after a doubtful brush, also when both are told together; by itself the brush is ruled on": (
        seen(
            {0: ((-1, 4), (9, 2009)), 1: ((1000, 2000), (8201, 10201))},
            Seen(0, 4, False, -996, 4),
            Seen(0, 9, True, None, 14),
            Seen(1, 1000, True, 0, 1005),
            Seen(1, 2000, False, None, 2005),
            Seen(0, 2009, False, None, 2014),
            Seen(1, 8201, True, None, 8206),
            Seen(1, 10201, False, None, 10206),
        ),
        (edge_by_edge, together),
        "void two_readings",
    ),
    "two spikes that the kernel saw too late; the second shows that the first may have lasted": (
        seen(
            {0: ((1000, 3000),), 1: ((1000, 1006), (7208, 7214), (7714, 9714))},
            Seen(0, 1000, True, None, 1005),
            Seen(1, 1000, False, None, 1006),
            Seen(1, 1006, False, None, 1012),
            Seen(0, 3000, False, None, 3005),
            Seen(1, 7208, False, None, 7214),
            Seen(1, 7214, False, None, 7220),
            Seen(1, 7714, True, None, 7720),
            Seen(1, 9714, False, None, 9720),
        ),
        (edge_by_edge, together),
        "void two_readings",
    ),
    "a hand that came before the arming was down for 2 ms, or a microsecond less; 6.2 ms later it is back": (
        seen(
            {0: ((-3000, 1), (6202, 8202))},
            Seen(0, -3000, True, None, -2995),
            Seen(0, 1, False, -1001, 6),
            Seen(0, 6202, True, None, 6207),
            Seen(0, 8202, False, None, 8207),
        ),
        (edge_by_edge, together),
        "void two_readings",
    ),
    "for 36 ms the thread of 0 didn't run: it may have let go and come again": (
        seen(
            {0: ((-23999, -21999), (1, 2001), (12001, 14001)), 1: ((2001, 4001),)},
            Seen(0, -23999, True, None, -23994),
            Seen(1, 2001, True, 1001, 2006),
            Seen(1, 4001, False, None, 4006),
            Seen(0, 14001, False, -21999, 14001),
        ),
        (edge_by_edge,),
        "void two_readings",
    ),
}


@pytest.mark.parametrize(("log", "ways", "result"), READ.values(), ids=READ)
def test_what_an_adversary_found_is_said_once_and_stands(
    log: Log, ways: tuple[Callable[[Log], tuple[Step, ...]], ...], result: str
) -> None:
    for way in ways:
        assert [words(verdict) for verdict in play(log, way(log)).verdicts] == [result], way.__name__
