"""What MicroPython starts when the Pico gets power: it lies at the top of its disk, beside `hardware`."""

import micropython  # type: ignore[import-not-found, unused-ignore] # MicroPython's own

if __name__ == "__main__":
    # From here on 3 is a byte and not Ctrl-C: a host that already speaks must not end the programme.
    micropython.kbd_intr(-1)  # type: ignore[attr-defined, unused-ignore]

    from hardware.firmware.start import run

    run()
