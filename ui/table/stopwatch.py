"""A turn that is timed: what the screen must know of a game's clock to measure, draw and tell it. No Kivy."""

from collections.abc import Hashable

from msgspec import Struct

from companion.clock import MILLISECOND, Instant
from companion.game import Seat

TENTHS_BELOW = 10_000
"""Milliseconds: from here on a clock that counts down shows tenths."""


class TurnTiming(Struct, frozen=True):
    """How the time of a turn runs: measured anew whenever `key` changes, and not at all unless it `runs`.

    `flag` is after how many milliseconds the time is up, None where it never is, or that has been told.
    """

    key: Hashable
    runs: bool
    flag: int | None


class Dial(Struct, frozen=True):
    """One player's clock: what stands on it in milliseconds; `now` it is its turn, or it `lost`.

    `note` is said of the player after the name.
    """

    seat: Seat
    shows: int
    up: bool = False
    now: bool = False
    lost: bool = False
    note: str = ""

    @property
    def short(self) -> bool:
        """Whether it shows tenths, as it is nearly over."""
        return not self.up and self.shows < TENTHS_BELOW

    @property
    def changes_after(self) -> int:
        """After how many milliseconds something else stands on it."""
        if self.up:
            return 1000 - self.shows % 1000
        step = 100 if self.shows <= TENTHS_BELOW else 1000
        return self.shows % step or step


class Stopwatch:
    """Measures one turn after the other by the monotonic clock; time that is held is nobody's."""

    def __init__(self) -> None:
        self._timing: TurnTiming | None = None
        self._began = Instant(0)
        self._held: int | None = None
        self._ended: Instant | None = None

    def follow(self, timing: TurnTiming | None, now: Instant) -> None:
        """Go on with the turn that is played now; another one began as the last one ended, else `now`."""
        if timing is None or self._timing is None or timing.key != self._timing.key:
            self._began, self._held = (now if self._ended is None else self._ended), None
        self._timing, self._ended = timing, None

    def end(self, at: Instant) -> int:
        """Return how long the turn took if it ends `at` an instant; the next one begins there."""
        self._ended = max(at, self._began)
        return self.took(self._ended)

    @property
    def runs(self) -> bool:
        """Whether time passes for anybody."""
        return self._timing is not None and self._timing.runs and self._held is None

    def took(self, now: Instant) -> int:
        """Return how many milliseconds the turn has taken since it began or play went on."""
        if self._timing is None or not self._timing.runs:
            return 0
        return max(0, now - self._began) // MILLISECOND if self._held is None else self._held

    def hold(self, now: Instant) -> None:
        """Let the time of the turn stand at what it is while its figures are entered."""
        self._held = self.took(now)

    def let_go(self) -> None:
        """Count on as if it hadn't been held: nothing was told."""
        self._held = None

    def up(self, now: Instant) -> Instant | None:
        """Return since when the time is up, if nobody was told; None where some is left."""
        timing = self._timing
        if timing is None or timing.flag is None or not self.runs or self.took(now) < timing.flag:
            return None
        return Instant(self._began + timing.flag * MILLISECOND)
