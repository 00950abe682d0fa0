"""One arming after another at a simulated pad: who wins, who can't, and what is seen of it.

What edges mean, and who is first of whom, is in `test_no_wrong_winner`.
"""

import contextlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import HandClock, Instant
from hardware.errors import UnknownSeatError
from hardware.grab.adjudicate import DeadHeat, Decided, Void
from hardware.grab.alarm import HandAlarm
from hardware.grab.contacts import ContactState, Edge, Seat, SeatState
from hardware.pads.simulated import SimulatedPad
from tests.hardware.table import START, Heard, Table, ms, seats


def test_the_first_contact_wins_and_the_window_is_waited_for() -> None:
    table = Table()
    arming = table.pad.arm()
    table.press(2, 10)
    table.until(14.9)
    assert table.heard.verdicts == []
    table.until(15)
    verdict = table.heard.verdict
    assert isinstance(verdict, Decided)
    assert (verdict.seat, verdict.at, verdict.margin, verdict.arming) == (2, START + ms(10), None, arming)
    assert table.pad.lit == seats(2)
    assert not table.pad.armed


def test_an_edge_that_arrives_first_but_was_later_does_not_win() -> None:
    table = Table()
    table.pad.arm()
    table.press(0, 10.9)
    table.press(3, 10.2)
    table.until(20)
    verdict = table.heard.verdict
    assert isinstance(verdict, Decided)
    assert (verdict.seat, verdict.margin) == (3, ms(0.7))


def test_where_nobody_sits_a_button_takes_no_part_and_its_line_may_come_and_go() -> None:
    table = Table()
    table.pad.play(seats(0, 1))
    table.pad.arm()
    table.pad.unplug(Seat(2))
    table.touch(3, 1)
    table.touch(1, 13)
    assert table.heard.said == ["grab 1"]
    assert [contact.seat for contact in table.heard.verdict.contacts] == [1]


def test_a_resting_hand_cannot_win_until_it_lets_go_however_its_switch_chatters() -> None:
    table = Table()
    table.press(0, 0)
    table.until(300)
    table.pad.arm()
    table.release(0, 400)
    table.press(0, 400.2)
    table.until(440)
    assert table.states()[0] is SeatState.HELD
    table.touch(1, 460)
    assert table.heard.said == ["grab 1"]
    assert table.heard.verdict.held == seats(0)
    # The next arming finds it there once more; now it is lifted, and the button bounces.
    table.until(700)
    table.pad.arm()
    table.release(0, 800)
    for at in (800.2, 801.0, 803.5):
        table.touch(0, at, hold=0.3)
    table.until(1400)
    assert table.pad.armed
    assert table.states()[0] is SeatState.OPEN
    table.touch(0, 1500)
    assert table.heard.said == ["grab 1", "grab 0"]


@pytest.mark.parametrize(
    ("at", "state", "said"), [(99.9, SeatState.HELD, []), (100.0, SeatState.PRESSED, ["grab 1"])]
)
def test_an_edge_on_its_way_while_the_pad_was_armed_is_judged_by_its_stamp(
    at: float, state: SeatState, said: list[str]
) -> None:
    table = Table()
    table.until(100)
    # The level is read as closed while the edge hasn't reached us yet.
    table.pad._levels.down.add(Seat(1))
    table.pad.arm()
    table.press(1, at)
    assert table.states()[1] is state
    table.until(200)
    assert table.heard.said == said


@pytest.mark.parametrize("waits", [100, 1500])
def test_a_release_that_no_edge_told_of_is_found_by_the_level(waits: float) -> None:
    table = Table()
    table.press(0, 0)
    table.pad._levels.down.discard(Seat(0))
    table.until(waits)
    table.pad.arm()
    table.touch(0, waits + 50)
    assert table.heard.said == ["grab 0"]
    assert table.heard.verdict.at == START + ms(waits + 50)


def test_a_press_that_no_edge_told_of_lay_there_before() -> None:
    table = Table()
    table.until(100)
    table.pad._levels.down.add(Seat(0))
    table.pad.arm()
    assert table.states()[0] is SeatState.HELD
    table.touch(1, 150)
    assert table.heard.said == ["grab 1"]
    assert table.heard.verdict.held == seats(0)


