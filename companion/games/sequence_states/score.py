"""Who has how many sequences, and when that ends the game."""

from collections.abc import Sequence

from companion.game import Outcome, Remark, Results, Standing, longest_lead, most, standings
from companion.games.sequence_states.deck import nothing_playable
from companion.games.sequence_states.events import AnyEvent, ChipPlaced, ChipRemoved, Passed
from companion.games.sequence_states.model import Side, State
from companion.games.sequence_states.reports import AnyReport
from companion.line import Position


def score(state: State) -> dict[str, list[int]]:
    """Return by seat: the sequences of its side, the cards in its hand, and the draws it has lost."""
    return {
        "sequences": [len(state.made(side)) for side in state.sides],
        "hand": list(state.hands),
        "lost": list(state.lost),
    }


def ending(state: State) -> Outcome | None:
    """Return how the position ends the game, or None."""
    # Two sides: two sequences win; three sides: one.
    for side in map(Side, range(len(state.colours))):
        if len(state.made(side)) >= state.needed:
            return Outcome(state.team(side), "ss.win")
    # Nobody can move any more: a draw.
    movers = sum(state.can_move(seat) for seat in state.seats)
    if state.passes >= movers or nothing_playable(state):
        return Outcome((), "ss.stuck")
    return None


# A result of Sequence States & Capitals: the side that wins; the others are equal, as in a draw.


def came_out(state: State, outcome: Outcome) -> tuple[Standing, ...]:
    """Return by player: first or last, and the sequences of the side."""
    made = [len(state.made(side)) for side in state.sides]
    return standings(outcome.winners, [0] * len(made), made, state.sides)


TURNS = (ChipPlaced, ChipRemoved, Passed)
A_LEAD = 3
"""Turns in front, from which on a lead is worth telling."""


def remarks(line: Sequence[Position[State, AnyReport, AnyEvent]]) -> tuple[Remark, ...]:
    """Return which side had more sequences for the longest time, and who took most chips off."""
    state = line[-1].state
    taken = [0] * len(state.sides)
    turns = []
    for position in line:
        for event in position.events:
            if isinstance(event, ChipRemoved):
                taken[event.seat] += 1
            if isinstance(event, TURNS):
                sides = range(len(state.colours))
                turns.append([len(position.state.made(Side(side))) for side in sides])
    lead = longest_lead(turns, A_LEAD)
    led = () if lead is None else (Remark("lead", state.team(Side(lead[0])), lead[1]),)
    return (*led, *most("taken", taken))


RESULTS = Results(came_out, TURNS, remarks=remarks)
