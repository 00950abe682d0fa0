"""How people, cards and lists are called in the sentences of every game. Pure."""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Protocol

from msgspec.structs import replace

from companion.errors import printable
from companion.game import OpeningFacts, Seat
from companion.journal import NamePlate
from ui.language import words as frame
from ui.language.phrases import _, many, phrase, plural


def all_plates(plates: tuple[NamePlate, ...], players: int) -> tuple[NamePlate, ...]:
    """Return a plate for every player: a match told on the command line has none, its seats have numbers.

    Names are as they can be shown: a match may have come in a file.
    """
    shown = (replace(plate, name=printable(plate.name), letter=printable(plate.letter)) for plate in plates)
    numbers = range(len(plates), players)
    return (*shown, *(NamePlate(frame.seat_number(n), "ivory", "circle", str(n + 1)) for n in numbers))


class Placed(Protocol):
    """A place in a grid; both count from 0."""

    @property
    def row(self) -> int:
        """Its row, from the top."""

    @property
    def column(self) -> int:
        """Its column, from the left."""


class Names:
    """How the seats of one match are called in sentences; plates are by seat."""

    def __init__(self, facts: OpeningFacts, plates: tuple[NamePlate, ...]) -> None:
        self.plates = all_plates(plates, facts.players)

    def subject(self, seat: Seat) -> str:
        """Return how a seat is called."""
        return self.plates[seat].name

    def everybody(self) -> list[str]:
        """Return who plays."""
        return [plate.name for plate in self.plates]

    def subjects(self, seats: Iterable[Seat]) -> list[str]:
        """Return several seats as they are called."""
        return [self.subject(seat) for seat in seats]

    def winners(self, seats: Iterable[Seat]) -> list[str]:
        """Return who has won."""
        return self.subjects(seats)

    def plate(self, seat: Seat) -> NamePlate:
        """Return the colour, shape and letter of a seat."""
        return self.plates[seat]

    def known(self, seat: int | str | None) -> str:
        """Return how a seat is called; empty for none, or one where nobody sits."""
        return self.subject(Seat(seat)) if isinstance(seat, int) and 0 <= seat < len(self.plates) else ""


def listed(parts: Sequence[str]) -> str:
    """Return the parts as a list in a sentence."""
    if len(parts) < 2:
        return parts[0] if parts else ""
    return _("{first} and {last}").format(first=reduce(frame.comma, parts[:-1]), last=parts[-1])


def wins(names: Sequence[str]) -> str:
    """Return who has won."""
    return many("{who} wins", "{who} win", len(names)).format(who=listed(names))


wins_with = plural("{who} wins with {n} point", "{who} wins with {n} points", str, int)
turn_of = phrase("{who}'s turn")
plays_out_of_turn = phrase("{who} plays out of turn")


def row_column(at: Placed) -> str:
    """Return where a place is, counted from 1, as on the table."""
    return _("row {row}, column {column}").format(row=at.row + 1, column=at.column + 1)


def joined(*parts: str) -> str:
    """Return short sayings in one line; those that are empty are left out."""
    return " · ".join(map(str, filter(None, parts)))


cards = plural("{n} card", "{n} cards")


def missing_cards(missing: int) -> str:
    """Return how many cards a count lacks; negative: has too many."""
    if missing < 0:
        return many("{n} card too many", "{n} cards too many", -missing).format(n=-missing)
    return many("{n} card is missing", "{n} cards are missing", missing).format(n=missing)


def unique(texts: Iterable[str]) -> list[str]:
    """Return the texts that say something, each once."""
    return [text for text in dict.fromkeys(texts) if text]
