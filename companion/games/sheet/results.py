"""A result on a sheet: places by points, the many or the few first.

The book of records keeps no points of them: those of one sheet say nothing beside those of another. Rounds of
a whole table are no turns, and aren't counted as such.
"""

from companion.game import Outcome, Results, Standing
from companion.games.sheet.events import TurnScored
from companion.games.sheet.model import State
from companion.games.sheet.score import score
from companion.results import standings


def came_out(state: State, outcome: Outcome) -> tuple[Standing, ...]:
    """Return by player the place, which partners share."""
    made = score(state)["points"]
    keys = made if state.sheet.wins == "low" else [-count for count in made]
    return standings(outcome.winners, keys, sides=list(state.team_of))


RESULTS = Results(came_out, (TurnScored,), has_points=False)
