"""A row's figures: which are possible, what they add up to, and what is wrong with them."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.game import Details, Refused, Remedy, Seat, Violation
from companion.games.sheet.events import AnyEvent
from companion.games.sheet.model import Figures, State
from companion.games.sheet.scope import MOST_TOTAL, Scope

ENTER_AGAIN = "enter_again"


def required_sum(state: State, column: int, scope: Scope) -> int | None:
    """Return the sum that a column's figures must have, None for any."""
    formula = state.parsed.sums[column]
    return None if formula is None else formula.evaluate(scope)


def points(state: State, figures: Figures, turn: Seat | None = None) -> tuple[int, ...]:
    """Return the points of a whole row by side; in a turn only its own seat gets any."""
    scope, count = row_scope(state, figures, turn), state.parsed.points.evaluate
    resting = state.resting
    return tuple(
        0 if side in resting or turn not in (None, side) else count(scope.at("team", side))
        for side in range(len(state.totals))
    )


def row_of(figures: tuple[int, ...]) -> Figures:
    """Return a turn's figures as a row with one seat."""
    return tuple((figure,) for figure in figures)


def row_scope(state: State, figures: Figures, turn: Seat | None = None) -> Scope:
    """Return the scope for formulas, with all calculated columns that depend on these figures only.

    A turn is calculated as if every seat had entered its figures; read the scope at its own seat only.
    """
    scope = state.scope(figures if turn is None else tuple(column * state.players for column in figures))
    for number, formula in state.parsed.calculated:
        if state.parsed.known_after[number] <= len(figures):
            of = state.sheet.columns[number].of
            scope.columns[number] = [formula.evaluate(scope.at(of, n)) for n in range(state.many(of))]
    return scope


def memory_after(state: State, figures: Figures, seat: Seat | None = None) -> tuple[tuple[int, ...], ...]:
    """Return the memory by slot after a whole row, or after a turn, in which `seat` alone entered figures."""
    if not state.memory:
        return ()
    scope, resting = row_scope(state, figures, seat), state.resting
    memory = []
    for slot, values in zip(state.parsed.memory, state.memory, strict=True):
        updated = list(values)
        for n in range(len(values)) if seat is None or slot.of != "seat" else (seat,):
            if slot.of != "seat" or n not in resting:
                updated[n] = slot.after(values[n], scope.at(slot.of, n))
        memory.append(tuple(updated))
    return tuple(memory)


# What is wrong.


def refusal(rule: str, why: str, remedy: Remedy, seat: Seat | None = None) -> Refused[AnyEvent]:
    """Return a refusal for one reason, with its remedy."""
    return Refused((Violation(rule, seat, {"why": why}, (remedy,)),))


def row_faults(state: State, figures: Figures, turn: Seat | None = None) -> Iterator[Violation]:
    """Yield every fault in a part of a row, or in a turn's figures."""
    columns = state.parsed.parts[state.part]
    # Each column has one figure per seat or per team, or a single one; in a turn it is always one.
    sizes = [1 if turn is not None else state.size(column) for column in columns]
    if len(figures) != len(sizes) or [len(column_figures) for column_figures in figures] != sizes:
        yield Violation("sh.row", turn, {"why": "shape"}, (Remedy(ENTER_AGAIN, turn),))
        return
    wrong_figures = list(_figure_faults(state, columns, figures, turn))
    yield from wrong_figures
    if wrong_figures:
        return
    entered = (*state.begun, *figures)
    scope = row_scope(state, entered, turn)
    for column, column_figures in zip(columns, figures, strict=True):
        # A column's figures add up to what the sheet says.
        total = required_sum(state, column, scope)
        if total is not None and sum(column_figures) != total:
            details: Details = {
                "why": "sum",
                "column": column,
                "sum": sum(column_figures),
                "wanted": total,
                "off": abs(total - sum(column_figures)),
            }
            yield Violation("sh.sum", None, details, (Remedy(ENTER_AGAIN, details=details),))
    yield from check_faults(state, scope, len(state.begun), len(entered), turn)


