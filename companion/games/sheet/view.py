"""What is seen of a sheet: everything, by everybody."""

from collections.abc import Sequence

from msgspec import Struct

from companion.game import Outcome, Prompt, Seat, Viewer
from companion.games.sheet.figures import able
from companion.games.sheet.model import RoundGrab, State, ToldRow
from companion.games.sheet.sheet import Sheet


class AskedColumn(Struct, frozen=True):
    """A column that is told now: its number, whose figures it has and how many.

    Those that may stand there are `listed`, or all of a `reach`: from, up to without, and by what step.
    """

    column: int
    of: str
    size: int
    listed: tuple[int, ...] = ()
    reach: tuple[int, int, int] | None = None

    @property
    def able(self) -> Sequence[int]:
        """The figures that may stand there, the smallest first, or as the sheet lists them."""
        return self.listed if self.reach is None else range(*self.reach)


class View(Struct, frozen=True):
    """The sheet as everybody sees it.

    `parts` is how many parts a round has, `last` the number of the last round, None where there is none.
    `turn` is None where the whole table tells, or anybody of those `to_come`. All but `asked` and these are
    those of the state.
    """

    sheet: Sheet
    rows: tuple[ToldRow, ...]
    begun: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    team_of: tuple[int, ...]
    round: int
    part: int
    parts: int
    last: int | None
    asked: tuple[AskedColumn, ...]
    turn: Seat | None
    dealer: Seat | None
    begins: Seat
    ended: Outcome | None
    to_come: tuple[Seat, ...] = ()
    way: int = 1
    passed: tuple[Seat, ...] = ()
    had: tuple[int, ...] = ()
    used: int = 0
    runs: bool = False
    fell: bool = False
    out: tuple[Seat, ...] = ()
    hands: RoundGrab = RoundGrab()
    may_grab: tuple[Seat, ...] = ()
    settled: bool = True
    resting: tuple[Seat, ...] = ()


OF_THE_STATE = tuple(name for name in View.__struct_fields__ if hasattr(State, name))
"""What is seen just as it is: nothing of a sheet is anybody's secret."""


def view(state: State, viewer: Viewer) -> View:
    """Return the sheet as `viewer` may see it: the same for everybody."""
    worked = state.worked
    told = worked.parts[state.part]
    # In a turn a seat tells its own figures only.
    turns = state.sheet.told == "turns"
    return View(
        **{name: getattr(state, name) for name in OF_THE_STATE},
        parts=len(worked.parts),
        last=None if worked.rounds is None else worked.rounds.count(state.scope(())),
        asked=tuple(_asked(state, n, 1 if turns else state.size(n)) for n in told),
    )


def _asked(state: State, column: int, size: int) -> AskedColumn:
    of, may = state.sheet.columns[column].of, able(state, column)
    if isinstance(may, range):
        return AskedColumn(column, of, size, reach=(may.start, may.stop, may.step))
    return AskedColumn(column, of, size, tuple(may))


def awaited(state: State) -> tuple[Prompt, ...]:
    """Return who must tell us what: a row of the whole table, or somebody's turn."""
    if state.ended is not None:
        return ()
    details = {"round": state.round, "part": state.part}
    if state.sheet.clock is not None and not state.runs:
        return (Prompt("start_clock", details={**details}),)
    if state.may_grab:
        return (Prompt("press", state.may_grab, details={**details}),)
    if not state.settled and state.hands.says is not None:
        return (Prompt("tell_answer", (state.hands.says,), details={**details}),)
    if state.sheet.told == "turns":
        return (Prompt("tell_turn", () if state.turn is None else (state.turn,), details={**details}),)
    return (Prompt("tell_row", details={**details}),)
