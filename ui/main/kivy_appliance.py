"""The app on the table's own machine: heartbeat, sleep, safe start and self-check."""

import shutil
import signal
import threading
from contextlib import suppress
from functools import partial
from pathlib import Path

from kivy.clock import Clock
from kivy.core.window import Window

from companion.clock import Clock as TimeSource
from companion.errors import SetupError
from companion.places import packages_path, screen_path, zone_path
from companion.whole_file import why_not
from ui.appliance import care_words as words
from ui.appliance import screen_file, sticks, update
from ui.appliance.heartbeat import MOST_STOPS, PLAYED, Heartbeat, QuickStops, this_boot
from ui.appliance.launch import Launch, has_touch
from ui.appliance.machine import Machine, Timekeeping
from ui.appliance.screen_file import Backlight, ScreenFile
from ui.console.doctor import PACKAGED, checks, troubles
from ui.games import packages
from ui.main.frame import Frame, Services
from ui.main.kivy_app import CompanionApp, open_services, report_of, stage
from ui.table.buttons import Buttons
from ui.table.session import Inbox
from ui.widgets.screen_cover import ScreenCover
from ui.wiring import OwnInputs, open_buttons, screen_buttons

LOOK_BACK = 5.0
"""Seconds between checks of how far matches have been played since the start."""

LOOK_AFTER = 2.0
"""Seconds from the first picture to the start-up checks, which run while nothing else starts."""


class ApplianceApp(CompanionApp):
    """Reports to systemd while its loop runs, and forgives earlier quick stops once a match is played on."""

    def __init__(
        self, frame: Frame, services: Services, cover: ScreenCover, stops: QuickStops, heartbeat: Heartbeat
    ) -> None:
        super().__init__(frame, services, begin=lambda: None, cover=cover)
        self.cover: ScreenCover = cover
        self._stops, self._heartbeat = stops, heartbeat
        self._lengths: dict[str, int] = {}  # each match's length when it was first seen on the table

    def on_start(self) -> None:
        """Watch for the first picture, and for SIGTERM."""
        super().on_start()
        Window.bind(on_flip=self._first_picture)
        # systemd sends SIGTERM before it kills.
        signal.signal(signal.SIGTERM, self._asked_to_end)

    def on_stop(self) -> None:
        """Note that the end is deliberate and no crash; light the screen and close everything."""
        self._heartbeat.stopping()
        Clock.unschedule(self._look_back)
        Window.unbind(on_flip=self._first_picture)
        # Whatever comes after us must be visible, the next start or the text console.
        if self.cover.light is not None:
            self.cover.light.on()
        with suppress(OSError):
            self._stops.forgive()
        super().on_stop()
        self._heartbeat.close()

    def _first_picture(self, *_: object) -> None:
        # The page of an error counts as a picture too: without one, systemd would end what explains the
        # error.
        if not self.frame.children:
            return
        Window.unbind(on_flip=self._first_picture)
        self._heartbeat.ready()
        if self._heartbeat.period is not None:
            self._heartbeat.beat()
            Clock.schedule_interval(lambda _: self._heartbeat.beat(), self._heartbeat.period)
        Clock.schedule_interval(self._look_back, LOOK_BACK)
        Clock.schedule_once(self._look, LOOK_AFTER)

    def _look_back(self, *_: object) -> bool:
        """Forgive earlier stops once a match has been played on; return whether to look again."""
        if self.frame.table is None:
            return True
        session = self.frame.table.session
        if session.length - self._lengths.setdefault(session.name, session.length) < PLAYED:
            return True
        with suppress(OSError):
            self._stops.forgive()
        return False

    def _look(self, _seconds: float) -> None:
        self.frame.upkeep.look_for_troubles()


def open_appliance(
    launch: Launch, store: Path, seats: Path, cache: Path, stops: QuickStops, last_words: str
) -> ApplianceApp:
    """Open the buttons and the store, and build the app on them; the screen says what is wrong."""
    packages.bring(plain=stops.safe, crash_file=packages_path(store))
    file = screen_path(store)
    machine = Machine(True, screen_file.load(file))
    machine.checks = lambda: checks(seats, store)
    machine.report = partial(report_of, seats, store)
    machine.troubles = lambda results: troubles(results, seats)
    if Path(__file__).is_relative_to(PACKAGED):
        system = update.System()
        machine.update, machine.updated = partial(update.look, system), partial(update.last_result, system)
    buttons_for = partial(_buttons, seats, own_inputs(launch), stops.count > MOST_STOPS)
    services = open_services(store, cache, machine, buttons_for)
    frame, cover = stage(services)
    cover.light = light = Backlight()
    light.begin()
    if machine.screen.brightness:
        light.brighten(machine.screen.brightness)
    if shutil.which("timedatectl"):
        machine.time = keeping = Timekeeping(zone_path(store))
        services.saver.run_in_thread(partial(keeping.catch_up, store), lambda _: None)
    machine.brightness = lambda: light.tenths
    machine.keep_screen = partial(_keep_screen, file, cover, launch, machine.screen)
    cover.sleep_after(machine.screen.sleep)
    machine.brighten, machine.nap, machine.boot = light.brighten, cover.nap, this_boot()
    machine.touch, machine.sound = has_touch, lambda: launch.sound
    app = ApplianceApp(frame, services, cover, stops, Heartbeat())
    if machine.update is not None:

        def stick_changed() -> bool:
            services.inbox.post(frame.upkeep.stick_changed)
            return True

        threading.Thread(target=sticks.watch, args=(stick_changed,), name="sticks", daemon=True).start()
    if stops.safe:
        frame.start_safely(stops.count, last_words)
    else:
        frame.start()
    return app


def own_inputs(launch: Launch) -> OwnInputs | None:
    """Return the inputs to read besides the window; None on a desktop, where others' input comes too."""
    if not launch.alone:
        return None
    touch = launch.touch
    return OwnInputs(touch.path if touch is not None and touch.numbered else None)


def _buttons(seats: Path, inputs: OwnInputs | None, safely: bool, inbox: Inbox, clock: TimeSource) -> Buttons:
    """Open the buttons; on-screen ones if the seats file is bad, or if even safe starts failed."""
    if safely:
        return screen_buttons(inbox, clock, words.SAFE_BUTTONS, inputs)
    try:
        return open_buttons(seats, inbox, clock, inputs)
    except SetupError as error:
        return screen_buttons(inbox, clock, str(error), inputs)


def _keep_screen(file: Path, cover: ScreenCover, launch: Launch, before: ScreenFile, now: ScreenFile) -> str:
    """Turn the picture, set sleep and brightness; return why that can't be saved, or ""."""
    Window.rotation = (launch.rotation - before.turned + now.turned) % 360
    cover.sleep_after(now.sleep)
    if cover.light is not None and now.brightness:
        cover.light.brighten(now.brightness)
    try:
        screen_file.save(file, now)
    except OSError as error:
        return why_not(error)
    return ""
