"""A grab board on an emulated USB port: the kernel's gadget and dummy controller, plugged in and pulled out.

The firmware's logic answers on the gadget's end, /dev/ttyGS0; the pad finds /dev/ttyACM0 by its USB id.
"""

import os
import time
import tty
from collections.abc import Callable
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from statistics import quantiles

from companion.clock import MILLISECOND, Nanoseconds, SystemClock
from hardware.doctor import examine_boards
from hardware.grab.adjudicate import DeadHeat, Decided, Verdict, Void, VoidReason
from hardware.grab.contacts import ContactTimes, Seat, SeatState
from hardware.pads.grab_pad import GrabPad, open_pad
from hardware.wiring.wiring import BoardPlug, SeatWires, Wiring
from tests.hardware.boards.pty import Device, ticks, timed
from tests.hardware.boards.twin import ID, RATE, Twin
from tests.kernel.outcome import Ask, Outcome

GADGET = Path("/sys/kernel/config/usb_gadget/board")
CONTROLLERS = Path("/sys/class/udc")
BOARD_END, OUR_END = Path("/dev/ttyGS0"), Path("/dev/ttyACM0")
SEATS = 15
DUELS = 60
PATIENCE = 60.0
"""In seconds; everything takes long in an emulator."""
QUICK = ContactTimes()
SLOW = ContactTimes(window=Nanoseconds(50 * MILLISECOND))
"""The longest possible window, in which there is time to pull the cable."""
MISSING = 'grab board "left": no board is plugged in; plug it in'
PULLED = 'grab board "left": it was unplugged; plug it in again'
CALM = 0.1
"""Seconds between duels: longer than a lock-out, and too slow for a storm."""


