"""`companion referee GAME --reports`: every report that can be told, out of its own type.

A comment says what it is and what each field may be, and a line of JSON shows it.
"""

from collections.abc import Iterator
from inspect import getdoc
from typing import Any, get_origin

import msgspec
from msgspec import inspect as types

from companion.games.shelf import AnyGame
from companion.match_reports import Correct, Insert, MatchReport, Replace
from ui.console import words

MOST_NAMED = 6
"""Of more words than these, that a field may be, only the first and the last are told."""


def vocabulary(game: AnyGame) -> Iterator[str]:
    """Yield the lines: a legend, then three for each report of a game and of the match."""
    yield from words.LEGEND
    # Which reports of the game they are about, nobody knows but the game.
    corrections = (Replace[msgspec.Raw], Insert[msgspec.Raw], Correct[msgspec.Raw])
    for kind in (game.report_type, MatchReport, *corrections):
        for report in _kinds(types.type_info(kind)):
            yield from _told(report, game)


def _kinds(kind: types.Type) -> tuple[types.StructType, ...]:
    every = kind.types if isinstance(kind, types.UnionType) else (kind,)
    return tuple(one for one in every if isinstance(one, types.StructType))


def _told(report: types.StructType, game: AnyGame) -> Iterator[str]:
    first, *_ = (getdoc(get_origin(report.cls) or report.cls) or "").split("\n\n")
    yield f"\n# {report.tag}: {' '.join(first.split())}"
    fields = " · ".join(f"{_name(field)}: {described(field.type)}" for field in report.fields)
    if fields:
        yield f"#   {fields}"
    shown = example(report)
    if "report" in shown:
        shown["report"] = example(_kinds(types.type_info(game.report_type))[0])
    yield msgspec.json.encode(shown).decode()


def _name(field: types.Field) -> str:
    return field.encode_name if field.required else f"{field.encode_name}?"


def described(kind: types.Type) -> str:
    """Return what a value of a type may be, as short as it can be said."""
    match kind:
        case types.IntType(ge=least, lt=beyond, le=most):
            last = most if beyond is None else beyond - 1
            return words.NUMBER if last is None else words.numbers(least or 0, last)
        case types.StrType(pattern=None):
            return words.TEXT
        case types.StrType(pattern=pattern):
            return _one_of(_alternatives(pattern))
        case types.EnumType(cls):
            return _one_of([str(each.value) for each in cls])
        case types.BoolType():
            return "true|false"
        case types.NoneType():
            return "null"
        case types.VarTupleType(item):
            return f"[{described(item)}, …]"
        case types.UnionType(kinds):
            return words.either([described(one) for one in kinds])
        case types.StructType(array_like=True, fields=fields):
            return f"[{', '.join(f'{_name(field)} {described(field.type)}' for field in fields)}]"
        case types.StructType(tag_field=tag_field, tag=tag, fields=fields):
            named = [] if tag_field is None else [f'{tag_field} "{tag}"']
            inner = (*named, *(f"{_name(field)} {described(field.type)}" for field in fields))
            return f"{{{', '.join(inner)}}}"
    return words.A_REPORT


def example(kind: types.Type, name: str = "") -> Any:  # whatever JSON can be
    """Return a value of a type, the first that comes to mind; a text is the `name` of its field."""
    match kind:
        case types.IntType(ge=least):
            return least or 0
        case types.StrType(pattern=pattern):
            return name if pattern is None else _alternatives(pattern)[0]
        case types.EnumType(cls):
            return next(iter(cls)).value
        case types.BoolType():
            return False
        case types.VarTupleType(item):
            return [example(item, name)]
        case types.DictType():
            return {}
        case types.LiteralType(values):
            return values[0]
        case types.UnionType(kinds):
            return example(next(one for one in kinds if not isinstance(one, types.NoneType)), name)
        case types.StructType(array_like=True, fields=fields):
            return [example(field.type, field.encode_name) for field in fields]
        case types.StructType(tag_field=tag_field, tag=tag, fields=fields):
            named = {} if tag_field is None else {tag_field: tag}
            return {
                **named,
                **{field.encode_name: example(field.type, field.encode_name) for field in fields},
            }
    return None


def _alternatives(pattern: str | None) -> list[str]:
    """Return the words that a pattern such as `^(one|other)\\Z` allows."""
    return (pattern or "").removeprefix("^(").partition(")")[0].split("|")


def _one_of(able: list[str]) -> str:
    if len(able) > MOST_NAMED:
        able = [*able[:2], "…", able[-1]]
    return "|".join(able)
