"""Sentences as values, each kept as its template and put into the reader's language when it is said. Pure.

`_`, `many`, `phrase` and `plural` mark what a translation replaces:
`xgettext --keyword=_ --keyword=many:1,2 --keyword=phrase --keyword=plural:1,2`.
"""

import re
from collections.abc import Sequence
from gettext import NullTranslations, translation
from pathlib import Path
from typing import Generic, TypeVar, TypeVarTuple, overload

_translations: NullTranslations = translation(
    "companion", localedir=Path(__file__).parent / "locale", fallback=True
)
_ = _translations.gettext
many = _translations.ngettext

_FIELD = re.compile(r"{(\w+)")

Fields = TypeVarTuple("Fields")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")


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
            return _(self.template).format(**said)
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
