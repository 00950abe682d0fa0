"""Counting sequences, the end of the game, and match results."""

from collections.abc import Sequence

from companion.game import Outcome, Remark, Results, Standing, longest_lead, most, standings
from companion.games.sequence_states.deck import nothing_playable
from companion.games.sequence_states.events import AnyEvent, ChipPlaced, ChipRemoved, Passed
from companion.games.sequence_states.model import Side, State
from companion.games.sequence_states.reports import AnyReport
from companion.line import Position


def score(state: State) -> dict[str, list[int]]:
    """Return, by seat, its side's sequences, the cards in its hand, and the draws it missed."""
    return {
        "sequences": [len(state.made(side)) for side in state.sides],
        "hand": list(state.hands),
        "lost": list(state.lost),
    }


def ending(state: State) -> Outcome | None:
    """Return the outcome if the position ends the game, else None."""
    # With two sides two sequences win; with three, one.
    for side in map(Side, range(len(state.colours))):
        if len(state.made(side)) >= state.needed:
            return Outcome(state.team(side), "ss.win")
    # Nobody can move any more: a draw.
    movers = sum(state.can_move(seat) for seat in state.seats)
    if state.passes >= movers or nothing_playable(state):
        return Outcome((), "ss.stuck")
    return None


# The winning side is first and the others share last place; in a draw everybody is equal.


def standings_of(state: State, outcome: Outcome) -> tuple[Standing, ...]:
    """Return by player: first or last, and the sequences of the side."""
    made = [len(state.made(side)) for side in state.sides]
    return standings(outcome.winners, [0] * len(made), made, state.sides)


TURNS = (ChipPlaced, ChipRemoved, Passed)


def remarks(line: Sequence[Position[State, AnyReport, AnyEvent]]) -> tuple[Remark, ...]:
    """Return which side led in sequences for the most turns, and who removed most chips."""
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
    return (*longest_lead(turns, lambda side: state.team(Side(side))), *most("taken", taken))


RESULTS = Results(standings_of, TURNS, remarks=remarks)
