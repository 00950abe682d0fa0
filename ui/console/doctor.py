"""`companion doctor`: check everything that the referee needs, and say how to fix what is missing.

The self-check page on the screen shows the same.
"""

import errno
import os
import pwd
import re
import shutil
import sysconfig
from collections.abc import Collection, Mapping
from contextlib import suppress
from ctypes.util import find_library
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from companion.book import imported
from companion.errors import CompanionError, DamagedStore
from companion.places import screen_path
from companion.store import Store
from companion.whole_file import make_folder, why_not
from ui.appliance import care_words, screen_file
from ui.appliance import machine_words as words
from ui.appliance.crash_message import CheckResult
from ui.appliance.launch import FOLDERS, Decision, Folders, Launch, closed_touch, decide, text_of
from ui.appliance.machine import SYNCHRONIZED
from ui.games import packages
from ui.language import languages, phrases
from ui.sound import piper, voice
from ui.sound.recordings import BadRecording, recording
from ui.stage.theme import Theme
from ui.storage.startup import THEME, VOICE
from ui.wiring import remedy, wires

if TYPE_CHECKING:
    # Only for type hints: no other file of ui/ may import hardware.
    from ui.wiring import Finding

LIBRARIES = ("EGL", "GLESv2", "mtdev")
"""Libraries that Kivy's wheels need but don't include: OpenGL ES for drawing, mtdev for touch."""

LOADED_FROM = tuple(Path(root, sysconfig.get_config_var("MULTIARCH") or "") for root in ("/lib", "/usr/lib"))
"""Folders from which libraries are loaded, even before the system has listed them."""

PACKAGED = Path("/usr/lib/table-companion")
"""Where the Debian package installs the program."""

LITTLE_SPACE = 100 * 1024 * 1024
"""Bytes. A match takes some hundred kilobytes, but SQLite's log needs room as well."""

TABLES = Path("/var/lib/companion")
"""Folder of the matches and seats of a table that starts with its machine."""


def checks(
    seats: Path, store: Path, environment: Mapping[str, str] = os.environ, folders: Folders = FOLDERS
) -> list[CheckResult]:
    """Return the results of all checks."""
    wire_results = [_said(finding) for finding in wires(seats)]
    # In the app itself, the environment already has what the app decided at its start.
    inside = bool(environment.get("SDL_KMSDRM_DEVICE_INDEX"))
    outside = {name: value for name, value in environment.items() if not (inside and name.startswith("SDL_"))}
    screen = screen_file.load(screen_path(store))
    launch = decide("1280x720", screen=screen, environment=outside, folders=folders)
    return [
        *wire_results,
        display(launch, folders),
        *(
            CheckResult(decision.what, True, decision.chosen)
            for decision in launch.decisions
            if decision.what in _ABOUT_PICTURE
        ),
        libraries(),
        touch(launch, folders),
        sound(folders.cards),
        disk(store),
        *damage(store),
        owner(seats, store),
        clock(SYNCHRONIZED),
        translations(store.with_name("languages")),
        speech(store),
        *packages.checks,
    ]


def _said(finding: "Finding") -> CheckResult:
    """Return a finding in the reader's language, translated as one sentence where it is one."""
    say = phrases.error_text
    name = say(finding.name)
    sentence = say(f"{finding.name}: {finding.what}; {finding.remedy}")
    # In French there is a space before each of these signs.
    parts = re.fullmatch(r"\s?: (.+?)\s?; (.+)", sentence.removeprefix(name))
    if parts is None:
        return CheckResult(name, finding.ok, say(finding.what), say(finding.remedy))
    return CheckResult(name, finding.ok, parts[1], parts[2])


_ABOUT_PICTURE = (words.TURNED, words.DENSITY)


def display(launch: Launch, folders: Folders = FOLDERS) -> CheckResult:
    """Check that there is a display, and that this user may draw on it."""
    panels = _chosen(launch.decisions, words.PANEL)
    if not launch.has_display:
        return CheckResult(words.DISPLAY, False, words.NONE, words.MEND_DISPLAY)
    card = launch.environment.get("SDL_KMSDRM_DEVICE_INDEX")
    drawn_by = [] if card is None else [folders.dri / f"card{card}", *sorted(folders.dri.glob("renderD*"))]
    closed = [str(path) for path in drawn_by if not os.access(path, os.R_OK | os.W_OK)]
    return _closed(words.DISPLAY, closed) if closed else CheckResult(words.DISPLAY, True, "; ".join(panels))


