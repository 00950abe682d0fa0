"""What the app said before it stopped: a file in the state folder, for the safe screen to read out.

It holds kinds of errors and places in the program, and no value: `ui/appliance/crash_message.py` says why.
Python itself writes into it where the program can't any more: when the watchdog ends a hang, or a library
crashes.
"""

import faulthandler
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import IO

from companion.whole_file import make_folder, open_new, read_plain
from ui.appliance import crash_message

MOST = 20_000
"""Characters that are said again at the most."""

MOST_BYTES = 1 << 20
"""Of the file: what is longer wasn't written here."""


def say_no_values() -> None:
    """Have errors that end a thread or the program told to the journal as they are told here: by no value.

    Others than the table's players read a journal.
    """

    def tell(error: BaseException | None) -> None:
        if error is not None and not isinstance(error, SystemExit):
            sys.stderr.write(f"{crash_message.course(error)}\n")

    sys.excepthook = lambda _kind, error, _trace: tell(error)
    sys.unraisablehook = lambda unraisable: tell(unraisable.exc_value)
    threading.excepthook = lambda fault: tell(fault.exc_value)


class LastWords:
    """The last words of the run before, and a place for those of this one."""

    def __init__(self, path: Path) -> None:
        """Read the file at `path`; where there is none, nothing was said."""
        self._path = path
        self._file: IO[bytes] | None = None
        try:
            self.before = read_plain(path, MOST_BYTES).decode(errors="replace")[-MOST:].strip()
        except OSError:
            self.before = ""

    def listen(self) -> None:
        """Have what stops this run written down; where the disk takes nothing, it goes unheard."""
        try:
            make_folder(self._path.parent)
            # Kept open: whoever crashes opens no file.
            self._file = open_new(self._path)
        except OSError:
            return
        faulthandler.enable(self._file)

    def say(self, error: BaseException) -> None:
        """Write down an error that ends this run."""
        if self._file is not None:
            # A full disk isn't to be the last that is heard of it.
            with suppress(OSError):
                self._file.write(crash_message.course(error).encode() + b"\n")
                self._file.flush()

    def close(self) -> None:
        """Listen no more."""
        if self._file is not None:
            faulthandler.disable()
            self._file.close()
            self._file = None
