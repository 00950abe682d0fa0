"""Draws how lamps are connected: an LED on its pin, one arcade lamp over a transistor, eight over a driver.

`companion wiring --lamps lamps.svg`

What stands beside a resistor is worked out here from these values.
"""

from html import escape

from msgspec import Struct

# A page of SVG to print: texts, boxes, dots and wires, in millimetres with y downwards.

PAPER, INK, DIM, LINE, BODY = "#ffffff", "#101418", "#4a525a", "#9aa6b0", "#e9ece8"
"""Dark on white: it is for printing."""


class SvgPage:
    """Collects what is drawn; lengths in mm, y downwards."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def document(self, width: float, height: float) -> str:
        """Return the page as a file."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height:g}mm"'
            f' viewBox="0 0 {width} {height:g}" font-family="sans-serif">'
        )
        ground = f'<rect width="{width}" height="{height:g}" fill="{PAPER}"/>'
        return "\n".join([head, ground, *self.parts, "</svg>\n"])

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        anchor: str = "start",
        fill: str = INK,
        bold: bool = False,
    ) -> None:
        """Write a line; `y` is its middle."""
        weight = ' font-weight="bold"' if bold else ""
        place = f'x="{x:.2f}" y="{y + size * 0.35:.2f}" font-size="{size:.2f}" text-anchor="{anchor}"'
        self.parts.append(f'<text {place} fill="{fill}"{weight}>{escape(words)}</text>')

    def box(
        self, x: float, y: float, wide: float, high: float, fill: str, stroke: str = LINE, radius: float = 1.2
    ) -> None:
        """Draw a rectangle, x and y its upper left corner."""
        self.parts.append(
            f'<rect x="{x:.2f}" y="{y:.2f}" width="{wide:.2f}" height="{high:.2f}" rx="{radius}"'
            f' fill="{fill}" stroke="{stroke}" stroke-width="0.3"/>'
        )

    def trace(self, *points: tuple[float, float]) -> None:
        """Draw a wire of a circuit from point to point."""
        path = " L".join(f"{x:.2f} {y:.2f}" for x, y in points)
        self.parts.append(f'<path d="M{path}" stroke="{INK}" stroke-width="0.5" fill="none"/>')

    def dot(self, x: float, y: float, radius: float, fill: str) -> None:
        """Draw a round pin around a middle."""
        place = f'cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}"'
        self.parts.append(f'<circle {place} fill="{fill}" stroke="{INK}" stroke-width="0.3"/>')


# ruff: noqa: RUF001 - a minus is meant


WIDTH, MARGIN = 210, 12
"""Of the page, in mm."""

PIN_VOLTS = 3.3
"""Of a pin of a Pi or a Pico that is high."""
PIN_MOST = 0.008
"""Amperes that a pin is made for, as a Pi sets its pads at the start; a Pico's give 4 mA and bear more."""


class Led(Struct, frozen=True):
    """An LED and its resistor: volts across the LED alone, ohms."""

    colours: str
    volts: float
    ohms: int

    def amperes(self, supply: float = PIN_VOLTS) -> float:
        """Return what flows."""
        return (supply - self.volts) / self.ohms


ON_PIN = (Led("red, yellow, green: 2 V", 2.0, 330), Led("white, blue: 3 V", 3.0, 100))

BARE = ((5, Led("white", 3.0, 220)), (12, Led("white", 3.0, 680)))
"""Volts of a supply, and a bare LED at it behind a transistor."""

BASE_OHMS, BASE_VOLTS, GAIN = 1000, 0.7, 20
"""Of a small NPN transistor used as a switch: a twentieth of the lamp's current goes into its base."""

DRIVER_OHMS, DRIVER_VOLTS, DRIVER_AMPERES = 2700, 1.4, 0.2
"""Of a ULN2803A (TI's data sheet): in front of each input, of the input itself, and what an output takes at
2.4 V on its input; a pin gives 3.3 V."""
DRIVER_DROP = 1.0
"""Volts that are lost in it at 0.1 A."""


