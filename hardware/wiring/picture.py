"""Draws a seats file as a picture to wire from: every board, pin by pin, as an SVG page in millimetres.

`python -m hardware.wiring.picture seats.toml wiring.svg`

Two boards fill a sheet of A4; a table with more makes the page longer.
"""

import sys
from pathlib import Path

from hardware.errors import HardwareError
from hardware.wiring.marks import colour
from hardware.wiring.page import BODY, DIM, INK, LINE, PAPER, SvgPage, mark_width
from hardware.wiring.pinouts import ROWS
from hardware.wiring.plan import Note, Plan, PlannedBoard, PlannedPin, WireEnd, plan
from hardware.wiring.seats_file import load
from hardware.wiring.wiring import Wiring

WIDTH, HEIGHT = 210, 297
"""A4, in mm."""
MARGIN = 12
MIDDLE = WIDTH / 2

PITCHES = {1: 10.0, 2: 5.2}
"""Height of a pin's row, in mm, by the number of boards."""

WIRES_TO = 50
"""Where the wires end and their labels begin, in mm from the middle."""

GAP = 0.8
"""Between two marks, in mm."""
MORE_ROOM = 8
"""Room for "and 17 more", in sizes of its letters."""

PI_TITLE = "The Pi's header, from above; the Pi's USB sockets point to you"

NOTES: dict[Note, str] = {
    "strip": "Where several go to one pin, join them on a terminal strip; every GND is like any other.",
    "console": "GPIO14 and GPIO15 are the serial console's: switch it off with raspi-config.",
    "wakes": "Pressing the button on GPIO3 starts the Pi again after it was shut down.",
    "power": "The board is fed by the wire to VSYS: pull that off before a USB cable goes in.",
    "usb": "Seats that aren't shown have their button on a USB pad, which needs no wire.",
    "chip": "The seats file names a chip of its own: the header is shown as that of a Pi.",
}

WIDE_LETTER = 0.7
"""Width of a bold letter of a common sans-serif face, in sizes, at the most on average."""


def picture(wiring: Wiring) -> str:
    """Return the wiring as an SVG page; pins that a board doesn't have are listed below it."""
    drawn = plan(wiring)
    page = SvgPage()
    pitch = PITCHES.get(len(drawn.boards), PITCHES[2])
    y = float(MARGIN)
    for board in drawn.boards:
        y = _board(page, board, y, pitch)
    y = _circuits(page, drawn, y + 2)
    return page.document(WIDTH, max(HEIGHT, y + MARGIN / 2))


def _board(page: SvgPage, board: PlannedBoard, y: float, pitch: float) -> float:
    """Draw a board from `y` down and return where it ends."""
    title = PI_TITLE if board.name is None else f'Board "{board.name}": a Raspberry Pi Pico, from above'
    fits = (WIDTH - 2 * MARGIN) / (WIDE_LETTER * len(title))
    page.text(MIDDLE, y, title, min(4.4, fits), "middle", bold=True)
    top = y + 6.5
    half = 3.2 if board.model == "pi" else 13.0
    body = (MIDDLE - half - 2.6, top, 2 * half + 5.2, ROWS * pitch)
    page.box(*body, fill=BODY, radius=2)
    if board.model == "pico":
        page.box(MIDDLE - 4.5, top - 1.5, 9, 6, LINE, DIM)
        page.text(MIDDLE, top + 1.5, "USB", 3, "middle")
    for pin in board.pins:
        _pin(page, pin, top + (pin.row + 0.5) * pitch, half, pitch, inside=board.model == "pico")
    y = top + ROWS * pitch + 4
    for lost in board.missing:
        page.text(MARGIN, y, f"there is no {lost.name} here: {what(lost.end)}", 3.6, bold=True)
        y += 5
    return y + 3


