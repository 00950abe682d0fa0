"""A result of Tracktic: the longer the path, the better the place."""

from collections.abc import Sequence

from companion.game import Outcome, Results, Seat, Standing
from companion.games.tracktic.events import AnyEvent, PatternLaid, PieceFlipped, Skipped
from companion.games.tracktic.model import Piece, State
from companion.games.tracktic.reports import AnyReport
from companion.games.tracktic.score import path_of, score
from companion.line import Position
from companion.remarks import Remark, most
from companion.results import standings


def came_out(state: State, outcome: Outcome) -> tuple[Standing, ...]:
    """Return by player the place, and the points: pieces of the longest path."""
    points = score(state)["longest"]
    return standings(outcome.winners, [-path for path in points], points)


def remarks(line: Sequence[Position[State, AnyReport, AnyEvent]]) -> tuple[Remark, ...]:
    """Return whose path has the most white pieces in it, and who has the most pieces on the grid."""
    state = line[-1].state
    white, seats = state.cells_of(Piece.WHITE), [Seat(seat) for seat in range(len(state.colours))]
    in_path = [len(white.intersection(path_of(state, seat).path)) for seat in seats]
    lying = [len(state.cells_of(colour)) for colour in state.colours]
    return (*most("white", in_path), *most("pieces", lying))


RESULTS = Results(came_out, (PatternLaid, PieceFlipped, Skipped), remarks=remarks)
