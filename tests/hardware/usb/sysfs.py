"""A made-up /sys/class/input, laid out as the kernel does it."""

from collections.abc import Iterable
from pathlib import Path

from hardware.usb.devices import LONG

ARCADE = (*range(0x120, 0x12C),)
"""The buttons of one half of a two-player encoder."""


def mask(bits: Iterable[int]) -> str:
    """Return a bit mask the way sysfs writes it: words in hex, highest first."""
    bits = set(bits)
    words = range(max(bits, default=0) // LONG, -1, -1)
    return " ".join(f"{sum(1 << bit for bit in range(LONG) if w * LONG + bit in bits):x}" for w in words)


def plug_in(
    root: Path,
    number: int,
    *,
    port: str = "usb-0000:01:00.0-1.3/input0",
    name: str = "Arcade",
    bus: int = 3,
    keys: Iterable[int] = ARCADE,
    axes: Iterable[int] = (0, 1),
    interval: str = "8ms",
    uniq: str = "",
    lights: Iterable[str] = (),
) -> None:
    """Add a device to a made-up sysfs; `inputs` in the root is its /sys/class/input."""
    usb = root / "devices" / f"usb{number}" / "1-1.3:1.0"
    device = usb / "0003:0079:0006.0001" / "input" / f"input{number}"
    for folder in (device / "id", device / "capabilities", device / f"event{number}", root / "inputs"):
        folder.mkdir(parents=True, exist_ok=True)
    files = {
        device / "name": name,
        device / "phys": port,
        device / "uniq": uniq,
        device / "id" / "bustype": f"{bus:04x}",
        device / "capabilities" / "key": mask(keys),
        device / "capabilities" / "abs": mask(axes),
    }
    if interval:
        for endpoint in ("ep_81", "ep_02"):
            (usb / endpoint).mkdir(exist_ok=True)
        files |= {
            usb / "bInterfaceNumber": "00",
            usb / "ep_81" / "type": "Interrupt",
            usb / "ep_81" / "direction": "in",
            usb / "ep_81" / "interval": interval,
            usb / "ep_02" / "type": "Interrupt",
            usb / "ep_02" / "direction": "out",
            usb / "ep_02" / "interval": "255ms",
        }
    for light in lights:
        folder = device.parents[1] / "leds" / f"0003:0079:0006.0001::{light}"
        folder.mkdir(parents=True)
        files |= {folder / "brightness": "0", folder / "max_brightness": "1"}
    for file, text in files.items():
        file.write_text(f"{text}\n")
    (device / f"event{number}" / "device").symlink_to(device)
    (root / "inputs" / f"event{number}").symlink_to(device / f"event{number}")
