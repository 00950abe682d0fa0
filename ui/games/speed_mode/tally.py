"""Tally only: who played without the referee taps what lies on the board, and reads the points at once."""

from functools import partial

from companion.errors import SetupError
from companion.game import Seat, put
from companion.games.speed_mode.board import FIRST, Board, Place
from companion.games.speed_mode.boards import PLAYERS, final, read_tokens, write_tokens
from companion.games.speed_mode.model import OnPair, State
from companion.games.speed_mode.score import circles, extras, score, singles
from companion.games.speed_mode.view import pair_views
from companion.journal import NamePlate
from ui.games.speed_mode import table, words
from ui.games.speed_mode.pending import HalfTap
from ui.games.speed_mode.table import Lying
from ui.games.tally import TallyFrame
from ui.language import words as frame
from ui.parts.values import Button, Column, Drawing, Part, Text, column, marked, row
from ui.stage import theme

# What lies on a board at the end, told by taps, and how it is kept as text.

Tokens = tuple[OnPair, ...]
"""The tokens on the pairs, in the order of the board."""

TURNS: dict[Seat | None, Seat | None] = {None: Seat(0), Seat(0): Seat(1), Seat(1): None}
"""What a tap makes of a half whose other half is free."""


def bare(board: Board) -> Tokens:
    """Return a board on which nothing lies."""
    return (OnPair(),) * len(board.pairs)


def lying(board: Board, text: str) -> Tokens:
    """Return what was kept, if it lies on this board; nothing of any other text."""
    try:
        return read_tokens(text, board) if text else bare(board)
    except SetupError:
        return bare(board)


def tapped(board: Board, tokens: Tokens, place: Place, half: int) -> Tokens:
    """Return the board after a tap on a half: free, then a's, then b's, then free again.

    Halves of different players never lie in one pair. So beside a covered half the tap brings its player's
    circle over both, and another one takes that away again.
    """
    number = board.places.index(place)
    return put(tokens, number, _turned(tokens[number], half))


def _turned(on: OnPair, half: int) -> OnPair:
    if on.circle is not None:
        return _alone(1 - half, on.circle)
    beside = on.halves[1 - half]
    if beside is not None and on.halves[half] is None:
        return OnPair(circle=beside)
    return _alone(half, TURNS[on.halves[half]])


def _alone(half: int, seat: Seat | None) -> OnPair:
    return OnPair((seat, None) if half == FIRST else (None, seat))


TOOLS_MM = (56.0, 48.0)
"""Width of the points beside the board, or height below it."""
MOST_SCORE_MM, SPARE = 26.0, 0.01
MARK_MM, FIGURE_MM, WORTH_MM, NEAR_MM = 7.0, 11.0, 5.5, 2.0

PLATES = (NamePlate("A", "ivory", "circle", "A"), NamePlate("B", "purple", "square", "B"))
"""Nobody has sat down: the players have the letters of the text, and tones that no card has."""


class TallyScreen(TallyFrame[Board, Tokens]):
    """The pairs at the left; beside them both players' points, as they are with every tap."""

    groups = True

    @property
    def counted(self) -> State:
        """The board as it lies there, with its extra points."""
        return final(self.thing, self.draft, unpaired=self.groups)

    # What a finger does.

    def go_unpaired(self) -> None:
        """Count groups of unpaired combinations, or leave them out."""
        self.groups = not self.groups
        self.compose()

    def tap(self, at: HalfTap) -> None:
        """Turn what lies on a half to the next thing that can."""
        self.change(tapped(self.thing, self.draft, at.place, at.half))

    # What lies there.

    def read(self, text: str) -> Tokens:
        """Return the tokens of a text in the form of companion's boards."""
        return lying(self.thing, text)

    def text(self) -> str:
        """Return the tokens in that form."""
        return write_tokens(self.thing, self.draft)

    # How it looks.

    def part(self) -> Part:
        """Return the tokens, and both players' points."""
        found = self.counted
        shown = Lying(pair_views(self.thing, self.draft), found.extras, PLATES)
        board = Drawing(partial(table.pairs_scene, shown), on_tap=self.tap, name="pairs")
        made = score(found)["points"]
        most = max(made)
        best = [plate.letter for plate, points in zip(PLATES, made, strict=True) if points == most]
        title = frame.TALLY_ONLY
        if most:
            title = words.leads(best[0], most) if len(best) == 1 else words.ties(most)
        scores = (self._score(seat, made[seat], most) for seat in found.seats)
        unpaired = Button(
            words.UNPAIRED, words.UNPAIRED_COUNT if self.groups else words.UNPAIRED_LEFT, self.go_unpaired,
            chosen=self.groups, role=theme.body, name="unpaired", mm=theme.TARGET_MM,
        )  # fmt: skip
        return self.framed(title, words.TAP, board, (*scores, Column(share=SPARE), unpaired), TOOLS_MM)

    def _score(self, seat: Seat, points: int, most: int) -> Column:
        """A player's points: all of them in a large figure, and what each kind of token brings to them."""
        plate, small = PLATES[seat], theme.small
        kinds = (
            row(Text(kind, small, dim=True, share=1), Text(str(worth), small, bold=True, mm=WORTH_MM))
            for kind, worth in self.lines(seat)
        )
        figure = Text(str(points), theme.glance, bold=True, name=f"score {PLAYERS[seat]}", mm=FIGURE_MM)
        its = row(marked(plate, MARK_MM), figure, column(*kinds, gap=0), gap=NEAR_MM)
        rim = theme.seat_tone(plate) if 0 < most == points else None
        return Column((its,), panel=True, rim=rim, most_mm=MOST_SCORE_MM, name=f"points {PLAYERS[seat]}")

    def lines(self, seat: Seat) -> tuple[tuple[str, int], ...]:
        """Return how many tokens of each kind a player has, and what they are worth."""
        found, worth = self.counted, self.thing.scores
        pairs, halves = circles(found, seat), singles(found, seat)
        extra, lone = (extras(found, seat, group=group) for group in (False, True))
        lines = [(words.circles(pairs), worth.circle * pairs)]
        lines.append((words.extras(extra), worth.quadrilateral * extra))
        if self.groups:
            lines.append((words.unpaired(lone), worth.quadrilateral * lone))
        if worth.lone:
            lines.append((words.halves(halves), worth.lone * halves))
        return tuple(lines)
