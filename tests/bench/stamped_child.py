"""The app's process for buttons, which also writes to a named pipe when it handed over each verdict (ns)."""

import socket
import sys
import time
from pathlib import Path

from hardware.pads import process
from hardware.pads.remote import News, VerdictGiven


def main() -> None:
    """Run that process; the pipe's path is the last argument."""
    handed = Path(sys.argv[-1]).open("w", buffering=1)  # noqa: SIM115 - open as long as the process runs
    send = process.send

    def stamped(connection: socket.socket, news: News) -> None:
        send(connection, news)
        if isinstance(news, VerdictGiven):
            handed.write(f"{time.monotonic_ns()}\n")

    process.send = stamped
    process.main()


if __name__ == "__main__":
    main()
