"""What there is to draw on, to touch and to sound with, and what is chosen of it: one line a decision.

Nothing here touches anything but the files that it is given, and Kivy only in `prepare_kivy`, which passes
on what was decided. All is told from the kernel's own descriptions; it has been tried on made-up ones only,
on no Pi.
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

# The touchscreen among the input devices, told by what the kernel says of each.

DIRECT = 1 << 1
"""INPUT_PROP_DIRECT of linux/input-event-codes.h: touched where the picture is, unlike a touchpad."""

ABS_X = 1 << 0x00
ABS_MT_POSITION_X = 1 << 0x35
"""Axes, likewise: of one finger, of several."""
NUMBERS = 1 << 0x2F | 1 << 0x39
"""ABS_MT_SLOT and ABS_MT_TRACKING_ID: the kernel numbers its fingers, the same for whoever reads."""


class Touchscreen(Struct, frozen=True):
    """A touchscreen: its device, a name for people, which of Kivy's providers reads it, if it may.

    `numbered`: the kernel numbers its fingers.
    """

    path: str
    name: str
    provider: str
    readable: bool = True
    numbered: bool = False


def find_touch(inputs: Path, devices: Path, *, ribbon: bool) -> Touchscreen | None:
    """Return the touchscreen, by a path that survives a restart where udev gives one.

    Of several, one that isn't on USB where the panel is on a `ribbon`, and one on USB where it isn't; one
    for several fingers before one for one.
    """
    found: list[tuple[bool, bool, str, Touchscreen]] = []
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
        found.append((usb == ribbon, not several, event.name, touch))
    return min(found, key=lambda one: one[:2])[3] if found else None


def closed_touch(inputs: Path, devices: Path) -> Touchscreen | None:
    """Return the touchscreen if it is there and may not be read."""
    touch = find_touch(inputs, devices, ribbon=True)
    return None if touch is None or touch.readable else touch


def _lasting(devices: Path, event: str) -> Path:
    """Return udev's name for an event device, or its own."""
    for link in sorted((devices / "by-path").glob("*")):
        if link.resolve().name == event:
            return link
    return devices / event


def _bits(path: Path) -> int:
    """Return a bit map of the kernel's: words of 64 bits in hexadecimal, the highest first.

    A kernel of 32 bits writes shorter words; the companion runs on one of 64.
    """
    bits = 0
    try:
        for word in text_of(path).split():
            bits = bits << 64 | int(word, 16)
    except ValueError:
        return 0
    return bits


def text_of(path: Path) -> str:
    """Return what a small file of the kernel's says; "" where there is none, or it can't be read."""
    try:
        return path.read_text().strip()
    except (OSError, UnicodeDecodeError):
        return ""


DESKTOP = ("DISPLAY", "WAYLAND_DISPLAY")
"""Where one of these is set, there is a desktop to open a window on."""

KINDS = ("DSI", "HDMI", "DPI", "eDP", "LVDS", "DP", "VGA", "Composite")
"""Connectors, the likeliest to be the table's panel first: a ribbon before a cable, both before the rest."""


class Folders(Struct, frozen=True):
    """Where the kernel says what there is; tests give their own."""

    drm: Path = Path("/sys/class/drm")
    dri: Path = Path("/dev/dri")
    inputs: Path = Path("/sys/class/input")
    devices: Path = Path("/dev/input")
    cards: Path = Path("/proc/asound/cards")
    command_line: Path = Path("/proc/cmdline")


FOLDERS = Folders()


class Display(Struct, frozen=True):
    """What is drawn on: size in pixels as it is looked at, and whether it is a panel filled to its edges."""

    width: int
    height: int
    panel: bool

    @property
    def density(self) -> float:
        """The density at which 5.2 dp are a millimetre on a panel of 7 inches, whichever way it stands."""
        return min(max(self.width, self.height) / 800, min(self.width, self.height) / 450)


