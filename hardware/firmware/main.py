"""What MicroPython runs when the Pico gets power: it is at the top of the disk, next to `hardware`."""

import micropython  # type: ignore[import-not-found, unused-ignore] # MicroPython's own

if __name__ == "__main__":
    # From here on 3 is a byte and not Ctrl-C: a host that is already sending must not stop the program.
    micropython.kbd_intr(-1)  # type: ignore[attr-defined, unused-ignore]

    from hardware.firmware.start import run

    run()
