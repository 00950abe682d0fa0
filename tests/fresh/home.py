"""Starts the app and waits until its first picture stands, as systemd would; prints after how many seconds.

    python3 tests/fresh/home.py SECONDS COMMAND...

Where it takes longer, or the command ends, it says so and exits 1. `make play` opens a window, and that tells
systemd nothing: the command has to be a table of its own, `companion --kiosk`.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress

LOOK_SECONDS = 0.2


def wait(heard: socket.socket, process: subprocess.Popen[bytes], seconds: float) -> float:
    """Return after how many seconds READY=1 was heard; SystemExit says why it wasn't."""
    began = time.monotonic()
    heard.settimeout(LOOK_SECONDS)
    while time.monotonic() - began < seconds:
        with suppress(TimeoutError):
            if b"READY=1" in heard.recv(4096).split(b"\n"):
                return time.monotonic() - began
        if process.poll() is not None:
            raise SystemExit(f"it ended with {process.returncode} before its first picture stood")
    raise SystemExit(f"no first picture within {seconds:.0f} s")


def main() -> None:
    """Start the command, wait, and end it with all that it started."""
    seconds, *command = sys.argv[1:]
    name = f"companion-fresh-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(f"\0{name}")
        told = {**os.environ, "NOTIFY_SOCKET": f"@{name}"}
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, env=told, start_new_session=True)
        try:
            print(f"{wait(heard, process, float(seconds)):.0f}")
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            process.wait()


if __name__ == "__main__":
    main()
