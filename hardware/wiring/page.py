"""A page of SVG to print: texts, pins, wires and marks, in millimetres with y downwards."""

from html import escape

from hardware.wiring.marks import NUMBER_AT, NUMBER_SIZE, OUTLINES, colour, shape
from hardware.wiring.plan import WireEnd

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

    def wire(self, x: float, to: float, y: float, fill: str, dashed: bool = False) -> None:
        """Draw a wire across, in its colour between dark edges; dashed for a lamp's."""
        self.parts.append(f'<path d="M{x:.2f} {y:.2f} H{to:.2f}" stroke="{INK}" stroke-width="1.7"/>')
        dash = ' stroke-dasharray="1.6 1"' if dashed else ""
        self.parts.append(f'<path d="M{x:.2f} {y:.2f} H{to:.2f}" stroke="{fill}" stroke-width="1.2"{dash}/>')

    def line(self, x: float, to: float, y: float) -> None:
        """Draw a thin line across."""
        self.parts.append(f'<path d="M{x:.2f} {y:.2f} H{to:.2f}" stroke="{LINE}" stroke-width="0.4"/>')

    def trace(self, *points: tuple[float, float]) -> None:
        """Draw a wire of a circuit from point to point."""
        path = " L".join(f"{x:.2f} {y:.2f}" for x, y in points)
        self.parts.append(f'<path d="M{path}" stroke="{INK}" stroke-width="0.5" fill="none"/>')

    def dot(self, x: float, y: float, radius: float, fill: str) -> None:
        """Draw a round pin around a middle."""
        place = f'cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}"'
        self.parts.append(f'<circle {place} fill="{fill}" stroke="{INK}" stroke-width="0.3"/>')

    def mark(self, x: float, y: float, side: float, end: WireEnd) -> None:
        """Draw the mark of a wire's owner around a middle: a seat's shape, or a word in a frame."""
        if end.seat is None:
            wide = mark_width(end, side)
            self.box(x - wide / 2, y - side * 0.42, wide, side * 0.84, PAPER, INK, side * 0.3)
            self.text(x, y, end.role, side * 0.6, "middle")
            return
        kind = shape(end.seat)
        points = " ".join(
            f"{x + (px - 0.5) * side:.2f},{y + (py - 0.5) * side:.2f}" for px, py in OUTLINES[kind]
        )
        self.parts.append(
            f'<polygon points="{points}" fill="{colour(end.seat)}" stroke="{INK}" stroke-width="0.25"/>'
        )
        number = str(end.seat + 1)
        size = NUMBER_SIZE.get(kind, 0.58) * side * (1 if len(number) == 1 else 0.85)
        self.text(x, y + (NUMBER_AT.get(kind, 0.5) - 0.5) * side, number, size, "middle", bold=True)


def mark_width(end: WireEnd, side: float) -> float:
    """Return how wide a mark of this height is, in mm."""
    return side if end.seat is not None else len(end.role) * side * 0.42 + side * 0.5
