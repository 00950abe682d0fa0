"""Where it could be: the hexes that may still be the habitat, for somebody who sees the pieces but no clue.

A hex may be the habitat if each colour can be given a clue of the mode, no two the same, that agrees with
all pieces of the colour, and no other hex is allowed by all of those clues. So for every other hex one of
the clues must allow this hex and not that one: sets of clues, one clue needed of each, and a set that holds
another one adds nothing. Few are left of 107. A clue of the smallest is chosen, then one of the smallest
that is still without, and so on, which soon ends either way.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from operator import and_, or_
from typing import NewType

from companion.games.cryptid.maps import MAP, Hexes, gather
from companion.games.cryptid.model import HexContents, Hue

Clues = NewType("Clues", int)
"""A set of clues, one bit each, in the order in which they are given."""

Hues = NewType("Hues", int)
"""A set of colours, one bit each, in the order in which they are given: those that could have a clue."""


def possible(sets: Sequence[Hexes], hues: Sequence[Hue], spots: Sequence[HexContents]) -> Hexes:
    """Return the hexes that may be the habitat; a bare map takes far longer than one with many pieces.

    `sets` are what each of all clues allows, `hues` the colours of the clues, and `spots` what lies on the
    map, by hex, row by row.
    """
    by = by_hex(sets)
    left = agreeing(by, hues, spots)
    able = Clues(reduce(or_, left))
    # Hexes that the same of these clues allow are one kind: another hex has to be told from it only once.
    kinds = Counter(Clues(clues & able) for clues in by)
    whose = {clue: Hues(sum(1 << n for n, clues in enumerate(left) if clues & clue)) for clue in _each(able)}

    def fits(own: Clues) -> bool:
        if kinds[own] > 1 or not all(own & clues for clues in left):
            # No clue tells it from another of its kind; or a colour has none left that allows it.
            return False
        apart = _least({Clues(own & ~other) for other in kinds if other != own})
        return _choosable(apart, own, (), len(left), whose)

    return gather(at for at, clues in zip(MAP, by, strict=True) if fits(Clues(clues & able)))


def by_hex(sets: Sequence[Hexes]) -> list[Clues]:
    """Return for each hex the clues that allow it; `sets` are what each of all clues allows."""
    # As text, and read column by column: by hex what was by clue.
    rows = [f"{hexes:0{len(MAP)}b}" for hexes in reversed(sets)]
    return [Clues(int("".join(column), 2)) for column in zip(*rows, strict=True)][::-1]


def agreeing(by: Sequence[Clues], hues: Sequence[Hue], spots: Sequence[HexContents]) -> list[Clues]:
    """Return for each colour the clues that allow the hexes of its discs, and forbid those of its cubes."""
    left = dict.fromkeys(hues, -1)
    known = 0
    for spot, clues in zip(spots, by, strict=True):
        known |= clues
        if spot.cube is not None:
            left[spot.cube] &= ~clues
        for hue in spot.discs:
            left[hue] &= clues
    # A clue that allows no hex at all is left out: it is nobody's.
    return [Clues(left[hue] & known) for hue in hues]


def _choosable(
    apart: Sequence[Clues], able: Clues, chosen: tuple[Hues, ...], more: int, whose: dict[int, Hues]
) -> bool:
    """Tell whether `more` of the `able` clues can be chosen, one of each set in `apart` among them.

    `apart` holds nothing but able clues. `chosen` are the colours that could have each clue that is chosen
    already: all of them must be given a colour each.
    """
    last = more == 1
    needed = reduce(and_, apart, able) if last else min(apart, key=int.bit_count, default=able)
    for clue in _each(needed):
        wider = (*chosen, whose[clue])
        # All choices with this clue are looked through here: later ones do without.
        able = Clues(able & ~clue)
        if not _one_each(wider):
            continue
        rest = [Clues(clues & able) for clues in apart if not clues & clue]
        if last or _choosable(rest, able, wider, more - 1, whose):
            return True
    return False


@lru_cache(maxsize=4096)
def _one_each(whose: tuple[Hues, ...]) -> bool:
    """Tell whether each clue can be given one of the colours that could have it, none twice."""
    if not whose:
        return True
    first, *others = whose
    return any(_one_each(tuple(Hues(some & ~hue) for some in others)) for hue in _each(first))


def _least(sets: Iterable[Clues]) -> list[Clues]:
    """Return the sets that hold no other one, smallest first."""
    kept: list[Clues] = []
    for clues in sorted(sorted(sets), key=int.bit_count):
        if all(other & ~clues for other in kept):
            kept.append(clues)
    return kept


def _each(some: int) -> Iterator[int]:
    """Yield each member of a set, as a set of one."""
    while some:
        yield some & -some
        some &= some - 1
