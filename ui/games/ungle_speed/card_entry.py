"""Telling a card with two taps, on the screen."""

from collections.abc import Callable

from kivy.clock import Clock

from companion.games.ungle_speed.deck import Card, Deck
from ui.games.ungle_speed.card_tiles import FAMILIES, OpenFamily, Tap, families, scene
from ui.stage.scene import PlacedArt, Room, Scene, Spot
from ui.stage.stage import Stage
from ui.stage.textures import TEXTURES


class CardEntry(Stage):
    """Two taps to a card; `on_card` is called with it, and the families are offered again."""

    def __init__(self, deck: Deck, on_card: Callable[[Card], None]) -> None:
        super().__init__()
        self._deck, self._on_card = deck, on_card
        self._unmade: list[PlacedArt] = []
        self._next: Callable[[], None] = Clock.create_trigger(self._make_one)
        self.on_tap = self._tapped
        self._open(FAMILIES)

    def _tapped(self, tap: Tap) -> None:
        if isinstance(tap, OpenFamily):
            self._open(tap)
        else:
            self._open(FAMILIES)
            self._on_card(tap)

    def _open(self, opened: OpenFamily) -> None:
        self._opened = opened
        self.draw(self._scene)

    def _scene(self, room: Room, finger: Spot | None) -> Scene:
        if self._opened == FAMILIES and finger is None:
            self._prepare(room)
        return scene(self._deck, self._opened, room, finger)

    # While the tiles are seen the next cards are drawn, one a frame, so that no tap waits for them.

    def _prepare(self, room: Room) -> None:
        scenes = [scene(self._deck, OpenFamily(name), room, None) for name in families(self._deck)]
        self._unmade = [item for each in scenes for item in each.items if isinstance(item, PlacedArt)]
        self._next()

    def _make_one(self, _elapsed: float) -> None:
        if self._unmade and self.get_root_window() is not None:
            piece = self._unmade.pop()
            TEXTURES.of(piece.art, piece.side)
            self._next()
