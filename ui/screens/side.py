"""The pads next to a table: those for one tap, and those to hold."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeAlias

from companion.game import Seat
from companion.journal import NamePlate
from ui.language import words
from ui.stage import fonts, icons, theme
from ui.stage.painter import room_in
from ui.stage.rect import Side, Sides, seated
from ui.stage.scene import Picture, Slot, Viewport
from ui.table.presenting import Begin, Choice, PrivateView
from ui.widgets.layout import Arranged, EdgeRow, Rect, cut_pads, place_widget, place_widgets
from ui.widgets.pad import Pad, narrowest_pad, when_rested, write_alike
from ui.widgets.text import SHORTENED, SMALLER

WIDTH_MM, HEIGHT_MM = 30.0, 29.0
"""Width of the column at the side, and height of the rows below an upright board."""
LARGE = 0.4
"""Largest share of the large pad in a room that is wider than high."""
LEAST_LARGE_MM, NEARER_MM = 14.7, 1.4
"""Least height of the large pad, and the gap between pads, if there is little room."""
BESIDE = 2
"""Maximum number of other pads in one line there; more are in two."""

Draw: TypeAlias = Callable[[Any, Viewport], Iterable[Slot]]
"""Returns the drawing of a choice's `shows`, in a room."""


class SidePads(Arranged):
    """The routine choices, the likeliest largest and at the bottom; or just the pad back to a question."""

    def __init__(
        self, on_choice: Callable[[Any], None], unpeek: Callable[[], None], picture: Draw | None = None
    ) -> None:
        super().__init__()
        self._picture = picture
        self.pads: list[Pad] = []
        self.peek = Pad(words.SHOW_SHEET, on_tap=unpeek, primary=True, role=theme.body())
        self._on_choice = on_choice

    @property
    def _seen(self) -> list[Pad]:
        """The visible pads, the large one last."""
        return self.pads if self.peek.parent is None else [self.peek]

    def show(self, choices: Sequence[Choice], pending: object) -> None:
        """Show a game's choices; the one that began the pending input is marked."""
        choices = [choice for choice in choices if not isinstance(choice.report, PrivateView)]
        if len(choices) != len(self.pads):
            for pad in self.pads:
                self.remove_widget(pad)
            # Pads are reused while their number is the same, so that none moves from under a finger.
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
                shows = None if choice.shows is None else partial(self._picture, choice.shows)
                pad.draw_beside(shows)
            pad.live = choice.live
            pad.choose(pending is not None and choice.report == Begin(pending))
            pad.when_tapped = lambda report=choice.report: self._on_choice(report)
        self.rearrange()

    def offer_question(self, offered: bool, title: str = words.SHOW_SHEET) -> None:
        """Show or hide the pad back to the dialog that was open."""
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
        """Put the large pad at the bottom and the others above it, in two columns if they are many.

        In a room that is wider than high the large pad is at the right, the others left of it. The others'
        letters are all of one size.
        """
        gap = theme.mm(theme.GAP_MM)
        if rect.width > rect.height:
            self._lie(rect, gap)
        else:
            self._stand(rect, gap)
        write_alike(self._seen[:-1])

    def _stand(self, rect: Rect, gap: float) -> None:
        others = self._seen[:-1]
        tall = theme.mm(theme.PRIMARY_MM if len(others) > 2 else theme.PRIMARY_MM + 3)
        least = theme.mm(theme.TARGET_MM) - gap / 4
        if len(others) > BESIDE and rect.height < tall + 2 * (gap + least):
            tall, gap = theme.mm(LEAST_LARGE_MM), theme.mm(NEARER_MM)
        low, rest = rect.cut_bottom(min(tall, rect.height / 2), gap)
        for pad in self._seen[-1:]:
            place_widget(pad, low)
        if not others:
            return
        columns = 1 if (rest.height - gap * (len(others) - 1)) / len(others) >= least else 2
        lines = -(-len(others) // columns)
        height = min(theme.mm(14), (rest.height - gap * (lines - 1)) / lines)
        used = rest.cut_bottom(height * lines + gap * (lines - 1))[0]
        for pad, cell in zip(others, used.grid(len(others), columns, gap), strict=True):
            place_widget(pad, cell)

    def _lie(self, rect: Rect, gap: float) -> None:
        others = self._seen[:-1]
        lines = 1 if len(others) <= BESIDE else 2
        low = rect if lines > 1 else rect.cut_bottom(theme.mm(theme.PRIMARY_MM + 3))[0]
        columns = max(1, -(-len(others) // lines))
        words = max((narrowest_pad(pad.title.text, pad.title.role) for pad in others), default=0.0)
        large = min(rect.width * (LARGE if columns > 1 else 0.5), theme.mm(WIDTH_MM))
        large = max(min(large, theme.mm(LEAST_LARGE_MM)), min(large, rect.width - columns * (words + gap)))
        beside = rect.width - large - columns * gap
        if others and (large < theme.mm(LEAST_LARGE_MM) or beside < columns * theme.mm(theme.TARGET_MM)):
            self._share(rect, columns)
            return
        right, rest = cut_pads(low, large, gap)
        for pad in self._seen[-1:]:
            place_widget(pad, right)
        near, _ = cut_pads(rest, theme.mm(WIDTH_MM) * columns)
        for pad, cell in zip(others, near.grid(len(others), columns, gap), strict=True):
            place_widget(pad, cell)

    def _share(self, rect: Rect, columns: int) -> None:
        """Put all pads in two lines, the large one last, because there is little room."""
        gap = theme.mm(NEARER_MM)
        low, high = rect.cut_bottom(theme.mm(LEAST_LARGE_MM), gap)
        upper, lower = self._seen[:columns], self._seen[columns:]
        for room, pads in ((high, upper), (low, lower)):
            place_widgets(pads, room.columns([1] * len(pads), gap))


# Pads to hold: they show what only one player may see, while a finger rests on that player's pad.

EDGE_MM = 1.2
"""Margin on both sides of a name."""
MOST_BELOW = 2
"""Maximum number of pads side by side below the other pads; more have their own column."""


class RevealPad(Pad):
    """A pad that shows something while a finger rests on it."""

    def __init__(self, reveal: PrivateView, rested: Callable[[bool], None]) -> None:
        super().__init__(role=theme.body())
        self.title.wraps, self.title.cuts = False, True
        self.reveal = reveal
        self.picture: Picture | None = None
        when_rested(self, rested)

    def arrange(self, rect: Rect) -> None:
        """Draw an eye above the name, with the player's picture next to it."""
        above, name = rect.inset(theme.mm(EDGE_MM), theme.mm(1)).rows(2, 0)
        drawn: list[Slot] = []
        if self.picture is not None:
            shown, above = above.columns([1, 1], 0)
            drawn += self.picture(room_in(shown))
        eye = icons.eye(*above.center, min(above.height, above.width), theme.TEXT)
        self._painter.draw((*drawn, *eye))
        place_widget(self.title, name)
        self.subtitle.visible = False


class HeldPads(EdgeRow):
    """A pad for each `PrivateView` among the choices, along the edge of the player who may see it.

    `on_reveal` gets the view to show while a finger rests on its pad, and None otherwise. `seat_plate`
    returns a seat's plate. `seats`: how many may have a pad, 0 in a game without secrets.
    """

    def __init__(
        self,
        on_reveal: Callable[[PrivateView | None], None],
        picture: Draw | None,
        seat_plate: Callable[[Seat], NamePlate],
        sides: Sides,
        seats: int,
    ) -> None:
        super().__init__()
        self.pads: list[RevealPad] = []
        # Pads keep their room while they are hidden, so that the board doesn't move.
        plates = [seat_plate(Seat(n)) for n in range(seats)]
        self._rooms = Counter(side for _, side in seated(plates, sides))
        self._names = [plate.name for plate in plates]
        self._on_reveal, self._picture = on_reveal, picture
        self._seat_plate, self._sides = seat_plate, sides
        self._resting: list[PrivateView] = []

    def count(self, side: Side) -> int:
        """Return how many pads have room along an edge."""
        return self._rooms[side]

    @property
    def wide(self) -> float:
        """Width of each pad in pixels, enough for the longest name."""
        longest = max(fonts.width(name, theme.small() / SMALLER, bold=True) for name in self._names)
        return max(theme.mm(theme.TARGET_MM), longest + 2 * theme.mm(EDGE_MM) + SHORTENED)

    @property
    def upright(self) -> bool:
        """Whether the pads at the front are stacked, because side by side they would be too narrow."""
        count, gap = self.count(Side.FRONT), theme.mm(theme.GAP_MM)
        return count > MOST_BELOW or (count > 1 and count * (self.wide + gap) - gap > theme.mm(WIDTH_MM))

    @property
    def high(self) -> float:
        """Height of the pads at the front below the other pads, with a gap, in pixels; 0 if stacked."""
        beside = self.count(Side.FRONT) > 0 and not self.upright
        return theme.mm(theme.TARGET_MM + theme.GAP_MM) if beside else 0.0

    def show(self, choices: Sequence[Choice], mover: Seat | None) -> None:
        """Show a game's choices; if there are many pads, that of the player to move is marked."""
        choices = [choice for choice in choices if isinstance(choice.report, PrivateView)]
        if [pad.reveal for pad in self.pads] != [choice.report for choice in choices]:
            for pad in self.pads:
                pad.pressed = False
            self.pads = [RevealPad(choice.report, partial(self._rested, choice.report)) for choice in choices]
            plates = [self._seat_plate(pad.reveal.seat) for pad in self.pads]
            self.lay([(side, self.pads[n]) for n, side in seated(plates, self._sides)])
        for pad, choice in zip(self.pads, choices, strict=True):
            pad.say(choice.title, choice.subtitle)
            if choice.shows is not None and self._picture is not None:
                pad.picture = partial(self._picture, choice.shows)
            pad.choose(len(self.pads) > MOST_BELOW and pad.reveal.seat == mover)

    def _rested(self, reveal: PrivateView, rests: bool) -> None:
        self._resting = [other for other in self._resting if other != reveal] + [reveal] * rests
        # Two fingers may be two players, who mustn't see each other's note.
        self._on_reveal(self._resting[0] if len(self._resting) == 1 else None)
