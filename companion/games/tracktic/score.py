"""Points: each colour's longest path, and who has the most."""

from collections.abc import Sequence
from functools import lru_cache

from companion.game import Outcome, Remark, Results, Seat, Standing, most, standings
from companion.games.tracktic.events import AnyEvent, PatternLaid, PieceFlipped, Skipped
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Piece, State
from companion.games.tracktic.paths import Longest, longest
from companion.games.tracktic.reports import AnyReport
from companion.line import Position

PATIENCE = 2_000
"""How often the search may ask `stop` before it gives up and its path counts as "at least".

It takes seconds, not minutes.
"""


def path_of(state: State, seat: Seat) -> Longest:
    """Return the longest path of a seat's colour."""
    return _longest(state.cells_of(state.colours[seat]), state.cells_of(Piece.WHITE))


@lru_cache(maxsize=64)
def _longest(own: frozenset[Cell], white: frozenset[Cell]) -> Longest:
    asks = iter(range(PATIENCE))
    return longest(own, white, lambda: next(asks, None) is None)


def score(state: State) -> dict[str, list[int]]:
    """Return lists by seat: longest path, pieces laid, tokens left, and 1 if the path is exact, else 0."""
    seats = [Seat(seat) for seat in range(len(state.colours))]
    paths = [path_of(state, seat) for seat in seats]
    return {
        "longest": [len(path.path) for path in paths],
        "exact": [int(path.exact) for path in paths],
        "pieces": [state.profile.pieces - state.supply(state.colours[seat]) for seat in seats],
        "tokens": list(state.tokens),
    }


def outcome(state: State) -> Outcome:
    """Return the players with the most points, who share the win."""
    points = score(state)["longest"]
    most = max(points)
    return Outcome(tuple(Seat(seat) for seat, count in enumerate(points) if count == most), "tt.winner")


# Results: a longer path takes a better place.


def standings_of(state: State, outcome: Outcome) -> tuple[Standing, ...]:
    """Return each player's place and points, the length of the longest path."""
    points = score(state)["longest"]
    return standings(outcome.winners, [-path for path in points], points)


def remarks(line: Sequence[Position[State, AnyReport, AnyEvent]]) -> tuple[Remark, ...]:
    """Return whose path has the most white pieces in it, and who has the most pieces on the grid."""
    state = line[-1].state
    white, seats = state.cells_of(Piece.WHITE), [Seat(seat) for seat in range(len(state.colours))]
    in_path = [len(white.intersection(path_of(state, seat).path)) for seat in seats]
    on_grid = [len(state.cells_of(colour)) for colour in state.colours]
    return (*most("white", in_path), *most("pieces", on_grid))


RESULTS = Results(standings_of, (PatternLaid, PieceFlipped, Skipped), remarks=remarks)
