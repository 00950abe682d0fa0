"""Figures over all matches, of people and of games. Pure."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from companion.book.played import MatchResult, Played
from companion.chance import holm, percentile, sign_test, wilson
from companion.clock import WallTime
from companion.game import Chases, Seat
from companion.people import People, PersonId

MOST_BEST = 5
"""How many of a sheet's best points are listed."""
FEW = 5
"""With fewer matches, a figure says little, and is marked so."""


class Spread(Struct, frozen=True):
    """A distribution: count, minimum, lower quartile, median, upper quartile, maximum."""

    count: int
    least: float
    lower: float
    median: float
    upper: float
    most: float


class WinCount(Struct, frozen=True):
    """How many matches were played to their end, and how many of those were won."""

    matches: int = 0
    won: int = 0


class Against(Struct, frozen=True):
    """How often a person finished before, level with and behind another, by place; team mates don't count."""

    before: int = 0
    equal: int = 0
    behind: int = 0

    @property
    def together(self) -> int:
        """In how many matches they were compared."""
        return self.before + self.equal + self.behind


class TotemFigures(Struct, frozen=True):
    """A person at the totem: duels won and lost, margins in nanoseconds, dead heats, wrong grabs.

    `ahead` are margins of duels won, `behind` of those lost. A margin is the time between two hands, not
    anybody's reaction time. `chances` are cards turned at which a grab could have been wrong.
    """

    won: int
    lost: int
    ahead: Spread | None
    behind: Spread | None
    heats: int
    wrong: int
    chances: int

    @property
    def wrong_per_100(self) -> float | None:
        """Wrong grabs per 100 cards turned; None if no card was turned."""
        return 100 * self.wrong / self.chances if self.chances else None


class PersonFigures(Struct, frozen=True):
    """A person's figures; `run` is the longest run of wins, `games` is by a match's key."""

    all: WinCount
    games: Mapping[str, WinCount]
    unfinished: int
    run: int
    against: Mapping[PersonId, Against]
    grabs: TotemFigures | None

    @property
    def few(self) -> bool:
        """Whether these are too few matches to say much."""
        return self.all.matches < FEW


class Extreme(Struct, frozen=True):
    """The highest or lowest points of a game, with the match and the player."""

    points: int
    match: str
    player: int


class FirstPlayerWins(Struct, frozen=True):
    """How often the first player won: `won` of `of`, the share's interval, and the share by chance."""

    won: int
    of: int
    low: float
    high: float
    chance: float


class SeatFigures(Struct, frozen=True):
    """How often a seat's hand was first (`first`) of the races in which it was first or second (`of`).

    `chance` is the sign test's p-value, corrected by Holm's method for testing every seat. If people always
    take the same seats, this is about people rather than buttons.
    """

    seat: Seat
    first: int
    of: int
    chance: float


class GameFigures(Struct, frozen=True):
    """A game's figures; `played` is in milliseconds without pauses.

    `best` are the best points so far, best first, for games whose matches say what points mean (sheets).
    """

    matches: int
    unfinished: int
    highest: Extreme | None
    lowest: Extreme | None
    turns: Spread | None
    played: Spread | None
    begins: FirstPlayerWins | None
    seats: tuple[SeatFigures, ...]
    best: tuple[Extreme, ...] = ()

    @property
    def few(self) -> bool:
        """Whether these are too few matches to say much."""
        return self.matches < FEW


class Rank(Struct, frozen=True):
    """A person's rank in a game; equals share a `place`, which is None before FEW `matches`.

    The true rank may be anything from `best` to `worst`: nobody in that range is surely better or worse.
    """

    person: PersonId
    matches: int
    place: int | None = None
    best: int = 0
    worst: int = 0


class Attendance(Struct, frozen=True):
    """A person's seats at a match (player numbers) and result: on several seats, the best one."""

    seats: tuple[int, ...]
    sides: frozenset[int] = frozenset()
    place: int = 0
    won: bool = False


Attendances: TypeAlias = Mapping[PersonId, Attendance]
Attended: TypeAlias = tuple[Played, Attendances]
"""A match, and the attendance of every named person at it."""
Ended: TypeAlias = tuple[Played, MatchResult]
"""A finished match and its result."""


