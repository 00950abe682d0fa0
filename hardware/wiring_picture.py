"""Draws a seats file as a picture: the Pi's header with every wire in its seat's colour, as SVG.

`python -m hardware.wiring_picture seats.toml wiring.svg`
"""

import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

from hardware.contacts import Seat
from hardware.errors import HardwareError
from hardware.seats_file import load
from hardware.wiring import Wiring

HEADER = {
    1: "3.3 V",
    2: "5 V",
    4: "5 V",
    17: "3.3 V",
    **dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "GND"),
    27: "ID",
    28: "ID",
}
"""The positions of the 40-pin header that are no GPIO."""

GPIO_AT = {
    3: 2,
    5: 3,
    7: 4,
    8: 14,
    10: 15,
    11: 17,
    12: 18,
    13: 27,
    15: 22,
    16: 23,
    18: 24,
    19: 10,
    21: 9,
    22: 25,
    23: 11,
    24: 8,
    26: 7,
    29: 5,
    31: 6,
    32: 12,
    33: 13,
    35: 19,
    36: 16,
    37: 26,
    38: 20,
    40: 21,
}
"""Header position: GPIO number, the same on every Pi with 40 pins."""

SEAT_COLOURS = ("#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7", "#9aa6b0")
"""Okabe and Ito's colours, told apart by nearly all eyes; after eight seats they come again."""

GROUND, PANEL, LINE, TEXT, DIM = "#101418", "#1a2026", "#36414b", "#f4f1e8", "#9aa6b0"

WIDTH = 920
PITCH = 27
TOP = 70
LEFT = WIDTH // 2 - PITCH


def picture(wiring: Wiring) -> str:
    """Return the wiring as an SVG page; pins that the header doesn't have are listed below it."""
    uses = {wire.pin: (wire.what, colour(wiring, wire.what)) for wire in wiring.on(None)}
    missing = sorted(set(uses) - set(GPIO_AT.values()))
    height = TOP + 20 * PITCH + 200 + 20 * len(missing)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{height}" fill="{GROUND}"/>',
        text(WIDTH // 2, 34, "The header, seen from above, its corner with pin 1 at the top left", TEXT, 17),
        f'<rect x="{LEFT - 22}" y="{TOP - 20}" width="{PITCH + 44}" height="{20 * PITCH + 12}" rx="8"'
        f' fill="{PANEL}" stroke="{LINE}"/>',
    ]
    for position in range(1, 41):
        parts += pin(position, uses)
    y = TOP + 20 * PITCH + 30
    for place, number in enumerate(missing):
        parts.append(
            text(40, y + 20 * place, f"not on the header: GPIO{number}, {uses[number][0]}", TEXT, 14, "start")
        )
    parts += circuits(wiring, y + 20 * len(missing) + 20)
    return "\n".join([*parts, "</svg>\n"])


def colour(wiring: Wiring, what: str) -> str:
    """Return the colour of a wire: its seat's, or that of plain text for what all seats share."""
    for wires in wiring.seats:
        if what.startswith(f"seat {wires.seat + 1}'s "):
            return seat_colour(wires.seat)
    return TEXT


def seat_colour(seat: Seat) -> str:
    """Return the colour of a seat."""
    return SEAT_COLOURS[seat % len(SEAT_COLOURS)]


def pin(position: int, uses: dict[int, tuple[str, str]]) -> Iterator[str]:
    """Yield one pin of the header with its label: odd positions to the left, even ones to the right."""
    row, right = divmod(position - 1, 2)
    x, y = LEFT + right * PITCH, TOP + row * PITCH
    side, anchor = (1, "start") if right else (-1, "end")
    gpio = GPIO_AT.get(position)
    what, fill = uses.get(gpio, ("", LINE)) if gpio is not None else ("", LINE)
    shape = f'<circle cx="{x}" cy="{y}" r="8" fill="{fill}" stroke="{DIM}"/>'
    # A lamp's pin is square, so that it isn't told by colour alone.
    if "lamp" in what:
        shape = f'<rect x="{x - 8}" y="{y - 8}" width="16" height="16" fill="{fill}" stroke="{DIM}"/>'
    yield shape
    name = HEADER.get(position) or f"GPIO{gpio}"
    yield text(
        x + side * 36, y + 5, f"{name} · {position}" if side > 0 else f"{position} · {name}", DIM, 13, anchor
    )
    if what:
        yield f'<path d="M{x + side * 130} {y} h{side * 40}" stroke="{fill}" stroke-width="4"/>'
        yield text(x + side * 180, y + 5, what, TEXT, 15, anchor)


def circuits(wiring: Wiring, y: int) -> Iterator[str]:
    """Yield the circuits of a button and of a lamp."""
    rail = "GND" if wiring.pull == "up" else "3.3 V"
    kind = "opens when pressed" if wiring.normally_closed else "closes when pressed"
    yield text(40, y + 5, f"button ({kind})", TEXT, 15, "start")
    yield from chain(330, y, ("GPIO", "/ button \\", rail), TEXT)
    yield text(40, y + 55, "lamp", TEXT, 15, "start")
    yield from chain(330, y + 50, ("GPIO", "330 Ω", "LED", "GND"), TEXT)
    yield text(
        40,
        y + 100,
        f"the pull-{wiring.pull} resistor is inside the Pi; every GND of the header is the same",
        DIM,
        13,
        "start",
    )


def chain(x: int, y: int, names: tuple[str, ...], stroke: str) -> Iterator[str]:
    """Yield boxes in a row, joined by a wire."""
    for place, name in enumerate(names):
        left = x + place * 130
        if place:
            yield f'<path d="M{left - 30} {y} h30" stroke="{stroke}" stroke-width="2"/>'
        yield f'<rect x="{left}" y="{y - 16}" width="100" height="32" rx="6" fill="{PANEL}" stroke="{LINE}"/>'
        yield text(left + 50, y + 5, name, TEXT, 14)


def text(x: int, y: int, words: str, fill: str, size: int, anchor: str = "middle") -> str:
    """Return a line of text."""
    place = f'x="{x}" y="{y}" fill="{fill}" font-size="{size}" text-anchor="{anchor}"'
    return f"<text {place}>{escape(words)}</text>"


def main(arguments: list[str]) -> None:
    """Draw a seats file into a picture file; SystemExit with a sentence where that can't be done."""
    match arguments:
        case [seats, drawn]:
            try:
                Path(drawn).write_text(picture(load(Path(seats))), encoding="utf-8")
            except (HardwareError, OSError) as error:
                raise SystemExit(str(error)) from error
        case _:
            raise SystemExit("usage: python -m hardware.wiring_picture SEATS.toml PICTURE.svg")


if __name__ == "__main__":
    main(sys.argv[1:])
