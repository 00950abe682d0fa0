"""Finds what a record names that doesn't exist in its match: a seat, a side, a card.

Rules and presenters trust the referee's own records. A file that was edited by hand or damaged can name
anything, so it is checked before any of it is shown.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, NewType, TypeAlias, Union, get_args, get_origin, get_type_hints

from msgspec import Struct, to_builtins

from companion.game import Per
from companion.journal import Faulted, TakenBack

Known = Mapping[Any, Collection[Any]]  # a NewType is a class to the type checker only
"""The existing values of a type: a NewType of int, or a struct."""

# Values can have any game's types.
Look: TypeAlias = Callable[[Any, Known], Iterator[str]]
"""Yields sentences about what a value names that isn't known; made once per type."""

AS_SAID = ("report", "consents")
"""Fields that are recorded as reported: a report may have been refused because it names nobody, and consents
to a take-back aren't checked."""


def strangers(body: Struct, known: Known) -> Iterator[str]:
    """Yield a sentence for each thing that an entry's body names and `known` doesn't have."""
    as_said = isinstance(body, Faulted | TakenBack)
    for name, look in _fields(type(body)):
        if not (as_said and name in AS_SAID):
            yield from look(getattr(body, name), known)


@cache
def _fields(kind: type[Struct]) -> tuple[tuple[str, Look], ...]:
    """Return the fields of a struct that may name something; most are text and numbers."""
    hints = get_type_hints(kind, include_extras=True)
    looks = ((name, _look_for(hints[name])) for name in kind.__struct_fields__)
    return tuple((name, look) for name, look in looks if look is not None)


def _look_for(hint: Any) -> Look | None:
    """Return a check for values of this type; None if they can't name anything."""
    parts = list(_parts(hint))
    if kinds := [part for part in parts if isinstance(part, NewType)]:
        return lambda value, known: _number(value, kinds, known)
    per = [meta.kind for meta in getattr(hint, "__metadata__", ()) if isinstance(meta, Per)]
    if all(_plain(part) for part in parts) and not per:
        return None
    items = [get_args(part) for part in parts if get_origin(part) is tuple]
    if len(items) == 1 and len(set(items[0]) - {Ellipsis}) == 1:
        one = _look_for(items[0][0])
        return lambda value, known: _several(value, one, per, known)
    return _anything


def _plain(part: Any) -> bool:
    """Return whether values of this type can't name anything."""
    if get_origin(part) is tuple:
        return all(_look_for(item) is None for item in get_args(part) if item is not Ellipsis)
    # The origin of a generic struct is its class; other types with an origin are literals.
    kind = get_origin(part) or part
    return kind is Literal or (isinstance(kind, type) and not issubclass(kind, Struct))


def _parts(hint: Any) -> Iterator[Any]:
    """Yield the members of a union, or the type itself, without annotations."""
    if get_origin(hint) is Annotated:
        yield from _parts(get_args(hint)[0])
    elif get_origin(hint) in (Union, UnionType):
        for one in get_args(hint):
            yield from _parts(one)
    else:
        yield hint


def _number(value: Any, kinds: list[Any], known: Known) -> Iterator[str]:
    if value is None:
        return
    for kind in kinds:
        if kind in known and value not in known[kind]:
            yield _unknown(kind, value)


def _several(value: Any, one: Look | None, per: list[Any], known: Known) -> Iterator[str]:
    """Check a tuple whose items have one type; `value` may also be None or UNSET."""
    if not isinstance(value, tuple):
        return
    for kind in per:
        if len(value) != len(known[kind]):
            yield f"it counts for {len(value)} {_called(kind)}s, and there are {len(known[kind])}"
    if one is not None:
        for item in value:
            yield from one(item, known)


def _anything(value: Any, known: Known) -> Iterator[str]:
    """Check a struct, or a tuple that may hold structs."""
    if isinstance(value, Struct):
        kind = type(value)
        if kind in known and value not in known[kind]:
            yield _unknown(kind, value)
        for name, look in _fields(kind):
            yield from look(getattr(value, name), known)
    elif isinstance(value, tuple):
        for item in value:
            yield from _anything(item, known)


def _unknown(kind: Any, value: Any) -> str:
    return f"it names {_called(kind)} {to_builtins(value)}, which isn't in this match"


def _called(kind: Any) -> str:
    """Return a type's name as lower-case words."""
    return re.sub("(?<=.)(?=[A-Z])", " ", str(kind.__name__)).lower()
