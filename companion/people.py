"""People: players with a name of their own, and how records refer to them.

A record holds a person's id and never the name, so that forgetting somebody leaves no name in it. Names are
looked up here by the id, which never changes.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import NewType

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import SetupError, printable
from companion.journal import NamePlate

PersonId = NewType("PersonId", str)
"""A UUID in lower case; drawn once, it never changes."""

NO_PERSON = PersonId("")
"""Stands for a guest, who has a plate for the evening and no name."""

SOMEBODY = "somebody"
"""Shown instead of a name that was forgotten, or that only another table knows."""

LONGEST_NAME = 24
"""The longest name, in letters as a reader counts them."""
MOST_SIGNS = 80
"""The longest name, in code points: a letter may consist of several, but a name isn't a heap of accents."""
MOST_LETTERS = 2
"""The most letters on a plate."""
JOINER = "\u200d"
"""Joins emoji into one, such as a family; the font has none of those."""
NON_JOINER = "\u200c"
"""Keeps letters from joining, as in Persian. Names are stored without it: by itself it is invisible."""
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Invisible code points that aren't spaces, but look like them."""
LANGUAGE = re.compile(r"([a-z]{2,3}(_[A-Z]{2})?)?")
"""A language's code, such as fr or pt_BR, or ""."""

ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
BEGINNING = 8
"""The fewest letters of an id that stand for all of it: Ed and Ada, too, consist of an id's digits."""

_SKIN_TONES = range(0x1F3FB, 0x1F400)
_FLAG_HALVES = range(0x1F1E6, 0x1F200)


class Person(Struct, frozen=True, forbid_unknown_fields=True):
    """A person who plays here: colour and shape are the theme's names, `letter` is on the plate.

    A `hidden` person isn't offered a seat any more; one who isn't `rated` has no rank. Their matches still
    count. `language` is the code of the person's language, "" for that of the table.
    """

    id: PersonId
    name: str
    colour: str
    shape: str
    letter: str
    hidden: bool = False
    rated: bool = True
    language: str = ""

    @property
    def plate(self) -> NamePlate:
        """The person's plate at the table."""
        return NamePlate(self.name, self.colour, self.shape, self.letter, self.id)

    def renamed(self, name: str) -> "Person":
        """Return the person with another name; the plate gets its first letter if it had the old one's."""
        letter = first_letter(name) if self.letter == first_letter(self.name) else self.letter
        return replace(self, name=name, letter=letter)


class People(Struct, frozen=True):
    """Everybody a store knows, by id; `merged` maps an id to the person it now belongs to.

    `forgotten` are ids without a name. `given` are guests' seats, by match and player, that were assigned to
    a person later. `before_merge` are merged people as they were, and `first_into` is whom they were merged
    into at first, who may have been merged since.
    """

    known: Mapping[PersonId, Person] = {}
    merged: Mapping[PersonId, PersonId] = {}
    forgotten: frozenset[PersonId] = frozenset()
    given: Mapping[tuple[str, int], PersonId] = {}
    before_merge: Mapping[PersonId, Person] = {}
    first_into: Mapping[PersonId, PersonId] = {}

    @property
    def ids(self) -> frozenset[PersonId]:
        """All ids in use, with a name or without."""
        return frozenset((*self.known, *self.merged, *self.forgotten))

    def id_of(self, person: PersonId) -> PersonId:
        """Return the id a person has after merges."""
        return self.merged.get(person, person)

    def merged_into(self, person: PersonId) -> list[Person]:
        """Return the people who were merged into a person, as they were before."""
        return [other for other in self.before_merge.values() if self.id_of(other.id) == person]

    def name(self, person: PersonId) -> str:
        """Return a person's present name; SOMEBODY if there is none."""
        known = self.known.get(self.id_of(person))
        return known.name if known else SOMEBODY

    def sat(self, match: str, plates: tuple[NamePlate, ...]) -> tuple[PersonId, ...]:
        """Return the persons at a match as known now, by player; NO_PERSON for a guest."""
        return tuple(
            self.id_of(PersonId(plate.person) or self.given.get((match, player), NO_PERSON))
            for player, plate in enumerate(plates)
        )

    def current_plates(self, match: str, plates: tuple[NamePlate, ...]) -> tuple[NamePlate, ...]:
        """Return a record's plates with present people and names, but that evening's colours and shapes."""
        who = self.sat(match, plates)
        return tuple(
            replace(plate, name=self.name(person), person=person) if person else plate
            for plate, person in zip(plates, who, strict=True)
        )

    def title(self, stored: str) -> str:
        """Return a match's title from the store, with names instead of ids."""
        return printable(ID.sub(lambda person: self.name(PersonId(person[0])), stored))

    def named(self, name: str) -> list[Person]:
        """Return all people with a name, ignoring case."""
        return [person for person in self.known.values() if person.name.casefold() == name.casefold()]

    def called(self, said: str) -> Person:
        """Return the person with a name, or with an id or its first BEGINNING or more letters.

        Raises SetupError for none or several.
        """
        name = _normalized(said)
        found = self.named(name)
        if not found and len(name) >= BEGINNING:
            found = [person for person in self.known.values() if person.id.startswith(name.lower())]
        if not found:
            raise SetupError(f"nobody here is called {printable(said)!r}")
        if len(found) > 1:
            ids = ", ".join(sorted(person.id for person in found))
            raise SetupError(
                f"{len(found)} people are called {printable(said)!r}; say which one by its id: {ids}"
            )
        return found[0]


