"""A finished match's news: records that it set, compared with all earlier matches. Pure.

A record only counts after enough matches for it to mean something.
"""

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct

from companion.book.figures import FEW, Book, Ended, comparable
from companion.book.played import Played
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


def news(book: Book, match: Played) -> tuple[News, ...]:
    """Return a match's news, whether or not the book has it already; none if it wasn't finished."""
    if match.result is None:
        return ()
    new = (match, match.result)
    others = [other for other in book.finished() if other[0].id != match.id]
    news: list[News] = []
    for person in dict.fromkeys(book.who(match)):
        if person not in book.people.known:
            continue
        earlier = [other for other in others if person in book.who(other[0])]
        news += _closest(book, person, earlier, new)
        news += _in_a_row(book, person, earlier, new)
    return (*news, *_best_points([other for other in others if other[0].key == match.key], new))


def _seats(book: Book, person: PersonId, match: Played) -> list[int]:
    return [player for player, who in enumerate(book.who(match)) if who == person]


def _closest(book: Book, person: PersonId, earlier: Iterable[Ended], new: Ended) -> list[Closest]:
    def margins(match: Played, chases: Chases) -> list[int]:
        seats = _seats(book, person, match)
        return [duel.margin for duel in chases.duels if duel.margin is not None and duel.winner in seats]

    match, result = new
    with_chases = [(other, old.chases) for other, old in earlier if old.chases is not None]
    if result.chases is None or len(with_chases) + 1 < FEW:
        return []
    before = [margin for other in with_chases for margin in margins(*other)]
    now = margins(match, result.chases)
    return [Closest(person, min(now))] if before and now and min(now) < min(before) else []


def _in_a_row(book: Book, person: PersonId, earlier: list[Ended], new: Ended) -> list[InARow]:
    match, _ = new
    if len(earlier) + 1 < FEW or any((old.began, old.id) > (match.began, match.id) for old, _ in earlier):
        return []
    wins = 0
    for match, result in (new, *reversed(earlier)):
        if not any(result.standings[player].won for player in _seats(book, person, match)):
            break
        wins += 1
    return [InARow(person, wins)] if wins >= RUN else []


def _best_points(others: list[Ended], new: Ended) -> list[BestPoints]:
    match, result = new
    high_wins = match.scoring.high_wins
    if result.scoring is not None:
        every = comparable((*others, new), high_wins=high_wins)
        if new not in every:
            return []
        others = every[:-1]
    earlier, points = [figure for _, ended in others for figure in ended.points], result.points
    if len(others) + 1 < FEW or not earlier or not points:
        return []
    best = max if high_wins else min
    top = best(points)
    if top == best(earlier) or best(top, best(earlier)) != top:
        return []
    holders = tuple(n for n, standing in enumerate(result.standings) if standing.points == top)
    return [BestPoints(holders, top, high_wins)]
