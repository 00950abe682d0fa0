"""Garbage is collected by the thread that draws, and by no other.

Python collects in whichever thread happens to allocate next: the saver, a voice, the sounds of a first start.
In the garbage of a screen are textures and instructions of Kivy's, which belong to the window's thread. So
Python's own collecting is off from before there is another thread, and the window's loop calls `collect` once
a frame: young garbage at once, all of it when nothing has been drawn for a while.
"""

import gc

YOUNG, MIDDLE, OLD, PRESSING = 700, 10, 5, 50
"""When to collect: so many objects more than went; so often the younger ones. `PRESSING`: idle or not."""

STILL = 30
"""Frames without drawing after which a collection of everything keeps nobody waiting."""


def collect_here_only() -> None:
    """Have nothing collected but by `collect`."""
    gc.disable()


def spare_what_is_there() -> None:
    """Never look through what is there again: the program itself, which doesn't go."""
    gc.freeze()


def collect(still: int) -> None:
    """Collect as much as is due, in this thread; `still`: for how many frames nothing was drawn."""
    young, middle, old = gc.get_count()
    if old >= PRESSING or (old >= OLD and still >= STILL):
        gc.collect()
    elif middle >= MIDDLE:
        gc.collect(1)
    elif young >= YOUNG:
        gc.collect(0)
