"""Which wire goes where: the value shared by the seats file, the sensors screen and the pads."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.clock import Nanoseconds
from hardware.grab.contacts import ContactTimes, Seat

Pull = Literal["up", "down"]

Role = Literal["button", "lamp", "turn", "totem"]

FIXED_PULL_UP = (2, 3)
"""GPIO2 and GPIO3 have pull-up resistors on every Pi's board."""


BOARD_PINS = (*range(2, 23), 26, 27, 28)
"""The pins of a grab board for buttons and lamps, by their GP numbers; GP0 and GP1 are its serial line."""


class BoardPlug(Struct, frozen=True):
    """A grab board: its name in the seats file, and where it is plugged in."""

    name: str
    port: str | None = None
    """A path such as /dev/ttyAMA0, or the board's id as the doctor shows it; None: the only one there is."""


class SeatWires(Struct, frozen=True):
    """The pins of one seat's button and lamp: GPIO numbers of the Pi, or GP numbers of a grab board."""

    seat: Seat
    grab: int
    lamp: int | None = None
    board: str | None = None
    """The name of the grab board that both are on; None for the Pi's header."""


class UsbPlug(Struct, frozen=True):
    """A USB or Bluetooth pad: its name in the seats file, and where it is plugged in."""

    name: str
    port: str | None = None
    """The kernel's name for its place, as the doctor shows it; None: the only pad there is."""
    scan: Nanoseconds | None = None
    """The interval at which it scans its buttons, from its owner; None if unknown."""


class UsbSeat(Struct, frozen=True):
    """The button of one seat on a USB pad, by the kernel's code."""

    seat: Seat
    usb: str
    """The name of the pad."""
    code: int
    lamp: str | None = None
    """One of the pad's own lights, by the last part of the kernel's name for it."""


class Wire(Struct, frozen=True):
    """One wire: its role and its pin; `seat` is None for the turn button and the totem's switch."""

    role: Role
    pin: int
    board: str | None = None
    seat: Seat | None = None

    @property
    def what(self) -> str:
        """What the wire is for, in words."""
        if self.seat is None:
            return "the turn button" if self.role == "turn" else "the totem switch"
        return f"seat {self.seat + 1}'s {self.role}"

    @property
    def place(self) -> str:
        """The pin as people call it: GPIO17, or GP5 of a board."""
        return f"GPIO{self.pin}" if self.board is None else f"GP{self.pin} of {self.board}"


class Wiring(Struct, frozen=True, kw_only=True):
    """All wires of a table. `normally_closed` buttons open when pressed: a broken wire reads as pressed."""

    seats: tuple[SeatWires, ...]
    turn: int | None = None
    turn_board: str | None = None
    totem: int | None = None
    totem_board: str | None = None
    pull: Pull = "up"
    normally_closed: bool = False
    chip: str | None = None
    """Label, name or path of the GPIO chip; None for the Pi's header."""
    boards: tuple[BoardPlug, ...] = ()
    usb: tuple[UsbPlug, ...] = ()
    usb_seats: tuple[UsbSeat, ...] = ()
    """Seats whose button is on a USB pad."""
    timing: ContactTimes = ContactTimes()

    def seats_on_pad(self, name: str) -> tuple[UsbSeat, ...]:
        """Return the seats whose button is on the USB pad of this name."""
        return tuple(button for button in self.usb_seats if button.usb == name)

    @property
    def button_seats(self) -> tuple[Seat, ...]:
        """All seats that have a button, ascending."""
        return tuple(
            sorted({wires.seat for wires in self.seats} | {button.seat for button in self.usb_seats})
        )

    @property
    def pressed_high(self) -> bool:
        """Whether a grab button's pin is high while it is pressed."""
        return (self.pull == "up") == self.normally_closed

    @property
    def switched_high(self) -> bool:
        """Whether the pin of the turn button or the totem's switch is high while that is closed."""
        return self.pull == "down"

    def wires(self) -> Iterator[Wire]:
        """Yield every wire."""
        for wires in self.seats:
            yield Wire("button", wires.grab, wires.board, wires.seat)
            if wires.lamp is not None:
                yield Wire("lamp", wires.lamp, wires.board, wires.seat)
        if self.turn is not None:
            yield Wire("turn", self.turn, self.turn_board)
        if self.totem is not None:
            yield Wire("totem", self.totem, self.totem_board)

    def wires_on(self, board: str | None) -> tuple[Wire, ...]:
        """Return the wires that end on one board, or (None) on the Pi's header."""
        return tuple(wire for wire in self.wires() if wire.board == board)

    def mask(self, board: str, *roles: Role) -> int:
        """Return the pins of a board whose wires have one of these roles: bit n is GPn."""
        return sum(1 << wire.pin for wire in self.wires_on(board) if wire.role in roles)

    def used_twice(self) -> tuple[Wire, Wire] | None:
        """Return the first two wires on the same pin; None if there are none."""
        by_pin: dict[tuple[str | None, int], Wire] = {}
        for wire in self.wires():
            if (wire.board, wire.pin) in by_pin:
                return by_pin[wire.board, wire.pin], wire
            by_pin[wire.board, wire.pin] = wire
        return None


def with_button(wiring: Wiring, seat: Seat, pin: int, plug: BoardPlug | UsbPlug | None = None) -> Wiring:
    """Return the wiring with the seat's button on `pin` of a board or the header, or on that code of a pad.

    A seat that had that pin or code loses its button; a new board or pad is added.
    """
    previous = next((wires for wires in wiring.seats if wires.seat == seat), None)
    wired = [wires for wires in wiring.seats if wires.seat != seat]
    on_pads = [button for button in wiring.usb_seats if button.seat != seat]
    boards, pads = wiring.boards, wiring.usb
    if isinstance(plug, UsbPlug):
        on_pads = [button for button in on_pads if (button.usb, button.code) != (plug.name, pin)]
        light = next((other.lamp for other in wiring.seats_on_pad(plug.name) if other.seat == seat), None)
        on_pads.append(UsbSeat(seat, plug.name, pin, light))
        pads = pads if plug.name in {pad.name for pad in pads} else (*pads, plug)
        # A pad without a port that has no seat left could be any of them: drop it.
        used = {button.usb for button in on_pads}
        pads = tuple(pad for pad in pads if pad.port is not None or pad.name in used)
    else:
        board = None if plug is None else plug.name
        lamp = previous.lamp if previous is not None and previous.board == board else None
        wired = [wires for wires in wired if (wires.board, wires.grab) != (board, pin)]
        wired.append(SeatWires(seat, pin, lamp, board))
        if plug is not None and plug.name not in {other.name for other in boards}:
            boards = (*boards, plug)
    return replace(
        wiring,
        seats=tuple(sorted(wired, key=lambda wires: wires.seat)),
        usb_seats=tuple(sorted(on_pads, key=lambda button: button.seat)),
        boards=boards,
        usb=pads,
    )
