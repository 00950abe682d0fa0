"""Simulated people who keep a sheet: rows that can be, now and then one that can't, and the end at last.

Seeded.
"""

from itertools import islice
from random import Random

from msgspec.structs import replace

from companion.games.sheet.legal import legal
from companion.games.sheet.model import State
from companion.games.sheet.reports import AnyReport, CallEnd, TellRow
from companion.journal import Faulted
from ui.games.people import Step, Told
from ui.games.sheet.taps import steps
from ui.table.presenting import Presenter
from ui.table.session import Session

WRONG = 0.08
"""How often a figure is told wrongly."""
LOOK_AT = 60
"""One of so many rows is told."""
ENOUGH = 8
"""After so many rounds of a game without an end the table ends it."""


class Players:
    """Everybody at the table; `act` says what is told next."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def next(self, session: Session, presenter: Presenter) -> tuple[Step, ...]:
        """Return what happens next, as fingers tell it."""
        report = self.act(session.match.state)
        if isinstance(session.match.entries[-1].body, Faulted):
            # What was refused stands on the pad for figures still: there is less to tap than `steps` says.
            return (Step(Told(report)),)
        return steps(report, session.view, presenter)

    def act(self, state: State) -> AnyReport:
        """Return what is told next."""
        if state.round > ENOUGH and not state.begun:
            return CallEnd()
        able = [report for report in islice(legal(state), LOOK_AT) if not isinstance(report, CallEnd)]
        report = self._random.choice(able)
        if isinstance(report, TellRow) and self._random.random() < WRONG:
            first, *others = report.figures
            return replace(report, figures=((first[0] + 1, *first[1:]), *others))
        return report
