"""Totals, when the game is over, and who has won."""

from companion.game import Outcome
from companion.games.sheet.model import State


def score(state: State) -> dict[str, list[int]]:
    """Return everybody's points; partners have the same."""
    return {"points": [state.totals[side] for side in state.team_of]}


def outcome(state: State, reason: str) -> Outcome:
    """Return who is in front: equals share it."""
    made = {seat: state.totals[state.team_of[seat]] for seat in state.seats if seat not in state.out}
    best = (max if state.sheet.wins == "high" else min)(made.values())
    return Outcome(tuple(seat for seat, total in made.items() if total == best), reason)


def ending(state: State) -> Outcome | None:
    """Return the outcome where the row that was just told was the last one."""
    # The last one who hasn't lost has won.
    if state.out and len(state.out) + 1 >= state.players:
        return outcome(state, "sh.lost")
    sheet, at_end = state.sheet, all(row.round < state.round for row in state.rows[-1:])
    reason = None
    # Once somebody has got to the target, when the round is over or at once.
    if sheet.target is not None and (at_end or sheet.finish == "at_once"):
        up = sheet.target > sheet.start
        if any(total >= sheet.target if up else total <= sheet.target for total in state.totals):
            reason = "sh.target"
    # After the last round.
    rounds = state.worked.rounds
    if reason is None and rounds is not None and at_end and state.round > rounds.count(state.scope(())):
        reason = "sh.rounds"
    if reason is None:
        return None
    over = outcome(state, reason)
    # Between equals play goes on, where the sheet says so.
    sides = {state.team_of[seat] for seat in over.winners}
    return None if sheet.ties == "play_on" and len(sides) > 1 else over
