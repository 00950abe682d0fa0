"""What a record names that isn't at its table: a seat, a side, a card.

Rules and words trust that what happened, happened at this table. What the referee wrote did; a file that
was edited by hand, or damaged, can name anything, and is looked through before anything of it is told.
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
"""Which there are of a kind: of a NewType of int, or of a struct."""

# Values are of any game's types.
Look: TypeAlias = Callable[[Any, Known], Iterator[str]]
"""Yields what a value names that isn't known; made once for a type."""

AS_SAID = ("report", "consents")
"""What is written down as it was said: a report may well have been refused for naming nobody, and who else
consents to a take-back is never asked."""


def strangers(body: Struct, known: Known) -> Iterator[str]:
    """Yield, in words, what an entry's body names that isn't there."""
    as_said = isinstance(body, Faulted | TakenBack)
    for name, look in _fields(type(body)):
        if not (as_said and name in AS_SAID):
            yield from look(getattr(body, name), known)


@cache
def _fields(kind: type[Struct]) -> tuple[tuple[str, Look], ...]:
    """Return the fields of a struct in which somebody may be named: most are text and figures."""
    hints = get_type_hints(kind, include_extras=True)
    looks = ((name, _look_for(hints[name])) for name in kind.__struct_fields__)
    return tuple((name, look) for name, look in looks if look is not None)


def _look_for(hint: Any) -> Look | None:
    """Return how to look through a value of this type; None where it can name nobody."""
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
    """Tell whether a value of this type names nobody."""
    if get_origin(part) is tuple:
        return all(_look_for(item) is None for item in get_args(part) if item is not Ellipsis)
    # A struct of this and that is made of its class; what else has an origin are literals.
    kind = get_origin(part) or part
    return kind is Literal or (isinstance(kind, type) and not issubclass(kind, Struct))


def _parts(hint: Any) -> Iterator[Any]:
    """Yield the types that a value may be of, each without its annotations."""
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
    """Look through a tuple of things of one type; there may be none in its place."""
    if not isinstance(value, tuple):
        return
    for kind in per:
        if len(value) != len(known[kind]):
            yield f"it counts for {len(value)} {_called(kind)}s, and there are {len(known[kind])}"
    if one is not None:
        for item in value:
            yield from one(item, known)


def _anything(value: Any, known: Known) -> Iterator[str]:
    """Look through a struct, or a tuple of what may be structs."""
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
    """Return a class's name as words."""
    return re.sub("(?<=.)(?=[A-Z])", " ", str(kind.__name__)).lower()
