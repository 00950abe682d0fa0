"""`companion referee`: reports as JSON lines in, rulings as JSON lines out."""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import getdoc
from pathlib import Path
from typing import Any, BinaryIO, get_origin

import msgspec
from msgspec import Struct
from msgspec import inspect as types

from companion.clock import Clock
from companion.comparing import Mend, mends
from companion.decoding import converted, json_decoder
from companion.errors import SetupError, UnreadableReport
from companion.game import TABLE, Accepted, AnyGame, Faults, Outcome, Prompt, Question, Refused, Seat, Steps
from companion.games.cryptid.maps import MAP, Hex
from companion.games.cryptid.view import View as CryptidView
from companion.games.sequence_states.lines import SIDE
from companion.games.sequence_states.view import View as SequenceView
from companion.games.sheet.view import View as SheetView
from companion.games.speed_mode.board import Place
from companion.games.speed_mode.view import View as SpeedView
from companion.games.tracktic.boards import write_board
from companion.games.tracktic.view import View as TrackticView
from companion.games.ungle_speed.model import FaceUp
from companion.games.ungle_speed.view import View as UngleView
from companion.journal import MatchHeader
from companion.match import AnyMatch, Match
from companion.match_reports import Correct, Insert, MatchReport, Replace
from companion.whole_file import read_owners_file
from ui.console import words

# The table's state in every answer of `companion referee`, so that programs needn't work it out.
#
# It is made from the public view, so it contains no secret.


class UngleTable(Struct, frozen=True):
    """The table of Ungle Speed; `level` is how much is reported, `mode` by what cards match now.

    `face_up` are the top cards by seat; `pot` and `aside` count cards.
    """

    turn: Seat
    deck: str
    level: str
    mode: str
    pot: int
    aside: int
    face_up: tuple[FaceUp, ...]


class SequenceTable(Struct, frozen=True):
    """The table of Sequence: the board in the format of `tally sequence-states`, and the cards.

    `deck` counts the draw deck; `discards` (top ones) and `owes` are by seat; `dead` are cards.
    """

    turn: Seat
    board: tuple[str, ...]
    deck: int
    discards: tuple[str | None, ...]
    owes: tuple[int, ...]
    dead: tuple[str, ...]


class TrackticTable(Struct, frozen=True):
    """The table of Tracktic: the board in the format of `tally tracktic`, and the cards.

    `open` are the open cards, as far as they were reported; `left` counts the remaining ones.
    """

    turn: Seat
    board: tuple[str, ...]
    open: tuple[str, ...]
    left: int


class CryptidPiece(Struct, frozen=True):
    """The cube and discs on a hex."""

    at: Hex
    cube: str | None
    discs: tuple[str, ...]


class CryptidTable(Struct, frozen=True):
    """The pieces on the map. For the stage of the game see `awaited`; clues are in no answer."""

    turn: Seat
    mode: str | None
    pieces: tuple[CryptidPiece, ...]


class SpeedPair(Struct, frozen=True):
    """A pair: the seats whose tokens cover its halves, and whose circle is on it."""

    place: Place
    halves: tuple[Seat | None, ...]
    circle: Seat | None


class SpeedTable(Struct, frozen=True):
    """The table of Two Player Speed Mode: the pairs and the cards.

    `deck` and `face_up` count cards; `open` are the face-up cards, as far as they were reported.
    """

    turn: Seat
    deck: int
    face_up: int
    open: tuple[str, ...]
    pairs: tuple[SpeedPair, ...]


class SheetRow(Struct, frozen=True):
    """A round, or a turn of `seat`: its figures by entered column, and points by side."""

    seat: Seat | None
    figures: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]


class SheetTable(Struct, frozen=True):
    """The table of a score sheet: completed rows, and the round in progress.

    `columns` are those asked for now, `begun` what was entered in this round.
    """

    turn: Seat | None
    round: int
    columns: tuple[str, ...]
    begun: tuple[tuple[int, ...], ...]
    rows: tuple[SheetRow, ...]


