"""The layout of a screen's parts: rectangles from millimetres and shares."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import inf

from msgspec import Struct
from msgspec.structs import replace

from ui.parts.values import Button, Column, Drawing, Icon, Many, Pages, Part, Row, Screen, Text
from ui.stage import theme
from ui.stage.fonts import wrapped
from ui.stage.rect import Rect
from ui.widgets.header import body_of
from ui.widgets.layout import cut_pads
from ui.widgets.pad import ABOVE_MM, inset_of, narrowest_pad
from ui.widgets.text import LEAST, SMALLER, narrowest, smallest

LINE, FURTHER_LINE, LEAST_LINE = 1.4, 1.2, 1.22
"""Height of a text's first line, of each further one, and of the first if room is short, in font sizes."""
PANEL_MM = (2.0, 1.0)
"""Margin between a panel's edge and its contents, across and down."""


class PlacedPart(Struct, frozen=True):
    """A part to show, its rectangle, and its place among the others, as a path."""

    place: str
    part: Part
    rect: Rect


class Paging(Struct):
    """The index of an item on a list's visible page, and the list's `shows` when it was laid out last."""

    item: int = 0
    shows: int | None = None


class PartLayout:
    """Lays parts out and remembers each list's page. `turned` is called after a page turn."""

    def __init__(self, turned: Callable[[], None]) -> None:
        self._turned = turned
        self.pages: dict[str, Paging] = {}

    def of(self, part: Part, rect: Rect, place: str = "") -> Iterator[PlacedPart]:
        """Yield the parts to show of a part, in reading order."""
        match part:
            case Screen():
                head, room = body_of(rect)
                yield from self.of(part.header, head, "header")
                yield from self.of(part.body, room, f"{place}/body")
            case Row() | Column():
                if isinstance(part, Column) and part.panel:
                    yield PlacedPart(f"{place}/panel", Column(panel=True, rim=part.rim), rect)
                    rect = rect.inset(*map(theme.mm, PANEL_MM))
                for n, (each, room) in enumerate(zip(part.parts, cells(part, rect), strict=True)):
                    yield from self.of(each, room, f"{place}/{n}")
            case Pages():
                yield from self._page(part, rect, part.name or place)
            case _:
                yield PlacedPart(place, part, rect)

    def _page(self, part: Pages, rect: Rect, name: str) -> Iterator[PlacedPart]:
        count, gap, paging = len(part.items), theme.mm(part.gap), self.pages.setdefault(name, Paging())
        least = _row_height(part, cut_pads(rect, theme.mm(theme.TARGET_MM), gap)[1].width)
        rows = _fitting(rect.height, least, gap)
        across = _fitting(rect.width, theme.mm(part.wide_mm), gap) if part.wide_mm else 1
        room, several = rect, count > rows * across
        if several:
            side, room = cut_pads(rect, theme.mm(theme.TARGET_MM), gap)
            across = _fitting(room.width, theme.mm(part.wide_mm), gap) if part.wide_mm else 1
        fits = rows * across
        if part.shows is not None and part.shows != paging.shows:
            paging.item = part.shows
        last = max(0, (count - 1) // fits)
        page = min(paging.item // fits, last)
        paging.shows = part.shows
        if not several:
            rows = max(1, min(rows, -(-count // across)))
            across = max(1, -(-count // rows))
        height = (room.height - gap * (rows - 1)) / rows
        height = min(height, max(least, theme.mm(part.highest_mm)) if part.highest_mm else height)
        used, _ = room.cut_top(rows * height + (rows - 1) * gap)
        first = page * fits
        grid = used.grid(rows * across, across, gap)
        for n, cell in zip(range(first, min(first + fits, count)), grid, strict=False):
            yield from self.of(part.items[n], cell, f"{name}/{n}")
        if several:
            upper, lower = side.rows(2, gap)
            pads: tuple[tuple[Icon, int, Rect], ...] = (("up", page - 1, upper), ("down", page + 1, lower))
            for icon, other, at in pads:
                turn, live = partial(self.turn, name, other * fits), 0 <= other <= last
                yield PlacedPart(name, Button(icon=icon, on_tap=turn, live=live, name=f"{name} {icon}"), at)

    def turn(self, name: str, item: int) -> None:
        """Turn a list to the page of an item."""
        self.pages[name].item = item
        self._turned()


def cells(part: Row | Column, rect: Rect) -> list[Rect]:
    """Return the rectangles of a row's or column's parts."""
    by_hand = isinstance(part, Row) and part.by_hand
    down = isinstance(part, Column) or (by_hand and rect.height > rect.width)
    turned = by_hand and not down and theme.now.left
    parts, gap = part.parts[::-1] if turned else part.parts, theme.mm(part.gap)
    found, rest = [], rect
    for length in lengths(parts, rect, gap, down=down):
        cell, rest = rest.cut_top(length, gap) if down else rest.cut_left(length, gap)
        found.append(cell)
    return found[::-1] if turned else found


def lengths(parts: Sequence[Part], rect: Rect, gap: float, *, down: bool) -> list[float]:
    """Return the lengths of parts in a room, in pixels: their millimetres, or a share of what is left."""
    room, scale = max(0.0, (rect.height if down else rect.width) - gap * (len(parts) - 1)), 1.0
    found = [theme.mm(part.mm) or (_text_height(part, rect.width) if down else 0.0) for part in parts]
    while down and sum(found) > room and scale > LEAST:
        # Text gives way before pads do: in smaller letters it takes fewer lines.
        scale *= SMALLER
        found = [theme.mm(part.mm) or _text_height(part, rect.width, scale) for part in parts]
    left = room - sum(found)
    if left < 0:
        return [length * room / sum(found) for length in found]
    open_ = [n for n, length in enumerate(found) if not length]
    most = [_most_length(part, rect, down=down) for part in parts]
    least = dict.fromkeys(open_, 0.0)
    for fingers in () if down else (True, False):
        wanted = {n: _least_width(parts[n], fingers=fingers) for n in open_}
        if sum(wanted.values()) <= left:
            least = wanted
            break
    while open_:
        unit = left / sum(parts[n].share or 1.0 for n in open_)
        own = {n: unit * (parts[n].share or 1.0) for n in open_}
        ended = {n: most[n] for n in open_ if most[n] < own[n]}
        ended = ended or {n: least[n] for n in open_ if least[n] > own[n]} or own
        for n, length in ended.items():
            found[n] = length
            left -= length
        open_ = [n for n in open_ if n not in ended]
    return found


def _most_length(part: Part, rect: Rect, *, down: bool) -> float:
    """Return a part's greatest length, in pixels; a drawing of fixed proportions needs no more."""
    most = theme.mm(part.most_mm) or inf
    if isinstance(part, Drawing) and part.wide:
        most = min(most, rect.width / part.wide if down else rect.height * part.wide)
    return most


def _least_width(part: Part, *, fingers: bool) -> float:
    """Return the least width at which no word is cut off, and a pad can be hit too if `fingers`."""
    if isinstance(part, Text):
        return 0.0 if part.cut else narrowest(part.text, part.role(), bold=part.bold, whole=not part.wraps)
    if not isinstance(part, Button):
        return 0.0
    wide = 0.0 if part.cut else narrowest_pad(part.title, part.role())
    return max(wide, theme.mm(theme.PRIMARY_MM if part.primary else theme.TARGET_MM)) if fingers else wide


def _text_height(part: Part, room: float, scale: float = 1.0) -> float:
    """Return the height of a text that takes as many lines as it needs, 0 for any other part."""
    if not isinstance(part, Text) or part.share:
        return 0.0
    size = max(part.role() * scale, smallest(part.role()))
    lines = len(wrapped(part.text, room, size, bold=part.bold)) if part.wraps else 1
    return size * ((LINE if scale == 1.0 else LEAST_LINE) + FURTHER_LINE * (lines - 1))


def _row_height(part: Pages, width: float) -> float:
    """Return the least height of a list's rows: no column in them has less than its words need."""
    columns = () if isinstance(part.items, Many) else part.items
    needed = (_least_height(each, width) for each in columns if isinstance(each, Column))
    return max(theme.mm(part.row_mm), *needed, 0.0)


def _least_height(part: Part, width: float) -> float:
    """Return a part's least height at a width: text at the size of its role, pads large enough for
    fingers, with their titles in the smallest letters.
    """
    match part:
        case Text():
            return _text_height(replace(part, share=0.0), width)
        case Button():
            size, room = smallest(part.role()), width - 2 * inset_of(width)
            lines = len(wrapped(part.title, room, size, bold=True))
            return max(theme.mm(theme.TARGET_MM), size * FURTHER_LINE * lines + 2 * theme.mm(ABOVE_MM))
        case Row():
            rooms = zip(part.parts, cells(part, Rect(0, 0, width, 0)), strict=True)
            return max((_least_height(each, room.width) for each, room in rooms), default=0.0)
        case Column():
            across, around = map(theme.mm, PANEL_MM if part.panel else (0.0, 0.0))
            high = [_least_height(each, width - 2 * across) for each in part.parts]
            return sum(high) + theme.mm(part.gap) * (len(high) - 1) + 2 * around
        case _:
            return 0.0


def _fitting(length: float, each: float, gap: float) -> int:
    return max(1, int((length + gap) / (each + gap) + 0.02))
