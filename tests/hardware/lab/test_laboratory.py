"""A run: every trial is reported as it was, and everything opened is closed, whatever goes wrong."""

from collections.abc import Callable
from contextlib import ExitStack

import pytest

from companion.clock import Nanoseconds
from hardware.errors import ChipMissingError
from hardware.grab.contacts import ContactTimes, Edge, Seat
from hardware.lab import board_rig, gpio_rig, laboratory
from hardware.lab.laboratory import (
    Bench,
    Laboratory,
    places_of,
    rig_of,
    ruling,
    simulated_laboratory,
    wired_laboratory,
)
from hardware.lab.trials import MOST, Driven, Pair, RigError, RigWires, Ruling, Trial, TrialResult, quiet
from hardware.lab.twin import Model
from hardware.wiring.wiring import SeatWires, UsbPlug, UsbSeat, Wiring
from tests.hardware.lab.results import setting, us
from tests.hardware.table import Table, ms

PAIR = ((Seat(0), Seat(1)),)


class TableRig:
    """Presses at a simulated table. Some seats' edges arrive only some waits later, or never."""

    least = us(50)
    stands_for = "a test"

    def __init__(self, seats: int = 2) -> None:
        self.table = Table(seats)
        self.seats = self.table.pad.seats
        self.unwired: set[int] = set()
        self.waits = 0
        self.news_after: dict[int, int] = {}
        """By seat: how many waits late its edges arrive."""
        self.stays: dict[int, int] = {}
        """By seat: for how many waits it stays pressed."""
        self._due: list[tuple[int, Seat, Edge]] = []

    def press(self, first: Seat, second: Seat, apart: Nanoseconds, hold: Nanoseconds) -> Driven:
        now = self.table.clock.now()
        strokes = [(0, first, True), (apart, second, True), (apart + hold, first, False)]
        for after, seat, closed in [*strokes, (apart + hold, second, False)]:
            edge = Edge(type(now)(now + after), closed)
            self.table.alarm.advance(Nanoseconds(edge.at - self.table.clock.now()))
            late = self.news_after.get(seat, 0) + (0 if closed else self.stays.get(seat, 0))
            if seat not in self.unwired:
                self._due.append((self.waits + late, seat, edge))
            self._deliver()
        return Driven(apart, Nanoseconds(0))

    def wait(self) -> None:
        self.waits += 1
        self._deliver()
        self.table.alarm.advance(quiet(ContactTimes()))

    def _deliver(self) -> None:
        due = [one for one in self._due if one[0] <= self.waits]
        self._due = [one for one in self._due if one not in due]
        for _, seat, edge in due:
            self.table.pad.move(seat, edge)

    def close(self) -> None:
        """Do nothing: nothing was opened."""

    def laboratory(self, pairs: tuple[Pair, ...] = PAIR, repeat: int = 1) -> Laboratory:
        opened = Bench(self.table.pad, setting(), self.wait, ExitStack())
        return Laboratory(opened, self, pairs, repeat)


def results(rig: TableRig, meanwhile: Callable[[], object] = lambda: None) -> dict[int, TrialResult]:
    """Return the first results of a run by their separation in µs; `meanwhile` is called after the check."""
    running = rig.laboratory().run()
    found = [next(running)]
    meanwhile()
    found += running
    return {round(one.asked / 1_000): one for one in found[1:]}


def test_what_the_pad_said_and_both_stamps() -> None:
    found = results(TableRig())
    assert {apart: one.ruling for apart, one in found.items()} == {
        50: Ruling.DEAD_HEAT,
        100: Ruling.DEAD_HEAT,
        **dict.fromkeys((200, 500, 1_000, 2_000, 5_000, 10_000), Ruling.RIGHT),
    }
    # 10 ms are beyond the window: the second press comes from the later picture.
    assert {one.after == us(apart) for apart, one in found.items()} == {True}
    assert {one.lost for one in found.values()} == {()}


def test_a_trial_waits_until_the_pad_is_ready_and_no_longer() -> None:
    """And seats that take turns being pressed never count as hammered."""
    rig = TableRig()
    run = rig.laboratory(repeat=5)
    assert len(list(run.run())) == run.setting.planned == 80
    assert rig.waits <= 1 + 80


def test_a_press_of_which_the_pad_hears_late_is_waited_for() -> None:
    rig = TableRig()
    rig.news_after = {1: 4}
    assert {one.lost for one in results(rig).values()} == {()}


def test_a_press_that_never_comes_is_lost_and_the_run_goes_on() -> None:
    rig = TableRig()
    found = results(rig, lambda: rig.unwired.add(1))
    assert {(one.after, one.lost) for one in found.values()} == {(None, (1,))}
    rig = TableRig()
    found = results(rig, lambda: rig.unwired.update((0, 1)))
    assert {(one.ruling, one.lost) for one in found.values()} == {(Ruling.NONE, (0, 1))}


def test_lost_edges_make_a_void_that_says_why() -> None:
    rig = TableRig()
    rig.news_after = {1: 1}
    found = results(rig, lambda: setattr(rig.table.pad, "arm", losing(rig)))
    assert {(one.ruling, one.reason) for one in found.values()} == {(Ruling.VOID, "sequence_gap")}


