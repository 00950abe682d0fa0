"""Kept matches found again: by game, by who played, by date. The database looks, and only what fits is read.

Days are those of the machine's zone, as everywhere on the screen.
"""

import re

from msgspec import Struct

from companion.errors import SetupError
from companion.people import NOBODY, PersonId
from companion.store import Kept, Store

_DAY = "strftime('%Y-%m-%d', began / 1000, 'unixepoch', 'localtime')"
_A_DAY = re.compile(r"\d{4}-\d{2}(-\d{2})?")
MONTH, DAY = 7, 10
"""Letters of a month, `2026-11`, and of a day, `2026-11-22`."""


class Wanted(Struct, frozen=True):
    """Which matches are looked for: of a game, with a person, begun in a month or on a day."""

    game: str = ""
    person: PersonId = NOBODY
    day: str = ""


def matches(store: Store, wanted: Wanted) -> list[Kept]:
    """Return the matches that fit, the last touched first; NotSaved where the store can't be read."""
    where, values = _where(store, wanted)
    return store.matches(where, *values)


def games(store: Store, wanted: Wanted) -> list[tuple[str, int]]:
    """Return the games of the matches that fit, and of how many, the most first."""
    where, values = _where(store, wanted)
    return store.read(f"select game, count(*) from match {where} group by 1 order by 2 desc, 1", *values)


def days(store: Store, wanted: Wanted) -> list[tuple[str, int]]:
    """Return the months of the matches that fit, or the days of the month that is wanted, the last first."""
    where, values = _where(store, wanted)
    found = store.read(
        f"select substr({_DAY}, 1, {DAY if wanted.day else MONTH}), count(*) from match {where}"
        " group by 1 order by 1 desc",
        *values,
    )
    # A clock that was never set may say anything.
    return [(day, count) for day, count in found if day is not None and _A_DAY.fullmatch(day)]


def _where(store: Store, wanted: Wanted) -> tuple[str, list[str]]:
    """Return the condition in SQL, and its values."""
    terms: list[str] = ["true"]
    values: list[str] = []
    if wanted.game:
        terms.append("game = ?")
        values.append(wanted.game)
    if wanted.person:
        # Whoever was merged stands in older titles under the id of then.
        merged = store.people().merged
        ids = [wanted.person, *(one for one, into in merged.items() if into == wanted.person)]
        terms.append("(" + " or ".join(["instr(title, ?)"] * len(ids)) + ")")
        values += ids
    if wanted.day:
        if not _A_DAY.fullmatch(wanted.day):
            raise SetupError(f"{wanted.day!r} is neither a month nor a day")
        terms.append(f"substr({_DAY}, 1, {len(wanted.day)}) = ?")
        values.append(wanted.day)
    return "where " + " and ".join(terms), values