def lamps() -> str:
    """Return the picture as an SVG page."""
    page = SvgPage()
    y = _on_the_pin(page, MARGIN)
    y = _transistor(page, y + 9)
    y = _driver(page, y + 9)
    y = _rules(page, y + 8)
    return page.document(WIDTH, y + 2)


def milliamperes(amperes: float) -> str:
    """Return a current in words."""
    return f"{amperes * 1000:.0f} mA"


def _on_the_pin(page: SvgPage, y: float) -> float:
    page.text(MARGIN, y, "1  An LED alone, on the pin itself", 4.6, bold=True)
    row = y + 13
    _box(page, 30, row, "lamp's pin")
    _box(page, 78, row, "resistor")
    _led(page, 116, row)
    _box(page, 154, row, "GND")
    page.trace((44, row), (64, row))
    page.trace((92, row), (113, row))
    page.trace((119, row), (140, row))
    page.text(116, row - 7, "LED, long leg to the resistor", 3.3, "middle", DIM)
    y = row + 11
    for led in ON_PIN:
        sum_of = f"({PIN_VOLTS} V − {led.volts:g} V) : {led.ohms} Ω = {milliamperes(led.amperes())}"
        page.text(MARGIN + 4, y, f"{led.colours}", 3.8)
        page.text(78, y, f"{led.ohms} Ω", 3.8, bold=True)
        page.text(96, y, sum_of, 3.8)
        y += 6
    return y


def _transistor(page: SvgPage, y: float) -> float:
    page.text(MARGIN, y, "2  One arcade lamp of 5 or 12 V: a transistor", 4.6, bold=True)
    row, middle = y + 31, 106.0
    _box(page, 30, row, "lamp's pin")
    _box(page, 71, row, f"{BASE_OHMS // 1000} kΩ")
    page.trace((44, row), (57, row))
    page.trace((85, row), (middle - 1.6, row))
    _npn(page, middle, row)
    up, down = row - 14, row + 14
    page.trace((middle + 4, row - 5), (middle + 4, up), (middle + 12, up))
    _box(page, middle + 26, up, "lamp")
    page.trace((middle + 40, up), (middle + 52, up))
    _box(page, middle + 66, up, "+5 or +12 V")
    page.trace((middle + 4, row + 5), (middle + 4, down), (middle + 52, down))
    _box(page, middle + 66, down, "supply's −")
    page.trace((44, down), (middle + 4, down))
    _box(page, 30, down, "GND")
    page.dot(middle + 4, down, 0.9, INK)
    page.text(middle - 6, row - 3, "base", 3.3, "end", DIM)
    page.text(middle + 7, row - 6.5, "collector", 3.3, fill=DIM)
    page.text(middle + 7, row + 6.5, "emitter", 3.3, fill=DIM)
    page.text(middle + 12, row, "BC337, 2N2222 or another NPN", 3.3, fill=DIM)
    y = down + 11
    base = (PIN_VOLTS - BASE_VOLTS) / BASE_OHMS
    page.text(
        MARGIN + 4,
        y,
        f"base: ({PIN_VOLTS} V − {BASE_VOLTS} V) : {BASE_OHMS} Ω = {base * 1000:.1f} mA, enough for a lamp "
        f"of {milliamperes(GAIN * base)} ({GAIN} times that)",
        3.8,
    )
    y += 6
    bare = ", ".join(f"{led.ohms} Ω at {volts} V ({milliamperes(led.amperes(volts))})" for volts, led in BARE)
    page.text(MARGIN + 4, y, f"most have a resistor inside; a bare white LED: {bare}", 3.7)
    return y + 3


