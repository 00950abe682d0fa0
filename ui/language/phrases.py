"""Texts and sentences as values, translated into the reader's language when they are shown. Pure.

`_` marks a text, with a `context` where translators must tell two uses of a word apart; `phrase` and `plural`
mark a sentence with fields, `many` one that differs by a number. `tests/documents/texts.py` finds them all.
`say_in` sets the language from then on.

A language may need a thing in another form inside a sentence. Its catalogue then has the field as
`{cards:genitive}`, and the thing once more, with the form as its context.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from gettext import NullTranslations
from string import Formatter
from typing import Any, Generic, SupportsIndex, TypeVar, TypeVarTuple, overload

_language: NullTranslations | None = None
"""The translations into the reader's language; None for English."""

DECIMAL = "decimal sign"
"""The context for a catalogue's decimal sign, which replaces "."."""

_FIELD = re.compile(r"{(\w+)")
FORM = re.compile(r"[a-z]{2,}")
"""A form's name in a catalogue, as in `{cards:genitive}`; a number's format is one letter."""

Fields = TypeVarTuple("Fields")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
K = TypeVar("K")


def say_in(language: NullTranslations | None) -> None:
    """Show all texts in a language from now on; None: in English."""
    global _language
    _language = language


def language() -> NullTranslations | None:
    """Return the present translations; None: English."""
    return _language


class Message(str):
    """An English text that is translated by `str`, in an f-string, or as a field.

    It is the English text when it is compared or looked up. `join` and `+` after another text use the English
    too, so translate what is joined before, with `map(str, …)`.
    """

    __slots__ = ("_context", "_many")
    _context: str
    _many: tuple[str, str, int] | None

    def __new__(cls, text: str, context: str = "", many: tuple[str, str, int] | None = None) -> "Message":
        message = super().__new__(cls, text)
        message._context = context
        message._many = many
        return message

    def __str__(self) -> str:
        """Return it in the reader's language."""
        return _translate(str.__str__(self), self._context, self._many)

    def in_form(self, form: str) -> str:
        """Return it in the form that a sentence needs; as usual if the language has no such form."""
        text = _translate(str.__str__(self), form, self._many)
        return str(self) if text in (str.__str__(self), *(self._many or ())) else text

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __add__(self, other: str) -> str:
        return str(self) + other

    def __getitem__(self, at: SupportsIndex | slice) -> str:
        return str(self)[at]

    def format(self, *fields: object, **named: object) -> str:
        """Return it in the reader's language, with its fields filled."""
        if _language is None:
            return str.__str__(self).format(*fields, **named)
        return FilledText(_FILLED.vformat(str(self), fields, named), partial(_filled, self, fields, named))

    def join(self, parts: Any) -> str:
        """Return parts joined by this, all in the reader's language."""
        return str(self).join(map(str, parts))

    def split(self, sep: str | None = None, maxsplit: SupportsIndex = -1) -> list[str]:
        """Return its parts in the reader's language."""
        return str(self).split(sep, maxsplit)

    def rstrip(self, chars: str | None = None) -> str:
        """Return it in the reader's language, stripped at its end."""
        return str(self).rstrip(chars)


class FilledText(str):
    """A translated text with its fields filled, or changed; `fill` makes it again in another form."""

    __slots__ = ("_fill",)
    _fill: Callable[[str], str] | None

    def __new__(cls, text: str, fill: Callable[[str], str] | None = None) -> "FilledText":
        filled = super().__new__(cls, text)
        filled._fill = fill
        return filled

    def in_form(self, form: str) -> str:
        """Return it in a form."""
        return str(self) if self._fill is None else self._fill(form)


