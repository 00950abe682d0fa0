"""Checks the hardware; results are data, for the command line and the sensors screen."""

import os
import re
import select
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import gpiod
from msgspec import Struct
from msgspec.structs import replace

from companion.clock import MILLISECOND, SECOND, SystemClock
from hardware.boards import serial_ports
from hardware.boards.disk import MODELS
from hardware.boards.link import PORT_FAILS, new_number, unplugged, why_ended
from hardware.boards.session import BoardSession, SessionEnded, Wants, WhyEnded
from hardware.errors import (
    BoardBusyError,
    FactoryMissingError,
    Finding,
    HardwareError,
    NoPermissionError,
    PadBusyError,
    SeatsFileError,
    finding_of,
)
from hardware.firmware import chips, frames
from hardware.firmware.board import FIRMWARE
from hardware.machine import HEADER_LABELS, PROCESSES, is_ours
from hardware.machine import machine as this_machine
from hardware.pads.priority import watchers, watches
from hardware.pins.bank import another_factory, default_factory
from hardware.pins.chip import CONSUMER_PREFIX, FoundChip, find_chip, list_chips
from hardware.usb.bank import DEFAULT_POLL, PadLamps, band_of, scan_of, without
from hardware.usb.devices import FoundPad, PadLister, find_pad, list_pads
from hardware.usb.event_file import Refusal, refusal
from hardware.usb.reports import Code
from hardware.wiring.pinouts import at_header, unfit
from hardware.wiring.seats_file import load
from hardware.wiring.wiring import BoardPlug, UsbPlug, Wiring

# Grab boards: every port that may have one, and every board in the seats file. A port is opened only if
# nobody else holds it, and only to ask who is there.

ASKS_WHO = b"\r\x02"
"""At MicroPython's prompt: ends the line, and makes it show its banner again, with version and board."""
BANNER = re.compile(rb"MicroPython (\S+)[^\r\n]*; ([^\r\n]+)\r?\n")
PROMPT_WITHIN = 0.5
"""Seconds to wait for the banner; over USB it takes some milliseconds."""
MOST_BANNER = 4096
"""Most bytes to search for the banner."""

LOCKS = Path("/proc/locks")
BOARD = "grab board"


class AtPort(Struct, frozen=True):
    """What is at a port: a board, or a sentence on what is wrong, or another program that holds it."""

    identity: frames.Identity | None = None
    trouble: str = ""
    holder: int = 0
    """The process that holds it; 0 if none does, or it is unknown."""


Prober = Callable[[BoardPlug], AtPort]


def ask(plug: BoardPlug) -> AtPort:
    """Ask who is at a path; takes up to 1.5 seconds if nobody answers."""
    try:
        port = serial_ports.open_port(plug)
    except BoardBusyError as error:
        return AtPort(trouble=str(error), holder=holder(str(plug.port)))
    except HardwareError as error:
        return AtPort(trouble=str(error))
    session = BoardSession(new_number(), Wants(0, 0, frames.PULL_UP), SystemClock().now())
    try:
        ended = _greet(session, port)
        banner = _banner(port) if ended is not None and ended.why is WhyEnded.NO_ANSWER else None
    except PORT_FAILS:
        return AtPort(trouble=unplugged(plug.name))
    finally:
        port.close()
    if banner is not None:
        return AtPort(trouble=prompting(plug.name, *banner))
    if ended is not None:
        return AtPort(session.identity, why_ended(plug.name, str(plug.port), ended))
    return AtPort(session.identity)


def holder(path: str) -> int:
    """Return the process that has locked a port; 0 if none has, or the kernel doesn't show it."""
    try:
        about = os.stat(path)
        file = f"{os.major(about.st_dev):02x}:{os.minor(about.st_dev):02x}:{about.st_ino}"
        # 1: FLOCK  ADVISORY  WRITE 4711 00:06:512 0 EOF
        for lock in map(str.split, LOCKS.read_text().splitlines()):
            if lock[1] == "FLOCK" and lock[5] == file:
                return int(lock[4])
    except (OSError, ValueError, IndexError):
        pass
    return 0


def _name(process: int) -> str:
    try:
        return (PROCESSES / str(process) / "comm").read_text().strip()
    except OSError:
        return "another program"


