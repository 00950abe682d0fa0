"""A rig of GPIO outputs, each wired to a button's input through a resistor, in its own process.

The clock is read just before and just after each write: the press happened in between. The rig spins until
the instant of a press, which would delay the pad being measured if both were in one process.
"""

import multiprocessing
import signal
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from multiprocessing.connection import Connection

import gpiod
from gpiod.line import Direction, Value

from companion.clock import MILLISECOND, SECOND, Clock, Instant, Nanoseconds, SystemClock
from hardware.errors import HardwareError
from hardware.grab.contacts import Seat
from hardware.lab.trials import WRITTEN, Driven, Rig, RigError
from hardware.pads.priority import take_priority
from hardware.pins.claim import Handle
from hardware.pins.factory import GpiodFactory

SPUN = Nanoseconds(2 * MILLISECOND)
"""The last part of every wait is spent spinning: a sleep ends whenever the scheduler decides."""

HEAD_START = Nanoseconds(2 * MILLISECOND)
"""From the request to the first press, so that the requesting process is idle again."""

PATIENCE = 10.0
"""Seconds for the process to end by itself."""

STANDS_FOR = "outputs of this machine press its own inputs: no switch and no hand was involved"


class GpioRig:
    """Outputs of a chip that press buttons. Takes over `factory`, which closes with it.

    `pressed_high`: the seats whose button is pressed by a high level; the others by a low one.

    Raises LineBusyError or LineMissingError, and then leaves nothing claimed.
    """

    least = WRITTEN
    stands_for = STANDS_FOR

    def __init__(
        self,
        outputs: Mapping[Seat, int],
        factory: GpiodFactory,
        pressed_high: Collection[Seat],
        clock: Clock | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._clock, self._sleep, self._factory = clock or SystemClock(), sleep, factory
        self.seats = tuple(sorted(outputs))
        self._lines: dict[Seat, Handle] = {}
        try:
            for seat, pin in sorted(outputs.items()):
                line = self._lines[seat] = factory.request([pin])
                settings = gpiod.LineSettings(
                    direction=Direction.OUTPUT,
                    active_low=seat not in pressed_high,
                    output_value=Value.INACTIVE,
                )
                line.reconfigure_lines(dict.fromkeys(line.offsets, settings))
        except BaseException:
            self.close()
            raise

    def press(self, first: Seat, second: Seat, apart: Nanoseconds, hold: Nanoseconds) -> Driven:
        """Press both, each as soon after its time as a write can be made, counted from the first write."""
        before, after = self._write(first, Value.ACTIVE, Instant(self._clock.now() + HEAD_START))
        begins, ends = self._write(second, Value.ACTIVE, Instant(before + apart))
        for seat in (first, second):
            self._write(seat, Value.INACTIVE, Instant(begins + hold))
        return Driven(
            Nanoseconds((begins + ends - before - after) // 2),
            Nanoseconds((ends - begins + after - before + 1) // 2),
        )

    def close(self) -> None:
        """Make all outputs inputs, then release them: one left active would keep its button pressed."""
        as_input = gpiod.LineSettings(direction=Direction.INPUT)
        for line in self._lines.values():
            with suppress(OSError):
                line.reconfigure_lines(dict.fromkeys(line.offsets, as_input))
            line.release()
        self._lines.clear()
        self._factory.close()

    def _write(self, seat: Seat, value: Value, at: Instant) -> tuple[Instant, Instant]:
        """Write at an instant, or at once if it is past; return two instants between which it happened."""
        line = self._lines[seat]
        remaining = at - self._clock.now()
        if remaining > SPUN:
            self._sleep((remaining - SPUN) / SECOND)
        while (before := self._clock.now()) < at:
            pass
        line.set_value(line.offsets[0], value)
        return before, self._clock.now()


class RigProcess:
    """A `Rig` in another process; `make` opens it there, and must be picklable.

    Raises RigError with the message of the rig's own error.
    """

    least = WRITTEN
    stands_for = STANDS_FOR

    def __init__(self, make: Callable[[], Rig], seats: Iterable[Seat]) -> None:
        self.seats = tuple(sorted(seats))
        # Not forked, which would copy the libraries' locks but not the pad's threads.
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs, make), daemon=True)
        self._process.start()
        theirs.close()
        try:
            self._answer()
        except BaseException:
            self.close()
            raise

    def press(self, first: Seat, second: Seat, apart: Nanoseconds, hold: Nanoseconds) -> Driven:
        """Have the other process make two presses."""
        with suppress(OSError):
            self._pipe.send((first, second, apart, hold))
        answer = self._answer()
        assert isinstance(answer, Driven), answer
        return answer

    def close(self) -> None:
        """End the process, which releases the lines."""
        with suppress(OSError):
            self._pipe.send(None)
        self._process.join(PATIENCE)
        self._process.terminate()
        self._process.join()
        self._pipe.close()

    def _answer(self) -> Driven | None:
        try:
            answer: Driven | str | None = self._pipe.recv()
        except (EOFError, OSError) as error:
            raise RigError("the rig's process has ended: start the laboratory again") from error
        if isinstance(answer, str):
            raise RigError(answer)
        return answer


def open_gpio_rig(outputs: dict[Seat, int], chip: str | None, pressed_high: frozenset[Seat]) -> Rig:
    """Return a rig of this machine's outputs; at module level, so that another process can call it."""
    return GpioRig(outputs, GpiodFactory(chip), pressed_high)


def serve(pipe: Connection, make: Callable[[], Rig]) -> None:
    """Open the rig, send None or the error, then answer until the other end is gone or sends None."""
    # Ctrl-C is for the process at the terminal, which then asks for nothing more.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A real hand doesn't wait while the referee works on another; without priority, this one may have to.
    take_priority()
    try:
        rig = make()
    except (HardwareError, OSError) as error:
        pipe.send(str(error))
        return
    try:
        pipe.send(None)
        while (asked := pipe.recv()) is not None:
            try:
                pipe.send(rig.press(*asked))
            except (HardwareError, OSError) as error:
                pipe.send(str(error))
    except (EOFError, OSError):
        # The laboratory is gone: nobody waits for an answer.
        pass
    finally:
        rig.close()
