"""Errors of the hardware and its files: one family, and each message says what to do."""

import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass


class HardwareError(Exception):
    """Base class of all errors that the hardware house raises."""


class ChipMissingError(HardwareError, LookupError):
    """Raised when there is no GPIO chip of the wanted kind."""


class NoPermissionError(HardwareError, PermissionError):
    """Raised when a chip, board or pad is there, but this user may not open it."""


class LineBusyError(HardwareError, RuntimeError):
    """Raised when a line is in use, by another program or this one."""


class LineMissingError(HardwareError, LookupError):
    """Raised when a chip has no such line, or the line is gone."""


class FactoryMissingError(HardwareError, RuntimeError):
    """Raised when the pin factory that GPIOZERO_PIN_FACTORY names doesn't work on this machine."""


class WiringError(HardwareError, ValueError):
    """Raised when a wiring can't be used on this machine, or the boards' firmware can't be written."""


class SeatsFileError(HardwareError, ValueError):
    """Raised when a seats file says something impossible; has file, place, problem and remedy."""

    def __init__(self, path: str, place: str, problem: str, remedy: str) -> None:
        self.path = path
        self.place = place
        self.problem = problem
        self.remedy = remedy
        super().__init__(f"{path}: {place}: {problem}; {remedy}")


class UnknownSeatError(HardwareError, LookupError):
    """Raised for a seat that has no button."""

    def __init__(self, seat: int, seats: Sequence[int]) -> None:
        self.seat = seat
        with_button = ", ".join(str(number) for number in seats) or "none"
        super().__init__(f"seat {seat} has no grab button; seats with one: {with_button}")


class BoardMissingError(HardwareError, LookupError):
    """Raised when a grab board isn't plugged in where it should be, or could be one of several."""


class BoardBusyError(HardwareError, RuntimeError):
    """Raised when another program holds a grab board's port."""


class NotABoardError(HardwareError, ValueError):
    """Raised when what is plugged in there can't be a grab board."""


class PadMissingError(HardwareError, LookupError):
    """Raised when a USB pad isn't plugged in where it should be, or could be one of several."""


class PadBusyError(HardwareError, RuntimeError):
    """Raised when another program has a USB pad exclusively."""


class NotAPadError(HardwareError, ValueError):
    """Raised when what is plugged in there is no input device."""


# How a thread that must go on handles an unexpected exception.


def report_fault() -> None:
    """Report the exception being handled as if it had ended the thread, but let the thread go on."""
    threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread())))


# Results of hardware checks, as data: for the command line and for the screen.


@dataclass(frozen=True)
class Finding:
    """One thing that was checked. `remedy` is what to do, empty if nothing; with `ok` it is only a hint."""

    name: str
    ok: bool
    what: str
    remedy: str = ""


def finding_of(kind: str, name: str, trouble: str) -> Finding:
    """Return a finding from a sentence on a board or pad: what is wrong, a semicolon, what to do."""
    title = f'{kind} "{name}"'
    what, _, remedy = trouble.removeprefix(f"{title}: ").partition("; ")
    return Finding(title, False, what, remedy)
