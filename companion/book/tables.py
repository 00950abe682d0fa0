"""The book for other programs, as CSV and JSON. People have their present names."""

import csv
import io

import msgspec
from msgspec import Struct

from companion.book.bgstats import shared_names, utc_text
from companion.book.figures import Book, GameFigures, PersonFigures, Rank
from companion.book.played import MatchResult, Played
from companion.book.ratings import rankings

COLUMNS = (
    "match", "date_utc", "game", "minutes", "turns", "player", "name", "person",
    "team", "began", "place", "won", "points", "called",
)  # fmt: skip
"""Columns of the CSV table, which has a row for each player of each finished match."""


def as_csv(book: Book) -> bytes:
    """Return the CSV table; cells that a spreadsheet would take for formulas are escaped.

    RFC 4180 in UTF-8, with a byte order mark, without which Excel assumes another encoding.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for match, result in book.finished():
        head = (match.id, utc_text(match.began), match.game, result.minutes, result.turns)
        names = shared_names(book, match)
        for player, (who, standing) in enumerate(zip(names, result.standings, strict=True)):
            points = "" if standing.points is None else standing.points
            writer.writerow(
                map(
                    _harmless,
                    (
                        *head, player + 1, who.name, "" if who.guest else who.key, standing.side + 1,
                        int(player == result.first), standing.place, int(standing.won), points, match.called,
                    ),
                )
            )  # fmt: skip
    return text.getvalue().encode("utf-8-sig")


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in tuple("=+-@\t\r\n") else cell


class _Seat(Struct, frozen=True):
    name: str
    person: str | None
    place: int
    won: bool
    points: int | None
    team: int


class _Match(Struct, frozen=True):
    match: str
    game: str
    date_utc: str
    minutes: int
    turns: int
    first: int
    ending: str
    players: tuple[_Seat, ...]
    called: str = ""


class _Figures(Struct, frozen=True):
    name: str
    figures: PersonFigures


class _Document(Struct, frozen=True):
    matches: tuple[_Match, ...]
    people: dict[str, _Figures]
    games: dict[str, GameFigures]
    ranks: dict[str, tuple[Rank, ...]]


def as_json(book: Book) -> bytes:
    """Return all finished matches, and the figures of known people and of games, as JSON.

    Margins in figures are in nanoseconds, `played` in milliseconds.
    """
    people = {
        str(person): _Figures(book.people.name(person), _known_only(book, figures))
        for person, figures in book.persons().items()
        if person in book.people.known
    }
    matches = tuple(_match(book, match, result) for match, result in book.finished())
    document = _Document(matches, people, book.games(), rankings(book))
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def _known_only(book: Book, figures: PersonFigures) -> PersonFigures:
    known = {other: met for other, met in figures.against.items() if other in book.people.known}
    return msgspec.structs.replace(figures, against=known)


def _match(book: Book, match: Played, result: MatchResult) -> _Match:
    seats = tuple(
        _Seat(
            who.name,
            None if who.guest else who.key,
            standing.place,
            standing.won,
            standing.points,
            standing.side + 1,
        )
        for who, standing in zip(shared_names(book, match), result.standings, strict=True)
    )
    date = utc_text(match.began)
    return _Match(
        match.id,
        match.game,
        date,
        result.minutes,
        result.turns,
        result.first,
        result.ending,
        seats,
        match.called,
    )
