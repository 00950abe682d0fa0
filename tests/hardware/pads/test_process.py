"""What the process that watches the buttons does with the app's orders, in a hand-driven loop."""

import socket
import threading
from collections.abc import Callable, Iterator

import pytest
from gpiozero.pins.mock import MockFactory

from companion.clock import SECOND, HandClock, Instant
from hardware.grab.adjudicate import Decided
from hardware.grab.contacts import Seat, SeatState
from hardware.pads import remote
from hardware.pads.grab_pad import open_pad
from hardware.pads.process import PadServer
from hardware.wiring.wiring import SeatWires, Wiring
from tests.hardware.hand_loop import HandLoop
from tests.hardware.table import START, ms

WIRING = Wiring(seats=tuple(SeatWires(Seat(seat), 4 + seat, 14 + seat) for seat in range(3)))


class Desk:
    """The process's loop in the test: the app's end of the line, mock pins, and a script of what happens."""

    def __init__(self) -> None:
        self.loop = HandLoop(HandClock(START))
        self.factory = MockFactory()
        self.pad = open_pad(WIRING, self.factory, self.loop.clock, loop=self.loop)
        self.app, self.line = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.child = PadServer(self.pad, self.line, self.loop)
        self.heard: list[remote.News] = []

    def at(self, milliseconds: float, does: Callable[[], object]) -> None:
        """Schedule a call."""
        self.loop.call_at(Instant(START + ms(milliseconds)), lambda now: does())

    def order(self, *orders: remote.Order) -> None:
        """Send orders, as the app does."""
        for order in orders:
            self.app.send(remote.encode(order))

    def press(self, seat: int) -> None:
        pin = self.factory.pin(4 + seat)
        pin._state = False
        pin.when_changed(self.loop.clock.now() / SECOND, False)

    def hear(self) -> None:
        """Read the news sent so far, as the app does."""
        self.app.setblocking(False)
        while True:
            try:
                self.heard.append(remote.news_of(self.app.recv(remote.MOST)))
            except BlockingIOError:
                return

    def run(self, until: float) -> list[remote.News]:
        """Run the process until the app goes; return its news."""
        self.at(until, self.hear)
        self.at(until, lambda: self.app.shutdown(socket.SHUT_WR))
        self.child.run()
        return self.heard


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.app.close()
    desk.line.close()
    desk.pad.close()


def test_orders_are_done_and_what_happens_is_said_in_order(desk: Desk) -> None:
    desk.order(remote.TakePart((Seat(0), Seat(1))), remote.Arm(7, START))
    desk.at(20, lambda: desk.press(2))
    desk.at(30, lambda: desk.press(1))
    desk.at(60, lambda: desk.order(remote.Light((Seat(0),))))
    news = desk.run(until=100)
    assert isinstance(news[0], remote.ButtonsOpened)
    assert {status.state for status in news[0].states.values()} == {SeatState.OPEN}
    (verdict,) = [each.verdict for each in news if isinstance(each, remote.VerdictGiven)]
    assert isinstance(verdict, Decided)
    assert (verdict.arming, verdict.seat) == (7, 1)
    assert desk.pad.lit == (0,)


def test_what_is_wrong_goes_before_what_follows_from_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        monkeypatch.setattr(type(desk.pad), "trouble", "it was unplugged")
        desk.pad.line_gone(Seat(1))

    desk.at(10, fails)
    news = desk.run(until=20)
    assert [type(each) for each in news] == [remote.ButtonsOpened, remote.Condition, remote.SeatChanged]


def test_what_becomes_wrong_is_said_within_half_a_second(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.at(10, lambda: monkeypatch.setattr(type(desk.pad), "trouble", "a board hangs"))
    desk.at(499, desk.hear)
    desk.at(499, lambda: sent.append(len(desk.heard)))
    sent: list[int] = []
    assert [type(each) for each in desk.run(until=501)] == [remote.ButtonsOpened, remote.Condition]
    assert sent == [1]


def test_an_app_that_stands_still_costs_no_grab_and_hears_all_when_it_goes_on(desk: Desk) -> None:
    turns = [Instant(START + at) for at in range(2000)]
    lit: list[tuple[Seat, ...]] = []

    def presses() -> None:
        for at in turns:
            desk.pad.on_turn(at)

    desk.at(10, presses)
    desk.order(remote.Arm(1, START))
    desk.at(20, lambda: desk.press(2))
    desk.at(40, lambda: lit.append(desk.pad.lit))
    for again in range(50, 90):
        desk.at(again, desk.hear)
    news = desk.run(until=100)
    assert lit == [(2,)]
    assert [each.at for each in news if isinstance(each, remote.TurnPressed)] == turns
    assert [type(each) for each in news].count(remote.VerdictGiven) == 1


def test_when_the_app_is_gone_it_ends(desk: Desk) -> None:
    desk.order(remote.Arm(1, START))
    desk.at(30, desk.app.close)
    desk.at(40, lambda: desk.pad.light((Seat(1),)))
    desk.child.run()
    assert desk.loop.clock.now() < START + ms(40)


def test_news_to_an_app_that_has_gone_end_it_too(desk: Desk) -> None:
    desk.loop.unwatch(desk.line.fileno())
    desk.at(0, desk.app.close)
    desk.at(0, lambda: desk.pad.line_gone(Seat(0)))
    desk.child.run()


@pytest.mark.parametrize("packet", [remote.encode(remote.Open(WIRING)), b"nonsense"])
def test_an_order_that_is_none_ends_it(packet: bytes, desk: Desk, faults: list[str]) -> None:
    desk.app.send(packet)
    desk.child.run()
    assert len(faults) == 1


def test_news_from_a_thread_of_another_pin_factory_are_said(desk: Desk) -> None:
    def elsewhere() -> None:
        thread = threading.Thread(target=desk.pad.line_gone, args=(Seat(1),))
        thread.start()
        # It may be waiting for the pad, but not for the loop.
        thread.join()

    desk.at(10, elsewhere)
    assert [type(each) for each in desk.run(until=20)] == [remote.ButtonsOpened, remote.SeatChanged]
