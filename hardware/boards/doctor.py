"""Looks at grab boards: every port that may have one, and every board that the seats file names.

A port is opened only while nobody else holds it, and only to ask who is there.
"""

import os
import re
import select
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from companion.clock import SECOND, SystemClock
from hardware.boards.link import PORT_FAILS, new_number
from hardware.boards.serial_ports import (
    WAITING,
    FoundPort,
    Port,
    SerialPort,
    find_port,
    list_boards,
    list_waiting,
    open_port,
)
from hardware.boards.session import BoardSession, SessionEnded, Wants, WhyEnded
from hardware.boards.trouble import prompting, sentence, unplugged, weak_pull
from hardware.errors import BoardBusyError, Finding, HardwareError, told
from hardware.firmware import chips, frames
from hardware.firmware.board import FIRMWARE
from hardware.machine import PROCESSES, is_ours
from hardware.wiring.wiring import BoardPlug, Wiring

ASKS_WHO = b"\r\x02"
"""At MicroPython's prompt: end the line, and begin anew by saying which version it is, on which board."""
BANNER = re.compile(rb"MicroPython (\S+)[^\r\n]*; ([^\r\n]+)\r?\n")
PROMPT_WITHIN = 0.5
"""Seconds; over USB it takes some milliseconds."""
MOST_BANNER = 4096
"""Bytes that are looked through for it."""

LOCKS = Path("/proc/locks")
BOARD = "grab board"


class AtPort(Struct, frozen=True):
    """What a port has on it: a board, or in a sentence what is wrong, or another program that has it."""

    identity: frames.Identity | None = None
    trouble: str = ""
    holder: int = 0
    """The process that has it; 0 where nobody has, or nobody knows."""


Prober = Callable[[BoardPlug], AtPort]


def ask(plug: BoardPlug) -> AtPort:
    """Ask who is at a path; takes a second where nobody answers."""
    try:
        port = open_port(plug)
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
        return AtPort(session.identity, sentence(plug.name, str(plug.port), ended))
    return AtPort(session.identity)


def holder(path: str) -> int:
    """Return the process that has locked a port, as far as the kernel tells; 0 if it doesn't."""
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


def _greet(session: BoardSession, port: Port) -> SessionEnded | None:
    clock = SystemClock()
    while session.identity is None and session.ended is None:
        port.write(session.outgoing(clock.now()))
        wait = max(0, session.deadline() - clock.now()) / SECOND
        if select.select([port.fileno()], [], [], wait)[0]:
            session.take(port.read(), clock.now())
        session.tick(clock.now())
    return session.ended


def _banner(port: Port) -> tuple[str, str] | None:
    """Return version and board of a MicroPython that waits at its prompt; None where that isn't so.

    What came in answer to HELLO is passed over. A programme of somebody else's that runs isn't stopped.
    """
    if isinstance(port, SerialPort) and port.byte:
        return None  # on a serial wire there is no prompt
    port.write(ASKS_WHO)
    came = b""
    clock = SystemClock()
    until = clock.now() + round(PROMPT_WITHIN * SECOND)
    while (left := until - clock.now()) > 0 and len(came) < MOST_BANNER:
        if select.select([port.fileno()], [], [], left / SECOND)[0]:
            came += port.read()
            if found := BANNER.search(came):
                return found[1].decode("ascii", "replace"), found[2].decode("utf-8", "replace")
    return None


def examine_boards(
    wiring: Wiring | None,
    lister: Callable[[], Iterable[FoundPort]] = list_boards,
    prober: Prober = ask,
    waiting: Callable[[], Iterable[str]] = list_waiting,
) -> Iterator[Finding]:
    """Yield what there is to say about boards; nothing where there are none and none are wanted."""
    ports = list(lister())
    plugs = [plug for plug in wiring.boards if wiring.on(plug.name)] if wiring is not None else []
    paths: dict[str, str] = {}
    for plug in plugs:
        try:
            path = find_port(plug, lambda: ports)
        except HardwareError as error:
            yield told(BOARD, plug.name, str(error))
            continue
        if path in paths:
            what = f'is at {path}, where "{paths[path]}" is already'
            yield Finding(f'{BOARD} "{plug.name}"', False, what, "correct port = in the seats file")
            continue
        paths[path] = plug.name
        yield _seen(plug.name, path, prober(BoardPlug(plug.name, path)), wiring)
    for port in ports:
        if port.path not in paths:
            name = port.id or port.path
            yield _seen(name, port.path, prober(BoardPlug(name, port.path)))
    for product in waiting():
        kind, files = WAITING[product]
        what = f"a {kind} waits for a .uf2, BOOTSEL having been held"
        remedy = f"drag {files} onto its disk, after MicroPython's own (docs/grab_board.md)"
        yield Finding("grab board", False, what, f"{remedy}, or plug it in again without BOOTSEL")


def _seen(name: str, path: str, answer: AtPort, wiring: Wiring | None = None) -> Finding:
    """Say what was found at a path; with the wiring, whether its wires can be there."""
    title = f'grab board "{name}"'
    identity = answer.identity
    if answer.holder and is_ours(answer.holder):
        return Finding(title, True, f"{path} is in use by this program")
    if answer.holder:
        what = f"{path} is held by {_name(answer.holder)} (process {answer.holder})"
        return Finding(title, False, what, "close that program")
    if answer.trouble or identity is None:
        return told(BOARD, name, answer.trouble)
    wanted = 0
    if wiring is not None:
        wanted = sum(1 << wire.pin for wire in wiring.on(name))
    if wanted & ~identity.usable:
        return told(BOARD, name, sentence(name, path, SessionEnded(WhyEnded.PINS, wanted & ~identity.usable)))
    if wiring is not None and wiring.pull == "down" and identity.name in (chips.PICO_2, chips.PICO_2_W):
        return told(BOARD, name, weak_pull(name))
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


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
