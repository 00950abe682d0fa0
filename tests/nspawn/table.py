"""The table installed in a booted system: its service, its screen through hand.py, and its store."""

import json
import os
import shutil
import socket
import tempfile
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.clock import WallTime
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.model import Facts
from companion.games.ungle_speed.reports import TurnCard
from companion.journal import MatchHeader, NamePlate, StoredRow
from companion.match import Match
from companion.store import Store, StoredMatch
from tests.nspawn.system import Machine, WrongError, expect, wait

SERVICE = "companion.service"
MATCH = "nspawn-match"
OPEN = "open"
"""The setting for the match on the table, as in ui/storage/startup.py, whose import would need Kivy."""
TURNED = 7
"""Cards turned in the match that `lay_match` puts on the table."""

DROP_IN = """
[Service]
# There is no screen: Mesa draws in memory, in one thread, which keeps it from hoarding buffers.
Environment=SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy LP_NUM_THREADS=0
Environment=PYTHONPATH=/lane PYTHONDONTWRITEBYTECODE=1
# What the lane wants to try with the rights of the service, and with no others.
ExecReload=/bin/sh /lane/tried
"""


def a_match() -> Match[Any, Any, Any, Any]:
    """Return an unfinished match."""
    plates = tuple(NamePlate(name, "ivory", "circle", name[0]) for name in ("Ada", "Ben", "Cy"))
    game = UngleSpeed()
    header = MatchHeader(MATCH, game.name, plates)
    match: Match[Any, Any, Any, Any] = Match.begin(game, Facts(players=3), header, WallTime(0))
    for _card in range(TURNED):
        match.submit(TurnCard(match.state.turn), seen=match.length, at=WallTime(0))
    return match


class Look(Struct, frozen=True):
    """What the app shows: its screen's class name, and the match on it with its number of entries."""

    screen: str
    match: str | None = None
    length: int | None = None


class Table:
    """The table's service in a machine, used from outside."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._root = machine.folder
        self.state = self._root / "var" / "lib" / "companion"
        self.store = self.state / "matches.db"

    @staticmethod
    def prepare(root: Path) -> None:
        """Install hand.py and a screen in memory in a system that isn't booted yet."""
        lane = root / "lane"
        lane.mkdir()
        shutil.copy(Path(__file__).with_name("hand.py"), lane / "sitecustomize.py")
        # A system that is thrown away needs no syncing.
        (root / "etc" / "dpkg" / "dpkg.cfg.d" / "lane").write_text("force-unsafe-io\n")
        drop_in = root / "etc" / "systemd" / "system" / f"{SERVICE}.d" / "lane.conf"
        drop_in.parent.mkdir(parents=True)
        drop_in.write_text(DROP_IN)

    # The service.

    def systemctl(self, *command: str) -> str:
        """Run systemctl with a command for the service."""
        return self.machine.run("systemctl", *command, SERVICE)

    def shown(self, name: str) -> str:
        """Return a property of the service."""
        return self.systemctl("show", "--value", f"--property={name}").strip()

    @property
    def process(self) -> str:
        """The service's process id as text, "0" if it isn't running."""
        return self.shown("MainPID")

    def up(self, *, since: str = "0") -> None:
        """Wait until the service is ready, in another process than `since`."""

        def ready() -> bool:
            return self.shown("ActiveState") == "active" and self.process not in ("0", since)

        try:
            wait("the service is ready", ready)
        except WrongError as late:
            raise WrongError(f"{late}; its journal ends with\n{self.last_lines()}") from None

    def kill(self, name: str) -> str:
        """Send the service's process a signal; return its process id."""
        process = self.process
        self.systemctl("kill", "--kill-whom=main", f"--signal=SIG{name}")
        return process

    def last_lines(self, lines: int = 30) -> str:
        """Return the end of the service's journal."""
        return "\n".join(str(line.get("MESSAGE")) for line in self.machine.journal(SERVICE)[-lines:])

    def lines(self, word: str) -> list[float]:
        """Return the times of journal lines about the service that contain a word, in seconds since boot."""
        lines = [line for line in self.machine.journal(SERVICE) if word in str(line.get("MESSAGE"))]
        return [int(line["__MONOTONIC_TIMESTAMP"]) / 1e6 for line in lines]

    def tried(self, script: str) -> str:
        """Run a line of shell with the service's rights; return its output."""
        output = self._root / "var" / "cache" / "companion" / "said"
        text = f"exec >/var/cache/companion/said 2>&1\n{script}\nexit 0\n"
        (self._root / "lane" / "tried").write_text(text)
        self.systemctl("reload")
        return output.read_text()

    # The screen.

    def look(self) -> Look:
        """Return what the app shows."""
        return self._ask("look")

    def press(self, key: str) -> Look:
        """Press a key; return what the app shows in the next frame."""
        return self._ask(f"press {ord(key)}")

    def shows(self, screen: str) -> Look:
        """Wait for a screen; return what it shows."""
        wait(f"{screen} is in front", lambda: self.look().screen == screen)
        return self.look()

    def home(self) -> Look:
        """Go to the home screen, through the first questions if the table is new."""
        wait("its first screen is in front", lambda: self.look().screen in ("LanguagesScreen", "HomeScreen"))
        if self.look().screen == "LanguagesScreen":
            self._ask("tap language en")
            self.shows("CareScreen")
            self._ask("tap next")
            self.shows("TimeScreen")
            self._ask("tap next")
        return self.shows("HomeScreen")

    def _ask(self, question: str) -> Look:
        path = self._root / "var" / "cache" / "companion" / "hand"
        with socket.socket(socket.AF_UNIX) as hand:
            hand.settimeout(60)
            # A relative path, as the absolute one may be too long for a socket.
            hand.connect(os.path.relpath(path))
            hand.sendall(question.encode())
            seen: dict[str, Any] = json.loads(hand.recv(4096))
        return Look(**seen)

    # The store.

    def lay_match(self) -> int:
        """Put an unfinished match on the stopped table; return its number of entries."""
        expect(self.shown("ActiveState") != "active", "the table isn't stopped")
        match = a_match()
        with Store(self.store) as store:
            at = WallTime(0)
            kept = StoredMatch(MATCH, match.header.game, at, at, False, "Ada, Ben, Cy", match.length)
            store.keep(kept, match.rows())
            store.set(OPEN, MATCH)
        owner = self.state.stat()
        for path in self.state.iterdir():
            os.chown(path, owner.st_uid, owner.st_gid)
        return match.length

    def rows(self) -> list[StoredRow]:
        """Return the match's saved rows. Reads a copy, so that no files appear beside the original."""
        with tempfile.TemporaryDirectory() as folder:
            for path in self.state.glob("matches.db*"):
                shutil.copy(path, folder)
            with Store(Path(folder) / "matches.db") as store:
                return store.rows(MATCH)
