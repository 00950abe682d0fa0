"""The launcher on made-up machines: which panel, turned how, touched where; and a line for each decision."""

from pathlib import Path

import pytest

from tests.ui.desk import there
from ui.appliance.launch import Folders, Launch, decide, has_touch
from ui.appliance.screen_file import ScreenFile

DIRECT, POINTER = "2", "1"
SEVERAL = "260800000000003"
"""ABS_X, ABS_Y, and the axes of several fingers, as the kernel of a Pi's first panel writes them."""
ONE, UNNUMBERED = "3", "60000000000003"


class Machine:
    """Folders as the kernel would fill them."""

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
        """Plug in a card; one that only computes has no connectors."""
        (self.root / "drm" / f"card{number}").mkdir()
        (self.root / "dri" / f"card{number}").touch()
        return self

    def connector(self, name: str, mode: str = "", *, connected: bool = True, number: int = 0) -> "Machine":
        """Give a card a connector, "card1-DSI-1", with its best mode."""
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
        """Plug in an input device, with a lasting name for it."""
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
    machine.connector("card1-DSI-1", "800x480").connector("card1-HDMI-A-1", connected=False)
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
    assert lines(launch, "picture") == ["turned by 90 degrees, touch with it: the panel stands upright"]
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


def test_a_pi_5_with_a_cable_only(machine: Machine) -> None:
    machine.card(0).card(1).connector("card1-HDMI-A-1", "1920x1080")
    machine.connector("card1-HDMI-A-2", connected=False)
    machine.input("event3", "USB touch", bus="0003")
    launch = machine.launch()
    assert lines(launch, "panel") == ["HDMI-A-1 on card1, 1920x1080"]
    assert lines(launch, "touch")[0].startswith("USB touch at ")


def test_of_two_panels_the_ribbon_counts_and_has_its_own_touch(machine: Machine) -> None:
    machine.card(1)
    machine.connector("card1-HDMI-A-1", "1920x1080", number=33).connector("card1-DSI-1", "800x480", number=51)
    machine.input("event0", "USB touch", bus="0003").input("event1", "Goodix")
    launch = machine.launch()
    assert lines(launch, "panel") == [
        "DSI-1 on card1, 800x480",
        "HDMI-A-1 on card1 is connected too, and left alone",
    ]
    # SDL lays the panels of a card side by side.
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
    assert not launch.found
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
        "800x480",
        kiosk=True,
        screen=ScreenFile(180),
        environment={"DISPLAY": ":0"},
        folders=machine.folders,
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
    assert lines(launch, "touch") == ["no touchscreen; a mouse does as well"]


@pytest.mark.parametrize(
    ("axes", "touch"),
    [
        ([ONE], ("event0", "hidinput", False)),
        # A driver that doesn't number fingers.
        ([UNNUMBERED], ("event0", "mtdev", False)),
        ([ONE, SEVERAL], ("event1", "mtdev", True)),
    ],
)
def test_a_panel_is_read_as_it_tells_and_one_for_several_fingers_first(
    machine: Machine, axes: list[str], touch: tuple[str, str, bool]
) -> None:
    machine.card(1).connector("card1-DSI-1", "800x480")
    for n, its in enumerate(axes):
        machine.input(f"event{n}", f"event{n}", axes=its)
    found = there(machine.launch().touch)
    assert (found.name, found.provider, found.numbered) == touch
    # Without a lasting name the device itself is read.
    (machine.root / "devices" / "by-path" / f"platform-{touch[0]}.i2c-event").unlink()
    assert there(machine.launch().touch).path.endswith(f"devices/{touch[0]}")


def test_a_touchscreen_we_may_not_read_is_said(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.card(1).connector("card1-DSI-1", "800x480").input("event0", "panel")
    monkeypatch.setattr("ui.appliance.launch.os.access", lambda path, mode: False)
    launch = machine.launch()
    # SDL's own mouse is left to it: it may know a way in.
    assert launch.touch is None
    assert lines(launch, "touch")[0].startswith("no permission to read ")


def test_whether_there_is_a_touchscreen_is_asked_without_opening_it(machine: Machine) -> None:
    assert not has_touch(machine.folders)
    machine.input("event3", "USB touch", bus="0003")
    assert has_touch(machine.folders), "by USB, without a panel"
