"""The Kivy application: opens what the frame needs, and closes it again."""

import ctypes
import signal
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from kivy.base import EventLoop, ExceptionManager
from kivy.clock import Clock
from kivy.core.window import Window

from companion.clock import Clock as TimeSource
from companion.clock import SystemClock
from companion.places import packages_path
from ui.appliance.launch import FOLDERS, has_sound, has_touch
from ui.appliance.machine import Machine
from ui.games import packages
from ui.games.face import GameFace
from ui.games.registry import OURS
from ui.language import words
from ui.main import garbage
from ui.main.frame import Frame, Services
from ui.sound.sounds import Sounds, load_sounds
from ui.sound.voice import open_voice
from ui.stage.kivy_types import App, ExceptionHandler, Widget
from ui.storage.saver import Saver
from ui.table import turn_buttons
from ui.table.buttons import ButtonChanged, Buttons, News
from ui.table.session import Inbox
from ui.widgets.screen_cover import ScreenCover
from ui.wiring import open_buttons


class ErrorHandler(ExceptionHandler):
    """Has an exception from a callback shown instead of ending the program."""

    def __init__(self, show: Callable[[Exception], None]) -> None:
        self._show = show

    def handle_exception(self, error: Exception) -> int:
        """Show the error; Kivy calls this."""
        self._show(error)
        return int(ExceptionManager.PASS)


