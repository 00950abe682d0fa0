"""The thread that talks to a board, at real pseudo-terminals: duels, cables pulled, and what is no board."""

import errno
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
import serial
from serial.tools import list_ports

from companion.clock import SystemClock
from hardware import permission
from hardware.boards import serial_ports
from hardware.boards import session as board_session
from hardware.boards.link import BoardLink, new_number
from hardware.boards.serial_ports import FoundPort, Port, SerialPort, find_port, open_port
from hardware.boards.session import BoardSession, Moved, Wants
from hardware.errors import (
    BoardBusyError,
    BoardMissingError,
    HardwareError,
    NoPermissionError,
    NotABoardError,
)
from hardware.firmware import frames
from hardware.grab.adjudicate import Grab, Quality
from hardware.grab.contacts import Seat, SeatState
from hardware.pads.grab_pad import open_pad
from hardware.wiring.wiring import BoardPlug, SeatWires, Wiring
from tests.hardware.boards.pty import PATIENCE, Plugged, PtyBoard, future_board
from tests.hardware.pads.watched import Watched


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "port"


def wiring(path: Path, seats: int = 15) -> Wiring:
    """Seats 0, 1, ... on pins 2, 3, ... of a board at this port."""
    return Wiring(
        seats=tuple(SeatWires(Seat(seat), 2 + seat, board="left") for seat in range(seats)),
        boards=(BoardPlug("left", str(path)),),
    )


@pytest.fixture
def board(path: Path) -> Iterator[PtyBoard]:
    board = PtyBoard(path)
    yield board
    board.unplug()


def test_fifteen_seats_duel_over_a_real_port_until_the_cable_is_pulled_and_then_again(path: Path) -> None:
    board = PtyBoard(path)
    before = set(threading.enumerate())
    with open_pad(wiring(path)) as pad:
        watched = Watched(pad)
        watched.until_all(SeatState.OPEN)
        assert pad.quality is Quality.BOARD
        assert pad.trouble == ""
        pad.arm()
        board.press([9], range(2, 17))
        verdict = watched.verdict()
        assert {contact.seat for contact in verdict.contacts} == set(range(15))
        assert verdict.quality is Quality.BOARD
        # The steps are as far apart as this machine made them.
        first = verdict.seat if isinstance(verdict, Grab) else 7
        assert first == 7

        board.release()
        watched.until_all(SeatState.OPEN)
        pad.arm()
        board.unplug()
        watched.until_all(SeatState.UNPLUGGED)
        assert pad.trouble == 'grab board "left": it was unplugged; plug it in again'

        board = PtyBoard(path)
        watched.until_all(SeatState.OPEN)
        assert pad.trouble == ""
        pad.arm()
        board.press([4])
        verdict = watched.verdict()
        assert isinstance(verdict, Grab)
        assert verdict.seat == 2
    board.unplug()
    assert set(threading.enumerate()) <= before


