"""Which processes are this program: itself, and those that it started, such as the one with the buttons."""

import os
from pathlib import Path

PROCESSES = Path("/proc")


def is_ours(process: int, processes: Path = PROCESSES) -> bool:
    """Tell whether a process is this one, or one that this one started."""
    if process == os.getpid():
        return True
    try:
        # 4711 (a name with ) in it) S 4710 ...: the parent is the second after the name.
        parent = (processes / str(process) / "stat").read_text().rpartition(")")[2].split()[1]
    except (OSError, IndexError):
        return False
    return parent == str(os.getpid())