class CompanionApp(App):
    """Runs a frame in a window, behind a `cover` if there is one; `on_error` gets errors instead."""

    title = words.TITLE

    def __init__(
        self,
        frame: Frame,
        services: Services,
        begin: Callable[[], None] | None = None,
        cover: ScreenCover | None = None,
        on_error: Callable[[Exception], None] | None = None,
    ) -> None:
        super().__init__()
        self.frame, self.cover = frame, cover
        self._front = frame if cover is None else cover
        self._begin = begin
        if begin is None:
            # The store answers while Kivy is still starting up.
            frame.start()
        self._services = services
        self._error_handler = ErrorHandler(on_error or frame.fail)
        self._still = 0
        self._fps = Clock._max_fps

    def build(self) -> Widget:
        """Return the root widget; whatever the first picture doesn't need is scheduled for later."""
        Window.bind(size=self._fill, on_key_down=self._key_down, on_key_up=self._key_up)
        self._fill()
        garbage.collect_here_only()
        Window.bind(on_flip=self._drawn)
        ExceptionManager.add_handler(self._error_handler)
        if self._begin is not None:
            self._begin()
        Clock.schedule_once(self._begin_with_a_screen, 0)
        self._frame_begins = EventLoop.idle
        EventLoop.idle = self._begin_frame
        self._giving_back = Clock.schedule_interval(lambda _: give_back(), EVERY)
        self._bringing = Clock.schedule_interval(partial(bring_a_game, iter(OURS.values())), A_GAME)
        Clock.schedule_once(lambda _: load_sounds(self._services.sounds, self._services.inbox), 0.5)
        return self._front

    def on_start(self) -> None:
        """Let Ctrl-C end the app: in a callback, KeyboardInterrupt would count as the callback's fault."""
        # The handler runs in this thread, between two of our calls.
        signal.signal(signal.SIGINT, self._asked_to_end)

    def _asked_to_end(self, *_: object) -> None:
        # A second Ctrl-C doesn't wait for closing.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        Clock.schedule_once(lambda _: self.stop(), 0)

    def open_settings(self, *_: object) -> bool:
        """Suppress Kivy's own settings, which F1 would open over the table."""
        return False

    def on_stop(self) -> None:
        """Write what is unsaved, close the buttons, and undo what `build` changed in Kivy."""
        EventLoop.idle = self._frame_begins
        Clock._max_fps = self._fps
        self._giving_back.cancel()
        self._bringing.cancel()
        Window.unbind(size=self._fill, on_key_down=self._key_down, on_key_up=self._key_up)
        self.frame.close()
        Window.unbind(on_flip=self._drawn)
        ExceptionManager.remove_handler(self._error_handler)

    def _begin_with_a_screen(self, _: float) -> None:
        self._services.inbox.drain_until(lambda: self.frame.screen is not None, STORE_ANSWERS)

    def _begin_frame(self) -> bool:
        # Kivy calls this when it has fetched all of the window's events, before it waits for the next frame;
        # an event of its clock would come up to a frame later.
        self.frame.begin_frame()
        # Kivy has no public name for this. A frame in which nothing changes draws nothing.
        hurries = self._still < MOST_HASTY and self._services.buttons.by_frames
        Clock._max_fps = self._fps * (HASTE if hurries else 1)
        self._still += 1
        garbage.collect(self._still // (HASTE if hurries else 1))
        return bool(self._frame_begins())

    def _drawn(self, *_: object) -> None:
        self._still = 0

    def _fill(self, *_: object) -> None:
        self._front.size = Window.size

    def _key_down(self, _window: object, key: int, scancode: int | None = None, *_: object) -> bool:
        covered = self.cover is not None and (self.cover.asleep or self.cover.locked)
        if self.cover is not None:
            self.cover.stir()
        # Keys that simulate grab buttons count in the dark as buttons do; others only wake the screen.
        if covered and turn_buttons.seat_of(key) is None:
            return True
        return self.frame.key_down(key, scancode)

    def _key_up(self, _window: object, key: int, *_: object) -> None:
        self.frame.key_up(key)


HASTE = 4
"""Factor by which the window is polled more often while its frames are what stamps grabs.

Of 400 simulated duels 72 % were dead heats at 60 frames a second, and 47 % at this rate.
"""
MOST_HASTY = 3_000
"""Frames without drawing (12 s at 240 a second) until that ends: a grab follows a card, which is drawn."""

STORE_ANSWERS = 0.3
"""Seconds that the first frame waits for its contents: without a screen it would only delay them."""

A_GAME = 3.0
"""Seconds between imports of games: each takes a frame, 10 to 20 ms on a PC."""


def bring_a_game(games: Iterator[Callable[[], GameFace]], _: float) -> bool:
    """Import one more game, because home shows all; return whether there may be more."""
    game = next(games, None)
    if game is not None:
        game()
    return game is not None


def report_of(seats: Path, store: Path) -> tuple[str, ...]:
    """Return the lines of a table's report; its module is imported when somebody asks for it."""
    from ui.main.table_report import table_report

    return table_report(seats, store)


def open_services(
    store: Path, cache: Path, machine: Machine, buttons_for: Callable[[Inbox, TimeSource], Buttons]
) -> Services:
    """Open the buttons and the store; what they post is handled in the UI thread, in the next frame."""
    clock, inbox = SystemClock(), Inbox()
    inbox.wake = Clock.create_trigger(inbox.drain)
    buttons, saver = buttons_for(inbox, clock), Saver(store, inbox.post)
    sounds = Sounds(cache / "sounds")
    voice = open_voice(sounds, clock, inbox.post, cache, store)
    return Services(clock, inbox, saver, buttons, sounds, machine=machine, voice=voice)


def open_app(store: Path, seats: Path, cache: Path) -> CompanionApp:
    """Open the buttons and the store, and build the app on them; SetupError for a bad seats file."""
    packages.bring(crash_file=packages_path(store))
    machine = Machine(checks=packages.checks.copy, report=partial(report_of, seats, store))
    machine.touch, machine.sound = has_touch, partial(has_sound, FOLDERS.cards)
    services = open_services(store, cache, machine, partial(open_buttons, seats))
    frame, cover = stage(services)
    return CompanionApp(frame, services, cover=cover)


def stage(services: Services) -> tuple[Frame, ScreenCover]:
    """Return a frame and the cover in front of it, which news of the buttons wakes."""
    frame = Frame(services)
    cover = ScreenCover(frame)
    services.machine.lock = cover.lock
    wake_with_buttons(services.buttons, cover, frame.hear)
    return frame, cover


def wake_with_buttons(buttons: Buttons, cover: ScreenCover, hear: Callable[[News], None]) -> None:
    """Wake the screen on any news of the buttons but a release or a loose wire."""

    def heard(news: News) -> None:
        if not isinstance(news, ButtonChanged) or news.state.state == "pressed":
            cover.stir()
        hear(news)

    buttons.hear = heard


# Freed memory between blocks in use: given back to the system now and then.

EVERY = 60.0
"""Seconds between times. Each takes a frame: 3 to 20 ms on a PC, not measured on a Pi."""


def give_back() -> None:
    """Give holes in the heap back to the system: an evening's sheets and pictures leave about 70 MB.

    Does nothing with a C library that can't (musl).
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
