"""What a record names that isn't at its table: a seat, a side, a card.

Rules and words trust that what happened, happened at this table. What the referee wrote did; a file that was
edited by hand, or damaged, can name anything, and is looked through before anything of it is told.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, NewType, Union, get_args, get_origin, get_type_hints

from msgspec import Struct, to_builtins

from companion.game import Per
from companion.journal import Faulted, TakenBack

Known = Mapping[Any, Collection[Any]]  # a NewType is a class to the type checker only
"""Which there are of a kind: of a NewType of int, or of a struct."""

AS_SAID = ("report", "consents")
"""What is written down as it was said: a report may well have been refused for naming nobody, and who else
consents to a take-back is never asked."""


def strangers(body: Struct, known: Known) -> Iterator[str]:
    """Yield, in words, what an entry's body names that isn't there."""
    for name, hint in _fields(type(body)):
        if name not in AS_SAID or not isinstance(body, Faulted | TakenBack):
            yield from _among(getattr(body, name), hint, known)


# Values and types are of any game's structs.
def _among(value: Any, hint: Any, known: Known) -> Iterator[str]:
    if isinstance(value, Struct):
        if type(value) in known and value not in known[type(value)]:
            yield _unknown(type(value), value)
        for name, inner in _fields(type(value)):
            yield from _among(getattr(value, name), inner, known)
    elif isinstance(value, tuple):
        for per in _per(hint):
            if len(value) != len(known[per.kind]):
                yield f"it counts for {len(value)} {_called(per.kind)}s, and there are {len(known[per.kind])}"
        for item, inner in zip(value, _items(hint, len(value)), strict=True):
            yield from _among(item, inner, known)
    elif type(value) is int:
        for kind in _kinds(hint):
            if kind in known and value not in known[kind]:
                yield _unknown(kind, value)


def _unknown(kind: Any, value: Any) -> str:
    return f"it names {_called(kind)} {to_builtins(value)}, which isn't in this match"


def _called(kind: Any) -> str:
    """Return a class's name as words."""
    return re.sub("(?<=.)(?=[A-Z])", " ", str(kind.__name__)).lower()


@cache
def _fields(kind: type[Struct]) -> tuple[tuple[str, Any], ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple((name, hints[name]) for name in kind.__struct_fields__ if not _plain(hints[name]))


@cache
def _plain(hint: Any) -> bool:
    """Tell whether nothing of this type can name anybody: most fields are text and figures."""
    if isinstance(hint, type) and not get_args(hint):
        return not issubclass(hint, Struct)
    inner = get_args(hint)
    return bool(inner) and not _per(hint) and not _kinds(hint) and all(map(_plain, inner))


@cache
def _parts(hint: Any) -> tuple[Any, ...]:
    """Return the types that a value may be of, each without its annotations."""
    if get_origin(hint) is Annotated:
        return _parts(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        return tuple(part for one in get_args(hint) for part in _parts(one))
    return (hint,)


@cache
def _kinds(hint: Any) -> tuple[Any, ...]:
    return tuple(part for part in _parts(hint) if isinstance(part, NewType))


@cache
def _per(hint: Any) -> tuple[Per, ...]:
    return tuple(meta for meta in getattr(hint, "__metadata__", ()) if isinstance(meta, Per))


@cache
def _items(hint: Any, count: int) -> tuple[Any, ...]:
    """Return the types of a tuple's items; of one that isn't known, of anything."""
    for part in _parts(hint):
        if get_origin(part) is tuple:
            inner = get_args(part)
            if len(inner) == 2 and inner[1] is Ellipsis:
                return (inner[0],) * count
            if len(inner) == count:
                return inner
    return (object,) * count
