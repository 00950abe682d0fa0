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
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import add, and_, eq, floordiv, ge, gt, le, lt, mod, mul, ne, or_, sub
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

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


class Scope(Struct):
    """What a formula is counted on: one round's figures, and whose points are asked for.

    `columns` are the figures by column: one for each seat or team, or a single one. `team_of` is by seat (who
    plays alone is a team), `totals` are by team, and `memory` is what `Slot`s remember. `added` is what was
    added already, by what adds it and over which team (None: the table): it is the same whoever asks.
    """

    columns: list[Sequence[int]]
    round: int
    dealer: int
    team_of: tuple[int, ...]
    totals: tuple[int, ...]
    memory: Sequence[Sequence[int]] = ()
    added: dict[tuple["Count", int | None], int] = {}
    seat: int = 0
    team: int = 0

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.team_of)

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
    """A formula that has been read, or a part of one: what counts it and what it can come to.

    `of` is for whom it differs (`seat`, `team`; nothing: it is the same for all), `names` are those in it,
    and `steps` how many it takes at the most. With `yes` it is a comparison, and comes to 1 or 0.
    """

    count: Count
    range: Range
    of: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    steps: int = 1
    yes: bool = False


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


class _Operator(Struct, frozen=True):
    """What stands between two parts: how their figures are joined, and which are comparisons."""

    work: Callable[[int, int], int]
    takes_yes: bool = False
    gives_yes: bool = False

    def join(self, one: Count, two: Count) -> Count:
        work = self.work
        return lambda scope: work(one(scope), two(scope))

    def reach(self, one: Range, two: Range) -> Range:
        if self.gives_yes:
            return 0, 1
        if self.work is mod:
            return one if one[0] >= 0 and one[1] < two[0] else (0, two[0] - 1)
        # All others are least and most where both parts are at an end.
        ends = [self.work(left, right) for left in one for right in two]
        return min(ends), max(ends)


_COMPARISONS = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
_LEVELS: tuple[dict[str, _Operator], ...] = (
    {"or": _Operator(or_, takes_yes=True, gives_yes=True)},
    {"and": _Operator(and_, takes_yes=True, gives_yes=True)},
    {sign: _Operator(work, gives_yes=True) for sign, work in _COMPARISONS.items()},
    {"+": _Operator(add), "-": _Operator(sub)},
    {"*": _Operator(mul), "div": _Operator(floordiv), "mod": _Operator(mod)},
)
"""The operators, from what binds least to what binds most; `not` stands before a comparison."""
_COMPARING = 2

_ANYTHING = Named("seat", (0, 0), lambda scope: 0)
"""Stands for a name that isn't known, so that what is wrong behind it is found too."""


class _Token(Struct, frozen=True):
    kind: str  # "number", "name", "sign", "end"
    text: str
    at: int

    def wrong(self, text: str) -> FormulaError:
        """Return that something is wrong here."""
        return FormulaError(self.at, text)


class _Known(Struct, frozen=True):
    """What may be named in a part of a formula, what can't and why, and where it remembers; None: nowhere."""

    names: dict[str, Named]
    elsewhere: Mapping[str, str] = {}
    memory: Memory | None = None


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
    if len(text) > MOST_SIGNS:
        raise FormulaError(0, f"this is longer than {MOST_SIGNS} signs; put a part of it into a column")
    found: list[FormulaError] = []
    tokens = list(_tokens(text, found))
    return _Reader(tokens, _Known(names, elsewhere or {}, memory), most_items, found).read(yes=yes)


def _tokens(text: str, found: list[FormulaError]) -> Iterator[_Token]:
    """Yield the words and signs of a text. One of other languages is `found`, and read as what it means."""
    at, end = 0, len(text.rstrip())
    while at < end:
        sign = _TOKEN.match(text, at)
        if sign is None:
            wrong = at + len(text[at:]) - len(text[at:].lstrip())
            raise FormulaError(wrong, _strange(text[wrong]))
        group = sign.lastindex or 1
        token = _Token(("number", "name", "sign")[group - 1], sign[group], sign.start(group))
        if token.text in _MEANT:
            meant = _MEANT[token.text]
            found.append(token.wrong(f"for {token.text} write {meant}"))
            token = replace(token, text=meant.partition(",")[0])
        yield token
        at = sign.end()
    yield _Token("end", "the end", end)


def _strange(sign: str) -> str:
    if sign == ".":
        return "points are whole numbers, without a point or a comma in them"
    return f"{sign!r} means nothing here; there are + - * ( ) , = != < <= > >= and words"


