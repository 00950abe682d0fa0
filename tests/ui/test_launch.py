"""The launch on made-up machines: choice of panel, rotation, touch, Kivy's settings; why no window."""

import json
import os
from pathlib import Path

import pytest

from tests.ui.desk import there
from tests.ui.rig import python
from ui.appliance import launch
from ui.appliance import machine_words as words
from ui.appliance.crash_message import CheckResult
from ui.appliance.launch import Display, Folders, Launch, Touchscreen, decide, has_touch, window
from ui.appliance.screen_file import TURNS, ScreenFile

DIRECT, POINTER = "2", "1"
SEVERAL = "260800000000003"
"""ABS_X, ABS_Y and the multi-touch axes, as the kernel writes them for a Pi's first panel."""
ONE, UNNUMBERED = "3", "60000000000003"


class Machine:
    """Folders filled as the kernel fills them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folders = Folders(
            drm=root / "drm",
            dri=root / "dri",
            inputs=root / "inputs",
            devices=root / "devices",
            cards=root / "cards",
            command_line=root / "cmdline",
        )
        for folder in (root / "drm", root / "dri", root / "inputs", root / "devices" / "by-path"):
            folder.mkdir(parents=True)
        (root / "cards").write_text("--- no soundcards ---\n")
        self.say("console=tty1 root=/dev/mmcblk0p2")

    def say(self, command_line: str) -> None:
        (self.root / "cmdline").write_text(command_line + "\n")

    def card(self, number: int) -> "Machine":
        """Plug in a graphics card; one without connectors only computes."""
        (self.root / "drm" / f"card{number}").mkdir()
        (self.root / "dri" / f"card{number}").touch()
        return self

    def connector(self, name: str, mode: str = "", *, connected: bool = True, number: int = 0) -> "Machine":
        """Give a card a connector such as "card1-DSI-1", with its preferred mode."""
        folder = self.root / "drm" / name
        folder.mkdir()
        (folder / "status").write_text("connected\n" if connected else "disconnected\n")
        (folder / "modes").write_text(f"{mode}\n640x480\n" if mode else "")
        if number:
            (folder / "connector_id").write_text(f"{number}\n")
        return self

    def input(
        self, event: str, name: str, *, axes: str = SEVERAL, properties: str = DIRECT, bus: str = "0018"
    ) -> "Machine":
        """Plug in an input device, with a persistent name for it."""
        device = self.root / "inputs" / event / "device"
        (device / "capabilities").mkdir(parents=True)
        (device / "id").mkdir()
        (device / "properties").write_text(f"{properties}\n")
        (device / "capabilities" / "abs").write_text(f"{axes}\n")
        (device / "name").write_text(f"{name}\n")
        (device / "id" / "bustype").write_text(f"{bus}\n")
        node = self.root / "devices" / event
        node.touch()
        (self.root / "devices" / "by-path" / f"platform-{event}.i2c-event").symlink_to(node)
        return self

    def launch(self, *, screen: ScreenFile = ScreenFile(), **environment: str) -> Launch:  # noqa: B008
        return decide("1280x720", screen=screen, environment=environment, folders=self.folders)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def lines(launch: Launch, about: str) -> list[str]:
    return [decision.chosen for decision in launch.decisions if decision.what == about]


def test_a_pi_4_with_the_ribbon_panel(machine: Machine) -> None:
    machine.card(0).card(1)
    machine.connector("card1-DSI-1", "800x480").connector("card1-HDMI-A-1", "640x480", connected=False)
    machine.connector("card1-Writeback-1", connected=False)
    machine.input("event0", "raspberrypi-ts").input("event1", "gpio keys", properties="0", axes="0")
    launch = machine.launch()
    assert launch.appliance
    assert launch.environment == {"SDL_VIDEODRIVER": "kmsdrm", "SDL_KMSDRM_DEVICE_INDEX": "1"}
    assert launch.alone
    assert (launch.display.width, launch.display.height, launch.display.density) == (800, 480, 1.0)
    assert launch.touch is not None
    assert launch.touch.path.endswith("by-path/platform-event0.i2c-event")
    assert (launch.touch.provider, launch.touch.numbered) == ("mtdev", True)
    assert [str(decision) for decision in launch.decisions] == [
        "panel: DSI-1 on card1, 800x480",
        "picture: not turned: as the panel is built",
        "density: 1.00, for 800x480 on 7 inches",
        f"touch: raspberrypi-ts at {launch.touch.path}",
        "sound: none, silent",
    ]


@pytest.mark.parametrize("card", [0, 1, 2])
def test_a_pi_5_whose_cards_change_their_numbers(machine: Machine, card: int) -> None:
    for number in range(3):
        machine.card(number)
    other = (card + 1) % 3
    machine.connector(f"card{card}-DSI-2", "720x1280")
    machine.connector(f"card{other}-HDMI-A-1", connected=False)
    launch = machine.launch()
    assert launch.environment["SDL_KMSDRM_DEVICE_INDEX"] == str(card)
    assert lines(launch, "panel") == [f"DSI-2 on card{card}, 720x1280"]


def test_a_panel_that_stands_upright_is_turned_or_as_the_kernel_was_told(machine: Machine) -> None:
    launch = machine.card(1).connector("card1-DSI-1", "720x1280").launch()
    assert launch.rotation == 90
    assert (launch.display.width, launch.display.height) == (1280, 720)
    assert launch.display.density == pytest.approx(1.6)
    assert lines(launch, "picture") == ["turned by 90 degrees, and touch too: the panel stands upright"]
    machine.say("quiet video=HDMI-A-1:1920x1080 video=DSI-1:720x1280@60,rotate=270 splash")
    assert machine.launch().rotation == 270
    machine.say("video=DSI-1:720x1280@60,rotate=sideways")
    assert machine.launch().rotation == 90


@pytest.mark.parametrize(("mode", "built"), [("800x480", 0), ("480x800", 90)])
@pytest.mark.parametrize("by_hand", [90, 180, 270])
def test_the_picture_is_turned_by_hand(machine: Machine, mode: str, built: int, by_hand: int) -> None:
    launch = machine.card(1).connector("card1-DSI-1", mode).launch(screen=ScreenFile(by_hand))
    assert launch.rotation == (built + by_hand) % 360
    lies = by_hand == 180
    assert (launch.display.width, launch.display.height) == ((800, 480) if lies else (480, 800))
    assert launch.display.density == 1.0
    assert lines(launch, "picture")[0].endswith("turned by the table's setting")


def test_of_two_panels_the_ribbon_counts_and_has_its_own_touch(machine: Machine) -> None:
    machine.card(1)
    machine.connector("card1-HDMI-A-1", "1920x1080", number=33).connector("card1-DSI-1", "800x480", number=51)
    machine.input("event0", "USB touch", bus="0003").input("event1", "Goodix")
    launch = machine.launch()
    panels = lines(launch, "panel")
    assert panels == ["DSI-1 on card1, 800x480", "HDMI-A-1 on card1 is connected too, but not used"]
    # SDL puts the panels of a card side by side.
    assert launch.left == 1920
    assert launch.touch is not None
    assert launch.touch.name == "Goodix"


def test_panels_of_two_cards_lie_nowhere_beside_each_other(machine: Machine) -> None:
    machine.card(0).card(1)
    machine.connector("card0-HDMI-A-1", "1920x1080", number=33)
    machine.connector("card1-DSI-1", "800x480", number=34)
    assert machine.launch().left == 0


@pytest.mark.parametrize("connected", [True, False])
def test_nothing_to_draw_on(machine: Machine, connected: bool) -> None:
    machine.card(0).card(1).connector("card1-HDMI-A-1", connected=connected)
    launch = machine.launch()
    assert not launch.has_display
    assert launch.environment == {}
    assert lines(launch, "panel") == ["none is connected"]


def test_files_that_make_no_sense_are_passed_over(machine: Machine) -> None:
    machine.card(1).connector("card1-DSI-1", "wide").connector("cardx-DSI-1", "800x480")
    machine.connector("card1-HDMI-A-1", "1920x1080i")
    (machine.root / "cmdline").write_bytes(b"\xff\xfe")
    assert lines(machine.launch(), "panel") == ["HDMI-A-1 on card1, 1920x1080"]


@pytest.mark.parametrize("set_by", ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"])
def test_a_desktop_or_a_driver_by_hand_is_left_as_it_is(machine: Machine, set_by: str) -> None:
    machine.card(1).connector("card1-DSI-1", "800x480")
    launch = decide("1280x720", environment={set_by: "x11"}, folders=machine.folders)
    assert (launch.appliance, launch.environment, launch.rotation) == (False, {}, 0)
    assert (launch.display.width, launch.display.panel) == (1280, False)


def test_a_kiosk_on_a_desktop_fills_it(machine: Machine) -> None:
    launch = decide(
        "800x480", kiosk=True, screen=ScreenFile(180), environment={"DISPLAY": ":0"}, folders=machine.folders
    )
    assert (launch.appliance, launch.display.panel, launch.rotation) == (True, True, 180)


def test_a_sound_card_is_heard_of(machine: Machine) -> None:
    (machine.root / "cards").write_text(" 0 [Headphones     ]: bcm2835 - bcm2835 Headphones\n")
    assert machine.launch(DISPLAY=":0").sound
    assert lines(machine.launch(), "sound") == ["there is a card"]


def test_a_mouse_and_a_touchpad_are_no_touchscreens(machine: Machine) -> None:
    machine.card(1).connector("card1-DSI-1", "800x480")
    machine.input("event0", "mouse", axes="0", properties="0").input("event1", "pad", properties=POINTER)
    launch = machine.launch()
    assert launch.touch is None
    assert lines(launch, "touch") == ["no touchscreen; a mouse works too"]


@pytest.mark.parametrize(("axes", "touch"), [
    ([ONE], ("event0", "hidinput", False)),
    # A driver that doesn't number touches.
    ([UNNUMBERED], ("event0", "mtdev", False)),
    ([ONE, SEVERAL], ("event1", "mtdev", True)),
])  # fmt: skip
def test_a_panel_is_read_as_it_tells_and_one_for_several_fingers_first(
    machine: Machine, axes: list[str], touch: tuple[str, str, bool]
) -> None:
    machine.card(1).connector("card1-DSI-1", "800x480")
    for n, its in enumerate(axes):
        machine.input(f"event{n}", f"event{n}", axes=its)
    found = there(machine.launch().touch)
    assert (found.name, found.provider, found.numbered) == touch
    # Without a persistent name, the device itself is read.
    (machine.root / "devices" / "by-path" / f"platform-{touch[0]}.i2c-event").unlink()
    assert there(machine.launch().touch).path.endswith(f"devices/{touch[0]}")


def test_a_touchscreen_we_may_not_read_is_said(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.card(1).connector("card1-DSI-1", "800x480").input("event0", "panel")
    monkeypatch.setattr("ui.appliance.launch.os.access", lambda path, mode: False)
    launch = machine.launch()
    # SDL's own mouse stays enabled: it may work where we found no touch.
    assert launch.touch is None
    assert lines(launch, "touch")[0].startswith("no permission to read ")


def test_whether_there_is_a_touchscreen_is_asked_without_opening_it(machine: Machine) -> None:
    assert not has_touch(machine.folders)
    machine.input("event3", "USB touch", bus="0003")
    assert has_touch(machine.folders), "by USB, without a panel"


ASK = """
import json, sys
import msgspec
from pathlib import Path
from ui.appliance.launch import Launch, prepare_kivy
told = {}
prepare_kivy(msgspec.json.decode(sys.argv[1], type=Launch), Path(sys.argv[2]), told)
from kivy.config import Config
said = {section: dict(Config.items(section)) for section in ("graphics", "input", "kivy")}
print(json.dumps([told, said]))
"""


def told(launch: Launch, home: Path) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """Return the environment and Kivy's configuration after preparing a launch."""
    import msgspec

    chosen = {"PATH": "/usr/bin", "KIVY_NO_ARGS": "1", "KIVY_NO_CONFIG": "1", "HOME": str(home)}
    done = python("-c", ASK, msgspec.json.encode(launch).decode(), str(home), env=chosen)
    assert done.returncode == 0, done.stderr
    environment, configuration = json.loads(done.stdout.splitlines()[-1])
    return environment, configuration


