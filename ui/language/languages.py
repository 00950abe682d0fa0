"""The languages that are here: catalogues of the program, and those that the owner laid into a folder.

A catalogue is a `.po` file, as translators' tools write it, and is read as it is: nothing has to be built.
"""

import io
import os
import re
import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import CompanionError
from ui.language.phrases import FORM, language, say_in

if TYPE_CHECKING:
    import polib

    from companion.journal import NamePlate
    from companion.people import People

LOCALE = Path(__file__).parent / "locale"
ENGLISH = "en"
NAMES = {
    ENGLISH: "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "nl": "Nederlands",
    "pl": "Polski",
}
"""Each by its own name."""
UNREAD = b"X-Read-By: no native speaker"
trouble = ""
"""Why the chosen language isn't spoken; empty where it is."""
MOST_BYTES = 2_000_000
"""Of a catalogue; the whole English is a tenth of it."""
CODE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")
FIELD = re.compile(r"{[^{}]*}")
IN_FORM = re.compile(rf":({FORM.pattern})}}")
"""The end of a field that names the form of its thing."""
BARRED = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")
"""What no text has: what is no letter, and what turns the direction of others."""


class BadCatalogue(CompanionError):
    """A catalogue can't be used; it says which line, and why."""


def of_system(environment: Mapping[str, str] = os.environ) -> str:
    """Return the code of the system's language where there is a catalogue for it; else empty."""
    chosen = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    whole, found = chosen.partition(".")[0], catalogues()
    return next((code for code in (whole, whole.partition("_")[0]) if code in found), "")


def unread(path: Path) -> bool:
    """Tell whether the head of a catalogue says that no native speaker has read it."""
    from companion.whole_file import read_plain

    with suppress(OSError):
        return UNREAD in read_plain(path, 2000)
    return False


def name(code: str) -> str:
    """Return how a language is called in itself; its code where that isn't known here."""
    return NAMES.get(code or ENGLISH, code)


def catalogues(own: Path | None = None) -> dict[str, Path]:
    """Return the files of all languages by their codes; one in the owner's folder goes first."""
    found = {}
    for folder in filter(None, (LOCALE, own)):
        # In a folder that is closed to us there is none for us.
        with suppress(OSError):
            every = sorted(folder.glob("*.po"))
            found.update({path.stem: path for path in every if CODE.fullmatch(path.stem)})
    return found


def use(code: str) -> None:
    """Say everything in a language from now on, and in English where that can't be: `trouble` says why."""
    global trouble
    trouble = ""
    try:
        say_in(_opened_here(code))
    except BadCatalogue as error:
        say_in(None)
        trouble = str(error)


_of_people: Mapping[str, str] = {}


def _opened_here(code: str) -> NullTranslations | None:
    # English needs none of it, and every command would wait for it.
    if code in ("", ENGLISH):
        return None
    from companion import places

    return opened(code, places.languages_path())


_known = lru_cache(maxsize=4)(_opened_here)


def learned(people: "People") -> None:
    """Take note of who has a language of their own."""
    global _of_people
    _of_people = {person.id: person.language for person in people.known.values() if person.language}


@contextmanager
def spoken_to(plate: "NamePlate | None") -> Iterator[None]:
    """Say everything in the language of whoever has a plate; in the table's where they have none."""
    code = "" if plate is None else _of_people.get(plate.person, "")
    before = language()
    with suppress(BadCatalogue):
        say_in(_known(code) if code else before)
    try:
        yield
    finally:
        say_in(before)


def opened(code: str, own: Path | None = None) -> NullTranslations | None:
    """Return what puts texts into a language, None for English. BadCatalogue where that can't be."""
    if code in ("", ENGLISH):
        return None
    path = catalogues(own).get(code)
    if path is None:
        raise BadCatalogue(f"there is no language {code!r} here")
    text = _text(path)
    # To read it takes ten times as long as what was made of it.
    from hashlib import blake2b

    from companion import places
    from companion.whole_file import make_folder, read_plain, write_whole

    made = places.cache_path() / "languages" / f"{blake2b(text, digest_size=12).hexdigest()}.mo"
    with suppress(OSError, ValueError, LookupError, struct.error):
        return GNUTranslations(io.BytesIO(read_plain(made, MOST_BYTES)))
    binary = _read(text, path.name).to_binary()
    with suppress(OSError):
        make_folder(made.parent)
        write_whole(made, binary, durable=False)
    return GNUTranslations(io.BytesIO(binary))


def read(path: Path) -> "polib.POFile":
    """Return a catalogue, looked through. BadCatalogue names the line of what is wrong in it."""
    return _read(_text(path), path.name)


def _text(path: Path) -> bytes:
    from companion.whole_file import read_plain

    try:
        text = read_plain(path, MOST_BYTES + 1)
    except OSError as error:
        raise BadCatalogue(f"{path.name}: {error}") from error
    if len(text) > MOST_BYTES:
        raise BadCatalogue(f"{path.name} is larger than {MOST_BYTES:,} bytes")
    return text


def _read(text: bytes, name: str) -> "polib.POFile":
    # English needs none of it, and every start would wait for it.
    import polib

    try:
        # polib would take a line alone for the name of a file.
        catalogue = polib.pofile(f"{text.decode()}\n\n")
    except (OSError, ValueError) as error:
        # It says by an OSError which line it can't read.
        raise BadCatalogue(f"{name}: {error}") from error
    for wrong in faults(catalogue):
        raise BadCatalogue(f"{name}, {wrong}")
    return catalogue


def faults(catalogue: "polib.POFile") -> Iterator[str]:
    """Yield what is wrong, each with its line: fields that are lost, or that the English hasn't."""
    try:
        GNUTranslations(io.BytesIO(catalogue.to_binary()))
    except (ValueError, LookupError, RecursionError) as error:
        yield f"line 1: {error}"
        return
    for entry in catalogue:
        forms = entry.msgstr_plural if entry.msgid_plural else {0: entry.msgstr}
        wanted = FIELD.findall(entry.msgid_plural or entry.msgid)
        for number, said in forms.items():
            if not said:
                continue
            has = [IN_FORM.sub("}", field) for field in FIELD.findall(said)]
            if BARRED.search(said):
                yield f"line {entry.linenum}: it has a letter that isn't one"
            elif said.count("{") != len(has) or said.count("}") != len(has):
                yield f"line {entry.linenum}: a brace is lost"
            elif extra := {*has} - {*wanted}:
                yield f"line {entry.linenum}: {min(extra)} is not in the English"
            elif (lost := {*wanted} - {*has}) and not (entry.msgid_plural and number == 0):
                yield f"line {entry.linenum}: {min(lost)} is lost"
