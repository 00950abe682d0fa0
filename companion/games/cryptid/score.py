"""What lies on the map; who wins is said by the search that ends the game."""

from companion.games.cryptid.model import State


def score(state: State) -> dict[str, list[int]]:
    """Return by seat: the cubes and the discs on the map."""
    owned = [state.own(seat) for seat in state.seats]
    return {
        "cubes": [sum(spot.cube in own for spot in state.spots) for own in owned],
        "discs": [sum(disc in own for spot in state.spots for disc in spot.discs) for own in owned],
    }