class Kept:
    """A listener that writes down what it hears, to be waited for."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.heard: list[str] = []

    def _note(self, what: str) -> None:
        with self.changed:
            self.heard.append(what)
            self.changed.notify_all()

    def until(self, what: str, times: int = 1) -> None:
        """Wait until something was heard so many times."""
        with self.changed:
            assert self.changed.wait_for(lambda: self.heard.count(what) >= times, PATIENCE), self.heard

    def opened(self, session: BoardSession) -> None:
        """Hear that a session is open."""
        self._note("opened")

    def moved(self, session: BoardSession, moved: Moved) -> None:
        """Hear that inputs changed."""
        self._note("moved")

    def ended(self, session: BoardSession) -> None:
        """Hear that a session is over."""
        self._note("ended")


WANTS = Wants(inputs=0b11100, lamps=1 << 17, pull=1)


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
def link(path: Path, kept: Kept) -> Iterator[BoardLink]:
    link = BoardLink(BoardPlug("left", str(path)), WANTS, kept, SystemClock())
    yield link
    link.close()


def test_a_catch_up_that_is_not_answered_ends_the_session_first(
    board: PtyBoard, link: BoardLink, kept: Kept
) -> None:
    link.start()
    kept.until("opened")
    assert link.catch_up()
    board.silence()
    link.catch_up()
    assert kept.heard.count("ended") == 1


def test_all_that_happened_before_a_catch_up_was_told_when_it_returns(
    board: PtyBoard, link: BoardLink, kept: Kept
) -> None:
    link.start()
    kept.until("opened")
    for number in range(50):
        moved = threading.Event()
        board.press([2]) if number % 2 == 0 else board.release()
        board.do(moved.set)
        assert moved.wait(PATIENCE)
        assert link.catch_up()
        assert kept.heard.count("moved") == number + 1


def noted(light: Callable[[int], None], lit: threading.Event, mask: int) -> None:
    """Light lamps, and say so when they are those that were wanted."""
    light(mask)
    if mask == WANTS.lamps:
        lit.set()


def test_lamps_are_lit_in_every_session(
    path: Path, link: BoardLink, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (1, 2):
        board = PtyBoard(path)
        lit = threading.Event()
        light = board.twin.pins.light
        monkeypatch.setattr(board.twin.pins, "light", partial(noted, light, lit))
        link.light(WANTS.lamps)
        link.start()
        kept.until("opened", number)
        assert lit.wait(PATIENCE)
        board.unplug()
        kept.until("ended", number)


def test_a_fault_of_a_listener_costs_nobody_the_board(
    board: PtyBoard, link: BoardLink, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults: list[str] = []
    monkeypatch.setattr(threading, "excepthook", lambda fault: faults.append(str(fault.exc_value)))

    def broken(session: BoardSession, moved: Moved) -> None:
        raise RuntimeError("a listener's fault")

    monkeypatch.setattr(kept, "moved", broken)
    link.start()
    kept.until("opened")
    board.press([2])
    assert link.catch_up()
    assert link.catch_up()
    assert faults == ["a listener's fault"]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (
            lambda came: b"",
            'grab board "left": what is at {path} doesn\'t answer as a grab board; put the firmware on it '
            "(docs/grab_board.md), or correct port = in the seats file",
        ),
        (
            future_board,
            'grab board "left": it speaks version 2 to 3 of the protocol, this program 1; '
            "update this program",
        ),
    ],
)
def test_what_is_no_board_of_ours_is_told_in_a_sentence(
    answer: Callable[[bytes], bytes],
    sentence: str,
    path: Path,
    link: BoardLink,
    kept: Kept,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(board_session, "ANSWERS_WITHIN", 100_000_000)
    device = Plugged(path, answer)
    link.start()
    kept.until("ended")
    assert link.trouble == sentence.format(path=path)
    device.unplug()


def test_a_closed_link_is_quiet_whatever_is_asked_of_it(board: PtyBoard, link: BoardLink, kept: Kept) -> None:
    link.start()
    kept.until("opened")
    link.close()
    heard = list(kept.heard)
    link.light(1 << 17)
    assert link.catch_up()
    link.start()
    link.close()
    assert kept.heard == heard == ["opened", "ended"]


def test_a_link_that_never_started_closes(link: BoardLink) -> None:
    link.close()
    link.light(0)
    assert link.catch_up()


def test_no_hello_has_a_byte_that_stops_a_pico_which_is_just_starting() -> None:
    assert not any(3 in frames.encode(frames.pack_hello(new_number())) for _ in range(3000))


# --- ports ---


def test_a_port_that_another_program_holds_is_told_so(path: Path, board: PtyBoard) -> None:
    port = SerialPort(str(path))
    with pytest.raises(BoardBusyError, match=r'"left": another program holds .*; close that program'):
        open_port(BoardPlug("left", str(path)))
    port.close()
    open_port(BoardPlug("left", str(path))).close()


def test_a_port_with_nothing_plugged_in_is_told_so(path: Path) -> None:
    with pytest.raises(BoardMissingError, match=r'"left": nothing is plugged in at .*; plug it in'):
        open_port(BoardPlug("left", str(path)))


def test_what_is_no_port_is_told_so(path: Path) -> None:
    path.write_text("a letter to a friend")
    with pytest.raises(NotABoardError, match=r"is no serial port .*; correct port = in the seats file"):
        open_port(BoardPlug("left", str(path)))
    assert path.read_text() == "a letter to a friend"


def test_a_port_that_may_not_be_opened_names_the_group_that_may(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise serial.SerialException(errno.EACCES, "could not open port: Permission denied")

    monkeypatch.setattr(serial, "Serial", refuse)
    monkeypatch.setattr(permission, "group_of", lambda path: "dialout")
    with pytest.raises(NoPermissionError) as refused:
        open_port(BoardPlug("left", "/dev/ttyACM0"))
    assert str(refused.value) == (
        'grab board "left": this user may not open /dev/ttyACM0; add it to the group dialout '
        "(sudo usermod -aG dialout $USER) and log in again"
    )


ONE = FoundPort("/dev/ttyACM0", "e6614103e7452d2f")
OTHER = FoundPort("/dev/ttyACM1", "e6614103e7000000")


@pytest.mark.parametrize(
    ("port", "found", "path"),
    [
        (None, [ONE], "/dev/ttyACM0"),
        ("E6614103E7000000", [ONE, OTHER], "/dev/ttyACM1"),
        ("/dev/ttyAMA0", [], "/dev/ttyAMA0"),
        ("/dev/ttyAMA0", [ONE], "/dev/ttyAMA0"),
    ],
)
def test_a_board_is_found_by_its_id_its_path_or_by_being_the_only_one(
    port: str | None, found: list[FoundPort], path: str
) -> None:
    assert find_port(BoardPlug("left", port), lambda: found) == path


@pytest.mark.parametrize(
    ("port", "found", "sentence"),
    [
        (None, [], 'grab board "left": no board is plugged in; plug it in'),
        ("e66", [ONE], 'grab board "left": no board with the id e66 is plugged in; plug it in'),
        (
            None,
            [ONE, OTHER],
            'grab board "left": 2 boards are plugged in; say which one it is in the seats file: '
            'port = "e6614103e7452d2f" or port = "e6614103e7000000"',
        ),
    ],
)
def test_a_board_that_is_nowhere_or_anywhere_is_told_so(
    port: str | None, found: list[FoundPort], sentence: str
) -> None:
    with pytest.raises(BoardMissingError) as missing:
        find_port(BoardPlug("left", port), lambda: found)
    assert str(missing.value) == sentence


def test_boards_are_found_by_usb_id_and_by_the_names_of_our_udev_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Listed:
        def __init__(self, device: str, vid: int | None, pid: int | None, serial_number: str | None) -> None:
            self.device, self.vid, self.pid, self.serial_number = device, vid, pid, serial_number

    (tmp_path / "ttyUSB7").touch()
    (tmp_path / "grab-board-ABC").symlink_to(tmp_path / "ttyUSB7")
    monkeypatch.setattr(serial_ports, "LINKS", (str(tmp_path), "grab-board-*"))
    monkeypatch.setattr(
        list_ports,
        "comports",
        lambda: [
            Listed("/dev/ttyACM1", 0x2E8A, 0x0005, "E6614103E7452D2F"),
            Listed("/dev/ttyACM0", 0x2341, 0x0043, "75"),
            Listed("/dev/ttyS0", None, None, None),
        ],
    )
    assert serial_ports.list_boards() == [
        FoundPort("/dev/ttyACM1", "e6614103e7452d2f"),
        FoundPort(str(tmp_path / "ttyUSB7"), "abc"),
    ]


def test_a_board_that_cannot_be_opened_is_tried_again_with_longer_and_longer_pauses(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []
    again = threading.Event()
    pauses: list[float] = []

    def opener(plug: BoardPlug) -> Port:
        tried.append(failing.trouble)
        if len(tried) == 4:
            again.set()
        raise HardwareError("a sentence")

    failing = BoardLink(BoardPlug("left"), WANTS, kept, SystemClock(), opener)
    monkeypatch.setattr(failing, "_rest", pauses.append)
    failing.start()
    assert again.wait(PATIENCE)
    failing.close()
    assert tried[:4] == ["", "a sentence", "a sentence", "a sentence"]
    assert pauses[:7] == [0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0][: len(pauses[:7])]
    assert kept.heard == []
