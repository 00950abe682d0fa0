"""Whether a sheet can be played to its end: in every round there is a valid row."""

import re
from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from companion.game import Accepted, Seat
from companion.games.sheet.evolve import fold
from companion.games.sheet.game import SheetGame
from companion.games.sheet.legal import MOST_SEARCHED, RowSearch, legal
from companion.games.sheet.model import Facts, RoundGrab, State
from companion.games.sheet.reports import TellRow, TellTurn
from companion.games.sheet.rules import judge
from companion.games.sheet.scope import MOST_TOTAL
from companion.games.sheet.sheet import MOST_ROUNDS, Sheet

FIRST_PARTS = 6
"""Rows of one part that are tried before going on to the next part."""
_NAME = re.compile(r"[a-z]\w*")
MOST_TRIED = 200_000
"""Most figures tried in vain in all, so that checking a sheet takes some seconds at most."""
MOST_PLAYED = 3_000
"""Most rows played one after another, for the same reason."""


def unplayable(sheet: Sheet) -> Iterator[str]:
    """Yield a sentence for each number of players with whom some round has no valid row."""
    left = MOST_TRIED
    for players in sheet.counts if sheet.columns else ():
        tries = _Tries(sheet, players, left)
        stuck = next((number for number in _rounds(sheet, players) if not tries.can_enter(number)), None)
        by_earlier_rows = stuck is None and _looks_back(sheet, players)
        if by_earlier_rows:
            stuck = tries.stuck_after_others(MOST_PLAYED // len(sheet.counts))
        if stuck is not None:
            yield _sentence(sheet, players, stuck, by_earlier_rows=by_earlier_rows)
        left = tries.left


def _named(sheet: Sheet) -> set[str]:
    """Return all names in formulas that decide whether a row is valid."""
    texts = [column.sum for column in sheet.columns] + [check.that for check in sheet.checks]
    texts += [end for column in sheet.columns for end in (column.least, column.most)]
    texts += [column.formula for column in sheet.columns]
    return {name for text in texts if isinstance(text, str) for name in _NAME.findall(text)}


def _rounds(sheet: Sheet, players: int) -> range:
    """Return the rounds that differ: just one if no formula names the round or the dealer."""
    named, most = _named(sheet), _last(_state_in(sheet, players))
    if "round" in named:
        return range(1, most + 1)
    return range(1, min(most, players) + 1) if "dealer" in named else range(1, 2)


def _last(state: State) -> int:
    return MOST_ROUNDS if state.last is None else state.last


def _looks_back(sheet: Sheet, players: int) -> bool:
    """Return whether earlier rows decide if a row is valid, so that testing single rounds isn't enough."""
    state = _state_in(sheet, players)
    furthest = max(map(abs, state.parsed.points.range)) * _last(state) + abs(sheet.start)
    once = any(column.once for column in sheet.columns)
    return bool(state.memory) or once or "total" in _named(sheet) or furthest > MOST_TOTAL


def _state_in(sheet: Sheet, players: int, number: int = 1) -> State:
    return _ready_for_row(replace(SheetGame.deal(Facts(players, sheet), SheetGame.catalogue), round=number))


def _ready_for_row(state: State) -> State:
    """Return the state in which a row can be entered: the grab is over and the clock runs."""
    return replace(state, hands=RoundGrab(nobody=True), runs=state.sheet.clock is not None)


class _Tries:
    """Tries rows with a number of players, until `left` figures were tried in vain."""

    def __init__(self, sheet: Sheet, players: int, left: int) -> None:
        self._sheet, self._players, self.left = sheet, players, left
        self._before: dict[int, TellRow | TellTurn] = {}
        self._all_tried = True

    def can_enter(self, number: int) -> bool:
        """Return whether a row of this round can be entered, by every seat whose turn it may be."""
        state = _state_in(self._sheet, self._players, number)
        if self._sheet.told == "turns":
            seats = state.seats if state.turn is None else [state.turn]
            return None not in [self._after_valid_row(replace(state, turn=Seat(seat))) for seat in seats]
        return self._after_valid_row(state) is not None

    def stuck_after_others(self, most: int) -> int | None:
        """Return the round in which nothing can be entered after the rows before it; None if there is none.

        At most `most` rows are played. A round doesn't count if not all its rows could be tried: in doubt,
        other rows before it might have left a valid one.
        """
        state = _state_in(self._sheet, self._players)
        for _ in range(most):
            self._all_tried = True
            after = self._after_valid_row(state)
            if after is None:
                return state.round if self._all_tried else None
            if after.ended is not None or after.round > MOST_ROUNDS:
                break
            state = _ready_for_row(after)
        return None

    def _after_valid_row(self, state: State) -> State | None:
        """Return the state after a valid row, with the later parts of the round; None if there is none."""
        for report in self._reports(state):
            ruling = judge(state, report)
            if isinstance(ruling, Accepted):
                self._before[state.part] = report
                after: State | None = fold(state, ruling.events)
                if isinstance(report, TellRow) and after is not None and after.part > 0:
                    after = self._after_valid_row(after)
                if after is not None:
                    return after
        return None

    def _reports(self, state: State) -> Iterator[TellRow | TellTurn]:
        """Yield rows to try, first the one that was valid in the round before."""
        earlier = self._before.get(state.part)
        if earlier is not None:
            yield earlier if state.turn is None else replace(earlier, seat=state.turn)
        search = RowSearch(max(0, min(MOST_SEARCHED, self.left)))
        rows = (report for report in legal(state, search) if isinstance(report, TellRow | TellTurn))
        try:
            yield from islice(rows, FIRST_PARTS)
            self._all_tried &= next(rows, None) is None and search.left > 0
        finally:
            self.left -= search.most - search.left


def _sentence(sheet: Sheet, players: int, number: int, *, by_earlier_rows: bool) -> str:
    state = _state_in(sheet, players, number)
    when = f"with {players} players, in round {number},"
    for column in state.parsed.parts[0]:
        if not state.possible(column):
            name = sheet.columns[column].name
            return f"{when} no number fits in {name!r}: its least is more than its most"
    if by_earlier_rows:
        return f"{when} no row was found that fits every sum and check after others: can one be entered?"
    return f"{when} no row was found that fits every sum and check: can one be entered at all?"
