"""A page of SVG to print: texts, boxes, dots and wires, in millimetres with y downwards."""

from html import escape

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