def _closed(name: str, paths: list[str]) -> CheckResult:
    """Return the failed check of devices that this user may not open, with how to get access."""
    remedies = dict.fromkeys(phrases.error_text(remedy(path)) for path in paths)
    return CheckResult(name, False, words.may_not_open(", ".join(paths)), "; ".join(remedies))


def _chosen(decisions: tuple[Decision, ...], what: str) -> list[str]:
    return [decision.chosen for decision in decisions if decision.what == what]


def libraries(
    names: tuple[str, ...] = LIBRARIES,
    folders: Collection[Path] = LOADED_FROM,
    program: Path = Path(__file__),
) -> CheckResult:
    """Check the system libraries that Kivy loads; the path of `program` shows how it was installed."""
    missing = [name for name in names if not _is_installed(name, folders)]
    if missing:
        mend = words.MEND_PACKAGE if program.is_relative_to(PACKAGED) else words.MEND_LIBRARIES
        return CheckResult(words.LIBRARIES, False, words.missing(missing), mend)
    return CheckResult(words.LIBRARIES, True, ", ".join(names))


def _is_installed(name: str, folders: Collection[Path]) -> bool:
    """Return whether a library exists; during an installation the system hasn't listed it yet."""
    return find_library(name) is not None or any(any(folder.glob(f"lib{name}.so.*")) for folder in folders)


def touch(launch: Launch, folders: Folders = FOLDERS) -> CheckResult:
    """Check for a touch panel; having none is no fault, because a mouse works too."""
    closed = closed_touch(folders.inputs, folders.devices) if launch.touch is None else None
    if closed is not None and launch.appliance:
        return _closed(words.TOUCH, [closed.path])
    if launch.touch is not None:
        return CheckResult(words.TOUCH, True, words.touch(launch.touch.name, launch.touch.path))
    touchscreens = _chosen(launch.decisions, words.TOUCH)
    return CheckResult(words.TOUCH, True, "; ".join(touchscreens) or words.NO_PANEL_FOUND)


def sound(cards: Path) -> CheckResult:
    """Check for a sound card; having none is no fault: the app is just silent."""
    names = [line.split("]: ", 1)[1].strip() for line in text_of(cards).splitlines() if "]: " in line]
    return CheckResult(words.SOUND, True, ", ".join(names) or words.NO_SOUND)


def disk(store: Path) -> CheckResult:
    """Check that the store opens and can be written, and that there is enough room."""
    try:
        make_folder(store.parent)
        with Store(store, reading=os.path.exists(store)) as opened:
            count = len(opened.matches())
        free = shutil.disk_usage(store.parent).free
    except DamagedStore as error:
        what, mend = map(phrases.error_text, (error.what, error.mend))
        by_pad = words.mend_by_pad(store.name)
        return CheckResult(words.DISK, False, what, f"{mend}: {store}", damaged=True, by_pad=by_pad)
    except CompanionError as error:
        return CheckResult(words.DISK, False, phrases.error_text(error), words.MEND_STORE)
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EROFS):
            closed_at = words.unwritable(str(error.filename))
            return CheckResult(words.DISK, False, closed_at, words.MEND_READ_ONLY)
        what = phrases.error_text(f"{error.filename}: {why_not(error)}")
        return CheckResult(words.DISK, False, what, words.MEND_STORE)
    closed = [str(place) for place in (store.parent, store) if not os.access(place, os.W_OK)]
    if closed:
        return CheckResult(words.DISK, False, words.unwritable(closed[0]), words.MEND_READ_ONLY)
    if free < LITTLE_SPACE:
        return CheckResult(words.DISK, False, words.little_space(free), words.MEND_DISK)
    return CheckResult(words.DISK, True, words.disk_state(count, str(store), free))


def damage(store: Path) -> list[CheckResult]:
    """Return a failed check for each damage or loss in a store; `disk` reports one that won't open."""
    with suppress(CompanionError, OSError), Store(store, reading=True) as opened:
        sentences = map(phrases.error_text, [*opened.damage(), *imported.damage(opened)])
        return [CheckResult(words.DISK, False, what, words.MEND_DAMAGE, damaged=True) for what in sentences]
    return []


