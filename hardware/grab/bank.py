"""A bank: all grab buttons stamped by one clock, on the Pi's header, a grab board or a USB pad.

A pad reads its banks' levels and sets their lamps; edges reach it from their loop.
"""

from collections.abc import Iterable
from typing import Protocol

from companion.clock import Instant
from hardware.grab.adjudicate import Budget
from hardware.grab.contacts import ClockId, Edge, Seat


class GrabListener(Protocol):
    """What a bank calls in its pad: from the loop, or from threads of other pin factories."""

    def edge(self, seat: Seat, edge: Edge) -> None:
        """Take an edge of a seat's button; edges of one button come in order."""

    def line_gone(self, seat: Seat) -> None:
        """Handle the loss of a seat's line."""

    def line_back(self, seat: Seat) -> None:
        """Handle the return of a seat's line, whose level can be read again."""

    def turn_edge(self, edge: Edge) -> None:
        """Take an edge of the turn button."""

    def turn_gone(self) -> None:
        """Handle a possible loss of turn-button edges: the next closing edge counts as a press."""

    def totem_left(self, at: Instant) -> None:
        """Handle the totem leaving its base."""

    def totem_seen(self, stands: bool) -> None:
        """Handle the totem's return to its base, or a first reading after its switch was unreadable."""


class Bank(Protocol):
    """Grab buttons on one clock and their lamps, perhaps with the turn button and the totem's switch."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Seats whose buttons are on this bank, ascending."""

    @property
    def clock(self) -> ClockId:
        """The clock that stamps here; a new id when the bank loses its clock and finds another."""

    @property
    def budget(self) -> Budget:
        """The error budget of the stamps at this moment."""

    @property
    def trouble(self) -> str:
        """What is wrong and what to do, in a sentence; empty if all is well."""

    @property
    def totem_stands(self) -> bool | None:
        """Whether the totem stands on its base; None if its switch isn't here or can't be read."""

    def listen(self, grab_listener: GrabListener) -> None:
        """Report to `grab_listener` from now on."""

    def arming(self, at: Instant) -> None:
        """Prepare for an arming as of `at`: two stamps of a duel that are d apart must be instants d apart.

        A bank whose clock has to be mapped onto the machine's takes its newest map now, and keeps it while
        stamps come in; `budget` includes that map's error.
        """

    def rest(self) -> None:
        """Release what is needed only during play, until the next arming."""

    def closed(self, seat: Seat) -> bool | None:
        """Return whether the seat's button is pressed; None if its line is gone. Doesn't block."""

    def lost(self) -> int:
        """Return how many edges are known to have been lost since the bank was opened."""

    def light(self, seats: Iterable[Seat]) -> None:
        """Light the lamps of these seats and no others. Doesn't block."""

    def catch_up(self) -> None:
        """Deliver all edges that have happened by now; a bank that can't must report its lines as gone.

        Called before a ruling, without the pad's lock. May block for a fraction of a second at most.
        """

    def close(self) -> None:
        """Release everything; nothing is reported afterwards."""
