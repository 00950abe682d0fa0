"""The app offscreen: it resumes a match, gets a tap and a grab, and plays 10,000 events."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.game import Seat
from companion.games.ungle_speed.reports import TurnCard
from companion.match_reports import TakeBack
from tests.bench.windows import PLAYERS, Seen, memory_now, since_start
from ui.main import garbage
from ui.stage import offscreen

garbage.collect_here_only()
offscreen.prepare("1280x720")

from kivy.clock import Clock  # noqa: E402 - after the environment is set
from kivy.core.window import Window  # noqa: E402
from kivy.graphics.opengl import glFinish  # noqa: E402

from ui.main.splash import Splash  # noqa: E402

splash = Splash()
splash.show()
glFinish()
first = since_start()

from ui.appliance.machine import Machine  # noqa: E402 - as the app does it: after the first picture
from ui.main.kivy_app import CompanionApp, open_services, stage  # noqa: E402
from ui.screens.table import TableScreen  # noqa: E402
from ui.wiring import simulated_buttons  # noqa: E402

EVENTS = 10_000
A_WHILE = 1.5
"""Seconds after which animations and marks of the last tap are over."""


class Bench:
    """Takes the measurements one by one, with a pause before each."""

    def __init__(self, app: CompanionApp) -> None:
        self._app = app
        self._answered: Callable[[], None] | None = None
        self.start = self.tap = self.grab = self.name = 0.0
        self.work: list[float] = []
        self._began = self._rendered = self.spent = 0.0
        self.memory = 0
        Window.bind(on_flip=self._flip)

    @property
    def table(self) -> TableScreen:
        """The resumed table."""
        table = self._app.frame.table
        assert table is not None
        return table

    def _flip(self, *_: object) -> None:
        # A window in memory delays drawing until the picture is needed, which on a screen is now.
        began = time.thread_time()
        glFinish()
        self._rendered += time.thread_time() - began
        if not self.start and self._app.frame.table is not None:
            self.start, self.spent = since_start(), time.process_time()
            Clock.schedule_once(self._weigh, A_WHILE)
        elif self._answered is not None:
            self._answered()

    def _begin(self) -> float:
        self._began, self._rendered = time.thread_time(), 0.0
        return time.perf_counter()

    def _worked(self) -> None:
        # The work of the app and Kivy for a picture, without other processes and without rendering.
        self.work.append((time.thread_time() - self._began - self._rendered) * 1000)

    def _weigh(self, _: float) -> None:
        self.memory = memory_now()
        before, began = self.table.session.match.length, self._begin()

        def drawn() -> None:
            if self.table.session.match.length > before:
                self.tap = (time.perf_counter() - began) * 1000
                self._worked()
                self._answered = None
                Clock.schedule_once(self._grab, A_WHILE)

        self._answered = drawn
        self.table.routine()

    def _grab(self, _: float) -> None:
        began = self._begin()

        def drawn() -> None:
            if not self.name and self.table.flash.shown:
                self.name = (time.perf_counter() - began) * 1000
                self._worked()
            if self.table.dialog is not None:
                self.grab = (time.perf_counter() - began) * 1000
                self._worked()
                self._answered = None
                Clock.schedule_once(self._play, A_WHILE)

        self._answered = drawn
        self._app.frame.key_down(ord("2"))
        self._app.frame.key_up(ord("2"))

    def _play(self, _: float) -> None:
        session = self.table.session
        session.submit(TakeBack())
        before = memory_now()
        while session.match.length < EVENTS:
            turn = Seat(session.match.state.turn)
            if session.match.state.stacks[turn] > 1:
                session.submit(TurnCard(turn))
            else:
                session.submit(TakeBack(session.match.line[PLAYERS].entry))
        grown = memory_now() - before
        seen = Seen(
            self.start, self.memory, self.tap, self.grab, grown, first, self.name, self.work, self.spent
        )
        sys.stdout.write(msgspec.json.encode(seen).decode() + "\n")
        self._app.stop()


here = Path(sys.argv[1])
# Keys are stamped once per frame, and their verdict waits for that. Wired buttons don't, so simulate those.
services = open_services(here, here.parent, Machine(), simulated_buttons)
frame, cover = stage(services)
app = CompanionApp(frame, services, cover=cover)
splash.hide()
garbage.spare_what_is_there()
bench = Bench(app)
app.run()
