"""Extracts every text for translators, and renews the catalogues from them.

`make words` runs it as a program: each `ui/language/locale/*.po` gets new texts and loses unused ones.
"""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import polib
from msgspec import Struct
from msgspec.structs import replace

from companion.games.sheet.sheet import SheetColumn
from ui.language.languages import FIELD, IN_FORM, catalogues
from ui.language.phrases import DECIMAL, FAULT

ROOT = Path(__file__).parents[2]
MARKS = {"_": 1, "many": 2, "phrase": 1, "plural": 2, "SentencePlural": 2}
"""Functions whose first arguments are texts, and how many: a sentence, or singular and plural."""
COMMANDS = ROOT / "ui" / "cli.py"
FAULTS_IN = {
    "companion": """
    book/imported copies games/cryptid/setups games/sequence_states/boards games/sequence_states/layout
    games/sequence_states/tally games/sheet/formula games/sheet/playable games/sheet/sheet_file
    games/sheet/tokens games/sheet/conflicts games/sheet/parsed_sheet games/owned_toml
    games/speed_mode/board_file games/speed_mode/boards games/tracktic/boards games/tracktic/profile
    games/ungle_speed/deck journal people register store store_log whole_file
    """,
    "hardware": """
    boards/disk boards/link boards/serial_ports doctor machine pads/remote pads/priority pads/screen_pad
    pins/bank pins/chip pins/factory usb/* wiring/pinouts wiring/seats_file
    """,
}
FAULTS = tuple(f"{house}/{name}.py" for house, names in FAULTS_IN.items() for name in names.split())
"""Files whose errors a family, a maker, or the author of a game's file may meet."""
SHORT_FAULTS = {
    "companion/games/sequence_states/model.py": ("blue", "green", "red"),
    "companion/games/sheet/sheet.py": ("the sheet",),
    "companion/games/sheet/sheet_file.py": (
        "{name} is missing",
        "a line is a name, = and a value, or [[column]], or # and a note",
        "a list of {n} in [ ]",
        "a name is followed by = and a value",
        "a table",
        "expected a list of at most {most} in [ ]",
        "expected a text of at most {most} letters",
        "expected {kind} of at least {least}",
        "expected {kind} of at most {most}",
        "expected {wanted}, got {found}",
        "expected {wanted}",
        "in a text write {two} for one {one}",
    ),
    "companion/games/sheet/tokens.py": (
        "'the end'",
        "{sign} means nothing here; there are + - * ( ) , = != < <= > >= and words",
    ),
    "companion/games/tracktic/profile.py": (
        "{where}, line {line}, column {column}: {sign} isn't one of X .",
    ),
    "hardware/doctor.py": ("GPIO chips", "USB pad", "grab board", "header", "pin factory", "seats file"),
    "hardware/pads/priority.py": ("quick buttons",),
}
"""Texts of faults, and what they quote, that can't be told from code by their looks."""
LEAST = 10
"""Fewest letters of its own that a template has; one with fewer would match foreign sentences."""
PROSE = re.compile(r"\S+ \S+ \S+")
NO_PROSE = re.compile(
    r"\n|\.$|^(?!USB pad |GPIO{)[A-Z0-9| ]| $| - \d$|`\(|[=?<(] |[a-z] (?!GPIO )[A-Z]+ |\('|\\|CLOCK_"
    r"|^ifnull|-w?\.uf2|^(disk|insert|not a data|rollback|select|unable|vacuum|where) "
)
"""What no error's sentence has: marks of docstrings, and of lines for programs."""
RULES = {"rule": {"*": {"text": ""}}, "ruling": {"*": {"text": "", "options": {"*": ""}}}}
SHEET = {"name": "", "about": "", "setup": "", "column": {"heading": "", "words": ""}, "check": {"says": ""}}
DATA: dict[str, dict[str, Any]] = {
    "companion/games/*/rules.toml": RULES,
    "companion/match.toml": RULES,
    "companion/games/sheet/sheets/*.toml": SHEET,
    "companion/games/tracktic/profiles/*.toml": {"patterns": {"id": ""}},
    "ui/storage/whats_new.toml": {"version": {"changes": ""}},
}
"""Files with texts that aren't marked, and the keys of these texts."""


class Found(Struct, frozen=True):
    """A text in English: singular and plural (`several`), if it has one."""

    text: str
    several: str = ""
    context: str = ""


@cache
def texts() -> dict[Found, list[str]]:
    """Return all texts with their files. ValueError names a mark whose text isn't written out."""
    found: dict[Found, list[str]] = {}
    for path in sorted(ROOT.glob("ui/**/*.py")):
        for each in _marked(path):
            found.setdefault(each, []).append(str(path.relative_to(ROOT)))
    found[Found(".", context=DECIMAL)] = ["ui/language/phrases.py"]
    for text in dict.fromkeys(_helps(COMMANDS)):
        found.setdefault(Found(text), []).append(str(COMMANDS.relative_to(ROOT)))
    for file, names in SHORT_FAULTS.items():
        for name in names:
            found[Found(name, context=FAULT)] = [file]
    for path in [path for each in FAULTS for path in sorted(ROOT.glob(each))]:
        for text in dict.fromkeys(_faults(path)):
            found.setdefault(Found(text, context=FAULT), []).append(str(path.relative_to(ROOT)))
    for pattern, keys in DATA.items():
        for path in sorted(ROOT.glob(pattern)):
            for text in dict.fromkeys(_under(_read(path), keys)):
                found.setdefault(Found(text), []).append(str(path.relative_to(ROOT)))
    return found