def test_a_spike_leaves_the_pad_armed_and_is_drawn_beside_whoever_wins_then() -> None:
    table = Table()
    table.pad.arm()
    table.touch(0, 10, hold=0.1)
    table.until(500)
    assert table.heard.verdicts == []
    assert table.pad.armed
    table.touch(0, 510, hold=0.06)
    table.touch(2, 510.5, hold=1.9)
    table.press(1, 511)
    table.until(550)
    assert table.heard.said == ["grab 1"]
    drawn = [table.heard.verdict, *table.heard.late][-1].contacts
    assert [(c.seat, c.after, c.standing, c.lasted) for c in drawn] == [
        (0, -ms(501), ContactState.BRUSH, ms(0.1)),
        (0, -ms(1), ContactState.SPIKE, ms(0.06)),
        (2, -ms(0.5), ContactState.BRUSH, ms(1.9)),
        (1, 0, ContactState.COUNTS, None),
    ]


@pytest.mark.parametrize(
    ("between", "said"), [(9.0, "grab 1"), (11, "void two_readings"), (13, "grab 0")], ids=str
)
def test_a_press_whose_first_edges_were_overwritten_is_void_only_against_whoever_came_meanwhile(
    between: float, said: str
) -> None:
    table = Table()
    table.pad.arm()
    table.press(1, between) if between < 12 else None
    table.edge(0, 12, closed=True, since=10)
    table.press(1, between) if between > 12 else None
    table.until(60)
    assert table.heard.said == [said]


def test_the_shortest_tap_on_a_key_is_a_grab() -> None:
    clock = HandClock(START)
    alarm = HandAlarm(clock)
    pad = SimulatedPad(seats(0, 1), clock, alarm)
    heard = Heard(pad)
    pad.arm()
    pad.press(Seat(1))
    pad.release(Seat(1))
    alarm.advance(ms(10))
    assert heard.said == ["grab 1"]


def test_a_stuck_button_is_seen_and_the_others_play_on() -> None:
    table = Table()
    table.press(2, 0)
    table.until(10_100)
    assert table.states()[2] is SeatState.STUCK
    table.pad.arm()
    table.touch(3, 10_200)
    assert table.heard.said == ["grab 3"]
    assert table.heard.verdict.held == seats(2)


def test_fourteen_hammering_twenty_times_a_second_win_nothing_until_they_rest_and_the_fifteenth_can() -> None:
    table = Table(15)
    for stroke in range(40):
        for seat in range(14):
            table.press(seat, stroke * 50 + seat * 0.2)
        for seat in range(14):
            table.release(seat, stroke * 50 + 25 + seat * 0.2)
        if stroke == 30:
            table.pad.arm()
        if stroke == 35:
            assert table.heard.said == []
            table.touch(14, stroke * 50 + 30, hold=15)
    assert table.heard.said == ["grab 14"]
    assert set(list(table.states().values())[:14]) == {SeatState.STORMY}
    table.until(5500)
    assert set(table.states().values()) == {SeatState.OPEN}
    table.pad.arm()
    table.touch(7, 5600)
    assert table.heard.said == ["grab 14", "grab 7"]


@pytest.mark.parametrize("rest", [12, 200, 1_100, 2_500])
@pytest.mark.parametrize(("closed", "opened"), [(2, 8), (5, 5), (20, 1), (9, 9.5)])
def test_a_loose_wire_never_wins(closed: float, opened: float, rest: float) -> None:
    """It closes and opens for a second and never for long enough to be let go; then it rests; then again."""
    table = Table()
    at = 0.0
    while at < 1_000:
        table.touch(0, at, hold=closed)
        at += closed + opened
    assert table.states()[0] is SeatState.STORMY
    table.until(at - opened + rest - 5)
    table.pad.arm()
    table.press(0, at - opened + rest)
    table.press(1, at - opened + rest + 20)
    table.until(at + rest + 100)
    assert table.heard.said == ["grab 1"]
    assert table.states()[0] is SeatState.STORMY


def test_quick_taps_on_a_switch_that_bounces_when_let_go_are_no_storm() -> None:
    table = Table()
    for tap in range(7):
        table.touch(0, tap * 130, hold=40)
        table.touch(0, tap * 130 + 43, hold=2.5)
    table.pad.arm()
    table.touch(0, 1_000)
    assert table.heard.said == ["grab 0"]


@pytest.mark.parametrize(
    ("first", "said"), [(600, "void unplugged"), (3_400, "void unplugged"), (3_600, "grab 2")]
)
def test_what_nobody_watched_after_the_arming_is_in_doubt(first: float, said: str) -> None:
    """The pad was armed half a second before anybody watched: a tap in that time was seen by nobody."""
    table = Table(opened=500)
    table.pad.arm(1, START)
    table.touch(2, first)
    table.until(first + 150)
    assert table.heard.said == [said]


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (lambda pad: pad.unplug(Seat(3)), "void unplugged"),
        (lambda pad: pad.lose_edges(3), "void sequence_gap"),
    ],
    ids=["a line that goes missing", "lost edges"],
)
def test_what_happens_to_the_wires_voids_that_arming_only(
    harm: Callable[[SimulatedPad], None], said: str
) -> None:
    table = Table()
    table.pad.arm()
    harm(table.pad)
    table.touch(0, 10)
    table.until(500)
    table.pad.arm()
    table.touch(0, 600)
    assert table.heard.said == [said, "grab 0"]


