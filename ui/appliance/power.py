"""Shutting the machine down and starting it again; systemd does it, if it lets us."""

from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial

SECONDS, UPDATE_SECONDS = 20.0, 600.0
"""After so long without an answer it counts as refused."""

Run = Callable[[Sequence[str]], str]
"""Runs a command; returns why it failed, or an empty string."""


class MachineEnd(Enum):
    """What becomes of the machine."""

    OFF = "poweroff"
    AGAIN = "reboot"
    UPDATE = "start companion-update.service"


def run(command: Sequence[str], seconds: float = SECONDS) -> str:
    """Run a command of the system; return what it says where it fails, in its own words."""
    import subprocess  # once in the life of a process: not at its start

    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=seconds, check=False, stdin=subprocess.DEVNULL
        )
    except OSError as error:
        return str(error)
    except subprocess.TimeoutExpired:
        return f"{command[0]} doesn't answer"
    said = done.stderr.strip().splitlines()
    return "" if done.returncode == 0 else said[-1] if said else f"exit code {done.returncode}"


def end(ending: MachineEnd, runner: Run | None = None) -> str:
    """Ask systemd to end the machine's work; return why it won't, or an empty string.

    It returns at once: the app is then asked to stop like every other program. An update is looked at first.
    """
    seconds = UPDATE_SECONDS if ending is MachineEnd.UPDATE else SECONDS
    runner = runner or partial(run, seconds=seconds)
    return runner(("systemctl", "--no-ask-password", *ending.value.split()))