class Book(Struct, frozen=True):
    """All saved matches, oldest first, and the people known to the store."""

    matches: tuple[Played, ...]
    people: People

    @classmethod
    def of(cls, matches: Iterable[Played], people: People) -> "Book":
        """Return the book of these matches, which may come in any order."""
        return cls(tuple(sorted(matches, key=lambda match: (match.began, match.id))), people)

    def who(self, match: Played) -> tuple[PersonId, ...]:
        """Return the persons at a match, by player; NO_PERSON for a guest."""
        return self.people.sat(match.id, match.plates)

    def finished(self) -> Iterator[Ended]:
        """Yield the matches that were played to their end, with their results."""
        return ended(self.matches)

    def only(
        self,
        *,
        games: Collection[str] = (),
        people: Collection[PersonId] = (),
        since: int | None = None,
        before: int | None = None,
    ) -> "Book":
        """Return the book's matches of any of these games, with all of these people, begun in this time.

        `since` is inclusive, `before` exclusive, both in milliseconds of UTC. Omitted filters don't apply.
        """

        def wanted(match: Played) -> bool:
            return (
                (not games or match.game in games or match.key in games)
                and set(people) <= set(self.who(match))
                and (since is None or match.began >= since)
                and (before is None or match.began < before)
            )

        return Book(tuple(filter(wanted, self.matches)), self.people)

    def by_person(self) -> dict[PersonId, list[Attended]]:
        """Return each person's matches, oldest first."""
        attended: defaultdict[PersonId, list[Attended]] = defaultdict(list)
        for match in self.matches:
            attendances = _attendances(match, self.who(match))
            for person in attendances:
                attended[person].append((match, attendances))
        return attended

    def persons(self) -> dict[PersonId, PersonFigures]:
        """Return the figures of everybody who has played."""
        return persons_of(self.by_person())

    def games(self) -> dict[str, GameFigures]:
        """Return the figures of every game that was played, by its key; each sheet has its own."""
        by_game: defaultdict[str, list[Played]] = defaultdict(list)
        for match in self.matches:
            by_game[match.key].append(match)
        return {game: _game(matches) for game, matches in by_game.items()}


def ended(matches: Iterable[Played]) -> Iterator[Ended]:
    """Yield the matches that were played to their end, with their results."""
    return ((match, match.result) for match in matches if match.result is not None)


def persons_of(attended: Mapping[PersonId, Sequence[Attended]]) -> dict[PersonId, PersonFigures]:
    """Return everybody's figures, from the matches that they sat at."""
    return {person: _person(person, matches) for person, matches in attended.items()}


def spread(values: Iterable[float]) -> Spread | None:
    """Return the distribution of values; None if there are none."""
    ordered = sorted(values)
    if not ordered:
        return None
    lower, median, upper = (percentile(ordered, share) for share in (0.25, 0.5, 0.75))
    return Spread(len(ordered), ordered[0], lower, median, upper, ordered[-1])


def _attendances(match: Played, who: Sequence[PersonId]) -> Attendances:
    """Return the attendance of every named person at a match."""
    seats: defaultdict[PersonId, list[int]] = defaultdict(list)
    for player, person in enumerate(who):
        if person:
            seats[person].append(player)
    if match.result is None:
        return {person: Attendance(tuple(players)) for person, players in seats.items()}
    standings = match.result.standings
    return {
        person: Attendance(
            tuple(players),
            frozenset(standings[player].side for player in players),
            min(standings[player].place for player in players),
            any(standings[player].won for player in players),
        )
        for person, players in seats.items()
    }


def _person(person: PersonId, matches: Sequence[Attended]) -> PersonFigures:
    games: defaultdict[str, list[bool]] = defaultdict(list)
    against: defaultdict[PersonId, list[int]] = defaultdict(list)
    run = longest = 0
    for match, attendances in matches:
        if match.result is None:
            continue
        mine = attendances[person]
        games[match.key].append(mine.won)
        run = run + 1 if mine.won else 0
        longest = max(longest, run)
        for other, theirs in attendances.items():
            if other != person and mine.sides.isdisjoint(theirs.sides):
                against[other].append((mine.place > theirs.place) - (mine.place < theirs.place))
    finished = sum(map(len, games.values()))
    return PersonFigures(
        WinCount(finished, sum(map(sum, games.values()))),
        {game: WinCount(len(won), sum(won)) for game, won in games.items()},
        len(matches) - finished,
        longest,
        {
            other: Against(places.count(-1), places.count(0), places.count(1))
            for other, places in against.items()
        },
        _grabs(person, matches),
    )


def _at_totem(person: PersonId, attended: Sequence[Attended]) -> list[tuple[Chases, frozenset[int]]]:
    """Return the chases of each finished match with a totem, and the person's seats there."""
    return [
        (match.result.chases, frozenset(attendances[person].seats))
        for match, attendances in attended
        if match.result is not None and match.result.chases is not None
    ]


def _grabs(person: PersonId, matches: Sequence[Attended]) -> TotemFigures | None:
    totem = _at_totem(person, matches)
    if not totem:
        return None
    won = [duel for chases, seats in totem for duel in chases.duels if duel.winner in seats]
    lost = [duel for chases, seats in totem for duel in chases.duels if not seats.isdisjoint(duel.losers)]
    return TotemFigures(
        len(won),
        len(lost),
        spread(duel.margin for duel in won if duel.margin is not None),
        spread(duel.margin for duel in lost if duel.margin is not None),
        sum(chases.heats[player] for chases, seats in totem for player in seats),
        sum(chases.wrong[player] for chases, seats in totem for player in seats),
        sum(chases.chances[player] for chases, seats in totem for player in seats),
    )


