"""Points: the longest path of each colour, and who has most."""

from functools import lru_cache

from companion.game import Outcome, Seat
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Piece, State
from companion.games.tracktic.paths import Longest, longest

PATIENCE = 2_000
"""So often the search may ask whether to go on, before a path is told as "at least": seconds, not minutes."""


def path_of(state: State, seat: Seat) -> Longest:
    """Return the longest path of a seat's colour."""
    return _longest(state.cells_of(state.colours[seat]), state.cells_of(Piece.WHITE))


@lru_cache(maxsize=64)
def _longest(own: frozenset[Cell], white: frozenset[Cell]) -> Longest:
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > PATIENCE

    return longest(own, white, stop)


def score(state: State) -> dict[str, list[int]]:
    """Return by seat: the longest path, the pieces laid, and the tokens left; and if the paths are exact."""
    seats = [Seat(seat) for seat in range(len(state.colours))]
    paths = [path_of(state, seat) for seat in seats]
    return {
        "longest": [len(path.path) for path in paths],
        "exact": [int(path.exact) for path in paths],
        "pieces": [state.profile.pieces - state.supply(state.colours[seat]) for seat in seats],
        "tokens": list(state.tokens),
    }


def outcome(state: State) -> Outcome:
    """Return who has most points; several with equally many share the game."""
    points = score(state)["longest"]
    most = max(points)
    return Outcome(tuple(Seat(seat) for seat, count in enumerate(points) if count == most), "tt.winner")
