"""`companion sheet`: checking a sheet's file, and trying a sheet in the terminal."""

import re
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

from companion.clock import WallTime
from companion.errors import SetupError
from companion.game import Accepted, Refused, Seat
from companion.games.sheet import SheetGame
from companion.games.sheet import events as e
from companion.games.sheet import reports as r
from companion.games.sheet.model import AskedColumn, Facts, State
from companion.games.sheet.playable import unplayable
from companion.games.sheet.sheet import SECOND, ClockRules, Sheet, SheetColumn
from companion.games.sheet.sheet_file import read_sheet_file, shipped, shipped_sheet
from companion.games.sheet.view import View
from companion.grab import Grab, Touch
from companion.journal import MatchHeader
from companion.match import Match
from companion.match_reports import TakeBack
from ui.console import words
from ui.games.sheet.sentences import SheetNames, SheetSentences
from ui.games.sheet.words import clock as clock_shows
from ui.language.phrases import translated
from ui.stage import theme

AnyMatch: TypeAlias = Match[Facts, State, r.AnyReport, e.AnyEvent]

UNDO, END, QUIT = "undo", "end", "quit"
START, PAUSE, LOST = "start", "pause", "lost"
PASS, TURN = "pass", "turn"
RIGHT, WRONG, NOBODY, VOID = "right", "wrong", "nobody", "void"
MOST_SECOND_DIGITS = 6
FIGURE = re.compile(r"[+-]?\d{1,8}")


def check(source: Path) -> str:
    """Return a message that a file is a sheet. Raises SetupError, which names every fault."""
    sheet = read_sheet_file(source)
    if stuck := [f"{source}: {sentence}" for sentence in unplayable(sheet)]:
        raise SetupError(*stuck)
    return words.is_sheet(str(source), sheet.name)


def listed() -> str:
    """Return a list of the sheets that come with the program, as text."""
    lines = [words.SHIPPED]
    for name in shipped():
        sheet = shipped_sheet(name)
        least, most = sheet.players
        players = str(least) if least == most else f"{least}-{most}"
        lines.append(words.listed(name, translated(sheet.name), players))
    return "\n".join(lines)


def named(wanted: str) -> Sheet:
    """Return the sheet in a file, or the built-in one with a name."""
    path = Path(wanted)
    return read_sheet_file(path) if path.suffix or path.exists() else shipped_sheet(wanted)


def play(sheet: Sheet, players: int | None, lines: Iterable[str]) -> Iterator[str]:
    """Play a match from lines of input; yield lines of output. Raises SetupError for a wrong player count."""
    facts = Facts(sheet.counts[0] if players is None else players, sheet)
    game = SheetGame()
    match: AnyMatch = Match.begin(game, facts, MatchHeader("try", game.name), WallTime(0))
    yield from _TryOut(match, iter(lines)).play()


class _Quit(Exception):
    """The input ended, or was `quit`."""


Asking: TypeAlias = Generator[str, None, Any]
"""Yields output until an input fits; returns a report of the game or the match, or a part of one."""


