"""A scene as SVG, for documents and for screens other than ours. Pure.

Art becomes a symbol that each of its pieces uses. In SVG, y counts downwards.
"""

from collections.abc import Mapping
from html import escape
from itertools import zip_longest

from ui.stage import fonts
from ui.stage.art import Art
from ui.stage.rect import Point, Rect
from ui.stage.scene import Item, PlacedArt, Scene, Slot
from ui.stage.shapes import Area, Box, Letters, Rim, Shape, Stroke, scaled
from ui.stage.theme import DP_PER_MM, Tone

FINE = 100
"""Art is written in hundredths of its square."""
ANCHORS = {0.0: "start", 0.5: "middle", 1.0: "end"}


def svg(scene: Scene, rect: Rect, ground: Tone, *, paper: bool = False) -> str:
    """Return a scene made for a rectangle as an SVG document, on a ground of one tone.

    On `paper` its size is in millimetres, those of a viewport of density 1.
    """
    items = [item for item in scene.items if item is not None]
    art = dict.fromkeys(item.art for item in items if isinstance(item, PlacedArt))
    symbols = {each: f"a{number}" for number, each in enumerate(art)}
    size = f'width="{_n(rect.width)}" height="{_n(rect.height)}"'
    across, down = rect.width / DP_PER_MM, rect.height / DP_PER_MM
    printed = f'width="{_n(across)}mm" height="{_n(down)}mm"' if paper else size
    box = f'viewBox="0 0 {_n(rect.width)} {_n(rect.height)}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {printed} {box}>',
        *(_symbol(each, name) for each, name in symbols.items()),
        f"<rect {size} {_fill(ground)}/>",
        *(_item(item, rect, symbols) for item in items),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


class Slots:
    """Scenes for one rectangle, slot by slot, so that only changed slots need to be sent.

    `symbols` only grows: art that was seen once keeps its name.
    """

    def __init__(self, rect: Rect) -> None:
        self.rect = rect
        self.symbols: list[str] = []
        self._names: dict[Art, str] = {}
        self._last: tuple[tuple[Slot, str], ...] = ()

    def of(self, scene: Scene) -> tuple[str, ...]:
        """Return each slot's SVG, empty for a slot without an item."""
        for art in (item.art for item in scene.items if isinstance(item, PlacedArt)):
            if art not in self._names:
                self._names[art] = f"a{len(self._names)}"
                self.symbols.append(_symbol(art, self._names[art]))
        # Comparing items is far quicker than writing them.
        self._last = tuple(
            before if before is not None and before[0] == item else (item, self._written(item))
            for item, before in zip_longest(scene.items, self._last[: len(scene.items)])
        )
        return tuple(written for _, written in self._last)

    def _written(self, item: Slot) -> str:
        return "" if item is None else _item(item, self.rect, self._names)


def _symbol(art: Art, name: str) -> str:
    square = Rect(0, 0, FINE, FINE)
    shapes = "".join(_shape(scaled(shape, FINE), square) for shape in art.shapes)
    return f'<symbol id="{name}" viewBox="0 0 {FINE} {FINE}" overflow="visible">{shapes}</symbol>'


def _item(item: Item, rect: Rect, symbols: Mapping[Art, str]) -> str:
    """Return an item of a scene made for a rectangle; its art is used by name."""
    if not isinstance(item, PlacedArt):
        return _shape(item, rect)
    x, y = _at(item.middle, rect)
    half = item.side / 2
    faded = f' opacity="{_n(item.opacity)}"' if item.opacity < 1 else ""
    turns = f"rotate({_n(-item.turn)} {_n(x)} {_n(y)})" if item.turn else ""
    if item.wide < 1:
        turns += f"translate({_n(x)} 0)scale({_n(item.wide)} 1)translate({_n(-x)} 0)"
    turned = f' transform="{turns}"' if turns else ""
    where = f'x="{_n(x - half)}" y="{_n(y - half)}" width="{_n(item.side)}" height="{_n(item.side)}"'
    return f'<use href="#{symbols[item.art]}" {where}{faded}{turned}/>'


