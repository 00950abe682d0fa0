"""Where it could be: the hexes that may still be the habitat, for somebody who sees the pieces but no clue.

A hex may be the habitat if each colour can be given a clue of the mode, no two the same, that agrees with
all pieces of the colour, and no other hex is allowed by all of those clues. So for every other hex one of
the clues must allow this hex and not that one: sets of clues, one clue needed of each, and a set that holds
another one adds nothing. Few are left of 107. A clue of the smallest is chosen, then one of the smallest
that is still without, and so on, which soon ends either way. The clues that were found are the witnesses of
the hex: it is looked at again only when a piece speaks against one of them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from operator import and_, or_
from typing import NewType, TypeAlias

from msgspec import Struct

from companion.games.cryptid.clues import Mode, allowed, clues_of
from companion.games.cryptid.maps import MAP, Hexes, Structure, Tiles, survey
from companion.games.cryptid.model import HUES, HexContents, Hue

Clues = NewType("Clues", int)
"""A set of clues, one bit each, in the order of `clues_of`."""

Hues = NewType("Hues", int)
"""A set of colours, one bit each, in the order of the field's: those that could have a clue."""


Apart: TypeAlias = tuple[Clues, ...]
"""What tells a hex from all others: one clue of each set is needed. Smallest first; none holds another."""

Witnesses: TypeAlias = tuple[Clues, ...]
"""For each colour one clue, as a set of one; together they allow one hex alone."""


class Field(Struct, frozen=True):
    """Which hexes could still be the habitat, each with clues that would make it so.

    `by` (the clues that allow a hex, whatever lies on it), `apart` and `found` are by hex, row by row. What
    tells a hex apart is worked out when it is first looked at, of the clues `among`: those that were left
    then. `left` are the clues that agree with all pieces of a colour, by the order of `hues`. `hexes` depends
    on the pieces alone; everything else on earlier positions too.
    """

    hues: tuple[Hue, ...]
    by: tuple[Clues, ...]
    among: Clues
    apart: tuple[Apart | None, ...]
    left: tuple[Clues, ...]
    found: tuple[Witnesses | None, ...]

    @property
    def hexes(self) -> Hexes:
        """The hexes that could still be the habitat."""
        return Hexes(sum(at.bit for at, witnesses in zip(MAP, self.found, strict=True) if witnesses))


BARE = (HexContents(),) * len(MAP)
"""A map on which nothing lies."""


def unknown(
    mode: Mode,
    tiles: Tiles,
    structures: tuple[Structure, ...],
    hues: Sequence[Hue] = HUES,
    spots: Sequence[HexContents] = BARE,
) -> Field:
    """Return the field of a map, which must be well laid, with these pieces on it.

    `hues` are the colours of the clues. A bare map takes far longer than a move, and the less the more pieces
    there are: only what they leave is looked at.
    """
    ground = survey(tiles, structures)
    return untold([allowed(clue, ground) for clue in clues_of(mode)], hues, spots)


def untold(sets: Sequence[Hexes], hues: Sequence[Hue] = HUES, spots: Sequence[HexContents] = BARE) -> Field:
    """Return the field of a map with these pieces, where `sets` are what each of all clues allows."""
    # As text, and read column by column: by hex what was by clue.
    rows = [f"{hexes:0{len(MAP)}b}" for hexes in reversed(sets)]
    by = tuple(Clues(int("".join(column), 2)) for column in zip(*rows, strict=True))[::-1]
    nothing = (None,) * len(MAP)
    return narrowed(Field(tuple(hues), by, Clues(0), nothing, (Clues(0),) * len(hues), nothing), spots)


def narrowed(field: Field, spots: Sequence[HexContents]) -> Field:
    """Return the field with these pieces on the map; `spots` are by hex, row by row, as in a position.

    The field may be that of any position of the match; it is quickest where pieces were only added. Where one
    was changed or moved, clues that were ruled out may be left again, and hexes come back.
    """
    left = _agreeing(field, spots)
    return field if left == field.left else _looked(field, left)


