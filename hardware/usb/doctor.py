"""Looks at USB and Bluetooth pads: every one that is plugged in, and every one that the seats file names."""

from collections.abc import Callable, Iterator

from companion.clock import MILLISECOND
from hardware.errors import Finding, HardwareError, NoPermissionError, told
from hardware.usb.bank import ASKED, PadLamps, band_of, scan_of
from hardware.usb.devices import FoundPad, PadLister, find_pad, list_pads
from hardware.usb.event_file import refusal
from hardware.usb.reports import Code
from hardware.usb.trouble import without
from hardware.wiring.wiring import UsbPlug, Wiring

PAD = "USB pad"
Refusal = Callable[[UsbPlug, PadLister], HardwareError | None]


def examine_pads(
    wiring: Wiring | None, lister: PadLister = list_pads, refused: Refusal = refusal
) -> Iterator[Finding]:
    """Yield what there is to say about pads; nothing where there are none and none are wanted."""
    pads = list(lister())
    used: dict[str, str] = {}
    for plug in wiring.usb if wiring is not None else ():
        try:
            found = find_pad(plug, lambda: pads)
        except HardwareError as error:
            yield told(PAD, plug.name, str(error))
            continue
        if found.path in used:
            what = f'is at {found.port}, where "{used[found.path]}" is already'
            yield Finding(f'{PAD} "{plug.name}"', False, what, "correct port = in the seats file")
            continue
        used[found.path] = plug.name
        assert wiring is not None
        yield _seen(plug, found, wiring, refused(plug, lambda: pads))
    for pad in pads:
        if pad.path not in used:
            # One that no seat is on is nobody's trouble, but whoever wants it has to know what it needs.
            why = refused(UsbPlug(pad.name, pad.port), lambda: pads)
            needs = told(PAD, pad.name, str(why)).remedy if isinstance(why, NoPermissionError) else ""
            first = f"; to teach its buttons {needs}" if needs else ""
            yield Finding("USB pad", True, f'{pad.name} at port = "{pad.port}"; no seat is on it{first}')


def _seen(plug: UsbPlug, found: FoundPad, wiring: Wiring, error: HardwareError | None) -> Finding:
    if error is not None:
        return told(PAD, plug.name, str(error))
    codes = [Code(button.code) for button in wiring.on_pad(plug.name)]
    missing = [code for code in codes if code not in found.codes]
    if missing:
        return told(PAD, plug.name, without(plug.name, missing))
    lamps = PadLamps(found, plug, wiring.on_pad(plug.name))
    if lamps.trouble:
        return told(PAD, plug.name, lamps.trouble)
    asked = found.interval or ASKED[found.bus]
    how = f"asked every {asked / MILLISECOND:g} ms"
    if not found.interval:
        how += " as is taken for granted"
    scan = f"scan {scan_of(plug) / MILLISECOND:g} ms"
    if plug.scan is None:
        scan += " taken for granted (scan_ms = in the seats file, where its maker says)"
    band = f"error band ±{band_of(plug, found) / MILLISECOND:g} ms"
    lights = f", with lights for lamp = {', '.join(found.lights)}" if found.lights else ""
    what = f'{found.name} at port = "{found.port}", {how}, {scan}: {band}{lights}'
    return Finding(f'USB pad "{plug.name}"', True, what if codes else f"{what}; no seat is on it")
