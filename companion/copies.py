"""Copies of a store, and the matches that are taken back out of one.

Nothing in a copy is trusted. The file is looked at (`companion.store.Copy`), every record is restored and
judged again, and what doesn't come through is named and left out; the others are taken in all the same.

A match that is here already is recognized by its id:

| here | in the copy | what becomes of it |
|---|---|---|
| nothing | a record | taken in |
| the same, or it goes on after the copy's end | its beginning | nothing: it is here |
| its beginning | the same record, longer | goes on here: what is missing is added |
| its beginning, and it is on the table now | the same record, longer | both are kept |
| another record, or one that parted from it | a record | both are kept |

Where both are kept, the copy's gets an id of its own, made from the old one and what anybody may see of the
record (`companion.match`): restoring twice doesn't make a third.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from enum import Enum
from typing import Any

from msgspec import Struct

from companion import register
from companion.book import brought
from companion.errors import CompanionError, DamagedRecord, UnknownMatch, printable
from companion.game import Accepted, Game, Refused
from companion.games.shelf import game_named
from companion.journal import KeptRow, header_of, id_of_earlier_versions, ids_beside
from companion.line import Position
from companion.match import Match
from companion.people import ID
from companion.store import Copy, Kept, Store

# What this version of the rules would rule otherwise than a record says.


def ruled_otherwise(match: Match[Any, Any, Any, Any]) -> Iterator[int]:
    """Yield the entries of the standing line that today's rules would rule on in another way.

    Rules trust a position that they have made; a record that was edited by hand can hold one that no table
    reaches: DamagedRecord where they stumble over it.
    """
    for before, position in zip(match.line, match.line[1:], strict=False):
        try:
            same = _same(match.game, before.state, position)
        except Exception as error:
            raise DamagedRecord(f"entry {position.entry} can't be judged ({type(error).__name__})") from error
        if not same:
            yield position.entry


# States and reports are of types that only their game knows.
def _same(game: Game[Any, Any, Any, Any], state: Any, position: Position[Any, Any, Any]) -> bool:
    ruling = game.judge(state, position.report)
    if position.stood:
        return isinstance(ruling, Refused) and ruling.stands == position.events
    return isinstance(ruling, Accepted) and ruling.events == position.events


AnyMatch = Match[Any, Any, Any, Any]

LONGEST_NAME = 80
"""Letters of a player's name or an id; people's names are far shorter."""

FURTHEST = 1 << 53
"""Milliseconds from 1970: what every reader of numbers takes exactly."""


class CopyOutcome(Enum):
    """What became of a match of a copy."""

    TAKEN_IN = "taken in"
    WENT_ON = "goes on"
    KNOWN = "was here"
    BESIDE = "kept beside"
    LEFT_OUT = "left out"


class Taken(Struct, frozen=True):
    """A match of a copy: who played (or its id), what became of it, and why where it was left out.

    `otherwise` counts its entries that this version would rule on in another way.
    """

    title: str
    fate: CopyOutcome
    reason: str = ""
    otherwise: int = 0


def restore(store: Store, copy: Copy, on_table: Collection[str] = ()) -> Iterator[Taken]:
    """Take in one match of a copy after the other, and its people at last; NotSaved where the store won't."""
    done = {}
    for kept in copy.matches():
        done[kept.id] = take(store, copy, kept.id, on_table)
        yield done[kept.id]
    take_people(store, copy, done)


def take_people(store: Store, copy: Copy, done: Mapping[str, Taken]) -> tuple[str, ...]:
    """Take in whom a copy knows, and which seats of its matches are theirs; return what can't be, and why.

    `done` tells by id what became of the matches: under the id of one that is kept beside, another is here.
    """
    same = [
        match for match, one in done.items() if one.fate not in (CopyOutcome.BESIDE, CopyOutcome.LEFT_OUT)
    ]
    return (*register.take_over(store, copy.people(), same), *brought.carry(store, copy))


