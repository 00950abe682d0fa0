"""A match on the screen: reports in, what to show out, rows to the saver. No Kivy here."""

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
from companion.comparing import Mend, mends
from companion.game import TABLE, Accepted, Outcome, Refused, Seat, Steps, Violation
from companion.games.shelf import AnyGame
from companion.journal import (
    AnyRow,
    Codec,
    Entered,
    Entries,
    Entry,
    Faulted,
    KeptRow,
    Loss,
    MatchHeader,
    NamePlate,
    Overruled,
    TakenBack,
    Ticked,
)
from companion.line import EVERY, AnyCheckpoint
from companion.match import Answer, Hold, Match
from companion.match_reports import TakeBack
from companion.people import NO_PEOPLE, People
from companion.store import Kept
from ui.language.words import game_names

# A session serves every game; its states, reports and events are of types known only to that game.
AnyMatch: TypeAlias = Match[Any, Any, Any, Any]
AnyAnswer: TypeAlias = Answer[Any, Any, Any]
AnyEntry: TypeAlias = Entry[Any, Any, Any]
Keep: TypeAlias = Callable[[Kept, list[KeptRow]], None]
Mark: TypeAlias = Callable[[str, AnyCheckpoint], None]


class HistoryLine(Struct, frozen=True):
    """An entry as the history lists it; `struck`: it doesn't stand any more.

    A take-back has what it took back as `undone`, the newest first.
    """

    entry: AnyEntry
    struck: bool
    correctable: bool
    undone: "tuple[HistoryLine, ...]" = ()


