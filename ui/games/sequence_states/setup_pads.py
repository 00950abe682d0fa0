"""The pads of the last step before the deal: a board with its picture, and a side with its chips."""

from collections.abc import Callable, Sequence

from kivy.graphics import Color, Ellipse, InstructionGroup, Rectangle

from companion.games.sequence_states.layout import Draft
from companion.games.sequence_states.lines import SIDE
from companion.games.sequence_states.model import Colour
from ui import theme
from ui.games.sequence_states import setup_words as words
from ui.games.sequence_states.board_picture import board_texture
from ui.games.sequence_states.chips import TONES, chip
from ui.games.sequence_states.words import COLOURS
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad


class BoardPad(Pad):
    """A board to play on: its picture, and beside it what it is; `line` draws five chips on it."""

    def __init__(
        self, on_tap: Callable[[], None], title: str = "", subtitle: str = "", *, line: bool = False
    ) -> None:
        super().__init__(title, subtitle, on_tap=on_tap, role=theme.heading())
        self.title.halign = self.subtitle.halign = "left"
        self.title.valign, self.subtitle.valign = "bottom", "top"
        self._line = line
        self._draft: Draft = {}
        self._picture = InstructionGroup()
        self.canvas.add(self._picture)

    def picture(self, draft: Draft) -> None:
        """Change the picture."""
        self._draft = draft
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """The picture at the left, the words beside it."""
        inner = rect.inset(theme.mm(2))
        texture = board_texture(self._draft, min(inner.height, inner.width * 0.4))
        at, text = inner.cut_left(texture.width, theme.mm(2.5))
        left, low = round(at.x), round(at.center[1] - texture.height / 2)
        self._picture.clear()
        self._picture.add(Color(1, 1, 1, 1))
        self._picture.add(Rectangle(texture=texture, pos=(left, low), size=texture.size))
        if self._line:
            self._draw_line(left, low, texture.width / SIDE)
        upper, lower = text.cut_top(min(text.height * 0.5, theme.heading() * 2.5), theme.mm(0.6))
        put(self.title, upper)
        put(self.subtitle, lower)
        self.subtitle.opacity = 1

    def _draw_line(self, left: float, low: float, pitch: float) -> None:
        for n in range(2, 7):
            self._picture.add(Color(*TONES[Colour.BLUE]))
            self._picture.add(
                Ellipse(pos=(left + n * pitch, low + n * pitch), size=(pitch * 0.86, pitch * 0.86))
            )


class SidePad(Pad):
    """A side: its chips' colour, drawn and named, and who plays with them."""

    def __init__(self, players: Sequence[str], on_tap: Callable[[], None]) -> None:
        super().__init__("", words.players_of(players), on_tap=on_tap, role=theme.title())
        self.title.halign = self.subtitle.halign = "left"
        self.title.valign, self.subtitle.valign = "bottom", "top"
        self.subtitle.role = theme.body() * 0.92
        self.colour = Colour.RED
        self._chip = InstructionGroup()
        self.canvas.add(self._chip)

    def show(self, colour: Colour) -> None:
        """Change the colour."""
        self.colour = colour
        self.title.text = COLOURS[colour]
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """The chip at the left, the words beside it."""
        inner = rect.inset(theme.mm(2), theme.mm(1.5))
        side = min(inner.height, theme.mm(15))
        at, text = inner.cut_left(side, theme.mm(2.5))
        x, y = at.center
        self._chip.clear()
        self._chip.add(Color(1, 1, 1, 1))
        where = (round(x - side / 2), round(y - side / 2))
        self._chip.add(Rectangle(texture=chip(self.colour, False, side), pos=where, size=(side, side)))
        upper, lower = text.rows(2, 0)
        put(self.title, upper)
        put(self.subtitle, lower)
        self.subtitle.opacity = 1
