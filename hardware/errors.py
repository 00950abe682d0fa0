"""Everything that can be wrong with wires and their files: one family, each message saying what to do."""

import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass


class HardwareError(Exception):
    """Base class of everything the hardware house raises."""


class ChipMissingError(HardwareError, LookupError):
    """Raised when no GPIO chip of the wanted kind is there."""


class NoPermissionError(HardwareError, PermissionError):
    """Raised when the chip is there but may not be opened."""


class LineBusyError(HardwareError, RuntimeError):
    """Raised when another program holds a line."""


class LineMissingError(HardwareError, LookupError):
    """Raised when a chip has no such line, or the line is no longer there."""


class FactoryMissingError(HardwareError, RuntimeError):
    """Raised when gpiozero has no pin factory that works on this machine."""


class WiringError(HardwareError, ValueError):
    """Raised when a wiring can't be had on this board, or with this pin factory."""


class SeatsFileError(HardwareError, ValueError):
    """Raised when the seats file says something that can't be done, with file and place."""

    def __init__(self, path: str, place: str, problem: str, remedy: str) -> None:
        self.path = path
        self.place = place
        self.problem = problem
        self.remedy = remedy
        super().__init__(f"{path}: {place}: {problem}; {remedy}")


class UnknownSeatError(HardwareError, LookupError):
    """Raised when a seat is named that has no button."""

    def __init__(self, seat: int, seats: Sequence[int]) -> None:
        self.seat = seat
        there = ", ".join(str(number) for number in seats) or "none"
        super().__init__(f"seat {seat} has no grab button; seats with one: {there}")


class BoardMissingError(HardwareError, LookupError):
    """Raised when a grab board isn't plugged in where it should be, or when it could be one of several."""


class BoardBusyError(HardwareError, RuntimeError):
    """Raised when another program holds a grab board's port."""


class NotABoardError(HardwareError, ValueError):
    """Raised when what is plugged in there can't be a grab board."""


class PadMissingError(HardwareError, LookupError):
    """Raised when a USB pad isn't plugged in where it should be, or when it could be one of several."""


class PadBusyError(HardwareError, RuntimeError):
    """Raised when another program has a USB pad for itself."""


class NotAPadError(HardwareError, ValueError):
    """Raised when what is plugged in there is no input device."""


# What a thread that must not die does with an exception.


def report_fault() -> None:
    """Show the exception being handled as the thread's own death would be shown, and let the thread live."""
    kind, error, trace = sys.exc_info()
    if kind is not None:
        threading.excepthook(threading.ExceptHookArgs((kind, error, trace, threading.current_thread())))


# What a look at the hardware comes to, as data: for the command line and for the screen.


@dataclass(frozen=True)
class Finding:
    """One thing looked at: `remedy` is what to do, empty where it is well."""

    name: str
    ok: bool
    what: str
    remedy: str = ""


def told(kind: str, name: str, trouble: str) -> Finding:
    """Make a finding of a sentence about a board or pad: what is wrong; after the semicolon what to do."""
    title = f'{kind} "{name}"'
    what, _, remedy = trouble.removeprefix(f"{title}: ").partition("; ")
    return Finding(title, False, what, remedy)
