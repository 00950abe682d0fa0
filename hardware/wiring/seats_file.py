"""The seats file: which wire goes where, in a small TOML file that people may also write by hand.

People count seats from 1, so the file does. Pins are GPIO numbers, not positions on the header, or a grab
board's GP numbers. Buttons on USB pads have the kernel's names.
"""

import errno
import os
import re
import stat
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import NoReturn

from companion.clock import MILLISECOND, Nanoseconds
from hardware.errors import SeatsFileError
from hardware.grab.contacts import ContactTimes, Seat
from hardware.machine import machine as this_machine
from hardware.usb.reports import Code, code_of, name_meant, name_of
from hardware.wiring.pinouts import Model, all_positions, number_meant, unfit
from hardware.wiring.wiring import BoardPlug, Pull, SeatWires, UsbPlug, UsbSeat, Wire, Wiring

# Settings files whose path somebody gives.


def read_text(path: Path, remedy: str, kind: type[SeatsFileError]) -> str:
    """Return the text of a file, up to one byte more than `MOST_BYTES`. Raises `kind` if it can't be read.

    Only regular files are read: a pipe or a device may never answer, or never end.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise OSError(errno.EINVAL, "it isn't a file")
            return file.read(MOST_BYTES + 1).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise kind(str(path), f"line {line}", "isn't UTF-8 text", "save the file as UTF-8") from error
    except OSError as error:
        why = error.strerror or str(error)
        raise kind(str(path), "the file", f"can't be read ({why})", remedy) from error


TABLE_KEYS = (
    "chip",
    "pull",
    "normally_closed",
    "turn",
    "turn_board",
    "totem",
    "totem_board",
    "board",
    "usb",
    "timing",
    "seat",
)
SEAT_KEYS = ("seat", "grab", "lamp", "board")
USB_SEAT_KEYS = ("seat", "usb", "code", "lamp")
BOARD_KEYS = ("name", "port")
SEAT_SECTION = "write [[seat]], then seat = 1 and grab = 17 on lines of their own"
USB_KEYS = ("name", "port", "scan_ms")
MOST_SCAN = 100
"""Greatest scan interval of a pad, in ms: a slower one can't time fingers."""

TIMES: dict[str, tuple[str, int, int]] = {
    "window_ms": ("window", 1, 50),
    "lock_out_ms": ("lock_out", 5, 500),
    "minimum_contact_ms": ("minimum_contact", 0, 20),
    "stuck_after_ms": ("stuck_after", 1_000, 600_000),
}
"""By key in the file: field of `ContactTimes`, least and most in ms. Other values can't time fingers."""

MOST_SEATS = 99
MOST_BYTES = 256 << 10
"""Greatest size of a file; a hundred seats take about five thousand bytes."""
LONGEST_NAME = 80
"""Most letters in a board's or pad's name: a line on paper. Screens and pictures shorten or shrink it."""

HIGHEST_PIN = 1023
"""The largest line number a GPIO chip of any kind is likely to have; the header ends at 27."""

TEXTS = {
    "chip": '"pinctrl-rp1"',
    "port": '"/dev/ttyAMA0"',
    **dict.fromkeys(("name", "board", "usb", "turn_board", "totem_board"), '"left"'),
    "code": '"BTN_TRIGGER"',
}
"""An example for each key that takes a text."""

Section = dict[str, object]

_NAMED = re.compile(r"\s*\w+\s*=\s*([A-Za-z]+[ _-]?\d+)\s*(?:#.*)?$")
"""A line with a pin's name without quotes, as in `grab = GPIO17`."""
_TWICE = re.compile(r"Cannot declare \('(seat|board|usb)',\) twice")
"""What tomllib says of a second section that should be one of a list."""


def load(path: Path) -> Wiring:
    """Read a seats file. Raises SeatsFileError with file, place and remedy if anything is wrong with it."""
    remedy = "make one on the sensors screen, or copy the sample from docs/wiring.md"
    text = read_text(path, remedy, SeatsFileError)
    if len(text.encode()) > MOST_BYTES:
        remedy = "copy the sample from docs/wiring.md"
        raise SeatsFileError(str(path), "the file", "is too large for a seats file", remedy)
    return loads(text, str(path), this_machine())


