"""The Kivy application: it opens what the frame needs, and closes it again."""

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
from ui.table.buttons import ButtonChanged, Buttons, News
from ui.table.session import Inbox
from ui.widgets.screen_cover import ScreenCover
from ui.wiring import open_buttons


class Mender(ExceptionHandler):
    """Shows what a callback raised instead of ending the program."""

    def __init__(self, frame: Frame) -> None:
        self._frame = frame

    def handle_exception(self, error: Exception) -> int:
        """Kivy's hook."""
        self._frame.fail(error)
        return int(ExceptionManager.PASS)


class CompanionApp(App):
    """Runs a frame in a window; `front` is what is shown, the frame or what holds it."""

    title = words.TITLE

    def __init__(
        self,
        frame: Frame,
        services: Services,
        begin: Callable[[], None] | None = None,
        front: Widget | None = None,
    ) -> None:
        super().__init__()
        self.frame = frame
        self._front = frame if front is None else front
        self._begin = begin
        if begin is None:
            # The store answers while Kivy is still preparing itself.
            frame.start()
        self._services = services
        self._mender = Mender(frame)
        self._still = 0
        self._fps = Clock._max_fps

    def build(self) -> Widget:
        """Return the root; what isn't needed for the first picture comes after it."""
        Window.bind(size=self._fill, on_key_down=self._key_down, on_key_up=self._key_up)
        self._fill()
        garbage.collect_here_only()
        Window.bind(on_flip=self._drawn)
        ExceptionManager.add_handler(self._mender)
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
        """Be ended by Ctrl-C: a callback that it met would take it for a fault of its own."""
        # Called in this thread, between two calls of ours.
        signal.signal(signal.SIGINT, self._asked_to_end)

    def _asked_to_end(self, *_: object) -> None:
        # Whoever presses it again doesn't want to wait for what is being closed.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        Clock.schedule_once(lambda _: self.stop(), 0)

    def open_settings(self, *_: object) -> bool:
        """Kivy's own settings, which F1 would lay over the table, stay away."""
        return False

    def on_stop(self) -> None:
        """Write what waits, let the buttons go, and give back what `build` took of Kivy."""
        EventLoop.idle = self._frame_begins
        Clock._max_fps = self._fps
        self._giving_back.cancel()
        self._bringing.cancel()
        Window.unbind(size=self._fill, on_key_down=self._key_down, on_key_up=self._key_up)
        self.frame.close()
        Window.unbind(on_flip=self._drawn)
        ExceptionManager.remove_handler(self._mender)

    def _begin_with_a_screen(self, _: float) -> None:
        self._services.inbox.drain_until(lambda: self.frame.screen is not None, STORE_ANSWERS)

    def _begin_frame(self) -> bool:
        # Kivy comes here as soon as it has asked the window for all that happened, before it waits for the
        # next frame: an event of its clock would be told up to a frame later.
        self.frame.looked()
        # Kivy has no other word for it. A frame in which nothing changes draws nothing.
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
        return self.frame.key_down(key, scancode)

    def _key_up(self, _window: object, key: int, *_: object) -> None:
        self.frame.key_up(key)


HASTE = 4
"""So many times more often than else the window is asked for what happened while its frames stamp grabs.

Of 400 duels of a model 72 % were dead heats at 60 frames a second, and 47 % so.
"""
MOST_HASTY = 3_000
"""So many frames without drawing, ten seconds, end it: a grab follows a card, which is drawn."""

STORE_ANSWERS = 0.3
"""Seconds that the first frame waits for what it is to show: without a screen it would only put it off."""

A_GAME = 3.0
"""Seconds from one game that is imported to the next: each takes a frame, 10 to 20 ms on a PC."""


def bring_a_game(games: Iterator[Callable[[], GameFace]], _: float) -> bool:
    """Import one more game, and tell whether others may follow: a table asked for its own, home shows all."""
    game = next(games, None)
    if game is not None:
        game()
    return game is not None


def report_of(seats: Path, store: Path) -> tuple[str, ...]:
    """Return the lines of a table's report; what makes them is imported when somebody asks."""
    from ui.main.table_report import table_report

    return table_report(seats, store)


def open_services(
    store: Path, cache: Path, machine: Machine, buttons_for: Callable[[Inbox, TimeSource], Buttons]
) -> Services:
    """Open the buttons and the store; what is posted is heard in the UI thread, in the frame after it."""
    clock, inbox = SystemClock(), Inbox()
    inbox.wake = Clock.create_trigger(inbox.drain)
    buttons, saver = buttons_for(inbox, clock), Saver(store, inbox.post)
    sounds = Sounds(cache / "sounds")
    voice = open_voice(sounds, clock, inbox.post, cache, store)
    return Services(clock, inbox, saver, buttons, sounds, machine=machine, voice=voice)


def open_app(store: Path, seats: Path, cache: Path) -> CompanionApp:
    """Open the buttons and the store, and build the app on them; SetupError for a bad seats file."""
    packages.bring(noted=packages_path(store))
    machine = Machine(checks=packages.checks.copy, report=partial(report_of, seats))
    machine.touch, machine.sound = has_touch, partial(has_sound, FOLDERS.cards)
    services = open_services(store, cache, machine, partial(open_buttons, seats))
    frame, cover = stage(services)
    return CompanionApp(frame, services, front=cover)


def stage(services: Services) -> tuple[Frame, ScreenCover]:
    """Return a frame and the cover before it, which news of the buttons lift."""
    frame = Frame(services)
    cover = ScreenCover(frame)
    services.machine.lock = cover.lock
    wake_with_buttons(services.buttons, cover, frame.hear)
    return frame, cover


def wake_with_buttons(buttons: Buttons, cover: ScreenCover, hear: Callable[[News], None]) -> None:
    """Let hands on buttons wake the screen; a button that is let go of, or comes loose, is no hand."""

    def heard(news: News) -> None:
        if not isinstance(news, ButtonChanged) or news.state.state == "pressed":
            cover.stir()
        hear(news)

    buttons.hear = heard


# Memory that was freed but lies between what is in use: given back to the system now and then.

EVERY = 60.0
"""Seconds from one time to the next. It takes a frame: 3 to 20 ms on a PC, not measured on a Pi."""


def give_back() -> None:
    """Give the holes in the heap back: sheets and pictures of an evening leave some 70 MB of them.

    A C library that can't (musl) is left alone.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
