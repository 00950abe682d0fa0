"""What stands around the board while it is recorded: the space in question above, the end beside it."""

from collections.abc import Callable

from companion.games.sequence_states.cards import StateCard
from companion.games.sequence_states.lines import Space
from ui import theme
from ui import words as frame
from ui.games.sequence_states import setup_words as words
from ui.widgets import icons
from ui.widgets.face import Face
from ui.widgets.icon_pad import GlyphPad
from ui.widgets.layout import Rect, put
from ui.widgets.pad import HoldPad
from ui.widgets.panel import Panel
from ui.widgets.text import Text


class RecorderHead(Face):
    """The space that is being told, as large as can be; how many are; and the ways back."""

    def __init__(self, back: Callable[[], None], undo: Callable[[], None], over: Callable[[], None]) -> None:
        super().__init__()
        self.back = GlyphPad(icons.back, back)
        self._tile = Panel(theme.RAISED, theme.PRIMARY)
        self.shows = Text("", role=theme.figure(), bold=True, align="center")
        self.title = Text("", role=theme.title(), bold=True)
        self._state = Text("", role=theme.body(), tone=theme.DIM)
        self._count = Text("", role=theme.figure(), bold=True, align="center")
        self._of = Text(words.OF_ALL, role=theme.small(), tone=theme.DIM, align="center")
        self.undo = GlyphPad(icons.undo, undo)
        self.start_over = HoldPad(frame.START_OVER, frame.HOLD, on_held=over, role=theme.body() * 0.9)
        self.add_parts(self.back, self._tile, self.shows, self.title, self._state)
        self.add_parts(self._count, self._of, self.undo, self.start_over)

    def show(self, space: Space | None, card: StateCard | None, count: int) -> None:
        """Show a space, what is known of it, and how many are."""
        if (space is None) != (self._tile.opacity == 0):
            self._tile.opacity = self.shows.opacity = 0.0 if space is None else 1.0
            self.rearrange()
        self.shows.text = card or words.UNKNOWN
        self.shows.color = theme.TEXT if card is not None else theme.DIM
        self.title.text = words.title(space)
        self._state.text = words.shown(card) if space is not None else words.EACH_TWICE
        self._count.text = str(count)

    def arrange(self, rect: Rect) -> None:
        """Back at the left, undo and starting over at the right."""
        gap = theme.mm(theme.GAP_MM)
        left, rest = rect.cut_left(theme.mm(theme.TARGET_MM + 2), gap)
        over, rest = rest.cut_right(theme.mm(22), gap)
        undo, rest = rest.cut_right(theme.mm(theme.TARGET_MM + 2), gap)
        count, rest = rest.cut_right(theme.mm(18), gap)
        tile, beside = rest.cut_left(rect.height, gap)
        rest = beside if self._tile.opacity else rest
        put(self.back, left)
        put(self.start_over, over)
        put(self.undo, undo)
        put(self._tile, tile)
        put(self.shows, tile.inset(theme.mm(1)))
        for room, large, small in ((rest, self.title, self._state), (count, self._count, self._of)):
            under, above = room.inset(0, theme.mm(1)).cut_bottom(theme.body() * 1.35)
            put(large, above)
            put(small, under)


class RecordedPanel(Panel):
    """The end: the board is complete and kept."""

    def __init__(self) -> None:
        super().__init__()
        self.title = Text(words.RECORDED, role=theme.title(), bold=True, align="center", wraps=True)
        self._hint = Text(words.RECORDED_HINT, role=theme.body(), tone=theme.DIM, align="center", wraps=True)
        self.add_parts(self.title, self._hint)

    def arrange(self, rect: Rect) -> None:
        """What is the case, over what it is good for."""
        rest = rect.inset(theme.mm(5))
        low, high = rest.cut_bottom(rest.height * 0.4)
        put(self.title, high)
        put(self._hint, low)
