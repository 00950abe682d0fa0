"""Which button is it? Listens on every free pin and tells the one that is pressed.

For the screen that says "press the button of seat 3".
"""

from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import Self

from gpiozero.exc import GPIOZeroError
from gpiozero.pins import Factory

from companion.clock import Clock, Instant, SystemClock
from hardware.errors import HardwareError
from hardware.gpio_bank import default_factory
from hardware.sources import instants_of
from hardware.switch import Switch
from hardware.wiring import FIXED_PULL_UP, Wiring

HEADER_PINS = tuple(range(2, 28))
"""GPIO numbers of the header that are free for use; 0 and 1 belong to the boards on top of it."""


class Learner:
    """Calls `on_press` with the pin of the first button pressed, from the hardware's thread; once, then deaf.

    Pins held by others are passed over; `listening` are those that aren't. A pin that is down from the
    beginning isn't waited for: a stuck button would win every time.
    """

    def __init__(
        self,
        wiring: Wiring,
        on_press: Callable[[int], None],
        factory: Factory | None = None,
        pins: Iterable[int] = HEADER_PINS,
        clock: Clock | None = None,
    ) -> None:
        self._on_press: Callable[[int], None] | None = on_press
        lamps = {wire.pin for wire in wiring.on(None) if wire.lamp}
        with ExitStack() as opened:
            if factory is None:
                factory = default_factory(wiring.chip)
                opened.callback(factory.close)
            stamps = instants_of(factory, clock or SystemClock())
            self._ears: list[Ear] = []
            for pin in pins:
                if pin in lamps or (wiring.pull == "down" and pin in FIXED_PULL_UP):
                    continue
                with suppress(HardwareError, GPIOZeroError):
                    switch = opened.enter_context(
                        Switch(pin, factory, wiring.pull, wiring.pressed_high, stamps)
                    )
                    if not switch.closed():
                        self._ears.append(Ear(self, pin, switch))
            self._opened = opened.pop_all()

    @property
    def listening(self) -> tuple[int, ...]:
        """The pins listened on."""
        return tuple(ear.pin for ear in self._ears)

    def heard(self, pin: int) -> None:
        """Take the press of a pin, once."""
        tell, self._on_press = self._on_press, None
        if tell is not None:
            tell(pin)

    def close(self) -> None:
        """Let all pins go."""
        self._on_press = None
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Ear:
    """Listens on one pin."""

    def __init__(self, learner: Learner, pin: int, switch: Switch) -> None:
        self.pin = pin
        self._learner = learner
        switch.listen(self)

    def moved(self, at: Instant) -> None:
        """Take a press edge."""
        self._learner.heard(self.pin)

    def gone(self) -> None:
        """A pin that vanished can't be pressed."""
