"""How long the app takes to start and how much memory it holds, against a bare Kivy window in the same run.

`python -m tests.ui.startup` prints the ratios. Each run is a process of its own, off screen, and the best of
several counts: everything else on the machine only makes it slower. The bare window shows one label.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from msgspec import Struct

SIZE = "800x480"
RUNS = 3

PROLOGUE = """
import os, sys, time
from pathlib import Path
def ready(*_):
    ticks = int(Path("/proc/self/stat").read_text().rsplit(")", 1)[1].split()[19])
    uptime = float(Path("/proc/uptime").read_text().split()[0])
    started = ticks / os.sysconf("SC_CLK_TCK")
    status = Path("/proc/self/status").read_text()
    kib = status.partition("VmRSS:")[2].split()[0]
    print("READY", uptime - started, int(kib), flush=True)
    os._exit(0)
from ui import offscreen
offscreen.prepare(%r)
"""

BARE = """
from kivy.app import App
from kivy.clock import Clock
from kivy.uix.label import Label
class Bare(App):
    def build(self):
        from kivy.core.window import Window
        Window.bind(on_flip=lambda *_: Clock.schedule_once(ready, 0))
        return Label(text="a bare window")
Bare().run()
"""

TABLE = """
from kivy.clock import Clock
from ui.kivy_app import open_app
app = open_app(Path(%r), Path(%r), Path(%r))
def look(*_):
    if app.frame.table is not None:
        # What has been built by now is drawn at the end of this frame.
        Clock.schedule_once(ready, 0)
        return False
Clock.schedule_interval(look, 0)
app.run()
"""

KEEP = """
from companion.clock import SystemClock
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.model import Facts
from companion.store import Store
from ui import theme
from ui.session import Session
with Store(Path(%r)) as store:
    session = Session.begin(UngleSpeed(), Facts(6), theme.plates()[:6], "measured", SystemClock(), store.keep)
    store.set("open", "measured")
"""


class Cost(Struct, frozen=True):
    """What a start takes: seconds from the birth of the process to the first picture, and MiB held then."""

    seconds: float
    mebibytes: float


def cost(script: Path) -> Cost:
    """Run a program until it says that it is ready."""
    out = _run(script)
    line = next((line for line in out.stdout.splitlines() if line.startswith("READY")), None)
    if line is None:
        raise RuntimeError(f"it never became ready:\n{out.stderr[-2000:]}")
    _, seconds, kibibytes = line.split()
    return Cost(float(seconds), int(kibibytes) / 1024)


def _run(script: Path) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "KIVY_NO_CONSOLELOG": "1", "PYTHONPATH": str(Path(__file__).parents[2])}
    # As in an installed program, what has been compiled once is kept.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment["PYTHONPYCACHEPREFIX"] = str(script.parent / "cache")
    return subprocess.run(
        [sys.executable, str(script)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def measure(runs: int = RUNS) -> tuple[Cost, Cost]:
    """Return the cost of a bare window, and of the app resuming a match of six, the best of so many runs."""
    prologue = PROLOGUE % SIZE
    with tempfile.TemporaryDirectory(prefix="companion-start-") as name:
        folder = Path(name)
        store = str(folder / "matches.db")
        from ui.places import seats_path

        scripts = {
            "keep": prologue + KEEP % store,
            "bare": prologue + BARE,
            "table": prologue + TABLE % (store, str(seats_path()), name),
        }
        for script, code in scripts.items():
            (folder / f"{script}.py").write_text(code)
        kept = _run(folder / "keep.py")
        if kept.returncode:
            raise RuntimeError(kept.stderr)
        cost(folder / "table.py")
        pairs = [(cost(folder / "bare.py"), cost(folder / "table.py")) for _ in range(runs)]
    return _best([bare for bare, _ in pairs]), _best([app for _, app in pairs])


def _best(costs: list[Cost]) -> Cost:
    return Cost(min(c.seconds for c in costs), min(c.mebibytes for c in costs))


if __name__ == "__main__":
    bare, app = measure()
    sys.stdout.write(
        f"bare window   {bare.seconds:.2f} s  {bare.mebibytes:.0f} MiB\n"
        f"table usable  {app.seconds:.2f} s  {app.mebibytes:.0f} MiB\n"
        f"ratio         {app.seconds / bare.seconds:.2f}    {app.mebibytes / bare.mebibytes:.2f}\n"
    )