def _ungle(view: UngleView) -> UngleTable:
    face_up = tuple(seat.top for seat in view.seats)
    mode = "colours" if view.by_colour else "symbols"
    return UngleTable(view.turn, view.deck.name, view.level, mode, view.pot, view.aside, face_up)


def _sequence(view: SequenceView) -> SequenceTable:
    def sign(side: int | None, locked: bool) -> str:
        letter = "." if side is None else view.sides[side].colour.value[0]
        return letter.upper() if locked else letter

    signs = "".join(sign(space.side, space.locked) for space in view.spaces)
    rows = tuple(signs[first : first + SIDE] for first in range(0, len(signs), SIDE))
    discards = tuple(seat.top for seat in view.seats)
    owes = tuple(seat.owes for seat in view.seats)
    dead = tuple(space.card for space in view.dead)
    return SequenceTable(view.turn, rows, view.state.deck, discards, owes, dead)


def _tracktic(view: TrackticView) -> TrackticTable:
    printed = view.state.printed
    rows, columns = max(cell.row for cell in printed), max(cell.column for cell in printed)
    board = write_board(view.pieces, view.state.area, rows + 1, columns + 1)
    return TrackticTable(view.turn, tuple(board.splitlines()), view.state.open, view.state.left)


def _cryptid(view: CryptidView) -> CryptidTable:
    spots = zip(MAP, view.spots, strict=True)
    pieces = tuple(CryptidPiece(at, spot.cube, spot.discs) for at, spot in spots if spot.cube or spot.discs)
    return CryptidTable(view.turn, view.mode, pieces)


def _speed(view: SpeedView) -> SpeedTable:
    pairs = tuple(
        SpeedPair(pair.place, tuple(half.by for half in pair.halves), pair.circle) for pair in view.pairs
    )
    return SpeedTable(view.turn, view.state.deck, view.state.face_up, view.state.open, pairs)


def _sheet(view: SheetView) -> SheetTable:
    columns = tuple(view.sheet.columns[asked.column].name for asked in view.asked)
    rows = tuple(SheetRow(row.seat, row.figures, row.points) for row in view.rows)
    return SheetTable(view.turn, view.round, columns, view.begun, rows)


# By the game's name; each function takes that game's view.
_TABLES: Mapping[str, Callable[[Any], Struct]] = {
    "ungle-speed": _ungle,
    "sequence-states": _sequence,
    "tracktic": _tracktic,
    "cryptid": _cryptid,
    "speed-mode": _speed,
    "sheet": _sheet,
}


def table_shown(game: AnyGame, state: Any) -> Any:  # the game's own state, and a package's own view
    """Return the table's public state for an answer; for a package's game, its view as it is."""
    view = game.view(state, TABLE)
    return _TABLES[game.name](view) if game.name in _TABLES else view


class LineOut(Struct, frozen=True):
    """An output line: the ruling on a report, and the match's state after it.

    `entry` is the report's number in the record, None if it isn't recorded; 0 is the opening. `put_back` are
    the steps that make the table match the record; those in `ticked`, counted from 0, are done. `abandoned`:
    the match was ended early, and no more reports are read.
    """

    ruling: str
    entry: int | None
    events: tuple[Any, ...]  # events of the game
    violations: Faults
    mends: tuple[Mend[Any], ...]  # reports of the game
    question: Question | None
    held: bool
    abandoned: bool
    awaited: tuple[Prompt, ...]
    score: dict[str, list[int]]
    table: Any  # one of the structs above, by the game
    outcome: Outcome | None
    put_back: Steps
    ticked: tuple[int, ...]


class Unreadable(Struct, frozen=True, tag_field="ruling", tag="unreadable"):
    """An output line for an input line that isn't a report of this game. Lines count from 1."""

    error: str
    line: int


MOST_BYTES = 1 << 20
"""The largest file of facts, and the longest line; real ones have up to about ten thousand bytes."""

BARE: dict[str, tuple[str, str]] = {"cryptid": ("tiles", "setup"), "speed-mode": ("pairs", "board")}
"""By game: a file with the first key isn't the facts, but their value for the second key."""