class _Forms(Formatter):
    """Fills a template whose fields may name a form."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if not FORM.fullmatch(format_spec):
            figure = format(value, format_spec)
            return decimal(figure) if isinstance(value, float) else figure
        return value.in_form(format_spec) if isinstance(value, Message | FilledText) else str(value)


_FILLED = _Forms()


def _filled(message: Message, fields: tuple[object, ...], named: Mapping[str, object], form: str) -> str:
    return _FILLED.vformat(message.in_form(form), fields, named)


def _(text: str, context: str = "") -> str:
    """Mark a text for translation; the `context` tells translators which meaning it has."""
    return Message(text, context)


def each_of(kinds: Iterable[K], *names: str) -> dict[K, str]:
    """Return the names of some kinds; `names` are in their order, and ValueError if their numbers differ."""
    return dict(zip(kinds, names, strict=True))


def many(one: str, several: str, number: int) -> str:
    """Return the sentence for a number; its fields have yet to be filled."""
    return Message(one if number == 1 else several, many=(one, several, abs(number)))


def translated(text: str) -> str:
    """Mark a text from one of our files, such as a rule or a sheet's title; an owner's stays as it is."""
    return Message(text)


def decimal(figure: str) -> str:
    """Return a number's text with the decimal sign of the reader's language."""
    return figure.replace(".", _translate(".", DECIMAL))


def inside(title: str) -> str:
    """Return a title for use inside a sentence: lower case, except in German, where nouns have capitals."""
    german = _language is not None and _language.info().get("language") == "de"
    return title if german else _changed(title, _small)


def capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return _changed(text, _large)


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _large(text: str) -> str:
    return text[:1].upper() + text[1:]


def _changed(text: str, change: Callable[[str], str]) -> str:
    changed = change(str(text))
    if _language is None or not isinstance(text, Message | FilledText):
        return changed
    return FilledText(changed, partial(_changed_in, text, change))


def _changed_in(text: Message | FilledText, change: Callable[[str], str], form: str) -> str:
    return change(text.in_form(form))


def _translate(text: str, context: str, many: tuple[str, str, int] | None = None) -> str:
    if _language is None or not text:
        return text
    if many is not None:
        translation = _language.npgettext(context, *many) if context else _language.ngettext(*many)
    else:
        translation = _language.pgettext(context, text) if context else _language.gettext(text)
    return str(translation)


class Phrase(Generic[*Fields]):
    """A sentence with fields in braces, filled by position in the order in which they stand in it.

    `several` is the sentence for numbers other than one; the first field that is an int is the number.
    ValueError if the template has more or fewer fields than `kinds`.
    """

    __slots__ = ("_number", "fields", "several", "template")

    def __init__(self, template: str, several: str, kinds: Sequence[type]) -> None:
        self.template = template
        self.several = several
        self.fields = tuple(dict.fromkeys(_FIELD.findall(several or template)))
        if len(self.fields) != len(kinds):
            raise ValueError(f"{template!r} has {len(self.fields)} fields, and {len(kinds)} kinds")
        self._number = kinds.index(int) if several else 0

    def __call__(self, *fields: *Fields) -> str:
        """Return it in the reader's language."""
        values: tuple[object, ...] = fields
        named = dict(zip(self.fields, values, strict=True))
        if not self.several:
            return Message(self.template).format(**named)
        number = named[self.fields[self._number]]
        assert isinstance(number, int)
        return many(self.template, self.several, number).format(**named)


@overload
def phrase(template: str) -> Phrase[str]: ...
@overload
def phrase(template: str, a: type[A], /) -> Phrase[A]: ...
@overload
def phrase(template: str, a: type[A], b: type[B], /) -> Phrase[A, B]: ...
@overload
def phrase(template: str, a: type[A], b: type[B], c: type[C], /) -> Phrase[A, B, C]: ...
@overload
def phrase(template: str, a: type[A], b: type[B], c: type[C], d: type[D], /) -> Phrase[A, B, C, D]: ...
def phrase(template: str, *kinds: type) -> Phrase[*tuple[object, ...]]:
    """Return a sentence from a template; without kinds it has one field, a text."""
    return Phrase(template, "", kinds or (str,))


@overload
def plural(one: str, several: str) -> Phrase[int]: ...
@overload
def plural(one: str, several: str, a: type[A], b: type[B], /) -> Phrase[A, B]: ...
@overload
def plural(one: str, several: str, a: type[A], b: type[B], c: type[C], /) -> Phrase[A, B, C]: ...
def plural(one: str, several: str, *kinds: type) -> Phrase[*tuple[object, ...]]:
    """Return a sentence that differs by a number; without kinds the number is its only field."""
    return Phrase(one, several, kinds or (int,))


# Errors from the other houses, in the reader's language: matched to their templates.
#
# `companion` and `hardware` know no languages: their errors are English lines. `tests/documents/texts.py`
# reads the templates out of their code, and a catalogue has them under the context `fault`. Others stay
# English.

FAULT = "fault"
_QUOTED = re.compile(r"{(\w+)}")


def error_text(error: object) -> str:
    """Return an error in the reader's language, line by line; what it quotes stays as it is."""
    text = str(error)
    into = language()
    return text if into is None else "\n".join(_line(line, into) for line in text.split("\n"))


def _line(line: str, language: NullTranslations) -> str:
    for pattern, template in _templates(language):
        if match := pattern.fullmatch(line):
            fields = {name: _line(quoted, language) for name, quoted in match.groupdict().items()}
            return language.pgettext(FAULT, template).format(**fields)
    for between in (": ", "; "):
        first, parted, rest = line.partition(between)
        if parted:
            return f"{_line(first, language)}{between}{_line(rest, language)}"
    return line


@lru_cache(maxsize=2)
def _templates(language: NullTranslations) -> list[tuple[re.Pattern[str], str]]:
    """Return a catalogue's error templates; those with most letters of their own come first."""
    begin = f"{FAULT}\x04"
    catalogue = vars(language).get("_catalog", ())
    templates = [key.removeprefix(begin) for key in catalogue if str(key).startswith(begin)]
    templates.sort(key=lambda template: len(_QUOTED.sub("", template)), reverse=True)
    return [(re.compile(_pattern(template), re.DOTALL), template) for template in templates]


def _pattern(template: str) -> str:
    parts = _QUOTED.split(template)
    # A sentence that begins with a quote must not match a longer line, which begins with a place and a colon.
    quoted = [".+?"] * len(parts) if parts[0] else ["", "(?:(?!: ).)+?", *[".+?"] * len(parts)]
    return "".join(f"(?P<{part}>{quoted[n]})" if n % 2 else re.escape(part) for n, part in enumerate(parts))
