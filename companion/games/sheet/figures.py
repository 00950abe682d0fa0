"""A row's figures: which may stand there, what they are counted to, and what is wrong with them."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.game import Details, Remedy, Seat, Violation
from companion.games.sheet.formula import MOST_TOTAL, Scope
from companion.games.sheet.model import Figures, State

ENTER_AGAIN = "enter_again"


def able(state: State, column: int, scope: Scope | None = None) -> Sequence[int]:
    """Return the figures that may stand in a column now, the smallest first, or as the sheet lists them.

    `scope` is that of the state, where somebody has it already.
    """
    its, worked = state.sheet.columns[column], state.worked
    if its.once and (its.of == "table" or state.turn is not None):
        used = state.told_before(column, 0 if its.of == "table" or state.turn is None else state.turn)
        return tuple(figure for figure in its.choices if figure not in used)
    if its.choices:
        return its.choices
    scope = scope or state.scope(())
    least, most = worked.least[column], worked.most[column]
    assert least is not None, "only what is told has figures that may stand there"
    assert most is not None
    may = range(least.count(scope), most.count(scope) + 1, its.step)
    if its.picks and state.sheet.some_rest:
        return tuple(seat for seat in may if seat not in state.resting)
    return may


def wanted(state: State, column: int, scope: Scope) -> int | None:
    """Return what the figures of a column must come to, None where they needn't."""
    formula = state.worked.sums[column]
    return None if formula is None else formula.count(scope)


def points(state: State, figures: Figures) -> tuple[int, ...]:
    """Return what a whole row brings each side."""
    scope, count = counted(state, figures), state.worked.points.count
    resting = state.resting if state.sheet.some_rest else ()
    sides = range(len(state.totals))
    return tuple(0 if side in resting else count(scope.at("team", side)) for side in sides)


def turn_points(state: State, seat: Seat, figures: tuple[int, ...]) -> int:
    """Return what a turn brings its seat."""
    return state.worked.points.count(counted(state, row_of(figures), seat).at_seat(seat))


def row_of(figures: tuple[int, ...]) -> Figures:
    """Return a turn as what it is: a row of one seat."""
    return tuple((figure,) for figure in figures)


def counted(state: State, figures: Figures, seat: Seat | None = None) -> Scope:
    """Return what formulas are counted on, with the counted columns that are known once this is told.

    In the turn of `seat` the row is that seat's alone.
    """
    scope = state.scope(figures if seat is None else tuple(its * state.players for its in figures))
    for number, formula in state.worked.counted:
        if state.worked.known[number] > len(figures):
            continue
        if seat is not None:
            scope.columns[number] = (formula.count(scope.at_seat(seat)),) * state.players
            continue
        of = state.sheet.columns[number].of
        scope.columns[number] = [formula.count(scope.at(of, n)) for n in range(state.many(of))]
    return scope


def remembered(state: State, figures: Figures, seat: Seat | None = None) -> tuple[tuple[int, ...], ...]:
    """Return what is remembered after a whole row, or after the turn of `seat`, who alone told something."""
    if not state.memory:
        return ()
    scope = counted(state, figures, seat)
    resting = state.resting if state.sheet.some_rest else ()
    found = []
    for slot, before in zip(state.worked.memory, state.memory, strict=True):
        after = list(before)
        for n in range(len(before)) if seat is None or slot.of != "seat" else (seat,):
            if slot.of != "seat" or n not in resting:
                after[n] = slot.after(before[n], scope.at(slot.of, n))
        found.append(tuple(after))
    return tuple(found)


# What is wrong.


def row_faults(state: State, figures: Figures) -> Iterator[Violation]:
    """Yield every fault of a part of a row."""
    told = state.worked.parts[state.part]
    # One figure for everybody, every team, or the table, in each column.
    if len(figures) != len(told) or any(
        len(its) != state.size(column) for column, its in zip(told, figures, strict=True)
    ):
        yield Violation("sh.row", details={"why": "shape"}, remedy=(Remedy(ENTER_AGAIN),))
        return
    wrong = list(_figure_faults(state, told, figures))
    yield from wrong
    if wrong:
        return
    every = (*state.begun, *figures)
    scope = counted(state, every)
    for column, its in zip(told, figures, strict=True):
        # A column comes to what the sheet says.
        total = wanted(state, column, scope)
        if total is not None and sum(its) != total:
            details: Details = {
                "why": "sum",
                "column": column,
                "sum": sum(its),
                "wanted": total,
                "off": abs(total - sum(its)),
            }
            yield Violation("sh.sum", None, details, (Remedy(ENTER_AGAIN, details=details),))
    yield from check_faults(state, scope, len(state.begun), len(every))