OWNERS = "clue_owner"
"""Key in a bare set-up of Cryptid: the player of each clue, from which the number of players follows."""


def read_setup(game: AnyGame, path: Path | None) -> Any:
    """Read the facts of an opening from a JSON or TOML file. Raises SetupError that names the place.

    Instead of the facts, the file may be a dealt set-up of Cryptid, or a board of Two Player Speed Mode.
    """
    try:
        if path is None:
            return converted({}, game.facts_type)
        text = read_owners_file(path, MOST_BYTES)
        if len(text) > MOST_BYTES:
            raise SetupError(f"{path}: {words.facts_too_large(format(MOST_BYTES, ','))}")
        decoded = text.decode("utf-8-sig")
        loads = tomllib.loads if path.suffix.lower() == ".toml" else msgspec.json.decode
        value: Any = loads(decoded)
        mark, name = BARE.get(game.name, ("", ""))
        if isinstance(value, dict) and mark in value:
            owners = value.get(OWNERS)
            players = {"players": len(set(owners))} if isinstance(owners, list) and owners else {}
            value = {name: value} | players
        return converted(value, game.facts_type)
    except SetupError:
        raise
    except RecursionError:
        raise SetupError(f"{path}: lists in each other, deeper than in any facts") from None
    except UnicodeDecodeError as error:
        raise SetupError(f"{path}: {words.not_utf8(error.start + 1)}") from None
    except (ValueError, msgspec.DecodeError) as error:
        raise SetupError(f"{path}: {error}") from None


def reports_in(stream: BinaryIO) -> Iterator[bytes]:
    """Yield a stream's lines; a line that is too long is cut to MOST_BYTES, so that it is refused."""
    while line := stream.readline(MOST_BYTES):
        yield line
        while len(line) == MOST_BYTES and not line.endswith(b"\n"):
            line = stream.readline(MOST_BYTES)


def referee(game: AnyGame, facts: Any, lines: Iterable[bytes], clock: Clock) -> Iterator[bytes]:
    """Yield a JSON line for the opening and for every report; unreadable lines don't stop play.

    Reports are the game's, and those of any match (`match.put_right`, `match.fix_table`, `match.tick`,
    `match.let_stand`, `match.take_back`, `match.strike`, `match.replace`, `match.insert`, `match.correct`,
    `match.abandon`). Stops after `match.abandon`. Raises SetupError if the facts are invalid.
    """
    header = MatchHeader("console", game.name)
    match: AnyMatch = Match.begin(game, facts, header, clock.wall())
    read = reader(game)
    yield msgspec.json.encode(_answer(match, Accepted(()), 0))
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            report = read_report(line, read)
        except UnreadableReport as error:
            yield msgspec.json.encode(Unreadable(str(error), number))
            continue
        answer = match.submit(report, seen=match.length, at=clock.wall())
        entry = None if answer.entry is None else answer.entry.n
        yield msgspec.json.encode(_answer(match, answer.ruling, entry, report))
        if match.abandoned:
            return


class _Kind(Struct):
    type: str


_kind = json_decoder(_Kind)


class Reader(Struct, frozen=True):
    """Decoders for a game's own reports, and for those of its match."""

    of_game: msgspec.json.Decoder[Any]
    of_match: msgspec.json.Decoder[Any]


def reader(game: AnyGame) -> Reader:
    """Return the decoders for a game's reports."""
    kind = game.report_type
    # These types are only known at run time.
    of_match = MatchReport | Replace[kind] | Insert[kind] | Correct[kind]  # type: ignore[valid-type]
    return Reader(json_decoder(kind), json_decoder(of_match))


def read_report(line: bytes, read: Reader) -> Any:
    """Decode one report. Raises UnreadableReport that says what is wrong with it, and where."""
    if len(line) >= MOST_BYTES:
        raise UnreadableReport(words.too_long(f"{MOST_BYTES:,}"))
    try:
        kind = _kind.decode(line).type
        return (read.of_match if kind.startswith("match.") else read.of_game).decode(line)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise UnreadableReport(str(error)) from None


