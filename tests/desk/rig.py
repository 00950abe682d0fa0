"""A real broker and a real database in a temporary folder, which can be killed and restarted.

Each program's clock can be set separately if there is a C compiler (clock.c).
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psycopg

UNPRIVILEGED = "nobody"
"""PostgreSQL refuses to run as root, and the broker drops root's rights itself."""
PATIENCE = 30.0


def tool(name: str) -> str | None:
    """Return a program's path; Debian doesn't put PostgreSQL's programs on the PATH."""
    debians = map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    return found or next(debians, None)


def missing() -> str:
    """Return the names of missing programs; empty if all are here."""
    programs = ("mosquitto", "initdb", "postgres", "pg_dump", "pg_restore")
    return ", ".join(name for name in programs if tool(name) is None)


def clocks(folder: Path) -> Path | None:
    """Build the library that gives a program its own clock; None without a C compiler."""
    compiler, library = tool("cc"), folder / "clock.so"
    if compiler is not None:
        source = Path(__file__).with_name("clock.c")
        subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", library, source], check=True)
    return library if compiler is not None else None


def free_port() -> int:
    """Return a port of this machine that is free."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def answers(port: int) -> None:
    """Wait until something listens on a port of this machine."""
    end = time.monotonic() + PATIENCE
    while True:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        if time.monotonic() > end:
            raise TimeoutError(f"nobody listens on {port}")
        time.sleep(0.05)


class Engine:
    """A program that can be killed (-9) with all its children, and started again."""

    def __init__(self, command: list[str], log: Path, *, unprivileged: bool = False) -> None:
        self.command, self.log = command, log
        self.environment = dict(os.environ)
        self.clock: Path | None = None
        self.user = UNPRIVILEGED if unprivileged and os.geteuid() == 0 else None
        self.process: subprocess.Popen[bytes] | None = None
        self.started = 0.0

    def start(self) -> None:
        self.started = time.time()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                user=self.user,
                env=self.environment,
            )

    def with_clock(self, library: Path, file: Path) -> None:
        """Use a separate clock from the next start on, which `set_clock` sets."""
        self.clock = file
        file.write_bytes(bytes(8))
        file.chmod(0o644)
        self.environment |= {"LD_PRELOAD": str(library), "DESK_CLOCK": str(file)}

    def set_clock(self, off: int) -> None:
        """Set the program's clock off by this many seconds."""
        if self.clock is not None:
            with self.clock.open("r+b", buffering=0) as file:
                file.write(off.to_bytes(8, sys.byteorder, signed=True))

    def kill(self) -> None:
        """Kill it and its children at once; PostgreSQL's children have their own sessions."""
        if self.process is None:
            return
        for pid in (*self.children(), self.process.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self.process = None

    def children(self) -> list[int]:
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                if int(stat.read_text().rpartition(")")[2].split()[1]) == (self.process and self.process.pid):
                    found.append(int(stat.parent.name))
        return found

    def pause(self, *, on: bool) -> None:
        """Stop the program, like a cut network, or let it continue."""
        if self.process is not None:
            os.kill(self.process.pid, signal.SIGSTOP if on else signal.SIGCONT)


class Database(Engine):
    """PostgreSQL as Debian installs it, with its commit settings unchanged."""

    def __init__(self, folder: Path) -> None:
        self.data, self.port = folder / "postgres", free_port()
        super().__init__([], folder / "postgres.log", unprivileged=True)
        initdb, postgres = tool("initdb"), tool("postgres")
        assert initdb
        assert postgres
        given(folder)
        subprocess.run(
            [initdb, "-D", str(self.data), "-A", "trust", "-U", "desk", "--no-locale", "-E", "UTF8"],
            check=True, capture_output=True, user=self.user,
        )  # fmt: skip
        self.command = [
            postgres, "-D", str(self.data), "-p", str(self.port), "-c", "listen_addresses=127.0.0.1",
            "-c", f"unix_socket_directories={folder}",
        ]  # fmt: skip

    @property
    def where(self) -> str:
        return f"host=127.0.0.1 port={self.port} user=desk dbname=postgres connect_timeout=2"

    def ready(self) -> None:
        """Wait until it answers."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.where).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)


def given(folder: Path) -> None:
    """Give a folder and everything in it to the unprivileged user, if we are root."""
    if os.geteuid() == 0:
        for path in (folder, *folder.rglob("*")):
            shutil.chown(path, UNPRIVILEGED)


def desk(folder: Path, log: Path) -> "Engine":
    """Return a desk's program."""
    run = "from ui.desk.cli import main; main()"
    return Engine([sys.executable, "-c", run, "--folder", str(folder), "run"], log)


def broker(desk: Path) -> Engine:
    """Return the broker of a desk's folder."""
    mosquitto = tool("mosquitto")
    assert mosquitto
    given(desk)
    return Engine([mosquitto, "-c", str(desk / "mosquitto.conf")], desk / "broker.log", unprivileged=True)