def _driver(page: SvgPage, y: float) -> float:
    page.text(MARGIN, y, "3  Up to eight lamps of 5 or 12 V: one ULN2803A", 4.6, bold=True)
    top, pitch, left, right = y + 7, 9.0, 82.0, 114.0
    page.box(left, top, right - left, 9 * pitch, BODY, INK)
    page.text((left + right) / 2, top + 4 * pitch, "ULN2803A", 3.6, "middle", bold=True)
    rows = [top + (n + 0.5) * pitch for n in range(9)]
    for n, row in enumerate(rows):
        page.text(left + 2, row, str(n + 1), 3.3, fill=DIM)
        page.text(right - 2, row, str(18 - n), 3.3, "end", DIM)
    for n in (0, 1):
        _box(page, 52, rows[n], f"pin of lamp {n + 1}", 36)
        page.trace((70, rows[n]), (left, rows[n]))
        _box(page, 138, rows[n], f"lamp {n + 1}", 22)
        page.trace((right, rows[n]), (127, rows[n]))
        page.trace((149, rows[n]), (165, rows[n]))
    page.text(52, rows[2], "… up to lamp 8 on 8", 3.4, "middle", DIM)
    page.text(138, rows[2], "… up to lamp 8 on 11", 3.4, "middle", DIM)
    page.trace((165, rows[0]), (165, rows[8]), (right, rows[8]))
    page.trace((165, rows[5]), (172, rows[5]))
    page.dot(165, rows[5], 0.9, INK)
    _box(page, 186, rows[5], "+5 or +12 V")
    under = top + 9 * pitch + 8
    page.trace((left, rows[8]), (76, rows[8]), (76, under), (172, under))
    _box(page, 52, under, "GND", 36)
    page.trace((70, under), (76, under))
    page.dot(76, under, 0.9, INK)
    _box(page, 186, under, "supply's −")
    y = under + 11
    through = (PIN_VOLTS - DRIVER_VOLTS) / DRIVER_OHMS
    page.text(
        MARGIN + 4,
        y,
        f"no resistors: {DRIVER_OHMS / 1000:g} kΩ are inside, ({PIN_VOLTS} V − {DRIVER_VOLTS} V) "
        f": {DRIVER_OHMS} Ω = {through * 1000:.1f} mA from the pin",
        3.8,
    )
    y += 6
    page.text(
        MARGIN + 4,
        y,
        f"each output takes {milliamperes(DRIVER_AMPERES)}; about {DRIVER_DROP:g} V is lost in it, so that "
        f"a 5 V lamp gets {5 - DRIVER_DROP:g} V",
        3.8,
    )
    return y + 3


def _rules(page: SvgPage, y: float) -> float:
    for line, bold in (
        ("Never 5 or 12 V on a pin: a lamp's plus goes to the supply, and nowhere else.", True),
        ("The supply's minus is joined to a GND of the Pi or Pico, or no current flows.", True),
        ("12 V needs a supply of its own. For a few LEDs of 5 V, pin 2 of the header will do.", False),
        (
            f"Only a single LED goes on a pin itself, which is made for {milliamperes(PIN_MOST)}.",
            False,
        ),
    ):
        page.text(MARGIN, y, line, 3.6, bold=bold)
        y += 6
    return y


def _box(page: SvgPage, x: float, y: float, words: str, wide: float = 28) -> None:
    """Draw a part around its middle."""
    page.box(x - wide / 2, y - 4, wide, 8, PAPER if words.startswith(("lamp's", "pin", "GND")) else BODY, INK)
    page.text(x, y, words, 3.7, "middle", bold=True)


def _led(page: SvgPage, x: float, y: float) -> None:
    """Draw an LED around its middle, its current from left to right."""
    page.trace((x - 3, y - 3), (x + 3, y), (x - 3, y + 3), (x - 3, y - 3))
    page.trace((x + 3, y - 3), (x + 3, y + 3))


def _npn(page: SvgPage, x: float, y: float) -> None:
    """Draw a transistor, its base at the left, its collector at the top."""
    page.dot(x + 1.5, y, 6.2, PAPER)
    page.trace((x - 1.6, y - 3.6), (x - 1.6, y + 3.6))
    page.trace((x - 1.6, y - 1.5), (x + 4, y - 5))
    page.trace((x - 1.6, y + 1.5), (x + 4, y + 5))
    # The arrow of an NPN points out of it, at its emitter.
    page.trace((x + 1.0, y + 4.4), (x + 2.6, y + 4.1), (x + 1.9, y + 2.6))
