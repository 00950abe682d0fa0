"""Clues in large letters, for one pair of eyes: there while they are shown, and nowhere afterwards."""

from collections.abc import Sequence
from typing import TypeAlias

from companion.games.cryptid.clues import Clue
from companion.games.cryptid.model import Hue
from ui import theme
from ui.games.cryptid import setup_words as words
from ui.games.cryptid.art import disc
from ui.games.cryptid.words import HUES
from ui.stage.painter import Painter
from ui.stage.parts import centred
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put, put_each
from ui.widgets.panel import Panel
from ui.widgets.text import Text

Lines: TypeAlias = Sequence[tuple[Hue, Clue]]
"""Clues, each with its colour."""


class ClueLine(Face):
    """A clue and its colour: a disc, the colour's name, and what the clue says."""

    def __init__(self, hue: Hue, clue: Clue) -> None:
        super().__init__()
        self._hue = hue
        self._painter = Painter(self.canvas)
        self._name = Text(HUES[hue], role=theme.body(), tone=theme.DIM, valign="bottom")
        self._says = Text(words.clue_line(clue), role=theme.title(), bold=True, wraps=True, valign="top")
        self.add_parts(self._name, self._says)

    def arrange(self, rect: Rect) -> None:
        """The disc at the left, the words beside it."""
        at, text = rect.cut_left(theme.mm(14), theme.mm(3))
        self._painter.draw((centred(disc(self._hue), at),))
        upper, lower = text.cut_top(theme.body() * 1.35)
        put(self._name, upper)
        put(self._says, lower)


class RevealPanel(Panel):
    """Where clues appear; `rest` stands there while nothing is shown."""

    def __init__(self, rest: str, more: str = "") -> None:
        super().__init__()
        self._lines: list[ClueLine] = []
        self._rest = Text(rest, role=theme.heading(), tone=theme.DIM, align="center", wraps=True)
        self._more = Text(more, role=theme.body(), tone=theme.DIM, align="center", wraps=True)
        self.hide()

    @property
    def shown(self) -> bool:
        """Whether clues can be read now."""
        return bool(self._lines)

    def show(self, lines: Lines) -> None:
        """Show clues."""
        self._lines = [ClueLine(hue, clue) for hue, clue in lines]
        self.set_parts(*self._lines)

    def hide(self) -> None:
        """Show them no more, and keep nothing of them."""
        self._lines = []
        self.set_parts(self._rest, self._more)

    def arrange(self, rect: Rect) -> None:
        """The clues one below the other."""
        inner = rect.inset(theme.mm(4), theme.mm(3))
        if self._lines:
            height = min(inner.height / len(self._lines), theme.mm(26))
            _, block = inner.cut_top((inner.height - height * len(self._lines)) / 2)
            block, _ = block.cut_top(height * len(self._lines))
            put_each(self._lines, block.rows(len(self._lines), theme.mm(2)))
            return
        low, high = inner.cut_bottom(inner.height * 0.42 if self._more.text else 0)
        put(self._rest, high)
        put(self._more, low)
