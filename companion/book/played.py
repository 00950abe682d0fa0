"""One match as the record book sees it, computed from its journal; with people's ids, without names."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct, field

from companion.clock import WallTime
from companion.game import Chases, Scoring, Standing
from companion.games.shelf import game_named
from companion.journal import Corrected, Entry, NamePlate, Righted, StoredRow, TableToFix, Ticked, header_of
from companion.match import Match

PAUSE = 10 * 60 * 1000
"""Milliseconds. A gap this long between entries was a pause, or the clock was set; it doesn't count."""


class MatchResult(Struct, frozen=True):
    """A match's result: each player's standing, who began, and how long it took.

    `turns`: how many were played (0: unknown). `played`: milliseconds without pauses. `ending`: the id of the
    rule that ended it.
    """

    standings: tuple[Standing, ...]
    first: int
    turns: int
    played: int
    ending: str
    chases: Chases | None = None
    scoring: Scoring | None = None
    """What points mean in this match, unless it is the same in all matches of the game."""

    @property
    def points(self) -> list[int]:
        """The points of all players who have any."""
        return [standing.points for standing in self.standings if standing.points is not None]

    @property
    def minutes(self) -> int:
        """How long the match took, without pauses, rounded."""
        return round(self.played / 60_000)


class Played(Struct, frozen=True):
    """A match in the book: without `result` while it goes on, or if it was ended early.

    `length` counts entries. `called` is the sheet's or variant's name, if the record has one.
    """

    id: str = field(name="match")
    game: str
    began: WallTime
    length: int
    plates: tuple[NamePlate, ...]
    result: MatchResult | None = field(default=None, name="came")
    called: str = ""

    @property
    def key(self) -> str:
        """Id of what was played: the game, with `called` appended if set."""
        return f"{self.game} {self.called}" if self.called else self.game

    @property
    def scoring(self) -> Scoring:
        """What points mean in this match."""
        result = self.result
        return result.scoring if result and result.scoring else game_named(self.game).results.scoring

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.plates)

    @property
    def best_first(self) -> list[int]:
        """The players by place, the best first; in seating order if there are no places."""
        if self.result is None:
            return list(range(self.players))
        places = [standing.place for standing in self.result.standings]
        return sorted(range(self.players), key=lambda player: places[player])

    def best_seats(self, who: Sequence[str]) -> dict[str, int]:
        """Return each person's player; `who` are the persons' ids by player.

        If a person has several seats, the best one counts, as in the figures; the others are a guest's.
        """
        best: dict[str, int] = {}
        for player in self.best_first:
            best.setdefault(who[player], player)
        return best


def played(rows: Sequence[StoredRow]) -> Played:
    """Compute one match's entry for the book. Raises CompanionError if its record can't be read at all.

    A record that can't be read to its end counts as a match that hasn't ended.
    """
    header = header_of(rows[0].entry)
    match: Match[Any, Any, Any, Any]
    match, loss = Match.restore(game_named(header.game), rows)
    result = None if loss is not None else match_result(match)
    plates = match.header.plates or tuple(
        NamePlate(str(n + 1), "ivory", "circle", str(n + 1)) for n in range(match.facts.players)
    )
    began, called = match.entries[0].at, header.called or ""
    return Played(match.header.match, header.game, began, match.length, plates, result, called)


def playing_time(times: Iterable[WallTime]) -> int:
    """Return the milliseconds between the first and the last of these times, without pauses."""
    return sum(gap for earlier, later in pairwise(times) if 0 < (gap := later - earlier) < PAUSE)


def _times_of_play(entries: Sequence[Entry[Any, Any, Any]]) -> list[WallTime]:
    """Return the entries' times, without corrections made after the end."""
    numbers = [n for n, entry in enumerate(entries, 1) if not isinstance(entry.body, _CORRECTING)]
    return [entry.at for entry in entries[: numbers[-1]]]


_CORRECTING = (Corrected, Righted, TableToFix, Ticked)


def match_result(match: Match[Any, Any, Any, Any]) -> MatchResult | None:
    """Return a match's result; None while it goes on, or if it was ended early."""
    ended = None if match.abandoned else match.outcome
    if ended is None:
        # Without an end, nothing of the position may leave the table: it may hold secrets.
        return None
    results, facts = match.game.results, match.facts
    return MatchResult(
        results.standings(match.state, ended),
        results.player(match.state, facts.first),
        sum(isinstance(event, results.turns) for position in match.line for event in position.events),
        playing_time(_times_of_play(match.entries)),
        ended.reason,
        results.chases(match.line) if results.chases is not None else None,
        results.scoring_of(facts) if results.scoring_of is not None else None,
    )
