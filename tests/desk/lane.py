"""The desk lane: a whole evening (`evening.py`), then tables, broker, desk and database are killed.

No result may be lost or doubled.

The control is the same evening with tables that take the broker's confirmation for the desk's: it must lose
something, otherwise these kills prove nothing.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import psycopg
from msgspec import Struct, field

from companion.club.mailbox import Mailbox
from companion.club.outbox import counter
from companion.store import Store
from tests.desk import rig
from tests.desk.rig import Database, Engine, broker, free_port
from ui.desk.broker import DeskFolder
from ui.desk.pages import LONGEST

TABLES_A_PROCESS = 5
DRAIN = 60.0
"""Seconds within which something must arrive after the last kill, until everything has."""
PAUSE = 4.0
"""Seconds for which the network is cut."""
FEW = 20
JUMPS = 0.5
"""How often a clock is set, per kill."""
QUIET = 4.0
"""Seconds of play on the quiet machine afterwards."""
AGE = re.compile(rb'data-age="([^"]*)"')
LONGEST_JUMP = 400 * 86_400
"""Most seconds by which a clock is off."""
MATCH = re.compile(r"<small>([0-9A-F]{8})</small>")


class Evening(Struct):
    """The counts of an evening."""

    made: int = 0
    lost: int = 0
    twice: int = 0
    wrong: list[str] = field(default_factory=list)
    kills: Counter[str] = field(default_factory=Counter)
    clocks: Counter[str] = field(default_factory=Counter)
    """How often each program's clock was set."""
    seconds: float = 0.0
    oldest: float = 0.0
    """The largest age in seconds shown on a page, with clocks set at random."""
    shown: float | None = None
    """Seconds from a table's commit to the wall, on the quiet machine afterwards."""

    def summary(self) -> str:
        kills = ", ".join(f"{what} {count}" for what, count in sorted(self.kills.items()))
        clocks = ", ".join(f"{whose} {count}" for whose, count in sorted(self.clocks.items()))
        return (
            f"{sum(self.kills.values())} kills ({kills}), {self.clocks.total()} clocks set ({clocks}), "
            f"{self.made} items made: {self.lost} lost, {self.twice} there twice ({self.seconds:.0f} s)"
        )


class Club:
    """Everything in one evening, as separate programs."""

    def __init__(self, folder: Path, tables: int, mode: str, between: float) -> None:
        folder.chmod(0o755)
        self.folder, self.desk, self.tables = folder, folder / "desk", folder / "tables"
        self.tables.mkdir()
        (folder / "engines").mkdir()
        self.names = [f"table-{n}" for n in range(tables)]
        self.database = Database(folder / "engines")
        desk = DeskFolder.make(self.desk, "127.0.0.1", free_port(), self.database.where)
        for name in self.names:
            Mailbox(self.tables / f"{name}-join").keep_join(desk.add(name))
            # A table that is slow to start may be killed before its first match.
            (self.tables / f"{name}.made").touch()
        command = [sys.executable, "-m", "tests.desk.tables", str(self.tables), str(between), mode]
        self.engines: dict[str, Sequence[Engine]] = {
            "database": [self.database],
            "broker": [broker(self.desk)],
            "desk": [rig.desk(self.desk, folder / "desk.log")],
            "table": [
                Engine([*command, *self.names[n : n + TABLES_A_PROCESS]], folder / "tables.log")
                for n in range(0, tables, TABLES_A_PROCESS)
            ],
        }

    def with_clocks(self, library: Path) -> None:
        """Give every program its own clock, which can be set."""
        for what, engines in self.engines.items():
            for n, engine in enumerate(engines):
                engine.with_clock(library, self.folder / f"{what}-{n}.clock")

    def ages(self) -> list[float]:
        """Return all ages, in seconds, shown on the pages."""
        pages = [self.desk / "pages" / name for name in ("wall.html", "tables.html")]
        return [float(age) for page in pages if page.exists() for age in AGE.findall(page.read_bytes())]

    def start(self) -> None:
        """Start all programs that aren't running."""
        for engines in self.engines.values():
            for engine in engines:
                if engine.process is None:
                    engine.start()
        self.database.ready()

    def end(self) -> None:
        """Kill all programs."""
        for engines in self.engines.values():
            for engine in engines:
                engine.kill()

    def up(self, what: str, engine: Engine) -> bool:
        """Return whether a program has done anything since its start: killing it sooner proves little."""
        done = [self.desk / "pages" / "tables.html"]
        if what == "table":
            first = TABLES_A_PROCESS * list(self.engines[what]).index(engine)
            done = [self.tables / f"{name}.made" for name in self.names[first : first + TABLES_A_PROCESS]]
        return any(path.exists() and path.stat().st_mtime > engine.started for path in done)

    def waiting(self) -> int:
        """Return how many tables still have something to send."""
        left = 0
        for name in self.names:
            mailbox = Mailbox(self.tables / f"{name}-club")
            with closing(Store(self.tables / f"{name}.db", reading=True)) as store:
                now, ack = counter(store), mailbox.last_ack()
            left += now is None or (now.n > 0 and (ack is None or ack.n < now.n))
        return left


