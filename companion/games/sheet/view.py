"""What is seen of a sheet: everything, by everybody."""

from typing import TypeAlias

from companion.game import Prompt, Viewer
from companion.games.sheet.model import State

View: TypeAlias = State
"""The sheet as everybody sees it; it has no secrets."""


def view(state: State, viewer: Viewer) -> View:
    """Return the sheet as `viewer` may see it: the same for everybody."""
    return state


def awaited(state: State) -> tuple[Prompt, ...]:
    """Return who must report what: a row for the whole table, or a player's turn."""
    if state.ended is not None:
        return ()
    details = {"round": state.round, "part": state.part}
    if state.sheet.clock is not None and not state.runs:
        return (Prompt("start_clock", details={**details}),)
    if state.may_grab:
        return (Prompt("press", state.may_grab, details={**details}),)
    if not state.settled and state.hands.answering is not None:
        return (Prompt("tell_answer", (state.hands.answering,), details={**details}),)
    if state.sheet.told == "turns":
        return (Prompt("tell_turn", () if state.turn is None else (state.turn,), details={**details}),)
    return (Prompt("tell_row", details={**details}),)
