"""A match: a journal and its fold.

Unlike in a digital game, an illegal report may describe what is really on the table. It holds play until
hands put it right or the table lets it stand. Nothing is deleted: the state is the last of a list of
positions, and a replay is the same fold over the same entries.
"""

from collections.abc import Iterable, Sequence
from copy import copy
from functools import reduce
from typing import Any, Generic, Self, TypeAlias

from msgspec import UNSET, Struct
from msgspec.structs import replace

from companion.catalogue import read_catalogue
from companion.clock import WallTime
from companion.errors import DamagedRecord, SetupError
from companion.game import (
    Accepted,
    E,
    F,
    Game,
    Irrevocable,
    Outcome,
    R,
    Refused,
    Ruling,
    S,
    Seat,
    Steps,
    Titled,
    Unclear,
    Violation,
)
from companion.journal import (
    LONGEST_CALLED,
    Abandoned,
    AnyRow,
    Body,
    Codec,
    Corrected,
    Entered,
    Entries,
    Entry,
    Faulted,
    Loss,
    MatchHeader,
    Opened,
    Overruled,
    Redone,
    Righted,
    StoredRow,
    TableToFix,
    TakenBack,
    Ticked,
    other_ids,
    tells_secret,
)
from companion.line import (
    MATCH_OVER,
    AnyCheckpoint,
    Change,
    Checkpoint,
    Position,
    Replayed,
    StoredPosition,
    before,
    happenings,
    index_of,
    judge_again,
    read_checkpoint,
)
from companion.match_reports import (
    Abandon,
    Correct,
    Correction,
    FixTable,
    Insert,
    LetStand,
    MatchReport,
    PutRight,
    Replace,
    Strike,
    TakeBack,
    Tick,
)
from companion.putting_back import HasPieces, Heap, actual_table, other_steps, steps, steps_back, table_before
from companion.strangers import Known, strangers

_AboutRecord: TypeAlias = PutRight | FixTable | Tick | LetStand | TakeBack | Abandon

CATALOGUE = read_catalogue("companion", "match.toml")


class Hold(Struct, Generic[R, E], frozen=True):
    """Why play is held: the refused report, its violations, and its events if it may be let stand."""

    entry: int
    report: R
    violations: tuple[Violation, ...]
    stands: tuple[E, ...] | None


class Answer(Struct, Generic[F, R, E], frozen=True):
    """The answer to a submitted report: the ruling, and the entry that was written, if any."""

    ruling: Ruling[E]
    entry: Entry[F, R, E] | None


def _hold(entry: Entry[Any, R, E]) -> Hold[R, E]:
    assert isinstance(entry.body, Faulted)
    return Hold(entry.n, entry.body.report, entry.body.violations, entry.body.stands)


def _refusal(rule: str, **details: int | str) -> Refused[Any]:
    return Refused((Violation(rule, details=details),))


