"""The link to a board: a duel over a real pseudo-terminal, then a simulated board in a hand-driven loop."""

import errno
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
import serial
from serial.tools import list_ports

from companion.clock import MILLISECOND, HandClock, Instant, Nanoseconds
from hardware import machine
from hardware.boards import serial_ports
from hardware.boards.clock_map import Exchanges
from hardware.boards.link import BoardLink, BoardListener, lost_changes, new_number, why_ended
from hardware.boards.serial_ports import FoundPort, SerialPort, find_port, open_port
from hardware.boards.session import BoardSession, Event, Moved, SessionEnded, Wants, WhyEnded
from hardware.errors import BoardBusyError, BoardMissingError, NoPermissionError, NotABoardError
from hardware.firmware import frames
from hardware.grab.adjudicate import Decided, Quality
from hardware.grab.contacts import Seat, SeatState
from hardware.lab.board_rig import readable
from hardware.pads.grab_pad import open_pad
from hardware.wiring.wiring import BoardPlug, SeatWires, Wiring
from tests.hardware.boards.hand_port import HandBoard, HandPort
from tests.hardware.boards.pty import PATIENCE, PtyBoard
from tests.hardware.hand_loop import HandLoop
from tests.hardware.pads.watched import Watched
from tests.hardware.table import START, ms


def wiring(path: Path, seats: int = 15) -> Wiring:
    """Return a wiring with seats 0, 1, ... on pins 2, 3, ... of a board at this port."""
    wires = tuple(SeatWires(Seat(seat), 2 + seat, board="left") for seat in range(seats))
    return Wiring(seats=wires, boards=(BoardPlug("left", str(path)),))


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
        # The time between the steps depends on this machine.
        first = verdict.seat if isinstance(verdict, Decided) else 7
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
        assert isinstance(verdict, Decided)
        assert verdict.seat == 2
    board.unplug()
    assert set(threading.enumerate()) <= before


class Kept(BoardListener):
    """A listener that records its calls."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def opened(self, session: BoardSession) -> None:
        self.heard.append("opened")

    def moved(self, session: BoardSession, moved: Moved) -> None:
        self.heard.append("moved")

    def jumped(self, session: BoardSession) -> None:
        self.heard.append("jumped")

    def ended(self, session: BoardSession) -> None:
        self.heard.append("ended")


WANTS = Wants(inputs=0b11100, lamps=1 << 17, pull=1)


class Desk:
    """A link in a hand-driven loop, and the boards plugged in one after the other."""

    def __init__(self) -> None:
        self.loop = HandLoop(HandClock(START))
        self.calls = Kept()
        self.ports: list[HandPort] = []
        self.tried: list[float] = []
        """When the port was looked for, in ms, and the trouble before that."""
        self.troubles: list[str] = []
        self.link = BoardLink(self.loop, BoardPlug("left"), WANTS, self.calls, self._open)

    @property
    def heard(self) -> list[str]:
        return self.calls.heard

    def plug_in(self, room: int = 4096) -> HandBoard:
        """Plug a board in; the link finds it when it next looks."""
        board = HandBoard(self.loop.clock, room)
        self.ports.append(board)
        self.link.start()
        self.run(5200)
        return board

    def run(self, milliseconds: float) -> None:
        self.loop.until(Instant(self.loop.clock.now() + ms(milliseconds)))

    def _open(self, plug: BoardPlug) -> HandPort:
        self.tried.append((self.loop.clock.now() - START) / MILLISECOND)
        self.troubles.append(self.link.trouble)
        if not self.ports:
            raise BoardMissingError("a sentence")
        return self.ports.pop(0)


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.link.close()
    desk.loop.close()


def test_a_board_is_heard_until_it_is_pulled_and_again_when_it_is_back(desk: Desk) -> None:
    for _ in range(2):
        board = desk.plug_in()
        assert desk.link.trouble == ""
        board.press([2])
        desk.run(1)
        assert desk.heard == ["opened", "moved"]
        board.pull()
        desk.run(1)
        assert desk.heard == ["opened", "moved", "ended"]
        assert desk.link.trouble == 'grab board "left": it was unplugged; plug it in again'
        assert board.closed
        desk.heard.clear()


def test_a_catch_up_that_is_not_answered_ends_the_session_first(desk: Desk) -> None:
    board = desk.plug_in()
    desk.link.catch_up()
    board.silent = True
    before = desk.loop.clock.now()
    desk.link.catch_up()
    assert desk.heard == ["opened", "ended"]
    assert ms(250) <= desk.loop.clock.now() - before <= ms(500)


def test_a_board_that_keeps_changes_back_is_given_up(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.plug_in()
    monkeypatch.setattr(BoardSession, "caught_up", 0)
    before = desk.loop.clock.now()
    desk.link.catch_up()
    assert desk.loop.clock.now() - before == ms(500)
    assert desk.heard == ["opened", "ended"]


def test_a_standstill_of_ours_costs_nobody_the_board(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/timing.md: if our program stops for any time, the verdict is the same, only later."""
    board = desk.plug_in()
    board.press([2])

    def stand_still() -> bytes:
        monkeypatch.undo()
        desk.loop.hand.advance(ms(2000))
        return board.read()

    monkeypatch.setattr(board, "read", stand_still)
    desk.link.catch_up()
    assert (desk.heard, desk.link.trouble) == (["opened", "moved"], "")


