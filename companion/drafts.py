"""A correction in the making: the table at a place in the record, and what can't follow on it."""

from itertools import dropwhile, takewhile
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.game import Refused
from companion.line import Change, Misfit, Replayed
from companion.match import Match
from companion.match_reports import Insert, Replace, Strike


class Draft(Struct, frozen=True):
    """What a correction changes so far, and where it has got to.

    What is told next happened before entry `place`, or `instead` of it. With changes, `place` is that of the
    `misfit`: the first entry that can't have happened after them. Without one the correction is whole, unless
    something is still `asked` about what was told.
    """

    record: Match[Any, Any, Any, Any]
    place: int
    instead: bool = False
    changes: tuple[Change, ...] = ()
    misfit: Misfit | None = None
    asked: bool = False

    @property
    def whole(self) -> bool:
        """Whether every later entry can have happened as it is told."""
        return bool(self.changes) and self.misfit is None and not self.asked

    def table(self) -> Match[Any, Any, Any, Any]:
        """Return the match as it was just before the place; what is told to it goes no further."""
        if not self.changes:
            return self.record.corrected(Replayed(self.place, ()))
        anew = self.record.correction(self.changes)
        assert isinstance(anew, Replayed)
        # Only what comes before the place: of what an earlier correction put in, some may fit.
        fits = tuple(takewhile(lambda redone: redone.entry != self.place, anew.line))
        return self.record.corrected(Replayed(anew.entry, fits))

    def told(self, report: Any, *, stood: bool = False, asked: bool = False) -> "Draft":
        """Go on with what was told at the place: a report of the game.

        While something is `asked` about it, what followed waits, and what is told next comes before that.
        """
        draft = self._with((Replace if self.instead else Insert)(self.place, report, stood))
        after = self._after_place if self.instead else self.place
        return draft if not asked or after is None else replace(draft, place=after, misfit=None, asked=True)

    def struck(self) -> "Draft":
        """Go on without the entry at the place."""
        return self._with(Strike(self.place))

    def to_be_told_anew(self) -> "Draft":
        """Have what is told next be instead of the entry at the place."""
        return replace(self, instead=True)

    def let_stand(self) -> "Draft":
        """Go on with the misfit, which happened although it breaks the rules."""
        assert self.misfit is not None
        return self._with(Replace(self.place, self.misfit.report, stood=True))

    @property
    def may_stand(self) -> bool:
        """Whether the misfit lies on the table, and may be let stand."""
        misfit = self.misfit
        return misfit is not None and isinstance(misfit.ruling, Refused) and misfit.ruling.stands is not None

    def _with(self, change: Change) -> "Draft":
        changes = (*self.changes, change)
        anew = self.record.correction(changes)
        assert isinstance(anew, Replayed)  # what may be corrected was asked for before it was begun
        misfit = anew.misfit
        place = self.place if misfit is None else misfit.entry
        return replace(self, place=place, instead=False, changes=changes, misfit=misfit, asked=False)

    @property
    def _after_place(self) -> int | None:
        later = iter(position.entry for position in self.record.line)
        return next(
            (entry for entry in dropwhile(lambda n: n != self.place, later) if entry != self.place), None
        )
