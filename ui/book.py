"""The record book as pages of text: a page a person, a page a game. No Kivy: the command line has it too.

As a program, `python -m ui.book STORE` counts and prints the pages as JSON. The screen has that done by a
process of its own: counting in a thread would make every frame wait for the interpreter.
"""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from companion.book import counting
from companion.book.figures import Book
from companion.book.ratings import Rank, rankings
from companion.journal import Plate
from companion.people import PersonId
from companion.store import Store
from ui import records_words as words
from ui.words import GAME_NAMES

T = TypeVar("T")

PATIENCE = 600
"""Seconds; a store of a thousand evenings takes some ten."""

POLITELY = 5
"""How far the process steps back behind the one that draws."""


class Page(Struct, frozen=True):
    """A page: whose, what stands below the title, and the lines; a person's has the `plate`.

    `few`: of so few matches that it says little, which the hint says.
    """

    title: str
    hint: str
    lines: tuple[str, ...]
    few: bool
    plate: Plate | None = None


class BookPages(Struct, frozen=True):
    """All pages: people who are known, in the order of their names, and games."""

    people: tuple[Page, ...]
    games: tuple[Page, ...]


def counted(book: Book) -> BookPages:
    """Count everything, and put it into words: some tenths of a second, not in the loop that draws."""
    figures, known, ranks = book.persons(), book.people.known, rankings(book)
    people = []
    for person in known:
        plate = known[person].plate
        found = figures.get(person)
        if found is None:
            people.append(Page(plate.name, words.NO_MATCH_YET, (), False, plate))
        else:
            against = {known[other].name: met for other, met in found.against.items() if other in known}
            hint = words.short(found.all)
            hint = words.few(hint) if found.few else hint
            lines = tuple(words.person(found, against, _ranks_of(person, ranks)))
            people.append(Page(plate.name, hint, lines, found.few, plate))
    games = []
    matches = {one.match: one for one in book.matches}
    for game, played in book.games().items():
        best = []
        for extreme in (played.highest, played.lowest):
            if extreme is not None:
                one = matches[extreme.match]
                best.append((extreme, book.people.told(one.match, one.plates)[extreme.player].name))
        hint = words.matches(played.matches)
        hint = words.few(hint) if played.few else hint
        lines = tuple(words.game(played, best, [(one, known[one.person].name) for one in ranks[game]]))
        games.append(Page(GAME_NAMES.get(game, game), hint, lines, played.few))
    return BookPages(tuple(people), tuple(games))


def _ranks_of(person: PersonId, ranks: Mapping[str, Sequence[Rank]]) -> dict[str, str]:
    """Return what is said of somebody's rank in each game in which they are listed."""
    return {
        game: words.rank(one, sum(other.place is not None for other in every))
        for game, every in ranks.items()
        for one in every
        if one.person == person
    }


def counted_apart(store: Path) -> BookPages | None:
    """Have a process of its own count the book of a store; None where that can't be."""
    return apart(BookPages, "ui.book", str(store))


def apart(kind: type[T], program: str, *said: str) -> T | None:
    """Have a process of its own run one of our programs; return what it prints, None where that can't be."""
    command = (sys.executable, "-s", "-P", "-m", program, *said)
    with suppress(OSError, subprocess.SubprocessError, msgspec.DecodeError):
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=PATIENCE
        )
        return msgspec.json.decode(done.stdout, type=kind)
    return None


def main() -> None:
    """Print the pages of the store that is named."""
    os.nice(POLITELY)
    with Store(Path(sys.argv[1]), reading=True) as store:
        pages = counted(counting.opened(store))
    sys.stdout.buffer.write(msgspec.json.encode(pages))


if __name__ == "__main__":
    main()