def _answer(match: AnyMatch, ruling: Any, entry: int | None, report: Any = None) -> LineOut:
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


# `companion referee GAME --reports`: every possible report, described from its type.
#
# Comment lines give its docstring and the values of its fields; a line of JSON is an example.

MOST_NAMED = 6
"""If a field may be one of more words than this, only the first two and the last are listed."""


def vocabulary(game: AnyGame) -> Iterator[str]:
    """Yield a legend, then a description and an example of each report of a game and of the match."""
    yield from words.LEGEND
    # The game's reports within them are described above, so Raw stands for them.
    corrections = (Replace[msgspec.Raw], Insert[msgspec.Raw], Correct[msgspec.Raw])
    for kind in (game.report_type, MatchReport, *corrections):
        for report in _kinds(types.type_info(kind)):
            yield from _description(report, game)


def _kinds(kind: types.Type) -> tuple[types.StructType, ...]:
    every = kind.types if isinstance(kind, types.UnionType) else (kind,)
    return tuple(member for member in every if isinstance(member, types.StructType))


def _description(report: types.StructType, game: AnyGame) -> Iterator[str]:
    summary, *_ = (getdoc(get_origin(report.cls) or report.cls) or "").split("\n\n")
    yield f"\n# {report.tag}: {' '.join(summary.split())}"
    fields = " · ".join(f"{_name(field)}: {described(field.type)}" for field in report.fields)
    if fields:
        yield f"#   {fields}"
    sample = example(report)
    if "report" in sample:
        sample["report"] = example(_kinds(types.type_info(game.report_type))[0])
    yield msgspec.json.encode(sample).decode()


def _name(field: types.Field) -> str:
    return field.encode_name if field.required else f"{field.encode_name}?"


def described(kind: types.Type) -> str:
    """Return a short description of a type's values."""
    match kind:
        case types.IntType(ge=least, lt=beyond, le=most):
            last = most if beyond is None else beyond - 1
            return words.NUMBER if last is None else words.numbers(least or 0, last)
        case types.StrType(pattern=None):
            return words.TEXT
        case types.StrType(pattern=pattern):
            return _one_of(_alternatives(pattern))
        case types.EnumType(cls):
            return _one_of([str(member.value) for member in cls])
        case types.BoolType():
            return "true|false"
        case types.NoneType():
            return "null"
        case types.VarTupleType(item):
            return f"[{described(item)}, …]"
        case types.UnionType(kinds):
            return words.either([described(alternative) for alternative in kinds])
        case types.StructType(array_like=True, fields=fields):
            return f"[{', '.join(f'{_name(field)} {described(field.type)}' for field in fields)}]"
        case types.StructType(tag_field=tag_field, tag=tag, fields=fields):
            named = [] if tag_field is None else [f'{tag_field} "{tag}"']
            inner = (*named, *(f"{_name(field)} {described(field.type)}" for field in fields))
            return f"{{{', '.join(inner)}}}"
    return words.A_REPORT


def example(kind: types.Type, name: str = "") -> Any:  # whatever JSON can be
    """Return an example of a type's values, usually the first; a text is its field's `name`."""
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
            return example(next(each for each in kinds if not isinstance(each, types.NoneType)), name)
        case types.StructType(array_like=True, fields=fields):
            return [example(field.type, field.encode_name) for field in fields]
        case types.StructType(tag_field=tag_field, tag=tag, fields=fields):
            named = {} if tag_field is None else {tag_field: tag}
            return named | {field.encode_name: example(field.type, field.encode_name) for field in fields}
    return None


def _alternatives(pattern: str | None) -> list[str]:
    """Return the words that a pattern such as `^(one|other)\\Z` allows."""
    return (pattern or "").removeprefix("^(").partition(")")[0].split("|")


def _one_of(able: list[str]) -> str:
    if len(able) > MOST_NAMED:
        able = [*able[:2], "…", able[-1]]
    return "|".join(able)
