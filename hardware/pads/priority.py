"""Real-time priority for the process that watches the buttons."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from hardware.errors import Finding
from hardware.machine import PROCESSES

WATCHER = b"hardware.pads.process"
POLICY = 38
"""Index of the scheduling policy among the words after the name in a process' `stat` (man 5 proc)."""
LIMIT = "Max realtime priority"
"""The line in a process' `limits`: 0 if its user has no right to real-time priority."""

NAME = "quick buttons"
FIRST = "the buttons come first on this computer"
WAITS = (
    "the buttons wait their turn while this computer is busy, so you may have to grab again; "
    "it works all the same"
)
GRANT = (
    'for `make play` run echo "$USER - rtprio 1" | sudo tee /etc/security/limits.d/table-companion.conf, '
    "then log in again; an installed table has that right already"
)
REFUSED = "nothing; this system lets no program go first"


def take_priority(tasks: Path = Path("/proc/self/task")) -> bool:
    """Give all threads, libraries' and later ones too, real-time priority; return whether that is allowed.

    Their work takes fractions of a millisecond. The systemd unit kills a process that spins, so call this
    after opening the buttons, which may take seconds.
    """
    try:
        for task in tasks.iterdir():
            # A thread may have ended since.
            with suppress(ProcessLookupError):
                os.sched_setscheduler(int(task.name), os.SCHED_FIFO, os.sched_param(1))
    except OSError:
        return False
    return True


def may_take_priority() -> bool:
    """Return whether a process of this user may have real-time priority, by trying it in a brief thread."""
    with ThreadPoolExecutor(1) as thread:
        try:
            thread.submit(os.sched_setscheduler, 0, os.SCHED_FIFO, os.sched_param(1)).result()
        except OSError:
            return False
    return True


def examine_priority(
    processes: Path = PROCESSES, may_have: Callable[[], bool] = may_take_priority
) -> Finding:
    """Check whether the process that watches the buttons has priority or, if none runs, could get it."""
    has_priority, granted = next(_rights(processes), (None, _granted(processes / "self")))
    if may_have() if has_priority is None else has_priority:
        return Finding(NAME, True, FIRST)
    # A hint, not a fault: play works without it.
    return Finding(NAME, True, WAITS, REFUSED if granted else GRANT)


def watches(process: Path) -> bool:
    """Return whether a process, given its folder under /proc, watches buttons."""
    with suppress(OSError):
        return WATCHER in (process / "cmdline").read_bytes().split(b"\0")
    return False


def watchers(processes: Path = PROCESSES) -> Iterator[int]:
    """Yield the id of each process that watches buttons."""
    yield from (int(process.name) for process in processes.glob("[0-9]*") if watches(process))


def _rights(processes: Path) -> Iterator[tuple[bool, bool]]:
    """Yield for each process that watches buttons whether it has priority, and whether its user may."""
    for number in watchers(processes):
        process = processes / str(number)
        # It may end while it is being read.
        with suppress(OSError, IndexError):
            policy = (process / "stat").read_text().rpartition(")")[2].split()[POLICY]
            yield policy == str(os.SCHED_FIFO), _granted(process)


def _granted(process: Path) -> bool:
    lines = (process / "limits").read_text().splitlines()
    return any(line.startswith(LIMIT) and line.removeprefix(LIMIT).split()[0] != "0" for line in lines)
