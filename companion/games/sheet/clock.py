"""A sheet's clock: what a turn leaves on it, in whole milliseconds that were measured elsewhere."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

SECOND = 1000
MOST_SECONDS, MOST_EXTRA = 86_400, 3_600
MOST_PERIODS, MOST_TURNS = 60, 500
MOST_TOOK = 7 * MOST_SECONDS * SECOND
"""Milliseconds; nobody thinks for longer than a week."""


class ClockRules(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True):
    """How turns are timed.

    `up` counts what a seat has used. The others begin with `seconds` and count down: `down` only that;
    `fischer` adds `extra` seconds after each turn; `bronstein` gives back what the turn took, at most
    `extra`; `delay` begins to count `extra` seconds into the turn. With `each = "turn"` every turn has its
    own `seconds`.
    With `byoyomi` there are `periods` of `extra` seconds behind the `seconds`, and one that isn't used up is
    whole again in the next turn. In an `hourglass` what one player uses runs to the other. `later` seconds
    come with a seat's turn number `after`; `unequal` has a number of seconds for each seat.
    `runs_out` is what happens then: it is only told, the seat loses, or the turn passes.
    """

    kind: Literal["up", "down", "fischer", "bronstein", "delay", "byoyomi", "hourglass"]
    seconds: Annotated[int, Meta(ge=0, le=MOST_SECONDS)] = 0
    extra: Annotated[int, Meta(ge=0, le=MOST_EXTRA)] = 0
    each: Literal["game", "turn"] = "game"
    runs_out: Literal["told", "loses", "passes"] = "told"
    periods: Annotated[int, Meta(ge=0, le=MOST_PERIODS)] = 0
    after: Annotated[int, Meta(ge=0, le=MOST_TURNS)] = 0
    later: Annotated[int, Meta(ge=0, le=MOST_SECONDS)] = 0
    unequal: Annotated[tuple[Annotated[int, Meta(ge=1, le=MOST_SECONDS)], ...], Meta(max_length=22)] = ()

    @property
    def begins_with(self) -> int:
        """What every seat has at the start, in milliseconds; a clock that counts up has nothing."""
        return 0 if self.kind == "up" else (self.seconds + self.periods * self.extra) * SECOND

    def begins(self, seat: int) -> int:
        """Return what a seat has at the start, in milliseconds: its own where times are unequal."""
        own = self.unequal[seat] - self.seconds if self.unequal else 0
        return self.begins_with + own * SECOND

    def added(self, turns: int) -> int:
        """Return what comes to a seat's clock with the last of so many turns, in milliseconds."""
        return self.later * SECOND if self.after and turns == self.after else 0

    def shows(self, had: int, took: int) -> int:
        """Return what stands on it `took` ms into a turn that began with `had`; below 0: it ran out."""
        if self.kind == "up":
            return had + took
        if self.kind == "delay":
            return had - max(0, took - self.extra * SECOND)
        return had - took

    def out(self, had: int, took: int) -> bool:
        """Tell whether the time had run out by then."""
        return self.kind != "up" and took >= self.lasts(had)

    def leaves(self, had: int, took: int) -> int:
        """Return what a seat has after a turn that took so long."""
        if self.each == "turn":
            return self.begins_with
        left = max(0, self.shows(had, took))
        if self.kind == "fischer":
            return left + self.extra * SECOND
        if self.kind == "bronstein":
            return left + min(took, self.extra * SECOND)
        if self.kind == "byoyomi" and left < self.periods * self.extra * SECOND:
            # A period that isn't used up is whole again.
            return -(-left // (self.extra * SECOND)) * self.extra * SECOND
        return left

    def lasts(self, had: int) -> int:
        """Return after how many milliseconds a turn that begins with `had` runs out."""
        return had + (self.extra * SECOND if self.kind == "delay" else 0)
