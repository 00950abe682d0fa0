"""Tally only: who played without the referee taps what lies on the board, and reads the points at once."""

from collections.abc import Callable

from companion.game import Seat
from companion.games.speed_mode.board import Board
from companion.games.speed_mode.boards import PLAYERS, Tally, tally
from companion.journal import Plate
from ui import theme
from ui import words as frame
from ui.games.speed_mode import board_words as words
from ui.games.speed_mode import pairs
from ui.games.speed_mode.aims import HalfTap
from ui.games.speed_mode.pairs import Lying
from ui.games.speed_mode.tally_score import ScorePanel
from ui.games.speed_mode.tally_tokens import Tokens, bare, extras_of, lying, seen, tapped, written
from ui.games.tally import TallyFrame
from ui.stage.stage import Stage
from ui.widgets.layout import Rect, put, put_each
from ui.widgets.pad import Pad

COLUMN_MM = 56.0
LEAST_SCORE_MM, MOST_SCORE_MM = 15.0, 26.0

PLATES = {
    Seat(0): Plate("A", "ivory", "circle", "A"),
    Seat(1): Plate("B", "purple", "square", "B"),
}
"""Nobody has sat down: the players have the letters of the text, and tones that no card has."""


class TallyScreen(TallyFrame[Tokens]):
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
        super().__init__(lying(board, text), back, keep)
        self.board = board
        self.groups = True
        self.prompt.text = words.TAP
        self.pairs = Stage()
        self.pairs.on_tap = self._tap
        self.scores = {letter: ScorePanel(PLATES[Seat(n)]) for n, letter in enumerate(PLAYERS)}
        self.unpaired = Pad(words.UNPAIRED, on_tap=self.go_unpaired, role=theme.body())
        self.add_parts(self.pairs, self.back, self.title, self.prompt)
        self.add_parts(*self.scores.values(), self.unpaired, self.undo, self.clear)
        self.show()

    @property
    def counted(self) -> Tally:
        """The points of the board as it lies there."""
        return tally(self.board, self.lying, unpaired=self.groups)

    # What a finger does.

    def go_unpaired(self) -> None:
        """Count groups of unpaired combinations, or leave them out."""
        self.groups = not self.groups
        self.show()

    def _tap(self, at: HalfTap) -> None:
        self.lay(tapped(self.board, self.lying, at.place, at.half))

    # What lies there.

    @property
    def bare(self) -> Tokens:
        """The board without tokens."""
        return bare(self.board)

    def text(self) -> str:
        """Return the tokens in the form of companion's boards."""
        return written(self.board, self.lying)

    # How it looks.

    def show(self) -> None:
        """Show the tokens, and both players' points."""
        found = self.counted
        shown = Lying(seen(self.board, self.lying), extras_of(found), tuple(PLATES.values()))
        self.pairs.draw(lambda room, finger: pairs.scene(shown, room, finger))
        most = max(found.scores.values())
        best = [letter for letter, points in found.scores.items() if points == most]
        for letter, panel in self.scores.items():
            panel.show(found.scores[letter], self._lines(letter, found), winner=most > 0 and letter in best)
        self.title.text = frame.TALLY_ONLY
        if most:
            alone = len(best) == 1
            self.title.text = words.leads(best[0].upper(), most) if alone else words.ties(most)
        self.unpaired.say(words.UNPAIRED, words.UNPAIRED_COUNT if self.groups else words.UNPAIRED_LEFT)
        self.unpaired.choose(self.groups)
        self.show_ways_back()

    def _lines(self, letter: str, found: Tally) -> tuple[tuple[str, int], ...]:
        """Return how many tokens of each kind a player has, and what they are worth."""
        worth = self.board.scores
        circles, extra, lone = (len(of[letter]) for of in (found.pairs, found.extra, found.unpaired))
        lines = [(words.circles(circles), worth.circle * circles)]
        lines.append((words.extras(extra), worth.quadrilateral * extra))
        if self.groups:
            lines.append((words.unpaired(lone), worth.quadrilateral * lone))
        if worth.lone:
            halves = sum(on.halves.count(Seat(PLAYERS.index(letter))) for on in self.lying)
            lines.append((words.halves(halves), worth.lone * halves))
        return tuple(lines)

    def arrange(self, rect: Rect) -> None:
        """The pairs as large as they fit, the column beside them."""
        gap = theme.mm(theme.GAP_MM)
        low = theme.mm(len(self.scores) * LEAST_SCORE_MM + theme.TARGET_MM) + 2 * gap
        board, rest = self.arrange_head(rect, theme.mm(COLUMN_MM), low)
        put(self.pairs, board)
        foot, rest = rest.cut_bottom(theme.mm(theme.TARGET_MM), gap)
        put(self.unpaired, foot)
        most = 2 * theme.mm(MOST_SCORE_MM) + gap
        rows = rest.cut_top(min(most, rest.height))[0].rows(len(self.scores), gap)
        put_each(self.scores.values(), rows)
