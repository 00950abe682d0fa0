"""Reading a sheet from a TOML file, with the line and column of every fault."""

import re
import tomllib
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from operator import itemgetter
from pathlib import Path
from typing import Any, get_args, get_type_hints
from unicodedata import normalize

from msgspec import Struct, ValidationError
from msgspec.structs import fields, replace

from companion.decoding import converted
from companion.errors import SetupError
from companion.games.sheet.parsed_sheet import sheet_faults
from companion.games.sheet.sheet import Check, ClockRules, Fault, GrabKind, Sheet, SheetColumn, brief, spoken
from companion.games.sheet.sheet import Path as Place
from companion.games.sheet.tokens import MOST_FAULTS
from companion.whole_file import read_owners_file

MOST_BYTES = 16_000
LONGEST_LINE = 600
MOST_NESTED = 40
CHANGES_FORMULAS = frozenset(
    {"teams", "told", "deals", "grab", "kind", "out", "sits_out"}
    | {"column", "of", "least", "most", "choices", "picks", "is"}
)
"""If one of these is wrong, formulas mean something else: don't report faults in formulas then."""

QUOTED = 80
"""Characters of a long message that are quoted."""

FOLDER = "sheets"
SCORES = "score_sheet"
"""The plain sheet, which a match uses if no other is chosen."""

_KEY = re.compile(r"\s*(?:([A-Za-z0-9_-]+)|\"([^\"]*)\"|'([^']*)')\s*=\s*(?=\S)")
_TABLE = re.compile(r"\s*(\[\[?)\s*([A-Za-z0-9_-]+)\s*\]")
_TOML_AT = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)
_IN_OUR_WORDS = {
    "Unclosed array": "a list that begins with [ has no ] at its end",
    "Unclosed inline table": "a curly bracket has no second one at its end",
    "Invalid value": 'a value is a number, true or false, a text in "quotes", or a list in [ ]',
    "Invalid initial character for a key": "a name is missing before =",
    "Expected newline or end of document": "nothing may follow a value on its line but # and a note",
    "Cannot overwrite a value": "this is there twice: leave out one of them",
    "Cannot declare": "this table is there twice, or is something else already: leave out one of them",
    "Expected '=' after a key": "a name is followed by = and a value",
    "Illegal character": "a text ends on its line: a closing quote is missing",
    "Expected": "a closing quote or bracket is missing",
    "Unterminated string": "a closing quote is missing",
    "Unescaped '\\'": "in a text write \\\\ for one \\",
    "Invalid statement": "a line is a name, = and a value, or [[column]], or # and a note",
}
"""Our error texts for those of tomllib, by their beginning."""
_AT = re.compile(r" - at `\$(.*)`$")
_STEP = re.compile(r"\.([A-Za-z0-9_-]+)|\[(\d+|\.\.\.)\]")
_KINDS = {
    r"`int \| str`": "a whole number or a formula in quotes",
    r"`(\w+) \| null`": r"`\1`",
    r"`str` of length <= (\d+)": r"a text of at most \1 letters",
    r"`str` of length >= 1": "a text that isn't empty",
    "`str`": "a text in quotes",
    r"`array` of length (\d+)": r"a list of \1 in [ ]",
    r"`array` of length <= (\d+)": r"a list of at most \1 in [ ]",
    "`array`": "a list in [ ]",
    "`int`": "a whole number",
    "`bool`": "true or false",
    "`object`": "a table",
    "`float`": "a number with a point",
    "<= ": "of at most ",
    ">= ": "of at least ",
}
"""Our words for msgspec's kinds of values."""
_TABLES = {"column": "[[column]]", "check": "[[check]]", "clock": "[clock]", "grab": "[grab]"}
MISSING = " is missing"
_UNKNOWN = re.compile(r"unknown field `(.*?)`")


def shipped() -> tuple[str, ...]:
    """Return the names of the sheets that come with the program, the plain one first."""
    names = sorted(
        item.name.removesuffix(".toml")
        for item in files(__package__).joinpath(FOLDER).iterdir()
        if item.name.endswith(".toml")
    )
    return (SCORES, *(name for name in names if name != SCORES))


@cache
def shipped_sheet(name: str) -> Sheet:
    """Return a sheet that comes with the program. Raises SetupError if none has this name."""
    if name not in shipped():
        raise SetupError(f"no sheet is called {name!r}; the sheets are: {', '.join(shipped())}")
    where = f"{FOLDER}/{name}.toml"
    return read_sheet(files(__package__).joinpath(where).read_bytes(), where)


def score_sheet() -> Sheet:
    """Return the plain score sheet."""
    return shipped_sheet(SCORES)


def read_sheet_file(path: Path) -> Sheet:
    """Read a sheet from a file. Raises SetupError with the path and all faults."""
    return read_sheet(read_owners_file(path, MOST_BYTES), str(path))


