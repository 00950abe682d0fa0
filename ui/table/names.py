"""Names of people, cards and lists in the sentences of all games. Pure."""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Protocol

from msgspec.structs import replace

from companion.errors import printable
from companion.game import OpeningFacts, Seat
from companion.journal import NamePlate
from companion.people import People
from ui.language import words as frame
from ui.language.phrases import _, many, phrase, plural


def all_plates(plates: tuple[NamePlate, ...], players: int) -> tuple[NamePlate, ...]:
    """Return a plate for every player; numbered ones if a match from the command line has none.

    Names have only printable letters, for a match may have come in a file.
    """
    shown = (replace(plate, name=printable(plate.name), letter=printable(plate.letter)) for plate in plates)
    numbers = range(len(plates), players)
    return (*shown, *(NamePlate(frame.seat_number(n), "ivory", "circle", str(n + 1)) for n in numbers))


def plates_of(people: People, match: str, plates: tuple[NamePlate, ...]) -> tuple[NamePlate, ...]:
    """Return a match's recorded plates with present people and names, as they are shown."""
    current = people.current_plates(match, plates)
    return tuple(replace(plate, name=frame.shown_name(plate.name)) for plate in current)


class Placed(Protocol):
    """A place in a grid, with row and column counting from 0."""

    @property
    def row(self) -> int:
        """Its row, from the top."""

    @property
    def column(self) -> int:
        """Its column, from the left."""


class Names:
    """Names of one match's seats for sentences; `plates` are by seat."""

    def __init__(self, facts: OpeningFacts, plates: tuple[NamePlate, ...]) -> None:
        self.plates = all_plates(plates, facts.players)
        self.seats = range(len(self.plates))

    def subject(self, seat: Seat) -> str:
        """Return the name of a seat's player."""
        return self.plates[seat].name

    def everybody(self) -> list[str]:
        """Return the names of all players."""
        return [plate.name for plate in self.plates]

    def subjects(self, seats: Iterable[Seat]) -> list[str]:
        """Return the names of several seats."""
        return [self.subject(seat) for seat in seats]

    def winners(self, seats: Iterable[Seat]) -> list[str]:
        """Return the names of the winners, by their seats."""
        return self.subjects(seats)

    def plate(self, seat: Seat) -> NamePlate:
        """Return a seat's colour, shape and letter."""
        return self.plates[seat]

    def known(self, seat: int | str | None) -> str:
        """Return the name of a seat; empty for None or a seat where nobody sits."""
        return self.subject(Seat(seat)) if isinstance(seat, int) and seat in self.seats else ""


def listed(parts: Sequence[str]) -> str:
    """Return parts joined as in a sentence: "a, b and c"."""
    if len(parts) < 2:
        return parts[0] if parts else ""
    return _("{first} and {last}").format(first=reduce(frame.comma, parts[:-1]), last=parts[-1])


def wins(names: Sequence[str]) -> str:
    """Return the sentence that these players win."""
    return many("{who} wins", "{who} win", len(names)).format(who=listed(names))


wins_with = plural("{who} wins with {n} point", "{who} wins with {n} points", str, int)
turn_of = phrase("{who}'s turn")
plays_out_of_turn = phrase("{who} plays out of turn")


def row_column(at: Placed) -> str:
    """Return a place's row and column as text, counted from 1."""
    return _("row {row}, column {column}").format(row=at.row + 1, column=at.column + 1)


def joined(*parts: str) -> str:
    """Return short texts on one line, without the empty ones."""
    return " · ".join(map(str, filter(None, parts)))


cards = plural("{n} card", "{n} cards")


def missing_cards(missing: int) -> str:
    """Return as text how many cards a count is missing; negative for too many."""
    if missing < 0:
        return many("{n} card too many", "{n} cards too many", -missing).format(n=-missing)
    return many("{n} card is missing", "{n} cards are missing", missing).format(n=missing)


def unique(texts: Iterable[str]) -> list[str]:
    """Return the texts that aren't empty, without repeats."""
    return [text for text in dict.fromkeys(texts) if text]
