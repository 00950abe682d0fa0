"""`companion replay`: judge a saved match again, and print its history."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from companion.copies import check_lengths, check_names, stored_match
from companion.errors import CompanionError, DamagedRecord, UnknownMatch, printable
from companion.games.shelf import game_named
from companion.journal import AnyRow, Entered, Loss, header_of, rows_of
from companion.match import AnyMatch, Match
from companion.people import People
from companion.store import Store
from companion.whole_file import read_owners_file, write_owners_file
from ui.console import words
from ui.games.registry import presenter_of
from ui.storage.copying import cannot_be_shown, check_showable

MOST_BYTES = 32 << 20
"""The largest journal file; a long match takes half a megabyte."""


def open_match(name: str, path: Path) -> tuple[AnyMatch, Loss | None]:
    """Open a journal file, or a match in the store by its id or the beginning of it.

    Raises CompanionError that says why that isn't possible.
    """
    file = Path(name)
    if file.is_file():
        text = read_owners_file(file, MOST_BYTES)
        if len(text) > MOST_BYTES:
            raise CompanionError(words.too_large(str(file)))
        rows = rows_of(text)
    else:
        rows = _kept_rows(name, path)
    try:
        return restore(rows)
    except CompanionError as error:
        raise CompanionError(*error.within(name)) from None


def restore(rows: list[AnyRow]) -> tuple[AnyMatch, Loss | None]:
    """Restore a record of any game. Raises CompanionError."""
    if not rows:
        raise CompanionError(words.EMPTY_RECORD)
    first = rows[0]
    if isinstance(first, CompanionError):
        raise first
    match, loss = Match.restore(game_named(header_of(first.entry).game), rows)
    check_lengths(match)
    return match, loss


def listed(path: Path) -> Iterator[str]:
    """Yield a line for each saved match, the latest first: id, game, who plays, and whether it goes on."""
    if path.exists():
        with Store(path, reading=True) as store:
            matches = store.matches()
        yield from (printable(words.kept_match(match)) for match in matches)
        if matches:
            return
    yield words.NO_MATCHES


def _kept_rows(name: str, path: Path) -> list[AnyRow]:
    if not path.exists():
        raise UnknownMatch(words.no_such_match(name))
    with Store(path, reading=True) as store:
        return store.record(full_id(name, [(match.id, match.title) for match in store.matches()]))


def full_id(name: str, matches: Iterable[tuple[str, str]]) -> str:
    """Return the only id in `matches`, each with its title, that begins with `name`. Raises UnknownMatch."""
    begins = [match for match in matches if match[0].startswith(name)]
    # A complete id finds its match, even if another id begins with it.
    matching = [match for match in begins if match[0] == name] or begins
    if len(matching) != 1:
        raise UnknownMatch(*(words.many_matches(name, matching) if matching else [words.no_such_match(name)]))
    return matching[0][0]


def people(path: Path) -> People:
    """Return the people in the store; nobody if there is no store."""
    if not path.exists():
        return People()
    with Store(path, reading=True) as store:
        return store.people()


def timeline(match: AnyMatch, known: People) -> Iterator[str]:
    """Yield each entry's sentences, numbered; entries that no longer stand are marked.

    Raises DamagedRecord if a forged record can't be put into words.
    """
    presenter = presenter_of(match, known)
    standing = {position.entry for position in match.line}
    for entry in match.entries:
        try:
            first, *more = presenter.describe(entry)
        except Exception as error:
            raise DamagedRecord(cannot_be_shown(type(error).__name__)) from error
        struck = isinstance(entry.body, Entered) and entry.n not in standing
        mark = words.NOT_STANDING if struck else " "
        yield printable(f"{entry.n:4} {mark} {first}")
        yield from (printable(f"       {sentence}") for sentence in more)


def prefix(match: AnyMatch, upto: int) -> AnyMatch:
    """Return the match as it was after entry `upto`. Raises CompanionError if there is no such entry."""
    if not 0 <= upto < match.length:
        raise CompanionError(words.no_such_entry(upto, match.length - 1))
    return Match(match.game, match.entries[: upto + 1])


def write_export(match: AnyMatch, target: Path, *, goes_on: bool = False) -> None:
    """Export a match as a journal file, without secrets until it has ended. Raises CompanionError.

    `goes_on`: this is the beginning of a match that isn't over.
    """
    write_owners_file(target, b"".join(row.line() + b"\n" for row in match.export(goes_on=goes_on)))


def keep(match: AnyMatch, path: Path) -> bool:
    """Save a match in the store; return False if an identical one is there already.

    Raises CompanionError if it can't be shown, or the store has a different match with the same id.
    """
    check_names(match)
    check_showable(match)
    rows = match.rows()
    with Store(path) as store:
        try:
            stored = store.rows(match.header.match)
        except UnknownMatch:
            stored = []
        if stored == rows:
            return False
        if stored:
            raise CompanionError(words.other_match(match.header.match))
        store.keep(stored_match(match), rows)
    return True
