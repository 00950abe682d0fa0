"""Which button of a grab board is it? Listens on all pins of one board that may be a seat's."""

from collections.abc import Callable

from hardware.boards.bank import LinkMaker
from hardware.boards.session import PULLS, BoardSession, Moved, Wants
from hardware.wiring.wiring import BOARD_PINS, BoardPlug, Wiring


class BoardLearner:
    """Calls `on_press` with every pin of a board that is pressed, in the loop of its link.

    A pin that is down from the beginning is heard when it is pressed anew.
    """

    def __init__(
        self,
        wiring: Wiring,
        plug: BoardPlug,
        on_press: Callable[[int], None],
        make_link: LinkMaker,
    ) -> None:
        self._on_press = on_press
        self._pressed_high = wiring.pressed_high
        wires = wiring.on(plug.name)
        lamps = sum(1 << wire.pin for wire in wires if wire.lamp)
        shared = sum(1 << wire.pin for wire in wires if wire.seat is None)
        inputs = sum(1 << pin for pin in BOARD_PINS) & ~(lamps | shared)
        self._link = make_link(plug, Wants(inputs, lamps, PULLS[wiring.pull]), self)
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

    def jumped(self, session: BoardSession) -> None:
        """Nobody asks here when it was."""

    def ended(self, session: BoardSession) -> None:
        """The board is gone: it is heard again when it is back."""
