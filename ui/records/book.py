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
from ui.table.names import plates_of

Ranks = Mapping[str, Sequence[Rank]]


def book_pages(book: Book) -> BookPages:
    """Count everything and put it into words. It takes some tenths of a second: keep it off the UI thread."""
    known, sat, ranks = book.people.known, book.by_person(), rankings(book)
    figures = {who: counts for who, counts in persons_of(sat).items() if who in known}
    people = []
    for person in known.values():
        counts = figures.get(person.id)
        if counts is None:
            people.append(BookPage(person.name, words.NO_MATCH_YET, (), False, person.plate))
        else:
            lines = (*_alone(person, counts, sat[person.id], ranks), *_against(person, counts.against, known))
            people.append(BookPage(person.name, words.short(counts.all), lines, counts.few, person.plate))
    games = []
    for game, played in book.games().items():
        lines = tuple(_game(book, played, ranks[game]))
        games.append(BookPage(words.game_name(game), words.of_game(played), lines, played.few))
    return BookPages(tuple(people), tuple(games), tuple(_grid(figures, known)))


def _alone(
    person: Person, counts: PersonFigures, sat: Sequence[Attended], ranks: Ranks
) -> Iterator[FigureLine]:
    over = over_time(person.id, sat, _day)
    yield FigureLine(words.in_all(counts), Wins(over, person.plate) if len(over) > 1 else None)
    for game, score in counts.games.items():
        of = _ranked(ranks[game])
        rank = next((rank for rank in ranks[game] if rank.person == person.id), None)
        rank_text = "" if rank is None else words.rank(rank, of)
        picture = None if rank is None else _rank(rank, of, person)
        yield FigureLine(words.in_game(game, score, rank_text), picture)
    if counts.grabs is not None:
        yield from _grabs(person, counts.grabs, sat)


def _grabs(person: Person, grabs: TotemFigures, sat: Sequence[Attended]) -> Iterator[FigureLine]:
    yield FigureLine(words.duels(grabs))
    ahead, behind = last_margins(person.id, sat)
    if grabs.ahead is not None:
        yield FigureLine(words.margins(grabs.ahead, won=True), Dots(ahead, person.plate))
    if grabs.behind is not None:
        yield FigureLine(words.margins(grabs.behind, won=False), Dots(behind, person.plate, lost=True))
    if grabs.wrong_per_100 is not None:
        yield FigureLine(words.wrong_grabs(grabs.wrong_per_100))


def _against(
    player: Person, against: Mapping[PersonId, Against], known: Mapping[PersonId, Person]
) -> Iterator[FigureLine]:
    """Yield a person's results against each other person, the most frequent opponent first."""
    for opponent, met in sorted(against.items(), key=lambda item: -item[1].together):
        if opponent in known:
            plate = known[opponent].plate
            picture = HeadToHead(met.before, met.equal, met.behind, player.plate, plate)
            yield FigureLine(words.against(plate.name, met), picture)


def _game(book: Book, played: GameFigures, ranks: Sequence[Rank]) -> Iterator[FigureLine]:
    known, of = book.people.known, _ranked(ranks)
    yield FigureLine(words.in_all_of(played))
    for rank in ranks:
        if rank.place is not None and of > 1:
            person = known[rank.person]
            yield FigureLine(words.ranked(rank, person.name, of), _rank(rank, of, person))
    if of < len(ranks):
        others = ", ".join(known[rank.person].name for rank in ranks if rank.place is None)
        yield FigureLine(labelled(words.unranked(FEW), others))
    matches = {match.id: match for match in book.matches}
    best = []
    for extreme in (played.highest, played.lowest):
        if extreme is not None:
            best.append((extreme, _player_name(book, matches[extreme.match], extreme.player)))
    yield from map(FigureLine, words.game(played, best))
    for n, top in enumerate(played.best, 1):
        match = matches[top.match]
        text = words.top(n, top.points, _player_name(book, match, top.player), _day(match.began))
        yield FigureLine(text)


def _player_name(book: Book, match: Played, player: int) -> str:
    return plates_of(book.people, match.id, match.plates)[player].name


def _ranked(ranks: Sequence[Rank]) -> int:
    return sum(rank.place is not None for rank in ranks)


def _rank(rank: Rank, of: int, person: Person) -> Ranked | None:
    if rank.place is None or of == 1:
        return None
    return Ranked(rank.place, rank.best, rank.worst, of, person.plate)


def _grid(figures: Mapping[PersonId, PersonFigures], known: Mapping[PersonId, Person]) -> Iterator[BookPage]:
    persons, before = head_to_head(figures, MOST_IN_GRID)
    if persons:
        plates = tuple(known[person].plate for person in persons)
        yield BookPage(words.HEAD_TO_HEAD, words.HEAD_TO_HEAD_HINT, (), False, grid=Grid(plates, before))


def _day(at: WallTime) -> str | None:
    return iso_day(at) if date_is_set(at) else None


def _pages(store: Store) -> BookPages:
    return book_pages(counting.open_book(store))


if __name__ == "__main__":
    worker_main(_pages)