def owner(seats: Path, store: Path, tables: Path = TABLES) -> CheckResult:
    """Say whose store and seats were checked: the table that starts with the machine has its own."""
    try:
        user = pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        user = str(os.geteuid())
    looked_at = words.looked_at(user, str(store), str(seats))
    if tables.is_dir() and store.parent != tables:
        return CheckResult(words.WHOSE, True, f"{looked_at}; {words.other_table(str(tables))}")
    return CheckResult(words.WHOSE, True, looked_at)


def clock(synchronized: Path) -> CheckResult:
    """Check whether the clock is set; it is no fault if not: only records have wrong dates then."""
    return CheckResult(words.CLOCK, True, words.CLOCK_SET if synchronized.exists() else words.CLOCK_UNSET)


def translations(folder: Path) -> CheckResult:
    """List the languages and which of them nobody has proofread, and check the owner's own catalogues."""
    catalogues = languages.catalogues(folder)
    for path in catalogues.values():
        try:
            if path.parent == folder:
                languages.read(path)
        except languages.BadCatalogue as error:
            return CheckResult(words.LANGUAGES, False, str(error), words.MEND_LANGUAGE)
    names = [languages.name(code) for code in (languages.ENGLISH, *catalogues)]
    unread = [languages.name(code) for code, path in catalogues.items() if languages.unread(path)]
    text = words.not_read(", ".join(names), ", ".join(unread)) if unread else ", ".join(names)
    return CheckResult(words.LANGUAGES, True, text)


def speech(store: Path) -> CheckResult:
    """Check the voice, the program that speaks, and the owner's recordings."""
    level = language = ""
    with suppress(CompanionError, OSError):
        if store.exists():
            with Store(store, reading=True) as opened:
                level, language = opened.setting(VOICE, ""), Theme.read(opened.setting(THEME, "")).language
    on = level in voice.LEVELS[1:]
    level_text = care_words.VOICE_LEVELS[level if on else "off"]
    if not voice.able():
        return CheckResult(words.VOICE, not on, words.no_voice(level_text), words.MEND_VOICE if on else "")
    language = language or languages.ENGLISH
    owners_voice = piper.voice_for(store.with_name(piper.VOICES), language)
    if on and owners_voice is not None and not piper.speaks(owners_voice):
        return CheckResult(words.VOICE, False, words.piper_failed(owners_voice.name), words.MEND_PIPER)
    if on and not voice.speaks(language):
        return CheckResult(words.VOICE, False, words.VOICE_FAILED, words.MEND_VOICE)
    recorded: list[Path] = []
    # The disk's check reports trouble with the folder.
    with suppress(OSError):
        recorded = sorted(store.with_name(voice.RECORDINGS).glob("*.wav"))
    for path in recorded:
        try:
            recording(path)
        except (BadRecording, OSError) as error:
            return CheckResult(words.VOICE, False, str(error), words.MEND_RECORDING)
    program = owners_voice.stem if owners_voice else voice.PROGRAM
    return CheckResult(words.VOICE, True, words.spoken_by(level_text, program))


def troubles(results: list[CheckResult], seats: Path) -> list[CheckResult]:
    """Return the failed checks that prevent play, to be shown at the start.

    A table without a seats file plays with pads on the screen, so its wires don't matter.
    """
    ours = {words.DISPLAY, words.LIBRARIES, words.TOUCH, words.SOUND, words.DISK, words.CLOCK}
    wired = os.path.exists(seats)
    # A package's game that doesn't work, or a voice, doesn't prevent playing the other games.
    optional = {words.VOICE, *(check.name for check in packages.checks)}
    failed = (check for check in results if not check.ok and check.name not in optional)
    return [check for check in failed if wired or check.name in ours]


def report(results: list[CheckResult], as_json: bool) -> str:
    """Return the checks as text for people, or as JSON."""
    if as_json:
        rows = [{key: getattr(check, key) for key in ("name", "ok", "what", "remedy")} for check in results]
        return msgspec.json.encode(rows, enc_hook=str).decode()
    lines = []
    for check in results:
        lines.append(f"{words.OK if check.ok else words.NOT_OK} {check.name}: {check.what}")
        if check.remedy:
            lines.append(f"      {words.to_do(check.remedy)}")
    return "\n".join(lines)