def losing(rig: TableRig) -> Callable[[], int]:
    """Return a function that arms the pad and then loses an edge."""
    arm = rig.table.pad.arm

    def arm_and_lose() -> int:
        number = arm()
        rig.table.lose_edges()
        return number

    return arm_and_lose


def test_the_last_word_counts_where_an_edge_comes_late() -> None:
    rig = TableRig()
    running = rig.laboratory().run()
    next(running)
    rig.news_after = {0: 2, 1: 2}
    seen = [one for one in running if one.first == 0 and one.asked >= ms(5)]
    assert {one.ruling for one in seen} == {Ruling.RIGHT}
    rig = TableRig()
    running = rig.laboratory().run()
    next(running)
    rig.news_after = {0: 2}
    # The second hand was named before the first one's press arrived.
    seen = [one for one in running if one.first == 0 and one.asked <= ms(2)]
    assert {(one.ruling, one.reason) for one in seen} == {(Ruling.VOID, "late_edge")}


def test_a_button_that_is_let_go_late_is_waited_for_and_one_that_stays_down_ends_the_run() -> None:
    rig = TableRig(3)
    rig.stays = {1: 4}
    assert {one.lost for one in results(rig).values()} == {()}
    rig = TableRig(3)
    running = rig.laboratory().run()
    next(running)
    rig.table.pad.press(Seat(2))
    with pytest.raises(RigError, match="the button of seat 3 isn't open: let it go, or look at its wire"):
        next(running)


def test_wires_that_go_nowhere_are_named_before_a_long_run() -> None:
    rig = TableRig(4)
    rig.unwired = {1, 2}
    with pytest.raises(RigError, match="no press arrives from seat 2, seat 3: look at the wires"):
        next(rig.laboratory(((Seat(0), Seat(1)), (Seat(2), Seat(3)))).run())


def test_a_dead_heat_with_a_seat_that_nobody_pressed_is_wrong() -> None:
    table = Table(3)
    table.pad.arm()
    table.press(0, 1)
    table.press(1, 1.05)
    table.until(200)
    assert ruling(table.heard.verdict, Trial(Seat(0), Seat(1), MOST, MOST)) is Ruling.DEAD_HEAT
    assert ruling(table.heard.verdict, Trial(Seat(0), Seat(2), MOST, MOST)) is Ruling.WRONG


def test_a_grab_by_the_later_hand_is_wrong() -> None:
    late = Model(stands_for="a test", sigma=0.0, late={Seat(1): ms(1)})
    with simulated_laboratory([(Seat(0), Seat(1))], model=late) as run:
        wrong = {(one.asked, one.first) for one in run.run() if one.ruling is Ruling.WRONG}
    assert wrong == {(us(apart), 1) for apart in (1, 2, 5, 10, 20, 50, 100, 200, 500)}


def test_how_long_it_takes_is_known_before() -> None:
    run = TableRig().laboratory(repeat=100)
    # Two ways round, eight separations; a press of 14 ms and a rest of 71.
    assert (run.setting.planned, run.seconds) == (1_600, 137)


WIRING = Wiring(seats=(SeatWires(Seat(0), 17), SeatWires(Seat(1), 27, board="left")))
WIRES = RigWires({Seat(0): 5, Seat(1): 6})


def test_a_chip_that_is_not_there_lets_the_rig_go(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(chip: str | None) -> None:
        raise ChipMissingError("no GPIO chip here: run this on a Pi")

    closed: list[str] = []
    rig = TableRig()
    monkeypatch.setattr(rig, "close", lambda: closed.append("rig"))
    monkeypatch.setattr(laboratory, "default_factory", missing)
    with pytest.raises(ChipMissingError, match="run this on a Pi"):
        wired_laboratory(WIRING, WIRES, open_rig=lambda *_: rig)
    assert closed == ["rig"]


def test_nothing_is_opened_for_pairs_that_cannot_be_pressed() -> None:
    def opens(*_: object) -> TableRig:
        raise AssertionError("nobody asked for that")

    with pytest.raises(RigError, match="use 1, 2"):
        wired_laboratory(WIRING, WIRES, [(Seat(0), Seat(2))], open_rig=opens)


def test_a_rig_file_gets_its_board_or_the_outputs_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[object, ...]] = []
    monkeypatch.setattr(board_rig, "BoardRig", lambda *what: made.append(what))
    monkeypatch.setattr(gpio_rig, "RigProcess", lambda make, seats: made.append((make.args, set(seats))))
    wiring = Wiring(seats=WIRING.seats, usb=(UsbPlug("left"),), usb_seats=(UsbSeat(Seat(2), "left", 30),))
    rig_of(wiring, RigWires({Seat(0): 2, Seat(2): 3}, board="/dev/rig"))
    rig_of(wiring, RigWires({Seat(0): 2, Seat(2): 3}, chip="other"))
    # A transistor presses the button on a pad: a high level.
    high = frozenset({2})
    assert made == [({0: 2, 2: 3}, "/dev/rig", high), (({0: 2, 2: 3}, "other", high), {0, 2})]


def test_sources_are_the_header_the_boards_and_the_pads() -> None:
    wiring = Wiring(seats=WIRING.seats, usb=(UsbPlug("left"),), usb_seats=(UsbSeat(Seat(2), "left", 30),))
    found = {seat: (place.source, place.pin) for seat, place in places_of(wiring).items()}
    assert found == {0: ("GPIO", 17), 1: ("board left", 27), 2: ("USB pad left", 30)}