class Session:
    """One match that is being played. `on_change` is told of every answer that changed the record."""

    def __init__(
        self,
        match: AnyMatch,
        clock: Clock,
        keep: Keep,
        *,
        kept: Sequence[KeptRow] = (),
        loss: Loss | None = None,
        people: People = NO_PEOPLE,
        mark: Mark | None = None,
    ) -> None:
        """Go on with a match of which the rows `kept` are on the disk; without any, all of it is saved.

        `people` tells the names of who plays; `mark` takes the checkpoints of a long record.
        """
        self.match = match
        self.people = people
        self.loss = loss
        self.on_change: Callable[[AnyAnswer], None] | None = None
        self._clock = clock
        self._keep = keep
        self._codec: Codec[Any, Any, Any] = Codec(match.game)
        self._mark, self._marked = mark, match.checked
        self._durable = len(kept)
        self._viewed: tuple[Any, Any] | None = None  # a state, and what everybody may see of it
        rows = kept or match.rows()
        # The checksum runs over the bytes as they are kept: another version may have written them otherwise.
        self._crc = rows[-1].crc
        if not kept:
            self._save(list(rows))
        self._mark_far()

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
        mark: Mark | None = None,
    ) -> "Session":
        """Open a new match called `name`; SetupError where the facts don't make a game."""
        header = MatchHeader(name, game.name, plates, program="companion")
        return cls(Match.begin(game, facts, header, clock.wall()), clock, keep, people=people, mark=mark)

    @classmethod
    def resume(
        cls,
        game: AnyGame,
        rows: Sequence[AnyRow],
        name: str,
        clock: Clock,
        keep: Keep,
        people: People = NO_PEOPLE,
        mark: Mark | None = None,
        checkpoint: bytes = b"",
    ) -> "Session":
        """Go on with a kept match; DamagedRecord where not even its opening can be read.

        A damaged record stays as it is: play goes on in a copy of its good part, which is called `name`.
        """
        match, loss = Match.restore(game, rows, checkpoint)
        if loss is None:
            # Decoded, 20,000 entries hold play up for 0.1 s each time that Python looks for garbage.
            whole = [row for row in rows if isinstance(row, KeptRow)]
            match.entries = Entries([match.entries[0], *whole[1:]], Codec(game))
            return cls(match, clock, keep, kept=whole, people=people, mark=mark)
        damaged, began = match.header, match.entries[0].at
        keep(Kept(damaged.match, damaged.game, began, clock.wall(), True, damaged.title, 0), [])
        return cls(match.with_id(name), clock, keep, loss=loss, people=people, mark=mark)

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.match.game

    @property
    def name(self) -> str:
        """The match's id."""
        return self.match.header.match

    @property
    def plates(self) -> tuple[NamePlate, ...]:
        """Who plays, with the names of today."""
        return self.people.told(self.name, self.match.header.plates)

    @property
    def facts(self) -> Any:
        """What was settled before the match."""
        return self.match.facts

    @property
    def begins_next(self) -> Seat:
        """Who begins another match of the same people: the next one, or the same after one broken off."""
        first, players = self.facts.first, self.facts.players
        return Seat((first + 1) % players) if self.outcome is not None else first

    @property
    def view(self) -> Any:
        """The table as everybody may see it; made once for a state, however many ask."""
        state = self.match.state
        if self._viewed is None or self._viewed[0] is not state:
            self._viewed = state, self.game.view(state, TABLE)
        return self._viewed[1]

    @property
    def past(self) -> list[Any]:
        """The table as everybody could see it, after each report that stands: from the opening to now."""
        return [self.game.view(position.state, TABLE) for position in self.match.line]

    @property
    def shown(self) -> int:
        """The length of the record that a screen showing this now has seen."""
        return self.match.length

    @property
    def saved(self) -> bool:
        """Whether every entry is known to be on the disk."""
        return not self.unsaved

    @property
    def unsaved(self) -> int:
        """How many entries aren't known to be on the disk."""
        return max(0, self.match.length - self._durable)

    @property
    def hold(self) -> Hold[Any, Any] | None:
        """Why play is held, or None."""
        return self.match.hold

    @property
    def abandoned(self) -> bool:
        """Whether the table broke off."""
        return self.match.abandoned

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self.match.outcome

    @property
    def playing(self) -> bool:
        """Whether the table may go on: nothing wrong lies there, and nothing has ended."""
        return self.hold is None and not self.abandoned and self.outcome is None

    @property
    def put_back(self) -> Steps:
        """What hands must do for the table to lie as the journal has it; some of it is `ticked`."""
        return self.match.put_back

    @property
    def ticked(self) -> tuple[int, ...]:
        """Which steps of what is to be put right are done, counted from 0."""
        return self.match.ticked

    def submit(self, report: object, seen: int) -> AnyAnswer:
        """Rule on a report that was made while the screen showed `seen` entries."""
        answer = self.match.submit(report, seen=seen, at=self._clock.wall())
        if answer.entry is not None:
            row = self._codec.row(answer.entry, self._crc)
            self._crc = row.crc
            self._save([row])
            self._mark_far()
            if self.on_change is not None:
                self.on_change(answer)
        return answer

    def mends(self, report: object, violations: tuple[Violation, ...]) -> tuple[Mend[Any], ...]:
        """Return the entries that the refusal of a report rests on, each with what it may have been."""
        return mends(self.match, report, violations)

    def position(self, entry: int) -> AnyEntry:
        """Return an entry that stands as it reads now, corrections of it included."""
        found = next(position for position in self.match.line[1:] if position.entry == entry)
        return Entry(entry, found.at, Entered(found.report, found.events))

    def go_back_before(self, entry: int, seen: int) -> AnyAnswer:
        """Set aside an entry and all after it; whoever's secret was seen since has agreed by holding."""
        return self.submit(TakeBack(entry, self.match.consents_needed(entry)), seen)

    def correctable(self, entry: int) -> bool:
        """Tell whether an entry may be corrected by itself, with what came after it kept."""
        return self.match.may_correct(entry) is None

    def revealed_since(self, entry: int) -> tuple[Seat, ...]:
        """Return whose secrets were made known at an entry or after it."""
        return self.match.consents_needed(entry)

    def written(self, match: str, length: int) -> None:
        """Take note that entries are on the disk."""
        if match == self.name:
            self._durable = max(self._durable, length)

    def history(self) -> list[HistoryLine]:
        """Return all entries but ticks, the newest first; what was taken back is with the take-back."""
        standing = {position.entry: position for position in self.match.line[1:]}
        lines: list[HistoryLine] = []
        for entry in self.match.entries:
            position = standing.get(entry.n)
            if isinstance(entry.body, Entered | Overruled) and position is not None:
                # A correction of this entry, or of one before it, may have changed what followed.
                reads_so = entry.body.events == position.events
                lines.append(HistoryLine(entry if reads_so else self.position(entry.n), False, True))
            elif isinstance(entry.body, Ticked):
                continue
            elif isinstance(entry.body, TakenBack):
                undone: list[HistoryLine] = []
                stood: list[HistoryLine] = []
                while lines and lines[-1].entry.n >= entry.body.entry:
                    line = lines.pop()
                    if line.entry.n in standing:
                        # What was told late, of what had come before, stays.
                        stood.append(line)
                    else:
                        undone.append(replace(line, struck=not isinstance(line.entry.body, TakenBack)))
                lines += [*stood[::-1], HistoryLine(entry, False, False, tuple(undone))]
            else:
                held = self.hold is not None and self.hold.entry == entry.n
                corrected = position is None and isinstance(entry.body, Entered | Overruled)
                lines.append(HistoryLine(entry, corrected, held or position is not None))
        return lines[::-1]

    @property
    def kept(self) -> Kept:
        """How the match stands, as a store lists it."""
        header = self.match.header
        over = self.abandoned or self.outcome is not None
        return Kept(
            header.match,
            header.game,
            self.match.entries[0].at,
            self._clock.wall(),
            over,
            header.title,
            self.match.length,
            header.called or "",
        )

    def _save(self, rows: list[KeptRow]) -> None:
        self._keep(self.kept, rows)

    def _mark_far(self) -> None:
        """Have a checkpoint kept where the last one is far behind."""
        if self._mark is not None and self.match.length - self._marked >= EVERY:
            self._marked = self.match.length
            self._mark(self.name, self.match.checkpoint())


