"""Tells systemd that the app is up, and that it still is: one datagram a message, as in sd_notify(3).

Beaten from the loop that draws, so that a hang of the screen is a heart that stops: systemd then ends the app
and starts it anew. Where nobody supervises (a desktop, a test) every call does nothing.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

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
