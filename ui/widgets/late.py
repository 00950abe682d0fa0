"""Pads that come under a finger: the second of two quick taps was meant for what stood there before."""

from kivy.clock import Clock

from ui.widgets.pad import Pad

LATE_SECONDS = 0.4
"""A pad that has just come takes no tap for so long; the two of a double tap are rarely further apart."""


def live_late(pad: Pad) -> None:
    """Have a pad take no tap yet; it is dim for so long."""
    pad.live = False

    def wake(_seconds: float) -> None:
        pad.live = True

    Clock.schedule_once(wake, LATE_SECONDS)
