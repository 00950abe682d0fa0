"""Tells systemd that the app has started and is alive: one datagram per message, as in sd_notify(3).

The loop that draws sends the beats, so if the screen hangs they stop, and systemd restarts the app. Without a
supervisor (on a desktop, in tests) every call does nothing.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from ui.appliance.launch import text_of
from ui.appliance.screen_file import read_file, write_file

MICROSECONDS = 1_000_000


class Heartbeat:
    """Writes to $NOTIFY_SOCKET; a message that can't be delivered is dropped, so play never waits."""

    period: float | None
    """Seconds between beats, half of systemd's timeout; None if systemd expects none."""

    def __init__(self, environment: Mapping[str, str] = os.environ, process: int | None = None) -> None:
        """Read systemd's variables from the environment; `process` is our id, unless a test sets another."""
        name = environment.get("NOTIFY_SOCKET", "")
        # "@" stands for the zero byte that begins an abstract socket's name.
        self._address = "\0" + name[1:] if name.startswith("@") else name
        self._socket: socket.socket | None = None
        if name.startswith(("/", "@")):
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        self.period = self._period(environment, os.getpid() if process is None else process)

    def ready(self) -> None:
        """Report that the app can be used: its first picture is on the screen."""
        self._send("READY=1")

    def beat(self) -> None:
        """Report that the loop is running."""
        self._send("WATCHDOG=1")

    def status(self, text: str) -> None:
        """Report the app's state in a sentence, for `systemctl status`."""
        # A line break would start another message.
        self._send("STATUS=" + " ".join(text.split()))

    def stopping(self) -> None:
        """Report that the app ends on purpose."""
        self._send("STOPPING=1")

    def close(self) -> None:
        """Close the socket; later calls do nothing."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _period(self, environment: Mapping[str, str], process: int) -> float | None:
        """Return half of $WATCHDOG_USEC in seconds, unless it is meant for another process."""
        if self._socket is None or environment.get("WATCHDOG_PID", str(process)) != str(process):
            return None
        waits = environment.get("WATCHDOG_USEC", "")
        return int(waits) / MICROSECONDS / 2 if waits.isdecimal() and int(waits) else None

    def _send(self, message: str) -> None:
        if self._socket is None:
            return
        with suppress(OSError):
            self._socket.sendto(message.encode(), socket.MSG_DONTWAIT, self._address)


# Counts quick stops: runs that ended by themselves before anybody had played. After three, the app starts
# safe.
#
# Progress counts, not time: a run that crashes after an hour in which nobody got to play is as bad as one
# that crashes at once. A small file in the state folder lists the kernel's boot id of each such start, so
# pulling the plug three times isn't three crashes, and no clock is needed.

PLAYED = 20
"""Entries added to a match after which earlier stops are forgiven: people can play again."""

MOST_STOPS = 3
"""Quick stops in a row after which the app starts safe."""

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def this_boot(path: Path = BOOT_ID) -> str:
    """Return the kernel's id of this boot; empty if it has none."""
    return text_of(path)


class QuickStops:
    """The starts in this boot that haven't ended well; on a disk that can't be written, none are counted."""

    def __init__(self, path: Path, boot: str) -> None:
        """Read the file at `path`: the boot id of each start that hasn't ended well."""
        self._path, self._boot = path, boot
        self._starts = [start for start in read_file(path, list[str], []) if start == boot]

    @property
    def count(self) -> int:
        """The number of quick stops in a row before this start."""
        return len(self._starts)

    @property
    def safe(self) -> bool:
        """Whether to start safe."""
        return self.count >= MOST_STOPS

    def begin(self) -> None:
        """Count this start as a quick stop until `forgive`. Raises OSError."""
        # Beyond MOST_STOPS, more of them make no difference.
        self._write([*self._starts[-MOST_STOPS:], self._boot])

    def forgive(self) -> None:
        """Reset the count: people have played, or the app was ended on purpose. Raises OSError."""
        self._starts = []
        self._write([])

    def _write(self, starts: list[str]) -> None:
        write_file(self._path, msgspec.json.encode(starts))
