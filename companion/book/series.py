"""Rows of figures for pictures: margins of somebody, wins over time, who came out before whom. Pure."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from companion.book.figures import PersonFigures, Sat
from companion.clock import WallTime
from companion.people import PersonId

MOST_MARGINS = 60
"""Of the last duels; more dots on a line are a smear."""
MOST_TIMES = 12
MONTH = 7
"""Letters of a month, `2026-11`, in a day, `2026-11-22`."""


class Period(Struct, frozen=True):
    """A day or a month, as `2026-11-22` or `2026-11`: how many matches were played to their end, and won."""

    name: str
    played: int
    won: int


def last_margins(person: PersonId, sat: Sequence[Sat]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return by how many nanoseconds somebody won the last duels, and lost them; the last first."""
    ahead: list[int] = []
    behind: list[int] = []
    for one, there in reversed(sat):
        if one.came is None or one.came.chases is None:
            continue
        seats = there[person].seats
        for duel in reversed(one.came.chases.duels):
            if duel.margin is not None and duel.winner in seats:
                ahead.append(duel.margin)
            elif duel.margin is not None and any(player in duel.losers for player in seats):
                behind.append(duel.margin)
        if min(len(ahead), len(behind)) >= MOST_MARGINS:
            break
    return tuple(ahead[:MOST_MARGINS]), tuple(behind[:MOST_MARGINS])


def over_time(
    person: PersonId, sat: Sequence[Sat], day: Callable[[WallTime], str | None]
) -> tuple[Period, ...]:
    """Return the days on which somebody played, where they are few; or the last months, idle ones too.

    `day` tells the day of a time, None where no clock was set.
    """
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for one, there in sat:
        when = None if one.came is None else day(one.began)
        if when is not None:
            played[when] += 1
            won[when] += there[person].won
    names = sorted(played)
    if len(names) > MOST_TIMES:
        played, won = _by_month(played), _by_month(won)
        names = _months_until(max(played))
    return tuple(Period(name, played[name], won[name]) for name in names)


def _by_month(days: Counter[str]) -> Counter[str]:
    months: Counter[str] = Counter()
    for day, count in days.items():
        months[day[:MONTH]] += count
    return months


def _months_until(last: str) -> list[str]:
    year, month = map(int, last.split("-"))
    numbers = range(12 * year + month - MOST_TIMES, 12 * year + month)
    return [f"{number // 12:04}-{number % 12 + 1:02}" for number in numbers]


def head_to_head(
    figures: Mapping[PersonId, PersonFigures], most: int
) -> tuple[tuple[PersonId, ...], tuple[tuple[int, ...], ...]]:
    """Return the `most` who have met others most often, and how often each was before each."""
    met = {person: _met(counted, figures) for person, counted in figures.items()}
    who = sorted((person for person in met if met[person]), key=lambda person: -met[person])[:most]
    return tuple(who), tuple(
        tuple(figures[one].against[other].before if other in figures[one].against else 0 for other in who)
        for one in who
    )


def _met(counted: PersonFigures, figures: Mapping[PersonId, PersonFigures]) -> int:
    return sum(met.before + met.behind for other, met in counted.against.items() if other in figures)
