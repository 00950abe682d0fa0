"""Prepares a command's standard streams: closed ones, and terminals without the letters of a name."""

import os
import sys
from io import TextIOWrapper


def prepare_streams() -> None:
    """Open closed standard streams, as after `<&-`, on the null device; escape what a terminal can't show."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, errors="replace"))  # noqa: SIM115 - open to the end
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")


def drop_output() -> None:
    """Throw away printed text that a full disk won't take: Python would fail on it again at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
