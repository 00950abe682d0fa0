"""`companion people`: lists, changes, imports and exports people; also used by the screen."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion import register
from companion.book import imported
from companion.club.mailbox import Mailbox
from companion.decoding import NOT_OURS, from_json
from companion.errors import CompanionError, SetupError, located
from companion.people import People, Person, PersonId, checked, checked_name, first_letter
from companion.places import club_path
from companion.store import MOST_PEOPLE, Store
from companion.whole_file import read_owners_file, write_owners_file
from ui.console import words
from ui.records.words import given, merged, parted, still_in
from ui.records.words import sat_together as sat_together_in
from ui.sound.recordings import NameRecordings
from ui.sound.voice import RECORDINGS
from ui.stage import theme

# New people: a random id, and the next colour and shape in turn.


def newcomer(name: str, known: int, taken: Collection[str] = ()) -> Person:
    """Return a new person with the next colour and shape after `known` people.

    Colours in `taken` are skipped, unless all are.
    """
    colours, next_one = tuple(theme.COLOURS), known % len(theme.COLOURS)
    in_turn = colours[next_one:] + colours[:next_one]
    colour = next((wanted for wanted in in_turn if wanted not in taken), in_turn[0])
    shape = theme.SHAPES[known % len(theme.SHAPES)]
    return Person(PersonId(str(uuid4())), name, colour, shape, first_letter(name))


MOST_BYTES = 4 << 20
"""The largest file of people; ten thousand take two megabytes."""


class PeopleFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of people, as JSON: `{"people": [{"id": ..., "name": ...}]}`."""

    people: tuple[Person, ...]


def listed(path: Path) -> str:
    """Return everybody the store knows, one line each."""
    if not path.exists():
        return words.NOBODY
    with Store(path, reading=True) as store:
        known, sat = store.people().known.values(), imported.sittings(store)
    lines = [words.line(person, sum(person.id in players for players in sat)) for person in known]
    return "\n".join(lines) if lines else words.NOBODY


def add(path: Path, name: str, colour: str | None, shape: str | None, letter: str | None) -> str:
    """Add a person; whatever is None gets its default. Return a message."""
    with Store(path) as store:
        new = newcomer(checked_name(name), len(store.people().known))
        new = replace(new, colour=colour or new.colour, shape=shape or new.shape, letter=letter or new.letter)
        register.add(store, [new])
        message = words.added(new.name, new.colour, new.shape, new.letter)
        return _with_namesakes(store, new.name, message)


def _with_namesakes(store: Store, name: str, message: str) -> str:
    """Return a message, with a line about the others who have the same name."""
    same = len(store.people().named(name))
    return f"{message}\n{words.namesakes(same, name)}" if same > 1 else message


@contextmanager
def _changing(path: Path) -> Iterator[Store]:
    """Open a store; afterwards, rewrite what waits for a club with the changed names."""
    with Store(path) as store:
        yield store
        Mailbox(club_path(path)).exchange(store, lambda: str(uuid4()), anyway=True)


def _recordings(path: Path) -> NameRecordings:
    return NameRecordings(path.with_name(RECORDINGS))


def rename(path: Path, who: str, name: str) -> str:
    """Change a person's name; a recording of it stays only if no more than the spelling changes."""
    with _changing(path) as store:
        before = store.people().called(who)
        people, after = store.people(), before.renamed(checked_name(name))
        register.change(store, after)
        _recordings(path).rename(people, before, after.name)
        return _with_namesakes(store, after.name, words.renamed(before.name, after.name))


def hide(path: Path, who: str, *, hidden: bool) -> str:
    """Stop offering a person a seat, or do so again."""
    with Store(path) as store:
        person = store.people().called(who)
        register.change(store, replace(person, hidden=hidden))
    return words.hidden(person.name) if hidden else words.shown(person.name)


def rank(path: Path, who: str, *, wanted: bool) -> str:
    """Stop listing a person in the ranks, or do so again."""
    with Store(path) as store:
        person = store.people().called(who)
        register.change(store, replace(person, rated=wanted))
    return words.ranked(person.name) if wanted else words.unranked(person.name)


def merge(path: Path, who: str, into: str, *, sat_together: bool) -> str:
    """Merge two people. Raises SetupError if they sat at one table, unless `sat_together` permits that."""
    with _changing(path) as store:
        person, target = store.people().called(who), store.people().called(into)
        if not sat_together and (matches := imported.together(store, person.id, target.id)):
            raise SetupError(f"{sat_together_in(matches)} {words.MERGE_ALL_THE_SAME}")
        register.merge(store, person.id, target.id)
    return merged(person.name, target.name)


def part(path: Path, who: str) -> str:
    """Undo a merge: `who` is the name that was merged into another."""
    with _changing(path) as store:
        people = store.people()
        person = People(people.before_merge).called(who)
        register.part(store, person.id)
    return parted(person.name, people.name(person.id))


