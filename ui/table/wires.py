"""Where the wires go, as plain values for the screen.

`ui/wiring.py` converts them from the hardware's plan, which has the same names.
"""

import textwrap
from typing import Literal

from msgspec import Struct

from companion.game import Seat
from ui.language.phrases import _, phrase, plural


class WirePlug(Struct, frozen=True):
    """What a wire is for; `seat` is None for the turn button and the totem's switch."""

    role: Literal["button", "lamp", "turn", "totem"]
    seat: Seat | None = None
    proposed: bool = False
    """Whether it isn't in the seats file yet."""


class WirePin(Struct, frozen=True, kw_only=True):
    """One pin of a board; `row` counts from 0 at the top, `position` is the maker's number, from 1."""

    position: int
    side: Literal["left", "right"]
    row: int
    name: str
    kind: Literal["line", "ground", "3.3 V", "5 V", "other"]
    end: WirePlug | None = None
    """What is connected to it."""
    rail: int | None = None
    """Position of the pin for the second wire."""
    returns: tuple[WirePlug, ...] = ()
    """Those whose second wire goes here."""
    link: str = ""
    """The other board's pin at the end of a serial line."""


class MissingWire(Struct, frozen=True):
    """A wire for which its board has no pin."""

    name: str
    end: WirePlug


class WireBoard(Struct, frozen=True, kw_only=True):
    """One board; `name` is None for the Pi itself."""

    model: Literal["pi", "pico"]
    name: str | None
    pins: tuple[WirePin, ...]
    missing: tuple[MissingWire, ...] = ()

    @property
    def ends(self) -> list[WirePlug]:
        """Everything wired to the board."""
        return [pin.end for pin in self.pins if pin.end is not None]


class WirePlan(Struct, frozen=True):
    """All boards that the wiring uses, and notes, which are keys of `NOTES`."""

    boards: tuple[WireBoard, ...]
    pull: Literal["up", "down"]
    normally_closed: bool
    notes: tuple[str, ...] = ()
    unwired: tuple[Seat, ...] = ()
    """Seats whose button is on a USB pad: learned, not wired."""

    @property
    def wired(self) -> bool:
        """Whether the seats file has any wire or learned button."""
        return bool(self.unwired) or any(not end.proposed for board in self.boards for end in board.ends)

    @property
    def plugged(self) -> bool:
        """Whether there are buttons, all of them on USB pads."""
        return bool(self.unwired) and not any(board.ends for board in self.boards)

    @property
    def proposes(self) -> bool:
        """Whether something isn't in the seats file yet."""
        return any(end.proposed for board in self.boards for end in board.ends)

    def without(self, seats: int) -> int:
        """Return how many of the first `seats` have no button."""
        wired = {end.seat for board in self.boards for end in board.ends if end.role == "button"}
        return sum(seat not in wired and seat not in self.unwired for seat in range(seats))


# The English sentences of the wiring guide.

GUIDE = _("Wiring")
GUIDE_HINT = _("where each wire goes")
CONFIRM = _("Wired like this")
CONFIRM_HINT = _("hold: write it down")
READ = _("Press a button: its pin lights up. Slide a finger along the pins to read them here.")
WIRED = _("As the seats file says. Press a button, and its pin lights up.")
PROPOSED = _("Nothing is wired yet. Wire it like this; lamps, turn button and totem may be left out.")
PARTLY = _("As the seats file says. What is faint isn't wired yet: a suggestion.")

PLUGGED = _("The buttons are on USB pads: nothing needs a wire.")
READ_ONLY = _("Slide a finger along the pins to read them here.")

PI = _("Raspberry Pi")
VIEWED_FROM = {"pi": _("Seen from above, the Pi's USB sockets towards you."), "pico": _("Seen from above.")}
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
    """Return the sentence that boards pull their lines up or down, so that no resistor is needed."""
    return _("Pi and Pico pull their lines up.") if way == "up" else _("Pi and Pico pull their lines down.")


SHORT_NAME = 20
"""Letters of a board's name that fit on a tab."""


def board(name: str) -> str:
    """Return a grab board's title; a long name keeps its beginning and end, which differ between boards."""
    if len(name) > SHORT_NAME:
        half = SHORT_NAME // 2
        begins = textwrap.shorten(name, half, placeholder="") or name[:half]
        ends = textwrap.shorten(name[::-1], half, placeholder="")[::-1] or name[-half:]
        name = f"{begins} … {ends}"
    return _("Board {name}").format(name=name)


def viewed_from(model: str, name: str) -> str:
    """Return from where a board is seen, or its whole name if the title has it shortened."""
    return _("{name}, from above.").format(name=name) if len(name) > SHORT_NAME else VIEWED_FROM[model]


lamp_of = phrase("{who} · lamp")
at_pin = phrase("{name} · pin {position}", str, int)
other_wire = phrase("other wire: {rail} · pin {position}", str, int)


def to_other(model: str, pin: str) -> str:
    """Return where a wire between a Pi and a board goes; `model` is where it comes from."""
    return (_("to the board's {pin}") if model == "pi" else _("to the Pi's {pin}")).format(pin=pin)


more = phrase("+{n}", int)
nothing_goes = phrase("There is no {pin}: {what}.", str, str)
untaught = plural("{n} seat has no button yet: teach it.", "{n} seats have no button yet: teach them.")
no_pin_for = plural(
    "No pin is left for {n} seat: add a grab board.", "No pin is left for {n} seats: add a grab board."
)

# What to buy.
PARTS_TITLE = _("What to buy for this table")
FOR_EVERY_TABLE = (
    (_("Raspberry Pi 4 or 5"), _("2 GB or more; 64-bit")),
    (_("its own power supply"), _("a weak one shows as a lightning mark, and as crashes")),
    (_("microSD card, 16 GB or more"), _("by a known maker: it is what a match is saved on")),
    (_("touchscreen of 7 inches"), _("800 x 480 or 720 x 1280; the ribbon connector needs no other cable")),
)
PART_BUTTONS = (_("buttons"), _("all of one kind: travel differs more between kinds than people do"))
PART_PADS = (_("USB encoders or pads"), _("leads plugged on; gamepads need a hub with its own power"))
PART_BOARDS = (_("Raspberry Pi Pico"), _("with its USB cable, or four wires to the Pi"))
PART_LAMPS = (_("LEDs, for lamps"), _("any colour; the longer leg goes to the pin"))
PART_RESISTORS = (_("resistors, 330 Ω"), _("100 Ω for white or blue LEDs; one for each"))
PART_TURN = (_("turn button"), _("any push button"))
PART_TOTEM = (_("switch below the totem"), _("closed while it stands on it"))
PART_WIRES = (_("wires"), _("each reaches from its pin to the seat; some grounds are shared"))
PARTS_NOTES = (
    _("Where each wire goes: companion wiring, without --parts, draws it for the same seats file."),
    _("Rough prices, tools and times: docs/parts.md. Nobody has built one of these tables yet."),
)
