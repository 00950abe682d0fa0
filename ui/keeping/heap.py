"""Memory that was freed but lies between what is in use: given back to the system now and then."""

import ctypes

EVERY = 60.0
"""Seconds from one time to the next. It takes a frame: 3 to 20 ms on a PC, not measured on a Pi."""


def give_back() -> None:
    """Give the holes in the heap back: sheets and pictures of an evening leave some 70 MB of them.

    A C library that can't (musl) is left alone.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