def _figure_faults(
    state: State, columns: tuple[int, ...], figures: Figures, turn: Seat | None
) -> Iterator[Violation]:
    scope = state.scope(())
    resting = state.resting if turn is None else ()
    if turn is not None:
        state = replace(state, turn=turn)
    for column, column_figures in zip(columns, figures, strict=True):
        possible = state.possible(column, scope)
        definition = state.sheet.columns[column]
        for n, figure in enumerate(column_figures, turn or 0):
            # A player who has no part in a row has 0 in it.
            if definition.of == "seat" and n in resting:
                if figure:
                    yield _wrong_figure(state, column, n, figure, possible, "rests")
            # Each figure is a possible one.
            elif figure not in possible:
                yield _wrong_figure(state, column, n, figure, possible)
            # A once-a-match figure isn't entered again.
            elif definition.once and definition.of != "table" and figure in state.entered_before(column, n):
                yield _wrong_figure(state, column, n, figure, possible, "once")


def _wrong_figure(
    state: State, column: int, n: int, figure: int, possible: Sequence[int], why: str = ""
) -> Violation:
    definition = state.sheet.columns[column]
    if definition.once and figure in definition.choices:
        why = "once"
    if definition.picks and figure in state.resting:
        why = "rests"
    kind = (
        "choice"
        if definition.choices
        else "seat"
        if definition.picks
        else "step"
        if definition.step > 1
        else "range"
    )
    least, most = (possible[0], possible[-1]) if possible else (0, 0)
    details: Details = {"why": why or kind, "column": column, "figure": figure, "least": least, "most": most}
    if definition.step > 1:
        details["step"] = definition.step
    if definition.of == "team":
        details["team"] = n
    seat = Seat(n) if definition.of == "seat" else None
    return Violation("sh.figure", seat, details, (Remedy(ENTER_AGAIN, seat, details),))


def check_faults(
    state: State, scope: Scope, before: int, now: int, turn: Seat | None = None
) -> Iterator[Violation]:
    """Yield a violation for each check that fails, of those that can be made now.

    A check is made as soon as all columns that it names are entered: `before` columns were, and now `now`.
    In a turn every check is made, for its own seat only.
    """
    parsed = state.parsed
    for check, formula, due in zip(state.sheet.checks, parsed.checks, parsed.checks_due, strict=True):
        if not before < due <= now:
            continue
        # A check holds for each seat, for each team, or once for the table.
        varies_by = formula.varies_by
        of = "seat" if turn is not None or "seat" in varies_by else "team" if varies_by else "table"
        resting = state.resting if of == "seat" and turn is None else ()
        for n in range(state.many(of)) if turn is None else (turn,):
            if n not in resting and not formula.evaluate(scope.at(of, n)):
                details: Details = {"why": "check", "says": check.says}
                if of == "team":
                    details["team"] = n
                seat = Seat(n) if of == "seat" else None
                yield Violation("sh.check", seat, details, (Remedy(ENTER_AGAIN, seat, details),))


def total_faults(state: State, gained: Sequence[int]) -> Iterator[Violation]:
    """Yield a violation for each total that would get too large; `gained` is by side."""
    # No total is larger than the referee can count.
    for side, (total, gain) in enumerate(zip(state.totals, gained, strict=True)):
        if abs(total + gain) > MOST_TOTAL:
            details: Details = {"why": "total", "side": side, "most": MOST_TOTAL}
            yield Violation("sh.figure", None, details, (Remedy(ENTER_AGAIN, details=details),))


def memory_faults(state: State, after: Sequence[Sequence[int]]) -> Iterator[Violation]:
    """Yield a violation for each memory slot that would leave its range."""
    for slot, values in zip(state.parsed.memory, after, strict=True):
        if not slot.range[0] <= min(values) <= max(values) <= slot.range[1]:
            yield Violation("sh.figure", None, {"why": "memory"}, (Remedy(ENTER_AGAIN),))
