"""One arming after another at a simulated pad: who wins, who can't, and what the pad shows of it.

What edges mean, and who beats whom, is in `test_no_wrong_winner`.
"""

import contextlib
from itertools import pairwise

import pytest

from companion.clock import HandClock, Instant
from hardware.errors import UnknownSeatError
from hardware.grab.adjudicate import Decided
from hardware.grab.alarm import HandAlarm
from hardware.grab.contacts import ContactState, Edge, Seat, SeatState
from hardware.pads.simulated import SimulatedPad
from tests.games.plays import Play, plays
from tests.hardware.duels import check
from tests.hardware.table import START, Heard, Table, ms, seats

PLAYS = """
-: an edge that arrives first but was later doesn't win
  4 | arm, press 0 10.9, press 3 10.2, until 20 -> grab 3; margin 0.7
-: where nobody sits a button takes no part, and its line may come and go
  | play 0 1, arm, unplug 2, touch 3 1, touch 1 13 -> grab 1; contacts 1
-: a resting hand can't win until it lets go, however its switch chatters and bounces when it is lifted
  | press 0 0, until 300, arm, release 0 400, press 0 400.2, until 440, 0 is held, touch 1 460 -> grab 1;
    held 0
  | press 0 0, until 300, arm, release 0 400, press 0 400.2, until 440, touch 1 460, until 700, arm,
    release 0 800, touch 0 800.2 0.3, touch 0 801 0.3, touch 0 803.5 0.3, until 1400, 0 is open,
    touch 0 1500 -> grab 1; grab 0
-: an edge on its way while the pad was armed, and the level closed already, is judged by its stamp
  | until 100, down 1, arm, press 1 99.9, 1 is held, until 200 -> nothing
  | until 100, down 1, arm, press 1 100, 1 is pressed, until 200 -> grab 1
-: a release that no edge told of is found by the level
  | press 0 0, up 0, until 100, arm, touch 0 150 -> grab 0; at 150
  | press 0 0, up 0, until 1500, arm, touch 0 1550 -> grab 0; at 1550
-: a hand counts as lying there until its button has been open for 10 ms
  | press 1 0, until 94, release 1 95, until 100, arm, touch 0 103 -> grab 0; held 1
  | press 1 0, until 94, release 1 95, until 100, arm, touch 0 106 -> grab 0; held
-: a button that is down is read every second, so that a release that no edge told of shows
  | press 0 0, up 0, until 1100, 0 is open -> nothing
  | press 0 0, up 0, touch 1 400 50, touch 1 900 50, until 1100, 0 is open -> nothing
-: an edge from before its line went doesn't bring the line back
  | until 100, down 1, arm, unplug 1, press 1 99.9, 1 is unplugged -> nothing
-: what may have begun before the arming may be a resting hand
  | until 100, arm, overwritten 1 101 99, until 150 -> void two_readings
  | until 100, arm, overwritten 1 101 100, until 150 -> grab 1
-: a press that no edge told of lay there before
  | until 100, down 0, arm, 0 is held, touch 1 150 -> grab 1; held 0
-: a press whose first edges were overwritten is void only against whoever came meanwhile
  | arm, press 1 9, overwritten 0 12 10, until 60 -> grab 1
  | arm, press 1 11, overwritten 0 12 10, until 60 -> void two_readings
  | arm, overwritten 0 12 10, press 1 13, until 60 -> grab 0
-: a stuck button is seen and the others play on
  | press 2 0, until 10100, 2 is stuck, arm, touch 3 10200 -> grab 3; held 2
-: what happens to the wires voids that arming only
  | arm, unplug 3, touch 0 10, until 500, arm, touch 0 600 -> void unplugged; grab 0
  | arm, lose 3, touch 0 10, until 500, arm, touch 0 600 -> void sequence_gap; grab 0
-: an edge reported after the verdict takes it back if it would have changed it
  | arm, press 0 10, until 16, press 1 9.5, until 30 -> grab 0; void late_edge; lit; armings 1
  | arm, press 0 10, until 16, press 1 10.1, until 30 -> grab 0; void late_edge; lit; armings 1
  | arm, press 0 10, until 16, press 1 10.2, until 30 -> grab 0; lit 0; armings 1
-: a totem falls unless a grab is near
  | arm, until 100, lift -> lifted
  | arm, until 100, lift, until 700 -> lifted; falls 100
  | arm, until 100, lift, until 700, stand, until 2000, lift, touch 1 2200, until 4000 -> grab 1; falls 100
-: a line that was away makes void what is pressed soon after
  | arm, unplug 2, until 1000, 2 is unplugged, plug 2, 2 is open, touch 3 1001 -> void unplugged
  | arm, unplug 2, until 1000, plug 2, touch 3 3999 -> void unplugged
  | arm, unplug 2, until 1000, plug 2, touch 3 4000 -> grab 3
-: whoever comes back pressed may have been first, and is held from then on
  | arm, unplug 2, until 300, down 2, plug 2, 2 is held, until 309 -> nothing
  | arm, unplug 2, until 300, down 2, plug 2, 2 is held, until 310 -> void unplugged; held 2
  | arm, unplug 2, until 300, down 2, plug 2, until 400, release 2 500, until 600, 2 is open -> void unplugged
-: a contact whose line goes before it is confirmed is no brief touch
  | arm, press 2 10, until 11.5, unplug 2, press 3 13, until 60 -> void unplugged
-: a line that comes back after a press was not there to be first
  | arm, unplug 2, press 1 10, plug 2, until 50, release 1 100, until 200, arm, touch 2 300 -> void unplugged;
    grab 2
"""
"""Milliseconds; `down` and `up` are level changes without an edge, `overwritten` says since when."""


