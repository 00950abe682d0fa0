"""The clock of a table: it measures the turn, draws the time, and tells when it is up."""

from collections.abc import Callable

from kivy.clock import Clock

from companion.clock import MILLISECOND, Instant, Nanoseconds
from companion.clock import Clock as TimeSource
from companion.game import Seat
from ui.games.face import Timed
from ui.stage.sides import Sides
from ui.table.presenting import GameSpecific, Presenter
from ui.table.session import AnyAnswer, Session
from ui.table.stopwatch import Stopwatch
from ui.widgets.dials import Dials

SOONEST = 0.02
"""Seconds; no frame comes earlier."""

HEARD = Nanoseconds(300 * MILLISECOND)
"""A press on a button is heard of by then; until then nobody has lost on time."""


class TurnClock:
    """The clock of one match.

    What runs in its record as the table is laid is paused: nobody pays for a power cut. Nor for a screen that
    was late: a turn ends when its button was pressed; a tap came, in doubt, as early as it can have.
    """

    def __init__(
        self,
        session: Session,
        game: Timed,
        presenter: Presenter,
        time: TimeSource,
        tell: Callable[[object, Instant], AnyAnswer],
        on_tap: Callable[[], None],
        sides: Sides,
    ) -> None:
        self._session, self._game, self._presenter = session, game, presenter
        self._time, self._tell = time, tell
        self.watch = Stopwatch()
        self._looks = (time.now(), time.now())
        plates = [presenter.seat_plate(Seat(seat)) for seat in range(len(session.plates))]
        self.dials = Dials(plates, sides, on_tap)
        self._next = Clock.create_trigger(self.tick, 1.0)
        self.pause()

    def pause(self) -> None:
        """Let time stand still: the table is left, or was laid again."""
        timing = self._game.timing(self._session.view)
        if self._session.playing and timing is not None and timing.runs:
            now = self._time.now()
            self._tell(self._game.pause(self.watch.took(now)), now)

    def looked(self) -> None:
        """A frame begins: every tap that came before the last one has been told."""
        self._looks = (self._looks[1], self._time.now())

    def stamped(self, report: GameSpecific, at: Instant | None) -> GameSpecific:
        """Return a report with how long the turn took, if it says so; `at` is None where it was a tap."""
        return self._game.stamped(report, self.watch.end(self._looks[0] if at is None else at))

    def follow(self, *, entering: bool) -> None:
        """Go on with the position that is played now; while figures are entered time stands still."""
        now, session = self._time.now(), self._session
        self.watch.follow(self._game.timing(session.view) if session.playing else None, now)
        if not entering:
            self.watch.let_go()
        elif self.watch.runs:
            self.watch.hold(self._looks[0])
        self.tick()

    def tick(self, *_: object) -> None:
        """Draw the time, and come again when it is another one; tell once that it is up."""
        now = self._time.now()
        fell = self.watch.up(now)
        if fell is not None and fell <= min(self._looks[0], now - HEARD) and self._session.playing:
            self._tell(self._game.flag(self._session.view, self.watch.took(fell)), fell)
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
