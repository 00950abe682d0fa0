"""`companion referee`: reports as JSON lines in, rulings as JSON lines out."""

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct

from companion.clock import Clock
from companion.errors import SetupError, UnreadableReport
from companion.game import Accepted, Outcome, Prompt, Question, Refused, Remedy, Violation
from companion.games.shelf import AnyGame
from companion.journal import Header
from companion.match import Match
from companion.match_reports import Correct, Insert, MatchReport, Replace
from companion.mending import Mend, mends
from companion.owners_file import read_owners_file
from ui.console import words
from ui.console.table_shown import table_shown


class LineOut(Struct, frozen=True):
    """A line out: the ruling on one report, and how the match stands after it.

    `entry` is the number under which the report is in the record, None where it isn't; 0 is the opening.
    `put_back`: what hands must do for the table to lie as the record has it, of which `ticked` is done.
    `abandoned`: the table has stopped playing, and nothing more is taken.
    """

    ruling: str
    entry: int | None
    events: tuple[Any, ...]  # events of the game
    violations: tuple[Violation, ...]
    mends: tuple[Mend[Any], ...]  # reports of the game
    question: Question | None
    held: bool
    abandoned: bool
    awaited: tuple[Prompt, ...]
    score: dict[str, list[int]]
    table: Any  # what lies there, by the game
    outcome: Outcome | None
    put_back: tuple[Remedy, ...]
    ticked: tuple[int, ...]


class Unreadable(Struct, frozen=True, tag_field="ruling", tag="unreadable"):
    """A line out: that line in was not a report of this game. Lines count from 1."""

    error: str
    line: int


MOST_BYTES = 1 << 20
"""Of a file of facts, and of a line; the longest there is has some ten thousand."""

BARE: dict[str, tuple[str, str]] = {"cryptid": ("tiles", "setup"), "speed-mode": ("pairs", "board")}
"""By game: a file that has the first name is not the facts, but what stands under the second in them."""

OWNERS = "clue_owner"
"""In a bare set-up of Cryptid, the player of each clue: it says how many play."""


def read_setup(game: AnyGame, path: Path | None) -> Any:
    """Read the facts of an opening from a JSON or TOML file; SetupError names the place.

    A dealt set-up of Cryptid, or a board of Two Player Speed Mode, may stand by itself in place of the facts.
    """
    try:
        if path is None:
            return msgspec.convert({}, game.facts_type)
        text = read_owners_file(path, MOST_BYTES)
        if len(text) > MOST_BYTES:
            raise SetupError(f"{path}: {words.facts_too_large(MOST_BYTES)}")
        if path.suffix == ".toml":
            told: Any = tomllib.loads(text.decode("utf-8"))
        else:
            told = msgspec.json.decode(text)
        mark, name = BARE.get(game.name, ("", ""))
        if isinstance(told, dict) and mark in told:
            owners = told.get(OWNERS)
            told = {name: told} | (
                {"players": len(set(owners))} if isinstance(owners, list) and owners else {}
            )
        return msgspec.convert(told, game.facts_type)
    except SetupError:
        raise
    except OSError as error:
        raise SetupError(f"{path}: {error.strerror}") from None
    except RecursionError:
        raise SetupError(f"{path}: lists in each other, deeper than in any facts") from None
    except (ValueError, msgspec.DecodeError) as error:
        raise SetupError(f"{path}: {error}") from None


def reports_in(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream; of one that is longer than any report only so much that it is refused."""
    while line := stream.readline(MOST_BYTES):
        yield line
        while len(line) == MOST_BYTES and not line.endswith(b"\n"):
            line = stream.readline(MOST_BYTES)


def referee(game: AnyGame, facts: Any, lines: Iterable[bytes], clock: Clock) -> Iterator[bytes]:
    """Yield a JSON line for the opening and one for every report; unreadable lines don't stop play.

    A report is one of the game's own, or one of the match's (`match.put_right`, `match.let_stand`,
    `match.take_back`, `match.strike`, `match.replace`, `match.insert`, `match.correct`, `match.abandon`).
    Once the table has stopped playing nothing more is taken. SetupError where the facts don't make a game.
    """
    header = Header("console", game.name)
    match: Match[Any, Any, Any, Any] = Match.begin(game, facts, header, clock.wall())
    read = reader(game)
    yield _encode(_answer(match, Accepted(()), 0))
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            report = read_report(line, read)
        except UnreadableReport as error:
            yield _encode(Unreadable(str(error), number))
            continue
        answer = match.submit(report, seen=match.length, at=clock.wall())
        entry = None if answer.entry is None else answer.entry.n
        yield _encode(_answer(match, answer.ruling, entry, report))
        if match.abandoned:
            return


class _Kind(Struct):
    type: str


_kind = msgspec.json.Decoder(_Kind)


class Reader(Struct, frozen=True):
    """Reads the reports of one game: its own, and those of its match."""

    own: msgspec.json.Decoder[Any]
    of_match: msgspec.json.Decoder[Any]


def reader(game: AnyGame) -> Reader:
    """Return what reads the reports of a game."""
    kind = game.report_type
    # Which structs these are is known only here, at run time.
    of_match = MatchReport | Replace[kind] | Insert[kind] | Correct[kind]  # type: ignore[valid-type]
    return Reader(msgspec.json.Decoder(kind), msgspec.json.Decoder(of_match))


def read_report(line: bytes, read: Reader) -> Any:
    """Read one report; UnreadableReport says what is wrong with it, and where."""
    if len(line) >= MOST_BYTES:
        raise UnreadableReport(words.too_long(MOST_BYTES))
    try:
        kind = _kind.decode(line).type
        return (read.of_match if kind.startswith("match.") else read.own).decode(line)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise UnreadableReport(str(error)) from None


def _answer(match: Match[Any, Any, Any, Any], ruling: Any, entry: int | None, report: Any = None) -> LineOut:
    violations = ruling.violations if isinstance(ruling, Refused) else ()
    return LineOut(
        ruling=type(ruling).__name__.lower(),
        entry=entry,
        events=ruling.events if isinstance(ruling, Accepted) else (),
        violations=violations,
        mends=mends(match, report, violations) if violations else (),
        question=None if isinstance(ruling, Accepted | Refused) else ruling.question,
        held=match.hold is not None,
        abandoned=match.abandoned,
        awaited=match.game.awaited(match.state),
        score=match.game.score(match.state),
        table=table_shown(match.game, match.state),
        outcome=match.outcome,
        put_back=match.put_back,
        ticked=match.ticked,
    )


def _encode(answer: LineOut | Unreadable) -> bytes:
    return msgspec.json.encode(answer)
