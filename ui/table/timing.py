"""How long a match and a turn have lasted, by a clock handed in; and a timer that only reminds. Pure."""

from companion.book.played import PAUSE
from companion.clock import MILLISECOND, SECOND, Instant, Nanoseconds

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
