"""A result of Two Player Speed Mode: the more points, the better the place."""

from collections.abc import Sequence

from companion.game import Outcome, Results, Standing
from companion.games.speed_mode.events import AnyEvent, CombinationMade, Ended, TurnPassed
from companion.games.speed_mode.model import State
from companion.games.speed_mode.reports import AnyReport
from companion.games.speed_mode.score import points, score
from companion.line import Position
from companion.remarks import Remark, longest_lead, most
from companion.results import standings


def came_out(state: State, outcome: Outcome) -> tuple[Standing, ...]:
    """Return by player the place and the points."""
    made = score(state)["points"]
    return standings(outcome.winners, [-count for count in made], made)


A_LEAD = 3
"""Turns in front, from which on a lead is worth telling."""


def remarks(line: Sequence[Position[State, AnyReport, AnyEvent]]) -> tuple[Remark, ...]:
    """Return who was in front for the longest time, and who made the most combinations in one turn."""
    first = line[0].state
    turns = []
    now, best = [0] * len(first.seats), [0] * len(first.seats)
    for position in line:
        for event in position.events:
            match event:
                case CombinationMade(seat):
                    now[seat] += 1
                    best[seat] = max(best[seat], now[seat])
                case TurnPassed():
                    now = [0] * len(now)
                    turns.append([points(position.state, seat) for seat in first.seats])
    lead = longest_lead(turns, A_LEAD)
    led = () if lead is None else (Remark("lead", (lead[0],), lead[1]),)
    return (*led, *most("in_a_turn", best))


def race(state: State) -> tuple[int, ...]:
    """Return by player the points so far."""
    return tuple(score(state)["points"])


RESULTS = Results(came_out, (TurnPassed, Ended), remarks=remarks, race=race)
