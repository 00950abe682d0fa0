"""How often the app stopped before it got anywhere, without being told to: after three times it starts safe.

What a start has reached counts, and not how long it lived: one that crashes every hour while nobody gets to
play is as quick as one that crashes at once. Counted in a small file in the state folder, by the kernel's
name of the boot that each start was in: whoever pulls the plug three times hasn't crashed, and a clock that
isn't set counts nothing wrong.
"""

from pathlib import Path

import msgspec

from companion.decoding import from_json
from companion.whole_file import read_plain
from ui.appliance.screen_file import MOST_BYTES, put
from ui.appliance.touch import text_of

PLAYED = 20
"""Entries added to a match, after which the stops before are forgiven: people play again."""

MOST = 3
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
        try:
            starts = from_json(read_plain(path, MOST_BYTES), list[str])
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            starts = []
        self._starts = [start for start in starts if start == boot]

    @property
    def count(self) -> int:
        """How many quick stops came one after the other before this start."""
        return len(self._starts)

    @property
    def safe(self) -> bool:
        """Whether this start is to be a safe one."""
        return self.count >= MOST

    def begin(self) -> None:
        """Count this start, until it turns out well; OSError where nothing can be written."""
        # Older ones than that don't change what follows.
        self._write([*self._starts[-MOST:], self._boot])

    def forgive(self) -> None:
        """Count nothing: this start has got somewhere, or was ended on purpose; OSError as above."""
        self._starts = []
        self._write([])

    def _write(self, starts: list[str]) -> None:
        put(self._path, msgspec.json.encode(starts))
