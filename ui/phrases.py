"""Texts and sentences as values, put into the reader's language when they are said. Pure.

`_` marks a text, with a `context` where a translator needs to tell two uses of a word apart; `phrase` and
`plural` mark a sentence with fields, `many` one that differs by a number. `ui/texts.py` finds them all.
`say_in` says in which language everything is said from then on.
"""

import re
from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any, Generic, SupportsIndex, TypeVar, TypeVarTuple, overload

_language: NullTranslations | None = None
"""What puts a text into the reader's language; English needs none."""

_FIELD = re.compile(r"{(\w+)")

Fields = TypeVarTuple("Fields")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")


def say_in(language: NullTranslations | None) -> None:
    """Say all texts in a language from now on; None: in English."""
    global _language
    _language = language


class Message(str):
    """A text in English that is said in the reader's language: by `str`, in an f-string, as a field.

    It is the English text where it is compared or looked up. `join` and `+` behind another text take the
    English as well: what is joined is said before, with `map(str, …)`.
    """

    __slots__ = ("_context",)
    _context: str

    def __new__(cls, text: str, context: str = "") -> "Message":
        message = super().__new__(cls, text)
        message._context = context
        return message

    def __str__(self) -> str:
        """Say it."""
        return _said(str.__str__(self), self._context)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __add__(self, other: str) -> str:
        return str(self) + other

    def __getitem__(self, at: SupportsIndex | slice) -> str:
        return str(self)[at]

    def __mod__(self, values: Any) -> str:
        return str(str(self) % values)

    def format(self, *fields: object, **named: object) -> str:
        """Say it with its fields filled."""
        return str(self).format(*fields, **named)

    def join(self, parts: Any) -> str:
        """Say parts with this between them."""
        return str(self).join(map(str, parts))

    def split(self, sep: str | None = None, maxsplit: SupportsIndex = -1) -> list[str]:
        """Say it in parts."""
        return str(self).split(sep, maxsplit)

    def rstrip(self, chars: str | None = None) -> str:
        """Say it without what stands at its end."""
        return str(self).rstrip(chars)


def _(text: str, context: str = "") -> str:
    """Mark a text; the `context` tells translators which of its meanings is meant."""
    return Message(text, context)


def many(one: str, several: str, number: int) -> str:
    """Say the sentence that suits a number; its fields are still to be filled."""
    if _language is None:
        return one if number == 1 else several
    return str(_language.ngettext(one, several, number))


def translated(text: str) -> str:
    """Say a text from a file of ours, like a rule or the title of a sheet; an owner's stays as it is."""
    return _said(text, "")


def inside(title: str) -> str:
    """Say a title inside a sentence: with a small letter, but in German, where nouns have capitals."""
    said = str(title)
    german = _language is not None and _language.info().get("language") == "de"
    return said if german else said[:1].lower() + said[1:]


def _said(text: str, context: str) -> str:
    if _language is None or not text:
        return text
    said = _language.pgettext(context, text) if context else _language.gettext(text)
    return str(said)


class Phrase(Generic[*Fields]):
    """A sentence with fields in braces. They are filled by position, in the order in which they stand in it.

    `several` is the sentence for other numbers than one; the first field that is an int is the number.
    Raises ValueError if the template has more or fewer fields than `kinds`.
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
        """Say it."""
        values: tuple[object, ...] = fields
        said = dict(zip(self.fields, values, strict=True))
        if not self.several:
            return translated(self.template).format(**said)
        number = said[self.fields[self._number]]
        assert isinstance(number, int)
        return many(self.template, self.several, number).format(**said)


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
    """Return a sentence of a template; without kinds it has one field, a text."""
    return Phrase(template, "", kinds or (str,))


@overload
def plural(one: str, several: str) -> Phrase[int]: ...
@overload
def plural(one: str, several: str, a: type[A], b: type[B], /) -> Phrase[A, B]: ...
@overload
def plural(one: str, several: str, a: type[A], b: type[B], c: type[C], /) -> Phrase[A, B, C]: ...
def plural(one: str, several: str, *kinds: type) -> Phrase[*tuple[object, ...]]:
    """Return a sentence that differs by a number; without kinds the number is its one field."""
    return Phrase(one, several, kinds or (int,))
