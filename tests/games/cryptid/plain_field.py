"""A straightforward search for the habitat, to compare the fast one with.

Whole games to compare the two on are here too.
"""

from collections.abc import Sequence
from itertools import pairwise

from companion.games.cryptid.clues import Mode, allowed, clues_of
from companion.games.cryptid.deal import deal
from companion.games.cryptid.maps import EVERYWHERE, MAP, NOWHERE, Hexes, survey
from companion.games.cryptid.model import HexContents, Hue, State
from companion.games.cryptid.setups import Setup
from tests.games.cryptid.players import positions


def plain_field(sets: Sequence[Hexes], hues: Sequence[Hue], spots: Sequence[HexContents]) -> Hexes:
    """Return the hexes left by one clue for each colour; `sets` are the hexes that each clue allows."""
    agreeing = [[n for n, hexes in enumerate(sets) if agrees(hexes, hue, spots)] for hue in hues]
    habitats = NOWHERE
    for at in MAP:
        candidates = [[n for n in clues if sets[n] & at.bit] for clues in agreeing]
        if _left_alone(at.bit, EVERYWHERE, (), sorted(candidates, key=len), sets):
            habitats = Hexes(habitats | at.bit)
    return habitats


def agrees(hexes: Hexes, hue: Hue, spots: Sequence[HexContents]) -> bool:
    """Return whether a clue allows all discs of a colour, and forbids all its cubes."""
    return all(
        (hue not in spot.discs or hexes & at.bit) and (spot.cube != hue or not hexes & at.bit)
        for at, spot in zip(MAP, spots, strict=True)
    )


def _left_alone(
    wanted: Hexes,
    remaining: Hexes,
    chosen: tuple[int, ...],
    candidates: list[list[int]],
    sets: Sequence[Hexes],
) -> bool:
    if not candidates:
        return remaining == wanted
    # If even all clues together leave more than one hex, four of them do.
    common = int(remaining)
    for clues in candidates:
        for n in clues:
            common &= sets[n]
    return common == wanted and any(
        _left_alone(wanted, Hexes(remaining & sets[n]), (*chosen, n), candidates[1:], sets)
        for n in candidates[0]
        if n not in chosen
    )


def sets_of_all(setup: Setup) -> list[Hexes]:
    """Return what each clue of the mode allows on this map."""
    ground = survey(setup.tiles, setup.structures)
    return [allowed(clue, ground) for clue in clues_of(setup.mode)]


def truthful(seed: int, mode: Mode) -> tuple[Setup, list[State]]:
    """Return a set-up and the positions of a whole game of it, one after each move that placed pieces."""
    setup = deal(seed, mode)
    return setup, [now for before, now in pairwise(positions(setup, seed)) if now.spots != before.spots]
