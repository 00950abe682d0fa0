"""The courier to a club's desk, as a service set up by docs/club.md in a booted Debian 12.

The broker is real. Scripts stand in for the desk, which only answers, and for the app, which has its real
user and uses its side of the shared folder.
"""

import importlib.util
import platform
import shutil
import sys
from pathlib import Path

import msgspec

from companion.club.outbox import Item
from companion.copies import stored_match
from tests.companion.ended import ended, seated
from tests.nspawn.system import ROOT, CannotRunError, Machine, expect, fresh, step, wait
from tests.phones.program import a_match, picture
from ui.stage.fonts import font_file

SYSTEM = ("systemd", "systemd-sysv", "dbus", "python3", "mosquitto")
UNIT = "companion-courier.service"
PLACES = {
    "companion.sysusers": "etc/sysusers.d/companion.conf",
    "companion.tmpfiles": "etc/tmpfiles.d/companion.conf",
    "courier/companion-courier.sysusers": "etc/sysusers.d/companion-courier.conf",
    "courier/companion-courier.tmpfiles": "etc/tmpfiles.d/companion-courier.conf",
    "courier/companion-courier.service": f"etc/systemd/system/{UNIT}",
}
COURIER = "#!/usr/bin/python3\nimport sys\nsys.path.insert(0, '/opt/companion-club/lib')\n"
BEFORE, AFTER = 3, 2
"""Results that wait when the courier starts, and results added after it was killed."""

DESK = """
import sys
from pathlib import Path
import msgspec
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion
from companion.club.outbox import Ack, encode, read_item
from ui.desk.broker import DESK, GLANCE, HEARD, OUT, DeskFolder
desk = DeskFolder(Path("/var/lib/desk"))
client = Client(CallbackAPIVersion.VERSION2, client_id=DESK)
client.username_pw_set(DESK, desk.now.password)
client.on_connect = lambda *_: client.subscribe([(OUT.format("+"), 1), (GLANCE.format("+"), 0)])
def told(_, __, message):
    table, what = message.topic.split("/")[1:]
    if what == "glance":
        Path("/run/glance").write_bytes(message.payload)
        return
    item = read_item(message.payload)
    if item.n:
        with open("/run/items", "ab") as file:
            file.write(message.payload + b"\\n")
        client.publish(HEARD.format(table), encode(Ack(item.series, item.n)), qos=1)
client.on_message = told
client.connect("127.0.0.1", 1883)
client.loop_forever()
"""
MAKE = """
from pathlib import Path
from ui.desk.broker import DeskFolder, write_join
desk = DeskFolder.make(Path("/var/lib/desk"), "127.0.0.1", 1883, "")
write_join(desk.add("kitchen"), Path("/lane/kitchen.json"))
"""
APP = """
import sys
from pathlib import Path
from uuid import uuid4
import msgspec
from companion.club import outbox
from companion.club.mailbox import Mailbox, read_join
from companion.journal import StoredRow
from companion.store import StoredMatch, Store
mailbox = Mailbox(Path("/var/lib/companion-club"))
with Store(Path("/var/lib/companion/matches.db")) as store:
    if outbox.counter(store) is None:
        mailbox.join(store, read_join(Path("/lane/kitchen.json").read_bytes()), str(uuid4()))
    for path in map(Path("/lane").joinpath, sys.argv[1:]):
        found = msgspec.json.decode(path.read_bytes(), type=tuple[StoredMatch, list[StoredRow]])
        outbox.keep(store, *found)
    mailbox.exchange(store, lambda: str(uuid4()), anyway=True)
    print(outbox.count(store))
"""
SHOW = """
import time
from pathlib import Path
from ui.phones.feed import ClubFeed
feed = ClubFeed(Path("/var/lib/companion-club/feed"))
feed.show("m", Path("/lane/picture").read_bytes)
assert feed.shows("m")
while not Path("/run/glance").exists():
    feed.flush()
    time.sleep(0.1)
"""


def run(figures: dict[str, str]) -> None:
    """Test the unit, adding to `figures`."""
    if platform.machine() != "x86_64" or sys.version_info[:2] != (3, 11):
        raise CannotRunError("Debian 12 has Python 3.11, and what is compiled here is for another one")
    root = fresh("bookworm", "amd64", SYSTEM)
    _lay(root)
    with Machine(root) as machine:
        Night(machine).play(figures)
    shutil.rmtree(root)


