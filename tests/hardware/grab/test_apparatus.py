"""One arming after another at a simulated pad: who wins, who can't, and what is seen of it."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import HandClock, Instant
from hardware.errors import UnknownSeatError
from hardware.grab.adjudicate import DeadHeat, Decided, Void, VoidReason
from hardware.grab.alarm import HandAlarm
from hardware.grab.contacts import ContactState, Edge, Seat, SeatState
from hardware.pads.simulated import SimulatedPad
from tests.hardware.table import START, Heard, Table, grabs, ms, seats


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


def test_within_the_band_it_is_a_dead_heat_and_beyond_it_is_not() -> None:
    heat = grabs([(5, 1.0), (1, 1.1), (9, 1.2)]).heard.verdict
    assert isinstance(heat, DeadHeat)
    assert heat.seats == seats(1, 5)
    clear = grabs([(5, 1.0), (1, 1.1001)]).heard.verdict
    assert isinstance(clear, Decided)
    assert clear.seat == 5


def test_a_button_where_nobody_sits_takes_no_part() -> None:
    table = Table()
    table.pad.play(seats(0, 1))
    table.pad.arm()
    table.touch(3, 1)
    table.touch(1, 13)
    verdict = table.heard.verdict
    assert isinstance(verdict, Decided)
    assert [contact.seat for contact in verdict.contacts] == [1]


def test_a_resting_hand_cannot_win_until_it_lets_go() -> None:
    table = Table()
    table.press(0, 0)
    table.until(300)
    table.pad.arm()
    assert table.states()[0] is SeatState.HELD
    table.touch(1, 400)
    verdict = table.heard.verdict
    assert isinstance(verdict, Decided)
    assert (verdict.seat, verdict.held) == (1, seats(0))
    table.release(0, 600)
    table.until(700)
    table.pad.arm()
    table.touch(0, 800)
    last = table.heard.verdicts[-1]
    assert isinstance(last, Decided)
    assert last.seat == 0


def test_lifting_a_resting_hand_is_no_grab_although_the_button_bounces() -> None:
    table = Table()
    table.press(0, 0)
    table.until(300)
    table.pad.arm()
    table.release(0, 400)
    for at in (400.2, 401.0, 403.5):
        table.touch(0, at, hold=0.3)
    table.until(1000)
    assert table.heard.verdicts == []
    assert table.pad.armed
    assert table.states()[0] is SeatState.OPEN


def test_a_resting_hand_whose_switch_chatters_is_nothing_at_all() -> None:
    table = Table()
    table.press(0, 0)
    table.until(300)
    table.pad.arm()
    table.release(0, 400)
    table.press(0, 400.2)
    table.until(440)
    assert table.heard.verdicts == []
    assert table.states()[0] is SeatState.HELD
    table.touch(1, 460)
    verdict = table.heard.verdict
    assert isinstance(verdict, Decided)
    assert (verdict.seat, verdict.held) == (1, seats(0))


@pytest.mark.parametrize(("opened", "wins"), [(9.9, False), (10, True)])
def test_a_resting_hand_that_lets_go_for_a_lock_out_may_grab(opened: float, wins: bool) -> None:
    table = Table()
    table.press(0, 0)
    table.until(300)
    table.pad.arm()
    table.release(0, 400)
    table.press(0, 400 + opened)
    table.until(600)
    assert bool(table.heard.verdicts) is wins


def test_an_edge_on_its_way_while_the_pad_was_armed_is_judged_by_its_stamp() -> None:
    for at, state, wins in ((99.9, SeatState.HELD, False), (100.0, SeatState.PRESSED, True)):
        table = Table()
        table.until(100)
        # The level is read as closed while the edge hasn't reached us yet.
        table.pad._levels.down.add(Seat(1))
        table.pad.arm()
        table.press(1, at)
        assert table.states()[1] is state
        table.until(200)
        assert bool(table.heard.verdicts) is wins


def test_a_release_that_no_edge_told_of_is_found_by_the_level() -> None:
    for waits in (100, 1500):
        table = Table()
        table.press(0, 0)
        table.pad._levels.down.discard(Seat(0))
        table.until(waits)
        table.pad.arm()
        table.touch(0, waits + 50)
        verdict = table.heard.verdict
        assert isinstance(verdict, Decided)
        assert verdict.at == START + ms(waits + 50)


def test_a_press_that_no_edge_told_of_lay_there_before() -> None:
    table = Table()
    table.until(100)
    table.pad._levels.down.add(Seat(0))
    table.pad.arm()
    assert table.states()[0] is SeatState.HELD
    table.touch(1, 150)
    verdict = table.heard.verdict
    assert isinstance(verdict, Decided)
    assert (verdict.seat, verdict.held) == (1, seats(0))


def test_bounce_is_one_contact_stamped_at_its_first_edge() -> None:
    table = Table()
    table.pad.arm()
    for at, hold in ((10, 0.3), (10.9, 0.5), (12.0, 1.9), (14.2, 80)):
        table.touch(1, at, hold)
    table.until(150)
    verdict = table.heard.verdict
    assert isinstance(verdict, Decided)
    assert [(c.seat, c.after) for c in verdict.contacts] == [(1, 0)]
    assert verdict.at == START + ms(10)


def test_a_spike_is_too_brief_to_win_and_is_drawn() -> None:
    table = Table()
    table.pad.arm()
    table.touch(0, 10, hold=0.06)
    table.touch(2, 10.5, hold=1.9)
    table.press(1, 11)
    table.until(50)
    verdict = table.heard.verdict
    assert isinstance(verdict, Decided)
    assert verdict.seat == 1
    drawn = [table.heard.verdict, *table.heard.late][-1].contacts
    assert [(c.seat, c.after, c.standing, c.lasted) for c in drawn] == [
        (0, -ms(1), ContactState.SPIKE, ms(0.06)),
        (2, -ms(0.5), ContactState.BRUSH, ms(1.9)),
        (1, 0, ContactState.COUNTS, None),
    ]


def test_a_spike_alone_leaves_the_pad_armed() -> None:
    table = Table()
    table.pad.arm()
    table.touch(0, 10, hold=0.1)
    table.until(500)
    assert table.heard.verdicts == []
    assert table.pad.armed


def test_many_short_closures_do_not_add_up_to_a_contact() -> None:
    table = Table()
    table.pad.arm()
    for at in range(10, 90, 2):
        table.touch(0, at, hold=1.9)
    table.touch(1, 100)
    verdict = table.heard.verdict
    assert isinstance(verdict, Decided)
    assert verdict.seat == 1


@pytest.mark.parametrize(
    ("gap", "between", "outcome"),
    [
        # Arcade switches bounce for up to three milliseconds: the first edge counts.
        (1.5, 11, 0),
        (3, 11, 0),
        # No switch bounces for longer than six: the press has its own stamp.
        (6.3, 16, 1),
        (6.3, 17, 0),
        # In between it is either, which matters only to whoever pressed in between.
        (3.1, 11, VoidReason.TWO_READINGS),
        (6.2, 16, VoidReason.TWO_READINGS),
        (4, 20, 0),
    ],
)
def test_a_brush_before_a_press_is_bounce_or_nothing(
    gap: float, between: float, outcome: int | VoidReason
) -> None:
    table = Table()
    table.pad.arm()
    events = [(10, 0, True), (10.5, 0, False), (10.5 + gap, 0, True), (between, 1, True)]
    for at, seat, closed in sorted(events):
        table.edge(seat, at, closed)
    table.until(60)
    verdict = table.heard.verdict
    if isinstance(outcome, VoidReason):
        assert isinstance(verdict, Void), verdict
        assert verdict.reason is outcome
    else:
        assert isinstance(verdict, Decided), verdict
        assert verdict.seat == outcome


def test_a_tap_that_nobody_looked_at_wins_by_its_stamps_however_late_they_come() -> None:
    for late in (0, 60, 10_000):
        table = Table()
        table.pad.arm()
        table.clock.advance(ms(late))
        for seat, at, closed in ((0, 1, True), (1, 11, True), (0, 31, False), (1, 80, False)):
            table.edge(seat, at, closed)
        table.until(late + 100)
        verdict = table.heard.verdict
        assert isinstance(verdict, Decided)
        assert (verdict.seat, table.heard.late[-1:] or verdict) != (1, verdict)
        assert verdict.seat == 0


def test_a_press_whose_first_edges_were_overwritten_is_void_only_against_whoever_came_meanwhile() -> None:
    for between, outcome in ((9.0, 1), (11, None), (13, 0)):
        table = Table()
        table.pad.arm()
        table.press(1, between) if between < 12 else None
        table.edge(0, 12, closed=True, since=10)
        table.press(1, between) if between > 12 else None
        table.until(60)
        verdict = table.heard.verdict
        if outcome is None:
            assert isinstance(verdict, Void)
            assert verdict.reason is VoidReason.TWO_READINGS
        else:
            assert isinstance(verdict, Decided)
            assert verdict.seat == outcome


def test_the_shortest_tap_on_a_key_is_a_grab() -> None:
    clock = HandClock(START)
    alarm = HandAlarm(clock)
    pad = SimulatedPad(seats(0, 1), clock, alarm)
    heard = Heard(pad)
    pad.arm()
    pad.press(Seat(1))
    pad.release(Seat(1))
    alarm.advance(ms(10))
    assert isinstance(heard.verdict, Decided)


def test_a_stuck_button_is_seen_and_the_others_play_on() -> None:
    table = Table()
    table.press(2, 0)
    table.until(10_100)
    assert table.states()[2] is SeatState.STUCK
    table.pad.arm()
    table.touch(3, 10_200)
    verdict = table.heard.verdict
    assert isinstance(verdict, Decided)
    assert (verdict.seat, verdict.held) == (3, seats(2))


def test_fifteen_seats_hammering_twenty_times_a_second_win_nothing_until_they_rest() -> None:
    table = Table(15)
    for stroke in range(40):
        for seat in range(15):
            table.press(seat, stroke * 50 + seat * 0.2)
        for seat in range(15):
            table.release(seat, stroke * 50 + 25 + seat * 0.2)
        if stroke == 30:
            table.pad.arm()
    assert set(table.states().values()) == {SeatState.STORMY}
    assert table.heard.verdicts == []
    table.until(5500)
    assert set(table.states().values()) == {SeatState.OPEN}
    table.touch(7, 5600)
    assert isinstance(table.heard.verdict, Decided)


def test_a_storm_of_fourteen_does_not_keep_the_fifteenth_from_winning() -> None:
    table = Table(15)
    for stroke in range(40):
        for seat in range(14):
            table.press(seat, stroke * 50 + seat * 0.2)
        for seat in range(14):
            table.release(seat, stroke * 50 + 25 + seat * 0.2)
        if stroke == 30:
            table.pad.arm()
        if stroke == 35:
            table.press(14, stroke * 50 + 30)
    verdict = table.heard.verdict
    assert isinstance(verdict, Decided)
    assert verdict.seat == 14


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
    assert isinstance(table.heard.verdict, Decided)
    assert table.heard.verdict.seat == 1
    assert table.states()[0] is SeatState.STORMY


def test_quick_taps_on_a_switch_that_bounces_when_let_go_are_no_storm() -> None:
    table = Table()
    for tap in range(7):
        table.touch(0, tap * 130, hold=40)
        table.touch(0, tap * 130 + 43, hold=2.5)
    table.pad.arm()
    table.touch(0, 1_000)
    assert isinstance(table.heard.verdict, Decided)


@pytest.mark.parametrize(("first", "void"), [(600, True), (3_400, True), (3_600, False)])
def test_what_nobody_watched_after_the_arming_is_in_doubt(first: float, void: bool) -> None:
    """The pad was armed half a second before anybody watched: a tap in that time was seen by nobody."""
    table = Table(opened=500)
    table.pad.arm(1, START)
    table.touch(2, first)
    table.until(first + 150)
    verdict = table.heard.verdict
    assert isinstance(verdict, Void if void else Decided)
    assert not isinstance(verdict, Void) or verdict.reason is VoidReason.UNPLUGGED


def test_a_line_that_goes_missing_while_armed_voids_that_arming_only() -> None:
    table = Table()
    table.pad.arm()
    table.pad.unplug(Seat(3))
    assert table.states()[3] is SeatState.UNPLUGGED
    table.touch(0, 10)
    first = table.heard.verdict
    assert isinstance(first, Void)
    assert first.reason is VoidReason.UNPLUGGED
    table.until(500)
    table.pad.arm()
    table.touch(0, 600)
    assert isinstance(table.heard.verdicts[-1], Decided)


def test_lost_edges_void_the_arming_in_which_they_were_lost() -> None:
    table = Table()
    table.pad.arm()
    table.pad.lose_edges(3)
    table.touch(0, 10)
    verdict = table.heard.verdict
    assert isinstance(verdict, Void)
    assert verdict.reason is VoidReason.SEQUENCE_GAP
    table.until(500)
    table.pad.arm()
    table.touch(0, 600)
    assert isinstance(table.heard.verdicts[-1], Decided)


@pytest.mark.parametrize(("late", "taken_back"), [(9.5, True), (10.1, True), (10.2, False)])
def test_an_edge_reported_after_the_verdict_takes_it_back_if_it_would_have_changed_it(
    late: float, taken_back: bool
) -> None:
    table = Table()
    table.pad.arm()
    table.press(0, 10)
    table.until(16)
    table.press(1, late)
    table.until(30)
    if taken_back:
        second = table.heard.verdicts[1]
        assert isinstance(second, Void)
        assert second.reason is VoidReason.LATE_EDGE
        assert second.arming == table.heard.verdicts[0].arming
        assert table.pad.lit == ()
    else:
        assert len(table.heard.verdicts) == 1


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


def test_a_seat_nobody_ever_pressed_says_so() -> None:
    table = Table(2)
    assert not table.pad.states[Seat(0)].tried
    table.touch(0, 10)
    assert table.pad.states[Seat(0)].tried
    assert not table.pad.states[Seat(1)].tried


def test_disarmed_presses_are_seen_and_not_ruled_on() -> None:
    table = Table()
    table.pad.arm()
    table.pad.disarm()
    table.touch(1, 10)
    table.until(200)
    assert table.heard.verdicts == []
    assert table.heard.states == [(1, SeatState.PRESSED), (1, SeatState.OPEN)]


def test_a_seat_without_a_button_is_named_with_those_that_have_one() -> None:
    with pytest.raises(UnknownSeatError, match="seat 7 has no grab button; seats with one: 0, 1, 2, 3"):
        Table().pad.press(Seat(7))


def test_an_idle_pad_sets_no_timer() -> None:
    table = Table()
    table.touch(0, 10)
    table.until(500)
    table.pad.arm()
    assert table.pad._apparatus.deadline() is None


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


def test_a_nervous_finger_on_the_turn_button_is_one_turn() -> None:
    table = Table()
    for at in (0, 4, 200, 290, 370):
        table.until(at)
        table.pad.press_turn()
    table.until(400)
    assert table.heard.turns == [START, START + ms(370)]


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


@pytest.mark.parametrize(("pressed", "void"), [(1001, True), (3999, True), (4000, False)])
def test_a_line_that_was_away_makes_void_what_is_pressed_soon_after(pressed: float, void: bool) -> None:
    table = Table()
    table.pad.arm()
    table.pad.unplug(Seat(2))
    table.until(1000)
    assert table.states()[2] is SeatState.UNPLUGGED
    table.pad.plug_in(Seat(2))
    assert table.states()[2] is SeatState.OPEN
    table.touch(3, pressed)
    verdict = table.heard.verdict
    assert isinstance(verdict, Void if void else Decided), verdict


def test_a_line_of_nobody_at_the_table_may_come_and_go() -> None:
    table = Table()
    table.pad.play(seats(0, 1))
    table.pad.arm()
    table.pad.unplug(Seat(3))
    table.touch(1, 10)
    assert isinstance(table.heard.verdict, Decided)


def test_whoever_comes_back_pressed_may_have_been_first() -> None:
    table = Table()
    table.pad.arm()
    table.pad.unplug(Seat(2))
    table.until(300)
    table.pad._levels.down.add(Seat(2))
    table.pad.plug_in(Seat(2))
    table.until(400)
    verdict = table.heard.verdict
    assert isinstance(verdict, Void)
    assert (verdict.reason, verdict.held) == (VoidReason.UNPLUGGED, seats(2))


def test_a_contact_whose_line_goes_before_it_is_confirmed_is_no_brief_touch() -> None:
    table = Table()
    table.pad.arm()
    table.press(2, 10)
    table.until(11.5)
    table.pad.unplug(Seat(2))
    table.press(3, 13)
    table.until(60)
    verdict = table.heard.verdict
    assert isinstance(verdict, Void)
    assert verdict.reason is VoidReason.UNPLUGGED


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
    verdict = table.heard.verdict
    assert isinstance(verdict, Decided)
    assert verdict.seat == 1, (asked, table.heard.verdicts)


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
    assert isinstance(table.heard.verdict, Decided)


def test_a_lamp_that_fails_costs_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    table.pad.arm()
    faults: list[object] = []
    monkeypatch.setattr("threading.excepthook", faults.append)

    def light(seats: object) -> None:
        raise RuntimeError("the lamp's line is an input")

    table.pad.light = light  # type: ignore[method-assign]
    table.touch(2, 10)
    assert isinstance(table.heard.verdict, Decided)
    assert len(faults) == 1


def test_the_bounce_of_letting_the_turn_button_go_is_no_second_turn() -> None:
    table = Table()
    for at, closed in ((0, True), (500, False), (500.4, True), (503, False), (700, True), (800, False)):
        table.until(at)
        table.pad.turn_edge(Edge(Instant(START + ms(at)), closed))
    assert table.heard.turns == [START, START + ms(700)]


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


def test_a_line_that_comes_back_after_a_press_was_not_there_to_be_first() -> None:
    table = Table()
    table.pad.arm()
    table.pad.unplug(Seat(2))
    table.press(1, 10)
    table.pad.plug_in(Seat(2))
    table.until(50)
    verdict = table.heard.verdict
    assert isinstance(verdict, Void)
    assert verdict.reason is VoidReason.UNPLUGGED
    table.release(1, 100)
    table.until(200)
    table.pad.arm()
    table.touch(2, 300)
    assert isinstance(table.heard.verdicts[-1], Decided)


def test_a_hand_on_a_button_whose_line_comes_back_is_held() -> None:
    table = Table()
    table.pad.arm()
    table.pad.unplug(Seat(2))
    table.pad._levels.down.add(Seat(2))
    table.pad.plug_in(Seat(2))
    assert table.states()[2] is SeatState.HELD
    table.release(2, 100)
    table.until(200)
    assert table.states()[2] is SeatState.OPEN
