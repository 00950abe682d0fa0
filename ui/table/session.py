"""A match on the screen: it takes reports, says what to show, and passes rows to the saver. No Kivy here."""

import time
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.book.bgstats import link
from companion.book.figures import Book
from companion.book.played import played
from companion.clock import Clock
from companion.game import TABLE, Accepted, AnyGame, Refused, Seat, Violation
from companion.journal import (
    AnyRow,
    Codec,
    Entered,
    Entries,
    Entry,
    Faulted,
    Loss,
    MatchHeader,
    NamePlate,
    Overruled,
    StoredRow,
    TakenBack,
    Ticked,
)
from companion.line import EVERY, AnyCheckpoint
from companion.match import Answer, AnyMatch, Match
from companion.people import NO_PEOPLE, People
from companion.store import StoredMatch
from ui.language.words import game_names
from ui.table.names import plates_of

# Sessions work for every game, so states, reports and events can't be typed here.
AnyAnswer: TypeAlias = Answer[Any, Any, Any]
AnyEntry: TypeAlias = Entry[Any, Any, Any]
Keep: TypeAlias = Callable[[StoredMatch, list[StoredRow]], None]
SaveCheckpoint: TypeAlias = Callable[[str, AnyCheckpoint], None]


class HistoryLine(Struct, frozen=True):
    """An entry in the history; `struck`: it doesn't stand any more.

    A take-back has the lines that it took back as `undone`, newest first.
    """

    entry: AnyEntry
    struck: bool
    correctable: bool
    undone: "tuple[HistoryLine, ...]" = ()


