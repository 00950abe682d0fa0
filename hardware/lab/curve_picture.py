"""Draws the ordering-error curve as SVG: points with intervals, the predicted line, the tie band marked."""

from collections.abc import Iterator
from html import escape
from math import floor, log10
from textwrap import wrap

from companion.clock import MICROSECOND
from hardware.lab.figures import Figures, Point, predicted
from hardware.lab.telling import time

GROUND, PANEL, LINE, TEXT, DIM = "#101418", "#1a2026", "#36414b", "#f4f1e8", "#9aa6b0"
MEASURED, FORESEEN, BAND = "#56B4E9", "#E69F00", "#009E73"

WIDTH, HEIGHT = 920, 520
LEFT, RIGHT, TOP, BOTTOM = 96, 896, 100, 430
SMOOTH = 120
"""Points of the predicted line."""


class Axes:
    """The axes: separations and probabilities, both logarithmic, onto the page."""

    def __init__(self, points: list[Point], band: float) -> None:
        separations = [point.separation for point in points]
        self.least = 10.0 ** floor(log10(min([*separations, band or min(separations)])) + 1e-9)
        self.most = max([*separations, band]) * 1.5
        seen = [point.wrong / point.compared for point in points if point.wrong]
        self.floor = 10.0 ** floor(log10(min([*seen, *(point.high for point in points)])) - 1e-9)

    def x(self, separation: float) -> float:
        """Return the place of a separation in ns."""
        part = log10(separation / self.least) / log10(self.most / self.least)
        return LEFT + max(0.0, min(1.0, part)) * (RIGHT - LEFT)

    def y(self, probability: float) -> float:
        """Return the place of a probability; below the axis' foot at the foot."""
        part = log10(max(probability, self.floor)) / log10(self.floor)
        return TOP + part * (BOTTOM - TOP)


def picture(found: Figures, band: float, stands_for: str) -> str:
    """Return the curve as an SVG element; `stands_for` is written above it."""
    points = [point for point in found.curve if point.compared]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{GROUND}"/>',
        text(WIDTH / 2, 28, "Wrong orders against separation", TEXT, 18),
        *caption(stands_for),
    ]
    if points:
        frame = Axes(points, band)
        parts += axes(frame)
        parts += tie_band(frame, band)
        parts += line(frame, found.fitted)
        for point in points:
            parts += dot(frame, point)
        parts += legend(found)
    else:
        parts.append(text(WIDTH / 2, HEIGHT / 2, "no order could be compared", TEXT, 16))
    return "\n".join([*parts, "</svg>"])


def axes(frame: Axes) -> Iterator[str]:
    """Yield the ground, a line a decade, and their names."""
    yield f'<rect x="{LEFT}" y="{TOP}" width="{RIGHT - LEFT}" height="{BOTTOM - TOP}" fill="{PANEL}"/>'
    for power in range(round(log10(frame.floor)), 1):
        y = frame.y(10.0**power)
        yield f'<path d="M{LEFT} {y:.1f} H{RIGHT}" stroke="{LINE}"/>'
        yield text(LEFT - 10, y + 5, percent(10.0**power), DIM, 13, "end")
    power = round(log10(frame.least))
    while 10.0**power <= frame.most:
        x = frame.x(10.0**power)
        yield f'<path d="M{x:.1f} {TOP} V{BOTTOM}" stroke="{LINE}"/>'
        yield text(x, BOTTOM + 20, time(10.0**power), DIM, 13)
        power += 1
    yield text((LEFT + RIGHT) / 2, BOTTOM + 42, "the second press came so much later", DIM, 14)
    place = f'transform="rotate(-90 24 {(TOP + BOTTOM) / 2})"'
    yield (
        f'<text x="24" y="{(TOP + BOTTOM) / 2}" {place} fill="{DIM}" font-size="14" text-anchor="middle">'
        "stamped in the wrong order</text>"
    )


