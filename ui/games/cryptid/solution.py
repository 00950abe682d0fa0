"""The solution of what was played without the referee: the habitat and every clue, once all agree."""

from collections.abc import Callable

from companion.games.cryptid.hexes import spread
from companion.games.cryptid.setups import Setup, habitats
from companion.journal import Plate
from ui import theme
from ui import words as frame
from ui.games.cryptid import setup_words as words
from ui.games.cryptid.agreeing import Agreeing
from ui.games.cryptid.hex_map import Lying, map_of
from ui.games.cryptid.marks import Marks
from ui.games.cryptid.setup_hues import Palette
from ui.games.cryptid.words import clue_of
from ui.stage.stage import Stage
from ui.widgets.face import Face
from ui.widgets.header import Header, body_of
from ui.widgets.layout import Rect, put
from ui.widgets.text import Text

MAP_SHARE = 0.62
"""How much of the width the map takes at most."""


class Solution(Face):
    """First a pad for each player, to agree; then the map with the habitat, and all clues beside it.

    `back` leads to the clues; `shown` is told when everybody sees everything, and `done` goes on from there.
    """

    def __init__(
        self,
        setup: Setup,
        plates: tuple[Plate, ...],
        palette: Palette,
        back: Callable[[], None],
        shown: Callable[[], None],
        done: Callable[[], None],
    ) -> None:
        super().__init__()
        self._setup, self._plates, self._palette = setup, plates, palette
        self._shown, self._done = shown, done
        self.header = Header(words.SOLUTION_TITLE, words.SOLUTION_HINT, back, None)
        self.agreeing = Agreeing([plate.name for plate in plates], self._show)
        self.map = Stage()
        self.clues: list[Text] = []
        for part in (self.header, self.agreeing):
            self.add_widget(part)

    def _show(self) -> None:
        self.clear_widgets()
        setup, habitat = self._setup, next(spread(habitats(self._setup)))
        self.header = Header(words.solved(habitat), words.SOLVED_HINT, self._done, self._done, frame.DONE)
        self.map.draw(map_of(Lying(setup.tiles, setup.structures, marks=Marks(habitat=habitat))))
        owned = zip(setup.clues, setup.clue_owner, self._palette.hues, strict=True)
        self.clues = [
            Text(clue_of(self._plates[owner].name, hue, clue), role=theme.heading(), wraps=True)
            for clue, owner, hue in owned
        ]
        for part in (self.header, self.map, *self.clues):
            self.add_widget(part)
        self.rearrange()
        self._shown()

    def arrange(self, rect: Rect) -> None:
        """The pads; or the map at the left and the clues beside it."""
        head, room = body_of(rect)
        put(self.header, head)
        put(self.agreeing, room)
        left, right = room.cut_left(room.width * MAP_SHARE, theme.mm(theme.GAP_MM))
        put(self.map, left)
        if self.clues:
            for text, cell in zip(self.clues, right.rows(len(self.clues), theme.mm(2)), strict=True):
                put(text, cell)
