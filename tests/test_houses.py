"""Three houses, one direction: what each may import, and what the pure one may not use.

The rules are those of the drawing in docs/architecture.md; for each one a test shows that it catches a
breach.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HOUSES = ("companion", "hardware", "ui")
OURS = frozenset({*HOUSES, "tests"})

# Third parties by house: the list is closed, so a new dependency has to be argued for here too.
GUESTS = {
    "companion": frozenset({"msgspec", "openskill"}),
    "hardware": frozenset({"gpiod", "gpiozero", "littlefs", "msgspec", "serial"}),
    "ui": frozenset({"click", "kivy", "msgspec", "polib", "segno"}),
}

# The tests that every game must pass are shipped; they need these, and the app never imports them.
TESTERS = frozenset({"hypothesis", "pytest"})

# Used by the desk and the courier, separate programs that the app never imports.
NETWORKERS = frozenset({"paho", "psycopg"})
# The same for the program that serves phones.
SERVERS = frozenset({"microdot"})
SERVER = Path("ui/phones/server.py")

# Randomness, threads, other programs, the network: in the rules they would make replays differ from matches.
CHANCE = frozenset({"random", "secrets", "uuid"})
CONCURRENCY = frozenset(
    {"_thread", "asyncio", "concurrent", "multiprocessing", "queue", "signal", "threading"}
)
OUTSIDE = frozenset({"http", "select", "selectors", "socket", "socketserver", "ssl", "subprocess", "urllib"})
IMPURE = CHANCE | CONCURRENCY | OUTSIDE
CLOCK_CALLS = frozenset({"datetime.datetime", "datetime.date"})
CLOCK_METHODS = frozenset({"now", "today", "utcnow"})

# Only one module decodes into types, under a lock; these are msgspec's decoders.
DECODING = Path("companion/decoding.py")
DECODERS = frozenset({"msgspec.json.Decoder", "msgspec.msgpack.Decoder", "msgspec.convert"})
DECODES = frozenset({"msgspec.json.decode", "msgspec.msgpack.decode", "msgspec.toml.decode"})
FOR_WIRES = ("companion.clock", "companion.chance", "companion.decoding")

# Each opens a window at import, or imports one that does; without a display the program would end there.
KIVY_UIX = ("codeinput", "colorpicker", "filechooser", "settings", "textinput")
WINDOW_OPENERS = frozenset(("kivy.core.window", *(f"kivy.uix.{name}" for name in KIVY_UIX)))
# Modules imported only when a window is open or about to be.
WINDOWED = {Path(f"ui/main/{name}.py") for name in ("hands", "kivy_app", "kivy_appliance", "splash")}


# The packages of ui/ from the ground up: each imports only from those before it.
FLOORS = (
    *("language", "appliance", "stage", "table", "widgets", "parts", "sound", "games", "phones", "dialogs"),
    *("storage", "records", "wiring", "console", "screens", "main", "contract", "cli", "desk"),
)

# Subclasses of these lay out their own parts, or draw by themselves.
WIDGETS = ("ui.widgets.", "ui.stage.stage.", "ui.stage.kivy_types.Widget", "kivy.uix.")

# gpiozero's pin factory can be used on its own: besides its own modules it imports these, and no rules.
FACTORY = frozenset(f"hardware.pins.{name}" for name in ("chip", "claim", "factory", "pin"))
FACTORY_OURS = frozenset({"companion.clock", "hardware.errors", "hardware.loop", "hardware.machine"})
FACTORY_USES = FACTORY_OURS | {"gpiod", "gpiozero"}


def floor(module: str) -> int:
    """Return the floor of a ui/ module, counted from the ground; -1 if it is on none."""
    name = module.split(".")[1] if module.startswith("ui.") else ""
    return FLOORS.index(name) if name in FLOORS else -1


@dataclass(frozen=True)
class Import:
    """One imported module, absolute and dotted, with the names taken from it as further modules."""

    module: str
    line: int
    at_top: bool

    @property
    def top(self) -> str:
        """Return the name of the outermost package."""
        return self.module.split(".")[0]

    def within(self, *packages: str) -> bool:
        """Return whether this is one of the packages, or inside one."""
        return any(self.module == package or self.module.startswith(package + ".") for package in packages)


def imports_of(path: Path, tree: ast.Module) -> Iterator[Import]:
    """Yield every import of a file, including those inside functions and under TYPE_CHECKING.

    `from a import b` yields both `a` and `a.b`, as b may be a module.
    """
    nodes = [*ast.walk(tree)]
    inside_functions: set[int] = set()
    for function in nodes:
        is_function = isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        if is_function and id(function) not in inside_functions:
            inside_functions |= {id(node) for node in ast.walk(function)}
    package = path.parent.parts
    for node in nodes:
        at_top = id(node) not in inside_functions
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno, at_top)
        elif isinstance(node, ast.ImportFrom):
            parents = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*parents, *([node.module] if node.module else [])])
            yield Import(base, node.lineno, at_top)
            for alias in node.names:
                yield Import(f"{base}.{alias.name}", node.lineno, at_top)


def dotted(node: ast.expr, aliases: dict[str, str]) -> str:
    """Return the full dotted name of an expression, as far as the file's imports show it, or ''."""
    if isinstance(node, ast.Name):
        return aliases.get(node.id, node.id)
    if isinstance(node, ast.Attribute):
        base = dotted(node.value, aliases)
        return f"{base}.{node.attr}" if base else ""
    return ""


