"""Finds out which button is pressed: listens on every free pin of header and boards, and every USB pad.

For the screen that says "press the button of seat 3".
"""

import threading
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from functools import partial
from itertools import count

from gpiozero.exc import GPIOZeroError
from gpiozero.pins import Factory

from companion.clock import Clock, Instant, SystemClock
from hardware.boards.bank import BoardLearner, BoardLinkProtocol, LinkMaker
from hardware.boards.link import BoardLink
from hardware.boards.serial_ports import FoundPort, list_boards
from hardware.errors import HardwareError
from hardware.grab.contacts import Edge, Seat
from hardware.loop import LoopThread
from hardware.machine import Closing
from hardware.machine import machine as this_machine
from hardware.pins.bank import Switch, default_factory, instants_of
from hardware.usb.bank import LinkMaker as PadLinkMaker
from hardware.usb.bank import PadLinkProtocol, UsbLearner
from hardware.usb.devices import PadLister, list_pads
from hardware.usb.event_file import Refusal, refusal
from hardware.usb.link import PadLink
from hardware.wiring.pinouts import HEADER_PINS, unfit
from hardware.wiring.wiring import BoardPlug, UsbPlug, Wire, Wiring


def plugs(wiring: Wiring, lister: Callable[[], Iterable[FoundPort]] = list_boards) -> tuple[BoardPlug, ...]:
    """Return a wiring's boards; if it has none, those that are plugged in, with names made up here."""
    if wiring.boards:
        return wiring.boards
    ports = list(lister())
    if len(ports) == 1:
        return (BoardPlug("board"),)
    return tuple(BoardPlug(f"board {n}", port.id or port.path) for n, port in enumerate(ports, 1))


def usb_plugs(wiring: Wiring, lister: PadLister = list_pads) -> tuple[UsbPlug, ...]:
    """Return the pads that are plugged in, named as in the wiring; new ones get a new name and their port."""
    by_port = {plug.port.lower(): plug for plug in wiring.usb if plug.port is not None}
    anywhere = [plug for plug in wiring.usb if plug.port is None]
    used = {plug.name for plug in wiring.usb}
    names = (name for n in count(1) if (name := "pad" if n == 1 else f"pad {n}") not in used)
    pads = list(lister())
    if len(pads) == 1 and anywhere:
        return (anywhere[0],)
    return tuple(by_port.get(pad.port.lower()) or UsbPlug(next(names), pad.port) for pad in pads)


def open_usb_plugs(
    wiring: Wiring, lister: PadLister = list_pads, refused: Refusal = refusal
) -> tuple[UsbPlug, ...]:
    """Return those of `usb_plugs` that can be opened. Raises HardwareError if there are some but none can."""
    plugs = usb_plugs(wiring, lister)
    errors = {plug: refused(plug, lister) for plug in plugs}
    first_error = next((error for error in errors.values() if error is not None), None)
    if first_error is not None and all(errors.values()):
        raise first_error
    return tuple(plug for plug in plugs if errors[plug] is None)


OnPress = Callable[[int, BoardPlug | UsbPlug | None], None]
"""Gets a button's pin and its board (None: the header), or its code and its USB pad."""


class Learner(Closing):
    """Calls `on_press` once, with the first button pressed, from the hardware's threads.

    Skips pins of lamps, turn button and totem, pins that no seat can have, and pins in use by others;
    `listening` has the header pins left. Pins that are down at the beginning are skipped too: a stuck one
    would win every time. `boards` and `pads` find grab boards and USB pads. Raises HardwareError if there is
    no header, board or pad.
    """

    def __init__(
        self,
        wiring: Wiring,
        on_press: OnPress,
        factory: Factory | None = None,
        pins: Iterable[int] = HEADER_PINS,
        clock: Clock | None = None,
        boards: Callable[[Wiring], Iterable[BoardPlug]] = plugs,
        make_link: LinkMaker | None = None,
        pads: Callable[[Wiring], Iterable[UsbPlug]] = open_usb_plugs,
        make_pad_link: PadLinkMaker | None = None,
    ) -> None:
        clock = clock or SystemClock()
        self._lock = threading.Lock()
        self._on_press: OnPress | None = on_press
        self._down: dict[tuple[BoardPlug | None, int], Instant] = {}
        self._least = wiring.timing.minimum_contact
        self.listening: tuple[int, ...] = ()
        """The header pins listened on."""
        taken = {wire.pin for wire in wiring.wires_on(None) if wire.role != "button"}
        boards_found, pads_found = list(boards(wiring)), list[UsbPlug]()
        refused: HardwareError | None = None
        try:
            pads_found += pads(wiring)
        except HardwareError as error:
            refused = error
        self._links: list[BoardLinkProtocol | PadLinkProtocol] = []
        loop = LoopThread(clock)
        make_link = make_link or partial(BoardLink, loop)
        make_pad_link = make_pad_link or partial(PadLink, loop)
        with ExitStack() as opened:
            opened.callback(loop.close)
            try:
                if factory is None:
                    factory = default_factory(wiring.chip)
                    opened.callback(factory.close)
            except HardwareError as error:
                if not boards_found and not pads_found:
                    raise refused or error from None
            else:
                stamps = instants_of(factory, clock)
                machine = this_machine()
                for pin in pins:
                    if pin in taken or unfit(Wire("button", pin, seat=Seat(0)), wiring, machine):
                        continue
                    with suppress(HardwareError, GPIOZeroError):
                        switch = Switch(pin, factory, wiring.pull, wiring.pressed_high, stamps)
                        opened.enter_context(switch)
                        if not switch.closed():
                            switch.listen(partial(self._moved, None, pin))
                            self.listening += (pin,)
            for plug in boards_found:
                self._links.append(BoardLearner(wiring, plug, partial(self._moved, plug), make_link).link)
                opened.callback(self._links[-1].close)
            for pad in pads_found:
                on_button = partial(self.report_press, board=pad)
                self._links.append(UsbLearner(pad, on_button, make_pad_link).link)
                opened.callback(self._links[-1].close)
            self._opened = opened.pop_all()

    @property
    def trouble(self) -> str:
        """Why a board or pad can't be heard and what to do, in a sentence; empty if all is well."""
        return next((link.trouble for link in self._links if link.trouble), "")

    def _moved(self, board: BoardPlug | None, pin: int, edge: Edge) -> None:
        """Report a press at its release, if it lasted long enough: shorter is a spike, or bounce."""
        since = self._down.pop((board, pin), None)
        if edge.closed:
            self._down[board, pin] = edge.at
        elif since is not None and edge.at - since >= self._least:
            self.report_press(pin, board)

    def report_press(self, pin: int, board: BoardPlug | UsbPlug | None = None) -> None:
        """Report the press of a pin, or of a pad's code; only the first counts."""
        with self._lock:
            on_press, self._on_press = self._on_press, None
        if on_press is not None:
            on_press(pin, board)

    def close(self) -> None:
        """Release all pins and links."""
        self._on_press = None
        self._opened.close()
