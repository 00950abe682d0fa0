"""Telling a card with two taps, on the screen."""

from collections.abc import Callable

from kivy.clock import Clock

from companion.games.ungle_speed.deck import Card, Deck
from ui.games.ungle_speed.table import FAMILIES, OpenFamily, Tap, families, scene
from ui.parts.shown import PartScreen
from ui.parts.values import Drawing
from ui.stage.scene import PlacedArt, Scene, Spot, Viewport
from ui.stage.textures import TEXTURES

QUICK_SECONDS = 0.25
"""A tap so soon after the cards came up is the second of two on their family."""


class CardEntry(PartScreen):
    """Two taps to a card; `told` is called with it, and the families are offered again."""

    deck: Deck
    told: Callable[[Card], None]
    opened: OpenFamily = FAMILIES

    def start(self) -> None:
        """Have nothing drawn yet."""
        self._unmade: list[PlacedArt] = []
        self._next: Callable[[], None] = Clock.create_trigger(self._make_one)
        self._came = Clock.create_trigger(lambda _elapsed: None, QUICK_SECONDS)

    def tap(self, tap: Tap) -> None:
        """Open a family, or tell a card."""
        if self._came.is_triggered:
            return
        if self.opened == FAMILIES:
            self._came()
        self.opened = tap if isinstance(tap, OpenFamily) else FAMILIES
        self.compose()
        if not isinstance(tap, OpenFamily):
            self.told(tap)

    def part(self) -> Drawing:
        """Return the families, or the cards of the one that is open."""
        return Drawing(self._scene, on_tap=self.tap, name="cards")

    def _scene(self, room: Viewport, finger: Spot | None) -> Scene:
        if self.opened == FAMILIES and finger is None:
            self._prepare(room)
        return scene(self.deck, self.opened, room, finger)

    # While the tiles are seen the next cards are drawn, one a frame, so that no tap waits for them.

    def _prepare(self, room: Viewport) -> None:
        scenes = [scene(self.deck, OpenFamily(name), room, None) for name in families(self.deck)]
        self._unmade = [item for each in scenes for item in each.items if isinstance(item, PlacedArt)]
        self._next()

    def _make_one(self, _elapsed: float) -> None:
        if self._unmade and self.get_root_window() is not None:
            piece = self._unmade.pop()
            TEXTURES.of(piece.art, piece.side)
            self._next()
