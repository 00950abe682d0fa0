"""A sheet: the rules of one game as a value."""

import re
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from companion.games.sheet.scope import MOST_POINTS, MOST_TOTAL

SECOND = 1000
MOST_SECONDS, MOST_EXTRA = 86_400, 3_600
MOST_PERIODS, MOST_TURNS = 60, 500
MOST_TOOK = 7 * MOST_SECONDS * SECOND
"""Milliseconds; nobody thinks for longer than a week."""


class ClockRules(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True):
    """How turns are timed.

    `up` counts what a seat has used. The others begin with `seconds` and count down: `down` only that;
    `fischer` adds `extra` seconds after each turn; `bronstein` gives back what the turn took, at most
    `extra`; `delay` begins to count `extra` seconds into the turn. With `each = "turn"` every turn has its
    own `seconds`.
    With `byoyomi` there are `periods` of `extra` seconds behind the `seconds`, and one that isn't used up is
    whole again in the next turn. In an `hourglass` what one player uses runs to the other. `later` seconds
    come with a seat's turn number `after`; `unequal` has a number of seconds for each seat.
    `runs_out` is what happens then: it is only told, the seat loses, or the turn passes.
    """

    kind: Literal["up", "down", "fischer", "bronstein", "delay", "byoyomi", "hourglass"]
    seconds: Annotated[int, Meta(ge=0, le=MOST_SECONDS)] = 0
    extra: Annotated[int, Meta(ge=0, le=MOST_EXTRA)] = 0
    each: Literal["game", "turn"] = "game"
    runs_out: Literal["told", "loses", "passes"] = "told"
    periods: Annotated[int, Meta(ge=0, le=MOST_PERIODS)] = 0
    after: Annotated[int, Meta(ge=0, le=MOST_TURNS)] = 0
    later: Annotated[int, Meta(ge=0, le=MOST_SECONDS)] = 0
    unequal: Annotated[tuple[Annotated[int, Meta(ge=1, le=MOST_SECONDS)], ...], Meta(max_length=22)] = ()

    @property
    def begins_with(self) -> int:
        """What every seat has at the start, in milliseconds; a clock that counts up has nothing."""
        return 0 if self.kind == "up" else (self.seconds + self.periods * self.extra) * SECOND

    def begins(self, seat: int) -> int:
        """Return what a seat has at the start, in milliseconds: its own where times are unequal."""
        own = self.unequal[seat] - self.seconds if self.unequal else 0
        return self.begins_with + own * SECOND

    def added(self, turns: int) -> int:
        """Return what comes to a seat's clock with the last of so many turns, in milliseconds."""
        return self.later * SECOND if self.after and turns == self.after else 0

    def shows(self, had: int, took: int) -> int:
        """Return what stands on it `took` ms into a turn that began with `had`; below 0: it ran out."""
        if self.kind == "up":
            return had + took
        if self.kind == "delay":
            return had - max(0, took - self.extra * SECOND)
        return had - took

    def out(self, had: int, took: int) -> bool:
        """Tell whether the time had run out by then."""
        return self.kind != "up" and took >= self.lasts(had)

    def leaves(self, had: int, took: int) -> int:
        """Return what a seat has after a turn that took so long."""
        if self.each == "turn":
            return self.begins_with
        left = max(0, self.shows(had, took))
        if self.kind == "fischer":
            return left + self.extra * SECOND
        if self.kind == "bronstein":
            return left + min(took, self.extra * SECOND)
        if self.kind == "byoyomi" and left < self.periods * self.extra * SECOND:
            # A period that isn't used up is whole again.
            return -(-left // (self.extra * SECOND)) * self.extra * SECOND
        return left

    def lasts(self, had: int) -> int:
        """Return after how many milliseconds a turn that begins with `had` runs out."""
        return had + (self.extra * SECOND if self.kind == "delay" else 0)


MOST_PLAYERS = 22
MOST_COLUMNS, MOST_CHECKS, MOST_CHOICES, MOST_PARTS = 40, 12, 40, 4
MOST_ROUNDS = 200
MOST_BGG = 10_000_000
"""No number at boardgamegeek.com is larger."""

Title: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Line: TypeAlias = Annotated[str, Meta(max_length=160)]
Sentence: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
Figure: TypeAlias = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
Expression: TypeAlias = Figure | str
"""A figure, or a formula of the round and of how many play."""

Of: TypeAlias = Literal["seat", "team", "table"]
"""Whose a figure is: everybody has one, every team has one, or the table has one."""

Path: TypeAlias = tuple[str | int, ...]
"""Where something stands in a sheet, such as ("column", 2, "most")."""

GRABBED = ("right", "wrong")
"""Names that a sheet with a grab has beside its columns."""
PLAYS = "plays"
"""One that a sheet has on which not everybody plays every row: 1, or 0 for whoever is out or sits out."""

MOST_TIEBREAKS = 4
MOST_STEPS = 5
"""A set-up of more steps is a rulebook."""
ROWS_WITHOUT_END = 1000
"""So many rows are remembered where a sheet doesn't say how many there are."""

QUOTED = 40
"""Letters of a long word that are said."""

_LONG = re.compile(r"'[^']{60,}(')|\S{60,}")
NAME = re.compile(r"[a-z][a-z0-9_]{0,15}", re.ASCII)


class SheetColumn(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A column: `name` is what formulas call it, `title` what stands over it.

    A figure that is told goes from `least` to `most` in steps of `step`, or is one of `choices`, each of
    which may have a word (`words`, in the same order). With `picks` it is a seat, and with `once` each
    choice is told once a match. `sum` is what the figures of a column must come to. One with `is` isn't
    told but counted. Columns of a later `part` are told later in the round.
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
    once: bool = False
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
    says: Sentence


class GrabKind(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """What hands grab for: with a `bell` the first hand alone counts, and is right or wrong.

    With a `buzzer` the first hand speaks, and after a wrong answer the next in the order of the presses.
    """

    kind: Literal["bell", "buzzer"]


class Sheet(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True):
    """The rules of a game that is kept on a sheet.

    `setup` says what hands do before the first row, a sentence a step. `told` is what one report is: a row
    of a whole round, or one seat's turn. Turns go round in `order`; where it is `chosen` everybody has one
    turn a round, in any order, and with `free` whoever it was tells; where it is `named` a turn says whose
    is the next, in the column that picks. With `reverses` the table may turn the order round, and then every
    turn is a round of its own. With `passes` whoever passes is left out until the round is over: once `all`
    have passed, or all `others` but one, who begins the next. With `deals` the deal passes clockwise after
    each round, and the seat after the dealer begins. Everybody has `start` points; `points` is what a round
    brings a player, or a team. It ends after `rounds`, once somebody has got to `target` (and the round is
    over, or `at_once`), or when the table says so, or once `ends` holds; whoever `out` holds for has lost,
    and the last one left wins. A seat for which `sits_out` holds plays no part in the row that comes. Where
    there are `teams`, partners sit across. Who has more of `ahead` is in front whatever the points. `ties`
    are shared, or play goes on until there is none; before that, more of the first of `tiebreaks` wins, then
    of the second. A `clock` times turns; with one, nothing else need be told of them. With a `grab` each
    round is one: who was `right` and who was `wrong` are figures by seat that formulas know. `bgg` is the
    game's number at boardgamegeek.com, for files for other programs.
    """

    name: Title
    players: tuple[int, int]
    points: str = ""
    columns: Annotated[tuple[SheetColumn, ...], Meta(max_length=MOST_COLUMNS)] = field(
        name="column", default=()
    )
    about: Line = ""
    source: Line = ""
    setup: Annotated[tuple[Sentence, ...], Meta(max_length=MOST_STEPS)] = ()
    teams: Annotated[int, Meta(ge=0, le=MOST_PLAYERS)] = 0
    told: Literal["rounds", "turns"] = "rounds"
    order: Literal["clockwise", "counterclockwise", "chosen", "free", "named"] = "clockwise"
    reverses: bool = False
    passes: Literal["", "all", "others"] = ""
    deals: bool = False
    wins: Literal["high", "low"] = "high"
    start: Annotated[int, Meta(ge=-MOST_TOTAL, le=MOST_TOTAL)] = 0
    target: Annotated[int, Meta(ge=-MOST_TOTAL, le=MOST_TOTAL)] | None = None
    finish: Literal["round", "at_once"] = "round"
    rounds: Expression = 0
    ends: str = ""
    out: str = ""
    sits_out: str = ""
    ties: Literal["share", "play_on"] = "share"
    ahead: str = ""
    tiebreaks: Annotated[tuple[str, ...], Meta(max_length=MOST_TIEBREAKS)] = ()
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
    def counts(self) -> tuple[int, ...]:
        """The numbers of players that it is for."""
        return tuple(filter(self.able, range(self.players[0], self.players[1] + 1)))

    @property
    def goes_round(self) -> bool:
        """Whether one turn follows another, and nobody is asked whose it is."""
        return self.told == "turns" and self.order in ("clockwise", "counterclockwise", "named")

    @property
    def some_rest(self) -> bool:
        """Whether there may be players who have no part in a row."""
        return bool(self.sits_out or self.out)

    @property
    def each_alone(self) -> bool:
        """Whether every row is a round of its own."""
        ordered = self.goes_round and not self.reverses and self.order != "named"
        return not (self.told == "turns" and (ordered or self.order == "chosen" or self.passes))


class Fault(Struct, frozen=True):
    """What is wrong with a sheet: where, and at which sign of the text there, from 0; None: all of it."""

    path: Path
    text: str
    at: int | None = None


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
