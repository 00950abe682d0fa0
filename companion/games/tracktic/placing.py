"""What a move of pieces means on the grid: which pattern it is, what it touches, and where a T would be."""

from collections import Counter
from collections.abc import Collection
from functools import lru_cache

from companion.games.tracktic.grid import Cell, Shape, beside, shape_of, touching, ways
from companion.games.tracktic.model import Card, Piece, State
from companion.games.tracktic.profile import Profile


@lru_cache(maxsize=8)
def patterns(profile: Profile) -> dict[Shape, Card]:
    """Return the card of every shape, in all rotations and mirror images; no two cards have the same."""
    return {way: pattern.id for pattern in profile.patterns for way in ways(pattern.shape)}


def card_of(profile: Profile, cells: Collection[Cell]) -> Card | None:
    """Return which pattern these cells are, wherever they lie; None for one of no card."""
    return patterns(profile).get(shape_of(cells))


def nearest(state: State, cells: Collection[Cell]) -> Card:
    """Return the pattern that differs from these cells by the fewest, wherever it lies and however turned.

    It is one of those that can be played; only where none can, any of the box. Of several as near, the one
    that stands first in the profile.
    """

    def apart(card: Card) -> int:
        shape = state.profile.pattern(card)
        every = ways(shape.shape) if shape is not None else ()
        return min(len(cells) + len(way) - 2 * _covered(way, cells) for way in every)

    every = [pattern.id for pattern in state.profile.patterns]
    return min([card for card in every if state.playable(card)] or every, key=apart)


def _covered(way: Shape, cells: Collection[Cell]) -> int:
    """Return how many of some cells a shape covers where it covers most."""
    shifts = Counter((cell.row - row, cell.column - column) for cell in cells for row, column in way)
    return max(shifts.values(), default=0)


def reach(state: State, colour: Piece) -> set[Cell]:
    """Return the pieces from which a colour's paths extend: own ones, and white ones joined to them."""
    found = set(state.cells_of(colour))
    growing = list(found)
    while growing:
        for cell in beside(growing.pop()):
            if cell not in found and state.pieces.get(cell) is Piece.WHITE:
                found.add(cell)
                growing.append(cell)
    return found


def connects(state: State, colour: Piece, cells: Collection[Cell]) -> bool:
    """Tell whether a pattern on these cells touches a path of the colour that lay there before."""
    return bool(touching(cells) & reach(state, colour))


def new_ts(state: State, colour: Piece, laid: Collection[Cell]) -> list[Cell]:
    """Return the middles of the Ts of a colour that these new pieces would be part of, row by row.

    Four pieces form a T exactly where one has three of its own colour beside it; two by two is none. A fourth
    arm on a T that was let stand forms new ones.
    """
    own = state.cells_of(colour) | set(laid)
    near = (touching(laid) | set(laid)) & own
    return sorted(cell for cell in near if _arms(cell, own) > 2)


def _arms(cell: Cell, own: Collection[Cell]) -> int:
    return sum(other in own for other in beside(cell))
