"""A keyboard while the picture is up: the table's unit under a real systemd, and real logins on consoles.

A stand-in for the app reports ready on request, as the unit alone decides who gets the keyboard. There is no
real picture: what a console shows is read from the kernel.
"""

import fcntl
import os
import select
import struct
import subprocess
import sys
import time
from array import array
from collections.abc import Callable
from pathlib import Path

from hardware.usb.devices import list_pads
from tests.kernel.gadgets import KEYBOARD, Gadget
from tests.kernel.outcome import Ask, Outcome

ROOT = Path(__file__).resolve().parents[2]
TABLE, LOGIN, OTHER_LOGIN = "companion.service", "getty@tty1.service", "getty@tty2.service"
STANDS = Path("/run/picture-stands")
FRONT = Path("/sys/class/tty/tty0/active")

KDGKBMODE, ON, OFF = 0x4B44, 3, 4
"""linux/kd.h: K_UNICODE and K_OFF."""
KEY_EVENT = struct.Struct("llHHi")
KEY = 1

CTRL, ALT = 0x01, 0x04
LETTERS = {letter: 4 + n for n, letter in enumerate("abcdefghijklmnopqrstuvwxyz")} | {"\n": 0x28}
"""The usages of a keyboard's keys (USB HID Usage Tables, page 7)."""
F1, F2, SYSRQ, DELETE, RIGHT = 0x3A, 0x3B, 0x46, 0x4C, 0x4F
AWAY = {"Ctrl+Alt+F2": (CTRL | ALT, F2), "Alt+right": (ALT, RIGHT), "Ctrl+Alt+Del": (CTRL | ALT, DELETE)}

PATIENCE = 120.0
SETTLED = 0.5
"""Seconds until anything typed has reached a console."""

APP = f"""
import os, signal, socket, time
while not os.path.exists("{STANDS}"):
    time.sleep(0.05)
socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
while True:
    signal.pause()
"""

UNITS = {
    "lane.target": "[Unit]\nDefaultDependencies=no\nWants=lane.service\n",
    "lane.service": """[Unit]
DefaultDependencies=no
[Service]
Type=oneshot
ExecStart=/bin/sh /run/ask.sh
ExecStopPost=/bin/umount /run/out
ExecStopPost=/bin/systemctl --force --force poweroff
StandardOutput=tty
StandardError=tty
TTYPath=/dev/ttyS0
""",
    TABLE: (ROOT / "systemd" / TABLE).read_text(),
    f"{TABLE}.d/lane.conf": f"""[Unit]
DefaultDependencies=no
[Service]
ExecStart=
ExecStart={sys.executable} -IS /run/systemd/system/app.py
# The files are those of this machine, which has no such user and can't be written; an emulator is slow.
User=nobody
Group=nogroup
SupplementaryGroups=
PrivateTmp=no
WatchdogSec=0
TimeoutStartSec=infinity
""",
    "getty@.service.d/lane.conf": "[Unit]\nDefaultDependencies=no\n",
    "app.py": APP,
}
"""The units in the machine: this scenario and the table. The logins are the host's Debian's."""

SYSTEMD = Path("/lib/systemd/systemd")
"""The host's systemd, which runs in the machine."""


class Typist:
    """A USB keyboard that types, and reads its own key events as the app would."""

    def __init__(self, gadget: Gadget) -> None:
        self._keys = os.open(gadget.path, os.O_RDWR)
        path = next(pad.path for pad in list_pads() if pad.port == gadget.port)
        self._heard = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def strike(self, held: int, *keys: int) -> int:
        """Type keys in turn with modifiers `held`; return how many of those keys the app would hear."""
        reports = [report for key in keys for report in ((held, 0, key), (held, 0, 0))]
        for report in [(held, 0, 0), *reports, (0, 0, 0)]:
            os.write(self._keys, bytes([*report, 0, 0, 0, 0, 0]))
        return self._down() - held.bit_count()

    def type(self, text: str) -> int:
        """Type small letters and newlines; return how many of them the app would hear."""
        return self.strike(0, *(LETTERS[letter] for letter in text))

    def _down(self) -> int:
        """Count keys that went down, until no more events come."""
        down = 0
        while select.select([self._heard], [], [], SETTLED)[0]:
            for _, _, kind, _, value in KEY_EVENT.iter_unpack(os.read(self._heard, 64 * KEY_EVENT.size)):
                down += (kind, value) == (KEY, 1)
        return down


