"""The record book of a large store: updated, and counted from scratch."""

import tempfile
from pathlib import Path
from time import process_time

from companion import register
from companion.book import counting
from companion.book.figures import Book
from companion.book.ratings import rankings
from companion.copies import stored_match
from companion.game import Level
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.deck import STANDARD
from companion.games.ungle_speed.model import Facts
from companion.store import Store
from tests.bench.measure import Row, in_turn, timed
from tests.companion.ended import seated
from tests.companion.test_people import person
from tests.games.ungle_speed.players import Table, wanted
from tests.matches import AnyMatch, new_match, submit

MATCHES, PEOPLE, SEATS, DEALS = 2_000, 30, (2, 8), 24
"""Matches of two are so long that the average is 200 entries, 400,000 in total."""


def rows() -> list[Row]:
    """Update the book after one new match; the baseline counts every match in the store."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "matches.db") as store:
        entries = fill(store)
        known = counting.compute(store)[1]
        newest = next(iter(known))
        path = Path(folder) / "book"
        counting.write_cache(path, {name: one for name, one in known.items() if name != newest})
        before = path.read_bytes()

        def gone_on() -> None:
            path.write_bytes(before)
            book, now = counting.compute(store, counting.read_cache(path))
            counting.write_cache(path, now)
            figures(book)

        def anew() -> None:
            book, _ = counting.compute(store)
            figures(book)

        ours, bare = in_turn(gone_on, anew, 3, process_time)
    what = f"record book of {MATCHES:,} matches ({entries:,} entries), one of them new, of a core"
    return [timed(what, ours, "counted from nothing", bare, 1)]


def figures(book: Book) -> None:
    """Count everything that the pages show."""
    book.persons()
    book.games()
    rankings(book)


def fill(store: Store) -> int:
    """Save `MATCHES` matches between different people; return their number of entries."""
    people = [person(f"Person {n}", n + 1) for n in range(PEOPLE)]
    register.add(store, people)
    deals = [deal(seed, SEATS[seed % len(SEATS)]) for seed in range(DEALS)]
    entries = 0
    for n in range(MATCHES):
        dealt = deals[n % DEALS]
        who = tuple(people[(n * 7 + seat * 3) % PEOPLE].plate for seat in range(dealt.facts.players))
        match = seated(dealt, f"m{n}", who, n)
        store.keep(stored_match(match), match.rows())
        entries += match.length
    return entries


def deal(seed: int, seats: int) -> AnyMatch:
    """Return a finished match of a simulated table with this number of seats."""
    match = new_match(UngleSpeed(), Facts(seats, level=Level.WATCHING))
    table = Table(seats, STANDARD, Level.WATCHING, seed)
    while not table.over:
        for report in table.round():
            if wanted(report, match.state):
                submit(match, report, at=1_000 * match.length)
    return match