def _shape(shape: Shape, rect: Rect) -> str:
    match shape:
        case Area(points, tone):
            return f'<path d="{_path(points, rect)}Z" {_fill(tone)}/>'
        case Box(box, tone, corners):
            if isinstance(corners, tuple):
                return f'<path d="{_rounded(box, corners, rect)}" {_fill(tone)}/>'
            return f'<rect {_box(box, rect)} rx="{_n(corners)}" {_fill(tone)}/>'
        case Rim(box, tone, width, corner):
            return f'<rect {_box(box, rect)} rx="{_n(corner)}" {_line(tone, width)}/>'
        case Stroke():
            lines = "".join(_path(line, rect) for line in shape.lines)
            end = "Z" if shape.closed and not shape.dash else ""
            ends = ' stroke-linecap="round" stroke-linejoin="round"' if shape.round else ""
            return f'<path d="{lines}{end}" {_line(shape.tone, shape.width)}{ends}/>'
        case Letters():
            return _letters(shape, rect)


def _letters(letters: Letters, rect: Rect) -> str:
    """Return text stretched to its width on our screen, whatever font its reader has.

    Our screen has fonts in whole sizes: text shrunk to fit is about half a size smaller there than it could
    be.
    """
    room, size, bold = letters.room, float(max(1, round(letters.size))), letters.bold
    wide = fonts.width(letters.text, size, bold=bold)
    if not letters.text or room.width < 1 or room.height < 1:
        return ""
    if wide > room.width:
        size = max(1.0, size * room.width / wide - 0.5)
        wide = fonts.width(letters.text, size, bold=bold)
    x = room.x + room.width * letters.along
    line = room.center[1] + size * (fonts.DESCENT - (fonts.ASCENT + fonts.DESCENT) / 2)
    x, y = _at((x, line), rect)
    weight = ' font-weight="bold"' if bold else ""
    look = f'font-family="Roboto, sans-serif" font-size="{_n(size)}"{weight} textLength="{_n(wide)}"'
    place = f'x="{_n(x)}" y="{_n(y)}" {look} text-anchor="{ANCHORS[letters.along]}"'
    return f"<text {place} {_fill(letters.tone)}>{escape(letters.text)}</text>"


def _rounded(box: Rect, corners: tuple[float, ...], rect: Rect) -> str:
    """Return the path of a rectangle whose corners differ, clockwise from the upper left one."""
    left, low = _at((box.x, box.y), rect)
    right, high = _at((box.right, box.top), rect)
    a, b, c, d = (min(radius, box.width / 2, box.height / 2) for radius in corners)
    turns = (
        f"M{_n(left)} {_n(high + a)}A{_n(a)} {_n(a)} 0 0 1 {_n(left + a)} {_n(high)}",
        f"L{_n(right - b)} {_n(high)}A{_n(b)} {_n(b)} 0 0 1 {_n(right)} {_n(high + b)}",
        f"L{_n(right)} {_n(low - c)}A{_n(c)} {_n(c)} 0 0 1 {_n(right - c)} {_n(low)}",
        f"L{_n(left + d)} {_n(low)}A{_n(d)} {_n(d)} 0 0 1 {_n(left)} {_n(low - d)}Z",
    )
    return "".join(turns)


def _path(points: tuple[Point, ...], rect: Rect) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in (_at(point, rect) for point in points))


def _box(box: Rect, rect: Rect) -> str:
    x, y = _at((box.x, box.top), rect)
    return f'x="{_n(x)}" y="{_n(y)}" width="{_n(box.width)}" height="{_n(box.height)}"'


def _at(point: Point, rect: Rect) -> Point:
    """Return a point as SVG counts it, right and down from the upper left corner."""
    return point[0] - rect.x, rect.top - point[1]


def _fill(tone: Tone) -> str:
    faded = f' fill-opacity="{_n(tone[3])}"' if tone[3] < 1 else ""
    return f'fill="{_code(tone)}"{faded}'


def _line(tone: Tone, width: float) -> str:
    faded = f' stroke-opacity="{_n(tone[3])}"' if tone[3] < 1 else ""
    return f'fill="none" stroke="{_code(tone)}" stroke-width="{_n(width)}"{faded}'


def _code(tone: Tone) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in tone[:3])


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