def console(_ask: Ask, outcome: Outcome) -> None:
    """Type at a login, while the picture is up, after a crash, and at a login again."""
    gadget = Gadget(0, KEYBOARD)
    gadget.plug_in()
    keyboard = Typist(gadget)
    systemctl("start", LOGIN, OTHER_LOGIN)
    wait("a login on both consoles", lambda: all(shown(n).endswith("login:") for n in (1, 2)))
    keyboard.type("ada")
    wait("what is typed at a login is there", lambda: shown(1).endswith("login: ada"))
    keyboard.strike(CTRL | ALT, F2)
    wait("Ctrl+Alt+F2 leads away from a login", lambda: in_front() == 2)

    beneath(keyboard, outcome, "the picture")
    crash(keyboard, outcome)
    beneath(keyboard, outcome, "the picture after a crash")

    keyboard.strike(ALT, SYSRQ, LETTERS["r"])
    outcome.expect(mode() == ON, "Alt+SysRq+R doesn't give the console its keyboard")
    keyboard.strike(CTRL | ALT, F2)
    wait("Alt+SysRq+R and Ctrl+Alt+F2 lead to a login", lambda: in_front() == 2)
    keyboard.strike(CTRL | ALT, F1)

    systemctl("stop", TABLE)
    wait("the login is back", lambda: shown(1).endswith("login:"))
    outcome.expect(mode() == ON, "the table is stopped, and the console has no keyboard")
    keyboard.type("cleo")
    wait("what is typed at the login that is back is there", lambda: shown(1).endswith("login: cleo"))
    outcome.put("a login before and after the table", "reached a console", "all keys")
    gadget.pull()
    gadget.remove()


def beneath(keyboard: Typist, outcome: Outcome, where: str) -> None:
    """Start the table, or wait for it, and type keys that mustn't reach a console or switch to another."""
    STANDS.touch()
    systemctl("start", TABLE)
    wait("the table's console is in front", lambda: in_front() == 1)
    outcome.expect(mode() == OFF, f"beneath {where} the keyboard's mode is {mode()}")
    outcome.expect(state(LOGIN) == "inactive", f"beneath {where} the login is {state(LOGIN)}")
    before = [shown(n) for n in (1, 2)]
    typed = "rm\nx\n"
    outcome.expect(keyboard.type(typed) == len(typed), f"the app doesn't hear what is typed on {where}")
    for name, (held, key) in AWAY.items():
        outcome.expect(keyboard.strike(held, key) == 1, f"the app doesn't hear {name}")
        outcome.expect(in_front() == 1, f"{name} leads away from {where}, to console {in_front()}")
    outcome.expect([shown(n) for n in (1, 2)] == before, f"what is typed on {where} reaches a console")
    outcome.put(f"beneath {where}", "struck", len(typed) + len(AWAY))
    outcome.put(f"beneath {where}", "reached a console", "none")


def crash(keyboard: Typist, outcome: Outcome) -> None:
    """Crash the app: until its picture is up again, the console has the keyboard."""
    STANDS.unlink()
    systemctl("kill", "--kill-whom=main", "--signal=SEGV", TABLE)
    wait("the app is started again", lambda: state(TABLE) == "activating" and process() != 0)
    outcome.expect(mode() == ON, "the app crashed, and the console has no keyboard")
    outcome.expect(state(LOGIN) == "inactive", f"after a crash the login is {state(LOGIN)}")
    keyboard.strike(CTRL | ALT, F2)
    wait("Ctrl+Alt+F2 leads away where there is no picture", lambda: in_front() == 2)


def shown(number: int) -> str:
    """Return a console's text, without trailing blanks."""
    return Path(f"/dev/vcs{number}").read_bytes().decode("latin-1").rstrip()


def in_front() -> int:
    """Return the number of the console in front."""
    return int(FRONT.read_text().strip().removeprefix("tty"))


def mode() -> int:
    """Return the keyboard mode of the table's console: `ON` or `OFF`."""
    terminal = os.open("/dev/tty1", os.O_RDONLY | os.O_NOCTTY)
    answer = array("l", [0])
    fcntl.ioctl(terminal, KDGKBMODE, answer)
    os.close(terminal)
    return answer[0]


def state(unit: str) -> str:
    """Return a unit's ActiveState."""
    return _output_of("show", "--value", "--property=ActiveState", unit)


def process() -> int:
    """Return the app's process id, 0 if it isn't running."""
    return int(_output_of("show", "--value", "--property=MainPID", TABLE))


def systemctl(*command: str) -> None:
    """Run systemctl and wait for it; CalledProcessError if it fails."""
    _output_of(*command)


def _output_of(*command: str) -> str:
    done = subprocess.run(["systemctl", *command], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def wait(what: str, there: Callable[[], object]) -> None:
    """Wait until `there` is true; TimeoutError with `what` if it doesn't come."""
    end = time.monotonic() + PATIENCE
    while not there():
        if time.monotonic() > end:
            consoles = "\n".join(f"{n}: {shown(n)}" for n in (1, 2))
            raise TimeoutError(f"not so: {what}; console {in_front()} is in front\n{consoles}")
        time.sleep(0.1)
