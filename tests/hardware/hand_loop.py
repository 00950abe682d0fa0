"""A hand-driven loop: its clock moves on whenever it would wait, and no other thread runs."""

import select
from collections.abc import Callable

from companion.clock import HandClock, Instant, Nanoseconds
from hardware.loop import AT_ONCE, Call, Loop


class HandLoop(Loop):
    """A loop under a hand clock."""

    def __init__(self, clock: HandClock) -> None:
        super().__init__(clock)
        self.hand = clock

    def settle(self) -> None:
        """Serve until nothing is ready and nothing is due now."""
        now = self.hand.now()
        while min(self._due.values(), default=now + 1) <= now or self._ready():
            self.turn(now)

    def until(self, at: Instant) -> None:
        """Serve everything that happens until an instant, and stop there."""
        self.settle()
        while self.hand.now() < at:
            self.turn(at)
            self.settle()

    def work(self, job: Callable[[], Call]) -> None:
        """Do another thread's job here and now."""
        self.call_at(AT_ONCE, job())

    def _ready(self) -> bool:
        return bool(self._selector.select(0))

    def _wait(self, read: list[int], write: list[int], until: Instant | None) -> None:
        if not any(select.select(read, write, [], 0)):
            assert until is not None, "nothing would ever happen again"
            self.hand.advance(Nanoseconds(max(0, until - self.hand.now())))
