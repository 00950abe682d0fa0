"""The timing laboratory on a terminal: its duration, progress and result.

Ctrl-C ends a run early; the report then says how much was done.
"""

import errno
import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.clock import SystemClock
from companion.errors import SetupError
from companion.whole_file import check_target, why_not, write_whole
from ui.console import words
from ui.console.words import say
from ui.wiring import press_lab, said_plainly, timing_lab

if TYPE_CHECKING:
    # Only for type hints: no other file of ui/ may import hardware.
    from ui.wiring import Laboratory, Moment, PressLaboratory, TextTable

SeatPair = tuple[int, int]

TRIALS = ".jsonl"
"""Suffix, after the report's name, of the file next to it with all trials."""


def run(seats: Path, rig: Path | None, pairs: str | None, repeat: int, seed: int, out: Path) -> None:
    """Run the laboratory on a rig, or on the simulated twin if there is none, and write the report."""
    wanted = None if pairs is None else pairs_of(pairs)
    check_out(out)
    with said_plainly(), timing_lab(seats, rig, wanted, repeat, seed, today()) as lab:
        say(lab.setting.stands_for)
        say(words.takes(lab.setting.planned, lab.seconds), err=True)
        try:
            with said_plainly():
                work_through(lab)
        except KeyboardInterrupt:
            say(words.STOPPED, err=True)
        except SetupError:
            # The trials before a rig's failure took many minutes.
            if lab.results:
                print_result(lab, out)
            raise
        print_result(lab, out)


def work_through(lab: "Laboratory") -> None:
    """Run all trials, with a progress bar on stderr if that is a terminal."""
    with click.progressbar(lab.run(), length=lab.setting.planned, file=sys.stderr, label=words.TRIALS) as bar:
        for _ in bar:
            pass


def press(seats: Path, simulated: bool, pairs: str | None, times: int, seed: int, out: Path | None) -> None:
    """Guide hands that strike two buttons with one stick, and say whose switch is slower."""
    wanted = None if pairs is None else pairs_of(pairs)
    if out is not None:
        check_out(out)
    with said_plainly(), press_lab(None if simulated else seats, wanted, times, seed, today()) as lab:
        say(lab.setting.stands_for)
        say(words.strikes(lab.setting.planned), err=True)
        try:
            guide(lab)
        except KeyboardInterrupt:
            say(words.STOPPED, err=True)
        if not lab.strikes:
            raise SetupError(words.NO_STRIKES)
        print_result(lab, out)


def guide(lab: "PressLaboratory") -> None:
    """Say what to strike, and each strike's result, until there are enough."""
    before: tuple[int, int] | None = None
    for moment in lab.run():
        if moment.asks:
            side = moment.left, moment.right
            if side != before:
                say(words.lay(moment.left + 1, moment.right + 1, moment.to_go))
            before = side
        else:
            say(outcome(moment))


def outcome(moment: "Moment") -> str:
    """Return a strike's result in words."""
    if moment.later is None:
        return words.again(moment.again)
    return words.took(moment.later / 1e6, moment.right + 1, moment.left + 1, moment.to_go)


def print_result(lab: "Laboratory | PressLaboratory", out: Path | None) -> None:
    """Write the report if `out` isn't None, and print the result, even if the report can't be written."""
    answer = lab.answer("" if out is None else trials_path(out).name)
    try:
        # Written first: what is printed may go into a pipe that closes early.
        if out is not None:
            write(out, answer.page, answer.lines)
    finally:
        for line in ["", *(f"- {sentence}" for sentence in answer.sentences), *table_lines(answer.table)]:
            say(line)
    if out is not None:
        say(words.written(str(out), str(trials_path(out))), err=True)


def pairs_of(text: str) -> tuple[SeatPair, ...]:
    """Parse pairs of seats such as `1-2,1-3`; return them counted from 0. Raises SetupError."""
    pairs = []
    for part in text.replace(",", " ").split():
        left, dash, right = part.partition("-")
        if not dash or not left.isdecimal() or not right.isdecimal() or not int(left) or not int(right):
            raise SetupError(words.no_pair(part))
        pairs.append((int(left) - 1, int(right) - 1))
    if not pairs:
        raise SetupError(words.no_pair(text))
    return tuple(pairs)


def table_lines(table: "TextTable") -> list[str]:
    """Return a table as lines, with the first column left-aligned, all others right-aligned."""
    rows = [table.head, *table.rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["", table.title, *(_line(row, widths) for row in rows)]


def trials_path(out: Path) -> Path:
    """Return the path of a report's trials."""
    return out.with_name(out.name + TRIALS)


def check_out(out: Path) -> None:
    """Check before a long run that its report can be written. Raises SetupError."""
    if not out.parent.is_dir():
        raise SetupError(words.no_folder(str(out.parent)))
    if out.is_dir():
        raise SetupError(words.is_folder(str(out)))
    if not os.access(out.parent, os.W_OK):
        raise SetupError(words.cannot_write(str(out), os.strerror(errno.EACCES)))
    check_target(out)
    check_target(trials_path(out))


def write(out: Path, page: str, lines: bytes) -> None:
    """Write the report and the trials. Raises SetupError if that fails."""
    try:
        write_whole(out, page.encode(errors="replace"))
        write_whole(trials_path(out), lines)
    except OSError as error:
        raise SetupError(words.cannot_write(str(out), why_not(error))) from None


def today() -> str:
    """Return the date and time for the report, in UTC."""
    return datetime.fromtimestamp(SystemClock().wall() / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *rest = zip(row, widths, strict=True)
    return "  ".join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in rest)]).rstrip()
