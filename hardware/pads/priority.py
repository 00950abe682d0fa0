"""The right to go before all other programs, which the process that watches the buttons asks for."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from hardware.errors import Finding
from hardware.machine import PROCESSES

WATCHER = b"hardware.pads.process"
POLICY = 38
"""Which word of a process' `stat` tells its scheduling, counted from behind its name (man 5 proc)."""
LIMIT = "Max realtime priority"
"""The line of a process' `limits`: 0 where its user has no such right."""

NAME = "quick buttons"
FIRST = "the buttons go before everything else on this computer"
WAITS = (
    "the buttons wait their turn while this computer is busy, so you may have to grab again; "
    "it works all the same"
)
GRANT = (
    'for `make play` run echo "$USER - rtprio 1" | sudo tee /etc/security/limits.d/table-companion.conf, '
    "then log in again; an installed table has that right already"
)
REFUSED = "nothing; this system lets no program go first"


def go_first(tasks: Path = Path("/proc/self/task")) -> bool:
    """Have all threads, those of libraries and those to come included, go before all other programs.

    Return whether they may. What they do takes fractions of a millisecond. The unit ends a process that
    spins: opening, which may take seconds, comes before this.
    """
    try:
        for task in tasks.iterdir():
            # A thread may have ended since.
            with suppress(ProcessLookupError):
                os.sched_setscheduler(int(task.name), os.SCHED_FIFO, os.sched_param(1))
    except OSError:
        return False
    return True


def may_go_first() -> bool:
    """Tell whether a process of this user may go first: a thread tries, and ends."""
    with ThreadPoolExecutor(1) as one:
        try:
            one.submit(os.sched_setscheduler, 0, os.SCHED_FIFO, os.sched_param(1)).result()
        except OSError:
            return False
    return True


def examine_priority(processes: Path = PROCESSES, may: Callable[[], bool] = may_go_first) -> Finding:
    """Look whether the process that watches the buttons goes first; whether it could, where there is none."""
    first, granted = next(_rights(processes), (None, _granted(processes / "self")))
    if may() if first is None else first:
        return Finding(NAME, True, FIRST)
    # A hint and no fault: the table plays without it.
    return Finding(NAME, True, WAITS, REFUSED if granted else GRANT)


def watches(process: Path) -> bool:
    """Tell whether a process watches buttons, by its folder under /proc."""
    with suppress(OSError):
        return WATCHER in (process / "cmdline").read_bytes().split(b"\0")
    return False


def watchers(processes: Path = PROCESSES) -> Iterator[int]:
    """Yield each process that watches buttons."""
    yield from (int(process.name) for process in processes.glob("[0-9]*") if watches(process))


def _rights(processes: Path) -> Iterator[tuple[bool, bool]]:
    """Yield, of each process that watches buttons: it goes first; its user has the right to."""
    for number in watchers(processes):
        process = processes / str(number)
        # One that ends while it is looked at.
        with suppress(OSError, IndexError):
            policy = (process / "stat").read_text().rpartition(")")[2].split()[POLICY]
            yield policy == str(os.SCHED_FIFO), _granted(process)


def _granted(process: Path) -> bool:
    lines = (process / "limits").read_text().splitlines()
    return any(line.startswith(LIMIT) and line.removeprefix(LIMIT).split()[0] != "0" for line in lines)
