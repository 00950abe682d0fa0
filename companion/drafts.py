"""A correction in progress: its changes so far, and the first later entry that they make impossible."""

from itertools import dropwhile, takewhile
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.game import Refused
from companion.line import Change, Misfit, Replayed
from companion.match import Match
from companion.match_reports import Insert, Replace, Strike


class Draft(Struct, frozen=True):
    """The changes of a correction so far, and the place in the record that it has reached.

    The next report goes before entry `place`, or `instead` of it. After a change, `place` is that of the
    `misfit`: the first entry that can't have happened then. Without one the correction is complete, unless a
    question about the last report is still `asked`.
    """

    record: Match[Any, Any, Any, Any]
    place: int
    instead: bool = False
    changes: tuple[Change, ...] = ()
    misfit: Misfit | None = None
    asked: bool = False

    @property
    def complete(self) -> bool:
        """Whether there are changes, every later entry is still possible, and no question is open."""
        return bool(self.changes) and self.misfit is None and not self.asked

    def table(self) -> Match[Any, Any, Any, Any]:
        """Return a copy of the match as it was just before the place."""
        if not self.changes:
            return self.record.corrected(Replayed(self.place, ()))
        replay = self.record.try_correction(self.changes)
        assert isinstance(replay, Replayed)
        # Stop at the place: of several positions that an earlier correction inserted, some may fit.
        fits = tuple(takewhile(lambda redone: redone.entry != self.place, replay.line))
        return self.record.corrected(Replayed(replay.entry, fits))

    def reported(self, report: Any, *, stood: bool = False, asked: bool = False) -> "Draft":
        """Continue the draft with a report at its place.

        While a question about it is `asked`, later entries wait; the next report goes before them.
        """
        draft = self._with((Replace if self.instead else Insert)(self.place, report, stood))
        after = self._after_place if self.instead else self.place
        return draft if not asked or after is None else replace(draft, place=after, misfit=None, asked=True)

    def struck(self) -> "Draft":
        """Continue the draft without the entry at its place."""
        return self._with(Strike(self.place))

    def replacing_place(self) -> "Draft":
        """Have the next report replace the entry at the place."""
        return replace(self, instead=True)

    def let_stand(self) -> "Draft":
        """Continue with the misfit let stand: it happened although it breaks the rules."""
        assert self.misfit is not None
        return self._with(Replace(self.place, self.misfit.report, stood=True))

    @property
    def may_stand(self) -> bool:
        """Whether the misfit may be let stand."""
        misfit = self.misfit
        return misfit is not None and isinstance(misfit.ruling, Refused) and misfit.ruling.stands is not None

    def _with(self, change: Change) -> "Draft":
        changes = (*self.changes, change)
        replay = self.record.try_correction(changes)
        assert isinstance(replay, Replayed)  # whether these entries may be corrected was checked before
        misfit = replay.misfit
        place = self.place if misfit is None else misfit.entry
        return replace(self, place=place, instead=False, changes=changes, misfit=misfit, asked=False)

    @property
    def _after_place(self) -> int | None:
        entries = (position.entry for position in self.record.line)
        later = dropwhile(lambda entry: entry != self.place, entries)
        return next((entry for entry in later if entry != self.place), None)