class Match(Generic[F, S, R, E]):
    """One match, live or replayed.

    `entries` is the whole record, `line` the positions that stand, `hold` why play is held, or None.
    `put_back` are the steps that hands must do because the record was corrected just now, or the table
    differed from it. `ticked`: which steps are done, by index, of these or of the hold's remedy. `checked` is
    how many entries came from a checkpoint when the match was restored.
    """

    def __init__(self, game: Game[F, S, R, E], entries: Iterable[Entry[F, R, E]]) -> None:
        """Fold a record. Raises DamagedRecord if an entry can't follow those before it."""
        self.game = game
        self.entries: Entries[F, R, E] = Entries()
        self.line: list[Position[S, R, E]] = []
        self.hold: Hold[R, E] | None = None
        self.abandoned = False
        self.put_back: Steps = ()
        self.ticked: tuple[int, ...] = ()
        self.checked = 0
        for entry in entries:
            self.enter(entry)
        if not self.entries:
            raise DamagedRecord("a match needs at least its opening")

    @classmethod
    def begin(cls, game: Game[F, S, R, E], facts: F, header: MatchHeader, at: WallTime) -> Self:
        """Begin a match, without people's names; raises SetupError if the facts don't make a game."""
        header = replace(header, plates=tuple(plate.recorded for plate in header.plates))
        if header.game != game.name:
            raise SetupError(f"a record of {header.game!r} can't hold a game of {game.name!r}")
        if isinstance(game, Titled):
            header = replace(header, called=game.called(facts)[:LONGEST_CALLED])
        return cls(game, [Entry(0, at, Opened(header, facts))])

    @classmethod
    def restore(
        cls, game: Game[F, S, R, E], rows: Iterable[AnyRow], checkpoint: bytes = b""
    ) -> "tuple[Match[F, S, R, E], Loss | None]":
        """Open a saved record: its good part, and what couldn't be read, if anything.

        The record's `checkpoint` (`companion.line`) makes this faster and changes nothing else. Raises
        DamagedRecord if not even the opening can be read.
        """
        stored = list(rows)
        codec = Codec(game)
        match = cls._at_checkpoint(checkpoint, game, codec, stored) if checkpoint else None
        known: Known = {} if match is None else game.known(match.facts)
        start = 0 if match is None else match.length
        crc = stored[start - 1].crc if start else 0  # type: ignore[union-attr]  # it has been read before
        for n, row in enumerate(stored[start:], start):
            try:
                if not isinstance(row, StoredRow):
                    raise row
                entry = codec.entry(row, n, crc)
                if match is None:
                    match = cls(game, [entry])
                    known = game.known(match.facts)
                else:
                    for stranger in strangers(entry.body, known):
                        raise DamagedRecord(stranger)
                    match.enter(entry)
            except (DamagedRecord, SetupError) as error:
                if match is None:
                    raise DamagedRecord(f"line 1: {error.short}") from None
                return match, Loss(n + 1, len(stored) - n, error.line)
            except (LookupError, ValueError, TypeError, AssertionError) as error:
                # `evolve` trusts its events, but these may never have come from `judge`.
                if match is None:
                    raise DamagedRecord(f"line 1: not a position to begin with ({error!r})") from None
                return match, Loss(n + 1, len(stored) - n, f"this can't have happened there ({error!r})")
            crc = row.crc
        if match is None:
            raise DamagedRecord("line 1: the record is empty")
        return match, None

    @classmethod
    def _at_checkpoint(
        cls, text: bytes, game: Game[F, S, R, E], codec: Codec[F, R, E], stored: Sequence[AnyRow]
    ) -> "Match[F, S, R, E] | None":
        """Return the match as of a checkpoint; None if that doesn't match this record."""
        rows = [row for row in stored if isinstance(row, StoredRow)]
        checkpoint = read_checkpoint(text, game, rows) if len(rows) == len(stored) else None
        if checkpoint is None:
            return None
        first, *others = rows[: checkpoint.length]
        match = cls(game, [codec.entry(first, 0, 0)])
        for at in checkpoint.line:
            match._add(at.entry, at.at, at.report, at.events, at.stood)
        match.entries = Entries([match.entries[0], *others], codec)
        if checkpoint.hold is not None:
            match.hold = _hold(match.entries[checkpoint.hold])
        match.abandoned, match.checked = checkpoint.abandoned, checkpoint.length
        match.put_back, match.ticked = checkpoint.put_back, checkpoint.ticked
        return match

    def checkpoint(self) -> AnyCheckpoint:
        """Return what stands now, for `restore`."""
        line = tuple(StoredPosition(at.entry, at.at, at.report, at.events, at.stood) for at in self.line[1:])
        hold = self.hold.entry if self.hold else None
        return Checkpoint(self.length, line, hold, self.abandoned, self.put_back, self.ticked)

    def copy(self) -> "Match[F, S, R, E]":
        """Return a copy of the match to try something on."""
        other = copy(self)
        other.entries, other.line = self.entries.copy(), list(self.line)
        return other

    @property
    def _opened(self) -> Opened[F]:
        body = self.entries[0].body
        assert isinstance(body, Opened)
        return body

    @property
    def header(self) -> MatchHeader:
        """The header: what the record is of."""
        return self._opened.header

    @property
    def facts(self) -> F:
        """The facts that were settled before the match."""
        return self._opened.facts

    @property
    def length(self) -> int:
        """Number of entries; a report must give the length that its screen was showing."""
        return len(self.entries)

    @property
    def state(self) -> S:
        """The position that stands."""
        return self.line[-1].state

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.game.outcome(self.state)

    def rows(self) -> list[StoredRow]:
        """Return the whole record as rows."""
        return list(Codec(self.game).rows(self.entries))

    def with_id(self, name: str) -> "Match[F, S, R, E]":
        """Return the match with another id."""
        return Match(self.game, self._opened_as(name, self.facts))

    def _opened_as(self, name: str, facts: F) -> list[Entry[F, R, E]]:
        """Return the record's entries with another id and other facts."""
        first, *later = self.entries
        return [replace(first, body=Opened(replace(self.header, match=name), facts)), *later]

    def export(self, *, goes_on: bool = False) -> list[StoredRow]:
        """Return the record for others to read: without secrets unless the game has ended.

        An abandoned game can be resumed, so its secrets are left out too. `goes_on`: this is only a beginning
        of a match that goes on, so an end in it doesn't count. An id that gives secrets away is changed.
        """
        if self.outcome is not None and not goes_on:
            return self.rows()

        def rows(name: str) -> list[StoredRow]:
            return list(Codec(self.game).rows(self._opened_as(name, facts)))

        facts, name = self.game.public(self.facts), self.header.match
        if facts != self.facts and tells_secret(name):
            name = next(other_ids(name, rows("")[-1].crc))
        return rows(name)

    def submit(self, report: R | MatchReport | Correction[R], *, seen: int, at: WallTime) -> Answer[F, R, E]:
        """Rule on a report, and enter it if it belongs in the record; see `rule`."""
        answer = self.rule(report, seen=seen, at=at)
        if answer.entry is not None:
            self.enter(answer.entry)
        return answer

    def rule(self, report: R | MatchReport | Correction[R], *, seen: int, at: WallTime) -> Answer[F, R, E]:
        """Rule on a report; the answer has the entry that it makes, which changes nothing before `enter`.

        `seen` is the length of the record that the reporter was shown; a stale report changes nothing. A
        refusal of what isn't on the table doesn't hold play. It is recorded all the same, unless every
        violation is for some players only. An unclear report isn't recorded.
        """
        if seen != self.length:
            return Answer(_refusal("match.stale", seen=seen, length=self.length), None)
        if isinstance(report, Strike | Replace | Insert):
            report = Correct((report,))
        if isinstance(report, _AboutRecord | Correct):
            body = self._correct(report) if isinstance(report, Correct) else self._manage(report)
            if isinstance(body, Refused | Unclear):
                return Answer(body, None)
            return self._answer(Accepted(body.events if isinstance(body, Overruled) else ()), body, at)
        if self.hold is not None:
            return Answer(_refusal("match.held", entry=self.hold.entry), None)
        if self.abandoned or self.outcome is not None:
            return Answer(MATCH_OVER, None)
        ruling = self.game.judge(self.state, report)
        if isinstance(ruling, Accepted):
            return self._answer(ruling, Entered(report, ruling.events), at)
        # What only some may know leaves no trace: even a longer record would give it away.
        if isinstance(ruling, Refused) and (
            ruling.on_table or not all(v.audience for v in ruling.violations)
        ):
            return self._answer(
                ruling, Faulted(report, ruling.violations, ruling.on_table, ruling.stands), at
            )
        return Answer(ruling, None)

    def consents_needed(self, entry: int) -> tuple[Seat, ...]:
        """Return the seats that must agree before an entry, and all after it, can be taken back."""
        return tuple(sorted(self._revealed_in(self._line_from(entry))))

    def _revealed_in(self, line: Sequence[Position[S, R, E]]) -> set[Seat]:
        return {seat for at in line for event in at.events for seat in self.game.revealed(at.state, event)}

    def _line_from(self, entry: int) -> Sequence[Position[S, R, E]]:
        return self.line[len(before(self.line, entry)) :]

    @staticmethod
    def _irrevocable(line: Sequence[Position[S, R, E]]) -> bool:
        """Return whether a part of the line has an event that can't be taken back."""
        return any(isinstance(event, Irrevocable) for at in line for event in at.events)

    def _manage(self, report: _AboutRecord) -> Refused[E] | Body[F, R, E]:
        """Return the entry that a report about the record makes, or why it is refused."""
        match report:
            case PutRight() | Tick() if self.hold is None and not self.put_back:
                return _refusal("match.nothing-held")
            case PutRight():
                return Righted()
            case Tick(step):
                return Ticked(step)
            case FixTable() if self.hold is not None:
                return _refusal("match.held", entry=self.hold.entry)
            case FixTable(steps):
                return TableToFix(steps)
            case LetStand():
                if self.hold is None:
                    return _refusal("match.nothing-held")
                if self.hold.stands is None:
                    return _refusal("match.cannot-stand", entry=self.hold.entry)
                return Overruled(self.hold.stands)
            case Abandon():
                return MATCH_OVER if self.abandoned else Abandoned()
            case TakeBack():
                return self._take_back(report)

    def _take_back(self, report: TakeBack) -> Refused[E] | Body[F, R, E]:
        entry = report.entry if report.entry is not None else self._newest()
        if entry is None:
            return _refusal("match.nothing-to-undo")
        if not self._stands(entry):
            return _refusal("match.no-such-entry", entry=entry)
        kept = self._rest_of_entry(entry) if report.entry is None else ()
        gone = self._line_from(entry)[len(kept) :]
        if self._irrevocable(gone):
            return _refusal("match.irrevocable", entry=entry)
        missing = self._revealed_in(gone) - set(report.consents)
        if missing:
            return Refused(tuple(Violation("match.revealed", seat) for seat in sorted(missing)))
        if not kept:
            # Undo takes back a mis-tap, or a move that everybody has just seen.
            rewinds = report.entry is not None and len(gone) + (self.hold is not None) > 1
            put_back = self._to_go_back(gone) if rewinds or self._rewinding else ()
            return TakenBack(entry, report.consents, put_back or UNSET)
        due = self._still_due(self.line[-len(gone) - 1].state, self._unticked)
        return Corrected(entry, kept, put_back=due or UNSET)

    def _to_go_back(self, gone: Sequence[Position[S, R, E]]) -> Steps:
        """Return the steps from the real table to that before `gone`, the end of the line."""
        if not isinstance(self.game, HasPieces):
            return ()
        wrong = self.hold.violations if self.hold is not None else ()
        # What is refused lies on the table, and moves go back only from the table before it.
        remedies = (remedy for fault in wrong if not fault.audience for remedy in fault.remedy)
        refused = (remedy for remedy in remedies if remedy.act not in self.game.tries)
        line = self.line[-len(gone) - 1 :]
        return (*refused, *steps_back(self.game, line, self._unticked))

    @property
    def _rewinding(self) -> bool:
        """Whether steps of a rewind are still due, so that the newest report isn't one just seen."""
        if not self.put_back:
            return False
        newest = next(entry.body for entry in reversed(self.entries) if not isinstance(entry.body, Ticked))
        return isinstance(newest, TakenBack) and bool(newest.put_back)

    def _still_due(self, state: S, due: Steps) -> Steps:
        """Return the steps that are left of those due after going back to a state."""
        if not due or not isinstance(self.game, HasPieces):
            return ()
        pieces = self.game.pieces(state)
        moves = steps(self.game, table_before(self.game, pieces, due), pieces)
        return (*moves, *other_steps(self.game, due))

    def _rest_of_entry(self, entry: int) -> tuple[Redone[R, E], ...]:
        """Return what stays if only the newest position of an entry is taken back, usually nothing.

        One correction may have inserted several positions.
        """
        if self.hold is not None or self.abandoned:
            return ()
        rest: Sequence[Any] = self._line_from(entry)[:-1]
        return tuple(Redone(at.entry, at.report, at.events, at.stood) for at in rest)

    def refuses_correction(self, entry: int) -> Refused[E] | None:
        """Return why an entry can't be corrected by itself, None if it can."""
        if self.abandoned:
            return MATCH_OVER
        if self.hold is not None:
            return _refusal("match.held", entry=self.hold.entry)
        if index_of(self.line, entry) is None:
            return _refusal("match.no-such-entry", entry=entry)
        if self._irrevocable(self._line_from(entry)):
            return _refusal("match.irrevocable", entry=entry)
        # Judging by a secret again, even as a trial, would reveal it, answer by answer.
        secret = self.outcome is None and self.game.public(self.facts) != self.facts
        return _refusal("match.only-back", entry=entry) if secret or self.consents_needed(entry) else None

    def try_correction(self, changes: Sequence[Change]) -> Replayed | Refused[E]:
        """Judge the line again with `changes` applied, without recording it; or say why that isn't allowed.

        Every later entry must still be possible: the first that isn't is the misfit.
        """
        for change in changes:
            if (refused := self.refuses_correction(change.entry)) is not None:
                return refused
        if not changes:
            return _refusal("match.no-change")
        single = [change.entry for change in changes if not isinstance(change, Insert)]
        if len(set(single)) < len(single):
            return _refusal("match.corrected-twice", entry=max(single, key=single.count))
        return judge_again(self.game, self.line, changes, self.length)

    def _correct(self, report: Correct[R]) -> Refused[E] | Unclear | Body[F, R, E]:
        replayed = self.try_correction(report.changes)
        if isinstance(replayed, Refused):
            return replayed
        misfit = replayed.misfit
        if misfit is None:
            put_back = self._to_put_back(replayed, report)
            return Corrected(replayed.entry, replayed.line, put_back=put_back or UNSET)
        ruling = misfit.ruling
        if misfit.new:
            return ruling
        faults = ruling.violations if isinstance(ruling, Refused) else ()
        # If only some players may know the reason, nobody else hears of it.
        secret = all(fault.audience for fault in faults) and bool(faults)
        audience = sorted({seat for fault in faults for seat in fault.audience}) if secret else ()
        broken = Violation("match.correction", details={"entry": misfit.entry}, audience=tuple(audience))
        return Refused((broken, *faults))

    def _to_put_back(self, replayed: Replayed, report: Correct[R]) -> Steps:
        """Return the steps from the real table, which the old record shaped, to the corrected record's."""
        game: Any = self.game
        if not isinstance(game, HasPieces):
            return ()
        start = before(self.line, replayed.entry)[-1].state
        table = actual_table(game, start, happenings(self.line, replayed, report.changes))
        actual = table_before(game, table, self._unticked)
        wanted = game.pieces(self.corrected(replayed).state)
        if report.compared == "board":
            actual = game.compared(actual, wanted)
        elif report.compared:
            actual = {**actual, **{heap: cards for heap, cards in wanted.items() if isinstance(heap, Heap)}}
        return (*steps(game, actual, wanted), *other_steps(game, self._unticked))

    @property
    def _unticked(self) -> Steps:
        return tuple(step for n, step in enumerate(self.put_back) if n not in self.ticked)

    def released(self) -> "Match[F, S, R, E]":
        """Return a copy of the match without its hold."""
        other = self.copy()
        other.hold = None
        return other

    def corrected(self, replayed: Replayed) -> "Match[F, S, R, E]":
        """Return a copy of the match with a correction applied, up to its misfit."""
        other = self.copy()
        other.enter(Entry(self.length, self.entries[-1].at, Corrected(replayed.entry, replayed.line)))
        return other

    def _newest(self) -> int | None:
        if self.abandoned:
            return self.length - 1
        if self.hold is not None:
            return self.hold.entry
        return self.line[-1].entry if len(self.line) > 1 else None

    def _stands(self, entry: int) -> bool:
        held = self.hold and self.hold.entry
        return entry in (self._newest(), held) or index_of(self.line, entry) is not None

    def _answer(self, ruling: Ruling[E], body: Body[F, R, E], at: WallTime) -> Answer[F, R, E]:
        return Answer(ruling, Entry(self.length, at, body))

    def enter(self, entry: Entry[F, R, E]) -> None:
        """Fold one entry: the only place where a match changes, live or in replay.

        It changes nothing if the game raises, or can't say how the state after the entry ended.
        """
        body = entry.body
        if isinstance(body, Opened) != (not self.entries):
            raise DamagedRecord("a record has one opening, at its start")
        due = self._unticked
        put_back: Steps = ()
        ticked: tuple[int, ...] = ()
        match body:
            case Opened(_, facts):
                self.line = [Position(entry.n, entry.at, None, (), self.game.opening(facts))]
            case Entered(report, events):
                self._add(entry.n, entry.at, report, events)
            case Faulted():
                if body.on_table:
                    self.hold = _hold(entry)
                else:
                    # Nothing was moved, so the steps are still due.
                    put_back, ticked = self.put_back, self.ticked
            case Righted():
                if self.hold is None and not self.put_back:
                    raise DamagedRecord("nothing was held that could be put right")
                self.hold = None
            case TableToFix(to_do):
                put_back = to_do
            case Ticked(step):
                put_back, ticked = self.put_back, tuple(sorted({step} ^ set(self.ticked)))
            case Overruled(events):
                if self.hold is None:
                    raise DamagedRecord("nothing was held that could be let stand")
                self._add(entry.n, entry.at, self.hold.report, events, stood=True)
                self.hold = None
            case TakenBack(back, _, to_put_back):
                if not self._stands(back):
                    raise DamagedRecord(f"entry {back} does not stand and can't be taken back")
                line = [*before(self.line, back)]
                put_back = to_put_back or self._still_due(line[-1].state, due)
                self.line, self.abandoned = line, False
                if self.hold is not None and self.hold.entry >= back:
                    self.hold = None
            case Corrected(back, later, _, to_put_back):
                if index_of(self.line, back) is None:
                    raise DamagedRecord(f"entry {back} does not stand and can't be corrected")
                times, corrected = {at.entry: at.at for at in self.line}, [*before(self.line, back)]
                for redone in later:
                    state = self._after(redone.events, corrected[-1].state)
                    at = times.get(redone.entry, entry.at)
                    corrected.append(
                        Position(redone.entry, at, redone.report, redone.events, state, redone.stood)
                    )
                self.line, put_back = corrected, to_put_back or ()
            case Abandoned():
                self.abandoned = True
                # If the match is resumed, the steps are still due.
                put_back, ticked = self.put_back, self.ticked
        self.put_back, self.ticked = put_back, ticked
        self.entries.append(entry)

    def _add(self, entry: int, at: WallTime, report: R, events: tuple[E, ...], stood: bool = False) -> None:
        state = self._after(events, self.state)
        self.line.append(Position(entry, at, report, events, state, stood))

    def _after(self, events: tuple[E, ...], state: S) -> S:
        """Return the state after events; raises what the game does if it can't say whether that ends it."""
        state = reduce(self.game.evolve, events, state)
        self.game.outcome(state)
        return state


AnyMatch: TypeAlias = Match[Any, Any, Any, Any]
