"""A row's figures: which are possible, what they add up to, and what is wrong with them."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.game import Details, Refused, Remedy, Seat, Violation
from companion.games.sheet.events import AnyEvent
from companion.games.sheet.model import Figures, State
from companion.games.sheet.scope import MOST_TOTAL, Scope

ENTER_AGAIN = "enter_again"


def wanted(state: State, column: int, scope: Scope) -> int | None:
    """Return the sum that a column's figures must have, None for any."""
    formula = state.parsed.sums[column]
    return None if formula is None else formula.evaluate(scope)


def points(state: State, figures: Figures, turn: Seat | None = None) -> tuple[int, ...]:
    """Return the points of a whole row by side; in a turn only its own seat gets any."""
    scope, count = counted(state, figures, turn), state.parsed.points.evaluate
    resting = state.resting
    return tuple(
        0 if side in resting or turn not in (None, side) else count(scope.at("team", side))
        for side in range(len(state.totals))
    )


def row_of(figures: tuple[int, ...]) -> Figures:
    """Return a turn's figures as a row with one seat."""
    return tuple((figure,) for figure in figures)


def counted(state: State, figures: Figures, turn: Seat | None = None) -> Scope:
    """Return the scope for formulas, with all calculated columns that depend on these figures only.

    A turn is calculated as if every seat had entered its figures; read the scope at its own seat only.
    """
    scope = state.scope(figures if turn is None else tuple(its * state.players for its in figures))
    for number, formula in state.parsed.counted:
        if state.parsed.known[number] <= len(figures):
            of = state.sheet.columns[number].of
            scope.columns[number] = [formula.evaluate(scope.at(of, n)) for n in range(state.many(of))]
    return scope


def remembered(state: State, figures: Figures, seat: Seat | None = None) -> tuple[tuple[int, ...], ...]:
    """Return the memory by slot after a whole row, or after a turn, in which `seat` alone entered figures."""
    if not state.memory:
        return ()
    scope, resting = counted(state, figures, seat), state.resting
    found = []
    for slot, before in zip(state.parsed.memory, state.memory, strict=True):
        after = list(before)
        for n in range(len(before)) if seat is None or slot.of != "seat" else (seat,):
            if slot.of != "seat" or n not in resting:
                after[n] = slot.after(before[n], scope.at(slot.of, n))
        found.append(tuple(after))
    return tuple(found)


# What is wrong.


def refused(rule: str, why: str, remedy: Remedy, seat: Seat | None = None) -> Refused[AnyEvent]:
    """Return a refusal for one reason, with its remedy."""
    return Refused((Violation(rule, seat, {"why": why}, (remedy,)),))


def row_faults(state: State, figures: Figures, turn: Seat | None = None) -> Iterator[Violation]:
    """Yield every fault in a part of a row, or in a turn's figures."""
    told = state.parsed.parts[state.part]
    # Each column has one figure per seat or per team, or a single one; in a turn it is always one.
    sizes = [1 if turn is not None else state.size(column) for column in told]
    if len(figures) != len(sizes) or [len(its) for its in figures] != sizes:
        yield Violation("sh.row", turn, {"why": "shape"}, (Remedy(ENTER_AGAIN, turn),))
        return
    wrong = list(_figure_faults(state, told, figures, turn))
    yield from wrong
    if wrong:
        return
    every = (*state.begun, *figures)
    scope = counted(state, every, turn)
    for column, its in zip(told, figures, strict=True):
        # A column's figures add up to what the sheet says.
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
    yield from check_faults(state, scope, len(state.begun), len(every), turn)


def _figure_faults(
    state: State, told: tuple[int, ...], figures: Figures, turn: Seat | None
) -> Iterator[Violation]:
    scope = state.scope(())
    resting = state.resting if turn is None else ()
    if turn is not None:
        state = replace(state, turn=turn)
    for column, its in zip(told, figures, strict=True):
        may = state.possible(column, scope)
        ours = state.sheet.columns[column]
        for n, figure in enumerate(its, turn or 0):
            # A player who has no part in a row has 0 in it.
            if ours.of == "seat" and n in resting:
                if figure:
                    yield _wrong_figure(state, column, n, figure, may, "rests")
            # Each figure is a possible one.
            elif figure not in may:
                yield _wrong_figure(state, column, n, figure, may)
            # A once-a-match figure isn't entered again.
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
    """Yield a violation for each check that fails, of those that can be made now.

    A check is made as soon as all columns that it names are entered: `before` columns were, and now `told`.
    In a turn every check is made, for its own seat only.
    """
    parsed = state.parsed
    for check, formula, due in zip(state.sheet.checks, parsed.checks, parsed.made, strict=True):
        if not before < due <= told:
            continue
        # A check holds for each seat, for each team, or once for the table.
        of = (
            "seat"
            if turn is not None or "seat" in formula.varies_by
            else "team"
            if formula.varies_by
            else "table"
        )
        resting = state.resting if of == "seat" and turn is None else ()
        for n in range(state.many(of)) if turn is None else (turn,):
            if n not in resting and not formula.evaluate(scope.at(of, n)):
                details: Details = {"why": "check", "says": check.says}
                if of == "team":
                    details["team"] = n
                who = Seat(n) if of == "seat" else None
                yield Violation("sh.check", who, details, (Remedy(ENTER_AGAIN, who, details),))


def total_faults(state: State, brought: Sequence[int]) -> Iterator[Violation]:
    """Yield a violation for each total that would get too large; `brought` is by side."""
    # No total is larger than the referee can count.
    for side, (total, more) in enumerate(zip(state.totals, brought, strict=True)):
        if abs(total + more) > MOST_TOTAL:
            details: Details = {"why": "total", "side": side, "most": MOST_TOTAL}
            yield Violation("sh.figure", None, details, (Remedy(ENTER_AGAIN, details=details),))


def memory_faults(state: State, after: Sequence[Sequence[int]]) -> Iterator[Violation]:
    """Yield a violation for each memory slot that would leave its range."""
    for slot, values in zip(state.parsed.memory, after, strict=True):
        if not slot.range[0] <= min(values) <= max(values) <= slot.range[1]:
            yield Violation("sh.figure", None, {"why": "memory"}, (Remedy(ENTER_AGAIN),))