def _lay(root: Path) -> None:
    """Install what docs/club.md says, from this checkout, and the stand-ins' scripts and data."""
    for source, target in PLACES.items():
        (root / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "systemd" / source, root / target)
    library, lane = root / "opt/companion-club/lib", root / "lane"
    for name in ("companion", "ui", "msgspec", "click", "paho", "typing_extensions"):
        spec = importlib.util.find_spec(name)
        assert spec is not None
        if spec.submodule_search_locations:
            (found,) = spec.submodule_search_locations
            shutil.copytree(found, library / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif spec.origin:
            shutil.copy(spec.origin, library)
    # Kivy's fonts are needed to measure letters, but nothing of Kivy is imported.
    for path in (font_file(bold=bold) for bold in (False, True)):
        place = library / path.relative_to(path.parents[3])
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, place)
    (library / "kivy/__init__.py").touch()
    courier = root / "opt/companion-club/bin/companion-courier"
    courier.parent.mkdir()
    courier.write_text(f"{COURIER}from ui.desk.courier import main\nmain()\n")
    courier.chmod(0o755)
    lane.mkdir()
    scripts = {"desk.py": DESK, "make.py": MAKE, "app.py": APP, "show.py": SHOW}
    for script, text in scripts.items():
        (lane / script).write_text(text)
    for n in range(BEFORE + AFTER):
        match = seated(ended("sheet"), f"m {n}", (), n)
        (lane / f"match-{n}").write_bytes(msgspec.json.encode((stored_match(match), match.rows())))
    (lane / "picture").write_bytes(picture(a_match()))


class Night:
    """The courier in a running system."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def play(self, figures: dict[str, str]) -> None:
        """Start it, check what it can see, and kill it."""
        run = self._machine.run
        step("starting a broker, and what answers for the desk")
        run("systemctl", "disable", "--quiet", "--now", "mosquitto")
        self._python("make.py")
        run("chown", "-R", "mosquitto", "/var/lib/desk")
        run("chown", "companion", "/lane/kitchen.json")
        run("systemd-run", "--quiet", "--unit=broker", "mosquitto", "-c", "/var/lib/desk/mosquitto.conf")
        run("systemd-run", "--quiet", "--unit=desk", "-p", "Restart=on-failure", *self._script("desk.py"))
        step("joining a club, with results that wait before the courier is there")
        self._app(*range(BEFORE))
        run("systemctl", "enable", "--quiet", "--now", UNIT)
        wait("the desk has all that waited", lambda: self._arrived() == BEFORE)
        wait("the app lets go of it", lambda: self._app() == 0)
        step("showing a match, which the courier draws")
        self._as_app("show.py")
        glance = msgspec.json.decode(run("cat", "/run/glance"))
        expect(glance["board"], "it drew no board")
        self._looks(figures)
        step("killing it")
        before = self._pid()
        run("systemctl", "kill", "--signal=KILL", UNIT)
        self._app(*range(BEFORE, BEFORE + AFTER))
        wait("it is there again", lambda: self._pid() not in ("0", before))
        wait("the desk has what came meanwhile", lambda: self._arrived() == BEFORE + AFTER)
        wait("the app lets go of it", lambda: self._app() == 0)
        step("leaving it alone in the middle of nothing: no broker")
        run("systemctl", "stop", "broker")
        expect(run("systemctl", "is-active", UNIT).strip() == "active", "it ended with the broker")

    def _looks(self, figures: dict[str, str]) -> None:
        """It has its own user, and can't see the app's store."""
        run, pid = self._machine.run, self._pid()
        seen = run("nsenter", f"--target={pid}", "--mount", "ls", "/var/lib/companion", fails=True)
        expect("matches" not in seen, f"it sees the store: {seen}")
        expect("matches.db" in run("ls", "/var/lib/companion"), "there is no store to hide")
        who = run("stat", "--format=%U", f"/proc/{pid}").strip()
        expect(who == "companion-courier", f"it runs as {who}")
        output = run("systemd-analyze", "security", "--no-pager", UNIT, fails=True).strip().splitlines()[-1]
        figures["the courier's exposure"] = output.partition(":")[2].strip()

    def _pid(self) -> str:
        return self._machine.run("systemctl", "show", "--value", "--property=MainPID", UNIT).strip()

    def _arrived(self) -> int:
        """Return how many different results the desk has received."""
        output = self._machine.run("cat", "/run/items", fails=True).splitlines()
        items = [msgspec.json.decode(line, type=Item) for line in output]
        return len({(item.series, item.n) for item in items})

    def _script(self, name: str) -> tuple[str, ...]:
        return "env", "PYTHONPATH=/opt/companion-club/lib", "python3", f"/lane/{name}"

    def _python(self, name: str) -> str:
        return self._machine.run(*self._script(name))

    def _as_app(self, name: str, *arguments: str) -> str:
        """Run a script as the app's user, in the group of the app's service (courier/club.conf)."""
        user = ("--property=User=companion", "--property=SupplementaryGroups=companion-club")
        script = self._script(name)
        return self._machine.run("systemd-run", "--quiet", "--wait", "--pipe", *user, *script, *arguments)

    def _app(self, *matches: int) -> int:
        """Make the app save matches and exchange with the courier; return how many results wait."""
        return int(self._as_app("app.py", *(f"match-{n}" for n in matches)))
