"""The laying of a map, step by step: the pieces, then the structures, then a look at the whole. Pure."""

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
from ui.games.cryptid.art import Laid
from ui.games.owners_item import chosen

Place: TypeAlias = tuple[int, int]
"""Where a piece lies: how far down, and how far across, from 0."""

PLACES: tuple[Place, ...] = tuple((down, across) for down in range(DOWN) for across in range(ACROSS))


def pieces_of(tiles: Laid) -> dict[Place, MapPiece]:
    """Return the pieces that lie somewhere, by their places."""
    by_place = zip(PLACES, chain.from_iterable(tiles), strict=False)
    return {place: piece for place, piece in by_place if piece is not None}


def laid(pieces: Mapping[Place, MapPiece]) -> Laid:
    """Return the rows of the map with these pieces."""
    return tuple(tuple(pieces.get((down, across)) for across in range(ACROSS)) for down in range(DOWN))


NOTHING_LAID = laid({})


class LayPiece(Struct, frozen=True):
    """A piece of the map is laid at a place: how far down, and how far across."""

    piece: MapPiece
    place: tuple[int, int]


class PutStructure(Struct, frozen=True):
    """A structure is put on its hex."""

    structure: Structure


class LookOver(Struct, frozen=True):
    """All is laid: one look at the whole."""


Step: TypeAlias = LayPiece | PutStructure | LookOver


class MapLaying(Struct, frozen=True):
    """How far a map is laid; `number` counts the steps from 0, and its last one is the look at the whole."""

    setup: Setup
    number: int = 0

    @property
    def steps(self) -> tuple[Step, ...]:
        """Everything that is to be done, in order."""
        pieces = (LayPiece(piece, place) for place, piece in pieces_of(self.setup.tiles).items())
        return (*pieces, *map(PutStructure, self.setup.structures), LookOver())

    @property
    def step(self) -> Step:
        """What is to be done now."""
        return self.steps[self.number]

    @property
    def tiles(self) -> Laid:
        """The pieces up to this step."""
        pieces = pieces_of(self.setup.tiles)
        return laid({place: pieces[place] for place in PLACES[: self.number + 1]})

    @property
    def structures(self) -> tuple[Structure, ...]:
        """The structures up to this step."""
        return self.setup.structures[: max(0, self.number + 1 - ACROSS * DOWN)]

    def moved(self, by: int) -> "MapLaying":
        """Return the guide `by` steps on, or back."""
        return MapLaying(self.setup, min(max(0, self.number + by), len(self.steps) - 1))


# A map that is being typed in: what lies where as far as it was told, and what is missing.


class MapDraft(Struct, frozen=True):
    """A map as far as it was told."""

    mode: Mode = Mode.NORMAL
    tiles: Laid = NOTHING_LAID
    structures: tuple[Structure, ...] = ()

    def piece(self, place: Place) -> MapPiece | None:
        """Return what lies at a place."""
        return self.tiles[place[0]][place[1]]

    @property
    def laid(self) -> frozenset[int]:
        """The numbers of the pieces that lie somewhere."""
        return frozenset(piece.tile for piece in pieces_of(self.tiles).values())

    def lay(self, place: Place, tile: int) -> "MapDraft":
        """Lay a piece at a place, away from wherever it lay; the one that lies there already is turned."""
        old = self.piece(place)
        turned = old is not None and old.tile == tile and not old.rot180
        others = {at: piece for at, piece in pieces_of(self.tiles).items() if piece.tile != tile}
        return replace(self, tiles=laid({**others, place: MapPiece(tile, turned)}))

    def turn(self, place: Place) -> "MapDraft":
        """Turn the piece at a place upside down."""
        old = self.piece(place)
        return self if old is None else self.lay(place, old.tile)

    def where(self, shape: Shape) -> Hex | None:
        """Return where a structure stands."""
        return next((other.at for other in self.structures if other.shape == shape), None)

    def on(self, at: Hex) -> Shape | None:
        """Return what stands on a hex."""
        return next((other.shape for other in self.structures if other.at == at), None)

    def stand(self, shape: Shape, at: Hex) -> "MapDraft":
        """Put a structure on a hex, away from wherever it stood; on its own hex it is taken away."""
        left = [other for other in self.structures if other.shape != shape]
        if self.where(shape) != at:
            left.append(Structure(*shape, at.row, at.column))
        order = structures_of(Mode.ADVANCED)
        return replace(self, structures=tuple(sorted(left, key=lambda other: order.index(other.shape))))

    def play(self, mode: Mode) -> "MapDraft":
        """Change the mode; structures that it doesn't have are taken away."""
        able = structures_of(mode)
        left = tuple(other for other in self.structures if other.shape in able)
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


def draft_from_text(text: str) -> MapDraft:
    """Read a draft as it was kept; a damaged one is begun anew."""
    draft = chosen(text, MapDraft())
    square = [len(row) for row in draft.tiles] == [ACROSS] * DOWN
    inside = all(0 <= other.row < ROWS and 0 <= other.col < COLUMNS for other in draft.structures)
    shapes = [other.shape for other in draft.structures]
    able = set(shapes) <= set(structures_of(draft.mode))
    once = len(draft.laid) == len(pieces_of(draft.tiles)) and len({*shapes}) == len(shapes)
    return draft if square and inside and able and once else MapDraft()


# Who plays with which colours, before a match.
#
# Five colours are in the box: two players have two each, three to five have one.


class Palette(Struct, frozen=True):
    """The colours of the clues, in the order of the players."""

    players: int
    hues: tuple[Hue, ...]

    @property
    def each(self) -> int:
        """How many colours a player has: one for each own clue."""
        return len(self.hues) // self.players

    def own(self, player: int) -> tuple[Hue, ...]:
        """Return the colours of a player."""
        return self.hues[self.each * player : self.each * (player + 1)]

    def changed(self, player: int) -> "Palette":
        """Return the colours after a player took the next ones that nobody else has.

        Where every colour is somebody's, the player changes with whoever has the next one.
        """
        mine = self.own(player)
        able = [hue for hue in Hue if hue in mine or hue not in self.hues]
        offers = list(combinations(able, self.each))
        if len(offers) == 1:
            order = list(Hue)
            wanted = order[(order.index(mine[0]) + 1) % len(order)]
            to = {mine[0]: wanted, wanted: mine[0]}
            return replace(self, hues=tuple(to.get(hue, hue) for hue in self.hues))
        at = offers.index(tuple(hue for hue in able if hue in mine))
        taken = offers[(at + 1) % len(offers)]
        before, after = self.hues[: self.each * player], self.hues[self.each * (player + 1) :]
        return replace(self, hues=(*before, *taken, *after))


def palette(players: int, wanted: Sequence[Hue] = HUES) -> Palette:
    """Return colours for everybody: the wanted ones as far as they go, then those that are left."""
    every = tuple(dict.fromkeys((*wanted, *Hue)))
    return Palette(players, every[: len(OWNERS[players])])


# The names under which this game keeps texts from one match to the next.
#
# No clue is among them but in a set-up that the owner of the table put there.

SETUP = "cryptid.setup"
"""A set-up out of a file, as JSON."""

CHOICE = "cryptid.choice"
"""How the last match was set up, and the colours, as JSON."""

DRAFT = "cryptid.map"
"""The map that is being typed in, as JSON."""