class ConnectedPanel(Struct, frozen=True):
    """A connected panel: its connector, its card, and its size in pixels as it is built.

    `left` is where it begins beside the other panels of its card, in pixels.
    """

    connector: str
    card: int
    width: int
    height: int
    left: int = 0


class Decision(Struct, frozen=True):
    """One thing that was decided: what about, and how."""

    what: str
    chosen: str

    def __str__(self) -> str:
        return f"{self.what}: {self.chosen}"


class Launch(Struct, frozen=True):
    """All that was decided; `appliance`: the machine is the table's own, without a desktop around it.

    `found`: there is something to draw on.
    """

    display: Display
    appliance: bool = False
    rotation: int = 0
    left: int = 0
    touch: Touchscreen | None = None
    sound: bool = False
    environment: dict[str, str] = {}
    decisions: tuple[Decision, ...] = ()
    found: bool = True

    @property
    def alone(self) -> bool:
        """Whether the table draws without a desktop: then no other program's input comes here."""
        return bool(self.environment)


def window(size: str) -> Launch:
    """Return the launch of a plain window of a size such as "800x480"."""
    return Launch(Display(*_size(size), False), sound=has_sound(FOLDERS.cards))


def decide(
    size: str,
    *,
    kiosk: bool = False,
    screen: ScreenFile = AS_EVER,
    environment: Mapping[str, str] = os.environ,
    folders: Folders = FOLDERS,
) -> Launch:
    """Return what to launch with; `size` is that of a window on a desktop, `kiosk` fills the whole screen."""
    sound = has_sound(folders.cards)
    heard = Decision(words.SOUND, words.FOUND if sound else words.SILENT)
    by_hand = environment.get("SDL_VIDEODRIVER")
    if by_hand or any(environment.get(name) for name in DESKTOP):
        # What somebody set is left as it is; a desktop has its own ways with panels and touch.
        chosen = words.driver_by_hand(by_hand) if by_hand else words.DESKTOP
        shown = Display(*_size(size), kiosk)
        told: tuple[Decision, ...]
        told = (Decision(words.PANEL, chosen), Decision(words.TOUCH, words.TOUCH_OF_DESKTOP), heard)
        return Launch(shown, kiosk, screen.turned if kiosk else 0, sound=sound, decisions=told)
    found = panels(folders)
    if not found:
        told = (Decision(words.PANEL, words.NO_PANEL), heard)
        return Launch(Display(*_size(size), True), True, sound=sound, decisions=told, found=False)
    panel = found[0]
    turned, why = rotation(panel, folders.command_line, screen)
    wide, high = (panel.width, panel.height) if turned in (0, 180) else (panel.height, panel.width)
    shown = Display(wide, high, True)
    touch = touch_of(panel, folders)
    told = (
        Decision(words.PANEL, words.panel(panel.connector, panel.card, panel.width, panel.height)),
        *(Decision(words.PANEL, words.passed_over(other.connector, other.card)) for other in found[1:]),
        Decision(words.TURNED, words.turned(turned, why)),
        Decision(words.DENSITY, words.density(shown.density, wide, high)),
        Decision(words.TOUCH, touch_line(touch)),
        heard,
    )
    chosen_driver = {"SDL_VIDEODRIVER": "kmsdrm", "SDL_KMSDRM_DEVICE_INDEX": str(panel.card)}
    usable = touch if touch is not None and touch.readable else None
    return Launch(shown, True, turned, panel.left, usable, sound, chosen_driver, told)


def panels(folders: Folders) -> list[ConnectedPanel]:
    """Return the connected panels, the one to be used first. A card that only computes has none.

    On a Pi the card that draws and the one with the connectors are two, and their numbers change from one
    start to the next: the connector's own name tells its card.
    """
    found: list[tuple[int, ConnectedPanel]] = []
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
        found.append((number, ConnectedPanel(connector, int(card[4:]), width, height)))
    beside = [_beside(panel, number, found) for number, panel in found]
    return sorted(beside, key=lambda panel: (_rank(panel.connector), panel.card, panel.connector))


