"""A port without a cable, under a hand clock: the simulated board answers inside each write."""

import errno
import socket
from collections.abc import Callable, Sequence

from companion.clock import SECOND, Clock, Nanoseconds
from tests.hardware.boards.twin import RATE, Twin


class HandPort:
    """A `Port`. `answer` returns the reply to what was written; one write takes `room` bytes at most."""

    def __init__(self, answer: Callable[[bytes], bytes], room: int = 4096) -> None:
        self.silent = self.closed = False
        self.room = room
        self._answer = answer
        self._ours, self._theirs = socket.socketpair()
        self._gone = False

    def fileno(self) -> int:
        return self._ours.fileno()

    def read(self) -> bytes:
        self._there()
        try:
            return self._ours.recv(4096, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> int:
        """Hand the bytes to the board and queue its reply."""
        self._there()
        self.say(self._answer(data[: self.room]))
        return len(data[: self.room])

    def say(self, data: bytes) -> None:
        """Queue bytes to be read, unless the port is silent."""
        if not self.silent:
            self._theirs.sendall(data)

    def pull(self) -> None:
        """Fail from now on, like a device whose cable was pulled."""
        self._gone = True
        self._theirs.close()

    def close(self) -> None:
        self.closed = True
        self._ours.close()
        self._theirs.close()

    def _there(self) -> None:
        if self._gone:
            raise OSError(errno.EIO, "Input/output error")


class HandBoard(HandPort):
    """A port with a simulated board behind it."""

    def __init__(self, clock: Clock, room: int = 4096) -> None:
        self.ahead = Nanoseconds(0)
        """How far the board's clock has jumped ahead, in ns."""
        self.twin = Twin(lambda: (clock.now() + self.ahead) * RATE // SECOND)
        super().__init__(self.twin.turn, room)

    def press(self, *steps: Sequence[int]) -> None:
        """Pull the pins of each step low, step by step, and report the changes."""
        self.twin.press(*steps)
        self.say(self.twin.turn())

    def release(self) -> None:
        """Release all pins and report the changes."""
        self.twin.release()
        self.say(self.twin.turn())
