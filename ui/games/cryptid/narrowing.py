"""How the field narrowed: after the game, the spaces that could still be the habitat after each move."""

from collections.abc import Sequence
from itertools import pairwise

from companion.games.cryptid.field import narrowed, unknown
from companion.games.cryptid.hexes import Hex, spread
from companion.games.cryptid.view import View
from ui import theme
from ui.games.cryptid import curve, words
from ui.games.cryptid.hex_map import Lying, map_of
from ui.games.cryptid.marks import Marks
from ui.stage.stage import Stage
from ui.table.presenting import Presenter
from ui.widgets import icons
from ui.widgets.face import Face
from ui.widgets.icon_pad import GlyphPad
from ui.widgets.layout import Rect, cut_pads, put, put_each
from ui.widgets.text import Text

MAP_SHARE = 0.6
"""How much of the width the map takes at most."""

CURVE_MM = 18.0
"""Height of the line, and of the pads beside it."""


def fields(views: Sequence[View]) -> list[frozenset[Hex]]:
    """Return for each view the spaces that its pieces leave possible; the map is known, and no clue."""
    first = views[0]
    assert first.mode is not None
    field = unknown(first.mode, first.tiles, first.structures, first.hues)
    found = []
    for view in views:
        field = narrowed(field, view.spots)
        found.append(frozenset(spread(field.hexes)))
    return found


def moves(views: Sequence[View]) -> list[View]:
    """Return the views in which something lies otherwise than before, and the first one."""
    changed = (later for before, later in pairwise(views) if later.spots != before.spots)
    return [views[0], *changed]


class Narrowing(Face):
    """The map after each move with what could still be, the line of the numbers, and everybody's clues."""

    def __init__(self, views: Sequence[View], presenter: Presenter) -> None:
        super().__init__()
        self._views = moves(views)
        self._fields = fields(self._views)
        last = views[-1]
        self._habitat = last.habitat
        self.map = Stage()
        self.counts = [len(field) for field in self._fields]
        self.curve = Stage()
        self.curve.on_slide = self.curve.on_tap = self._slide
        self.back = GlyphPad(icons.back, lambda: self.choose(self.now - 1))
        self.on = GlyphPad(icons.forward, lambda: self.choose(self.now + 1))
        self._count = Text("", role=theme.heading(), bold=True, align="center", wraps=True)
        self._clues = [
            Text(
                words.clue_of(presenter.seat_name(last.owner(own.hue)), own.hue, own.clue),
                role=theme.body(),
                wraps=True,
            )
            for own in last.clues
        ]
        self.add_parts(self.map, self.curve, self.back, self.on, self._count, *self._clues)
        self.now = len(self._views) - 1
        self.choose(self.now)

    def choose(self, now: int) -> None:
        """Show the map as it was after a move."""
        self.now = min(len(self._views) - 1, max(0, now))
        view, field = self._views[self.now], self._fields[self.now]
        habitat = self._habitat if self.now == len(self._views) - 1 else None
        marks = Marks(lit=field, habitat=habitat)
        self.map.draw(map_of(Lying(view.tiles, view.structures, view.spots, marks)))
        self._count.text = words.still_possible(len(field), self.now, len(self._views) - 1)
        self.back.live, self.on.live = self.now > 0, self.now < len(self._views) - 1
        self.curve.draw(lambda room, _: curve.scene(self.counts, self.now, room))

    def _slide(self, move: int | None) -> None:
        if move is not None and move != self.now:
            self.choose(move)

    def arrange(self, rect: Rect) -> None:
        """The map, and beside it the number, the line, the pads, and the clues."""
        gap = theme.mm(theme.GAP_MM)
        column, room = cut_pads(rect, rect.width * (1 - MAP_SHARE) - gap, gap)
        put(self.map, room)
        count, rest = column.cut_top(theme.mm(11), theme.mm(1))
        put(self._count, count)
        pads, rest = rest.cut_top(theme.mm(CURVE_MM), theme.mm(2))
        back, middle = pads.cut_left(theme.mm(theme.TARGET_MM), gap)
        on, curve = middle.cut_right(theme.mm(theme.TARGET_MM), gap)
        for part, room in ((self.back, back), (self.on, on), (self.curve, curve)):
            put(part, room)
        if self._clues:
            put_each(self._clues, rest.rows(len(self._clues), theme.mm(1)))
