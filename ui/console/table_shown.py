"""What lies on the table, in every answer of `companion referee`: what a program would else count itself.

It is made of the view that everybody may see, so no secret is in it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from companion.game import TABLE, Seat
from companion.games.cryptid.maps import MAP, Hex
from companion.games.cryptid.view import View as CryptidView
from companion.games.sequence_states.lines import SIDE
from companion.games.sequence_states.view import View as SequenceView
from companion.games.sheet.view import View as SheetView
from companion.games.shelf import AnyGame
from companion.games.speed_mode.board import Place
from companion.games.speed_mode.view import View as SpeedView
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import LETTERS
from companion.games.tracktic.view import View as TrackticView
from companion.games.ungle_speed.model import FaceUp
from companion.games.ungle_speed.view import View as UngleView


class UngleTable(Struct, frozen=True):
    """The deck's name, how much is told, by what cards match now, and the face-up cards by seat."""

    turn: Seat
    deck: str
    level: str
    mode: str
    pot: int
    aside: int
    face_up: tuple[FaceUp, ...]


class SequenceTable(Struct, frozen=True):
    """The board as for `tally sequence-states`; cards in the draw deck, top discards by seat, dead cards."""

    turn: Seat
    board: tuple[str, ...]
    deck: int
    discards: tuple[str | None, ...]
    owes: tuple[int, ...]
    dead: tuple[str, ...]


class TrackticTable(Struct, frozen=True):
    """The board as for `tally tracktic`; the open cards as far as they are told, and how many are left."""

    turn: Seat
    board: tuple[str, ...]
    open: tuple[str, ...]
    left: int


class CryptidPiece(Struct, frozen=True):
    """What lies on a hex."""

    at: Hex
    cube: str | None
    discs: tuple[str, ...]


class CryptidTable(Struct, frozen=True):
    """The pieces on the map. The stage is what `awaited` says, and clues are in no answer."""

    turn: Seat
    mode: str | None
    pieces: tuple[CryptidPiece, ...]


class SpeedPair(Struct, frozen=True):
    """A pair: whose tokens cover its combinations, and whose circle lies over it."""

    place: Place
    halves: tuple[Seat | None, ...]
    circle: Seat | None


class SpeedTable(Struct, frozen=True):
    """The pairs; the face-up cards as far as they are told, and how many lie there and in the deck."""

    turn: Seat
    deck: int
    face_up: int
    open: tuple[str, ...]
    pairs: tuple[SpeedPair, ...]


class SheetRow(Struct, frozen=True):
    """A round, or a turn of `seat`: the figures by told column, and the points by side."""

    seat: Seat | None
    figures: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]


class SheetTable(Struct, frozen=True):
    """The rows that are over; the columns that are told now, and what was told of this round."""

    turn: Seat | None
    round: int
    columns: tuple[str, ...]
    begun: tuple[tuple[int, ...], ...]
    rows: tuple[SheetRow, ...]


def _ungle(view: UngleView) -> UngleTable:
    face_up = tuple(seat.top for seat in view.seats)
    mode = "colours" if view.by_colour else "symbols"
    return UngleTable(view.turn, view.deck.name, view.level, mode, view.pot, view.aside, face_up)


def _sequence(view: SequenceView) -> SequenceTable:
    def sign(side: int | None, locked: bool) -> str:
        letter = "." if side is None else view.sides[side].colour.value[0]
        return letter.upper() if locked else letter

    signs = "".join(sign(space.side, space.locked) for space in view.spaces)
    rows = tuple(signs[first : first + SIDE] for first in range(0, len(signs), SIDE))
    discards = tuple(seat.top for seat in view.seats)
    owes = tuple(seat.owes for seat in view.seats)
    return SequenceTable(view.turn, rows, view.deck, discards, owes, tuple(dead.card for dead in view.dead))


def _tracktic(view: TrackticView) -> TrackticTable:
    signs = {piece: sign for sign, piece in LETTERS.items()}

    def sign(cell: Cell) -> str:
        if cell in view.pieces:
            return signs[view.pieces[cell]]
        return "." if cell in view.area else "#"

    rows, columns = max(cell.row for cell in view.printed), max(cell.column for cell in view.printed)
    board = tuple(
        "".join(sign(Cell(row, column)) for column in range(columns + 1)) for row in range(rows + 1)
    )
    return TrackticTable(view.turn, board, view.open, view.left)


def _cryptid(view: CryptidView) -> CryptidTable:
    lying = zip(MAP, view.spots, strict=True)
    pieces = tuple(
        CryptidPiece(at, spot.cube, spot.discs) for at, spot in lying if spot.cube is not None or spot.discs
    )
    return CryptidTable(view.turn, view.mode, pieces)


def _speed(view: SpeedView) -> SpeedTable:
    pairs = tuple(
        SpeedPair(pair.place, tuple(half.by for half in pair.halves), pair.circle) for pair in view.pairs
    )
    return SpeedTable(view.turn, view.deck, view.face_up, view.open, pairs)


def _sheet(view: SheetView) -> SheetTable:
    columns = tuple(view.sheet.columns[asked.column].name for asked in view.asked)
    rows = tuple(SheetRow(row.seat, row.figures, row.points) for row in view.rows)
    return SheetTable(view.turn, view.round, columns, view.begun, rows)


# By the game's name: each function takes exactly the view of that game.
_SHOWN: Mapping[str, Callable[[Any], Struct]] = {
    "ungle-speed": _ungle,
    "sequence-states": _sequence,
    "tracktic": _tracktic,
    "cryptid": _cryptid,
    "speed-mode": _speed,
    "sheet": _sheet,
}


def table_shown(game: AnyGame, state: Any) -> Any:  # the game's own state, and a package's own view
    """Return what everybody can see lying on the table; for a package's game, its view as it is."""
    view = game.view(state, TABLE)
    return _SHOWN[game.name](view) if game.name in _SHOWN else view
