"""A sheet: the rules of one game as a value, and what is wrong with one that can't be played."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from companion.errors import SetupError
from companion.games.sheet.clock import ClockRules
from companion.games.sheet.formula import (
    ALWAYS,
    FUNCTIONS,
    KEYWORDS,
    MOST_POINTS,
    MOST_STEPS,
    MOST_TOTAL,
    Formula,
    FormulaError,
    Named,
    always,
    column_named,
    read_formula,
)

MOST_PLAYERS = 22
MOST_COLUMNS, MOST_CHECKS, MOST_CHOICES, MOST_PARTS = 40, 12, 40, 4
MOST_ROUNDS = 200
MOST_BGG = 10_000_000
"""No number at boardgamegeek.com is larger."""

Title: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Line: TypeAlias = Annotated[str, Meta(max_length=160)]
Figure: TypeAlias = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
Expression: TypeAlias = Figure | str
"""A figure, or a formula of the round and of how many play."""

Of: TypeAlias = Literal["seat", "team", "table"]
"""Whose a figure is: everybody has one, every team has one, or the table has one."""

Path: TypeAlias = tuple[str | int, ...]
"""Where something stands in a sheet, such as ("column", 2, "most")."""

GRABBED = ("right", "wrong")
"""Names that a sheet with a grab has beside its columns."""

QUOTED = 40
"""Letters of a long word that are said."""

_LONG = re.compile(r"'[^']{60,}(')|\S{60,}")
NAME = re.compile(r"[a-z][a-z0-9_]{0,15}", re.ASCII)


class Column(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A column: `name` is what formulas call it, `title` what stands over it.

    A figure that is told goes from `least` to `most` in steps of `step`, or is one of `choices`, each of
    which may have a word (`words`, in the same order). With `picks` it is a seat. `sum` is what the figures
    of a column must come to. One with `is` isn't told but counted. Columns of a later `part` are told later
    in the round.
    """

    name: str
    title: Annotated[str, Meta(max_length=16)] = ""
    of: Of = "seat"
    least: Expression = 0
    most: Expression = 999
    step: Annotated[int, Meta(ge=1, le=MOST_POINTS)] = 1
    choices: Annotated[tuple[Figure, ...], Meta(max_length=MOST_CHOICES)] = ()
    words: Annotated[tuple[Title, ...], Meta(max_length=MOST_CHOICES)] = ()
    picks: bool = False
    sum: Expression = ""
    counted: str = field(name="is", default="")
    part: Annotated[int, Meta(ge=1, le=MOST_PARTS)] = 1

    @property
    def heading(self) -> str:
        """What stands over it."""
        return self.title or self.name.replace("_", " ").capitalize()