@pytest.mark.parametrize(("late", "taken_back"), [(9.5, True), (10.1, True), (10.2, False)])
def test_an_edge_reported_after_the_verdict_takes_it_back_if_it_would_have_changed_it(
    late: float, taken_back: bool
) -> None:
    table = Table()
    arming = table.pad.arm()
    table.press(0, 10)
    table.until(16)
    table.press(1, late)
    table.until(30)
    assert table.heard.said == (["grab 0", "void late_edge"] if taken_back else ["grab 0"])
    assert {verdict.arming for verdict in table.heard.verdicts} == {arming}
    assert table.pad.lit == (() if taken_back else seats(0))


def test_late_contacts_are_drawn_and_give_the_margin_of_an_uncontested_grab() -> None:
    table = Table()
    table.pad.arm()
    table.press(1, 10)
    table.press(0, 24.218)
    table.press(2, 51.9)
    table.until(60)
    last = table.heard.late[-1]
    assert isinstance(last, Decided)
    assert (last.seat, last.margin) == (1, ms(14.218))
    assert [(c.seat, c.after, c.standing) for c in last.contacts] == [
        (1, 0, ContactState.COUNTS),
        (0, ms(14.218), ContactState.LATE),
        (2, ms(41.9), ContactState.LATE),
    ]
    table.touch(3, 1011)
    assert len(table.heard.late) == 2
    assert len(table.heard.verdicts) == 1


def test_disarmed_presses_are_seen_and_not_ruled_on_and_an_idle_pad_sets_no_timer() -> None:
    table = Table()
    table.pad.arm()
    table.pad.disarm()
    table.touch(1, 10)
    table.until(500)
    assert table.heard.verdicts == []
    assert table.heard.states == [(1, SeatState.PRESSED), (1, SeatState.OPEN)]
    assert [status.tried for status in table.pad.states.values()] == [False, True, False, False]
    table.pad.arm()
    assert table.pad._apparatus.deadline() is None


def test_a_seat_without_a_button_is_named_with_those_that_have_one() -> None:
    with pytest.raises(UnknownSeatError, match="seat 7 has no grab button; seats with one: 0, 1, 2, 3"):
        Table().pad.press(Seat(7))


def test_a_totem_falls_unless_a_grab_is_near() -> None:
    table = Table()
    table.pad.arm()
    table.until(100)
    table.pad.lift_totem()
    assert table.pad.totem_stands is False
    table.until(700)
    assert table.heard.falls == [START + ms(100)]
    table.pad.stand_totem()
    table.until(2000)
    table.pad.lift_totem()
    table.touch(1, 2200)
    table.until(4000)
    assert len(table.heard.falls) == 1


def test_a_totem_that_cannot_be_seen_has_not_fallen() -> None:
    table = Table()
    table.pad.lift_totem()
    table.pad._totem_is_back = lambda: None  # type: ignore[method-assign]
    table.until(1000)
    stands: bool | None = table.pad.totem_stands
    assert stands is None
    table.pad.totem_seen(False)
    table.until(2000)
    assert not table.heard.falls
    assert table.pad.totem_stands is False


def test_a_nervous_finger_on_the_turn_button_and_the_bounce_of_letting_it_go_are_one_turn() -> None:
    table = Table()
    for at in (0, 4, 200, 290, 370):
        table.until(at)
        table.pad.press_turn()
    for when, closed in zip((1000, 1500, 1500.4, 1503, 1700, 1800), (True, False) * 3, strict=True):
        table.until(when)
        table.pad.turn_edge(Edge(Instant(START + ms(when)), closed))
    assert table.heard.turns == [START + ms(at) for at in (0, 370, 1000, 1700)]


def test_a_closed_pad_says_nothing_more() -> None:
    table = Table()
    with table.pad:
        table.pad.arm()
        table.press(0, 10)
    table.until(100)
    assert table.heard.verdicts == []


times = st.lists(st.integers(0, 4_900), min_size=2, max_size=15, unique=True)


