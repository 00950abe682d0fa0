"""A pad as it is seen from another process: what was said last, and orders that go out.

It knows neither process nor socket: orders leave by `send`, news come in by `take`.
"""

import threading
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from companion.clock import Clock, Instant, Nanoseconds
from hardware.grab.adjudicate import DeadHeat, Grab, Quality, Verdict, Void, VoidReason
from hardware.grab.contacts import Seat, SeatState, SeatStatus
from hardware.pads.messages import (
    Arm,
    ButtonsOpened,
    Changed,
    Condition,
    Disarm,
    Fell,
    Light,
    News,
    Order,
    Pictured,
    Ruled,
    TakePart,
    TurnPressed,
)


class MirrorPad:
    """A `Pad` whose buttons are elsewhere. Nothing here waits; `send` must not either.

    Armings are numbered and stamped here. A verdict is dropped if its arming was ended, or followed by
    another one, while it was on its way.
    """

    def __init__(self, clock: Clock, send: Callable[[Order], None]) -> None:
        self.on_verdict: Callable[[Verdict], None] | None = None
        self.on_late: Callable[[Verdict], None] | None = None
        self.on_state_change: Callable[[Seat, SeatStatus], None] | None = None
        self.on_turn: Callable[[Instant], None] | None = None
        self.on_totem_fell: Callable[[Instant], None] | None = None
        self._clock, self._send = clock, send
        self._lock = threading.RLock()
        self._closed = False
        self._there = False
        self._states: dict[Seat, SeatStatus] = {}
        self._condition = Condition(Quality.SOFTWARE, Nanoseconds(0), "", None)
        self._playing: tuple[Seat, ...] | None = None
        self._lit: tuple[Seat, ...] = ()
        self._arming = 0
        self._armed = False
        # Whether a verdict of this arming, or a correction of it, is still wanted.
        self._wanted = False

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats that have a button, ascending."""
        return tuple(sorted(self._states))

    @property
    def quality(self) -> Quality:
        """How well contacts are stamped."""
        return self._condition.quality

    @property
    def band(self) -> Nanoseconds:
        """The widest error band there is, in nanoseconds."""
        return self._condition.band

    @property
    def trouble(self) -> str:
        """What is wrong with the buttons and what to do, in a sentence; empty while all is well."""
        return self._condition.trouble

    @property
    def goes_first(self) -> bool:
        """Whether busy programs can't keep the buttons waiting."""
        return self._condition.goes_first

    @property
    def armed(self) -> bool:
        """Whether the next contact counts."""
        return self._armed

    @property
    def states(self) -> dict[Seat, SeatStatus]:
        """What every button was doing when it was last heard of."""
        return self._states

    @property
    def lit(self) -> tuple[Seat, ...]:
        """Seats whose lamp is lit, ascending."""
        return self._lit

    @property
    def totem_stands(self) -> bool | None:
        """Whether the totem stands on its base; None without a base switch."""
        return self._condition.totem_stands

    def play(self, seats: Iterable[Seat]) -> None:
        """Let only these seats take part in grabs from now on."""
        with self._lock:
            self._playing = tuple(sorted(seats))
            self._order(TakePart(self._playing))

    def arm(self) -> int:
        """Put out the lamps, wait for the next grab, and return the number of this arming."""
        with self._lock:
            self._arming += 1
            self._armed = self._wanted = True
            self._lit = ()
            self._armed_at = self._clock.now()
            self._order(Arm(self._arming, self._armed_at))
            return self._arming

    def disarm(self) -> None:
        """Let grabs pass without a verdict."""
        with self._lock:
            self._armed = self._wanted = False
            self._order(Disarm())

    def light(self, seats: Iterable[Seat]) -> None:
        """Light the lamps of these seats and no others."""
        with self._lock:
            self._lit = tuple(sorted(seats))
            self._order(Light(self._lit))

    def close(self) -> None:
        """Be deaf from now on."""
        with self._lock:
            self._closed = True

    def take(self, news: News) -> None:
        """Take what the other process says, in the order in which it said so."""
        with self._lock:
            if not self._closed:
                self._take(news)

    def lost(self, trouble: str) -> None:
        """Take note that nobody watches the buttons: all are unplugged, and a running arming is void."""
        with self._lock:
            self._there = False
            self._condition = replace(self._condition, trouble=trouble)
            for seat, status in self._states.items():
                self._show(seat, replace(status, state=SeatState.UNPLUGGED))
            armed, self._armed, self._wanted = self._armed, False, False
            if armed:
                self._lit = ()
                if self.on_verdict is not None and not self._closed:
                    self.on_verdict(self._nobody_saw())

    def _take(self, news: News) -> None:
        match news:
            case Ruled():
                self._rule(news.verdict)
            case Pictured():
                if self._wanted and news.verdict.arming == self._arming and self.on_late is not None:
                    self.on_late(news.verdict)
            case Changed():
                self._show(news.seat, news.status)
            case Condition():
                self._condition = news
            case TurnPressed():
                if self.on_turn is not None:
                    self.on_turn(news.at)
            case Fell():
                if self.on_totem_fell is not None:
                    self.on_totem_fell(news.at)
            case ButtonsOpened():
                self._begin(news)

    def _begin(self, opened: ButtonsOpened) -> None:
        """Say anew what was ordered while nobody was there."""
        self._there = True
        self._condition = opened.condition
        for seat, status in opened.states.items():
            self._show(seat, status)
        if self._playing is not None:
            self._order(TakePart(self._playing))
        if self._armed:
            # With the stamp of then: what hands did before this process was there is in doubt.
            self._order(Arm(self._arming, self._armed_at))
        if self._lit:
            self._order(Light(self._lit))

    def _rule(self, verdict: Verdict) -> None:
        if verdict.arming != self._arming:
            return
        if not self._wanted:
            # The winner's lamp was lit before the order to disarm arrived.
            self._order(Light(self._lit))
            return
        self._armed = False
        lit_by_order, self._lit = self._lit, lamps_of(verdict)
        if lit_by_order:
            # That order and this verdict may have met on their ways.
            self._order(Light(self._lit))
        if self.on_verdict is not None:
            self.on_verdict(verdict)

    def _show(self, seat: Seat, status: SeatStatus) -> None:
        if self._states.get(seat) == status:
            return
        # A new one each time: whoever reads it needs no lock.
        self._states = {**self._states, seat: status}
        if self.on_state_change is not None and not self._closed:
            self.on_state_change(seat, status)

    def _order(self, order: Order) -> None:
        # While nobody is there, what is wanted is kept and said when somebody is.
        if self._there and not self._closed:
            self._send(order)

    def _nobody_saw(self) -> Void:
        return Void(
            arming=self._arming,
            at=self._clock.now(),
            contacts=(),
            held=(),
            band=self._condition.band,
            quality=self._condition.quality,
            reason=VoidReason.UNPLUGGED,
        )


def lamps_of(verdict: Verdict) -> tuple[Seat, ...]:
    """Return the seats whose lamps a verdict lights."""
    if isinstance(verdict, Grab):
        return (verdict.seat,)
    return verdict.seats if isinstance(verdict, DeadHeat) else ()