def loads(text: str, path: str = "seats.toml", machine: str = "") -> Wiring:
    """Parse the text of a seats file. Raises SeatsFileError.

    `path` is for messages only; `machine` is the Pi's model, if known.
    """
    reader = _SeatsReader(path, machine)
    try:
        return reader.wiring(reader.parsed(text))
    except SeatsFileError as error:
        if named := _NAMED.match(_line(text, error.place)):
            where = error.place.partition(",")[0]
            raise SeatsFileError(path, where, f"is {named[1]}", number_meant(named[1], "pi")) from error
        place = _with_line(text, error.place)
        raise SeatsFileError(path, place, error.problem, error.remedy) from None


def dumps(wiring: Wiring) -> str:
    """Return the wiring as the text of a seats file, which `loads` reads back."""
    lines = [
        "# Which wire goes where. Pins are GPIO numbers (GP numbers of a board), seats count from 1.",
        *_entries(chip=wiring.chip, pull=wiring.pull, normally_closed=wiring.normally_closed),
        *_entries(turn=wiring.turn, turn_board=wiring.turn_board),
        *_entries(totem=wiring.totem, totem_board=wiring.totem_board),
        *("", "[timing]"),
        *_entries(**{key: getattr(wiring.timing, field) / MILLISECOND for key, (field, *_) in TIMES.items()}),
    ]
    for plug in wiring.boards:
        lines += ["", "[[board]]", *_entries(name=plug.name, port=plug.port)]
    for pad in wiring.usb:
        scan_ms = None if pad.scan is None else pad.scan / MILLISECOND
        lines += ["", "[[usb]]", *_entries(name=pad.name, port=pad.port, scan_ms=scan_ms)]
    for wires in wiring.seats:
        entries = _entries(seat=wires.seat + 1, grab=wires.grab, lamp=wires.lamp, board=wires.board)
        lines += ["", "[[seat]]", *entries]
    for button in wiring.usb_seats:
        code = name_of(Code(button.code))
        entries = _entries(seat=button.seat + 1, usb=button.usb, code=code, lamp=button.lamp)
        lines += ["", "[[seat]]", *entries]
    return "\n".join(lines) + "\n"


def _entries(**values: str | bool | float | None) -> Iterator[str]:
    """Yield a line for each value that isn't None."""
    for key, value in values.items():
        if isinstance(value, bool):
            yield f"{key} = {str(value).lower()}"
        elif value is not None:
            yield f"{key} = {_quoted(value) if isinstance(value, str) else f'{value:g}'}"


def checked(wiring: Wiring, path: Path) -> str:
    """Return the text of a seats file to write. Raises SeatsFileError if `load` couldn't read it."""
    text = dumps(wiring)
    loads(text, str(path), this_machine())
    return text


def _line(text: str, place: str) -> str:
    """Return the line at a place such as "line 3, column 8"; "" if there is none."""
    match = re.match(r"line (\d+)", place)
    lines = text.splitlines()
    return lines[int(match[1]) - 1] if match and int(match[1]) <= len(lines) else ""


def _with_line(text: str, place: str) -> str:
    """Return a place such as "[[seat]] 3, grab" with its line number in front, if that can be found."""
    match = re.match(r"(\[\[\w+\]\]) (\d+)(?:, (\w+))?$", place)
    if match is None:
        return place
    heads = [number for number, line in enumerate(text.splitlines()) if line.strip().startswith(match[1])]
    if len(heads) < int(match[2]):
        return place
    head = heads[int(match[2]) - 1]
    for number, line in enumerate(text.splitlines()[head + 1 :], head + 1):
        if line.strip().startswith("["):
            break
        if match[3] and re.match(rf"\s*{match[3]}\s*=", line):
            return f"line {number + 1}, {place}"
    return f"line {head + 1}, {place}"


