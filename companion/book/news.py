"""A finished match's news: records that it set, compared with all earlier matches. Pure.

A record only counts after enough matches for it to mean something.
"""

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct

from companion.book.figures import FEW, Book, usual_ending
from companion.book.played import MatchResult, Played
from companion.game import Chases
from companion.people import PersonId

RUN = 3
"""Wins in a row that are news."""


class InARow(Struct, frozen=True):
    """A person has won `wins` matches in a row, including this one."""

    person: PersonId
    wins: int


class Closest(Struct, frozen=True):
    """A person won a duel by the smallest `margin` so far, in nanoseconds."""

    person: PersonId
    margin: int


class BestPoints(Struct, frozen=True):
    """Players, perhaps guests, with better points than anybody ever had in this game."""

    players: tuple[int, ...]
    points: int
    high_wins: bool


News: TypeAlias = InARow | Closest | BestPoints


Ended: TypeAlias = tuple[Played, MatchResult]
"""A finished match and its result."""


def news(book: Book, one: Played) -> tuple[News, ...]:
    """Return a match's news, whether or not the book has it already; none if it wasn't finished."""
    if one.came is None:
        return ()
    now = (one, one.came)
    others = [other for other in book.finished() if other[0].match != one.match]
    found: list[News] = []
    for person in dict.fromkeys(book.who(one)):
        if person not in book.people.known:
            continue
        theirs = [other for other in others if person in book.who(other[0])]
        found += _closest(book, person, theirs, now)
        found += _in_a_row(book, person, theirs, now)
    return (*found, *_best_points([other for other in others if other[0].key == one.key], now))


def _seats(book: Book, person: PersonId, one: Played) -> list[int]:
    return [player for player, who in enumerate(book.who(one)) if who == person]


def _closest(book: Book, person: PersonId, theirs: Iterable[Ended], now: Ended) -> list[Closest]:
    def margins(match: Played, chases: Chases) -> list[int]:
        seats = _seats(book, person, match)
        return [duel.margin for duel in chases.duels if duel.margin is not None and duel.winner in seats]

    one, came = now
    before = [(other, then.chases) for other, then in theirs if then.chases is not None]
    if came.chases is None or len(before) + 1 < FEW:
        return []
    earlier, here = [margin for other in before for margin in margins(*other)], margins(one, came.chases)
    return [Closest(person, min(here))] if earlier and here and min(here) < min(earlier) else []


def _in_a_row(book: Book, person: PersonId, theirs: list[Ended], now: Ended) -> list[InARow]:
    one, _ = now
    if len(theirs) + 1 < FEW or any(
        (other.began, other.match) > (one.began, one.match) for other, _ in theirs
    ):
        return []
    wins = 0
    for match, came in (now, *reversed(theirs)):
        if not any(came.standings[player].won for player in _seats(book, person, match)):
            break
        wins += 1
    return [InARow(person, wins)] if wins >= RUN else []


def _best_points(others: list[Ended], now: Ended) -> list[BestPoints]:
    one, came = now
    high_wins = one.scoring.high_wins
    if came.scoring is not None:
        # A sheet that was called off early has few points; one whose scoring was changed can't be compared.
        usual = usual_ending(then for _, then in (*others, now))
        if came.ending not in (usual, ""):
            return []
        others = [
            (other, then)
            for other, then in others
            if then.ending in (usual, "") and other.scoring.high_wins == high_wins
        ]
    earlier, points = [figure for _, then in others for figure in then.points], came.points
    if len(others) + 1 < FEW or not earlier or not points:
        return []
    best = max if high_wins else min
    top = best(points)
    if top == best(earlier) or best(top, best(earlier)) != top:
        return []
    holders = tuple(n for n, standing in enumerate(came.standings) if standing.points == top)
    return [BestPoints(holders, top, high_wins)]
