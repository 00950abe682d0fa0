"""The wiring as a plan: each board pin by pin, what is wired to it, where grounds go, and what to note.

A pure value, for drawing on paper and on the screen.
"""

from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Literal

from msgspec import Struct
from msgspec.structs import astuple, replace

from hardware.grab.contacts import Seat
from hardware.wiring.pinouts import (
    FIRST,
    FIRST_PORTS,
    WAKING,
    Kind,
    Model,
    PinPlace,
    distance,
    on_header,
    pinout,
    uart_pins,
)
from hardware.wiring.wiring import BOARD_PINS, BoardPlug, Pull, Role, SeatWires, Wire, Wiring

Note = Literal["strip", "console", "wakes", "power", "chip", "usb"]
"""What to note: several grounds on one pin; wires on the pins of the serial console; a button or switch that
starts a halted Pi; a board on a serial line, to be powered by its wires or by USB but not both; a chip that
isn't the header's; seats whose button is on a USB pad."""

SERIAL_WIRES = ((8, 2), (10, 1), (6, 3), (4, 39))
"""The wires of a board on the serial line, header to Pico position: TXD to RX, RXD to TX, ground, 5 V.

The Pico's data sheet allows 1.8 to 5.5 V at VSYS, but not from two sources at once.
"""

CROWDED = 4
"""How many steps of 2.54 mm farther a free ground may be than one that is in use."""


class WireEnd(Struct, frozen=True):
    """What a wire belongs to; `seat` is None for the turn button and the totem's switch."""

    role: Role
    seat: Seat | None = None
    proposed: bool = False
    """Not in the seats file yet."""


class PlannedPin(PinPlace, frozen=True, kw_only=True):
    """One pin, and everything wired to it."""

    end: WireEnd | None = None
    """What the pin's line is for, if used."""
    rail: int | None = None
    """Position of the ground (or 3.3 V) where the same button's or lamp's other wire goes."""
    returns: tuple[WireEnd, ...] = ()
    """On a ground or 3.3 V: the buttons and lamps whose other wire goes here."""
    link: str = ""
    """Name of the other board's pin that a wire of the serial line goes to; "" if none does."""


class Missing(Struct, frozen=True):
    """A wire whose pin the board doesn't have; `name` is the pin's, such as GPIO40."""

    name: str
    end: WireEnd


class PlannedBoard(Struct, frozen=True, kw_only=True):
    """One board; `name` and `port` are the seats file's, None for the Pi itself."""

    model: Model
    name: str | None
    port: str | None
    pins: tuple[PlannedPin, ...]
    """By position."""
    missing: tuple[Missing, ...] = ()


class Plan(Struct, frozen=True):
    """All boards that a wiring uses, how their circuits are made, and what to note."""

    boards: tuple[PlannedBoard, ...]
    pull: Pull
    normally_closed: bool
    notes: tuple[Note, ...] = ()
    unwired: tuple[Seat, ...] = ()
    """Seats whose button is on a USB pad."""


def lamp_page() -> str:
    """Return a page to print (SVG) on wiring lamps: an LED on its pin, one with a transistor, eight."""
    return files("hardware.wiring").joinpath("lamps.svg").read_text("utf-8")


def plan(wiring: Wiring, wired: Wiring | None = None) -> Plan:
    """Return the plan of a wiring. Wires not in `wired`, the seats file's wiring, are marked as proposed."""
    existing = set((wiring if wired is None else wired).wires())
    used = [plug for plug in wiring.boards if wiring.wires_on(plug.name)]
    serial = next((plug for plug in used if plug.port in FIRST_PORTS), None)
    boards: list[PlannedBoard] = []
    if wiring.wires_on(None) or serial is not None or not used:
        links = dict(SERIAL_WIRES) if serial is not None else {}
        boards.append(_board(wiring, existing, None, links))
    for plug in used:
        links = {pico: pi for pi, pico in SERIAL_WIRES} if plug is serial else {}
        boards.append(_board(wiring, existing, plug, links))
    notes = tuple(_notes(wiring, boards, serial is not None))
    unwired = tuple(button.seat for button in wiring.usb_seats)
    return Plan(tuple(boards), wiring.pull, wiring.normally_closed, notes, unwired)


def _board(wiring: Wiring, wired: set[Wire], plug: BoardPlug | None, links: dict[int, int]) -> PlannedBoard:
    model: Model = "pi" if plug is None else "pico"
    places = pinout(model)
    by_number = {place.number: place for place in places if place.number is not None}
    ends: dict[int, WireEnd] = {}
    missing: list[Missing] = []
    for wire in wiring.wires_on(None if plug is None else plug.name):
        end = WireEnd(wire.role, wire.seat, wire not in wired)
        place = by_number.get(wire.pin)
        if place is None:
            missing.append(Missing(f"GPIO{wire.pin}" if plug is None else f"GP{wire.pin}", end))
        else:
            ends[place.position] = end
    free = [place for place in places if place.position not in links]
    rails = dict(_rails(wiring.pull, model, ends, places, free))
    returns: dict[int, list[WireEnd]] = {}
    for position, rail in rails.items():
        # A seat's button and lamp share one wire to a common ground.
        end = ends[position]
        if not any((shared.role, shared.seat) == ("button", end.seat) for shared in returns.get(rail, [])):
            returns.setdefault(rail, []).append(end)
    far = pinout("pico" if plug is None else "pi")
    pins = tuple(
        PlannedPin(
            *astuple(place),
            end=ends.get(place.position),
            rail=rails.get(place.position),
            returns=tuple(returns.get(place.position, ())),
            link=far[links[place.position] - 1].name if place.position in links else "",
        )
        for place in places
    )
    name, port = (None, None) if plug is None else (plug.name, plug.port)
    return PlannedBoard(model=model, name=name, port=port, pins=pins, missing=tuple(missing))