@pytest.mark.parametrize("play", tuple(plays(PLAYS)), ids=lambda play: play.name)
def test_a_play_at_the_pad(play: Play) -> None:
    table = Table(int(play.table))
    pad, heard = table.pad, table.heard

    def do(words: list[str]) -> None:
        match words:
            case [("press" | "release" | "touch") as how, seat, *times]:
                getattr(table, how)(int(seat), *map(float, times))
            case ["overwritten", seat, at, since]:
                table.edge(int(seat), float(at), closed=True, since=float(since))
            case ["play", *numbers]:
                pad.play(seats(*map(int, numbers)))
            case ["lose", count]:
                table.lose_edges(int(count))
            case ["down", seat]:
                pad.down.add(Seat(int(seat)))
            case ["up", seat]:
                pad.down.discard(Seat(int(seat)))
            case ["lift"]:
                pad.totem_left(table.clock.now())
            case ["stand"]:
                pad.totem_seen(True)
            case [how, *seat]:
                name = {"plug": "line_back", "unplug": "line_gone"}.get(how, how)
                getattr(pad, name)(*(Seat(int(number)) for number in seat))

    def holds(what: str, of: str) -> bool:
        numbers = tuple(map(float, of.split()))
        match what:
            case "lifted":
                return pad.totem_stands is False
            case "falls":
                return heard.falls == [START + ms(at) for at in numbers]
            case "lit":
                return pad.lit == numbers
            case "armings":
                return len({verdict.arming for verdict in heard.verdicts}) == numbers[0]
            case "contacts":
                return tuple(contact.seat for contact in heard.verdict.contacts) == numbers
        return isinstance(heard.verdict, Decided) and heard.verdict.margin == ms(numbers[0])

    check(play, table, do, holds)


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
    assert table.pad.arm() == arming + 1


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
    """It closes and opens for a second, never long enough to count as released; it rests; it repeats."""
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


def test_the_fifteenth_stroke_in_a_second_is_ignored_before_it_is_over() -> None:
    table = Table()
    for stroke in range(14):
        table.touch(0, stroke * 60, hold=20)
    table.pad.arm()
    table.press(0, 840)
    table.press(1, 845)
    table.until(900)
    assert table.heard.said == ["grab 1"]
    assert table.states()[0] is SeatState.STORMY


def test_a_lying_hand_whose_switch_chatters_is_not_hammering() -> None:
    """Its switch closes a hundred times for 1 ms, and is never open long enough for a release."""
    table = Table()
    table.press(0, 0)
    table.release(0, 100)
    for chatter in range(100):
        table.touch(0, 109 + chatter * 10, hold=1)
    table.until(1_200)
    assert SeatState.STORMY not in {state for _, state in table.heard.states}
    table.pad.arm()
    table.touch(0, 1_300)
    assert table.heard.said == ["grab 0"]


def test_quick_taps_on_a_switch_that_bounces_when_let_go_are_no_storm() -> None:
    table = Table()
    for tap in range(7):
        table.touch(0, tap * 130, hold=40)
        table.touch(0, tap * 130 + 43, hold=2.5)
    table.pad.arm()
    table.touch(0, 1_000)
    assert table.heard.said == ["grab 0"]


