"""Starts the app and waits for its first picture, as systemd would; prints how many seconds it took.

    python3 tests/fresh/home.py SECONDS COMMAND...

If it takes longer, or the command ends, it says so and exits 1. The command must be a table, that is
`companion --kiosk`: `make play` opens a window, which tells systemd nothing.
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
    """Start the command, wait, and end it together with everything it started."""
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