def _rails(
    pull: Pull, model: Model, ends: dict[int, WireEnd], places: tuple[PinPlace, ...], free: list[PinPlace]
) -> Iterator[tuple[int, int]]:
    """Yield each wire's position and nearest rail, buttons first; a rail in use counts as farther away."""
    used: dict[int, int] = {}
    of_button: dict[Seat | None, int] = {}
    for position, end in sorted(ends.items(), key=lambda item: (item[1].role == "lamp", item[0])):
        kind: Kind = "ground" if end.role == "lamp" or pull == "up" else "3.3 V"
        if end.role == "lamp" and pull == "up" and end.seat in of_button:
            yield position, of_button[end.seat]
            continue
        here = places[position - 1]
        costs = {
            place.position: distance(model, here, place) + CROWDED * used.get(place.position, 0)
            for place in free
            if place.kind == kind
        }
        rail = min(costs, key=lambda rail: (costs[rail], rail))
        used[rail] = used.get(rail, 0) + 1
        if end.role == "button":
            of_button[end.seat] = rail
        yield position, rail


def _notes(wiring: Wiring, boards: list[PlannedBoard], serial: bool) -> Iterator[Note]:
    if any(len(pin.returns) > 1 for board in boards for pin in board.pins):
        yield "strip"
    wires = wiring.wires_on(None)
    if any(wire.pin in FIRST for wire in wires) and not serial:
        yield "console"
    if on_header(wiring) and any(wire.pin == WAKING and wire.role != "lamp" for wire in wires):
        yield "wakes"
    if serial:
        yield "power"
    if wiring.chip is not None and wires:
        yield "chip"
    if wiring.usb_seats:
        yield "usb"


# Proposals for what isn't wired yet: the first free pins, in the order that docs/wiring.md shows.

HEADER_BUTTONS = (4, 17, 27, 22, 10, 9, 11, 5, 6, 13, 19, 26, 16, 20, 21)
"""GPIO numbers for buttons, seat by seat: from the top of the header down, next to their lamps."""

HEADER_LAMPS = (18, 23, 24, 25, 8, 7, 12, 14, 15)
"""GPIO numbers for lamps; the last two are the serial console's."""

TURN, TOTEM = WAKING, 2
"""Both pins have pull-up resistors on every Pi. A standing totem on `WAKING` would restart a halted Pi."""

BOARD_NAME = "board"


def proposal(
    wiring: Wiring,
    seats: int,
    plugged: Sequence[BoardPlug] = (),
    *,
    header: bool = True,
    machine: str = "",
) -> Wiring:
    """Return the wiring with a button for each of the first `seats`, and lamps if other seats have them.

    A table without any button gets everything, on the header if there is one with enough room, else on one
    board: the first of `plugged`, or one to be bought. Seats for which no pin is left get nothing.
    `machine`: the Pi's model, if known.
    """
    if wiring.usb_seats and not wiring.seats:
        # Buttons on USB pads are learned, not wired.
        return wiring
    if not wiring.seats:
        if seats > len(HEADER_BUTTONS) or not header:
            plug = next(iter(plugged), BoardPlug(BOARD_NAME))
            lamps = 2 * seats <= len(BOARD_PINS)
            return _filled(replace(wiring, boards=(plug,)), seats, plug.name, machine, lamps=lamps)
        turn = TURN if wiring.pull == "up" and wiring.turn is None else wiring.turn
        totem = TOTEM if wiring.pull == "up" and wiring.totem is None else wiring.totem
        return _filled(replace(wiring, turn=turn, totem=totem), seats, None, machine, lamps=True)
    lamps = any(wires.lamp is not None for wires in wiring.seats)
    # One clock is better than two, so boards that have buttons come first.
    for board in dict.fromkeys(wires.board for wires in wiring.seats):
        wiring = _filled(wiring, seats, board, machine, lamps=lamps)
    return wiring


def _filled(wiring: Wiring, seats: int, board: str | None, machine: str, *, lamps: bool) -> Wiring:
    used = {wire.pin for wire in wiring.wires_on(board)}
    if board is None:
        used.update(pin for plug in wiring.boards for pin in uart_pins(plug.port, machine))
    buttons = [pin for pin in (HEADER_BUTTONS if board is None else BOARD_PINS) if pin not in used]
    # A grab board's pins are all alike: lamps take them from the far end, if there are enough.
    lit = [pin for pin in HEADER_LAMPS if pin not in used] if board is None else buttons[::-1]
    with_button = set(wiring.button_seats)
    lacking = [Seat(number) for number in range(seats) if number not in with_button]
    spare = len(lacking) if board is None else len(buttons) - len(lacking)
    added = []
    for place, (seat, pin) in enumerate(zip(lacking, buttons, strict=False)):
        lamp = lit[place] if lamps and place < min(len(lit), spare) else None
        added.append(SeatWires(seat, pin, lamp, board))
    ordered = sorted([*wiring.seats, *added], key=lambda wires: wires.seat)
    return replace(wiring, seats=tuple(ordered))
