"""Emulated USB pads and keyboards: the kernel's HID gadgets on its dummy controllers, and fingers for them.

Each pad acts like an encoder: it scans its sixteen buttons every `SCAN` and reports all changes at once.
"""

import multiprocessing
import os
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple, Self

from companion.clock import MILLISECOND, SECOND, Nanoseconds
from hardware.usb.devices import list_pads

GADGETS = Path("/sys/kernel/config/usb_gadget")
CONTROLLERS = Path("/sys/class/udc")

SCAN = Nanoseconds(4 * MILLISECOND)
FIRST = 0x120
"""BTN_TRIGGER, the first button of a joystick."""
FIRST_BUZZER, BUZZER_BUTTONS = 0x2C0, 5
"""BTN_TRIGGER_HAPPY1, and the number of buttons of each of the four buzzers; the large one comes first."""
LEAD = Nanoseconds(20 * MILLISECOND)
"""From the request to the first press."""


class Kind(NamedTuple):
    """What a gadget pretends to be: report descriptor, longest report in bytes, vendor and product."""

    descriptor: bytes
    length: int
    vendor: str = "0x1d6b"
    product: str = "0x0104"


ARCADE = Kind(bytes.fromhex("0501 0904 a101 0509 1901 2910 1500 2501 7501 9510 8102 c0"), 2)
"""A joystick with sixteen buttons, one bit each."""
QUIZ = Kind(
    bytes.fromhex(
        "0501 0904 a101 a102 0509 1901 2910 1500 2501 7501 9510 8102 0600ff 0902 26ff00 7508 9507 9102 c0 c0"
    ),
    8,
    "0x054c",
    "0x1000",
)
"""The same with an output report of seven bytes, with which hid-sony switches the lights of Buzz! buzzers."""
KEYBOARD = Kind(
    bytes.fromhex(
        "0501 0906 a101 0507 19e0 29e7 1500 2501 7501 9508 8102"
        "9501 7508 8103 9506 7508 1500 2565 1900 2965 8100 c0"
    ),
    8,
)
"""A keyboard: its report is a byte of modifiers, an empty one, and up to six keys that are down."""


class Gadget:
    """A pad on its own controller, to be plugged in and pulled out. There can be four."""

    def __init__(self, number: int, kind: Kind = ARCADE) -> None:
        self._place = GADGETS / f"pad{number}"
        self._controller = sorted(controller.name for controller in CONTROLLERS.iterdir())[number]
        for folder in ("strings/0x409", "configs/c.1", "functions/hid.0"):
            (self._place / folder).mkdir(parents=True, exist_ok=True)
        values = {
            "idVendor": kind.vendor,
            "idProduct": kind.product,
            "strings/0x409/product": "Arcade",
            "functions/hid.0/report_length": str(kind.length),
        }
        for name, value in values.items():
            (self._place / name).write_text(value)
        (self._place / "functions/hid.0/report_desc").write_bytes(kind.descriptor)
        (self._place / "configs/c.1/hid.0").symlink_to(self._place / "functions/hid.0")
        minor = (self._place / "functions/hid.0/dev").read_text().strip().partition(":")[2]
        self.path = f"/dev/hidg{minor}"

    @property
    def port(self) -> str:
        """The port the pad is plugged into, by the host side's name."""
        return f"usb-{self._controller.replace('udc', 'hcd')}-1/input0"

    def plug_in(self) -> None:
        """Plug it in; TimeoutError if the host side doesn't find it."""
        (self._place / "UDC").write_text(self._controller)
        end = time.monotonic() + 30
        while not any(pad.port == self.port and os.path.exists(pad.path) for pad in list_pads()):
            if time.monotonic() > end:
                raise TimeoutError(f"{self.port} never came; there are {[pad.port for pad in list_pads()]}")
            time.sleep(0.01)

    def pull(self) -> None:
        """Pull the cable."""
        (self._place / "UDC").write_text("\n")

    def remove(self) -> None:
        """Remove the gadget, so that another can use its controller."""
        (self._place / "configs/c.1/hid.0").unlink()
        for folder in ("functions/hid.0", "configs/c.1", "strings/0x409", ""):
            (self._place / folder).rmdir()


def pull_all() -> None:
    """Pull out gadgets left by a scenario: their buses tick 1,000 times a second and slow later ones."""
    for bound in GADGETS.glob("*/UDC"):
        if bound.read_text().strip():
            bound.write_text("\n")


class Move(NamedTuple):
    """A finger presses or releases a button of a pad, `at` ns after the start."""

    at: int
    pad: int
    button: int
    down: bool = True


class Made(NamedTuple):
    """A move that was made: the true time in ns, and the number of the pad's report that had it."""

    move: Move
    at: int
    report: int


class Fingers:
    """A process that presses buttons; create it before any thread, as it forks."""

    def __init__(self, gadgets: Sequence[Gadget]) -> None:
        context = multiprocessing.get_context("fork")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, [gadget.path for gadget in gadgets]))
        self._process.start()
        theirs.close()

    def make(self, moves: Sequence[Move]) -> list[Made]:
        """Make moves; return when each was made."""
        self._ours.send(list(moves))
        made: list[Made] = self._ours.recv()
        return made

    def begin(self, moves: Sequence[Move]) -> None:
        """Start making moves; `made` waits for them."""
        self._ours.send(list(moves))

    def made(self) -> list[Made]:
        """Wait for the moves that `begin` started, and return them."""
        made: list[Made] = self._ours.recv()
        return made

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._ours.close()
        self._process.join(5)
        self._process.kill()


def _work(orders: Connection, paths: list[str]) -> None:
    # Real hands and encoders don't wait for any program.
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(2))
    files: dict[int, int] = {}
    levels = [0] * len(paths)
    while True:
        try:
            moves: list[Move] = orders.recv()
        except EOFError:
            return
        orders.send(_make(moves, paths, files, levels))


def _make(moves: list[Move], paths: list[str], files: dict[int, int], levels: list[int]) -> list[Made]:
    start = time.monotonic_ns() + LEAD
    waiting = {pad: sorted(move for move in moves if move.pad == pad) for pad in {move.pad for move in moves}}
    # Encoders don't scan in step with each other.
    looks = {pad: start + pad * SCAN // len(paths) for pad in waiting}
    reports = dict.fromkeys(waiting, 0)
    made: list[Made] = []
    while waiting:
        pad = min(waiting, key=lambda pad: looks[pad])
        time.sleep(max(0, looks[pad] - time.monotonic_ns()) / SECOND)
        now = time.monotonic_ns()
        due = [move for move in waiting[pad] if start + move.at <= now]
        if due:
            for move in due:
                bit = 1 << move.button
                levels[pad] = levels[pad] | bit if move.down else levels[pad] & ~bit
                made.append(Made(move, start + move.at, reports[pad]))
            reports[pad] += 1
            if pad not in files:
                files[pad] = os.open(paths[pad], os.O_RDWR)
            os.write(files[pad], levels[pad].to_bytes(2, "little"))
        waiting[pad] = waiting[pad][len(due) :]
        looks[pad] += SCAN
        if not waiting[pad]:
            del waiting[pad]
    return made
