"""Which wire goes where: a value that the seats file, the sensors screen and the pads share."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from hardware.contacts import Seat, Timing

Pull = Literal["up", "down"]

FIXED_PULL_UP = (2, 3)
"""GPIO2 and GPIO3 have pull-up resistors on every Pi's board."""


class SeatWires(Struct, frozen=True):
    """The GPIO numbers of one seat's button and lamp."""

    seat: Seat
    grab: int
    lamp: int | None = None


class Wiring(Struct, frozen=True, kw_only=True):
    """All wires of a table. `normally_closed` buttons open when pressed: a broken wire reads as pressed."""

    seats: tuple[SeatWires, ...]
    turn: int | None = None
    totem: int | None = None
    pull: Pull = "up"
    normally_closed: bool = False
    chip: str | None = None
    """Label, name or path of the GPIO chip; None for the Pi's header."""
    timing: Timing = Timing()

    def pins(self) -> Iterator[tuple[str, int]]:
        """Yield every wire that is there as (what it is, GPIO number)."""
        for wires in self.seats:
            yield f"seat {wires.seat + 1}'s button", wires.grab
            if wires.lamp is not None:
                yield f"seat {wires.seat + 1}'s lamp", wires.lamp
        if self.turn is not None:
            yield "the turn button", self.turn
        if self.totem is not None:
            yield "the totem switch", self.totem

    def used_twice(self) -> tuple[str, str, int] | None:
        """Return the first two wires that want one pin, and that pin."""
        seen: dict[int, str] = {}
        for what, pin in self.pins():
            if pin in seen:
                return seen[pin], what, pin
            seen[pin] = what
        return None


def with_button(wiring: Wiring, seat: Seat, pin: int) -> Wiring:
    """Return the wiring with the seat's button on `pin`; a seat that had that pin loses its button."""
    lamp = next((wires.lamp for wires in wiring.seats if wires.seat == seat), None)
    others = [wires for wires in wiring.seats if wires.seat != seat and wires.grab != pin]
    seats = sorted([*others, SeatWires(seat, pin, lamp)], key=lambda wires: wires.seat)
    return replace(wiring, seats=tuple(seats))