@given(times=times, data=st.data())
def test_neither_arrival_nor_pin_number_decides(times: list[int], data: st.DataObject) -> None:
    """Any order of arrival and any numbering of the seats names the same hand."""
    order = data.draw(st.permutations(range(len(times))))
    numbers = data.draw(st.permutations(range(15)))

    def winners(renumber: list[int], arrival: list[int]) -> tuple[str, frozenset[int]]:
        table = Table(15)
        table.pad.arm()
        table.until(5)
        for hand in arrival:
            table.press(renumber[hand], times[hand] / 1000)
        table.until(100)
        verdict = table.heard.verdict
        assert not isinstance(verdict, Void)
        named = verdict.seats if isinstance(verdict, DeadHeat) else (verdict.seat,)
        return type(verdict).__name__, frozenset(renumber.index(seat) for seat in named)

    assert winners(list(range(15)), list(range(len(times)))) == winners(numbers, order)


@pytest.mark.parametrize(
    ("pressed", "said"), [(1001, "void unplugged"), (3999, "void unplugged"), (4000, "grab 3")]
)
def test_a_line_that_was_away_makes_void_what_is_pressed_soon_after(pressed: float, said: str) -> None:
    table = Table()
    table.pad.arm()
    table.pad.unplug(Seat(2))
    table.until(1000)
    assert table.states()[2] is SeatState.UNPLUGGED
    table.pad.plug_in(Seat(2))
    assert table.states()[2] is SeatState.OPEN
    table.touch(3, pressed)
    assert table.heard.said == [said]


def test_whoever_comes_back_pressed_may_have_been_first_and_is_held_from_then_on() -> None:
    table = Table()
    table.pad.arm()
    table.pad.unplug(Seat(2))
    table.until(300)
    table.pad._levels.down.add(Seat(2))
    table.pad.plug_in(Seat(2))
    assert table.states()[2] is SeatState.HELD
    table.until(400)
    assert table.heard.said == ["void unplugged"]
    assert table.heard.verdict.held == seats(2)
    table.release(2, 500)
    table.until(600)
    assert table.states()[2] is SeatState.OPEN


def test_a_contact_whose_line_goes_before_it_is_confirmed_is_no_brief_touch() -> None:
    table = Table()
    table.pad.arm()
    table.press(2, 10)
    table.until(11.5)
    table.pad.unplug(Seat(2))
    table.press(3, 13)
    table.until(60)
    assert table.heard.said == ["void unplugged"]


def test_a_line_that_comes_back_after_a_press_was_not_there_to_be_first() -> None:
    table = Table()
    table.pad.arm()
    table.pad.unplug(Seat(2))
    table.press(1, 10)
    table.pad.plug_in(Seat(2))
    table.until(50)
    table.release(1, 100)
    table.until(200)
    table.pad.arm()
    table.touch(2, 300)
    assert table.heard.said == ["void unplugged", "grab 2"]


def test_what_happened_after_a_bank_was_asked_is_not_ruled_on_yet() -> None:
    """Banks are asked one after the other: while the last one answers, a hand may leave at the first one."""
    table = Table()
    table.pad.play(seats(0, 1))
    table.pad.arm()
    asked: list[float] = []

    def catch_up() -> None:
        asked.append((table.clock.now() - START) / 1e6)
        if len(asked) == 1:
            table.clock.advance(ms(12))
        elif len(asked) == 2:
            table.pad.edge(Seat(0), Edge(Instant(START + ms(2.3)), closed=False))

    table.pad._catch_up = catch_up  # type: ignore[method-assign]
    # Seat 2 takes no part, but its button has the banks asked 2 ms after it closed.
    table.pad.edge(Seat(2), Edge(START, closed=True))
    table.pad.edge(Seat(0), Edge(Instant(START + ms(0.5)), closed=True))
    table.touch(1, 40)
    assert asked[0] == 2
    assert table.heard.said == ["grab 1"], asked


def test_a_fault_while_catching_up_does_not_stop_the_clock() -> None:
    table = Table()
    table.pad.arm()
    faults = 0

    def catch_up() -> None:
        nonlocal faults
        faults += 1
        raise RuntimeError("a bank failed")

    table.pad._catch_up = catch_up  # type: ignore[method-assign]
    table.press(2, 10)
    for _ in range(3):
        with contextlib.suppress(RuntimeError):
            table.until(100)
    assert faults > 1
    assert table.heard.said == ["grab 2"]


def test_a_lamp_that_fails_costs_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    table.pad.arm()
    faults: list[object] = []
    monkeypatch.setattr("threading.excepthook", faults.append)

    def light(seats: object) -> None:
        raise RuntimeError("the lamp's line is an input")

    table.pad.light = light  # type: ignore[method-assign]
    table.touch(2, 10)
    assert table.heard.said == ["grab 2"]
    assert len(faults) == 1
