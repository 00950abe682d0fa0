"""Where the parts of a table's screen lie."""

from typing import Any

from msgspec import Struct

from ui import theme
from ui.screens import side
from ui.screens.held import HeldPads
from ui.screens.side import SidePads
from ui.stage.sides import Side, Sides
from ui.widgets import action_bar, dials, grab_strip
from ui.widgets.action_bar import RefereeBar
from ui.widgets.banner import BannerLine
from ui.widgets.duty import DutyStrip
from ui.widgets.flash import Flash
from ui.widgets.grab_strip import GrabStrip
from ui.widgets.layout import Rect, cut_pads, cut_rail, put
from ui.widgets.sheet import SheetPanel
from ui.widgets.toast import Toast
from ui.widgets.turned import Turned

DUTY_MM = 13.0
"""Height of the strip that says what hands have to do."""

PAD_MM, BANNER_MM = 13.0, 50.0
"""Along an edge: how long a pad is, and what it leaves the banner, or else the banner lies beside them."""


class TableLayout(Struct):
    """Bar at the left, banner above, pads at the right (for a left hand both swapped), the board between.

    Pads that are held stand below those at the right, or, where they are many, left of the board. Where
    people sit around the screen, their pads lie along their edges, and the banner along that of whom it
    speaks to. Only what is shown at the time is laid: a part without a parent takes no room.
    """

    bar: RefereeBar
    banner: Turned
    board: Any  # a Board that is a widget
    side: SidePads
    turned_side: Turned
    held: HeldPads
    strip: GrabStrip | None
    dials: dials.Dials | None
    duty: DutyStrip
    flash: Flash
    toast: Toast
    sides: Sides

    def lay(
        self, rect: Rect, by_itself: Turned | None, opened: SheetPanel | None, whisper: Turned | None
    ) -> None:
        """Put everything into `rect`: the sheets that lie over it too, and what one player is shown."""
        bar, rest = cut_rail(rect, theme.mm(action_bar.WIDTH_MM))
        put(self.bar, bar)
        margin = theme.mm(2)
        all_of_it = rest.inset(margin)
        below = all_of_it.cut_top(theme.mm(BannerLine.high_mm()), margin)[1]
        for laid, sheet in ((by_itself, by_itself and by_itself.inside), (opened, opened)):
            if laid is not None and isinstance(sheet, SheetPanel):
                # Beside a banner there may be pads.
                put(laid, all_of_it if sheet.covers_banner or self.sides else below)
        below = self._around(all_of_it, margin)
        strip = self._strip
        if strip is not None and strip.count(Side.FRONT):
            low, below = below.cut_bottom(theme.mm(grab_strip.HEIGHT_MM), margin)
            strip.put_along({Side.FRONT: low})
        if self.flash.shown:
            # Pads to grab with stay free.
            free = below if self.sides else Rect(below.x, below.y, below.width, all_of_it.top - below.y)
            put(self.flash, free if by_itself is None else all_of_it)
        top = below.top if self.sides else all_of_it.top
        middle = self._beside(below, margin, top, whisper)
        if self.duty.parent is not None:
            due, middle = middle.cut_bottom(theme.mm(DUTY_MM), margin)
            put(self.duty, due)
        if self.dials is not None:
            clocks = middle
            if self.board.parent is not None:
                clocks, middle = middle.cut_top(theme.mm(dials.STRIP_MM), margin)
            put(self.dials, clocks)
        put(self.board, middle)
        wide, high = min(middle.width * 0.92, theme.mm(96)), theme.mm(16)
        x, y = middle.center
        put(self.toast, Rect(x - wide / 2, y - high / 2, wide, high))

    def _beside(self, middle: Rect, margin: float, top: float, whisper: Turned | None) -> Rect:
        """Lay the pads beside the board (in an upright picture below it), and return what is left."""
        tall, target = middle.height > middle.width, theme.mm(theme.TARGET_MM)
        if self.held.upright:
            held, middle = middle.cut_bottom(target, margin) if tall else cut_rail(middle, target, margin)
            self.held.put_along({Side.FRONT: held})
        if not self.side.shown:
            return middle
        if tall:
            column, middle = middle.cut_bottom(theme.mm(side.HEIGHT_MM) + self.held.high, margin)
        else:
            column, middle = cut_pads(middle, theme.mm(side.WIDTH_MM), margin)
        if whisper is not None:
            high = (column.top if tall else top) - column.y - self.held.high
            put(whisper, Rect(column.x, column.y + self.held.high, column.width, high))
        if self.held.high:
            gap = theme.mm(theme.GAP_MM)
            held, column = column.cut_bottom(self.held.high - gap, gap)
            self.held.put_along({Side.FRONT: held})
        put(self.turned_side, column)
        return middle

    def _around(self, rect: Rect, margin: float) -> Rect:
        """Lay banner and pads along the edges but the one in front, and return what is left."""
        edges = {Side.FAR, *self.sides.values()} - {Side.FRONT}
        for edge in sorted(edges, key=lambda edge: edge.across):
            strip, rect = edge.cut(rect, theme.mm(BannerLine.high_mm()), margin)
            pads = [pads for pads in (self.held, self._strip) if pads is not None and pads.count(edge)]
            for each in pads:
                count = each.count(edge)
                wide = theme.mm((PAD_MM + theme.GAP_MM) * count)
                own, free = strip.cut_bottom(wide, margin) if edge.across else strip.cut_right(wide, margin)
                if max(free.width, free.height) < theme.mm(BANNER_MM):
                    free, rect = edge.cut(rect, theme.mm(BannerLine.high_mm()), margin)
                    own = strip
                each.put_along({edge: own})
                strip = free
            if edge is self.banner.side or (edge is Side.FAR and self.banner.side is Side.FRONT):
                put(self.banner, strip)
        return rect

    @property
    def _strip(self) -> GrabStrip | None:
        return self.strip if self.strip is not None and self.strip.parent is not None else None
