"""A screen as SVG from its part alone, for documents and tests; it opens no window."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import TypeAlias

from msgspec import Struct

from ui.parts import values
from ui.parts.layout import PartLayout
from ui.parts.values import Button, Column, Drawing, Line, Part, Text
from ui.stage import fonts, icons, theme
from ui.stage.art import Art
from ui.stage.parts import SWITCH_MM, chevron, panel, switch
from ui.stage.rect import Point, Rect, Side
from ui.stage.scene import Item, Viewport
from ui.stage.shapes import Box, Letters, Rim
from ui.stage.svg import document, symbols_of, written
from ui.stage.theme import Tone


class Group(Struct, frozen=True):
    """Items drawn as one: more transparent, or turned about `origin`, which is their zero point."""

    items: "tuple[Item | Group | None, ...]"
    opacity: float = 1.0
    turn: float = 0.0
    origin: Point | None = None


Seen: TypeAlias = Item | Group | None

LEAST_MM, LINE = 2.8, 1.25
"""Size of the smallest letters, and height of a line in sizes of its letters."""
DIMMED, FAINT = 0.4, 0.45
"""Opacity of pads that aren't live, and of faint drawings."""
ALONG = {"left": 0.0, "center": 0.5, "right": 1.0}


def screen_svg(part: Part, width: float, height: float, density: float = 1.0) -> str:
    """Return a screen as an SVG document; sizes are in pixels of a panel with this density."""
    rect = Rect(0, 0, width, height)
    with theme.drawn_at(density):
        seen = [each for each in _seen(part, rect, density) if each is not None]
        symbols = symbols_of(_all(seen))
        return document([_written(each, rect, symbols) for each in seen], symbols, rect, theme.GROUND)


def _all(seen: Iterable[Seen]) -> Iterator[Item]:
    for each in seen:
        if isinstance(each, Group):
            yield from _all(each.items)
        elif each is not None:
            yield each


def _written(seen: Item | Group, rect: Rect, symbols: Mapping[Art, str]) -> str:
    if not isinstance(seen, Group):
        return written(seen, rect, symbols)
    inner, place = rect, ""
    if seen.origin is not None:
        x, y = seen.origin
        turned = f"translate({x - rect.x:g} {rect.top - y:g}) rotate({-seen.turn:g})"
        inner, place = Rect(0, 0, 0, 0), f' transform="{turned}"'
    faint = f' opacity="{seen.opacity:g}"' if seen.opacity < 1 else ""
    return f"<g{place}{faint}>{''.join(_written(each, inner, symbols) for each in seen.items if each)}</g>"


def _seen(part: Part, rect: Rect, density: float) -> Iterator[Seen]:
    for placed in PartLayout(lambda: None).of(part, rect):
        yield from _drawn(placed.part, placed.rect, density)


def _drawn(part: Part, rect: Rect, density: float) -> Iterator[Seen]:
    room = Viewport(rect, density)
    match part:
        case Text():
            tone = part.tone or (theme.WARNING if part.warning else theme.DIM if part.dim else theme.TEXT)
            along, top = ALONG[part.align], part.top
            yield from _text(
                part.text, rect, part.role(), tone, bold=part.bold, along=along, wraps=part.wraps, top=top
            )
        case Button():
            items = tuple(_button(part, room))
            yield Group(items, 1.0 if part.live else DIMMED)
        case Line():
            yield from _line(part, room)
        case Drawing():
            yield Group(part.scene(room, None).items, FAINT if part.faint else 1.0)
        case values.Turned():
            upright = part.side.upright(rect)
            origin = (0.0, 0.0) if part.side is Side.FRONT else part.side.seen(rect, (0, 0))
            yield Group(tuple(_seen(part.part, upright, density)), 1.0, part.side.value, origin)
        case Column():
            yield from panel(room, rect, theme.PANEL, part.rim)


