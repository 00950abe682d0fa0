"""Other people's games: installed packages with an entry point in the group `table_companion.games`.

The entry points are read without `importlib.metadata`: importing that takes ten times as long as reading
them, and would delay the start.
"""

import os
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from inspect import isabstract
from pathlib import Path
from threading import current_thread, main_thread
from traceback import walk_tb

import msgspec
from msgspec import Struct

from companion.catalogue import Catalogue
from companion.decoding import from_json
from companion.game import Game, Results, Rules
from companion.games import shelf
from companion.journal import Codec
from companion.whole_file import make_folder, read_plain, write_whole
from ui.appliance import crash_message
from ui.appliance.crash_message import CheckResult
from ui.games import package_words
from ui.games.face import API, GameFace
from ui.games.registry import FACES
from ui.games.registry import OURS as OUR_GAMES
from ui.language import words
from ui.stage.rect import Rect
from ui.stage.scene import Viewport

GROUP = "table_companion.games"
OURS = "table-companion"
PLAIN = "COMPANION_PLAIN"
"""Environment variable: if it is set, other people's games are left out."""

NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
MEMBERS = sorted({*Game.__annotations__, *(name for name in vars(Game) if not name.startswith("_"))})
"""The names of a game's attributes and methods."""

PATIENCE = 20
"""Seconds within which a package must be imported; from a slow card it takes a few."""

LONGEST_TITLE, LONGEST_HINT = 30, 60
"""Letters that fit on a card at home."""
LONGEST_ERROR = 120
"""Letters shown of an error's message."""
MOST_PEOPLE = 22
"""The most people who can sit around a table."""
MOST_DEATHS = 3
"""Starts that may end while a package is imported before it is left out."""
MOST_CRASH_FILE = 1 << 16
"""Maximum size of the file that counts them, in bytes."""

_LEFT_OUT = CheckResult(package_words.PACKAGES, True, package_words.LEFT_OUT)

_CARD = Viewport(Rect(0, 0, 100, 100), 1.0)
"""A room for an emblem, as on a card at home."""

checks: list[CheckResult] = []
"""The results of `bring`: each package with its game, or what is wrong with it."""
unfit_games: list[str] = []
"""The names of declared games that can't be played."""


def amiss() -> list[str]:
    """Return a line for each package whose game can't be played."""
    return [f"{check.name}: {check.what}" for check in checks if not check.ok]


def environment() -> dict[str, str]:
    """Return the environment for a child process: it leaves out packages if this program did."""
    return {**os.environ, PLAIN: "1"} if checks == [_LEFT_OUT] else dict(os.environ)


class Declared(Struct, frozen=True):
    """An entry point: the game's name, its target `module:Face`, and the distribution's name and version."""

    name: str
    target: str
    package: str
    version: str


class UnfitPackage(Exception):
    """A package's game can't be played: `what` is wrong with it, and the `remedy`."""

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(what)
        self.what, self.remedy = what, remedy


def declared(places: Sequence[str]) -> list[Declared]:
    """Return our group's entry points in folders that Python imports from, sorted by package and name.

    If a package is in two of them the first counts, from which Python imports it.
    """
    found: dict[str, list[Declared]] = {}
    for place in dict.fromkeys(places):
        in_place: dict[str, list[Declared]] = {}
        for info in _infos(place or "."):
            package, _, version = info.stem.partition("-")
            package = re.sub(r"[-_.]+", "-", package).lower()
            version = version or _version(info)
            in_place.setdefault(package, []).extend(_in_group(info, package, version))
        found = in_place | found
    entries = (entry for of_package in found.values() for entry in of_package)
    return sorted(entries, key=lambda entry: (entry.package, entry.name))


def _infos(place: str) -> Iterator[Path]:
    try:
        with os.scandir(place) as listed:
            yield from (Path(entry) for entry in listed if entry.name.endswith((".dist-info", ".egg-info")))
    except OSError:
        return


def _version(info: Path) -> str:
    """Return the version in a development install's metadata; empty if there is none."""
    with suppress(OSError):
        text = (info / "PKG-INFO").read_text(encoding="utf-8", errors="replace")
        return next(iter(re.findall(r"^Version: *(.*)$", text, re.MULTILINE)), "")
    return ""


