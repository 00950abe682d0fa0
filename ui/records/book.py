"""Builds the record book's pages: people, head to head, games. No Kivy: the command line uses it, too.

As a program, `python -m ui.records.book STORE` prints the pages as JSON.
"""

from collections.abc import Iterator, Mapping, Sequence

from companion.book import counting
from companion.book.figures import (
    FEW,
    Against,
    Attended,
    Book,
    GameFigures,
    PersonFigures,
    Rank,
    TotemFigures,
    head_to_head,
    last_margins,
    over_time,
    persons_of,
)
from companion.book.played import Played
from companion.book.ratings import rankings
from companion.clock import WallTime
from companion.people import Person, PersonId
from companion.store import Store
from ui.language.words import date_is_set, iso_day, labelled
from ui.records import words
from ui.records.pages import BookPage, BookPages, FigureLine
from ui.records.pictures import MOST_IN_GRID, Dots, Grid, HeadToHead, Ranked, Wins
from ui.storage.workers import worker_main

Ranks = Mapping[str, Sequence[Rank]]


def counted(book: Book) -> BookPages:
    """Count everything and put it into words. It takes some tenths of a second: keep it off the UI thread."""
    known, sat, ranks = book.people.known, book.by_person(), rankings(book)
    figures = {person: found for person, found in persons_of(sat).items() if person in known}
    people = []
    for one in known.values():
        found = figures.get(one.id)
        if found is None:
            people.append(BookPage(one.name, words.NO_MATCH_YET, (), False, one.plate))
        else:
            lines = (*_own(one, found, sat[one.id], ranks), *_against(one, found.against, known))
            people.append(BookPage(one.name, words.short(found.all), lines, found.few, one.plate))
    games = []
    for game, played in book.games().items():
        lines = tuple(_game(book, played, ranks[game]))
        games.append(BookPage(words.game_name(game), words.matches(played.matches), lines, played.few))
    return BookPages(tuple(people), tuple(games), tuple(_between(figures, known)))


def _own(one: Person, found: PersonFigures, sat: Sequence[Attended], ranks: Ranks) -> Iterator[FigureLine]:
    over = over_time(one.id, sat, _day)
    yield FigureLine(words.in_all(found), Wins(over, one.plate) if len(over) > 1 else None)
    for game, score in found.games.items():
        of = _ranked(ranks[game])
        rank = next((rank for rank in ranks[game] if rank.person == one.id), None)
        said = "" if rank is None else words.rank(rank, of)
        yield FigureLine(words.in_game(game, score, said), None if rank is None else _rank(rank, of, one))
    if found.grabs is not None:
        yield from _grabs(one, found.grabs, sat)


def _grabs(one: Person, grabs: TotemFigures, sat: Sequence[Attended]) -> Iterator[FigureLine]:
    yield FigureLine(words.duels(grabs))
    ahead, behind = last_margins(one.id, sat)
    if grabs.ahead is not None:
        yield FigureLine(words.margins(grabs.ahead, won=True), Dots(ahead, one.plate))
    if grabs.behind is not None:
        yield FigureLine(words.margins(grabs.behind, won=False), Dots(behind, one.plate, lost=True))
    if grabs.wrong_per_100 is not None:
        yield FigureLine(words.wrong_grabs(grabs.wrong_per_100))


def _against(
    one: Person, against: Mapping[PersonId, Against], known: Mapping[PersonId, Person]
) -> Iterator[FigureLine]:
    """Yield a person's results against each other person, the most frequent opponent first."""
    for other, met in sorted(against.items(), key=lambda found: -found[1].together):
        if other in known:
            plate = known[other].plate
            picture = HeadToHead(met.before, met.equal, met.behind, one.plate, plate)
            yield FigureLine(words.beside(plate.name, met), picture)


def _game(book: Book, played: GameFigures, ranks: Sequence[Rank]) -> Iterator[FigureLine]:
    known, of = book.people.known, _ranked(ranks)
    yield FigureLine(words.in_all_of(played))
    for rank in ranks:
        if rank.place is not None and of > 1:
            one = known[rank.person]
            yield FigureLine(words.ranked(rank, one.name, of), _rank(rank, of, one))
    if of < len(ranks):
        others = ", ".join(known[rank.person].name for rank in ranks if rank.place is None)
        yield FigureLine(labelled(words.unranked(FEW), others))
    matches = {one.id: one for one in book.matches}
    best = []
    for extreme in (played.highest, played.lowest):
        if extreme is not None:
            best.append((extreme, _called(book, matches[extreme.match], extreme.player)))
    yield from map(FigureLine, words.game(played, best))
    for n, top in enumerate(played.best, 1):
        match = matches[top.match]
        said = words.top(n, top.points, _called(book, match, top.player), _day(match.began))
        yield FigureLine(said)


def _called(book: Book, one: Played, player: int) -> str:
    return book.people.current_plates(one.id, one.plates)[player].name


def _ranked(ranks: Sequence[Rank]) -> int:
    return sum(rank.place is not None for rank in ranks)


def _rank(rank: Rank, of: int, one: Person) -> Ranked | None:
    if rank.place is None or of == 1:
        return None
    return Ranked(rank.place, rank.best, rank.worst, of, one.plate)


def _between(
    figures: Mapping[PersonId, PersonFigures], known: Mapping[PersonId, Person]
) -> Iterator[BookPage]:
    who, before = head_to_head(figures, MOST_IN_GRID)
    if who:
        plates = tuple(known[person].plate for person in who)
        yield BookPage(words.HEAD_TO_HEAD, words.HEAD_TO_HEAD_HINT, (), False, grid=Grid(plates, before))


def _day(at: WallTime) -> str | None:
    return iso_day(at) if date_is_set(at) else None


def _pages(store: Store) -> BookPages:
    return counted(counting.open_book(store))


if __name__ == "__main__":
    worker_main(_pages)