def tie_band(frame: Axes, band: float) -> Iterator[str]:
    """Yield the part of the page where the pad rules a dead heat."""
    if band > frame.least:
        x = frame.x(band)
        yield (
            f'<rect x="{LEFT}" y="{TOP}" width="{x - LEFT:.1f}" height="{BOTTOM - TOP}" fill="{BAND}" '
            'fill-opacity="0.16"/>'
        )
        yield f'<path d="M{x:.1f} {TOP} V{BOTTOM}" stroke="{BAND}" stroke-width="2"/>'
        yield text(x - 8, TOP + 20, f"tie band {time(band)}: a dead heat", BAND, 13, "end")


def line(frame: Axes, sigma: float) -> Iterator[str]:
    """Yield the predicted line, down to the foot."""
    if sigma <= 0:
        return
    ratio = frame.most / frame.least
    separations = (frame.least * ratio ** (place / SMOOTH) for place in range(SMOOTH + 1))
    shown = [(frame.x(one), predicted(one, sigma)) for one in separations]
    path = " L".join(f"{x:.1f} {frame.y(chance):.1f}" for x, chance in shown if chance >= frame.floor)
    if path:
        yield f'<path d="M{path}" fill="none" stroke="{FORESEEN}" stroke-width="2.5" stroke-dasharray="7 5"/>'


def dot(frame: Axes, point: Point) -> Iterator[str]:
    """Yield a measured point and its interval; hollow at the foot where none was wrong."""
    x = frame.x(point.separation)
    share = point.wrong / point.compared
    low, high = frame.y(point.low), frame.y(point.high)
    yield f'<path d="M{x:.1f} {low:.1f} V{high:.1f}" stroke="{MEASURED}" stroke-width="2"/>'
    yield f'<path d="M{x - 6:.1f} {high:.1f} h12" stroke="{MEASURED}" stroke-width="2"/>'
    if point.wrong:
        yield f'<path d="M{x - 6:.1f} {low:.1f} h12" stroke="{MEASURED}" stroke-width="2"/>'
    fill = MEASURED if point.wrong else GROUND
    yield f'<circle cx="{x:.1f}" cy="{frame.y(share):.1f}" r="5" fill="{fill}" stroke="{MEASURED}"/>'


def legend(found: Figures) -> Iterator[str]:
    """Yield what the signs mean."""
    y = HEIGHT - 18
    yield f'<circle cx="{LEFT + 6}" cy="{y - 5}" r="5" fill="{MEASURED}"/>'
    yield text(LEFT + 18, y, "measured, with its 95 % interval", TEXT, 13, "start")
    yield f'<circle cx="{LEFT + 256}" cy="{y - 5}" r="5" fill="{GROUND}" stroke="{MEASURED}"/>'
    yield text(LEFT + 268, y, "none was wrong", TEXT, 13, "start")
    if found.fitted > 0:
        sign = f'stroke="{FORESEEN}" stroke-width="2.5" stroke-dasharray="7 5"'
        yield f'<path d="M{LEFT + 400} {y - 5} h40" {sign}/>'
        words = f"predicted from sigma = {found.fitted / MICROSECOND:.3g} µs"
        yield text(LEFT + 448, y, words, TEXT, 13, "start")


def caption(stands_for: str) -> Iterator[str]:
    """Yield what a picture stands for, below its title, in as many lines as it takes."""
    for row, part in enumerate(wrap(stands_for, 126)):
        yield text(WIDTH / 2, 50 + 16 * row, part, BAND, 13)


def percent(probability: float) -> str:
    """Return a power of ten as a percentage."""
    return f"{probability * 100:g} %"


def text(x: float, y: float, words: str, fill: str, size: int, anchor: str = "middle") -> str:
    """Return a line of text."""
    place = f'x="{x:.1f}" y="{y:.1f}" fill="{fill}" font-size="{size}" text-anchor="{anchor}"'
    return f"<text {place}>{escape(words)}</text>"
