"""A bank: all grab buttons that one clock stamps, be it the Pi's header, a grab board or a USB pad.

A pad asks its banks for levels and lamps, and hears edges from their loop.
"""

from collections.abc import Iterable
from typing import Protocol

from companion.clock import Instant
from hardware.grab.adjudicate import Budget
from hardware.grab.contacts import ClockId, Edge, Seat


class GrabListener(Protocol):
    """The pad as its banks see it. Called from the loop, or from the threads of other pin factories."""

    def edge(self, seat: Seat, edge: Edge) -> None:
        """Take an edge of a seat's button; edges of one button come in order."""

    def line_gone(self, seat: Seat) -> None:
        """Take note that the seat's line is no longer there."""

    def line_back(self, seat: Seat) -> None:
        """Take note that the seat's line is there again, and its level can be read."""

    def turn_edge(self, edge: Edge) -> None:
        """Take an edge of the turn button."""

    def turn_gone(self) -> None:
        """Take note that edges of the turn button may have been lost: whatever is pressed next is a press."""

    def totem_left(self, at: Instant) -> None:
        """Take note that the totem left its base."""

    def totem_seen(self, stands: bool) -> None:
        """Take note that the totem is back on its base, or where it is once its switch can be read again."""


class Bank(Protocol):
    """Grab buttons on one clock, with their lamps; perhaps the turn button and the totem's switch."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats whose button is here, ascending."""

    @property
    def clock(self) -> ClockId:
        """The clock that stamps here; a bank that lost its clock and found another one names another."""

    @property
    def budget(self) -> Budget:
        """What the stamps are worth just now."""

    @property
    def trouble(self) -> str:
        """What is wrong and what to do, in a sentence; empty while all is well."""

    @property
    def totem_stands(self) -> bool | None:
        """Whether the totem stands on its base; None if its switch isn't here, or can't be read."""

    def listen(self, grab_listener: GrabListener) -> None:
        """Report to `grab_listener` from now on."""

    def arming(self) -> None:
        """Prepare to be ranked: two stamps of one duel that are d apart become instants d apart.

        A bank whose clock has to be mapped onto the machine's takes its newest map now, and keeps it while
        stamps come; `budget` tells what that map is worth.
        """

    def rest(self) -> None:
        """The table has stopped playing: what it had for itself is given back, until it is armed again."""

    def closed(self, seat: Seat) -> bool | None:
        """Whether the seat's button is pressed; None if its line is gone. Never waits."""

    def lost(self) -> int:
        """How many edges are known to have been lost since the bank was opened."""

    def light(self, seats: Iterable[Seat]) -> None:
        """Light the lamps of these seats and no others; never waits."""

    def catch_up(self) -> None:
        """Deliver all edges that have happened by now; a bank that can't says that its lines are gone.

        Called before a ruling, without the pad's lock. May wait for a fraction of a second at the very most.
        """

    def close(self) -> None:
        """Let everything go; nothing is reported afterwards."""
