"""Which button of a USB pad is it? Listens on all that the pad has."""

from collections.abc import Callable

from companion.clock import Instant
from hardware.usb.bank import LinkMaker
from hardware.usb.codes import Code, axis_of
from hardware.usb.devices import FoundPad
from hardware.usb.reports import DeviceReport
from hardware.usb.switches import DeviceState, Switches
from hardware.wiring.wiring import UsbPlug


class UsbEar:
    """Calls `on_press` with every button of a pad that was pressed and let go, in the loop of its link.

    Not before it is let go: whoever hears of it closes the pad, and a button that is let go while nobody
    listens is down for the kernel until it is pressed again. Nobody else hears the pad meanwhile, so a
    key that is taught types nothing. A button that is down from the beginning is heard when it is pressed
    anew. Where one report tells of two, nobody knows which was meant; a button that moves an axis as well
    is that button.
    """

    def __init__(self, plug: UsbPlug, on_press: Callable[[Code], None], make_link: LinkMaker) -> None:
        self._on_press = on_press
        self._switches = Switches((), DeviceState())
        self._pressed: Code | None = None
        self._link = make_link(plug, self)
        self._link.start()

    def close(self) -> None:
        """Let the pad go."""
        self._link.close()

    def opened(self, found: FoundPad, state: DeviceState) -> None:
        """From now on presses are heard."""
        self._switches = Switches(found.codes, state)
        self._settle()

    def reported(self, report: DeviceReport) -> None:
        """Hear the button that was pressed, or let go."""
        changes = self._switches.take(report)
        pressed = [code for code, down in changes if down]
        keys = [code for code in pressed if axis_of(code) is None]
        if len(keys or pressed) == 1:
            self._pressed = (keys or pressed)[0]
        self._settle()
        if self._pressed is not None and (self._pressed, False) in changes:
            self._on_press(self._pressed)

    def lost_until(self, at: Instant, state: DeviceState) -> None:
        """What was lost is pressed again by whoever waits."""
        self._switches.find(state)

    def ended(self) -> None:
        """The pad is gone: it is heard again when it is back."""

    def _settle(self) -> None:
        # Others would miss the release of a key that is down.
        if not self._switches.held:
            self._link.take(True)