class Session:
    """One match being played. `on_change` is called with every answer that changed the record."""

    def __init__(
        self,
        match: AnyMatch,
        clock: Clock,
        keep: Keep,
        *,
        stored: Sequence[StoredRow] = (),
        loss: Loss | None = None,
        people: People = NO_PEOPLE,
        save_checkpoint: SaveCheckpoint | None = None,
    ) -> None:
        """Play a match whose rows `stored` are on the disk; without any, the whole match is saved first.

        `keep` saves rows, `save_checkpoint` checkpoints of long records; `people` gives the players' names.
        """
        self.match = match
        self.people = people
        self.loss = loss
        self.on_change: Callable[[AnyAnswer], None] | None = None
        self._clock = clock
        self._keep = keep
        self._codec: Codec[Any, Any, Any] = Codec(match.game)
        self._save_checkpoint, self._checked = save_checkpoint, match.checked
        self._durable = len(stored)
        self._viewed: tuple[Any, Any] | None = None  # a state, and the table's view of it
        rows = stored or match.rows()
        # The checksum covers the bytes on the disk, which another version may have written differently.
        self._crc = rows[-1].crc
        if not stored:
            self._save(list(rows))
        self._checkpoint()

    @classmethod
    def begin(
        cls,
        game: AnyGame,
        facts: object,
        plates: tuple[NamePlate, ...],
        name: str,
        clock: Clock,
        keep: Keep,
        people: People = NO_PEOPLE,
        save_checkpoint: SaveCheckpoint | None = None,
    ) -> "Session":
        """Begin a match with the id `name`; raises SetupError if the facts don't make a game."""
        header = MatchHeader(name, game.name, plates, program="companion")
        match = Match.begin(game, facts, header, clock.wall())
        return cls(match, clock, keep, people=people, save_checkpoint=save_checkpoint)

    @classmethod
    def resume(
        cls,
        game: AnyGame,
        rows: Sequence[AnyRow],
        name: str,
        clock: Clock,
        keep: Keep,
        people: People = NO_PEOPLE,
        save_checkpoint: SaveCheckpoint | None = None,
        checkpoint: bytes = b"",
    ) -> "Session":
        """Resume a saved match; raises DamagedRecord if not even its opening can be read.

        A damaged record stays as it is: play goes on in a copy of its good part, with the id `name`.
        """
        match, loss = Match.restore(game, rows, checkpoint)
        if loss is None:
            # 20,000 decoded entries would stall play for 0.1 s at each garbage collection.
            stored = [row for row in rows if isinstance(row, StoredRow)]
            match.entries = Entries([match.entries[0], *stored[1:]], Codec(game))
            return cls(match, clock, keep, stored=stored, people=people, save_checkpoint=save_checkpoint)
        damaged, began = match.header, match.entries[0].at
        keep(StoredMatch(damaged.match, damaged.game, began, clock.wall(), True, damaged.title, 0), [])
        match = match.with_id(name)
        return cls(match, clock, keep, loss=loss, people=people, save_checkpoint=save_checkpoint)

    @property
    def name(self) -> str:
        """The match's id."""
        return self.match.header.match

    @property
    def plates(self) -> tuple[NamePlate, ...]:
        """The players' plates, with their current names."""
        return plates_of(self.people, self.name, self.match.header.plates)

    @property
    def begins_next(self) -> Seat:
        """Who begins a rematch: the next player, or the same one if this match was broken off."""
        first, players = self.match.facts.first, self.match.facts.players
        return Seat((first + 1) % players) if self.match.outcome is not None else first

    @property
    def view(self) -> Any:
        """The view that everybody may see; cached for the current state."""
        state = self.match.state
        if self._viewed is None or self._viewed[0] is not state:
            self._viewed = state, self.match.game.view(state, TABLE)
        return self._viewed[1]

    @property
    def past(self) -> list[Any]:
        """The view that everybody could see at each position that stands, from the opening to now."""
        return [self.match.game.view(position.state, TABLE) for position in self.match.line]

    @property
    def length(self) -> int:
        """How many entries the record has."""
        return self.match.length

    @property
    def saved(self) -> bool:
        """Whether every entry is known to be on the disk."""
        return not self.unsaved

    @property
    def unsaved(self) -> int:
        """The number of entries that aren't known to be on the disk."""
        return max(0, self.match.length - self._durable)

    @property
    def playing(self) -> bool:
        """Whether play may go on: nothing holds it, and the match hasn't ended or been broken off."""
        return self.match.hold is None and not self.match.abandoned and self.match.outcome is None

    def submit(self, report: object, seen: int | None = None) -> AnyAnswer:
        """Rule on a report that was made while the screen showed `seen` entries; by default all of them.

        What can't be written down and read again isn't entered: a wrong game raises.
        """
        seen = self.length if seen is None else seen
        answer = self.match.rule(report, seen=seen, at=self._clock.wall())
        if answer.entry is not None:
            row = self._codec.row(answer.entry, self._crc)
            self._codec.read(row)
            self.match.enter(answer.entry)
            self._crc = row.crc
            self._save([row])
            self._checkpoint()
            if self.on_change is not None:
                self.on_change(answer)
        return answer

    def position(self, entry: int) -> AnyEntry:
        """Return a standing entry as it reads now, after corrections."""
        position = next(other for other in self.match.line[1:] if other.entry == entry)
        return Entry(entry, position.at, Entered(position.report, position.events))

    def written(self, match: str, length: int) -> None:
        """Note that a match's entries up to `length` are on the disk."""
        if match == self.name:
            self._durable = max(self._durable, length)

    def history(self) -> list[HistoryLine]:
        """Return all entries except ticks, newest first; entries taken back are listed with the take-back."""
        standing = {position.entry: position for position in self.match.line[1:]}
        lines: list[HistoryLine] = []
        for entry in self.match.entries:
            position = standing.get(entry.n)
            if isinstance(entry.body, Entered | Overruled) and position is not None:
                # A correction of this entry, or of one before it, may have changed what followed.
                unchanged = entry.body.events == position.events
                lines.append(HistoryLine(entry if unchanged else self.position(entry.n), False, True))
            elif isinstance(entry.body, Ticked):
                continue
            elif isinstance(entry.body, TakenBack):
                undone: list[HistoryLine] = []
                stood: list[HistoryLine] = []
                while lines and lines[-1].entry.n >= entry.body.entry:
                    line = lines.pop()
                    if line.entry.n in standing:
                        # A late insertion belongs to an earlier place, and stays.
                        stood.append(line)
                    else:
                        undone.append(replace(line, struck=not isinstance(line.entry.body, TakenBack)))
                lines += [*stood[::-1], HistoryLine(entry, False, False, tuple(undone))]
            else:
                held = self.match.hold is not None and self.match.hold.entry == entry.n
                corrected = position is None and isinstance(entry.body, Entered | Overruled)
                lines.append(HistoryLine(entry, corrected, held or position is not None))
        return lines[::-1]

    @property
    def listing(self) -> StoredMatch:
        """The match's line in a store's list."""
        header = self.match.header
        over = self.match.abandoned or self.match.outcome is not None
        return StoredMatch(
            header.match,
            header.game,
            self.match.entries[0].at,
            self._clock.wall(),
            over,
            header.title,
            self.match.length,
            header.called or "",
        )

    def _save(self, rows: list[StoredRow]) -> None:
        self._keep(self.listing, rows)

    def _checkpoint(self) -> None:
        """Save a checkpoint if the last one is `EVERY` entries behind."""
        if self._save_checkpoint is not None and self.match.length - self._checked >= EVERY:
            self._checked = self.match.length
            self._save_checkpoint(self.name, self.match.checkpoint())