def renewed(catalogue: polib.POFile) -> polib.POFile:
    """Return a catalogue with an entry for every text; translations and grammatical forms are kept."""
    before = {(e.msgid, e.msgid_plural, e.msgctxt or ""): e for e in catalogue}
    forms = sorted({form for e in catalogue for said in _all_said(e) for form in IN_FORM.findall(said)})
    fresh = polib.POFile(wrapwidth=110)
    fresh.metadata = catalogue.metadata
    fresh.header = catalogue.header
    for found, places in texts().items():
        in_forms = [replace(found, context=form) for form in forms]
        for each in (found, *in_forms):
            old = before.get((each.text, each.several, each.context))
            if old is None and each is not found:
                continue
            fresh.append(
                polib.POEntry(
                    msgid=each.text,
                    msgid_plural=each.several,
                    msgctxt=each.context or None,
                    msgstr=old.msgstr if old else "",
                    msgstr_plural=_forms(catalogue, old) if each.several else {},
                    tcomment=old.tcomment if old else "",
                    occurrences=[(place, "") for place in dict.fromkeys(places)],
                )
            )
    return fresh


def _all_said(entry: polib.POEntry) -> tuple[str, ...]:
    return (entry.msgstr, *entry.msgstr_plural.values())


def _forms(catalogue: polib.POFile, old: polib.POEntry | None) -> dict[int, str]:
    if old is not None:
        return dict(old.msgstr_plural)
    rule = catalogue.metadata.get("Plural-Forms", "nplurals=2;")
    return dict.fromkeys(range(int(rule.split("nplurals=")[1][0])), "")


def _marked(path: Path) -> Iterator[Found]:
    for node in ast.walk(ast.parse(path.read_text())):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS):
            continue
        said = node.args[: MARKS[node.func.id]]
        if path.name == "phrases.py" or any(isinstance(each, ast.Attribute) for each in said):
            continue
        values = [each.value for each in said if isinstance(each, ast.Constant)]
        written = [value for value in values if isinstance(value, str)]
        if len(written) != MARKS[node.func.id]:
            raise ValueError(f"{path}:{node.lineno}: {ast.unparse(node)} has no text written out")
        context = next((each.value for each in node.keywords if each.arg == "context"), None)
        meant = context.value if isinstance(context, ast.Constant) else ""
        yield Found(written[0], written[1] if written[1:] else "", str(meant))


def _helps(path: Path) -> Iterator[str]:
    """Yield the help texts of `companion`'s commands and their options."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef):
            called = [ast.unparse(each) for each in node.decorator_list]
            if any(".command(" in each or ".group(" in each for each in called):
                yield ast.get_docstring(node) or ""
        elif isinstance(node, ast.keyword) and node.arg == "help" and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


def _faults(path: Path) -> Iterator[str]:
    """Yield the templates of a file's error messages, for files outside ui/."""
    tree = ast.parse(path.read_text())
    inside = {id(one) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for one in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            said = _template(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            said = node.value
        else:
            continue
        if len(FIELD.sub("", said)) >= LEAST and PROSE.search(said) and not NO_PROSE.search(said):
            yield said


def _template(node: ast.JoinedStr) -> str:
    """Return an f-string with its fields as names, repeated ones numbered."""
    said, names = "", [""]
    for part in node.values:
        if isinstance(part, ast.Constant):
            said += str(part.value)
            continue
        assert isinstance(part, ast.FormattedValue)
        name = part.value.id if isinstance(part.value, ast.Name) else getattr(part.value, "attr", "what")
        names.append(name.strip("_").lower())
        again = names.count(names[-1])
        said += f"{{{names[-1]}{again if again > 1 else ''}}}"
    return said


def _read(path: Path) -> dict[str, Any]:
    file = tomllib.loads(path.read_text())
    for column in file.get("column", ()):
        column["heading"] = SheetColumn(name=column["name"], title=column.get("title", "")).heading
    return file


def _under(value: Any, keys: Mapping[str, Any] | str) -> Iterator[str]:  # what TOML has
    if isinstance(value, list):
        for each in value:
            yield from _under(each, keys)
    elif isinstance(value, str):
        yield value
    elif isinstance(keys, Mapping) and isinstance(value, Mapping):
        for name, below in value.items():
            if name in keys or "*" in keys:
                yield from _under(below, keys.get(name, keys.get("*")))


def main() -> None:
    """Renew every catalogue, and print how much of each is translated."""
    for path in catalogues().values():
        catalogue = renewed(polib.pofile(str(path)))
        catalogue.save(str(path))
        print(f"{path.name}: {catalogue.percent_translated()} % of {len(catalogue)} texts")


if __name__ == "__main__":
    main()
