"""The English sentences of the wiring guide."""

import textwrap
from typing import Literal

from ui.phrases import _, phrase, plural

GUIDE = _("Wiring")
GUIDE_HINT = _("wire by wire")
KEEP = _("It is wired so")
KEEP_HINT = _("hold: write it down")
READ = _("Press a button: its pin lights up. Slide a finger along the pins to read them here.")
WIRED = _("As the seats file says. Press a button, and its pin lights up.")
PROPOSED = _("Nothing is wired yet. Wire it like this; lamps, turn button and totem may be left out.")
PARTLY = _("As the seats file says. What is faint isn't wired yet: a proposal.")

PLUGGED = _("The buttons are on USB pads: nothing needs a wire.")
READ_ONLY = _("Slide a finger along the pins to read them here.")

PI = _("Raspberry Pi")
SEEN = {
    "pi": _("Seen from above, the Pi's USB sockets towards you."),
    "pico": _("Seen from above."),
}
USB = _("USB")

TURN_BUTTON = _("turn button")
TOTEM = _("totem switch")
NOT_WIRED = _("not wired yet")
FREE = _("free")
KEEP_OFF = _("nothing goes here")

BUTTON = _("Button")
LAMP = _("Lamp")
PIN = _("pin")
SWITCH = _("button")
OPENING = _("button that opens")
RESISTOR = _("330 Ω")
LED = _("LED")
RAILS = {"ground": _("GND"), "3.3 V": _("3.3 V"), "5 V": _("5 V")}

NOTES = {
    "strip": _("Several wires to one pin: join them on a terminal strip."),
    "console": _("GPIO14 and 15 are the serial console's: switch it off with raspi-config."),
    "wakes": _("The button on GPIO3 starts the Pi again after it was shut down."),
    "power": _("The board is fed by the wire to VSYS: pull that off before a USB cable goes in."),
    "usb": _("Seats that aren't shown have their button on a USB pad."),
    "chip": _("The seats file names a chip of its own; a Pi's header is shown."),
}


MARKS = _("A mark at a GND or at 3.3 V shows whose other wire goes there.")


def pulled(way: Literal["up", "down"]) -> str:
    """Return that no resistor is needed."""
    return _("Pi and Pico pull their lines up.") if way == "up" else _("Pi and Pico pull their lines down.")


SHORT_NAME = 20
"""Letters of a board's name that a tab has room for."""


def board(name: str) -> str:
    """Return the title of a grab board; of a long name the beginning and the end, which tell boards apart."""
    if len(name) > SHORT_NAME:
        half = SHORT_NAME // 2
        begins = textwrap.shorten(name, half, placeholder="") or name[:half]
        ends = textwrap.shorten(name[::-1], half, placeholder="")[::-1] or name[-half:]
        name = f"{begins} … {ends}"
    return _("Board {name}").format(name=name)


def seen(model: str, name: str) -> str:
    """Return from where a board is seen, with its whole name where its title is shortened."""
    return _("{name}, from above.").format(name=name) if len(name) > SHORT_NAME else SEEN[model]


lamp_of = phrase("{who} · lamp")
at_pin = phrase("{name} · pin {position}", str, int)
other_wire = phrase("other wire: {rail} · pin {position}", str, int)


def to_other(model: str, pin: str) -> str:
    """Return where a wire between a Pi and a board goes; `model` is the one that it comes from."""
    return (_("to the board's {pin}") if model == "pi" else _("to the Pi's {pin}")).format(pin=pin)


more = phrase("+{n}", int)
nothing_goes = phrase("There is no {pin}: {what}.", str, str)
untaught = plural("{n} seat has no button yet: teach it.", "{n} seats have no button yet: teach them.")
no_pin_for = plural(
    "No pin is left for {n} seat: add a grab board.", "No pin is left for {n} seats: add a grab board."
)
