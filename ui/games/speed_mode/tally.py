"""Tally only: who played without the referee taps what lies on the board, and reads the points at once."""

from collections.abc import Callable

from companion.game import Seat
from companion.games.speed_mode.board import Board
from companion.games.speed_mode.boards import PLAYERS, Tally, tally
from companion.journal import Plate
from ui import theme
from ui.games.speed_mode import board_words as words
from ui.games.speed_mode import pairs
from ui.games.speed_mode.aims import HalfTap
from ui.games.speed_mode.lying import Tokens, bare, extras_of, lying, seen, tapped, written
from ui.games.speed_mode.pairs import Lying
from ui.games.speed_mode.tally_score import ScorePanel
from ui.stage.stage import Stage
from ui.widgets import icons
from ui.widgets.face import Face
from ui.widgets.header import MARGIN_MM
from ui.widgets.icon_pad import GlyphPad
from ui.widgets.layout import Rect, put
from ui.widgets.pad import HoldPad, Pad
from ui.widgets.text import Text

COLUMN_MM = 56.0
MOST_SCORE_MM = 26.0
MOST_UNDONE = 200
"""So many taps can be taken back."""

PLATES = {
    Seat(0): Plate("A", "ivory", "circle", "A"),
    Seat(1): Plate("B", "purple", "square", "B"),
}
"""Nobody has sat down: the players have the letters of the text, and tones that no card has."""


class TallyScreen(Face):
    """The pairs at the left; beside them both players' points, as they are with every tap.

    `text` is what was kept last time, `keep` gets every board as text, in the form of companion's boards.
    `back` is called when the tally is left.
    """

    def __init__(
        self,
        board: Board,
        back: Callable[[], None],
        keep: Callable[[str], None] | None,
        text: str = "",
    ) -> None:
        super().__init__()
        self.board = board
        self.tokens: Tokens = lying(board, text)
        self.groups = True
        self._keep = keep
        self._undone: list[Tokens] = []
        self.pairs = Stage()
        self.pairs.on_tap = self._tap
        self.back = GlyphPad(icons.back, back)
        self.title = Text(words.TALLY, role=theme.heading(), bold=True)
        self.prompt = Text(words.TAP, role=theme.small() * 1.1, tone=theme.DIM, wraps=True, valign="top")
        self.scores = {letter: ScorePanel(PLATES[Seat(n)]) for n, letter in enumerate(PLAYERS)}
        self.unpaired = Pad(words.UNPAIRED, on_tap=self.go_unpaired, role=theme.body())
        self.undo = Pad(words.UNDO, on_tap=self.go_undo, role=theme.body())
        self.clear = HoldPad(words.CLEAR, words.HOLD, on_held=self.go_clear, role=theme.body())
        for part in (
            *(self.pairs, self.back, self.title, self.prompt, *self.scores.values()),
            *(self.unpaired, self.undo, self.clear),
        ):
            self.add_widget(part)
        self._show()

    @property
    def counted(self) -> Tally:
        """The points of the board as it lies there."""
        return tally(self.board, self.tokens, unpaired=self.groups)

    # What a finger does.

    def go_unpaired(self) -> None:
        """Count groups of unpaired combinations, or leave them out."""
        self.groups = not self.groups
        self._show()

    def go_undo(self) -> None:
        """Take the last tap back."""
        if self._undone:
            self.tokens = self._undone.pop()
            self._changed()

    def go_clear(self) -> None:
        """Take all tokens away; that can be taken back like a tap."""
        self._put(bare(self.board))

    def _tap(self, at: HalfTap) -> None:
        self._put(tapped(self.board, self.tokens, at.place, at.half))

    def _put(self, tokens: Tokens) -> None:
        if tokens != self.tokens:
            self._undone = [*self._undone, self.tokens][-MOST_UNDONE:]
            self.tokens = tokens
            self._changed()

    def _changed(self) -> None:
        if self._keep is not None:
            self._keep(written(self.board, self.tokens))
        self._show()

    # How it looks.

    def _show(self) -> None:
        found = self.counted
        shown = Lying(seen(self.board, self.tokens), extras_of(found), tuple(PLATES.values()))
        self.pairs.draw(lambda room, finger: pairs.scene(shown, room, finger))
        most = max(found.scores.values())
        best = [letter for letter, points in found.scores.items() if points == most]
        for letter, panel in self.scores.items():
            panel.show(found.scores[letter], self._lines(letter, found), winner=most > 0 and letter in best)
        self.title.text = words.TALLY
        if most:
            alone = len(best) == 1
            self.title.text = words.leads(best[0].upper(), most) if alone else words.ties(most)
        self.unpaired.say(words.UNPAIRED, words.UNPAIRED_COUNT if self.groups else words.UNPAIRED_LEFT)
        self.unpaired.choose(self.groups)
        self.undo.live, self.clear.live = bool(self._undone), self.tokens != bare(self.board)

    def _lines(self, letter: str, found: Tally) -> tuple[tuple[str, int], ...]:
        """Return how many tokens of each kind a player has, and what they are worth."""
        worth = self.board.scores
        circles, extra, lone = (len(of[letter]) for of in (found.pairs, found.extra, found.unpaired))
        lines = [(words.circles(circles), worth.circle * circles)]
        lines.append((words.extras(extra), worth.quadrilateral * extra))
        if self.groups:
            lines.append((words.unpaired(lone), worth.quadrilateral * lone))
        if worth.lone:
            halves = sum(on.halves.count(Seat(PLAYERS.index(letter))) for on in self.tokens)
            lines.append((words.halves(halves), worth.lone * halves))
        return tuple(lines)

    def arrange(self, rect: Rect) -> None:
        """The pairs as large as they fit at the left, the column beside them."""
        gap, margin = theme.mm(theme.GAP_MM), theme.mm(MARGIN_MM)
        column, left = rect.inset(margin).cut_right(theme.mm(COLUMN_MM), margin)
        put(self.pairs, left)
        high = theme.mm(theme.TARGET_MM + 2)
        head, rest = column.cut_top(theme.mm(theme.TARGET_MM + 5), gap)
        back, beside = head.cut_left(high, gap)
        put(self.back, Rect(back.x, back.top - high, back.width, high))
        title, prompt = beside.cut_top(theme.heading() * 1.25)
        put(self.title, title)
        put(self.prompt, prompt)
        foot, rest = rest.cut_bottom(high, gap)
        for pad, cell in zip((self.undo, self.clear), foot.columns([1, 1], gap), strict=True):
            put(pad, cell)
        above, rest = rest.cut_bottom(theme.mm(theme.TARGET_MM), gap)
        put(self.unpaired, above)
        most = 2 * theme.mm(MOST_SCORE_MM) + gap
        rows = rest.cut_top(min(most, rest.height))[0].rows(len(self.scores), gap)
        for panel, row in zip(self.scores.values(), rows, strict=True):
            put(panel, row)
