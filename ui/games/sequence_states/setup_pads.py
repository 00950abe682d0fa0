"""The pads of the last step before the deal: a board with its picture, and a side with its chips."""

from collections.abc import Callable, Sequence

from companion.games.sequence_states.layout import Draft
from companion.games.sequence_states.model import Colour
from ui import theme
from ui.games.sequence_states import art
from ui.games.sequence_states import setup_words as words
from ui.games.sequence_states.board_picture import LINE, board_picture, picture_in
from ui.games.sequence_states.words import COLOURS
from ui.stage.painter import Painter
from ui.stage.scene import Item, Piece, Scene
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad


class PicturePad(Pad):
    """A pad with a picture at its left."""

    def __init__(self, title: str, subtitle: str, on_tap: Callable[[], None], role: float) -> None:
        super().__init__(title, subtitle, on_tap=on_tap, role=role)
        self.title.halign = self.subtitle.halign = "left"
        self.title.valign, self.subtitle.valign = "bottom", "top"
        self._painter = Painter()
        self.canvas.add(self._painter.group)

    def put_words(self, upper: Rect, lower: Rect) -> None:
        """Lay the words beside the picture."""
        put(self.title, upper)
        put(self.subtitle, lower)
        self.subtitle.opacity = 1

    def paint_picture(self, *items: Item) -> None:
        """Change the picture."""
        self._painter.show(Scene(items))


class BoardPad(PicturePad):
    """A board to play on: its picture, and beside it what it is; `line` lays five chips on it."""

    def __init__(
        self, on_tap: Callable[[], None], title: str = "", subtitle: str = "", *, line: bool = False
    ) -> None:
        super().__init__(title, subtitle, on_tap, theme.heading())
        self._chips = LINE if line else ()
        self._draft: Draft = {}

    def picture(self, draft: Draft) -> None:
        """Change the board."""
        self._draft = draft
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """The picture at the left, the words beside it."""
        inner = rect.inset(theme.mm(2))
        at = picture_in(Rect(inner.x, inner.y, inner.width * 0.4, inner.height))
        self.paint_picture(*board_picture(self._draft, at, self._chips))
        _, text = inner.cut_left(at.width, theme.mm(2.5))
        self.put_words(*text.cut_top(min(text.height * 0.5, theme.heading() * 2.5), theme.mm(0.6)))


class SidePad(PicturePad):
    """A side: its chips' colour, drawn and named, and who plays with them."""

    def __init__(self, players: Sequence[str], on_tap: Callable[[], None]) -> None:
        super().__init__("", words.players_of(players), on_tap, theme.title())
        self.subtitle.role = theme.body() * 0.92
        self.colour = Colour.RED

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
        self.paint_picture(Piece(art.chip(self.colour), at.center, side))
        self.put_words(*text.rows(2, 0))