def forget(path: Path, who: str) -> str:
    """Erase a name for good. By id, this can be repeated if the file couldn't be cleaned."""
    with _changing(path) as store:
        people = store.people()
        person = PersonId(who) if PersonId(who) in people.forgotten else people.called(who).id
        if person in people.known:
            _recordings(path).forget(people, people.known[person])
        still_named = register.forget(store, person)
    return f"{words.FORGOTTEN} {still_in(', '.join(still_named))}" if still_named else str(words.FORGOTTEN)


def give(path: Path, plate: str, who: str) -> str:
    """Assign the matches of a guest's plate to a person."""
    with _changing(path) as store:
        person = store.people().called(who)
        seats = register.give(store, plate, person.id)
    return given(plate, person.name, len({match for match, _ in seats}))


def give_back(path: Path, who: str) -> str:
    """Make all plates that were given to a person guests again."""
    with _changing(path) as store:
        person = store.people().called(who)
        return words.given_back(register.give_back(store, person.id), person.name)


def write_out(target: Path, path: Path) -> str:
    """Export everybody to a file. Raises CompanionError."""
    if not path.exists():
        raise CompanionError(words.NOBODY)
    with Store(path, reading=True) as store:
        everybody = tuple(store.people().known.values())
    text = msgspec.json.format(msgspec.json.encode(PeopleFile(everybody)), indent=2)
    write_owners_file(target, text + b"\n")
    return words.people_exported(len(everybody), str(target))


def take_in(source: Path, path: Path) -> str:
    """Add the people in a file who aren't here yet, all or nobody.

    The file is one that `write_out` wrote, or has a name per line. Raises CompanionError that says what is
    wrong, and where.
    """
    text = read(source)
    with Store(path) as store:
        return take_in_text(store, str(source), text)


def read(source: Path) -> bytes:
    """Return the bytes of a file of people. Raises CompanionError if it can't be read, or is too large."""
    text = read_owners_file(source, MOST_BYTES)
    if len(text) > MOST_BYTES:
        raise CompanionError(words.people_too_large(str(source)))
    return text


def take_in_text(store: Store, source: str, text: bytes) -> str:
    """Add the people in a file's content, as `take_in` does; `source` is the file's name for errors."""
    people = store.people()
    if text.lstrip()[:1] in (b"{", b"["):
        listed = _from_json(source, text)
        here = people.ids
        new = [person for person in listed if person.id not in here]
        count = len(listed)
    else:
        # As on the screen, names that only differ in case are one person.
        names: dict[str, str] = {}
        for name in _from_lines(source, text):
            names.setdefault(name.casefold(), name)
        called = {person.name.casefold() for person in people.known.values()}
        unknown = [name for key, name in names.items() if key not in called]
        count = len(names)
        new = [newcomer(name, len(people.known) + n) for n, name in enumerate(unknown)]
    register.add(store, new)
    return words.people_imported(len(new), count - len(new))


def _from_json(source: str, text: bytes) -> Sequence[Person]:
    try:
        people = from_json(text, PeopleFile).people
    except NOT_OURS as error:
        raise SetupError(f"{source}: {words.no_people_file(str(error))}") from None
    _not_too_many(source, len(people))
    return list(_checked_each(source, people, checked_look, lambda n: f"people[{n}]"))


def checked_look(person: Person) -> Person:
    """Return a person normalized. Raises SetupError if the name, or the colour or shape, isn't valid."""
    for look, kinds in ((person.colour, tuple(theme.COLOURS)), (person.shape, theme.SHAPES)):
        if look not in kinds:
            raise SetupError(words.unknown_look(ascii(look[:24]), ", ".join(kinds)))
    return checked(person)


def _from_lines(source: str, text: bytes) -> Sequence[str]:
    try:
        # What Windows calls Unicode begins with a mark of its own.
        encoding = "utf-16" if text[:2] in (BOM_UTF16_LE, BOM_UTF16_BE) else "utf-8-sig"
        lines = text.decode(encoding).splitlines()
    except UnicodeDecodeError as error:
        raise SetupError(f"{source}: {words.not_utf8(error.start + 1)}") from None
    _not_too_many(source, len(lines))
    names = {n: line for n, line in enumerate(lines, 1) if line.strip()}
    numbers = list(names)
    return list(_checked_each(source, names.values(), checked_name, lambda n: words.line_number(numbers[n])))


def _not_too_many(source: str, count: int) -> None:
    if count > MOST_PEOPLE:
        raise SetupError(f"{source}: {words.too_many(format(MOST_PEOPLE, ','))}")


def _checked_each(source: str, items: Iterable, check: Callable, place: Callable[[int], str]) -> Iterator:  # type: ignore[type-arg]
    for n, item in enumerate(items):
        with located(f"{source}, {place(n)}"):
            yield check(item)
