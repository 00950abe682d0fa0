"""A simulated table under a hand-driven clock that records everything its pad reports."""

from companion.clock import MILLISECOND, HandClock, Instant, Nanoseconds
from hardware.grab.adjudicate import DeadHeat, Decided, Verdict, Void
from hardware.grab.alarm import HandAlarm
from hardware.grab.contacts import ContactTimes, Edge, Seat, SeatState, SeatStatus
from hardware.pads.base import Callbacks
from hardware.pads.simulated import SimulatedPad

START = Instant(1_000_000_000_000)


def ms(milliseconds: float) -> Nanoseconds:
    return Nanoseconds(round(milliseconds * MILLISECOND))


def words(verdict: Verdict | None) -> str:
    """Return a verdict in short: "grab 2", "dead heat [1, 2]", "void unplugged", or "nothing"."""
    if isinstance(verdict, Decided):
        return f"grab {verdict.seat}"
    if isinstance(verdict, DeadHeat):
        return f"dead heat {sorted(verdict.seats)}"
    if isinstance(verdict, Void):
        return f"void {verdict.reason.value}"
    return "nothing"


class Heard:
    """All callbacks from a pad, in order."""

    def __init__(self, pad: Callbacks) -> None:
        self.verdicts: list[Verdict] = []
        self.late: list[Verdict] = []
        self.states: list[tuple[Seat, SeatState]] = []
        self.turns: list[Instant] = []
        self.falls: list[Instant] = []
        pad.on_verdict = self.verdicts.append
        pad.on_late = self.late.append
        pad.on_state_change = self._state
        pad.on_turn = self.turns.append
        pad.on_totem_fell = self.falls.append

    def _state(self, seat: Seat, status: SeatStatus) -> None:
        self.states.append((seat, status.state))

    @property
    def verdict(self) -> Verdict:
        """Return the only verdict."""
        (verdict,) = self.verdicts
        return verdict

    @property
    def said(self) -> list[str]:
        """Return all verdicts in words."""
        return [words(verdict) for verdict in self.verdicts]


class Table:
    """Seats 0 to `seats` - 1 at a simulated pad, opened at `opened`; times are in ms from `START`."""

    def __init__(self, seats: int = 4, opened: float = 0) -> None:
        self.clock = HandClock(Instant(START + ms(opened)))
        self.alarm = HandAlarm(self.clock)
        all_seats = map(Seat, range(seats))
        self.pad = SimulatedPad(all_seats, self.clock, self.alarm, timing=ContactTimes(), band=ms(0.1))
        self.pad.totem_seen(True)
        self.heard = Heard(self.pad)

    def until(self, at: float) -> None:
        self.alarm.advance(Nanoseconds(START + ms(at) - self.clock.now()))

    def edge(self, seat: int, at: float, closed: bool, since: float | None = None) -> None:
        """Make an edge; it may be a little in the past, like edges still under way."""
        if START + ms(at) > self.clock.now():
            self.until(at)
        earliest = None if since is None else Instant(START + ms(since))
        self.pad.move(Seat(seat), Edge(Instant(START + ms(at)), closed, earliest))

    def press(self, seat: int, at: float) -> None:
        self.edge(seat, at, closed=True)

    def release(self, seat: int, at: float) -> None:
        self.edge(seat, at, closed=False)

    def touch(self, seat: int, at: float, hold: float = 100) -> None:
        """Press at `at` for `hold`."""
        self.press(seat, at)
        self.release(seat, at + hold)

    def lose_edges(self, count: int = 1) -> None:
        """Lose `count` edges, as an overflowing buffer does."""
        self.pad.missing += count

    def states(self) -> dict[int, SeatState]:
        """Return the state of every seat's button."""
        return {int(seat): status.state for seat, status in self.pad.states.items()}


def seats(*numbers: int) -> tuple[Seat, ...]:
    return tuple(map(Seat, numbers))
