"""The journal of a match: reports and the events that followed, one entry per line, append-only.

A line is `{"crc": "8 hex digits", "entry": {...}}`. The checksum (CRC-32, as in zlib) covers the bytes of all
entries so far, so it reveals a damaged, missing or moved line, and the lines before that are good.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Annotated, Generic, TypeAlias, overload
from zlib import crc32

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType
from msgspec.structs import replace

from companion.clock import WallTime
from companion.decoding import from_json, json_decoder
from companion.errors import DamagedRecord, NewerRecord
from companion.game import E, F, Game, R, S, Seat, Steps, Violation

FORMAT = 1
"""Version of the journal's format. A reader refuses a higher one and reads all lower ones."""


class NamePlate(Struct, frozen=True, omit_defaults=True):
    """How a player is identified at the table: a name, a colour and a shape of the theme, and a letter.

    `person` is the id of a named person (`companion.people`), empty for a guest. A record holds that id and
    no name; there, `name` is the letter.
    """

    name: str
    colour: str
    shape: str
    letter: str
    person: str = ""

    @property
    def recorded(self) -> "NamePlate":
        """The plate as a record holds it."""
        return replace(self, name=self.letter) if self.person else self


LONGEST_CALLED = 40


class MatchHeader(Struct, frozen=True):
    """A record's header: `match` is an id, unique among all records; `plates` are by player.

    `called` is the name that a `Titled` game gives to what is played (a sheet's name, for example).
    """

    match: str
    game: str
    plates: tuple[NamePlate, ...] = ()
    format: int = FORMAT
    program: str = ""
    called: Annotated[str, Meta(max_length=LONGEST_CALLED)] | UnsetType = UNSET

    @property
    def title(self) -> str:
        """Who plays, as the store holds it: guests' names and people's ids."""
        return ", ".join(plate.person or plate.name for plate in self.plates)


class Opened(Struct, Generic[F], frozen=True, tag="opened"):
    """The match began with these facts."""

    header: MatchHeader
    facts: F


class Entered(Struct, Generic[R, E], frozen=True, tag="told"):
    """A report was accepted, and these events followed."""

    report: R
    events: tuple[E, ...]


class Faulted(Struct, Generic[R, E], frozen=True, tag="faulted", rename={"on_table": "lies"}):
    """A report was refused. `on_table`, `stands`: as in `Refused`; what is on the table holds play."""

    report: R
    violations: tuple[Violation, ...]
    on_table: bool
    stands: tuple[E, ...] | None


class Righted(Struct, frozen=True, tag="righted"):
    """The table was put right, after a refusal or to match the record."""


class Overruled(Struct, Generic[E], frozen=True, tag="overruled"):
    """The table agreed to let the refused report stand, and these events followed."""

    events: tuple[E, ...]


class TakenBack(Struct, frozen=True, tag="taken_back"):
    """Entry `entry` and all after it are taken back.

    `put_back` are the steps to change the table accordingly, if more than the newest move was taken back;
    older versions didn't record them.
    """

    entry: int
    consents: tuple[Seat, ...] = ()
    put_back: Steps | UnsetType = UNSET


class Redone(Struct, Generic[R, E], frozen=True):
    """An entry as it stands after a correction."""

    entry: int
    report: R
    events: tuple[E, ...]
    stood: bool


class Corrected(Struct, Generic[R, E], frozen=True, tag="corrected"):
    """Entry `entry` was corrected; `line` are the entries that stand from there on.

    `put_back` are the steps to change the table accordingly; older versions didn't record them.
    """

    entry: int
    line: tuple[Redone[R, E], ...]
    consents: tuple[Seat, ...] = ()
    put_back: Steps | UnsetType = UNSET


class TableToFix(Struct, frozen=True, tag="table_to_fix"):
    """The table didn't match the record, and the record is right: `steps` change the table."""

    steps: Steps


class Ticked(Struct, frozen=True, tag="ticked"):
    """The tick of a step of putting right was toggled; steps are counted from 0 as they are shown."""

    step: int


class Abandoned(Struct, frozen=True, tag="abandoned"):
    """The table ended the match early."""


Body: TypeAlias = (
    Opened[F]
    | Entered[R, E]
    | Faulted[R, E]
    | Righted
    | Overruled[E]
    | TakenBack
    | Corrected[R, E]
    | TableToFix
    | Ticked
    | Abandoned
)
"""What an entry says happened."""


class Entry(Struct, Generic[F, R, E], frozen=True):
    """One line of the record: its number from 0, the wall time, and the body."""

    n: int
    at: WallTime
    body: Body[F, R, E]


class StoredRow(Struct, frozen=True):
    """An entry as stored: its JSON, and the checksum of all entries up to it."""

    n: int
    crc: int
    entry: bytes

    def line(self) -> bytes:
        """Return the row as a line of a journal file, without the line end."""
        return b'{"crc":"%08x","entry":%s}' % (self.crc, self.entry)


class Loss(Struct, frozen=True):
    """What couldn't be read: the first bad line (from 1), how many lines are lost, and why."""

    line: int
    lost: int
    reason: str


class _Line(Struct):
    crc: str
    entry: Raw


class _Sealed(Struct):
    header: MatchHeader


class _First(Struct):
    body: _Sealed


_encode = msgspec.json.Encoder().encode
_line = json_decoder(_Line)


