"""A whole match on GPIO lines, from presses to verdicts and a journal on disk.

The simulated table of the rule tests plays, but for each grab, hands press that seat's line. Everything
between line and store is the real app's: pad, inbox, session, saver.
"""

import threading
from pathlib import Path

from companion.clock import SystemClock
from companion.errors import CompanionError
from companion.game import Level
from companion.games.ungle_speed.deck import STANDARD
from companion.games.ungle_speed.model import Facts
from companion.games.ungle_speed.reports import AnyReport, TakeTotem
from companion.match import Match
from companion.store import Store
from hardware.grab.contacts import ContactTimes, SeatState
from hardware.pads.grab_pad import GrabPad, open_pad
from tests.games.ungle_speed.board import sizes
from tests.games.ungle_speed.players import Table, wanted
from tests.kernel.lines import Hands, Stroke
from tests.kernel.outcome import Ask, FactoryName, Outcome, factory, lines
from tests.kernel.watch import PATIENCE, SEATS, wiring
from ui.games.ungle_speed.face import UngleFace, UngleGrabs
from ui.storage.saver import Saver
from ui.table.buttons import News, Seized
from ui.table.session import Inbox, Session, accepted
from ui.wiring import PadButtons

SEED = 8
AGAIN = 60_000_000
"""Wait before hands press again, in ns: within the lock-out after a release a press counts as bounce."""
LATER = 3_000_000
"""How long after the winner another seat presses, in ns."""


class Referee:
    """The app without a screen: buttons, session and saver with one inbox."""

    def __init__(self, pad: GrabPad, place: Path) -> None:
        self.face = UngleFace()
        self.heard: list[News] = []
        self._news = threading.Event()
        self._inbox = Inbox(self._news.set)
        self.buttons = PadButtons(pad, self._inbox)
        self.buttons.hear = self.heard.append
        self.saver = Saver(place, self._inbox.post)
        facts = Facts(SEATS, level=Level.COUNTING)
        clock = SystemClock()
        self.session = Session.begin(self.face.game, facts, (), "kernel", clock, self.saver.keep)
        self.saver.on_written = self.session.written

    def submit(self, report: AnyReport) -> bool:
        """Submit a report; return whether it was accepted."""
        return accepted(self.session.submit(report))

    def wait_for_grab(self) -> Seized | None:
        """Return the buttons' news of a grab, as the screen gets it; None if it doesn't come in time."""
        while True:
            self._news.clear()
            self._inbox.drain()
            for news in self.heard:
                if isinstance(news, Seized):
                    self.heard.clear()
                    return news
            if not self._news.wait(PATIENCE):
                return None

    def wait_for_disk(self) -> bool:
        """Wait until everything is saved; return whether that happened in time."""
        while not self.session.saved:
            self._news.clear()
            self._inbox.drain()
            if not self.session.saved and not self._news.wait(PATIENCE):
                return False
        return True


def match(ask: Ask, outcome: Outcome) -> None:
    """Play the same match with every factory."""
    for name in ask.factories():
        with (
            lines(f"match-{name}") as (chip, hands),
            factory(name, chip) as pins,
            open_pad(wiring(chip, ContactTimes()), pins) as pad,
        ):
            place = Path("/run") / f"match-{name}.db"
            referee = Referee(pad, place)
            grabs = play(outcome, name, referee, pad, hands)
            outcome.expect(referee.wait_for_disk(), f"{name}: the journal isn't on the disk")
            referee.saver.close()
            check_journal(outcome, name, referee.session, place, grabs)


def play(outcome: Outcome, name: FactoryName, referee: Referee, pad: GrabPad, hands: Hands) -> int:
    """Play to the end; return the number of grabs."""
    table = Table(SEATS, STANDARD, Level.COUNTING, SEED)
    grabs = 0
    while not table.over:
        for report in table.round():
            if not wanted(report, referee.session.match.state):
                continue
            submitted: AnyReport = report
            if isinstance(report, TakeTotem):
                grabs += 1
                seized = press(referee, pad, hands, report)
                if seized is None or seized.first != report.grab.first:
                    outcome.failures.append(f"{name}: grab {grabs} was {seized}, not by {report.grab.first}")
                    return grabs
                submitted = UngleGrabs().grabbed(seized)
            if not referee.submit(submitted):
                outcome.failures.append(f"{name}: refused {submitted}")
                return grabs
        if sizes(referee.session.match.state) != table.sizes():
            outcome.failures.append(f"{name}: the referee counts otherwise than the cards lie")
            return grabs
    return grabs


def press(referee: Referee, pad: GrabPad, hands: Hands, report: TakeTotem) -> Seized | None:
    """Make the winner press, and another seat a little later; release both, and wait until all are open."""
    winner = report.grab.first[0]
    other = (winner + 1) % SEATS
    referee.buttons.arm(True)
    hands.make([Stroke(AGAIN, winner, press=True), Stroke(LATER, other, press=True)])
    seized = referee.wait_for_grab()
    hands.make([Stroke(0, winner, press=False), Stroke(0, other, press=False)])
    open_again = threading.Event()
    while any(status.state is not SeatState.OPEN for status in pad.states.values()):
        open_again.wait(0.01)
    return seized


def check_journal(outcome: Outcome, name: FactoryName, session: Session, place: Path, grabs: int) -> None:
    """Replay the saved journal and compare it with the match."""
    try:
        with Store(place, reading=True) as store:
            replayed, loss = Match.restore(session.match.game, store.rows("kernel"))
    except CompanionError as error:
        outcome.failures.append(f"{name}: {error}")
        return
    outcome.expect(loss is None, f"{name}: {loss}")
    outcome.expect(replayed.entries == session.match.entries, f"{name}: the journal differs from the match")
    outcome.expect(replayed.state == session.match.state, f"{name}: the replay differs from the match")
    outcome.expect(replayed.outcome is not None, f"{name}: the match did not end")
    outcome.put("grabs by hands on lines, all ruled right", name, grabs)
    outcome.put("entries in the journal, replayed to the same end", name, replayed.length)
