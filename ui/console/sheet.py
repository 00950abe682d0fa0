"""`companion sheet`: a sheet's file, looked at, or played with in the terminal."""

from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from companion.clock import WallTime
from companion.errors import SetupError
from companion.game import Accepted, Refused, Seat
from companion.games.sheet import SheetGame
from companion.games.sheet.clock import SECOND
from companion.games.sheet.events import AnyEvent
from companion.games.sheet.model import Facts, State
from companion.games.sheet.playable import unplayable
from companion.games.sheet.reports import (
    AnyReport,
    CallEnd,
    CallNobody,
    CallRight,
    CallWrong,
    GiveUp,
    PassRound,
    PauseClock,
    StartClock,
    TellFlag,
    TellGrab,
    TellRow,
    TellTurn,
    TurnRound,
    VoidGrab,
)
from companion.games.sheet.sheet import Sheet, SheetColumn
from companion.games.sheet.sheet_file import read_sheet_file, shipped, shipped_sheet
from companion.games.sheet.view import AskedColumn, View
from companion.grab import Grab, Touch
from companion.journal import MatchHeader
from companion.match import Match
from companion.match_reports import TakeBack
from ui.console import words
from ui.games.sheet.sentences import SheetNames, SheetSentences
from ui.games.sheet.words import clock as clock_shows
from ui.language.phrases import translated
from ui.stage import theme

AnyMatch: TypeAlias = Match[Facts, State, AnyReport, AnyEvent]

UNDO, END, QUIT = "undo", "end", "quit"
START, PAUSE, LOST = "start", "pause", "lost"
PASS, TURN = "pass", "turn"
RIGHT, WRONG, NOBODY, VOID = "right", "wrong", "nobody", "void"
MOST_SECOND_DIGITS = 6


def check(source: Path) -> str:
    """Return that a file is a sheet; SetupError names every fault of one that isn't, or can't be played."""
    sheet = read_sheet_file(source)
    if stuck := [f"{source}: {sentence}" for sentence in unplayable(sheet)]:
        raise SetupError(*stuck)
    return words.is_sheet(str(source), sheet.name)


def listed() -> str:
    """Return the sheets that come with the program."""
    lines = [words.SHIPPED]
    for name in shipped():
        sheet = shipped_sheet(name)
        least, most = sheet.players
        lines.append(
            words.listed(name, translated(sheet.name), str(least) if least == most else f"{least}-{most}")
        )
    return "\n".join(lines)


def named(wanted: str) -> Sheet:
    """Return a sheet by its file, or one that comes with the program by its name."""
    if wanted in shipped() and not Path(wanted).exists():
        return shipped_sheet(wanted)
    return read_sheet_file(Path(wanted))


def tried(sheet: Sheet, players: int | None, lines: Iterable[str]) -> Iterator[str]:
    """Play a match with what is written, line by line; yield what is said. SetupError for too few or many."""
    able = [count for count in range(sheet.players[0], sheet.players[1] + 1) if sheet.able(count)]
    facts = Facts(players or able[0], sheet)
    game = SheetGame()
    match: AnyMatch = Match.begin(game, facts, MatchHeader("try", game.name), WallTime(0))
    yield from _TryOut(match).played(iter(lines))


class _Quit(Exception):
    """Nothing more is written, or `quit` is."""


