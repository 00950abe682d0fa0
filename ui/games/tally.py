"""Tally only: what lies on a finished board is told with fingers; the way to it, and its frame."""

from collections.abc import Callable
from typing import Generic, TypeVar

from companion.errors import SetupError
from ui import theme
from ui import words as frame
from ui.games.face import Memory
from ui.games.own import KeptForm
from ui.kivy_types import Widget
from ui.widgets import icons
from ui.widgets.face import Face, Leaving
from ui.widgets.header import MARGIN_MM
from ui.widgets.icon_pad import GlyphPad
from ui.widgets.layout import Rect, cut_pads, put
from ui.widgets.pad import HoldPad, Pad
from ui.widgets.text import Text

B = TypeVar("B")
T = TypeVar("T")
D = TypeVar("D")
Other = TypeVar("Other")

MOST_UNDONE = 200
"""The most changes that can be taken back."""
HEAD_MM = 11.0
"""Height of the words at the top of the column."""


class TallyWay(Face, Generic[T, D, Other]):
    """Nothing until the store has answered; then the screen that `lay` makes fills everything.

    It gets the owner's thing, or `instead` of it what there is, then what keeps a board under `painted`, and
    the text that was kept there.
    """

    def __init__(
        self,
        memory: Memory,
        form: KeptForm[T, D],
        instead: Callable[[], Other],
        painted: str,
        lay: Callable[[T | Other, Callable[[str], None], str], Widget],
    ) -> None:
        super().__init__()
        self._memory, self._form, self._instead = memory, form, instead
        self._painted, self._lay = painted, lay
        self._known = dict[str, str]()
        self.screen: Widget | None = None
        for name in (form.name, painted):
            memory.get(name, lambda text, name=name: self._take(name, text))  # type: ignore[misc]

    def leave(self) -> None:
        """End what the screen is doing."""
        if isinstance(self.screen, Leaving):
            self.screen.leave()

    def _take(self, name: str, text: str) -> None:
        self._known[name] = text
        if len(self._known) == len((self._form.name, self._painted)):
            self.screen = self._lay(self._thing, self._keep, self._known[self._painted])
            self.add_widget(self.screen)
            self.rearrange()

    @property
    def _thing(self) -> T | Other:
        text = self._known[self._form.name]
        try:
            return self._form.read(text) if text else self._instead()
        except SetupError:
            # Set-up says that what was kept is damaged; a tally needs any.
            return self._instead()

    def _keep(self, text: str) -> None:
        self._memory.set(self._painted, text)

    def arrange(self, rect: Rect) -> None:
        """The screen fills everything."""
        if self.screen is not None:
            put(self.screen, rect)


class TallyFrame(Face, Generic[B]):
    """What is told so far, `lying`; every change is kept, and can be taken back.

    `keep` gets it as text, `back` leaves. A game writes `bare`, `text` and `show`.
    """

    def __init__(self, lying: B, back: Callable[[], None], keep: Callable[[str], None] | None) -> None:
        super().__init__()
        self.lying = lying
        self._keep = keep
        self._undone: list[B] = []
        self.back = GlyphPad(icons.back, back)
        self.title = Text(frame.TALLY_ONLY, role=theme.heading(), bold=True)
        self.prompt = Text("", role=theme.small() * 1.1, tone=theme.DIM, wraps=True, valign="top")
        self.undo = Pad(frame.UNDO, on_tap=self.go_undo, role=theme.body())
        self.clear = HoldPad(frame.CLEAR, frame.HOLD, on_held=self.go_clear, role=theme.body())

    @property
    def bare(self) -> B:
        """The board with nothing told."""
        raise NotImplementedError

    def text(self) -> str:
        """Return what is told as it is kept."""
        raise NotImplementedError

    def show(self) -> None:
        """Show what is told."""
        raise NotImplementedError

    def lay(self, lying: B) -> None:
        """Have something else lie there."""
        if lying != self.lying:
            self._undone = [*self._undone, self.lying][-MOST_UNDONE:]
            self._take(lying)

    def go_undo(self) -> None:
        """Take the last change back."""
        if self._undone:
            self._take(self._undone.pop())

    def go_clear(self) -> None:
        """Take everything away; that can be taken back as well."""
        self.lay(self.bare)

    def _take(self, lying: B) -> None:
        self.lying = lying
        if self._keep is not None:
            self._keep(self.text())
        self.show()

    def show_ways_back(self) -> None:
        """Make the pads live that have something to take away."""
        self.undo.live, self.clear.live = bool(self._undone), self.lying != self.bare

    def arrange_head(self, rect: Rect, column: float, below: float) -> tuple[Rect, Rect]:
        """Put the ways back where they are on every screen, and the words at the top of the column.

        Return the room of the board, and the column below the words: `column` wide beside the board, or
        at least `below` high under it where the panel stands upright.
        """
        steps = (self.back, self.undo, self.clear)
        gap, margin, side = theme.mm(theme.GAP_MM), theme.mm(MARGIN_MM), theme.mm(theme.TARGET_MM + 2)
        inner = rect.inset(margin)
        if rect.height > rect.width:
            words, rest = inner.cut_top(side, gap)
            for step in steps:
                at, words = words.cut_left(side, gap)
                put(step, at)
            board, column_rect = rest.cut_top(min(rest.width, rest.height - below - margin), margin)
        else:
            strip, rest = inner.cut_left(side, gap)
            for step in steps:
                at, strip = strip.cut_top(side, gap)
                put(step, at)
            beside, board = cut_pads(rest, column, margin)
            words, column_rect = beside.cut_top(theme.mm(HEAD_MM), gap)
        title, prompt = words.cut_top(theme.heading() * 1.25)
        put(self.title, title)
        put(self.prompt, prompt)
        return board, column_rect
