"""Tally only: who played without the referee taps what lies on the board, and reads the points at once."""

from collections.abc import Callable
from functools import partial

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
from ui.games.speed_mode.tally_tokens import Tokens, bare, extras_of, lying, seen, tapped, written
from ui.games.tally import TallyFrame
from ui.parts.values import Button, Column, Drawing, Part
from ui.stage.parts import mark, panel
from ui.stage.rect import Rect
from ui.stage.scene import Item, Room, Scene, Spot
from ui.stage.shapes import Letters

TOOLS_MM = (56.0, 48.0)
"""Width of the points beside the board, or height below it."""
MOST_SCORE_MM, SPARE = 26.0, 0.01
MARK_MM, FIGURE_MM, LINE_MM, WORTH_MM = 9.0, 13.0, 4.9, 5.5

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
        self.compose()

    @property
    def counted(self) -> Tally:
        """The points of the board as it lies there."""
        return tally(self.board, self.lying, unpaired=self.groups)

    # What a finger does.

    def go_unpaired(self) -> None:
        """Count groups of unpaired combinations, or leave them out."""
        self.groups = not self.groups
        self.compose()

    def tap(self, at: HalfTap) -> None:
        """Turn what lies on a half to the next thing that can."""
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

    def part(self) -> Part:
        """Return the tokens, and both players' points."""
        found = self.counted
        shown = Lying(seen(self.board, self.lying), extras_of(found), tuple(PLATES.values()))
        board = Drawing(partial(pairs.scene, shown), on_tap=self.tap, name="pairs")
        most = max(found.scores.values())
        best = [letter for letter, points in found.scores.items() if points == most]
        title = frame.TALLY_ONLY
        if most:
            title = words.leads(best[0].upper(), most) if len(best) == 1 else words.ties(most)
        scores = tuple(
            Drawing(
                partial(
                    score_in, PLATES[Seat(n)], found.scores[letter], self.lines(letter),
                    winner=most > 0 and letter in best,
                ),
                most_mm=MOST_SCORE_MM, name=f"score {letter}",
            )
            for n, letter in enumerate(PLAYERS)
        )  # fmt: skip
        unpaired = Button(
            words.UNPAIRED, words.UNPAIRED_COUNT if self.groups else words.UNPAIRED_LEFT, self.go_unpaired,
            chosen=self.groups, role=theme.body, name="unpaired", mm=theme.TARGET_MM,
        )  # fmt: skip
        return self.framed(title, words.TAP, board, (*scores, Column(share=SPARE), unpaired), TOOLS_MM)

    def lines(self, letter: str) -> tuple[tuple[str, int], ...]:
        """Return how many tokens of each kind a player has, and what they are worth."""
        found = self.counted
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


def score_in(
    plate: Plate,
    points: int,
    lines: tuple[tuple[str, int], ...],
    room: Room,
    _finger: Spot | None,
    *,
    winner: bool,
) -> Scene:
    """Return a player's points: all of them in large figures, and what each kind of token brings to them."""
    inner = room.rect.inset(room.mm(2), room.mm(1))
    side = min(room.mm(MARK_MM), inner.height * 0.8)
    left, rest = inner.cut_left(side, room.mm(1))
    figure, rest = rest.cut_left(room.mm(FIGURE_MM), room.mm(1))
    high = min(room.mm(LINE_MM), rest.height / max(1, len(lines)))
    block = Rect(rest.x, rest.center[1] - high * len(lines) / 2, rest.width, high * len(lines))
    tone = theme.seat_tone(plate)
    items: list[Item | None] = [
        *(panel(room, room.rect, theme.RAISED, tone) if winner else panel(room, room.rect, theme.PANEL)),
        *mark(plate, round(left.x), round(left.center[1] - side / 2), side),
        Letters(str(points), figure, theme.TEXT, min(room.mm(theme.GLANCE_MM), inner.height), bold=True),
    ]
    for (text, worth), line in zip(lines, block.rows(len(lines), 0), strict=True):
        right, told = line.cut_right(room.mm(WORTH_MM), room.mm(0.5))
        size = min(room.mm(theme.SMALL_MM) * 1.1, high)
        items.append(Letters(text, told, theme.DIM, size, along=0))
        items.append(Letters(str(worth), right, theme.TEXT, size, bold=True, along=1))
    return Scene(tuple(items))