def _text(
    said: str,
    rect: Rect,
    size: float,
    tone: Tone,
    *,
    bold: bool = False,
    along: float = 0.0,
    wraps: bool = True,
    top: bool = False,
) -> Iterator[Letters]:
    """Yield lines of text in a room, in smaller letters if they don't fit."""
    least = min(size, theme.mm(LEAST_MM))
    broken = partial(fonts.wrapped, bold=bold)
    while True:
        lines = broken(said, rect.width, size) if wraps else said.split("\n")
        high, wide = len(lines) * size * LINE, max(fonts.width(line, size, bold=bold) for line in lines)
        if size <= least or (high <= rect.height + 1 and wide <= rect.width + 1):
            break
        size = max(least, size * 0.95)
    block = rect if top else rect.inset(0, max(0.0, (rect.height - high) / 2))
    for line in lines if said else ():
        at, block = block.cut_top(size * LINE)
        yield Letters(line, at, tone, size, bold, along)


def _ground(part: Button, room: Viewport) -> Iterator[Item | None]:
    corner = min(room.mm(theme.RADIUS_MM), room.rect.height / 2)
    tone = theme.PRIMARY if part.primary else theme.GROUND if part.done else part.lit or theme.RAISED
    yield Box(room.rect, tone, corner)
    if not part.primary:
        line = room.mm(0.5 if part.chosen else 0.25)
        yield Rim(room.rect.inset(line / 2), theme.PRIMARY if part.chosen else theme.EDGE, line, corner)


def _button(part: Button, room: Viewport) -> Iterator[Item | None]:
    """Yield a pad: its ground, its picture, and its words next to or below that."""
    yield from _ground(part, room)
    inner = room.rect.inset(room.mm(1.2), room.mm(0.8))
    if part.icon:
        side = min(room.rect.width, room.rect.height, room.mm(12)) * 0.6
        yield from getattr(icons, part.icon)(*inner.center, side, theme.TEXT)
        return
    if part.picture is not None:
        if not part.title:
            drawn, inner = inner, inner.cut_bottom(0)[0]
        elif part.above:
            lines = len(fonts.wrapped(part.title, inner.width, part.role(), bold=True))
            high = lines * part.role() * LINE + (theme.small() * 2.6 if part.hint else 0)
            inner, drawn = inner.cut_bottom(min(high, inner.height * 0.6), room.mm(0.6))
        else:
            drawn, inner = inner.cut_left(min(inner.height * part.wide, inner.width * 0.4), room.mm(1))
        yield from part.picture(Viewport(drawn, room.density))
    ink, dim = (theme.ON_PRIMARY, theme.ON_PRIMARY_DIM) if part.primary else (theme.TEXT, theme.DIM)
    dim, along = part.hint_tone or dim, 0.0 if part.listed else 0.5
    small, wraps = theme.small(), not (part.listed or part.cut)
    below = len(fonts.wrapped(part.hint, inner.width, small))
    under = min(small * LINE * min(below, 2), inner.height - part.role()) if part.hint else 0.0
    if part.hint and under < small:
        under = 0.0
    over = min(inner.height - under, part.role() * LINE * (2 if wraps else 1))
    above, low = inner.inset(0, (inner.height - over - under) / 2).cut_top(over)
    yield from _text(part.title, above, part.role(), ink, bold=True, along=along, wraps=wraps)
    if under:
        yield from _text(part.hint, low, small, dim, along=along)


def _line(part: Line, room: Viewport) -> Iterator[Item | None]:
    """Yield a list's pad with its switch, or with a chevron if it leads somewhere."""
    yield from _ground(Button(), room)
    end = 0.0 if part.on is None and part.on_tap is None else 4.0 if part.on is None else SWITCH_MM[0]
    mark, words = room.rect.inset(room.mm(2), room.mm(0.4)).cut_right(room.mm(end), room.mm(1))
    if part.on is not None:
        yield from switch(room, mark.center, on=part.on)
    elif end:
        yield chevron(room, mark.center)
    tone = theme.WARNING if part.warning else theme.TEXT
    if not part.value:
        yield from _text(part.title, words, theme.body(), tone, bold=True)
        return
    spare = max(0.0, (words.height - (theme.small() + theme.body()) * LINE) / 2)
    over, under = words.inset(0, spare).cut_top(theme.small() * LINE)
    yield from _text(part.title, over, theme.small(), theme.DIM, wraps=False)
    yield from _text(part.value, under, theme.body(), tone, bold=True, wraps=False)