def _greet(session: BoardSession, port: serial_ports.Port) -> SessionEnded | None:
    clock = SystemClock()
    unsent = b""
    while session.identity is None and session.ended is None:
        unsent += session.outgoing(clock.now())
        unsent = unsent[port.write(unsent) :]
        wait = max(0, session.deadline() - clock.now()) / SECOND
        if select.select([port.fileno()], [port.fileno()] if unsent else [], [], wait)[0]:
            session.take(port.read(), clock.now())
        session.tick(clock.now())
    return session.ended


def _banner(port: serial_ports.Port) -> tuple[str, str] | None:
    """Return version and board of a MicroPython that waits at its prompt; None if there is none.

    Anything that came in answer to HELLO is skipped. A program that somebody else runs there isn't stopped.
    """
    if isinstance(port, serial_ports.SerialPort) and port.byte:
        return None  # on a serial wire there is no prompt
    port.write(ASKS_WHO)
    data = b""
    clock = SystemClock()
    until = clock.now() + round(PROMPT_WITHIN * SECOND)
    while (remaining := until - clock.now()) > 0 and len(data) < MOST_BANNER:
        if select.select([port.fileno()], [], [], remaining / SECOND)[0]:
            data += port.read()
            if match := BANNER.search(data):
                return match[1].decode("ascii", "replace"), match[2].decode("utf-8", "replace")
    return None


def examine_boards(
    wiring: Wiring | None,
    lister: Callable[[], Iterable[serial_ports.FoundPort]] = serial_ports.list_boards,
    prober: Prober = ask,
    waiting: Callable[[], Iterable[str]] = serial_ports.list_waiting,
) -> Iterator[Finding]:
    """Yield findings about boards; none if no board is plugged in or wanted."""
    ports = list(lister())
    plugs = [plug for plug in wiring.boards if wiring.wires_on(plug.name)] if wiring is not None else []
    paths: dict[str, str] = {}
    for plug in plugs:
        try:
            path = serial_ports.find_port(plug, lambda: ports)
        except HardwareError as error:
            yield finding_of(BOARD, plug.name, str(error))
            continue
        # One port may have two names: /dev/serial0 is a link.
        real = os.path.realpath(path)
        if real in paths:
            what = f'is at {path}, where "{paths[real]}" is already'
            yield Finding(f'{BOARD} "{plug.name}"', False, what, "correct its port in the seats file")
            continue
        paths[real] = plug.name
        yield _board_finding(plug.name, path, prober(BoardPlug(plug.name, path)), wiring)
    for port in ports:
        if os.path.realpath(port.path) not in paths:
            name = port.id or port.path
            yield _board_finding(name, port.path, prober(BoardPlug(name, port.path)))
    for product in waiting():
        kind, files = serial_ports.WAITING[product]
        what = f"a {kind} waits for a .uf2: BOOTSEL was held"
        remedy = f"drag {files} onto its disk, after MicroPython's own (docs/grab_board.md)"
        yield Finding("grab board", False, what, f"{remedy}, or plug it in again without BOOTSEL")


def _board_finding(name: str, path: str, answer: AtPort, wiring: Wiring | None = None) -> Finding:
    """Return a finding on a path; given the wiring, also on whether its wires can be on that board."""
    title = f'grab board "{name}"'
    identity = answer.identity
    if answer.holder and (is_ours(answer.holder) or watches(PROCESSES / str(answer.holder))):
        return Finding(title, True, in_use(path, answer.holder))
    if answer.holder:
        what = f"{path} is held by {_name(answer.holder)} (process {answer.holder})"
        return Finding(title, False, what, "close that program")
    if answer.trouble or identity is None:
        return finding_of(BOARD, name, answer.trouble)
    missing = 0
    if wiring is not None:
        missing = sum(1 << wire.pin for wire in wiring.wires_on(name)) & ~identity.usable
    if missing:
        return finding_of(BOARD, name, why_ended(name, path, SessionEnded(WhyEnded.PINS, missing)))
    if wiring is not None and wiring.pull == "down" and identity.name in (chips.PICO_2, chips.PICO_2_W):
        return finding_of(BOARD, name, weak_pull(name))
    firmware = _dotted(identity.firmware)
    if identity.firmware != FIRMWARE:
        firmware += f" (this program brings {_dotted(FIRMWARE)})"
    what = (
        f"{identity.name or 'nameless'} at {path}, id {identity.board.hex()}, firmware {firmware}, "
        f"protocol {identity.version}, {identity.rate / 1e6:g} million ticks a second"
    )
    if wiring is None:
        return Finding(title, True, f"{what}; no seat is on it")
    return Finding(title, True, what)


