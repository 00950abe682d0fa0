"""What is new about a match: the closest duel, wins in a row, the best points; and when nothing is."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.book.figures import FEW, Book
from companion.book.news import RUN, BestPoints, Closest, InARow, news
from companion.book.played import MatchResult, Played
from companion.clock import WallTime
from companion.game import Chases, Duelled, Scoring, Standing
from companion.journal import NamePlate
from companion.people import People
from tests.companion.ended import GUESTS
from tests.companion.test_people import ADA, BOB

MS = 1_000_000
PEOPLE = People({ADA.id: ADA, BOB.id: BOB})
PAIR = (ADA.plate.recorded, BOB.plate.recorded)


def match(
    n: int,
    winner: int = 0,
    points: Sequence[int | None] = (None, None),
    *,
    game: str = "cryptid",
    plates: tuple[NamePlate, ...] = PAIR,
    duels: Sequence[tuple[int, int | None]] | None = None,
) -> Played:
    """Return the n-th match; `duels` gives each duel's winner and its margin in nanoseconds."""
    standings = tuple(
        Standing(1 if player == winner else 2, player == winner, figure, player)
        for player, figure in enumerate(points)
    )
    chases = None
    if duels is not None:
        won_duels = tuple(Duelled(who, (1 - who,), margin) for who, margin in duels)
        chases = Chases(won_duels, (0, 0), (0, 0), (9, 9), ())
    return Played(f"m{n}", game, WallTime(n), 9, plates, MatchResult(standings, 0, 9, 60_000, "end", chases))


def new(*matches: Played) -> tuple[object, ...]:
    """Return what is new about the last of these."""
    return news(Book.of(matches[:-1], PEOPLE), matches[-1])


@pytest.mark.parametrize(
    ("winners", "found"),
    [
        # First the other player's, then Ada's.
        ([1, 1, 0, 0, 0], [InARow(ADA.id, 3)]),
        ([1, 0, 0, 0, 0], [InARow(ADA.id, 4)]),
        # Two are no streak, and a loss in between ends one.
        ([1, 1, 1, 0, 0], []),
        ([0, 0, 0, 1, 0], []),
        ([0, 0, 0, 0, 1], []),
        # Four matches are too few.
        ([0, 0, 0, 0], []),
    ],
)
def test_a_run_of_wins_is_new_with_each_from_the_third_on(winners: list[int], found: list[object]) -> None:
    assert new(*(match(n, winner) for n, winner in enumerate(winners))) == tuple(found)
    assert RUN == 3


def test_who_has_played_on_since_the_match_began_has_no_row_that_ends_with_it() -> None:
    matches = [match(n) for n in range(FEW)]
    late = match(-1)
    assert news(Book.of(matches, PEOPLE), late) == ()


def test_a_duel_won_by_less_than_any_before_is_the_closest() -> None:
    """Lost duels and those without buttons don't count; the other player's are not hers."""
    before = [match(n, n % 2, game="ungle-speed", duels=[(0, 30 * MS), (1, 2 * MS)]) for n in range(4)]
    close = match(4, 0, game="ungle-speed", duels=[(0, 8 * MS), (0, None), (1, 5 * MS), (0, 1_800_000)])
    assert new(*before, close) == (Closest(ADA.id, 1_800_000),)
    equal = match(4, 0, game="ungle-speed", duels=[(0, 30 * MS)])
    assert new(*before, equal) == ()
    assert new(*before[1:], close) == (), "four matches with a totem are few"
    others = [match(n, n % 2) for n in range(4)]
    assert new(*others, close) == (), "without an earlier one nothing is closer"