def _game(matches: Sequence[Played]) -> GameFigures:
    done = list(ended(matches))
    points = [
        Extreme(standing.points, match.id, player)
        for match, result in done
        for player, standing in enumerate(result.standings)
        if standing.points is not None
    ]
    return GameFigures(
        len(done),
        len(matches) - len(done),
        # `max` and `min` return the first of equals, the earliest match.
        max(points, key=lambda extreme: extreme.points, default=None),
        min(points, key=lambda extreme: extreme.points, default=None),
        # Results imported from another table have 0 turns: unknown.
        spread(result.turns for _, result in done if result.turns),
        spread(result.played for _, result in done),
        _begins([result for _, result in done]),
        _fairness(result for _, result in done),
        _best(done),
    )


def _best(ended: Sequence[Ended]) -> tuple[Extreme, ...]:
    """Return the best points of a sheet, those of partners once."""
    scored = [
        (match, result) for match, result in ended if result.scoring is not None and result.scoring.points
    ]
    if not scored:
        return ()
    high_wins = scored[-1][0].scoring.high_wins
    points = [
        Extreme(standing.points, match.id, player)
        for match, result in comparable(scored, high_wins=high_wins)
        for player, standing in enumerate(result.standings)
        if standing.points is not None
        and standing.side not in (other.side for other in result.standings[:player])
    ]
    return tuple(sorted(points, key=lambda extreme: extreme.points, reverse=high_wins)[:MOST_BEST])


def comparable(ended: Sequence[Ended], *, high_wins: bool) -> list[Ended]:
    """Return the matches of a sheet whose points can be compared, because points mean this in them.

    One that was called off early has few points: only the most frequent ending counts, and results without
    a record, which have none.
    """
    endings = Counter(result.ending for _, result in ended if result.ending)
    usual = max(endings, key=lambda ending: endings[ending], default="")
    return [
        (match, result)
        for match, result in ended
        if result.ending in (usual, "") and match.scoring.high_wins == high_wins
    ]


def _begins(ended: Iterable[MatchResult]) -> FirstPlayerWins | None:
    decided = [result for result in ended if any(standing.won for standing in result.standings)]
    if not decided:
        return None
    won = sum(result.standings[result.first].won for result in decided)
    shares = [
        sum(standing.won for standing in result.standings) / len(result.standings) for result in decided
    ]
    return FirstPlayerWins(won, len(decided), *wilson(won, len(decided)), sum(shares) / len(decided))


def _fairness(ended: Iterable[MatchResult]) -> tuple[SeatFigures, ...]:
    races = [race for result in ended if result.chases is not None for race in result.chases.races]
    seats = sorted({seat for race in races for seat in race})
    firsts = [sum(first == seat for first, _ in races) for seat in seats]
    raced = [sum(seat in race for race in races) for seat in seats]
    corrected = holm([sign_test(first, of) for first, of in zip(firsts, raced, strict=True)])
    return tuple(map(SeatFigures, seats, firsts, raced, corrected))


# Series of figures for pictures: a person's margins, wins over time, head to head. Pure.

MOST_MARGINS = 60
"""How many of the last duels are returned; more dots on a line would be a smear."""
MOST_TIMES = 12
MONTH = 7
"""Length of the month, `2026-11`, in a day, `2026-11-22`."""


class Period(Struct, frozen=True):
    """A day `2026-11-22` or a month `2026-11`: how many matches were finished, and how many were won."""

    name: str
    played: int
    won: int


def last_margins(person: PersonId, attended: Sequence[Attended]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the margins in nanoseconds of a person's last duels, won and lost, the latest first."""
    ahead: list[int] = []
    behind: list[int] = []
    for chases, seats in reversed(_at_totem(person, attended)):
        for duel in reversed(chases.duels):
            if duel.margin is not None and duel.winner in seats:
                ahead.append(duel.margin)
            elif duel.margin is not None and not seats.isdisjoint(duel.losers):
                behind.append(duel.margin)
    return tuple(ahead[:MOST_MARGINS]), tuple(behind[:MOST_MARGINS])


def over_time(
    person: PersonId, attended: Sequence[Attended], day: Callable[[WallTime], str | None]
) -> tuple[Period, ...]:
    """Return the days on which a person played or, beyond MOST_TIMES, the last months, idle ones included.

    `day` returns a time's day, None if the clock wasn't set.
    """
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for match, attendances in attended:
        when = None if match.result is None else day(match.began)
        if when is not None:
            played[when] += 1
            won[when] += attendances[person].won
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
    """Return the (up to) `most` people who were compared most often, and a matrix of wins.

    In row i and column j: how often person i finished before person j.
    """
    meetings = {
        person: sum(met.before + met.behind for other, met in own.against.items() if other in figures)
        for person, own in figures.items()
    }
    people = sorted(filter(meetings.__getitem__, meetings), key=lambda person: -meetings[person])[:most]
    return tuple(people), tuple(
        tuple(
            figures[person].against[other].before if other in figures[person].against else 0
            for other in people
        )
        for person in people
    )
