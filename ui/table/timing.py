"""The time of matches and turns, by a clock passed in; and a timer that only reminds. Pure."""

from collections.abc import Callable, Hashable
from typing import Any

from msgspec import Struct

from companion.book.played import PAUSE
from companion.clock import MILLISECOND, SECOND, Instant, Nanoseconds
from companion.game import Seat
from companion.journal import Corrected, Entered, Entry, Overruled, TakenBack
from ui.language import words

MINUTE = Nanoseconds(60 * SECOND)

STEPS = (0, 30, 60, 120, 300)
"""Settings of the timer: seconds of a turn after which the table is reminded; 0: never."""


class TurnTimer:
    """The reminder after `seconds` of a turn; off at first."""

    def __init__(self) -> None:
        self.seconds = STEPS[0]

    def step(self) -> None:
        """Switch to the next setting; after the longest it is off."""
        self.seconds = STEPS[(STEPS.index(self.seconds) + 1) % len(STEPS)]

    @property
    def setting(self) -> str:
        """The text to save."""
        return str(self.seconds)

    def read(self, setting: str) -> None:
        """Apply a saved setting; an invalid one changes nothing."""
        if setting.isdecimal() and int(setting) in STEPS:
            self.seconds = int(setting)


class Timing:
    """The time of a match at the table; `played` is what it took before, in milliseconds."""

    def __init__(self, played: int, now: Instant) -> None:
        self._played, self._since = Nanoseconds(played * MILLISECOND), now
        self._turn = now
        self._reminded = False

    def turned(self, now: Instant) -> None:
        """Begin the next turn."""
        self._turn, self._reminded = now, False

    def follow(self, entry: Entry[Any, Any, Any] | None, turns: tuple[type, ...], now: Instant) -> None:
        """Count the time up to a change, unless it was a pause, and begin a turn if the change does.

        That is if it took back or corrected anything, or has one of the events `turns`, which end a turn.
        """
        idle = now - self._since
        self._played = Nanoseconds(self._played + (idle if idle < PAUSE * MILLISECOND else 0))
        self._since = now
        body = None if entry is None else entry.body
        events = body.events if isinstance(body, Entered | Overruled) else ()
        if isinstance(body, TakenBack | Corrected) or any(isinstance(event, turns) for event in events):
            self.turned(now)

    def lasted(self, now: Instant) -> str:
        """Return how long match and turn have lasted, in whole minutes so that it rarely changes."""
        match, turn = self.match(now) // MINUTE, self.turn(now) // MINUTE
        return words.lasted(match, turn) if match else ""

    def match(self, now: Instant) -> Nanoseconds:
        """Return how long the match has lasted; the time since the last entry counts up to `PAUSE`."""
        idle = min(now - self._since, PAUSE * MILLISECOND)
        return Nanoseconds(self._played + idle)

    def turn(self, now: Instant) -> Nanoseconds:
        """Return how long this turn has lasted."""
        return Nanoseconds(now - self._turn)

    def over(self, timer: TurnTimer, now: Instant) -> bool:
        """Return whether this turn has reached the timer's limit."""
        return bool(timer.seconds) and self.turn(now) >= timer.seconds * SECOND

    def due(self, timer: TurnTimer, now: Instant) -> bool:
        """Return whether to remind the table now, which is once a turn."""
        if self._reminded or not self.over(timer, now):
            return False
        self._reminded = True
        return True


# Timed turns: what the screen must know of a game's clock to measure, draw and report it. No Kivy.

TENTHS_BELOW = 10_000
"""Milliseconds below which a clock that counts down shows tenths."""


class TurnTiming(Struct, frozen=True):
    """How a turn's time runs: measured from 0 whenever `key` changes, and only while it `runs`.

    `flag`: milliseconds until the time is up; None if it never is, or if that was already reported. `turn`
    is the same before and after a pause; `used` milliseconds of it are already recorded.
    """

    key: Hashable
    runs: bool
    flag: int | None
    turn: Hashable = None
    used: int = 0


class Dial(Struct, frozen=True):
    """One player's clock, which shows milliseconds and counts `up` or down.

    `now`: it is this player's turn; `lost`: their time ran out. `note` is written after the name.
    """

    seat: Seat
    shows: int
    up: bool = False
    now: bool = False
    lost: bool = False
    note: str = ""

    @property
    def short(self) -> bool:
        """Whether it shows tenths, because the time is nearly up."""
        return not self.up and self.shows < TENTHS_BELOW

    @property
    def changes_after(self) -> int:
        """Milliseconds until it shows something else."""
        if self.up:
            return 1000 - self.shows % 1000
        step = 100 if self.shows <= TENTHS_BELOW else 1000
        return self.shows % step or step


class Stopwatch:
    """Measures one turn after another by the monotonic clock; while held, time counts for nobody."""

    def __init__(self) -> None:
        self._timing: TurnTiming | None = None
        self._began = Instant(0)
        self._held: int | None = None
        self._ended: Instant | None = None

    def follow(self, timing: TurnTiming | None, now: Instant) -> None:
        """Measure the current turn; a new one began when the last one ended or, if unknown, `now`."""
        before = self._timing
        if timing is None or before is None or timing.key != before.key:
            self._began, self._held = (now if self._ended is None else self._ended), None
            if before and timing and timing.runs and not before.runs and timing.turn == before.turn:
                # A pause was taken back: count the time that the turn had used before it.
                self._began = Instant(self._began - max(0, before.used - timing.used) * MILLISECOND)
        self._timing, self._ended = timing, None

    def end(self, at: Instant) -> int:
        """Return the milliseconds that the turn took if it ends `at` an instant; the next begins there."""
        self._ended = max(at, self._began)
        return self.took(self._ended)

    @property
    def runs(self) -> bool:
        """Whether time passes for any player."""
        return self._timing is not None and self._timing.runs and self._held is None

    def took(self, now: Instant) -> int:
        """Return the milliseconds of the turn since it began or was resumed."""
        if self._timing is None or not self._timing.runs:
            return 0
        return max(0, now - self._began) // MILLISECOND if self._held is None else self._held

    def hold(self, now: Instant) -> None:
        """Stop the turn's time while its figures are entered."""
        self._held = self.took(now)

    def let_go(self) -> None:
        """Go on as if the time hadn't been held, because nothing was entered."""
        self._held = None

    def up(self, now: Instant) -> Instant | None:
        """Return when the time ran out, if that wasn't reported; None while some is left."""
        timing = self._timing
        if timing is None or timing.flag is None or not self.runs or self.took(now) < timing.flag:
            return None
        return Instant(self._began + timing.flag * MILLISECOND)


# One change, one picture: the effects of a tap are drawn together.


class OnePicture:
    """Within `with picture:`, calls of `draw` are put off, and drawn once at the end."""

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
        """Draw nothing until `release`, so that something else is seen first."""
        if not self._held:
            self._held = True
            self._changing += 1

    def release(self, *_: object) -> None:
        """End a `hold`, and draw if needed."""
        if self._held:
            self._held = False
            self.__exit__()

    def end(self) -> None:
        """Never draw again: the screen was left."""
        self._draw = lambda: None

    def draw(self) -> None:
        """Draw now, or once the enclosing changes are done."""
        self._stale = self._changing > 0
        if not self._stale:
            self._draw()
