"""Fingers that rest: a secret is shown while one does, and a tap is no rest."""

from collections.abc import Callable

from kivy.clock import Clock

from ui.widgets.pad import Pad

REST_SECONDS = 0.3
"""A finger rests on a pad after so long: a tap too many is not to show a secret to whoever sits there."""


def when_rested(pad: Pad, told: Callable[[bool], None]) -> None:
    """Have `told` called with True once a finger rests on a pad, and with False when none does any more."""
    resting = Clock.create_trigger(lambda _seconds: told(True), REST_SECONDS)

    def changed(*_: object) -> None:
        resting.cancel()
        if pad.pressed:
            resting()
        else:
            told(False)

    pad.bind(pressed=changed)
