"""What the book takes from one match: a fold over its journal, with ids of people and no names."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

from companion.clock import WallTime
from companion.game import Chases, Scoring, Standing
from companion.games.shelf import game_named
from companion.journal import Corrected, Entry, KeptRow, NamePlate, Righted, TableToFix, Ticked, header_of
from companion.match import Match

PAUSE = 10 * 60 * 1000
"""Milliseconds between two entries from which on the table paused, or a clock was set: nobody played."""


class Came(Struct, frozen=True):
    """What a match came to: how every player came out, who began, and how long it took.

    `turns` that were played (0: nobody knows), `played` milliseconds without pauses; `ending` is the rule
    that ended it.
    """

    standings: tuple[Standing, ...]
    first: int
    turns: int
    played: int
    ending: str
    chases: Chases | None = None
    scoring: Scoring | None = None
    """What its points are, where that isn't the same in all matches of the game."""

    @property
    def points(self) -> list[int]:
        """The points of all who have any."""
        return [standing.points for standing in self.standings if standing.points is not None]

    @property
    def minutes(self) -> int:
        """How long it took."""
        return round(self.played / 60_000)


class Played(Struct, frozen=True):
    """A match as the book knows it: while it goes on, or was broken off, only who plays, and its length.

    `called` is what was played where the record says more than the game.
    """

    match: str
    game: str
    began: WallTime
    length: int
    plates: tuple[NamePlate, ...]
    came: Came | None = None
    called: str = ""

    @property
    def key(self) -> str:
        """What was played, for other programs: the game, or which of those that it is for."""
        return f"{self.game} {self.called}" if self.called else self.game

    @property
    def scoring(self) -> Scoring:
        """What its points are."""
        came = self.came
        return came.scoring if came and came.scoring else game_named(self.game).results.always

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.plates)

    @property
    def best_first(self) -> list[int]:
        """The players by place; without places, as they sit."""
        places = [0] * self.players if self.came is None else [each.place for each in self.came.standings]
        return sorted(range(self.players), key=lambda player: places[player])

    def best_seats(self, who: Sequence[str]) -> dict[str, int]:
        """Return which player somebody was; `who` sat there is by player.

        Of several seats of a person the one that came out best is theirs, as in the figures; the others are a
        guest's.
        """
        best: dict[str, int] = {}
        for player in self.best_first:
            best.setdefault(who[player], player)
        return best


def played(rows: Sequence[KeptRow]) -> Played:
    """Count one match; CompanionError where its record can't be read at all.

    What can't be read to its end hasn't ended, as far as anybody knows.
    """
    header = header_of(rows[0].entry)
    match: Match[Any, Any, Any, Any]
    match, loss = Match.restore(game_named(header.game), rows)
    came = None if loss is not None else came_to(match)
    plates = match.header.plates or tuple(
        NamePlate(str(n + 1), "ivory", "circle", str(n + 1)) for n in range(match.facts.players)
    )
    began, called = match.entries[0].at, header.called or ""
    return Played(match.header.match, header.game, began, match.length, plates, came, called)


def played_in(times: Iterable[WallTime]) -> int:
    """Return how many milliseconds were played between the first and the last of these, without pauses."""
    return sum(gap for one, later in pairwise(times) if 0 < (gap := later - one) < PAUSE)


def _while_played(entries: Sequence[Entry[Any, Any, Any]]) -> list[WallTime]:
    """Return the times of entries but for what was put right after the end, or moved for it."""
    told = [n for n, entry in enumerate(entries, 1) if not isinstance(entry.body, _PUT_RIGHT)]
    return [entry.at for entry in entries[: told[-1]]]


_PUT_RIGHT = (Corrected, Righted, TableToFix, Ticked)


def came_to(match: Match[Any, Any, Any, Any]) -> Came | None:
    """Return what a match came to; None while it goes on, or where it was broken off."""
    ended = None if match.abandoned else match.outcome
    if ended is None:
        # Nothing of the position leaves the table: it may hold secrets.
        return None
    results, facts = match.game.results, match.facts
    return Came(
        results.standings(match.state, ended),
        results.player(match.state, facts.first),
        sum(isinstance(event, results.turns) for position in match.line for event in position.events),
        played_in(_while_played(match.entries)),
        ended.reason,
        results.chases(match.line) if results.chases is not None else None,
        results.scoring(facts) if results.scoring is not None else None,
    )