def read_sheet(text: bytes, where: str = "sheet") -> Sheet:
    """Read a sheet from TOML. Raises SetupError with a line per fault: its place and what would be right.

    `where` is the name of the file.
    """
    decoded = _decoded(text, where)
    try:
        table = tomllib.loads(decoded)
    # tomllib raises ValueError for bad TOML, and for numbers with too many digits.
    except (RecursionError, ValueError) as error:
        raise SetupError(f"{where}: {_no_toml(decoded, str(error))}") from None
    sheet, faults = _converted(table)
    if sheet is None or faults:
        placed = [(place_of(decoded, fault.path, fault.at), fault) for fault in faults[:MOST_FAULTS]]
        placed.sort(key=itemgetter(0))
        raise SetupError(*(_located(where, *one) for one in placed), *_and_more(faults))
    return sheet


def _and_more(faults: list[Fault]) -> tuple[str, ...]:
    """Return a line with the number of faults that aren't listed; nobody looks for all of them."""
    more = len(faults) - MOST_FAULTS
    return (f"and at least {more} more",) if more > 0 else ()


def _converted(table: dict[str, Any]) -> tuple[Sheet | None, list[Fault]]:
    """Return the sheet in a file (None if there is none) and its faults.

    Faulty values are removed from `table`. A misspelt name is read as the one that was meant, since its value
    may be wrong too.
    """
    faults: list[Fault] = []
    meant: dict[Place, Place] = {}
    while len(faults) <= MOST_FAULTS:
        try:
            sheet = converted(table, Sheet)
        except ValidationError as error:
            fault, intended = _fault_of(str(error))
            missing = fault.text.removesuffix(MISSING) if fault.text.endswith(MISSING) else ""
            # A value removed before is missing now; that isn't another fault.
            place = _as_written(fault.path, meant)
            full_path = (*place, missing)
            if all(other.path[: len(full_path)] != full_path for other in faults):
                faults.append(replace(fault, path=place))
            holder, name = _holder(table, fault.path)
            if missing or name not in holder:
                break
            value = holder.pop(name)
            if intended and intended not in holder:
                holder[intended] = value
                meant[(*fault.path[:-1], intended)] = place
        # A number with too many digits.
        except ValueError as error:
            return None, [*faults, Fault((), _short(str(error)))]
        else:
            if CHANGES_FORMULAS.isdisjoint(_last(fault.path) for fault in faults):
                # A value may be missing because it was removed.
                more = (fault for fault in _once(sheet_faults(sheet)) if fault.at is not None or not faults)
                faults += [replace(fault, path=_as_written(fault.path, meant)) for fault in more]
            return sheet, faults
    return None, faults


def _as_written(path: Place, meant: dict[Place, Place]) -> Place:
    """Return a place with the names as the file has them."""
    for length in range(1, len(path) + 1):
        if path[:length] in meant:
            return (*meant[path[:length]], *path[length:])
    return path


def _last(path: Place) -> str:
    """Return the last name in a path: a fault in a list is a fault of the value that holds it."""
    return next((step for step in reversed(path) if isinstance(step, str)), "")


def _holder(table: Any, path: Place) -> tuple[dict[str, Any], str]:
    """Return the table that has the last name of a path, and that name."""
    name = _last(path)
    for step in path[: len(path) - 1 - path[::-1].index(name)] if name else ():
        table = table[step]
    return table, name


def _no_toml(text: str, message: str) -> str:
    """Return tomllib's message in our words, with line and column."""
    match = _TOML_AT.fullmatch(message)
    if match is None:
        return _short(message)
    lines = text.rstrip().split("\n")
    line, column = (int(match[2]), int(match[3])) if match[2] else (len(lines), len(lines[-1]) + 1)
    ours = next((our for their, our in _IN_OUR_WORDS.items() if match[1].startswith(their)), "")
    return f"line {line}, column {column}: {ours or _short(match[1][:1].lower() + match[1][1:])}"


def _short(message: str) -> str:
    """Return a message without its middle if it is long."""
    return message if len(message) <= 2 * QUOTED else f"{message[:QUOTED]} ... {message[-QUOTED // 2 :]}"


def _once(faults: tuple[Fault, ...]) -> Iterator[Fault]:
    """Yield only the first fault at each place."""
    seen: set[tuple[Place, int | None]] = set()
    for fault in faults:
        if (fault.path, fault.at) not in seen:
            seen.add((fault.path, fault.at))
            yield fault