def _figure_faults(state: State, told: tuple[int, ...], figures: Figures) -> Iterator[Violation]:
    scope = state.scope(())
    resting = state.resting if state.sheet.some_rest else ()
    for column, its in zip(told, figures, strict=True):
        may = able(state, column, scope)
        ours = state.sheet.columns[column]
        for n, figure in enumerate(its):
            # Whoever has no part in a row has 0 in it.
            if ours.of == "seat" and n in resting:
                if figure:
                    yield _wrong_figure(state, column, n, figure, may, "rests")
            # Each figure is one that may stand there.
            elif figure not in may:
                yield _wrong_figure(state, column, n, figure, may)
            # What is told once a match isn't told again.
            elif ours.once and ours.of != "table" and figure in state.told_before(column, n):
                yield _wrong_figure(state, column, n, figure, may, "once")


def _wrong_figure(
    state: State, column: int, n: int, figure: int, may: Sequence[int], why: str = ""
) -> Violation:
    its = state.sheet.columns[column]
    if its.once and figure in its.choices:
        why = "once"
    if its.picks and figure in state.resting:
        why = "rests"
    kind = "choice" if its.choices else "seat" if its.picks else "step" if its.step > 1 else "range"
    why = why or kind
    details: Details = {"why": why, "column": column, "figure": figure, "least": may[0] if may else 0}
    details["most"] = may[-1] if may else 0
    if its.step > 1:
        details["step"] = its.step
    if its.of == "team":
        details["team"] = n
    seat = Seat(n) if its.of == "seat" else None
    return Violation("sh.figure", seat, details, (Remedy(ENTER_AGAIN, seat, details),))


def check_faults(
    state: State, scope: Scope, before: int, told: int, turn: Seat | None = None
) -> Iterator[Violation]:
    """Yield the checks that a row fails, of those that can be made once so many columns are told.

    `before` so many were told; each is made as soon as all that it names has been told.
    In a turn whose it is is held to all of them, and nobody else.
    """
    worked = state.worked
    for check, formula, due in zip(state.sheet.checks, worked.checks, worked.made, strict=True):
        if not before < due <= told:
            continue
        # What the sheet demands of every row.
        of = formula.of if turn is None else {"seat"}
        for n in _sought(state, formula.of) if turn is None else (turn,):
            if n is not None:
                scope.at("seat" if "seat" in of else "team", n)
            if not formula.count(scope):
                details: Details = {"why": "check", "says": check.says}
                who = Seat(n) if n is not None and "seat" in of else None
                if n is not None and "seat" not in of:
                    details["team"] = n
                yield Violation("sh.check", who, details, (Remedy(ENTER_AGAIN, who, details),))


def _sought(state: State, of: frozenset[str]) -> Sequence[int | None]:
    if "seat" in of:
        resting = state.resting if state.sheet.some_rest else ()
        return [seat for seat in range(state.players) if seat not in resting]
    return range(len(state.totals)) if "team" in of else (None,)


def turn_faults(state: State, seat: Seat, figures: tuple[int, ...]) -> Iterator[Violation]:
    """Yield every fault of a turn's figures."""
    (told,) = state.worked.parts
    if len(figures) != len(told):
        yield Violation("sh.row", seat, {"why": "shape"}, (Remedy(ENTER_AGAIN, seat),))
        return
    its_turn = replace(state, turn=seat)
    may = [able(its_turn, column) for column in told]
    wrong = [
        _wrong_figure(its_turn, column, seat, figure, its)
        for column, figure, its in zip(told, figures, may, strict=True)
        if figure not in its
    ]
    yield from wrong
    if wrong:
        return
    scope = counted(state, row_of(figures), seat)
    yield from check_faults(state, scope, 0, len(told), seat)


def total_faults(state: State, brought: Sequence[int]) -> Iterator[Violation]:
    """Yield a total that would be too large; `brought` is by side."""
    # Nobody's total is beyond what the referee counts.
    for side, (total, more) in enumerate(zip(state.totals, brought, strict=True)):
        if abs(total + more) > MOST_TOTAL:
            details: Details = {"why": "total", "side": side, "most": MOST_TOTAL}
            yield Violation("sh.figure", None, details, (Remedy(ENTER_AGAIN, details=details),))


def memory_faults(state: State, after: Sequence[Sequence[int]]) -> Iterator[Violation]:
    """Yield that something would be remembered that is more than the referee counts."""
    for slot, values in zip(state.worked.memory, after, strict=True):
        if not slot.range[0] <= min(values) <= max(values) <= slot.range[1]:
            yield Violation("sh.figure", None, {"why": "memory"}, (Remedy(ENTER_AGAIN),))
