"""Comparing the table with the record: which single change of the record explains the real table."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Generic, Protocol, TypeAlias, get_args, runtime_checkable

from msgspec import Struct
from msgspec.structs import replace

from companion.game import LOOK_AGAIN, Accepted, E, F, Game, R, Refused, S, Violation
from companion.line import Change, Position, Replayed, before, events_of, index_of
from companion.match import Match
from companion.match_reports import Correct, Insert, Replace, Strike
from companion.putting_back import HasPieces

Contents: TypeAlias = Mapping[Any, Any]
"""Things by their places, both of the game's own types."""

ContentsOf: TypeAlias = Callable[[Any], Contents]
"""Returns what can be compared of a state: the board, or the counts."""


@runtime_checkable
class Comparable(Protocol):
    """Implemented by games with a board on which hands can put things wrongly.

    Places, things, states and views are of the game's own types.
    """

    def contents(self, state: Any) -> Contents:
        """Return what is on each place of the board that everybody can see; never a secret."""

    def possible_things(self, state: Any, place: Any) -> Sequence[Any]:
        """Return what may be on a place, perhaps with what is there now; nothing if that is unknown."""

    def with_contents(self, view: Any, contents: Contents) -> Any:
        """Return a view to draw, with other things on some of its places."""


@runtime_checkable
class ShownView(Protocol):
    """Implemented by games most of whose reports show on the board, so that fewer need to be tried."""

    def showing(self, state: Any, places: Collection[Any]) -> Iterator[Any]:
        """Yield reports that `judge` accepts and that show only on these places, or not at all.

        Of several that leave the same board, one is enough.
        """


@runtime_checkable
class Irregular(Protocol):
    """Implemented by games in which a table may let a broken rule stand."""

    def rule_breaking(self, state: Any, contents: Contents) -> Iterator[Any]:
        """Yield reports that `judge` refuses, after which some places are as in `contents`."""


class Way(Struct, Generic[R, E], frozen=True):
    """One change after which the record agrees with the real table.

    `report` goes before entry `entry`, or `instead` of it, and these events follow from it; None means that
    the entry never happened. An `entry` past the end means that the last report was forgotten. `table` is
    the result: ways with equal tables look the same to everybody. `one_of`: other reports fit as well, with
    other tables. `then`: the refused report, accepted after the change. `stood`: the report breaks a rule
    and was let stand.
    """

    entry: int
    report: R | None
    events: tuple[E, ...] = ()
    instead: bool = False
    table: Any = None
    one_of: bool = False
    then: R | None = None
    stood: bool = False

    def report_for(self, length: int) -> Change | R:
        """Return the report to submit to a record of this length."""
        if self.report is None:
            return Strike(self.entry)
        if self.instead:
            return Replace(self.entry, self.report, self.stood)
        return Insert(self.entry, self.report, self.stood) if self.entry < length else self.report


class TwoChanges(Struct, frozen=True):
    """Two changes that only together explain the table; submit `reports` in order."""

    ways: tuple[Way[Any, Any], Way[Any, Any]]
    reports: tuple[Any, ...]
    table: Any


def entries_changing(match: Match[F, S, R, E], contents_of: ContentsOf, places: Sequence[Any]) -> list[int]:
    """Return the entries that changed any of these places, newest first, without repeats."""
    line = match.line
    boards = [contents_of(position.state) for position in line]
    changed = [
        line[n].entry
        for n in range(len(line) - 1, 0, -1)
        if any(boards[n].get(place) != boards[n - 1].get(place) for place in places)
    ]
    return list(dict.fromkeys(changed))


def ways(
    match: Match[F, S, R, E], contents_of: ContentsOf, reported: Contents, *, at_once: bool = False
) -> Iterator[Way[R, E] | None]:
    """Yield each single change that puts the places of `reported` right and changes no other, newest first.

    Yields None wherever the caller may pause. For each entry only the likeliest report is found. `at_once`:
    a change shows where it was made or never, as with pieces that stay where they were put; changes that
    would show elsewhere are only tried if nothing else fits, and last rule-breaking reports that were let
    stand. If the facts hold a secret, nothing is tried: what fits would give it away. While a refusal holds
    play, the refused report is first assumed true and an earlier entry wrong, then assumed a slip.
    """
    if match.game.public(match.facts) != match.facts:
        return
    free = match.released()
    refused = None if match.hold is None else match.hold.report
    for then in (refused, None) if refused is not None else (None,):
        tries = [(near, False) for near in ((True, False) if at_once else (False,))]
        for near, stood in (*tries, *([(False, True)] if isinstance(match.game, Irregular) else [])):
            found = False
            for way in _Trial(free, contents_of, reported, at_once, near=near, then=then, stood=stood).ways():
                found = found or way is not None
                yield way
            if found:
                return


