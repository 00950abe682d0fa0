"""What several reports may break alike."""

from companion.game import Faults, Refused, Seat, Violation
from companion.games.speed_mode.events import Verdict
from companion.games.speed_mode.model import State

NOBODY: Verdict = Refused((Violation("match.no-such-seat"),))


def over_faults(state: State, seat: Seat | None = None) -> Faults:
    """Return that play is over, if it is."""
    return (Violation("sm.end", seat, {"why": "finished"}),) if state.finished else ()


def turn_faults(state: State, seat: Seat) -> Faults:
    """Return that play is over, or that it isn't the seat's turn."""
    # One thing a turn, and then the other player.
    if seat == state.turn:
        return over_faults(state, seat)
    return (*over_faults(state, seat), Violation("sm.turn", seat, {"why": "turn", "turn": state.turn}))
