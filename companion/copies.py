"""Restores matches from a copy of a store.

Nothing in a copy is trusted. The file is checked (`companion.store.Copy`), and every record is restored and
judged again; a record that fails is reported and left out, the others are restored.

A match that is here already is recognized by its id:

| here | in the copy | outcome |
|---|---|---|
| nothing | a record | added |
| the same record, or a longer one | a record | nothing to do |
| its beginning | a longer record | the missing entries are added |
| its beginning, and it is being played now | a longer record | both are kept |
| a different record, or one that diverged | a record | both are kept |

If both are kept, the copy's gets a new id, made from the old one and the public part of the record
(`companion.match`). A match is recognized under any of its ids: neither restoring twice nor a copy that comes
back from another table adds it twice.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from enum import Enum
from typing import Any

from msgspec import Struct

from companion import register
from companion.book import imported
from companion.errors import CompanionError, DamagedRecord, printable
from companion.game import Accepted, AnyGame, Refused
from companion.games.shelf import game_named
from companion.journal import StoredRow, header_of, original_id, other_ids
from companion.line import Position
from companion.match import AnyMatch, Match
from companion.people import ID
from companion.store import Copy, Store, StoredMatch

# Finding entries that this version of the rules would rule on differently.


def ruled_otherwise(match: AnyMatch) -> Iterator[int]:
    """Yield the numbers of entries in the current line that these rules would rule on differently.

    Rules trust positions that they have made, but a record edited by hand can hold an unreachable one.
    Raises DamagedRecord if judging one fails.
    """
    for before, position in zip(match.line, match.line[1:], strict=False):
        try:
            same = _same(match.game, before.state, position)
        except Exception as error:
            raise DamagedRecord(f"entry {position.entry} can't be judged ({type(error).__name__})") from error
        if not same:
            yield position.entry


# States and reports are of types that only their game knows.
def _same(game: AnyGame, state: Any, position: Position[Any, Any, Any]) -> bool:
    ruling = game.judge(state, position.report)
    if position.stood:
        return isinstance(ruling, Refused) and ruling.stands == position.events
    return isinstance(ruling, Accepted) and ruling.events == position.events


LONGEST_NAME = 80
"""The longest player's name or match id, in letters; people's names are far shorter."""

FURTHEST = 1 << 53
"""The largest time, in milliseconds from 1970: any JSON reader represents it exactly."""


class CopyOutcome(Enum):
    """The outcome for a match of a copy."""

    TAKEN_IN = "taken in"
    WENT_ON = "goes on"
    KNOWN = "was here"
    BESIDE = "kept beside"
    LEFT_OUT = "left out"


class Taken(Struct, frozen=True):
    """A match of a copy: who played (or its id), its outcome, and why it was left out, if it was.

    `here` is its id in this store. `otherwise` counts entries that this version would rule on differently.
    """

    title: str
    fate: CopyOutcome
    reason: str = ""
    otherwise: int = 0
    here: str = ""


def take_people(store: Store, copy: Copy, done: Mapping[str, Taken]) -> tuple[str, ...]:
    """Restore a copy's people, their seats, and imported results; return a sentence for each that failed.

    `done` has the outcomes by match id.
    """
    ids = {match: one.here for match, one in done.items() if one.here}
    return (*register.take_over(store, copy.people(), ids), *imported.copy_results(store, copy))


def take(
    store: Store,
    copy: Copy,
    match: str,
    on_table: Collection[str] = (),
    look: Callable[[AnyMatch], object] | None = None,
) -> Taken:
    """Restore one match of a copy; return its outcome. Raises NotSaved if the store can't be written.

    `on_table`: ids of matches being played. `look` is called with the match first; if it raises an error, the
    match is left out.
    """
    try:
        rows = copy.rows(match)
        opened = _judged(match, rows)
        otherwise = sum(1 for _ in ruled_otherwise(opened))
        if look is not None:
            look(opened)
    except Exception as error:  # noqa: BLE001 - rules trust their own states; these may be forged
        known = isinstance(error, CompanionError)
        why = str(error) if known else f"it can't be judged ({type(error).__name__})"
        return Taken(printable(match)[:LONGEST_NAME], CopyOutcome.LEFT_OUT, why)
    fate, here = _merge(store, opened, rows, on_table)
    return Taken(copy.people().title(opened.header.title), fate, otherwise=otherwise, here=here)


def _judged(match: str, rows: list[StoredRow]) -> AnyMatch:
    """Restore a whole record. Raises CompanionError that says what is wrong with it."""
    header = header_of(rows[0].entry)
    opened: AnyMatch
    opened, loss = Match.restore(game_named(header.game), rows)
    if loss is not None:
        raise DamagedRecord(f"line {loss.line}: {loss.reason}")
    if any(row.n != n for n, row in enumerate(rows)):
        raise DamagedRecord("its entries aren't numbered in order")
    if header.match != match:
        raise DamagedRecord("it has the id of another match")
    if header.game != opened.game.name:
        raise DamagedRecord(f"it is a record of {header.game}")
    if any(abs(entry.at) > FURTHEST for entry in opened.entries):
        raise DamagedRecord("a date in it isn't valid")
    check_names(opened)
    return opened


def check_names(match: AnyMatch) -> None:
    """Raise DamagedRecord if a record's names don't fit its players, or can't be shown on a screen."""
    header, players = match.header, match.facts.players
    check_lengths(match)
    if len(header.plates) not in (0, players):
        raise DamagedRecord(f"it has {len(header.plates)} names for {players} players")
    if not all(map(str.isprintable, _names(match))):
        raise DamagedRecord("a name in it can't be shown")
    if any(plate.person and not ID.fullmatch(plate.person) for plate in header.plates):
        raise DamagedRecord("a person in it has no id")