class Pico:
    """A gadget that looks like a Pico with MicroPython, to be plugged in and pulled out."""

    def __init__(self) -> None:
        self.twin = Twin(ticks)
        self._device: Device | None = None
        for folder in ("strings/0x409", "configs/c.1", "functions/acm.0"):
            (GADGET / folder).mkdir(parents=True)
        for name, value in (
            ("idVendor", "0x2e8a"),
            ("idProduct", "0x0005"),
            ("strings/0x409/serialnumber", ID.hex()),
            ("strings/0x409/product", "Board in FS mode"),
        ):
            (GADGET / name).write_text(value)
        (GADGET / "configs/c.1/acm.0").symlink_to(GADGET / "functions/acm.0")

    def plug_in(self) -> None:
        """Plug it in, with its firmware freshly started."""
        self.twin = Twin(ticks)
        (GADGET / "UDC").write_text(next(CONTROLLERS.iterdir()).name)
        wait_for(OUR_END.exists)
        file = os.open(BOARD_END, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(file)
        self._device = Device(file, self.twin.turn)

    def pull(self) -> None:
        """Pull the cable."""
        (GADGET / "UDC").write_text("\n")
        if self._device is not None:
            self._device.stop()
            self._device = None

    def do(self, job: Callable[[], object]) -> None:
        """Do something to its pins, in its own thread."""
        if self._device is not None:
            self._device.do(job)


def wait_for(done: Callable[[], bool]) -> None:
    """Wait until `done` is true; TimeoutError if it doesn't come."""
    end = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > end:
            raise TimeoutError("it never came")
        time.sleep(0.01)


def all_are(pad: GrabPad, state: SeatState) -> Callable[[], bool]:
    """Return a condition to wait for: all buttons are in this state."""
    return lambda: {status.state for status in pad.states.values()} == {state}


def plugs(ask: Ask, outcome: Outcome) -> None:
    """Play duels, pull the cable during one, plug it in again, and play on."""
    pico = Pico()
    try:
        play(pico, outcome)
        pull(pico, outcome)
        (found,) = examine_boards(wiring())
        outcome.expect(found.ok and ID.hex() in found.what, f"the doctor says {found}")
    finally:
        pico.pull()


def wiring(timing: ContactTimes = QUICK) -> Wiring:
    """Return a wiring with fifteen seats on one board."""
    return Wiring(
        seats=tuple(SeatWires(Seat(seat), 2 + seat, board="left") for seat in range(SEATS)),
        boards=(BoardPlug("left"),),
        timing=timing,
    )


def play(pico: Pico, outcome: Outcome) -> None:
    """Wait for the board, then have all seats press after one, which must win or be in the dead heat."""
    clock = SystemClock()
    verdicts: SimpleQueue[tuple[int, Verdict]] = SimpleQueue()
    took = []
    with open_pad(wiring()) as pad:
        pad.on_verdict = lambda verdict: verdicts.put((clock.now(), verdict))
        time.sleep(CALM)
        outcome.expect(pad.trouble == MISSING, f"without a board it says {pad.trouble!r}")
        pico.plug_in()
        wait_for(all_are(pad, SeatState.OPEN))
        outcome.expect(pad.trouble == "", f"with a board it says {pad.trouble!r}")
        (found,) = examine_boards(wiring())
        outcome.expect(found.ok and "in use by this program" in found.what, f"the doctor says {found}")
        for number in range(DUELS):
            wait_for(all_are(pad, SeatState.OPEN))
            time.sleep(CALM)
            first = Seat(number % SEATS)
            pad.arm()
            began: SimpleQueue[int] = SimpleQueue()
            pico.do(partial(timed, began, partial(pico.twin.press, [2 + first], range(2, 2 + SEATS))))
            at, verdict = verdicts.get(timeout=PATIENCE)
            took.append((at - began.get()) / MILLISECOND)
            # Usually the emulator takes longer than the error band between the two steps, but not always.
            ahead = isinstance(verdict, Decided) and verdict.seat == first
            tied = isinstance(verdict, DeadHeat) and first in verdict.seats
            outcome.expect(ahead or tied, f"duel {number}: {verdict}")
            pico.do(pico.twin.release)
        bound = pad.banks[0].budget.bound or 0
    row = f"a board of {RATE:,} ticks a second at ttyACM0"
    outcome.put(row, "duels", DUELS)
    outcome.put(row, "contact to verdict, half", f"{quantiles(took, n=100)[49]:.1f} ms")
    outcome.put(row, "99 of 100", f"{quantiles(took, n=100)[-1]:.1f} ms")
    outcome.put(row, "bound of its clock", f"{bound / MILLISECOND:.2f} ms")


def pull(pico: Pico, outcome: Outcome) -> None:
    """Pull the cable during the window: that is void, and after plugging in again the game goes on."""
    verdicts: SimpleQueue[Verdict] = SimpleQueue()
    with open_pad(wiring(SLOW)) as pad:
        pad.on_verdict = verdicts.put
        wait_for(all_are(pad, SeatState.OPEN))
        pad.arm()
        pico.do(partial(pico.twin.press, [4]))
        wait_for(lambda: pad.states[Seat(2)].state is SeatState.PRESSED)
        pico.pull()
        verdict = verdicts.get(timeout=PATIENCE)
        void = isinstance(verdict, Void) and verdict.reason is VoidReason.UNPLUGGED
        outcome.expect(void, f"with the cable pulled: {verdict}")
        wait_for(all_are(pad, SeatState.UNPLUGGED))
        outcome.expect(pad.trouble in (PULLED, MISSING), f"with the cable pulled it says {pad.trouble!r}")
        pico.plug_in()
        wait_for(all_are(pad, SeatState.OPEN))
        time.sleep(CALM)
        pad.arm()
        pico.do(partial(pico.twin.press, [4]))
        verdict = verdicts.get(timeout=PATIENCE)
        outcome.expect(isinstance(verdict, Decided) and verdict.seat == 2, f"plugged in again: {verdict}")
    result = "void, then played on" if not outcome.failures else "-"
    outcome.put("the cable pulled in a duel", "duels", result)
