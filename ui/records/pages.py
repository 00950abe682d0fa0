"""The pages of the record book, as they are shown; `ui.records.book` counts them, in a process of its own."""

from pathlib import Path

from msgspec import Struct

from companion.journal import NamePlate
from ui.records.pictures import Grid, Picture
from ui.storage.workers import apart


class FigureLine(Struct, frozen=True):
    """A figure in a sentence, and the picture beside it where there is one."""

    text: str
    picture: Picture | None = None


class BookPage(Struct, frozen=True):
    """A page: whose, what stands below the title, and the lines; a person's has the `plate`.

    `few`: of so few matches that it says little, which the hint says. A page with a `grid` is that alone.
    """

    title: str
    hint: str
    lines: tuple[FigureLine, ...]
    few: bool
    plate: NamePlate | None = None
    grid: Grid | None = None


class BookPages(Struct, frozen=True):
    """All pages: people who are known, in the order of their names, what is between them, and games."""

    people: tuple[BookPage, ...]
    games: tuple[BookPage, ...]
    between: tuple[BookPage, ...] = ()

    @property
    def all(self) -> tuple[BookPage, ...]:
        """Every page, in the order of the pads that lead there."""
        return (*self.people, *self.between, *self.games)


def counted_apart(store: Path) -> BookPages | None:
    """Have a process of its own count the book of a store; None where that can't be."""
    return apart(BookPages, "ui.records.book", str(store))
