"""Finds the panel, the touchscreen and the sound card, and decides which to use; one line per decision.

Only the given files are read. Kivy is imported in `prepare_kivy` alone, which applies what was decided.
Everything comes from the kernel's descriptions; this has been tested on made-up ones only, never on a Pi.
"""

import getpass
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from ui.appliance import machine_words as words
from ui.appliance.crash_message import CheckResult
from ui.appliance.screen_file import AS_EVER, ScreenFile

# Finding the touchscreen among the kernel's input devices.

DIRECT = 1 << 1
"""INPUT_PROP_DIRECT of linux/input-event-codes.h: a touchscreen, unlike a touchpad."""

ABS_X = 1 << 0x00
ABS_MT_POSITION_X = 1 << 0x35
"""Axes from the same header: single touch and multi-touch."""
NUMBERS = 1 << 0x2F | 1 << 0x39
"""ABS_MT_SLOT and ABS_MT_TRACKING_ID: the kernel numbers the fingers, the same for every reader."""


class Touchscreen(Struct, frozen=True):
    """A touchscreen: device path, name to show, the Kivy provider that reads it, and whether we may read it.

    `numbered`: the kernel numbers its fingers.
    """

    path: str
    name: str
    provider: str
    readable: bool = True
    numbered: bool = False


def find_touch(inputs: Path, devices: Path, *, ribbon: bool) -> Touchscreen | None:
    """Return the touchscreen, with a path that survives a restart if udev provides one.

    Of several, prefer one off USB if the panel is on a `ribbon` cable, else one on USB; then prefer
    multi-touch.
    """
    candidates: list[tuple[bool, bool, str, Touchscreen]] = []
    for event in sorted(inputs.glob("event*"), key=lambda path: (len(path.name), path.name)):
        axes = _bits(event / "device" / "capabilities" / "abs")
        if not _bits(event / "device" / "properties") & DIRECT or not axes & (ABS_X | ABS_MT_POSITION_X):
            continue
        several = bool(axes & ABS_MT_POSITION_X)
        path = _lasting(devices, event.name)
        name = text_of(event / "device" / "name") or event.name
        usb = text_of(event / "device" / "id" / "bustype") == "0003"
        provider = "mtdev" if several else "hidinput"
        numbered = several and axes & NUMBERS == NUMBERS
        touch = Touchscreen(str(path), name, provider, os.access(path, os.R_OK), numbered)
        candidates.append((usb == ribbon, not several, event.name, touch))
    return min(candidates, key=lambda candidate: candidate[:2])[3] if candidates else None


def closed_touch(inputs: Path, devices: Path) -> Touchscreen | None:
    """Return the touchscreen if there is one that we may not read."""
    touch = find_touch(inputs, devices, ribbon=True)
    return None if touch is None or touch.readable else touch


def _lasting(devices: Path, event: str) -> Path:
    """Return udev's lasting path for an event device, or the device's own."""
    for link in sorted((devices / "by-path").glob("*")):
        if link.resolve().name == event:
            return link
    return devices / event


def _bits(path: Path) -> int:
    """Read a bit map of the kernel: 64-bit words in hexadecimal, highest first; 0 where it can't be read.

    A 32-bit kernel writes shorter words; the companion runs on 64-bit kernels only.
    """
    bits = 0
    try:
        for word in text_of(path).split():
            bits = bits << 64 | int(word, 16)
    except ValueError:
        return 0
    return bits


def text_of(path: Path) -> str:
    """Return the stripped text of a small kernel file; "" if it is missing or unreadable."""
    try:
        return path.read_text().strip()
    except (OSError, UnicodeDecodeError):
        return ""


DESKTOP = ("DISPLAY", "WAYLAND_DISPLAY")
"""Environment variables; if one is set, there is a desktop to open a window on."""

KINDS = ("DSI", "HDMI", "DPI", "eDP", "LVDS", "DP", "VGA", "Composite")
"""Connectors, the likeliest to be the table's panel first: ribbon, then cable, then the rest."""


class Folders(Struct, frozen=True):
    """Where the kernel describes its devices; tests pass their own."""

    drm: Path = Path("/sys/class/drm")
    dri: Path = Path("/dev/dri")
    inputs: Path = Path("/sys/class/input")
    devices: Path = Path("/dev/input")
    cards: Path = Path("/proc/asound/cards")
    command_line: Path = Path("/proc/cmdline")


FOLDERS = Folders()


