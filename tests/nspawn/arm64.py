"""The arm64 package in a Debian 13, with Python 3.13; emulated, and therefore not booted.

After installing, all our modules and all compiled ones are imported, a window is opened in memory, and the
commands are tried; the newer udev and systemd verify their files.
"""

import json
import shutil
import subprocess
import time
from pathlib import Path

from tests.nspawn.system import INSTALL, CannotRunError, built, expect, fresh, once, step
from tests.nspawn.table import TURNED, a_match

SYSTEM = ("systemd", "udev", "python3")
EMULATOR = Path("/proc/sys/fs/binfmt_misc/qemu-aarch64")

EVERYTHING = """
import importlib, pkgutil, sys
from pathlib import Path

lib = Path("/usr/lib/table-companion")
sys.path.insert(0, str(lib))
import kivy.core.window, gpiod, companion, hardware, ui

window = kivy.core.window.Window
assert window is not None, "no window in memory"
modules = [
    info.name
    for house in (companion, hardware, ui)
    for info in pkgutil.walk_packages(house.__path__, house.__name__ + ".")
    # The one is for a board's own Python, the other for whoever has pytest.
    if ".firmware." not in info.name and ".contract." not in info.name
]
tag = f".cpython-{sys.version_info[0]}{sys.version_info[1]}-aarch64-linux-gnu.so"
compiled = [
    str(path.relative_to(lib)).removesuffix(tag).replace("/", ".")
    for path in lib.rglob("*" + tag)
    # Kivy's own window on X11 wants libraries that we don't; ours is SDL's.
    if not path.name.startswith("window_x11")
]
for name in modules + compiled:
    importlib.import_module(name)
print(len(modules), len(compiled), sys.version.split()[0])
"""


def emulate() -> None:
    """Make the kernel start arm64 programs; CannotRunError if it can't."""
    if not EMULATOR.exists():
        # If systemd didn't start this machine, nobody has registered it yet.
        for command in (
            ("mount", "-t", "binfmt_misc", "binfmt_misc", EMULATOR.parent),
            ("update-binfmts", "--enable", "qemu-aarch64"),
        ):
            subprocess.run(command, capture_output=True, check=False)
    if not EMULATOR.exists():
        raise CannotRunError("the kernel doesn't start arm64 programs: qemu-aarch64 isn't registered")


def run(figures: dict[str, str]) -> None:
    """Test the package for a Pi, adding to `figures`."""
    emulate()
    root = fresh("trixie", "arm64", SYSTEM)
    package = built("arm64")
    lane = root / "lane"
    lane.mkdir()
    shutil.copy(package, lane / "table.deb")

    step("installing it, emulated")
    began = time.monotonic()
    once(root, *INSTALL, "/lane/table.deb", network=True)
    figures["installed after, emulated"] = f"{time.monotonic() - began:.0f} s"

    step("importing all of it")
    (lane / "everything.py").write_text(EVERYTHING)
    screen = "env", "SDL_VIDEODRIVER=offscreen", "SDL_AUDIODRIVER=dummy", "LP_NUM_THREADS=0", "KIVY_NO_ARGS=1"
    began = time.monotonic()
    output = once(root, *screen, "python3", "-sP", "/lane/everything.py").split()
    modules, compiled, python = output[-3:]
    figures["modules imported"] = f"{modules} of ours, {compiled} compiled ones, by Python {python}"
    figures["imported after, emulated"] = f"{time.monotonic() - began:.0f} s"
    expect(int(modules) > 100 and int(compiled) > 30, f"too few modules were found: {output[-3:]}")

    step("trying its commands")
    checks = json.loads(once(root, "companion", "doctor", "--json", fails=True))
    figures["companion doctor"] = f"{len(checks)} checks"
    (lane / "match.jsonl").write_bytes(b"".join(row.line() + b"\n" for row in a_match().rows()))
    timeline = once(root, "companion", "replay", "/lane/match.jsonl")
    steps = [line for line in timeline.splitlines() if line[:4].strip().isdigit()]
    expect(len(steps) == TURNED + 1, f"companion replay tells {len(steps)} entries:\n{timeline}")

    step("having udev and systemd read what is theirs")
    once(root, "udevadm", "verify", "/usr/lib/udev/rules.d/70-companion.rules")
    once(root, "systemd-analyze", "verify", "--recursive-errors=one", "--man=no", "companion.service")
    once(root, "systemd-analyze", "security", "--offline=true", "--threshold=15", "companion.service")
    shutil.rmtree(root)
