"""What there is to draw on, to touch and to sound with, and what is chosen of it: one line a decision.

Nothing here touches Kivy, or anything but the files that it is given; `environment` passes on what was
decided. All is told from the kernel's own descriptions; it has been tried on made-up ones only, on no Pi.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from ui.appliance import machine_words as words
from ui.appliance.screen_file import AS_EVER, ScreenFile
from ui.appliance.touch import Touchscreen, find_touch, text_of

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