def in_use(place: str, process: int) -> str:
    """Return the text for a line, port or pad in use by one of our programs: this one, or a running table."""
    if is_ours(process):
        return f"{place} is in use by this program"
    holder = f"{CONSUMER_PREFIX}{process}"
    return f"{place} is in use by a running table ({holder})"


def prompting(name: str, version: str, machine: str) -> str:
    """Return the text for a board at MicroPython's prompt, from what its banner says."""
    board = f'grab board "{name}"'
    kind = chips.KINDS.get(machine)
    if kind is None:
        ours = "a Raspberry Pi Pico, Pico W, Pico 2 or Pico 2 W"
        return f"{board}: it is a {machine}, on which the firmware can't run; use {ours}"
    key = next(model.key for model in MODELS if model.name == kind.name)
    return (
        f"{board}: it is a {kind.name} with MicroPython {version}, but without this firmware; hold BOOTSEL "
        f"while you plug it in and drag grab-board-{key}.uf2 onto its disk (docs/grab_board.md)"
    )


def weak_pull(name: str) -> str:
    """Return the text for a board whose own pull-downs don't hold a line low (erratum RP2350-E9)."""
    return (
        f'grab board "{name}": a Pico 2\'s own pull-down may leave a line high after a press; '
        'wire its buttons to GND and write pull = "up"'
    )


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


# USB and Bluetooth pads: every one that is plugged in, and every one in the seats file.

PAD = "USB pad"


def examine_pads(
    wiring: Wiring | None, lister: PadLister = list_pads, refused: Refusal = refusal
) -> Iterator[Finding]:
    """Yield findings about pads; none if no pad is plugged in or wanted."""
    pads = list(lister())
    used: dict[str, str] = {}
    for plug in wiring.usb if wiring is not None else ():
        try:
            pad = find_pad(plug, lambda: pads)
        except HardwareError as error:
            yield finding_of(PAD, plug.name, str(error))
            continue
        if pad.path in used:
            what = f'is at {pad.port}, where "{used[pad.path]}" is already'
            yield Finding(f'{PAD} "{plug.name}"', False, what, "correct its port in the seats file")
            continue
        used[pad.path] = plug.name
        assert wiring is not None
        yield _pad_finding(plug, pad, wiring, refused(plug, lambda: pads))
    for pad in pads:
        if pad.path not in used:
            # A pad without a seat is no fault, but to use it one has to know how to get permission.
            closed = refused(UsbPlug(pad.name, pad.port), lambda: pads)
            needs = (
                finding_of(PAD, pad.name, str(closed)).remedy if isinstance(closed, NoPermissionError) else ""
            )
            hint = f"; to teach its buttons {needs}" if needs else ""
            yield Finding(PAD, True, f'{pad.name} at port = "{pad.port}"; no seat is on it{hint}')


def _pad_finding(plug: UsbPlug, pad: FoundPad, wiring: Wiring, error: HardwareError | None) -> Finding:
    title = f'{PAD} "{plug.name}"'
    if isinstance(error, PadBusyError) and (table := next(watchers(), 0)):
        # The kernel doesn't show who has a device exclusively, but only a table has one for long.
        return Finding(title, True, in_use(pad.port, table))
    if error is not None:
        return finding_of(PAD, plug.name, str(error))
    codes = [Code(button.code) for button in wiring.seats_on_pad(plug.name)]
    missing = [code for code in codes if code not in pad.codes]
    if missing:
        return finding_of(PAD, plug.name, without(plug.name, missing))
    lamps = PadLamps(pad, plug, wiring.seats_on_pad(plug.name))
    if lamps.trouble:
        return finding_of(PAD, plug.name, lamps.trouble)
    interval = pad.interval or DEFAULT_POLL[pad.bus]
    polling = f"asked every {interval / MILLISECOND:g} ms"
    if not pad.interval:
        polling += " (assumed)"
    scan = f"scan {scan_of(plug) / MILLISECOND:g} ms"
    if plug.scan is None:
        scan += " (assumed; if its maker says another, write scan_ms = into the seats file)"
    band = f"error band ±{band_of(plug, pad) / MILLISECOND:g} ms"
    lights = f", with lights for lamp = {', '.join(pad.lights)}" if pad.lights else ""
    what = f'{pad.name} at port = "{pad.port}", {polling}, {scan}: {band}{lights}'
    return Finding(title, True, what if codes else f"{what}; no seat is on it")