class Display(Struct, frozen=True):
    """What we draw on: size in pixels as seen (after rotation), and whether we fill a whole panel."""

    width: int
    height: int
    panel: bool

    @property
    def density(self) -> float:
        """Kivy's density for which 5.2 dp make a millimetre on a 7-inch panel, upright or lying."""
        return min(max(self.width, self.height) / 800, min(self.width, self.height) / 450)


class ConnectedPanel(Struct, frozen=True):
    """A connected panel: its connector, its card, and its native size in pixels.

    `left` is its offset in pixels, to the right of other panels on the same card.
    """

    connector: str
    card: int
    width: int
    height: int
    left: int = 0


class Decision(Struct, frozen=True):
    """One decision, in words to show: what it is about, and what was chosen."""

    what: str
    chosen: str

    def __str__(self) -> str:
        return f"{self.what}: {self.chosen}"


class Launch(Struct, frozen=True):
    """Everything that was decided at the start.

    `appliance`: the app has the whole screen, on a dedicated machine or as a kiosk on a desktop. `left` is
    the window's offset in pixels, `rotation` the picture's in degrees. `has_display`: there is something
    to draw on.
    """

    display: Display
    appliance: bool = False
    rotation: int = 0
    left: int = 0
    touch: Touchscreen | None = None
    sound: bool = False
    environment: dict[str, str] = {}
    decisions: tuple[Decision, ...] = ()
    has_display: bool = True

    @property
    def alone(self) -> bool:
        """Whether there is no desktop: then all input is meant for us, and we may read its devices."""
        return bool(self.environment)


def window(size: str) -> Launch:
    """Return a launch in a plain window; `size` such as "800x480"."""
    return Launch(Display(*_size(size), False), sound=has_sound(FOLDERS.cards))


def decide(
    size: str,
    *,
    kiosk: bool = False,
    screen: ScreenFile = AS_EVER,
    environment: Mapping[str, str] = os.environ,
    folders: Folders = FOLDERS,
) -> Launch:
    """Return how to launch; on a desktop, `size` is the window's and `kiosk` fills the whole screen."""
    sound = has_sound(folders.cards)
    sound_decision = Decision(words.SOUND, words.FOUND if sound else words.SILENT)
    driver = environment.get("SDL_VIDEODRIVER")
    if driver or any(environment.get(name) for name in DESKTOP):
        # A driver set by hand is left alone; a desktop manages panels and touch itself.
        panel_decision = Decision(words.PANEL, words.driver_by_hand(driver) if driver else words.DESKTOP)
        display = Display(*_size(size), kiosk)
        decisions: tuple[Decision, ...]
        decisions = (panel_decision, Decision(words.TOUCH, words.TOUCH_OF_DESKTOP), sound_decision)
        return Launch(display, kiosk, screen.turned if kiosk else 0, sound=sound, decisions=decisions)
    connected = panels(folders)
    if not connected:
        decisions = (Decision(words.PANEL, words.NO_PANEL), sound_decision)
        return Launch(Display(*_size(size), True), True, sound=sound, decisions=decisions, has_display=False)
    panel = connected[0]
    turned, reason = rotation(panel, folders.command_line, screen)
    wide, high = (panel.width, panel.height) if turned in (0, 180) else (panel.height, panel.width)
    display = Display(wide, high, True)
    touch = touch_of(panel, folders)
    decisions = (
        Decision(words.PANEL, words.panel(panel.connector, panel.card, panel.width, panel.height)),
        *(Decision(words.PANEL, words.passed_over(other.connector, other.card)) for other in connected[1:]),
        Decision(words.TURNED, words.turned(turned, reason)),
        Decision(words.DENSITY, words.density(display.density, wide, high)),
        Decision(words.TOUCH, touch_line(touch)),
        sound_decision,
    )
    chosen_driver = {"SDL_VIDEODRIVER": "kmsdrm", "SDL_KMSDRM_DEVICE_INDEX": str(panel.card)}
    usable = touch if touch is not None and touch.readable else None
    return Launch(display, True, turned, panel.left, usable, sound, chosen_driver, decisions)


