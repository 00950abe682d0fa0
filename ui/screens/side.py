"""The pads at the right of the table: what is told with one tap."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

from kivy.graphics import InstructionGroup

from ui import theme, words
from ui.table.presenting import Begin, Choice, Reveal
from ui.widgets import icons
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.rest import when_rested

WIDTH_MM = 30.0

Draw: TypeAlias = Callable[[Any, InstructionGroup, Rect], None]
"""Draws what a choice shows into a rectangle."""


class RevealPad(Pad):
    """A pad that shows something while a finger rests on it."""

    def __init__(self, reveal: Reveal, rested: Callable[[bool], None]) -> None:
        super().__init__(role=theme.body())
        self.reveal = reveal
        self._eye = InstructionGroup()
        self.canvas.add(self._eye)
        when_rested(self, rested)

    def arrange(self, rect: Rect) -> None:
        """An eye above the name."""
        eye, name = rect.inset(theme.mm(1.2), theme.mm(1)).rows(2, 0)
        self._eye.clear()
        icons.eye(self._eye, *eye.center, eye.height, theme.TEXT)
        put(self.title, name)
        self.subtitle.opacity = 0


class SidePads(Face):
    """The events of routine, the likeliest at the bottom and largest; or the one pad back to a question.

    Below them stand the pads that are held: `on_reveal` is told what is to be shown while a finger rests on
    one of them, and None when none does any more.
    """

    def __init__(
        self,
        on_choice: Callable[[Any], None],
        unpeek: Callable[[], None],
        on_reveal: Callable[[Reveal | None], None],
        picture: Draw | None = None,
    ) -> None:
        super().__init__()
        self._picture = picture
        self.pads: list[Pad] = []
        self.held: list[RevealPad] = []
        self._resting: list[Reveal] = []
        self._on_reveal = on_reveal
        self.peek = Pad(words.SHOW_SHEET, on_tap=unpeek, primary=True, role=theme.body())
        self._on_choice = on_choice

    @property
    def shown(self) -> bool:
        """Whether there is anything to tap."""
        return bool(self.pads or self.held) or self.peek.parent is not None

    @property
    def uncovered(self) -> float:
        """How high the pads that are held reach up from the bottom, with a gap: nothing is to cover them."""
        return theme.mm(theme.TARGET_MM + theme.GAP_MM) if self.held else 0.0

    def show(self, choices: Sequence[Choice], aim: object) -> None:
        """Show a game's choices; a pad for what has been begun is marked."""
        self._show_held([choice for choice in choices if isinstance(choice.report, Reveal)])
        choices = [choice for choice in choices if not isinstance(choice.report, Reveal)]
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
            self.rearrange()
        for pad, choice in zip(self.pads, reversed(choices), strict=True):
            pad.say(choice.title, choice.subtitle)
            if self._picture is not None:
                pad.draw_beside(None if choice.shows is None else partial(self._picture, choice.shows))
            pad.live = choice.live
            pad.choose(aim is not None and choice.report == Begin(aim))
            pad.when_tapped = lambda report=choice.report: self._on_choice(report)

    def _show_held(self, choices: Sequence[Choice]) -> None:
        if [pad.reveal for pad in self.held] != [choice.report for choice in choices]:
            for pad in self.held:
                pad.pressed = False
                self.remove_widget(pad)
            self.held = [RevealPad(choice.report, partial(self._rested, choice.report)) for choice in choices]
            for pad in self.held:
                self.add_widget(pad)
            self.rearrange()
        for pad, choice in zip(self.held, choices, strict=True):
            pad.say(choice.title, choice.subtitle)

    def _rested(self, reveal: Reveal, rests: bool) -> None:
        self._resting = [other for other in self._resting if other != reveal] + [reveal] * rests
        # Two fingers are two players: then neither is alone.
        self._on_reveal(self._resting[0] if len(self._resting) == 1 else None)

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
        """The large pad at the bottom, the others above it, in two columns where they are many."""
        gap = theme.mm(theme.GAP_MM)
        if self.held:
            foot, rect = rect.cut_bottom(theme.mm(theme.TARGET_MM), gap)
            for held, cell in zip(self.held, foot.columns([1] * len(self.held), gap), strict=True):
                put(held, cell)
        others = self.pads[:-1]
        tall = theme.mm(theme.PRIMARY_MM if len(others) > 2 else theme.PRIMARY_MM + 3)
        low, rest = rect.cut_bottom(min(tall, rect.height / 2), gap)
        if self.peek.parent is not None:
            put(self.peek, low)
            return
        if self.pads:
            put(self.pads[-1], low)
        if not others:
            return
        least = theme.mm(theme.TARGET_MM) - gap / 4
        columns = 1 if (rest.height - gap * (len(others) - 1)) / len(others) >= least else 2
        lines = -(-len(others) // columns)
        height = min(theme.mm(14), (rest.height - gap * (lines - 1)) / lines)
        used = rest.cut_bottom(height * lines + gap * (lines - 1))[0]
        for pad, cell in zip(others, used.grid(len(others), columns, gap), strict=True):
            put(pad, cell)
