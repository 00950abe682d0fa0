"""What the app sees of grab buttons, real or simulated.

Callbacks come from the hardware's own threads, one at a time; they must be quick and must not wait for
another thread (put something into a queue). They may arm and disarm the pad.
"""

from collections.abc import Callable, Iterable
from typing import Protocol

from companion.clock import Instant, Nanoseconds
from hardware.grab.adjudicate import Quality, Verdict
from hardware.grab.contacts import Seat, SeatStatus


def unheard(*_: object) -> None:
    """Nobody listens."""


class Callbacks:
    """What a pad calls when something happens; nobody listens at first."""

    def __init__(self) -> None:
        self.on_verdict: Callable[[Verdict], None] = unheard
        self.on_late: Callable[[Verdict], None] = unheard
        self.on_state_change: Callable[[Seat, SeatStatus], None] = unheard
        self.on_turn: Callable[[Instant], None] = unheard
        self.on_totem_fell: Callable[[Instant], None] = unheard


class PadProtocol(Protocol):
    """Grab buttons for every seat, an optional shared turn button, an optional totem on a switch.

    `on_verdict` gets the ruling of an arming, and a Void of the same arming if an earlier edge turns up late;
    `on_late` gets the verdict with later contacts added to its picture. One verdict an arming: then `arm`.
    """

    on_verdict: Callable[[Verdict], None]
    on_late: Callable[[Verdict], None]
    on_state_change: Callable[[Seat, SeatStatus], None]
    on_turn: Callable[[Instant], None]
    on_totem_fell: Callable[[Instant], None]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats that have a button, ascending."""

    @property
    def quality(self) -> Quality:
        """How well contacts are stamped."""

    @property
    def band(self) -> Nanoseconds:
        """The error band: contacts no further apart are a dead heat; of several clocks the widest."""

    @property
    def trouble(self) -> str:
        """What is wrong with the buttons and what to do, in a sentence; empty while all is well."""

    @property
    def goes_first(self) -> bool:
        """Whether busy programs can't keep the buttons waiting."""

    @property
    def armed(self) -> bool:
        """Whether the next contact counts."""

    @property
    def states(self) -> dict[Seat, SeatStatus]:
        """What every button is doing now."""

    @property
    def lit(self) -> tuple[Seat, ...]:
        """Seats whose lamp is lit, ascending; the pad lights winners by itself, and `arm` puts them out."""

    @property
    def totem_stands(self) -> bool | None:
        """Whether the totem stands on its base; None without a base switch."""

    def play(self, seats: Iterable[Seat]) -> None:
        """Let only these seats take part in grabs from now on; all do at first."""

    def arm(self) -> int:
        """Wait for the next grab and return the number of this arming; buttons down now are held."""

    def disarm(self) -> None:
        """Let grabs pass without a verdict."""

    def light(self, seats: Iterable[Seat]) -> None:
        """Light the lamps of these seats and no others; seats without a lamp are passed over."""

    def close(self) -> None:
        """Let go of lines and threads; nothing is called afterwards. Not from within a callback."""
