"""A loop that a test turns: its clock goes on when it would wait, and nothing runs in another thread."""

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
        """Serve all that happens until an instant, and then stand there."""
        self.settle()
        while self.hand.now() < at:
            self.turn(at)
            self.settle()

    def work(self, job: Callable[[], Call]) -> None:
        """What would be another thread's is done here and now."""
        self.call_at(AT_ONCE, job())

    def _ready(self) -> bool:
        return bool(self._selector.select(0))

    def _wait(self, read: list[int], write: list[int], until: Instant | None) -> None:
        if not any(select.select(read, write, [], 0)):
            assert until is not None, "nothing would ever happen again"
            self.hand.advance(Nanoseconds(max(0, until - self.hand.now())))
