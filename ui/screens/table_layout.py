"""The layout of a table's screen."""

from typing import TYPE_CHECKING

from ui.screens import side
from ui.screens.side import HeldPads
from ui.screens.turn_clock import STRIP_MM
from ui.stage import theme
from ui.stage.rect import Side
from ui.widgets import grab_strip
from ui.widgets.banner import BannerLine
from ui.widgets.grab_strip import GrabStrip
from ui.widgets.layout import DialogPanel, Rect, cut_pads, cut_rail, gap_of, place_widget
from ui.widgets.pad import BAR_MM

if TYPE_CHECKING:
    from ui.screens.table import TableScreen

ACROSS = (Side.LEFT, Side.RIGHT)
PAD_MM, BANNER_MM = 13.0, 44.0
"""Usual length of a pad along an edge, and the least width that pads leave the banner next to them."""


class TableLayout:
    """Banner at the top, bar at the left, pads at the right (swapped for a left hand), the board between.

    Pads to hold are below those at the right or, if there are many, left of the board. If people sit around
    the screen, their pads are along their edges. The banner stays across the top, turned to the front or the
    far edge: along a side edge it would take half of the board, and cut names off. The board never moves
    during a match: room is reserved for everything that comes and goes.
    """

    def __init__(self, table: "TableScreen") -> None:
        self._table, self._held, self._sides = table, table.held, table.sides
        self._pad = 0.0
        """Length of a pad along an edge, in pixels."""

    def lay(self, rect: Rect) -> None:
        """Put everything into `rect`, including dialogs and private notes.

        The banner and the pads of the turn are turned to the player whose turn it is.
        """
        table, whose = self._table, self._table.turn_side
        by_itself, opened = table.front.turned, table.opened
        upright, margin = rect.height > rect.width, theme.mm(2)
        table.turned_banner.turn(Side.FRONT if whose.across else whose)
        table.turned_side.turn(Side.FRONT if upright and whose.across else whose)
        between = bool(self._sides) and (upright or any(pads.count(Side.FAR) for pads in self._edged))
        high = theme.mm(BannerLine.high_mm(upright=upright, among=between))
        low = rect
        if not self._sides:
            banner, low = rect.inset(margin).cut_top(high, margin)
            place_widget(table.turned_banner, banner)
            low = Rect(rect.x, rect.y, rect.width, low.top - rect.y)
        bar, rest = cut_rail(low, theme.mm(BAR_MM))
        place_widget(table.bar, bar)
        all_of_it = Rect(rest.x, rect.y, rest.width, rect.height).inset(margin)
        below = all_of_it.cut_top(high, margin)[1]
        covered = False
        for shown, dialog in ((by_itself, by_itself and by_itself.inside), (opened, opened)):
            if shown is not None and isinstance(dialog, DialogPanel):
                # If people sit around the screen, there may be pads next to the banner, so cover both.
                place_widget(shown, all_of_it if dialog.covers_banner or self._sides else below)
                covered = covered or (dialog.covers_banner and not self._sides)
        # Hide a covered banner completely: a strip of it would show next to the bar.
        table.turned_banner.opacity = 0.0 if covered else 1.0
        if self._sides:
            below = self._around(all_of_it, high, margin)
        strip = self._strip
        if strip is not None and (count := strip.count(Side.FRONT)):
            low, below = below.cut_bottom(theme.mm(grab_strip.HEIGHT_MM), margin)
            strip.put_along({Side.FRONT: self._own(low, count) if self._sides else low})
        if table.flash.shown:
            # Grab pads stay visible.
            free = below if self._sides else Rect(below.x, below.y, below.width, all_of_it.top - below.y)
            place_widget(table.flash, free if by_itself is None else all_of_it)
        top = below.top if self._sides else all_of_it.top
        middle = self._beside(below, margin, top)
        if table.turn_clock is not None:
            clocks = middle
            if table.board.parent is not None:
                clocks, middle = middle.cut_top(theme.mm(STRIP_MM), margin)
            place_widget(table.turn_clock.dials, clocks)
        place_widget(table.board, middle)
        wide, high = min(middle.width * 0.92, theme.mm(96)), theme.mm(16)
        x, y = middle.center
        place_widget(table.toast, Rect(x - wide / 2, y - high / 2, wide, high))

    def _beside(self, middle: Rect, margin: float, top: float) -> Rect:
        """Lay out the pads next to the board, or below it if upright; return the rest."""
        tall, target = middle.height > middle.width, theme.mm(theme.TARGET_MM)
        if self._held.upright:
            wide, gap, count = self._held.wide, theme.mm(theme.GAP_MM), self._held.count(Side.FRONT)
            across = min(count, max(1, int((middle.width + gap) / (wide + gap)))) if tall else 1
            high = -(-count // across) * (target + gap) - gap
            held, middle = middle.cut_bottom(high, margin) if tall else cut_rail(middle, wide, margin)
            self._held.put_along({Side.FRONT: held}, across=across)
        if tall:
            column, middle = middle.cut_bottom(theme.mm(side.HEIGHT_MM) + self._held.high, margin)
        else:
            column, middle = cut_pads(middle, theme.mm(side.WIDTH_MM), margin)
        if self._below(tall=tall):
            column = self._at_sides(column, margin)
        if self._table.notes.turned is not None:
            # Below a board it takes the gap between the two as well.
            high = (column.top + margin if tall else top) - column.y - self._held.high
            place_widget(
                self._table.notes.turned, Rect(column.x, column.y + self._held.high, column.width, high)
            )
        if self._held.high:
            gap = theme.mm(theme.GAP_MM)
            held, column = column.cut_bottom(self._held.high - gap, gap)
            self._held.put_along({Side.FRONT: held})
        place_widget(self._table.turned_side, column)
        return middle

    def _around(self, rect: Rect, high: float, margin: float) -> Rect:
        """Lay out the banner at the top, and pads along all edges except the front; return the rest.

        The far edge's pads are next to the banner if both have room, or else above it.
        """
        self._pad, pads_high = self._pad_along(rect, high + margin), theme.mm(grab_strip.HEIGHT_MM)
        whole = rect
        banner, rest = rect.cut_top(high, margin)
        for pads in self._edged:
            if not (count := pads.count(Side.FAR)):
                continue
            own, beside = banner.cut_right(self._length(count), margin)
            if beside.width < theme.mm(BANNER_MM):
                strip, whole = whole.cut_top(pads_high, margin)
                own = self._own(strip, count)
                beside, rest = whole.cut_top(high, margin)
            pads.put_along({Side.FAR: own.cut_top(pads_high)[0]})
            banner = beside
        place_widget(self._table.turned_banner, banner)
        return rest if self._below(tall=rect.height > rect.width) else self._at_sides(rest, margin)

    def _below(self, *, tall: bool) -> bool:
        """Return whether the side edges' pads fit next to the pads of the turn, below an upright board."""
        high = theme.mm(side.HEIGHT_MM) + self._held.high
        longest = max(self._length(pads.count(edge)) for pads in self._edged for edge in ACROSS)
        return tall and bool(self._sides) and longest <= high

    def _at_sides(self, rest: Rect, margin: float) -> Rect:
        """Lay out pads along the side edges of a rectangle, and return the rest."""
        for edge in ACROSS:
            for pads in self._edged:
                if count := pads.count(edge):
                    strip, rest = edge.cut(rest, theme.mm(grab_strip.HEIGHT_MM), margin)
                    pads.put_along({edge: self._own(strip, count)})
        return rest

    def _pad_along(self, rect: Rect, edge: float) -> float:
        """Return the length of a pad along an edge, in pixels; the same on every edge."""
        rooms = (
            ((rect.height - 2 * edge if side.across else rect.width) + gap_of(count)) / count - gap_of(count)
            for pads in self._edged
            for side in Side
            if (count := pads.count(side))
        )
        named = self._held.wide if any(self._held.count(side) for side in Side) else 0.0
        return min([max(theme.mm(PAD_MM), named), *rooms])

    def _length(self, count: int) -> float:
        """Return the length of `count` pads along an edge with their gaps, in pixels."""
        return count * self._pad + max(0, count - 1) * gap_of(count)

    def _own(self, strip: Rect, count: int) -> Rect:
        """Return the middle of a strip, as long as `count` pads."""
        long = self._length(count)
        x, y = strip.center
        if strip.height > strip.width:
            return Rect(strip.x, y - long / 2, strip.width, long)
        return Rect(x - long / 2, strip.y, long, strip.height)

    @property
    def _edged(self) -> list[HeldPads | GrabStrip]:
        """The rows of pads along edges."""
        return [pads for pads in (self._held, self._strip) if pads is not None]

    @property
    def _strip(self) -> GrabStrip | None:
        strip = self._table.presses.strip
        return None if strip is None or strip.parent is None else strip
