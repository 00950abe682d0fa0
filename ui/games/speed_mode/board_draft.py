"""The owner's board while it is being changed: what a finger does to it. Pure."""

from collections import Counter
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.games.speed_mode.board import FIRST, MOST, MOST_EACH, SECOND, Board, Place, Scores
from companion.games.speed_mode.board_faults import Fault, found
from companion.games.speed_mode.board_file import derived
from companion.games.speed_mode.cards import Combination, Kind

NAME = "our board"

Score: TypeAlias = Literal["circle", "quadrilateral", "lone"]
"""What has a score of its own."""

SCORES: tuple[Score, ...] = ("circle", "quadrilateral", "lone")


class Half(Struct, frozen=True):
    """One of the two combinations of a pair."""

    place: Place
    half: int


class Mismatch(Struct, frozen=True):
    """A kind that all combinations together take more or fewer of than the deck has."""

    kind: Kind
    asked: int
    has: int


class BoardDraft(Struct, frozen=True):
    """A board as far as it was told."""

    board: Board

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds that can be picked: those of the deck, and those that are on the board anyway."""
        there = {kind for kind, count in self.board.deck.items() if count}
        there |= {card for pair in self.board.pairs for half in pair.halves for card in half}
        return tuple(kind for kind in Kind if kind in there)

    def cards(self, half: Half) -> Combination:
        """Return the cards of a half, which must be on the board."""
        cards = self.board.combination(half.place, half.half)
        assert cards is not None
        return cards

    def exchanged(self, one: Place, other: Place) -> "BoardDraft":
        """Have two pairs change places; nothing happens where there is only one."""
        first, second = self.board.at(one), self.board.at(other)
        if first is None or second is None:
            return self
        lies = {one: second.halves, other: first.halves}
        pairs = (replace(pair, halves=lies.get(pair.place, pair.halves)) for pair in self.board.pairs)
        return BoardDraft(replace(self.board, pairs=tuple(pairs)))

    @property
    def shape(self) -> tuple[int, int] | None:
        """Rows and columns of a board that is a full rectangle of neighbours; None: it can't be laid anew."""
        places = self.board.places
        rows, columns = max(place.row for place in places) + 1, max(place.column for place in places) + 1
        full = self.board.adjacency == "orthogonal" and rows * columns == len(places)
        return (rows, columns) if full else None

    def reshaped(self) -> "BoardDraft":
        """Lay the pairs, in the order they are read, into the next rectangle: of more rows, then of one."""
        if self.shape is None:
            return self
        count = len(self.board.pairs)
        able = [rows for rows in range(1, MOST + 1) if count % rows == 0 and count // rows <= MOST]
        rows = next((rows for rows in able if rows > self.shape[0]), able[0])
        columns = count // rows
        read = sorted(self.board.pairs, key=lambda pair: pair.place)
        pairs = (replace(pair, place=Place(*divmod(n, columns))) for n, pair in enumerate(read))
        return BoardDraft(replace(self.board, pairs=tuple(pairs)))

    def changed(self, half: Half, number: int, kind: Kind) -> "BoardDraft":
        """Have another kind as the first (0), second or third card of a half."""
        cards = list(self.cards(half))
        cards[number] = kind
        pairs = []
        for pair in self.board.pairs:
            if pair.place == half.place:
                old = pair.halves[SECOND if half.half == FIRST else FIRST]
                halves = (tuple(cards), old) if half.half == FIRST else (old, tuple(cards))
                pairs.append(replace(pair, halves=halves))
            else:
                pairs.append(pair)
        return BoardDraft(replace(self.board, pairs=tuple(pairs)))

    def score(self, score: Score) -> int:
        """Return how many points something counts."""
        scores = self.board.scores
        return {"circle": scores.circle, "quadrilateral": scores.quadrilateral, "lone": scores.lone}[score]

    def scored(self, score: Score, points: int) -> "BoardDraft":
        """Change how many points something counts."""
        scores: Scores = replace(self.board.scores, **{score: min(max(points, 0), MOST_EACH)})
        return BoardDraft(replace(self.board, scores=scores))

    @property
    def fault(self) -> Fault | None:
        """The first thing that keeps the board from being played on."""
        return next(found(self.board), None)

    @property
    def mismatches(self) -> tuple[Mismatch, ...]:
        """Where combinations and deck differ, kind by kind; it can be played on all the same."""
        return mismatches(self.board)


def mismatches(board: Board) -> tuple[Mismatch, ...]:
    """Return where the combinations of a board and its deck differ, kind by kind."""
    asked = Counter(card for pair in board.pairs for half in pair.halves for card in half)
    every = (Mismatch(kind, asked[kind], board.deck.get(kind, 0)) for kind in Kind)
    return tuple(one for one in every if one.asked != one.has)


def draft_of(board: Board) -> BoardDraft:
    """Return a board as a draft of one's own, which is neither made up nor worked out any more."""
    name = NAME if board.derived or board.made_up else board.name
    return BoardDraft(replace(board, name=name, derived=False, made_up=False))


def new_draft() -> BoardDraft:
    """Return the board to begin with: the derived one."""
    return draft_of(derived())