@pytest.mark.parametrize(
    ("size", "density"), [("800x480", 1.0), ("1280x720", 1.6), ("1024x600", 1.28), ("1920x1080", 2.4)]
)
def test_density_follows_the_size(size: str, density: float) -> None:
    display = window(size).display
    assert display.density == pytest.approx(density)
    assert not display.panel


def test_a_panel_is_filled_and_its_touch_read_once(tmp_path: Path) -> None:
    touch = Touchscreen("/dev/input/by-path/x-event", "a panel", "mtdev")
    chosen = {"SDL_VIDEODRIVER": "kmsdrm", "SDL_KMSDRM_DEVICE_INDEX": "1"}
    launch = Launch(Display(1280, 720, True), True, 270, 800, touch, environment=chosen)
    environment, said = told(launch, tmp_path)
    assert environment.items() >= chosen.items()
    # With SDL's mouse enabled as well, every tap would come twice.
    assert environment["SDL_TOUCH_MOUSE_EVENTS"] == "0"
    assert said["input"] == {"touch": "mtdev,/dev/input/by-path/x-event"}
    assert environment["SDL_AUDIODRIVER"] == "dummy"
    graphics = said["graphics"]
    # Kivy takes the panel's native size, and rotates picture and touch itself.
    assert (graphics["width"], graphics["height"], graphics["rotation"]) == ("720", "1280", "270")
    assert (graphics["fullscreen"], graphics["show_cursor"]) == ("auto", "0")
    assert (graphics["position"], graphics["left"]) == ("custom", "800")