def _pin(page: SvgPage, pin: PlannedPin, y: float, half: float, pitch: float, inside: bool) -> None:
    """Draw one pin, and outwards from it its position, its name and what goes there."""
    way, anchor = (-1, "end") if pin.side == "left" else (1, "start")
    size = min(4.2, pitch * 0.66)
    x = MIDDLE + way * half
    fill = colour(pin.end.seat) if pin.end is not None and pin.end.seat is not None else PAPER
    if pin.kind == "ground":
        fill = INK
    dot = min(2.0, pitch * 0.36)
    lamp = pin.end is not None and pin.end.role == "lamp"
    if lamp or pin.position == 1:
        # A lamp's pin is square, so that it isn't told by colour alone; pin 1 is square on the board.
        page.box(x - dot, y - dot, 2 * dot, 2 * dot, fill, INK, 0.2)
    else:
        page.dot(x, y, dot, fill)
    strong = pin.end is not None or bool(pin.returns) or bool(pin.link)
    if inside:
        page.text(x - way * 3.4, y, str(pin.position), size * 0.85, "start" if way < 0 else "end", DIM)
        x += way * 4.6
    else:
        page.text(x + way * 4.6, y, str(pin.position), size * 0.85, anchor, DIM)
        x += way * (5.2 + size * 1.3)
    page.text(x, y, pin.name, size, anchor, INK if strong else DIM, strong)
    x += way * size * 4.8
    end = MIDDLE + way * WIRES_TO
    side = min(7.4, pitch * 0.94)
    if pin.end is not None:
        tone = colour(pin.end.seat) if pin.end.seat is not None else PAPER
        page.wire(x, end, y, tone, lamp)
        if pin.end.seat is None:
            page.text(end + way * 2.5, y, what(pin.end), size, anchor, bold=True)
        else:
            page.mark(end + way * side * 0.55, y, side, pin.end)
            page.text(end + way * (side * 1.1 + 1.5), y, what(pin.end), size, anchor, bold=True)
    elif pin.link:
        page.line(x, end, y)
        page.text(
            end + way * 2.5, y, f"to the {'Pi' if inside else 'board'}'s {pin.link}", size, anchor, bold=True
        )
    if pin.returns:
        page.line(x, end, y)
        _owners(page, pin.returns, end, way, y, side, size)


def _owners(
    page: SvgPage, owners: tuple[WireEnd, ...], x: float, way: int, y: float, side: float, size: float
) -> None:
    """Draw the marks of all whose other wire goes here, from `x` on; those without room are counted."""
    room = MIDDLE - WIRES_TO - MARGIN / 2
    if sum(mark_width(owner, side) + GAP for owner in owners) > room:
        room -= MORE_ROOM * size
    used = 0.0
    for place, owner in enumerate(owners):
        wide = mark_width(owner, side)
        if used + wide > room:
            anchor = "end" if way < 0 else "start"
            page.text(x + way * (used + GAP), y, f"and {len(owners) - place} more", size, anchor, bold=True)
            return
        page.mark(x + way * (used + wide / 2), y, side, owner)
        used += wide + GAP


def what(end: WireEnd) -> str:
    """Return what a wire belongs to, in words."""
    if end.seat is None:
        return "turn button" if end.role == "turn" else "totem switch"
    return f"seat {end.seat + 1}, {end.role}"


def _circuits(page: SvgPage, drawn: Plan, y: float) -> float:
    """Draw how a button and a lamp are connected, and what to mind; return where it ends."""
    kind = "opens when pressed" if drawn.normally_closed else "closes when pressed"
    rail, rails = ("GND", "GND") if drawn.rail == "ground" else ("3.3 V", "3.3 V and GND")
    page.text(MARGIN, y, f"Button ({kind})", 3.8, bold=True)
    _chain(page, 92, y, ("its pin", "button", rail))
    if any(pin.end is not None and pin.end.role == "lamp" for board in drawn.boards for pin in board.pins):
        y += 8
        page.text(MARGIN, y, "Lamp (square pin, dashed wire)", 3.8, bold=True)
        _chain(page, 92, y, ("its pin", "330 Ω", "LED", "GND"))
    y += 7.5
    lines = [
        f"The marks at {rails} show whose other wire goes there.",
        f"Pi and Pico pull lines {drawn.pull} by themselves.",
        *(NOTES[note] for note in drawn.notes),
    ]
    for line in lines:
        page.text(MARGIN, y, line, 3.3, fill=DIM)
        y += 4.6
    return y


def _chain(page: SvgPage, x: float, y: float, names: tuple[str, ...]) -> None:
    """Draw boxes in a row, joined by a wire."""
    for place, name in enumerate(names):
        left = x + place * 27
        if place:
            page.line(left - 7, left, y)
        page.box(left, y - 3, 20, 6, BODY)
        page.text(left + 10, y, name, 3.6, "middle")


def main(arguments: list[str]) -> None:
    """Draw a seats file into a picture file; SystemExit with a sentence where that can't be done."""
    match arguments:
        case [seats, drawn]:
            try:
                Path(drawn).write_text(picture(load(Path(seats))), encoding="utf-8")
            except (HardwareError, OSError) as error:
                raise SystemExit(str(error)) from error
        case _:
            raise SystemExit("usage: python -m hardware.wiring.picture SEATS.toml PICTURE.svg")


if __name__ == "__main__":
    main(sys.argv[1:])