def aliases_of(nodes: Sequence[ast.AST]) -> dict[str, str]:
    """Return the dotted name behind each imported local name."""
    names: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.asname: alias.name for alias in node.names if alias.asname}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    return names


def breaches(path: Path, source: str) -> list[str]:
    """Return a file's breaches of the houses' rules, one sentence each; `path` is relative to the root."""
    tree = ast.parse(source, str(path))
    nodes = [*ast.walk(tree)]
    house = path.parts[0]
    found: list[str] = []

    def breach(line: int, what: str) -> None:
        found.append(f"{path}:{line}: {what}")

    for imported in imports_of(path, tree):
        line, module, top = imported.line, imported.module, imported.top
        inside = imported.within(house)
        standard = top in sys.stdlib_module_names
        tester = path.parts[:2] == ("ui", "contract") and top in TESTERS
        at_desk = path.parts[:2] == ("ui", "desk")
        networker = (at_desk and top in NETWORKERS) or (path == SERVER and top in SERVERS)
        guest = top in GUESTS[house] or tester or networker
        if not inside and not standard and top not in OURS and not guest:
            breach(line, f"{house}/ doesn't use {top}")

        if house == "companion":
            # The rules know nothing of hardware and screens.
            if top in OURS and not inside:
                breach(line, f"companion/ imports nothing else of ours: {module}")
            # No randomness, no threads, no network: time and dice come in as facts.
            if top in IMPURE and not (path == DECODING and top == "threading"):
                breach(line, f"the rules are pure: no {module}")
            # One module reads clocks.
            if top == "time" and path != Path("companion/clock.py"):
                breach(line, "only companion/clock.py reads a clock")
            # One module uses the database.
            if top == "sqlite3" and path != Path("companion/store.py"):
                breach(line, "only companion/store.py opens a database")

        # A ui/ package imports only from the floors below; and nobody needs pytest to play.
        if house == "ui" and floor(imported.module) > floor(".".join(path.with_suffix("").parts)) > -1:
            breach(imported.line, f"{imported.module} stands above it: {', '.join(FLOORS)}")
        if imported.within("ui.contract") and path.parts[:2] != ("ui", "contract"):
            breach(line, "only pytest imports ui.contract")

        # Networked code is no part of the app.
        if imported.within("ui.desk") and not at_desk:
            breach(line, "only the desk's own programs import ui.desk")
        if at_desk and top == "kivy":
            breach(line, "a desk has no window")
        if imported.within("ui.phones.server"):
            breach(line, "ui.phones.server is a program of its own")
        if path.parts[:2] == ("ui", "phones") and top == "kivy":
            breach(line, "what phones see is drawn without Kivy")

        # Hardware knows the clock's types, how sure a count is, and how structs are decoded.
        beyond = top in OURS and not inside and module != "companion"
        if house == "hardware" and beyond and not imported.within(*FOR_WIRES):
            breach(line, f"hardware/ imports {', '.join(FOR_WIRES)} and nothing else of ours: {module}")

        # The pin factory could be its own package.
        module_of_path = ".".join(path.with_suffix("").parts)
        if module_of_path in FACTORY and not standard and not imported.within(*FACTORY, *FACTORY_USES):
            breach(line, f"the pin factory is to be had by itself: no {module}")

        if house == "ui":
            if top == "tests":
                breach(line, "ui/ doesn't use the tests")
            # Screens and hardware meet in one file.
            if top == "hardware" and path != Path("ui/wiring.py"):
                breach(line, f"only ui/wiring.py imports hardware: {module}")
            # A presenter is pure: it can be tested without a window.
            if top == "kivy" and path.name == "presenter.py":
                breach(line, "a presenter doesn't know Kivy")

        if imported.at_top and imported.within(*WINDOW_OPENERS) and path not in WINDOWED:
            breach(line, f"{module} opens a window at import: import it where it is used")

    aliases = aliases_of(nodes)
    for node in nodes:
        if isinstance(node, ast.ClassDef) and path.parts[:2] == ("ui", "games"):
            # A game describes what it shows as values: its screens are parts, its table is a scene.
            for kind in node.bases:
                widget = dotted(kind, aliases)
                if widget.startswith(WIDGETS):
                    breach(node.lineno, f"a game has no widget of its own: {widget}")
        if not isinstance(node, ast.Call):
            continue
        called = dotted(node.func, aliases)
        # Two threads that both decode into a struct for the first time, at once, would crash the process.
        typed = any(word.arg == "type" for word in node.keywords)
        reads = called in DECODERS or (called in DECODES and typed)
        if reads and path != DECODING:
            breach(node.lineno, f"only companion/decoding.py reads into a type: {called}")
        # An import by a name put together at run time can't be checked here. One module loads other people's
        # games, which no file of ours can name.
        brings = path == Path("ui/games/packages.py") and called == "importlib.import_module"
        if not brings and called in {"__import__", "importlib.import_module", "importlib.__import__"}:
            breach(node.lineno, f"imports are written as imports: {called}")
        if house == "ui":
            continue
        # Text for people is written in ui/.
        if called == "print":
            breach(node.lineno, f"{house}/ prints nothing")
        base, _, method = called.rpartition(".")
        if base in CLOCK_CALLS and method in CLOCK_METHODS and house == "companion":
            breach(node.lineno, f"only companion/clock.py reads a clock: {called}")
        if called in {"os.urandom", "os.getrandom"} and house == "companion":
            breach(node.lineno, f"the rules are pure: no {called}")
    return sorted(set(found))


