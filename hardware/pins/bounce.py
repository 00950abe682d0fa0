"""Leaving out bounce as gpiozero's `bounce_time` asks for it; a grab is never debounced."""

from companion.clock import Instant, Nanoseconds
from hardware.pins.edges import StampedEdge

NOT_AT_ALL = Nanoseconds(0)


class Debounce:
    """Reports a change at once and with its own stamp, then leaves out what follows within `period`.

    If the line has come to rest at the other level by then, its last edge is reported: a tap shorter than the
    period would leave a Button held for ever. `NOT_AT_ALL` leaves out nothing.
    """

    def __init__(self, period: Nanoseconds = NOT_AT_ALL) -> None:
        self.period = period
        self._reported: StampedEdge | None = None
        self._left_out: StampedEdge | None = None

    @property
    def due(self) -> Instant | None:
        """When `settle` will have something to report, if no other edge comes before."""
        reported, last = self._reported, self._left_out
        if reported is None or last is None or last.state == reported.state:
            return None
        return Instant(reported.at + self.period)

    def take(self, edge: StampedEdge) -> list[StampedEdge]:
        """Return what is to be reported, oldest first, now that this edge has come."""
        told = self.settle(edge.at)
        if self._reported is not None and edge.at - self._reported.at < self.period:
            self._left_out = edge
            return told
        self._reported, self._left_out = edge, None
        return [*told, edge]

    def settle(self, now: Instant) -> list[StampedEdge]:
        """Return what is to be reported by `now`, if anything."""
        due, last = self.due, self._left_out
        if due is None or last is None or now < due:
            return []
        self._reported, self._left_out = last, None
        return [last]
