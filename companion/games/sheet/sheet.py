"""A sheet: the rules of one game as data."""

import re
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from companion.games.sheet.scope import MOST_POINTS, MOST_TOTAL

SECOND = 1000
MOST_SECONDS, MOST_EXTRA = 86_400, 3_600
MOST_PERIODS, MOST_TURNS = 60, 500
MOST_TOOK = 7 * MOST_SECONDS * SECOND
"""In milliseconds: nobody thinks for longer than a week."""


class ClockRules(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True):
    """How turns are timed.

    `up` counts the time that a seat has used. All other clocks begin with `seconds` and count down: `down`
    does nothing else; `fischer` adds `extra` seconds after each turn; `bronstein` gives back what the turn
    took, at most `extra`; `delay` starts counting `extra` seconds into the turn. `byoyomi` has `periods` of
    `extra` seconds after the `seconds`, and a period that isn't used up is whole again in the next turn. In
    an `hourglass` the time that one player uses goes to the other.

    With `each = "turn"` every turn has its own `seconds`. After a seat's turn number `after` it gets `later`
    seconds more. `unequal` has a number of seconds for each seat. `runs_out`: the flag is only reported
    (told), the seat loses, or the turn passes.
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
        """What every seat has at the start, in milliseconds; 0 for a clock that counts up."""
        return 0 if self.kind == "up" else (self.seconds + self.periods * self.extra) * SECOND

    def begins(self, seat: int) -> int:
        """Return what a seat has at the start, in milliseconds, with its own time if times are unequal."""
        own = self.unequal[seat] - self.seconds if self.unequal else 0
        return self.begins_with + own * SECOND

    def added(self, turns: int) -> int:
        """Return the milliseconds added to a seat's clock after this number of turns."""
        return self.later * SECOND if self.after and turns == self.after else 0

    def shows(self, had: int, took: int) -> int:
        """Return the clock's time in ms, `took` ms into a turn begun with `had`; below 0: it ran out."""
        if self.kind == "up":
            return had + took
        if self.kind == "delay":
            return had - max(0, took - self.extra * SECOND)
        return had - took

    def out(self, had: int, took: int) -> bool:
        """Return whether the time has run out `took` ms into a turn that began with `had`."""
        return self.kind != "up" and took >= self.lasts(had)

    def leaves(self, had: int, took: int) -> int:
        """Return the milliseconds on a seat's clock after a turn that began with `had` and took `took`."""
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
"""No game's number at boardgamegeek.com is larger."""

Title: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Line: TypeAlias = Annotated[str, Meta(max_length=160)]
Sentence: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
Figure: TypeAlias = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
Expression: TypeAlias = Figure | str
"""A figure, or a formula."""

Of: TypeAlias = Literal["seat", "team", "table"]
"""Whose a figure is: each seat has one, each team has one, or the table has one."""

Path: TypeAlias = tuple[str | int, ...]
"""A place in a sheet, such as ("column", 2, "most")."""

GRABBED = ("right", "wrong")
"""Names that formulas know in addition to columns on a sheet with grabs."""
PLAYS = "plays"
"""Name of a column on a sheet where players may be out or sit out: 1 for those who play, otherwise 0."""

MOST_TIEBREAKS = 4
MOST_STEPS = 5
"""Most steps of a set-up; more would be a rulebook."""
ROWS_WITHOUT_END = 1000
"""Rows that formulas may remember if a sheet has no fixed number of rows."""

QUOTED = 40
"""Characters of a long word that are quoted."""

_LONG = re.compile(r"'[^']{60,}(')|\S{60,}")
NAME = re.compile(r"[a-z][a-z0-9_]{0,15}", re.ASCII)