def evening(
    tables: int,
    kills: int,
    seed: int,
    *,
    mode: str = "careful",
    between: float,
    calm: float,
    minutes: float = float("inf"),
) -> Evening:
    """Play; kill `kills` times, about `calm` seconds apart, or for `minutes`; return what arrived."""
    folder = Path(tempfile.mkdtemp(prefix="companion-desk-"))
    chance, found, begun = Random(seed), Evening(), time.monotonic()
    club = Club(folder, tables, mode, between)
    clocks = rig.clocks(folder)
    try:
        if clocks is not None:
            club.with_clocks(clocks)
        club.start()
        time.sleep(3.0)
        while sum(found.kills.values()) < kills and time.monotonic() - begun < 60 * minutes:
            time.sleep(chance.uniform(0.3, 1.7) * calm)
            what = chance.choices(("table", "broker", "desk", "database", "net"), (30, 32, 16, 16, 6))[0]
            engine = chance.choice(club.engines["broker" if what == "net" else what])
            if not club.up(what, engine):
                continue
            found.kills[what] += 1
            if clocks is not None and chance.random() < JUMPS:
                whose = chance.choice(list(club.engines))
                chance.choice(club.engines[whose]).set_clock(chance.randint(-LONGEST_JUMP, LONGEST_JUMP))
                found.clocks[whose] += 1
            _look(club, found, begun)
            if what == "net":
                engine.pause(on=True)
                time.sleep(min(PAUSE, 4 * calm))
                engine.pause(on=False)
                continue
            engine.kill()
            time.sleep(chance.uniform(0, 1) * calm)
            engine.start()
        club.database.ready()
        for engines in club.engines.values():
            for engine in engines:
                engine.set_clock(0)
        (club.tables / "stop").touch()
        end, left = time.monotonic() + DRAIN, tables
        time.sleep(2.0)
        while left and time.monotonic() < end:
            time.sleep(0.5)
            before, left = left, club.waiting()
            end = time.monotonic() + DRAIN if left < before else end
        time.sleep(2.0)
        _look(club, found, begun)
        _count(club, found)
        found.seconds = time.monotonic() - begun
        if mode == "careful":
            print(f"desk lane: {tables} tables, {found.summary()}", flush=True)
            # Hundreds of tables that start at once are no quiet machine.
            found.shown = _shown(club) if tables <= FEW else None
    finally:
        club.end()
        # Keep the folder if something went wrong, to look at it.
        if mode != "careful" or not (found.wrong or found.lost):
            shutil.rmtree(folder, ignore_errors=True)
    return found


def _look(club: Club, found: Evening, begun: float) -> None:
    """Check the pages' ages: none is negative, or more than a day and this evening."""
    ages = club.ages()
    found.oldest = max(found.oldest, *ages, 0.0)
    for age in ages:
        if not 0 <= age <= LONGEST + time.monotonic() - begun:
            found.wrong.append(f"a page said that something is {age} s old")


