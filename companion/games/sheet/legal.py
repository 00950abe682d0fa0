"""Listing the reports of play that `judge` accepts."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from heapq import merge
from itertools import islice

from companion.game import Accepted, Seat
from companion.games.sheet import reports as r
from companion.games.sheet.figures import check_faults, required_sum, row_scope
from companion.games.sheet.model import Figures, State
from companion.games.sheet.rules import judge
from companion.grab import Grab

MOST_SEARCHED = 50_000
"""Figures tried before a search gives up, so that nobody waits for a sheet whose rows hardly ever hold."""

JUDGING_COST = 20
"""Cost of judging a row, in tried figures, without its formulas."""
STEPS_A_FIGURE = 4
"""Steps of formulas that cost as much as one tried figure."""


class RowSearch:
    """A search for the next valid row; it ends after `most` figures without one."""

    def __init__(self, most: int = MOST_SEARCHED) -> None:
        self.most = self.left = most

    def goes_on(self, steps: int = 1) -> bool:
        """Spend `steps` figures; return whether the search may go on."""
        self.left -= steps
        return self.left > 0


def legal(state: State, search: RowSearch | None = None) -> Iterator[r.AnyReport]:
    """Yield the reports of play that `judge` accepts, those with small figures first.

    There may be too many to count. The first come quickly, and `search` gives up if none is found for long.
    Turns and pauses are listed as if they took no time, a flag at the moment it falls, a grab with its winner
    only; photo finishes, dead heats and voids aren't listed.
    """
    if state.ended is not None:
        return
    columns, search = state.parsed.parts[state.part], search or RowSearch()
    if state.sheet.told == "turns":
        seats = state.to_come if state.turn is None else (state.turn,)
        candidates: Iterator[r.AnyReport] = _turns(state, columns, seats)
    elif not state.settled:
        candidates = _answers(state)
    else:
        candidates = map(r.TellRow, _rows(state, columns, search))
    figures = sum(state.size(column) for column in columns)
    judging_cost = JUDGING_COST + (figures + state.parsed.steps) // STEPS_A_FIGURE
    rows = _accepted(state, candidates, search, judging_cost)
    # Nobody reads to the end of all rows, so rarer reports follow the first one.
    yield from islice(rows, 1)
    rare = (*_in_turn(state), *_timed(state), *((r.CallEnd(),) if state.rows else ()))
    yield from (report for report in rare if isinstance(judge(state, report), Accepted))
    yield from rows


def _accepted(
    state: State, candidates: Iterator[r.AnyReport], search: RowSearch, judging_cost: int
) -> Iterator[r.AnyReport]:
    for report in candidates:
        if isinstance(judge(state, report), Accepted):
            yield report
            search.left = search.most
        elif not search.goes_on(judging_cost):
            break


def _turns(state: State, columns: Sequence[int], seats: Sequence[Seat]) -> Iterator[r.AnyReport]:
    rows = _all_rows([state.possible(column) for column in columns])
    return (r.TellTurn(seat, row) for row in rows for seat in seats)


def _all_rows(columns: Sequence[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """Yield every row with one figure from each column; the last column changes fastest."""
    if not columns:
        yield ()
        return
    yield from ((figure, *rest) for figure in _nearest_zero(columns[0]) for rest in _all_rows(columns[1:]))


def _in_turn(state: State) -> Iterator[r.AnyReport]:
    if state.turn is not None:
        yield r.PassRound(state.turn)
    yield r.TurnRound()


def _answers(state: State) -> Iterator[r.AnyReport]:
    yield from (r.TellGrab(Grab((seat,))) for seat in state.may_grab)
    yield from (r.CallRight(), r.CallWrong(), r.CallNobody())


def _timed(state: State) -> Iterator[r.AnyReport]:
    clock = state.sheet.clock
    if clock is None:
        return
    yield from (r.StartClock(), r.PauseClock())
    if state.turn is not None:
        yield r.TellFlag(state.turn, max(0, clock.lasts(state.had[state.turn]) - state.used))
    yield from map(r.GiveUp, state.seats)


def _rows(state: State, columns: Sequence[int], search: RowSearch, before: Figures = ()) -> Iterator[Figures]:
    """Yield rows of possible figures that have the sums their columns need."""
    if len(before) == len(columns):
        yield before
        return
    column = columns[len(before)]
    try:
        total = required_sum(state, column, state.scope((*state.begun, *before)))
    except IndexError:
        # The sum depends on figures of later columns.
        total = None
    resting = state.resting if state.sheet.columns[column].of == "seat" else ()
    size = state.size(column) - len(resting)
    for figures in _likely_first(state.possible(column), size, total, search):
        column_figures = _with_resting(figures, resting)
        # If the beginning fails a check, no figures of later columns can mend it.
        if _holds(state, (*state.begun, *before, column_figures), search):
            yield from _rows(state, columns, search, (*before, column_figures))


def _with_resting(figures: tuple[int, ...], resting: Sequence[int]) -> tuple[int, ...]:
    """Return a column's figures with a 0 inserted for each seat that has no part in the row."""
    for seat in resting:
        figures = (*figures[:seat], 0, *figures[seat:])
    return figures


def _holds(state: State, figures: Figures, search: RowSearch) -> bool:
    """Return whether a row's beginning passes the checks that its last column makes possible."""
    entered = len(figures)
    if entered not in state.parsed.checks_due or not search.goes_on(JUDGING_COST):
        return True
    return next(check_faults(state, row_scope(state, figures), entered - 1, entered), None) is None


def _nearest_zero(possible: Sequence[int]) -> Iterator[int]:
    """Yield figures, those nearest to 0 first, without listing them: there may be a million.

    Choices come in the sheet's order, unless the first is below 0.
    """
    if not isinstance(possible, range):
        if not possible or possible[0] >= 0:
            return iter(possible)
        possible = sorted(possible)
    above = bisect_left(possible, 0)
    return merge(possible[above:], reversed(possible[:above]), key=lambda figure: (abs(figure), -figure))


def _likely_first(
    possible: Sequence[int], size: int, total: int | None, search: RowSearch
) -> Iterator[tuple[int, ...]]:
    """Yield a column's figures; those in which everybody's differs come first."""
    nearest = list(islice(_nearest_zero(possible), 2 * size))
    starts = range(min(len(nearest), size))
    likely = [tuple(nearest[(n + first) % len(nearest)] for n in range(size)) for first in starts]
    likely = [figures for figures in likely if total is None or sum(figures) == total]
    yield from likely
    yield from (figures for figures in _figures(possible, size, total, search) if figures not in likely)


def _figures(
    possible: Sequence[int], size: int, total: int | None, search: RowSearch
) -> Iterator[tuple[int, ...]]:
    """Yield tuples of `size` possible figures with this total; None: any total."""
    if not search.goes_on():
        return
    if not size:
        if not total:
            yield ()
        return
    if not possible:
        return
    ends = (possible[0], possible[-1]) if isinstance(possible, range) else possible
    least, most = min(ends), max(ends)
    if total is not None and not least * size <= total <= most * size:
        return
    if size == 1 and total is not None:
        if total in possible:
            yield (total,)
        return
    for figure in _nearest_zero(possible):
        for rest in _figures(possible, size - 1, None if total is None else total - figure, search):
            yield (figure, *rest)
