"""Set-ups: a map, its structures, and a clue for each colour of pieces; how to read, check and solve them."""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import chain, product
from operator import and_
from typing import Annotated

from msgspec import DecodeError, Meta, Struct
from msgspec.structs import replace

from companion.decoding import from_json
from companion.errors import SetupError
from companion.games.cryptid import maps
from companion.games.cryptid.clues import Clue, Mode, On, allowed, clues_of, normalized
from companion.games.owned_toml import refuse

OWNERS = {2: (0, 0, 1, 1), 3: (0, 1, 2), 4: (0, 1, 2, 3), 5: (0, 1, 2, 3, 4)}
"""The player who has each clue, by number of players: two have two clues each, others one."""


def owners_of(players: int) -> tuple[int, ...]:
    """Return the player who has each clue; SetupError for a number of players other than 2 to 5."""
    if players not in OWNERS:
        raise SetupError(f"players: {players} can't play Cryptid; 2 to 5 can")
    return OWNERS[players]


MOST = 20_000
"""The longest text in bytes that `read_setup` will parse."""


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """A set-up, as exchanged in JSON. Rows, columns and players count from 0."""

    mode: Mode
    tiles: maps.Tiles
    structures: tuple[maps.Structure, ...]
    clues: tuple[Clue, ...]
    clue_owner: tuple[Annotated[int, Meta(ge=0, le=4)], ...]

    @property
    def players(self) -> int:
        """The number of players; 0 for a map alone."""
        return max(self.clue_owner, default=-1) + 1

    @property
    def map_alone(self) -> "Setup":
        """The set-up without its clues, which everybody may see."""
        return replace(self, clues=(), clue_owner=())


def structures_of(mode: Mode) -> tuple[maps.Shape, ...]:
    """Return the structures of a mode: six, or eight with the black ones."""
    colours = [colour for colour in maps.Colour if mode is Mode.ADVANCED or colour is not maps.Colour.BLACK]
    return tuple(product(maps.StructureKind, colours))


def faults(setup: Setup) -> Iterator[str]:
    """Yield everything that is wrong with a set-up's map and clues, each starting with the field's name."""
    yield from _map_faults(setup.tiles)
    yield from _structure_faults(setup)
    yield from _clue_faults(setup)


def _map_faults(tiles: maps.Tiles) -> Iterator[str]:
    if [len(row) for row in tiles] != [maps.ACROSS] * maps.DOWN:
        yield f"tiles: the map is {maps.DOWN} rows of {maps.ACROSS} pieces"
        return
    numbers = [piece.tile for row in tiles for piece in row]
    for number in maps.PIECES:
        if numbers.count(number) > 1:
            yield f"tiles: piece {number} is laid {numbers.count(number)} times"
        elif number not in numbers:
            yield f"tiles: piece {number} is missing"


def _structure_faults(setup: Setup) -> Iterator[str]:
    wanted = structures_of(setup.mode)
    standing: dict[maps.Hex, maps.Structure] = {}
    seen: set[maps.Shape] = set()
    for structure in setup.structures:
        name, at = name_of(structure.shape), structure.at
        if structure.shape in seen:
            yield f"structures: the {name} stands there twice"
        elif structure.shape not in wanted:
            yield f"structures: the {name} stands in advanced games only"
        seen.add(structure.shape)
        where = f"row {structure.row}, col {structure.col}"
        map_ends = f"rows go from 0 to {maps.ROWS - 1}, cols to {maps.COLUMNS - 1}"
        if not (0 <= structure.row < maps.ROWS and 0 <= structure.col < maps.COLUMNS):
            yield f"structures: the {name} is off the map ({where}; {map_ends})"
        elif at in standing:
            other = name_of(standing[at].shape)
            yield f"structures: the {name} and the {other} stand on one hex ({where})"
        else:
            standing[at] = structure
    for shape in wanted:
        if shape not in seen:
            yield f"structures: the {name_of(shape)} is missing"


