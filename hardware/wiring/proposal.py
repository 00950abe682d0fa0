"""Where to wire what isn't wired yet: the first free pins, in the order that docs/wiring.md shows."""

from collections.abc import Sequence

from msgspec.structs import replace

from hardware.grab.contacts import Seat
from hardware.wiring.uarts import FIRST, FIRST_PORTS
from hardware.wiring.unfit_pins import WAKING
from hardware.wiring.wiring import BOARD_PINS, BoardPlug, SeatWires, Wiring

HEADER_BUTTONS = (4, 17, 27, 22, 10, 9, 11, 5, 6, 13, 19, 26, 16, 20, 21)
"""GPIO numbers for buttons, seat by seat: from the top of the header down, lamps being beside them."""

HEADER_LAMPS = (18, 23, 24, 25, 8, 7, 12, 14, 15)
"""GPIO numbers for lamps; the last two are the serial console's."""

TURN, TOTEM = WAKING, 2
"""Both have pull-up resistors on every Pi's board; a totem that stands would start a halted Pi again."""

BOARD_NAME = "board"


def proposal(wiring: Wiring, seats: int, plugged: Sequence[BoardPlug] = (), *, header: bool = True) -> Wiring:
    """Return the wiring with a button for each of the first `seats`, and lamps where others have them.

    A table without a button gets all of it, on the header if there is one with enough room, else on one
    board: the first of `plugged`, or one to be bought. Seats that no pin is left for stay without.
    """
    if wiring.usb_seats and not wiring.seats:
        # Buttons of USB pads are taught, not wired.
        return wiring
    if not wiring.seats:
        if seats > len(HEADER_BUTTONS) or not header:
            plug = next(iter(plugged), BoardPlug(BOARD_NAME))
            lamps = 2 * seats <= len(BOARD_PINS)
            return _filled(replace(wiring, boards=(plug,)), seats, plug.name, lamps=lamps)
        turn = TURN if wiring.pull == "up" and wiring.turn is None else wiring.turn
        totem = TOTEM if wiring.pull == "up" and wiring.totem is None else wiring.totem
        return _filled(replace(wiring, turn=turn, totem=totem), seats, None, lamps=True)
    lamps = any(wires.lamp is not None for wires in wiring.seats)
    # One clock is better than two: first where buttons are already.
    for board in dict.fromkeys(wires.board for wires in wiring.seats):
        wiring = _filled(wiring, seats, board, lamps=lamps)
    return wiring


def _filled(wiring: Wiring, seats: int, board: str | None, *, lamps: bool) -> Wiring:
    used = {wire.pin for wire in wiring.on(board)}
    if board is None and any(plug.port in FIRST_PORTS for plug in wiring.boards):
        used.update(FIRST)
    buttons = [pin for pin in (HEADER_BUTTONS if board is None else BOARD_PINS) if pin not in used]
    # A board's pins are all alike: lamps take them from the far end, if there are enough.
    lit = [pin for pin in HEADER_LAMPS if pin not in used] if board is None else buttons[::-1]
    have = set(wiring.numbers)
    lacking = [Seat(number) for number in range(seats) if number not in have]
    spare = len(lacking) if board is None else len(buttons) - len(lacking)
    added = []
    for place, (seat, pin) in enumerate(zip(lacking, buttons, strict=False)):
        lamp = lit[place] if lamps and place < min(len(lit), spare) else None
        added.append(SeatWires(seat, pin, lamp, board))
    ordered = sorted([*wiring.seats, *added], key=lambda wires: wires.seat)
    return replace(wiring, seats=tuple(ordered))
