"""Formulas turn figures into points: a small language of whole numbers, parsed into functions.

    if bid = tricks then 20 + 10 * tricks else -10 * max(bid - tricks, tricks - bid)

There are `+ - *`, `div` and `mod` by a constant (rounded down), six comparisons (`= != < <= > >=`),
`and or not`, `if … then … else …`, `min(…)` and `max(…)` of two or more. Over the table: `sum(…)` and
`count(…)` over all seats (over all teams if their columns are by team), `own(…)` over the seats of one's own
team. Over earlier rows: `so_far(…)` is the sum, `last(…)` the newest value, `count_so_far(…)` the number of
rows for which a comparison holds. Names are those of columns, and:

| name | what it is |
|---|---|
| `round` | the number of the round, from 1 |
| `players` | the number of players |
| `seat`, `team` | whose points these are, counted from 0 |
| `dealer` | the seat that deals |
| `total` | all points before this round |

There are no loops: the range of a result, and the number of steps, are known before anything is calculated.
"""

from collections.abc import Callable, Mapping
from operator import add, and_, eq, floordiv, ge, gt, le, lt, mod, mul, ne, or_, sub

from msgspec import Struct
from msgspec.structs import replace

from companion.games.sheet.scope import (
    MOST_POINTS,
    MOST_TOTAL,
    Evaluator,
    Named,
    Range,
    Scope,
    figure_of,
    sum_over,
)
from companion.games.sheet.tokens import MOST_SIGNS, FormulaError, Token, note, tokens_of

MOST_NODES, MOST_DEPTH = 120, 20
"""Most parts of a formula, and deepest nesting: beyond that nobody can read it."""
MOST_STEPS = 10_000
"""Most steps of a row's formulas, each an operator or a name: a Pi does as many in a few ms."""
MOST_SLOTS = 24

KEYWORDS = ("if", "then", "else", "and", "or", "not")
OVER_TABLE = ("sum", "count", "own")
FUNCTIONS = ("min", "max", *OVER_TABLE)
REMEMBERED = ("so_far", "last", "count_so_far")
"""Functions only before a bracket, so columns may have these names."""


class Formula(Struct, frozen=True):
    """A parsed formula, or a part of one: the function that calculates it, and the range of its results.

    `varies_by`: for whom it differs (`seat`, `team`; empty if it is the same for all). `names`: all names in
    it. `steps`: most steps it takes. `is_comparison`: it is a comparison, with the result 1 or 0.
    """

    evaluate: Evaluator
    range: Range
    varies_by: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    steps: int = 1
    is_comparison: bool = False


class Slot(Struct, frozen=True):
    """A value remembered from row to row; `kind` is a name of `REMEMBERED`, `of` says whose it is.

    It stays in `range`, and is 0 before the first row. `steps` are those of `evaluate`.
    """

    kind: str
    of: str
    evaluate: Evaluator
    range: Range
    steps: int

    def after(self, before: int, scope: Scope) -> int:
        """Return the value after the row of a scope."""
        value = int(self.evaluate(scope))
        return value if self.kind == "last" else before + value


class SheetMemory(Struct, frozen=True):
    """What the formulas of one sheet remember: values of these `names`, over at most `rows` rows.

    `of`: whose a value is if nothing in it is by seat or team: the table's, or a seat's if rows are turns.
    """

    names: dict[str, Named]
    rows: int
    of: str
    slots: list[Slot]


class _Operator(Struct, frozen=True):
    """A binary operator: precedence, function, and whether it takes and gives comparisons."""

    precedence: int
    apply: Callable[[int, int], int]
    takes_comparisons: bool = False
    gives_comparison: bool = False

    def reach(self, left: Range, right: Range) -> Range:
        """Return the range of results for these ranges of operands."""
        if self.gives_comparison:
            return 0, 1
        if self.apply is mod:
            return left if left[0] >= 0 and left[1] < right[0] else (0, right[0] - 1)
        # All others have their extremes where both operands have theirs.
        ends = [self.apply(a, b) for a in left for b in right]
        return min(ends), max(ends)


