"""What is said between the app and the process that watches the buttons; a packet each, in MessagePack.

A socket of packets keeps messages apart by itself, and ends when either process does.
"""

from collections.abc import Callable

import msgspec
from msgspec import Struct

from companion.clock import Instant, Nanoseconds
from hardware import errors
from hardware.errors import HardwareError
from hardware.grab.adjudicate import DeadHeat, Grab, Quality, Void
from hardware.grab.contacts import Seat, SeatStatus
from hardware.wiring.wiring import Wiring

MOST = 1 << 18
"""Bytes of the largest packet: more than the kernel lets an ordinary socket send at once (208 KiB)."""


class Open(Struct, frozen=True, tag="open"):
    """Open the buttons of a wiring: the first order, and the only one before `ButtonsOpened` or `Failed`."""

    wiring: Wiring


class TakePart(Struct, frozen=True, tag="play"):
    """Let only these seats take part."""

    seats: tuple[Seat, ...]


class Arm(Struct, frozen=True, tag="arm"):
    """Wait for a grab from `at` on, however late this is read; its verdicts bear `number`."""

    number: int
    at: Instant


class Disarm(Struct, frozen=True, tag="disarm"):
    """Let grabs pass."""


class Light(Struct, frozen=True, tag="light"):
    """Light the lamps of these seats and no others."""

    seats: tuple[Seat, ...]


Order = Open | TakePart | Arm | Disarm | Light


class Condition(Struct, frozen=True, tag="condition"):
    """What the pad as a whole is like now."""

    quality: Quality
    band: Nanoseconds
    trouble: str
    totem_stands: bool | None
    goes_first: bool = True
    """Whether busy programs can't keep the buttons waiting."""


class ButtonsOpened(Struct, frozen=True, tag="opened"):
    """The buttons are open."""

    states: dict[Seat, SeatStatus]
    condition: Condition


class Failed(Struct, frozen=True, tag="failed"):
    """The buttons can't be opened: the name of the error, and its sentence."""

    kind: str
    sentence: str

    def error(self) -> HardwareError:
        """Return the error as it was raised over there."""
        return KINDS.get(self.kind, HardwareError)(self.sentence)


class Ruled(Struct, frozen=True, tag="ruled"):
    """A verdict, or its correction."""

    verdict: Grab | DeadHeat | Void


class Pictured(Struct, frozen=True, tag="pictured"):
    """The verdict with later contacts in its picture."""

    verdict: Grab | DeadHeat | Void


class Changed(Struct, frozen=True, tag="changed"):
    """A seat's button does something else than before."""

    seat: Seat
    status: SeatStatus


class TurnPressed(Struct, frozen=True, tag="turned"):
    """The turn button was pressed."""

    at: Instant


class Fell(Struct, frozen=True, tag="fell"):
    """The totem fell."""

    at: Instant


News = Condition | ButtonsOpened | Failed | Ruled | Pictured | Changed | TurnPressed | Fell

KINDS: dict[str, Callable[[str], HardwareError]] = {
    kind.__name__: kind
    for kind in (
        errors.ChipMissingError,
        errors.NoPermissionError,
        errors.LineBusyError,
        errors.LineMissingError,
        errors.FactoryMissingError,
        errors.WiringError,
        errors.BoardMissingError,
        errors.BoardBusyError,
        errors.NotABoardError,
        errors.PadMissingError,
        errors.PadBusyError,
        errors.NotAPadError,
    )
}
"""What opening a pad may raise; each is made of its sentence alone."""

encode = msgspec.msgpack.Encoder().encode
order_of = msgspec.msgpack.Decoder(Order).decode
"""Read an order; msgspec.DecodeError for what is none."""
news_of = msgspec.msgpack.Decoder(News).decode
"""Read news; msgspec.DecodeError for what is none."""
