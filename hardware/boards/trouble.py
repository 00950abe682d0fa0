"""What can be wrong with a grab board, each in one sentence that says what to do."""

from hardware.boards.disk import MODELS
from hardware.boards.session import SessionEnded, WhyEnded
from hardware.firmware import chips, frames


def sentence(name: str, port: str, ended: SessionEnded) -> str:
    """Return why the session with the board of this name ended, and what helps."""
    board = f'grab board "{name}"'
    if ended.why is WhyEnded.NO_ANSWER:
        return (
            f"{board}: what is at {port} doesn't answer as a grab board; put the firmware on it "
            "(docs/grab_board.md), or correct port = in the seats file"
        )
    if ended.why is WhyEnded.VERSION:
        lowest, highest = ended.detail >> 8, ended.detail & 0xFF
        newer = lowest > frames.VERSION
        which = "update this program" if newer else "put this program's firmware on the board"
        spoken = f"{lowest}" if lowest == highest else f"{lowest} to {highest}"
        return f"{board}: it speaks version {spoken} of the protocol, this program {frames.VERSION}; {which}"
    if ended.why is WhyEnded.PINS:
        pins = " and ".join(f"GP{pin}" for pin in range(32) if ended.detail >> pin & 1)
        return f"{board}: it can't use {pins}; wire that to other pins and correct the seats file"
    if ended.why is WhyEnded.RESET:
        return f"{board}: it started again; if that goes on, look at its power and its cable"
    if ended.why is WhyEnded.NONSENSE:
        return f"{board}: it contradicts itself; put this program's firmware on it (docs/grab_board.md)"
    return f"{board}: it stopped answering; look at its cable"


def prompting(name: str, version: str, machine: str) -> str:
    """Return what to say of a board that is at MicroPython's prompt, by what that says of itself."""
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
    """Return what to say of a board whose own pull-downs don't hold a line low (erratum RP2350-E9)."""
    return (
        f'grab board "{name}": a Pico 2\'s own pull-down may leave a line high after a press; '
        'wire its buttons to GND and write pull = "up"'
    )


def unplugged(name: str) -> str:
    """Return what to say of a board whose port failed."""
    return f'grab board "{name}": it was unplugged; plug it in again'


def lost_changes(name: str, lost: int) -> str:
    """Return what to say of a board that lost changes."""
    changes = "a change" if lost == 1 else f"{lost} changes"
    return (
        f'grab board "{name}": it lost {changes} of its inputs, so grabs were void; '
        "look for a loose wire that chatters"
    )