@pytest.mark.parametrize(
    ("first", "expected"), [(600, "void unplugged"), (3400, "void unplugged"), (3600, "grab 2")]
)
def test_what_nobody_watched_after_the_arming_is_in_doubt(first: float, expected: str) -> None:
    """The pad was armed half a second before it was watched: nobody would have seen a tap in that time."""
    table = Table(opened=500)
    table.pad.arm(1, START)
    table.touch(2, first)
    table.until(first + 150)
    assert table.heard.said == [expected]


def test_an_order_to_arm_that_is_read_seconds_late_names_nobody_who_was_not_first() -> None:
    """Its process stood still: seat 0 was first, and pressed again when nothing happened."""
    table = Table()
    for seat, at in ((0, 500), (1, 1000), (0, 3000)):
        table.touch(seat, at)
    table.until(5000)
    table.pad.arm(1, START)
    table.until(5100)
    assert table.heard.said == ["void sequence_gap"]
    table.pad.arm()
    table.touch(1, 5200)
    assert table.heard.said[1:] == ["grab 1"]


def test_edges_that_were_lost_before_a_late_order_to_arm_is_read_void_it_as_well() -> None:
    """Its process stood still so long that the kernel's buffer was full: the first hand isn't in it."""
    table = Table()
    table.lose_edges()
    table.touch(1, 500)
    table.until(900)
    table.pad.arm(1, START)
    table.until(1000)
    assert table.heard.said == ["void sequence_gap"]
    table.pad.arm()
    table.touch(1, 1200)
    assert table.heard.said[1:] == ["grab 1"]


@pytest.mark.parametrize("grabbed", [30, 500], ids=["most of it after the verdict", "all the time before"])
def test_a_wire_that_stays_loose_leaves_nothing_behind_and_the_picture_alone(grabbed: int) -> None:
    """Each edge took longer than the one before: after minutes the process that watches fell behind."""
    table = Table()
    kept = []
    for stroke in range(520):
        table.touch(0, stroke * 40, hold=20)
        if stroke == 20:
            table.pad.arm()
        if stroke == grabbed:
            table.touch(1, stroke * 40 + 21, hold=15)
        kept.append(len(table.pad._apparatus._lines[Seat(0)].contacts))
    assert table.heard.said == ["grab 1"]
    assert max(kept) < 200
    pictures = [{contact.after for contact in late.contacts} for late in table.heard.late]
    assert all(earlier <= later for earlier, later in pairwise(pictures))


def test_late_contacts_are_drawn_and_give_the_margin_of_an_uncontested_grab() -> None:
    table = Table()
    table.pad.arm()
    table.press(1, 10)
    table.touch(0, 24.218, hold=10)
    table.press(2, 51.9)
    table.press(0, 55)
    table.until(60)
    last = table.heard.late[-1]
    assert isinstance(last, Decided)
    assert (last.seat, last.margin) == (1, ms(14.218))
    assert [(c.seat, c.after, c.standing) for c in last.contacts] == [
        (1, 0, ContactState.COUNTS),
        (0, ms(14.218), ContactState.LATE),
        (2, ms(41.9), ContactState.LATE),
        (0, ms(45), ContactState.LATE),
    ]
    table.touch(3, 1011)
    assert (len(table.heard.late), len(table.heard.verdicts)) == (3, 1)


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


def test_a_totem_that_cannot_be_seen_has_not_fallen() -> None:
    table = Table()
    table.pad.totem_left(table.clock.now())
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
        for later, closed in ((0, True), (2, False)):
            table.pad.turn_edge(Edge(Instant(START + ms(at + later)), closed))
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


def test_what_happened_after_a_bank_was_asked_is_not_ruled_on_yet() -> None:
    """Banks are asked one after the other: while the last one answers, a hand may leave the first one."""
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
    # Seat 2 takes no part, but its edge makes the pad ask the banks 2 ms after it closed.
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


def test_a_lamp_that_fails_costs_no_verdict(faults: list[str]) -> None:
    table = Table()
    table.pad.arm()

    def light(seats: object) -> None:
        raise RuntimeError("the lamp's line is an input")

    table.pad.light = light  # type: ignore[method-assign]
    table.touch(2, 10)
    assert (table.heard.said, len(faults)) == (["grab 2"], 1)
