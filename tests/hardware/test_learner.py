"""Learning which button is whose: listen on every free pin, tell the first that is pressed."""

from gpiozero import LED
from gpiozero.pins.mock import MockFactory

from companion.clock import HandClock
from hardware.contacts import Seat
from hardware.learner import HEADER_PINS, Learner
from hardware.wiring import BoardPlug, SeatWires, Wiring
from tests.hardware.table import START

WIRING = Wiring(seats=(SeatWires(Seat(0), 4, 14), SeatWires(Seat(1), 5)))


def listen(factory: MockFactory, heard: list[int], wiring: Wiring = WIRING) -> Learner:
    """Return a learner that writes down what it hears."""
    return Learner(wiring, heard.append, factory, clock=HandClock(START))


def test_the_first_button_pressed_is_told_once() -> None:
    factory, heard = MockFactory(), list[int]()
    with listen(factory, heard) as learner:
        assert learner.listening == tuple(pin for pin in HEADER_PINS if pin != 14)
        factory.pin(17).drive_low()
        factory.pin(17).drive_high()
        factory.pin(5).drive_low()
    assert heard == [17]


def test_a_lamp_on_a_board_leaves_the_headers_pin_of_that_number_free() -> None:
    wiring = Wiring(seats=(SeatWires(Seat(0), 4, 14, "left"),), boards=(BoardPlug("left"),))
    with listen(MockFactory(), [], wiring) as learner:
        assert learner.listening == HEADER_PINS


def test_pins_in_use_are_passed_over_and_all_are_let_go() -> None:
    factory, heard = MockFactory(), list[int]()
    with LED(20, pin_factory=factory), listen(factory, heard) as learner:
        assert 20 not in learner.listening
    with LED(17, pin_factory=factory):
        pass


def test_a_closed_learner_hears_nothing() -> None:
    factory, heard = MockFactory(), list[int]()
    listen(factory, heard).close()
    factory.pin(17).drive_low()
    assert heard == []


def test_with_pull_down_the_pins_with_resistors_on_the_board_are_left_out() -> None:
    factory, heard = MockFactory(), list[int]()
    wiring = Wiring(seats=(SeatWires(Seat(0), 4),), pull="down")
    with listen(factory, heard, wiring) as learner:
        assert {2, 3}.isdisjoint(learner.listening)
        factory.pin(9).drive_high()
    assert heard == [9]