class _TryOut:
    """A match in the terminal."""

    def __init__(self, match: AnyMatch) -> None:
        self._match = match
        self._names = SheetNames(match.facts, theme.plates()[: match.facts.players])
        self._sentences = SheetSentences(self._names)

    def played(self, lines: Iterator[str]) -> Iterator[str]:
        names = self._names
        yield words.begun(names.sheet.name, names.everybody())
        yield words.HELP
        if names.sheet.passes:
            yield words.PASS_HELP
        if names.sheet.reverses:
            yield words.TURN_HELP
        while True:
            try:
                report = yield from self._asked(lines)
            except _Quit:
                return
            yield from self._told(report)

    def _told(self, report: Any) -> Iterator[str]:  # of the game, or of the match
        before = self._match.length
        answer = self._match.submit(report, seen=before, at=WallTime(0))
        if isinstance(answer.ruling, Refused):
            said = self._sentences.explanation(answer.ruling.violations)
            yield from (said.title, *said.also, said.rule, *said.steps)
            return
        assert isinstance(answer.ruling, Accepted)
        if answer.entry is not None:
            yield from self._sentences.entry(answer.entry)
        totals = enumerate(self._match.state.totals)
        yield words.totals([(self._names.side(side), points) for side, points in totals])

    def _asked(self, lines: Iterator[str]) -> Generator[str, None, Any]:
        """Ask until a whole row, or turn, or something else was written; return its report."""
        view = self._match.game.view(self._match.state, None)
        if view.ended is not None:
            yield words.OVER
            yield from self._line(lines, ())
            return TakeBack()
        if not view.settled:
            return (yield from self._grab(view, lines))
        seat = view.turn
        if view.sheet.told == "turns" and seat is None:
            yield words.who_tells(view.round)
            words_said = yield from self._line(lines, (END,))
            if isinstance(words_said, str):
                return CallEnd() if words_said == END else TakeBack()
            seat = Seat(int(words_said[0]) - 1) if words_said and words_said[0].isdecimal() else Seat(-1)
            if not self._names.known(seat):
                yield words.nobody(" ".join(words_said))
                return (yield from self._asked(lines))
        took = 0
        if view.sheet.clock is not None and seat is not None:
            timed = yield from self._time(seat, lines)
            if not isinstance(timed, int):
                return timed
            took = timed
        figures = []
        for asked in view.asked:
            told = yield from self._column(view.round, asked, seat, lines)
            if isinstance(told, str):
                return self._instead(told, seat)
            figures.append(told)
        if seat is not None:
            return TellTurn(seat, tuple(its[0] for its in figures), took)
        return TellRow(tuple(figures))

    def _others(self, seat: Seat | None) -> tuple[str, ...]:
        """Return the words that may be written instead of figures, or of a time."""
        sheet = self._names.sheet
        passes = (PASS,) if sheet.passes and seat is not None else ()
        return (END, *passes, *((TURN,) if sheet.reverses else ()))

    def _instead(self, word: str, seat: Seat | None) -> Any:
        """Return the report of a word that was written instead."""
        reports: dict[str, Any] = {END: CallEnd(), PAUSE: PauseClock(), TURN: TurnRound()}
        if seat is not None:
            reports |= {LOST: GiveUp(seat), PASS: PassRound(seat)}
        return reports.get(word, TakeBack())

    def _grab(self, view: View, lines: Iterator[str]) -> Generator[str, None, Any]:
        """Ask until it was written whose hands came in which order, or whether who has the say was right."""
        says = view.hands.says
        others = {END: CallEnd(), UNDO: TakeBack()}
        if says is None:
            others |= {NOBODY: CallNobody(), VOID: VoidGrab("late_edge")}
            yield words.whose_hands([self._names.subject(seat) for seat in view.may_grab])
        else:
            others |= {RIGHT: CallRight(), WRONG: CallWrong()}
            yield words.right_or_wrong(self._names.subject(says))
        while True:
            said = yield from self._line(lines, tuple(others))
            if isinstance(said, str):
                return others[said]
            order = _order(said)
            if says is None and order and all(self._names.known(seat) for group in order for seat in group):
                return TellGrab(_told(order))
            if says is None:
                yield words.no_order(" ".join(said))
            else:
                yield words.right_or_wrong(self._names.subject(says))

    def _time(self, seat: Seat, lines: Iterator[str]) -> Generator[str, None, Any]:
        """Ask until it was written how long a turn took: its milliseconds, or another report."""
        state = self._match.state
        clock = state.sheet.clock
        assert clock is not None
        if not state.runs:
            yield words.STANDS_STILL
            said = yield from self._line(lines, (START,))
            return (
                StartClock()
                if said == START
                else TakeBack()
                if said == UNDO
                else (yield from self._asked(lines))
            )
        yield words.how_long(
            self._names.subject(seat), clock_shows(state.had[seat], up=clock.kind == "up", tenths=False)
        )
        said = yield from self._line(lines, (*self._others(seat), PAUSE, LOST))
        if isinstance(said, str):
            return self._instead(said, seat)
        word = said[0] if said else ""
        if not word.isdecimal() or len(word) > MOST_SECOND_DIGITS:
            yield words.no_seconds(word)
            return (yield from self._time(seat, lines))
        took = int(word) * SECOND
        out = not state.fell and clock.out(state.had[seat], state.used + took)
        return TellFlag(seat, took) if out else took

    def _column(
        self, number: int, asked: AskedColumn, seat: Seat | None, lines: Iterator[str]
    ) -> Generator[str, None, Any]:
        """Ask until a line has the figures of a column; return them, or another word."""
        column = self._names.sheet.columns[asked.column]
        state = self._match.state
        rests = state.resting if asked.of == "seat" and seat is None else ()
        those = [n for n in range(asked.size) if n not in rests]
        whose = [self._names.owner(asked.of, n) for n in those] if seat is None else []
        if seat is not None:
            whose = [self._names.subject(seat)]
        while True:
            yield words.asked(number, translated(column.heading), [name for name in whose if name])
            written = yield from self._line(lines, self._others(seat))
            if isinstance(written, str):
                return written
            figures = _figures(column, written)
            if isinstance(figures, str):
                yield words.no_figure(figures, _able(column, asked))
            elif len(figures) != len(those):
                yield words.so_many(len(those), len(figures))
            else:
                told = dict(zip(those, figures, strict=True))
                return tuple(told.get(n, 0) for n in range(asked.size))

    def _line(self, lines: Iterator[str], others: tuple[str, ...]) -> Generator[str, None, Any]:
        """Return the next line's words, or the one word that isn't a figure; _Quit at the end."""
        while True:
            line = next(lines, QUIT).strip().lower()
            if line == QUIT:
                raise _Quit
            if line in (UNDO, *others):
                return line
            if line and others:
                return [part.strip() for part in line.split(",")] if "," in line else line.split()
            yield words.HELP if others else words.OVER