def panels(folders: Folders) -> list[ConnectedPanel]:
    """Return the connected panels, the one to use first; a render-only card has none.

    On a Pi, rendering and connectors are on two cards whose numbers change between boots, so the card's
    number is taken from the connector's name.
    """
    connected: list[tuple[int, ConnectedPanel]] = []
    for status in sorted(folders.drm.glob("card*-*/status")):
        card, _, connector = status.parent.name.partition("-")
        modes = text_of(status.parent / "modes").split()
        if text_of(status) != "connected" or not modes or not card[4:].isdigit():
            continue
        try:
            width, height = _size(modes[0])
            number = int(text_of(status.parent / "connector_id") or 0)
        except ValueError:
            continue
        connected.append((number, ConnectedPanel(connector, int(card[4:]), width, height)))
    placed = [_placed(panel, number, connected) for number, panel in connected]
    return sorted(placed, key=lambda panel: (_rank(panel.connector), panel.card, panel.connector))


def touch_of(panel: ConnectedPanel | None, folders: Folders) -> Touchscreen | None:
    """Return the touchscreen that goes with a panel; without a panel, prefer one on USB."""
    ribbon = panel is not None and panel.connector.startswith("DSI")
    return find_touch(folders.inputs, folders.devices, ribbon=ribbon)


def _placed(panel: ConnectedPanel, number: int, numbered: list[tuple[int, ConnectedPanel]]) -> ConnectedPanel:
    """Return a panel with its `left` set: SDL lines up a card's panels in order of their connector ids."""
    before = [other.width for n, other in numbered if other.card == panel.card and 0 < n < number]
    return ConnectedPanel(panel.connector, panel.card, panel.width, panel.height, sum(before))


def _rank(connector: str) -> int:
    kind = connector.partition("-")[0]
    return KINDS.index(kind) if kind in KINDS else len(KINDS)


def rotation(panel: ConnectedPanel, command_line: Path, screen: ScreenFile) -> tuple[int, str]:
    """Return by how many degrees to turn the picture, and why.

    The kernel's command line counts first (`video=DSI-1:720x1280,rotate=90`), then the panel's shape; the
    table's own setting is added to that.
    """
    base, reason = 0, words.AS_BUILT
    if panel.height > panel.width:
        base, reason = 90, words.UPRIGHT
    for word in text_of(command_line).split():
        name, _, options = word.removeprefix("video=").partition(":")
        if word.startswith("video=") and name == panel.connector:
            for option in options.split(","):
                degrees = option.removeprefix("rotate=")
                if option.startswith("rotate=") and degrees in ("0", "90", "180", "270"):
                    base, reason = int(degrees), words.TOLD_KERNEL
    if screen.turned:
        return (base + screen.turned) % 360, words.and_by_hand(reason)
    return base, reason


def touch_line(touch: Touchscreen | None) -> str:
    """Return the decision's line about the touchscreen."""
    if touch is None:
        return words.NO_TOUCH
    return words.touch(touch.name, touch.path) if touch.readable else words.touch_closed(touch.path)


def has_touch(folders: Folders = FOLDERS) -> bool:
    """Return whether there is a touchscreen, on the chosen panel or on USB."""
    return touch_of(next(iter(panels(folders)), None), folders) is not None


def has_sound(cards: Path) -> bool:
    """Return whether there is a sound card."""
    return "]:" in text_of(cards)


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    return int(width), int(height.rstrip("i"))


# Whether there is anything to draw on; asked before Kivy is imported, because Kivy opens a window at once.

DRM = Path("/sys/class/drm")


