"""What the other houses say is wrong, in the reader's language: found again by its template.

`companion` and `hardware` know no languages: their errors are English lines. `tests/documents/texts.py` reads
the templates out of their code, and a catalogue has them under the context `fault`. Others stay English.
"""

import re
from functools import lru_cache
from gettext import NullTranslations

from ui.language import phrases

FAULT = "fault"
_FIELD = re.compile(r"{(\w+)}")


def spoken(error: object) -> str:
    """Say an error, line by line; what it quotes stays as it is."""
    said = str(error)
    language = phrases.language()
    return said if language is None else "\n".join(_line(line, language) for line in said.split("\n"))


def _line(line: str, language: NullTranslations) -> str:
    for pattern, template in _templates(language):
        if found := pattern.fullmatch(line):
            fields = {name: _line(quoted, language) for name, quoted in found.groupdict().items()}
            return language.pgettext(FAULT, template).format(**fields)
    for between in (": ", "; "):
        first, parted, rest = line.partition(between)
        if parted:
            return f"{_line(first, language)}{between}{_line(rest, language)}"
    return line


@lru_cache(maxsize=2)
def _templates(language: NullTranslations) -> list[tuple[re.Pattern[str], str]]:
    """Return the templates of a catalogue; those with most letters of their own come first."""
    begin = f"{FAULT}\x04"
    known = [
        key.removeprefix(begin) for key in vars(language).get("_catalog", ()) if str(key).startswith(begin)
    ]
    known.sort(key=lambda template: len(_FIELD.sub("", template)), reverse=True)
    return [(re.compile(_pattern(template), re.DOTALL), template) for template in known]


def _pattern(template: str) -> str:
    parts = _FIELD.split(template)
    # A sentence that begins with what it quotes isn't that of a longer line, which says where it is first.
    quoted = [".+?"] * len(parts) if parts[0] else ["", "(?:(?!: ).)+?", *[".+?"] * len(parts)]
    return "".join(f"(?P<{part}>{quoted[n]})" if n % 2 else re.escape(part) for n, part in enumerate(parts))