def touch_of(panel: ConnectedPanel | None, folders: Folders) -> Touchscreen | None:
    """Return the touchscreen that goes with a panel; one on USB where nothing is connected."""
    ribbon = panel is not None and panel.connector.startswith("DSI")
    return find_touch(folders.inputs, folders.devices, ribbon=ribbon)


def _beside(panel: ConnectedPanel, number: int, found: list[tuple[int, ConnectedPanel]]) -> ConnectedPanel:
    """Say where a panel begins: SDL lays those of one card side by side, in the order of their numbers."""
    before = [other.width for n, other in found if other.card == panel.card and 0 < n < number]
    return ConnectedPanel(panel.connector, panel.card, panel.width, panel.height, sum(before))


def _rank(connector: str) -> int:
    kind = connector.partition("-")[0]
    return KINDS.index(kind) if kind in KINDS else len(KINDS)


def rotation(panel: ConnectedPanel, command_line: Path, screen: ScreenFile) -> tuple[int, str]:
    """Return by how many degrees the picture is turned, and why.

    What the kernel was told of the panel counts first (`video=DSI-1:720x1280,rotate=90`), then its own shape;
    the table's setting turns the picture from there.
    """
    base, why = 0, words.AS_BUILT
    if panel.height > panel.width:
        base, why = 90, words.UPRIGHT
    for word in text_of(command_line).split():
        name, _, options = word.removeprefix("video=").partition(":")
        if word.startswith("video=") and name == panel.connector:
            for option in options.split(","):
                degrees = option.removeprefix("rotate=")
                if option.startswith("rotate=") and degrees in ("0", "90", "180", "270"):
                    base, why = int(degrees), words.TOLD_KERNEL
    if screen.turned:
        return (base + screen.turned) % 360, words.and_by_hand(why)
    return base, why


def touch_line(touch: Touchscreen | None) -> str:
    """Return what is said of the touchscreen."""
    if touch is None:
        return words.NO_TOUCH
    return words.touch(touch.name, touch.path) if touch.readable else words.touch_closed(touch.path)


def has_touch(folders: Folders = FOLDERS) -> bool:
    """Tell whether there is a touchscreen, on the panel that is chosen or by USB."""
    return touch_of(next(iter(panels(folders)), None), folders) is not None


def has_sound(cards: Path) -> bool:
    """Tell whether there is a sound card."""
    return "]:" in text_of(cards)


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    return int(width), int(height.rstrip("i"))


# Whether there is anything to draw on; asked before Kivy is imported, for Kivy opens a window at once.

DRM = Path("/sys/class/drm")


def has_display(environment: Mapping[str, str] = os.environ, drm: Path | None = None) -> bool:
    """Tell whether a window can be opened: a desktop, a driver chosen by hand, or a connected panel."""
    if any(environment.get(name) for name in (*DESKTOP, "SDL_VIDEODRIVER")):
        return True
    return bool(panels(Folders(drm=DRM if drm is None else drm)))


# What Kivy must be told before it is imported: the window, the touch devices, and to keep to itself.

GPU = Path("/dev/dri")
"""Where a render node stands if there is a GPU; smooth edges cost a software renderer most of its time."""


