"""The data of a game on a sheet: the facts of a match, its rows, and its state."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Annotated, NewType, TypeAlias

from msgspec import Struct, field

from companion.game import BySeat, Outcome, Per, Seat
from companion.games.sheet.parsed_sheet import ParsedSheet, parse_sheet
from companion.games.sheet.scope import Scope
from companion.games.sheet.sheet import Sheet
from companion.games.sheet.sheet_file import score_sheet
from companion.grab import Grab

Side = NewType("Side", int)
"""A team, counted from 0; a player if everybody plays alone."""

BySide: TypeAlias = Annotated[tuple[int, ...], Per(Side)]
"""A figure for each side."""

Figures: TypeAlias = tuple[tuple[int, ...], ...]
"""Figures entered at once: for each column of the part, those of all seats or all teams, or a single one."""


class Facts(Struct, frozen=True, forbid_unknown_fields=True):
    """What is settled before the first round: number of players, sheet, first seat.

    The whole sheet is part of it, so that a record is replayed with the sheet it was played with.
    """

    players: int = 2
    sheet: Sheet = field(default_factory=score_sheet)
    first: Seat = Seat(0)
    rulings: dict[str, str] = {}


class AskedColumn(Struct, frozen=True):
    """A column to be entered now: its number, whose figures it has, how many, and which are possible."""

    column: int
    of: str
    size: int
    possible: Sequence[int]


class ScoredRow(Struct, frozen=True):
    """A round, or a turn of `seat`: the figures of all entered columns, and the points by side.

    After a pass, or a loss during a turn, there are no figures.
    """

    figures: Figures
    points: tuple[int, ...]
    seat: Seat | None = None
    round: int = 1


class RoundGrab(Struct, frozen=True):
    """The grab of a round.

    `order`: the hands that have yet to answer, in order; those too close to separate are in one group.
    `wrong` and `right` have answered. `nobody`: the table gave the question up. `grab`: the newest grab.
    `void`: the newest press couldn't be decided.
    """

    order: tuple[tuple[Seat, ...], ...] = ()
    wrong: tuple[Seat, ...] = ()
    right: Seat | None = None
    nobody: bool = False
    grab: Grab | None = None
    void: bool = False

    @property
    def answering(self) -> Seat | None:
        """The seat that must answer now, or None."""
        return self.order[0][0] if self.order and len(self.order[0]) == 1 else None

    @property
    def tied(self) -> tuple[Seat, ...]:
        """The seats that must press again, since nobody can tell who of them was first."""
        return self.order[0] if self.order and len(self.order[0]) > 1 else ()


class State(Struct, frozen=True):
    """A position.

    `rows`: the rounds or turns that are over. `begun`: figures entered in earlier parts of this round.
    `totals`: points by side. `turn`: None if the whole table, or anybody, is next. `way`: 1 if turns go
    clockwise, otherwise -1. `passed`: seats left out for the rest of this round. `had`: milliseconds on each
    seat's clock when its turn began. `used`: milliseconds of this turn until the last pause. `fell`: this
    turn's time ran out, and the flag was reported. `out`: seats that have lost. `memory`: what formulas
    remember, by slot. `hands`: the grab of this round, if the sheet has grabs.
    """

    sheet: Sheet
    players: int
    first: Seat
    totals: tuple[int, ...]
    rows: tuple[ScoredRow, ...] = ()
    begun: Figures = ()
    ended: Outcome | None = None
    had: BySeat = ()
    used: int = 0
    runs: bool = False
    fell: bool = False
    out: tuple[Seat, ...] = ()
    round: int = 1
    turn: Seat | None = None
    way: int = 1
    passed: tuple[Seat, ...] = ()
    hands: RoundGrab = RoundGrab()
    memory: tuple[tuple[int, ...], ...] = ()

    @property
    def parsed(self) -> ParsedSheet:
        """The sheet with its formulas parsed."""
        return parse_sheet(self.sheet)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats."""
        return tuple(Seat(seat) for seat in range(self.players))

    @property
    def team_of(self) -> tuple[int, ...]:
        """The side of each seat; partners sit across from each other."""
        return tuple(seat % self.sheet.sides(self.players) for seat in range(self.players))

    @property
    def to_come(self) -> tuple[Seat, ...]:
        """The seats that may still have a turn in this round, or at any time if turns are free."""
        ineligible = {*self.out, *self.passed}
        if self.sheet.order == "chosen" or not (self.sheet.each_alone or self.sheet.passes):
            this_round = takewhile(lambda row: row.round == self.round, reversed(self.rows))
            ineligible.update(row.seat for row in this_round if row.seat is not None)
        return tuple(seat for seat in self.seats if seat not in ineligible)

    def next_from(self, seat: int) -> Seat:
        """Return the first seat from this one on, as turns go, that isn't out and hasn't passed."""
        round_the_table = (Seat((seat + self.way * n) % self.players) for n in range(self.players))
        return next(
            (seat for seat in round_the_table if seat not in self.out and seat not in self.passed),
            Seat(seat % self.players),
        )

    @property
    def settled(self) -> bool:
        """Whether it is known who was right in this round, or that nobody was; always true without grabs."""
        grab, hands = self.sheet.grab, self.hands
        if grab is None or hands.right is not None or hands.nobody:
            return True
        return bool(hands.wrong) if grab.kind == "bell" else not self.not_answered

    @property
    def not_answered(self) -> tuple[Seat, ...]:
        """The seats that haven't answered in this round and whose partners haven't either."""
        answered = {self.team_of[seat] for seat in self.hands.wrong}
        return tuple(seat for seat in self.seats if self.team_of[seat] not in answered)

    @property
    def may_grab(self) -> tuple[Seat, ...]:
        """The seats whose press counts now: those in a dead heat, or all of `not_answered`.

        None while one answers.
        """
        if self.settled or self.ended is not None or self.hands.answering is not None:
            return ()
        return self.hands.tied or self.not_answered

    @property
    def part(self) -> int:
        """The part of the round that is entered next, from 0."""
        entered, parts = len(self.begun), self.parsed.parts
        return [sum(map(len, parts[:n])) for n in range(len(parts))].index(entered)

    @property
    def last(self) -> int | None:
        """The number of the last round; None if it isn't fixed."""
        rounds = self.parsed.rounds
        return None if rounds is None else rounds.evaluate(self.scope(()))

    @property
    def asked(self) -> tuple[AskedColumn, ...]:
        """The columns to be entered now; in a turn a seat enters only its own figures."""
        columns, one_seat = self.sheet.columns, self.sheet.told == "turns"
        return tuple(
            AskedColumn(n, columns[n].of, 1 if one_seat else self.size(n), self.possible(n))
            for n in self.parsed.parts[self.part]
        )

    @property
    def begins(self) -> Seat:
        """The seat that begins this round."""
        return Seat((self.first + (self.round - 1 if self.sheet.deals else 0)) % self.players)

    @property
    def dealer(self) -> Seat | None:
        """The seat that deals this round, just before the one that begins; None if nobody deals."""
        return Seat((self.begins - 1) % self.players) if self.sheet.deals else None

    @property
    def resting(self) -> tuple[Seat, ...]:
        """The seats without a part in the next row: those that have lost or sit out.

        If nobody would be left, nobody sits out.
        """
        formula = self.parsed.sits_out
        if formula is None:
            return self.out
        scope = self._scope((), ())
        resting = {*self.out, *(seat for seat in self.seats if formula.evaluate(scope.at_seat(seat)))}
        return self.out if len(resting) == self.players else tuple(sorted(resting))

    def size(self, column: int) -> int:
        """Return how many figures a column has in a row."""
        return self.many(self.sheet.columns[column].of)

    def many(self, of: str) -> int:
        """Return how many seats or teams there are; 1 for the table."""
        return {"seat": self.players, "team": len(self.totals), "table": 1}[of]

    def possible(self, column: int, scope: Scope | None = None) -> Sequence[int]:
        """Return the possible figures of a column, in ascending order, or choices in the sheet's order.

        `scope` is that of this position, if the caller has it already.
        """
        definition, parsed = self.sheet.columns[column], self.parsed
        if definition.once and (definition.of == "table" or self.turn is not None):
            number = 0 if definition.of == "table" or self.turn is None else self.turn
            used = self.entered_before(column, number)
            return tuple(figure for figure in definition.choices if figure not in used)
        if definition.choices:
            return definition.choices
        scope = scope or self.scope(())
        limits = parsed.limits[column]
        assert limits is not None, "only columns that are entered have limits"
        least, most = (end.evaluate(scope) for end in limits)
        figures = range(least, most + 1, definition.step)
        resting = self.resting if definition.picks else ()
        return tuple(seat for seat in figures if seat not in resting) if resting else figures

    def entered_before(self, column: int, number: int) -> frozenset[int]:
        """Return the figures that a seat or a team, or the table, has entered in a column in this match."""
        index = self.parsed.entered.index(column)
        rows = (row for row in self.rows if row.figures and row.seat in (None, number))
        return frozenset(row.figures[index][0 if row.seat is not None else number] for row in rows)

    def scope(self, figures: Figures) -> Scope:
        """Return the scope for formulas, with these figures for the columns entered so far."""
        return self._scope(figures, self.resting)

    def _scope(self, figures: Figures, resting: tuple[Seat, ...]) -> Scope:
        columns: list[Sequence[int]] = [()] * len(self.sheet.columns)
        for number, column_figures in zip(self.parsed.entered, figures, strict=False):
            columns[number] = column_figures
        if self.sheet.grab is not None:
            columns.append([int(seat == self.hands.right) for seat in self.seats])
            columns.append([int(seat in self.hands.wrong) for seat in self.seats])
        if self.sheet.some_rest:
            columns.append([int(seat not in resting) for seat in self.seats])
        return Scope(columns, self.round, self.dealer or 0, self.team_of, self.totals, self.memory)
