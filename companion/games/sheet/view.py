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

    `rows` are those that are over, `begun` what was told of this round; `team_of` is by seat, `totals` are by
    side. `turn` is None where the whole table tells, or anybody of those `to_come`. `last` is the number of
    the last round, None where there is none. The rest, from `way` on, are
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


def view(state: State, viewer: Viewer) -> View:
    """Return the sheet as `viewer` may see it: the same for everybody."""
    worked, sheet = state.worked, state.sheet
    told = worked.parts[state.part]
    # In a turn a seat tells its own figures only.
    turns = sheet.told == "turns"
    return View(
        sheet=sheet,
        rows=state.rows,
        begun=state.begun,
        totals=state.totals,
        team_of=state.team_of,
        round=state.round,
        part=state.part,
        parts=len(worked.parts),
        last=None if worked.rounds is None else worked.rounds.count(state.scope(())),
        asked=tuple(_asked(state, n, 1 if turns else state.size(n)) for n in told),
        turn=state.turn,
        dealer=state.dealer,
        begins=state.begins,
        ended=state.ended,
        to_come=state.to_come,
        way=state.way,
        passed=state.passed,
        had=state.had,
        used=state.used,
        runs=state.runs,
        fell=state.fell,
        out=state.out,
        hands=state.hands,
        may_grab=state.may_grab,
        settled=state.settled,
        resting=state.resting,
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
