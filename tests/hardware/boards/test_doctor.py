"""What the doctor says about grab boards: found, missing, in use, not permitted, and what to do."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.clock import SystemClock
from hardware import doctor
from hardware.boards import session
from hardware.boards.disk import MODELS
from hardware.boards.serial_ports import FoundPort, SerialPort, list_waiting
from hardware.doctor import AtPort, ask, examine, examine_boards, holder
from hardware.errors import Finding
from hardware.firmware import frames
from hardware.firmware.board import FIRMWARE
from hardware.firmware.chips import USABLE
from hardware.grab.contacts import Seat
from hardware.wiring.seats_file import dumps
from hardware.wiring.wiring import BoardPlug, SeatWires, Wiring
from tests.hardware.boards.hand_port import HandBoard
from tests.hardware.boards.pty import Plugged, PtyBoard, future_board

LEFT_BOARD = 'grab board "left"'


def wiring(*plugs: BoardPlug, pin: int = 5) -> Wiring:
    """Return a wiring with one seat on each of these boards."""
    seats = tuple(SeatWires(Seat(place), pin, board=plug.name) for place, plug in enumerate(plugs))
    return Wiring(seats=seats, boards=plugs)


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "port")


@pytest.fixture
def board(path: str) -> Iterator[PtyBoard]:
    board = PtyBoard(Path(path))
    yield board
    board.unplug()


def test_a_board_says_who_it_is(path: str, board: PtyBoard) -> None:
    what = f"Twin at {path}, id e6614103e7452d2f, firmware 1.1.0, protocol 1, 5 million ticks a second"
    left = wiring(BoardPlug("left", path))
    assert list(examine_boards(left, list)) == [Finding(LEFT_BOARD, True, what)]
    unused = [Finding('grab board "e66"', True, f"{what}; no seat is on it")]
    assert list(examine_boards(None, lambda: [FoundPort(path, "e66")])) == unused
    assert list(examine_boards(left, lambda: [FoundPort(path, "e66")])) == [Finding(LEFT_BOARD, True, what)]


def test_a_board_whose_port_takes_a_byte_at_a_time_says_who_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    port = HandBoard(SystemClock(), room=1)
    monkeypatch.setattr("hardware.doctor.serial_ports.open_port", lambda plug: port)
    found = ask(BoardPlug("left", "/dev/one"))
    assert (found.trouble, found.identity is not None) == ("", True)


def test_without_boards_there_is_nothing_to_say() -> None:
    assert list(examine_boards(None, list)) == []
    assert list(examine_boards(Wiring(seats=(), boards=(BoardPlug("left"),)), list)) == []


def test_what_the_seats_file_wants_and_what_is_there_are_compared() -> None:
    two = wiring(BoardPlug("left", "aa"), BoardPlug("right", "bb"), BoardPlug("middle", "/dev/one"))
    answers = {"/dev/one": AtPort(trouble='grab board "left": it stopped answering; look at its cable')}
    listed = [FoundPort("/dev/one", "aa")]
    found = list(examine_boards(two, lambda: listed, lambda plug: answers[plug.port or ""]))
    assert found == [
        Finding(LEFT_BOARD, False, "it stopped answering", "look at its cable"),
        Finding('grab board "right"', False, "no board with the id bb is plugged in", "plug it in"),
        Finding(
            'grab board "middle"',
            False,
            'is at /dev/one, where "left" is already',
            "correct its port in the seats file",
        ),
    ]


def test_two_names_of_one_port_are_one_port(tmp_path: Path) -> None:
    """On a Pi /dev/serial0 is a link to /dev/ttyAMA0 or /dev/ttyS0."""
    serial0, uart = tmp_path / "serial0", tmp_path / "ttyAMA0"
    uart.touch()
    serial0.symlink_to(uart)
    two = wiring(BoardPlug("left", str(serial0)), BoardPlug("right", str(uart)))
    answers = {str(serial0): AtPort(identity("Twin"))}
    listed = [FoundPort(str(uart), "aa")]
    left, right = examine_boards(two, lambda: listed, lambda plug: answers[plug.port or ""], list)
    assert left.ok
    what = f'is at {uart}, where "left" is already'
    assert right == Finding('grab board "right"', False, what, "correct its port in the seats file")


def test_pins_that_the_board_has_not_are_told(path: str, board: PtyBoard) -> None:
    (found,) = examine_boards(wiring(BoardPlug("left", path), pin=24), list)
    remedy = "wire that to other pins and correct the seats file"
    assert found == Finding(LEFT_BOARD, False, "it can't use GP24", remedy)


def test_a_held_port_is_not_disturbed(path: str, board: PtyBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    held = SerialPort(path)
    assert holder(path) == os.getpid()
    (found,) = examine_boards(wiring(BoardPlug("left", path)), list)
    assert found == Finding(LEFT_BOARD, True, f"{path} is in use by this program")
    monkeypatch.setattr(doctor, "holder", lambda path: 1)
    monkeypatch.setattr(doctor, "_name", lambda process: "picocom")
    (found,) = examine_boards(wiring(BoardPlug("left", path)), list)
    assert found == Finding(LEFT_BOARD, False, f"{path} is held by picocom (process 1)", "close that program")
    monkeypatch.setattr(doctor, "watches", lambda process: process.name == "1")
    (found,) = examine_boards(wiring(BoardPlug("left", path)), list)
    assert found == Finding(LEFT_BOARD, True, f"{path} is in use by a running table (gpiozero-1)")
    monkeypatch.setattr(doctor, "holder", lambda path: 0)
    (found,) = examine_boards(wiring(BoardPlug("left", path)), list)
    assert found == Finding(LEFT_BOARD, False, f"another program holds {path}", "close that program")
    held.close()
    assert holder(path) == 0


GUIDE = "(docs/grab_board.md)"


def at_prompt(machine: str) -> Callable[[bytes], bytes]:
    """Answer like MicroPython's friendly prompt: it echoes, and Ctrl-B restarts it with its banner."""

    def answer(came: bytes) -> bytes:
        echo = bytes(byte for byte in came if 32 <= byte < 127)
        if b"\x02" not in came:
            return echo
        banner = f'MicroPython v1.28.0 on 2026-04-06; {machine}\r\nType "help()" for more information.'
        return echo + b"\r\n>>> \r\n" + banner.encode() + b"\r\n>>> "

    return answer


