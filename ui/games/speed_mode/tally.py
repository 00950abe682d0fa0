"""Tally only: players without a referee tap in their board and read the points at once."""

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
from ui.games.speed_mode.table import BoardContents
from ui.games.tally import TallyFrame
from ui.language import words as frame
from ui.parts.values import Column, Drawing, Part, Text, column, marked, row, small_pad
from ui.stage import theme

# The tokens of a final board, as taps enter them, and their text.

Tokens = tuple[OnPair, ...]
"""The tokens on the pairs, in the order of the board."""

TURNS: dict[Seat | None, Seat | None] = {None: Seat(0), Seat(0): Seat(1), Seat(1): None}
"""The next owner of a tapped half, if the other half is free."""


def no_tokens(board: Board) -> Tokens:
    """Return a board without tokens."""
    return (OnPair(),) * len(board.pairs)


def tokens_from(board: Board, text: str) -> Tokens:
    """Return saved tokens; none if the text isn't of this board."""
    try:
        return read_tokens(text, board)
    except SetupError:
        return no_tokens(board)


def tapped(board: Board, tokens: Tokens, place: Place, half: int) -> Tokens:
    """Return the tokens after a tap on a half: free, then a's, then b's, then free again.

    Halves of a pair never have different players. So a tap next to a covered half puts that player's circle
    on both, and a tap on a circle leaves only the other half covered.
    """
    number = board.places.index(place)
    return put(tokens, number, _turned(tokens[number], half))


def _turned(on: OnPair, half: int) -> OnPair:
    if on.circle is not None:
        return _alone(1 - half, on.circle)
    other_half = on.halves[1 - half]
    if other_half is not None:
        return OnPair(circle=other_half)
    return _alone(half, TURNS[on.halves[half]])


def _alone(half: int, seat: Seat | None) -> OnPair:
    return OnPair((seat, None) if half == FIRST else (None, seat))


TOOLS_MM = (56.0, 48.0)
"""Width of the points next to the board, or height below it."""
MOST_SCORE_MM, SPARE = 26.0, 0.01
MARK_MM, FIGURE_MM, WORTH_MM, NEAR_MM = 7.0, 11.0, 5.5, 2.0

PLATES = (NamePlate("A", "ivory", "circle", "A"), NamePlate("B", "purple", "square", "B"))
"""Plates for unnamed players: the letters of the text, in tones that no card has."""


class TallyScreen(TallyFrame[Board, Tokens]):
    """The pairs, and next to them both players' points, updated with every tap."""

    groups = True

    @property
    def counted(self) -> State:
        """The position of the tapped board, with its extra points."""
        return final(self.item, self.draft, unpaired=self.groups)

    # What a finger does.

    def go_unpaired(self) -> None:
        """Count groups of unpaired combinations, or leave them out."""
        self.groups = not self.groups
        self.compose()

    def tap(self, at: HalfTap) -> None:
        """Change the tokens after a tap on a half."""
        self.change(tapped(self.item, self.draft, at.place, at.half))

    # The board as text.

    def read(self, text: str) -> Tokens:
        """Return the tokens of a text in the form of `companion.games.speed_mode.boards`."""
        return tokens_from(self.item, text)

    def text(self) -> str:
        """Return the tokens in the same form."""
        return write_tokens(self.item, self.draft)

    # How it looks.

    def part(self) -> Part:
        """Return the board, and both players' points."""
        state = self.counted
        contents = BoardContents(pair_views(self.item, self.draft), state.extras, PLATES)
        board = Drawing(partial(table.pairs_scene, contents), on_tap=self.tap, name="pairs")
        totals = score(state)["points"]
        most = max(totals)
        best = [plate.letter for plate, points in zip(PLATES, totals, strict=True) if points == most]
        title = frame.TALLY_ONLY
        if most:
            title = words.leads(best[0], most) if len(best) == 1 else words.ties(most)
        scores = (self._score(seat, totals[seat], most) for seat in state.seats)
        unpaired = small_pad(
            words.UNPAIRED, words.UNPAIRED_COUNT if self.groups else words.UNPAIRED_LEFT, self.go_unpaired,
            chosen=self.groups, name="unpaired", mm=theme.TARGET_MM,
        )  # fmt: skip
        return self.framed(title, words.TAP, board, (*scores, Column(share=SPARE), unpaired), TOOLS_MM)

    def _score(self, seat: Seat, points: int, most: int) -> Column:
        """Return a player's points: the sum in a large figure, and what each kind of token adds."""
        plate, small = PLATES[seat], theme.small
        kinds = (
            row(Text(kind, small, dim=True, share=1), Text(str(worth), small, bold=True, mm=WORTH_MM))
            for kind, worth in self.lines(seat)
        )
        figure = Text(str(points), theme.glance, bold=True, name=f"score {PLAYERS[seat]}", mm=FIGURE_MM)
        content = row(marked(plate, MARK_MM), figure, column(*kinds, gap=0), gap=NEAR_MM)
        rim = theme.seat_tone(plate) if 0 < most == points else None
        return Column((content,), panel=True, rim=rim, most_mm=MOST_SCORE_MM, name=f"points {PLAYERS[seat]}")

    def lines(self, seat: Seat) -> tuple[tuple[str, int], ...]:
        """Return lines of each kind of token: how many a player has, and their points."""
        state, worth = self.counted, self.item.scores
        pairs, halves = circles(state, seat), singles(state, seat)
        extra, lone = (extras(state, seat, group=group) for group in (False, True))
        lines = [(words.circles(pairs), worth.circle * pairs)]
        lines.append((words.extras(extra), worth.quadrilateral * extra))
        if self.groups:
            lines.append((words.unpaired(lone), worth.quadrilateral * lone))
        if worth.lone:
            lines.append((words.halves(halves), worth.lone * halves))
        return tuple(lines)
