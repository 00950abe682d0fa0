"""Dealing a set-up: a map, structures and clues, out of a seed that gives the same again."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeVar

from companion.errors import SetupError
from companion.games.cryptid.clues import Clue, Mode, allowed, clues_of
from companion.games.cryptid.hexes import MAP, Hex, Hexes
from companion.games.cryptid.maps import ACROSS, PIECES, Piece, Structure, Tiles, survey
from companion.games.cryptid.setups import OWNERS, Setup, meet, structures_of

T = TypeVar("T")

_WORD = 2**64 - 1

TRIES = 12
"""So many hexes of a map are tried as habitats before another map is laid."""


def deal(seed: int, mode: Mode = Mode.NORMAL, players: int = 2) -> Setup:
    """Deal a set-up: one habitat, no clue that could be left out, no two alike; the same for the same seed.

    SetupError for a number of players other than 2 to 5.
    """
    if players not in OWNERS:
        raise SetupError(f"players: {players} can't play Cryptid; 2 to 5 can")
    dice = _Dice(seed)
    while True:
        tiles = _lay(dice)
        structures = _build(dice, mode)
        ground = survey(tiles, structures)
        sets = {clue: allowed(clue, ground) for clue in clues_of(mode)}
        for habitat in dice.shuffled(MAP)[:TRIES]:
            found = next(_fitting(dice, sets, habitat, len(OWNERS[players])), None)
            if found is not None:
                return Setup(mode, tiles, structures, tuple(dice.shuffled(found)), OWNERS[players])


class _Dice:
    """Numbers out of a seed, the same on every machine: SplitMix64 (Steele, Lea and Flood, 2014)."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _WORD

    def below(self, count: int) -> int:
        """Return a number from 0 up to and without `count`; some a little likelier, by count in 2 ** 64."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        mixed = self._state
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & _WORD
        return (mixed ^ (mixed >> 31)) % count

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """Return things in another order."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def _lay(dice: _Dice) -> Tiles:
    pieces = [Piece(number, bool(dice.below(2))) for number in dice.shuffled(tuple(PIECES))]
    return tuple(tuple(pieces[n : n + ACROSS]) for n in range(0, len(pieces), ACROSS))


def _build(dice: _Dice, mode: Mode) -> tuple[Structure, ...]:
    places = dice.shuffled(MAP)
    return tuple(
        Structure(kind, colour, at.row, at.column)
        for (kind, colour), at in zip(structures_of(mode), places, strict=False)
    )


def _fitting(dice: _Dice, sets: dict[Clue, Hexes], habitat: Hex, count: int) -> Iterator[tuple[Clue, ...]]:
    """Yield clues that together leave only the habitat, and of which none can be left out."""
    able = dice.shuffled([clue for clue, hexes in sets.items() if hexes & habitat.bit])
    for clues in combinations(able, count):
        chosen = tuple(sets[clue] for clue in clues)
        if meet(chosen) == habitat.bit and all(
            meet(chosen[:n] + chosen[n + 1 :]) != habitat.bit for n in range(count)
        ):
            yield clues