def pairs(
    match: Match[F, S, R, E], contents_of: ContentsOf, reported: Contents, *, at_once: bool = False
) -> Iterator[TwoChanges | None]:
    """Yield pairs of changes that together explain the table, like `ways`; the first corrects some places."""
    if len(reported) < 2 or match.game.public(match.facts) != match.facts:
        return
    free = match.released()
    for near in (True, False) if at_once else (False,):
        found = set[frozenset[Any]]()
        tried = set[Any]()
        for first in _Trial(free, contents_of, reported, at_once, near=near, halfway=True).ways():
            yield None
            if first is None or first.table in tried:
                continue
            tried.add(first.table)
            for second in _Trial(_with_way(free, first), contents_of, reported, at_once, near=near).ways():
                yield None
                both = None if second is None or second.one_of else _both(free, first, second)
                if both is not None and second is not None and frozenset(both) not in found:
                    found.add(frozenset(both))
                    yield TwoChanges((first, second), both, second.table)
        if found:
            return


def _with_way(match: Match[F, S, R, E], way: Way[R, E]) -> Match[F, S, R, E]:
    """Return the match with a way applied, which must fit."""
    report = way.report_for(match.length)
    if isinstance(report, Strike | Replace | Insert):
        replayed = match.try_correction((report,))
        assert isinstance(replayed, Replayed)
        return match.corrected(replayed)
    changed = match.copy()
    changed.submit(report, seen=match.length, at=match.entries[-1].at)
    return changed


def _both(match: Match[F, S, R, E], first: Way[R, E], second: Way[R, E]) -> tuple[Any, ...] | None:
    """Return the reports for two ways, the second found after the first; None if they can't be combined."""
    corrected, appended = [], []
    for way in (first, second):
        change = way.report_for(match.length)
        if not isinstance(change, Strike | Replace | Insert) or way.entry > match.length:
            appended.append(way.report)
        elif index_of(match.line, way.entry) is None:
            return None
        else:
            corrected.append(change)
    if len(corrected) == 2:
        same = corrected[0].entry == corrected[1].entry
        if same and not any(isinstance(change, Insert) for change in corrected):
            return None
        return None if _clean_replay(match, corrected) is None else (Correct(tuple(corrected)),)
    return (*corrected, *appended)


def _clean_replay(match: Match[F, S, R, E], changes: Sequence[Change]) -> Replayed | None:
    """Return the replay of changes that leave no misfit, None otherwise."""
    replayed = match.try_correction(changes)
    return replayed if isinstance(replayed, Replayed) and replayed.misfit is None else None


