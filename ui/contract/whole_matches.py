"""Whole matches of a game, to the end and with as many people as can play: rules, words, picture."""

import gc
import os
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache, reduce
from itertools import islice
from random import Random
from types import BuiltinFunctionType, FrameType
from typing import Any, TypeAlias

import msgspec
from msgspec import inspect

from companion.clock import Instant, WallTime
from companion.game import TABLE, Accepted, Level, Refused, Seat, Violation
from companion.grab import Grab
from companion.journal import MatchHeader
from companion.match import Match
from companion.match_reports import PutRight
from ui.contract.properties import MOST_LISTED
from ui.games.face import GameFace
from ui.games.people import Tapped, ToldAloud
from ui.stage import theme
from ui.stage.rect import Rect
from ui.stage.scene import Viewport
from ui.table.presenting import GameSpecific
from ui.table.sentences import CANT_BE
from ui.table.session import Session

MOST_STEPS, MATCHES = 4000, 3
"""Reports after which a match that is told at random is over, in one of so many matches."""
SHORTEST = 60
"""Reports before which a match that is told at random doesn't end where it can go on."""
MOST_TOLD = 8
"""Where more people can play, no whole match of theirs is told: only its first picture is looked at."""
LOOKED_AT = 12
"""Positions of a match that are drawn and reported to wrongly."""
WRONG = 40
"""Reports at random for each of these positions."""
PATIENCE = 60
"""Times that people at the table may look on, one after the other."""
PANELS = ((800, 480), (1280, 720))

Whole: TypeAlias = Callable[[GameFace], None]
Position: TypeAlias = tuple[GameSpecific, GameSpecific]
"""A state, and the report that was told in it; at the end None."""


def told(face: GameFace, players: int, chance: Random) -> Iterator[Position]:
    """Yield the positions of a match that is told at random: each kind of report is as likely as another.

    What ends it is told late, where there is anything else to tell.
    """
    game = face.game
    state = game.opening(face.facts(players, {}, Level.COUNTING, Seat(0)))
    for n in range(MOST_STEPS):
        kinds: dict[type, list[GameSpecific]] = {}
        for report in islice(game.legal(state), 200):
            kinds.setdefault(type(report), []).append(report)
        if not kinds:
            break
        before = state
        for its in chance.sample([*kinds.values()], len(kinds)):
            report = chance.choice(its)
            ruling = game.judge(before, report)
            assert isinstance(ruling, Accepted), f"legal lists what judge refuses: {report}"
            state = reduce(game.evolve, ruling.events, before)
            if n >= SHORTEST or game.outcome(state) is None:
                break
        yield before, report
    yield state, None


def _ends(face: GameFace) -> Iterator[tuple[int, list[Position]]]:
    """Yield a whole match for the fewest and the most people."""
    most = max(count for count in face.counts if count <= MOST_TOLD or count == face.counts[0])
    for players in sorted({face.counts[0], most}):
        yield players, _whole_match(type(face), players)


@lru_cache(maxsize=4)
def _whole_match(kind: type[GameFace], players: int) -> list[Position]:
    """Return a match that was told to its end: every property looks at the same ones."""
    face = kind()
    for seed in range(MATCHES):
        positions = [*told(face, players, Random(seed))]
        if face.game.outcome(positions[-1][0]) is not None:
            return positions
    raise AssertionError(f"no match of {players} ends within {MOST_STEPS} reports: what is awaited?")


def _seats(face: GameFace, players: int) -> set[Seat]:
    """Return the seats of a match: in some games a player has several."""
    return {*face.game.known(face.facts(players, {}, Level.COUNTING, Seat(0)))[Seat]}


def a_match_ends_and_then_nothing_is_awaited(face: GameFace) -> None:
    game = face.game
    for players, positions in _ends(face):
        end, _ = positions[-1]
        assert not game.awaited(end)
        assert next(iter(game.legal(end)), None) is None, "something is legal although it is over"
        outcome = game.outcome(end)
        assert outcome is not None
        assert {*outcome.winners} <= _seats(face, players), f"{outcome.winners} sit at no table of {players}"
        assert len({*outcome.winners}) == len(outcome.winners)
        assert outcome.reason.startswith("match.") or game.catalogue.text(outcome.reason)
        for state, report in positions[:-1]:
            assert report is not None
            assert game.awaited(state), "play goes on, and nothing is awaited"
            assert game.outcome(state) is None
        for state, _ in positions:
            assert all(len(figures) == len(_seats(face, players)) for figures in game.score(state).values())


