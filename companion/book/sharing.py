"""Who sat at a match and when it began, for other programs: ids of people, and the names of today."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime

from msgspec import Struct

from companion.book.figures import Book
from companion.book.played import Played
from companion.clock import WallTime
from companion.people import SOMEBODY


class SharedName(Struct, frozen=True):
    """Somebody at a match, for another program: `key` is theirs for ever, a person's id or a guest's plate.

    Who was forgotten is somebody, and no key leads back.
    """

    key: str
    name: str
    guest: bool


def named(book: Book, one: Played) -> tuple[SharedName, ...]:
    """Return who sat at a match, by player; two who are alike get numbers.

    Of several seats of a person the one that came out best is theirs, as in the figures; the others are a
    guest's.
    """
    found: list[SharedName] = []
    seen: Counter[str] = Counter()
    who = book.who(one)
    places = [0] * len(who) if one.came is None else [each.place for each in one.came.standings]
    best: dict[str, int] = {}
    for player in sorted(range(len(who)), key=lambda player: places[player]):
        best.setdefault(who[player], player)
    for player, (person, plate) in enumerate(zip(who, one.plates, strict=True)):
        if person in book.people.known:
            mine = best[person] == player
            key, name, guest = str(person) if mine else f"guest-{person}", book.people.name(person), not mine
        elif person:
            key, name, guest = SOMEBODY, SOMEBODY, True
        else:
            key, name, guest = f"guest-{plate.name}", plate.name, True
        seen[key] += 1
        found.append(SharedName(key if seen[key] == 1 else f"{key}-{seen[key]}", name, guest))
    return tuple(found)


def finished(book: Book) -> Iterator[Played]:
    """Yield the matches that were played to their end: nothing else leaves the table."""
    return (one for one in book.matches if one.came is not None)


def moment(at: WallTime) -> str:
    """Return a time as `2026-11-22 17:30:00`, UTC; the start of 1970 where it is no date."""
    try:
        when = datetime.fromtimestamp(at / 1000, UTC)
    except (OverflowError, ValueError, OSError):
        when = datetime.fromtimestamp(0, UTC)
    return when.strftime("%Y-%m-%d %H:%M:%S")
