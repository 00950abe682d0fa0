"""Changes to the people in a store: adding, merging, forgetting, and assigning guests' seats to them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, TypeAlias

from companion.errors import CompanionError, SetupError
from companion.journal import NamePlate, header_of
from companion.people import ID, NO_PERSON, People, Person, PersonId, checked
from companion.store import MOST_PEOPLE, Store, StoreReader, typed
from companion.store_log import remains_of_damage

TakenSeat: TypeAlias = tuple[str, int]
"""A match and a player."""
Taken: TypeAlias = tuple[TakenSeat, ...]


def add(store: Store, new: Iterable[Person], results: Iterable[tuple[str, bytes]] = ()) -> None:
    """Add people, and results imported with them (`companion.book.imported`), all or nothing.

    Raises SetupError if a person can't be added, NotSaved if the store can't be written.
    """
    now, added = store.people(), [checked(person) for person in new]
    if len(now.known) + len(added) > MOST_PEOPLE:
        raise SetupError(f"a table knows at most {MOST_PEOPLE:,} people")
    seen = set(now.ids)
    for person in added:
        if person.id in seen:
            raise SetupError(f"somebody already has the id {person.id}")
        seen.add(person.id)
    with store.changing() as db:
        db.executemany(_NEW, map(_columns, added))
        db.executemany("insert into brought values (?, ?)", results)


def change(store: Store, person: Person) -> None:
    """Save a known person's changed fields. Raises SetupError or NotSaved."""
    person = checked(person)
    _known(store, person.id)
    with store.changing() as db:
        db.execute(_AS_THEY_ARE, (*_columns(person)[1:], person.id))


def merge(store: Store, one: PersonId, into: PersonId) -> None:
    """Merge two people: all matches of `one` become those of `into`, whose name stays.

    If `into` was merged, they become those of who that is now, until `into` is a person again. Who `one`
    was, and into whom they were merged, is remembered for `part`. Raises SetupError or NotSaved.
    """
    now = store.people().id_of(into)
    _known(store, one)
    _known(store, now)
    if one == now:
        raise SetupError("these two are already one")
    with store.changing() as db:
        db.execute("update person set merged = ? where merged = ?", (now, one))
        db.execute("update person set merged = ?, via = ? where id = ?", (now, into, one))


def forget(store: Store, person: PersonId) -> list[str]:
    """Erase a person's name from every byte of the store; the matches stay, as SOMEBODY's.

    Return files next to it that may still hold the name: the remains of a damaged store aren't touched, as
    they may be all that is left of an evening.

    The id is remembered as forgotten, so that restoring an older copy doesn't bring the name back. Repeating
    this only cleans the file again, for instance after NotSaved.
    """
    if person not in store.people().forgotten:
        _known(store, person)
        with store.changing() as db:
            db.execute(_NAMELESS + ", forgotten = 1 where id = ?", (person,))
            # The names of people merged into them are theirs, too.
            db.execute(_NAMELESS + " where merged = ?", (person,))
    store.clean()
    return [one.name for one in remains_of_damage(store.path)]


_NAMELESS = (
    "update person set name = '', colour = '', shape = '', letter = '', hidden = 0, rated = 1, language = ''"
)
_FIELDS = Person.__struct_fields__
"""What is stored of a person, in columns of the same names; the first is the id."""
_AS_THEY_ARE = f"update person set {' = ?, '.join(_FIELDS[1:])} = ? where id = ?"
_NEW = f"insert into person ({', '.join(_FIELDS)}, merged, forgotten) values ({'?, ' * len(_FIELDS)}'', 0)"


def part(store: Store, one: PersonId) -> None:
    """Undo a merge: `one` is a person again, together with everybody merged into them before.

    Raises SetupError or NotSaved.
    """
    people = store.people()
    if one not in people.before_merge:
        raise SetupError(f"{one} was never merged, or nobody knows any more with whom")
    if len(people.known) >= MOST_PEOPLE:
        raise SetupError(f"a table knows at most {MOST_PEOPLE:,} people")
    theirs, same = {one}, {person for person, into in people.merged.items() if into == people.merged[one]}
    while more := {person for person in same if people.first_into[person] in theirs} - theirs:
        theirs |= more
    with store.changing() as db:
        db.executemany("update person set merged = ? where id = ?", [(one, other) for other in theirs])
        db.execute("update person set merged = '', via = '' where id = ?", (one,))


def guests(store: StoreReader, person: PersonId) -> list[tuple[NamePlate, Taken]]:
    """Return the guests that a person may have been, with their seats, most seats first.

    These are unassigned seats in matches at which the person didn't sit otherwise.
    """
    people = store.people()
    looks: dict[str, NamePlate] = {}
    taken: defaultdict[str, list[TakenSeat]] = defaultdict(list)
    for match, seats in plates(store):
        who = people.sat(match, seats)
        for player, sat in enumerate(seats if person not in who else ()):
            if not who[player]:
                looks[sat.name] = sat
                taken[sat.name].append((match, player))
    order = sorted(looks, key=lambda name: (-len(taken[name]), name))
    return [(looks[name], tuple(taken[name])) for name in order]


