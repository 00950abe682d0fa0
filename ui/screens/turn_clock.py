"""The clock of a table: it measures the turn, draws the time, and tells when it is up."""

from collections.abc import Callable

from kivy.clock import Clock

from companion.clock import Clock as TimeSource
from companion.game import Seat
from ui import theme
from ui.games.face import Timed
from ui.table.presenting import Its, Presenter
from ui.table.session import AnyAnswer, Session
from ui.table.stopwatch import Stopwatch
from ui.widgets.dials import Dials

SOONEST = 0.02
"""Seconds; no frame comes earlier."""


class TurnClock:
    """The clock of one match.

    What runs in its record as the table is laid is paused: nobody pays for a power cut.
    """

    def __init__(
        self,
        session: Session,
        game: Timed,
        presenter: Presenter,
        time: TimeSource,
        tell: Callable[[object], AnyAnswer],
    ) -> None:
        self._session, self._game, self._presenter = session, game, presenter
        self._time, self._tell = time, tell
        self.watch = Stopwatch()
        seats = range(len(session.plates))
        plates = [presenter.seat_plate(seat) for seat in map(Seat, seats)]
        self.dials = Dials(tuple(plate.name for plate in plates), tuple(map(theme.seat_tone, plates)))
        self._next = Clock.create_trigger(self.tick, 1.0)
        self.pause()

    def pause(self) -> None:
        """Let time stand still: the table is left, or was laid again."""
        timing = self._game.timing(self._session.view)
        if self._session.playing and timing is not None and timing.runs:
            self._tell(self._game.pause(self.watch.took(self._time.now())))

    def stamped(self, report: Its) -> Its:
        """Return a report with how long the turn took, if it is one that says so."""
        return self._game.stamped(report, self.watch.took(self._time.now()))

    def follow(self, *, entering: bool) -> None:
        """Go on with the position that is played now; while figures are entered time stands still."""
        now, session = self._time.now(), self._session
        self.watch.follow(self._game.timing(session.view) if session.playing else None, now)
        if not entering:
            self.watch.let_go()
        elif self.watch.runs:
            self.watch.hold(now)
        self.tick()

    def tick(self, *_: object) -> None:
        """Draw the time, and come again when it is another one; tell once that it is up."""
        now = self._time.now()
        if self.watch.up(now) and self._session.playing:
            self._tell(self._game.flag(self._session.view, self.watch.took(now)))
            return
        dials = self._game.dials(self._session.view, self.watch.took(now))
        self.dials.show(tuple((dial, self._game.on_clock(dial)) for dial in dials))
        self._next.cancel()
        if self.watch.runs:
            waits = min((dial.changes_after for dial in dials if dial.now), default=1000)
            self._next.timeout = max(SOONEST, waits / 1000)
            self._next()

    @property
    def short(self) -> bool:
        """Whether the time of the turn is nearly up, or is: the lamp blinks."""
        dials = self._game.dials(self._session.view, self.watch.took(self._time.now()))
        return self.watch.runs and any(dial.now and dial.short for dial in dials)

    def leave(self) -> None:
        """Leave nothing that ticks."""
        self.pause()
        self._next.cancel()
