"""Whether a sheet can be played to its end: in every round there is a row that can be told."""

import re
from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from companion.game import Accepted, Seat
from companion.games.sheet.evolve import fold
from companion.games.sheet.figures import able
from companion.games.sheet.game import SheetGame
from companion.games.sheet.legal import MOST_SEARCHED, Search, legal
from companion.games.sheet.model import Facts, RoundGrab, State
from companion.games.sheet.reports import AnyReport, TellRow, TellTurn
from companion.games.sheet.rules import judge
from companion.games.sheet.sheet import MOST_ROUNDS, Sheet

FIRST_PARTS = 6
"""So many rows of a part are tried before a later part."""
_NAME = re.compile(r"[a-z]\w*")
MOST_TRIED = 200_000
"""Figures that are tried in vain in all: whoever checks a sheet waits some seconds at the most."""


def unplayable(sheet: Sheet) -> Iterator[str]:
    """Yield a sentence for each number of players with whom no row can be told in some round."""
    left = MOST_TRIED
    for players in range(sheet.players[0], sheet.players[1] + 1):
        if sheet.able(players) and sheet.columns:
            tries = _Tries(sheet, players, left)
            for number in _rounds(sheet, players):
                if not tries.told(number):
                    yield _says(sheet, players, number)
                    break
            left = tries.left


def _rounds(sheet: Sheet, players: int) -> range:
    """Return the rounds that differ: one where no formula names the round, or who deals in it."""
    texts = [column.sum for column in sheet.columns] + [check.that for check in sheet.checks]
    texts += [end for column in sheet.columns for end in (column.least, column.most)]
    texts += [column.counted for column in sheet.columns]
    named = {name for text in texts if isinstance(text, str) for name in _NAME.findall(text)}
    state = _begun(sheet, players)
    last = state.worked.rounds
    most = MOST_ROUNDS if last is None else last.count(state.scope(()))
    if "round" in named:
        return range(1, most + 1)
    return range(1, min(most, players) + 1) if "dealer" in named else range(1, 2)


def _begun(sheet: Sheet, players: int, number: int = 1) -> State:
    # Where hands grab, the row comes after the answers; a clock runs.
    state = SheetGame.deal(Facts(players, sheet), SheetGame.catalogue)
    return replace(state, round=number, hands=RoundGrab(nobody=True), runs=sheet.clock is not None)


class _Tries:
    """Rows that are tried with so many players, until `left` figures were tried in vain."""

    def __init__(self, sheet: Sheet, players: int, left: int) -> None:
        self._sheet, self._players, self.left = sheet, players, left
        self._before: dict[int, TellRow | TellTurn] = {}

    def told(self, number: int) -> bool:
        """Tell whether a row of this round can be told, by each whose turn it may be."""
        state = _begun(self._sheet, self._players, number)
        if self._sheet.told == "turns":
            seats = state.seats if state.turn is None else [state.turn]
            return all(self._found(replace(state, turn=Seat(seat))) for seat in seats)
        return self._found(state)

    def _found(self, state: State) -> bool:
        """Whether a row can be told, and with it what comes later in the round."""
        for report in self._reports(state):
            if not isinstance(report, TellRow | TellTurn):
                break
            ruling = judge(state, report)
            if isinstance(ruling, Accepted):
                self._before[state.part] = report
                after = fold(state, ruling.events)
                if isinstance(report, TellTurn) or after.part == 0 or self._found(after):
                    return True
        return False

    def _reports(self, state: State) -> Iterator[AnyReport]:
        """Yield what may be told: before all else what could be in the round before."""
        before = self._before.get(state.part)
        if before is not None:
            yield before if state.turn is None else replace(before, seat=state.turn)
        search = Search(max(0, min(MOST_SEARCHED, self.left)))
        yield from islice(legal(state, search), FIRST_PARTS)
        self.left -= search.most - search.left


def _says(sheet: Sheet, players: int, number: int) -> str:
    state = _begun(sheet, players, number)
    when = f"with {players} players, in round {number},"
    for column in state.worked.parts[0]:
        if not able(state, column):
            name = sheet.columns[column].name
            return f"{when} no figure can stand in {name!r}: its least is more than its most"
    return f"{when} no row was found that holds to every sum and check: can one be told at all?"
