"""A result of Two Player Speed Mode: the more points, the better the place."""

from companion.game import Outcome
from companion.games.speed_mode.events import Ended, TurnPassed
from companion.games.speed_mode.model import State
from companion.games.speed_mode.score import score
from companion.results import Results, Standing, standings


def came_out(state: State, outcome: Outcome) -> tuple[Standing, ...]:
    """Return by player the place and the points."""
    points = score(state)["points"]
    return standings(outcome.winners, [-count for count in points], points)


RESULTS = Results(came_out, (TurnPassed, Ended))
