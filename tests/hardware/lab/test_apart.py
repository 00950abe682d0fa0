"""A rig in another process: asked and answered, and what is said when it can't."""

import multiprocessing
from functools import partial

import pytest

from companion.clock import Instant, Nanoseconds
from hardware.errors import LineBusyError
from hardware.grab.contacts import Seat
from hardware.lab.apart import Apart, RigFailed, serve
from hardware.lab.rig import Made, Rig, RigError
from hardware.lab.score import Score, SwitchStroke, press
from tests.hardware.lab.runs import us
from tests.hardware.table import ms

ALONE = (SwitchStroke(us(0), Seat(0), True),)


def at(microseconds: float) -> Instant:
    return Instant(us(microseconds))


class EchoRig:
    """A rig without wires: what it is asked for is what it says it did."""

    least = us(10)
    stands_for = "a test"

    def __init__(self, seats: int) -> None:
        self.seats = tuple(map(Seat, range(seats)))
        self.asked: list[str] = []

    def takes(self, length: Nanoseconds) -> Nanoseconds:
        return Nanoseconds(length + ms(1))

    def play(self, score: Score) -> tuple[Made, ...]:
        self.asked.append(" ".join(str(stroke.seat) for stroke in score))
        if len(score) == 1:
            raise LineBusyError("the line is busy: stop the other program")
        return tuple(Made(Instant(stroke.at), Instant(stroke.at + 1)) for stroke in score)

    def settle(self) -> None:
        self.asked.append("settle")

    def close(self) -> None:
        self.asked.append("close")


def broken() -> Rig:
    raise LineBusyError("GPIO5 is held by something: stop it")


def test_a_rig_in_another_process_answers_as_here() -> None:
    rig = Apart(partial(EchoRig, 3))
    try:
        assert (rig.seats, rig.least, rig.takes(ms(3)), rig.stands_for) == (
            (0, 1, 2),
            us(10),
            ms(4),
            "a test",
        )
        assert rig.play(press(Seat(2), us(50), us(9))) == (Made(at(50), at(50.001)), Made(at(59), at(59.001)))
        rig.settle()
        with pytest.raises(RigError, match="the line is busy: stop the other program"):
            rig.play(ALONE)
        assert len(rig.play(press(Seat(1), us(0), us(20)))) == 2
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
        for asked in (press(Seat(1), us(0), us(5)), ALONE, "settle", None):
            ours.send(asked)
        serve(theirs, rig)
        assert [ours.recv() for _ in range(3)] == [
            (Made(at(0), at(0.001)), Made(at(5), at(5.001))),
            RigFailed("the line is busy: stop the other program"),
            None,
        ]
    assert rig.asked == ["1 1", "0", "settle"]
