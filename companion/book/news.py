"""What is new with a match that has just ended, beside all that was played before. Pure.

Something is new where it was never so before, and where it was looked at in enough matches to mean anything.
"""

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct

from companion.book.figures import FEW, Book, usual_ending
from companion.book.played import Came, Played
from companion.people import PersonId

RUN = 3
"""Wins one after the other that are worth telling."""


class InARow(Struct, frozen=True):
    """Somebody has won a number of matches one after the other, this one included."""

    person: PersonId
    wins: int


class Closest(Struct, frozen=True):
    """Somebody won a duel by fewer nanoseconds than any before."""

    person: PersonId
    margin: int


class BestPoints(Struct, frozen=True):
    """Players (a guest may be one) with better points than anybody ever had in this game."""

    players: tuple[int, ...]
    points: int
    high_wins: bool


News: TypeAlias = InARow | Closest | BestPoints


def news(book: Book, one: Played) -> tuple[News, ...]:
    """Return what is new with a match that was played to its end; whether the book has it already or not."""
    if one.came is None:
        return ()
    others = [other for other in book.matches if other.match != one.match and other.came is not None]
    found: list[News] = []
    for person in dict.fromkeys(book.who(one)):
        if person not in book.people.known:
            continue
        theirs = [other for other in others if person in book.who(other)]
        found += _closest(book, person, theirs, one)
        found += _in_a_row(book, person, theirs, one)
    return (*found, *_best_points([other for other in others if other.key == one.key], one))


def _seats(book: Book, person: PersonId, one: Played) -> list[int]:
    return [player for player, who in enumerate(book.who(one)) if who == person]


def _closest(book: Book, person: PersonId, theirs: Iterable[Played], one: Played) -> list[Closest]:
    def margins(match: Played) -> list[int]:
        assert match.came is not None
        assert match.came.chases is not None
        seats = _seats(book, person, match)
        duels = match.came.chases.duels
        return [duel.margin for duel in duels if duel.margin is not None and duel.winner in seats]

    before = [other for other in theirs if other.came is not None and other.came.chases is not None]
    if one.came is None or one.came.chases is None or len(before) + 1 < FEW:
        return []
    earlier, now = [margin for other in before for margin in margins(other)], margins(one)
    return [Closest(person, min(now))] if earlier and now and min(now) < min(earlier) else []


def _in_a_row(book: Book, person: PersonId, theirs: list[Played], one: Played) -> list[InARow]:
    def won(match: Played) -> bool:
        assert match.came is not None
        return any(match.came.standings[player].won for player in _seats(book, person, match))

    if len(theirs) + 1 < FEW or any((other.began, other.match) > (one.began, one.match) for other in theirs):
        return []
    wins = 0
    for match in (one, *reversed(theirs)):
        if not won(match):
            break
        wins += 1
    return [InARow(person, wins)] if wins >= RUN else []


def _best_points(others: list[Played], one: Played) -> list[BestPoints]:
    def points(came: Came | None) -> list[int]:
        assert came is not None
        return [standing.points for standing in came.standings if standing.points is not None]

    high_wins = one.scoring.high_wins
    if one.came is not None and one.came.scoring is not None:
        # A sheet that is called off early has few points, and one that was changed others.
        usual = usual_ending(other.came for other in (*others, one) if other.came is not None)
        if one.came.ending not in (usual, ""):
            return []
        others = [
            other
            for other in others
            if other.came is not None
            and other.came.ending in (usual, "")
            and other.scoring.high_wins == high_wins
        ]
    earlier, now = [figure for other in others for figure in points(other.came)], points(one.came)
    if len(others) + 1 < FEW or not earlier or not now:
        return []
    best = max if high_wins else min
    top = best(now)
    if top == best(earlier) or best(top, best(earlier)) != top:
        return []
    assert one.came is not None
    holders = tuple(n for n, standing in enumerate(one.came.standings) if standing.points == top)
    return [BestPoints(holders, top, high_wins)]
