"""The inputs of a board as it tells of them: every change once, in order, and none left out unnoticed."""

from msgspec import Struct

from hardware.firmware import frames


class Summary(Struct, frozen=True):
    """What an ECHO says of the time after all changes numbered below `next`."""

    next: int
    levels: int
    lost: int
    catch_up: int
    """Number of the last catch-up that the ECHO answers."""


class Inputs:
    """Levels and changes of one session; `mask` has the inputs that are wanted."""

    def __init__(self, mask: int) -> None:
        self.levels = 0
        """Levels after the last change told, 1 is high."""
        self.next = 0
        """Number of the change that is wanted next."""
        self.lost = 0
        """Changes that the board says it lost."""
        self.caught_up = 0
        """Number of the last catch-up before which nothing is missing any more."""
        self._mask = mask
        self._last_ticks = 0
        self._ahead: list[Summary] = []

    @property
    def gap(self) -> bool:
        """Whether changes are known of that haven't come yet."""
        return bool(self._ahead)

    def begin(self, levels: int, next_number: int) -> None:
        """Take the levels of READY, and the number of the change that comes first."""
        self.levels, self.next = levels & self._mask, next_number

    def take(self, changes: frames.Changes) -> list[tuple[int, int, int]] | None:
        """Return what is new as (ticks, levels before, levels after); None where something before is missing.

        What is missing comes again before it, as long as nothing later is acknowledged.
        ValueError for changes that go back in time.
        """
        if changes.first > self.next:
            return None
        new = []
        for after, levels in changes.changes[self.next - changes.first :]:
            ticks = changes.at + after
            if ticks < self._last_ticks:
                raise ValueError(f"a change at {ticks} after one at {self._last_ticks}")
            new.append((ticks, self.levels, levels & self._mask))
            self.levels, self._last_ticks = levels & self._mask, ticks
            self.next += 1
            self._settle()
        return new

    def sum_up(self, summary: Summary) -> None:
        """Take what an ECHO says; it is believed once no change before it is missing."""
        self._ahead.append(summary)
        self._settle()

    def _settle(self) -> None:
        for summary in self._ahead:
            if summary.next <= self.next:
                self.caught_up = max(self.caught_up, summary.catch_up)
                self.lost = max(self.lost, summary.lost)
            # Where changes were lost, the next one is seen against what the inputs really were.
            if summary.next == self.next:
                self.levels = summary.levels & self._mask
        self._ahead = [summary for summary in self._ahead if summary.next > self.next]
