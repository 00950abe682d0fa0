"""Measures what many simulated tables cost one desk: broker, database, desk and messages are real.

    python -m tests.desk.many --tables 2000 --seconds 60

Three stretches of that length: tables that only say that they are there; tables that send results, until all
have arrived; tables that show a match. The cost of a result or a picture is what its stretch took beyond the
first one.
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any
from uuid import uuid4

import msgspec
import psycopg
from msgspec import Struct, field
from msgspec.structs import replace
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.book.bgstats import play_id
from companion.club import outbox
from companion.club.outbox import Ack, Item, encode, read_ack
from companion.copies import stored_match
from tests.companion.ended import ended, seated
from tests.companion.test_people import ADA, BOB
from tests.desk import rig
from tests.desk.rig import Engine
from tests.phones.program import a_match, picture
from ui.desk import broker
from ui.desk.broker import GLANCE, HEARD, OUT, DeskFolder
from ui.desk.courier import Sending
from ui.desk.glance import Watch

TABLES_A_PROCESS = 250
STRETCHES = ("silent", "results", "shown")
A_SECOND = {"silent": 0.0, "results": 50.0, "shown": 50.0}
"""Results, or pictures, per second of all tables together."""
STEP = 0.1
PATIENCE = 900.0
"""Seconds until all tables have been heard of, on a busy machine."""
TICKS = os.sysconf("SC_CLK_TCK")
PLATES = (ADA.plate, BOB.plate)


class Did(Struct):
    """What a process's tables did in each stretch, and each result's time until the desk confirmed it."""

    events: dict[str, int] = field(default_factory=dict)
    took: list[float] = field(default_factory=list)


class Table:
    """A table without a store: its connection, and the items that wait to be sent."""

    def __init__(self, name: str, password: str, port: int) -> None:
        self.name, self.series, self.n = name, str(uuid4()), 0
        self.sending, self.items, self.made = Sending(), [Item(self.series, 0)], dict[int, float]()
        self.acks: list[Ack] = []
        self.client = client = Client(CallbackAPIVersion.VERSION2, client_id=name)
        client.username_pw_set(name, password)
        client.on_connect, client.on_message = self._on_connect, self._on_message
        client.connect_async("127.0.0.1", port, keepalive=60)
        client.loop_start()

    def _on_connect(self, *_: Any) -> None:
        self.client.subscribe(HEARD.format(self.name), 1)

    def _on_message(self, _: Any, __: Any, message: Any) -> None:
        ack = read_ack(message.payload)
        if ack is not None:
            self.acks.append(ack)

    def ends(self, about: Any) -> None:
        """Queue a match that has ended for the desk."""
        self.n += 1
        self.made[self.n] = time.monotonic()
        about = replace(about, id=play_id(f"{self.name} {self.n}"))
        self.items.append(Item(self.series, self.n, about, over=True))

    def step(self, did: Did) -> None:
        now = time.monotonic()
        while self.acks:
            ack = self.acks.pop()
            if self.sending.hear(ack, now):
                did.took += [now - self.made.pop(n) for n in list(self.made) if n <= ack.n]
                later = [item for item in self.items if item.n > ack.n]
                self.items = [Item(self.series, 0, first=ack.n + 1), *later]
        if self.client.is_connected():
            for item in self.sending.due(self.items, now):
                self.client.publish(OUT.format(self.name), encode(item), qos=1)


def tables(folder: Path, port: int, all_of_them: int, names: list[str]) -> None:
    """Run the tables of one process until the stretch is called `stop`."""
    match = seated(ended("sheet"), "m", PLATES)
    about, did, chance = outbox._public(match.rows(), stored_match(match)), Did(), Random(names[0])
    with closing(Watch(folder / f"{names[0]}.feed")) as watch:
        shows = [watch.glance(picture(a_match(), text)) for text in ("one", "two")]
        shows += [watch.glance(picture(a_match("cryptid", 3), text)) for text in ("one", "two")]
    boards = [msgspec.json.encode(shown) for shown in shows]
    here = [Table(name, name, port) for name in names]
    stretch, events = "silent", Counter[str]()
    while stretch != "stop":
        begun = time.monotonic()
        with suppress(OSError):
            stretch = (folder / "stretch").read_text() or stretch
        often = A_SECOND.get(stretch, 0.0) * STEP / all_of_them
        for table in here:
            if chance.random() < often:
                events[stretch] += 1
                if stretch == "results":
                    table.ends(about)
                else:
                    table.client.publish(GLANCE.format(table.name), chance.choice(boards))
            table.step(did)
        (folder / f"{names[0]}.made").write_text(str(events["results"]))
        time.sleep(max(0.0, STEP - time.monotonic() + begun))
    did.events = dict(events)
    (folder / f"{names[0]}.did").write_bytes(msgspec.json.encode(did))


def processor(engine: Engine) -> float:
    """Return the processor seconds used by a program and everything it started."""
    assert engine.process
    found = 0.0
    for pid in (engine.process.pid, *engine.children()):
        with suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            # A program's ended children count towards it.
            found += sum(int(one) for one in fields[11:15]) / TICKS
    return found


def memory(engine: Engine) -> float:
    """Return the MB held by a program and everything it started; shared memory counts once."""
    assert engine.process
    found = 0
    for pid in (engine.process.pid, *engine.children()):
        with suppress(OSError):
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            found += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return found / 1024


def measure(count: int, seconds: float) -> None:
    """Run all of it and print the results."""
    folder = Path(tempfile.mkdtemp(prefix="companion-many-"))
    folder.chmod(0o755)
    (folder / "engines").mkdir()
    names = [f"table-{n}" for n in range(count)]
    database = rig.Database(folder / "engines")
    desk = DeskFolder.make(folder / "desk", "127.0.0.1", rig.free_port(), database.where)
    broker._save(desk.path, replace(desk.now, tables={name: broker._hash(name) for name in names}))
    engines = {
        "database": database,
        "broker": rig.broker(desk.path),
        "desk": rig.desk(desk.path, folder / "desk.log"),
    }
    (folder / "stretch").write_text("silent")
    jobs: list[subprocess.Popen[bytes]] = []
    try:
        for engine in engines.values():
            engine.start()
        database.ready()
        rig.answers(desk.now.port)
        for n in range(0, count, TABLES_A_PROCESS):
            own = names[n : n + TABLES_A_PROCESS]
            command = [sys.executable, "-m", "tests.desk.many", "--folder", str(folder)]
            jobs.append(subprocess.Popen([*command, "--port", str(desk.now.port), *own, f"--tables={count}"]))
        _all_there(database.where, count)
        figures, lasted = dict[str, dict[str, float]](), dict[str, float]()
        for stretch in STRETCHES:
            (folder / "stretch").write_text(stretch)
            before, begun = {what: processor(one) for what, one in engines.items()}, time.monotonic()
            time.sleep(seconds)
            (folder / "stretch").write_text("silent")
            _arrived(folder, database.where)
            took = time.monotonic() - begun
            figures[stretch] = {what: processor(one) - before[what] for what, one in engines.items()}
            lasted[stretch] = took
            held = ", ".join(f"{what} {memory(one):.0f} MB" for what, one in engines.items())
            cores = ", ".join(f"{what} {100 * cpu / took:.1f} %" for what, cpu in figures[stretch].items())
            print(f"many: {stretch}: of a core {cores}; memory {held}", flush=True)
        (folder / "stretch").write_text("stop")
        for worker in jobs:
            worker.wait(120)
        _report(folder, database.where, figures, lasted)
    finally:
        for worker in jobs:
            worker.kill()
        for engine in engines.values():
            engine.kill()
        shutil.rmtree(folder, ignore_errors=True)


def _all_there(where: str, count: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        time.sleep(1)
        with suppress(psycopg.Error), psycopg.connect(where) as db:
            if db.execute("select count(*) from seen").fetchone() == (count,):
                # The work that the start causes is soon done.
                time.sleep(10)
                return
    raise TimeoutError("not all tables were heard of")


def _arrived(folder: Path, where: str) -> None:
    """Wait until every result that was made has arrived."""
    end = time.monotonic() + PATIENCE
    time.sleep(2 * STEP)
    while time.monotonic() < end:
        made = sum(int(path.read_text() or "0") for path in folder.glob("*.made"))
        with psycopg.connect(where) as db:
            if db.execute("select count(*) from item").fetchone() == (made,):
                return
        time.sleep(0.5)
    raise TimeoutError("not all results arrived")


def _report(folder: Path, where: str, figures: dict[str, dict[str, float]], lasted: dict[str, float]) -> None:
    did = [msgspec.json.decode(path.read_bytes(), type=Did) for path in folder.glob("*.did")]
    events = sum((Counter(one.events) for one in did), Counter[str]())
    for stretch in STRETCHES[1:]:
        share = lasted[stretch] / lasted["silent"]
        more = {what: cpu - share * figures["silent"][what] for what, cpu in figures[stretch].items()}
        costs = ", ".join(f"{what} {1000 * cpu / events[stretch]:.2f} ms" for what, cpu in more.items())
        print(f"many: {events[stretch]} {stretch}: of a processor, each: {costs}")
    took = [wait for one in did for wait in one.took]
    with psycopg.connect(where) as db:
        rows = db.execute("select count(*), pg_total_relation_size('item') from item").fetchall()
    ((items, size),) = rows
    late = f"median {median(took):.2f} s, p99 {quantiles(took, n=100)[98]:.2f} s"
    print(f"many: {len(took)} of {events['results']} results confirmed, {items} there; {late}")
    print(f"many: {size / items:.0f} bytes each on the disk")


def main() -> None:
    """Measure, or run some of the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--port", type=int)
    parser.add_argument("names", nargs="*")
    asked = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if asked.folder is not None:
        tables(asked.folder, asked.port, asked.tables, asked.names)
    else:
        measure(asked.tables, asked.seconds)


if __name__ == "__main__":
    main()