class _Reader:
    """Reads by descent: each method takes what binds more tightly than the one before it."""

    def __init__(
        self, tokens: list[_Token], known: _Known, most_items: int, found: list[FormulaError]
    ) -> None:
        self._tokens, self._known, self._most, self._found = tokens, known, most_items, found
        self._next = self._deep = self._nodes = 0

    def read(self, *, yes: bool) -> Formula:
        try:
            formula = self._choice()
            if self._here.kind != "end":
                raise self._here.wrong(
                    f"{self._here.text!r} can't stand here; an operation such as + is missing"
                )
            _want(formula, self._tokens[0], yes=yes)
        except FormulaError as error:
            # Whatever else is wrong may come of a name that isn't known.
            self._found.append(error)
        if self._found:
            first, *others = sorted(self._found, key=lambda error: error.at)
            raise FormulaError(first.at, first.text, tuple(others))
        return formula

    # From what binds least to what binds most.

    def _choice(self) -> Formula:
        self._deeper("brackets")
        part = self._if() if self._take("if") else self._level(0)
        self._deep -= 1
        return part

    def _if(self) -> Formula:
        here = self._here
        asked = _want(self._level(0), here, yes=True)
        self._need("then")
        then = _want(self._choice(), here, yes=False)
        self._need("else")
        other = _want(self._choice(), here, yes=False)
        test, one, two = asked.count, then.count, other.count
        reach = min(then.range[0], other.range[0]), max(then.range[1], other.range[1])
        return self._part(
            here, lambda scope: one(scope) if test(scope) else two(scope), reach, asked, then, other
        )

    def _level(self, number: int) -> Formula:
        if number == len(_LEVELS):
            return self._signed()
        if number == _COMPARING and self._take("not"):
            return self._not()
        operators, part = _LEVELS[number], self._level(number + 1)
        while (sign := self._here).text in operators:
            operator = operators[sign.text]
            self._next += 1
            left = _want(part, sign, yes=operator.takes_yes)
            right = _want(self._level(number + 1), sign, yes=operator.takes_yes)
            if sign.text in ("div", "mod") and not 0 < right.range[0] == right.range[1]:
                raise sign.wrong(f"what {sign.text} divides by is a figure above 0, such as … {sign.text} 10")
            if number == _COMPARING and self._here.text in operators:
                raise self._here.wrong("compare two at a time, and join them with and")
            count, reach = operator.join(left.count, right.count), operator.reach(left.range, right.range)
            part = self._part(sign, count, reach, left, right, yes=operator.gives_yes)
        return part

    def _not(self) -> Formula:
        sign = self._tokens[self._next - 1]
        self._deeper("words")
        part = _want(self._level(_COMPARING), sign, yes=True)
        self._deep -= 1
        return self._part(sign, lambda scope: not part.count(scope), (0, 1), part, yes=True)

    def _signed(self) -> Formula:
        if not self._take("-"):
            return self._atom()
        sign, part = self._tokens[self._next - 1], self._atom()
        low, high = _want(part, sign, yes=False).range
        return self._part(sign, lambda scope: -part.count(scope), (-high, -low), part)

    def _atom(self) -> Formula:
        token = self._here
        self._next += 1
        if token.kind == "number":
            if len(token.text) > len(str(MOST_POINTS)) or int(token.text) > MOST_POINTS:
                raise token.wrong(f"no number may be larger than {MOST_POINTS}")
            number = int(token.text)
            return self._part(token, lambda scope: number, (number, number))
        if token.text == "(":
            part = self._choice()
            self._need(")")
            return part
        if token.text in FUNCTIONS:
            return self._function(token)
        if token.text in REMEMBERED and self._here.text == "(":
            return self._remembered(token)
        if token.kind == "name" and token.text not in KEYWORDS:
            return self._name(token)
        raise token.wrong(f"a number, a column or a bracket is missing before {token.text!r}")

    def _name(self, token: _Token) -> Formula:
        named = self._known.names.get(token.text)
        if named is None:
            there = f"there are {', '.join(sorted(self._known.names))}"
            why = self._known.elsewhere.get(token.text, f"nothing is called {token.text!r} here")
            self._found.append(token.wrong(f"{why}; {there}"))
            named = _ANYTHING
        part = self._part(token, named.count, named.range)
        return replace(part, of=_differs(named.of), names=frozenset({token.text}))

    def _function(self, token: _Token) -> Formula:
        self._need("(")
        parts = [self._choice()]
        while self._take(","):
            parts.append(self._choice())
        self._need(")")
        if token.text in ("min", "max"):
            return self._extreme(token, parts)
        if len(parts) != 1:
            raise token.wrong(f"{token.text}() takes one thing: what is added over the table")
        return self._over_table(token, parts[0])

    def _extreme(self, token: _Token, parts: list[Formula]) -> Formula:
        if len(parts) < 2:
            raise token.wrong(f"{token.text}() needs two things or more to choose from")
        counts = tuple(_want(part, token, yes=False).count for part in parts)
        pick = min if token.text == "min" else max
        reach = pick(part.range[0] for part in parts), pick(part.range[1] for part in parts)
        return self._part(token, lambda scope: pick([count(scope) for count in counts]), reach, *parts)

    def _over_table(self, token: _Token, part: Formula) -> Formula:
        _want(part, token, yes=token.text == "count")
        own = token.text == "own"
        if self._found:
            part = replace(part, of=frozenset({"seat"}), range=(0, 0))
        if len(part.of) != 1:
            raise token.wrong(
                f"{token.text}() counts what each seat tells, or what each team does, and one of them"
            )
        if own and part.of != {"seat"}:
            raise token.wrong("own() is over the seats of one team, so it needs a column of seats")
        (whose,) = part.of
        reach = min(0, part.range[0] * self._most), max(0, part.range[1] * self._most)
        over = self._part(token, _over(part.count, whose, own=own), reach, part, times=self._most)
        return replace(over, of=_differs("team" if own else "table"))

    def _remembered(self, token: _Token) -> Formula:
        known, memory = self._known, self._known.memory
        if memory is None:
            raise token.wrong(f"{token.text}() can't stand here, nor inside another one")
        # What is named in it is known before the row: it was told in earlier ones.
        self._known = _Known(memory.names)
        self._need("(")
        part = _want(self._choice(), token, yes=token.text == "count_so_far")
        self._need(")")
        self._known = known
        if len(memory.slots) == MOST_SLOTS:
            raise token.wrong(f"at most {MOST_SLOTS} things are remembered")
        whose = next((of for of in ("seat", "team") if of in part.of), "table")
        times = 1 if token.text == "last" else memory.rows
        low, high = (max(-MOST_TOTAL, min(MOST_TOTAL, times * end)) for end in part.range)
        reach = (min(0, low), max(0, high))
        number = len(memory.slots)
        memory.slots.append(Slot(token.text, whose, part.count, reach, part.steps))
        count = _of(whose, lambda scope: scope.memory[number])
        return replace(self._part(token, count, reach), of=_differs(whose))

    # What several of them need.

    @property
    def _here(self) -> _Token:
        return self._tokens[self._next]

    def _take(self, text: str) -> bool:
        found = self._here.kind != "end" and self._here.text == text
        self._next += found
        return found

    def _need(self, text: str) -> None:
        if not self._take(text):
            raise self._here.wrong(f"{text!r} is missing before {self._here.text!r}")

    def _deeper(self, what: str) -> None:
        self._deep += 1
        if self._deep > MOST_DEPTH:
            raise self._here.wrong(f"this is deeper than {MOST_DEPTH} {what}; put a part into a column")

    def _part(
        self, token: _Token, count: Count, reach: Range, *parts: Formula, yes: bool = False, times: int = 1
    ) -> Formula:
        """Return what is made of parts, unless it is too large; they are counted so many `times`."""
        self._nodes += 1
        steps = 1 + times * sum(part.steps for part in parts)
        if self._nodes > MOST_NODES:
            raise token.wrong(f"this has more than {MOST_NODES} parts; put some of it into a column")
        if max(map(abs, reach)) > MOST_POINTS:
            raise token.wrong(f"this can come to more than {MOST_POINTS}: set least and most of its columns")
        if steps > MOST_STEPS:
            raise token.wrong(
                f"this takes {steps} steps, and {MOST_STEPS} are allowed; put the inner part into a column"
            )
        of = frozenset[str]().union(*(part.of for part in parts))
        names = frozenset[str]().union(*(part.names for part in parts))
        return Formula(count, reach, of, names, steps, yes)


