"""USB pads, and a keyboard, that are none: the kernel's HID gadgets on its own controllers, and fingers.

Each gadget plays an encoder: it looks at its sixteen buttons every `SCAN` and reports what has changed since,
all of it in one report.
"""

import multiprocessing
import os
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from companion.clock import MILLISECOND, SECOND, Nanoseconds
from hardware.usb.devices import list_pads

GADGETS = Path("/sys/kernel/config/usb_gadget")
CONTROLLERS = Path("/sys/class/udc")

SCAN = Nanoseconds(4 * MILLISECOND)
FIRST = 0x120
"""BTN_TRIGGER, the first button of a joystick."""
FIRST_BUZZER, BUZZER_BUTTONS = 0x2C0, 5
"""BTN_TRIGGER_HAPPY1, and how many buttons each of the four has; its own is the first."""
LEAD = Nanoseconds(20 * MILLISECOND)
"""From the order to the first press."""


class Kind(NamedTuple):
    """What a gadget says it is: its report descriptor, the bytes of its longest report, who made it."""

    descriptor: bytes
    length: int
    vendor: str = "0x1d6b"
    product: str = "0x0104"


ARCADE = Kind(bytes.fromhex("0501 0904 a101 0509 1901 2910 1500 2501 7501 9510 8102 c0"), 2)
"""A joystick with sixteen buttons of a bit each."""
QUIZ = Kind(
    bytes.fromhex(
        "0501 0904 a101 a102 0509 1901 2910 1500 2501 7501 9510 8102 0600ff 0902 26ff00 7508 9507 9102 c0 c0"
    ),
    8,
    "0x054c",
    "0x1000",
)
"""Likewise, and an output report of seven bytes: there hid-sony tells Buzz! buzzers what to light."""
KEYBOARD = Kind(
    bytes.fromhex(
        "0501 0906 a101 0507 19e0 29e7 1500 2501 7501 9508 8102"
        "9501 7508 8103 9506 7508 1500 2565 1900 2965 8100 c0"
    ),
    8,
)
"""A byte of modifiers, an empty one, and six keys that are down."""


class Gadget:
    """One pad on a controller of its own; it can be plugged in and pulled out. There can be four."""

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
        """Where the pad is plugged in, as the other end calls it."""
        return f"usb-{self._controller.replace('udc', 'hcd')}-1/input0"

    def plug_in(self) -> None:
        """Bring it to its bus."""
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
        """Forget the pad, so that there can be another."""
        (self._place / "configs/c.1/hid.0").unlink()
        for folder in ("functions/hid.0", "configs/c.1", "strings/0x409", ""):
            (self._place / folder).rmdir()


def pull_all() -> None:
    """Pull out what a scenario left plugged in: its bus ticks a thousand times a second, for all after it."""
    for bound in GADGETS.glob("*/UDC"):
        if bound.read_text().strip():
            bound.write_text("\n")


class Move(NamedTuple):
    """A finger: `at` ns after the first, on a button of a pad."""

    at: int
    pad: int
    button: int
    down: bool = True


class Made(NamedTuple):
    """A move as it was made: when it truly was, in ns, and the report that told it, by its number."""

    move: Move
    at: int
    report: int


class Fingers:
    """A process that moves buttons; fork it before there are threads."""

    def __init__(self, gadgets: Sequence[Gadget]) -> None:
        context = multiprocessing.get_context("fork")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, [gadget.path for gadget in gadgets]))
        self._process.start()
        theirs.close()

    def make(self, moves: Sequence[Move]) -> list[Made]:
        """Make moves and return when each was."""
        self._ours.send(list(moves))
        made: list[Made] = self._ours.recv()
        return made

    def begin(self, moves: Sequence[Move]) -> None:
        """Begin moves; `made` waits for them."""
        self._ours.send(list(moves))

    def made(self) -> list[Made]:
        """Return what was begun, when it is done."""
        made: list[Made] = self._ours.recv()
        return made

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ours.close()
        self._process.join(5)
        self._process.kill()


def _work(orders: Connection, paths: list[str]) -> None:
    # What hands and encoders do waits for no program.
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
    # Encoders don't look in step with each other.
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
