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
    clues_by_hex = by_hex(sets)
    agreeing = agreeing_clues(clues_by_hex, hues, spots)
    usable = Clues(reduce(or_, agreeing))
    # Hexes allowed by the same clues are one kind: another hex is compared with each kind only once.
    kinds = Counter(Clues(clues & usable) for clues in clues_by_hex)
    hues_of = {
        clue: Hues(sum(1 << n for n, clues in enumerate(agreeing) if clues & clue)) for clue in _bits(usable)
    }

    def fits(hex_clues: Clues) -> bool:
        if kinds[hex_clues] > 1 or not all(hex_clues & clues for clues in agreeing):
            # No clue separates it from another of its kind, or some colour has no clue left that allows it.
            return False
        separating = _minimal({Clues(hex_clues & ~other) for other in kinds if other != hex_clues})
        return _choosable(separating, hex_clues, (), len(agreeing), hues_of)

    return gather(at for at, clues in zip(MAP, clues_by_hex, strict=True) if fits(Clues(clues & usable)))


def by_hex(sets: Sequence[Hexes]) -> list[Clues]:
    """Return the clues that allow each hex; `sets` are the hexes allowed by each clue."""
    # A transpose, from clue by hex to hex by clue: one row of digits per clue, read column by column.
    rows = [f"{hexes:0{len(MAP)}b}" for hexes in reversed(sets)]
    return [Clues(int("".join(column), 2)) for column in zip(*rows, strict=True)][::-1]


def agreeing_clues(
    clues_by_hex: Sequence[Clues], hues: Sequence[Hue], spots: Sequence[HexContents]
) -> list[Clues]:
    """Return, for each colour, the clues that allow its discs' hexes and forbid its cubes' hexes."""
    agreeing = dict.fromkeys(hues, -1)
    known = 0
    for spot, clues in zip(spots, clues_by_hex, strict=True):
        known |= clues
        if spot.cube is not None:
            agreeing[spot.cube] &= ~clues
        for hue in spot.discs:
            agreeing[hue] &= clues
    # Leave out a clue that allows no hex at all: nobody can have it.
    return [Clues(agreeing[hue] & known) for hue in hues]


def _choosable(
    separating: Sequence[Clues], usable: Clues, chosen: tuple[Hues, ...], count: int, hues_of: dict[int, Hues]
) -> bool:
    """Return whether `count` of the `usable` clues can be chosen with one in each set of `separating`.

    The sets contain usable clues only. `chosen` has one item per clue chosen so far: the colours
    that could have it. In the end every chosen clue must get a colour of its own.
    """
    last = count == 1
    to_try = reduce(and_, separating, usable) if last else min(separating, key=int.bit_count, default=usable)
    for clue in _bits(to_try):
        with_clue = (*chosen, hues_of[clue])
        # This pass tries every choice with this clue; later passes exclude it.
        usable = Clues(usable & ~clue)
        if not _assignable(with_clue):
            continue
        rest = [Clues(clues & usable) for clues in separating if not clues & clue]
        if last or _choosable(rest, usable, with_clue, count - 1, hues_of):
            return True
    return False


@lru_cache(maxsize=4096)
def _assignable(options: tuple[Hues, ...]) -> bool:
    """Return whether each clue can get one of its possible colours, no colour twice."""
    if not options:
        return True
    first, *others = options
    return any(_assignable(tuple(Hues(hues & ~hue) for hues in others)) for hue in _bits(first))


def _minimal(sets: Iterable[Clues]) -> list[Clues]:
    """Return the sets that contain no other set, smallest first."""
    minimal: list[Clues] = []
    for clues in sorted(sorted(sets), key=int.bit_count):
        if all(other & ~clues for other in minimal):
            minimal.append(clues)
    return minimal


def _bits(members: int) -> Iterator[int]:
    """Yield each member of a set as a one-bit set, lowest first."""
    while members:
        yield members & -members
        members &= members - 1
