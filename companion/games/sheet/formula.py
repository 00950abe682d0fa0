"""How figures become points: a small language of whole numbers, read from a text into what counts it.

    if bid = tricks then 20 + 10 * tricks else -10 * max(bid - tricks, tricks - bid)

There are `+ - *`, `div` and `mod` by a constant (rounded down), the six comparisons (`= != < <= > >=`),
`and or not`, `if … then … else …`, `min(…)` and `max(…)` of several, and over the table: `sum(…)` and
`count(…)` over every seat (or every team, where what they count is told by team), `own(…)` over the seats
of one's own team. What earlier rows came to is remembered: `so_far(…)` adds it up, `last(…)` is the newest,
`count_so_far(…)` counts the rows that hold to a comparison. Names are those of columns, and:

| name | what it is |
|---|---|
| `round` | the number of the round, from 1 |
| `players` | how many play |
| `seat`, `team` | whose points these are, counted from 0 |
| `dealer` | the seat that deals |
| `total` | all points before this round |

Nothing repeats, and how large a result can get, and how many steps it takes, is known before
anything is counted.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import eq, ge, gt, le, lt, ne
from typing import TypeAlias

from msgspec import Struct

MOST_SIGNS, MOST_NODES, MOST_DEPTH = 400, 120, 20
"""A formula that is longer, or nested deeper, nobody reads."""
MOST_POINTS = 1_000_000
"""No figure and no result may be further from 0."""
MOST_TOTAL = 500_000
"""Nor may anybody's total."""
MOST_STEPS = 10_000
"""Nor may a row take more steps to count, each a sign or a name: a Pi counts so many in some ms."""

Range: TypeAlias = tuple[int, int]
"""The least and the most that something can be."""

KEYWORDS = ("if", "then", "else", "and", "or", "not")
OVER_TABLE = ("sum", "count", "own")
FUNCTIONS = ("min", "max", *OVER_TABLE)
REMEMBERED = ("so_far", "last", "count_so_far")
"""Functions only before a bracket: a column may be called so."""
MOST_SLOTS = 24
ALWAYS = ("round", "players", "seat", "team", "dealer", "total")
"""Names that are there without a column."""

_MEANT = {"==": "=", "=>": ">=", "=<": "<=", "<>": "!=", "&&": "and", "||": "or", "!": "not"}
_MEANT |= {"/": "div, which rounds down", "%": "mod"}
"""What other languages write for what is meant here."""
_TOKEN = re.compile(r"\s*(?:(\d+)|([A-Za-z_]\w*)|(==|=>|=<|<>|&&|\|\||<=|>=|!=|[-+*=<>(),!/%]))", re.ASCII)


class FormulaError(ValueError):
    """A formula that can't be counted: `at` is where in its text, from 0; `also` are its other faults."""

    def __init__(self, at: int, text: str, also: tuple["FormulaError", ...] = ()) -> None:
        super().__init__(text)
        self.at, self.text, self.also = at, text, also


class Scope:
    """What a formula is counted on: one round's figures, and whose points are asked for.

    `columns` are the figures by column: one for each seat or team, or a single one. `team_of` is by seat (who
    plays alone is a team), `totals` are by team, and `memory` is what `Slot`s remember. `added` is what was
    added over the table already, by what adds it: it is the same whoever asks.
    """

    __slots__ = (
        "added",
        "columns",
        "dealer",
        "memory",
        "players",
        "round",
        "seat",
        "team",
        "team_of",
        "totals",
    )

    def __init__(
        self,
        columns: list[Sequence[int]],
        number: int,
        dealer: int,
        team_of: tuple[int, ...],
        totals: tuple[int, ...],
        memory: Sequence[Sequence[int]] = (),
    ) -> None:
        self.columns, self.round, self.dealer, self.team_of = columns, number, dealer, team_of
        self.memory, self.added = memory, dict[Count, int]()
        self.players, self.totals = len(team_of), totals
        self.seat = self.team = 0

    def at_seat(self, seat: int) -> "Scope":
        """Ask for a seat's points from now on."""
        self.seat, self.team = seat, self.team_of[seat]
        return self

    def at(self, of: str, number: int) -> "Scope":
        """Ask for what is a seat's, a team's or the table's from now on."""
        if of == "seat":
            return self.at_seat(number)
        self.seat = self.team = number
        return self


Count: TypeAlias = Callable[[Scope], int]