@dataclass
class _Trial(Generic[F, S, R, E]):
    """Tries changes, each until something doesn't fit.

    `near`: changes that show on any place not in `reported` don't fit. `halfway`: changes that correct some
    of those places, but not all, and spoil no other, fit. `then`: the refused report, which happened after
    the change. `stood`: try only reports that break a rule and were let stand.
    """

    match: Match[F, S, R, E]
    contents_of: ContentsOf
    reported: Contents
    at_once: bool
    near: bool
    halfway: bool = False
    then: R | None = None
    stood: bool = False

    def __post_init__(self) -> None:
        self._game, self._line = self.match.game, self.match.line
        self._tables: dict[int, Contents] = {}
        self._wanted = {**self._table_after(len(self._line) - 1), **self.reported}

    def ways(self) -> Iterator[Way[R, E] | None]:
        line, match = self._line, self.match
        yield from self._inserted(len(line), match.length)
        for index in range(len(line) - 1, 0, -1):
            entry = line[index].entry
            # Everything that one correction inserted has its number, and is corrected from its first part on.
            if index_of(line, entry) != index:
                continue
            if match.refuses_correction(entry) is not None:
                return
            yield from self._replaced(index, entry)
            # Striking an entry breaks no rule, and was tried with the legal reports.
            if not self.stood:
                yield from self._struck(index, entry)
            yield from self._inserted(index, entry)

    def _struck(self, index: int, entry: int) -> Iterator[Way[R, E] | None]:
        yield None
        if self._same_elsewhere(self._table_after(index - 1), index):
            state = self._fitting(Strike(entry))
            if state is not None:
                yield Way(entry, None, table=self._table(state), then=self.then)

    def _replaced(self, index: int, entry: int) -> Iterator[Way[R, E] | None]:
        old, earlier = self._line[index].report, self._table_after(index - 1)
        changed = [place for place, thing in self._table_after(index).items() if earlier.get(place) != thing]

        def fitting(report: R, state: S) -> S | None:
            if report == old or not self._shows_nowhere_else(state, index):
                return None
            return self._fitting(Replace(entry, report, self.stood))

        yield from self._likeliest(index - 1, changed, fitting, entry, instead=True)

    def _inserted(self, index: int, entry: int) -> Iterator[Way[R, E] | None]:
        def fitting(report: R, state: S) -> S | None:
            if entry == self.match.length:
                return self._as_wanted(state)
            if not self._shows_nowhere_else(state, index - 1, shows=True):
                return None
            return self._fitting(Insert(entry, report, self.stood))

        yield from self._likeliest(index - 1, (), fitting, entry, instead=False)

    def _likeliest(
        self,
        index: int,
        changed: Sequence[Any],
        fitting: Callable[[R, S], S | None],
        entry: int,
        *,
        instead: bool,
    ) -> Iterator[Way[R, E] | None]:
        """Yield the first report that fits at a position, `one_of` if others lead to another table.

        With `halfway`, yield every report that fits.
        """
        first: Way[R, E] | None = None
        for report, events, state in self._candidates(index, changed):
            yield None
            final = fitting(report, state)
            if final is None:
                continue
            way = Way(entry, report, events, instead, self._table(final), then=self.then, stood=self.stood)
            if self.halfway:
                yield way
                continue
            first = first or way
            if way.table != first.table:
                yield replace(first, one_of=True)
                return
        yield first

    def _candidates(self, index: int, changed: Sequence[Any]) -> Iterator[tuple[R, tuple[E, ...], S]]:
        """Yield the reports to try at a position, each with its events and the state after it."""
        if self.match.hold is not None or self.match.abandoned:
            return
        state, game, stood = self._line[index].state, self._game, self.stood
        if game.outcome(state) is not None:
            return
        for report in self._reports(state, changed):
            ruling = game.judge(state, report)
            events = None if stood and isinstance(ruling, Accepted) else events_of(ruling, stood=stood)
            if events is not None:
                yield report, events, reduce(game.evolve, events, state)

    def _reports(self, state: S, changed: Sequence[Any]) -> Iterator[R]:
        game = self._game
        if self.stood:
            return game.rule_breaking(state, self.reported) if isinstance(game, Irregular) else iter(())
        if self.at_once and isinstance(game, ShownView):
            return game.showing(state, {*self.reported, *changed} if self.near else self._wanted.keys())
        return iter(game.legal(state))

    def _table_after(self, index: int) -> Contents:
        """Return what was on the table after a position of the current line."""
        if index not in self._tables:
            self._tables[index] = self.contents_of(self._line[index].state)
        return self._tables[index]

    def _shows_nowhere_else(self, state: S, index: int, *, shows: bool = False) -> bool:
        """Return whether an entry that now leads to `state`, and the next one, affect only reported places.

        `shows`: the entry must affect some place. Always true unless `near`.
        """
        if not self.near:
            return True
        contents = self.contents_of(state)
        if not self._same_elsewhere(contents, index) or (shows and contents == self._table_after(index)):
            return False
        following = self._line[index + 1].report if index + 1 < len(self._line) else None
        ruling = None if following is None else self._game.judge(state, following)
        if not isinstance(ruling, Accepted):
            return True
        after = reduce(self._game.evolve, ruling.events, state)
        return self._same_elsewhere(self.contents_of(after), index + 1)

    def _same_elsewhere(self, contents: Contents, index: int) -> bool:
        """Return whether a table equals that after a position, except at places in `reported`.

        Always true unless `near`.
        """
        return not self.near or all(
            place in self.reported or contents.get(place) == thing
            for place, thing in self._table_after(index).items()
        )

    def _fitting(self, change: Change) -> S | None:
        """Return the record's last state with a change, None unless that is as wanted."""
        replayed = _clean_replay(self.match, (change,))
        if replayed is None:
            return None
        events = (event for redone in replayed.line for event in redone.events)
        state = before(self._line, replayed.entry)[-1].state
        return self._as_wanted(reduce(self._game.evolve, events, state))

    def _as_wanted(self, state: S) -> S | None:
        """Return the state, after `then` if there is one; None unless its table is as wanted."""
        if self.then is not None:
            ruling = self._game.judge(state, self.then)
            if not isinstance(ruling, Accepted):
                return None
            state = reduce(self._game.evolve, ruling.events, state)
        contents = self.contents_of(state)
        if not self.halfway:
            return state if contents == self._wanted else None
        off = [place for place, thing in self._wanted.items() if contents.get(place) != thing]
        fits = 0 < len(off) < len(self.reported) and all(place in self.reported for place in off)
        return state if fits else None

    def _table(self, state: S) -> Any:
        """Return everything visible of a state, as a value to compare with others."""
        game: Any = self._game
        contents = self.contents_of(state) if not isinstance(game, Comparable) else game.contents(state)
        pieces = game.pieces(state) if isinstance(game, HasPieces) else {}
        return frozenset(contents.items()), frozenset(pieces.items()), str(game.awaited(state))