NO_PEOPLE = People()
"""For showing records without a store: everybody is a guest or SOMEBODY."""


def checked(person: Person) -> Person:
    """Return a person with the name normalized. Raises SetupError that says what is wrong."""
    if not ID.fullmatch(person.id):
        raise SetupError(
            f"{printable(person.id)[:40]!r} is not a person's id: that is a UUID in small letters"
        )
    letter = _checked_text(person.letter, "a letter for the plate", MOST_LETTERS)
    for word in (person.colour, person.shape):
        _checked_text(word, "a colour or a shape", LONGEST_NAME)
    if not LANGUAGE.fullmatch(person.language):
        raise SetupError(f"{printable(person.language)[:40]!r} isn't a language code, such as fr")
    return replace(person, name=checked_name(person.name), letter=letter)


def checked_name(text: str) -> str:
    """Return a name in NFC, stripped, without NON_JOINER. Raises SetupError that says what is wrong."""
    return _checked_text(text, "a name", LONGEST_NAME)


def _normalized(text: str) -> str:
    return unicodedata.normalize("NFC", text.replace(NON_JOINER, "")).strip()


def _checked_text(text: str, what: str, most: int) -> str:
    text = _normalized(text)
    if not text:
        raise SetupError(f"{what} is empty")
    if JOINER in text:
        raise SetupError(f"{what} has an emoji that is made of several: use a single one")
    if not text.isprintable() or not BLANKS.isdisjoint(text):
        raise SetupError(f"{what} has a sign that can't be shown: {printable(text)[:MOST_SIGNS]!r}")
    if letters(text) > most or len(text) > MOST_SIGNS:
        raise SetupError(f"{what} has at most {most} letters: {text[:MOST_SIGNS]!r} is longer")
    if not letters(text):
        raise SetupError(f"{what} needs a letter: {text[:MOST_SIGNS]!r} has only accents")
    return text


def first_letter(name: str) -> str:
    """Return a name's default letter for the plate: its first, upper case."""
    first = first_letters(name, 1)
    # Some letters have no capital and become two (ß: SS); then take the first capital of those.
    large = first.upper()
    return large if letters(large) == letters(first) else next(filter(str.isupper, large), first)


def first_letters(name: str, most: int) -> str:
    """Return the first `most` letters of a name, each with its accents."""
    return next((name[: n - 1] for n in range(1, len(name) + 1) if letters(name[:n]) > most), name)


def letters(text: str) -> int:
    """Count letters as a reader does: accents and skin tones don't count, two halves make a flag."""
    flags = sum(ord(sign) in _FLAG_HALVES for sign in text)
    own = sum(
        unicodedata.category(sign)[0] != "M"
        and ord(sign) not in _SKIN_TONES
        and ord(sign) not in _FLAG_HALVES
        for sign in text
    )
    return own + (flags + 1) // 2