def header_of(first: bytes) -> MatchHeader:
    """Read the header in the first entry's JSON. Raises DamagedRecord; NewerRecord for a later format."""
    try:
        header = from_json(first, _First).body.header
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise DamagedRecord(f"the first entry does not open a match: {error}") from None
    if header.format > FORMAT:
        raise NewerRecord(
            f"this match was written by a newer version of the companion (journal form {header.format}, "
            f"this one reads up to {FORMAT}); update the companion to open it"
        )
    return header


class Codec(Generic[F, R, E]):
    """Turns entries of one game into rows and back."""

    def __init__(self, game: Game[F, S, R, E]) -> None:
        self._decoder = json_decoder(
            # These types are only known at run time.
            Entry[game.facts_type, game.report_type, game.event_type]  # type: ignore[name-defined]
        )

    def row(self, entry: Entry[F, R, E], previous: int) -> StoredRow:
        """Return the row of an entry; `previous` is the checksum of the row before it, 0 at the start."""
        encoded = _encode(entry)
        return StoredRow(entry.n, crc32(encoded, previous), encoded)

    def rows(self, entries: Iterable[Entry[F, R, E]]) -> Iterator[StoredRow]:
        """Yield the rows of a whole record."""
        crc = 0
        for entry in entries:
            row = self.row(entry, crc)
            crc = row.crc
            yield row

    def entry(self, row: StoredRow, n: int, previous: int) -> Entry[F, R, E]:
        """Return a row's entry. Raises DamagedRecord if checksum or number are wrong, or it is unreadable."""
        if crc32(row.entry, previous) != row.crc:
            raise DamagedRecord("the checksum is wrong: this entry, or one before it, was changed")
        entry = self.read(row)
        if entry.n != n:
            raise DamagedRecord(f"entry {n} is missing; entry {entry.n} is in its place")
        return entry

    def read(self, row: StoredRow) -> Entry[F, R, E]:
        """Return a row's entry, unchecked. Raises DamagedRecord if it isn't an entry of this game."""
        try:
            entry: Entry[F, R, E] = self._decoder.decode(row.entry)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise DamagedRecord(f"not an entry of this game: {error}") from None
        return entry


AnyRow: TypeAlias = StoredRow | DamagedRecord
"""A row, or the error in its place."""


def rows_of(text: bytes) -> list[AnyRow]:
    """Split a journal file into rows, with an error in place of each bad line; empty lines are skipped.

    The rows have no numbers yet: their `n` is -1.
    """
    rows: list[AnyRow] = []
    for line in filter(bytes.strip, text.splitlines()):
        try:
            parsed = _line.decode(line)
            rows.append(StoredRow(-1, int(parsed.crc, 16), bytes(parsed.entry)))
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            rows.append(DamagedRecord(f"not a line of a journal: {error}"))
    return rows


# The entries of a match; when a long record is continued, old ones are decoded on demand.


class Entries(Sequence[Entry[F, R, E]], Generic[F, R, E]):
    """All entries of a record in order. Rows among them, decoded on access, must be known to be good."""

    def __init__(
        self, entries: Iterable[Entry[F, R, E] | StoredRow] = (), codec: Codec[F, R, E] | None = None
    ) -> None:
        self._entries = list(entries)
        self._codec = codec

    def append(self, entry: Entry[F, R, E]) -> None:
        """Add the newest entry."""
        self._entries.append(entry)

    def copy(self) -> "Entries[F, R, E]":
        """Return a copy that can be appended to independently."""
        return Entries(self._entries, self._codec)

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, index: int) -> Entry[F, R, E]: ...
    @overload
    def __getitem__(self, index: slice) -> list[Entry[F, R, E]]: ...
    def __getitem__(self, index: int | slice) -> Entry[F, R, E] | list[Entry[F, R, E]]:
        if isinstance(index, slice):
            return [self[n] for n in range(*index.indices(len(self)))]
        entry = self._entries[index]
        if isinstance(entry, StoredRow):
            assert self._codec is not None  # rows come with a codec
            entry = self._entries[index] = self._codec.read(entry)
        return entry

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # they change


# Ids of matches that are saved next to another one with the same id. They must not reveal secrets.
#
# Such an id is made from the old one and the checksum of the record's export. Earlier versions used the
# checksum of the whole record, which covers its secrets: anybody with the rest of the record could find a
# secret by trying each against it. Those ids stay in the store, and are replaced in exports.

_BASE = 60
"""How many letters of the old id are used, so that the new one is still short."""

_ADDED = re.compile(r"[-.][0-9a-f]{8}(?![0-9a-f]).*", re.DOTALL)
"""What is appended to an id, in this version and earlier ones."""

_TELLING = re.compile(r"-[0-9a-f]{8}(?![0-9a-f]).*", re.DOTALL)
"""What earlier versions appended: `-` and eight digits of the checksum. Ids that are drawn have none."""


def tells_secret(match: str) -> bool:
    """Return whether an id may contain the checksum of a whole record."""
    return _TELLING.search(match) is not None


def other_ids(match: str, public: int) -> Iterator[str]:
    """Yield ids to try for a record to save next to `match`; `public` is the checksum of its export.

    There are several, for records that differ only in their secrets.
    """
    base = f"{_TELLING.sub('', match)[:_BASE]}.{public:08x}"
    yield base
    yield from (f"{base}.{number}" for number in count(2))


def original_id(match: str) -> str:
    """Return the id that a match had before it was saved next to another, cut off as for its other ids."""
    return _ADDED.sub("", match)[:_BASE]