def _in_group(info: Path, package: str, version: str) -> Iterator[Declared]:
    try:
        lines = (info / "entry_points.txt").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return
    group = ""
    for line in map(str.strip, lines):
        if line.startswith("["):
            group = line.strip("[] ")
        elif group == GROUP and line and line[0] not in "#;":
            name, _, target = line.partition("=")
            yield Declared(name.strip(), target.partition("[")[0].strip(), package, version)


def load(entry: Declared) -> type[GameFace]:
    """Import the face that an entry point names, and check it. Raises UnfitPackage."""
    module, _, names = entry.target.partition(":")
    found: object
    try:
        with _time_limit():
            found = import_module(module)
            for name in names.split("."):
                found = getattr(found, name, None)
            return _tried(fitting(entry, found))
    except (UnfitPackage, KeyboardInterrupt):
        raise
    except _TimedOut as error:
        raise UnfitPackage(package_words.timed_out(PATIENCE), package_words.mend(entry.package)) from error
    except BaseException as error:  # other people's code may raise anything
        raise UnfitPackage(sentence(error, module), package_words.mend(entry.package)) from error


def _tried(face: type[GameFace]) -> type[GameFace]:
    """Return a face after trying what home and the lessons call: its constructor, emblem and guide."""
    instance = face()
    tuple(instance.emblem()(_CARD))
    instance.guide()
    return face


class _TimedOut(BaseException):
    """Raised in a package that takes too long; not an Exception, which the package might catch."""


@contextmanager
def _time_limit() -> Iterator[None]:
    """Raise _Hangs in the block after PATIENCE seconds, and again each time; only in the main thread."""
    if current_thread() is not main_thread():
        yield
        return

    def give_up(*_: object) -> None:
        raise _TimedOut

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def sentence(error: BaseException, module: str) -> str:
    """Return what stopped the package of a module, and where, for its author.

    It has the error's own words, which may be a secret of people who play: not for a table.
    """
    return package_words.raised(_describe(error), _place(error, module.partition(".")[0]))


def blamed(error: BaseException) -> str:
    """Return which package's game raised an error, and where, without its words; empty if none did."""
    for name, face in FACES.items():
        place = "" if name in OUR_GAMES else _place(error, face.__module__.partition(".")[0])
        if place:
            return f"{words.GAME_NAMES[name]}: {package_words.raised(crash_message.kind(error), place)}"
    return ""


def _describe(error: BaseException) -> str:
    """Return an error's type and first line."""
    try:
        text = str(error)
    except BaseException:  # noqa: BLE001 - this is other people's code too
        text = ""
    line = "".join(filter(str.isprintable, text.partition("\n")[0]))[:LONGEST_ERROR]
    return f"{crash_message.kind(error)} ({line})" if line else crash_message.kind(error)


def _place(error: BaseException, package: str) -> str:
    """Return the last folder, file and line of a package's own code in a traceback; empty if it has none."""
    places = [
        (frame.f_code.co_filename, line)
        for frame, line in walk_tb(error.__traceback__)
        if str(frame.f_globals.get("__name__")).partition(".")[0] == package
    ]
    if isinstance(error, SyntaxError) and error.filename:
        places.append((error.filename, error.lineno or 0))
    return "".join(f"{'/'.join(Path(file).parts[-2:])}:{line}" for file, line in places[-1:])


def fitting(entry: Declared, face: object) -> type[GameFace]:
    """Return the imported object if it is a playable game's face. Raises UnfitPackage otherwise."""
    api = getattr(face, "api", None)
    if isinstance(api, int) and api > API:
        raise UnfitPackage(package_words.too_new(api, API), package_words.mend_new(entry.package))
    module, _, name = entry.target.partition(":")
    mend = package_words.mend(entry.package)
    if face is None:
        raise UnfitPackage(package_words.wrong([f"{module} has no {name}"]), mend)
    if not isinstance(face, type) or not issubclass(face, GameFace):
        raise UnfitPackage(package_words.no_face(entry.target), mend)
    wrong = list(_wrong(entry, face))
    if wrong:
        raise UnfitPackage(package_words.wrong(wrong), mend)
    return face