@pytest.mark.parametrize("reading", [False, True])
def test_a_change_that_comes_again_while_we_stand_still_is_heard(
    reading: bool, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = desk.plug_in()
    board.silent = True
    board.press([2])
    board.silent = False
    pump, read = desk.loop.pump, board.read

    def stand_still() -> None:
        monkeypatch.undo()
        desk.loop.hand.advance(ms(300))
        board.say(board.twin.turn())

    def after_reading() -> bytes:
        data = read()
        stand_still()
        return data

    def once(file: int, until: Instant) -> None:
        pump(file, until)
        monkeypatch.undo()
        if reading:
            board.say(b"\0")
            monkeypatch.setattr(board, "read", after_reading)
        else:
            stand_still()

    monkeypatch.setattr(desk.loop, "pump", once)
    desk.link.catch_up()
    assert desk.heard == ["opened", "moved"]


def test_exchanges_know_how_far_the_clock_was_steered(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.plug_in()
    seen: list[Nanoseconds] = []
    monkeypatch.setattr(desk.loop.hand, "steered", lambda: Nanoseconds(7))
    monkeypatch.setattr(Exchanges, "add", lambda exchanges, exchange: seen.append(exchange.steered))
    desk.link.catch_up()
    assert seen == [7]


def test_a_board_that_goes_while_it_is_asked_is_told_before_the_ruling(desk: Desk) -> None:
    board = desk.plug_in()
    board.pull()
    desk.link.catch_up()
    assert desk.heard == ["opened", "ended"]


def test_a_clock_that_jumped_is_told_before_the_ruling(desk: Desk) -> None:
    board = desk.plug_in()
    board.press([2])
    desk.run(1)
    board.ahead = ms(-3)
    desk.run(5)
    desk.link.catch_up()
    assert desk.heard == ["opened", "moved", "jumped"]


def test_all_that_happened_before_a_catch_up_was_told_when_it_returns(desk: Desk) -> None:
    board = desk.plug_in()
    for number in range(50):
        board.twin.press([2]) if number % 2 == 0 else board.twin.release()
        desk.link.catch_up()
        assert desk.heard.count("moved") == number + 1


def test_who_is_told_cannot_wait_for_more(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []

    def ask(session: BoardSession, moved: Moved) -> None:
        desk.link.catch_up()
        told.append(moved.before & ~moved.after)

    board = desk.plug_in()
    monkeypatch.setattr(desk.calls, "moved", ask)
    board.press([2], [3])
    desk.run(1)
    assert told == [1 << 2, 1 << 3]


def test_a_lamp_is_lit_in_every_session_at_once_by_whoever_is_served_and_soon_for_others(desk: Desk) -> None:
    desk.link.light(WANTS.lamps)
    board = desk.plug_in()
    assert board.twin.pins.lit == WANTS.lamps
    board.pull()
    board = desk.plug_in()
    assert board.twin.pins.lit == WANTS.lamps
    with desk.loop.locked():
        desk.link.light(0)
    assert board.twin.pins.lit == 0
    desk.link.light(WANTS.lamps)
    desk.loop.settle()
    assert board.twin.pins.lit == WANTS.lamps


def test_who_lights_a_lamp_on_a_pulled_board_hears_of_that_later(desk: Desk) -> None:
    board = desk.plug_in()
    board.pull()
    with desk.loop.locked():
        desk.link.light(WANTS.lamps)
        assert desk.heard == ["opened"]
    desk.loop.settle()
    assert desk.heard == ["opened", "ended"]


def test_what_does_not_fit_is_sent_when_there_is_room(desk: Desk) -> None:
    board = desk.plug_in(room=3)
    assert desk.heard == ["opened"]
    board.press([2])
    desk.link.catch_up()
    assert desk.heard == ["opened", "moved"]


def test_a_fault_of_a_listener_costs_nobody_the_board(desk: Desk, faults: list[str]) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a listener's fault")

    board = desk.plug_in()
    desk.calls.moved = broken  # type: ignore[method-assign, assignment]
    board.press([2])
    desk.link.catch_up()
    desk.link.catch_up()
    desk.calls.ended = broken  # type: ignore[method-assign, assignment]
    board.pull()
    desk.plug_in()
    assert (desk.heard, faults) == (["opened", "opened"], ["RuntimeError a listener's fault"] * 2)


def test_a_fault_in_a_session_ends_it_and_another_begins(desk: Desk, faults: list[str]) -> None:
    def broken(*_: object) -> list[Event]:
        raise RuntimeError("no such message")

    board = desk.plug_in()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BoardSession, "take", broken)
        board.press([2])
        desk.run(1)
    assert (desk.heard, faults) == (["opened", "ended"], ["RuntimeError no such message"])
    desk.plug_in()
    assert desk.heard == ["opened", "ended", "opened"]


def test_what_is_no_board_is_told_so(desk: Desk) -> None:
    desk.ports.append(HandPort(lambda came: b""))
    desk.link.start()
    desk.run(1300)
    assert desk.heard == ["ended"]
    assert desk.troubles[:2] == [
        "",
        'grab board "left": what is at its USB port doesn\'t answer as a grab board; '
        "put the firmware on it (docs/grab_board.md), or correct its port in the seats file",
    ]


def test_a_closed_link_is_quiet_whatever_is_asked_of_it(desk: Desk) -> None:
    board = desk.plug_in()
    desk.link.close()
    assert board.closed
    desk.link.light(1 << 17)
    desk.link.catch_up()
    desk.link.start()
    desk.run(10_000)
    desk.link.close()
    assert (desk.heard, len(desk.tried)) == (["opened", "ended"], 1)


def test_a_link_that_never_started_closes(desk: Desk) -> None:
    desk.link.close()
    desk.link.light(0)
    desk.link.catch_up()
    desk.run(1000)
    assert desk.tried == []


def test_a_port_that_is_open_only_after_the_link_was_closed_is_let_go(desk: Desk) -> None:
    board = HandBoard(desk.loop.clock)
    desk.ports.append(board)
    desk.link.start()
    desk.link.close()
    desk.run(1000)
    assert (board.closed, desk.heard) == (True, [])


def test_a_board_that_cannot_be_opened_is_tried_again_with_longer_and_longer_pauses(desk: Desk) -> None:
    desk.link.start()
    desk.run(20_000)
    assert desk.tried == [0, 200, 600, 1400, 3000, 6200, 11200, 16200]
    assert desk.troubles[:3] == ["", "a sentence", "a sentence"]
    assert desk.heard == []


def test_no_hello_has_a_byte_that_stops_a_pico_which_is_just_starting() -> None:
    assert not any(3 in frames.framed(frames.hello(new_number())) for _ in range(3000))


# --- ports ---


def test_a_port_that_another_program_holds_is_told_so(path: Path, board: PtyBoard) -> None:
    port = SerialPort(str(path))
    with pytest.raises(BoardBusyError, match=r'"left": another program holds .*; close that program'):
        open_port(BoardPlug("left", str(path)))
    port.close()
    open_port(BoardPlug("left", str(path))).close()


def test_what_another_program_left_unsaid_spoils_no_first_message(path: Path, board: PtyBoard) -> None:
    """docs/grab_board.md: the computer begins a connection with a lone zero byte."""
    board.do(partial(board.twin.turn, b"AT\r"))
    port = open_port(BoardPlug("left", str(path)))
    port.write(frames.framed(frames.hello(7)))
    assert readable(port, PATIENCE)
    port.close()


def test_a_port_with_nothing_plugged_in_is_told_so(path: Path) -> None:
    with pytest.raises(BoardMissingError, match=r'"left": nothing is plugged in at .*; plug it in'):
        open_port(BoardPlug("left", str(path)))


def test_what_is_no_port_is_told_so(path: Path) -> None:
    path.write_text("a letter to a friend")
    with pytest.raises(NotABoardError) as refused:
        open_port(BoardPlug("left", str(path)))
    what = f"{path} is no serial port; correct its port in the seats file"
    assert str(refused.value) == f'grab board "left": {what}'
    assert path.read_text() == "a letter to a friend"


@pytest.mark.parametrize(
    ("group", "remedy"),
    [
        ("dialout", "add it to the group dialout (sudo usermod -aG dialout $USER) and log in again"),
        # Nobody should join root's group, and a group unknown to this system can't be joined.
        ("root", "make it yours until the machine restarts (sudo chown $USER /dev/ttyACM0)"),
        ("", "make it yours until the machine restarts (sudo chown $USER /dev/ttyACM0)"),
    ],
)
def test_a_port_that_may_not_be_opened_names_a_group_that_may_and_is_there(
    group: str, remedy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise serial.SerialException(errno.EACCES, "could not open port: Permission denied")

    monkeypatch.setattr(serial, "Serial", refuse)
    monkeypatch.setattr(machine, "group_of", lambda path: group)
    with pytest.raises(NoPermissionError) as refused:
        open_port(BoardPlug("left", "/dev/ttyACM0"))
    assert str(refused.value) == f'grab board "left": this user may not open /dev/ttyACM0; {remedy}'


ONE = FoundPort("/dev/ttyACM0", "e6614103e7452d2f")
OTHER = FoundPort("/dev/ttyACM1", "e6614103e7000000")


@pytest.mark.parametrize(
    ("port", "found", "path"),
    [
        # Found by its id, by its path, or as the only board.
        (None, [ONE], "/dev/ttyACM0"),
        ("E6614103E7000000", [ONE, OTHER], "/dev/ttyACM1"),
        ("/dev/ttyAMA0", [], "/dev/ttyAMA0"),
        ("/dev/ttyAMA0", [ONE], "/dev/ttyAMA0"),
        # Not found, or more than one.
        (None, [], 'grab board "left": no board is plugged in; plug it in'),
        ("e66", [ONE], 'grab board "left": no board with the id e66 is plugged in; plug it in'),
        (
            None,
            [ONE, OTHER],
            'grab board "left": 2 boards are plugged in; say which one it is in the seats file: '
            'port = "e6614103e7452d2f" or port = "e6614103e7000000"',
        ),
        # Two with one id differ by where they are plugged in.
        (
            ONE.id,
            [ONE, FoundPort("/dev/ttyACM1", ONE.id)],
            'grab board "left": 2 boards are plugged in; say which one it is in the seats file: '
            'port = "/dev/ttyACM0" or port = "/dev/ttyACM1"',
        ),
    ],
)
def test_a_board_is_found_or_told_why_not(port: str | None, found: list[FoundPort], path: str) -> None:
    try:
        path_found = find_port(BoardPlug("left", port), lambda: found)
    except BoardMissingError as missing:
        path_found = str(missing)
    assert path_found == path


def test_boards_are_found_by_id_and_by_our_udev_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
    pico = FoundPort("/dev/ttyACM1", "e6614103e7452d2f")
    assert serial_ports.list_boards() == [pico, FoundPort(str(tmp_path / "ttyUSB7"), "abc")]


WHAT_TO_DO = {
    SessionEnded(WhyEnded.PINS, 0b11 << 20): "it can't use GP20 and GP21; wire that to other pins",
    SessionEnded(WhyEnded.RESET): "it started again; if that goes on, look at its power and its cable",
    SessionEnded(WhyEnded.NONSENSE): "it contradicts itself; put this program's firmware on it",
    SessionEnded(WhyEnded.SILENCE): "it stopped answering; look at its cable",
    SessionEnded(
        WhyEnded.VERSION, 0x0202
    ): "it speaks version 2 of the protocol, this program 1; update this",
    SessionEnded(
        WhyEnded.VERSION, 0
    ): "it speaks version 0 of the protocol, this program 1; put this program's",
}


@pytest.mark.parametrize(("ended", "sentence"), WHAT_TO_DO.items(), ids=str)
def test_each_fault_of_a_board_says_what_to_do(ended: SessionEnded, sentence: str) -> None:
    assert why_ended("left", "its USB port", ended).startswith(f'grab board "left": {sentence}')


def test_a_silent_board_is_looked_for_where_it_is_wired() -> None:
    """A wire has two ends to swap, and is a Pi's console until that is switched off."""
    silence = SessionEnded(WhyEnded.NO_ANSWER)
    assert "; put the firmware on it " in why_ended("left", "/dev/ttyACM0", silence)
    said = why_ended("left", "/dev/ttyAMA0", silence)
    assert "; check that its data wires aren't swapped (TXD to GP1, RXD to GP0), that no login uses " in said


def test_lost_changes_are_told_in_number() -> None:
    assert "it lost 12 changes of its inputs" in lost_changes("left", 12)