def refusals(answer: AnyAnswer) -> tuple[Violation, ...]:
    """Return what is wrong with a report, nothing for one that was accepted or can't be ruled on."""
    return answer.ruling.violations if isinstance(answer.ruling, Refused) else ()


def accepted(answer: AnyAnswer) -> bool:
    """Tell whether a report stands."""
    return isinstance(answer.ruling, Accepted)


def unheard(answer: AnyAnswer) -> bool:
    """Tell whether only some may hear what is wrong; then the record has nothing of it either."""
    wrong = refusals(answer)
    return answer.entry is None and bool(wrong) and all(violation.audience for violation in wrong)


def held_entry(answer: AnyAnswer) -> bool:
    """Tell whether this answer holds play."""
    return answer.entry is not None and isinstance(answer.entry.body, Faulted) and answer.entry.body.lies


# The result of a match for a phone: a link in a QR code, with no port open and no net.


def link_of(session: Session) -> str:
    """Return the link that posts a match which was played to its end; SetupError for any other."""
    one = played(session.match.rows())
    return link(Book.of([one], session.people), one, game_names())


# The one way from other threads into the UI thread: hardware and the saver post what they have to say, and it
# is run there, in order. Nothing else than the UI thread touches a widget.

Call = Callable[[], None]


class Inbox:
    """A queue of things to do in the UI thread; `wake` must bring about a `drain` there, soon."""

    def __init__(self, wake: Call | None = None) -> None:
        self.wake = wake
        self._calls: SimpleQueue[Call] = SimpleQueue()

    def post(self, call: Call) -> None:
        """Have `call` run in the UI thread; from any thread."""
        self._calls.put(call)
        if self.wake is not None:
            self.wake()

    def drain_until(self, done: Callable[[], bool], seconds: float) -> None:
        """Run what is posted until that is so, for so many seconds at the most; in the UI thread."""
        ends = time.monotonic() + seconds
        while not done() and (left := ends - time.monotonic()) > 0:
            try:
                call = self._calls.get(timeout=left)
            except Empty:
                return
            call()

    def drain(self, *_: object) -> None:
        """Run what has been posted; in the UI thread. What is posted meanwhile waits for the next time."""
        for _turn in range(self._calls.qsize()):
            try:
                call = self._calls.get_nowait()
            except Empty:
                return
            try:
                call()
            except BaseException:
                # What stands behind it must not be lost with it: it comes in the next frame.
                if self.wake is not None and not self._calls.empty():
                    self.wake()
                raise