_COMPARES = 3
_OPERATORS = {
    "or": _Operator(1, or_, takes_comparisons=True, gives_comparison=True),
    "and": _Operator(2, and_, takes_comparisons=True, gives_comparison=True),
    "=": _Operator(_COMPARES, eq, gives_comparison=True),
    "!=": _Operator(_COMPARES, ne, gives_comparison=True),
    "<": _Operator(_COMPARES, lt, gives_comparison=True),
    "<=": _Operator(_COMPARES, le, gives_comparison=True),
    ">": _Operator(_COMPARES, gt, gives_comparison=True),
    ">=": _Operator(_COMPARES, ge, gives_comparison=True),
    "+": _Operator(4, add),
    "-": _Operator(4, sub),
    "*": _Operator(5, mul),
    "div": _Operator(5, floordiv),
    "mod": _Operator(5, mod),
}
"""`not` applies to a comparison, a minus sign to whatever binds more tightly than all of these."""

_VARIES_BY = {"seat": frozenset({"seat"}), "team": frozenset({"team"}), "table": frozenset[str]()}
"""`Formula.varies_by` for a value by seat or by team, or of the table."""
_ANYTHING = Named("seat", (0, 0), lambda scope: 0)
"""Stands for an unknown name, so that faults after it are found too."""


class Namespace(Struct, frozen=True):
    """What a formula may name, why it can't name others (`elsewhere`), its memory; None: it has none."""

    names: dict[str, Named]
    elsewhere: Mapping[str, str] = {}
    memory: SheetMemory | None = None


def read_formula(text: str, namespace: Namespace, most_items: int, *, comparison: bool = False) -> Formula:
    """Read a formula. Raises FormulaError, which says where it is wrong and what would be right.

    `most_items`: the most seats there can be. `comparison`: a comparison is wanted, not a number. Values that
    the formula remembers are added to the memory of `namespace`.
    """
    if len(text) > MOST_SIGNS:
        raise FormulaError(0, f"this is longer than {MOST_SIGNS} characters; put part of it into a column")
    errors: list[FormulaError] = []
    try:
        tokens = tokens_of(text, errors)
        formula = _Reader(tokens, namespace, most_items, errors).read(comparison=comparison)
    except FormulaError as error:
        # Report faults noted earlier as well, such as unknown names.
        errors.append(error)
    if errors:
        first, *others = sorted(errors, key=lambda error: error.at)
        raise FormulaError(first.at, first.text, tuple(others))
    return formula