def prepare_kivy(launch: Launch, home: Path, environment: MutableMapping[str, str] = os.environ) -> None:
    """Set the environment and Kivy's configuration; before anything else imports Kivy."""
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
            # The provider after it, bare X11, ends the whole process where there is none.
            "KIVY_WINDOW": "sdl2",
        }
    )
    environment.setdefault("KIVY_NO_CONSOLELOG", "1")
    if not launch.sound:
        # Looking for a card that isn't there, the sound library fills the terminal.
        environment.setdefault("SDL_AUDIODRIVER", "dummy")
    (home / "kivy").mkdir(parents=True, exist_ok=True)
    stderr = sys.stderr
    from kivy.config import Config

    # Kivy takes standard error for its own log; a sentence about a bad seats file must still come out.
    sys.stderr = stderr
    upright = launch.rotation in (90, 270)
    for name, value in (
        ("width", display.height if upright else display.width),
        ("height", display.width if upright else display.height),
        ("rotation", launch.rotation),
        ("fullscreen", "auto" if display.panel else 0),
        ("show_cursor", 0 if display.panel else 1),
        ("multisamples", 2 if any(GPU.glob("renderD*")) else 0),
        ("resizable", 1),
        ("minimum_width", 640),
        ("minimum_height", 400),
    ):
        Config.set("graphics", name, str(value))
    if launch.left:
        # The panel is the second of its card: the window opens on whichever lies at its place.
        Config.set("graphics", "position", "custom")
        Config.set("graphics", "left", str(launch.left))
    # Escape closes a Kivy window at once; at a table that is a slip of the hand.
    Config.set("kivy", "exit_on_escape", "0")
    for name in list(Config.options("input")):
        Config.remove_option("input", name)
    touch = launch.touch
    if touch is None:
        # Red dots for a second finger are for people who test, not for people who play.
        Config.set("input", "mouse", "mouse,disable_multitouch")
    else:
        # One provider only: with SDL's mouse beside it every tap would come twice. Kivy turns touches with
        # the picture.
        environment["SDL_TOUCH_MOUSE_EVENTS"] = "0"
        Config.set("input", "touch", f"{touch.provider},{touch.path}")


# Why no window can be had, and what to do: said where it can be read, in the journal and on a console.

EXIT = 69
"""EX_UNAVAILABLE of sysexits.h: something that the app needs isn't there."""

RETRY_SECONDS = 10.0
"""systemd starts us again at once: without a screen we wait before we end, and find one plugged in then."""

CONSOLE = Path("/dev/tty1")

REFUSED = re.compile(r"^sdl2 - \w+: b?['\"]?(.+?)['\"]?$", re.MULTILINE)
"""Where Kivy's log says what SDL said."""


def window_problems(
    launch: Launch, libraries: CheckResult, log: Iterable[str], folders: Folders = FOLDERS
) -> list[str]:
    """Return what is wrong, a problem and its remedy each; `log` is Kivy's, `libraries` the doctor's."""
    found = []
    if not launch.found:
        found.append(words.problem(words.sentence(f"{words.PANEL}: {words.NO_PANEL}"), words.MEND_PANEL))
    card = launch.environment.get("SDL_KMSDRM_DEVICE_INDEX")
    if card is not None:
        device = folders.dri / f"card{card}"
        if not os.access(device, os.R_OK | os.W_OK):
            closed = words.card_closed(str(device))
            found.append(words.problem(closed, words.mend_card(getpass.getuser())))
    if not libraries.ok:
        found.append(words.problem(words.sentence(libraries.what), words.sentence(libraries.remedy)))
    if not found:
        found += [words.window_refused(said) for text in log for said in REFUSED.findall(text)]
    return found or [words.MEND_WINDOW]


def tell_console(lines: Iterable[str], console: Path = CONSOLE) -> None:
    """Say something in the journal and, where one may be written to, on the text console."""
    text = "".join(f"{line}\n" for line in lines)
    sys.stderr.write(text)
    with suppress(OSError):
        # Not made where there is none, and not made our own.
        terminal = os.open(console, os.O_WRONLY | os.O_NOCTTY)
        with os.fdopen(terminal, "w") as opened:
            # A terminal wants to be told to go to the beginning of the line.
            opened.write(text.replace("\n", "\r\n"))


def give_up(
    found: list[str],
    environment: Mapping[str, str] = os.environ,
    wait: Callable[[float], None] = time.sleep,
    console: Path = CONSOLE,
) -> None:
    """Say why there is no window, and end; SystemExit. Where systemd watches, only after a while."""
    tell_console([words.NO_WINDOW, *found], console)
    if environment.get("NOTIFY_SOCKET"):
        wait(RETRY_SECONDS)
    sys.exit(EXIT)
