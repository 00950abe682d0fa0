"""A second board as the rig: what it is asked to play, and what its refusals turn into."""

from collections.abc import Callable, Collection

import pytest

from companion.clock import HandClock, Nanoseconds
from hardware.boards.serial_ports import Port
from hardware.firmware import frames
from hardware.firmware.board import BoardProgram
from hardware.grab.contacts import Seat
from hardware.lab.board_rig import BoardRig, refusal
from hardware.lab.trials import RigError
from hardware.wiring.wiring import BoardPlug
from tests.firmware.hand import HandPins
from tests.hardware.lab.results import us
from tests.hardware.table import START, ms

RATE = 5_000_000
BOTH = 1 << 2 | 1 << 3
CLEAN = Seat(0), Seat(1), ms(1), ms(14)


class FakeBoard:
    """A port with the board's own firmware on simulated pins; if `deaf`, nothing ever comes back."""

    def __init__(self, usable: int = BOTH, deaf: bool = False) -> None:
        self.pins = HandPins(starts=1234)
        self.closed = self.unplugged = False
        self._firmware = BoardProgram(self.pins, usable, RATE, bytes(8), frames.POWER_ON)
        self._deaf = deaf
        self._decoder = frames.Decoder()
        self._answers = b"noise of another session\x00"

    def fileno(self) -> int:
        raise AssertionError("nothing here can be waited for")

    def write(self, data: bytes) -> int:
        if self.unplugged:
            raise OSError(5, "Input/output error")
        # A nearly full buffer takes only some of the bytes.
        taken = data[:20]
        for payload in self._decoder.feed(taken):
            self._firmware.take(payload, 77)
        while frame := self._firmware.outgoing(77):
            self._answers += frame
        return len(taken)

    def read(self) -> bytes:
        answers, self._answers = self._answers, b""
        return b"" if self._deaf else answers

    def restart(self) -> None:
        self._firmware = BoardProgram(self.pins, BOTH, RATE, bytes(8), frames.WATCHDOG)

    def close(self) -> None:
        self.closed = True


class Bench:
    def __init__(self, board: FakeBoard, pressed_high: Collection[Seat] = ()) -> None:
        self.board = board
        self.clock = HandClock(START)
        self.slept: list[float] = []
        opener: Callable[[BoardPlug], Port] = lambda plug: board  # noqa: E731 - a seam, not a name
        self.rig = BoardRig(
            {Seat(0): 2, Seat(1): 3},
            "/dev/rig",
            pressed_high,
            self.clock,
            opener,
            self._ready,
            self.slept.append,
        )

    def _ready(self, port: Port, seconds: float) -> bool:
        self.clock.advance(Nanoseconds(100_000_000))
        return True


def test_at_first_all_outputs_rest_as_open_buttons_do() -> None:
    for high, rest in (((), BOTH), ((Seat(1),), 1 << 2)):
        ((_, steps),) = Bench(FakeBoard(), pressed_high=high).board.pins.played
        assert steps[0][1] == rest, "seat 2's button is on a USB pad, and pressed through a transistor"


def test_the_board_plays_both_presses_and_lets_go() -> None:
    bench = Bench(FakeBoard())
    bench.slept.clear()
    made = bench.rig.press(Seat(1), Seat(0), us(50), ms(14))
    outputs, steps = bench.board.pins.played[-1]
    assert outputs == BOTH
    (_, first), (between, second), (held, rest) = steps
    # Pressed is low: seat 2 is on GP3, then both, then none.
    assert (first, second, rest, between) == (1 << 2, 0, BOTH, 250)
    assert held == ms(14) * RATE // 1_000_000_000
    assert made.separation == us(50)
    # Two crystals differ by up to one part in ten thousand.
    assert made.uncertainty == 5
    # A board that is still playing refuses the next press.
    assert sum(bench.slept) >= (us(50) + ms(14)) / 1e9


def test_a_button_on_a_usb_pad_is_pressed_by_a_high_level() -> None:
    bench = Bench(FakeBoard(), pressed_high=[Seat(1)])
    bench.rig.press(*CLEAN)
    assert [levels for _, levels in bench.board.pins.played[-1][1]] == [0, 1 << 3, 1 << 2]


def test_a_separation_between_two_ticks_is_told_as_it_was_played() -> None:
    bench = Bench(FakeBoard())
    for asked, played in ((1_090, 1_000), (1, 200)):
        made = bench.rig.press(Seat(0), Seat(1), Nanoseconds(asked), ms(14))
        assert made.separation == played


def test_pins_that_it_cannot_drive_are_named_and_the_port_is_let_go() -> None:
    board = FakeBoard(usable=1 << 2)
    with pytest.raises(RigError, match="the rig's board can't drive GP3: use other pins in the rig file"):
        Bench(board)
    assert board.closed


def test_a_board_that_was_restarted_or_is_busy_ends_the_run() -> None:
    bench = Bench(FakeBoard())
    bench.board.pins.starts = -1
    with pytest.raises(RigError, match=r"refused \(reason 5\): unplug it, plug it in and start again"):
        bench.rig.press(*CLEAN)
    bench.board.restart()
    with pytest.raises(RigError, match=r"refused \(reason 3\)"):
        bench.rig.press(*CLEAN)


def test_another_version_is_said_with_its_remedy() -> None:
    message = refusal(frames.Refused(1, frames.NO_VERSION, 2 << 8 | 2))
    assert message.endswith("speaks another version of the protocol: put this program's firmware on it")


def test_a_board_that_does_not_answer_is_no_grab_board() -> None:
    board = FakeBoard(deaf=True)
    with pytest.raises(RigError, match="doesn't answer: put the grab board's firmware on it"):
        Bench(board)
    assert board.closed


def test_a_board_that_is_unplugged_is_said_to_be() -> None:
    bench = Bench(FakeBoard())
    bench.board.unplugged = True
    with pytest.raises(RigError, match="was unplugged"):
        bench.rig.press(*CLEAN)