def _agreeing(field: Field, spots: Sequence[HexContents]) -> tuple[Clues, ...]:
    """Return for each colour the clues that allow the hexes of its discs, and forbid those of its cubes."""
    left = dict.fromkeys(field.hues, -1)
    known = 0
    for spot, by in zip(spots, field.by, strict=True):
        known |= by
        if spot.cube is not None:
            left[spot.cube] &= ~by
        for hue in spot.discs:
            left[hue] &= by
    # A clue that allows no hex at all is left out: it is nobody's.
    return tuple(Clues(left[hue] & known) for hue in field.hues)


def _looked(field: Field, left: tuple[Clues, ...]) -> Field:
    """Return the field where these clues are left."""
    only_fewer = all(now & ~before == 0 for now, before in zip(left, field.left, strict=True))
    able = Clues(reduce(or_, left))
    # Where clues are back that weren't reckoned with, what tells hexes apart is worked out anew.
    among, known = (field.among, field.apart) if not able & ~field.among else (able, (None,) * len(MAP))
    apart: list[Apart | None] = list(known)
    # Hexes that the same of these clues allow are one kind: another hex has to be told from it only once.
    kinds = Counter(Clues(by & among) for by in field.by)
    whose = {clue: Hues(sum(1 << n for n, clues in enumerate(left) if clues & clue)) for clue in _each(able)}
    found: list[Witnesses | None] = []
    for n, (by, kept) in enumerate(zip(field.by, field.found, strict=True)):
        if kept is None and only_fewer:
            found.append(None)
        elif kept is not None and all(one & clues for one, clues in zip(kept, left, strict=True)):
            found.append(kept)
        elif all(clues & by for clues in left):
            told = apart[n]
            if told is None:
                told = apart[n] = _apart(Clues(by & among), kinds)
            sets = [Clues(clues & able) for clues in told]
            found.append(_choose(sets, Clues(by & able), (), len(left), whose))
        else:
            # A colour has a cube there, or no clue left that allows the hex.
            found.append(None)
    return Field(field.hues, field.by, among, tuple(apart), left, tuple(found))


def _apart(own: Clues, kinds: Mapping[Clues, int]) -> Apart:
    """Return what tells a hex that the clues `own` allow from all others; `kinds` counts these and those."""
    if kinds[own] > 1:
        # No clue tells it from another of its kind.
        return (Clues(0),)
    return _least({Clues(own & ~other) for other in kinds if other != own})


def _choose(
    apart: Sequence[Clues], able: Clues, chosen: Witnesses, more: int, whose: dict[Clues, Hues]
) -> Witnesses | None:
    """Return `chosen` and `more` of the `able` clues, one of each set in `apart` among them, by colour.

    `apart` holds nothing but able clues. None where no such clues can be given a colour each.
    """
    last = more == 1
    needed = reduce(and_, apart, able) if last else min(apart, key=int.bit_count, default=able)
    for clue in _each(needed):
        wider = (*chosen, clue)
        # All choices with this clue are looked through here: later ones do without.
        able = Clues(able & ~clue)
        given = _given(tuple([whose[one] for one in wider]))
        if given is None:
            continue
        if last:
            return tuple(one for _, one in sorted(zip(given, wider, strict=True)))
        rest = [Clues(clues & able) for clues in apart if not clues & clue]
        found = _choose(rest, able, wider, more - 1, whose)
        if found is not None:
            return found
    return None


@lru_cache(maxsize=4096)
def _given(whose: tuple[Hues, ...]) -> tuple[Hues, ...] | None:
    """Return for each clue one of the colours that could have it, none twice; None where that can't be."""
    if not whose:
        return ()
    for one in _each(Clues(whose[0])):
        others = _given(tuple(Hues(some & ~one) for some in whose[1:]))
        if others is not None:
            return (Hues(one), *others)
    return None


def _least(sets: set[Clues]) -> tuple[Clues, ...]:
    """Return the sets that hold no other one, smallest first."""
    kept: list[Clues] = []
    for clues in sorted(sorted(sets), key=int.bit_count):
        for other in kept:
            if other & ~clues == 0:
                break
        else:
            kept.append(clues)
    return tuple(kept)


def _each(clues: Clues) -> Iterator[Clues]:
    """Yield each clue of a set, as a set of one."""
    while clues:
        lowest = Clues(clues & -clues)
        yield lowest
        clues = Clues(clues ^ lowest)
