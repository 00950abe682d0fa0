"""`companion people`: who plays here, by name; as a list, and in files."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion import register
from companion.club.mailbox import Mailbox
from companion.decoding import NOT_OURS, from_json
from companion.errors import CompanionError, SetupError
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

# Somebody new at the table: an id that is drawn once, and the colour and shape that come next.


def newcomer(name: str, known: int, taken: Collection[str] = ()) -> Person:
    """Return somebody new of a name, in the colour and shape that come next after `known` people.

    A colour that is `taken` is passed over while there is another.
    """
    colours, next_one = tuple(theme.COLOURS), known % len(theme.COLOURS)
    in_turn = colours[next_one:] + colours[:next_one]
    colour = next((one for one in in_turn if one not in taken), in_turn[0])
    shape = theme.SHAPES[known % len(theme.SHAPES)]
    return Person(PersonId(str(uuid4())), name, colour, shape, first_letter(name))


MOST_BYTES = 4 << 20
"""Of a file of people; ten thousand take two megabytes."""


class PeopleFile(Struct, frozen=True, forbid_unknown_fields=True):
    """People as a file has them: JSON, `{"people": [{"id": ..., "name": ...}]}`."""

    people: tuple[Person, ...]


def listed(store: Path) -> str:
    """Return everybody who is known, a line each."""
    if not store.exists():
        return words.NOBODY
    with Store(store, reading=True) as kept:
        known = kept.people().known.values()
        sat = [kept.people().sat(match, plates) for match, plates in register.plates(kept)]
    lines = [words.line(one, sum(one.id in who for who in sat)) for one in known]
    return "\n".join(lines) if lines else words.NOBODY


def add(store: Path, name: str, colour: str | None, shape: str | None, letter: str | None) -> str:
    """Take somebody in; what isn't said follows from the name and from who is here."""
    with Store(store) as kept:
        new = newcomer(checked_name(name), len(kept.people().known))
        new = replace(new, colour=colour or new.colour, shape=shape or new.shape, letter=letter or new.letter)
        register.add(kept, [new])
        same = len(kept.people().named(new.name))
    said = words.added(new.name, new.colour, new.shape, new.letter)
    return f"{said}\n{words.namesakes(same, new.name)}" if same > 1 else said


@contextmanager
def _changing(store: Path) -> Iterator[Store]:
    """Open a store; what waits for a club says everybody's name as it is afterwards."""
    with Store(store) as kept:
        yield kept
        Mailbox(club_path(store)).exchange(kept, lambda: str(uuid4()), anyway=True)


def _recordings(store: Path) -> NameRecordings:
    return NameRecordings(store.with_name(RECORDINGS))


def rename(store: Path, who: str, name: str) -> str:
    """Give somebody another name."""
    with _changing(store) as kept:
        before = kept.people().called(who)
        people, after = kept.people(), before.renamed(checked_name(name))
        register.change(kept, after)
        _recordings(store).rename(people, before, after.name)
    return words.renamed(before.name, after.name)


def hide(store: Path, who: str, *, hidden: bool) -> str:
    """Offer somebody no seat any more, or again."""
    with Store(store) as kept:
        person = kept.people().called(who)
        register.change(kept, replace(person, hidden=hidden))
    return words.hidden(person.name) if hidden else words.shown(person.name)


def rank(store: Path, who: str, *, wanted: bool) -> str:
    """Have somebody listed under no rank any more, or again."""
    with Store(store) as kept:
        person = kept.people().called(who)
        register.change(kept, replace(person, rated=wanted))
    return words.ranked(person.name) if wanted else words.unranked(person.name)


def merge(store: Path, who: str, into: str, *, sat_together: bool) -> str:
    """Have two people be one; SetupError where they sat at one table and nobody said that this is meant."""
    with _changing(store) as kept:
        one, other = kept.people().called(who), kept.people().called(into)
        if not sat_together and (matches := register.together(kept, one.id, other.id)):
            raise SetupError(f"{sat_together_in(matches)} {words.MERGE_ALL_THE_SAME}")
        register.merge(kept, one.id, other.id)
    return merged(one.name, other.name)


