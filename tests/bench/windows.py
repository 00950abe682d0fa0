"""The app in a window: time to start, memory, and how soon the effect of a tap or a grab is drawn.

Each window is a separate process, drawn offscreen by the software renderer, in turn with the baseline: a bare
Kivy window of the same size with one line of text.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import msgspec

from companion.clock import WallTime
from companion.game import Seat
from companion.games.shelf import game_named
from companion.games.ungle_speed.model import Facts
from companion.games.ungle_speed.reports import TurnCard
from companion.journal import MatchHeader, NamePlate
from companion.match import Match
from companion.store import Store, StoredMatch
from tests.bench.measure import Row, as_text, compared, timed

RUNS = 5
MATCH = "bench"
PLAYERS = 6
FRAME = 1 / 60
"""Seconds per frame of a bare window, which no tap can beat."""
WINDOW = "bare Kivy window"

WORK = {
    "tap to state drawn": 33,
    "simulated grab to the name drawn": 33,
    "simulated grab to verdict drawn": 50,
}
"""Limits of processor time in milliseconds, in the order of `Seen.work`."""


class Seen(msgspec.Struct, frozen=True):
    """A window process's measurements: seconds to its first picture, memory in bytes, and more for the app.

    `tap` and `grab` are milliseconds from the input to the drawn answer, `name` those to the winner's name;
    `grown` is memory gained over 10,000 events, in bytes; `first` is the seconds to the splash. `work` are
    milliseconds of processor time without the renderer: for a tap, a name, a verdict. `spent` is processor
    time until `start`, in seconds.
    """

    start: float
    memory: int
    tap: float = 0.0
    grab: float = 0.0
    grown: int = 0
    first: float = 0.0
    name: float = 0.0
    work: list[float] = []
    spent: float = 0.0


WINDOWED = "window 5 ms + drawing"
BUT_PIXELS = "{}: the processor's work but for the pixels"


class Weighed(msgspec.Struct, frozen=True):
    """Memory of a process in bytes: at the first match after 1,000 events, at most, and at the last match."""

    warm: int
    most: int
    end: int


def rows() -> list[Row]:
    resumed()
    pairs = [(resumed(), window("bare_window")) for _ in range(RUNS)]
    app, bare = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    start = median(seen.start for seen in app), median(seen.start for seen in bare)
    spent = median(seen.spent for seen in app), median(seen.spent for seen in bare)
    memory = median(seen.memory for seen in app), median(seen.memory for seen in bare)
    tap, grab = median(seen.tap for seen in app), median(seen.grab for seen in app)
    name, grown = median(seen.name for seen in app), median(seen.grown for seen in app)
    first = median(seen.first for seen in app)
    work = zip(*(seen.work for seen in app), strict=True)
    ratio, opened, gained = memory[0] / memory[1], f"{memory[0] / 1e6:.0f} MB", f"{grown / 1e6:.1f} MB"
    frame = f"one frame: {as_text(FRAME)}"
    return [
        compared("process start to the first picture", first, WINDOW, start[1], 1.2),
        compared("process start to a resumed table", start[0], WINDOW, start[1], 1.5),
        compared("process start to a resumed table, of the processor", spent[0], WINDOW, spent[1], 2.0),
        Row(
            "memory with a table open",
            opened,
            f"{WINDOW}: {memory[1] / 1e6:.0f} MB",
            ratio,
            "<= 1.4 x",
            ratio <= 1.4,
        ),
        Row(
            "memory gained over 10,000 events", gained, f"the table open: {opened}", grown / memory[0], "flat"
        ),
        timed("tap to state drawn", tap / 1000, "one frame", FRAME, 0.1),
        *(
            Row(f"simulated grab to {what} drawn", f"{took:.0f} ms", frame, took / 1000 / FRAME, WINDOWED)
            for what, took in (("the name", name), ("verdict", grab))
        ),
        *(
            timed(BUT_PIXELS.format(what), median(took) / 1000, "one frame", FRAME, most / 1000)
            for (what, most), took in zip(WORK.items(), work, strict=True)
        ),
    ]


def resumed() -> Seen:
    """Run the app on a match that has only begun, to play 10,000 more events."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "matches.db"
        prepare(place)
        return window("app_window", str(place))


def prepare(place: Path) -> None:
    """Save a match as if it had been on the table when the process ended."""
    game = game_named("ungle-speed")
    plates = tuple(NamePlate(f"P{n}", "orange", "circle", str(n)) for n in range(PLAYERS))
    header = MatchHeader(MATCH, game.name, plates)
    match = Match.begin(game, Facts(PLAYERS), header, WallTime(0))
    for seat in range(PLAYERS):
        match.submit(TurnCard(Seat(seat)), seen=match.length, at=WallTime(0))
    with Store(place) as store:
        store.keep(StoredMatch(MATCH, game.name, WallTime(0), WallTime(0), False, "", 0), match.rows())
        store.set("open", MATCH)


def window(module: str, *args: str) -> Seen:
    """Run a window process; return its measurements."""
    # Allow byte code to be saved, so that it starts as for a user.
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment = {**inherited, "XDG_CONFIG_HOME": "/nowhere", "BENCH_STARTED": str(time.monotonic_ns())}
    command = [sys.executable, "-m", f"tests.bench.{module}", *args]
    done = subprocess.run(command, env=environment, capture_output=True, check=True)
    return msgspec.json.decode(done.stdout.splitlines()[-1], type=Seen)


def since_start() -> float:
    """Return the seconds since the bench started this process."""
    return (time.monotonic_ns() - int(os.environ["BENCH_STARTED"])) / 1e9


def memory_now() -> int:
    """Return the resident memory of this process, in bytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
