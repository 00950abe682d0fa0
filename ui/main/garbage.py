"""Garbage is collected only by the thread that draws.

Python collects in whichever thread happens to allocate next: the saver, a voice, the sounds of a first start.
A screen's garbage has Kivy's textures and instructions in it, which belong to the window's thread. So
Python's own collecting is turned off before there is another thread, and the window's loop calls `collect`
once a frame: young garbage at once, all of it when nothing has been drawn for a while.
"""

import gc

YOUNG, MIDDLE, OLD, PRESSING = 700, 10, 5, 50
"""When to collect, by `gc.get_count`: thresholds of the three generations; from `PRESSING`, even if busy."""

STILL = 30
"""Frames without drawing after which a full collection delays nobody."""


def collect_here_only() -> None:
    """Turn Python's own collecting off, so that only `collect` does it."""
    gc.disable()


def spare_what_is_there() -> None:
    """Exempt all present objects, the program itself, from collecting."""
    gc.freeze()


def collect(still: int) -> None:
    """Collect what is due, in this thread; `still` is the number of frames without drawing."""
    young, middle, old = gc.get_count()
    if old >= PRESSING or (old >= OLD and still >= STILL):
        gc.collect()
    elif middle >= MIDDLE:
        gc.collect(1)
    elif young >= YOUNG:
        gc.collect(0)
