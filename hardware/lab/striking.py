"""Guides hands through a press calibration: which two buttons now, how many more, what came of the last."""

import threading
from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from companion.clock import MILLISECOND, Nanoseconds
from hardware.grab.adjudicate import Verdict, Void, VoidReason
from hardware.grab.contacts import Seat, SeatState, SeatStatus, Standing
from hardware.lab.press import StickStrike
from hardware.lab.trials import Pair
from hardware.pads.pad import Pad

MOST_APART = Nanoseconds(100 * MILLISECOND)
"""Further apart, the two weren't struck by one stick."""

UNTRUSTED = (VoidReason.SEQUENCE_GAP, VoidReason.UNPLUGGED, VoidReason.MIXED_CLOCKS)
"""With these a stamp may be missing or can't be compared."""


class Moment(Struct, frozen=True):
    """What to do now, or what the last strike was worth."""

    left: Seat
    right: Seat
    to_go: int
    """Strikes still wanted of this pair and way round, this one not counted if it was good."""
    later: Nanoseconds | None = None
    """Of a good strike: how much later the right one closed."""
    again: str = ""
    """Why the strike doesn't count: `one_only`, `apart`, or the reason of a void verdict."""
    asks: bool = False
    """Whether this asks for a strike; otherwise it tells of one."""


class Striking:
    """Asks for strikes one after the other. The pad's callbacks are its own while it runs.

    `wait` lets time pass until something may have happened: a thread's patience in the app, a hand in tests.
    """

    def __init__(
        self, pad: Pad, pairs: Iterable[Pair], times: int, wait: Callable[[], None] | None = None
    ) -> None:
        self.strikes: list[StickStrike] = []
        self._pad = pad
        self._sides = [side for one, other in pairs for side in ((one, other), (other, one))]
        self._times = times
        self._news = threading.Event()
        self._wait = wait or self._wait_for_news
        self._picture: Verdict | None = None
        pad.on_verdict = pad.on_late = self._heard
        pad.on_state_change = self._moved

    @property
    def total(self) -> int:
        """How many good strikes are wanted in all."""
        return len(self._sides) * self._times

    def run(self) -> Iterator[Moment]:
        """Yield what to strike, then what came of it, until there are enough of all."""
        for left, right in self._sides:
            to_go = self._times
            while to_go:
                yield Moment(left, right, to_go, asks=True)
                told = self._strike(left, right, to_go)
                to_go = told.to_go
                yield told

    def _strike(self, left: Seat, right: Seat, to_go: int) -> Moment:
        self._pad.play((left, right))
        while not self._open(left, right):
            self._wait()
        self._picture = None
        self._pad.arm()
        while self._picture is None or not self._open(left, right):
            self._wait()
        self._pad.disarm()
        picture = self._picture
        stamps = {
            contact.seat: contact.after
            for contact in picture.contacts
            if contact.standing in (Standing.COUNTS, Standing.LATE)
        }
        if isinstance(picture, Void) and picture.reason in UNTRUSTED:
            return Moment(left, right, to_go, again=picture.reason.value)
        if left not in stamps or right not in stamps:
            return Moment(left, right, to_go, again="one_only")
        later = Nanoseconds(stamps[right] - stamps[left])
        if abs(later) > MOST_APART:
            return Moment(left, right, to_go, again="apart")
        self.strikes.append(StickStrike(left, right, later))
        return Moment(left, right, to_go - 1, later)

    def _open(self, left: Seat, right: Seat) -> bool:
        states = self._pad.states
        return all(states[seat].state is SeatState.OPEN for seat in (left, right))

    def _wait_for_news(self) -> None:
        # Not for ever: a storm is over without any news, and Ctrl-C wants to be heard.
        self._news.wait(0.2)
        self._news.clear()

    def _heard(self, picture: Verdict) -> None:
        self._picture = picture
        self._news.set()

    def _moved(self, seat: Seat, status: SeatStatus) -> None:
        self._news.set()
