"""What a club's results come to: which of them count, and who left how many others behind."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from msgspec import Struct

from companion.book.played import Played
from companion.people import PersonId


class Row(Struct, frozen=True):
    """Somebody in the standings: matches, wins, and the share of the others that they left behind, summed.

    In a match of four the first gets 1 of 1, the second two thirds, the last nothing; equals share. So games
    of any number of players, and of any points, add up.
    """

    place: int
    person: PersonId
    matches: int
    won: int
    points: float


def standings(results: Iterable[Played], people: Mapping[PersonId, str]) -> list[Row]:
    """Return the rows of `people`, the best first; who played nothing isn't among them, nor is a guest."""
    matches: defaultdict[PersonId, int] = defaultdict(int)
    won: defaultdict[PersonId, int] = defaultdict(int)
    points: defaultdict[PersonId, float] = defaultdict(float)
    for one in results:
        if one.came is None:
            continue
        for plate, mine in zip(one.plates, one.came.standings, strict=True):
            person = PersonId(plate.person)
            if person not in people:
                continue
            others = [theirs.place for theirs in one.came.standings if theirs.side != mine.side]
            left = sum(1.0 if place > mine.place else 0.5 * (place == mine.place) for place in others)
            matches[person] += 1
            won[person] += mine.won
            points[person] += left / len(others) if others else float(mine.won)
    order = sorted(
        matches, key=lambda one: (-round(points[one], 6), -won[one], matches[one], people[one], one)
    )
    rows: list[Row] = []
    for n, person in enumerate(order, start=1):
        row = Row(n, person, matches[person], won[person], round(points[person], 2))
        last = rows[-1] if rows else None
        if last and (last.points, last.won, last.matches) == (row.points, row.won, row.matches):
            row = Row(last.place, person, row.matches, row.won, row.points)
        rows.append(row)
    return rows
