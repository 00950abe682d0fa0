"""Parsing all formulas of a sheet, and finding every fault of one that can't be played."""

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from companion.errors import SetupError
from companion.games.sheet.conflicts import conflicts
from companion.games.sheet.formula import (
    FUNCTIONS,
    KEYWORDS,
    MOST_STEPS,
    Formula,
    Namespace,
    SheetMemory,
    Slot,
    read_formula,
)
from companion.games.sheet.scope import ALWAYS, always, column_named
from companion.games.sheet.sheet import (
    GRABBED,
    MOST_PLAYERS,
    MOST_ROUNDS,
    NAME,
    PLAYS,
    ROWS_WITHOUT_END,
    Expression,
    Fault,
    Path,
    Sheet,
    SheetColumn,
    brief,
    spoken,
)
from companion.games.sheet.tokens import MOST_FAULTS, FormulaError


class ParsedSheet(Struct, frozen=True):
    """A sheet with its formulas parsed.

    `calculated`: calculated columns by number, in order of calculation. `limits`: least and most of each
    column that is entered, `sums` and `known_after` are by column too. `checks` and `checks_due` are by
    check. `rounds`: None if the table or a target ends the game. `known_after` and `checks_due`: how many
    columns must have been entered, in order of parts, until a column's figures are known or a check can be
    made.
    """

    sheet: Sheet
    points: Formula
    calculated: tuple[tuple[int, Formula], ...]
    limits: tuple[tuple[Formula, Formula] | None, ...]
    sums: tuple[Formula | None, ...]
    checks: tuple[Formula, ...]
    rounds: Formula | None
    parts: tuple[tuple[int, ...], ...]
    """The numbers of the columns to be entered, by part."""
    known_after: tuple[int, ...]
    checks_due: tuple[int, ...]
    steps: int
    """Most steps of a row's formulas, each an operator or a name."""
    memory: tuple[Slot, ...]
    tiebreaks: tuple[Formula, ...]
    ahead: Formula
    ends: Formula | None = None
    out: Formula | None = None
    sits_out: Formula | None = None

    @property
    def entered(self) -> tuple[int, ...]:
        """The numbers of all columns to be entered, in that order."""
        return tuple(number for part in self.parts for number in part)


_WRONG = Formula(lambda scope: 0, (0, 0))
"""Stands for a faulty formula, so that other faults are found too."""


@lru_cache(maxsize=64)
def parse_sheet(sheet: Sheet) -> ParsedSheet:
    """Return a sheet with its formulas parsed. Raises SetupError with every fault."""
    faults: list[Fault] = []
    result = _SheetParser(sheet, faults).parse()
    if result is None:
        first, *others = (brief(f"{spoken(fault.path)}: {fault.text}") for fault in faults)
        raise SetupError(f"the sheet {sheet.name[:24]!r}: {first}", *others)
    return result


def sheet_faults(sheet: Sheet) -> tuple[Fault, ...]:
    """Return every fault of a sheet."""
    found: list[Fault] = []
    _SheetParser(sheet, found).parse()
    return tuple(found)


