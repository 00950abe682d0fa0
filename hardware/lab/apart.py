"""A rig in a process of its own: its spinning keeps nobody waiting who is being measured."""

import multiprocessing
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection

from msgspec import Struct

from companion.clock import Nanoseconds
from hardware.errors import HardwareError
from hardware.grab.contacts import Seat
from hardware.lab.rig import Made, Rig, RigError
from hardware.lab.score import Score

PATIENCE = 10.0
"""Seconds that the process gets to end by itself."""


class Greeting(Struct, frozen=True):
    """What a rig says of itself."""

    seats: tuple[Seat, ...]
    least: Nanoseconds
    pace: Nanoseconds
    """How much longer than a score it takes to play one."""
    stands_for: str


class RigFailed(Struct, frozen=True):
    """Why it can't go on."""

    why: str


Answer = Greeting | tuple[Made, ...] | RigFailed | None


class Apart:
    """A `Rig` that another process holds; `make` builds it there, and must be something that can be sent.

    Raises RigError with the words of whatever hardware error the rig met with.
    """

    def __init__(self, make: Callable[[], Rig]) -> None:
        # Not forked: the pad's threads and the libraries' locks don't come along.
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs, make), daemon=True)
        self._process.start()
        theirs.close()
        try:
            greeting = self._answer()
        except BaseException:
            self.close()
            raise
        assert isinstance(greeting, Greeting), greeting
        self.seats, self.least = greeting.seats, greeting.least
        self._pace, self.stands_for = greeting.pace, greeting.stands_for

    def takes(self, length: Nanoseconds) -> Nanoseconds:
        """Return about how long a score so long takes."""
        return Nanoseconds(self._pace + length)

    def play(self, score: Score) -> tuple[Made, ...]:
        """Have a score played."""
        self._send(score)
        made = self._answer()
        assert isinstance(made, tuple), made
        return made

    def settle(self) -> None:
        """Have it wait."""
        self._send("settle")
        self._answer()

    def close(self) -> None:
        """End the process, which lets the lines go."""
        with suppress(OSError):
            self._pipe.send(None)
        self._process.join(PATIENCE)
        self._process.terminate()
        self._process.join()
        self._pipe.close()

    def _send(self, asked: Score | str) -> None:
        try:
            self._pipe.send(asked)
        except OSError as error:
            raise RigError("the rig's process has ended: start the laboratory again") from error

    def _answer(self) -> Answer:
        try:
            answer: Answer = self._pipe.recv()
        except (EOFError, OSError) as error:
            raise RigError("the rig's process has ended: start the laboratory again") from error
        if isinstance(answer, RigFailed):
            raise RigError(answer.why)
        return answer


def work(pipe: Connection, make: Callable[[], Rig]) -> None:
    """Build the rig and do what the pipe asks for, until it asks for nothing more."""
    # Ctrl-C is for the one at the terminal to hear, who then asks for nothing more.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A hand doesn't wait for the referee to have understood the hand before it; without the right, it may.
    with suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    try:
        rig = make()
    except (HardwareError, OSError) as error:
        pipe.send(RigFailed(str(error)))
        return
    pipe.send(Greeting(rig.seats, rig.least, rig.takes(Nanoseconds(0)), rig.stands_for))
    try:
        serve(pipe, rig)
    finally:
        rig.close()


def serve(pipe: Connection, rig: Rig) -> None:
    """Answer until the other end closes or sends None."""
    while True:
        try:
            asked: Score | str | None = pipe.recv()
        except EOFError:
            return
        if asked is None:
            return
        answer: Answer = None
        try:
            if isinstance(asked, str):
                rig.settle()
            else:
                answer = rig.play(asked)
        except (HardwareError, OSError) as error:
            answer = RigFailed(str(error))
        pipe.send(answer)
