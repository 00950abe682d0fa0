"""Totals, the end of the game, and who has won."""

from companion.game import Outcome, Results, Scoring, Seat, Standing, standings
from companion.games.sheet.events import TurnScored
from companion.games.sheet.model import Facts, State
from companion.games.sheet.scope import Scope


def score(state: State) -> dict[str, list[int]]:
    """Return the points by seat; partners have the same."""
    return {"points": [state.totals[side] for side in state.team_of]}


def keys(state: State) -> list[tuple[int, ...]]:
    """Return each seat's sort key, best first: `ahead`, points, tiebreaks."""
    parsed, scope = state.parsed, _scope_after(state)
    sign = -1 if state.sheet.wins == "high" else 1
    return [
        (
            -parsed.ahead.evaluate(scope.at_seat(seat)),
            sign * state.totals[state.team_of[seat]],
            *(-formula.evaluate(scope.at_seat(seat)) for formula in parsed.tiebreaks),
        )
        for seat in state.seats
    ]


def lost(state: State) -> tuple[Seat, ...]:
    """Return the seats that have lost by the last row, according to the sheet."""
    formula = state.parsed.out
    if formula is None:
        return ()
    scope = _scope_after(state)
    return tuple(
        seat for seat in state.seats if seat not in state.out and formula.evaluate(scope.at_seat(seat))
    )


def _scope_after(state: State) -> Scope:
    """Return the scope after the last row, still in that row's round; before any row, in the first round."""
    scope = state.scope(())
    scope.round = state.rows[-1].round if state.rows else state.round
    return scope


def outcome(state: State, reason: str) -> Outcome:
    """Return the outcome in which the players in front win; equals share it."""
    sort_keys = keys(state)
    keys_by_seat = {seat: sort_keys[seat] for seat in state.seats if seat not in state.out}
    best = min(keys_by_seat.values())
    return Outcome(tuple(seat for seat, key in keys_by_seat.items() if key == best), reason)


def ending(state: State) -> Outcome | None:
    """Return the outcome if the last row ended the game, or None."""
    # The last one who hasn't lost has won.
    if (state.out and len(state.out) + 1 >= state.players) or (state.rows and lost(state)):
        return outcome(state, "sh.lost")
    sheet, at_end = state.sheet, all(row.round < state.round for row in state.rows[-1:])
    reason = None
    # Once a player has reached the target: at once, or when the round is over.
    if sheet.target is not None and (at_end or sheet.finish == "at_once"):
        up = sheet.target > sheet.start
        if any(total >= sheet.target if up else total <= sheet.target for total in state.totals):
            reason = "sh.target"
    # After the last round.
    if reason is None and at_end and state.last is not None and state.round > state.last:
        reason = "sh.rounds"
    # Once the sheet's `ends` holds.
    ends = state.parsed.ends
    if reason is None and ends is not None and state.rows and (at_end or sheet.finish == "at_once"):
        scope = _scope_after(state)
        if any(ends.evaluate(scope.at_seat(seat)) for seat in state.seats):
            reason = "sh.ends"
    if reason is None:
        return None
    result = outcome(state, reason)
    # Play goes on between equals if the sheet says so.
    sides = {state.team_of[seat] for seat in result.winners}
    return None if sheet.ties == "play_on" and len(sides) > 1 else result


# Results on a sheet: places by points, high or low.
#
# Each sheet counts as a game of its own in the book of records, as points of different sheets can't be
# compared. Rounds of a whole table aren't counted as turns.


def standings_of(state: State, outcome: Outcome) -> tuple[Standing, ...]:
    """Return each player's place, which partners share, and points, if the sheet has any."""
    by_seat = score(state)["points"]
    points = by_seat if scoring(state).points else None
    return standings(outcome.winners, keys(state), points, list(state.team_of))


def scoring(source: Facts | State) -> Scoring:
    """Return what a sheet's points mean; a sheet with only a clock has none."""
    return Scoring(bool(source.sheet.points), source.sheet.wins == "high", source.sheet.bgg)


def race(state: State) -> tuple[int, ...]:
    """Return the points by seat so far."""
    return tuple(score(state)["points"])


RESULTS = Results(standings_of, (TurnScored,), Scoring(points=False), race=race, scoring_of=scoring)