class _SheetParser:
    """Parses the formulas of one sheet and notes every fault."""

    def __init__(self, sheet: Sheet, faults: list[Fault]) -> None:
        self._sheet, self._faults = sheet, faults
        self._steps: list[tuple[int, Path]] = []
        """Steps that each formula takes in a row, with its place."""
        least, most = sheet.players
        self._players = (max(1, least), max(1, min(most, MOST_PLAYERS)))
        seats = self._players[1]
        self._many = {"seat": seats, "team": sheet.sides(seats), "table": 1}
        rounds = sheet.rounds if isinstance(sheet.rounds, int) and sheet.rounds > 0 else MOST_ROUNDS
        base = always(self._players, max(1, rounds), teams=bool(sheet.teams), dealt=sheet.deals)
        self._names = dict(base)
        if sheet.grab is not None:
            for number, name in enumerate(GRABBED, len(sheet.columns)):
                self._names[name] = column_named("seat", number, (0, 1))
        if sheet.some_rest:
            number = len(sheet.columns) + len(GRABBED) * (sheet.grab is not None)
            self._names[PLAYS] = column_named("seat", number, (0, 1))
        fixed = isinstance(sheet.rounds, int) and sheet.rounds > 0 and sheet.ties == "share"
        rows = rounds if fixed else ROWS_WITHOUT_END
        turns, of = (seats, "seat") if sheet.told == "turns" else (1, "table")
        self._memory = memory = SheetMemory(self._names, rows * turns, of, [])
        keys = {"dealer": "deals = true", "team": "teams"} | dict.fromkeys(GRABBED, "[grab]")
        keys[PLAYS] = "out or sits_out"
        absent = {name: f"{name!r} only works with {key}" for name, key in keys.items()}
        later = absent | {
            column.name: f"{column.name!r} is worked out from what is entered, so it isn't known before"
            if column.formula
            else f"{column.name!r} isn't known before it is entered"
            for column in sheet.columns
        }
        earlier = absent | {
            column.name: f"{column.name!r} belongs to a row that is over: say last({column.name})"
            for column in sheet.columns
        }
        # Limits of figures can't depend on memory of columns that haven't been parsed yet.
        row_start = {name: named for name, named in base.items() if name in ("round", "players", "dealer")}
        self._before_all = Namespace({"players": base["players"]}, later)
        self._before = Namespace(row_start, later)
        self._early, self._row = Namespace(base, later, memory), Namespace(self._names, absent, memory)
        row_end = {name: named for name, named in base.items() if name != "dealer"}
        self._after = Namespace(row_end, earlier, memory)

    def _fault(self, path: Path, text: str, at: int | None = None) -> None:
        self._faults.append(Fault(path, text, at))

    def parse(self) -> ParsedSheet | None:
        sheet = self._sheet
        for number, column in enumerate(sheet.columns):
            self._column(number, column)
        self._table()
        # If a column has no valid name, formulas that use it would get the blame.
        if any(fault.path[0] == "column" and fault.path[2] == "name" for fault in self._faults if fault.path):
            return None
        limits = tuple(self._limits(n, column) for n, column in enumerate(sheet.columns))
        calculated = tuple(self._calculated())
        sums = tuple(
            self._read(column.sum, ("column", n, "sum"), "table") if column.sum != "" else None
            for n, column in enumerate(sheet.columns)
        )
        checks = tuple(
            self._read(check.that, ("check", n, "that"), "seat", comparison=True)
            for n, check in enumerate(sheet.checks)
        )
        side = "team" if sheet.teams else "seat"
        points = self._read(sheet.points or 0, ("points",), side)
        rounds = self._rounds()
        conditions = {
            name: self._read(getattr(sheet, name), (name,), "seat", namespace, comparison=True)
            for name, namespace in (("ends", self._after), ("out", self._after), ("sits_out", self._early))
            if getattr(sheet, name)
        }
        ahead = self._read(sheet.ahead or 0, ("ahead",), side, self._after)
        tiebreaks = tuple(
            self._read(text, ("tiebreaks", n), side, self._after) for n, text in enumerate(sheet.tiebreaks)
        )
        entered = [n for n, column in enumerate(sheet.columns) if not column.formula]
        parts = tuple(
            tuple(n for n in entered if sheet.columns[n].part == part)
            for part in sorted({sheet.columns[n].part for n in entered} or {1})
        )
        known_after = self._known(parts, calculated)
        entered_by = {n: sum(map(len, parts[:end])) for end, columns in enumerate(parts, 1) for n in columns}
        # A calculated column has no sum; that has been reported by now.
        for n, count in entered_by.items():
            formula = sums[n]
            if formula is not None and self._entered_for(formula, known_after) > count:
                self._fault(("column", n, "sum"), "this names what is entered later: put the sum there")
        steps = self._count_steps()
        if self._faults:
            return None
        # A check that names nothing entered is made with the last column.
        checks_due = [self._entered_for(check, known_after) or len(entered) for check in checks]
        return ParsedSheet(
            sheet,
            points,
            calculated,
            limits,
            sums,
            checks,
            rounds,
            parts,
            tuple(known_after[n] for n in range(len(sheet.columns))),
            tuple(checks_due),
            steps,
            tuple(self._memory.slots),
            tiebreaks,
            ahead,
            **conditions,
        )

    def _count_steps(self) -> int:
        """Note a fault if a row takes too many steps, at the formula that takes most of them.

        Return the number of steps.
        """
        seats, steps = self._players[1], self._steps
        steps += [(slot.steps * self._many[slot.of], ("points",)) for slot in self._memory.slots]
        total = sum(count for count, _ in steps)
        if total > MOST_STEPS:
            most, path = max(steps, key=lambda entry: entry[0])
            self._fault(
                path,
                f"with {seats} players this takes {most} steps a row, and all of a row at most {MOST_STEPS}: "
                "add over the table in a column of its own, or allow fewer players",
            )
        return total

    def _known(
        self, parts: tuple[tuple[int, ...], ...], calculated: tuple[tuple[int, Formula], ...]
    ) -> dict[int, int]:
        """Return by column how many columns must have been entered until its figures are known."""
        known_after = {n: count for count, n in enumerate((n for columns in parts for n in columns), 1)}
        for n, formula in calculated:
            known_after[n] = self._entered_for(formula, known_after)
        return known_after

    def _entered_for(self, formula: Formula, known_after: dict[int, int]) -> int:
        """Return how many columns must have been entered until everything that a formula names is known."""
        columns = self._sheet.columns
        return max((count for n, count in known_after.items() if columns[n].name in formula.names), default=0)

    def _table(self) -> None:
        sheet = self._sheet
        least, most = sheet.players
        if not 1 <= least <= most <= MOST_PLAYERS:
            self._fault(
                ("players",), f"from how many to how many play, such as [2, 6]; at most {MOST_PLAYERS}"
            )
        elif sheet.teams and not sheet.counts:
            self._fault(
                ("teams",), f"{least} to {most} players can't be {sheet.teams} teams of the same size"
            )
        for name, text in (("name", sheet.name), ("about", sheet.about), ("source", sheet.source)):
            self._text((name,), text)
        self._faults += conflicts(sheet)

    def _text(self, path: Path, text: str) -> None:
        if not text.isprintable() or text != text.strip():
            self._fault(path, "only characters that can be printed, and no space at either end")

    def _column(self, number: int, column: SheetColumn) -> None:
        def fault(name: str, text: str) -> None:
            self._fault(("column", number, name), text)

        sheet = self._sheet
        if not NAME.fullmatch(column.name):
            fault("name", "a name has 1 to 16 small letters, digits and _, and begins with a letter")
        elif column.name in (*ALWAYS, *KEYWORDS, *FUNCTIONS, *(GRABBED if sheet.grab is not None else ())):
            fault("name", f"{column.name!r} means something else in formulas; take another name")
        elif any(column.name == other.name for other in sheet.columns[:number]):
            fault("name", f"two columns are called {column.name!r}")
        self._text(("column", number, "title"), column.title)
        for n, word in enumerate(column.words):
            if not word.isprintable():
                self._fault(("column", number, "words", n), "only characters that can be printed")

    def _limits(self, number: int, column: SheetColumn) -> tuple[Formula, Formula] | None:
        """Parse a column's least and most; from then on formulas know its name."""
        if column.formula:
            return None
        limits: tuple[Expression, Expression] = column.least, column.most
        if column.picks:
            limits = 0, "players - 1"
        elif column.choices:
            limits = min(column.choices), max(column.choices)
        least = self._read(limits[0], ("column", number, "least"), "table", self._before)
        most = self._read(limits[1], ("column", number, "most"), "table", self._before)
        reach = (0, 0) if least is _WRONG or most is _WRONG else (least.range[0], most.range[1])
        if reach[0] > reach[1]:
            self._fault(("column", number, "most"), "this is less than the least")
        self._names[column.name] = column_named(column.of, number, reach)
        return least, most

    def _calculated(self) -> Iterator[tuple[int, Formula]]:
        """Yield the calculated columns, each after those that it depends on."""
        left = {n: column for n, column in enumerate(self._sheet.columns) if column.formula}
        names = {column.name for column in left.values()}
        while left:
            ready = [
                n for n, column in left.items() if not names & set(re.findall(r"[a-z_]\w*", column.formula))
            ]
            if not ready:
                number = next(iter(left))
                round_about = ", ".join(sorted(names))
                self._fault(
                    ("column", number, "is"), f"these are counted from each other in a circle: {round_about}"
                )
                for number, column in left.items():
                    self._names[column.name] = column_named(column.of, number, (0, 0))
                return
            for number in ready:
                column = left.pop(number)
                names.discard(column.name)
                formula = self._read(column.formula, ("column", number, "is"), column.of)
                self._names[column.name] = column_named(column.of, number, formula.range)
                yield number, formula

    def _rounds(self) -> Formula | None:
        if self._sheet.rounds == 0:
            return None
        formula = self._read(self._sheet.rounds, ("rounds",), "table", self._before_all)
        if formula is not _WRONG and not 1 <= formula.range[0] <= formula.range[1] <= MOST_ROUNDS:
            self._fault(
                ("rounds",), f"from 1 to {MOST_ROUNDS} rounds; leave it out where there is no such number"
            )
        return formula

    def _read(
        self,
        expression: Expression,
        path: Path,
        of: str,
        namespace: Namespace | None = None,
        *,
        comparison: bool = False,
    ) -> Formula:
        """Parse a formula that may differ between those that `of` says.

        `namespace` defaults to a row's names.
        """
        # After this many faults, more of them would help nobody.
        if len(self._faults) > MOST_FAULTS:
            return _WRONG
        if isinstance(expression, int):
            number = expression
            return self._with_steps(Formula(lambda scope: number, (number, number)), path, of)
        try:
            formula = read_formula(
                expression, namespace or self._row, self._players[1], comparison=comparison
            )
        except FormulaError as error:
            for fault in (error, *error.also):
                self._fault(path, fault.text, fault.at)
            return _WRONG
        allowed = {"seat": {"seat", "team"}, "team": {"team"}, "table": set[str]()}[of]
        if formula.varies_by - allowed:
            whose = "a whole team" if of == "team" else "the whole table"
            own = "what each seat has goes into sum(), own() or count()"
            self._fault(path, f"this is one number for {whose}: {own}")
            return _WRONG
        if self._sheet.told == "turns" and re.search(r"\b(sum|count|own)\b", expression):
            self._fault(path, "in a turn only one seat enters numbers: there is nothing to add up")
            return _WRONG
        return self._with_steps(formula, path, of)

    def _with_steps(self, formula: Formula, path: Path, of: str) -> Formula:
        """Add a formula's steps to those of a row; `rounds` isn't part of a row."""
        self._steps.append((0 if path == ("rounds",) else formula.steps * self._many[of], path))
        return formula
