"""People: who sits at the table under a name of their own, and how a record speaks of them.

A record holds a person's id and never the name, so that forgetting somebody leaves no name in it. Names are
told by looking them up here, by the id that never changes.
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
"""A UUID in small letters; drawn once, and the same for ever."""

NOBODY = PersonId("")
"""Instead of an id: a guest, who has a plate for the evening and no name."""

SOMEBODY = "somebody"
"""What is said instead of a name that was forgotten, or that only another table knows."""

LONGEST = 24
"""Letters of a name, as a reader counts them."""
MOST_SIGNS = 80
"""Code points of a name: a letter may be made of several, but a name isn't a heap of accents."""
LETTERS = 2
"""Letters on a plate."""
JOINER = "\u200d"
"""Puts pictures together to one, such as a family; the font has none of those."""
NON_JOINER = "\u200c"
"""Keeps two letters apart that would join, as Persian is written. It is left out: alone it is never seen."""
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Stand for a letter or a pattern where there is none, and are as good as spaces."""
LANGUAGE = re.compile(r"([a-z]{2,3}(_[A-Z]{2})?)?")
"""Code of a language, or none."""

ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

_SKIN_TONES = range(0x1F3FB, 0x1F400)
_FLAG_HALVES = range(0x1F1E6, 0x1F200)


class Person(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who plays here: colour and shape are the theme's, `letter` stands on the plate.

    Who is `hidden` isn't offered a seat any more; who isn't `rated` has a rank nowhere. Their matches count
    as ever. `language` is the code of the one they are spoken to in, "" for that of the table.
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
        """How the person is told apart at the table."""
        return NamePlate(self.name, self.colour, self.shape, self.letter, self.id)

    def renamed(self, name: str) -> "Person":
        """Return the person under another name, whose first letter is on the plate if the old one's was."""
        letter = first_letter(name) if self.letter == first_letter(self.name) else self.letter
        return replace(self, name=name, letter=letter)


class People(Struct, frozen=True):
    """Everybody a store knows, by id; `merged` tells who somebody turned out to be.

    `forgotten` are ids without a name. `given` are seats of matches, by match and player, that were told
    later to be a person's. `were` are those who were merged, as they were known before, and `via` says into
    whom, who may have been merged since.
    """

    known: Mapping[PersonId, Person] = {}
    merged: Mapping[PersonId, PersonId] = {}
    forgotten: frozenset[PersonId] = frozenset()
    given: Mapping[tuple[str, int], PersonId] = {}
    were: Mapping[PersonId, Person] = {}
    via: Mapping[PersonId, PersonId] = {}

    @property
    def ids(self) -> frozenset[PersonId]:
        """Every id that is somebody's already, with a name or without."""
        return frozenset((*self.known, *self.merged, *self.forgotten))

    def now(self, person: PersonId) -> PersonId:
        """Return who a person is since people were merged."""
        return self.merged.get(person, person)

    def became(self, person: PersonId) -> list[Person]:
        """Return who was merged into a person, as they were known before."""
        return [one for one in self.were.values() if self.now(one.id) == person]

    def name(self, person: PersonId) -> str:
        """Return how a person is called now; SOMEBODY where no name is known."""
        found = self.known.get(self.now(person))
        return found.name if found else SOMEBODY

    def sat(self, match: str, plates: tuple[NamePlate, ...]) -> tuple[PersonId, ...]:
        """Return by player who sat there as it is known now; NOBODY for a guest."""
        return tuple(
            self.now(PersonId(plate.person) or self.given.get((match, player), NOBODY))
            for player, plate in enumerate(plates)
        )

    def told(self, match: str, plates: tuple[NamePlate, ...]) -> tuple[NamePlate, ...]:
        """Return the plates of a record with today's people and names, in the looks of that evening."""
        who = self.sat(match, plates)
        return tuple(
            replace(plate, name=self.name(person), person=person) if person else plate
            for plate, person in zip(plates, who, strict=True)
        )

    def title(self, kept: str) -> str:
        """Return how a match is listed, with names where the store keeps ids."""
        return printable(ID.sub(lambda found: self.name(PersonId(found[0])), kept))

    def named(self, name: str) -> list[Person]:
        """Return all people of a name, written small or large."""
        return [person for person in self.known.values() if person.name.casefold() == name.casefold()]

    def called(self, said: str) -> Person:
        """Return the one person of a name, or of an id or its beginning; SetupError where that is not one."""
        name = _spelt(said)
        found = self.named(name)
        if not found and name:
            found = [person for person in self.known.values() if person.id.startswith(name.lower())]
        if not found:
            raise SetupError(f"nobody here is called {printable(said)!r}")
        if len(found) > 1:
            ids = ", ".join(sorted(person.id for person in found))
            raise SetupError(
                f"{len(found)} people are called {printable(said)!r}; say which by the id: {ids}"
            )
        return found[0]


NO_PEOPLE = People()
"""Who is known where nobody was looked up: guests, and people without names."""


def checked(person: Person) -> Person:
    """Return a person with the name as it is kept; SetupError says what is wrong."""
    if not ID.fullmatch(person.id):
        raise SetupError(
            f"{printable(person.id)[:40]!r} is not a person's id: that is a UUID in small letters"
        )
    letter = _plain(person.letter, "a letter for the plate", LETTERS)
    for word in (person.colour, person.shape):
        _plain(word, "a colour or a shape", LONGEST)
    if not LANGUAGE.fullmatch(person.language):
        raise SetupError(f"{printable(person.language)[:40]!r} is no language's code, such as fr")
    return replace(person, name=checked_name(person.name), letter=letter)


def checked_name(text: str) -> str:
    """Return a name as it is kept: NFC, no spaces around it, no NON_JOINER; SetupError says what is wrong."""
    return _plain(text, "a name", LONGEST)


def _spelt(text: str) -> str:
    return unicodedata.normalize("NFC", text.replace(NON_JOINER, "")).strip()


def _plain(text: str, what: str, most: int) -> str:
    text = _spelt(text)
    if not text:
        raise SetupError(f"{what} is empty")
    if JOINER in text:
        raise SetupError(f"{what} has a picture in it that is put together of several: take a single one")
    if not text.isprintable() or not BLANKS.isdisjoint(text):
        raise SetupError(f"{what} holds a sign that can't be shown: {printable(text)[:MOST_SIGNS]!r}")
    if letters(text) > most or len(text) > MOST_SIGNS:
        raise SetupError(f"{what} has at most {most} letters: {text[:MOST_SIGNS]!r} is longer")
    if not letters(text):
        raise SetupError(f"{what} needs a letter: {text[:MOST_SIGNS]!r} has accents alone")
    return text


def first_letter(name: str) -> str:
    """Return what stands on the plate of a name where nobody says otherwise: its first letter."""
    first = first_letters(name, 1)
    # Some have no capital, and are written as two letters there: the first of them that is a capital.
    large = first.upper()
    return large if letters(large) == letters(first) else next(filter(str.isupper, large), first)


def first_letters(name: str, most: int) -> str:
    """Return so many letters of a name at the most, each with its accents."""
    return next((name[: n - 1] for n in range(1, len(name) + 1) if letters(name[:n]) > most), name)


def letters(text: str) -> int:
    """Count letters as a reader does: accents belong to the sign before them, two halves make a flag."""
    flags = sum(ord(sign) in _FLAG_HALVES for sign in text)
    own = sum(
        unicodedata.category(sign)[0] != "M"
        and ord(sign) not in _SKIN_TONES
        and ord(sign) not in _FLAG_HALVES
        for sign in text
    )
    return own + (flags + 1) // 2
