"""A result of Tracktic: the longer the path, the better the place."""

from companion.game import Outcome
from companion.games.tracktic.events import PatternLaid, PieceFlipped, Skipped
from companion.games.tracktic.model import State
from companion.games.tracktic.score import score
from companion.results import Results, Standing, standings


def came_out(state: State, outcome: Outcome) -> tuple[Standing, ...]:
    """Return by player the place, and the points: pieces of the longest path."""
    points = score(state)["longest"]
    return standings(outcome.winners, [-path for path in points], points)


RESULTS = Results(came_out, (PatternLaid, PieceFlipped, Skipped))
