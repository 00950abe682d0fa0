"""The process that watches the buttons, saying into a named pipe when it handed each verdict over (ns)."""

import socket
import sys
import time
from pathlib import Path

from hardware.pads import process
from hardware.pads.child import News, VerdictTold


def main() -> None:
    """Be that process; the pipe is named last on the command line."""
    handed = Path(sys.argv[-1]).open("w", buffering=1)  # noqa: SIM115 - open for as long as the process
    send = process.send

    def stamped(line: socket.socket, news: News) -> None:
        send(line, news)
        if isinstance(news, VerdictTold):
            handed.write(f"{time.monotonic_ns()}\n")

    process.send = stamped
    process.main()


if __name__ == "__main__":
    main()