def take(
    store: Store,
    copy: Copy,
    match: str,
    on_table: Collection[str] = (),
    look: Callable[[AnyMatch], object] | None = None,
) -> Taken:
    """Take in one match of a copy; NotSaved as above.

    `on_table` are those that somebody is playing. `look` sees every match before it is taken in; a
    CompanionError that it raises leaves the match out.
    """
    try:
        rows = copy.rows(match)
        opened = _judged(match, rows)
        otherwise = sum(1 for _ in ruled_otherwise(opened))
        if look is not None:
            look(opened)
    except Exception as error:  # noqa: BLE001 - rules trust their own states; these are nobody's judge's
        known = isinstance(error, CompanionError)
        why = str(error) if known else f"it can't be judged ({type(error).__name__})"
        return Taken(printable(match)[:LONGEST_NAME], CopyOutcome.LEFT_OUT, why)
    fate = _merge(store, opened, rows, on_table)
    return Taken(copy.people().title(opened.header.title), fate, otherwise=otherwise)


def _judged(match: str, rows: list[KeptRow]) -> AnyMatch:
    """Restore a whole record; CompanionError says what is wrong with it."""
    header = header_of(rows[0].entry)
    opened: AnyMatch
    opened, loss = Match.restore(game_named(header.game), rows)
    if loss is not None:
        raise DamagedRecord(f"line {loss.line}: {loss.reason}")
    if any(row.n != n for n, row in enumerate(rows)):
        raise DamagedRecord("its entries aren't numbered one after the other")
    if header.match != match:
        raise DamagedRecord("it stands under the id of another match")
    if header.game != opened.game.name:
        raise DamagedRecord(f"it is a record of {header.game}")
    if any(abs(entry.at) > FURTHEST for entry in opened.entries):
        raise DamagedRecord("a date in it is none")
    check_names(opened)
    return opened


def check_names(match: AnyMatch) -> None:
    """Raise DamagedRecord where a record's names aren't its players', or can't be shown on a screen."""
    header, players = match.header, match.facts.players
    check_lengths(match)
    if len(header.plates) not in (0, players):
        raise DamagedRecord(f"it has {len(header.plates)} names for {players} players")
    if not all(map(str.isprintable, _names(match))):
        raise DamagedRecord("a name in it can't be shown")
    if any(plate.person and not ID.fullmatch(plate.person) for plate in header.plates):
        raise DamagedRecord("a person in it has no id")


def check_lengths(match: AnyMatch) -> None:
    """Raise DamagedRecord where a name in a record is longer than any that is given here."""
    if any(len(text) > LONGEST_NAME for text in _names(match)):
        raise DamagedRecord("a name in it is too long")


def _names(match: AnyMatch) -> Iterator[str]:
    yield match.header.match
    for plate in match.header.plates:
        yield from (plate.name, plate.letter)


def _merge(store: Store, match: AnyMatch, rows: list[KeptRow], on_table: Collection[str]) -> CopyOutcome:
    name = match.header.match
    here = _rows(store, name)
    if not here:
        store.keep(kept_of(match), rows)
        return CopyOutcome.TAKEN_IN
    if here[: len(rows)] == rows:
        return CopyOutcome.KNOWN
    if rows[: len(here)] == here and name not in on_table:
        store.keep(kept_of(match), rows[len(here) :])
        return CopyOutcome.WENT_ON
    old = match.with_id(id_of_earlier_versions(name, rows[-1].crc))
    if _begins(old, _rows(store, old.header.match)):
        return CopyOutcome.KNOWN
    for other in ids_beside(name, match.export(goes_on=True)[-1].crc):
        aside = match.with_id(other)
        there = _rows(store, other)
        if _begins(aside, there):
            # It has been gone on with since, or not; either way it is here.
            return CopyOutcome.KNOWN
        if not there:
            store.keep(kept_of(aside), aside.rows())
            break
    return CopyOutcome.BESIDE


def _begins(match: AnyMatch, rows: list[KeptRow]) -> bool:
    """Tell whether a kept record is this match, or goes on after it."""
    return rows[: match.length] == match.rows()


def _rows(store: Store, match: str) -> list[KeptRow]:
    try:
        return store.rows(match)
    except UnknownMatch:
        return []


def kept_of(match: AnyMatch) -> Kept:
    """Return how a match is listed, as its record says."""
    header = match.header
    over = match.outcome is not None or match.abandoned
    began, touched = match.entries[0].at, match.entries[-1].at
    return Kept(
        header.match, header.game, began, touched, over, header.title, match.length, header.called or ""
    )
