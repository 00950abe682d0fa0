"""The app as an appliance under systemd: ready, alive, stopped, and started safely."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from kivy.clock import Clock
from kivy.core.window import Window

from companion.game import Level, Seat
from companion.games.ungle_speed.reports import TurnCard
from companion.places import screen_path, seats_path, starts_path
from companion.store import Store
from tests.ui.desk import the
from tests.ui.rig import Rig, python
from ui.appliance import care_words as words
from ui.appliance import machine, screen_file
from ui.appliance.crash_message import LastWords
from ui.appliance.heartbeat import MOST_STOPS, PLAYED, QuickStops, this_boot
from ui.appliance.launch import EXIT, Display, Launch, Touchscreen
from ui.appliance.machine import MachineEnd
from ui.appliance.screen_file import Backlight
from ui.appliance.tryout import Tryout, TryoutResult
from ui.games.registry import FACES
from ui.main import kivy_appliance
from ui.main.kivy_app import open_app
from ui.main.kivy_appliance import ApplianceApp, open_appliance
from ui.screens.broken import SafeScreen
from ui.screens.care import LanguagesScreen, TimeScreen
from ui.screens.home import HomeScreen
from ui.screens.table import TableScreen
from ui.screens.tryout import TryoutScreen
from ui.stage import theme
from ui.storage import startup
from ui.table.session import Inbox
from ui.widgets.layout import Rect, place_widget
from ui.wiring import OwnInputs

ROOT = Path(__file__).parents[2]
START = "from ui.cli import main; main()"
PATIENCE = 60.0
"""Longest time that a process may take on a busy machine, in seconds."""


class Service:
    """The app, started as systemd starts it, with a listener on its notifications."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(folder / "notify"))
        self.socket.settimeout(PATIENCE)
        self.processes: list[subprocess.Popen[str]] = []

    def start(self) -> subprocess.Popen[str]:
        """Start the app and wait until it is ready."""
        inherited = {n: v for n, v in os.environ.items() if not n.startswith(("KIVY_", "XDG_"))}
        process = subprocess.Popen(
            [sys.executable, "-c", START, "--kiosk", "--store", str(self.folder / "state" / "matches.db")],
            cwd=ROOT,
            env={
                **inherited,
                "HOME": str(self.folder),
                "SDL_VIDEODRIVER": "offscreen",
                "SDL_AUDIODRIVER": "dummy",
                "LP_NUM_THREADS": "0",
                "NOTIFY_SOCKET": str(self.folder / "notify"),
                "WATCHDOG_USEC": "200000",
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.processes.append(process)
        self.hear("READY=1")
        return process

    def hear(self, message: str) -> None:
        while self.socket.recv(4096).decode() != message:
            pass

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.communicate()
        self.socket.close()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    found = Service(tmp_path)
    yield found
    found.close()


def test_it_beats_stops_when_asked_and_starts_safely_after_three_quick_stops(service: Service) -> None:
    for _ in range(3):
        process = service.start()
        process.kill()
        _, said = process.communicate()
        assert "panel: offscreen" in said
        assert "safe screen" not in said
    process = service.start()
    service.hear("WATCHDOG=1")
    service.hear("WATCHDOG=1")
    process.send_signal(signal.SIGTERM)
    service.hear("STOPPING=1")
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, said
    assert words.safe_line(3) in said.splitlines()
    # It was asked to end, so this isn't counted as a crash.
    assert starts_path(service.folder / "state" / "matches.db").read_bytes() == b"[]"


def test_no_window_is_said_and_is_no_crash(tmp_path: Path) -> None:
    inherited = {n: v for n, v in os.environ.items() if not n.startswith(("KIVY_", "XDG_", "NOTIFY_"))}
    for _ in range(2):
        store = str(tmp_path / "matches.db")
        chosen = {"HOME": str(tmp_path), "SDL_VIDEODRIVER": "no-such-driver"}
        ended = python("-c", START, "--kiosk", "--store", store, env={**inherited, **chosen})
        assert ended.returncode == EXIT, ended.stderr
        assert "The graphics system says: no-such-driver not available." in ended.stderr.splitlines()
        assert starts_path(tmp_path / "matches.db").read_bytes() == b"[]"


class Opened:
    """An appliance in the test window."""

    def __init__(self, rig: Rig, folder: Path, stops: int = 0, seats: str = "") -> None:
        self.rig = rig
        self.store = folder / "matches.db"
        path = starts_path(self.store)
        path.write_bytes(msgspec.json.encode(["boot"] * stops))
        self.stops = QuickStops(path, "boot")
        self.stops.begin()
        file = folder / "seats.toml"
        if seats:
            file.write_text(seats)
        launch = Launch(Display(800, 480, True), True)
        self.app: ApplianceApp = open_appliance(launch, self.store, file, folder, self.stops, "Aborted")
        rig.show(self.app.build())
        rig.opened.append(self.close)
        place_widget(self.app.cover, Rect(0, 0, 800, 480))
        self.until(lambda: self.app.frame.screen is not None)
        if isinstance(self.app.frame.screen, LanguagesScreen):
            self.app.frame.screen["language en"].tap()
            self.app.frame.screen["next"].tap()
            if self.app._services.machine.time is not None:
                self.until(lambda: isinstance(self.app.frame.screen, TimeScreen))
                self.app.frame.screen["next"].tap()

    def until(self, what: object) -> None:
        def holds() -> bool:
            self.app._services.inbox.drain()
            assert callable(what)
            return bool(what())

        self.rig.until(holds)

    def close(self) -> None:
        self.rig.opened.remove(self.close)
        self.app.on_stop()
        self.rig.clear()
        Window.rotation = 0


SEATS = "[[seat]]\npin = 99\n"
"""A pin that doesn't exist."""


@pytest.fixture
def opened(rig: Rig, tmp_path: Path) -> Opened:
    return Opened(rig, tmp_path)


def test_a_good_start_begins_at_home_and_its_screen_is_as_it_is_set(opened: Opened) -> None:
    assert isinstance(opened.app.frame.screen, HomeScreen)
    assert opened.stops.count == 0
    for turned in (90, 180, 270, 0):
        opened.app.frame.upkeep._turn()
        assert Window.rotation == turned
    opened.app.frame.upkeep._next_sleep()
    assert screen_file.load(screen_path(opened.store)).sleep == 20
    for passed, asleep in ((20 * 60 - 5, False), (5, True)):
        opened.rig.time.seconds += passed
        opened.rig.pump(2)
        assert opened.app.cover.asleep is asleep


def test_the_first_picture_is_the_table_however_late_the_store_answers(
    rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Opened(rig, tmp_path)
    play(opened, 1)
    opened.close()
    asked, read, wait = threading.Event(), startup.read, Inbox.drain_until

    def read_late(store: Store) -> startup.StartupData:
        asked.wait(PATIENCE)
        return read(store)

    def drain_until(inbox: Inbox, done: Callable[[], bool], _: float) -> None:
        asked.set()
        wait(inbox, done, PATIENCE)

    monkeypatch.setattr(startup, "read", read_late)
    monkeypatch.setattr(Inbox, "drain_until", drain_until)
    app = open_app(opened.store, seats_path(), tmp_path)
    Window.add_widget(app.build())
    rig.pump(1)
    asked.set()
    assert isinstance(app.frame.screen, TableScreen)
    app.on_stop()
    rig.clear()


@pytest.mark.parametrize(("stops", "notice"), [(3, False), (4, True)])
def test_safe_starts_with_and_without_the_buttons(rig: Rig, tmp_path: Path, stops: int, notice: bool) -> None:
    opened = Opened(rig, tmp_path, stops)
    assert the(SafeScreen, opened.app.frame.screen).last_words == "Aborted"
    assert (opened.app._services.buttons.notice == words.SAFE_BUTTONS) is notice


def play(opened: Opened, entries: int) -> None:
    """Add entries to the table's match, or to a new one, with a check of the app before and after."""
    frame = opened.app.frame
    if frame.table is None:
        face = FACES["ungle-speed"]()
        frame.deal(face, face.facts(4, {}, Level.COUNTING, Seat(0)), theme.plates()[:4])
    assert frame.table is not None
    opened.app._look_back()
    session = frame.table.session
    for _ in range(entries):
        session.submit(TurnCard(Seat(session.view.turn)))
    opened.until(lambda: session.saved)
    opened.app._look_back()


def counted(opened: Opened) -> int:
    """Return how many starts are counted, including this one."""
    return len(msgspec.json.decode(starts_path(opened.store).read_bytes()))


def test_a_crash_each_61_seconds_reaches_the_safe_screen(rig: Rig, tmp_path: Path) -> None:
    """Crashes have to add up. When uptime alone cleared the count, each such start cleared it, for ever."""
    for stops in range(MOST_STOPS):
        opened = Opened(rig, tmp_path, stops)
        rig.time.seconds += 61
        rig.pump(2)
        play(opened, PLAYED - 1)
        assert counted(opened) == stops + 1
        opened.close()


def test_a_match_that_is_played_on_forgives_what_was_before(rig: Rig, tmp_path: Path) -> None:
    opened = Opened(rig, tmp_path, MOST_STOPS - 1)
    play(opened, PLAYED - 1)
    assert counted(opened) == MOST_STOPS
    play(opened, 1)
    assert counted(opened) == 0


def test_a_match_that_only_lies_there_proves_nothing(rig: Rig, tmp_path: Path) -> None:
    """Even a long resumed match doesn't clear the count: only entries added since the start do."""
    opened = Opened(rig, tmp_path)
    play(opened, 2 * PLAYED)
    opened.close()
    opened = Opened(rig, tmp_path, 1)
    opened.until(lambda: opened.app.frame.table)
    play(opened, 0)
    assert counted(opened) == 2


def test_who_reads_the_safe_screen_for_long_has_not_proved_anything(rig: Rig, tmp_path: Path) -> None:
    opened = Opened(rig, tmp_path, MOST_STOPS)
    rig.time.seconds += 300
    rig.pump(2)
    opened.app._look_back()
    assert counted(opened) == MOST_STOPS + 1


def test_a_bad_seats_file_is_no_reason_for_a_black_screen(rig: Rig, tmp_path: Path) -> None:
    buttons = Opened(rig, tmp_path, seats=SEATS).app._services.buttons
    assert buttons.simulated
    assert "seats.toml" in buttons.notice


def test_a_touch_ends_a_nap_a_boot_is_seen(rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kivy_appliance, "this_boot", lambda: "monday")
    opened = Opened(rig, tmp_path)
    opened.app.frame.upkeep._show_tryout(Tryout().go("sleep", "monday"), opened.app.frame.home)
    trying = the(TryoutScreen, opened.app.frame.screen)
    rig.tap(trying["do it"])
    assert opened.app.cover.asleep
    assert "yes" not in trying
    rig.tap_at(400, 240)
    assert not opened.app.cover.asleep
    assert "yes" in trying
    trying._to(trying.state.go("plug"))
    opened.until(lambda: trying.saved)
    opened.close()
    monkeypatch.setattr(kivy_appliance, "this_boot", lambda: "tuesday")
    opened = Opened(rig, tmp_path)
    trying = the(TryoutScreen, opened.app.frame.screen)
    assert (trying.state.at, trying.state.result) == ("plug", TryoutResult(True))


def test_the_page_of_an_error_is_a_first_picture_too(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    ready: list[bool] = []
    monkeypatch.setattr(opened.app._heartbeat, "ready", lambda: ready.append(True))
    opened.app.frame._put_away()
    with monkeypatch.context() as later:
        later.setattr(Clock, "schedule_once", lambda *_: None)
        opened.app._first_picture()
        assert ready == []
        opened.app.frame.fail(ZeroDivisionError())
        opened.app._first_picture()
    assert ready == [True]


def test_drawing_is_noticed_on_its_own_table_too(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames weren't noticed, so garbage was fully collected during play and the window polled as if idle."""
    monkeypatch.setattr(Clock, "schedule_once", lambda *_: None)
    for _ in range(2):
        opened.app._still = 20_000
        Window.dispatch("on_flip")
        assert opened.app._still == 0


def test_it_never_leaves_a_panel_dark(rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    power = tmp_path / "lights" / "panel" / "bl_power"
    power.parent.mkdir(parents=True)
    power.write_text("4")
    monkeypatch.setattr(kivy_appliance, "Backlight", lambda: Backlight(tmp_path / "lights"))
    opened = Opened(rig, tmp_path)
    assert power.read_text() == "0"
    opened.app.cover.sleep()
    assert power.read_text() == "4"
    opened.close()
    assert power.read_text() == "0"


def test_a_key_wakes_and_one_for_a_grab_counts_too(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    app, pressed = opened.app, list[tuple[Seat, int | None]]()
    monkeypatch.setattr(app._services.buttons, "press", lambda seat, key=None: pressed.append((seat, key)))
    app.cover.sleep()
    assert app._key_down(None, ord(" "))
    assert not app.cover.asleep
    app.cover.sleep()
    app._key_down(None, ord("2"), 31, "2", [])
    assert pressed == [(1, 31)]


def test_while_the_screen_is_locked_keys_tell_nothing_but_grabs(opened: Opened) -> None:
    opened.app.cover.lock()
    assert opened.app._key_down(None, ord(" ")), "keys do nothing while a cloth wipes them"
    opened.app.cover.unlock()
    assert not opened.app._key_down(None, ord(" "))


KMSDRM = {"SDL_VIDEODRIVER": "kmsdrm"}
NUMBERED = Touchscreen("/dev/input/event0", "panel", "mtdev", numbered=True)
ONE_FINGER = Touchscreen("/dev/input/event0", "panel", "hidinput")


@pytest.mark.parametrize(("launch", "inputs"), [
    (Launch(Display(800, 480, True), True, touch=NUMBERED, environment=KMSDRM),
     OwnInputs("/dev/input/event0")),
    (Launch(Display(800, 480, True), True, touch=ONE_FINGER, environment=KMSDRM), OwnInputs(None)),
    (Launch(Display(800, 480, True), True, environment=KMSDRM), OwnInputs(None)),
    (Launch(Display(800, 480, True), True, touch=NUMBERED), None),
    (Launch(Display(800, 480, False), False, touch=NUMBERED), None),
])  # fmt: skip
def test_only_without_a_desktop_own_keys_and_panel_are_read(launch: Launch, inputs: OwnInputs | None) -> None:
    assert kivy_appliance.own_inputs(launch) == inputs


def test_a_store_of_another_process_is_named_and_play_goes_on(rig: Rig, tmp_path: Path) -> None:
    with Store(tmp_path / "matches.db"):
        opened = Opened(rig, tmp_path)
        home = the(HomeScreen, opened.app.frame.screen)
        opened.until(lambda: "another companion is using it" in home.notice)
        opened.close()


def start(path: Path, boot: str = "a") -> QuickStops:
    """Start once more and end without a sign of it."""
    stops = QuickStops(path, boot)
    stops.begin()
    return stops


def test_three_quick_stops_make_the_fourth_start_safe_and_then_more_is_left_alone(tmp_path: Path) -> None:
    starts = [start(tmp_path / "starts.json") for _ in range(7)]
    assert [each.count for each in starts[:4]] == [0, 1, 2, 3], "starts before this one"
    assert [each.safe for each in starts] == [False] * 3 + [True] * 4
    assert [each.count > MOST_STOPS for each in starts] == [False] * 4 + [True] * 3
    assert [found.name for found in tmp_path.iterdir()] == ["starts.json"], "the file is replaced whole"


def test_one_that_lived_and_a_new_boot_forgive_all_before(tmp_path: Path) -> None:
    path = tmp_path / "starts.json"
    start(path)
    start(path)
    start(path).forgive()
    assert [start(path).safe for _ in range(4)] == [False, False, False, True]
    # A new boot starts a new count.
    assert not any(start(path, boot).safe for boot in ("b", "c", "d", "e", "f"))


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[1]", b"\xff\x00", b'["\xff"]', b'[{"boot": "a"}]', b'["a", 2]']
)
def test_a_file_that_makes_no_sense_counts_nothing(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "starts.json"
    path.write_bytes(content)
    assert start(path).count == 0
    assert start(path).count == 1


def test_a_disk_that_takes_nothing_raises_an_error_that_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        start(tmp_path / "file" / "starts.json")


def test_the_kernel_names_the_boot(tmp_path: Path) -> None:
    (tmp_path / "boot_id").write_text("0a-1b\n")
    assert this_boot(tmp_path / "boot_id") == "0a-1b"
    assert this_boot(tmp_path / "none") == ""


def test_pipes_in_the_state_folder_are_not_waited_for(tmp_path: Path) -> None:
    """Somebody else's joke must neither hang the start nor receive what the owner's files contain."""
    for name in ("starts.json", "screen.json", "last_words.txt"):
        os.mkfifo(tmp_path / name)
    stops = QuickStops(tmp_path / "starts.json", "boot")
    assert stops.count == 0
    stops.begin()
    assert QuickStops(tmp_path / "starts.json", "boot").count == 1
    assert screen_file.load(tmp_path / "screen.json") == screen_file.AS_EVER
    words = LastWords(tmp_path / "last_words.txt")
    words.listen()
    words.say(ZeroDivisionError())
    words.close()
    assert "ZeroDivisionError" in LastWords(tmp_path / "last_words.txt").before


@pytest.mark.parametrize(("ending", "word"), [(MachineEnd.OFF, "poweroff"), (MachineEnd.AGAIN, "reboot")])
def test_systemd_never_asks_back(monkeypatch: pytest.MonkeyPatch, ending: MachineEnd, word: str) -> None:
    monkeypatch.setattr(machine, "run", lambda command, seconds: " ".join(command))
    assert machine.end_machine(ending) == f"systemctl --no-ask-password {word}"


def test_a_command_that_works_says_nothing_and_a_refusal_is_its_last_line() -> None:
    assert machine.run((sys.executable, "-c", "")) == ""
    refuses = "import sys; sys.stderr.write('Failed.\\nAccess denied\\n'); sys.exit(1)"
    assert machine.run((sys.executable, "-c", refuses)) == "Access denied"
    assert machine.run((sys.executable, "-c", "import sys; sys.exit(4)")) == "exit code 4"
    waits = "import sys; sys.stdin.close(); import signal; signal.pause()"
    said = machine.run((sys.executable, "-c", waits), seconds=0.0)
    assert said == f"{sys.executable} doesn't answer"
    assert "no-such-systemctl" in machine.run(("no-such-systemctl", "poweroff"))
