"""The clock of a sheet as the screen measures it, draws it and tells of it. Pure."""

from msgspec.structs import replace

from companion.game import Seat
from companion.games.sheet.reports import AnyReport, PassRound, PauseClock, TellFlag, TellTurn
from companion.games.sheet.view import View
from ui.games.sheet import words
from ui.table.timing import Dial, TurnTiming


def stands(view: View, side: int) -> str:
    """Return a side's points; on a sheet without any, what is on its clock."""
    clock = view.sheet.clock
    if view.sheet.columns or clock is None:
        return str(view.totals[side])
    return words.clock(view.had[side], up=clock.kind == "up", tenths=False)


TIMED = (TellTurn, PassRound, PauseClock)
"""What is told with its time, as it is tapped."""


class SheetClock:
    """What the face of games on a sheet is with a clock."""

    def has_clock(self, view: View) -> bool:
        """Tell whether the sheet has one."""
        return view.sheet.clock is not None

    def only_clock(self, view: View) -> bool:
        """Tell whether it has no figures beside it."""
        return not view.asked

    def timing(self, view: View) -> TurnTiming | None:
        """Return how the time of this turn runs."""
        clock = view.sheet.clock
        if clock is None or view.turn is None or view.ended is not None:
            return None
        flag = None
        if clock.kind != "up" and not view.fell:
            flag = max(0, clock.lasts(view.had[view.turn]) - view.used)
        return TurnTiming((len(view.rows), view.used, view.runs, view.fell, view.had), view.runs, flag)

    def dials(self, view: View, took: int) -> tuple[Dial, ...]:
        """Return what stands on everybody's clock."""
        clock = view.sheet.clock
        assert clock is not None
        up = clock.kind == "up"
        found = []
        for seat, had in enumerate(view.had):
            now = seat == view.turn and view.ended is None
            shows = max(0, clock.shows(had, view.used + took)) if now else had
            if clock.kind == "hourglass" and view.turn is not None and view.ended is None and not now:
                shows = had + min(view.had[view.turn], view.used + took)
            lost = seat in view.out
            note = words.OUT if lost else words.PASSED if seat in view.passed else ""
            found.append(Dial(Seat(seat), shows, up, now, lost, note))
        return tuple(found)

    def on_clock(self, dial: Dial) -> str:
        """Return the time, with tenths when it is short."""
        return words.clock(dial.shows, up=dial.up, tenths=dial.short)

    def stamped(self, report: AnyReport, took: int) -> AnyReport:
        """Return a turn, or a pause, with its time."""
        return replace(report, took=took) if isinstance(report, TIMED) else report

    def retimed(self, report: AnyReport, before: object) -> AnyReport:
        """Return a turn, or a pause, with the time of the one that was told there."""
        timed = isinstance(before, (*TIMED, TellFlag))
        return self.stamped(report, before.took) if timed else report  # type: ignore[attr-defined]

    def pause(self, took: int) -> PauseClock:
        """Return the report of a pause."""
        return PauseClock(took)

    def flag(self, view: View, took: int) -> TellFlag:
        """Return the report of a flag that falls."""
        assert view.turn is not None
        return TellFlag(view.turn, took)