def silent(came: bytes) -> bytes:
    """Answer nothing."""
    return b""


@pytest.mark.parametrize(
    ("answer", "what", "remedy"),
    [
        (future_board, "it speaks version 2 to 3 of the protocol, this program 1", "update this program"),
        (
            silent,
            "what is at {path} doesn't answer as a grab board",
            f"put the firmware on it {GUIDE}, or correct its port in the seats file",
        ),
        (None, "nothing is plugged in at {path}", "plug it in"),
        (
            at_prompt("Raspberry Pi Pico with RP2040"),
            "it is a Raspberry Pi Pico with MicroPython v1.28.0, but without this firmware",
            f"hold BOOTSEL while you plug it in and drag grab-board-pico.uf2 onto its disk {GUIDE}",
        ),
        (
            at_prompt("Raspberry Pi Pico 2 W with RP2350"),
            "it is a Raspberry Pi Pico 2 W with MicroPython v1.28.0, but without this firmware",
            f"hold BOOTSEL while you plug it in and drag grab-board-pico-2-w.uf2 onto its disk {GUIDE}",
        ),
        (
            at_prompt("Seeed XIAO RP2040 with RP2040"),
            "it is a Seeed XIAO RP2040 with RP2040, on which the firmware can't run",
            "use a Raspberry Pi Pico, Pico W, Pico 2 or Pico 2 W",
        ),
    ],
    ids=["future", "silent", "nothing", "a Pico", "a Pico 2 W", "another board"],
)
def test_what_is_no_board_of_ours_is_told_and_a_board_at_micropythons_prompt_from_all_else(
    answer: Callable[[bytes], bytes] | None,
    what: str,
    remedy: str,
    path: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(session, "ANSWERS_WITHIN", 100_000_000)
    device = None if answer is None else Plugged(Path(path), answer)
    (found,) = examine_boards(wiring(BoardPlug("left", path)), list)
    assert found == Finding(LEFT_BOARD, False, what.format(path=path), remedy)
    if device is not None:
        device.unplug()


def identity(name: str, firmware: tuple[int, int, int] = FIRMWARE) -> frames.Identity:
    """Return how a board identifies itself."""
    return frames.Identity(1, 1, firmware, b"12345678", USABLE, 5_000_000, 0, 0, 512, name)


LEFT = BoardPlug("left", "/dev/x")


def probed(answer: AtPort, wired: Wiring | None = None) -> Finding:
    """Return the finding about a board that answers like this."""
    (found,) = examine_boards(wired or wiring(LEFT), list, lambda plug: answer, list)
    return found


def test_the_four_are_told_apart_and_a_pico_2_is_not_to_pull_down() -> None:
    down = replace(wiring(LEFT), pull="down")
    for model in MODELS:
        answer = AtPort(identity(model.name))
        assert probed(answer).ok
        assert probed(answer).what.startswith(f"{model.name} at /dev/x, id ")
        pulled = probed(answer, down)
        assert pulled.ok is ("Pico 2" not in model.name)
        assert pulled.remedy == ("" if pulled.ok else 'wire its buttons to GND and write pull = "up"')


def test_firmware_of_another_version_that_works_is_well_but_told() -> None:
    found = probed(AtPort(identity("Twin", (1, 0, 0))))
    assert found.ok
    assert "firmware 1.0.0 (this program brings 1.1.0)" in found.what


def test_a_board_that_waits_for_its_firmware_is_told(tmp_path: Path) -> None:
    devices = [("2e8a", "0003"), ("2e8a", "000f"), ("2e8a", "0005"), ("1d6b", "0003")]
    for place, (vendor, product) in enumerate(devices):
        device = tmp_path / f"1-{place}"
        device.mkdir()
        (device / "idVendor").write_text(f"{vendor}\n")
        (device / "idProduct").write_text(f"{product}\n")
    (tmp_path / "1-9").mkdir()
    (tmp_path / "1-9" / "idVendor").write_text("2e8a\n")
    first, second = examine_boards(None, list, ask, lambda: list_waiting(tmp_path))
    assert first == Finding(
        "grab board",
        False,
        "a Pico or Pico W waits for a .uf2: BOOTSEL was held",
        f"drag grab-board-pico.uf2 or -pico-w.uf2 onto its disk, after MicroPython's own {GUIDE}, "
        "or plug it in again without BOOTSEL",
    )
    assert "a Pico 2 or Pico 2 W waits" in second.what


def test_a_boards_name_may_be_long(path: str, board: PtyBoard) -> None:
    name = "the grab board at the far end of the long table, by the window, left of the door"
    (found,) = examine_boards(wiring(BoardPlug(name, path)), list)
    assert (found.name, found.ok) == (f'grab board "{name}"', True)
    packed = frames.pack(identity("Ä" * 60))
    unpacked = frames.unpack(frames.decode(frames.encode(packed)[:-1]))
    assert isinstance(unpacked, frames.Identity)
    assert unpacked.name == "Ä" * 60


def test_the_doctor_looks_at_boards_too(tmp_path: Path, path: str, board: PtyBoard) -> None:
    seats = tmp_path / "seats.toml"
    alone = wiring(BoardPlug("left", path))
    seats.write_text(dumps(alone))
    found = examine(seats, list)
    # Nothing is wired to the header, so a machine without one is fine.
    assert [finding.name for finding in found] == ["seats file", 'grab board "left"']
    assert found[1].ok
    seats.write_text(dumps(replace(alone, turn=4)))
    found = examine(seats, list)
    assert [finding.name for finding in found] == ["GPIO chips", "seats file", LEFT_BOARD, "header"]
    assert [finding.ok for finding in found] == [False, True, True, False]
