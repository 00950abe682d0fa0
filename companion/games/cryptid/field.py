"""The field: the hexes that may still be the habitat, judged by the pieces alone, without any clue.

A hex may be the habitat if each colour can be given a different clue of the mode that agrees with all its
pieces, so that those clues together allow no other hex. So each of the 107 other hexes needs a chosen clue
that allows this hex but not that one. That makes 107 sets of clues, and the choice must include one of each.
A set that contains another adds nothing, which leaves few. The search takes a clue of the smallest set, then
one of the smallest set not yet met, and so on; it ends quickly either way.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from operator import and_, or_
from typing import NewType

from companion.games.cryptid.maps import MAP, Hexes, gather
from companion.games.cryptid.model import HexContents, Hue

Clues = NewType("Clues", int)
"""A set of clues: bit n for the nth clue of `sets`."""

Hues = NewType("Hues", int)
"""A set of colours that could have some clue: bit n for the nth of `hues`."""


def possible(sets: Sequence[Hexes], hues: Sequence[Hue], spots: Sequence[HexContents]) -> Hexes:
    """Return the hexes that may be the habitat. A bare map takes far longer than one with many pieces.

    `sets` are the hexes allowed by each clue of the mode, `hues` the colours that have a clue, and `spots`
    the pieces on each hex, row by row.
    """
    by = by_hex(sets)
    left = agreeing(by, hues, spots)
    able = Clues(reduce(or_, left))
    # Hexes allowed by the same clues are one kind: another hex is compared with each kind only once.
    kinds = Counter(Clues(clues & able) for clues in by)
    whose = {clue: Hues(sum(1 << n for n, clues in enumerate(left) if clues & clue)) for clue in _each(able)}

    def fits(own: Clues) -> bool:
        if kinds[own] > 1 or not all(own & clues for clues in left):
            # No clue separates it from another of its kind, or some colour has no clue left that allows it.
            return False
        apart = _least({Clues(own & ~other) for other in kinds if other != own})
        return _choosable(apart, own, (), len(left), whose)

    return gather(at for at, clues in zip(MAP, by, strict=True) if fits(Clues(clues & able)))


def by_hex(sets: Sequence[Hexes]) -> list[Clues]:
    """Return the clues that allow each hex; `sets` are the hexes allowed by each clue."""
    # A transpose, from clue by hex to hex by clue: one row of digits per clue, read column by column.
    rows = [f"{hexes:0{len(MAP)}b}" for hexes in reversed(sets)]
    return [Clues(int("".join(column), 2)) for column in zip(*rows, strict=True)][::-1]


def agreeing(by: Sequence[Clues], hues: Sequence[Hue], spots: Sequence[HexContents]) -> list[Clues]:
    """Return, for each colour, the clues that allow its discs' hexes and forbid its cubes' hexes."""
    left = dict.fromkeys(hues, -1)
    known = 0
    for spot, clues in zip(spots, by, strict=True):
        known |= clues
        if spot.cube is not None:
            left[spot.cube] &= ~clues
        for hue in spot.discs:
            left[hue] &= clues
    # Leave out a clue that allows no hex at all: nobody can have it.
    return [Clues(left[hue] & known) for hue in hues]


def _choosable(
    apart: Sequence[Clues], able: Clues, chosen: tuple[Hues, ...], more: int, whose: dict[int, Hues]
) -> bool:
    """Return whether `more` of the `able` clues can be chosen so that each set in `apart` has one of them.

    The sets in `apart` contain able clues only. `chosen` has one item per clue chosen so far: the colours
    that could have it. In the end every chosen clue must get a colour of its own.
    """
    last = more == 1
    needed = reduce(and_, apart, able) if last else min(apart, key=int.bit_count, default=able)
    for clue in _each(needed):
        wider = (*chosen, whose[clue])
        # This pass tries every choice with this clue; later passes exclude it.
        able = Clues(able & ~clue)
        if not _one_each(wider):
            continue
        rest = [Clues(clues & able) for clues in apart if not clues & clue]
        if last or _choosable(rest, able, wider, more - 1, whose):
            return True
    return False


@lru_cache(maxsize=4096)
def _one_each(whose: tuple[Hues, ...]) -> bool:
    """Return whether each clue can get one of its possible colours, no colour twice."""
    if not whose:
        return True
    first, *others = whose
    return any(_one_each(tuple(Hues(some & ~hue) for some in others)) for hue in _each(first))


def _least(sets: Iterable[Clues]) -> list[Clues]:
    """Return the sets that contain no other set, smallest first."""
    kept: list[Clues] = []
    for clues in sorted(sorted(sets), key=int.bit_count):
        if all(other & ~clues for other in kept):
            kept.append(clues)
    return kept


def _each(some: int) -> Iterator[int]:
    """Yield each member of a set as a one-bit set, lowest first."""
    while some:
        yield some & -some
        some &= some - 1
