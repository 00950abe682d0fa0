"""Totals, when the game is over, and who has won."""

from companion.game import Outcome, Results, Scoring, Seat, Standing, standings
from companion.games.sheet.events import TurnScored
from companion.games.sheet.model import Facts, State
from companion.games.sheet.scope import Scope


def score(state: State) -> dict[str, list[int]]:
    """Return everybody's points; partners have the same."""
    return {"points": [state.totals[side] for side in state.team_of]}


def keys(state: State) -> list[tuple[int, ...]]:
    """Return by seat what puts players in order, the smallest first: ahead, points, tiebreaks."""
    worked, scope = state.worked, _scope_after(state)
    sign = -1 if state.sheet.wins == "high" else 1
    return [
        (
            -worked.ahead.count(scope.at_seat(seat)),
            sign * state.totals[state.team_of[seat]],
            *(-formula.count(scope.at_seat(seat)) for formula in worked.tiebreaks),
        )
        for seat in state.seats
    ]


def lost(state: State) -> tuple[Seat, ...]:
    """Return who has lost by the row that was just told, as the sheet says."""
    formula = state.worked.out
    if formula is None:
        return ()
    scope = _scope_after(state)
    return tuple(seat for seat in state.seats if seat not in state.out and formula.count(scope.at_seat(seat)))


def _scope_after(state: State) -> Scope:
    """Return what a formula is counted on after a row, whose round it still is; before any, the first."""
    scope = state.scope(())
    scope.round = state.rows[-1].round if state.rows else state.round
    return scope


def outcome(state: State, reason: str) -> Outcome:
    """Return who is in front: equals share it."""
    every = keys(state)
    made = {seat: every[seat] for seat in state.seats if seat not in state.out}
    best = min(made.values())
    return Outcome(tuple(seat for seat, total in made.items() if total == best), reason)


def ending(state: State) -> Outcome | None:
    """Return the outcome where the row that was just told was the last one."""
    # The last one who hasn't lost has won.
    if (state.out and len(state.out) + 1 >= state.players) or (state.rows and lost(state)):
        return outcome(state, "sh.lost")
    sheet, at_end = state.sheet, all(row.round < state.round for row in state.rows[-1:])
    reason = None
    # Once somebody has got to the target, when the round is over or at once.
    if sheet.target is not None and (at_end or sheet.finish == "at_once"):
        up = sheet.target > sheet.start
        if any(total >= sheet.target if up else total <= sheet.target for total in state.totals):
            reason = "sh.target"
    # After the last round.
    if reason is None and at_end and state.last is not None and state.round > state.last:
        reason = "sh.rounds"
    # Once what ends it is so.
    ends = state.worked.ends
    if reason is None and ends is not None and state.rows and (at_end or sheet.finish == "at_once"):
        scope = _scope_after(state)
        if any(ends.count(scope.at_seat(seat)) for seat in state.seats):
            reason = "sh.ends"
    if reason is None:
        return None
    over = outcome(state, reason)
    # Between equals play goes on, where the sheet says so.
    sides = {state.team_of[seat] for seat in over.winners}
    return None if sheet.ties == "play_on" and len(sides) > 1 else over


# A result on a sheet: places by points, the many or the few first.
#
# Each sheet is a game of its own in the book of records: its points say nothing beside those of another.
# Rounds of a whole table are no turns, and aren't counted as such.


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
