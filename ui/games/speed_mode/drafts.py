"""The owner's board while it is being changed. Pure."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from companion.errors import SetupError
from companion.game import put
from companion.games.speed_mode.board import (
    MOST,
    MOST_EACH,
    Board,
    Combination,
    Kind,
    Pair,
    Place,
    Scores,
)
from companion.games.speed_mode.board_file import derived, faults, read_board, write_board
from ui.games.owners_item import SavedForm, from_bytes, read_json, write_json
from ui.games.speed_mode.table import card_in, tiles_in
from ui.stage import theme
from ui.stage.art import arc, regular
from ui.stage.rect import Rect
from ui.stage.scene import Item, Viewport
from ui.stage.shapes import Area, Box, Stroke

NAME = "our board"

Score: TypeAlias = Literal["circle", "quadrilateral", "lone"]
"""The things that have a score."""

SCORES: tuple[Score, ...] = ("circle", "quadrilateral", "lone")


class Half(Struct, frozen=True):
    """One of the two combinations of a pair."""

    place: Place
    half: int


class BoardDraft(Struct, frozen=True):
    """The board as it is entered so far."""

    board: Board

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds that can be picked: those in the deck, and those on the board already."""
        in_use = {kind for kind, count in self.board.deck.items() if count}
        in_use |= {card for pair in self.board.pairs for half in pair.halves for card in half}
        return tuple(kind for kind in Kind if kind in in_use)

    def cards(self, half: Half) -> Combination:
        """Return the cards of a half, which must be on the board."""
        cards = self.board.combination(half.place, half.half)
        assert cards is not None
        return cards

    def exchanged(self, first: Place, second: Place) -> "BoardDraft":
        """Swap the halves of two pairs, which must be on the board."""
        halves = {pair.place: pair.halves for pair in self.board.pairs}
        halves[first], halves[second] = halves[second], halves[first]
        pairs = (replace(pair, halves=halves[pair.place]) for pair in self.board.pairs)
        return BoardDraft(replace(self.board, pairs=tuple(pairs)))

    @property
    def shape(self) -> tuple[int, int] | None:
        """Rows and columns of a full rectangle of orthogonal neighbours; None otherwise: no reshaping."""
        places = self.board.places
        rows, columns = max(place.row for place in places) + 1, max(place.column for place in places) + 1
        full = self.board.adjacency == "orthogonal" and rows * columns == len(places)
        return (rows, columns) if full else None

    def reshaped(self) -> "BoardDraft":
        """Put the pairs, in reading order, into the next rectangle: with more rows, else with the fewest."""
        if self.shape is None:
            return self
        count = len(self.board.pairs)
        able = [rows for rows in range(1, MOST + 1) if count % rows == 0 and count // rows <= MOST]
        rows = next((rows for rows in able if rows > self.shape[0]), able[0])
        columns = count // rows
        in_order = sorted(self.board.pairs, key=lambda pair: pair.place)
        pairs = (replace(pair, place=Place(*divmod(n, columns))) for n, pair in enumerate(in_order))
        return BoardDraft(replace(self.board, pairs=tuple(pairs)))

    def changed(self, half: Half, number: int, kind: Kind) -> "BoardDraft":
        """Change one card of a half: the first (0), second or third."""
        cards = put(self.cards(half), number, kind)
        pairs = (
            replace(pair, halves=put(pair.halves, half.half, cards)) if pair.place == half.place else pair
            for pair in self.board.pairs
        )
        return BoardDraft(replace(self.board, pairs=tuple(pairs)))

    def score(self, score: Score) -> int:
        """Return the points of a token."""
        return int(getattr(self.board.scores, score))

    def scored(self, score: Score, points: int) -> "BoardDraft":
        """Change the points of a token."""
        scores: Scores = replace(self.board.scores, **{score: min(max(points, 0), MOST_EACH)})
        return BoardDraft(replace(self.board, scores=scores))

    @property
    def fault(self) -> Half | None:
        """The first half that the deck has too few cards for, so that the board can't be played on."""
        return next((Half(*fault.half) for fault in faults(self.board) if fault.half is not None), None)


def draft_of(board: Board | None = None) -> BoardDraft:
    """Return a draft of the owner's from a board, by default from the derived one.

    It isn't made up or derived any more.
    """
    board = board or derived()
    name = NAME if board.derived or board.made_up else board.name
    return BoardDraft(replace(board, name=name, derived=False, made_up=False))


# Names of the settings that this game saves between matches.

BOARD = "speed-mode.board"
"""The owner's board, as TOML."""

PAINTED = "speed-mode.painted"
"""The board tapped last in a tally, as text."""

# What the last step before a match saves: the board, the one being changed, and the choice.

DRAFT = "speed-mode.board-draft"
"""The board being changed, as JSON."""

CHOICE = "speed-mode.setup"
"""The board of the last match, as JSON."""


class Chosen(Struct, frozen=True):
    """The last choice, offered again."""

    which: Literal["own", "derived"] | None = field(default=None, name="board")


def draft_from_text(text: str) -> BoardDraft:
    """Read a saved draft; SetupError if it is damaged.

    A board that needs more cards than the deck has is accepted, so that it can be mended.
    """
    draft = read_json(text, BoardDraft, "the board that is being changed")
    wrong = [fault.text for fault in faults(draft.board) if fault.half is None]
    if wrong:
        raise SetupError("the board that is being changed can't be read:", *wrong)
    return draft


FORM = SavedForm(
    BOARD, DRAFT, from_bytes(read_board), write_board, draft_from_text, write_json,
    begin=draft_of, idle=lambda draft, board: draft == draft_of(board),
)  # fmt: skip

# Cards, pairs and whole boards as pictures on pads.

TILE_MM, TILE_HIGH, GAP_MM = 9.0, 1.35, 0.8
"""A pair on a small board: greatest width, greatest height in widths, and greatest gap."""
TOKEN_MM = 20.0
PLUS_MM = 14.0


def cards_in(room: Viewport, cards: Combination) -> Iterator[Item]:
    """Yield the cards of a combination in the middle of a room, along its longer side."""
    rect, count = room.rect, len(cards)
    across, length = sorted((rect.width, rect.height))
    gap = min(length / count, across) * 0.12
    spare = max(0.0, length - across * count - gap * (count - 1)) / 2
    along = rect.width >= rect.height
    cells = rect.inset(spare, 0).columns([1] * count, gap) if along else rect.inset(0, spare).rows(count, gap)
    for cell, kind in zip(cells, cards, strict=True):
        yield card_in(cell, kind)


def pair_in(room: Viewport, pair: Pair) -> Iterator[Item]:
    """Yield both halves side by side, each from top to bottom, with a line between them."""
    rect = room.rect
    for part, cards in zip(rect.columns([1, 1], rect.width * 0.12), pair.halves, strict=True):
        yield from cards_in(Viewport(part, room.density), cards)
    x = rect.center[0]
    width = min(max(1.0, rect.width * 0.012), room.mm(0.3))
    yield Stroke(((x, rect.y), (x, rect.top)), theme.LINE, 2 * width)


def board_in(room: Viewport, board: Board) -> Iterator[Item]:
    """Yield a whole board, small."""
    tiles, _gap = tiles_in(room.rect, board.places, room.mm(GAP_MM), room.mm(TILE_MM), TILE_HIGH, 1.0)
    for pair, cell in zip(board.pairs, tiles.values(), strict=False):
        yield Box(cell, theme.GROUND, cell.width * 0.12)
        yield from pair_in(Viewport(cell.inset(cell.width * 0.09), room.density), pair)


def plus_in(room: Viewport) -> Iterator[Item]:
    """Yield a plus, for a board that doesn't exist yet."""
    size, (x, y) = min(room.rect.height * 0.6, room.mm(PLUS_MM)), room.rect.center
    for ends in (((x - size * 0.36, y), (x + size * 0.36, y)), ((x, y - size * 0.36), (x, y + size * 0.36))):
        yield Stroke(ends, theme.DIM, size * 0.09, round=True)


def token_in(room: Viewport, score: Score) -> Iterator[Item]:
    """Yield what scores: a circle on a pair, a token between two pairs, or a semi-circle on one half."""
    high = min(room.rect.height, room.rect.width * 0.6, room.mm(TOKEN_MM))
    wide = high * 0.78
    x, y = room.rect.center
    starts = (x - wide - high * 0.1, x + high * 0.1) if score == "quadrilateral" else (x - wide / 2,)
    for left in starts:
        yield Box(Rect(left, y - high / 2, wide, high), theme.RAISED, high * 0.08)
        middle = left + wide / 2
        yield Stroke(((middle, y - high / 2), (middle, y + high / 2)), theme.LINE, 2.4)
    if score == "quadrilateral":
        yield Area(regular((x, y), high * 0.19, 4), theme.PRIMARY)
    else:
        yield Area(arc((x, y), wide * 0.43, 90, 450 if score == "circle" else 270), theme.PRIMARY)
