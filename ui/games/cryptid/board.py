"""The table of Cryptid: the map, and the two players beside it."""

from collections.abc import Callable
from typing import Any

from companion.games.cryptid.hexes import MAP, Hex
from companion.games.cryptid.model import Answering, Hue
from companion.games.cryptid.view import OwnClue, View
from ui import theme
from ui.games.cryptid.aims import Aim, At, Correcting, HexTap, Searching
from ui.games.cryptid.hex_map import HexMap, Marks
from ui.games.cryptid.labels import LETTERS_MM
from ui.games.cryptid.legend import Legend
from ui.kivy_types import Touch
from ui.presenting import Presenter
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put

GAP_MM = 2.4
LEAST_MM, MOST_MM = 11.0, 27.0
"""What the players beside the map need at least, and the most that they take."""


class CryptidBoard(Face):
    """The whole table; `on_tap` is called with a `HexTap`."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__()
        # The frame hands the place on to the presenter, whatever it is.
        self.on_tap: Callable[[Any], None] | None = None
        self.map, self.legend = HexMap(), Legend(presenter)
        for part in (self.map, self.legend):
            self.add_widget(part)

    @property
    def builds(self) -> int:
        """How often the canvas of the map was built."""
        return self.map.builds

    def show(self, view: View, aim: Aim = None) -> None:
        """Show the table as it is now, and what has been begun."""
        self.map.show(view.tiles, view.structures, view.spots, marks(view, aim))
        self.legend.show(view)

    def arrange(self, rect: Rect) -> None:
        """The map as large as it fits, at the right; the players in what is left beside it."""
        gap = theme.mm(GAP_MM)
        wide = HexMap.lattice_in(rect).size[0] + theme.mm(LETTERS_MM) + 1
        left = rect.width - wide - gap
        self.legend.opacity = 1.0 if left >= theme.mm(LEAST_MM) else 0.0
        if not self.legend.opacity:
            put(self.map, rect)
            return
        players, beside = rect.cut_left(min(left, theme.mm(MOST_MM)), gap)
        put(self.legend, players)
        put(self.map, beside)

    def on_touch_down(self, touch: Touch) -> bool | None:
        """A table that nobody listens to doesn't look pressed."""
        self.map.on_tap = None if self.on_tap is None else self._tapped
        return super().on_touch_down(touch)

    def _tapped(self, at: Hex) -> None:
        if self.on_tap is not None:
            self.on_tap(HexTap(at))


def marks(view: View, aim: Aim = None) -> Marks:
    """Return what is marked on the map.

    The own clues are marked only while a view holds them: that is while their owner's finger lies on the pad.
    """
    if view.ended is not None:
        return Marks(habitat=view.habitat)
    asked = view.stage.at if isinstance(view.stage, Answering) else None
    forbidden = _forbidden(view.clues)
    allowed = frozenset(at for at in MAP if at not in forbidden) if view.clues else frozenset()
    match aim:
        case At(at):
            return Marks(chosen=at, also=asked, forbidden=forbidden, allowed=allowed)
        case Searching(at, discs):
            return Marks(also=at, placed=discs, forbidden=forbidden, allowed=allowed)
        case Correcting(at):
            return Marks(chosen=at, also=asked, forbidden=forbidden, allowed=allowed)
        case None:
            return Marks(chosen=asked, forbidden=forbidden, allowed=allowed)


def _forbidden(clues: tuple[OwnClue, ...]) -> dict[Hex, tuple[Hue, ...]]:
    """Return for each hex that a clue forbids the colours of those that do."""
    allows = [(clue.hue, frozenset(clue.allows)) for clue in clues]
    each = {at: tuple(hue for hue, hexes in allows if at not in hexes) for at in MAP}
    return {at: hues for at, hues in each.items() if hues}
