"""Messages between the app and the process that watches the buttons survive encoding unchanged."""

import inspect
from collections.abc import Callable
from typing import get_args

import msgspec
import pytest

from companion.clock import Instant, Nanoseconds
from hardware import errors
from hardware.errors import HardwareError
from hardware.grab.adjudicate import DeadHeat, Decided, Quality, TimedContact, Verdict, Void, VoidReason
from hardware.grab.contacts import ContactState, ContactTimes, Seat, SeatState, SeatStatus
from hardware.pads import remote
from hardware.wiring.wiring import BoardPlug, SeatWires, Wiring

WIRING = Wiring(
    seats=(SeatWires(Seat(0), 17, 18), SeatWires(Seat(3), 4, None, "left")),
    turn=22,
    totem=5,
    totem_board="left",
    pull="down",
    normally_closed=True,
    chip="gpiochip0",
    boards=(BoardPlug("left", "/dev/ttyACM0"), BoardPlug("right")),
    timing=ContactTimes(window=Nanoseconds(7_000_000), storm_strokes=20),
)
PICTURE = (
    TimedContact(Seat(2), Nanoseconds(0), ContactState.COUNTS),
    TimedContact(Seat(0), Nanoseconds(-5), ContactState.BRUSH, Nanoseconds(900_000), Nanoseconds(4)),
)
FINISH = {
    "arming": 7,
    "at": Instant(2**62),
    "contacts": PICTURE,
    "held": (Seat(1),),
    "band": Nanoseconds(100_000),
    "quality": Quality.KERNEL,
}
VERDICTS: list[Verdict] = [
    msgspec.convert({"type": "grab", **FINISH, "seat": 2, "margin": None}, Decided),
    msgspec.convert({"type": "dead_heat", **FINISH, "seats": (0, 2)}, DeadHeat),
    msgspec.convert({"type": "void", **FINISH, "reason": VoidReason.LATE_EDGE}, Void),
]
TROUBLE = 'grab board "left": plug it in'
CONDITION = remote.Condition(Quality.MIXED, Nanoseconds(250_000), TROUBLE, None, has_priority=False)
ORDERS: list[remote.Order] = [
    remote.Open(WIRING),
    remote.TakePart((Seat(0), Seat(3))),
    remote.Arm(12, Instant(2**62)),
    remote.Disarm(),
    remote.Light(()),
]
NEWS: list[remote.News] = [
    remote.ButtonsOpened({Seat(3): SeatStatus(SeatState.UNPLUGGED, tried=False)}, CONDITION),
    CONDITION,
    remote.Failed("LineBusyError", "GPIO17 is busy"),
    *map(remote.VerdictGiven, VERDICTS),
    *map(remote.PictureChanged, VERDICTS),
    remote.SeatChanged(Seat(0), SeatStatus(SeatState.HELD, tried=True)),
    remote.TurnPressed(Instant(5)),
    remote.Fell(Instant(6)),
]


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: type(order).__name__)
def test_an_order_comes_over_as_it_was(order: remote.Order) -> None:
    assert remote.order_of(remote.encode(order)) == order


@pytest.mark.parametrize("news", NEWS, ids=lambda news: type(news).__name__)
def test_news_comes_over_as_it_was(news: remote.News) -> None:
    assert remote.news_of(remote.encode(news)) == news


def test_every_kind_of_message_is_tried_here() -> None:
    assert {type(order) for order in ORDERS} == set(get_args(remote.Order))
    assert {type(news) for news in NEWS} == set(get_args(remote.News))


@pytest.mark.parametrize(
    ("reads", "other"), [(remote.order_of, remote.TurnPressed(Instant(5))), (remote.news_of, remote.Disarm())]
)
def test_what_is_no_order_or_no_news_is_refused(
    reads: Callable[[bytes], object], other: remote.News | remote.Order
) -> None:
    for packet in (b"", b"\xff", b"\x80", remote.encode(other)):
        with pytest.raises(msgspec.DecodeError):
            reads(packet)


@pytest.mark.parametrize("kind", list(remote.KINDS))
def test_an_error_keeps_its_kind_and_its_sentence(kind: str) -> None:
    error = remote.news_of(remote.encode(remote.Failed(kind, "GPIO17 is busy; close that program")))
    assert isinstance(error, remote.Failed)
    assert type(error.error()) is getattr(errors, kind)
    assert str(error.error()) == "GPIO17 is busy; close that program"


def test_every_error_that_is_made_of_a_sentence_keeps_its_kind() -> None:
    family = {
        name
        for name, kind in inspect.getmembers(errors, inspect.isclass)
        if issubclass(kind, HardwareError)
        and not any("__init__" in vars(base) for base in kind.__mro__ if base.__module__ == errors.__name__)
    }
    assert family - {"HardwareError"} == set(remote.KINDS)


def test_an_error_that_nobody_foresaw_keeps_its_sentence() -> None:
    error = remote.Failed("GPIOZeroError", "the pin is odd").error()
    assert (type(error), str(error)) == (HardwareError, "the pin is odd")
