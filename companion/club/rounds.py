"""The next round: who sits with whom, so that nobody meets the same people again if it can be had.

Where the numbers allow it, people stand in a grid over a finite field, and each round takes the lines of
another slope: two of them share a line once (transversal designs and affine planes: any book on designs).
Elsewhere, or once somebody came or went, two people change places for as long as that makes it better.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import TypeAlias

from msgspec import Struct

from companion.book.played import Played
from companion.errors import SetupError
from companion.people import PersonId

SMALLEST, LARGEST = 3, 15
"""People at a table."""
MOST_PEOPLE = 2_000
PATIENCE = 400
"""Tries for each person before a round is taken as it is."""

Pair: TypeAlias = frozenset[str]
Draw: TypeAlias = Callable[[int], int]
"""Return a number from 0 to below the one given: chance comes from outside."""


class Pod(Struct, frozen=True):
    """Who sits at one table, in their order, and who of them had met how often before."""

    people: tuple[str, ...]
    again: tuple[tuple[str, str, int], ...] = ()

    @classmethod
    def of(cls, people: Sequence[str], before: "Mapping[Pair, int]") -> "Pod":
        """Return a pod of these people; `before` is what `met` says."""
        pairs = ((*pair, before.get(frozenset(pair), 0)) for pair in combinations(people, 2))
        return cls(tuple(people), tuple(pair for pair in pairs if pair[2]))


def met(rounds: Iterable[Iterable[Iterable[str]]]) -> Counter[Pair]:
    """Return how often each pair sat at one table."""
    return Counter(frozenset(pair) for pods in rounds for pod in pods for pair in combinations(pod, 2))


def next_round(
    people: Iterable[str], wanted: int, before: Mapping[Pair, int], draw: Draw, tables: int = MOST_PEOPLE
) -> list[Pod]:
    """Return the pods of a round, of `wanted` people or one fewer where that can be had.

    `before` is what `met` says. SetupError where so many can't sit like that at so many tables.
    """
    everybody = sorted(set(people))
    sizes = _sizes(len(everybody), wanted, tables)
    found = min(_lines(everybody, sizes), key=partial(_cost, before), default=None)
    pods = _searched(found or _dealt(everybody, sizes, draw), before, draw)
    return [Pod.of(pod, before) for pod in pods]


def _sizes(count: int, wanted: int, tables: int) -> list[int]:
    if not SMALLEST <= wanted <= LARGEST:
        raise SetupError(f"{SMALLEST} to {LARGEST} people sit at a table")
    if not SMALLEST <= count <= MOST_PEOPLE:
        raise SetupError(f"a round has {SMALLEST} to {MOST_PEOPLE:,} people, not {count}")
    # Rather one table fewer than one of two people.
    pods = min(-(-count // wanted), count // SMALLEST)
    if pods > tables or -(-count // pods) > LARGEST:
        raise SetupError(f"{count} people need {pods} tables, and there are {tables}")
    return [count // pods + (n < count % pods) for n in range(pods)]


def _cost(before: Mapping[Pair, int], pods: Iterable[Sequence[str]]) -> int:
    """Return 1 for a pair that meets for the second time, 4 for the third, 9 for the fourth."""
    return sum(before.get(frozenset(pair), 0) ** 2 for pod in pods for pair in combinations(pod, 2))


# A grid over a finite field.

_FIELDS = {4: 0b111, 8: 0b1011, 16: 0b10011, 32: 0b100101, 64: 0b1000011}
"""Of 2^k elements: the bits of a polynomial that can't be taken apart, by which products are reduced."""


def _times(one: int, other: int, q: int) -> int:
    """Multiply two elements of the field of q, which is prime or one of ours."""
    if q not in _FIELDS:
        return one * other % q
    found = 0
    while other:
        found ^= one * (other & 1)
        one, other = one << 1, other >> 1
        one ^= _FIELDS[q] * (one >= q)
    return found


def _lines(people: Sequence[str], sizes: Sequence[int]) -> Iterator[list[list[str]]]:
    """Yield rounds in which no pair is met twice, one for each slope, where the numbers allow any.

    People fill the columns of a grid; its last one may be short, and then some lines have one person fewer.
    """
    q, most = len(sizes), max(sizes)
    field = q in _FIELDS or (q > 1 and all(q % n for n in range(2, int(q**0.5) + 1)))
    if not field or most > q or len(people) <= (most - 1) * q:
        return
    for slope in range(q):
        pods: list[list[str]] = [[] for _ in range(q)]
        for n, person in enumerate(people):
            x, y = divmod(n, q)
            step = _times(slope, x, q)
            pods[y ^ step if q in _FIELDS else (y - step) % q].append(person)
        yield pods
    columns = [list(people[start : start + q]) for start in range(0, len(people), q)]
    if sorted(map(len, columns)) == sorted(sizes):
        yield columns


# Changing places.


def _dealt(people: Sequence[str], sizes: Sequence[int], draw: Draw) -> list[list[str]]:
    left = list(people)
    return [[left.pop(draw(len(left))) for _ in range(size)] for size in sizes]


def _searched(pods: list[list[str]], before: Mapping[Pair, int], draw: Draw) -> list[list[str]]:
    """Have two people change places and keep what isn't worse, as long as there is patience."""

    def with_others(person: str, pod: Sequence[str], but: str) -> int:
        return sum(before.get(frozenset((person, other)), 0) ** 2 for other in pod if other != but)

    left = _cost(before, pods)
    for _ in range(PATIENCE * sum(map(len, pods))):
        if not left:
            break
        # Somebody who has met one of the others, and anybody of another table.
        here, there = pods[draw(len(pods))], pods[draw(len(pods))]
        one = here[draw(len(here))]
        now = with_others(one, here, one)
        if not now or there is here:
            continue
        other = there[draw(len(there))]
        then = with_others(one, there, other) + with_others(other, here, one)
        change = then - now - with_others(other, there, other)
        if change <= 0:
            left += change
            here[here.index(one)], there[there.index(other)] = other, one
    return pods


# What a club's results come to: which of them count, and who left how many others behind.


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
