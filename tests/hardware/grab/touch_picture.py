"""Draws how edges are read, for docs/timing.md: `python -m tests.hardware.grab.touch_picture touches.svg`.

Every row is read by `hardware.grab.lines` itself, so the picture says what the referee does.
"""

import sys
from pathlib import Path

from msgspec import Struct

from companion.clock import MILLISECOND, SECOND, Instant, Nanoseconds
from hardware.grab import lines
from hardware.grab.contacts import Contact, ContactState, ContactTimes, Edge, Seat
from hardware.grab.lines import ButtonLine
from hardware.lab.report import DIM, INK, SvgPage

WIDTH, ROW, TOP, LEFT = 210, 15.0, 16.0, 62.0
"""In mm; each row has its words on the left."""
SPAN = 44
"""Milliseconds shown, from left to right."""
AT_REST = Instant(10 * SECOND)
CONTACT, DOUBT, NOTHING = "#009E73", "#E69F00", "#D55E00"


class Example(Struct, frozen=True):
    """A run of edges: ms at which the button moves, closing first unless it is `held`."""

    title: str
    words: str
    moves: tuple[float, ...]
    held: bool = False


EXAMPLES = (
    Example("Press", "bounce: the first edge counts", (4, 4.3, 4.9, 5.5, 6.2, 38)),
    Example("Tap", "however late it is read", (4, 21)),
    Example("Brush, then a press", "the press has its own stamp", (4, 4.6, 20, 38)),
    Example("Brush or bounce?", "two readings", (4, 4.6, 8.6, 38)),
    Example("Two spikes", "they don't add up", (4, 4.06, 7, 7.06)),
    Example("Chatter", "never closed for 2 ms", (4, 5.4, 6.4, 8, 9, 10.6, 11.4, 12.8)),
    Example("Resting hand, chatter", "not let go: still held", (12, 12.4, 20, 22), held=True),
    Example("Resting hand lets go", "open for 10 ms: may grab", (10, 24, 38), held=True),
)


def picture() -> str:
    """Return the examples as an SVG page."""
    page = SvgPage()
    height = TOP + ROW * len(EXAMPLES) + 18
    for ms in range(0, SPAN + 1, 4):
        page.text(_x(ms), TOP - 8, f"{ms} ms" if ms else "0", 2.6, "middle", DIM)
    for row, example in enumerate(EXAMPLES):
        _row(page, example, TOP + ROW * row)
    legend = (CONTACT, "contact, with its stamp"), (DOUBT, "may have begun here"), (NOTHING, "brush or spike")
    for place, (fill, words) in enumerate(legend):
        x = LEFT + place * 48
        page.dot(x, height - 9, 1.6, fill)
        page.text(x + 3, height - 9, words, 3)
    return page.document(WIDTH, height)


def read(example: Example) -> ButtonLine:
    """Return the line after an example, long after the last edge."""
    timing = ContactTimes()
    line = lines.level_read(ButtonLine(Seat(0)), example.held, AT_REST)
    closed = example.held
    for move in example.moves:
        closed = not closed
        line = lines.take(line, Edge(_instant(move), closed), timing)
    return lines.settle(line, Instant(_instant(SPAN) + SECOND), timing)


def _row(page: SvgPage, example: Example, y: float) -> None:
    page.text(6, y, example.title, 3.6, bold=True)
    page.text(6, y + 5, example.words, 3, fill=DIM)
    high, low = y - 4, y + 4
    level, path = low if not example.held else high, ""
    for move in (*example.moves, SPAN):
        path += f" H{_x(move):.2f}"
        if move != SPAN:
            level = high if level == low else low
            path += f" V{level:.2f}"
    start = high if example.held else low
    drawn = f'<path d="M{_x(0):.2f} {start:.2f}{path}" fill="none" stroke="{INK}" stroke-width="0.5"/>'
    page.parts.append(drawn)
    line = read(example)
    for contact in (*line.contacts, *line.marks):
        if contact.at > AT_REST:
            _mark(page, contact, low + 2)


def _mark(page: SvgPage, contact: Contact, y: float) -> None:
    if contact.standing in (ContactState.BRUSH, ContactState.SPIKE):
        page.dot(_x(_ms(contact.at)), y, 1.2, NOTHING)
        return
    begins, at = _x(_ms(contact.earliest)), _x(_ms(contact.at))
    if begins < at:
        page.box(begins, y - 0.8, at - begins, 1.6, DOUBT, DOUBT, 0.8)
    page.dot(at, y, 1.6, CONTACT)


def _instant(ms: float) -> Instant:
    return Instant(AT_REST + SECOND + round(ms * MILLISECOND))


def _ms(at: Instant) -> float:
    return Nanoseconds(at - AT_REST - SECOND) / MILLISECOND


def _x(ms: float) -> float:
    return LEFT + (WIDTH - LEFT - 10) * ms / SPAN


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(picture(), encoding="utf-8")
