"""Tells systemd that the app is up, and that it still is: one datagram a message, as in sd_notify(3).

Beaten from the loop that draws, so that a hang of the screen is a heart that stops: systemd then ends the app
and starts it anew. Where nobody supervises (a desktop, a test) every call does nothing.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from ui.appliance.launch import text_of
from ui.appliance.screen_file import kept, put

MICROSECONDS = 1_000_000


class Heartbeat:
    """Speaks to $NOTIFY_SOCKET; a message that can't be delivered is dropped, for play never waits for it."""

    period: float | None
    """Seconds to leave between beats, half of what systemd waits for one; None where it waits for none."""

    def __init__(self, environment: Mapping[str, str] = os.environ, process: int | None = None) -> None:
        """Read what systemd put into the environment; `process` is ours, unless a test says otherwise."""
        name = environment.get("NOTIFY_SOCKET", "")
        # "@" stands for the zero byte that an abstract name begins with.
        self._address = "\0" + name[1:] if name.startswith("@") else name
        self._socket: socket.socket | None = None
        if name.startswith(("/", "@")):
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        self.period = self._period(environment, os.getpid() if process is None else process)

    def ready(self) -> None:
        """Say that the app can be used: its first picture stands on the screen."""
        self._send("READY=1")

    def beat(self) -> None:
        """Say that the loop goes round."""
        self._send("WATCHDOG=1")

    def status(self, text: str) -> None:
        """Say in a sentence what goes on, for `systemctl status`."""
        # A line is a message of its own.
        self._send("STATUS=" + " ".join(text.split()))

    def stopping(self) -> None:
        """Say that the app ends on purpose."""
        self._send("STOPPING=1")

    def close(self) -> None:
        """Let the socket go; what is said afterwards is not heard."""
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


# How often the app stopped before it got anywhere, without being told to: after three times it starts safe.
#
# What a start has reached counts, and not how long it lived: one that crashes every hour while nobody gets to
# play is as quick as one that crashes at once. Counted in a small file in the state folder, by the kernel's
# name of the boot that each start was in: whoever pulls the plug three times hasn't crashed, and a clock that
# isn't set counts nothing wrong.

PLAYED = 20
"""Entries added to a match, after which the stops before are forgiven: people play again."""

MOST_STOPS = 3
"""Quick stops in a row, after which the next start is a safe one."""

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def this_boot(path: Path = BOOT_ID) -> str:
    """Return the kernel's name of this boot; empty where it gives none."""
    return text_of(path)


class QuickStops:
    """The starts of this boot that got nowhere. A disk that takes nothing counts nothing."""

    def __init__(self, path: Path, boot: str) -> None:
        """Read what is counted in the file at `path`: the boot of each start that hasn't ended well yet."""
        self._path, self._boot = path, boot
        self._starts = [start for start in kept(path, list[str], []) if start == boot]

    @property
    def count(self) -> int:
        """How many quick stops came one after the other before this start."""
        return len(self._starts)

    @property
    def safe(self) -> bool:
        """Whether this start is to be a safe one."""
        return self.count >= MOST_STOPS

    def begin(self) -> None:
        """Count this start, until it turns out well; OSError where nothing can be written."""
        # Older ones than that don't change what follows.
        self._write([*self._starts[-MOST_STOPS:], self._boot])

    def forgive(self) -> None:
        """Count nothing: this start has got somewhere, or was ended on purpose; OSError as above."""
        self._starts = []
        self._write([])

    def _write(self, starts: list[str]) -> None:
        put(self._path, msgspec.json.encode(starts))