class LineUse(Struct, frozen=True):
    """A line, and who holds it; None if it is free."""

    offset: int
    name: str
    holder: str | None


LineLister = Callable[[FoundChip], list[LineUse]]


def list_lines(chip: FoundChip) -> list[LineUse]:
    """Return every line of a chip, as reported by the kernel."""
    with gpiod.Chip(chip.path) as opened:
        infos = [opened.get_line_info(offset) for offset in range(chip.lines or 0)]
    return [LineUse(info.offset, info.name or "", info.consumer if info.used else None) for info in infos]


def examine(
    seats_file: Path,
    lister: Callable[[], list[FoundChip]] = list_chips,
    lines: LineLister = list_lines,
) -> list[Finding]:
    """Check the seats file, chips, permissions, every line that the file uses, grab boards and USB pads."""
    findings: list[Finding] = []
    wiring: Wiring | None = None
    try:
        wiring = load(seats_file)
        findings.append(Finding("seats file", True, f"{_seats(len(wiring.button_seats))} in {seats_file}"))
    except SeatsFileError as error:
        place = error.path if error.place == "the file" else error.place
        findings.append(Finding("seats file", False, f"{place}: {error.problem}", error.remedy))
    findings += examine_boards(wiring)
    findings += examine_pads(wiring)
    if wiring is not None and not wiring.wires_on(None):
        # All buttons are on boards and pads: the header doesn't matter.
        return findings
    findings.insert(0, _chips(lister()))
    findings += _factory()
    try:
        chip = find_chip(wiring.chip if wiring else None, lister)
    except HardwareError as error:
        what, _, remedy = str(error).partition(": ")
        return [*findings, Finding("header", False, what, remedy)]
    findings.append(Finding("header", True, f"{chip.label} at {chip.path}, {chip.lines} lines"))
    if wiring is not None:
        findings += _wires(wiring, lines(chip), chip.label in HEADER_LABELS)
    return findings


def _seats(count: int) -> str:
    return "1 seat" if count == 1 else f"{count} seats"


def _chips(chips: Iterable[FoundChip]) -> Finding:
    names = [f"{chip.name} ({chip.label or 'closed to this user'})" for chip in chips]
    if names:
        return Finding("GPIO chips", True, ", ".join(names))
    remedy = "run this on a Pi; without one play with keys and on-screen pads"
    return Finding("GPIO chips", False, "none", remedy)


def _factory() -> Iterable[Finding]:
    """Yield a finding if another pin factory than ours is named and doesn't work: no button would."""
    if another_factory() is None:
        return
    try:
        default_factory().close()
    except FactoryMissingError as error:
        what, _, remedy = str(error).rpartition(": ")
        yield Finding("pin factory", False, what, remedy)


def _wires(wiring: Wiring, lines: list[LineUse], header: bool) -> Iterable[Finding]:
    machine = this_machine()
    if header:
        # Whatever name the file has for the header's chip.
        wiring = replace(wiring, chip=None)
    by_name = {line.name: line for line in lines}
    by_offset = {line.offset: line for line in lines}
    for wire in wiring.wires_on(None):
        what, pin = wire.what, wire.pin
        line = by_name.get(f"GPIO{pin}") or by_offset.get(pin)
        # Only the header has positions.
        place = at_header(pin) if header else f"GPIO{pin}"
        wrong = unfit(wire, wiring, machine)
        if wrong is not None:
            yield Finding(what, False, f"{place}: {wrong.problem}", wrong.remedy)
        elif line is None:
            yield Finding(what, False, f"there is no {place}", "wire it to a pin of the header")
        elif line.holder is not None and (process := _process_of(line.holder)):
            yield Finding(what, True, in_use(place, process))
        elif line.holder is not None:
            yield Finding(what, False, f"{place} is held by {line.holder}", "stop that, or wire another pin")
        else:
            yield Finding(what, True, f"{place} is free")


def _process_of(holder: str) -> int:
    """Return the process that holds a line through our pin factory, from the holder's name; 0 if none."""
    process = holder.removeprefix(CONSUMER_PREFIX)
    return int(process) if holder.startswith(CONSUMER_PREFIX) and process.isdigit() else 0