def _order(written: list[str]) -> tuple[tuple[Seat, ...], ...]:
    """Return hands that were written as they came, such as `2 1+3`; nothing where that is no order."""
    groups = [word.split("+") for word in written]
    if not all(number.isdecimal() and len(number) < 3 for group in groups for number in group):
        return ()
    return tuple(tuple(sorted({Seat(int(number) - 1) for number in group})) for group in groups)


def _told(order: tuple[tuple[Seat, ...], ...]) -> Grab:
    """Return a grab of which the order is known and no times."""
    touches = tuple(Touch(seat, place) for place, group in enumerate(order) for seat in group)
    return Grab(order[0], touches if len(order) > 1 else ())


def _figures(column: SheetColumn, written: list[str]) -> tuple[int, ...] | str:
    """Return the figures that were written, or the first word that is none."""
    found = []
    spoken = {word.lower(): figure for word, figure in zip(column.words, column.choices, strict=False)}
    if " ".join(written) in spoken:
        return (spoken[" ".join(written)],)
    for word in written:
        if word in spoken:
            found.append(spoken[word])
        elif word.removeprefix("-").removeprefix("+").isdecimal() and len(word) < 9:
            found.append(int(word) - (1 if column.picks else 0))
        else:
            return word
    return tuple(found)


def _able(column: SheetColumn, asked: AskedColumn) -> str:
    if column.words:
        return ", ".join(column.words) + "."
    offset = 1 if column.picks else 0
    return words.able(min(asked.able) + offset, max(asked.able) + offset)
