"""How long a match and a turn have lasted, by a clock handed in; and a timer that only reminds. Pure."""

from collections.abc import Callable, Hashable

from msgspec import Struct

from companion.book.played import PAUSE
from companion.clock import MILLISECOND, SECOND, Instant, Nanoseconds
from companion.game import Seat

MINUTE = Nanoseconds(60 * SECOND)

STEPS = (0, 30, 60, 120, 300)
"""Seconds of a turn after which the table may be reminded; 0: never."""


class TurnTimer:
    """After how many `seconds` of a turn the table is reminded; off until somebody wants it."""

    def __init__(self) -> None:
        self.seconds = STEPS[0]

    def step(self) -> None:
        """Take the next setting, off again after the longest."""
        self.seconds = STEPS[(STEPS.index(self.seconds) + 1) % len(STEPS)]

    def read(self, setting: str) -> None:
        """Take the kept setting; what isn't one changes nothing."""
        if setting.isdigit() and int(setting) in STEPS:
            self.seconds = int(setting)


class Timing:
    """The time of a match on the table; it begins with what was `played` before, in milliseconds."""

    def __init__(self, played: int, now: Instant) -> None:
        self._played, self._since = Nanoseconds(played * MILLISECOND), now
        self._turn = now
        self._reminded = False

    def entered(self, now: Instant) -> None:
        """Go on from an entry; what was a pause until then isn't counted."""
        idle = now - self._since
        self._played = Nanoseconds(self._played + (idle if idle < PAUSE * MILLISECOND else 0))
        self._since = now

    def turned(self, now: Instant) -> None:
        """Begin another turn."""
        self._turn, self._reminded = now, False

    def match(self, now: Instant) -> Nanoseconds:
        """Return how long the match has lasted; a pause counts no further than where one begins."""
        idle = min(now - self._since, PAUSE * MILLISECOND)
        return Nanoseconds(self._played + idle)

    def turn(self, now: Instant) -> Nanoseconds:
        """Return how long this turn has lasted."""
        return Nanoseconds(now - self._turn)

    def over(self, timer: TurnTimer, now: Instant) -> bool:
        """Tell whether this turn has lasted longer than the table wants to be reminded of."""
        return bool(timer.seconds) and self.turn(now) >= timer.seconds * SECOND

    def due(self, timer: TurnTimer, now: Instant) -> bool:
        """Tell whether the table is to be reminded now: once a turn."""
        if self._reminded or not self.over(timer, now):
            return False
        self._reminded = True
        return True


# A turn that is timed: what the screen must know of a game's clock to measure, draw and tell it. No Kivy.

TENTHS_BELOW = 10_000
"""Milliseconds: from here on a clock that counts down shows tenths."""


class TurnTiming(Struct, frozen=True):
    """How the time of a turn runs: measured anew whenever `key` changes, and not at all unless it `runs`.

    `flag` is after how many milliseconds the time is up, None where it never is, or that has been told.
    `used` milliseconds of it are in the record, of the `turn` that a pause leaves as it is.
    """

    key: Hashable
    runs: bool
    flag: int | None
    turn: Hashable = None
    used: int = 0


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
        before = self._timing
        if timing is None or before is None or timing.key != before.key:
            self._began, self._held = (now if self._ended is None else self._ended), None
            if before and timing and timing.runs and not before.runs and timing.turn == before.turn:
                # Of a pause that is taken back the turn had used so much until then.
                self._began = Instant(self._began - max(0, before.used - timing.used) * MILLISECOND)
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


# One change, one picture: what a tap brings about is drawn when all of it has happened.


class OnePicture:
    """`with picture:` draws once what was to be drawn anew within, when all of it has changed."""

    def __init__(self, draw: Callable[[], None]) -> None:
        self._draw = draw
        self._changing = 0
        self._stale = self._held = False

    def __enter__(self) -> None:
        self._changing += 1

    def __exit__(self, *_: object) -> None:
        self._changing -= 1
        if self._stale:
            self.draw()

    def hold(self) -> None:
        """Draw nothing until it is released: something else is to be seen first."""
        if not self._held:
            self._held = True
            self._changing += 1

    def release(self, *_: object) -> None:
        """Draw what was held back."""
        if self._held:
            self._held = False
            self.__exit__()

    def end(self) -> None:
        """Draw nothing any more: what it is of was left."""
        self._draw = lambda: None

    def draw(self) -> None:
        """Draw; while more is changing, once that has been done."""
        self._stale = self._changing > 0
        if not self._stale:
            self._draw()
