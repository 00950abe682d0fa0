"""The record book's pictures, drawn next to its figures. Pure.

Each is a value that goes with its line, drawn in the colours and shapes of the people it is about.
"""

from collections.abc import Iterator
from math import log10
from typing import TypeAlias

from msgspec import Struct

from companion.book.figures import Period
from companion.journal import NamePlate
from ui.records.words import milliseconds
from ui.stage import theme
from ui.stage.parts import mark, marked, outline
from ui.stage.rect import Rect
from ui.stage.scene import Item, Viewport
from ui.stage.shapes import Area, Box, Letters, Stroke

MS = 1_000_000
TICKS_MS = (1, 10, 100, 1_000)
"""Ticks of every line of margins: always the same, so that people can be compared."""
DOT_MM, LABEL_MM, LABELS_MM = 1.5, 2.7, 38.0
FAINT, STRONG = 0.45, 1.0
MOST_IN_GRID = 9
"""With more people the grid would be too small to read."""


class Dots(Struct, frozen=True, tag="dots"):
    """A person's margins, in nanoseconds, as dots on a logarithmic line; faint for `lost` duels."""

    margins: tuple[int, ...]
    plate: NamePlate
    lost: bool = False

    def draw(self, room: Viewport) -> Iterator[Item]:
        """Yield the items in a strip about 10 mm high."""
        side, label = room.mm(DOT_MM), room.mm(LABEL_MM)
        under, strip = room.rect.inset(side, 0).cut_bottom(min(label, room.rect.height * 0.4))
        middle = strip.center[1]
        yield Stroke(((strip.x, middle), (strip.right, middle)), theme.LINE, room.mm(0.3))
        for tick in TICKS_MS:
            x = strip.x + along(tick * MS) * strip.width
            yield Stroke(((x, strip.y), (x, strip.y + strip.height * 0.8)), theme.LINE, room.mm(0.25))
            yield _small(milliseconds(tick), x, under, room)
        tone = theme.seat_tone(self.plate, FAINT if self.lost else STRONG)
        for n, margin in enumerate(self.margins):
            # Three rows, so that dots with nearly the same margin don't hide each other.
            x = strip.x + along(margin) * strip.width - side / 2
            y = middle + (n % 3 - 1) * side * 0.9 - side / 2
            yield Area(tuple((x + px * side, y + py * side) for px, py in outline(self.plate.shape)), tone)


class Wins(Struct, frozen=True, tag="wins"):
    """Wins over time: a column for each day or month, with the part that was won in the person's colour."""

    periods: tuple[Period, ...]
    plate: NamePlate

    def draw(self, room: Viewport) -> Iterator[Item]:
        """Yield the items in a strip about 10 mm high."""
        under, strip = room.rect.cut_bottom(min(room.mm(LABEL_MM), room.rect.height * 0.4))
        greatest = max(period.played for period in self.periods)
        gap = room.mm(0.8)
        count = len(self.periods)
        # With few columns, leave room for both labels below.
        widest = room.mm(max(9, LABELS_MM / count))
        width = max(0.0, min(widest, (strip.width - gap * (count - 1)) / count))
        x = strip.right - count * width - (count - 1) * gap
        start = x
        tone = theme.seat_tone(self.plate)
        for period in self.periods:
            for matches, paint in ((period.played, theme.PRESSED), (period.won, tone)):
                if matches:
                    yield Box(Rect(x, strip.y, width, strip.height * matches / greatest), paint)
            yield Stroke(((x, strip.y), (x + width, strip.y)), theme.LINE, room.mm(0.3))
            x += width + gap
        label = Rect(start, under.y, strip.right - start, under.height)
        newest = self.periods[-1].name
        yield Letters(newest, label, theme.DIM, room.mm(LABEL_MM), along=1)
        if count > 1:
            yield Letters(self.periods[0].name, label, theme.DIM, room.mm(LABEL_MM), along=0)


class HeadToHead(Struct, frozen=True, tag="between"):
    """How often each of two people finished before the other, and how often level."""

    before: int
    equal: int
    behind: int
    plate: NamePlate
    other: NamePlate

    def draw(self, room: Viewport) -> Iterator[Item]:
        """Yield the items in a strip about 10 mm high."""
        side = min(room.rect.height, room.mm(8))
        y = room.rect.center[1] - side / 2
        strip = room.rect.inset(side + room.mm(1.2), (room.rect.height - side * 0.7) / 2)
        yield from mark(self.plate, room.rect.x, y, side)
        yield from mark(self.other, room.rect.right - side, y, side)
        parts = (
            (self.before, theme.seat_tone(self.plate)),
            (self.equal, theme.PRESSED),
            (self.behind, theme.seat_tone(self.other)),
        )
        every = sum(count for count, _ in parts)
        x = strip.x
        for count, tone in parts:
            width = strip.width * count / every
            if count:
                yield Box(Rect(x, strip.y, width, strip.height), tone)
                ink = theme.TEXT if tone == theme.PRESSED else theme.ON_SEAT
                if width > room.mm(LABEL_MM):
                    at = Rect(x, strip.y, width, strip.height)
                    yield Letters(str(count), at, ink, room.mm(theme.BODY_MM), bold=True)
            x += width


