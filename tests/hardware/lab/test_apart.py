"""A rig in another process: asked and answered, and what is said when it can't."""

import multiprocessing
from functools import partial

import pytest

from companion.clock import Nanoseconds
from hardware.contacts import Seat
from hardware.errors import LineBusyError
from hardware.lab.apart import Apart, Failed, serve
from hardware.lab.rig import Driven, Rig, RigError
from tests.hardware.lab.runs import us
from tests.hardware.table import ms


class EchoRig:
    """A rig without wires: what it is asked for is what it says it did."""

    least = us(10)
    pace = ms(1)
    stands_for = "a test"

    def __init__(self, seats: int) -> None:
        self.seats = tuple(map(Seat, range(seats)))
        self.asked: list[str] = []

    def drive(self, first: Seat, second: Seat, separation: Nanoseconds) -> Driven:
        self.asked.append(f"{first} {second}")
        if first == second:
            raise LineBusyError("the line is busy: stop the other program")
        return Driven(separation, us(1))

    def settle(self) -> None:
        self.asked.append("settle")

    def close(self) -> None:
        self.asked.append("close")


def broken() -> Rig:
    raise LineBusyError("GPIO5 is held by something: stop it")


def test_a_rig_in_another_process_answers_as_here() -> None:
    rig = Apart(partial(EchoRig, 3))
    try:
        assert (rig.seats, rig.least, rig.pace, rig.stands_for) == ((0, 1, 2), us(10), ms(1), "a test")
        assert rig.drive(Seat(0), Seat(2), us(50)) == Driven(us(50), us(1))
        rig.settle()
        with pytest.raises(RigError, match="the line is busy: stop the other program"):
            rig.drive(Seat(1), Seat(1), us(50))
        assert rig.drive(Seat(1), Seat(0), us(20)) == Driven(us(20), us(1))
    finally:
        rig.close()


def test_a_rig_that_cannot_be_built_says_why() -> None:
    with pytest.raises(RigError, match="GPIO5 is held by something: stop it"):
        Apart(broken)


def test_a_process_that_has_ended_is_told_in_a_sentence() -> None:
    rig = Apart(partial(EchoRig, 2))
    rig.close()
    with pytest.raises(RigError, match="the rig's process has ended"):
        rig.settle()


def test_the_other_end_serves_until_nothing_more_is_wanted() -> None:
    ours, theirs = multiprocessing.Pipe()
    rig = EchoRig(2)
    with ours, theirs:
        for asked in ((Seat(0), Seat(1), us(5)), (Seat(0), Seat(0), us(5)), "settle", None):
            ours.send(asked)
        serve(theirs, rig)
        assert [ours.recv() for _ in range(3)] == [
            Driven(us(5), us(1)),
            Failed("the line is busy: stop the other program"),
            None,
        ]
    assert rig.asked == ["0 1", "0 0", "settle"]
