"""The layout of a screen's parts: rectangles from millimetres and shares."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import inf

from msgspec import Struct
from msgspec.structs import replace

from ui.parts.values import (
    Button,
    Column,
    Drawing,
    Figure,
    Header,
    Icon,
    Many,
    Pages,
    Part,
    Row,
    Screen,
    Text,
)
from ui.stage import theme
from ui.stage.fonts import width, wrapped
from ui.stage.rect import Rect
from ui.widgets.layout import cut_pads
from ui.widgets.pad import ABOVE_MM, inset_of, narrowest_pad
from ui.widgets.text import LEAST, SMALLER, fits, narrowest, smallest

LINE, FURTHER_LINE, LEAST_LINE = 1.4, 1.2, 1.22
"""Height of a text's first line, of each further one, and of the first if room is short, in font sizes."""
PANEL_MM = (2.0, 1.0)
"""Margin between a panel's edge and its contents, across and down."""

MARGIN_MM = 3.0
"""Margin around a screen, and below its header."""
HEADER_MM, LARGE_MM, UPRIGHT_MM = 15.0, 18.0, 22.0
"""Height of a header in ordinary and in large text, and upright, where a title takes two lines."""
BACK_MM, NEXT_MM, MOST_NEXT = theme.TARGET_MM + 2, 36.0, 0.32
"""Width of the pads for back and on; the share of the width that the latter takes at most."""
TWO_LEAST_MM = 7.0
"""Height of two lines in the smallest letters."""
FIGURE_PAD = 0.36
"""The share of a figure's width that a pad next to it takes at most."""


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
                for n, (inner, room) in enumerate(zip(part.parts, cells(part, rect), strict=True)):
                    yield from self.of(inner, room, f"{place}/{n}")
            case Pages():
                yield from self._page(part, rect, part.name or place)
            case Header():
                yield from _header(part, rect.on_pixels(), place)
            case Figure():
                yield from _figure(part, rect.on_pixels(), part.name or place)
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
        last_page = max(0, (count - 1) // fits)
        page = min(paging.item // fits, last_page)
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
            for icon, target, at in pads:
                turn, live = partial(self.turn, name, target * fits), 0 <= target <= last_page
                yield PlacedPart(name, Button(icon=icon, on_tap=turn, live=live, name=f"{name} {icon}"), at)

    def turn(self, name: str, item: int) -> None:
        """Turn a list to the page of an item."""
        self.pages[name].item = item
        self._turned()


def body_of(rect: Rect) -> tuple[Rect, Rect]:
    """Return the header's rectangle, and what is left for the screen."""
    margin = theme.mm(MARGIN_MM)
    height = LARGE_MM if theme.now.large else HEADER_MM
    return rect.inset(margin).cut_top(theme.mm(height if rect.width > rect.height else UPRIGHT_MM), margin)


def _header(part: Header, rect: Rect, place: str) -> Iterator[PlacedPart]:
    """Yield back at the left, on at the right, and the words between them.

    Without a hint the title may wrap. A long hint gets a second line; upright, a third if it doesn't fit on
    two.
    """
    gap, middle = theme.mm(theme.GAP_MM), rect
    if part.back is not None:
        back_room, middle = middle.cut_left(theme.mm(BACK_MM), gap)
        yield PlacedPart(place, Button(icon="back", on_tap=part.back, name="back"), back_room)
    if part.on is not None:
        next_room, middle = middle.cut_right(min(theme.mm(NEXT_MM), rect.width * MOST_NEXT), gap)
        on, held = Button(part.on_word, part.on_hint, part.on, live=part.on_live, name="next"), part.held
        yield PlacedPart(place, replace(on, primary=not held, held=held), next_room)
    middle, small = middle.inset(0, theme.mm(1)), theme.small()
    wide = width(part.hint, hint_size()) > middle.width
    under = small * (2.8 if wide else 1.6) if part.hint else 0.0
    two = Rect(0, 0, middle.width, under)
    if wide and rect.height > theme.mm(LARGE_MM) and not fits(part.hint, smallest(hint_size()), False, two):
        under = small * 3.6
    wraps = not part.hint or width(part.title, theme.title(), bold=True) > middle.width
    low, high = middle.cut_bottom(under)
    if not fits(part.title, smallest(theme.title()), True, high, wraps=wraps):
        low, high = middle.cut_bottom(min(under, theme.mm(TWO_LEAST_MM)))
    title = Text(part.title, theme.title, bold=True, wraps=wraps, warning=part.warns == "title")
    hint = Text(part.hint, hint_size, dim=True, wraps=True, warning=part.warns == "hint")
    yield PlacedPart(f"{place}/title", title, high)
    yield PlacedPart(f"{place}/hint", hint, low)


def hint_size() -> float:
    """Return the font size of a header's hint, in pixels."""
    return theme.small() * 1.1


def _figure(part: Figure, rect: Rect, name: str) -> Iterator[PlacedPart]:
    """Yield the number between its pads, and its caption below."""
    pad = min(theme.mm(theme.TARGET_MM), rect.width * FIGURE_PAD)
    left, remaining = rect.cut_left(pad)
    right, middle = remaining.cut_right(pad)
    lower, higher = max(part.least, part.value - part.step), min(part.most, part.value + part.step)
    pads: tuple[tuple[Icon, int, Rect], ...] = (("minus", lower, left), ("plus", higher, right))
    for icon, value, at in pads:
        change, live = partial(part.on_change, value), value != part.value
        yield PlacedPart(name, Button(icon=icon, on_tap=change, live=live, name=f"{name} {icon}"), at)
    low, high = middle.cut_bottom(theme.small() * 1.2 if part.caption else 0)
    yield PlacedPart(name, Text(str(part.value), theme.title, bold=True, align="center", name=name), high)
    caption = Text(part.caption, theme.small, dim=True, align="center")
    yield PlacedPart(f"{name}/caption", caption, low)


def cells(part: Row | Column, rect: Rect) -> list[Rect]:
    """Return the rectangles of a row's or column's parts."""
    by_hand = isinstance(part, Row) and part.by_hand
    down = isinstance(part, Column) or (by_hand and rect.height > rect.width)
    turned = by_hand and not down and theme.now.left
    parts, gap = part.parts[::-1] if turned else part.parts, theme.mm(part.gap)
    rects, room = [], rect
    for length in lengths(parts, rect, gap, down=down):
        cell, room = room.cut_top(length, gap) if down else room.cut_left(length, gap)
        rects.append(cell)
    return rects[::-1] if turned else rects


def lengths(parts: Sequence[Part], rect: Rect, gap: float, *, down: bool) -> list[float]:
    """Return the lengths of parts in a room, in pixels: their millimetres, or a share of what is left."""
    room, scale = max(0.0, (rect.height if down else rect.width) - gap * (len(parts) - 1)), 1.0
    result = [theme.mm(part.mm) or (_text_height(part, rect.width) if down else 0.0) for part in parts]
    while down and sum(result) > room and scale > LEAST:
        # Text gives way before pads do: in smaller letters it takes fewer lines.
        scale *= SMALLER
        result = [theme.mm(part.mm) or _text_height(part, rect.width, scale) for part in parts]
    remaining = room - sum(result)
    if remaining < 0:
        return [length * room / sum(result) for length in result]
    open_ = [n for n, length in enumerate(result) if not length]
    greatest = [_most_length(part, rect, down=down) for part in parts]
    least = dict.fromkeys(open_, 0.0)
    for fingers in () if down else (True, False):
        wanted = {n: _least_width(parts[n], fingers=fingers) for n in open_}
        if sum(wanted.values()) <= remaining:
            least = wanted
            break
    while open_:
        unit = remaining / sum(parts[n].share or 1.0 for n in open_)
        shares = {n: unit * (parts[n].share or 1.0) for n in open_}
        ended = {n: greatest[n] for n in open_ if greatest[n] < shares[n]}
        ended = ended or {n: least[n] for n in open_ if least[n] > shares[n]} or shares
        for n, length in ended.items():
            result[n] = length
            remaining -= length
        open_ = [n for n in open_ if n not in ended]
    return result


def _most_length(part: Part, rect: Rect, *, down: bool) -> float:
    """Return a part's greatest length, in pixels; a drawing of fixed proportions needs no more."""
    greatest = theme.mm(part.most_mm) or inf
    if isinstance(part, Drawing) and part.wide:
        greatest = min(greatest, rect.width / part.wide if down else rect.height * part.wide)
    return greatest


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
    needed = (_least_height(column, width) for column in columns if isinstance(column, Column))
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
            return max((_least_height(inner, room.width) for inner, room in rooms), default=0.0)
        case Column():
            across, around = map(theme.mm, PANEL_MM if part.panel else (0.0, 0.0))
            high = [_least_height(inner, width - 2 * across) for inner in part.parts]
            return sum(high) + theme.mm(part.gap) * (len(high) - 1) + 2 * around
        case _:
            return 0.0


def _fitting(length: float, one: float, gap: float) -> int:
    return max(1, int((length + gap) / (one + gap) + 0.02))
