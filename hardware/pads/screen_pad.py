"""Keys and pads on the screen: whoever draws it looks at fingers only now and then, and may be late."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from companion.clock import Clock, Instant, Nanoseconds
from hardware.grab.adjudicate import Quality
from hardware.grab.contacts import ContactTimes, Edge, Seat
from hardware.pads.simulated import SimulatedPad

if TYPE_CHECKING:
    # A desktop starts without what reads devices.
    from hardware.pads.key_stamps import KeyStamps
    from hardware.pads.touch_stamps import TouchStamps

TAPS = ContactTimes(minimum_contact=Nanoseconds(0), lock_out=Nanoseconds(0))
"""Keys and panels have no bounce left in them: every tap is a touch, and the next one another."""


class LookAlarm:
    """An alarm that rings when its owner has looked: all that came before the look before that is told."""

    def __init__(self) -> None:
        self._at: Instant | None = None
        self._ring: Callable[[], None] | None = None

    def set(self, at: Instant | None, ring: Callable[[], None]) -> None:
        """Ring at the first look by which all is told that came up to `at`."""
        self._at, self._ring = at, ring

    def close(self) -> None:
        """Forget what was set."""
        self._at = self._ring = None

    def looked(self, told: Instant) -> None:
        """Ring if it is time: everything that came up to `told` is told."""
        if self._at is not None and self._at <= told and self._ring is not None:
            self._at = None
            self._ring()


class ScreenPad(SimulatedPad):
    """A pad whose presses are stamped by the screen's thread, which calls `looked` once a frame.

    A frame hands on what came before it, and what the frame before it had not yet handed on. So a press that
    is heard now came since the look before the last, and that is what its stamp says: two that lie no
    further apart are a dead heat. A frame that takes long makes stamps worse, never wrong. Fingers and keys
    whose panel and keyboards are read beside the window have the kernel's own stamp instead, whatever the
    frame takes.
    """

    def __init__(
        self,
        seats: Iterable[Seat],
        clock: Clock,
        stamps: "TouchStamps | None" = None,
        keys: "KeyStamps | None" = None,
    ) -> None:
        self._stamps, self._keys = stamps, keys
        self._armed_at = clock.now()
        self._looks = (self._armed_at, self._armed_at)
        self._rings = LookAlarm()
        super().__init__(seats, clock, self._rings, timing=TAPS, quality=Quality.SCREEN)

    @property
    def stamped(self) -> bool:
        """Whether the kernel's own stamps of fingers are read."""
        return self._stamps is not None

    def looked(self) -> None:
        """The screen's thread begins a frame; all that was there at the last one has been handed on."""
        with self._lock:
            self._looks = (self._looks[1], self._clock.now())
        if self._keys is not None:
            self._keys.look(self._looks[0])
        self._rings.looked(self._looks[0])

    def arm(self, number: int | None = None, at: Instant | None = None) -> int:
        """Begin an arming: the screen waits for fingers from now on."""
        with self._lock:
            self._armed_at = now = self._clock.now()
            self._looks = (now, now)
            return super().arm(number, at)

    def _told(self) -> Instant:
        return self._looks[0]

    def press(
        self, seat: Seat, at: Instant | None = None, finger: int | None = None, key: int | None = None
    ) -> None:
        """Put a hand on a seat's button, as the screen hears of it; UnknownSeatError if it has none.

        `finger` is the kernel's number of a finger on the panel, `key` SDL's scancode of a key.
        """
        if at is None and finger is not None and self._stamps is not None:
            at = self._likely(self._stamps.began(finger))
        if at is None and key is not None and self._keys is not None:
            at = self._likely(self._keys.began(key, self._looks[0]))
        if at is not None:
            super().press(seat, at)
            return
        now = self._clock.now()
        self.move(seat, Edge(now, closed=True, since=min(self._looks[0], now)))

    def close(self) -> None:
        """Let panel and keyboards go."""
        super().close()
        for second_reader in (self._stamps, self._keys):
            if second_reader is not None:
                second_reader.close()

    def _likely(self, began: Instant | None) -> Instant | None:
        """Return a stamp if it can be that of a press which the screen was armed for, and hears of now."""
        likely = began is not None and self._armed_at <= began <= self._clock.now()
        return began if likely else None
