"""Whom a store knows: people and what becomes of them, and matches that are told to be theirs later."""

from collections.abc import Iterable, Iterator
from typing import Any

from companion.errors import CompanionError, SetupError
from companion.journal import Plate, header_of
from companion.people import ID, NOBODY, People, Person, PersonId, checked
from companion.store import MOST_PEOPLE, Store


def add(store: Store, new: Iterable[Person], results: Iterable[tuple[str, bytes]] = ()) -> None:
    """Take people in, and results that came with them (`companion.book.brought`): all of it or nothing.

    SetupError says who can't be taken in, NotSaved why nothing was kept.
    """
    now, added = store.people(), [checked(person) for person in new]
    if len(now.known) + len(added) > MOST_PEOPLE:
        raise SetupError(f"a table knows at most {MOST_PEOPLE:,} people")
    seen = set(now.ids)
    for person in added:
        if person.id in seen:
            raise SetupError(f"the id {person.id} is somebody's already")
        seen.add(person.id)
    with store.changing() as db:
        db.executemany(_NEW, map(_columns, added))
        db.executemany("insert into brought values (?, ?)", results)


def change(store: Store, person: Person) -> None:
    """Keep somebody as they are now: another name, another colour, hidden or not, with a rank or without."""
    person = checked(person)
    _known(store, person.id)
    with store.changing() as db:
        db.execute(
            "update person set name = ?, colour = ?, shape = ?, letter = ?, hidden = ?, rated = ?"
            " where id = ?",
            (*_columns(person)[1:], person.id),
        )


def merge(store: Store, one: PersonId, into: PersonId) -> None:
    """Have two people be one: all matches of `one` are those of `into`, whose name stays."""
    _known(store, one)
    _known(store, into)
    if one == into:
        raise SetupError("these two are one already")
    with store.changing() as db:
        db.execute("update person set merged = ? where merged = ?", (into, one))
        db.execute(_NAMELESS + ", merged = ? where id = ?", (into, one))
    store.clean()


def forget(store: Store, person: PersonId) -> None:
    """Have a name gone from every byte of the store; the matches stay, and are somebody's.

    The id is remembered as one without a name, so that no copy from before brings the name back. Done again,
    it only cleans the file again.
    """
    if person not in store.people().forgotten:
        _known(store, person)
        with store.changing() as db:
            db.execute(_NAMELESS + ", forgotten = 1 where id = ?", (person,))
    store.clean()


_NAMELESS = "update person set name = '', colour = '', shape = '', letter = '', hidden = 0, rated = 1"
_NEW = "insert into person values (?, ?, ?, ?, ?, ?, '', 0, ?)"


def give(store: Store, plate: str, person: PersonId) -> int:
    """Give the matches of a guest's plate to a person, all that are nobody's yet; return how many."""
    _known(store, person)
    given = store.people().given
    theirs = [
        (match, player)
        for match, seats in plates(store)
        for player, sat in enumerate(seats)
        if sat.name == plate and not sat.person and (match, player) not in given
    ]
    with store.changing() as db:
        db.executemany("insert into given values (?, ?, ?)", [(*seat, person) for seat in theirs])
        _list_anew(store, db, {match for match, _ in theirs})
    return len({match for match, _ in theirs})


def give_back(store: Store, person: PersonId) -> int:
    """Have the plates that were given to a person be guests again; return in how many matches."""
    matches = {match for (match,) in store.read("select distinct match from given where person = ?", person)}
    with store.changing() as db:
        db.execute("delete from given where person = ?", (person,))
        _list_anew(store, db, matches)
    return len(matches)


def take_over(store: Store, others: People, matches: Iterable[str]) -> tuple[str, ...]:
    """Take in whom a copy knows; return sentences about those that can't be.

    Who is known here stays as they are here, and who was forgotten stays forgotten. Seats of `matches`, which
    are here now, become those persons' whom the copy gave them to.
    """
    here, wrong, new = store.people(), [], []
    somebodys = here.ids
    for person in others.known.values():
        if person.id in somebodys:
            continue
        try:
            new.append(checked(person))
        except CompanionError as error:
            wrong.append(str(error))
    gone = [
        (person, into)
        for person, into in (*others.merged.items(), *((lost, NOBODY) for lost in others.forgotten))
        if person not in somebodys and ID.fullmatch(person) and (not into or ID.fullmatch(into))
    ]
    if len(here.known) + len(new) > MOST_PEOPLE or len(gone) > MOST_PEOPLE:
        return (f"a table knows at most {MOST_PEOPLE:,} people",)
    taken = set(matches)
    seats = dict(plates(store))
    given = [
        (match, player, person)
        for (match, player), person in others.given.items()
        if match in taken
        and (match, player) not in here.given
        and ID.fullmatch(person)
        and player in range(len(seats.get(match, ())))
        and not seats[match][player].person
    ]
    with store.changing() as db:
        db.executemany(_NEW, map(_columns, new))
        db.executemany(
            "insert into person values (?, '', '', '', '', 0, ?, ?, 1)",
            [(person, here.now(into), not into) for person, into in gone],
        )
        db.executemany("insert into given values (?, ?, ?)", given)
        _list_anew(store, db, {match for match, _, _ in given})
    return tuple(wrong)


def _columns(person: Person) -> tuple[str, str, str, str, str, bool, bool]:
    return (
        person.id, person.name, person.colour, person.shape, person.letter, person.hidden, person.rated,
    )  # fmt: skip


def _known(store: Store, person: PersonId) -> None:
    if person not in store.people().known:
        raise SetupError(f"nobody here has the id {person}")


def plates(store: Store) -> Iterator[tuple[str, tuple[Plate, ...]]]:
    """Yield the plates of every match by its id, as its record has them."""
    for match, first in store.read("select match, body from entry where n = 0"):
        try:
            yield match, header_of(first).plates
        except CompanionError:
            continue


# The store's own connection: only companion/store.py names its type.
def _list_anew(store: Store, db: Any, matches: set[str]) -> None:
    """Have matches listed under whoever sits there now."""
    given = store.people().given
    for match, seats in plates(store):
        if match in matches:
            sat = (plate.person or given.get((match, n)) or plate.name for n, plate in enumerate(seats))
            db.execute("update match set title = ? where id = ?", (", ".join(sat), match))
