"""Random walks through games and matches, drawn by hypothesis so that they shrink."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any, get_args

import msgspec
from hypothesis import strategies as st
from msgspec import Struct, inspect

from companion.clock import WallTime
from companion.decoding import converted
from companion.game import Accepted, Game
from companion.grab import Grab
from companion.journal import MatchHeader
from companion.line import index_of
from companion.match import Match
from companion.match_reports import Correct, Insert, LetStand, PutRight, Replace, Strike, TakeBack
from ui.table.presenting import GameSpecific

WIDTH = 200
"""Legal reports considered in a position; some positions have millions."""


class Case(Struct, frozen=True):
    """A game, some of its openings, and a function that yields legal and illegal reports for a state."""

    game: Game[Any, Any, Any, Any]
    facts: tuple[Any, ...]
    universe: Callable[[Any], Iterator[Any]]


def legal(data: st.DataObject, case: Case, state: Any) -> Any:
    """Draw one of a state's first `WIDTH` legal reports; None if there is none."""
    number = data.draw(st.integers(0, WIDTH - 1), label="legal")
    report = None
    for report in islice(case.game.legal(state), number + 1):  # noqa: B007  # the last one counts
        pass
    return report


def walk(data: st.DataObject, case: Case, steps: int) -> list[tuple[Any, Any, Any]]:
    """Play at random; return (state, report, ruling) for up to `steps` reports."""
    state = case.game.opening(data.draw(st.sampled_from(case.facts), label="facts"))
    walked = []
    for _ in range(steps):
        report = legal(data, case, state)
        if report is None:
            break
        events = happens(case.game, state, report)
        walked.append((state, report, Accepted(events)))
        state = evolved(case.game, state, events)
    return walked


def happens(game: GameSpecific, state: GameSpecific, report: GameSpecific) -> tuple[GameSpecific, ...]:
    """Return a legal report's events; raises AssertionError if it has none, or undeclared ones."""
    ruling, known = game.judge(state, report), kinds(game.event_type)
    assert isinstance(ruling, Accepted), f"legal lists what judge refuses: {report} at {state}: {ruling}"
    assert ruling.events, f"judge accepts {report} without an event: say what happened, or refuse it"
    for event in ruling.events:
        name = type(event).__name__
        assert type(event) in known, f"judge accepts {report} with {event}: add {name} to `event_type`"
    return ruling.events


def evolved(game: GameSpecific, state: GameSpecific, events: Iterable[GameSpecific]) -> GameSpecific:
    """Return the state after events; raises AssertionError if `evolve` doesn't return a state."""
    for event in events:
        state = game.evolve(state, event)
        assert isinstance(state, Struct), f"evolve returns {state!r} for {event}: return the state after it"
    return state


def begin(case: Case, facts: Any) -> Match[Any, Any, Any, Any]:
    """Begin a match of a case."""
    return Match.begin(case.game, facts, MatchHeader("m", case.game.name), WallTime(0))


def submit_anything(data: st.DataObject, case: Case, match: Match[Any, Any, Any, Any]) -> None:
    """Submit anything, valid or not: a report, a put-right, a take-back or a correction."""
    kind = data.draw(st.sampled_from("lllllluuprtsic"), label="kind")
    report: Any = None
    if kind == "l":
        report = legal(data, case, match.state)
    elif kind == "u":
        report = data.draw(st.sampled_from(list(case.universe(match.state))), label="any")
    elif kind in "pr":
        report = PutRight() if kind == "p" else LetStand()
    else:
        entry = data.draw(st.integers(0, match.length), label="entry")
        line = match.line
        replacement = legal(data, case, line[index_of(line, entry) or 0].state) or line[-1].report
        report = {
            "t": TakeBack(entry),
            "s": Strike(entry),
            "i": Insert(entry, replacement),
            "c": Correct((Insert(entry, replacement), Replace(entry, replacement, stood=True))),
        }[kind]
    if report is not None:
        match.submit(report, seen=match.length, at=WallTime(match.length))


# Random reports, with any values that a record could hold.


def kinds(union: GameSpecific) -> tuple[GameSpecific, ...]:
    """Return the struct types of a union, or a single one as a tuple."""
    return get_args(union) or (union,)


def any_reports(game: GameSpecific, players: int, chance: Random, count: int) -> Iterator[GameSpecific]:
    """Yield up to `count` random reports with any values that a record could hold."""
    info = inspect.type_info(game.report_type)
    kinds = info.types if isinstance(info, inspect.UnionType) else (info,)
    for _ in range(count):
        # Rules needn't refuse what no record can hold.
        with suppress(msgspec.ValidationError):
            yield converted(_anything(chance.choice(kinds), players, chance, 0), game.report_type)


def near(game: GameSpecific, report: GameSpecific, chance: Random) -> GameSpecific:
    """Return a report with one of its numbers changed by one; None if that isn't possible."""
    fields = msgspec.to_builtins(report)
    figures = [name for name, value in fields.items() if type(value) is int]
    if not figures:
        return None
    name = chance.choice(figures)
    with suppress(msgspec.ValidationError):
        return converted(fields | {name: fields[name] + chance.choice((-1, 1))}, game.report_type)
    return None


MOST_DEEP = 4
MOST = 10**6
"""The largest random number, up or down."""


def _anything(info: inspect.Type, players: int, chance: Random, deep: int) -> Any:
    """Return a random value of a type, as in JSON."""

    def inner(of: inspect.Type) -> Any:
        return _anything(of, players, chance, deep + 1)

    match info:
        case inspect.IntType():
            return chance.choice([*_within(info, players)])
        case inspect.BoolType():
            return chance.choice([True, False])
        case inspect.StrType():
            return chance.choice(["", "x", "nobody's"])
        case inspect.NoneType():
            return None
        case inspect.EnumType(cls):
            return chance.choice([member.value for member in cls])
        case inspect.LiteralType(values):
            return chance.choice(values)
        case inspect.UnionType(types):
            return inner(types[-1] if deep > MOST_DEEP else chance.choice(types))
        case inspect.TupleType(item_types):
            return [inner(item) for item in item_types]
        case inspect.VarTupleType(item) | inspect.ListType(item):
            return [inner(item) for _ in range(0 if deep > MOST_DEEP else chance.randrange(3))]
        # `legal` doesn't list photo finishes and dead heats, which come from buttons.
        case inspect.StructType(cls=kind) if kind is Grab:
            return {"first": [chance.choice([*range(-1, players + 2)])]}
        case inspect.StructType():
            if info.array_like:
                return [inner(field.type) for field in info.fields]
            made = {field.encode_name: inner(field.type) for field in info.fields}
            return made if info.tag_field is None else {info.tag_field: info.tag, **made}
        case inspect.FloatType():
            return chance.choice([-1.0, 0.0, 0.5])
        case _:
            raise TypeError(f"reports of {info} aren't known here")


def _within(info: inspect.IntType, players: int) -> Iterator[int]:
    """Yield numbers near the number of players and far from it that the type allows."""
    low = max(end for end in (-MOST, info.ge, info.gt and info.gt + 1) if end is not None)
    high = min(end for end in (MOST, info.le, info.lt and info.lt - 1) if end is not None)
    near = (*range(-1, players + 2), *range(players), 13, 99, MOST, -MOST)
    yield low
    yield from (number for number in near if low <= number <= high)
