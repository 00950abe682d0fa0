"""A result of Cryptid: who found the habitat; the others are equal, as all are who gave up."""

from companion.game import Outcome
from companion.games.cryptid.events import Asked, Searched
from companion.games.cryptid.model import State
from companion.results import Results, Standing, standings


def came_out(state: State, outcome: Outcome) -> tuple[Standing, ...]:
    """Return by player: first or last."""
    return standings(outcome.winners, [0] * state.players)


RESULTS = Results(came_out, (Asked, Searched), bgg=246784, has_points=False)
