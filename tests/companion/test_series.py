"""Rows for charts: the last margins, wins by day or month, and who finished ahead of whom."""

import pytest

from companion.book.figures import (
    MOST_MARGINS,
    MOST_TIMES,
    Book,
    Period,
    head_to_head,
    last_margins,
    over_time,
    persons_of,
)
from companion.clock import WallTime
from companion.game import Chases, Duelled, Seat
from tests.companion.test_book import KNOWN, MS, A, B, C, match_of, result_of
from tests.companion.test_people import ADA, BOB, CEM

DAY = 24 * 60 * 60 * 1000


def chases(*duels: Duelled) -> Chases:
    return Chases(duels, (0, 0), (0, 0), (9, 9), ((Seat(0), Seat(1)),))


def day(at: WallTime) -> str | None:
    """Return days of a calendar of 30-day months from 2020 on; None before 0, as if no clock was set."""
    if at < 0:
        return None
    days = at // DAY
    return f"{2020 + days // 360}-{days // 30 % 12 + 1:02}-{days % 30 + 1:02}"


def test_the_last_margins_come_first_and_are_so_many_at_most() -> None:
    book = Book.of(
        [
            match_of(
                f"m{n:03}",
                result_of(
                    1, 2, chases=chases(Duelled(0, (1,), 2 * n * MS), Duelled(1, (0,), (2 * n + 1) * MS))
                ),
                A,
                B,
                at=n,
            )
            for n in range(MOST_MARGINS + 5)
        ],
        KNOWN,
    )
    ahead, behind = last_margins(ADA.id, book.by_person()[ADA.id])
    newest = 2 * (MOST_MARGINS + 4)
    assert ahead[:2] == (newest * MS, (newest - 2) * MS)
    assert behind[0] == (newest + 1) * MS
    assert len(ahead) == len(behind) == MOST_MARGINS
    assert last_margins(BOB.id, book.by_person()[BOB.id]) == (behind, ahead)


def test_a_duel_without_a_margin_and_a_match_without_a_totem_have_no_dot() -> None:
    heat = chases(Duelled(0, (1,), None))
    matches = [match_of("a", result_of(1, 2, chases=heat), A, B), match_of("b", result_of(1, 2), A, B)]
    book = Book.of(matches, KNOWN)
    assert last_margins(ADA.id, book.by_person()[ADA.id]) == ((), ())


def test_few_days_are_told_by_day() -> None:
    days = enumerate(((0, 1), (0, 2), (3, 1), (-1, 1)))
    matches = [match_of(f"m{n}", result_of(place, 3 - place), A, B, at=at * DAY) for n, (at, place) in days]
    book = Book.of(matches, KNOWN)
    periods = over_time(ADA.id, book.by_person()[ADA.id], day)
    assert periods == (Period("2020-01-01", 2, 1), Period("2020-01-04", 1, 1))


def test_many_days_are_told_by_month_the_last_ones_and_idle_ones_too() -> None:
    # Every third day for fourteen months, except for one without matches.
    days = [n for n in range(0, 420, 3) if not 330 <= n < 360]
    book = Book.of([match_of(f"m{n}", result_of(1, 2), A, B, at=n * DAY) for n in days], KNOWN)
    periods = over_time(BOB.id, book.by_person()[BOB.id], day)
    names = [f"2020-{n:02}" for n in range(3, 13)]
    assert [period.name for period in periods] == [*names, "2021-01", "2021-02"]
    assert len(periods) == MOST_TIMES
    assert [period.played for period in periods] == [10] * 9 + [0, 10, 10]
    assert all(period.won == 0 for period in periods)


def test_what_goes_on_or_was_broken_off_is_on_no_day() -> None:
    book = Book.of([match_of("a", None, A, B)], KNOWN)
    assert over_time(ADA.id, book.by_person()[ADA.id], day) == ()


@pytest.mark.parametrize("most", [1, 2, 3])
def test_those_who_met_most_are_put_against_each_other(most: int) -> None:
    matches = [match_of(f"m{n}", result_of(1, 2), A, B, at=n) for n in range(3)]
    matches += [match_of("x", result_of(1, 2, 2), C, A, B)]
    who, before = head_to_head(persons_of(Book.of(matches, KNOWN).by_person()), most)
    assert who == (ADA.id, BOB.id, CEM.id)[:most]
    every = ((0, 3, 0), (0, 0, 0), (1, 1, 0))
    assert before == tuple(row[:most] for row in every[:most])


def test_who_has_met_nobody_is_in_no_grid() -> None:
    book = Book.of([match_of("a", result_of(1), A)], KNOWN)
    assert head_to_head(persons_of(book.by_person()), 9) == ((), ())