def _decoded(text: bytes, where: str) -> str:
    if len(text) > MOST_BYTES:
        raise SetupError(f"{where}: this is longer than any sheet: at most {MOST_BYTES} bytes")
    try:
        # Some editors put a byte order mark in front, or write accents separately: equal names must match.
        decoded = normalize("NFC", text.decode("utf-8").removeprefix("\ufeff"))
    except UnicodeDecodeError as error:
        raise SetupError(f"{where}: byte {error.start + 1} isn't UTF-8 text; save it as UTF-8") from None
    for number, line in enumerate(decoded.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise SetupError(
                f"{where}: line {number}, column {LONGEST_LINE}: at most {LONGEST_LINE} characters a line"
            )
        # A sheet needs no nested lists, and tomllib would follow them to any depth.
        if max(line.count("["), line.count("{")) > MOST_NESTED:
            column = max(line.find("["), line.find("{")) + 1
            raise SetupError(
                f"{where}: line {number}, column {column}: no sheet has so many brackets on a line"
            )
        for quotes in ('"""', "'''"):
            if quotes in line:
                column = line.index(quotes) + 1
                raise SetupError(
                    f'{where}: line {number}, column {column}: a text stands on one line, in " and "'
                )
    return decoded


def _fault_of(message: str) -> tuple[Fault, str]:
    """Return msgspec's message as our fault, and the name that was meant if one was misspelt."""
    match = _AT.search(message)
    path: Place = tuple(_steps(match[1])) if match else ()
    text = _AT.sub("", message)
    unknown = _UNKNOWN.search(text)
    if unknown is None:
        missing = re.search(r"missing required field `(.*?)`", text)
        return Fault(path, f"{missing[1]}{MISSING}" if missing else _reworded(text, path)), ""
    kind = _kind_of(path)
    known = kind.__struct_encode_fields__
    if kind is not Sheet and unknown[1] in Sheet.__struct_encode_fields__:
        text = f"{unknown[1]!r} is about the whole sheet: put it above the first line that begins with ["
        return Fault((*path, unknown[1]), text), ""
    near = next(iter(get_close_matches(unknown[1], known, 1)), "")
    meant = f"did you mean {near!r}?" if near else f"there are {', '.join(known)}"
    return Fault((*path, unknown[1]), f"nothing is called {unknown[1]!r} here; {meant}"), near


def _kind_of(path: Place) -> type[Struct]:
    kinds: dict[str, type[Struct]] = {
        "column": SheetColumn,
        "check": Check,
        "clock": ClockRules,
        "grab": GrabKind,
    }
    return kinds.get(str(path[0]) if path else "", Sheet)


def _reworded(text: str, path: Place) -> str:
    """Return msgspec's message about a value in words for people who write TOML."""
    if (invalid := re.fullmatch(r"Invalid enum value '(.*)'", text)) is not None:
        kind = _kind_of(path)
        attribute = next(field.name for field in fields(kind) if field.encode_name == path[-1])
        able = ", ".join(f'"{value}"' for value in get_args(get_type_hints(kind)[attribute]) if value)
        return f"{invalid[1]!r} isn't one of {able}"
    if len(path) == 1 and path[0] in _TABLES and re.match(r"Expected `(array|object)( \| null)?`, got", text):
        return f"write {_TABLES[path[0]]} here, and what belongs to it on the lines below"
    for theirs, ours in _KINDS.items():
        text = re.sub(theirs, ours, text)
    return text[:1].lower() + text[1:]


def _steps(path: str) -> Iterator[str | int]:
    for name, number in _STEP.findall(path):
        if name or number != "...":
            yield name or int(number)


def _located(where: str, at: tuple[int, int], fault: Fault) -> str:
    line, column = at
    place, text = brief(spoken(fault.path)), brief(fault.text)
    return f"{where}: line {line}, column {column} ({place}): {text}"


def place_of(text: str, path: Place, at: int | None = None) -> tuple[int, int]:
    """Return the line and column of a value, both from 1; those of its table if there is no such value.

    `at` is the index of a character in the value, which is a text on one line.
    """
    if len(path) > 1 and isinstance(path[1], str):
        path = (path[0], 0, *path[1:])
    table, name = (path[:2], path[2:3]) if len(path) > 1 and isinstance(path[1], int) else ((), path[:1])
    current: Place = ()
    nearest, counts = (1, 1), dict[str, int]()
    for number, line in enumerate(text.split("\n"), 1):
        if (header := _TABLE.match(line)) is not None:
            counts[header[2]] = counts.get(header[2], -1) + 1
            current = (header[2], counts[header[2]])
            if current == table or (not table and name == (header[2],)):
                nearest = (number, header.start(1) + 1)
        elif current == table and (key := _KEY.match(line)) and name == (key[1] or key[2] or key[3],):
            quoted = line[key.end()] in "\"'"
            return number, key.end() + 1 + (at + 1 if quoted and at is not None else 0)
    # A table on one line is found by its own name.
    return place_of(text, path[:1]) if len(path) > 1 and nearest == (1, 1) else nearest
