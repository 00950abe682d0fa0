"""The pads at the right of the table: what is told with one tap."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeAlias

from ui.language import words
from ui.stage import theme
from ui.stage.painter import drawing
from ui.stage.scene import Item, Viewport
from ui.table.presenting import Begin, Choice, PrivateView
from ui.widgets.layout import Arranged, Rect, cut_pads, put, put_each
from ui.widgets.pad import Pad, write_alike

WIDTH_MM, HEIGHT_MM = 30.0, 29.0
"""Of the column at the right, and of the rows below an upright board."""
LARGE = 0.4
"""Share of a room that is wider than high for the large pad, at most."""
LEAST_LARGE_MM, NEARER_MM = 14.7, 1.4
"""Height of the large pad at least, and the gap between pads, where there is little room."""
BESIDE = 2
"""Other pads that lie there beside each other; more in two lines."""

Draw: TypeAlias = Callable[[Any, Viewport], Iterable[Item | None]]
"""Returns what is drawn of what a choice shows."""


class SidePads(Arranged):
    """The events of routine, the likeliest at the bottom and largest; or the one pad back to a question."""

    def __init__(
        self,
        on_choice: Callable[[Any], None],
        unpeek: Callable[[], None],
        picture: Draw | None = None,
    ) -> None:
        super().__init__()
        self._picture = picture
        self.pads: list[Pad] = []
        self.peek = Pad(words.SHOW_SHEET, on_tap=unpeek, primary=True, role=theme.body())
        self._on_choice = on_choice

    @property
    def shown(self) -> bool:
        """Whether there is anything to tap."""
        return bool(self.pads) or self.peek.parent is not None

    def show(self, choices: Sequence[Choice], pending: object) -> None:
        """Show a game's choices; a pad for what has been begun is marked."""
        choices = [choice for choice in choices if not isinstance(choice.report, PrivateView)]
        if len(choices) != len(self.pads):
            for pad in self.pads:
                self.remove_widget(pad)
            # Pads are kept while their number stays, so that none is moved from under a finger.
            last = len(choices) - 1
            self.pads = [
                Pad(primary=n == last, role=theme.heading() if n == last else theme.body())
                for n in range(len(choices))
            ]
            for pad in self.pads:
                self.add_widget(pad)
        for pad, choice in zip(self.pads, reversed(choices), strict=True):
            pad.say(choice.title, choice.subtitle)
            if self._picture is not None:
                shows = None if choice.shows is None else drawing(partial(self._picture, choice.shows))
                pad.draw_beside(shows)
            pad.live = choice.live
            pad.choose(pending is not None and choice.report == Begin(pending))
            pad.when_tapped = lambda report=choice.report: self._on_choice(report)
        self.rearrange()

    def offer_question(self, offered: bool, title: str = words.SHOW_SHEET) -> None:
        """Show or hide the pad that leads back to the question, or whatever lay open."""
        self.peek.say(title)
        if offered == (self.peek.parent is not None):
            return
        if offered:
            self.add_widget(self.peek)
        else:
            self.remove_widget(self.peek)
        self.rearrange()

    def tap(self) -> None:
        """Tap the large pad."""
        if self.pads and self.pads[-1].live:
            self.pads[-1].tap()

    def arrange(self, rect: Rect) -> None:
        """The large pad at the bottom, the others above it, in two columns where they are many.

        In a room that is wider than high the large pad lies at the right, the others at its left. The
        others have letters of one size.
        """
        gap = theme.mm(theme.GAP_MM)
        if rect.width > rect.height:
            self._lie(rect, gap)
        else:
            self._stand(rect, gap)
        if self.peek.parent is None:
            write_alike(self.pads[:-1])

    def _stand(self, rect: Rect, gap: float) -> None:
        others = self.pads[:-1]
        tall = theme.mm(theme.PRIMARY_MM if len(others) > 2 else theme.PRIMARY_MM + 3)
        least = theme.mm(theme.TARGET_MM) - gap / 4
        if len(others) > BESIDE and rect.height < tall + 2 * (gap + least):
            tall, gap = theme.mm(LEAST_LARGE_MM), theme.mm(NEARER_MM)
        low, rest = rect.cut_bottom(min(tall, rect.height / 2), gap)
        if self.peek.parent is not None:
            put(self.peek, low)
            return
        if self.pads:
            put(self.pads[-1], low)
        if not others:
            return
        columns = 1 if (rest.height - gap * (len(others) - 1)) / len(others) >= least else 2
        lines = -(-len(others) // columns)
        height = min(theme.mm(14), (rest.height - gap * (lines - 1)) / lines)
        used = rest.cut_bottom(height * lines + gap * (lines - 1))[0]
        for pad, cell in zip(others, used.grid(len(others), columns, gap), strict=True):
            put(pad, cell)

    def _lie(self, rect: Rect, gap: float) -> None:
        others = self.pads[:-1]
        lines = 1 if len(others) <= BESIDE else 2
        low = rect if lines > 1 else rect.cut_bottom(theme.mm(theme.PRIMARY_MM + 3))[0]
        columns = max(1, -(-len(others) // lines))
        large = min(rect.width * (LARGE if columns > 1 else 0.5), theme.mm(WIDTH_MM))
        beside = rect.width - large - columns * gap
        if others and (large < theme.mm(LEAST_LARGE_MM) or beside < columns * theme.mm(theme.TARGET_MM)):
            self._share(rect, columns)
            return
        right, rest = cut_pads(low, large, gap)
        if self.peek.parent is not None:
            put(self.peek, right)
            return
        if self.pads:
            put(self.pads[-1], right)
        near, _ = cut_pads(rest, theme.mm(WIDTH_MM) * columns)
        for pad, cell in zip(others, near.grid(len(others), columns, gap), strict=True):
            put(pad, cell)

    def _share(self, rect: Rect, columns: int) -> None:
        """All in two lines, the large pad the last of them: where there is little room."""
        gap = theme.mm(NEARER_MM)
        low, high = rect.cut_bottom(theme.mm(LEAST_LARGE_MM), gap)
        if self.peek.parent is not None:
            put(self.peek, low)
            return
        upper, lower = self.pads[:columns], self.pads[columns:]
        for room, pads in ((high, upper), (low, lower)):
            put_each(pads, room.columns([1] * len(pads), gap))
