"""The laboratory put together: what is opened is let go again, whatever goes wrong."""

import pytest

from companion.clock import Nanoseconds
from hardware.errors import ChipMissingError
from hardware.grab.contacts import ContactTimes, Seat
from hardware.lab import board_rig, laboratory
from hardware.lab.laboratory import rig_of, simulated_laboratory, wired_laboratory
from hardware.lab.rig import Made, RigError
from hardware.lab.rig_file import RigWires
from hardware.lab.score import Score
from hardware.wiring.wiring import SeatWires, Wiring
from tests.hardware.lab.runs import us

WIRING = Wiring(seats=(SeatWires(Seat(0), 17), SeatWires(Seat(1), 27, board="left")))
WIRES = RigWires({Seat(0): 5, Seat(1): 6})


class IdleRig:
    """A rig that only notes whether it was closed."""

    seats = (Seat(0), Seat(1))
    least = us(10)
    stands_for = "a test"

    def __init__(self) -> None:
        self.closed = False

    def takes(self, length: Nanoseconds) -> Nanoseconds:
        return length

    def play(self, score: Score) -> tuple[Made, ...]:
        raise AssertionError("nothing is driven here")

    def settle(self) -> None:
        raise AssertionError("nothing has to settle here")

    def close(self) -> None:
        self.closed = True


def test_a_chip_that_is_not_there_lets_the_rig_go(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(chip: str | None) -> None:
        raise ChipMissingError("no GPIO chip here: run this on a Pi")

    monkeypatch.setattr(laboratory, "default_factory", missing)
    rig = IdleRig()
    with pytest.raises(ChipMissingError, match="run this on a Pi"):
        wired_laboratory(WIRING, WIRES, open_rig=lambda *_: rig)
    assert rig.closed


def test_a_rig_file_with_a_board_gets_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[object, ...]] = []

    def board(*arguments: object) -> IdleRig:
        made.append(arguments)
        return IdleRig()

    monkeypatch.setattr(board_rig, "BoardRig", board)
    rig_of(WIRING, RigWires({Seat(0): 2, Seat(1): 3}, board="/dev/rig"))
    assert made == [({0: 2, 1: 3}, "/dev/rig", frozenset(), ContactTimes())]


def test_sources_are_the_header_and_the_boards() -> None:
    assert [laboratory.wiring_place(wires.board) for wires in WIRING.seats] == ["GPIO", "board left"]


def test_no_pairs_of_seats_that_are_not_there() -> None:
    with pytest.raises(RigError, match="use 1, 2, 3, 4"):
        simulated_laboratory([(Seat(0), Seat(4))])


def test_figures_follow_the_trials() -> None:
    with simulated_laboratory([(Seat(0), Seat(1))], repeat=2) as lab:
        running = lab.run()
        next(running)
        assert lab.figures().trials == 1
        assert lab.figures() is lab.figures()
        next(running)
        assert lab.figures().trials == 2