def files_of(house: str) -> list[Path]:
    """Return a house's Python files, relative to the root, without firmware: that runs on another machine."""
    return [
        path.relative_to(ROOT)
        for path in sorted((ROOT / house).rglob("*.py"))
        if "firmware" not in path.parts and "__pycache__" not in path.parts
    ]


@pytest.mark.parametrize("house", HOUSES)
def test_each_house_keeps_to_its_own(house: str) -> None:
    files = files_of(house)
    assert files, f"no files in {house}/: this test would prove nothing"
    found = [what for path in files for what in breaches(path, (ROOT / path).read_text())]
    assert not found, "\n".join(found)


def test_the_pin_factory_brings_neither_faces_nor_records() -> None:
    script = "import sys, hardware.pins.factory\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert not {name for name in loaded if name.split(".")[0] in ("kivy", "msgspec", "ui")}
    ours = {name for name in loaded if name.split(".")[0] in HOUSES and "." in name}
    assert ours == FACTORY | FACTORY_OURS | {"hardware.pins"}


def test_a_game_is_imported_only_when_it_is_asked_for() -> None:
    script = "import sys; from ui.games.registry import FACES\nfor game in '', 'tracktic':\n    "
    script += "game and FACES[game]()\n    print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    games = {f"companion.games.{path.parent.name}" for path in (ROOT / "companion/games").glob("*/game.py")}
    came = [games & {*loaded.split()} for loaded in done.stdout.splitlines()]
    assert came == [set(), {"companion.games.tracktic"}]


def test_the_app_and_its_commands_bring_nothing_that_speaks_to_a_net() -> None:
    """Not even indirectly: this checks the modules loaded at a start and for the club's screen."""
    script = "import sys, ui.cli, ui.main.app, ui.console.club, ui.storage.saver, ui.games.registry\n"
    script += "for game in ui.games.registry.OURS.values():\n    game()\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert "ui" in loaded
    assert not loaded & (NETWORKERS | SERVERS)
    assert not {"ui.desk", "ui.phones.server"} & {*done.stdout.split()}