class Check(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that every row must hold to, and the sentence for one that doesn't."""

    that: str
    says: Annotated[str, Meta(min_length=1, max_length=100)]


class GrabKind(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """What hands grab for: with a `bell` the first hand alone counts, and is right or wrong.

    With a `buzzer` the first hand speaks, and after a wrong answer the next in the order of the presses.
    """

    kind: Literal["bell", "buzzer"]


class Sheet(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True):
    """The rules of a game that is kept on a sheet.

    `told` is what one report is: a row of a whole round, or one seat's turn. Turns go round in `order`; where
    it is `chosen` everybody has one turn a round, in any order, and with `free` whoever it was tells. With
    `reverses` the table may turn the order round, and then every turn is a round of its own. With `passes`
    whoever passes is left out until the round is over: once `all` have passed, or all `others` but one, who
    begins the next. With `deals` the deal passes clockwise after each round, and the seat after
    the dealer begins. Everybody has `start` points; `points` is what a round brings a player, or a team. It
    ends after `rounds`, once somebody has got to `target` (and the round is over, or `at_once`), or
    when the table says so; where there are `teams`, partners sit across. `ties` are shared, or play goes on
    until there is none. A `clock` times turns; with one, nothing else need be told of them. With a `grab`
    each round is one: who was `right` and who was `wrong` are figures by seat that formulas know. `bgg` is
    the game's number at boardgamegeek.com, for files for other programs.
    """

    name: Title
    players: tuple[int, int]
    points: str = ""
    columns: Annotated[tuple[Column, ...], Meta(max_length=MOST_COLUMNS)] = field(name="column", default=())
    about: Line = ""
    source: Line = ""
    teams: Annotated[int, Meta(ge=0, le=MOST_PLAYERS)] = 0
    told: Literal["rounds", "turns"] = "rounds"
    order: Literal["clockwise", "counterclockwise", "chosen", "free"] = "clockwise"
    reverses: bool = False
    passes: Literal["", "all", "others"] = ""
    deals: bool = False
    wins: Literal["high", "low"] = "high"
    start: Annotated[int, Meta(ge=-MOST_TOTAL, le=MOST_TOTAL)] = 0
    target: Annotated[int, Meta(ge=-MOST_TOTAL, le=MOST_TOTAL)] | None = None
    finish: Literal["round", "at_once"] = "round"
    rounds: Expression = 0
    ties: Literal["share", "play_on"] = "share"
    checks: Annotated[tuple[Check, ...], Meta(max_length=MOST_CHECKS)] = field(name="check", default=())
    clock: ClockRules | None = None
    grab: GrabKind | None = None
    bgg: Annotated[int, Meta(ge=1, le=MOST_BGG)] | None = None

    def sides(self, players: int) -> int:
        """Return how many teams there are, or players where everybody plays alone."""
        return self.teams or players

    def able(self, players: int) -> bool:
        """Tell whether the sheet is for this number of players."""
        return self.players[0] <= players <= self.players[1] and not players % (self.teams or 1)

    @property
    def goes_round(self) -> bool:
        """Whether one turn follows another, and nobody is asked whose it is."""
        return self.told == "turns" and self.order in ("clockwise", "counterclockwise")

    @property
    def each_alone(self) -> bool:
        """Whether every row is a round of its own."""
        ordered = self.goes_round and not self.reverses
        return not (self.told == "turns" and (ordered or self.order == "chosen" or self.passes))


class Fault(Struct, frozen=True):
    """What is wrong with a sheet: where, and at which sign of the text there, from 0; None: all of it."""

    path: Path
    text: str
    at: int | None = None


class Worked(Struct, frozen=True):
    """A sheet with its formulas read.

    `counted` are the counted columns by number, in the order of counting. `least`, `most`, `sums` are by
    column, and `checks` by check; `rounds` is None where the table or a target ends it. `known` is by column
    how many columns have to be told, in the order of parts, for its figures to be known, and `made` how many
    for each check to be made.
    """

    sheet: Sheet
    points: Formula
    counted: tuple[tuple[int, Formula], ...]
    least: tuple[Formula | None, ...]
    most: tuple[Formula | None, ...]
    sums: tuple[Formula | None, ...]
    checks: tuple[Formula, ...]
    rounds: Formula | None
    parts: tuple[tuple[int, ...], ...]
    """The numbers of the columns that are told, by part."""
    known: tuple[int, ...]
    made: tuple[int, ...]
    steps: int
    """How many steps a row takes at the most, each a sign or a name."""


@lru_cache(maxsize=64)
def worked(sheet: Sheet) -> Worked:
    """Return a sheet with its formulas read; SetupError names every fault."""
    found: list[Fault] = []
    made = _Work(sheet, found).work()
    if made is None:
        first, *others = (brief(f"{spoken(fault.path)}: {fault.text}") for fault in found)
        raise SetupError(f"the sheet {sheet.name[:24]!r}: {first}", *others)
    return made


def faults(sheet: Sheet) -> tuple[Fault, ...]:
    """Return everything that is wrong with a sheet."""
    found: list[Fault] = []
    _Work(sheet, found).work()
    return tuple(found)


def spoken(path: Path) -> str:
    """Return a place in a sheet as words: `column 3, most`."""
    parts: list[str] = []
    for step in path:
        if isinstance(step, int) and parts:
            parts[-1] += f" {step + 1}"
        else:
            parts.append(str(step))
    return ", ".join(parts) or "the sheet"


def brief(text: str) -> str:
    """Return what is said of a fault with the long words and long values in it cut: they fill no screen."""
    return _LONG.sub(lambda word: f"{word[0][:QUOTED]}...{word[1] or ''}", text)


class _Work:
    """Reads the formulas of one sheet, and writes down every fault."""

    def __init__(self, sheet: Sheet, found: list[Fault]) -> None:
        self._sheet, self._found = sheet, found
        least, most = sheet.players
        self._players = (max(1, least), max(1, min(most, MOST_PLAYERS)))
        rounds = sheet.rounds if isinstance(sheet.rounds, int) and sheet.rounds > 0 else MOST_ROUNDS
        base = always(self._players, max(1, rounds), teams=bool(sheet.teams), dealt=sheet.deals)
        self._before = {name: named for name, named in base.items() if name in ("round", "players", "dealer")}
        self._names = dict(base)
        if sheet.grab is not None:
            self._names |= {
                name: column_named("seat", len(sheet.columns) + n, (0, 1)) for n, name in enumerate(GRABBED)
            }
        absent = {"dealer": "deals = true", "team": "teams"} | dict.fromkeys(GRABBED, "[grab]")
        self._absent = {name: f"{name!r} is there only with {key}" for name, key in absent.items()}
        self._later = {
            column.name: f"{column.name!r} is counted from what is told, and isn't known before"
            if column.counted
            else f"{column.name!r} isn't known before it is told"
            for column in sheet.columns
        }

    def _fault(self, path: Path, text: str, at: int | None = None) -> None:
        self._found.append(Fault(path, text, at))

    def work(self) -> Worked | None:
        sheet = self._sheet
        for number, column in enumerate(sheet.columns):
            self._column(number, column)
        self._table()
        # Where a column has no good name, formulas would be blamed for it.
        if any(fault.path[0] == "column" and fault.path[2] == "name" for fault in self._found if fault.path):
            return None
        ends = []
        for n, column in enumerate(sheet.columns):
            low = self._end(n, column, "least")
            ends.append((low, self._end(n, column, "most", low)))
        counted = tuple(self._counted())
        sums = tuple(
            self._read(column.sum, ("column", n, "sum"), "table") if column.sum != "" else None
            for n, column in enumerate(sheet.columns)
        )
        checks = tuple(
            self._read(check.that, ("check", n, "that"), "seat", yes=True)
            for n, check in enumerate(sheet.checks)
        )
        points = self._read(sheet.points or 0, ("points",), "team" if sheet.teams else "seat")
        rounds = self._rounds()
        told = [n for n, column in enumerate(sheet.columns) if not column.counted]
        parts = tuple(
            tuple(n for n in told if sheet.columns[n].part == part)
            for part in sorted({sheet.columns[n].part for n in told} or {1})
        )
        known = self._known(parts, counted)
        ends_of = {n: sum(map(len, parts[: part + 1])) for part, its in enumerate(parts) for n in its}
        for n, formula in enumerate(sums):
            if formula is not None and self._told_for(formula, known) > ends_of[n]:
                self._fault(("column", n, "sum"), "this names what is told later: say it at the later column")
        steps = self._bound(points, counted, sums, checks, ends)
        if self._found or points is None or None in checks:
            return None
        # What names nothing that is told is made with the last column.
        made = [self._told_for(check, known) or len(told) for check in checks if check is not None]
        return Worked(
            sheet,
            points,
            counted,
            tuple(least for least, _ in ends),
            tuple(most for _, most in ends),
            sums,
            tuple(check for check in checks if check is not None),
            rounds,
            parts,
            tuple(known[n] for n in range(len(sheet.columns))),
            tuple(made),
            steps,
        )

    def _bound(
        self,
        points: Formula | None,
        counted: Iterable[tuple[int, Formula]],
        sums: Iterable[Formula | None],
        checks: Iterable[Formula | None],
        ends: Iterable[tuple[Formula | None, Formula | None]],
    ) -> int:
        """Refuse a sheet of which a row takes too long to count, at the formula that takes longest.

        Return how many steps it takes.
        """
        seats = self._players[1]
        sides = {"seat": seats, "team": self._sheet.sides(seats), "table": 1}
        found: list[tuple[Path, Formula | None, int]] = [(("points",), points, self._sheet.sides(seats))]
        found += [(("column", n, "is"), formula, sides[self._sheet.columns[n].of]) for n, formula in counted]
        found += [(("column", n, "sum"), formula, 1) for n, formula in enumerate(sums)]
        found += [(("check", n, "that"), formula, seats) for n, formula in enumerate(checks)]
        found += [(("column", n, "most"), formula, 1) for n, both in enumerate(ends) for formula in both]
        steps = [(0 if formula is None else formula.steps * times, path) for path, formula, times in found]
        every = sum(each for each, _ in steps)
        if every > MOST_STEPS:
            most, path = max(steps, key=lambda entry: entry[0])
            self._fault(
                path,
                f"with {seats} players this takes {most} steps a row, and all of a row at most {MOST_STEPS}: "
                "add over the table in a column of its own, or allow fewer players",
            )
        return every

    def _known(
        self, parts: tuple[tuple[int, ...], ...], counted: tuple[tuple[int, Formula], ...]
    ) -> dict[int, int]:
        """Return by column how many columns have to be told for its figures to be known."""
        known = {n: told for told, n in enumerate((n for its in parts for n in its), 1)}
        for n, formula in counted:
            known[n] = self._told_for(formula, known)
        return known

    def _told_for(self, formula: Formula, known: dict[int, int]) -> int:
        """Return how many columns have to be told for all that a formula names to be known."""
        columns = self._sheet.columns
        return max((told for n, told in known.items() if columns[n].name in formula.names), default=0)

    def _table(self) -> None:
        sheet = self._sheet
        least, most = sheet.players
        if not 1 <= least <= most <= MOST_PLAYERS:
            self._fault(
                ("players",), f"from how many to how many play, such as [2, 6]; at most {MOST_PLAYERS}"
            )
        elif sheet.teams and not any(map(sheet.able, range(least, most + 1))):
            self._fault(
                ("teams",), f"{least} to {most} players can't be {sheet.teams} teams of the same size"
            )
        if sheet.teams == 1:
            self._fault(("teams",), "one team has nobody to play against; leave it out, or say 2")
        for name, text in (("name", sheet.name), ("about", sheet.about), ("source", sheet.source)):
            self._text((name,), text)
        if not sheet.columns and sheet.clock is None and sheet.grab is None:
            self._fault(
                (),
                "column is missing: say what is told, or what [clock] times the turns, or what [grab] is for",
            )
        elif sheet.grab is not None and not sheet.points:
            self._fault((), 'points is missing: what a grab brings, such as points = "right - wrong"')
        elif sheet.columns and not sheet.points:
            self._fault((), "points is missing")
        if sheet.grab is not None:
            self._grab()
        elif sheet.clock is not None:
            self._clock(sheet.clock)
        if sheet.columns and all(column.counted for column in sheet.columns):
            self._fault(("column", 0, "is"), "nothing is told on this sheet; one column must be without is")
        if sheet.target is not None and sheet.target == sheet.start:
            self._fault(("target",), "everybody has that many points at the start")
        if sheet.told == "turns":
            self._turns()
        self._order()

    def _grab(self) -> None:
        sheet = self._sheet
        if sheet.clock is not None:
            self._fault(("clock",), "a clock times turns, and a grab is nobody's turn: leave out one of them")
        elif sheet.told == "turns":
            self._fault(("told",), 'a grab is a round of the whole table: leave out told = "turns"')
        if sheet.checks and not sheet.columns:
            self._fault(("check", 0, "that"), "nothing is told that could be wrong: leave out [[check]]")

    def _clock(self, clock: ClockRules) -> None:
        def fault(name: str, text: str) -> None:
            self._fault(("clock", name), text)

        if not self._sheet.goes_round:
            fault(
                "kind",
                'a clock times one turn after the other: say told = "turns" at the top, and no order but '
                '"clockwise" or "counterclockwise"',
            )
        if clock.kind != "up" and not clock.seconds:
            fault("seconds", "how many seconds it begins with")
        if clock.kind == "up" and (clock.seconds or clock.runs_out != "told"):
            fault("kind", "a clock that counts up never runs out: leave out seconds and runs_out")
        if clock.needs_extra != bool(clock.extra):
            says = (
                "how many seconds extra"
                if clock.needs_extra
                else f"a clock that counts {clock.kind} has none"
            )
            fault("extra", says)
        if clock.runs_out == "passes" and clock.each == "game" and clock.kind in ("down", "bronstein"):
            fault(
                "runs_out",
                "with no time left every turn would pass from then on; a turn of its own time has "
                'each = "turn", and some for every turn "fischer" or "delay"',
            )
        if clock.runs_out == "loses" and self._sheet.players[0] < 2:
            fault("runs_out", "nobody is left to win where one plays alone: say players from 2 on")
        if clock.each == "turn" and clock.needs_extra:
            fault("each", 'with extra seconds it is each = "game"; every turn its own is kind = "down"')

    def _turns(self) -> None:
        sheet = self._sheet
        if sheet.teams:
            self._fault(("teams",), 'teams are told by rounds: leave teams out, or say told = "rounds"')
        for n, column in enumerate(sheet.columns):
            for name, wrong in (
                ("of", column.of != "seat"),
                ("sum", column.sum != ""),
                ("part", column.part != 1),
            ):
                if wrong:
                    self._fault(("column", n, name), "in a turn one seat tells its own figures, all at once")

    def _order(self) -> None:
        sheet = self._sheet
        if sheet.order == "chosen" and sheet.told != "turns":
            self._fault(("order",), 'a turn is chosen, not a row: say told = "turns" as well')
        if sheet.passes and not sheet.goes_round:
            self._fault(("passes",), 'whoever passes is left out as turns go round: say told = "turns"')
        if sheet.passes == "others" and sheet.deals:
            self._fault(("deals",), "whoever didn't pass begins the next round: leave deals out")
        if not sheet.reverses:
            return
        if not sheet.goes_round:
            self._fault(("reverses",), 'only turns that go round can be turned round: say told = "turns"')
        for name, said in (("deals", sheet.deals), ("rounds", sheet.rounds != 0)):
            if said and not sheet.passes:
                self._fault((name,), f"where turns may be turned round there are no rounds: leave {name} out")

    def _text(self, path: Path, text: str) -> None:
        if not text.isprintable() or text != text.strip():
            self._fault(path, "only signs that can be printed, without a space at its ends")

    def _column(self, number: int, column: Column) -> None:
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
                self._fault(("column", number, "words", n), "only signs that can be printed")
        if column.of == "team" and not sheet.teams:
            fault("of", 'there are no teams; say teams = 2 at the top, or of = "seat"')
        if column.picks and column.of != "table":
            fault("picks", 'a seat is picked once for the table: say of = "table" as well')
        if column.words and len(column.words) != len(column.choices):
            fault("words", "as many words as there are choices, in the same order")
        if len(set(column.choices)) != len(column.choices):
            fault("choices", "the same choice twice")
        if column.counted and (column.choices or column.picks or column.sum != "" or column.part != 1):
            fault("is", "a column that is counted isn't told: leave out choices, picks, sum and part")
        if column.sum != "" and column.of == "table":
            fault("sum", 'one figure has no sum; say of = "seat"')

    def _end(
        self, number: int, column: Column, name: Literal["least", "most"], low: Formula | None = None
    ) -> Formula | None:
        """Read where a column's figures end, the least first; its name is known once both are."""
        if column.counted:
            return None
        if column.picks:
            reach = (0, self._players[1] - 1)
            told: Expression = 0 if name == "least" else "players - 1"
        elif column.choices:
            reach = (min(column.choices), max(column.choices))
            told = reach[name == "most"]
        else:
            told = getattr(column, name)
        formula = self._read(told, ("column", number, name), "table", self._before)
        if name == "most" and not column.picks and not column.choices:
            least, most = (low.range[0], formula.range[1]) if low and formula else (0, 0)
            if least > most:
                self._fault(("column", number, name), "this is less than the least")
            reach = (least, most)
        elif not column.picks and not column.choices:
            return formula
        self._names[column.name] = column_named(column.of, number, reach)
        return formula

    def _counted(self) -> Iterator[tuple[int, Formula]]:
        """Yield the counted columns, each after those that it is counted from."""
        left = {n: column for n, column in enumerate(self._sheet.columns) if column.counted}
        names = {column.name for column in left.values()}
        while left:
            ready = [
                n for n, column in left.items() if not names & set(re.findall(r"[a-z_]\w*", column.counted))
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
                formula = self._read(column.counted, ("column", number, "is"), column.of)
                reach = formula.range if formula is not None else (0, 0)
                self._names[column.name] = column_named(column.of, number, reach)
                if formula is not None:
                    yield number, formula

    def _rounds(self) -> Formula | None:
        if self._sheet.rounds == 0:
            return None
        only = {"players": self._before["players"]}
        formula = self._read(self._sheet.rounds, ("rounds",), "table", only)
        if formula is not None and not 1 <= formula.range[0] <= formula.range[1] <= MOST_ROUNDS:
            self._fault(("rounds",), f"1 to {MOST_ROUNDS} rounds; leave it out where there is no such number")
        return formula

    def _read(
        self,
        told: Expression,
        path: Path,
        of: str,
        names: dict[str, Named] | None = None,
        *,
        yes: bool = False,
    ) -> Formula | None:
        """Read a formula that may differ from one `of` these to the next; None where it is wrong."""
        known = self._names if names is None else names
        elsewhere = self._absent | (self._later if known is not self._names else {})
        if isinstance(told, int):
            number = told
            return Formula(lambda scope: number, (number, number), frozenset(), frozenset())
        try:
            formula = read_formula(told, known, self._players[1], yes=yes, elsewhere=elsewhere)
        except FormulaError as error:
            for each in (error, *error.also):
                self._fault(path, each.text, each.at)
            return None
        allowed = {"seat": {"seat", "team"}, "team": {"team"}, "table": set[str]()}[of]
        if formula.of - allowed:
            whose = "a team" if of == "team" else "the whole table"
            self._fault(
                path,
                f"this is one figure for {whose}: put what is each seat's own into sum(), own() or count()",
            )
            return None
        if self._sheet.told == "turns" and re.search(r"\b(sum|count|own)\b", told):
            self._fault(path, "in a turn only one seat tells: there is nothing to add over the table")
            return None
        return formula
