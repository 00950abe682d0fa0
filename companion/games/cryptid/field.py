"""Where it could be: the hexes that may still be the habitat, for somebody who sees the pieces but no clue.

A hex may be the habitat if each colour can be given a clue of the mode, no two the same, that agrees with
all pieces of the colour, and no other hex is allowed by all of those clues. So for every other hex one of
the clues must allow this hex and not that one: sets of clues, one clue needed of each, and a set that holds
another one adds nothing. Few are left of 107. A clue of the smallest is chosen, then one of the smallest
that is still without, and so on, which soon ends either way. The clues that were found are the witnesses of
the hex: it is looked at again only when a piece speaks against one of them.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from operator import and_
from typing import NewType, TypeAlias

from msgspec import Struct

from companion.games.cryptid.clues import Mode, allowed, clues_of
from companion.games.cryptid.hexes import MAP, Hexes
from companion.games.cryptid.maps import Structure, Tiles, survey
from companion.games.cryptid.model import HUES, Hue, Spot

Clues = NewType("Clues", int)
"""A set of clues, one bit each, in the order of `clues_of`."""

Hues = NewType("Hues", int)
"""A set of colours, one bit each, in the order of the field's: those that could have a clue."""


class Sight(Struct, frozen=True):
    """What the map says of a hex, whatever lies on it.

    `by` are the clues that allow the hex. Of each set in `apart` one must be among the chosen clues; the
    smallest come first, and no set holds another one.
    """

    by: Clues
    apart: tuple[Clues, ...]


Witnesses: TypeAlias = tuple[Clues, ...]
"""For each colour one clue, as a set of one; together they allow one hex alone."""


class Field(Struct, frozen=True):
    """Which hexes could still be the habitat, each with clues that would make it so.

    `sights` and `found` are by hex, row by row. `left` are the clues that agree with all pieces of a colour,
    by the order of `hues`. `hexes` depends on the pieces alone; which witnesses a hex has, on earlier
    positions too.
    """

    hues: tuple[Hue, ...]
    sights: tuple[Sight, ...]
    left: tuple[Clues, ...]
    found: tuple[Witnesses | None, ...]

    @property
    def hexes(self) -> Hexes:
        """The hexes that could still be the habitat."""
        return Hexes(sum(at.bit for at, witnesses in zip(MAP, self.found, strict=True) if witnesses))


def unknown(mode: Mode, tiles: Tiles, structures: tuple[Structure, ...], hues: Sequence[Hue] = HUES) -> Field:
    """Return the field of a bare map, which must be well laid; `hues` are the colours of the clues.

    This takes several times as long as a move.
    """
    ground = survey(tiles, structures)
    return untold([allowed(clue, ground) for clue in clues_of(mode)], hues)


def untold(sets: Sequence[Hexes], hues: Sequence[Hue] = HUES) -> Field:
    """Return the field of a bare map where `sets` are what each of all clues allows."""
    allowing = [Clues(sum(1 << n for n, hexes in enumerate(sets) if hexes & at.bit)) for at in MAP]
    sights: list[Sight] = []
    for at, by in zip(MAP, allowing, strict=True):
        others = allowing[: at.index] + allowing[at.index + 1 :]
        sights.append(Sight(by, _least({Clues(by & ~other) for other in others})))
    blank = Field(tuple(hues), tuple(sights), (Clues(0),) * len(hues), (None,) * len(MAP))
    return narrowed(blank, (Spot(),) * len(MAP))


def narrowed(field: Field, spots: Sequence[Spot]) -> Field:
    """Return the field with these pieces on the map; `spots` are by hex, row by row, as in a position.

    The field may be that of any position of the match; it is quickest where pieces were only added. Where one
    was changed or moved, clues that were ruled out may be left again, and hexes come back.
    """
    left = _agreeing(field, spots)
    return field if left == field.left else _looked(field, left)


def _agreeing(field: Field, spots: Sequence[Spot]) -> tuple[Clues, ...]:
    """Return for each colour the clues that allow the hexes of its discs, and forbid those of its cubes."""
    left = dict.fromkeys(field.hues, -1)
    known = 0
    for spot, sight in zip(spots, field.sights, strict=True):
        known |= sight.by
        if spot.cube is not None:
            left[spot.cube] &= ~sight.by
        for hue in spot.discs:
            left[hue] &= sight.by
    # A clue that allows no hex at all is left out: it is nobody's.
    return tuple(Clues(left[hue] & known) for hue in field.hues)


def _looked(field: Field, left: tuple[Clues, ...]) -> Field:
    """Return the field where these clues are left."""
    only_fewer = all(now & ~before == 0 for now, before in zip(left, field.left, strict=True))
    able = _any(left)
    whose = {clue: Hues(sum(1 << n for n, clues in enumerate(left) if clues & clue)) for clue in _each(able)}
    found: list[Witnesses | None] = []
    for sight, kept in zip(field.sights, field.found, strict=True):
        if kept is None and only_fewer:
            found.append(None)
        elif kept is not None and all(one & clues for one, clues in zip(kept, left, strict=True)):
            found.append(kept)
        elif all(clues & sight.by for clues in left):
            apart = [Clues(clues & able) for clues in sight.apart]
            found.append(_choose(apart, Clues(sight.by & able), (), len(left), whose))
        else:
            # A colour has a cube there, or no clue left that allows the hex.
            found.append(None)
    return Field(field.hues, field.sights, left, tuple(found))


def _choose(
    apart: Sequence[Clues], able: Clues, chosen: Witnesses, more: int, whose: dict[Clues, Hues]
) -> Witnesses | None:
    """Return `chosen` and so many more of the `able` clues, one of each set in `apart` among them, by colour.

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
    for clues in sorted(sets, key=lambda clues: (clues.bit_count(), clues)):
        if not any(clues & other == other for other in kept):
            kept.append(clues)
    return tuple(kept)


def _any(sets: Sequence[Clues]) -> Clues:
    """Return the clues that are in any of the sets."""
    found = 0
    for clues in sets:
        found |= clues
    return Clues(found)


def _each(clues: Clues) -> Iterator[Clues]:
    """Yield each clue of a set, as a set of one."""
    while clues:
        lowest = Clues(clues & -clues)
        yield lowest
        clues = Clues(clues ^ lowest)