def test_a_window_has_a_mouse(tmp_path: Path) -> None:
    environment, said = told(Launch(Display(800, 480, False), sound=True), tmp_path)
    assert "SDL_VIDEODRIVER" not in environment
    assert "SDL_AUDIODRIVER" not in environment
    assert said["input"] == {"mouse": "mouse,disable_multitouch"}
    assert (said["graphics"]["fullscreen"], said["graphics"]["show_cursor"]) == ("0", "1")
    assert said["graphics"]["position"] == "auto"
    assert said["kivy"]["exit_on_escape"] == "0"


WELL = CheckResult("drawing libraries", True, "EGL")
REFUSED = (
    "Window: Unable to find any valuable Window provider. Please enable debug logging\n"
    "sdl2 - RuntimeError: b'kmsdrm not available'\n  File \"kivy/core/__init__.py\", line 71\n"
)


def decided(**changes: object) -> Launch:
    from msgspec.structs import replace

    return replace(Launch(Display(800, 480, True), True), **changes)


def test_no_panel_says_to_connect_one_and_the_system_says_all_else_itself() -> None:
    found = launch.window_problems(decided(has_display=False), WELL, [])
    assert found == ["Panel: none is connected. Connect a panel or a screen, and start the Pi again."]
    found = launch.window_problems(decided(), WELL, ["nothing here", REFUSED])
    assert found == ["The graphics system says: kmsdrm not available."]


