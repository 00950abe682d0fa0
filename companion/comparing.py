"""The table compared with the record: which one change of it would have all as it lies on the table."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any, Generic, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from companion.game import Accepted, E, F, R, S
from companion.line import Anew, Change, before, index_of
from companion.match import Match
from companion.match_reports import Insert, Replace, Strike

Lying: TypeAlias = Mapping[Any, Any]
"""What lies where: things by places, as each game knows them."""

Seen: TypeAlias = Callable[[Any], Lying]
"""What can be compared at a position: the board, or the counts."""


@runtime_checkable
class Comparable(Protocol):
    """What a game can do as well on whose board things lie that hands can lay wrongly.

    Places, things, states and views are each game's own.
    """

    def lying(self, state: Any) -> Lying:
        """Return what lies on each place of the board that everybody can compare; no secret."""
        ...

    def may_lie(self, state: Any, place: Any) -> Sequence[Any]:
        """Return what may lie on a place, what lies there perhaps too; nothing where that can't be told."""
        ...

    def laid(self, view: Any, told: Lying) -> Any:
        """Return a view with other things on some of its places, to be drawn."""
        ...


class Way(Struct, Generic[R, E], frozen=True):
    """One change after which the record has the table as it lies.

    Before entry `entry`, or `instead` of it, happened `report`, from which these events follow; without a
    report the entry never happened. One before an entry that isn't there yet was forgotten last.
    """

    entry: int
    report: R | None
    events: tuple[E, ...] = ()
    instead: bool = False

    def told(self, length: int) -> Change | R:
        """Return what is to be submitted to a record of this length."""
        if self.report is None:
            return Strike(self.entry)
        if self.instead:
            return Replace(self.entry, self.report)
        return Insert(self.entry, self.report) if self.entry < length else self.report


def bearing(match: Match[F, S, R, E], seen: Seen, places: Sequence[Any]) -> list[int]:
    """Return the entries that changed what lies on some of these places, the newest first; each once."""
    line = match.line
    lay = [seen(position.state) for position in line]
    changed = [
        line[n].entry
        for n in range(len(line) - 1, 0, -1)
        if any(lay[n].get(place) != lay[n - 1].get(place) for place in places)
    ]
    return list(dict.fromkeys(changed))


def ways(
    match: Match[F, S, R, E], seen: Seen, told: Lying, *, at_once: bool = False
) -> Iterator[Way[R, E] | None]:
    """Yield each single change after which `told` lies there and all else as before, the newest first.

    It yields None wherever the caller may rest. Of one entry only the likeliest report is found. `at_once`: a
    change shows where it was made or never, as with pieces that stay where they were laid; what would show
    anywhere else isn't tried any further. Where the facts hold a secret nothing is tried: what fits would
    tell of it.
    """
    if match.game.public(match.facts) != match.facts:
        return
    trial = _Trial(match, seen, told, at_once)
    yield from trial.forgotten(len(match.line), match.length)
    for index in range(len(match.line) - 1, 0, -1):
        entry = match.line[index].entry
        # What one correction put in bears one number, and is corrected from its first part on.
        if index_of(match.line, entry) != index:
            continue
        if match.may_correct(entry) is not None:
            return
        yield from trial.struck(index, entry)
        yield from trial.mistold(index, entry)
        yield from trial.forgotten(index, entry)


class _Trial(Generic[F, S, R, E]):
    """The changes that are tried, each until something doesn't fit."""

    def __init__(self, match: Match[F, S, R, E], seen: Seen, told: Lying, at_once: bool) -> None:
        self._match, self._game, self._line = match, match.game, match.line
        self._seen, self._told, self._at_once = seen, told, at_once
        self._stood: dict[int, Lying] = {}
        self._wanted = {**self._lay(len(match.line) - 1), **told}

    def struck(self, index: int, entry: int) -> Iterator[Way[R, E] | None]:
        yield None
        if self._only_told(self._lay(index - 1), index) and self._fits(Strike(entry)):
            yield Way(entry, None)

    def mistold(self, index: int, entry: int) -> Iterator[Way[R, E] | None]:
        position = self._line[index]
        for report, events, state in self._able(index - 1):
            yield None
            if (
                report != position.report
                and self._goes_on(state, index)
                and self._fits(Replace(entry, report))
            ):
                yield Way(entry, report, events, instead=True)
                return

    def forgotten(self, index: int, entry: int) -> Iterator[Way[R, E] | None]:
        last = entry == self._match.length
        for report, events, state in self._able(index - 1):
            yield None
            if (
                self._seen(state) == self._wanted
                if last
                else self._goes_on(state, index - 1, shows=True) and self._fits(Insert(entry, report))
            ):
                yield Way(entry, report, events)
                return

    def _able(self, index: int) -> Iterator[tuple[R, tuple[E, ...], S]]:
        """Yield the reports of play at a position, with what follows from each."""
        if self._match.hold is not None or self._match.abandoned:
            return
        state = self._line[index].state
        for report in self._game.legal(state):
            ruling = self._game.judge(state, report)
            if isinstance(ruling, Accepted):
                yield report, ruling.events, reduce(self._game.evolve, ruling.events, state)

    def _lay(self, index: int) -> Lying:
        """Return what lay where after an entry of the record as it stands."""
        if index not in self._stood:
            self._stood[index] = self._seen(self._line[index].state)
        return self._stood[index]

    def _goes_on(self, state: S, index: int, *, shows: bool = False) -> bool:
        """Tell whether an entry that leads to a state now shows only what was told, and the next one too.

        `shows`: it must show something.
        """
        if not self._at_once:
            return True
        lying = self._seen(state)
        if not self._only_told(lying, index) or (shows and lying == self._lay(index)):
            return False
        following = self._line[index + 1].report if index + 1 < len(self._line) else None
        ruling = None if following is None else self._game.judge(state, following)
        if not isinstance(ruling, Accepted):
            return True
        return self._only_told(self._seen(reduce(self._game.evolve, ruling.events, state)), index + 1)

    def _only_told(self, lying: Lying, index: int) -> bool:
        """Tell whether something differs from what lay after an entry only where the table was told to."""
        return not self._at_once or all(
            place in self._told or lying.get(place) == thing for place, thing in self._lay(index).items()
        )

    def _fits(self, change: Change) -> bool:
        anew = self._match.correction((change,))
        if not isinstance(anew, Anew) or anew.misfit is not None:
            return False
        events = (event for redone in anew.line for event in redone.events)
        start = before(self._line, anew.entry)[-1].state
        return self._seen(reduce(self._game.evolve, events, start)) == self._wanted