def _count(club: Club, found: Evening) -> None:
    with psycopg.connect(club.database.where) as db:
        there: dict[str, list[int]] = {}
        for name, n in db.execute("select table_name, n from item order by 1, 2"):
            there.setdefault(name, []).append(n)
        troubles = db.execute("select table_name, what from trouble").fetchall()
    found.wrong += [f"{name}: {what}" for name, what in troubles]
    for log in ("desk.log", "tables.log"):
        if "Traceback" in (club.folder / log).read_text(errors="replace"):
            found.wrong.append(f"an error that nobody foresaw: {club.folder / log}")
    for name in club.names:
        with closing(Store(club.tables / f"{name}.db", reading=True)) as store:
            now = counter(store)
        last = now.n if now is not None else 0
        numbers = [int(line.split()[0]) for line in (club.tables / f"{name}.made").read_text().splitlines()]
        found.made += last
        found.lost += len(set(range(1, last + 1)) - set(there.get(name, ())))
        found.twice += len(there.get(name, ())) - len(set(there.get(name, ())))
        if max(numbers, default=0) > last:
            found.wrong.append(f"{name}: {max(numbers)} was saved, and the table knows {last}")
        if set(there.get(name, ())) - set(range(1, last + 1)):
            found.wrong.append(f"{name}: the desk has numbers that were never given")


def _shown(club: Club) -> float:
    """Return the longest time in seconds from a table's commit to the wall, over some seconds of play."""
    wall, seen, before = club.desk / "pages" / "wall.html", dict[str, float](), _made(club)
    (club.tables / "stop").unlink()
    begun = time.time()
    while time.time() < begun + 2 * QUIET:
        text = wall.read_text()
        for match in MATCH.findall(text):
            seen.setdefault(match, time.time())
        if time.time() > begun + QUIET:
            (club.tables / "stop").touch()
        time.sleep(0.02)
    new = {match: at for match, at in _made(club).items() if match not in before}
    # Between two looks a table may end more matches than the wall shows.
    waits = [seen[match[:8]] - at for match, at in new.items() if match[:8] in seen]
    return max(waits, default=float("inf"))


def _made(club: Club) -> dict[str, float]:
    """Return when each match was last saved, in seconds since 1970."""
    lines = [line for name in club.names for line in (club.tables / f"{name}.made").read_text().splitlines()]
    return {match: int(at) / 1000 for _, at, match in map(str.split, lines)}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--kills", type=int, default=16)
    parser.add_argument("--calm", type=float, default=0.7, help="seconds between two kills, about")
    parser.add_argument("--between", type=float, default=0.5, help="seconds between two matches of a table")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="of killing, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--long", action="store_true", help="200 tables and 1,000 kills")
    asked = parser.parse_args(arguments)
    if asked.long:
        asked.tables, asked.kills, asked.between, asked.calm = 200, 1000, 20.0, 0.45
    lacking = rig.missing()
    if lacking:
        print(f"desk lane skipped: {lacking} missing (apt install mosquitto postgresql)")
        return 77
    if rig.tool("cc") is None:
        print("desk lane: clocks skipped: no C compiler here (apt install gcc libc6-dev)")
    wrong = []
    night = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "tests/desk/evening.py"]
    if subprocess.run(night, check=False).returncode:
        wrong.append("an evening as it is played went wrong")
    found = evening(
        asked.tables, asked.kills, asked.seed, between=asked.between, calm=asked.calm, minutes=asked.minutes
    )
    wrong += found.wrong
    if found.shown is not None and found.shown > 2.0:
        wrong.append("a result took longer than two seconds to the wall")
    if found.lost or found.twice:
        wrong.append(f"a result was lost or is there twice; seed {asked.seed}")
    if found.shown is not None:
        print(f"desk lane: on the quiet machine at most {found.shown:.2f} s from a commit to the wall")
    kills = min(asked.kills, 60)
    control = evening(
        min(asked.tables, 10),
        kills,
        asked.seed,
        mode="trusting",
        minutes=asked.minutes,
        between=min(asked.between, 0.5),
        calm=asked.calm,
    )
    print(
        f"desk lane: control that takes the broker's word: {control.lost} of {control.made} lost "
        f"in {kills} kills ({control.seconds:.0f} s)"
    )
    if not control.lost:
        wrong.append("the control lost nothing: these kills prove nothing")
    print("\n".join(f"desk lane: WRONG: {what}" for what in wrong) or "desk lane: all as it should be")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
