"""The screen's side of games on a sheet: the choice of the sheet, the table, and the pad for figures."""

from collections.abc import Callable
from typing import TYPE_CHECKING
from unicodedata import normalize

from msgspec.structs import replace

from companion.game import Level, Refused, Seat
from companion.games.sheet import SheetGame
from companion.games.sheet.figures import ENTER_AGAIN
from companion.games.sheet.model import Facts
from companion.games.sheet.reports import AnyReport, PassRound, PauseClock, TellFlag, TellRow, TellTurn
from companion.games.sheet.sheet import MOST_PLAYERS
from companion.games.sheet.view import View
from companion.journal import Faulted, NamePlate
from ui.games.face import Emblem, EntryPage, GameFace, Grabbing, LastStep, Memory
from ui.games.sheet import words
from ui.games.sheet.grabbing import SheetGrabs
from ui.table.names import turn_of
from ui.table.presenting import Presenter
from ui.table.session import Session
from ui.table.timing import Dial, TurnTiming

if TYPE_CHECKING:
    from ui.games.guide import Guide
    from ui.games.players import SimulatedPlayers
    from ui.games.sheet.presenter import FiguresFor, SheetPresenter
    from ui.stage.scene import TableDrawing


TIMED = (TellTurn, PassRound, PauseClock)
"""Reports that carry the time at which they are tapped."""


class SheetFace(SheetGrabs, GameFace):
    """Games on a sheet on the screen."""

    api = 1
    game = SheetGame()
    counts = tuple(range(1, MOST_PLAYERS + 1))
    in_figures = True

    def facts(self, players: int, rulings: dict[str, str], level: Level, first: Seat) -> Facts:
        """Return the facts of a match on the plain sheet; the last step chooses another."""
        return Facts(players, rulings=rulings, first=first)

    def last_step(self) -> LastStep:
        """Return the choice of the sheet."""
        from ui.games.sheet.setup import SheetChoice

        return lambda facts, _plates, memory, back, on: SheetChoice(facts, memory, back, on)

    def offer(self, called: str, memory: Memory) -> None:
        """Offer the sheet of this name first; if it is gone, none, so that no other is mistaken for it."""
        from companion.places import sheets_path
        from ui.games.sheet.owners import offered
        from ui.games.sheet.setup import LAST

        sheets, _ = offered(sheets_path())
        named = {normalize("NFC", sheet.name): name for name, sheet in sheets.items()}
        # Names in old matches may have accents as separate characters.
        memory.set(LAST, named.get(normalize("NFC", called), ""))

    def grabs(self, facts: Facts) -> Grabbing | None:
        """Return itself if the sheet has grabs, otherwise None."""
        return None if facts.sheet.grab is None else self

    def guide(self) -> "Guide":
        """Return the game on five cards."""
        from ui.games.sheet.lessons import GUIDE

        return GUIDE

    def guide_to(self, facts: Facts) -> "Guide":
        """Return five cards, about grabs if the sheet has them."""
        from ui.games.sheet.lessons import GRABS, GUIDE

        return GUIDE if facts.sheet.grab is None else GRABS

    def presenter(self, facts: Facts, plates: tuple[NamePlate, ...]) -> Presenter:
        """Return the presenter of one match."""
        from ui.games.sheet.presenter import SheetPresenter

        return SheetPresenter(facts, plates)

    def look(self, presenter: "SheetPresenter") -> "TableDrawing":
        """Return the drawing of the sheet."""
        from ui.games.sheet.table import table
        from ui.stage.scene import TableDrawing

        return TableDrawing(table, presenter.names.plates)

    def entry(
        self,
        presenter: "SheetPresenter",
        session: Session,
        subject: "FiguresFor",
        done: Callable[[TellRow | TellTurn], None],
    ) -> EntryPage:
        """Return the pad for figures; after a refusal it starts with the refused ones."""
        from ui.games.sheet.entry import FiguresEntry
        from ui.games.sheet.filling import empty_filling, refilled

        view = session.view
        title = words.filled(view)
        if subject.seat is not None:
            title = turn_of(presenter.names.subject(subject.seat))
        filling = empty_filling(view, subject.seat)
        last = session.match.entries[-1].body
        if isinstance(last, Faulted) and isinstance(last.report, TellRow | TellTurn):
            filling = refilled(filling, last.report, last.violations)
        length = session.length

        def wrong(report: TellRow | TellTurn) -> str:
            """Return why figures can't be entered; other obstacles are reported when they are."""
            match = session.match
            ruling = match.game.judge(match.state, report) if session.length == length else None
            faults = ruling.violations if isinstance(ruling, Refused) else ()
            again = faults and all(step.act == ENTER_AGAIN for fault in faults for step in fault.remedy)
            return presenter.explain(faults[:1]).title if again else ""

        return EntryPage(title, FiguresEntry(filling, presenter.names, done, wrong))

    def players(self, seed: int) -> "SimulatedPlayers":
        """Return simulated players."""
        from ui.games.sheet.players import Players

        return Players(seed)

    def emblem(self) -> Emblem:
        """Return the picture of a sheet."""
        from ui.games.sheet.table import emblem

        return emblem

    # The clock, on sheets that have one.

    def has_clock(self, view: View) -> bool:
        """Return whether the sheet has a clock."""
        return view.sheet.clock is not None

    def only_clock(self, view: View) -> bool:
        """Return whether no figures are entered with the clock."""
        return not view.asked

    def timing(self, view: View) -> TurnTiming | None:
        """Return the timing of the current turn, None if no turn is timed."""
        clock = view.sheet.clock
        if clock is None or view.turn is None or view.ended is not None:
            return None
        flag = None
        if clock.kind != "up" and not view.fell:
            flag = max(0, clock.lasts(view.had[view.turn]) - view.used)
        turn = len(view.rows), view.had
        return TurnTiming((*turn, view.used, view.runs, view.fell), view.runs, flag, turn, view.used)

    def dials(self, view: View, took: int) -> tuple[Dial, ...]:
        """Return everybody's clock, `took` milliseconds after the turn began or went on."""
        clock = view.sheet.clock
        assert clock is not None
        up = clock.kind == "up"
        dials = []
        for seat, clock_time in enumerate(view.had):
            now = seat == view.turn and view.ended is None
            shows = max(0, clock.shows(clock_time, view.used + took)) if now else clock_time
            if clock.kind == "hourglass" and view.turn is not None and view.ended is None and not now:
                shows = clock_time + min(view.had[view.turn], view.used + took)
            lost = seat in view.out
            note = words.OUT if lost else words.PASSED if seat in view.passed else ""
            dials.append(Dial(Seat(seat), shows, up, now, lost, note))
        return tuple(dials)

    def on_clock(self, dial: Dial) -> str:
        """Return the time on a clock, with tenths when it is short."""
        return words.clock(dial.shows, up=dial.up, tenths=dial.short)

    def stamped(self, report: AnyReport, took: int) -> AnyReport:
        """Return a turn, pass or pause with its time; any other report as it is."""
        return replace(report, took=took) if isinstance(report, TIMED) else report

    def retimed(self, report: AnyReport, before: object) -> AnyReport:
        """Return a turn, pass or pause with the time of the one that it replaces."""
        timed = isinstance(before, (*TIMED, TellFlag))
        return self.stamped(report, before.took) if timed else report  # type: ignore[attr-defined]

    def pause(self, took: int) -> PauseClock:
        """Return the report of a pause."""
        return PauseClock(took)

    def flag(self, view: View, took: int) -> TellFlag:
        """Return the report of a flag that falls."""
        assert view.turn is not None
        return TellFlag(view.turn, took)