# Earlier mistakes that only show now: the entries that a refusal rests on.


class Mend(Struct, Generic[R], frozen=True):
    """An entry that a refusal rests on.

    With `report` instead, nothing would be refused; None if no such report is known.
    """

    entry: int
    report: R | None


@runtime_checkable
class Mending(Protocol):
    """Implemented by games whose refusals may be due to an earlier mistaken report."""

    # Each game's own types, as in `Game`.
    def mistaken(self, line: Sequence[Position[Any, Any, Any]], violation: Violation) -> Iterator[Mend[Any]]:
        """Yield the entries of a line that a violation rests on, each with what may really have happened."""


def mends(
    match: Match[F, S, R, E], report: R | Replace[R] | Insert[R], violations: tuple[Violation, ...]
) -> tuple[Mend[R], ...]:
    """Return earlier entries that could explain a refusal, each with a report only if that would lift it."""
    line: Sequence[Position[S, R, E]] = match.line
    if isinstance(report, Replace | Insert):
        line, report = before(match.line, report.entry), report.report
    if not isinstance(report, get_args(match.game.report_type)):
        return ()
    found: list[Mend[R]] = []
    if isinstance(match.game, Mending):
        found = [mend for fault in violations for mend in match.game.mistaken(line[1:], fault)]
    return tuple(
        mend if mend.report is not None and _helps(match, mend, report) else Mend(mend.entry, None)
        for mend in found or _contradicted(match.game, line, report, violations)
    )


def _contradicted(
    game: Game[F, S, R, E], line: Sequence[Position[S, R, E]], report: R, violations: tuple[Violation, ...]
) -> Iterator[Mend[R]]:
    """Yield the entry since which, by the record, a report is physically impossible."""
    if not any(map(_contradicts_table, violations)):
        return
    for earlier, later in zip(line[-2::-1], line[:0:-1], strict=True):
        ruling = game.judge(earlier.state, report)
        if not isinstance(ruling, Refused) or not any(map(_contradicts_table, ruling.violations)):
            yield Mend(later.entry, None)
            return


def _contradicts_table(fault: Violation) -> bool:
    return not fault.audience and any(step.act == LOOK_AGAIN for step in fault.remedy)


def _helps(match: Match[F, S, R, E], mend: Mend[R], report: R) -> bool:
    """Return whether the record accepts the correction, and then the refused report."""
    assert mend.report is not None
    trial = match.copy()
    return all(
        isinstance(trial.submit(step, seen=trial.length, at=match.entries[-1].at).ruling, Accepted)
        for step in (Replace(mend.entry, mend.report), report)
    )