def give(store: Store, plate: str, person: PersonId) -> Taken:
    """Assign a guest's seats to a person, in all matches in which it may have been them; return those."""
    _known(store, person)
    theirs = next((seats for guest, seats in guests(store, person) if guest.name == plate), ())
    with store.changing() as db:
        db.executemany("insert into given values (?, ?, ?)", [(*seat, person) for seat in theirs])
        _list_anew(store, db, {match for match, _ in theirs})
    return theirs


def give_back(store: Store, person: PersonId, only: Taken | None = None) -> int:
    """Make seats given to a person a guest's again, all or `only` some; return the number of matches."""
    people = store.people()
    given = people.given.items()
    seats = [seat for seat, who in given if people.id_of(who) == person and (only is None or seat in only)]
    with store.changing() as db:
        db.executemany("delete from given where match = ? and player = ?", seats)
        _list_anew(store, db, {match for match, _ in seats})
    return len({match for match, _ in seats})


def take_over(store: Store, others: People, matches: Mapping[str, str]) -> tuple[str, ...]:
    """Add a copy's people; return a sentence for each one who can't be added.

    People known here stay as they are, and forgotten ones stay forgotten. `matches` are the copy's matches
    with their ids here: seats that the copy has given to people are given to them here, unless they sit there
    already.
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
        for person, into in (*others.merged.items(), *((lost, NO_PERSON) for lost in others.forgotten))
        if person not in somebodys and ID.fullmatch(person) and (not into or ID.fullmatch(into))
    ]
    if len(here.known) + len(new) > MOST_PEOPLE or len(gone) > MOST_PEOPLE:
        return (f"a table knows at most {MOST_PEOPLE:,} people",)

    def first(person: PersonId, into: PersonId) -> PersonId:
        return via if ID.fullmatch(via := others.first_into.get(person, into)) else into

    named = {*here.known, *(one.id for one in new)}
    restored = []
    for merged, into in gone:
        # For `part`. If `into` has been forgotten here, this name must not come back either.
        if merged in others.before_merge and here.id_of(into) in named:
            with suppress(CompanionError):
                restored.append(checked(others.before_merge[merged]))

    def sits_already(match: str, person: PersonId) -> bool:
        now = here.id_of(person if person in somebodys else others.id_of(person))
        return now in here.sat(match, seats[match])

    seats = dict(plates(store))
    given = {
        (match, player): person
        for (copied, player), person in others.given.items()
        if (match := matches.get(copied, "")) in seats
        and (match, player) not in here.given
        and ID.fullmatch(person)
        and player in range(len(seats[match]))
        and not seats[match][player].person
        and not sits_already(match, person)
    }
    with store.changing() as db:
        db.executemany(_NEW, map(_columns, new))
        db.executemany(
            "insert into person (id, name, colour, shape, letter, hidden, merged, forgotten, via)"
            " values (?, '', '', '', '', 0, ?, ?, ?)",
            [(person, here.id_of(into), not into, first(person, into)) for person, into in gone],
        )
        db.executemany(_AS_THEY_ARE, [(*_columns(one)[1:], one.id) for one in restored])
        db.executemany("insert into given values (?, ?, ?)", [(*seat, who) for seat, who in given.items()])
        _list_anew(store, db, {match for match, _ in given})
    return tuple(wrong)


def _columns(person: Person) -> tuple[str | bool, ...]:
    return tuple(getattr(person, name) for name in _FIELDS)


def _known(store: StoreReader, person: PersonId) -> None:
    if person not in store.people().known:
        raise SetupError(f"nobody here has the id {person}")


def plates(store: StoreReader) -> Iterator[tuple[str, tuple[NamePlate, ...]]]:
    """Yield each match's id and plates, as recorded; matches with unreadable headers are skipped."""
    query = f"select {typed('text', 'match')}, {typed('blob', 'body')} from entry where n = 0"
    for match, first in store.read(query):
        try:
            yield match, header_of(first).plates
        except CompanionError:
            continue


# The store's own connection: only companion/store.py names its type.
def _list_anew(store: Store, db: Any, matches: set[str]) -> None:
    """Update the titles of matches to the people who sit there now."""
    given = store.people().given
    for match, seats in plates(store):
        if match in matches:
            sat = (plate.person or given.get((match, n)) or plate.name for n, plate in enumerate(seats))
            db.execute("update match set title = ? where id = ?", (", ".join(sat), match))