def _refuse_bad_pins(wiring: Wiring, path: str, machine: str) -> None:
    counted = all_positions(wiring)
    if counted is not None:
        raise SeatsFileError(path, "the file", counted.problem, counted.remedy)
    for wire in wiring.wires():
        wrong = unfit(wire, wiring, machine)
        if wrong is not None:
            raise SeatsFileError(path, wire.place, wrong.problem, wrong.remedy)
    twice = wiring.used_twice()
    if twice is not None:
        first, second = twice
        problem = f"wanted by {first.what} and by {second.what}"
        raise SeatsFileError(path, first.place, problem, "move one of them")


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'


def _at(place: str, key: str) -> str:
    """Return where in the file a key is; at the top level the key alone."""
    return key if place == key else f"{place}, {key}"


class SectionReader:
    """Reads values from parsed TOML; every error names its place."""

    kind = SeatsFileError
    nothing = "isn't a seats file"
    sample = "write it as the sample in docs/wiring.md does"
    texts: Mapping[str, str] = TEXTS
    """An example for each key that takes a text."""

    def __init__(self, path: str) -> None:
        self._path = path

    def parsed(self, text: str) -> Section:
        """Return the sections of a text. Raises `kind` if it isn't TOML."""
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            what, _, place = str(error).partition(" (at ")
            if twice := _TWICE.match(what):
                remedy = f"write [[{twice[1]}]] above each, with two brackets"
                self._refuse(place.rstrip(")"), f"is a second [{twice[1]}]", remedy)
            self._refuse(place.rstrip(")") or "the file", f"not TOML: {what}", self.sample)
        except (RecursionError, ValueError):
            # Sections nested without end, or a number of thousands of digits.
            self._refuse("the file", self.nothing, self.sample)

    def _text(self, table: Section, key: str, place: str) -> str | None:
        value = table.get(key)
        if value is not None and not isinstance(value, str):
            self._refuse(_at(place, key), f"is {value!r}", f"write it in quotes, as in {self.texts[key]}")
        return value

    def _integer(self, value: object, place: str, least: int, most: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self._refuse(place, f"is {value!r}", f"give a whole number from {least} to {most}")
        return value

    def _milliseconds(self, value: object, place: str, least: int, most: int) -> Nanoseconds:
        if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
            self._refuse(place, f"is {value!r}", f"give milliseconds from {least} to {most}")
        return Nanoseconds(round(value * MILLISECOND))

    def _check_keys(self, section: Section, keys: tuple[str, ...], place: str) -> None:
        for key in section:
            if key not in keys:
                near = get_close_matches(key, keys, 1)
                remedy = f"did you mean {near[0]}?" if near else f"known here: {', '.join(keys)}"
                self._refuse(place, f"has an unknown key {key!r}", remedy)

    def _refuse(self, place: str, problem: str, remedy: str) -> NoReturn:
        raise self.kind(self._path, place, problem, remedy)


class _SeatsReader(SectionReader):
    """Turns parsed TOML into a wiring."""

    def __init__(self, path: str, machine: str) -> None:
        super().__init__(path)
        self._machine = machine

    def wiring(self, table: Section) -> Wiring:
        self._check_keys(table, TABLE_KEYS, "the file")
        seats = table.get("seat", [])
        if not isinstance(seats, list):
            self._refuse("seat", "isn't a section", SEAT_SECTION)
        if not seats:
            self._refuse("[[seat]]", "no seat has a button", "add [[seat]] with seat = 1 and grab = 17")
        pull = self._pull(table)
        placed = [(f"[[seat]] {place}", section) for place, section in enumerate(seats, 1)]
        on_usb = [pair for pair in placed if isinstance(pair[1], dict) and "usb" in pair[1]]
        wired = [pair for pair in placed if pair not in on_usb]
        wiring = Wiring(
            seats=tuple(self._seat(section, place) for place, section in wired),
            turn=self._pin(table, "turn", "turn", "turn_board"),
            turn_board=self._text(table, "turn_board", "turn_board"),
            totem=self._pin(table, "totem", "totem", "totem_board"),
            totem_board=self._text(table, "totem_board", "totem_board"),
            pull=pull,
            normally_closed=self._flag(table, "normally_closed"),
            chip=self._text(table, "chip", "chip"),
            boards=tuple(self._board(section, place) for place, section in self._sections(table, "board")),
            usb=tuple(self._usb(section, place) for place, section in self._sections(table, "usb")),
            usb_seats=tuple(self._usb_seat(section, place) for place, section in on_usb),
            timing=self._timing(table.get("timing", {})),
        )
        self._check(wiring)
        return wiring

    def _sections(self, table: Section, key: str) -> list[tuple[str, Section]]:
        sections = table.get(key, [])
        remedy = f'write [[{key}]], then name = "left" on a line of its own'
        if not isinstance(sections, list):
            self._refuse(key, "isn't a section", remedy)
        for place, section in enumerate(sections, 1):
            if not isinstance(section, dict):
                self._refuse(f"[[{key}]] {place}", "isn't a section", remedy)
        return [(f"[[{key}]] {place}", section) for place, section in enumerate(sections, 1)]

    def _usb(self, section: Section, place: str) -> UsbPlug:
        self._check_keys(section, USB_KEYS, place)
        scan_ms, scan = section.get("scan_ms"), None
        if scan_ms is not None:
            scan = self._milliseconds(scan_ms, f"{place}, scan_ms", 0, MOST_SCAN)
        return UsbPlug(self._name(section, place), self._text(section, "port", place), scan)

    def _usb_seat(self, section: Section, place: str) -> UsbSeat:
        for key in ("grab", "board"):
            if key in section:
                remedy = f"leave {key} out, or leave usb out for a button with wires"
                problem = "is for wires, and this seat's button is on a USB pad"
                self._refuse(f"{place}, {key}", problem, remedy)
        self._check_keys(section, USB_SEAT_KEYS, place)
        text = self._text(section, "code", place)
        if text is None:
            self._refuse(place, "has no code", 'add code = "BTN_TRIGGER", or teach the button on the screen')
        code = code_of(text)
        if code is None:
            self._refuse(f"{place}, code", f"is {text!r}, which isn't a button", name_meant(text))
        lamp = section.get("lamp")
        if lamp is not None and not isinstance(lamp, str):
            remedy = (
                'write the name of one of its lights in quotes, as `companion doctor` shows them: "buzz1"'
            )
            self._refuse(f"{place}, lamp", "is no light of a USB pad", remedy)
        return UsbSeat(self._number(section, place), self._text(section, "usb", place) or "", code, lamp)

    def _number(self, section: Section, place: str) -> Seat:
        number = section.get("seat")
        if number is None:
            self._refuse(place, "has no seat number", "add seat = 1, counting from 1")
        return Seat(self._integer(number, _at(place, "seat"), 1, MOST_SEATS) - 1)

    def _seat(self, section: object, place: str) -> SeatWires:
        if not isinstance(section, dict):
            self._refuse(place, "isn't a section", SEAT_SECTION)
        self._check_keys(section, SEAT_KEYS, place)
        seat = self._number(section, place)
        grab = self._pin(section, "grab", place)
        if grab is None:
            self._refuse(place, "has no grab pin", "add grab = and the GPIO number of its button")
        lamp = self._pin(section, "lamp", place)
        return SeatWires(seat, grab, lamp, self._text(section, "board", place))

    def _board(self, section: Section, place: str) -> BoardPlug:
        self._check_keys(section, BOARD_KEYS, place)
        return BoardPlug(self._name(section, place), self._text(section, "port", place))

    def _name(self, section: Section, place: str) -> str:
        name = self._text(section, "name", place)
        if not name:
            self._refuse(place, "has no name", 'add name = "left"')
        if len(name) > LONGEST_NAME:
            problem = f"has a name of {len(name)} letters"
            self._refuse(place, problem, f"shorten it to {LONGEST_NAME} at most")
        return name

    def _timing(self, section: object) -> ContactTimes:
        if not isinstance(section, dict):
            remedy = "write [timing], then window_ms = 5 on a line of its own"
            self._refuse("timing", "isn't a section", remedy)
        self._check_keys(section, tuple(TIMES), "[timing]")
        return ContactTimes(
            **{
                field: self._milliseconds(section[key], f"[timing] {key}", least, most)
                for key, (field, least, most) in TIMES.items()
                if key in section
            }
        )

    def _check(self, wiring: Wiring) -> None:
        numbers = [*(wires.seat for wires in wiring.seats), *(button.seat for button in wiring.usb_seats)]
        for seat in numbers:
            if numbers.count(seat) > 1:
                self._refuse(f"seat = {seat + 1}", "there are two of them", "give every seat its own number")
        remedy = "add port = and what `companion doctor` shows for it"
        named = "give every board its own name"
        self._check_plugs("board", wiring.boards, named, "could be any of the boards", remedy)
        for wire in wiring.wires():
            self._check_board(wire, [plug.name for plug in wiring.boards])
        remedy = "add port = and what `companion doctor` shows for it, or teach the buttons again"
        named = "give every pad its own name"
        self._check_plugs("usb", wiring.usb, named, "could be any of the pads", remedy)
        self._check_usb(wiring)
        _refuse_bad_pins(wiring, self._path, self._machine)

    def _check_usb(self, wiring: Wiring) -> None:
        names = [pad.name for pad in wiring.usb]
        seat_by_code: dict[tuple[str, int], Seat] = {}
        lit: dict[tuple[str, str], Seat] = {}
        for button in wiring.usb_seats:
            remedy = f"use one of {', '.join(names)}" if names else "add [[usb]] with that name"
            if button.usb not in names:
                problem = f"seat {button.seat + 1}'s button is on a pad that isn't there"
                self._refuse(f'usb = "{button.usb}"', problem, remedy)
            if (button.usb, button.code) in seat_by_code:
                other = seat_by_code[button.usb, button.code]
                problem = f"wanted by seat {other + 1} and by seat {button.seat + 1}"
                self._refuse(f"{name_of(Code(button.code))} of {button.usb}", problem, "move one of them")
            seat_by_code[button.usb, button.code] = button.seat
            if (
                button.lamp is not None
                and lit.setdefault((button.usb, button.lamp), button.seat) != button.seat
            ):
                problem = f"wanted by seat {lit[button.usb, button.lamp] + 1} and by seat {button.seat + 1}"
                self._refuse(f"{button.lamp} of {button.usb}", problem, "give each its own light")

    def _check_plugs(
        self, key: str, plugs: Sequence[BoardPlug | UsbPlug], named: str, unclear: str, remedy: str
    ) -> None:
        """Refuse two of one name or at one port, and one of several that has no port."""
        names: set[str] = set()
        used: dict[str, str] = {}
        for number, plug in enumerate(plugs, 1):
            place, port = f"[[{key}]] {number}", plug.port or ""
            if plug.name in names:
                self._refuse(place, f"is another {plug.name!r}", named)
            if plug.port is None and len(plugs) > 1:
                self._refuse(place, unclear, remedy)
            # Case matters only in paths.
            port = port if port.startswith("/") else port.lower()
            if port in used:
                problem = f'is at {plug.port}, where "{used[port]}" is already'
                self._refuse(place, problem, "give each its own port")
            names.add(plug.name)
            used[port] = plug.name

    def _check_board(self, wire: Wire, names: list[str]) -> None:
        if wire.board is not None and wire.board not in names:
            remedy = f"use one of {', '.join(names)}" if names else "add [[board]] with that name"
            self._refuse(f'board = "{wire.board}"', f"{wire.what} is on a board that isn't there", remedy)

    def _pull(self, table: Section) -> Pull:
        value = table.get("pull", "up")
        if value not in ("up", "down"):
            self._refuse("pull", f"is {value!r}", 'write "up" (button to GND) or "down" (button to 3.3 V)')
        return "up" if value == "up" else "down"

    def _flag(self, table: Section, key: str) -> bool:
        value = table.get(key, False)
        if not isinstance(value, bool):
            self._refuse(key, f"is {value!r}", "write true or false")
        return value

    def _pin(self, section: Section, key: str, place: str, board: str = "board") -> int | None:
        value = section.get(key)
        if isinstance(value, str):
            model: Model = "pi" if section.get(board) is None else "pico"
            self._refuse(_at(place, key), f"is {value!r}", number_meant(value, model))
        return None if value is None else self._integer(value, _at(place, key), 0, HIGHEST_PIN)
