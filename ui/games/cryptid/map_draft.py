"""A map that is being typed in: what lies where as far as it was told, and what is missing. Pure."""

from typing import TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.errors import SetupError
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.hexes import COLUMNS, ROWS, Hex
from companion.games.cryptid.maps import (
    ACROSS,
    DOWN,
    PIECE_COLUMNS,
    PIECE_ROWS,
    PIECES,
    Colour,
    Piece,
    Structure,
    StructureKind,
    Tiles,
)
from companion.games.cryptid.setups import Setup, check_map, structures_of
from ui.games.cryptid.guide import NOTHING_LAID, Laid

Place: TypeAlias = tuple[int, int]
"""Where a piece lies: how far down, and how far across, from 0."""

Shape: TypeAlias = tuple[StructureKind, Colour]
"""Which structure."""

PLACES: tuple[Place, ...] = tuple((down, across) for down in range(DOWN) for across in range(ACROSS))


class PieceMissing(Struct, frozen=True):
    """A piece lies nowhere yet."""

    tile: int


class StructureMissing(Struct, frozen=True):
    """A structure stands nowhere yet."""

    shape: Shape


class TwoOnOne(Struct, frozen=True):
    """Two structures stand on one hex."""

    at: Hex


class UnfitMap(Struct, frozen=True):
    """The map can't be laid like this for some other reason."""


Fault: TypeAlias = PieceMissing | StructureMissing | TwoOnOne | UnfitMap


class MapDraft(Struct, frozen=True):
    """A map as far as it was told."""

    mode: Mode = Mode.NORMAL
    tiles: Laid = NOTHING_LAID
    structures: tuple[Structure, ...] = ()

    def piece(self, place: Place) -> Piece | None:
        """Return what lies at a place."""
        return self.tiles[place[0]][place[1]]

    @property
    def laid(self) -> frozenset[int]:
        """The numbers of the pieces that lie somewhere."""
        return frozenset(piece.tile for row in self.tiles for piece in row if piece is not None)

    def lay(self, place: Place, tile: int) -> "MapDraft":
        """Lay a piece at a place, away from wherever it lay; the one that lies there already is turned."""
        old = self.piece(place)
        turned = old is not None and old.tile == tile and not old.rot180
        return self._with({place: Piece(tile, turned)}, without=tile)

    def turn(self, place: Place) -> "MapDraft":
        """Turn the piece at a place upside down."""
        old = self.piece(place)
        return self if old is None else self._with({place: Piece(old.tile, not old.rot180)}, without=old.tile)

    def _with(self, pieces: dict[Place, Piece], without: int) -> "MapDraft":
        left = {
            (down, across): piece
            for down, row in enumerate(self.tiles)
            for across, piece in enumerate(row)
            if piece is not None and piece.tile != without
        } | pieces
        rows = (tuple(left.get((down, across)) for across in range(ACROSS)) for down in range(DOWN))
        return replace(self, tiles=tuple(rows))

    def where(self, shape: Shape) -> Hex | None:
        """Return where a structure stands."""
        return next((_at(other) for other in self.structures if _shape(other) == shape), None)

    def on(self, at: Hex) -> Shape | None:
        """Return what stands on a hex."""
        return next((_shape(other) for other in self.structures if _at(other) == at), None)

    def stand(self, shape: Shape, at: Hex) -> "MapDraft":
        """Put a structure on a hex, away from wherever it stood; on its own hex it is taken away."""
        left = [other for other in self.structures if _shape(other) != shape]
        if self.where(shape) != at:
            left.append(Structure(*shape, at.row, at.column))
        order = structures_of(Mode.ADVANCED)
        return replace(self, structures=tuple(sorted(left, key=lambda other: order.index(_shape(other)))))

    def play(self, mode: Mode) -> "MapDraft":
        """Change the mode; structures that it doesn't have are taken away."""
        able = structures_of(mode)
        left = tuple(other for other in self.structures if _shape(other) in able)
        return replace(self, mode=mode, structures=left)

    @property
    def next_shape(self) -> Shape | None:
        """The first structure that stands nowhere."""
        return next((shape for shape in structures_of(self.mode) if self.where(shape) is None), None)

    @property
    def next_place(self) -> Place | None:
        """The first place where no piece lies."""
        return next((place for place in PLACES if self.piece(place) is None), None)

    @property
    def setup(self) -> Setup | None:
        """The set-up without clues, None where the map can't be played on yet."""
        rows = [[piece for piece in row if piece is not None] for row in self.tiles]
        tiles: Tiles = tuple(map(tuple, rows))
        setup = Setup(self.mode, tiles, self.structures, (), ())
        try:
            check_map(setup)
        except SetupError:
            return None
        return setup

    @property
    def fault(self) -> Fault | None:
        """The first thing that keeps the map from being played on."""
        missing = [tile for tile in PIECES if tile not in self.laid]
        if missing:
            return PieceMissing(missing[0])
        for n, structure in enumerate(self.structures):
            if _at(structure) in map(_at, self.structures[:n]):
                return TwoOnOne(_at(structure))
        if self.next_shape is not None:
            return StructureMissing(self.next_shape)
        return None if self.setup is not None else UnfitMap()


def place_of(at: Hex) -> Place:
    """Return the place of the piece that a hex belongs to."""
    return at.row // PIECE_ROWS, at.column // PIECE_COLUMNS


def draft_to_text(draft: MapDraft) -> str:
    """Return a draft as it is kept."""
    return msgspec.json.encode(draft).decode()


def draft_from_text(text: str) -> MapDraft:
    """Read a draft as it was kept; a damaged one is begun anew."""
    try:
        draft = msgspec.json.decode(text or "{}", type=MapDraft)
    except msgspec.DecodeError:
        return MapDraft()
    square = [len(row) for row in draft.tiles] == [ACROSS] * DOWN
    tiles = [piece.tile for row in draft.tiles for piece in row if piece is not None]
    inside = all(0 <= other.row < ROWS and 0 <= other.col < COLUMNS for other in draft.structures)
    shapes = [_shape(other) for other in draft.structures]
    able = set(shapes) <= set(structures_of(draft.mode))
    once = len({*tiles}) == len(tiles) and len({*shapes}) == len(shapes)
    return draft if square and inside and able and once else MapDraft()


def _shape(structure: Structure) -> Shape:
    return structure.type, structure.colour


def _at(structure: Structure) -> Hex:
    return Hex(structure.row, structure.col)
