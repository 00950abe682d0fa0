"""Which button of a grab board is it? Listens on all pins of one board that may be a seat's."""

from collections.abc import Callable

from companion.clock import Clock
from hardware.boards.bank import LinkMaker
from hardware.boards.link import BoardLink
from hardware.boards.session import PULLS, BoardSession, Moved, Wants
from hardware.wiring.wiring import BOARD_PINS, BoardPlug, Wiring


class BoardEar:
    """Calls `on_press` with every pin of a board that is pressed, from the thread of its link.

    A pin that is down from the beginning is heard when it is pressed anew.
    """

    def __init__(
        self,
        wiring: Wiring,
        plug: BoardPlug,
        on_press: Callable[[int], None],
        clock: Clock,
        make_link: LinkMaker = BoardLink,
    ) -> None:
        self._on_press = on_press
        self._pressed_high = wiring.pressed_high
        wires = wiring.on(plug.name)
        lamps = sum(1 << wire.pin for wire in wires if wire.lamp)
        shared = sum(1 << wire.pin for wire in wires if wire.seat is None)
        inputs = sum(1 << pin for pin in BOARD_PINS) & ~(lamps | shared)
        self._link = make_link(plug, Wants(inputs, lamps, PULLS[wiring.pull]), self, clock)
        self._link.start()

    def close(self) -> None:
        """Let the board go."""
        self._link.close()

    def opened(self, session: BoardSession) -> None:
        """From now on presses are heard."""

    def moved(self, session: BoardSession, moved: Moved) -> None:
        """Hear the pins that were pressed, the lowest first."""
        pressed = moved.to(self._pressed_high)
        for pin in BOARD_PINS:
            if pressed >> pin & 1:
                self._on_press(pin)

    def ended(self, session: BoardSession) -> None:
        """The board is gone: it is heard again when it is back."""