def _wrong(entry: Declared, face: type[GameFace]) -> Iterator[str]:
    """Yield a face's faults, for its author."""
    if isabstract(face):
        yield f"{entry.target} lacks {', '.join(sorted(face.__abstractmethods__))}"
    api: object = getattr(face, "api", None)
    if type(api) is not int or api != API:
        yield f"api is not {API}"
    for field, text, most in (("title", face.title, LONGEST_TITLE), ("hint", face.hint, LONGEST_HINT)):
        value: object = text
        if not isinstance(value, str):
            yield f"{field} is no text"
        elif len(value) > most or not value.isprintable():
            yield f"{field} has more than {most} letters, or some that can't be shown"
    if not face.title:
        yield "title is empty"
    counts: object = getattr(face, "counts", None)
    if not isinstance(counts, tuple) or not counts or {*map(type, counts)} != {int}:
        yield "counts are no numbers of people"
    elif sorted({*counts}) != [*counts] or not 1 <= counts[0] <= counts[-1] <= MOST_PEOPLE:
        yield f"counts are not from 1 to {MOST_PEOPLE}, each once and the smallest first"
    game = getattr(face, "game", None)
    missing = [name for name in MEMBERS if not hasattr(game, name)]
    if missing:
        yield f"game has no {', '.join(missing)}"
        return
    if getattr(type(game), "opening", None) is Rules.opening and not getattr(game, "deal", None):
        yield "game has neither opening nor deal"
    if game.name != entry.name or not NAME.fullmatch(entry.name):  # type: ignore[union-attr]  # it has one
        yield f"its game is not called {entry.name}"
    if not isinstance(game.catalogue, Catalogue):  # type: ignore[union-attr]  # likewise
        yield "catalogue is no Catalogue"
    if not isinstance(game.results, Results):  # type: ignore[union-attr]  # likewise
        yield "results are no Results"
    try:
        Codec(game)  # type: ignore[arg-type]  # that is what is tried
    except (TypeError, ValueError):
        yield "its facts, reports and events can't be written down"


def bring(places: Sequence[str] = sys.path, *, plain: bool = False, crash_file: Path | None = None) -> None:
    """Add the games of all packages to the shelf and the screen, and list the results in `checks`.

    A `plain` start imports none of them. The file `crash_file` counts starts that died while a package was
    imported: after MOST_DEATHS of them it is left out.
    """
    checks.clear()
    unfit_games.clear()
    if plain or os.environ.get(PLAIN):
        checks.append(_LEFT_OUT)
        return
    owners = dict.fromkeys(OUR_GAMES, OURS)
    titles = {words.GAME_NAMES[game].casefold() for game in OUR_GAMES}
    for entry in declared(places):
        if entry.package == OURS:
            continue
        label = package_words.called(entry.package, entry.version)
        try:
            if entry.name in owners:
                remedy = package_words.mend_clash(entry.package, entry.name)
                raise UnfitPackage(package_words.clash(entry.name, owners[entry.name]), remedy)
            with _counting_crashes(crash_file, label, entry.package):
                face = load(entry)
            if face.title.casefold() in titles:
                remedy = package_words.mend_clash(entry.package, face.title)
                raise UnfitPackage(package_words.clash_title(face.title), remedy)
            take(face)
        except UnfitPackage as unfit:
            checks.append(CheckResult(label, False, unfit.what, unfit.remedy))
            unfit_games.append(entry.name)
        else:
            owners[entry.name] = entry.package
            titles.add(face.title.casefold())
            checks.append(CheckResult(label, True, face.title))


@contextmanager
def _counting_crashes(file: Path | None, label: str, package: str) -> Iterator[None]:
    """Note in a file that a package is being imported, and remove the note afterwards.

    A note that stays means that the program died there. Raises UnfitPackage if that has happened too often.
    On a disk that can't be written nothing is counted.
    """
    if file is None:
        yield
        return
    try:
        deaths = from_json(read_plain(file, MOST_CRASH_FILE), dict[str, int])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        deaths = {}
    before = deaths.pop(label, 0)
    if before >= MOST_DEATHS:
        raise UnfitPackage(package_words.died(before), package_words.mend_died(package, str(file)))

    def note(counted: dict[str, int]) -> None:
        with suppress(OSError):
            make_folder(file.parent)
            write_whole(file, msgspec.json.encode(counted), durable=False)

    note(deaths | {label: before + 1})
    try:
        yield
    finally:
        note(deaths)


def take(face: type[GameFace]) -> None:
    """Add a game to those that can be played."""
    name = face.game.name
    shelf.GAMES[name] = lambda: face.game
    FACES[name] = face
    words.GAME_NAMES[name], words.GAME_HINTS[name] = face.title, face.hint
