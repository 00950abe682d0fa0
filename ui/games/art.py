"""Shapes for the pieces and marks of several games. Pure."""

from collections.abc import Iterator

from companion.journal import NamePlate
from ui.stage import theme
from ui.stage.art import MIDDLE, Art, crossed, sector
from ui.stage.parts import least_width, mark, readable
from ui.stage.rect import Point, Rect
from ui.stage.scene import Item, PlacedArt, Viewport
from ui.stage.shapes import Letters, Stroke
from ui.stage.theme import Tone


def mixed(tone: Tone, into: Tone, share: float) -> Tone:
    """Return `tone` mixed with a share of `into`, from 0 to 1; opaque."""
    red, green, blue = (a + (b - a) * share for a, b in zip(tone[:3], into[:3], strict=True))
    return (red, green, blue, 1.0)


def octagon(middle: Point, radius: float) -> tuple[Point, ...]:
    """Return the outline of an octagon with a horizontal side at the bottom."""
    return sector(middle, radius, 22.5, 382.5, 8)


def cross(tone: Tone, arm: float, width: float, rim: float) -> Art:
    """Return a diagonal cross with a dark rim; `width` and `rim` are the widths of the two strokes."""
    strokes = ((theme.INK, rim), (tone, width))
    shapes = (Stroke(ends, hue, wide, round=True) for hue, wide in strokes for ends in crossed(MIDDLE, arm))
    return Art(tuple(shapes), theme.INK)


def diagonals(rect: Rect) -> tuple[tuple[Point, Point], tuple[Point, Point]]:
    """Return the ends of two strokes that cross out a rectangle."""
    x, y, right, top = rect.x, rect.y, rect.right, rect.top
    return ((x, y), (right, top)), ((x, top), (right, y))


def sharp(look: Art, left: float, low: float, side: float, opacity: float = 1.0) -> PlacedArt:
    """Return art placed with its lower left corner on whole pixels, so that its letter stays sharp."""
    return PlacedArt(look, (round(left) + side / 2, round(low) + side / 2), side, opacity)


def edge_name(text: str, rect: Rect, size: float, along: float = 0.5, *, pointed: bool) -> Letters:
    """Return the name of a row or column at the board's edge, bright if a finger is `pointed` at it."""
    return Letters(text, rect, theme.TEXT if pointed else theme.FAINT, size, bold=True, along=along)


def mark_and_name(
    room: Viewport,
    plate: NamePlate,
    rect: Rect,
    side: float,
    least: float,
    gap: float,
    tone: Tone,
    size: float,
) -> Iterator[Item]:
    """Yield a player's mark with the name next to it.

    `side` is the mark's size in pixels; it shrinks for a long name, down to the share `least` of it.
    """
    side = max(min(side, rect.width - least_width(room, plate.name) - gap), side * least)
    left, right = rect.cut_left(side, gap)
    yield from mark(plate, round(left.x), round(left.center[1] - side / 2), side)
    yield readable(room, plate.name, right, tone, size, bold=True, along=0, whole=True)