def has_display(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether a window can be opened: on a desktop, a driver set by hand, or a connected panel."""
    if any(environment.get(name) for name in (*DESKTOP, "SDL_VIDEODRIVER")):
        return True
    return bool(panels(Folders(drm=DRM)))


# What must be configured before Kivy is imported: its window, touch devices and logging.


def prepare_kivy(launch: Launch, home: Path, environment: MutableMapping[str, str] = os.environ) -> None:
    """Set the environment and Kivy's configuration. Call it before anything else imports Kivy."""
    display = launch.display
    environment.update(launch.environment)
    environment.update(
        {
            "KIVY_NO_ARGS": "1",
            "KIVY_NO_CONFIG": "1",
            "KIVY_NO_FILELOG": "1",
            "KIVY_HOME": str(home / "kivy"),
            "KIVY_METRICS_DENSITY": f"{display.density:.3f}",
            "KIVY_AUDIO": "sdl2",
            # Kivy's next choice, bare X11, ends the whole process if there is no X server.
            "KIVY_WINDOW": "sdl2",
        }
    )
    environment.setdefault("KIVY_NO_CONSOLELOG", "1")
    if not launch.sound:
        # Without a card, the sound library floods the terminal with its search for one.
        environment.setdefault("SDL_AUDIODRIVER", "dummy")
    (home / "kivy").mkdir(parents=True, exist_ok=True)
    stderr = sys.stderr
    from kivy.config import Config

    # Kivy redirects standard error to its log; a message about a bad seats file must still be seen.
    sys.stderr = stderr
    upright = launch.rotation in (90, 270)
    # Without a GPU's render node, anti-aliasing would take most of the rendering time.
    gpu = any(FOLDERS.dri.glob("renderD*"))
    for name, value in (
        ("width", display.height if upright else display.width),
        ("height", display.width if upright else display.height),
        ("rotation", launch.rotation),
        ("fullscreen", "auto" if display.panel else 0),
        ("show_cursor", 0 if display.panel else 1),
        ("multisamples", 2 if gpu else 0),
        ("resizable", 1),
        ("minimum_width", 640),
        ("minimum_height", 400),
    ):
        Config.set("graphics", name, str(value))
    if launch.left:
        # The panel isn't the first of its card: SDL opens the window on the panel at this position.
        Config.set("graphics", "position", "custom")
        Config.set("graphics", "left", str(launch.left))
    # By default Escape closes a Kivy window at once; at a table that would be a slip.
    Config.set("kivy", "exit_on_escape", "0")
    for name in list(Config.options("input")):
        Config.remove_option("input", name)
    touch = launch.touch
    if touch is None:
        # Kivy would simulate a second finger on right click, with a red dot: useful for tests only.
        Config.set("input", "mouse", "mouse,disable_multitouch")
    else:
        # One provider only: with SDL's mouse as well, every tap would come twice. Kivy rotates touches with
        # the picture.
        environment["SDL_TOUCH_MOUSE_EVENTS"] = "0"
        Config.set("input", "touch", f"{touch.provider},{touch.path}")


# Why no window opens and what to do, written where it can be read: in the journal and on a console.

EXIT = 69
"""EX_UNAVAILABLE of sysexits.h: something that the app needs is missing."""

RETRY_SECONDS = 10.0
"""systemd restarts us at once, so we wait before we exit; the next start may find a screen plugged in."""

CONSOLE = Path("/dev/tty1")

REFUSED = re.compile(r"^sdl2 - \w+: b?['\"]?(.+?)['\"]?$", re.MULTILINE)
"""Finds SDL's error message in a line of Kivy's log."""


def window_problems(
    launch: Launch, libraries: CheckResult, log: Iterable[str], folders: Folders = FOLDERS
) -> list[str]:
    """Return each problem with its remedy; `log` is Kivy's, `libraries` is the doctor's check of them."""
    problems = []
    if not launch.has_display:
        problems.append(words.problem(words.sentence(f"{words.PANEL}: {words.NO_PANEL}"), words.MEND_PANEL))
    card = launch.environment.get("SDL_KMSDRM_DEVICE_INDEX")
    if card is not None:
        device = folders.dri / f"card{card}"
        if not os.access(device, os.R_OK | os.W_OK):
            closed = words.card_closed(str(device))
            problems.append(words.problem(closed, words.mend_card(getpass.getuser())))
    if not libraries.ok:
        problems.append(words.problem(words.sentence(libraries.what), words.sentence(libraries.remedy)))
    if not problems:
        problems += [words.window_refused(reason) for text in log for reason in REFUSED.findall(text)]
    return problems or [words.MEND_WINDOW]


def tell_console(lines: Iterable[str], console: Path = CONSOLE) -> None:
    """Write lines to standard error (the journal) and, if we may, to the text console."""
    text = "".join(f"{line}\n" for line in lines)
    sys.stderr.write(text)
    with suppress(OSError):
        # Don't create the device, and don't make it our controlling terminal.
        terminal = os.open(console, os.O_WRONLY | os.O_NOCTTY)
        with os.fdopen(terminal, "w") as opened:
            # A raw terminal needs a carriage return too.
            opened.write(text.replace("\n", "\r\n"))


def give_up(
    problems: list[str],
    environment: Mapping[str, str] = os.environ,
    wait: Callable[[float], None] = time.sleep,
    console: Path = CONSOLE,
) -> None:
    """Say why there is no window and raise SystemExit(EXIT); under systemd, wait RETRY_SECONDS first."""
    tell_console([words.NO_WINDOW, *problems], console)
    if environment.get("NOTIFY_SOCKET"):
        wait(RETRY_SECONDS)
    sys.exit(EXIT)
