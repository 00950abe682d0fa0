"""The map as hands can compare it: which cube and which discs lie on which space."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.games.cryptid.hexes import MAP, Hex
from companion.games.cryptid.model import Spot, State
from companion.games.cryptid.view import View

Spots = Mapping[Hex, Spot]


def lying(state: State) -> Spots:
    """Return what lies on each space of the map."""
    return dict(zip(MAP, state.spots, strict=True))


def may_lie(state: State, place: Hex) -> tuple[Spot, ...]:
    """Return what may lie on a space instead: one piece fewer, or one more."""
    spot = state.spot(place)
    fewer = [replace(spot, discs=tuple(disc for disc in spot.discs if disc != hue)) for hue in spot.discs]
    if spot.cube is not None:
        return (replace(spot, cube=None), *fewer)
    more = [replace(spot, discs=(*spot.discs, hue)) for hue in state.hues if hue not in spot.discs]
    return (*fewer, *(replace(spot, cube=hue) for hue in state.hues), *more)


def laid(view: View, told: Spots) -> View:
    """Return the map with other pieces on some spaces."""
    return replace(view, spots=tuple(told.get(at, spot) for at, spot in zip(MAP, view.spots, strict=True)))