def test_a_card_that_may_not_be_used_names_it_and_the_groups(tmp_path: Path) -> None:
    chosen = decided(environment={"SDL_KMSDRM_DEVICE_INDEX": "1"})
    (problem,) = launch.window_problems(chosen, WELL, [REFUSED], Folders(dri=tmp_path))
    assert str(tmp_path / "card1") in problem
    assert "groups video and render" in problem
    (tmp_path / "card1").touch()
    assert launch.window_problems(chosen, WELL, [], Folders(dri=tmp_path)) == [words.MEND_WINDOW]


def test_every_problem_is_named(tmp_path: Path) -> None:
    missing = CheckResult("drawing libraries", False, "missing: GLESv2", "install them")
    chosen = decided(environment={"SDL_KMSDRM_DEVICE_INDEX": "0"})
    found = launch.window_problems(chosen, missing, [REFUSED], Folders(dri=tmp_path))
    assert len(found) == 2
    assert found[1] == "Missing: GLESv2. Install them."


def test_it_is_said_in_journal_and_console(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "tty1").touch()
    launch.tell_console(["One.", "Two."], tmp_path / "tty1")
    assert capsys.readouterr().err == "One.\nTwo.\n"
    assert (tmp_path / "tty1").read_bytes() == b"One.\r\nTwo.\r\n"
    launch.tell_console(["Three."], tmp_path / "tty2")
    assert not (tmp_path / "tty2").exists()
    assert capsys.readouterr().err == "Three.\n"


