"""What a club's results come to: which of them count, and who left how many others behind."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from msgspec import Struct

from companion.book.played import Played
from companion.people import PersonId


class ClubRank(Struct, frozen=True):
    """Somebody in the standings: matches, wins, and the share of the others that they left behind, summed.

    In a match of four the first gets 1 of 1, the second two thirds, the last nothing; equals share. So games
    of any number of players, and of any points, add up.
    """

    place: int
    person: PersonId
    matches: int
    won: int
    points: float


def standings(results: Iterable[Played], people: Mapping[PersonId, str]) -> list[ClubRank]:
    """Return the rows of `people`, the best first; who played nothing isn't among them, nor is a guest."""
    matches: defaultdict[PersonId, int] = defaultdict(int)
    won: defaultdict[PersonId, int] = defaultdict(int)
    points: defaultdict[PersonId, float] = defaultdict(float)
    for result in results:
        if result.came is None:
            continue
        for plate, mine in zip(result.plates, result.came.standings, strict=True):
            person = PersonId(plate.person)
            if person not in people:
                continue
            others = [theirs.place for theirs in result.came.standings if theirs.side != mine.side]
            left = sum(1.0 if place > mine.place else 0.5 * (place == mine.place) for place in others)
            matches[person] += 1
            won[person] += mine.won
            points[person] += left / len(others) if others else float(mine.won)
    keys = {one: (-round(points[one], 2), -won[one], matches[one]) for one in matches}
    order = sorted(keys, key=lambda one: (*keys[one], people[one], one))
    first: dict[tuple[float, int, int], int] = {}
    for n, one in enumerate(order, start=1):
        first.setdefault(keys[one], n)
    return [ClubRank(first[keys[one]], one, matches[one], won[one], -keys[one][0]) for one in order]
