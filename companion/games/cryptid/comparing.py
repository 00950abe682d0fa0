"""How players compare the map with the screen and correct it: the cube and discs on each space."""

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from companion.game import Seat
from companion.games.cryptid.maps import MAP, Hex
from companion.games.cryptid.model import HexContents, Hue, State
from companion.games.cryptid.view import View
from companion.putting_back import HasGridPieces, Pieces

Spots = Mapping[Hex, HexContents]


class CryptidPieces(HasGridPieces):
    """Cubes and discs on spaces, for `companion.putting_back`."""

    act, place = "pieces", Hex

    def contents(self, state: State) -> Spots:
        """Return the pieces on each space; discs are sorted, as a table doesn't show their order."""
        return {at: _sorted(spot) for at, spot in zip(MAP, state.spots, strict=True)}

    def possible_things(self, state: State, place: Hex) -> tuple[HexContents, ...]:
        """Return what else a space might really hold: fewer pieces, more, or others of the same player."""
        spot = _sorted(state.spot(place))
        owned = [state.own(Seat(seat)) for seat in range(state.players)]
        others = [_without(spot, own) for own in owned]
        things = [HexContents(), *(_without(spot, (hue,)) for hue in state.hues), *others]
        for before in (*others, spot):
            if before.cube is None:
                free = [hue for hue in state.hues if hue not in before.discs]
                things += [replace(before, cube=hue) for hue in free]
                disc_sets = [{*before.discs, *hues} for hues in (*((hue,) for hue in free), *owned)]
                things += [replace(before, discs=tuple(sorted(discs))) for discs in disc_sets]
        return tuple(dict.fromkeys(thing for thing in things if thing != spot))

    def with_contents(self, view: View, contents: Spots) -> View:
        """Return the view with the pieces of some spaces replaced."""
        spots = tuple(contents.get(at, spot) for at, spot in zip(MAP, view.spots, strict=True))
        return replace(view, spots=spots)

    def pieces(self, state: State) -> Pieces:
        """Return the spaces that have pieces on them, with those pieces."""
        return {at: spot for at, spot in self.contents(state).items() if spot != HexContents()}

    def written(self, thing: HexContents | None) -> str:
        """Return the pieces of a space as written in a step: "orange+blue,green", the cube first."""
        if thing is None or thing == HexContents():
            return ""
        return f"{thing.cube or ''}+{','.join(sorted(thing.discs))}"

    def read(self, written: int | str) -> HexContents | None:
        """Parse the pieces in a step, None if there are none; ValueError for an unknown colour."""
        cube, _, discs = str(written).partition("+")
        contents = HexContents(Hue(cube) if cube else None, tuple(map(Hue, filter(None, discs.split(",")))))
        return None if contents == HexContents() else contents


def _sorted(spot: HexContents) -> HexContents:
    return spot if len(spot.discs) < 2 else replace(spot, discs=tuple(sorted(spot.discs)))


def _without(spot: HexContents, hues: Collection[Hue]) -> HexContents:
    """Return a space without the pieces of these colours."""
    discs = tuple(hue for hue in spot.discs if hue not in hues)
    return HexContents(None if spot.cube in hues else spot.cube, discs)
