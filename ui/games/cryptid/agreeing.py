"""Everybody agrees: a pad for each player, to be held; none can be held for long by accident."""

from collections.abc import Callable, Sequence

from ui import theme, words
from ui import words as frame
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put_row
from ui.widgets.pad import HoldPad


class Agreeing(Face):
    """A pad for each of the `names`; once all were held, `agreed` is called."""

    def __init__(self, names: Sequence[str], agreed: Callable[[], None]) -> None:
        super().__init__()
        self._agreed = agreed
        self.pads = [HoldPad(words.agrees(name), frame.HOLD) for name in names]
        for pad in self.pads:
            pad.when_tapped = lambda pad=pad: self._held(pad)
            self.add_widget(pad)

    def _held(self, pad: HoldPad) -> None:
        pad.choose(True)
        if all(other.chosen for other in self.pads):
            self._agreed()

    def arrange(self, rect: Rect) -> None:
        """The pads beside each other, at the bottom."""
        foot, _ = rect.cut_bottom(theme.mm(theme.PRIMARY_MM), theme.mm(3))
        put_row(self.pads, foot, theme.mm(3))