def refusals(answer: AnyAnswer) -> tuple[Violation, ...]:
    """Return the violations of a refused report; none if it was accepted or unclear."""
    return answer.ruling.violations if isinstance(answer.ruling, Refused) else ()


def accepted(answer: AnyAnswer) -> bool:
    """Return whether a report was accepted."""
    return isinstance(answer.ruling, Accepted)


def is_private(answer: AnyAnswer) -> bool:
    """Return whether only some players may hear of a refusal, which isn't recorded either."""
    wrong = refusals(answer)
    return answer.entry is None and bool(wrong) and all(violation.audience for violation in wrong)


def held_entry(answer: AnyAnswer) -> bool:
    """Return whether this answer holds play."""
    return answer.entry is not None and isinstance(answer.entry.body, Faulted) and answer.entry.body.on_table


# The result of a match for a phone: a link in a QR code, which needs no open port and no network.


def link_of(session: Session) -> str:
    """Return the link that posts a finished match; raises SetupError for any other."""
    record = played(session.match.rows())
    return link(Book.of([record], session.people), record, game_names())


# The only way from other threads into the UI thread: hardware and the saver post calls, which run there in
# order. Only the UI thread touches widgets.

Call = Callable[[], None]


class Inbox:
    """A queue of calls for the UI thread; `wake` must make that thread call `drain` soon."""

    def __init__(self, wake: Call | None = None) -> None:
        self.wake = wake
        self._calls: SimpleQueue[Call] = SimpleQueue()

    def post(self, call: Call) -> None:
        """Queue a call to run in the UI thread; callable from any thread."""
        self._calls.put(call)
        if self.wake is not None:
            self.wake()

    def drain_until(self, done: Callable[[], bool], seconds: float) -> None:
        """Run posted calls in the UI thread until `done()`, for at most `seconds`."""
        ends = time.monotonic() + seconds
        while not done() and (left := ends - time.monotonic()) > 0:
            try:
                call = self._calls.get(timeout=left)
            except Empty:
                return
            call()

    def drain(self, *_: object) -> None:
        """Run the posted calls in the UI thread. Calls posted meanwhile wait for the next time."""
        for _turn in range(self._calls.qsize()):
            try:
                call = self._calls.get_nowait()
            except Empty:
                return
            try:
                call()
            except BaseException:
                # The calls behind it mustn't be lost: they run in the next frame.
                if self.wake is not None and not self._calls.empty():
                    self.wake()
                raise
