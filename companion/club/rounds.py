"""Pairs the next round: who sits with whom, so that as few people as possible meet again.

If the numbers allow it, people form a grid over a finite field, and each round takes the lines of another
slope: two people share at most one line (transversal designs and affine planes; see any book on designs).
Otherwise, or once somebody has come or left, a local search swaps people as long as that helps.
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
"""Attempted swaps per person before a round is accepted as it is."""

Pair: TypeAlias = frozenset[str]
Draw: TypeAlias = Callable[[int], int]
"""Returns a random number from 0 to below its argument; the caller provides chance."""


class Pod(Struct, frozen=True):
    """The people at one table, in seating order; `again` lists pairs that have met before, and how often."""

    people: tuple[str, ...]
    again: tuple[tuple[str, str, int], ...] = ()

    @classmethod
    def of(cls, people: Sequence[str], before: "Mapping[Pair, int]") -> "Pod":
        """Return a pod of these people; `before` is the result of `met`."""
        pairs = ((*pair, before.get(frozenset(pair), 0)) for pair in combinations(people, 2))
        return cls(tuple(people), tuple(pair for pair in pairs if pair[2]))


def met(rounds: Iterable[Iterable[Iterable[str]]]) -> Counter[Pair]:
    """Return how often each pair of people sat at one table."""
    return Counter(frozenset(pair) for pods in rounds for pod in pods for pair in combinations(pod, 2))


def next_round(
    people: Iterable[str], wanted: int, before: Mapping[Pair, int], draw: Draw, tables: int = MOST_PEOPLE
) -> list[Pod]:
    """Return the pods of a round, each of `wanted` people or one fewer if possible.

    `before` is the result of `met`. Raises SetupError if the people don't fit on the `tables`.
    """
    everybody = sorted(set(people))
    sizes = _sizes(len(everybody), wanted, tables)
    grid = min(_lines(everybody, sizes), key=partial(_cost, before), default=None)
    pods = _improved(grid or _dealt(everybody, sizes, draw), before, draw)
    return [Pod.of(pod, before) for pod in pods]


def _sizes(count: int, wanted: int, tables: int) -> list[int]:
    if not SMALLEST <= wanted <= LARGEST:
        raise SetupError(f"{SMALLEST} to {LARGEST} people sit at a table")
    if not SMALLEST <= count <= MOST_PEOPLE:
        raise SetupError(f"a round has {SMALLEST} to {MOST_PEOPLE:,} people, not {count}")
    # Better one table fewer than a table of two.
    pods = min(-(-count // wanted), count // SMALLEST)
    if pods > tables or -(-count // pods) > LARGEST:
        raise SetupError(f"{count} people need {pods} tables, and there are {tables}")
    return [count // pods + (n < count % pods) for n in range(pods)]


def _cost(before: Mapping[Pair, int], pods: Iterable[Sequence[str]]) -> int:
    """Return the sum over all pairs of squared earlier meetings: 1 for a second meeting, 4 for a third."""
    return sum(before.get(frozenset(pair), 0) ** 2 for pod in pods for pair in combinations(pod, 2))


# A grid over a finite field.

_FIELDS = {4: 0b111, 8: 0b1011, 16: 0b10011, 32: 0b100101, 64: 0b1000011}
"""For fields of 2^k elements: the bits of an irreducible polynomial, by which products are reduced."""


def _times(left: int, right: int, q: int) -> int:
    """Multiply two elements of the field of q elements; q is prime or in _FIELDS."""
    if q not in _FIELDS:
        return left * right % q
    product = 0
    while right:
        product ^= left * (right & 1)
        left, right = left << 1, right >> 1
        left ^= _FIELDS[q] * (left >= q)
    return product


def _lines(people: Sequence[str], sizes: Sequence[int]) -> Iterator[list[list[str]]]:
    """Yield rounds, one per slope, that have no pair in common; none if the numbers don't allow it.

    People fill the columns of a grid. If the last column is short, some lines have one person fewer.
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


# Local search.


def _dealt(people: Sequence[str], sizes: Sequence[int], draw: Draw) -> list[list[str]]:
    left = list(people)
    return [[left.pop(draw(len(left))) for _ in range(size)] for size in sizes]


def _improved(pods: list[list[str]], before: Mapping[Pair, int], draw: Draw) -> list[list[str]]:
    """Swap random people between tables, and keep each swap that isn't worse, up to PATIENCE per person."""

    def with_others(person: str, pod: Sequence[str], but: str) -> int:
        return sum(before.get(frozenset((person, other)), 0) ** 2 for other in pod if other != but)

    cost = _cost(before, pods)
    for _ in range(PATIENCE * sum(map(len, pods))):
        if not cost:
            break
        # Swap somebody who has met a table mate before with anybody at another table.
        pod, other_pod = pods[draw(len(pods))], pods[draw(len(pods))]
        person = pod[draw(len(pod))]
        current = with_others(person, pod, person)
        if not current or other_pod is pod:
            continue
        other = other_pod[draw(len(other_pod))]
        swapped = with_others(person, other_pod, other) + with_others(other, pod, person)
        change = swapped - current - with_others(other, other_pod, other)
        if change <= 0:
            cost += change
            pod[pod.index(person)], other_pod[other_pod.index(other)] = other, person
    return pods


# A club's standings.


class ClubRank(Struct, frozen=True):
    """A row of the standings; `points` sum, over matches, the share of opponents that the person beat.

    In a match of four the first gets 1, the second 2/3, the last 0; a tie counts half. So results of games
    with any number of players and any kind of points can be added.
    """

    place: int
    person: PersonId
    matches: int
    won: int
    points: float


def standings(results: Iterable[Played], people: Mapping[PersonId, str]) -> list[ClubRank]:
    """Return the standings of `people` (names by id) who have played, best first; guests don't count."""
    matches: defaultdict[PersonId, int] = defaultdict(int)
    won: defaultdict[PersonId, int] = defaultdict(int)
    points: defaultdict[PersonId, float] = defaultdict(float)
    for match in results:
        if match.result is None:
            continue
        for plate, standing in zip(match.plates, match.result.standings, strict=True):
            person = PersonId(plate.person)
            if person not in people:
                continue
            others = [other.place for other in match.result.standings if other.side != standing.side]
            beaten = sum((place > standing.place) + 0.5 * (place == standing.place) for place in others)
            matches[person] += 1
            won[person] += standing.won
            points[person] += beaten / len(others) if others else float(standing.won)
    keys = {person: (-round(points[person], 2), -won[person], matches[person]) for person in matches}
    order = sorted(keys, key=lambda person: (*keys[person], people[person], person))
    first: dict[tuple[float, int, int], int] = {}
    for n, person in enumerate(order, start=1):
        first.setdefault(keys[person], n)
    return [
        ClubRank(first[keys[person]], person, matches[person], won[person], -keys[person][0])
        for person in order
    ]