class _Reader:
    """A recursive parser, with operators by precedence."""

    def __init__(self, tokens: list[Token], names: Namespace, most: int, errors: list[FormulaError]) -> None:
        self._tokens, self._namespace, self._most, self._errors = tokens, names, most, errors
        self._next = self._nodes = 0
        # The whole formula is at depth 0.
        self._depth = -1

    def read(self, *, comparison: bool) -> Formula:
        formula = self._expression()
        if self._token.kind != "end":
            raise self._token.error(
                f"{self._token.text!r} can't stand here; an operation such as + is missing"
            )
        return _expect(formula, self._tokens[0], comparison=comparison)

    def _expression(self) -> Formula:
        """Read an `if`, or anything else that may be in brackets."""
        self._nest()
        part = self._if() if self._take("if") else self._operation(1)
        self._depth -= 1
        return part

    def _if(self) -> Formula:
        token = self._token
        condition = _expect(self._operation(1), token, comparison=True)
        self._need("then")
        if_true = _expect(self._expression(), token, comparison=False)
        self._need("else")
        if_false = _expect(self._expression(), token, comparison=False)
        holds, yes, no = condition.evaluate, if_true.evaluate, if_false.evaluate
        reach = min(if_true.range[0], if_false.range[0]), max(if_true.range[1], if_false.range[1])
        return self._part(
            token,
            lambda scope: yes(scope) if holds(scope) else no(scope),
            reach,
            condition,
            if_true,
            if_false,
        )

    def _operation(self, precedence: int) -> Formula:
        """Read operands joined by operators of at least this precedence."""
        part = self._not() if precedence <= _COMPARES and self._take("not") else self._negated()
        while (
            operator := _OPERATORS.get((token := self._token).text)
        ) is not None and operator.precedence >= precedence:
            self._next += 1
            comparison = operator.takes_comparisons
            left = _expect(part, token, comparison=comparison)
            right = _expect(self._operation(operator.precedence + 1), token, comparison=comparison)
            if token.text in ("div", "mod") and not 0 < right.range[0] == right.range[1]:
                raise token.error(
                    f"{token.text} only divides by a fixed number above 0, such as … {token.text} 10"
                )
            after = _OPERATORS.get(self._token.text)
            if operator.precedence == _COMPARES and after is not None and after.precedence == _COMPARES:
                raise self._token.error("compare two at a time, and join them with and")
            part = self._combined(token, operator, left, right)
        return part

    def _combined(self, token: Token, operator: _Operator, left: Formula, right: Formula) -> Formula:
        apply, first, second = operator.apply, left.evaluate, right.evaluate
        reach = operator.reach(left.range, right.range)
        return self._part(
            token,
            lambda scope: apply(first(scope), second(scope)),
            reach,
            left,
            right,
            comparison=operator.gives_comparison,
        )

    def _not(self) -> Formula:
        token = self._tokens[self._next - 1]
        self._nest()
        part = _expect(self._operation(_COMPARES), token, comparison=True)
        self._depth -= 1
        return self._part(token, lambda scope: not part.evaluate(scope), (0, 1), part, comparison=True)

    def _negated(self) -> Formula:
        if not self._take("-"):
            return self._atom()
        token, part = self._tokens[self._next - 1], self._atom()
        low, high = _expect(part, token, comparison=False).range
        return self._part(token, lambda scope: -part.evaluate(scope), (-high, -low), part)

    def _atom(self) -> Formula:
        token = self._token
        self._next += 1
        if token.kind == "number":
            if len(token.text) > len(str(MOST_POINTS)) or int(token.text) > MOST_POINTS:
                raise token.error(f"no number may be larger than {MOST_POINTS}")
            number = int(token.text)
            return self._part(token, lambda scope: number, (number, number))
        if token.text == "(":
            (part,) = self._in_brackets(1)
            return part
        if token.text in FUNCTIONS:
            self._need("(")
            parts = self._in_brackets(MOST_NODES)
            return self._over_table(token, parts) if token.text in OVER_TABLE else self._extreme(token, parts)
        if token.text in REMEMBERED and self._take("("):
            return self._remembered(token)
        if token.kind == "name" and token.text not in KEYWORDS:
            return self._name(token)
        raise token.error(f"a number, a column or a bracket is missing before {token.text!r}")

    def _in_brackets(self, most: int) -> list[Formula]:
        """Read up to `most` parts after an opening bracket, and the closing one."""
        parts = [self._expression()]
        while len(parts) < most and self._take(","):
            parts.append(self._expression())
        self._need(")")
        return parts

    def _name(self, token: Token) -> Formula:
        if self._token.text == "(":
            every = ", ".join(f"{name}()" for name in (*FUNCTIONS, *REMEMBERED))
            raise token.error(f"nothing is called {token.text}() here; there are {every}")
        named = self._namespace.names.get(token.text)
        if named is None:
            known = f"there are {', '.join(sorted(self._namespace.names))}"
            why = self._namespace.elsewhere.get(token.text, f"nothing is called {token.text!r} here")
            note(self._errors, token.error(f"{why}; {known}"))
            named = _ANYTHING
        return self._part(token, named.evaluate, named.range, of=named.of, names=frozenset({token.text}))

    def _extreme(self, token: Token, parts: list[Formula]) -> Formula:
        if len(parts) < 2:
            raise token.error(f"{token.text}() needs two things or more to choose from")
        choices = tuple(_expect(part, token, comparison=False).evaluate for part in parts)
        pick = min if token.text == "min" else max
        reach = pick(part.range[0] for part in parts), pick(part.range[1] for part in parts)
        return self._part(token, lambda scope: pick([evaluate(scope) for evaluate in choices]), reach, *parts)

    def _over_table(self, token: Token, parts: list[Formula]) -> Formula:
        if len(parts) != 1:
            raise token.error(f"{token.text}() takes one thing: what to add up over the table")
        part = _expect(parts[0], token, comparison=token.text == "count")
        of_team = token.text == "own"
        if self._errors:
            part = replace(part, varies_by=frozenset({"seat"}), range=(0, 0))
        if len(part.varies_by) != 1:
            raise token.error(
                f"{token.text}() adds what each seat enters, or what each team does, but not both"
            )
        if of_team and part.varies_by != {"seat"}:
            raise token.error("own() adds up the seats of one team, so it needs a column of seats")
        (whose,) = part.varies_by
        reach = min(0, part.range[0] * self._most), max(0, part.range[1] * self._most)
        evaluate = sum_over(part.evaluate, whose, own=of_team)
        return self._part(token, evaluate, reach, part, times=self._most, of="team" if of_team else "table")

    def _remembered(self, token: Token) -> Formula:
        namespace, memory = self._namespace, self._namespace.memory
        if memory is None:
            raise token.error(f"{token.text}() can't stand here, nor inside another one")
        # Inside, every name is known: it means an earlier row.
        self._namespace = Namespace(memory.names)
        (part,) = self._in_brackets(1)
        _expect(part, token, comparison=token.text == "count_so_far")
        self._namespace = namespace
        if len(memory.slots) == MOST_SLOTS:
            raise token.error(f"at most {MOST_SLOTS} things can be remembered")
        of = next((of for of in ("seat", "team") if of in part.varies_by), memory.of)
        times = 1 if token.text == "last" else memory.rows
        low, high = (max(-MOST_TOTAL, min(MOST_TOTAL, times * end)) for end in part.range)
        reach = (min(0, low), max(0, high))
        number = len(memory.slots)
        memory.slots.append(Slot(token.text, of, part.evaluate, reach, part.steps))
        evaluate = figure_of(of, lambda scope: scope.memory[number])
        return self._part(token, evaluate, reach, of=of)

    # Shared by the methods above.

    @property
    def _token(self) -> Token:
        return self._tokens[self._next]

    def _take(self, text: str) -> bool:
        matches = self._token.kind != "end" and self._token.text == text
        self._next += matches
        return matches

    def _need(self, text: str) -> None:
        if not self._take(text):
            raise self._token.error(f"{text!r} is missing before {self._token.text!r}")

    def _nest(self) -> None:
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise self._token.error(f"this is deeper than {MOST_DEPTH} steps; put a part into a column")

    def _part(
        self,
        token: Token,
        evaluate: Evaluator,
        reach: Range,
        *parts: Formula,
        comparison: bool = False,
        times: int = 1,
        of: str = "",
        names: frozenset[str] = frozenset(),
    ) -> Formula:
        """Return a formula of parts, each calculated `times` times. Raises FormulaError if it is too large.

        `of` says for whom it differs; by default it is those for whom its parts do.
        """
        self._nodes += 1
        steps = 1 + times * sum([part.steps for part in parts])
        if self._nodes > MOST_NODES:
            raise token.error(f"this has more than {MOST_NODES} parts; put some of it into a column")
        if max(map(abs, reach)) > MOST_POINTS:
            raise token.error(f"this can come to more than {MOST_POINTS}: set least and most of its columns")
        if steps > MOST_STEPS:
            raise token.error(
                f"this takes {steps} steps, and {MOST_STEPS} are allowed; put the inner part into a column"
            )
        for part in parts:
            names |= part.names
        varies_by = _VARIES_BY[of] if of else frozenset[str]().union(*[part.varies_by for part in parts])
        return Formula(evaluate, reach, varies_by, names, steps, comparison)


def _expect(part: Formula, token: Token, *, comparison: bool) -> Formula:
    if part.is_comparison and not comparison:
        raise token.error("a comparison isn't a number; write: if … then … else …")
    if comparison and not part.is_comparison:
        raise token.error("a number isn't a comparison; compare it with something, such as … > 0")
    return part
