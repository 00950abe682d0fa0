"""Building a map step by step, typing one in, colours, chance, and names of saved texts. No Kivy."""

import secrets
from collections.abc import Mapping, Sequence
from itertools import chain, combinations
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import SetupError
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.maps import ACROSS, COLUMNS, DOWN, ROWS, Hex, MapPiece, Shape, Structure, Tiles
from companion.games.cryptid.model import HUES, Hue
from companion.games.cryptid.setups import OWNERS, Setup, check_map, structures_of
from ui.games.colours import changed
from ui.games.cryptid.art import KnownTiles
from ui.games.owners_item import chosen

Place: TypeAlias = tuple[int, int]
"""The place (down, across) of a map piece, from 0."""

PLACES: tuple[Place, ...] = tuple((down, across) for down in range(DOWN) for across in range(ACROSS))


def pieces_of(tiles: KnownTiles) -> dict[Place, MapPiece]:
    """Return the pieces on the map by place."""
    by_place = zip(PLACES, chain.from_iterable(tiles), strict=False)
    return {place: piece for place, piece in by_place if piece is not None}


def tiles_of(pieces: Mapping[Place, MapPiece]) -> KnownTiles:
    """Return the map as rows with these pieces, None for a place without one."""
    return tuple(tuple(pieces.get((down, across)) for across in range(ACROSS)) for down in range(DOWN))


NO_TILES = tiles_of({})


class LayPiece(Struct, frozen=True):
    """Put a piece of the map at a place (down, across)."""

    piece: MapPiece
    place: tuple[int, int]


class PutStructure(Struct, frozen=True):
    """Put a structure on its hex."""

    structure: Structure


class LookOver(Struct, frozen=True):
    """Compare the complete map with the picture."""


Step: TypeAlias = LayPiece | PutStructure | LookOver


class MapLaying(Struct, frozen=True):
    """Progress in building a map; `number` counts steps from 0."""

    setup: Setup
    number: int = 0

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, in order: pieces, structures, then `LookOver`."""
        pieces = (LayPiece(piece, place) for place, piece in pieces_of(self.setup.tiles).items())
        return (*pieces, *map(PutStructure, self.setup.structures), LookOver())

    @property
    def step(self) -> Step:
        """The current step."""
        return self.steps[self.number]

    @property
    def tiles(self) -> KnownTiles:
        """The map up to and including this step."""
        pieces = pieces_of(self.setup.tiles)
        return tiles_of({place: pieces[place] for place in PLACES[: self.number + 1]})

    @property
    def structures(self) -> tuple[Structure, ...]:
        """The structures up to and including this step."""
        return self.setup.structures[: max(0, self.number + 1 - ACROSS * DOWN)]

    def moved(self, by: int) -> "MapLaying":
        """Return the progress `by` steps later, or earlier if negative, but never beyond the ends."""
        return MapLaying(self.setup, min(max(0, self.number + by), len(self.steps) - 1))


# A map that is being typed in.


class MapDraft(Struct, frozen=True):
    """A map as far as it has been typed in."""

    mode: Mode = Mode.NORMAL
    tiles: KnownTiles = NO_TILES
    structures: tuple[Structure, ...] = ()

    def piece(self, place: Place) -> MapPiece | None:
        """Return the piece at a place, None if there is none yet."""
        return self.tiles[place[0]][place[1]]

    @property
    def tile_numbers(self) -> frozenset[int]:
        """The numbers of the pieces on the map."""
        return frozenset(piece.tile for piece in pieces_of(self.tiles).values())

    def with_tile(self, place: Place, tile: int) -> "MapDraft":
        """Return the draft with a piece moved to a place, or turned if it is there already."""
        old = self.piece(place)
        turned = old is not None and old.tile == tile and not old.rot180
        others = {at: piece for at, piece in pieces_of(self.tiles).items() if piece.tile != tile}
        return replace(self, tiles=tiles_of({**others, place: MapPiece(tile, turned)}))

    def turn(self, place: Place) -> "MapDraft":
        """Return the draft with the piece at a place turned by 180 degrees."""
        old = self.piece(place)
        return self if old is None else self.with_tile(place, old.tile)

    def where(self, shape: Shape) -> Hex | None:
        """Return the hex of a structure, None if it isn't on the map."""
        return next((other.at for other in self.structures if other.shape == shape), None)

    def on(self, at: Hex) -> Shape | None:
        """Return the structure on a hex, None if there is none."""
        return next((other.shape for other in self.structures if other.at == at), None)

    def with_structure(self, shape: Shape, at: Hex) -> "MapDraft":
        """Return the draft with a structure moved to a hex, or removed if it is there already."""
        others = [other for other in self.structures if other.shape != shape]
        if self.where(shape) != at:
            others.append(Structure(*shape, at.row, at.column))
        order = structures_of(Mode.ADVANCED)
        return replace(self, structures=tuple(sorted(others, key=lambda other: order.index(other.shape))))

    def in_mode(self, mode: Mode) -> "MapDraft":
        """Return the draft in another mode, without structures that the mode doesn't have."""
        able = structures_of(mode)
        allowed = tuple(other for other in self.structures if other.shape in able)
        return replace(self, mode=mode, structures=allowed)

    @property
    def next_shape(self) -> Shape | None:
        """The first structure that is missing, None if all are on the map."""
        return next((shape for shape in structures_of(self.mode) if self.where(shape) is None), None)

    @property
    def next_place(self) -> Place | None:
        """The first place without a piece, None if all have one."""
        return next((place for place in PLACES if self.piece(place) is None), None)

    @property
    def setup(self) -> Setup | None:
        """The set-up without clues, None while the map has faults."""
        rows = [[piece for piece in row if piece is not None] for row in self.tiles]
        tiles: Tiles = tuple(map(tuple, rows))
        setup = Setup(self.mode, tiles, self.structures, (), ())
        try:
            check_map(setup)
        except SetupError:
            return None
        return setup


