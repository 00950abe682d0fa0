"""What is wrong with the wires, as data: for the command line and for the sensors screen."""

from collections.abc import Callable, Iterable
from pathlib import Path

import gpiod
from msgspec import Struct
from msgspec.structs import replace

from hardware.boards.doctor import examine_boards
from hardware.errors import Finding, HardwareError, SeatsFileError
from hardware.machine import HEADER_LABELS, is_ours
from hardware.machine import machine as this_machine
from hardware.pins.chip import OURS, FoundChip, find_chip, list_chips
from hardware.usb.doctor import examine_pads
from hardware.wiring.seats_file import load
from hardware.wiring.unfit_pins import at_header, unfit
from hardware.wiring.wiring import Wiring


class LineUse(Struct, frozen=True):
    """Who holds a line; None where it is free."""

    offset: int
    name: str
    holder: str | None


LineLister = Callable[[FoundChip], list[LineUse]]


def list_lines(chip: FoundChip) -> list[LineUse]:
    """Return every line of a chip, as the kernel sees it."""
    with gpiod.Chip(chip.path) as opened:
        infos = [opened.get_line_info(offset) for offset in range(chip.lines or 0)]
    return [LineUse(info.offset, info.name or "", info.consumer if info.used else None) for info in infos]


def examine(
    seats_file: Path,
    lister: Callable[[], list[FoundChip]] = list_chips,
    lines: LineLister = list_lines,
    boards: Callable[[Wiring | None], Iterable[Finding]] = examine_boards,
    pads: Callable[[Wiring | None], Iterable[Finding]] = examine_pads,
) -> list[Finding]:
    """Look at the seats file, chips, permission, every line that the file wants, grab boards, USB pads."""
    findings: list[Finding] = []
    wiring: Wiring | None = None
    try:
        wiring = load(seats_file)
        findings.append(Finding("seats file", True, f"{_seats(len(wiring.numbers))} in {seats_file}"))
    except SeatsFileError as error:
        findings.append(Finding("seats file", False, f"{error.place}: {error.problem}", error.remedy))
    findings += boards(wiring)
    findings += pads(wiring)
    if wiring is not None and not wiring.on(None):
        # All buttons are on boards and pads: what the header is like is nothing to them.
        return findings
    findings.insert(0, _chips(lister()))
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
    return Finding(
        "GPIO chips", False, "none", "run this on a Pi; without one play with keys and on-screen pads"
    )


def _wires(wiring: Wiring, lines: list[LineUse], header: bool) -> Iterable[Finding]:
    machine = this_machine()
    if header:
        # However the file calls the chip.
        wiring = replace(wiring, chip=None)
    by_name = {line.name: line for line in lines}
    by_offset = {line.offset: line for line in lines}
    for wire in wiring.on(None):
        what, pin = wire.what, wire.pin
        line = by_name.get(f"GPIO{pin}") or by_offset.get(pin)
        # Another chip than the header's has no positions.
        place = at_header(pin) if header else f"GPIO{pin}"
        wrong = unfit(wire, wiring, machine)
        if wrong is not None:
            yield Finding(what, False, f"{place}: {wrong.problem}", wrong.remedy)
        elif line is None:
            yield Finding(what, False, f"there is no {place}", "wire it to a pin of the header")
        elif line.holder is not None and _is_ours(line.holder):
            yield Finding(what, True, f"{place} is in use by this program")
        elif line.holder is not None and line.holder.startswith(OURS):
            yield Finding(what, True, f"{place} is in use by a running table ({line.holder})")
        elif line.holder is not None:
            yield Finding(what, False, f"{place} is held by {line.holder}", "stop that, or wire another pin")
        else:
            yield Finding(what, True, f"{place} is free")


def _is_ours(holder: str) -> bool:
    """Tell whether a line's holder, named as our pin factory names itself, is this program."""
    process = holder.removeprefix(OURS)
    return holder.startswith(OURS) and process.isdigit() and is_ours(int(process))
