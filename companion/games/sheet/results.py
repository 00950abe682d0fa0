"""A result on a sheet: places by points, the many or the few first.

Each sheet is a game of its own in the book of records: its points say nothing beside those of another.
Rounds of a whole table are no turns, and aren't counted as such.
"""

from companion.game import Outcome, Results, Scoring, Standing, standings
from companion.games.sheet.events import TurnScored
from companion.games.sheet.model import Facts, State
from companion.games.sheet.score import keys, score


def came_out(state: State, outcome: Outcome) -> tuple[Standing, ...]:
    """Return by player the place, which partners share, and the points, if any are told."""
    made = score(state)["points"]
    points = made if scoring(state).points else None
    return standings(outcome.winners, keys(state), points, list(state.team_of))


def scoring(of: Facts | State) -> Scoring:
    """Return what the points of a sheet are; one that only has a clock has none."""
    return Scoring(bool(of.sheet.points), of.sheet.wins == "high", of.sheet.bgg)


def race(state: State) -> tuple[int, ...]:
    """Return everybody's points so far."""
    return tuple(score(state)["points"])


RESULTS = Results(came_out, (TurnScored,), has_points=False, race=race, scoring=scoring)
