"""A result of Sequence States & Capitals: the side that wins; the others are equal, as in a draw."""

from companion.game import Outcome
from companion.games.sequence_states.events import ChipPlaced, ChipRemoved, Passed
from companion.games.sequence_states.model import State
from companion.results import Results, Standing, standings


def came_out(state: State, outcome: Outcome) -> tuple[Standing, ...]:
    """Return by player: first or last, and the sequences of the side."""
    made = [len(state.made(side)) for side in state.sides]
    return standings(outcome.winners, [0] * len(made), made, state.sides)


RESULTS = Results(came_out, (ChipPlaced, ChipRemoved, Passed))