def part(store: Path, who: str) -> str:
    """Have somebody who was merged be somebody of their own again."""
    with _changing(store) as kept:
        people = kept.people()
        one = People(people.were).called(who)
        register.part(kept, one.id)
    return parted(one.name, people.name(one.id))


def forget(store: Path, who: str) -> str:
    """Have a name gone for good. By the id also once more, should the file not have been cleaned."""
    with _changing(store) as kept:
        people = kept.people()
        person = PersonId(who) if PersonId(who) in people.forgotten else people.called(who).id
        if person in people.known:
            _recordings(store).forget(people, people.known[person])
        left = register.forget(kept, person)
    return f"{words.FORGOTTEN} {still_in(', '.join(left))}" if left else str(words.FORGOTTEN)


def give(store: Path, plate: str, who: str) -> str:
    """Give the matches of a guest's plate to a person."""
    with _changing(store) as kept:
        person = kept.people().called(who)
        seats = register.give(kept, plate, person.id)
    return given(plate, person.name, len({match for match, _ in seats}))


def give_back(store: Path, who: str) -> str:
    """Have the plates that were given to a person be guests again."""
    with _changing(store) as kept:
        person = kept.people().called(who)
        return words.given_back(register.give_back(kept, person.id), person.name)


def write_out(target: Path, store: Path) -> str:
    """Write everybody to a file; CompanionError where it can't be written."""
    if not store.exists():
        raise CompanionError(words.NOBODY)
    with Store(store, reading=True) as kept:
        everybody = tuple(kept.people().known.values())
    text = msgspec.json.format(msgspec.json.encode(PeopleFile(everybody)), indent=2)
    write_owners_file(target, text + b"\n")
    return words.people_exported(len(everybody), str(target))


def take_in(source: Path, store: Path) -> str:
    """Take the people of a file in: all who aren't here yet, or nobody where something is wrong with it.

    The file is what `write_out` writes, or names, a line each. CompanionError says what is wrong, and where.
    """
    text = read(source)
    with Store(store) as kept:
        return take_in_text(kept, str(source), text)


def read(source: Path) -> bytes:
    """Return what is in a file of people; CompanionError where it can't be read, or is too large."""
    text = read_owners_file(source, MOST_BYTES)
    if len(text) > MOST_BYTES:
        raise CompanionError(words.people_too_large(str(source)))
    return text


def take_in_text(store: Store, source: str, text: bytes) -> str:
    """Take in the people of a file that is called `source`, as `take_in` does."""
    people = store.people()
    if text.lstrip()[:1] in (b"{", b"["):
        told = _from_json(source, text)
        here = people.ids
        new = [one for one in told if one.id not in here]
        count = len(told)
    else:
        # One whose name is written twice, or in other letters, is one: as where it is typed.
        names: dict[str, str] = {}
        for name in _from_lines(source, text):
            names.setdefault(name.casefold(), name)
        called = {one.name.casefold() for one in people.known.values()}
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
    return list(_each(source, people, checked_look, lambda n: f"people[{n}]"))


def checked_look(person: Person) -> Person:
    """Return a person as they are kept, in a colour and a shape of ours; SetupError says what is wrong."""
    for look, kinds in ((person.colour, tuple(theme.COLOURS)), (person.shape, theme.SHAPES)):
        if look not in kinds:
            raise SetupError(words.unknown_look(ascii(look[:24]), ", ".join(kinds)))
    return checked(person)


def _from_lines(source: str, text: bytes) -> Sequence[str]:
    try:
        lines = text.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise SetupError(f"{source}: {words.people_not_text(error.start)}") from None
    _not_too_many(source, len(lines))
    wanted = [(n, line) for n, line in enumerate(lines, 1) if line.strip()]
    return list(
        _each(source, [line for _, line in wanted], checked_name, lambda n: words.line_number(wanted[n][0]))
    )


def _not_too_many(source: str, count: int) -> None:
    if count > MOST_PEOPLE:
        raise SetupError(f"{source}: {words.too_many(format(MOST_PEOPLE, ','))}")


def _each(source: str, things: Iterable, look: Callable, place: Callable[[int], str]) -> Iterator:  # type: ignore[type-arg]
    for n, thing in enumerate(things):
        try:
            yield look(thing)
        except SetupError as error:
            raise SetupError(*error.within(f"{source}, {place(n)}")) from None