def _want(part: Formula, token: _Token, *, yes: bool) -> Formula:
    if part.yes and not yes:
        raise token.wrong("a comparison is no number; say: if … then … else …")
    if yes and not part.yes:
        raise token.wrong("a number is no comparison; say what it is compared with, such as … > 0")
    return part


def _differs(of: str) -> frozenset[str]:
    """Return for whom something differs that is a seat's, a team's or the table's."""
    return frozenset({of} - {"table"})


def _of(whose: str, figures: Callable[[Scope], Sequence[int]]) -> Count:
    """Return what takes, from figures by seat, by team or of the table, that of whoever is asked for."""
    if whose == "seat":
        return lambda scope: figures(scope)[scope.seat]
    if whose == "team":
        return lambda scope: figures(scope)[scope.team]
    return lambda scope: figures(scope)[0]


def _over(of: Count, whose: str, *, own: bool) -> Count:
    """Return what adds over all seats or teams, or the seats of one's own team: once a row, whoever asks."""

    def count(scope: Scope) -> int:
        key = (count, scope.team if own else None)
        if key not in scope.added:
            seat, team = scope.seat, scope.team
            numbers = range(scope.players if whose == "seat" else max(scope.team_of) + 1)
            over = [number for number in numbers if not own or scope.team_of[number] == team]
            scope.added[key] = sum(of(scope.at(whose, number)) for number in over)
            scope.seat, scope.team = seat, team
        return scope.added[key]

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
    return Named(of, reach, _of(of, lambda scope: scope.columns[number]))
