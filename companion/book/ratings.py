"""Ranks people in each game, with how sure the ranks are, from all finished matches. Pure.

The method is openskill's Plackett-Luce model (Weng and Lin, 2011), which handles any number of players, teams
and ties. It gives each person a mean and a standard deviation, which are never shown.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import groupby
from math import hypot

from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating

from companion.book.figures import FEW, Book, Rank
from companion.book.played import Played
from companion.people import NO_PERSON, PersonId

SURE = 1.645
"""How many standard deviations apart two means must be to be sure: 95 %, one-sided, normal distribution."""

_METHOD = PlackettLuce()
_DIGITS = 6
"""Digits of a mean that are compared; beyond these, only rounding differs."""


class Skill(Struct, frozen=True):
    """A person's estimated skill in one game after `matches`: mean and standard deviation (`spread`)."""

    mean: float
    spread: float
    matches: int


def skills(book: Book, matches: Iterable[Played]) -> dict[PersonId, Skill]:
    """Return each person's skill after these matches of one game, given oldest first.

    A guest counts as a new player in each match and gets no skill.
    """
    current: dict[PersonId, PlackettLuceRating] = {}
    count: Counter[PersonId] = Counter()
    for match in matches:
        teams = _teams(book, match)
        if len(teams) < 2:
            continue
        rated = _METHOD.rate(
            [[current.get(person) or _METHOD.rating() for person in team] for _, team in teams],
            ranks=[float(place) for place, _ in teams],
        )
        for (_, team), ratings in zip(teams, rated, strict=True):
            for person, rating in zip(team, ratings, strict=True):
                if person != NO_PERSON:
                    current[person] = rating
                    count[person] += 1
    return {person: Skill(rating.mu, rating.sigma, count[person]) for person, rating in current.items()}


def _teams(book: Book, match: Played) -> list[tuple[int, list[PersonId]]]:
    """Return each team's place and its people, in an order that doesn't depend on the seats."""
    if match.result is None:
        return []
    standings, who = match.result.standings, book.who(match)
    # A person on two seats counts with the better one, as in all other figures.
    better = match.best_seats(who)
    teams: defaultdict[int, list[PersonId]] = defaultdict(list)
    for player, person in enumerate(who):
        if person == NO_PERSON or better[person] == player:
            teams[standings[player].side].append(person)
    place = {side: min(standing.place for standing in standings if standing.side == side) for side in teams}
    return sorted((place[side], sorted(team)) for side, team in teams.items())


def rankings(book: Book) -> dict[str, tuple[Rank, ...]]:
    """Return the ranks in every game, by its key: the best first, then people who have no rank yet.

    Every match counts for the others' ranks. Only people who are known, `rated` and not hidden are listed.
    """
    in_order = sorted(book.matches, key=lambda match: match.key)
    by_game = groupby(in_order, key=lambda match: match.key)
    return {game: _ranked(book, skills(book, matches)) for game, matches in by_game}


def _ranked(book: Book, by_person: Mapping[PersonId, Skill]) -> tuple[Rank, ...]:
    known = book.people.known
    shown = {
        person: skill
        for person, skill in by_person.items()
        if person in known and known[person].rated and not known[person].hidden
    }
    enough = {person: skill for person, skill in shown.items() if skill.matches >= FEW}
    ranks = [
        Rank(
            person,
            skill.matches,
            1 + sum(_mean(other) > _mean(skill) for other in enough.values()),
            1 + sum(_surely_better(other, skill) for other in enough.values()),
            len(enough) - sum(_surely_better(skill, other) for other in enough.values()),
        )
        for person, skill in enough.items()
    ]
    ranks.sort(key=lambda rank: (rank.place, known[rank.person].name, rank.person))
    few = [Rank(person, shown[person].matches) for person in known if person in shown.keys() - enough.keys()]
    return (*ranks, *few)


def _mean(skill: Skill) -> float:
    return round(skill.mean, _DIGITS)


def _surely_better(better: Skill, worse: Skill) -> bool:
    return better.mean - worse.mean > SURE * hypot(better.spread, worse.spread)
