"""One switch on one pin, through whichever pin factory gpiozero has.

Press edges come with the factory's ticks; the level is read when asked. `Pin.when_changed` holds its listener
weakly, so it gets a bound method of an object that somebody keeps.
"""

from collections.abc import Callable
from typing import Protocol

from gpiozero import InputDevice
from gpiozero.pins import Factory

from companion.clock import Instant


class Listener(Protocol):
    """Whoever listens to a switch."""

    def moved(self, at: Instant) -> None:
        """Take an edge stamped `at`, in nanoseconds."""
        ...

    def gone(self) -> None:
        """Take note that the line vanished."""
        ...


class Switch:
    """One switch on one pin: single-edge stamps, and the level when asked."""

    def __init__(
        self, pin: int, factory: Factory, pull: str, pressed_high: bool, stamps: Callable[[float], Instant]
    ) -> None:
        self._device = InputDevice(pin, pull_up=pull == "up", pin_factory=factory)
        self._pin = self._device.pin
        self._pressed_high = pressed_high
        self._stamps = stamps
        self._listener: Listener | None = None

    @property
    def lost(self) -> int:
        """How many edges are known to be lost."""
        return int(getattr(self._pin, "lost", 0))

    @property
    def counts_loss(self) -> bool:
        """Whether lost edges would be noticed."""
        return hasattr(self._pin, "lost")

    def closed(self) -> bool | None:
        """Whether the switch is pressed; None if the line is gone, or let go."""
        if self._device.closed:
            return None
        try:
            return bool(self._pin.state) is self._pressed_high
        except Exception:  # noqa: BLE001 - every factory has errors of its own for a line that is gone
            return None

    def listen(self, listener: Listener, *, both: bool = False) -> None:
        """Tell `listener` of presses, or of both edges where the level will tell which one it was."""
        self._listener = listener
        self._pin.edges = "both" if both else "rising" if self._pressed_high else "falling"
        self._pin.when_changed = self._changed
        if hasattr(self._pin, "when_gone"):
            self._pin.when_gone = self._gone

    def close(self) -> None:
        """Let the pin go."""
        self._device.close()

    def __enter__(self) -> "Switch":
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    def _changed(self, ticks: float, state: bool | None) -> None:
        """Take an edge; `state` may be wrong while the switch bounces, so it isn't used."""
        if self._listener is not None:
            self._listener.moved(self._stamps(ticks))

    def _gone(self) -> None:
        if self._listener is not None:
            self._listener.gone()
