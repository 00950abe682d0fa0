"""What lies on the map; who wins is said by the search that ends the game."""

from companion.game import Seat
from companion.games.cryptid.model import State

SEATS = (Seat(0), Seat(1))


def score(state: State) -> dict[str, list[int]]:
    """Return by seat: the cubes and the discs on the map."""
    return {
        "cubes": [sum(spot.cube in state.own(seat) for spot in state.spots) for seat in SEATS],
        "discs": [
            sum(disc in state.own(seat) for spot in state.spots for disc in spot.discs) for seat in SEATS
        ],
    }