def test_the_window_for_phones_brings_neither_kivy_nor_wires_nor_a_store() -> None:
    script = (
        "import sys, ui.phones.server\nfrom tests.phones.program import a_match, packet\n"
        "from ui.phones.glance import PageKind, PhonePages\nfrom ui.games.registry import FACES\n"
        "for game in FACES:\n    glance = PhonePages()\n"
        "    glance.take(packet(a_match(game, 2 if game == 'speed-mode' else 3)))\n"
        "    assert glance.event(PageKind(), 0)\n"
        "print(*sys.modules)"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert "microdot" in loaded
    assert not loaded & {"kivy", "hardware", "paho"}
    assert "ui.storage.saver" not in done.stdout.split()


SCRIPTED = re.compile(r"^from ((?:companion|hardware|ui)[\w.]*) import ([\w, ]+)$", re.MULTILINE)
"""An import in a script that a test hands to another process, or to another machine."""


def test_scripts_in_strings_import_what_there_is() -> None:
    """No type checker reads them, and most are only run by lanes."""
    missing = []
    for path in sorted({*(ROOT / "tests").rglob("*.py")} - {Path(__file__).resolve()}):
        nodes = ast.walk(ast.parse(path.read_text()))
        texts = [
            node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
        for module, names in SCRIPTED.findall("\n".join(texts)):
            place = ROOT.joinpath(*module.split("."))
            sources = [
                source for source in (place.with_suffix(".py"), place / "__init__.py") if source.exists()
            ]
            known = {word for source in sources for word in re.findall(r"\w+", source.read_text())}
            known |= {each.stem for each in place.glob("*")}
            missing += [
                f"{path}: {module}.{name}" for name in names.split(", ") if name.split()[0] not in known
            ]
    assert missing == []


def test_everything_in_ui_stands_on_a_floor() -> None:
    there = {path.stem for path in (ROOT / "ui").iterdir() if path.suffix == ".py" or [*path.glob("*.py")]}
    assert there - {"__init__"} == set(FLOORS)
    assert len(FLOORS) <= 20


@pytest.mark.parametrize(
    ("path", "source", "expected"),
    [
        ("ui/stage/scene.py", "from ui.screens import table", "ui.screens stands above it"),
        ("ui/table/session.py", "def f():\n    from ui.games import face", "ui.games stands above it"),
        ("ui/wiring.py", "import ui.main.frame", "ui.main.frame stands above it"),
        ("companion/match.py", "import ui.language.words", "nothing else of ours: ui.language.words"),
        ("companion/match.py", "from hardware import errors", "nothing else of ours: hardware.errors"),
        ("companion/match.py", "import kivy", "doesn't use kivy"),
        ("companion/games/go/rules.py", "def f():\n    from kivy.app import App", "doesn't use kivy"),
        ("companion/match.py", "import click", "doesn't use click"),
        ("companion/match.py", "import tests.samples", "nothing else of ours: tests.samples"),
        ("companion/match.py", "import threading", "pure: no threading"),
        ("companion/match.py", "import socket", "pure: no socket"),
        ("companion/decoding.py", "import socket", "pure: no socket"),
        (
            "companion/match.py",
            "import msgspec\nmsgspec.json.Decoder(int)",
            "only companion/decoding.py reads",
        ),
        (
            "ui/cli.py",
            "from msgspec import msgpack as m\nm.decode(b'', type=int)",
            "companion/decoding.py reads",
        ),
        ("hardware/pads/remote.py", "from msgspec import convert\nconvert(1, int)", "decoding.py reads"),
        ("companion/match.py", "from random import Random", "pure: no random"),
        ("companion/match.py", "from os import urandom\nurandom(4)", "pure: no os.urandom"),
        ("companion/match.py", "import time", "only companion/clock.py reads a clock"),
        ("companion/match.py", "from time import monotonic_ns as m", "only companion/clock.py reads a clock"),
        ("companion/match.py", "from datetime import datetime as D\nD.now()", "reads a clock"),
        ("companion/match.py", "import datetime\ndatetime.date.today()", "reads a clock"),
        ("companion/match.py", "import datetime as d\nd.datetime.utcnow()", "reads a clock"),
        ("companion/games/clock.py", "import time", "only companion/clock.py reads a clock"),
        ("companion/journal.py", "import sqlite3", "only companion/store.py opens a database"),
        ("companion/match.py", "print('hello')", "companion/ prints nothing"),
        ("companion/match.py", "import importlib\nimportlib.import_module('ui')", "written as imports"),
        ("companion/match.py", "__import__('ui')", "written as imports"),
        ("ui/games/registry.py", "import importlib\nimportlib.import_module('x')", "written as imports"),
        ("companion/games/go/rules.py", "from ....ui import words", "else of ours: ui"),
        ("hardware/pads/grab_pad.py", "from companion.match import Match", "ours: companion.match"),
        ("hardware/pads/base.py", "from companion import journal", "nothing else of ours: companion.journal"),
        ("hardware/pads/grab_pad.py", "from ui import words", "nothing else of ours: ui"),
        ("hardware/pads/grab_pad.py", "import kivy.clock", "doesn't use kivy"),
        ("hardware/pads/grab_pad.py", "print('hello')", "hardware/ prints nothing"),
        ("hardware/pins/pin.py", "from hardware.grab import contacts", "by itself: no hardware.grab"),
        ("hardware/pins/chip.py", "from msgspec import Struct", "by itself: no msgspec"),
        (
            "hardware/pins/claim.py",
            "from hardware.pins.bank import GpioBank",
            "itself: no hardware.pins.bank",
        ),
        (
            "ui/screens/table.py",
            "from hardware.pads.base import PadBase",
            "only ui/wiring.py imports hardware",
        ),
        ("ui/games/wiring.py", "import hardware", "only ui/wiring.py imports hardware"),
        ("ui/cli.py", "import pytest", "doesn't use pytest"),
        ("ui/contract.py", "import pytest", "doesn't use pytest"),
        ("ui/cli.py", "def f():\n    from ui.contract.walk import Case", "only pytest imports ui.contract"),
        ("ui/screens/table.py", "import requests", "doesn't use requests"),
        ("ui/screens/sticks.py", "import paho.mqtt.client", "doesn't use paho"),
        ("companion/club/outbox.py", "import psycopg", "doesn't use psycopg"),
        ("ui/cli.py", "def f():\n    from ui.desk.courier import main", "only the desk's own programs"),
        ("ui/desk/pages.py", "from kivy.app import App", "a desk has no window"),
        ("ui/screens/table.py", "from ui.phones.server import Window", "is a program of its own"),
        ("ui/phones/feed.py", "import microdot", "doesn't use microdot"),
        ("ui/phones/glance.py", "from kivy.app import App", "is drawn without Kivy"),
        ("ui/screens/table.py", "from tests import samples", "doesn't use the tests"),
        ("ui/screens/table.py", "from kivy.uix.textinput import TextInput", "opens a window at import"),
        ("ui/screens/table.py", "import kivy.uix.settings", "opens a window at import"),
        ("ui/main/frame.py", "from kivy.core.window import Window", "opens a window at import"),
        ("ui/screens/table.py", "if True:\n    from kivy.uix import filechooser", "opens a window at import"),
        ("ui/games/go/presenter.py", "from kivy.metrics import dp", "a presenter doesn't know Kivy"),
        (
            "ui/games/go/setup.py",
            "from ui.widgets.layout import Face\nclass Setup(Face): ...",
            "no widget of its own: ui.widgets.layout.Face",
        ),
        (
            "ui/games/go/table.py",
            "from ui.stage import stage\nclass Go(stage.Stage): ...",
            "no widget of its",
        ),
    ],
)
def test_every_rule_catches_its_breach(path: str, source: str, expected: str) -> None:
    assert expected in "\n".join(breaches(Path(path), source))


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("companion/clock.py", "import time"),
        ("companion/store.py", "import sqlite3"),
        ("companion/decoding.py", "import msgspec\nfrom threading import Lock\nmsgspec.json.Decoder(int)"),
        ("ui/console/referee.py", "import msgspec\nmsgspec.json.decode('1')"),
        ("hardware/pads/remote.py", "from companion.decoding import msgpack_decoder"),
        (
            "companion/games/go/rules.py",
            "import msgspec\nfrom companion import game\nfrom .model import State",
        ),
        ("companion/match.py", "from datetime import UTC, datetime\ndatetime.fromtimestamp(0, UTC)"),
        ("companion/match.py", "def f(clock):\n    return clock.now()"),
        ("hardware/pads/base.py", "import time\nimport threading\nimport gpiozero\nfrom . import contacts"),
        ("hardware/pads/grab_pad.py", "from companion.clock import Instant\nfrom companion import clock"),
        ("hardware/lab/answer.py", "from companion.chance import sign_test"),
        ("hardware/pins/pin.py", "from gpiozero.pins import PinInfo\nfrom hardware.pins.claim import Claim"),
        ("ui/games/packages.py", "from importlib import import_module\nimport_module('x')"),
        ("ui/contract/walk.py", "import hypothesis\nimport ui.contract.plugin"),
        ("ui/desk/courier.py", "import paho.mqtt.client\nfrom ui.desk import broker"),
        ("ui/phones/server.py", "import microdot\nfrom ui.phones import glance"),
        ("ui/wiring.py", "import companion.match\nimport hardware.pads.grab_pad\nimport kivy"),
        ("ui/cli.py", "import click\nprint('hello')"),
        ("ui/screens/table.py", "def f():\n    from kivy.uix.textinput import TextInput"),
        ("ui/main/splash.py", "from kivy.core.window import Window"),
        ("ui/games/go/setup.py", "from ui.parts.shown import PartScreen\nclass Setup(PartScreen): ..."),
    ],
)
def test_what_is_allowed_is_no_breach(path: str, source: str) -> None:
    assert breaches(Path(path), source) == []