@pytest.mark.parametrize(("watched", "waits"), [("/run/systemd/notify", [10.0]), ("", [])])
def test_only_systemd_waits(
    tmp_path: Path, watched: str, waits: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    waited: list[float] = []
    with pytest.raises(SystemExit) as ended:
        launch.give_up(["Why."], {"NOTIFY_SOCKET": watched}, waited.append, tmp_path / "tty1")
    assert (ended.value.code, waited) == (launch.EXIT, waits)
    assert capsys.readouterr().err.splitlines() == [words.NO_WINDOW, "Why."]


WIDE, HIGH = 200, 120
"""The panel's native size in pixels."""
FINGERS = ((0.1, 0.2), (0.85, 0.3), (0.3, 0.9))
"""Touches, as fractions from the panel's native lower left corner."""

PROGRAM = f"""
import sys
from kivy.config import Config
Config.set("graphics", "width", "{WIDE}")
Config.set("graphics", "height", "{HIGH}")
Config.set("graphics", "multisamples", "0")
for name in list(Config.options("input")):
    Config.remove_option("input", name)
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Canvas, Color, Rectangle
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget
from ui.appliance.launch import Display, Launch
from ui.appliance.screen_file import ScreenFile
from ui.main.kivy_appliance import _keep_screen
from pathlib import Path


class Touch(MotionEvent):
    def depack(self, args):
        self.is_touch, self.profile = True, ["pos"]
        self.sx, self.sy = args
        super().depack(args)


class Glass(Widget):
    def on_touch_down(self, touch):
        with self.canvas:
            Color(1, 0, 0)
            Rectangle(pos=(touch.x - 4, touch.y - 4), size=(9, 9))
        return True


class Cover:
    light = None

    def sleep_after(self, minutes):
        pass


glass = Glass()
Window.add_widget(glass)
EventLoop.window = Window
launch = Launch(Display({WIDE}, {HIGH}, True), True)
for turned in {TURNS}:
    glass.canvas.clear()
    _keep_screen(Path(sys.argv[1]), Cover(), launch, ScreenFile(), ScreenFile(turned))
    EventLoop.idle()
    said = [*Window.size, *glass.size]
    for finger in {FINGERS!r}:
        EventLoop.post_dispatch_input("begin", Touch("glass", 1, finger))
    EventLoop.idle()
    Window.dispatch("on_draw")
    pixels = glReadPixels(0, 0, {WIDE}, {HIGH}, GL_RGBA, GL_UNSIGNED_BYTE)
    for x, y in {FINGERS!r}:
        at = 4 * (int(y * {HIGH}) * {WIDE} + int(x * {WIDE}))
        said += pixels[at : at + 3]
    print(*said)
"""


def test_however_the_picture_is_turned_a_finger_finds_what_is_drawn_under_it(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "SDL_VIDEODRIVER": "offscreen",
        "SDL_AUDIODRIVER": "dummy",
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_CONSOLELOG": "1",
        "KIVY_METRICS_DENSITY": "1",
        "KIVY_HOME": str(tmp_path),
    }
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        environment.pop(name, None)
    done = python("-c", PROGRAM, str(tmp_path / "screen.json"), env=environment)
    assert done.returncode == 0, done.stderr
    found = dict(zip(TURNS, done.stdout.splitlines(), strict=True))
    red = " 255 0 0" * len(FINGERS)
    # The scene is laid out again for the rotated size.
    lies, stands = (f"{size} {size}{red}" for size in (f"{WIDE} {HIGH}", f"{HIGH} {WIDE}"))
    assert found == {0: lies, 90: stands, 180: lies, 270: stands}