def places_are_those_of_the_outcome(face: GameFace) -> None:
    results = face.game.results
    for players, positions in _ends(face):
        end, _ = positions[-1]
        outcome = face.game.outcome(end)
        assert outcome is not None
        found = results.standings(end, outcome)
        assert len(found) == players, f"{len(found)} places for {players} players"
        won = {results.player(end, seat) for seat in outcome.winners}
        for player, one in enumerate(found):
            assert one.won == (player in won), f"player {player}: won or not?"
            assert (one.place == 1) == one.won or not won, f"player {player} has place {one.place}"
            assert (one.points is not None) >= results.has_points
        behind = [one for one in found if not one.won and one.points is not None]
        for one in behind:
            for other in behind:
                ahead = (one.points or 0) > (other.points or 0)
                better = one.place <= other.place if results.high_wins else one.place >= other.place
                assert better or not ahead, f"{one} and {other}: whose place is it?"
        if results.race is not None:
            assert all(len(results.race(state)) == players for state, _ in positions)


def every_position_has_pads_and_a_picture(face: GameFace) -> None:
    player = face.game.results.player
    _picture(face, face.counts[-1])
    for players, positions in _ends(face):
        facts = face.facts(players, {}, Level.COUNTING, Seat(0))
        presenter = face.presenter(facts, theme.plates()[:players])
        last = len(positions) - 1
        drawn = {0, 1, last - 1, last, *range(0, last, max(1, last // LOOKED_AT))}
        for n, (state, _) in enumerate(positions):
            view = face.game.view(state, TABLE)
            assert presenter.banner(view).title, f"the banner says nothing at {state}"
            assert all(choice.title for choice in presenter.routine(view)), f"a pad without words at {state}"
            assert all(choice.title for choice in presenter.referee_menu(view))
            if n in drawn:
                _drawn(face, presenter, view)
        match = Match.begin(face.game, facts, MatchHeader("m", face.game.name), WallTime(0))
        for _, report in positions[:-1]:
            match.submit(report, seen=match.length, at=WallTime(0))
        for entry in match.entries:
            said = presenter.told(entry)
            assert said, f"nothing is told of {entry.body}"
            assert all(said), f"a sentence with a hole: {said}"
        end, _ = positions[-1]
        outcome = face.game.outcome(end)
        assert outcome is not None
        shown = presenter.result(outcome, face.game.view(end, TABLE))
        assert shown.title
        # A player with two hands has two seats.
        won, named = ({player(end, seat) for seat in seats} for seats in (outcome.winners, shown.winners))
        assert won == named, "the dialog of the end names others than the rules"


def _picture(face: GameFace, players: int) -> None:
    """Draw the first picture of a match."""
    facts = face.facts(players, {}, Level.COUNTING, Seat(0))
    presenter = face.presenter(facts, theme.plates()[:players])
    _drawn(face, presenter, face.game.view(face.game.opening(facts), TABLE))


def _drawn(face: GameFace, presenter: GameSpecific, view: GameSpecific) -> None:
    for wide, high in PANELS:
        face.still(presenter, view)(Viewport(Rect(0, 0, wide, high), 1.0), None)


def what_is_not_legal_is_refused_in_words(face: GameFace) -> None:
    """Both ways: reports at random, and those of other positions, are tried beside the legal ones.

    Corrections of the record are legal at any time and never listed: those may be accepted. So may what says
    the same as a listed report in other words, such as the spaces of a row from the other end.
    """
    game = face.game
    for players, positions in _ends(face):
        facts = face.facts(players, {}, Level.COUNTING, Seat(0))
        presenter = face.presenter(facts, theme.plates()[:players])
        chance = Random(players)
        pool = [report for _, report in positions[:-1]]
        step = max(1, len(positions) // LOOKED_AT)
        # What is told behind the end is refused by the match, whatever the game is.
        looked_at = [
            (state, [*islice(game.legal(state), MOST_LISTED)]) for state, _ in positions[:-1][::step]
        ]
        play = {type(report) for report in pool} | {type(one) for _, able in looked_at for one in able}
        for state, able in looked_at:
            listed = {repr(report) for report in able}
            others = chance.sample(pool, min(len(pool), WRONG))
            near = [found for report in others if (found := _near(game, report, chance)) is not None]
            tried = [*any_reports(game, players, chance, WRONG), *others, *near]
            for report in tried if len(listed) < MOST_LISTED else []:
                ruling = game.judge(state, report)
                fits = isinstance(ruling, Accepted) == (repr(report) in listed)
                assert fits or type(report) not in play or _told_otherwise(game, state, ruling), (
                    f"judge and legal don't agree on {report}: {ruling}"
                )
                if isinstance(ruling, Refused):
                    _in_words(presenter, game, ruling.violations, _seats(face, players))


def _told_otherwise(game: GameSpecific, state: GameSpecific, ruling: GameSpecific) -> bool:
    """Tell whether an accepted report comes to the same position as one that is listed."""
    if not isinstance(ruling, Accepted):
        return False
    position = reduce(game.evolve, ruling.events, state)
    others = (game.judge(state, other) for other in islice(game.legal(state), MOST_LISTED))
    return any(reduce(game.evolve, other.events, state) == position for other in others)


def _in_words(
    presenter: GameSpecific, game: GameSpecific, violations: tuple[Violation, ...], seats: set[Seat]
) -> None:
    assert violations, "a refusal without a fault"
    for violation in violations:
        assert violation.rule.startswith("match.") or game.catalogue.text(violation.rule)
        assert violation.seat is None or violation.seat in seats, "it names who isn't here"
        said = presenter.explain((violation,))
        assert said.title not in ("", CANT_BE), f"no sentence for {violation}"


def any_reports(game: GameSpecific, players: int, chance: Random, count: int) -> Iterator[GameSpecific]:
    """Yield reports with anything in them that a record could hold."""
    info = inspect.type_info(game.report_type)
    kinds = info.types if isinstance(info, inspect.UnionType) else (info,)
    for _ in range(count):
        # What no record can hold needn't be refused by anybody's rules.
        with suppress(msgspec.ValidationError):
            yield msgspec.convert(_anything(chance.choice(kinds), players, chance, 0), game.report_type)


def _near(game: GameSpecific, report: GameSpecific, chance: Random) -> GameSpecific:
    """Return a report with a figure in it that is one more or one less; None where it has none."""
    said = msgspec.to_builtins(report)
    figures = [name for name, value in said.items() if type(value) is int]
    if not figures:
        return None
    name = chance.choice(figures)
    with suppress(msgspec.ValidationError):
        return msgspec.convert(said | {name: said[name] + chance.choice((-1, 1))}, game.report_type)
    return None


MOST_DEEP = 4
MOST = 10**6
"""A number as far from 0 as any report needs."""


def _anything(info: inspect.Type, players: int, chance: Random, deep: int) -> Any:
    """Return a value of a type, as JSON has it."""

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
            return chance.choice([one.value for one in cls])
        case inspect.LiteralType(values):
            return chance.choice(values)
        case inspect.UnionType(types):
            return inner(types[-1] if deep > MOST_DEEP else chance.choice(types))
        case inspect.TupleType(item_types):
            return [inner(item) for item in item_types]
        case inspect.VarTupleType(item) | inspect.ListType(item):
            return [inner(item) for _ in range(0 if deep > MOST_DEEP else chance.randrange(3))]
        # Photo finishes and dead heats come from buttons, and aren't listed.
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
    """Yield numbers about the table's size, and far from it, that the type allows."""
    low = max(end for end in (-MOST, info.ge, info.gt and info.gt + 1) if end is not None)
    high = min(end for end in (MOST, info.le, info.lt and info.lt - 1) if end is not None)
    near = (*range(-1, players + 2), *range(players), 13, 99, MOST, -MOST)
    yield low
    yield from (number for number in near if low <= number <= high)


CLOCKS = {"now", "today", "utcnow"} | {
    f"{clock}{unit}" for clock in ("time", "monotonic", "perf_counter") for unit in ("", "_ns")
}


@contextmanager
def _neither_clock_nor_chance() -> Iterator[None]:
    """Find out whether the clock or chance is asked within; AssertionError names what was asked."""
    asked: list[str] = []

    def look(frame: FrameType, kind: str, function: object) -> None:
        if kind == "c_call" and isinstance(function, BuiltinFunctionType):
            of = function.__self__
            clock = function.__name__ in CLOCKS and "time" in str(getattr(of, "__name__", of))
            if clock or of is random._inst or function is os.urandom:
                asked.append(function.__name__)

    # What looks on as memory is cleared up asks the clock, and isn't part of any rules.
    collects, before = gc.isenabled(), sys.getprofile()
    gc.disable()
    sys.setprofile(look)
    try:
        yield
    finally:
        sys.setprofile(before)
        if collects:
            gc.enable()
    assert not asked, f"the rules ask {', '.join(sorted({*asked}))}: clock and chance come in as reports"


def rules_ask_neither_clock_nor_chance(face: GameFace) -> None:
    game, players = face.game, face.counts[0]
    for state, report in islice(told(face, players, Random(7)), 200):
        if report is not None:
            with _neither_clock_nor_chance():
                ruling = game.judge(state, report)
                assert ruling == game.judge(state, report), f"judge changes its mind on {report}"
                assert isinstance(ruling, Accepted)
                for event in ruling.events:
                    game.evolve(state, event)
                game.awaited(state)
                game.view(state, TABLE)


class _NoClock:
    """A clock that stands still."""

    def wall(self) -> WallTime:
        """Return the same time, always."""
        return WallTime(0)

    def now(self) -> Instant:
        """Return the same instant, always."""
        return Instant(0)


def its_people_play_to_the_end(face: GameFace) -> None:
    """As far as they tell aloud, or tap pads that lie there anyway; a board is tapped in `companion demo`."""
    try:
        people = face.people(1)
    except NotImplementedError:
        return
    players, idle = face.counts[-1], 0
    facts, plates = face.facts(players, {}, Level.COUNTING, Seat(0)), theme.plates()[:players]
    presenter = face.presenter(facts, plates)
    session = Session.begin(face.game, facts, plates, "m", _NoClock(), lambda *_: None)
    for _ in range(MOST_STEPS):
        if session.outcome is not None:
            return
        if session.hold is not None:
            session.submit(PutRight(), session.shown)
            continue
        steps = people.next(session, presenter)
        idle = 0 if steps else idle + 1
        assert idle < PATIENCE, "people look on for ever"
        for step in steps:
            report = _means(step.deed, presenter, session)
            if report is None:
                return
            session.submit(report, session.shown)
    raise AssertionError(f"people play on after {MOST_STEPS} reports")


def _means(deed: GameSpecific, presenter: GameSpecific, session: Session) -> GameSpecific:
    """Return the report of a deed; None where it takes a board, a dialog or a button."""
    if isinstance(deed, ToldAloud):
        return deed.report
    pads = {choice.title: choice.report for choice in presenter.routine(session.view)}
    report = pads.get(deed.title) if isinstance(deed, Tapped) else None
    kinds = inspect.type_info(session.game.report_type)
    able = kinds.types if isinstance(kinds, inspect.UnionType) else (kinds,)
    known = {kind.cls for kind in able if isinstance(kind, inspect.StructType)}
    return report if type(report) in known else None


WHOLE: tuple[Whole, ...] = (
    a_match_ends_and_then_nothing_is_awaited,
    places_are_those_of_the_outcome,
    every_position_has_pads_and_a_picture,
    what_is_not_legal_is_refused_in_words,
    rules_ask_neither_clock_nor_chance,
    its_people_play_to_the_end,
)
