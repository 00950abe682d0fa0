"""One switch on one pin, through whichever pin factory gpiozero has.

Both edges come with the factory's ticks; the level is read when asked. `Pin.when_changed` holds its listener
weakly, so it gets a bound method of an object that somebody keeps.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from gpiozero import InputDevice
from gpiozero.pins import Factory

from companion.clock import Instant
from hardware.closing import Closing
from hardware.grab.contacts import MONOTONIC, ClockId, Edge

if TYPE_CHECKING:
    # gpiod isn't needed for other factories.
    from hardware.pins.edges import StampedEdge


class Listener(Protocol):
    """Whoever listens to a switch."""

    def moved(self, edge: Edge) -> None:
        """Take an edge."""
        ...

    def gone(self) -> None:
        """Take note that the line vanished."""
        ...


class Switch(Closing):
    """One switch on one pin; `stamps` turns the factory's ticks into instants of `clock`."""

    def __init__(
        self,
        pin: int,
        factory: Factory,
        pull: str,
        pressed_high: bool,
        stamps: Callable[[float], Instant],
        clock: ClockId = MONOTONIC,
    ) -> None:
        self._device = InputDevice(pin, pull_up=pull == "up", pin_factory=factory)
        self._pin = self._device.pin
        self._pressed_high = pressed_high
        self._stamps, self._clock = stamps, clock
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

    def listen(self, listener: Listener) -> None:
        """Tell `listener` of every edge."""
        self._listener = listener
        self._pin.edges = "both"
        # Our own factory tells how early the line may have moved, and leaves nothing out.
        if hasattr(self._pin, "when_edge"):
            self._pin.when_edge = self._stamped
        else:
            self._pin.when_changed = self._changed
        if hasattr(self._pin, "when_gone"):
            self._pin.when_gone = self._gone

    def close(self) -> None:
        """Let the pin go."""
        self._device.close()

    def _changed(self, ticks: float, state: bool) -> None:
        at = self._stamps(ticks)
        self._tell(at, at, bool(state))

    def _stamped(self, edge: "StampedEdge") -> None:
        self._tell(edge.at, edge.since, edge.state)

    def _tell(self, at: Instant, since: Instant, state: bool) -> None:
        if self._listener is not None:
            self._listener.moved(Edge(at, state is self._pressed_high, since, self._clock))

    def _gone(self) -> None:
        if self._listener is not None:
            self._listener.gone()