class Named(Struct, frozen=True):
    """What a name stands for: whose (`seat`, `team`, `table`), how large it can be, and how it is counted."""

    of: str
    range: Range
    count: Count


class Formula(Struct, frozen=True):
    """A formula that has been read: what counts it, what it can come to, for whom it differs (`seat`, `team`;
    nothing: it is the same for all), the names in it, and how many steps it takes at the most.
    """

    count: Count
    range: Range
    of: frozenset[str]
    names: frozenset[str]
    steps: int = 1


class Slot(Struct, frozen=True):
    """What is remembered of every row: by `kind` (a name of `REMEMBERED`), whose it is, how it is counted.

    `range` is what it may come to. It is 0 before the first row.
    """

    kind: str
    of: str
    count: Count
    range: Range
    steps: int

    def after(self, before: int, scope: Scope) -> int:
        """Return what is remembered after the row of a scope."""
        now = int(self.count(scope))
        return now if self.kind == "last" else before + now


class Memory(Struct, frozen=True):
    """What formulas of one sheet remember: `names` may be remembered of at most so many `rows`."""

    names: dict[str, Named]
    rows: int
    slots: list[Slot]


class _Part(Struct, frozen=True):
    """A piece of a formula; `yes`: it is a comparison, and comes to 1 or 0."""

    count: Count
    range: Range
    yes: bool
    of: frozenset[str]
    steps: int


class _Operator(Struct, frozen=True):
    """What stands between two parts: how both are counted, what it can come to, and whether parts and result
    are comparisons.
    """

    join: Callable[[Count, Count], Count]
    reach: Callable[[Range, Range], Range]
    takes_yes: bool = False
    gives_yes: bool = False


def _compared(test: Callable[[int, int], bool]) -> _Operator:
    return _Operator(
        lambda one, two: lambda scope: test(one(scope), two(scope)), lambda one, two: (0, 1), gives_yes=True
    )


def _ends(one: Range, two: Range) -> Range:
    ends = [left * right for left in one for right in two]
    return min(ends), max(ends)


