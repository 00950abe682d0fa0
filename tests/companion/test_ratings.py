"""Ranks: what a player expects who has won and lost, and who has none."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.book.figures import FEW, Book, Rank
from companion.book.played import Played
from companion.book.ratings import rankings, skills
from companion.book.tables import as_json
from companion.games.shelf import GAMES
from companion.journal import NamePlate
from companion.people import People
from tests.companion.ended import GUESTS
from tests.companion.test_book import KNOWN, A, B, C, match_of, result_of
from tests.companion.test_people import ADA, BOB, CEM, person
from ui.records.book import book_pages
from ui.records.pages import BookPage, BookPages
from ui.records.pictures import Ranked

MANY = tuple(person(f"Person {n}", n) for n in range(1, 16))
EVERYBODY = People({one.id: one for one in MANY})
FOX = GUESTS[0]


def ranks(book: Book, game: str = "tracktic") -> dict[str, tuple[int | None, int, int]]:
    """Return by name the rank, its best and its worst."""
    ranked = rankings(book).get(game, ())
    return {book.people.name(one.person): (one.place, one.best, one.worst) for one in ranked}


def places(book: Book) -> list[str]:
    """Return the names of those with a rank, best first."""
    return [name for name, (place, *_) in ranks(book).items() if place is not None]


def texts(page: BookPage) -> list[str]:
    """Return what a page says."""
    return [line.text for line in page.lines]


def evening(count: int, *who: NamePlate, result: tuple[int, ...] = (1, 2, 3)) -> list[Played]:
    """Return `count` matches with the same result."""
    return [match_of(f"m{n}", result_of(*result), *who, at=n) for n in range(count)]


@pytest.mark.parametrize("players", range(2, 16))
def test_who_always_wins_is_first_and_who_always_loses_last(players: int) -> None:
    sitting = MANY[:players]
    matches = evening(30, *(one.plate for one in sitting), result=tuple(range(1, players + 1)))
    assert places(Book.of(matches, EVERYBODY)) == [one.name for one in sitting]


def test_the_more_is_played_the_surer_a_rank() -> None:
    def widest(count: int) -> int:
        found = ranks(Book.of(evening(count, A, B, C), KNOWN))
        return max(worst - best for _, best, worst in found.values())

    assert widest(FEW) == 2
    assert widest(200) == 0
    sure = Book.of(evening(200, A, B, C), KNOWN)
    assert ranks(sure) == {"Ada": (1, 1, 1), "Bob": (2, 2, 2), "Cem": (3, 3, 3)}


def test_to_beat_who_wins_often_counts_for_more() -> None:
    strong, weak = (person("Strong", 11), person("Weak", 12))
    people = People({one.id: one for one in (ADA, BOB, strong, weak)})
    before = [match_of(f"m{n}", result_of(1, 2), strong.plate, weak.plate, at=n) for n in range(20)]
    after = [match_of(f"a{n}", result_of(1, 2), A, strong.plate, at=30 + 2 * n) for n in range(FEW)]
    after += [match_of(f"b{n}", result_of(1, 2), B, weak.plate, at=31 + 2 * n) for n in range(FEW)]
    order = places(Book.of([*before, *after], people))
    assert order.index("Ada") < order.index("Bob")


def test_equals_share_a_rank_and_the_next_one_is_left_out() -> None:
    book = Book.of(evening(10, A, B, C, result=(1, 1, 3)), KNOWN)
    assert [place for place, *_ in ranks(book).values()] == [1, 1, 3]


@given(st.data())
@settings(max_examples=40)
def test_who_sits_where_changes_nothing(data: st.DataObject) -> None:
    sitting = [(plate, 1 + n) for n, plate in enumerate((A, B, C, FOX))]
    matches: list[Played] = []
    other: list[Played] = []
    for n in range(data.draw(st.integers(FEW, 12))):
        result = data.draw(st.permutations(sitting))
        moved = data.draw(st.permutations(result))
        for seats, into in ((result, matches), (moved, other)):
            outcome = result_of(*(place for _, place in seats))
            into.append(match_of(f"m{n}", outcome, *(plate for plate, _ in seats), at=n))
    assert rankings(Book.of(matches, KNOWN)) == rankings(Book.of(other, KNOWN))


def test_only_the_order_of_days_counts_and_not_the_days() -> None:
    def book(days: int) -> Book:
        results = ((1, 2, 3), (2, 1, 3), (1, 3, 2), (3, 1, 2), (1, 2, 3), (1, 2, 3))
        matches = [match_of(f"m{n}", result_of(*one), A, B, C, at=days * n) for n, one in enumerate(results)]
        return Book.of(matches, KNOWN)

    assert rankings(book(1)) == rankings(book(86_400_000 * 365))


def test_mates_win_and_lose_together() -> None:
    d = MANY[8]
    people = People({one.id: one for one in (ADA, BOB, CEM, d)})
    result = result_of(1, 2, 1, 2, sides=(0, 1, 0, 1))
    matches = [match_of(f"m{n}", result, A, B, C, d.plate, at=n) for n in range(9)]
    found = {name: place for name, (place, *_) in ranks(Book.of(matches, people)).items()}
    assert found == {"Ada": 1, "Cem": 1, "Bob": 3, d.name: 3}


def test_each_game_has_ranks_of_its_own() -> None:
    games = list(GAMES)[:2]
    matches = [match_of(f"a{n}", result_of(1, 2), A, B, game=games[0], at=n) for n in range(FEW)]
    matches += [match_of(f"b{n}", result_of(2, 1), A, B, game=games[1], at=n) for n in range(FEW)]
    book = Book.of(matches, KNOWN)
    assert [next(iter(ranks(book, game))) for game in games] == ["Ada", "Bob"]


def test_before_five_matches_nobody_has_a_rank() -> None:
    book = Book.of([*evening(FEW - 1, A, B, result=(1, 2)), match_of("x", None, A, B), *mixed()], KNOWN)
    assert rankings(book)["tracktic"] == tuple(Rank(one.id, FEW - 1) for one in (ADA, BOB))
    (line,) = [line for line in texts(book_pages(book).people[0]) if "Tracktic" in line]
    assert line.endswith("no rank before 5 matches")


def mixed() -> list[Played]:
    """Return matches that give nobody a rank: nobody was beaten."""
    return [
        match_of("alone", result_of(1), A),
        match_of("all gave up", result_of(1, 1, sides=(0, 0)), A, B),
        match_of("both seats", result_of(1, 2), A, A),
    ]


def test_what_was_broken_off_and_what_had_no_loser_does_not_count() -> None:
    all_ = evening(FEW, A, B, C)
    more = [*all_, *mixed(), match_of("x", None, A, B)]
    assert rankings(Book.of(more, KNOWN)) == rankings(Book.of(all_, KNOWN))


def test_who_sat_on_two_seats_came_out_as_the_better_of_both() -> None:
    twice = [match_of(f"m{n}", result_of(3, 2, 1), A, B, A, at=n) for n in range(FEW)]
    once = [match_of(f"m{n}", result_of(2, 1), B, A, at=n) for n in range(FEW)]
    assert rankings(Book.of(twice, KNOWN)) == rankings(Book.of(once, KNOWN))


def test_a_guest_is_new_each_time_and_on_no_list() -> None:
    book = Book.of(evening(60, FOX, A, B), KNOWN)
    assert list(ranks(book)) == ["Ada", "Bob"]
    # Sixty wins don't make Fox a champion: the last loss to an unknown player weighs as much as the first.
    held = skills(book, book.matches)
    assert set(held) == {ADA.id, BOB.id}
    given = People(KNOWN.known, given={(f"m{n}", 0): CEM.id for n in range(60)})
    assert places(Book.of(book.matches, given)) == ["Cem", "Ada", "Bob"]


def test_who_was_merged_is_one() -> None:
    matches = [match_of(f"m{n}", result_of(1, 2), A if n % 2 else B, C, at=n) for n in range(FEW)]
    merged = People({ADA.id: ADA, CEM.id: CEM}, {BOB.id: ADA.id})
    assert places(Book.of(matches, merged)) == ["Ada", "Cem"]
    assert places(Book.of(matches, KNOWN)) == ["Cem"]


def gone(which: str) -> People:
    """Return the people, with Ada no longer listed."""
    if which == "forgotten":
        return People({BOB.id: BOB, CEM.id: CEM}, forgotten=frozenset({ADA.id}))
    ada = replace(ADA, hidden=which == "hidden", rated=which != "without a rank")
    return People({ADA.id: ada, BOB.id: BOB, CEM.id: CEM})


@pytest.mark.parametrize("which", ["forgotten", "hidden", "without a rank"])
def test_who_is_not_listed_leaves_no_gap_and_counts_for_the_others(which: str) -> None:
    matches = evening(200, A, B, C)
    book = Book.of(matches, gone(which))
    assert ranks(book) == {"Bob": (1, 1, 1), "Cem": (2, 2, 2)}
    assert skills(book, matches) == skills(Book.of(matches, KNOWN), matches)


@pytest.mark.parametrize("which", ["hidden", "without a rank"])
def test_who_wants_no_rank_has_none_on_any_page_or_in_any_file(which: str) -> None:
    def pages(people: People) -> BookPages:
        return book_pages(Book.of(evening(FEW, A, B, C), people))

    def rank_lines(found: BookPages) -> list[str]:
        (ada,) = [page for page in found.people if page.title == "Ada"]
        own = [line for line in texts(ada) if "rank" in line]
        return own + [line for one in found.games for line in texts(one) if "Ada" in line and "rank" in line]

    def ranked_names(found: BookPages) -> list[str]:
        every = (line.picture for page in found.all for line in page.lines)
        return sorted(picture.plate.name for picture in every if isinstance(picture, Ranked))

    assert len(rank_lines(pages(KNOWN))) == 2
    assert rank_lines(pages(gone(which))) == []
    assert ranked_names(pages(KNOWN)) == ["Ada", "Ada", "Bob", "Bob", "Cem", "Cem"]
    assert ranked_names(pages(gone(which))) == ["Bob", "Bob", "Cem", "Cem"]
    books = [Book.of(evening(FEW, A, B, C), people) for people in (KNOWN, gone(which))]
    files = [json.loads(as_json(book))["ranks"]["tracktic"] for book in books]
    assert [[one["person"] for one in file] for file in files] == [[ADA.id, BOB.id, CEM.id], [BOB.id, CEM.id]]


def test_a_rank_is_told_in_words_and_never_as_a_bare_figure() -> None:
    pages = book_pages(Book.of(evening(FEW, A, B, C), KNOWN))
    assert texts(pages.people[0])[1] == "Tracktic: 5 of 5 won; rank 1 of 3 (could be 1 to 2)"
    assert "rank 2: Bob (could be any)" in texts(pages.games[0])
    sure = book_pages(Book.of(evening(200, A, B, C), KNOWN))
    assert texts(sure.people[0])[1] == "Tracktic: 200 of 200 won; rank 1 of 3 (for sure)"
    alone = book_pages(Book.of(evening(FEW, A, FOX, result=(1, 2)), KNOWN))
    assert texts(alone.people[0])[1].endswith("no rank yet: nobody else has 5 matches")


RESULT = st.lists(st.integers(1, 4), min_size=1, max_size=6)


@given(st.lists(st.tuples(st.permutations((A, B, C, FOX, *GUESTS[1:3])), RESULT), max_size=12), st.data())
@settings(max_examples=30)
def test_matches_are_told_in_the_order_of_their_begin(
    seats_and_results: list[tuple[list[NamePlate], list[int]]], data: st.DataObject
) -> None:
    matches = [
        match_of(f"m{n}", result_of(*result), *seats[: len(result)], at=n)
        for n, (seats, result) in enumerate(seats_and_results)
    ]
    book = Book.of(matches, KNOWN)
    assert rankings(Book.of(data.draw(st.permutations(matches)), KNOWN)) == rankings(book)
    for rank in rankings(book).get("tracktic", ()):
        assert rank.place is None or rank.best <= rank.place <= rank.worst
