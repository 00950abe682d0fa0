"""The languages there are: the program's catalogues, and those that the owner put into a folder.

A catalogue is a `.po` file as translators' tools write it, and is read as it is: nothing has to be built.
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
"""Each language's name in itself."""
UNREAD = b"X-Read-By: no native speaker"
trouble = ""
"""Why the chosen language isn't used; empty if it is."""
MOST_BYTES = 2_000_000
"""Most bytes of a catalogue; all of the English is a tenth of it."""
CODE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")
FIELD = re.compile(r"{[^{}]*}")
IN_FORM = re.compile(rf":({FORM.pattern})}}")
"""The end of a field that names a form of its thing."""
BARRED = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")
"""What no text may have: control characters, and those that change the direction of text."""


class BadCatalogue(CompanionError):
    """A catalogue can't be used; the message says which line, and why."""


def of_system(environment: Mapping[str, str] = os.environ) -> str:
    """Return the code of the system's language if there is a catalogue for it, else ""."""
    chosen = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    full_code, available = chosen.partition(".")[0], catalogues()
    return next((code for code in (full_code, full_code.partition("_")[0]) if code in available), "")


def unread(path: Path) -> bool:
    """Return whether a catalogue's header says that no native speaker has read it."""
    from companion.whole_file import read_plain

    with suppress(OSError):
        return UNREAD in read_plain(path, 2000)
    return False


def name(code: str) -> str:
    """Return a language's name in itself; its code if the name isn't known here."""
    return NAMES.get(code or ENGLISH, code)


def catalogues(owners_folder: Path | None = None) -> dict[str, Path]:
    """Return the catalogues by language code; one in the owner's folder takes precedence."""
    paths = {}
    for folder in filter(None, (LOCALE, owners_folder)):
        # A folder that we may not read has none for us.
        with suppress(OSError):
            every = sorted(folder.glob("*.po"))
            paths.update({path.stem: path for path in every if CODE.fullmatch(path.stem)})
    return paths


def use(code: str) -> None:
    """Use a language from now on, or English if that fails: `trouble` then says why."""
    global trouble
    trouble = ""
    try:
        say_in(_opened_here(code))
    except BadCatalogue as error:
        say_in(None)
        trouble = str(error)


_of_people: Mapping[str, str] = {}


def _opened_here(code: str) -> NullTranslations | None:
    # English needs no catalogue, and every command would wait for the import.
    if code in ("", ENGLISH):
        return None
    from companion import places

    return opened(code, places.languages_path())


_loaded = lru_cache(maxsize=4)(_opened_here)


def learned(people: "People") -> None:
    """Remember the languages of people who have one of their own."""
    global _of_people
    _of_people = {person.id: person.language for person in people.known.values() if person.language}


@contextmanager
def spoken_to(plate: "NamePlate | None") -> Iterator[None]:
    """Use the language of a plate's person within this context; the table's if they have none."""
    code = "" if plate is None else _of_people.get(plate.person, "")
    before = language()
    with suppress(BadCatalogue):
        say_in(_loaded(code) if code else before)
    try:
        yield
    finally:
        say_in(before)


def opened(code: str, owners_folder: Path | None = None) -> NullTranslations | None:
    """Return a language's translations, None for English. BadCatalogue if that fails."""
    if code in ("", ENGLISH):
        return None
    path = catalogues(owners_folder).get(code)
    if path is None:
        raise BadCatalogue(f"there is no language {code!r} here")
    text = _text(path)
    # Reading a catalogue takes ten times as long as reading its compiled form.
    from hashlib import blake2b

    from companion import places
    from companion.whole_file import make_folder, read_plain, write_whole

    compiled = places.cache_path() / "languages" / f"{blake2b(text, digest_size=12).hexdigest()}.mo"
    with suppress(OSError, ValueError, LookupError, struct.error):
        return GNUTranslations(io.BytesIO(read_plain(compiled, MOST_BYTES)))
    binary = _read(text, path.name).to_binary()
    with suppress(OSError):
        make_folder(compiled.parent)
        write_whole(compiled, binary, durable=False)
    return GNUTranslations(io.BytesIO(binary))


def read(path: Path) -> "polib.POFile":
    """Return a checked catalogue. BadCatalogue names the line of what is wrong in it."""
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
    # English needs no catalogue, and every start would wait for the import.
    import polib

    try:
        # polib would take a single line for a file's name.
        catalogue = polib.pofile(f"{text.decode()}\n\n")
    except (OSError, ValueError) as error:
        # polib raises OSError for a line that it can't read.
        raise BadCatalogue(f"{name}: {error}") from error
    for wrong in faults(catalogue):
        raise BadCatalogue(f"{name}, {wrong}")
    return catalogue


def faults(catalogue: "polib.POFile") -> Iterator[str]:
    """Yield what is wrong, each with its line: fields that are lost, or that the English doesn't have."""
    try:
        GNUTranslations(io.BytesIO(catalogue.to_binary()))
    except (ValueError, LookupError, RecursionError) as error:
        yield f"line 1: {error}"
        return
    for entry in catalogue:
        forms = entry.msgstr_plural if entry.msgid_plural else {0: entry.msgstr}
        wanted = FIELD.findall(entry.msgid_plural or entry.msgid)
        for number, text in forms.items():
            if not text:
                continue
            fields = [IN_FORM.sub("}", field) for field in FIELD.findall(text)]
            if BARRED.search(text):
                yield f"line {entry.linenum}: it has a letter that isn't one"
            elif text.count("{") != len(fields) or text.count("}") != len(fields):
                yield f"line {entry.linenum}: a brace is lost"
            elif extra := {*fields} - {*wanted}:
                yield f"line {entry.linenum}: {min(extra)} is not in the English"
            elif (lost := {*wanted} - {*fields}) and not (entry.msgid_plural and number == 0):
                yield f"line {entry.linenum}: {min(lost)} is lost"
