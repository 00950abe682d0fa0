"""A sheet's clock: what a turn leaves on it, in whole milliseconds that were measured elsewhere."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

SECOND = 1000
MOST_SECONDS, MOST_EXTRA = 86_400, 3_600
MOST_TOOK = 7 * MOST_SECONDS * SECOND
"""Milliseconds; nobody thinks for longer than a week."""


class ClockRules(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True):
    """How turns are timed.

    `up` counts what a seat has used. The others begin with `seconds` and count down: `down` only that;
    `fischer` adds `extra` seconds after each turn; `bronstein` gives back what the turn took, at most
    `extra`; `delay` begins to count `extra` seconds into the turn. With `each = "turn"` every turn has its
    own `seconds`.
    `runs_out` is what happens then: it is only told, the seat loses, or the turn passes.
    """

    kind: Literal["up", "down", "fischer", "bronstein", "delay"]
    seconds: Annotated[int, Meta(ge=0, le=MOST_SECONDS)] = 0
    extra: Annotated[int, Meta(ge=0, le=MOST_EXTRA)] = 0
    each: Literal["game", "turn"] = "game"
    runs_out: Literal["told", "loses", "passes"] = "told"

    @property
    def begins_with(self) -> int:
        """What every seat has at the start, in milliseconds; a clock that counts up has nothing."""
        return 0 if self.kind == "up" else self.seconds * SECOND

    @property
    def needs_extra(self) -> bool:
        """Whether it is one that knows extra seconds."""
        return self.kind in ("fischer", "bronstein", "delay")

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
        return left

    def lasts(self, had: int) -> int:
        """Return after how many milliseconds a turn that begins with `had` runs out."""
        return had + (self.extra * SECOND if self.kind == "delay" else 0)