class SheetColumn(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A column: `name` is for formulas, `title` for its heading.

    A figure that is entered goes from `least` to `most` in steps of `step`, or is one of `choices`, each of
    which may have a word (`words`, in the same order). With `picks` it is a seat. With `once` each choice is
    entered once a match. `sum` is what a column's figures must add up to. A column with `is` is calculated,
    not entered. Columns of a later `part` are entered later in the round.
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
    formula: str = field(name="is", default="")
    part: Annotated[int, Meta(ge=1, le=MOST_PARTS)] = 1

    @property
    def heading(self) -> str:
        """The column's heading."""
        return self.title or self.name.replace("_", " ").capitalize()


class Check(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A condition that every row must meet, and the sentence for a row that doesn't."""

    that: str
    says: Sentence


class GrabKind(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """What hands grab for: with a `bell` only the first hand counts, and is right or wrong.

    With a `buzzer` the first hand answers; after a wrong answer the next in order of presses does.
    """

    kind: Literal["bell", "buzzer"]


class Sheet(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True):
    """The rules of a game that is scored on a sheet.

    Entry: `setup` says what to do before the first row, one sentence for each step. `told` is what is entered
    at once: a row for a whole round, or one seat's turn. Columns and `checks` say which figures are possible.
    With a `clock`, which times turns, a sheet needs no columns. With a `grab` each round is a grab; formulas
    know who was `right` and `wrong`, by seat.

    Turns: they go in `order`. With `chosen` every seat has one turn a round, in any order; with `free`
    anybody may have the next; with `named` a turn's column with `picks` says whose turn is next. With
    `reverses` the table may reverse the direction; then every turn is a round of its own. With `passes` a
    player who passes is left out until the round is over: when `all` have passed, or all `others` but one,
    who begins the next. With `deals` the deal moves clockwise after each round, and the seat after the dealer
    begins. A seat for which `sits_out` holds has no part in the next row. If there are `teams`, partners sit
    across from each other.

    End: everybody starts with `start` points; `points` is what a round brings a player or a team. The game
    ends after `rounds`, once `target` is reached or `ends` holds (when the round is over, or `at_once`), or
    when the table says so. A player for whom `out` holds has lost, and the last one left wins. More of
    `ahead` wins whatever the points; then points; then more of the first of `tiebreaks`, and so on. `ties`
    are shared, or play goes on until there are none. `bgg` is the game's number at boardgamegeek.com, for
    exported files.
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
        """Return the number of teams, or of players if everybody plays alone."""
        return self.teams or players

    def able(self, players: int) -> bool:
        """Return whether the sheet is for this number of players."""
        return self.players[0] <= players <= self.players[1] and not players % (self.teams or 1)

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers of players that the sheet is for."""
        return tuple(filter(self.able, range(self.players[0], self.players[1] + 1)))

    @property
    def goes_round(self) -> bool:
        """Whether it is always known whose turn is next."""
        return self.told == "turns" and self.order in ("clockwise", "counterclockwise", "named")

    @property
    def some_rest(self) -> bool:
        """Whether some players may have no part in a row."""
        return bool(self.sits_out or self.out)

    @property
    def each_alone(self) -> bool:
        """Whether every row is a round of its own."""
        ordered = self.goes_round and not self.reverses and self.order != "named"
        return not (self.told == "turns" and (ordered or self.order == "chosen" or self.passes))


class Fault(Struct, frozen=True):
    """A fault of a sheet: its place, and the index of the character in the text there (None: all of it)."""

    path: Path
    text: str
    at: int | None = None


def spoken(path: Path) -> str:
    """Return a place in a sheet in words: `column 3, most`."""
    parts: list[str] = []
    for step in path:
        if isinstance(step, int) and parts:
            parts[-1] += f" {step + 1}"
        else:
            parts.append(str(step))
    return ", ".join(parts) or "the sheet"


def brief(text: str) -> str:
    """Return a text with long words and quoted values cut, so that they don't fill a screen."""
    return _LONG.sub(lambda word: f"{word[0][:QUOTED]}...{word[1] or ''}", text)