def draft_from_text(text: str) -> MapDraft:
    """Read a saved draft; return an empty one if it is damaged."""
    draft = chosen(text, MapDraft())
    square = [len(row) for row in draft.tiles] == [ACROSS] * DOWN
    inside = all(0 <= other.row < ROWS and 0 <= other.col < COLUMNS for other in draft.structures)
    shapes = [other.shape for other in draft.structures]
    able = set(shapes) <= set(structures_of(draft.mode))
    unique = len(draft.tile_numbers) == len(pieces_of(draft.tiles)) and len({*shapes}) == len(shapes)
    return draft if square and inside and able and unique else MapDraft()


# The players' colours. The box has five: two players have two each, three to five have one.


class Palette(Struct, frozen=True):
    """The colours of the clues, in the order of the players."""

    players: int
    hues: tuple[Hue, ...]

    @property
    def each(self) -> int:
        """How many colours each player has: one per clue."""
        return len(self.hues) // self.players

    def own(self, player: int) -> tuple[Hue, ...]:
        """Return the colours of a player."""
        return self.hues[self.each * player : self.each * (player + 1)]

    def changed(self, player: int) -> "Palette":
        """Return the colours after a player took the next free ones.

        If none is free, the player swaps with the one who has the next colour.
        """
        if self.each == 1:
            return replace(self, hues=changed(self.hues, player, tuple(Hue)))
        mine = self.own(player)
        # Of the three that are theirs or free, there are three pairs.
        pairs = list(combinations([hue for hue in Hue if hue in mine or hue not in self.hues], self.each))
        at = next(n for n, pair in enumerate(pairs) if set(pair) == set(mine))
        taken = pairs[(at + 1) % len(pairs)]
        before, after = self.hues[: self.each * player], self.hues[self.each * (player + 1) :]
        return replace(self, hues=(*before, *taken, *after))


def palette(players: int, wanted: Sequence[Hue] = HUES) -> Palette:
    """Return colours for all players: the wanted ones first, then others as needed."""
    ordered = tuple(dict.fromkeys((*wanted, *Hue)))
    return Palette(players, ordered[: len(OWNERS[players])])


# Random numbers for dealing, which nobody can guess. Drawn here, as the rules only take them.

BITS = 128
"""Bits of a seed or secret: too many for anybody to try all values."""


class DealtFrom(Struct, frozen=True):
    """What a set-up is dealt from: a seed, and a secret for its clues, else they come from the seed too."""

    seed: int
    secret: int | None = None


def draw() -> DealtFrom:
    """Draw a seed and a separate secret, so that the map reveals nothing about the clues."""
    return DealtFrom(secrets.randbits(BITS), secrets.randbits(BITS))


# The names under which texts are saved between matches. Only `SETUP`, which the table's owner puts there,
# may contain clues.

SETUP = "cryptid.setup"
"""A set-up from a file, as JSON."""

CHOICE = "cryptid.choice"
"""The last choice of a set-up, and the colours, as JSON."""

DRAFT = "cryptid.map"
"""The map that is being typed in, as JSON."""