class Ranked(Struct, frozen=True, tag="ranked"):
    """A person's rank among `of` ranks, and the range from `best` to `worst` in which it may be."""

    place: int
    best: int
    worst: int
    of: int
    plate: NamePlate

    def draw(self, room: Viewport) -> Iterator[Item]:
        """Yield the items in a strip about 10 mm high."""
        side = min(room.rect.height, room.mm(8))
        strip = room.rect.inset(side / 2, 0)
        middle = strip.center[1]
        step = strip.width / max(1, self.of - 1)

        def at(rank: int) -> float:
            return strip.x + (rank - 1) * step

        yield Stroke(((strip.x, middle), (strip.right, middle)), theme.LINE, room.mm(0.3))
        for rank in range(1, self.of + 1):
            x = at(rank)
            yield Stroke(((x, middle - room.mm(0.9)), (x, middle + room.mm(0.9))), theme.LINE, room.mm(0.3))
        thick = room.mm(2.4)
        reach = Rect(at(self.best) - thick / 2, middle - thick / 2, 0, thick)
        reach = Rect(reach.x, reach.y, at(self.worst) + thick / 2 - reach.x, thick)
        yield Box(reach, theme.seat_tone(self.plate, FAINT), thick / 2)
        yield from mark(self.plate, at(self.place) - side / 2, middle - side / 2, side)


Picture: TypeAlias = Dots | Wins | HeadToHead | Ranked


class Grid(Struct, frozen=True):
    """People against each other: `before[row][column]` is how often the row finished before the column."""

    plates: tuple[NamePlate, ...]
    before: tuple[tuple[int, ...], ...]

    def draw(self, room: Viewport) -> Iterator[Item]:
        """Yield the items: row before column, in the colour of the one who leads."""
        before, count = self.before, len(self.plates) + 1
        gap = room.mm(0.8)
        width = max(0.0, min(room.mm(22), (room.rect.width - gap * (count - 1)) / count))
        height = max(0.0, min(room.mm(13), (room.rect.height - gap * (count - 1)) / count))
        first_x = room.rect.x + (room.rect.width - count * width - (count - 1) * gap) / 2

        def cell(row: int, column: int) -> Rect:
            bottom = room.rect.top - (row + 1) * height - row * gap
            return Rect(first_x + column * (width + gap), bottom, width, height)

        for n, plate in enumerate(self.plates, 1):
            yield from (*marked(plate, cell(0, n)), *marked(plate, cell(n, 0)))
            for m, other in enumerate(self.plates, 1):
                if m != n:
                    yield from _cell(
                        before[n - 1][m - 1], before[m - 1][n - 1], plate, other, cell(n, m), room
                    )


def along(margin: float) -> float:
    """Return the place of a margin (ns) on the line, from 0 at the left to 1 at the right, clamped to it."""
    ends = log10(TICKS_MS[0]), log10(TICKS_MS[-1])
    at = log10(max(margin, 1) / MS)
    return min(1.0, max(0.0, (at - ends[0]) / (ends[1] - ends[0])))


def _cell(
    before: int, behind: int, plate: NamePlate, other: NamePlate, rect: Rect, room: Viewport
) -> Iterator[Item]:
    """Draw how often a person finished before and behind another, in the colour of the one who leads."""
    if not before + behind:
        yield Box(rect, theme.PANEL, room.mm(1))
        return
    if before == behind:
        ground, ink = theme.PRESSED, theme.TEXT
    else:
        leads = plate if before > behind else other
        ground, ink = theme.seat_tone(leads), theme.ON_SEAT
    yield Box(rect, ground, room.mm(1))
    size = min(room.mm(theme.HEADING_MM), rect.height * 0.6)
    yield Letters(f"{before} : {behind}", rect.inset(room.mm(0.8), 0), ink, size, bold=True)


def _small(text: str, x: float, under: Rect, room: Viewport) -> Letters:
    width = room.mm(10)
    at = max(under.x - room.mm(DOT_MM), min(x - width / 2, under.right + room.mm(DOT_MM) - width))
    place = 0.5 if at == x - width / 2 else 0.0 if at > x - width / 2 else 1.0
    return Letters(text, Rect(at, under.y, width, under.height), theme.DIM, room.mm(LABEL_MM), along=place)