class _TryOut:
    """A match in the terminal."""

    def __init__(self, match: AnyMatch, lines: Iterator[str]) -> None:
        self._match, self._lines = match, lines
        self._names = SheetNames(match.facts, theme.plates()[: match.facts.players])
        self._sentences = SheetSentences(self._names)

    def play(self) -> Iterator[str]:
        names = self._names
        yield words.begun(names.sheet.name, ", ".join(names.everybody()))
        yield words.HELP
        if names.sheet.passes:
            yield words.PASS_HELP
        if names.sheet.reverses:
            yield words.TURN_HELP
        with suppress(_Quit):
            while True:
                report = yield from self._report()
                yield from self._submit(report)

    def _submit(self, report: Any) -> Iterator[str]:  # of the game, or of the match
        before = self._match.length
        answer = self._match.submit(report, seen=before, at=WallTime(0))
        if isinstance(answer.ruling, Refused):
            explanation = self._sentences.explanation(answer.ruling.violations)
            yield from (explanation.title, *explanation.also, explanation.rule, *explanation.steps)
            return
        assert isinstance(answer.ruling, Accepted)
        if answer.entry is not None:
            yield from self._sentences.describe(answer.entry)
        totals = enumerate(self._match.state.totals)
        yield words.totals(", ".join(f"{self._names.side(side)} {points}" for side, points in totals))

    def _ask(self, question: str, commands: dict[str, Any], read: Callable[[list[str]], Any]) -> Asking:
        """Ask until the input is one of `commands`, or can be read; return its report, or what was read.

        `read` takes the words of a line, and returns text if they are wrong; empty just to ask again.
        """
        able = {UNDO: TakeBack(), **commands}
        while True:
            if question:
                yield question
            while not (line := self._line()):
                yield words.HELP if commands else question
            # A sheet's word for a choice may also be a command; here the choice is meant.
            answer = read([part.strip() for part in line.split(",")] if "," in line else line.split())
            if not isinstance(answer, str):
                return answer
            if line == QUIT:
                raise _Quit
            if line in able:
                return able[line]
            if answer:
                yield answer

    def _line(self) -> str:
        line = next(self._lines, None)
        if line is None:
            raise _Quit
        return line.strip().lower()

    def _report(self) -> Asking:
        """Ask for a whole row or turn, or something else; return its report."""
        view = self._match.game.view(self._match.state, None)
        if view.ended is not None:
            return (yield from self._ask(words.OVER, {}, _nothing))
        if not view.settled:
            return (yield from self._grab(view))
        seat = view.turn
        if view.sheet.told == "turns" and seat is None:
            whose = yield from self._ask(words.who_tells(view.round), {END: r.CallEnd()}, self._seat)
            if not isinstance(whose, int):
                return whose
            seat = Seat(whose)
        took = 0
        if view.sheet.clock is not None and seat is not None:
            timed = yield from self._time(view.sheet.clock, seat)
            if not isinstance(timed, int):
                return timed
            took = timed
        figures: list[tuple[int, ...]] = []
        while len(figures) < len(view.asked):
            column = yield from self._column(view.round, view.asked[len(figures)], seat)
            if isinstance(column, tuple):
                figures.append(column)
            elif isinstance(column, TakeBack) and figures:
                # What was typed last is undone first.
                figures.pop()
            else:
                return column
        if seat is not None:
            return r.TellTurn(seat, tuple(entered[0] for entered in figures), took)
        return r.TellRow(tuple(figures))

    def _commands(self, seat: Seat | None) -> dict[str, Any]:
        """Return the words that may be entered instead of figures or a time, with their reports."""
        commands: dict[str, Any] = {END: r.CallEnd()}
        if self._names.sheet.passes and seat is not None:
            commands[PASS] = r.PassRound(seat)
        if self._names.sheet.reverses:
            commands[TURN] = r.TurnRound()
        return commands

    def _seat(self, written: list[str]) -> Seat | str:
        seat = Seat(int(written[0]) - 1) if FIGURE.fullmatch(written[0]) else Seat(-1)
        return seat if self._names.known(seat) else words.nobody(" ".join(written))

    def _grab(self, view: View) -> Asking:
        """Ask until it was written whose hands came in which order, or whether who has the say was right."""
        answering, end = view.hands.answering, {END: r.CallEnd()}
        if answering is not None:
            question = words.right_or_wrong(self._names.subject(answering))
            answers = {RIGHT: r.CallRight(), WRONG: r.CallWrong(), **end}
            return (yield from self._ask(question, answers, _nothing))
        yield words.whose_hands(", ".join(map(self._names.subject, view.may_grab)))
        commands = {NOBODY: r.CallNobody(), VOID: r.VoidGrab("late_edge"), **end}
        return (yield from self._ask("", commands, self._hands))

    def _hands(self, written: list[str]) -> r.TellGrab | str:
        """Parse hands in their order, such as `2 1+3`; only the order is known, not the times."""
        groups = [word.split("+") for word in written]
        if all(number.isdecimal() and len(number) < 3 for group in groups for number in group):
            order = [sorted({Seat(int(number) - 1) for number in group}) for group in groups]
            if all(self._names.known(seat) for group in order for seat in group):
                touches = tuple(Touch(seat, place) for place, group in enumerate(order) for seat in group)
                return r.TellGrab(Grab(tuple(order[0]), touches if len(order) > 1 else ()))
        return words.no_order(" ".join(written))

    def _time(self, clock: ClockRules, seat: Seat) -> Asking:
        """Ask how long a turn took; return milliseconds, or another report."""
        state = self._match.state
        if not state.runs:
            return (yield from self._ask(words.STANDS_STILL, {START: r.StartClock()}, _nothing))

        def read(written: list[str]) -> int | r.TellFlag | str:
            word = written[0]
            if not word.isdecimal() or len(word) > MOST_SECOND_DIGITS:
                return words.no_seconds(word)
            took = int(word) * SECOND
            out = not state.fell and clock.out(state.had[seat], state.used + took)
            return r.TellFlag(seat, took) if out else took

        time = clock_shows(state.had[seat], up=clock.kind == "up", tenths=False)
        commands = self._commands(seat) | {PAUSE: r.PauseClock(), LOST: r.GiveUp(seat)}
        return (yield from self._ask(words.how_long(self._names.subject(seat), time), commands, read))

    def _column(self, number: int, asked: AskedColumn, seat: Seat | None) -> Asking:
        """Ask for the figures of a column; return them, or another report."""
        column = self._names.sheet.columns[asked.column]
        rests = self._match.state.resting if asked.of == "seat" and seat is None else ()
        those = [n for n in range(asked.size) if n not in rests]
        owners = [self._names.owner(asked.of, n) for n in those]
        whose = owners if seat is None else [self._names.subject(seat)]

        def read(written: list[str]) -> tuple[int, ...] | str:
            figures = _figures(column, written)
            if isinstance(figures, str):
                return words.no_figure(figures, _able(column, asked))
            if len(figures) != len(those):
                return words.so_many(len(those), len(figures))
            by_owner = dict(zip(those, figures, strict=True))
            return tuple(by_owner.get(n, 0) for n in range(asked.size))

        question = words.asked(number, translated(column.heading), [name for name in whose if name])
        return (yield from self._ask(question, self._commands(seat), read))


def _nothing(_written: list[str]) -> str:
    """Reject all input except the words of the question, and ask again."""
    return ""


def _figures(column: SheetColumn, written: list[str]) -> tuple[int, ...] | str:
    """Return the figures in a line, or the first word that is none."""
    figures = []
    figure_of = {word.lower(): figure for word, figure in zip(column.words, column.choices, strict=False)}
    if " ".join(written) in figure_of:
        return (figure_of[" ".join(written)],)
    for word in written:
        if word in figure_of:
            figures.append(figure_of[word])
        elif FIGURE.fullmatch(word):
            figures.append(int(word) - (1 if column.picks else 0))
        else:
            return word
    return tuple(figures)


def _able(column: SheetColumn, asked: AskedColumn) -> str:
    if column.words:
        return ", ".join(column.words) + "."
    offset = 1 if column.picks else 0
    # Of a sheet that can't be played to its end none may be left.
    return words.able(min(asked.possible, default=0) + offset, max(asked.possible, default=0) + offset)