def test_points_that_nobody_ever_had_are_new_and_fewer_are_where_few_are_good() -> None:
    before = [match(n, n % 2, (10, 12), game="tracktic") for n in range(4)]
    assert new(*before, match(4, 0, (13, 9), game="tracktic")) == (BestPoints((0,), 13, True),)
    assert new(*before, match(4, 0, (13, 13), game="tracktic")) == (BestPoints((0, 1), 13, True),)
    assert new(*before, match(4, 0, (12, 9), game="tracktic")) == ()
    assert new(*before[1:], match(4, 0, (13, 9), game="tracktic")) == ()
    other = [match(n, n % 2, (10, 12), game="sequence-states") for n in range(4)]
    assert new(*other, match(4, 0, (13, 9), game="tracktic")) == (), "of the same game"
    low = [match(n, n % 2, (3, 5), game="ungle-speed") for n in range(4)]
    assert new(*low, match(4, 0, (2, 9), game="ungle-speed")) == (BestPoints((0,), 2, False),)


def golf(n: int, points: tuple[int, int], ending: str = "sh.rounds") -> Played:
    """Return a match on a sheet where the fewest points win."""
    one = match(n, 0, points, game="sheet")
    assert one.result is not None
    scoring = Scoring(points=True, high_wins=False)
    return replace(one, called="Golf", result=replace(one.result, scoring=scoring, ending=ending))


def test_what_was_called_off_early_is_no_best_and_stands_in_the_way_of_none() -> None:
    """One hole of golf takes fewer strokes than eighteen."""
    before = [golf(n, (80 + n, 95)) for n in range(5)]

    def best(*matches: Played) -> list[object]:
        return [what for what in new(*before, *matches) if isinstance(what, BestPoints)]

    assert best(golf(9, (4, 5), "sh.end")) == []
    assert best(golf(8, (4, 5), "sh.end"), golf(9, (79, 90))) == [BestPoints((0,), 79, False)]


def test_a_match_that_was_not_played_to_its_end_says_nothing() -> None:
    matches = [match(n) for n in range(FEW)]
    assert new(*matches, match(9)) != ()
    assert new(*matches, replace(match(9), result=None)) == ()


def test_who_was_forgotten_is_told_nothing_of() -> None:
    matches = [match(n) for n in range(FEW)]
    people = People({BOB.id: BOB}, forgotten=frozenset({ADA.id}))
    assert news(Book.of(matches, people), match(9)) == ()


@st.composite
def histories(draw: st.DrawFn) -> list[Played]:
    """Draw matches of a few games between Ada, Bob and guests, some of them unfinished."""
    seats = st.tuples(*2 * [st.sampled_from([*PAIR, *GUESTS[:2]])])
    margin = st.none() | st.integers(1, 5)
    found = []
    for n in range(draw(st.integers(1, 14))):
        game = draw(st.sampled_from(["ungle-speed", "tracktic"]))
        duels = None
        if game == "ungle-speed":
            duels = draw(st.lists(st.tuples(st.integers(0, 1), margin), max_size=3))
        points = draw(st.tuples(st.integers(0, 3), st.integers(0, 3)))
        one = match(n, draw(st.integers(0, 1)), points, game=game, plates=draw(seats), duels=duels)
        found.append(replace(one, result=None) if draw(st.integers(0, 9)) == 0 else one)
    return draw(st.permutations(found))


@given(histories())
@settings(max_examples=40)
def test_the_same_book_says_the_same_and_of_guests_nothing_personal(matches: list[Played]) -> None:
    *before, match = matches
    found = news(Book.of(before, PEOPLE), match)
    # The match may be in the book already, and the order of matches doesn't count.
    assert news(Book.of(matches, PEOPLE), match) == found
    assert news(Book.of(reversed(before), PEOPLE), match) == found
    seated = {plate.person for plate in match.plates}
    persons = [item.person for item in found if not isinstance(item, BestPoints)]
    assert set(persons) <= seated - {""}
    best = [item for item in found if isinstance(item, BestPoints)]
    ended = [other.result for other in before if other.result is not None and other.game == match.game]
    if best:
        assert match.result is not None
        assert len(ended) + 1 >= FEW
        better = [
            (standing.points or 0) >= best[0].points
            if best[0].high_wins
            else (standing.points or 0) <= best[0].points
            for result in ended
            for standing in result.standings
        ]
        assert not any(better)
