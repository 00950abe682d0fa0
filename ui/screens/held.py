"""The pads that are held: what one player alone may see, there while a finger rests on that player's pad."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from kivy.graphics import InstructionGroup

from companion.game import Seat
from companion.journal import NamePlate
from ui.screens.side import WIDTH_MM, Draw
from ui.stage import fonts, icons, theme
from ui.stage.painter import drawing, painted
from ui.stage.rect import Side, Sides, seated
from ui.table.presenting import Choice, PrivateView
from ui.widgets.layout import EdgeRow, Rect, put
from ui.widgets.pad import Pad, when_rested
from ui.widgets.text import SHORTENED, SMALLER

EDGE_MM = 1.2
"""On both sides of a name."""
BESIDE = 2
"""Pads beside each other below the other pads; more have a column of their own."""


class RevealPad(Pad):
    """A pad that shows something while a finger rests on it."""

    def __init__(self, reveal: PrivateView, rested: Callable[[bool], None]) -> None:
        super().__init__(role=theme.body())
        self.title.wraps, self.title.cuts = False, True
        self.reveal = reveal
        self.picture: Callable[[InstructionGroup, Rect], None] | None = None
        self._eye = InstructionGroup()
        self.canvas.add(self._eye)
        when_rested(self, rested)

    def arrange(self, rect: Rect) -> None:
        """An eye above the name, with what is shown of its player beside it."""
        above, name = rect.inset(theme.mm(EDGE_MM), theme.mm(1)).rows(2, 0)
        self._eye.clear()
        if self.picture is not None:
            shown, above = above.columns([1, 1], 0)
            self.picture(self._eye, shown)
        self._eye.add(painted(*icons.eye(*above.center, min(above.height, above.width), theme.TEXT)))
        put(self.title, name)
        self.subtitle.opacity = 0


class HeldPads(EdgeRow):
    """A pad for each choice that is a `PrivateView`, along the edge of whom it shows something.

    `on_reveal` is told what is to be shown while a finger rests on one of them, and None when none does.
    `seat_plate` has the plate of a seat. So many `seats` may have one, 0 in a game without secrets.
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
        # Their room stays theirs while they are away, lest the board moves.
        plates = [seat_plate(Seat(n)) for n in range(seats)]
        self._rooms = Counter(side for _, side in seated(plates, sides))
        self._names = [plate.name for plate in plates]
        self._on_reveal, self._picture = on_reveal, picture
        self._seat_plate, self._sides = seat_plate, sides
        self._resting: list[PrivateView] = []

    def count(self, side: Side) -> int:
        """Return for how many along an edge there is room."""
        return self._rooms[side]

    @property
    def wide(self) -> float:
        """How wide each is, in pixels: no name is cut off."""
        longest = max(fonts.width(name, theme.small() / SMALLER, bold=True) for name in self._names)
        return max(theme.mm(theme.TARGET_MM), longest + 2 * theme.mm(EDGE_MM) + SHORTENED)

    @property
    def upright(self) -> bool:
        """Whether those in front stand below each other: beside each other each were too narrow."""
        count, gap = self.count(Side.FRONT), theme.mm(theme.GAP_MM)
        return count > BESIDE or (count > 1 and count * (self.wide + gap) - gap > theme.mm(WIDTH_MM))

    @property
    def high(self) -> float:
        """How high those in front reach up below the other pads, with a gap: nothing is to cover them."""
        beside = self.count(Side.FRONT) > 0 and not self.upright
        return theme.mm(theme.TARGET_MM + theme.GAP_MM) if beside else 0.0

    def show(self, choices: Sequence[Choice], mover: Seat | None) -> None:
        """Show a game's choices; where they are many the pad of who does something now is marked."""
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
                pad.picture = drawing(partial(self._picture, choice.shows))
            pad.choose(len(self.pads) > BESIDE and pad.reveal.seat == mover)

    def _rested(self, reveal: PrivateView, rests: bool) -> None:
        self._resting = [other for other in self._resting if other != reveal] + [reveal] * rests
        # Two fingers are two players: then neither is alone.
        self._on_reveal(self._resting[0] if len(self._resting) == 1 else None)