def _clue_faults(setup: Setup) -> Iterator[str]:
    if tuple(setup.clue_owner) not in OWNERS.values():
        yield "clue_owner: two players have two clues each (0 0 1 1), three to five have one each (0 1 2 ...)"
    elif len(setup.clues) != len(setup.clue_owner):
        yield f"clues: there are {len(setup.clues)}, and clue_owner has {len(setup.clue_owner)}"
    known = set(clues_of(setup.mode))
    seen: set[Clue] = set()
    for number, clue in enumerate(setup.clues):
        if isinstance(clue, On) and len(set(clue.terrains)) == 1:
            yield f"clues[{number}]: two different terrains are needed"
            continue
        if normalized(clue) in seen:
            yield f"clues[{number}]: another clue says the same"
        elif normalized(clue) not in known and clue.negated:
            yield f"clues[{number}]: a clue with not is for advanced games only"
        elif normalized(clue) not in known:
            yield f"clues[{number}]: a clue about black is for advanced games only"
        seen.add(normalized(clue))


def check_map(setup: Setup) -> None:
    """Raise SetupError, listing every fault, if the map can't be laid. Clues aren't checked."""
    refuse(chain(_map_faults(setup.tiles), _structure_faults(setup)))


def check(setup: Setup) -> None:
    """Raise SetupError, listing every fault, unless the clues leave exactly one hex of a proper map."""
    refuse(faults(setup))
    count = habitats(setup).bit_count()
    if count == 0:
        raise SetupError("clues: no hexes fit all of them, and it must be exactly one")
    if count > 1:
        raise SetupError(f"clues: {count} hexes fit all of them, and it must be exactly one")


def check_known(setup: Setup) -> None:
    """Check a set-up with `check`, or a map alone with `check_map`."""
    # Owners without clues aren't a map alone: `check` must find the missing clues.
    if setup.clues or setup.clue_owner:
        check(setup)
    else:
        check_map(setup)


def read_setup(text: bytes) -> Setup:
    """Read a set-up from JSON; SetupError if it isn't one. Use `check` to see whether it can be played."""
    if len(text) > MOST:
        raise SetupError("this is longer than any set-up")
    try:
        return from_json(text, Setup)
    except (DecodeError, ValueError, RecursionError) as error:
        raise SetupError(f"not a set-up: {error}") from None


def sets_of(setup: Setup) -> tuple[maps.Hexes, ...]:
    """Return the hexes each clue allows, in the order of the clues; the map must have no faults."""
    ground = maps.survey(setup.tiles, setup.structures)
    return tuple(allowed(clue, ground) for clue in setup.clues)


def habitats(setup: Setup) -> maps.Hexes:
    """Return the hexes that fit all clues: exactly one in a playable set-up."""
    return meet(sets_of(setup))


def redundant(setup: Setup) -> tuple[int, ...]:
    """Return the indices of clues that can each be dropped without another hex becoming possible."""
    return spare(sets_of(setup))


def spare(sets: tuple[maps.Hexes, ...]) -> tuple[int, ...]:
    """Return the indices of sets that can each be dropped without the others having more in common."""
    common = meet(sets)
    return tuple(n for n in range(len(sets)) if meet(sets[:n] + sets[n + 1 :]) == common)


FEW = 5
"""A player whose own clues leave this many hexes or fewer has almost found the habitat alone."""

TIMES = 4
"""Clues that leave this many times as many hexes as another player's are far weaker."""


def hexes_left(setup: Setup) -> tuple[int, ...]:
    """Return the number of hexes each player's own clues leave, by player."""
    owned = tuple(zip(setup.clue_owner, sets_of(setup), strict=True))
    return tuple(
        meet(tuple(hexes for owner, hexes in owned if owner == player)).bit_count()
        for player in range(setup.players)
    )


def lopsided(setup: Setup) -> bool:
    """Return whether one player starts far ahead: see `uneven`."""
    return uneven(hexes_left(setup))


def uneven(left: Sequence[int]) -> bool:
    """Return whether any player's clues leave at most `FEW` hexes, or `TIMES` as many as another's."""
    return min(left) <= FEW or max(left) >= TIMES * min(left)


def meet(sets: tuple[maps.Hexes, ...]) -> maps.Hexes:
    """Return the hexes in all of the sets; every hex if there are no sets."""
    return maps.Hexes(reduce(and_, sets, maps.EVERYWHERE))


def name_of(shape: maps.Shape) -> str:
    """Return a structure's name for an error, such as "blue standing stone"."""
    kind, colour = shape
    return f"{colour} {kind.replace('_', ' ')}"
