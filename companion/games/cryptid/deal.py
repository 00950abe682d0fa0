"""Deal set-ups: map, structures and clues, always the same from the same seed.

Everybody sees the map. If the clues came from the same seed, anybody could try seeds until one gives this
map, and so learn the clues. Therefore clues can come from a separate secret, independent of the map.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count as numbers_from
from typing import TypeAlias, TypeVar

from companion.games.cryptid.clues import Clue, Mode, allowed, clues_of
from companion.games.cryptid.maps import (
    ACROSS,
    EVERYWHERE,
    MAP,
    PIECES,
    Hex,
    Hexes,
    MapPiece,
    Structure,
    Tiles,
    survey,
)
from companion.games.cryptid.setups import Setup, lopsided, owners_of, spare, structures_of

T = TypeVar("T")

Chosen: TypeAlias = tuple[tuple[Clue, Hexes], ...]
"""Clues, each with the hexes it allows."""

_WORD = 2**64 - 1

TRIES = 12
"""How many hexes of a map to try as the habitat before dealing another map."""


def deal(
    seed: int,
    mode: Mode = Mode.NORMAL,
    players: int = 2,
    *,
    secret: int | None = None,
    even: bool = False,
) -> Setup:
    """Deal a set-up with exactly one habitat and different clues, none of which can be left out.

    The same arguments deal the same set-up. With a `secret`, map and structures come from the seed, clues
    from the secret. `even` rejects lopsided set-ups. SetupError for a number of players other than 2 to 5.
    """
    owners = owners_of(players)
    numbers = _split_mix(seed)
    clue_numbers = numbers if secret is None else _hashed(secret)
    while True:
        tiles = _lay_tiles(numbers)
        structures = _build(numbers, mode)
        ground = survey(tiles, structures)
        sets = [(clue, allowed(clue, ground)) for clue in clues_of(mode)]
        for habitat in _shuffled(MAP, clue_numbers)[:TRIES]:
            able = [(clue, hexes) for clue, hexes in sets if hexes & habitat.bit]
            candidates = _shuffled(able, clue_numbers)
            chosen = next(_fitting(candidates, habitat, len(owners)), None)
            if chosen is not None:
                clues = tuple(clue for clue, _ in _shuffled(chosen, clue_numbers))
                setup = Setup(mode, tiles, structures, clues, owners)
                if not (even and lopsided(setup)):
                    return setup


def _shuffled(items: Sequence[T], numbers: Iterator[int]) -> list[T]:
    """Return things in random order (Fisher-Yates), from random numbers of 64 bits or more."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        # The bias is at most `last + 1` in 2 ** 64.
        other = next(numbers) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def _split_mix(seed: int) -> Iterator[int]:
    """Yield 64-bit random numbers from a seed with SplitMix64 (Steele, Lea and Flood, 2014)."""
    state = seed & _WORD
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _WORD
        mixed = state
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & _WORD
        yield mixed ^ (mixed >> 31)


def _hashed(secret: int) -> Iterator[int]:
    """Yield 256-bit random numbers from a secret. Knowing some, as from a clue, doesn't reveal the others."""
    for number in numbers_from(0):
        yield int.from_bytes(sha256(f"cryptid clues {secret} {number}".encode()).digest())


def _lay_tiles(numbers: Iterator[int]) -> Tiles:
    pieces = [MapPiece(tile, bool(next(numbers) % 2)) for tile in _shuffled(tuple(PIECES), numbers)]
    return tuple(tuple(pieces[n : n + ACROSS]) for n in range(0, len(pieces), ACROSS))


def _build(numbers: Iterator[int], mode: Mode) -> tuple[Structure, ...]:
    places = _shuffled(MAP, numbers)
    return tuple(
        Structure(kind, colour, at.row, at.column)
        for (kind, colour), at in zip(structures_of(mode), places, strict=False)
    )


def _fitting(
    candidates: list[tuple[Clue, Hexes]],
    habitat: Hex,
    count: int,
    chosen: Chosen = (),
    remaining: Hexes = EVERYWHERE,
) -> Iterator[Chosen]:
    """Yield choices of clues that together leave only the habitat, none of which can be left out.

    Each adds `count` of the `candidates` clues to those `chosen` so far, which leave the hexes `remaining`.
    """
    if not count:
        if remaining == habitat.bit and not spare(tuple(hexes for _, hexes in chosen)):
            yield chosen
        return
    for n, (clue, hexes) in enumerate(candidates):
        rest = Hexes(remaining & hexes)
        # Skip a clue that rules nothing out. If it leaves only the habitat it must be the last.
        if rest != remaining and (count == 1 or rest != habitat.bit):
            yield from _fitting(candidates[n + 1 :], habitat, count - 1, (*chosen, (clue, hexes)), rest)
