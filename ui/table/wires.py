"""Where the wires go, as the screen knows it: plain values.

`ui/wiring.py` takes them from the hardware's plan, whose names they have.
"""

from typing import Literal

from msgspec import Struct

from companion.game import Seat


class WireEnd(Struct, frozen=True):
    """What a wire belongs to; `seat` is None for the turn button and the totem's switch."""

    role: Literal["button", "lamp", "turn", "totem"]
    seat: Seat | None = None
    proposed: bool = False
    """Not in the seats file yet."""


class WirePin(Struct, frozen=True, kw_only=True):
    """One pin of a board; `row` counts from 0 at the top, `position` as the board's maker does, from 1."""

    position: int
    side: Literal["left", "right"]
    row: int
    name: str
    kind: Literal["line", "ground", "3.3 V", "5 V", "other"]
    end: WireEnd | None = None
    """Whose line it is."""
    rail: int | None = None
    """Position of the pin where the other wire goes."""
    returns: tuple[WireEnd, ...] = ()
    """Whose other wires go here."""
    link: str = ""
    """The pin of the other board that a wire of a serial line goes to."""


class MissingWire(Struct, frozen=True):
    """A wire that its board has no pin for."""

    name: str
    end: WireEnd


class WireBoard(Struct, frozen=True, kw_only=True):
    """One board; `name` is None for the Pi itself."""

    model: Literal["pi", "pico"]
    name: str | None
    pins: tuple[WirePin, ...]
    missing: tuple[MissingWire, ...] = ()

    @property
    def ends(self) -> list[WireEnd]:
        """Everything that is wired to it."""
        return [pin.end for pin in self.pins if pin.end is not None]


class WirePlan(Struct, frozen=True):
    """All boards that the wiring uses, and what to mind; the notes by their names in wiring_words.py."""

    boards: tuple[WireBoard, ...]
    pull: Literal["up", "down"]
    normally_closed: bool
    notes: tuple[str, ...] = ()
    unwired: tuple[Seat, ...] = ()
    """Seats whose button is on a USB pad, taught and not wired."""

    @property
    def wired(self) -> bool:
        """Whether the seats file says anything of it."""
        return bool(self.unwired) or any(not end.proposed for board in self.boards for end in board.ends)

    @property
    def plugged(self) -> bool:
        """Whether all buttons there are are on USB pads."""
        return bool(self.unwired) and not any(board.ends for board in self.boards)

    @property
    def proposes(self) -> bool:
        """Whether something isn't in the seats file yet."""
        return any(end.proposed for board in self.boards for end in board.ends)

    def without(self, seats: int) -> int:
        """Return how many of the first `seats` have no button here."""
        have = {
            *self.unwired,
            *(end.seat for board in self.boards for end in board.ends if end.role == "button"),
        }
        return sum(seat not in have for seat in range(seats))
