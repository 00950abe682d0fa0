"""The face-up cards below the pairs: told ones as they are, the others dashed."""

from collections.abc import Callable

from kivy.graphics import Color, InstructionGroup, Line

from companion.games.speed_mode.cards import Kind
from companion.games.speed_mode.model import FACE_UP
from companion.games.speed_mode.view import View
from ui import theme
from ui.games.speed_mode import board_words as words
from ui.games.speed_mode import cards_drawn as drawn
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad

GAP_MM = 3.0
DASH_MM = 1.1


class OpenPad(Pad):
    """A face-up card, or a dashed one that nobody has told yet."""

    def __init__(self, on_tap: Callable[[], None]) -> None:
        super().__init__(on_tap=on_tap, role=theme.title())
        self.kind: Kind | None = None
        self._shown: tuple[Kind | None, bool] | None = None
        self._drawing = InstructionGroup()
        self.canvas.add(self._drawing)

    def show(self, kind: Kind | None, *, chosen: bool) -> None:
        """Show a card; None: one that has not been told."""
        if (kind, chosen) == self._shown:
            return
        self._shown, self.kind = (kind, chosen), kind
        self.say("" if kind is not None else words.UNTOLD)
        self.title.color = theme.DIM
        self.choose(chosen)
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """Draw the card into the middle."""
        super().arrange(rect)
        self._drawing.clear()
        if self.kind is None:
            self._dash(rect.inset(theme.mm(0.3)))
            return
        drawn.draw_card(self._drawing, rect.inset(theme.mm(1)), self.kind)

    def _dash(self, rect: Rect) -> None:
        self._drawing.add(Color(*theme.DIM[:3], 0.7))
        line = max(1.0, theme.mm(0.15))
        for x, y, u, v in (
            (rect.x, rect.y, rect.right, rect.y),
            (rect.x, rect.top, rect.right, rect.top),
            (rect.x, rect.y, rect.x, rect.top),
            (rect.right, rect.y, rect.right, rect.top),
        ):
            # An odd number of steps: a dash stands at both ends.
            steps = 2 * max(1, round((u - x + v - y) / theme.mm(DASH_MM) / 2)) + 1
            for n in range(0, steps, 2):
                ends = [(n / steps), ((n + 1) / steps)]
                points = [value for end in ends for value in (x + (u - x) * end, y + (v - y) * end)]
                self._drawing.add(Line(points=points, width=line, cap="none"))

    def _look(self, *_: object) -> None:
        super()._look()
        if self.kind is None and not self.pressed:
            self.paint(theme.GROUND, theme.PRIMARY if self.chosen else None)


class OpenCards(Face):
    """The five face-up cards, each a pad; `on_tap` gets the number in `View.open`, None for an untold one."""

    def __init__(self, on_tap: Callable[[int | None], None]) -> None:
        super().__init__()
        self._told = 0
        self.pads = [
            OpenPad(lambda n=n: on_tap(n if n < self._told else None))  # type: ignore[misc]
            for n in range(FACE_UP)
        ]

    def show(self, view: View, chosen: tuple[Kind, ...] = ()) -> None:
        """Show the cards as they lie now; `chosen` are those that are being drawn."""
        cards: tuple[Kind | None, ...] = (*view.open, *(None for _ in range(view.untold)))
        self._told = len(view.open)
        left = list(chosen)
        for n, pad in enumerate(self.pads):
            there = n < len(cards)
            if there != (pad.parent is not None):
                (self.add_widget if there else self.remove_widget)(pad)
                self.rearrange()
            if not there:
                continue
            kind = cards[n]
            drawing = kind is not None and kind in left
            if kind is not None and drawing:
                left.remove(kind)
            pad.show(kind, chosen=drawing)

    def centre(self, number: int | None) -> tuple[float, float]:
        """Return the middle of a card, or of the first that isn't told, in pixels of the window."""
        pad = self.pads[min(self._told, FACE_UP - 1) if number is None else number]
        return pad.center_x, pad.center_y

    def arrange(self, rect: Rect) -> None:
        """All in a row, each at its own place also when others are gone."""
        for pad, cell in zip(self.pads, rect.columns([1] * FACE_UP, theme.mm(GAP_MM)), strict=True):
            put(pad, cell)