_LEVELS: tuple[dict[str, _Operator], ...] = (
    {
        "or": _Operator(
            lambda one, two: lambda scope: one(scope) or two(scope), lambda one, two: (0, 1), True, True
        )
    },
    {
        "and": _Operator(
            lambda one, two: lambda scope: one(scope) and two(scope), lambda one, two: (0, 1), True, True
        )
    },
    {
        sign: _compared(test)
        for sign, test in (("=", eq), ("!=", ne), ("<", lt), ("<=", le), (">", gt), (">=", ge))
    },
    {
        "+": _Operator(
            lambda one, two: lambda scope: one(scope) + two(scope),
            lambda one, two: (one[0] + two[0], one[1] + two[1]),
        ),
        "-": _Operator(
            lambda one, two: lambda scope: one(scope) - two(scope),
            lambda one, two: (one[0] - two[1], one[1] - two[0]),
        ),
    },
    {
        "*": _Operator(lambda one, two: lambda scope: one(scope) * two(scope), _ends),
        "div": _Operator(
            lambda one, two: lambda scope: one(scope) // two(scope),
            lambda one, two: (one[0] // two[0], one[1] // two[0]),
        ),
        "mod": _Operator(
            lambda one, two: lambda scope: one(scope) % two(scope),
            lambda one, two: one if one[0] >= 0 and one[1] < two[0] else (0, two[0] - 1),
        ),
    },
)
"""The operators, from what binds least to what binds most; `not` stands before a comparison."""
_COMPARING = 2


_ANYTHING = Named("seat", (0, 0), lambda scope: 0)
"""Stands for a name that isn't known, so that what is wrong behind it is found too."""


class _Token(Struct, frozen=True):
    kind: str  # "number", "name", "sign", "end"
    text: str
    at: int


def read_formula(
    text: str,
    names: dict[str, Named],
    most_items: int,
    *,
    yes: bool = False,
    elsewhere: Mapping[str, str] | None = None,
    memory: Memory | None = None,
) -> Formula:
    """Read a formula in which `names` may stand; FormulaError says where it is wrong and what would be right.

    `most_items` is how many seats there can be; `yes`: a comparison is wanted, otherwise a number.
    `elsewhere` are names that can't stand here, and why. What the formula remembers is added to `memory`.
    """
    return _Reader(text, names, most_items, elsewhere or {}, memory).read(yes=yes)


def _tokens(text: str) -> Iterator[_Token]:
    at, end = 0, len(text.rstrip())
    while at < end:
        found = _TOKEN.match(text, at)
        if found is None:
            wrong = at + len(text[at:]) - len(text[at:].lstrip())
            raise FormulaError(wrong, _strange(text[wrong]))
        meant = _MEANT.get(found[0].strip())
        if meant is not None:
            raise FormulaError(found.start(3), f"for {found[3]} write {meant}")
        kind = ("number", "name", "sign")[(found.lastindex or 1) - 1]
        yield _Token(kind, found[found.lastindex or 1], found.start(found.lastindex or 1))
        at = found.end()
    yield _Token("end", "the end", end)


def _strange(sign: str) -> str:
    if sign == ".":
        return "points are whole numbers, without a point or a comma in them"
    return f"{sign!r} means nothing here; there are + - * ( ) , = != < <= > >= and words"


class _Reader:
    """Reads by descent: each method takes what binds more tightly than the one before it."""

    def __init__(
        self,
        text: str,
        names: dict[str, Named],
        most_items: int,
        elsewhere: Mapping[str, str],
        memory: Memory | None,
    ) -> None:
        if len(text) > MOST_SIGNS:
            raise FormulaError(0, f"this is longer than {MOST_SIGNS} signs; put a part of it into a column")
        self._tokens = list(_tokens(text))
        self._names, self._most, self._elsewhere = names, most_items, elsewhere
        self._memory = memory
        self._unknown: list[FormulaError] = []
        self._next = self._deep = self._nodes = 0
        self._used: set[str] = set()

    def read(self, *, yes: bool) -> Formula:
        try:
            formula = self._whole(yes=yes)
        except FormulaError as error:
            # Whatever else is wrong may come of a name that isn't known.
            if not self._unknown:
                raise
            self._unknown.append(error)
        if self._unknown:
            first, *others = sorted(self._unknown, key=lambda error: error.at)
            raise FormulaError(first.at, first.text, tuple(others))
        return formula

    def _whole(self, *, yes: bool) -> Formula:
        part = self._choice()
        token = self._tokens[self._next]
        if token.kind != "end":
            raise FormulaError(
                token.at, f"{token.text!r} can't stand here; an operation such as + is missing"
            )
        self._want(part, 0, yes=yes)
        return Formula(part.count, part.range, part.of, frozenset(self._used), part.steps)

    # From what binds least to what binds most.

    def _choice(self) -> _Part:
        self._deep += 1
        token = self._tokens[self._next]
        if self._deep > MOST_DEPTH:
            raise FormulaError(
                token.at, f"this is deeper than {MOST_DEPTH} brackets; put a part into a column"
            )
        part = self._if() if self._take("if") else self._level(0)
        self._deep -= 1
        return part

    def _if(self) -> _Part:
        at = self._tokens[self._next].at
        asked = self._want(self._level(0), at, yes=True)
        self._need("then")
        then = self._want(self._choice(), at, yes=False)
        self._need("else")
        other = self._want(self._choice(), at, yes=False)
        test, one, two = asked.count, then.count, other.count
        low, high = min(then.range[0], other.range[0]), max(then.range[1], other.range[1])
        return self._part(
            lambda scope: one(scope) if test(scope) else two(scope), (low, high), (asked, then, other), at
        )

    def _level(self, number: int) -> _Part:
        if number == len(_LEVELS):
            return self._signed()
        if number == _COMPARING and self._take("not"):
            return self._not()
        part = self._level(number + 1)
        while (operator := _LEVELS[number].get(self._tokens[self._next].text)) is not None:
            at, sign = self._tokens[self._next].at, self._tokens[self._next].text
            self._next += 1
            left = self._want(part, at, yes=operator.takes_yes)
            right = self._want(self._level(number + 1), at, yes=operator.takes_yes)
            if sign in ("div", "mod") and not 0 < right.range[0] == right.range[1]:
                raise FormulaError(at, f"what {sign} divides by is a figure above 0, such as … {sign} 10")
            if number == _COMPARING and self._tokens[self._next].text in _LEVELS[number]:
                raise FormulaError(
                    self._tokens[self._next].at, "compare two at a time, and join them with and"
                )
            count, reach = operator.join(left.count, right.count), operator.reach(left.range, right.range)
            part = self._part(count, reach, (left, right), at, yes=operator.gives_yes)
        return part

    def _not(self) -> _Part:
        at = self._tokens[self._next - 1].at
        self._deep += 1
        if self._deep > MOST_DEPTH:
            raise FormulaError(at, f"this is deeper than {MOST_DEPTH} words; put a part into a column")
        part = self._want(self._level(_COMPARING), at, yes=True)
        self._deep -= 1
        of = part.count
        return self._part(lambda scope: not of(scope), (0, 1), (part,), at, yes=True)

    def _signed(self) -> _Part:
        if not self._take("-"):
            return self._atom()
        at = self._tokens[self._next - 1].at
        part = self._want(self._atom(), at, yes=False)
        of, (low, high) = part.count, part.range
        return self._part(lambda scope: -of(scope), (-high, -low), (part,), at)

    def _atom(self) -> _Part:
        token = self._tokens[self._next]
        self._next += 1
        if token.kind == "number":
            if len(token.text) > len(str(MOST_POINTS)) or int(token.text) > MOST_POINTS:
                raise FormulaError(token.at, f"no number may be larger than {MOST_POINTS}")
            number = int(token.text)
            return self._part(lambda scope: number, (number, number), (), token.at)
        if token.text == "(":
            part = self._choice()
            self._need(")")
            return part
        if token.text in FUNCTIONS:
            return self._function(token)
        if token.text in REMEMBERED and self._tokens[self._next].text == "(":
            return self._remembered(token)
        if token.kind == "name" and token.text not in KEYWORDS:
            return self._name(token)
        self._next -= 1
        raise FormulaError(token.at, f"a number, a column or a bracket is missing before {token.text!r}")

    def _name(self, token: _Token) -> _Part:
        named = self._names.get(token.text)
        if named is None:
            there = f"there are {', '.join(sorted(self._names))}"
            why = self._elsewhere.get(token.text, f"nothing is called {token.text!r} here")
            self._unknown.append(FormulaError(token.at, f"{why}; {there}"))
            named = _ANYTHING
        self._used.add(token.text)
        return self._part(named.count, named.range, (), token.at, of=frozenset({named.of} - {"table"}))

    def _function(self, token: _Token) -> _Part:
        self._need("(")
        parts = [self._choice()]
        while self._take(","):
            parts.append(self._choice())
        self._need(")")
        if token.text in ("min", "max"):
            return self._extreme(token, parts)
        if len(parts) != 1:
            raise FormulaError(token.at, f"{token.text}() takes one thing: what is added over the table")
        return self._over_table(token, parts[0])

    def _remembered(self, token: _Token) -> _Part:
        memory = self._memory
        if memory is None:
            raise FormulaError(token.at, f"{token.text}() can't stand here, nor inside another one")
        # What is named in it is known before the row: it was told in earlier ones.
        names, used, elsewhere = self._names, {*self._used}, self._elsewhere
        self._names, self._memory, self._elsewhere = memory.names, None, {}
        self._need("(")
        part = self._want(self._choice(), token.at, yes=token.text == "count_so_far")
        self._need(")")
        self._names, self._memory, self._used, self._elsewhere = names, memory, used, elsewhere
        if len(memory.slots) == MOST_SLOTS:
            raise FormulaError(token.at, f"at most {MOST_SLOTS} things are remembered")
        whose = "seat" if "seat" in part.of else "team" if "team" in part.of else "table"
        times = 1 if token.text == "last" else memory.rows
        low, high = (max(-MOST_TOTAL, min(MOST_TOTAL, times * end)) for end in part.range)
        reach = (min(0, low), max(0, high))
        number = len(memory.slots)
        memory.slots.append(Slot(token.text, whose, part.count, reach, part.steps))
        counts: dict[str, Count] = {
            "seat": lambda scope: scope.memory[number][scope.seat],
            "team": lambda scope: scope.memory[number][scope.team],
            "table": lambda scope: scope.memory[number][0],
        }
        return self._part(counts[whose], reach, (), token.at, of=frozenset({whose} - {"table"}))

    def _extreme(self, token: _Token, parts: list[_Part]) -> _Part:
        if len(parts) < 2:
            raise FormulaError(token.at, f"{token.text}() needs two things or more to choose from")
        counts = tuple(self._want(part, token.at, yes=False).count for part in parts)
        pick = min if token.text == "min" else max
        low, high = pick(part.range[0] for part in parts), pick(part.range[1] for part in parts)
        return self._part(lambda scope: pick([of(scope) for of in counts]), (low, high), parts, token.at)

    def _over_table(self, token: _Token, part: _Part) -> _Part:
        self._want(part, token.at, yes=token.text == "count")
        if self._unknown:
            return self._part(part.count, (0, 0), (part,), token.at, of=frozenset())
        if len(part.of) != 1:
            raise FormulaError(
                token.at,
                f"{token.text}() counts what each seat tells, or what each team does, and one of them",
            )
        if token.text == "own" and part.of != {"seat"}:
            raise FormulaError(token.at, "own() is over the seats of one team, so it needs a column of seats")
        low, high = part.range
        count = (_over_own if token.text == "own" else _over_teams if "team" in part.of else _over_seats)(
            part.count
        )
        total = (min(0, low * self._most), max(0, high * self._most))
        of = frozenset({"team"}) if token.text == "own" else frozenset[str]()
        return self._part(count, total, (part,), token.at, of=of, times=self._most)

    # What several of them need.

    def _take(self, text: str) -> bool:
        token = self._tokens[self._next]
        if token.kind == "end" or token.text != text:
            return False
        self._next += 1
        return True

    def _need(self, text: str) -> None:
        if not self._take(text):
            token = self._tokens[self._next]
            raise FormulaError(token.at, f"{text!r} is missing before {token.text!r}")

    def _want(self, part: _Part, at: int, *, yes: bool) -> _Part:
        if part.yes and not yes:
            raise FormulaError(at, "a comparison is no number; say: if … then … else …")
        if yes and not part.yes:
            raise FormulaError(at, "a number is no comparison; say what it is compared with, such as … > 0")
        return part

    def _part(
        self,
        count: Count,
        reach: Range,
        parts: Iterable[_Part],
        at: int,
        *,
        yes: bool = False,
        of: frozenset[str] | None = None,
        times: int = 1,
    ) -> _Part:
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise FormulaError(at, f"this has more than {MOST_NODES} parts; put some of it into a column")
        if max(map(abs, reach)) > MOST_POINTS:
            raise FormulaError(
                at, f"this can come to more than {MOST_POINTS}: set least and most of its columns"
            )
        steps = 1 + times * sum(part.steps for part in parts)
        if steps > MOST_STEPS:
            raise FormulaError(
                at,
                f"this takes {steps} steps, and {MOST_STEPS} are allowed; put the inner part into a column",
            )
        whose = frozenset[str]().union(*(part.of for part in parts)) if of is None else of
        return _Part(count, reach, yes, whose, steps)


def _over_seats(of: Count) -> Count:
    return _over_table(lambda scope: sum(of(scope.at_seat(seat)) for seat in range(scope.players)))


def _over_teams(of: Count) -> Count:
    return _over_table(
        lambda scope: sum(of(scope.at("team", side)) for side in range(max(scope.team_of) + 1))
    )


def _over_table(add: Count) -> Count:
    """Return what adds once a row, whoever asks, and leaves it open who asks."""

    def count(scope: Scope) -> int:
        if add not in scope.added:
            seat, team = scope.seat, scope.team
            scope.added[add] = add(scope)
            scope.seat, scope.team = seat, team
        return scope.added[add]

    return count


def _over_own(of: Count) -> Count:
    def count(scope: Scope) -> int:
        seat, total = scope.seat, 0
        for other, side in enumerate(scope.team_of):
            if side == scope.team:
                scope.seat = other
                total += of(scope)
        scope.seat = seat
        return total

    return count


def always(players: Range, rounds: int, *, teams: bool, dealt: bool) -> dict[str, Named]:
    """Return the names that are there without a column: `team` and `dealer` where there are any."""
    last, side = players[1] - 1, "team" if teams else "seat"
    names = {
        "round": Named("table", (1, rounds), lambda scope: scope.round),
        "players": Named("table", players, lambda scope: scope.players),
        "seat": Named("seat", (0, last), lambda scope: scope.seat),
        "total": Named(side, (-MOST_TOTAL, MOST_TOTAL), lambda scope: scope.totals[scope.team]),
    }
    if teams:
        names["team"] = Named("team", (0, last), lambda scope: scope.team)
    if dealt:
        names["dealer"] = Named("table", (0, last), lambda scope: scope.dealer)
    return names


def column_named(of: str, number: int, reach: Range) -> Named:
    """Return what a column's name stands for: a figure by seat, by team, or one for the table."""
    counts: dict[str, Count] = {
        "seat": lambda scope: scope.columns[number][scope.seat],
        "team": lambda scope: scope.columns[number][scope.team],
        "table": lambda scope: scope.columns[number][0],
    }
    return Named(of, reach, counts[of])