def check_lengths(match: AnyMatch) -> None:
    """Raise DamagedRecord if a name in a record is longer than LONGEST_NAME."""
    if any(len(text) > LONGEST_NAME for text in _names(match)):
        raise DamagedRecord("a name in it is too long")


def _names(match: AnyMatch) -> Iterator[str]:
    yield match.header.match
    for plate in match.header.plates:
        yield from (plate.name, plate.letter)


def _merge(
    store: Store, match: AnyMatch, rows: list[StoredRow], on_table: Collection[str]
) -> tuple[CopyOutcome, str]:
    """Save what is missing of a match; return its outcome, and its id here."""
    name, continued = match.header.match, list[tuple[int, str, list[StoredRow]]]()
    versions = _versions(store, name)
    for other, there in versions.items():
        same = rows if other == name else match.with_id(other).rows()
        if there[: len(same)] == same:
            return CopyOutcome.KNOWN, other
        if same[: len(there)] == there and other not in on_table:
            continued.append((len(there), other, same[len(there) :]))
    if continued:
        _, other, more = max(continued)
        store.keep(stored_match(match.with_id(other)), more)
        return CopyOutcome.WENT_ON, other
    if name not in versions:
        store.keep(stored_match(match), rows)
        return CopyOutcome.TAKEN_IN, name
    ids = other_ids(name, match.export(goes_on=True)[-1].crc)
    aside = match.with_id(next(other for other in ids if other not in versions))
    store.keep(stored_match(aside), aside.rows())
    return CopyOutcome.BESIDE, aside.header.match


def _versions(store: Store, match: str) -> dict[str, list[StoredRow]]:
    """Return the records here that may have begun as this match, by their ids."""
    original = original_id(match)
    ids = store.read(
        "select distinct match from entry where match between ? and ?", original, f"{original}\U0010ffff"
    )
    return {other: store.rows(other) for (other,) in ids if original_id(other) == original}


def stored_match(match: AnyMatch) -> StoredMatch:
    """Return a match's row for the store, from its record."""
    header = match.header
    over = match.outcome is not None or match.abandoned
    began, touched = match.entries[0].at, match.entries[-1].at
    called = header.called or ""
    return StoredMatch(header.match, header.game, began, touched, over, header.title, match.length, called)
